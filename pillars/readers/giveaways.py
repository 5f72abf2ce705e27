"""Texts that give away that a model wrote them: who judges blind should not be told by the text itself."""

import re
from collections.abc import Iterable

from django.utils.translation import gettext as _

from pillars.readers.faults import problem
from pillars.readers.parsed import ParsedThread, Problem

_NAMES = (
    r"(?:chat\s?)?gpt(?:-?[345][\w.]*)?",
    r"claude",
    r"gemini",
    r"llama[-\s]?\d*",
    r"mi[sx]tral",
    r"qwen\d*",
    r"deepseek",
    r"gemma\d*",
    r"(?:open|xai)ai",
    r"anthropic",
)
_GIVEAWAY = re.compile(
    rf"\b(?:{'|'.join(_NAMES)})\b"
    r"|\bals (?:ein |eine )?(?:ki|künstliche intelligenz|sprachmodell|ki-\w+)\b"
    r"|\bas an? (?:ai|artificial intelligence|(?:large )?language model)\b",
    re.IGNORECASE,
)
_SHOWN = 60


def giveaways(threads: Iterable[ParsedThread]) -> list[Problem]:
    """A note for each thread whose texts name a model or call their author one; nothing is changed."""
    found = []
    for thread in threads:
        texts = [message.content for message in thread.messages]
        texts += [feature.content for feature in thread.features]
        match = next((one for text in texts if (one := _GIVEAWAY.search(text))), None)
        if match is not None:
            hint = _("The text itself tells that a model wrote it; who is to judge blind reads that too.")
            found.append(problem("names_a_model", thread.where, match[0][:_SHOWN], hint))
    return found
