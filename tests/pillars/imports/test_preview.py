"""The check shows threads as they will look, with all that belongs to them, and stays small for long ones."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from pillars.models import ImportRun
from tests.pillars.imports.conftest import Uploader

pytestmark = pytest.mark.django_db(transaction=True)

WHOLE = {
    "id": "k7",
    "subject": "Schulden",
    "label": "dringend",
    "messages": [
        {"role": "client", "content": "Was soll ich tun?", "timestamp": "2024-02-03T10:15:00+01:00"},
        {"role": "counsellor", "content": "Erzählen Sie mehr."},
    ],
    "features": [
        {
            "type": "summary",
            "content": "Es geht um Schulden.",
            "model_name": "Mistral Small",
            "provenance": {"temperature": 0.2},
        }
    ],
    "metadata": {"alter": 41, "herkunft": "Chat"},
}


def _page(uploader: Callable[[], Uploader], *threads: dict[str, Any]) -> tuple[str, ImportRun]:
    person = uploader()
    run = person.add("threads.json", json.dumps(threads).encode())
    assert run is not None
    return person.look(run), run


def test_label_metadata_features_and_times_are_shown(uploader: Callable[[], Uploader]) -> None:
    page, _run = _page(uploader, WHOLE)
    for words in ("k7", "dringend", "Mistral Small", "Es geht um Schulden.", "temperature", "0.2"):
        assert words in page, words
    assert ">3. Feb 2024, 10:15</time>" in page
    assert "<dt>alter</dt>" in page
    assert "<dt>herkunft</dt>" in page
    assert "nicht gezeigt" not in page


def test_a_long_value_is_folded_and_a_short_one_is_not(uploader: Callable[[], Uploader]) -> None:
    long = "Ein langer Satz ohne Ende. " * 40
    page, _run = _page(uploader, WHOLE | {"metadata": {"notiz": long}})
    told = page.split("<dt>notiz</dt>")[1]
    assert "<details" in told.split("</dd>")[0]
    assert long.strip() in told
    feature = page.split('data-testid="feature"')[1].split("Es geht um Schulden.")[0]
    assert "<details" not in feature


def test_a_very_long_thread_says_what_is_left_out_and_stays_small(uploader: Callable[[], Uploader]) -> None:
    turns = [{"role": "client", "content": "x" * 15_000}, {"role": "counsellor", "content": "y" * 800_000}]
    many = [{"type": f"art {n}", "content": "z" * 1_000, "model_name": "m"} for n in range(50)]
    long = {
        "id": "lang",
        "messages": turns + [{"role": "client", "content": "Noch etwas."}] * 3,
        "features": many,
        "metadata": {f"feld {n}": "w" * 30 for n in range(45)},
    }
    page, run = _page(uploader, *({**long, "id": f"lang{n}", "subject": str(n)} for n in range(3)))
    assert "795.000 weitere Zeichen sind hier nicht gezeigt." in page
    assert "3 weitere Nachrichten sind hier nicht gezeigt." in page
    assert "40 weitere Features sind hier nicht gezeigt." in page
    assert "5 weitere Einträge sind hier nicht gezeigt." in page
    assert len(json.dumps(run.findings["preview"])) < 3 * 60_000
    assert len(page) < 300_000


def test_features_are_cleaned_as_they_will_come_in(uploader: Callable[[], Uploader]) -> None:
    feature = {"type": "summary", "content": "Ruft unter 0911 5880-1234 zurück.", "model_name": "m"}
    person = uploader()
    run = person.add("threads.json", json.dumps([WHOLE | {"features": [feature]}]).encode())
    assert run is not None
    person.look(run)
    person.set(run, again="1", personal=["0"])
    assert "Ruft unter [Telefon 1] zurück." in person.look(run)


def test_what_was_checked_before_features_were_kept_still_opens(uploader: Callable[[], Uploader]) -> None:
    person = uploader()
    run = person.add("threads.json", json.dumps([WHOLE]).encode())
    assert run is not None
    person.look(run)
    old = {
        "where": "[0]",
        "id": "k7",
        "subject": "Schulden",
        "messages": [{"role": "client", "content": "Hallo"}],
    }
    run.findings |= {"preview": [old]}
    run.save(update_fields=["findings"])
    assert "Hallo" in person.look(run)
