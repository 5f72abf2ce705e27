"""The criteria of a comparison, in German and English, with what 1 and 5 mean."""

import re
from typing import Any

from pydantic import BaseModel, ConfigDict, Field

_KEY = re.compile(r"^[a-z][a-z0-9_]{0,39}$")


class Criterion(BaseModel):
    """One criterion of a comparison; texts by language."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    key: str = Field(pattern=_KEY.pattern)
    name: dict[str, str]
    description: dict[str, str]
    anchor_1: dict[str, str]
    anchor_5: dict[str, str]

    @staticmethod
    def is_key(text: str) -> bool:
        """Whether a text can be the key of a criterion."""
        return _KEY.fullmatch(text) is not None

    def in_words(self, language: str) -> str:
        """The criterion as one paragraph of a prompt."""
        return (
            f"- {self.key} ({_text(self.name, language)}): {_text(self.description, language)} "
            f"1 = {_text(self.anchor_1, language)} 5 = {_text(self.anchor_5, language)}"
        )


def _text(texts: dict[str, str], language: str) -> str:
    return texts.get(language) or texts.get("de") or next(iter(texts.values()), "")


def _criterion(key: str, german: tuple[str, str, str, str], english: tuple[str, str, str, str]) -> Criterion:
    fields = ("name", "description", "anchor_1", "anchor_5")
    pairs = zip(fields, german, english, strict=True)
    texts: dict[str, Any] = {field: {"de": de, "en": en} for field, de, en in pairs}
    return Criterion(key=key, **texts)


DEFAULT_CRITERIA: tuple[Criterion, ...] = (
    _criterion(
        "counsellor_coherence",
        (
            "Kohärenz der beratenden Person",
            "Knüpfen die Mails der beratenden Person an das Geschriebene an, und bleibt sie sich treu?",
            "Antworten gehen am Geschriebenen vorbei oder widersprechen einander.",
            "Jede Antwort greift das Geschriebene genau auf und führt es stimmig weiter.",
        ),
        (
            "Coherence of the counsellor",
            "Do the counsellor's mails take up what was written, and do they hold together?",
            "Answers miss what was written or contradict one another.",
            "Every answer takes up precisely what was written and carries it on consistently.",
        ),
    ),
    _criterion(
        "client_coherence",
        (
            "Kohärenz der ratsuchenden Person",
            "Ergeben die Mails der ratsuchenden Person eine Geschichte, die auf die Antworten eingeht?",
            "Die Angaben passen nicht zusammen, Antworten bleiben ohne Wirkung.",
            "Die Geschichte ist schlüssig und entwickelt sich mit den Antworten.",
        ),
        (
            "Coherence of the client",
            "Do the client's mails form a story one can follow and that responds to the answers?",
            "Statements do not fit together, answers have no effect.",
            "The story is consistent and develops with the answers.",
        ),
    ),
    _criterion(
        "quality",
        (
            "Qualität der Beratung",
            "Ist die Beratung fachlich gut: klärt sie das Anliegen, ist sie verständlich und angemessen?",
            "Das Anliegen bleibt ungeklärt, Ratschläge sind unpassend oder riskant.",
            "Das Anliegen wird geklärt, die Beratung ist fachlich sicher und verständlich.",
        ),
        (
            "Quality of the counselling",
            "Is the counselling professional: does it clarify the concern, is it clear and appropriate?",
            "The concern stays unclear, advice is unsuitable or risky.",
            "The concern is clarified, the counselling is professional and easy to understand.",
        ),
    ),
    _criterion(
        "empathy",
        (
            "Empathie",
            "Werden Gefühle wahrgenommen, benannt und ernst genommen?",
            "Gefühle werden übergangen oder abgewertet.",
            "Gefühle werden genau wahrgenommen und wertschätzend aufgegriffen.",
        ),
        (
            "Empathy",
            "Are feelings noticed, named and taken seriously?",
            "Feelings are passed over or belittled.",
            "Feelings are noticed precisely and taken up with appreciation.",
        ),
    ),
    _criterion(
        "authenticity",
        (
            "Echtheit",
            "Wirkt der Verlauf wie ein wirklicher Austausch zwischen zwei Menschen?",
            "Der Verlauf wirkt gestellt, schablonenhaft oder maschinell.",
            "Der Verlauf wirkt wie ein wirklicher, persönlicher Austausch.",
        ),
        (
            "Authenticity",
            "Does the thread read like a real exchange between two people?",
            "The thread seems staged, formulaic or machine-made.",
            "The thread reads like a real, personal exchange.",
        ),
    ),
    _criterion(
        "solution_orientation",
        (
            "Lösungsorientierung",
            "Werden mit der ratsuchenden Person Ziele, Möglichkeiten und nächste Schritte erarbeitet?",
            "Es entsteht keine Aussicht, oder Lösungen werden fertig vorgesetzt.",
            "Ziele und machbare nächste Schritte werden gemeinsam entwickelt.",
        ),
        (
            "Solution orientation",
            "Are goals, options and next steps worked out together with the client?",
            "No prospect emerges, or ready-made solutions are imposed.",
            "Goals and feasible next steps are developed together.",
        ),
    ),
)
BY_KEY = {criterion.key: criterion for criterion in DEFAULT_CRITERIA}
TEXTS = ("name", "description", "anchor_1", "anchor_5")
"""The fields of a criterion that have a text in each language."""
