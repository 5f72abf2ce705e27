"""Everything that can keep a call from giving an answer, each with its own name."""

from dataclasses import dataclass
from enum import StrEnum

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _


class FailureCode(StrEnum):
    """Why a call gave no answer."""

    REFUSED = "refused"
    FILTERED = "filtered"
    TRUNCATED = "truncated"
    EMPTY = "empty"
    MALFORMED = "malformed"
    INVALID = "invalid"
    CONTEXT_TOO_LONG = "context_too_long"
    UNAUTHORISED = "unauthorised"
    NO_SUCH_MODEL = "no_such_model"
    QUOTA_EXCEEDED = "quota_exceeded"
    RATE_LIMITED = "rate_limited"
    TIMED_OUT = "timed_out"
    UNREACHABLE = "unreachable"
    PROVIDER_ERROR = "provider_error"
    BAD_REQUEST = "bad_request"
    MODE_REFUSED = "mode_refused"
    HOST_NOT_ALLOWED = "host_not_allowed"
    NOT_FOR_REAL_DATA = "not_for_real_data"
    TEXTS_REMOVED = "texts_removed"
    INTERRUPTED = "interrupted"
    CRASHED = "crashed"

    @property
    def label(self) -> str | Promise:
        """The name of the failure as users read it."""
        return LABELS[self]


LABELS: dict[FailureCode, str | Promise] = {
    FailureCode.REFUSED: _("refused by the model"),
    FailureCode.FILTERED: _("stopped by the provider's content filter"),
    FailureCode.TRUNCATED: _("cut off at the token limit"),
    FailureCode.EMPTY: _("empty answer"),
    FailureCode.MALFORMED: _("not readable as JSON"),
    FailureCode.INVALID: _("does not fit the schema"),
    FailureCode.CONTEXT_TOO_LONG: _("too long for the model's context window"),
    FailureCode.UNAUTHORISED: _("key refused by the provider"),
    FailureCode.NO_SUCH_MODEL: _("model unknown to the provider"),
    FailureCode.QUOTA_EXCEEDED: _("budget at the provider used up"),
    FailureCode.RATE_LIMITED: _("too many calls for the provider"),
    FailureCode.TIMED_OUT: _("no answer within the time limit"),
    FailureCode.UNREACHABLE: _("provider not reachable or connection lost"),
    FailureCode.PROVIDER_ERROR: _("error at the provider"),
    FailureCode.BAD_REQUEST: _("request refused by the provider"),
    FailureCode.MODE_REFUSED: _("kind of structured output refused by the provider"),
    FailureCode.HOST_NOT_ALLOWED: _("provider's address is not allowed"),
    FailureCode.NOT_FOR_REAL_DATA: _("model not allowed for real data"),
    FailureCode.TEXTS_REMOVED: _("the texts were removed"),
    FailureCode.INTERRUPTED: _("interrupted, the worker was lost"),
    FailureCode.CRASHED: _("error in this program"),
}

CORRECTABLE = frozenset({FailureCode.EMPTY, FailureCode.MALFORMED, FailureCode.INVALID})
"""Asked again, told what was wrong."""

TRANSIENT = frozenset({FailureCode.UNREACHABLE, FailureCode.PROVIDER_ERROR})
"""Asked again after a pause."""

NEEDS_A_PERSON = frozenset(
    {
        FailureCode.UNAUTHORISED,
        FailureCode.NO_SUCH_MODEL,
        FailureCode.QUOTA_EXCEEDED,
        FailureCode.HOST_NOT_ALLOWED,
        FailureCode.NOT_FOR_REAL_DATA,
    }
)
"""No call of the session can succeed until somebody changes something: it is paused."""


@dataclass(frozen=True, slots=True)
class Usage:
    """Tokens of one call; ``estimated`` where the provider did not report them."""

    input_tokens: int = 0
    output_tokens: int = 0
    estimated: bool = False


class CallFailed(Exception):
    """A call gave no answer.

    Args:
        code: which failure.
        detail: what exactly, for people; may be the provider's own words.
        raw_text: what came before it failed, whole.
        usage: the tokens that were used all the same.
        retry_after_s: how long the provider asks to wait, in seconds.
    """

    def __init__(
        self,
        code: FailureCode,
        detail: str = "",
        *,
        raw_text: str = "",
        usage: Usage | None = None,
        retry_after_s: float | None = None,
    ) -> None:
        self.code = code
        self.detail = detail
        self.raw_text = raw_text
        self.usage = usage or Usage()
        self.retry_after_s = retry_after_s
        super().__init__(f"{code}: {detail}")
