"""What can keep an answer from being taken."""

from django.utils.translation import gettext_lazy as _

from evaluations.task_types.gaps import AnswerIncomplete
from llars.errors import InvalidInput, WrongState


class AnswerRefused(WrongState):
    """The answer cannot be taken as things stand; nothing of it is lost with the sender."""

    code = "answer_refused"


class AnswerConflict(AnswerRefused):
    """Another window or another version came in between; the sender is shown both."""

    code = "answer_conflict"
    default_detail = _(
        "This item was changed in another window meanwhile. Look at both and hand in what you mean."
    )


class AnswerInvalid(InvalidInput):
    """The answer lacks something or does not fit; ``errors`` is by control of the form."""

    code = "answer_invalid"
    default_detail = _("The answer is not complete yet.")

    @classmethod
    def of(cls, error: AnswerIncomplete) -> "AnswerInvalid":
        """The gaps, by field, in the order of the form."""
        errors: dict[str, list[str]] = {}
        for gap in error.gaps:
            errors.setdefault(gap.field, []).append(gap.message)
        return cls(errors=errors)
