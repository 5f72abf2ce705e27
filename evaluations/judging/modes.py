"""The comparison modes in words."""

from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from evaluations.judging.pairing import ComparisonMode


@dataclass(frozen=True, slots=True)
class ModeInWords:
    """A mode's key, its name, and how its pairs are made."""

    key: ComparisonMode
    name: str | Promise
    description: str | Promise


MODES = (
    ModeInWords(
        ComparisonMode.PILLAR_SAMPLE,
        _("Sample of each pillar"),
        _("Draws threads from each pillar of a pair and compares the first with the first, and so on."),
    ),
    ModeInWords(
        ComparisonMode.ROUND_ROBIN,
        _("Everyone against everyone"),
        _("Compares every thread of one pillar with every thread of the other."),
    ),
    ModeInWords(
        ComparisonMode.FREE_FOR_ALL,
        _("Free for all"),
        _("Compares every two threads of the selection, those of the same pillar too."),
    ),
)
