"""The one base of errors that a user can do something about."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _


class DomainError(Exception):
    """Something asked for goes against a rule; ``code`` names the rule, the text says what to do.

    Args:
        detail: a translated text for the user; the class' own ``default_detail`` where left out.
        errors: texts by input field, where the error belongs to fields.
    """

    code = "error"
    status = 400
    default_detail: str | Promise = _("This is not possible.")

    def __init__(
        self, detail: str | Promise | None = None, *, errors: dict[str, list[str]] | None = None
    ) -> None:
        self.detail = detail if detail is not None else self.default_detail
        self.errors = errors or {}
        super().__init__(detail)

    def __str__(self) -> str:
        return str(self.detail)


class InvalidInput(DomainError):
    """The input cannot be used; ``errors`` says which field and why."""

    code = "invalid"
    default_detail = _("The input has errors.")


class WrongState(DomainError):
    """The object's state does not allow what was asked."""

    code = "wrong_state"
    status = 409


class NotAllowed(DomainError):
    """The user lacks the right."""

    code = "not_allowed"
    status = 403
    default_detail = _("You do not have the right to do this.")
