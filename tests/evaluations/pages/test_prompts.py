"""The pages of prompts: written, compared, previewed, moved about, and never changed once saved."""

import json
from io import BytesIO
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils.html import escape

from evaluations.models import Model
from llars.models import AuditEntry
from pillars.models import Pillar
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
    assert html.count('data-testid="prompt-row"') == PromptTemplate.objects.count() == 18


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
    assert "<ins>" in html
    assert "<del>" in html
    assert "anna" in html
    assert page.get(f"/prompts/{prompt.pk}/diff?from=77").status_code == 404


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


@pytest.mark.parametrize("text", [b"no json", b"{}", b"\xff\xfe\x00", b" " * 5_000_001, None])
def test_a_file_that_is_no_prompt_is_refused(page: Client, text: bytes | None) -> None:
    fields = {"file": BytesIO(text)} if text is not None else {}
    refused = page.post("/prompts", fields)
    assert refused.status_code == 400
    assert 'role="alert"' in refused.content.decode()


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


def test_what_somebody_else_saved_meanwhile_is_not_overtaken_unseen(
    page: Client, prompt: PromptTemplate
) -> None:
    begun = GOOD | {"base": "1", "system_text": "Meins."}
    page.post(f"/prompts/{prompt.pk}", GOOD | {"base": "1"})
    late = page.post(f"/prompts/{prompt.pk}", begun)
    html = late.content.decode()
    assert late.status_code == 400
    assert "Meins." in html
    assert 'name="base" value="2"' in " ".join(html.split())
    assert prompt.versions.count() == 2
    assert page.post(f"/prompts/{prompt.pk}", begun | {"base": "2"}).status_code == 302
    assert prompt.latest_version().system_text == "Meins."


def test_a_new_version_needs_a_reason(page: Client, prompt: PromptTemplate) -> None:
    refused = page.post(f"/prompts/{prompt.pk}", GOOD | {"note": " "})
    assert refused.status_code == 400
    assert "Vergleiche." in refused.content.decode()
    assert page.post(f"/prompts/{prompt.pk}", GOOD | {"note": "x" * 301}).status_code == 400
    assert prompt.versions.count() == 1


def test_the_same_texts_are_not_said_to_be_saved(page: Client, prompt: PromptTemplate) -> None:
    latest = prompt.latest_version()
    same = {"system_text": latest.system_text, "user_text": latest.user_text, "note": "nichts"}
    html = page.post(f"/prompts/{prompt.pk}", same, follow=True).content.decode()
    assert prompt.versions.count() == 1
    assert "Version 1 wurde gespeichert" not in html


def test_the_page_marks_variables_and_says_what_they_are(page: Client, prompt: PromptTemplate) -> None:
    html = page.get(f"/prompts/{prompt.pk}").content.decode()
    assert "<mark>{thread_a}</mark>" in html
    assert "<code>{pillar_a}</code>" in html


def test_a_name_that_is_taken_is_refused_when_copying(page: Client, prompt: PromptTemplate) -> None:
    act = {"act": "clone", "name": prompt.name, "language": "de"}
    refused = page.post(f"/prompts/{prompt.pk}/act", act)
    assert refused.status_code == 400
    page.post(f"/prompts/{prompt.pk}/act", act | {"name": "Englisch", "language": "en"})
    assert PromptTemplate.objects.get(name="Englisch").language == "en"


def test_it_says_which_scenarios_have_chosen_it(
    page: Client, prompt: PromptTemplate, anna: User, dora: User
) -> None:
    for owner, name in ((anna, "Meine Studie"), (dora, "Fremde Studie")):
        scenario = recorded_scenario(owner, items=1)
        scenario.name, scenario.prompt_config = name, {"template_id": prompt.pk}
        scenario.save(update_fields=["name", "prompt_config"])
    html = page.get(f"/prompts/{prompt.pk}").content.decode()
    assert "Meine Studie" in html
    assert "Fremde Studie" not in html


def test_the_page_of_a_prompt_does_not_grow_queries_with_its_use(
    page: Client, prompt: PromptTemplate, anna: User, pillars: Any, baseline: Model
) -> None:
    def queries() -> int:
        with CaptureQueriesContext(connection) as seen:
            page.get(f"/prompts/{prompt.pk}")
        return len(seen)

    make_session(anna, baseline, prompt_template_id=prompt.pk)
    before = queries()
    for number in range(3):
        page.post(f"/prompts/{prompt.pk}", GOOD | {"system_text": f"Vergleiche {number}."})
        make_session(anna, baseline, prompt_template_id=prompt.pk)
    assert queries() == before


def test_texts_that_are_not_saved_are_previewed(page: Client, prompt: PromptTemplate, anna: User) -> None:
    item = recorded_scenario(anna, items=1).items.get()
    draft = GOOD | {"item": str(item.pk), "system_text": "Nur ein Entwurf."}
    shown = page.post(f"/prompts/{prompt.pk}/preview", draft)
    assert shown.status_code == 200
    assert "Nur ein Entwurf." in shown.content.decode()
    refused = page.post(f"/prompts/{prompt.pk}/preview", draft | {"user_text": "{nope}"})
    assert refused.status_code == 400
    assert "{thread_a}" in refused.content.decode()
    assert prompt.versions.count() == 1


def test_a_preview_of_threads_from_pillars_goes_on_record(
    page: Client, prompt: PromptTemplate, pillars: dict[int, Pillar], judge_model: Model
) -> None:
    Model.objects.update(input_price=1_000_000)
    first, second = (pillars[number].threads.order_by("pk")[0] for number in (1, 3))
    address = f"/prompts/{prompt.pk}/preview?thread_a={first.pk}&thread_b={second.pk}&model={judge_model.pk}"
    html = page.get(address).content.decode()
    for thread in (first, second):
        message = thread.messages.order_by("position")[0]
        assert escape(message.content[:60]) in html
    assert "MATERIAL-" in html
    assert AuditEntry.objects.filter(action="read", target_type="thread").count() == 2
    same = page.get(f"/prompts/{prompt.pk}/preview?thread_a={first.pk}&thread_b={first.pk}")
    assert same.status_code == 400


def test_a_preview_is_filled_with_a_real_item(page: Client, prompt: PromptTemplate, anna: User) -> None:
    assert page.get(f"/prompts/{prompt.pk}/preview").status_code == 200
    scenario = recorded_scenario(anna, items=2)
    item = scenario.items.first()
    assert item is not None
    html = page.get(f"/prompts/{prompt.pk}/preview?item={item.pk}").content.decode()
    assert "MATERIAL-" in html
    assert "2 0 eins" in html
    assert page.get(f"/prompts/{prompt.pk}/preview?item=99999").status_code == 400


@pytest.mark.parametrize(
    "path",
    ["", "/new", "/{pk}", "/{pk}/diff", "/{pk}/preview", "/{pk}/try", "/{pk}/export", "/trials/1",
     "/trials/1/state"],
)  # fmt: skip
def test_evaluators_and_strangers_are_kept_out(ben: User, prompt: PromptTemplate, path: str) -> None:
    client = Client()
    address = f"/prompts{path.format(pk=prompt.pk)}"
    assert client.get(address).status_code == 302
    client.force_login(ben)
    assert client.get(address).status_code == 403


def test_evaluators_may_not_write(ben: User, prompt: PromptTemplate) -> None:
    client = Client()
    client.force_login(ben)
    for path in ("", "/new", f"/{prompt.pk}", f"/{prompt.pk}/act", f"/{prompt.pk}/try"):
        assert client.post(f"/prompts{path}", GOOD | {"act": "archive"}).status_code == 403
