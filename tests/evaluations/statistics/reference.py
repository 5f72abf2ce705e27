"""Public data with known answers, beside the project; tests that need it are skipped where it is absent."""

import json
from pathlib import Path
from typing import Any

import pytest

DATA = Path(__file__).resolve().parents[4] / "shared" / "data"


def load(name: str) -> Any:
    """The JSON file ``name`` of the reference data."""
    path = DATA / name
    if not path.exists():
        pytest.skip(f"the reference data is not there: ../shared/data/{name}")
    return json.loads(path.read_text(encoding="utf-8"))
