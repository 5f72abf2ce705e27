"""Files of threads as tests write them, and the public ones beside the repository."""

import csv
import io
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

PUBLIC_FILES = Path(__file__).resolve().parents[2].parent / "shared" / "data" / "llars"
SAMPLE_FILES = Path(__file__).resolve().parents[2] / "pillars" / "sample"

needs_public_files = pytest.mark.skipif(
    not PUBLIC_FILES.is_dir(), reason=f"the public test files are not at {PUBLIC_FILES}"
)


def as_json(data: Any, encoding: str = "utf-8") -> bytes:
    """JSON with readable umlauts."""
    return json.dumps(data, ensure_ascii=False).encode(encoding)


def as_table(rows: Sequence[Sequence[str]], delimiter: str = ",", encoding: str = "utf-8") -> bytes:
    """A table with quotation marks where they are needed."""
    stream = io.StringIO()
    csv.writer(stream, delimiter=delimiter).writerows(rows)
    return stream.getvalue().encode(encoding)


def thread(*texts: str, **fields: Any) -> dict[str, Any]:
    """A thread in LLARS' own form, client and counsellor in turn."""
    roles = ("client", "counsellor")
    messages = [{"role": roles[place % 2], "content": text} for place, text in enumerate(texts)]
    return {"messages": messages, **fields}
