"""What the fake judge says, by language and field; `{better}` is filled where one thread leads."""

from .judges import Winner

REASONS: dict[str, dict[str, str]] = {
    "de": {
        "step_1_overview": "Beide Verläufe behandeln ein Anliegen und wurden ganz gelesen.",
        "step_2_strengths_a": "Verlauf A greift das Anliegen auf und bleibt zugewandt und klar.",
        "step_3_strengths_b": "Verlauf B benennt Gefühle und lässt Raum für die nächsten Schritte.",
        "step_4_weaknesses_a": "In Verlauf A bleiben einzelne Fragen ohne eine ausdrückliche Antwort.",
        "step_5_weaknesses_b": "In Verlauf B wirken manche Übergänge sprunghaft und wenig begründet.",
        "default": "Der Text wurde von der ersten bis zur letzten Zeile gelesen und abgewogen.",
        "better": "Verlauf {better} ist überzeugender: näher am Anliegen, und in größerer Klarheit.",
        "tie": "Beide Verläufe überzeugen gleichermaßen; ein Vorsprung ist nicht zu erkennen.",
        "padding": " Auch im weiteren Verlauf bestätigt sich dieser Eindruck.",
        "refusal": "Es tut mir leid, dabei kann ich nicht helfen.",
        "before": "Gern, hier ist meine Einschätzung der beiden Verläufe:",
        "after": "Ich hoffe, diese Einschätzung hilft weiter. {Stand: vorläufig}",
    },
    "en": {
        "step_1_overview": "Both threads deal with a request and were read from start to end.",
        "step_2_strengths_a": "Thread A takes up the request and stays friendly and easy to read.",
        "step_3_strengths_b": "Thread B names feelings and leaves room for the steps that come next.",
        "step_4_weaknesses_a": "In thread A some of the questions are left without a clear answer.",
        "step_5_weaknesses_b": "In thread B some changes of topic come abruptly and unexplained.",
        "default": "The text was read from its first line to its last and weighed with care.",
        "better": "Thread {better} is better: it stays closer to the request, and its steps are clearer.",
        "tie": "Both threads are equally convincing; a close reading shows no lead of either.",
        "padding": " What follows later on confirms this impression as well.",
        "refusal": "I'm sorry, but I can't help with that.",
        "before": "Sure, here is my assessment of the two threads:",
        "after": "I hope that this assessment helps. {Status: preliminary}",
    },
}

_CONCLUSIONS = frozenset({"step_6_comparison", "final_justification"})


def reason(language: str, field: str, lean: Winner) -> str:
    """Return the sentence for a field, 60 characters or more; conclusions name whom they favour."""
    said = REASONS[language]
    if field not in _CONCLUSIONS:
        return said.get(field, said["default"])
    return said["tie"] if lean == "TIE" else said["better"].format(better=lean)
