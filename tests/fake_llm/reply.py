"""What goes back for a call: an answer under way through the faults to the wire, or an error."""

from copy import deepcopy
from dataclasses import dataclass, field
from typing import Any, Literal

from .answers import dumps
from .judges import Winner

Channel = Literal["content", "tool", "refusal", "none"]


@dataclass(slots=True)
class HttpError:
    """A response in OpenAI's error shape, or a bare HTML page where `html` is set."""

    status: int
    message: str
    kind: str = "invalid_request_error"
    code: str | None = None
    param: str | None = None
    headers: dict[str, str] = field(default_factory=dict)
    html: bool = False


@dataclass(slots=True)
class Reply:
    """An answer.

    `payload` is the answer as JSON value (None for plain text) and `text` what is sent of it in `channel`;
    `reasoning` goes out before it, in the field `reasoning_field`. `stop_after` ends the stream after so many
    pieces (-1: before the headers) in the way that `stop` says. `latency` is in seconds.
    """

    payload: Any
    text: str
    channel: Channel
    winner: Winner | None
    language: str
    latency: float
    finish: str = "stop"
    reasoning: str = ""
    reasoning_field: str = "reasoning_content"
    usage: bool = True
    hold: bool = False
    stop: Literal["", "stall", "drop", "error"] = ""
    stop_after: int = 2
    error: HttpError | None = None
    edited: bool = False

    def edit(self) -> Any:
        """Return the payload for changing; the text is written anew from it by `render`."""
        if not self.edited:
            self.payload, self.edited = deepcopy(self.payload), True
        return self.payload

    def render(self) -> None:
        """Write the text anew where the payload was changed."""
        if self.edited:
            self.text, self.edited = dumps(self.payload), False

    def say(self, text: str) -> None:
        """Replace the answer by plain text, outside of any tool call."""
        self.text, self.channel, self.finish = text, "content", "stop"
