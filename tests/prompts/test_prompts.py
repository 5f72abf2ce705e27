"""Prompts: variables are checked at save, versions never change, one default each."""

import threading
from pathlib import Path

import pytest
from django.contrib.auth.models import User
from django.db import IntegrityError

from evaluations.task_types.registry import all_kinds, task_types
from prompts import services
from prompts.errors import DefaultNotArchivable, PromptInvalid, TemplateArchived, VersionIsFinal
from prompts.loading import DEFAULTS, DefaultUnreadable, load_defaults, read_default
from prompts.models import PromptTemplate, PromptVersion
from prompts.rendering import variables_in
from prompts.variables import check_texts, register, rules_for

SYSTEM = "Vergleiche nach {criteria}."
USER = "{thread_a} und {thread_b}"
ALLOWED = frozenset({"thread_a", "thread_b", "criteria"})
REQUIRED = frozenset({"thread_a", "thread_b"})


def check(system: str, user: str) -> None:
    check_texts(system, user, allowed=ALLOWED, required=REQUIRED)


def test_good_texts_pass_wherever_the_variables_stand() -> None:
    check(SYSTEM, USER)
    check("{thread_a}", "{thread_b} {{kein}} Feld")


def test_unknown_variables_are_listed_with_the_known_ones() -> None:
    with pytest.raises(PromptInvalid) as refused:
        check("{criterias} {pilar}", USER)
    [text] = refused.value.errors["system_text"]
    for name in ("{criterias}", "{pilar}", "{criteria}", "{thread_a}"):
        assert name in text


def test_missing_variables_are_listed() -> None:
    with pytest.raises(PromptInvalid) as refused:
        check(SYSTEM, "{thread_a}")
    [text] = refused.value.errors["user_text"]
    assert "{thread_b}" in text


@pytest.mark.parametrize("token", ["{thread_a.messages}", "{thread_a[0]}", "{0}", "{", "}", "{Thread}", "{}"])
def test_broken_braces_are_refused_with_their_line(token: str) -> None:
    with pytest.raises(PromptInvalid) as refused:
        check(SYSTEM, f"{USER}\n\n{token}")
    [text] = refused.value.errors["user_text"]
    assert "3" in text or "{thread_a.messages}" in text


def test_metadata_is_allowed_by_key_only_where_the_type_says_so() -> None:
    text = USER + " {metadata.topic}"
    check_texts("", text, allowed=ALLOWED | {"metadata.*"}, required=REQUIRED)
    with pytest.raises(PromptInvalid):
        check("", text)


def test_every_task_type_has_told_its_variables() -> None:
    for key, task_type in task_types().items():
        assert rules_for(key).required == task_type.required_variables
        assert rules_for(key).allowed >= task_type.variables


def test_registering_again_replaces(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("prompts.variables._RULES", {})
    register("for_this_test", frozenset({"a"}), frozenset())
    register("for_this_test", frozenset({"b"}), frozenset({"c"}))
    assert rules_for("for_this_test").allowed == {"b", "c"}


@pytest.fixture
def template(db: None) -> PromptTemplate:
    return PromptTemplate.objects.create(name="Meine", task_type="comparison", language="de")


def save(template: PromptTemplate, system: str = SYSTEM, **given: str) -> PromptVersion:
    return services.save_version(template, system_text=system, user_text=USER, author=None, **given)


def test_a_save_makes_the_next_version(template: PromptTemplate) -> None:
    first, second = save(template), save(template, "Anders: {criteria}", note="klarer")
    assert (first.number, second.number, second.note) == (1, 2, "klarer")
    assert first.content_hash != second.content_hash
    assert template.latest_version() == second


def test_the_same_texts_make_no_new_version_but_going_back_does(template: PromptTemplate) -> None:
    first = save(template)
    assert save(template) == first
    save(template, "Anders: {criteria}")
    back = save(template)
    assert (back.number, back.content_hash) == (3, first.content_hash)


def test_a_version_never_changes(template: PromptTemplate) -> None:
    version = save(template)
    version.system_text = "anders"
    with pytest.raises(VersionIsFinal):
        version.save()


def test_bad_texts_and_unknown_task_types_make_no_version(template: PromptTemplate) -> None:
    with pytest.raises(PromptInvalid):
        save(template, "{nonsense}")
    template.task_type = "nonsense"
    with pytest.raises(PromptInvalid):
        save(template)
    assert not PromptVersion.objects.exists()


def test_the_hash_knows_where_one_text_ends() -> None:
    assert services.content_hash("ab", "c") != services.content_hash("a", "bc")


@pytest.mark.django_db(transaction=True)
def test_saves_at_the_same_time_get_numbers_of_their_own() -> None:
    template = PromptTemplate.objects.create(name="Meine", task_type="comparison", language="de")
    failed: list[Exception] = []

    def run(text: str) -> None:
        from django.db import connection

        try:
            save(template, f"{text} {{criteria}}")
        except IntegrityError as error:
            failed.append(error)
        finally:
            connection.close()

    threads = [threading.Thread(target=run, args=(str(number),)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failed
    assert sorted(template.versions.values_list("number", flat=True)) == [1, 2, 3, 4]


def test_there_is_one_default_per_task_type_and_language(template: PromptTemplate) -> None:
    other = PromptTemplate.objects.create(name="Andere", task_type="comparison", language="de")
    english = PromptTemplate.objects.create(name="Mine", task_type="comparison", language="en")
    for one in (template, english, other):
        services.set_default(one)
    assert PromptTemplate.objects.get(language="de", is_default=True) == other
    assert PromptTemplate.objects.get(language="en", is_default=True) == english
    assert PromptTemplate.objects.filter(is_default=True).count() == 2


def test_the_default_cannot_be_archived_nor_the_archived_be_the_default(template: PromptTemplate) -> None:
    services.set_default(template)
    with pytest.raises(DefaultNotArchivable):
        services.archive(template)
    other = PromptTemplate.objects.create(name="Andere", task_type="comparison", language="de")
    services.archive(other)
    archived_at = other.archived_at
    services.archive(other)
    assert other.archived_at == archived_at
    with pytest.raises(TemplateArchived):
        services.set_default(other)
    assert PromptTemplate.objects.get(language="de", is_default=True) == template


def test_defaults_load_once_and_edits_stay(db: None) -> None:
    made = load_defaults()
    wanted = {(key, language) for key in all_kinds() for language in ("de", "en")}
    assert {(one.task_type, one.language) for one in made if one.is_default} == wanted
    german = PromptTemplate.objects.get(task_type="comparison", language="de", is_default=True)
    user = User.objects.create_user("anna")
    edited = services.save_version(german, system_text=SYSTEM, user_text=USER, author=user)
    assert (edited.number, edited.author) == (2, user)
    assert load_defaults() == []
    assert german.latest_version() == edited


@pytest.mark.parametrize("path", sorted(DEFAULTS.glob("*.md")), ids=lambda path: path.name)
def test_each_default_names_what_it_must(path: Path) -> None:
    prompt = read_default(path)
    named = {*variables_in(prompt.system_text), *variables_in(prompt.user_text)}
    told_on_request = {"subject", "pillar_a", "pillar_b", "metadata.*"}
    assert named == rules_for(prompt.task_type).allowed - told_on_request
    assert "MATERIAL-" in prompt.system_text


def test_a_default_without_its_parts_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "comparison.de.md"
    path.write_text("# Name\n\n## user\n\nText\n")
    with pytest.raises(DefaultUnreadable):
        read_default(path)
