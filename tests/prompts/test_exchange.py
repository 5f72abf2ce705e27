"""A prompt as one file, and copies of prompts."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.models import User

from prompts.errors import PromptInvalid
from prompts.exchange import export_prompt, import_prompt
from prompts.making import clone, new_template, restore
from prompts.models import PromptTemplate
from prompts.rendering import parts_of
from prompts.services import save_version

pytestmark = pytest.mark.usefixtures("default_prompts")
Change = Callable[[dict[str, Any]], object]


@pytest.fixture
def template(anna: User, default_prompts: None) -> PromptTemplate:
    """A prompt with two versions."""
    found = PromptTemplate.objects.get(task_type="comparison", language="de", is_default=True)
    save_version(
        found, system_text="Kurz.", user_text="{thread_a} {thread_b}", author=anna, note="probeweise"
    )
    return found


def test_a_file_comes_in_as_it_went_out(template: PromptTemplate, anna: User) -> None:
    body = json.loads(export_prompt(template)) | {"name": "Anderswo"}
    done = import_prompt(json.dumps(body), author=anna)
    assert (done.is_new, done.versions) == (True, 2)
    again = json.loads(export_prompt(done.template))
    for entry in (*again["versions"], *body["versions"]):
        del entry["created_at"]
    assert again == body
    assert not done.template.is_default


def test_texts_that_are_there_make_no_new_version(template: PromptTemplate, anna: User) -> None:
    text = export_prompt(template)
    done = import_prompt(text, author=anna)
    assert (done.template, done.is_new, done.versions) == (template, False, 0)
    body = json.loads(text)
    body["versions"].append({"system_text": "Neu.", "user_text": "{thread_a} {thread_b}", "note": "neu"})
    done = import_prompt(json.dumps(body), author=anna)
    latest = template.latest_version()
    assert (done.versions, latest.number, latest.note, latest.author) == (1, 3, "neu", anna)


def test_a_restored_version_is_kept_in_its_place(template: PromptTemplate, anna: User) -> None:
    restore(template.versions.get(number=1), author=anna)
    body = json.loads(export_prompt(template)) | {"name": "Anderswo"}
    done = import_prompt(json.dumps(body), author=anna)
    hashes = list(done.template.versions.order_by("number").values_list("content_hash", flat=True))
    assert len(hashes) == 3
    assert hashes[0] == hashes[2] != hashes[1]


@pytest.mark.parametrize(
    ("change", "faults"),
    [
        (lambda body: body.update(format="v0"), ["file"]),
        (lambda body: body.update(name=" "), ["name"]),
        (lambda body: body.update(name="x" * 121), ["name"]),
        (
            lambda body: body.update(name=7, language="fr", task_type="nope"),
            ["name", "language", "task_type"],
        ),
        (lambda body: body.update(language=["de"]), ["language"]),
        (lambda body: body.update(versions=[]), ["versions"]),
        (lambda body: body.update(versions={}), ["versions"]),
        (lambda body: body["versions"].append(7), ["versions.2"]),
        (lambda body: body["versions"][0].pop("user_text"), ["versions.0"]),
        (lambda body: body["versions"][1].update(note="x" * 301), ["versions.1.note"]),
        (lambda body: body["versions"][1].update(system_text="Anders."), ["versions.1.content_hash"]),
        (
            lambda body: body["versions"][1].update(system_text="{unfug}", content_hash=None),
            ["versions.1.system_text"],
        ),
        (lambda body: body["versions"][0].update(note="\ud800"), ["file"]),
    ],
)
def test_it_refuses_a_file_with_every_fault_by_its_place(
    template: PromptTemplate, anna: User, change: Change, faults: list[str]
) -> None:
    body = json.loads(export_prompt(template)) | {"name": "Anderswo"}
    change(body)
    with pytest.raises(PromptInvalid) as refused:
        import_prompt(json.dumps(body), author=anna)
    assert list(refused.value.errors) == faults
    assert not PromptTemplate.objects.filter(name="Anderswo").exists()


@pytest.mark.parametrize("text", ["", "{", "[" * 100_000, "[]", "null"])
def test_it_refuses_what_is_no_prompt(anna: User, text: str) -> None:
    with pytest.raises(PromptInvalid) as refused:
        import_prompt(text, author=anna)
    assert list(refused.value.errors) == ["file"]


def test_a_copy_begins_with_the_latest_texts(template: PromptTemplate, anna: User) -> None:
    copy = clone(template, name=" Zweiter ", author=anna, language="en")
    version = copy.versions.get()
    assert (copy.name, copy.language, copy.is_default) == ("Zweiter", "en", False)
    assert version.content_hash == template.latest_version().content_hash
    assert template.name in version.note
    with pytest.raises(PromptInvalid) as refused:
        clone(template, name="Zweiter", author=anna, language="en")
    assert list(refused.value.errors) == ["name"]


def test_it_names_every_fault_of_a_new_prompt() -> None:
    with pytest.raises(PromptInvalid) as refused:
        new_template("", "nope", "fr")
    assert list(refused.value.errors) == ["name", "language", "task_type"]


def test_a_text_is_shown_with_its_variables_told_apart() -> None:
    text = "Nimm {thread_a}, {{nicht}} {Das da} {"
    parts = parts_of(text)
    assert "".join(part for part, _is_variable in parts) == text
    assert [part for part, is_variable in parts if is_variable] == ["{thread_a}"]
