"""What can keep a scenario from being made, changed or answered."""

from django.utils.translation import gettext_lazy as _

from llars.errors import InvalidInput, WrongState


class ScenarioInvalid(InvalidInput):
    """The scenario cannot be like this; ``errors`` says which field and why."""

    code = "scenario_invalid"
    default_detail = _("The scenario cannot be made like this.")


class ItemsInvalid(InvalidInput):
    """The items cannot be taken, none of them; ``errors`` is by item, as ``items.<index>``."""

    code = "items_invalid"
    default_detail = _("The items cannot be taken; none was.")


class ScenarioLocked(WrongState):
    """The scenario's status, or answers that exist, do not allow the change."""

    code = "scenario_locked"
