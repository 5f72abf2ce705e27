"""What can keep a judge session from being made or moved on."""

from django.utils.translation import gettext_lazy as _

from llars.errors import InvalidInput, WrongState


class PlanInvalid(InvalidInput):
    """The session asked for cannot be made; ``errors`` says which field and why."""

    code = "plan_invalid"
    default_detail = _("The session cannot be made like this.")


class LifecycleConflict(WrongState):
    """The session's status does not allow the step."""

    code = "lifecycle_conflict"


class NotPairwise(WrongState):
    """Something was asked of a session that only comparisons have."""

    code = "not_pairwise"
