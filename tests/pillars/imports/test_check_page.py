"""What is set in the check of a file, by a person without a script, and what comes of it."""

import json
import re
from collections.abc import Callable
from typing import Any

import pytest

from pillars.models import Thread
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
