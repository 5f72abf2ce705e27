"""The pages of prompts: written, compared, previewed, moved about, and never changed once saved."""

import json
from io import BytesIO
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from evaluations.models import Model
from prompts.comparing import diff
from prompts.models import PromptTemplate
from tests.evaluations.reports.scenarios import recorded_scenario
from tests.sessions import make_session

GOOD = {"system_text": "Vergleiche.", "user_text": "{thread_a} oder {thread_b}?", "note": "kürzer"}


@pytest.fixture
def page(anna: User, default_prompts: None) -> Client:
    """Anna at her browser."""
    client = Client()
    client.force_login(anna)
    return client


@pytest.fixture
def prompt(default_prompts: None) -> PromptTemplate:
    """The default prompt of comparisons."""
    return PromptTemplate.objects.get(task_type="comparison", language="de", is_default=True)


def test_the_list_has_a_prompt_for_each_type(page: Client, django_assert_max_num_queries: Any) -> None:
    with django_assert_max_num_queries(12):
        html = page.get("/prompts").content.decode()
    assert html.count('data-testid="prompt-row"') == PromptTemplate.objects.count() == 12


def test_saving_makes_a_new_version_and_keeps_the_old_one(page: Client, prompt: PromptTemplate) -> None:
    before = prompt.latest_version().system_text
    assert page.post(f"/prompts/{prompt.pk}", GOOD).status_code == 302
    versions = {v.number: v for v in prompt.versions.all()}
    assert versions[1].system_text == before
    assert (versions[2].system_text, versions[2].note) == ("Vergleiche.", "kürzer")
    assert "kürzer" in page.get(f"/prompts/{prompt.pk}").content.decode()


def test_an_unknown_variable_is_refused_with_the_known_ones_and_nothing_is_lost(
    page: Client, prompt: PromptTemplate
) -> None:
    response = page.post(f"/prompts/{prompt.pk}", GOOD | {"system_text": "Nimm {unfug}."})
    html = response.content.decode()
    assert response.status_code == 400
    assert "{unfug}" in html
    assert "{thread_a}" in html
    assert "Nimm {unfug}." in html
    assert prompt.versions.count() == 1


def test_a_new_prompt_is_made(page: Client) -> None:
    fields = GOOD | {"name": "Eigener", "task_type": "comparison", "language": "de"}
    assert page.post("/prompts/new", fields).status_code == 302
    assert PromptTemplate.objects.get(name="Eigener").versions.count() == 1
    again = page.post("/prompts/new", fields)
    assert again.status_code == 400
    assert "Eigener" in again.content.decode()


def test_two_versions_are_shown_side_by_side(page: Client, prompt: PromptTemplate) -> None:
    page.post(f"/prompts/{prompt.pk}", GOOD)
    html = page.get(f"/prompts/{prompt.pk}/diff?from=1&to=2").content.decode()
    assert "<ins>Vergleiche.</ins>" in html
    assert "<del>" in html
    assert page.get(f"/prompts/{prompt.pk}/diff?from=77").status_code == 404


def test_a_difference_keeps_every_line() -> None:
    old, new = "a\nb\nc", "a\nx\ny\nc\nd"
    lines = diff(old, new)
    assert [line.old for line in lines if line.old_number] == old.split("\n")
    assert [line.new for line in lines if line.new_number] == new.split("\n")
    assert [line.kind for line in lines] == ["same", "changed", "added", "same", "added"]


def test_a_written_out_prompt_comes_in_equal(page: Client, prompt: PromptTemplate) -> None:
    page.post(f"/prompts/{prompt.pk}", GOOD)
    text = page.get(f"/prompts/{prompt.pk}/export").content
    body = json.loads(text) | {"name": "Von anderswo"}
    assert page.post("/prompts", {"file": BytesIO(json.dumps(body).encode())}).status_code == 302
    copy = PromptTemplate.objects.get(name="Von anderswo")
    both = [
        list(t.versions.order_by("number").values_list("content_hash", flat=True)) for t in (prompt, copy)
    ]
    assert both[0] == both[1]
    page.post("/prompts", {"file": BytesIO(text)})
    assert prompt.versions.count() == 2


@pytest.mark.parametrize(
    "text", [b"no json", b"[]", b"{}", b'{"format": "llars-prompt-v1"}', b"\xff\xfe\x00"]
)
def test_a_file_that_is_no_prompt_is_refused(page: Client, text: bytes) -> None:
    assert page.post("/prompts", {"file": BytesIO(text)}).status_code == 400


def test_it_is_copied_made_default_archived_and_restored(page: Client, prompt: PromptTemplate) -> None:
    page.post(f"/prompts/{prompt.pk}", GOOD)
    act = f"/prompts/{prompt.pk}/act"
    assert page.post(act, {"act": "restore", "version": "1"}).status_code == 302
    assert prompt.latest_version().number == 3
    assert page.post(act, {"act": "archive"}).status_code == 409
    page.post(act, {"act": "clone", "name": "Zweiter"})
    copy = PromptTemplate.objects.get(name="Zweiter")
    page.post(f"/prompts/{copy.pk}/act", {"act": "default"})
    assert page.post(act, {"act": "archive"}).status_code == 302
    prompt.refresh_from_db()
    assert prompt.archived_at is not None
    page.post(act, {"act": "unarchive"})
    prompt.refresh_from_db()
    assert prompt.archived_at is None
    assert page.post(act, {"act": "nope"}).status_code == 404


def test_it_says_which_sessions_used_which_version(
    page: Client, prompt: PromptTemplate, anna: User, pillars: Any, baseline: Model
) -> None:
    make_session(anna, baseline, session_name="Mit Version 1", prompt_template_id=prompt.pk)
    assert "Mit Version 1" in page.get(f"/prompts/{prompt.pk}").content.decode()


def test_a_preview_is_filled_with_a_real_item(page: Client, prompt: PromptTemplate, anna: User) -> None:
    assert page.get(f"/prompts/{prompt.pk}/preview").status_code == 200
    scenario = recorded_scenario(anna, items=2)
    item = scenario.items.first()
    assert item is not None
    html = page.get(f"/prompts/{prompt.pk}/preview?item={item.pk}").content.decode()
    assert "MATERIAL-" in html
    assert "2 0 eins" in html
    assert page.get(f"/prompts/{prompt.pk}/preview?item=99999").status_code == 400


@pytest.mark.parametrize("path", ["", "/new", "/{pk}", "/{pk}/diff", "/{pk}/preview", "/{pk}/export"])
def test_evaluators_and_strangers_are_kept_out(ben: User, prompt: PromptTemplate, path: str) -> None:
    client = Client()
    address = f"/prompts{path.format(pk=prompt.pk)}"
    assert client.get(address).status_code == 302
    client.force_login(ben)
    assert client.get(address).status_code == 403
