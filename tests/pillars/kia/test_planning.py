"""What a sync would do, from two lists of files alone."""

from dataclasses import dataclass

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pillars.kia.planning import Known, pillars_of, plan

pytestmark = pytest.mark.database_free

PATTERNS = [("saeule_1/**/*.json", 1), ("saeule_3/*.{json,csv}", 3)]


@dataclass(frozen=True)
class File:
    path: str
    blob_id: str


def _known(*files: tuple[str, str, int]) -> dict[str, Known]:
    return {path: Known(path, blob, pillar) for path, blob, pillar in files}


@pytest.mark.parametrize(
    ("path", "pillars"),
    [
        ("saeule_1/a.json", {1}),
        ("saeule_1/x/y/a.json", {1}),
        ("saeule_1/a.csv", set()),
        ("saeule_3/a.csv", {3}),
        ("saeule_3/x/a.csv", set()),
        ("README.md", set()),
    ],
)
def test_patterns_tell_the_pillar(path: str, pillars: set[int]) -> None:
    assert pillars_of(path, PATTERNS) == pillars


def test_each_file_is_told_by_what_has_become_of_it() -> None:
    known = _known(
        ("saeule_1/same.json", "s", 1), ("saeule_1/other.json", "o", 1), ("saeule_1/old.json", "m", 1),
        ("saeule_1/away.json", "w", 1),
    )  # fmt: skip
    files = [
        File("saeule_1/same.json", "s"), File("saeule_1/other.json", "o2"),
        File("saeule_1/new/place.json", "m"), File("saeule_1/fresh.json", "f"), File("README.md", "r"),
    ]  # fmt: skip
    found = plan(files, known, PATTERNS)
    assert [one.path for one in found.unchanged] == ["saeule_1/same.json"]
    assert [one.path for one in found.changed] == ["saeule_1/other.json"]
    assert [(one.path, one.moved_from) for one in found.moved] == [
        ("saeule_1/new/place.json", "saeule_1/old.json")
    ]
    assert [one.path for one in found.new] == ["saeule_1/fresh.json"]
    assert [one.path for one in found.gone] == ["saeule_1/away.json"]


def test_a_path_of_two_pillars_is_left_alone() -> None:
    both = [*PATTERNS, ("saeule_1/*.json", 3)]
    found = plan([File("saeule_1/a.json", "x")], _known(("saeule_1/a.json", "w", 1)), both)
    assert found.ambiguous == ["saeule_1/a.json"]
    assert not (found.new or found.changed or found.gone)


@given(st.dictionaries(st.sampled_from([f"saeule_1/{n}.json" for n in range(8)]), st.sampled_from("abcd")))
def test_after_a_sync_nothing_is_left_to_do(files: dict[str, str]) -> None:
    now = [File(path, blob) for path, blob in files.items()]
    known = _known(*((path, blob, 1) for path, blob in files.items()))
    found = plan(now, known, PATTERNS)
    assert len(found.unchanged) == len(files)
    assert not (found.new or found.changed or found.moved or found.gone)
