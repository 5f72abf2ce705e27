"""Texts that give away that a model wrote them: who judges blind should not be told by the text itself."""

import re
from collections.abc import Iterable

from django.utils.translation import gettext as _

from pillars.readers.faults import problem
from pillars.readers.parsed import ParsedThread, Problem

_NAMES = {
    "gpt": r"(?:chat\s?)?gpt(?:-?[345][\w.]*)?",
    "claude": r"claude",
    "gemini": r"gemini",
    "llama": r"llama[-\s]?\d*",
    "mistral": r"mistral",
    "mixtral": r"mixtral",
    "qwen": r"qwen\d*",
    "deepseek": r"deepseek",
    "gemma": r"gemma\d*",
    "openai": r"openai",
    "xai": r"xai",
    "anthropic": r"anthropic",
    "als ": r"als (?:ein |eine )?(?:ki|künstliche intelligenz|sprachmodell|ki-\w+)",
    "as a": r"as an? (?:ai|artificial intelligence|(?:large )?language model)",
}
"""By what stands in each of them in lower case, which is far quicker to look for."""

_GIVEAWAYS = {stem: re.compile(rf"\b(?:{name})\b", re.IGNORECASE) for stem, name in _NAMES.items()}
_SHOWN = 60


def giveaways(threads: Iterable[ParsedThread]) -> list[Problem]:
    """A note for each thread whose texts name a model or call their author one; nothing is changed."""
    found = []
    for thread in threads:
        texts = [message.content for message in thread.messages]
        texts += [feature.content for feature in thread.features]
        match = next((one for text in texts if (one := _giveaway_in(text))), None)
        if match is not None:
            hint = _("The text itself tells that a model wrote it; who is to judge blind reads that too.")
            found.append(problem("names_a_model", thread.where, match[0][:_SHOWN], hint))
    return found


def _giveaway_in(text: str) -> re.Match[str] | None:
    lowered = text.lower()
    matches = (pattern.search(text) for stem, pattern in _GIVEAWAYS.items() if stem in lowered)
    return next((match for match in matches if match), None)
