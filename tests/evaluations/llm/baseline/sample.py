"""Threads and answers that several tests of the baseline judge share."""

from typing import Any

from evaluations.llm.baseline import judge_comparison
from evaluations.llm.material import ComparisonMaterial, MessageText, ThreadText

SIX = (
    "counsellor_coherence",
    "client_coherence",
    "quality",
    "empathy",
    "authenticity",
    "solution_orientation",
)


def thread(*turns: tuple[str, str], subject: str = "") -> ThreadText:
    """A thread from (``"k"`` client or ``"b"`` counsellor, text) pairs."""
    roles = {"k": "client", "b": "counsellor"}
    return ThreadText(tuple(MessageText(roles[side], text) for side, text in turns), subject)


def judge(a: ThreadText, b: ThreadText, kind: str = "baseline", **asked: Any) -> dict[str, Any]:
    """The answer about ``a`` and ``b``, over the six criteria unless asked otherwise."""
    answer: dict[str, Any] = judge_comparison(
        ComparisonMaterial(a, b, asked.pop("criteria", SIX), **asked), kind=kind
    )
    return answer


def all_texts(answer: dict[str, Any]) -> list[str]:
    """Every written part of an answer."""
    return [
        *answer["chain_of_thought"].values(),
        *(part["reasoning"] for part in answer["criteria_scores"].values()),
        answer["final_justification"],
    ]


EMPATHIC = thread(
    (
        "k",
        "Hallo,\n\nseit der Prüfung schlafe ich kaum noch. Ich habe Angst vor jedem Brief und schäme "
        "mich vor "
        "meinen Eltern.\n\nLena",
    ),
    (
        "b",
        "Liebe Lena,\n\ndanke, dass du schreibst. Ich verstehe, dass dir die Angst vor jedem Brief den "
        "Schlaf "
        "nimmt, und dass du dich vor deinen Eltern schämst, klingt sehr belastend.\n\nWas geht dir "
        "nachts durch "
        "den Kopf? Und wer weiß bisher von der Prüfung?\n\nEin kleiner Schritt könnte sein, einen Brief "
        "gemeinsam "
        "mit einem Menschen zu öffnen, dem du vertraust.\n\nHerzliche Grüße\nJana",
    ),
    (
        "k",
        "Liebe Jana,\n\nmeine Schwester weiß es. Ich war erleichtert, als wir den Brief gemeinsam "
        "geöffnet haben. "
        "Nachts denke ich, dass ich versagt habe.\n\nLena",
    ),
    (
        "b",
        "Liebe Lena,\n\nich spüre in deinen Zeilen Erleichterung, und ich freue mich mit dir. Der "
        "Gedanke, versagt "
        "zu haben, tut weh; das kann ich gut verstehen.\n\nWoran würdest du nachts merken, dass er "
        "leiser wird? "
        "Welcher nächste Schritt passt für dich, vielleicht ein Gespräch mit deiner Schwester?\n\nHerzliche "
        "Grüße\nJana",
    ),
)

_ADVICE = (
    "Vielen Dank für Ihre Anfrage. Bei derartigen Problemstellungen empfiehlt sich grundsätzlich die "
    "Einhaltung "
    "regelmäßiger Schlafenszeiten sowie die Vermeidung koffeinhaltiger Getränke. Weiterführende "
    "Informationen "
    "finden Sie auf der Internetseite [Link einfügen]."
)

COPIED_ADVICE = thread(
    ("k", EMPATHIC.messages[0].content),
    ("b", _ADVICE),
    ("k", "Das hilft mir leider nicht. Haben Sie meine Mail gelesen?"),
    ("b", _ADVICE),
)
