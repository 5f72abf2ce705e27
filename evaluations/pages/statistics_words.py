"""The coefficients, and why one is undefined, in words."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from evaluations.statistics.metrics import Metric
from evaluations.statistics.results import Undefined

METRICS: dict[Metric, str | Promise] = {
    Metric.PERCENT: _("Agreement"),
    Metric.COHEN_KAPPA: _("Cohen’s kappa"),
    Metric.WEIGHTED_KAPPA: _("Weighted kappa (quadratic)"),
    Metric.FLEISS_KAPPA: _("Fleiss’ kappa"),
    Metric.KRIPPENDORFF_ALPHA: _("Krippendorff’s alpha"),
    Metric.GWET_AC1: _("Gwet’s AC1"),
    Metric.SPEARMAN: _("Spearman’s rho"),
    Metric.KENDALL_TAU_B: _("Kendall’s tau-b"),
    Metric.KENDALL_W: _("Kendall’s W"),
    Metric.ICC_2_1: _("ICC(2,1)"),
    Metric.ACCURACY: _("Accuracy against known answers"),
    Metric.MACRO_F1: _("Macro F1 against known answers"),
    Metric.MAE: _("Mean absolute difference"),
    Metric.RMSE: _("Root of the mean squared difference"),
}

REASONS: dict[Undefined, str | Promise] = {
    Undefined.NO_RATINGS: _("nobody has answered"),
    Undefined.TOO_FEW_RATERS: _("fewer than two have answered"),
    Undefined.TOO_FEW_UNITS: _("too few items were answered by several"),
    Undefined.NO_COMMON_UNITS: _("no item was answered by two"),
    Undefined.NO_VARIATION: _("all answers are the same"),
    Undefined.NOT_FOR_THIS_LEVEL: _("it does not apply to this kind of scale"),
    Undefined.MISSING_RATINGS: _("too few items were answered by everybody"),
    Undefined.NO_KNOWN_LABELS: _("no item has a known answer"),
    Undefined.UNDEFINED_RESAMPLES: _("too many draws of the items have no value"),
    Undefined.TOO_LARGE: _("too much to compute while you wait"),
}
