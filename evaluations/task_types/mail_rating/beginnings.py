"""Mail ratings to begin with."""

from django.utils.translation import gettext_lazy as _

from evaluations.task_types.beginnings import Beginning

BEGINNINGS = (
    Beginning(
        "quality",
        _("Quality of counselling"),
        _("Five criteria, from empathy on, and an overall rating, 1 to 5."),
        config={"preset": "beratungsqualitaet"},
    ),
    Beginning(
        "quality_with_reasons",
        _("Quality of counselling with reasons"),
        _("The same with a reason for each criterion; for few items and much insight."),
        config={"preset": "beratungsqualitaet"},
        asked=("confidence", "reasons", "reasoning"),
        required=("reasons",),
    ),
    Beginning(
        "kia",
        _("KIA metrics"),
        _("Coherence, quality, authenticity, feedback."),
        config={"preset": "kia_metriken"},
    ),
)
