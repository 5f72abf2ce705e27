"""Classifications to begin with; labels are in the scenario's language, so there is one set for each."""

from django.utils.translation import gettext_lazy as _

from evaluations.task_types.beginnings import Beginning
from evaluations.task_types.common import in_language


def _labels(language: str, *labels: tuple[str, str, str]) -> list[dict[str, str]]:
    """Labels of key, German and English name."""
    return [
        {"key": key, "name": in_language({"de": german, "en": english}, language)}
        for key, german, english in labels
    ]


def beginnings(language: str) -> tuple[Beginning, ...]:
    """Urgency, topics, and yes or no; the first is what a new classification is set to."""
    return _urgency(language), _topics(language), _crisis(language)


def _topics(language: str) -> Beginning:
    labels = _labels(
        language,
        ("family", "Familie und Erziehung", "Family and parenting"),
        ("partnership", "Partnerschaft und Trennung", "Partnership and separation"),
        ("money", "Geld und Schulden", "Money and debts"),
        ("housing", "Wohnen", "Housing"),
        ("work", "Schule, Ausbildung und Arbeit", "School, training and work"),
        ("mental_health", "Psychische Belastung", "Mental strain"),
        ("addiction", "Sucht", "Addiction"),
        ("violence", "Gewalt", "Violence"),
        ("other", "Anderes", "Something else"),
    )
    return Beginning(
        "topics",
        _("Topics of counselling"),
        _("Nine topics, several of which may fit."),
        config={"labels": labels, "multiple": True},
    )


def _urgency(language: str) -> Beginning:
    labels = _labels(
        language, ("low", "gering", "low"), ("medium", "mittel", "medium"), ("high", "hoch", "high")
    )
    return Beginning(
        "urgency",
        _("Urgency"),
        _("Low, medium or high, with a reason."),
        texts={"question": {"de": "Wie dringend ist das Anliegen?", "en": "How urgent is the concern?"}},
        config={"labels": labels},
        asked=("confidence", "reasoning"),
    )


def _crisis(language: str) -> Beginning:
    labels = _labels(
        language,
        ("yes", "ja", "yes"),
        ("no", "nein", "no"),
        ("unclear", "nicht zu erkennen", "cannot be told"),
    )
    return Beginning(
        "crisis",
        _("Yes or no"),
        _("One question with “yes”, “no” and “cannot be told”; here whether there is an acute crisis."),
        texts={
            "question": {
                "de": "Besteht eine akute Krise, etwa eine Gefahr für Leib und Leben?",
                "en": "Is there an acute crisis, such as a danger to life and limb?",
            }
        },
        config={"labels": labels},
    )
