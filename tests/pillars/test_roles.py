"""Who wrote a message."""

import pytest

from llars.errors import InvalidInput
from pillars.readers.roles import Roles, role_of_flag, role_of_word


@pytest.mark.parametrize(
    "word",
    [
        "Beratende Person", "BERATEND", "Berater(in)", "Berater:in", "Berater*in", "Beraterin", "berater",
        "counselor", "counsellor", "assistant", "GPT", "bot", "AI", "model", "Beratung", "Fachkraft",
        " Beratende  Person ",
    ],
)  # fmt: skip
def test_it_knows_counsellors(word: str) -> None:
    assert role_of_word(word) == "counsellor"


@pytest.mark.parametrize(
    "word",
    [
        "Ratsuchende Person", "ratsuchend", "Ratsuchende", "Ratsuchender", "Ratsuchend(e/er)", "Klient(in)",
        "Klientin", "client", "USER", "human",
        "Hilfesuchende", "Hilfesuchende:r",
    ],
)  # fmt: skip
def test_it_knows_clients(word: str) -> None:
    assert role_of_word(word) == "client"


@pytest.mark.parametrize("word", ["Anna M.", "", "system", "berat", "in"])
def test_it_does_not_guess(word: str) -> None:
    assert role_of_word(word) is None


@pytest.mark.parametrize(
    ("value", "role"),
    [
        (True, "counsellor"),
        ("ja", "counsellor"),
        ("1", "counsellor"),
        (0, "client"),
        ("FALSE", "client"),
        ("x", None),
    ],
)
def test_a_flag_tells_the_role(value: object, role: str | None) -> None:
    assert role_of_flag(value) == role


def test_the_callers_map_goes_before_the_known_words() -> None:
    roles = Roles({"Anna M.": "client", "user": "Berater"})
    assert roles.read("anna m.") == "client"
    assert roles.read("user") == "counsellor"
    assert roles.read("human") == "client"


def test_a_map_to_something_else_is_refused_by_field() -> None:
    with pytest.raises(InvalidInput) as refused:
        Roles({"Anna": "boss"})
    assert "Anna" in refused.value.errors["role_map"][0]
    assert "leave_out" in refused.value.errors["role_map"][0]


def test_somebodys_messages_can_be_left_out_who_is_named_or_not() -> None:
    roles = Roles({"System": "leave_out", "": "LEAVE_OUT", "7": "leave_out"})
    assert {roles.read("system"), roles.read(None), roles.read(7), roles.read_flag(7)} == {"leave_out"}
