"""Comparisons to begin with."""

from django.utils.translation import gettext_lazy as _

from evaluations.task_types.beginnings import Beginning

BEGINNINGS = (
    Beginning("overall", _("Which is better"), _("A, B or no difference, and how sure one is; the fastest.")),
    Beginning(
        "criteria",
        _("With scores on criteria"),
        _("The six criteria of counselling quality for both threads, then the verdict with a reason."),
        asked=("strength", "criteria", "confidence", "reasoning"),
        required=("criteria",),
    ),
    Beginning(
        "forced",
        _("Without a draw"),
        _("A or B: for rankings of pillars from few answers."),
        config={"allow_tie": False},
        asked=("strength", "confidence"),
    ),
)
