"""What is written to a file comes back from it, whatever the texts hold."""

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from pillars.readers import read_threads
from tests.pillars.files import as_json, as_table

TEXTS = st.text(alphabet=st.characters(exclude_categories=["Cs"]), min_size=1, max_size=200).filter(str.strip)
# A lone CR inside quotation marks is the one thing that the csv module's reader and writer see differently.
CELLS = TEXTS.map(lambda text: text.replace("\r", "\n").replace("\0", "0"))
ROLES = st.sampled_from(["client", "counsellor"])


def conversations(texts: st.SearchStrategy[str]) -> st.SearchStrategy[list[list[tuple[str, str]]]]:
    return st.lists(st.lists(st.tuples(ROLES, texts), min_size=1, max_size=5), min_size=1, max_size=4)


def read_back(raw: bytes) -> list[list[tuple[str, str]]]:
    reading = read_threads(raw)
    assert not reading.problems
    return [[(one.role, one.content) for one in each.messages] for each in reading.threads]


@given(conversations(TEXTS), st.sampled_from(["utf-8", "utf-8-sig", "utf-16"]))
@settings(max_examples=150, deadline=None)
def test_json(threads: list[list[tuple[str, str]]], encoding: str) -> None:
    data: list[dict[str, Any]] = [
        {"messages": [{"role": role, "content": content} for role, content in each]} for each in threads
    ]
    assert read_back(as_json(data, encoding)) == threads


@given(
    conversations(CELLS), st.sampled_from([",", ";", "\t"]), st.sampled_from(["utf-8", "utf-8-sig", "utf-16"])
)
@settings(max_examples=150, deadline=None)
def test_tables(threads: list[list[tuple[str, str]]], delimiter: str, encoding: str) -> None:
    rows = [["thread_id", "role", "content"]]
    rows += [[f"t{number}", role, text] for number, each in enumerate(threads) for role, text in each]
    assert read_back(as_table(rows, delimiter, encoding)) == threads
