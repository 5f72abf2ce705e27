"""Figures on pages are rounded, never cut, and written as the reader writes them."""

import pytest
from django.utils.translation import override

from llars.templatetags.page import decimal, duration, milliseconds, percent

pytestmark = pytest.mark.database_free


@pytest.mark.parametrize(
    ("share", "digits", "german", "english"),
    [
        (2 / 3, 0, "67 %", "67 %"),
        (0.9999999999999999, 0, "100 %", "100 %"),
        (0.666, 1, "66,6 %", "66.6 %"),
        (0.9996, 1, "100,0 %", "100.0 %"),
        (0.0, 0, "0 %", "0 %"),
        (None, 0, "–", "–"),
    ],
)
def test_a_share_is_rounded(share: float | None, digits: int, german: str, english: str) -> None:
    with override("de"):
        assert percent(share, digits) == german
    with override("en"):
        assert percent(share, digits) == english


def test_a_number_is_rounded() -> None:
    with override("de"):
        assert decimal(999.999, 0) == "1000"
        assert decimal(3.456) == "3,46"
        assert decimal(None) == "–"


def test_times_are_rounded() -> None:
    with override("de"):
        assert milliseconds(1999) == "2,00 s"
        assert duration(2 * 3600 - 1) == "2,0 Stunden"
