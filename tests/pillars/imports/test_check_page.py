"""What is set in the check of a file, by a person without a script, and what comes of it."""

import json
import re
from collections.abc import Callable
from typing import Any

import pytest

from pillars.models import Pillar, PillarAssignment, Thread
from tests.pillars.imports.conftest import Uploader

pytestmark = pytest.mark.django_db(transaction=True)

SAID = [{"role": "client", "content": "Hallo"}, {"role": "counsellor", "content": "Guten Tag"}]


def _json(*threads: dict[str, Any]) -> bytes:
    return json.dumps(threads, ensure_ascii=False).encode()


def test_a_third_voice_is_left_out_on_the_page(uploader: Callable[[], Uploader]) -> None:
    said = [*SAID, {"role": "Leitung", "content": "Notiz"}, {"content": "Ohne Namen"}]
    person = uploader()
    run = person.add("a.json", _json({"id": "v", "messages": said}))
    assert run is not None
    person.look(run)
    out = {f"role-{n}": one["role"] or "leave_out" for n, one in enumerate(run.findings["roles"])}
    person.set(run, again="1", good_only="on", **out)
    page = person.look(run)
    assert run.reading["role_map"] == {"Leitung": "leave_out", "": "leave_out"}
    assert len(re.findall(r'value="leave_out"\s+selected', page)) == 2
    assert "weil es so gewählt ist" in page
    person.set(run, next="1", good_only="on", **out)
    done = person.start(run)
    assert (done.imported, done.failed) == (1, 0)
    assert Thread.objects.get(external_id="v").messages.count() == 2


def test_all_sure_values_of_a_kind_are_chosen_at_once_and_single_choices_stay(
    uploader: Callable[[], Uploader],
) -> None:
    text = (
        "a@example.org, b@example.org, Telefon 0911 5880-1234. Ich wohne in Nürnberg, doch Hamburg gefällt."
    )
    person = uploader()
    run = person.add("a.json", _json({"id": "p", "messages": [{"role": "client", "content": text}, SAID[1]]}))
    assert run is not None
    page = person.look(run)
    assert "Alle wählen: E-Mail-Adressen (2)" in page
    places = {one["value"]: str(n) for n, one in enumerate(run.findings["personal"])}
    assert not run.findings["personal"][int(places["Hamburg"])]["is_sure"]
    person.set(run, personal_all="email", good_only="on", personal=[places["0911 5880-1234"]])
    chosen = {value for _kind, value in run.reading["replaced"]}
    assert chosen == {"a@example.org", "b@example.org", "0911 5880-1234"}
    page = person.look(run)
    assert len(re.findall(r'id="personal-\d+"\s+checked', page)) == 3
    person.set(run, personal_all="city", good_only="on")
    assert [value for _kind, value in run.reading["replaced"]] == ["Nürnberg"]
    person.set(run, personal_all="city", good_only="on", personal=[places["Hamburg"]])
    assert {value for _kind, value in run.reading["replaced"]} == {"Nürnberg", "Hamburg"}


def test_the_report_tells_new_threads_from_those_that_were_only_assigned(
    uploader: Callable[[], Uploader], pillars: dict[int, Pillar]
) -> None:
    first = uploader()
    run = first.add("a.json", _json({"id": "a", "messages": SAID}))
    assert run is not None
    first.look(run)
    first.start(run)
    PillarAssignment.objects.filter(thread__external_id="a").delete()
    second = uploader()
    both = second.add("b.json", _json({"id": "a", "messages": SAID}, {"id": "n", "messages": SAID[:1]}))
    assert both is not None
    second.look(both)
    done = second.start(both)
    assert (done.imported, done.skipped) == (2, 0)
    address = f"/judge/import/{both.pk}"
    assert "neu: 1, bekannt und nur zugeordnet: 1" in second.client.get(address).content.decode()
    second.client.post(f"{address}/undo")
    assert 'data-testid="brought-parts"' not in second.client.get(address).content.decode()
