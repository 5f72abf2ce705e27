"""Times as files have them."""

from datetime import UTC, datetime
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from pillars.readers.times import TimeUnreadable, read_time

BERLIN = ZoneInfo("Europe/Berlin")


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("2020-04-26T19:39:00+02:00", datetime(2020, 4, 26, 17, 39, tzinfo=UTC)),
        ("2020-04-26T17:39:00Z", datetime(2020, 4, 26, 17, 39, tzinfo=UTC)),
        ("2020-04-26 19:39", datetime(2020, 4, 26, 17, 39, tzinfo=UTC)),
        ("2020-12-26 19:39", datetime(2020, 12, 26, 18, 39, tzinfo=UTC)),
        ("26.04.2020 19:39", datetime(2020, 4, 26, 17, 39, tzinfo=UTC)),
        ("26.04.2020, 19:39 Uhr", datetime(2020, 4, 26, 17, 39, tzinfo=UTC)),
        ("26.4.2020 19:39:05", datetime(2020, 4, 26, 17, 39, 5, tzinfo=UTC)),
        ("26.04.20", datetime(2020, 4, 26, tzinfo=BERLIN)),
        ("26.04.98", datetime(1998, 4, 26, tzinfo=BERLIN)),
        ("14. März 2025, 17:30 Uhr", datetime(2025, 3, 14, 16, 30, tzinfo=UTC)),
        ("3. Nov 2025, 18:40", datetime(2025, 11, 3, 17, 40, tzinfo=UTC)),
        ("5. Mrz. 2025 8:05", datetime(2025, 3, 5, 7, 5, tzinfo=UTC)),
        ("7.Dezember 2024", datetime(2024, 12, 7, tzinfo=BERLIN)),
        (1706000000, datetime(2024, 1, 23, 8, 53, 20, tzinfo=UTC)),
        ("1706000000", datetime(2024, 1, 23, 8, 53, 20, tzinfo=UTC)),
        (1706000000000, datetime(2024, 1, 23, 8, 53, 20, tzinfo=UTC)),
        ("20200426", datetime(2020, 4, 26, tzinfo=BERLIN)),
    ],
)
def test_it_understands(value: Any, expected: datetime) -> None:
    assert read_time(value) == expected


@pytest.mark.parametrize("value", [None, "", "  "])
def test_nothing_is_no_time(value: Any) -> None:
    assert read_time(value) is None


@pytest.mark.parametrize(
    "value", ["gestern", "31.02.2020", 2020, "12", True, float("nan"), [1], "26.04.2020 25:00", -1706000000]
)
def test_it_refuses_what_it_would_have_to_guess(value: Any) -> None:
    with pytest.raises(TimeUnreadable):
        read_time(value)
