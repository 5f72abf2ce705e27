"""How many tokens a text has, estimated where no provider tells."""

import math

CHARS_PER_TOKEN = 3.2
"""German text has 3 to 4 characters a token with common tokenisers; a low value overestimates."""


def estimate_tokens(text: str) -> int:
    """An estimate on the high side."""
    return math.ceil(len(text) / CHARS_PER_TOKEN)
