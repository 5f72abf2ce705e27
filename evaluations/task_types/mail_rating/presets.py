"""The criteria that scenarios can take ready-made, with what the ends of the scale mean; free of Django."""

from dataclasses import dataclass
from typing import Any

FEWEST, MOST = 3, 6
"""How many criteria an answer has."""

TEXTS = ("label", "description", "anchor_low", "anchor_high")
"""The fields of a criterion that have a text in each language."""

_Texts = tuple[str, str, str, str]


@dataclass(frozen=True, slots=True)
class Preset:
    """Criteria, and whether authenticity (yes or no) and a feedback text are asked for too."""

    criteria: tuple[dict[str, Any], ...]
    authenticity: bool = False
    feedback: bool = False


def _criterion(name: str, german: _Texts, english: _Texts) -> dict[str, Any]:
    pairs = zip(TEXTS, german, english, strict=True)
    return {"name": name} | {field: {"de": de, "en": en} for field, de, en in pairs}


PRESETS: dict[str, Preset] = {
    "beratungsqualitaet": Preset(
        criteria=(
            _criterion(
                "Empathie",
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
                "Fachlichkeit",
                (
                    "Fachlichkeit",
                    "Ist die Beratung fachlich richtig, begründet und dem Anliegen angemessen?",
                    "Aussagen sind falsch, riskant oder gehen am Anliegen vorbei.",
                    "Aussagen sind richtig, gut begründet und treffen das Anliegen.",
                ),
                (
                    "Professionalism",
                    "Is the counselling correct, well founded and suited to the concern?",
                    "Statements are wrong, risky or beside the concern.",
                    "Statements are correct, well founded and to the point.",
                ),
            ),
            _criterion(
                "Verständlichkeit",
                (
                    "Verständlichkeit",
                    "Ist klar, was gemeint ist: einfache Sprache, Aufbau, passender Ton?",
                    "Die Mails sind verworren, überladen oder voller Fachwörter.",
                    "Die Mails sind klar aufgebaut und leicht zu verstehen.",
                ),
                (
                    "Clarity",
                    "Is it clear what is meant: plain language, structure, a fitting tone?",
                    "The mails are confused, overloaded or full of jargon.",
                    "The mails are well structured and easy to understand.",
                ),
            ),
            _criterion(
                "Hilfsbereitschaft",
                (
                    "Hilfsbereitschaft",
                    "Ist die beratende Person zugewandt, geht sie auf Fragen ein, bietet sie Hilfe an?",
                    "Fragen bleiben liegen, die Haltung ist abweisend oder gleichgültig.",
                    "Fragen werden aufgenommen, Unterstützung wird von sich aus angeboten.",
                ),
                (
                    "Helpfulness",
                    "Is the counsellor attentive, do they respond to questions and offer support?",
                    "Questions are left aside, the attitude is dismissive or indifferent.",
                    "Questions are taken up, support is offered unasked.",
                ),
            ),
            _criterion(
                "Lösungsorientierung",
                (
                    "Lösungsorientierung",
                    "Werden mit der ratsuchenden Person Ziele, Wege und nächste Schritte erarbeitet?",
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
    ),
    "kia_metriken": Preset(
        criteria=(
            _criterion(
                "counsellor_coherence",
                (
                    "Kohärenz der beratenden Person",
                    "Knüpft die beratende Person an das Geschriebene an, und bleibt sie sich treu?",
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
                    "Ergeben die Mails der ratsuchenden Person eine Geschichte, die auf Antworten eingeht?",
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
                    "Ist die Beratung fachlich gut: Klärt sie das Anliegen, ist sie verständlich?",
                    "Das Anliegen bleibt ungeklärt, Ratschläge sind unpassend oder riskant.",
                    "Das Anliegen wird geklärt, die Beratung ist fachlich sicher und verständlich.",
                ),
                (
                    "Quality of the counselling",
                    "Is the counselling professional: does it clarify the concern, is it clear?",
                    "The concern stays unclear, advice is unsuitable or risky.",
                    "The concern is clarified, the counselling is professional and easy to understand.",
                ),
            ),
        ),
        authenticity=True,
        feedback=True,
    ),
}

_SPELLINGS = {
    "beratungsqualitaet": "beratungsqualitaet",
    "beratungsqualitat": "beratungsqualitaet",
    "counsellingquality": "beratungsqualitaet",
    "counselingquality": "beratungsqualitaet",
    "kiametriken": "kia_metriken",
    "kiametrics": "kia_metriken",
    "kia": "kia_metriken",
}


def preset_named(text: str) -> str | None:
    """The key of the preset that a spelling means, such as ``KIA-Metriken``; ``None``: there is no such."""
    plain = text.casefold().replace("ä", "ae")
    return _SPELLINGS.get("".join(letter for letter in plain if letter.isalnum()))
