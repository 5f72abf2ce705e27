"""The wizard: from an empty draft to a scenario that people and models answer."""

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from evaluations.models import Assignment, Invitation, Item, JudgeSession, Model, Scenario
from evaluations.task_types.registry import task_types
from pillars.models import Feature, Thread
from tests.conftest import person

DISTRIBUTION = {
    "mode": "all",
    "overlap": 2,
    "everyone_share": 0,
    "repeats": 0,
    "order": "same",
    "practice": 0,
    "gold": 0,
    "others": "never",
    "may_change": "on",
    "may_decline": "on",
}
PEOPLE = {"usernames": ["ben"], "repetitions": 1, "position_swap": "on", "temperature": 0}
DATA = {
    "name": "Studie",
    "language": "de",
    "pillar_ids": [1, 3],
    "comparison_mode": "pillar_sample",
    "samples_per_pillar": 3,
}
SETTINGS = {
    "text_classification": {
        "labels.0.key": "x",
        "labels.0.name": "Ix",
        "labels.1.key": "y",
        "labels.1.name": "Yps",
    },
}


@pytest.fixture
def page(anna: User, ben: User, pillars: Any, default_prompts: None, baseline: Model) -> Client:
    """Anna at her browser; there are pillars, prompts and the baseline judge."""
    client = Client()
    client.force_login(anna)
    return client


def begun(page: Client) -> Scenario:
    """A draft."""
    response = page.post("/scenarios/new")
    assert response.status_code == 302
    return Scenario.objects.get(status="draft")


def step(page: Client, scenario: Scenario, name: str, fields: dict[str, Any]) -> Any:
    """Send one step."""
    return page.post(f"/scenarios/{scenario.pk}/set-up/{name}", fields)


def through(page: Client, scenario: Scenario, **steps: dict[str, Any]) -> None:
    """All steps but the last, each going on to the next."""
    known = {"data": DATA, "task": {}, "evaluators": PEOPLE, "distribution": DISTRIBUTION}
    for name, fields in known.items():
        response = step(page, scenario, name, fields | steps.get(name, {}))
        assert response.status_code == 302, response.content.decode()[:3000]


def add_features() -> None:
    """Two texts of one kind for each thread."""
    for thread in Thread.objects.all():
        Feature.objects.bulk_create(
            [Feature(thread=thread, type="summary", content=f"Text {n} zu {thread.pk}") for n in range(2)]
        )


@pytest.mark.parametrize("key", sorted(task_types()))
def test_a_scenario_of_each_type_is_made_in_five_steps(page: Client, key: str) -> None:
    add_features()
    scenario = begun(page)
    step(page, scenario, "data", DATA)
    assert step(page, scenario, "task", {"choose_type": key}).status_code == 302
    html = page.get(f"/scenarios/{scenario.pk}/set-up/task").content.decode()
    fields = SETTINGS.get(key) or _as_posted(scenario)
    assert html.count("task-type") > 6
    through(page, scenario, task=fields)
    summary = page.get(f"/scenarios/{scenario.pk}/set-up/summary")
    assert summary.status_code == 200, summary.content.decode()[:3000]
    assert page.post(f"/scenarios/{scenario.pk}/create").status_code == 302
    scenario.refresh_from_db()
    assert (scenario.task_type, scenario.status) == (key, "collecting")
    assert Assignment.objects.filter(member__scenario=scenario).count() == scenario.items.count() > 0
    assert page.get(f"/scenarios/{scenario.pk}").status_code == 200


def _as_posted(scenario: Scenario) -> dict[str, Any]:
    """The type's settings as its form shows them, sent back unchanged."""
    scenario.refresh_from_db()
    kind = task_types()[scenario.task_type]
    fields: dict[str, Any] = {}
    for name, value in kind.settings_of(scenario.config).items():
        if isinstance(value, list) and value and isinstance(value[0], dict):
            for number, row in enumerate(value):
                fields |= {f"{name}.{number}.{column}": text for column, text in row.items()}
        elif value is True:
            fields[name] = "on"
        elif value not in (None, False, ""):
            fields[name] = value
    return fields


def test_models_start_at_once_where_that_is_wanted(page: Client, baseline: Model) -> None:
    scenario = begun(page)
    through(page, scenario, evaluators={"models": [baseline.pk]})
    summary = page.get(f"/scenarios/{scenario.pk}/set-up/summary").content.decode()
    assert "BERATENDE PERSON" in summary
    page.post(f"/scenarios/{scenario.pk}/create", {"start_models": "on"})
    session = JudgeSession.objects.get(scenario=scenario)
    assert session.status == "queued"
    assert session.tasks.count() == 6


def test_a_wrong_step_says_so_and_loses_nothing(page: Client) -> None:
    scenario = begun(page)
    response = step(page, scenario, "data", DATA | {"name": "", "samples_per_pillar": 0})
    assert response.status_code == 400
    html = response.content.decode()
    assert 'value="0"' in html
    assert html.count("checked") == 2
    scenario.refresh_from_db()
    assert scenario.draft == {}


@pytest.mark.parametrize(
    ("name", "fields"),
    [
        ("evaluators", PEOPLE | {"usernames": ["nobody"]}),
        ("evaluators", PEOPLE | {"models": [10**6]}),
        ("evaluators", PEOPLE | {"temperature": 9}),
        ("distribution", DISTRIBUTION | {"mode": "nope"}),
        ("distribution", DISTRIBUTION | {"everyone_share": 200}),
        ("task", {"part_reasoning": "nope"}),
    ],
)
def test_each_step_refuses_what_cannot_be(page: Client, name: str, fields: dict[str, Any]) -> None:
    assert step(page, begun(page), name, fields).status_code == 400


def test_the_summary_says_what_is_missing(page: Client) -> None:
    scenario = begun(page)
    response = page.get(f"/scenarios/{scenario.pk}/set-up/summary")
    assert response.status_code == 400
    assert page.post(f"/scenarios/{scenario.pk}/create").status_code == 400
    scenario.refresh_from_db()
    assert (scenario.status, scenario.items.count()) == ("draft", 0)


def test_gold_and_practice_items_need_known_answers(page: Client) -> None:
    scenario = begun(page)
    through(page, scenario, distribution={"gold": 1})
    assert page.post(f"/scenarios/{scenario.pk}/create").status_code == 400
    assert not Item.objects.filter(scenario=scenario).exists()


def test_gold_and_practice_items_are_taken_from_those_that_have_one(page: Client) -> None:
    Thread.objects.update(label="real")
    scenario = begun(page)
    step(page, scenario, "data", DATA)
    step(page, scenario, "task", {"choose_type": "authenticity"})
    through(page, scenario, distribution={"gold": 2, "practice": 1})
    assert page.post(f"/scenarios/{scenario.pk}/create").status_code == 302
    items = scenario.items
    assert (items.filter(is_gold=True).count(), items.filter(is_practice=True).count()) == (2, 1)
    first = Assignment.objects.filter(member__scenario=scenario).order_by("order").first()
    assert first is not None
    assert first.item.is_practice


def test_a_draft_is_listed_and_goes_on_where_it_was(page: Client) -> None:
    scenario = begun(page)
    step(page, scenario, "data", DATA)
    assert "Studie" in page.get("/scenarios").content.decode()
    assert page.get(f"/scenarios/{scenario.pk}")["Location"].endswith("/set-up/data")
    assert "Studie" in page.get(f"/scenarios/{scenario.pk}/set-up/data").content.decode()


def made(page: Client) -> Scenario:
    """A scenario out of the wizard."""
    scenario = begun(page)
    through(page, scenario)
    page.post(f"/scenarios/{scenario.pk}/create")
    scenario.refresh_from_db()
    return scenario


def test_a_link_lets_somebody_in_once_they_have_an_account(page: Client, dora: User) -> None:
    scenario = made(page)
    page.post(f"/scenarios/{scenario.pk}/members", {"invite": "1", "role": "evaluator"})
    html = page.get(f"/scenarios/{scenario.pk}").content.decode()
    link = html.split('id="invitation"')[1].split('value="')[1].split('"')[0]
    path = link.split("testserver")[1]
    other = Client()
    other.force_login(dora)
    assert other.get(path).status_code == 200
    assert not scenario.members.filter(user=dora).exists()
    assert other.post(path).status_code == 302
    assert Assignment.objects.filter(member__user=dora).count() == 3
    page.post(f"/scenarios/{scenario.pk}/members", {"revoke": Invitation.objects.get().pk})
    late = Client()
    late.force_login(person("late", "evaluators"))
    assert late.post(path).status_code == 409
    assert path not in page.get(f"/scenarios/{scenario.pk}").content.decode()


def test_people_are_added_changed_and_removed(page: Client) -> None:
    scenario = made(page)
    person("chris", "evaluators")
    page.post(f"/scenarios/{scenario.pk}/members", {"usernames": "chris", "role": "viewer"})
    member = scenario.members.get(name="chris")
    assert (member.role, member.assignments.count()) == ("viewer", 0)
    page.post(f"/scenarios/{scenario.pk}/members/{member.pk}", {"role": "evaluator"})
    assert member.assignments.count() == 3
    page.post(f"/scenarios/{scenario.pk}/members/{member.pk}", {"remove": "1"})
    assert not scenario.members.filter(name="chris").exists()
    wrong = page.post(f"/scenarios/{scenario.pk}/members", {"usernames": "ghost"})
    assert wrong.status_code == 400


@pytest.mark.parametrize("with_items", [True, False])
def test_a_copy_has_the_settings_and_the_items_if_wanted(page: Client, with_items: bool) -> None:
    scenario = made(page)
    page.post(f"/scenarios/{scenario.pk}/copy", {"with_items": "1"} if with_items else {})
    copy = Scenario.objects.get(status="draft")
    assert copy.config == scenario.config
    assert copy.items.count() == (3 if with_items else 0)


def test_steps_of_its_life(page: Client) -> None:
    scenario = made(page)
    for name, status in (("complete", "completed"), ("reopen", "collecting"), ("archive", "archived")):
        assert page.post(f"/scenarios/{scenario.pk}/do/{name}").status_code == 302
        scenario.refresh_from_db()
        assert scenario.status == status
    assert page.post(f"/scenarios/{scenario.pk}/do/reopen").status_code == 409
    assert page.get(f"/scenarios/{scenario.pk}/delete").status_code == 200
    assert page.post(f"/scenarios/{scenario.pk}/delete").status_code == 302
    assert not Scenario.objects.filter(pk=scenario.pk).exists()


@pytest.mark.parametrize("path", ["", "/set-up/data", "/delete"])
def test_others_are_kept_out(page: Client, dora: User, ben: User, path: str) -> None:
    scenario = made(page)
    client = Client()
    client.force_login(dora)
    assert client.get(f"/scenarios/{scenario.pk}{path}").status_code == 404
    evaluator = Client()
    evaluator.force_login(ben)
    answer = evaluator.get(f"/scenarios/{scenario.pk}{path}")
    assert answer.status_code == (302 if path == "" else 403)
    assert evaluator.post("/scenarios/new").status_code == 403
    assert evaluator.post(f"/scenarios/{scenario.pk}/do/complete").status_code == 403
    assert evaluator.get("/")["Location"] == "/evaluate"


def test_the_list_asks_as_often_for_three_scenarios_as_for_thirty(
    anna: User, page: Client, django_assert_max_num_queries: Any
) -> None:
    counts = []
    for number in (3, 27):
        Scenario.objects.bulk_create(
            [Scenario(name=f"S{n}", task_type="comparison", owner=anna, seed=n) for n in range(number)]
        )
        with django_assert_max_num_queries(20) as queries:
            page.get("/scenarios")
        counts.append(len(queries))
    assert counts[0] == counts[1]


def test_threads_are_picked_by_filter(page: Client) -> None:
    scenario = begun(page)
    step(page, scenario, "task", {"choose_type": "authenticity"})
    longer = list(Thread.objects.in_pillar(1)[:2])
    Thread.objects.filter(pk__in=[one.pk for one in longer]).update(message_count=7)
    step(page, scenario, "data", DATA | {"pillar_ids": [1], "messages_from": 2, "messages_to": 4})
    step(page, scenario, "task", {})
    step(page, scenario, "evaluators", PEOPLE)
    step(page, scenario, "distribution", DISTRIBUTION)
    page.post(f"/scenarios/{scenario.pk}/create")
    assert Item.objects.filter(scenario=scenario).count() == 4
    assert not Item.objects.filter(scenario=scenario, thread_a__in=longer).exists()
    again = begun(page)
    step(page, again, "data", DATA | {"pillar_ids": [1], "with_features": "on"})
    assert page.get(f"/scenarios/{again.pk}/set-up/summary").status_code == 400


def test_instructions_are_previewed_as_evaluators_see_them(page: Client) -> None:
    text = "# Aufgabe\n\n**Lesen**, dann <script>x</script>"
    shown = page.post("/scenarios/instructions-preview", {"instructions": text}).content.decode()
    assert "<strong>Lesen</strong>" in shown
    assert "<script>" not in shown


def test_who_has_items_left_is_reminded_and_it_is_noted(page: Client, ben: User) -> None:
    scenario = begun(page)
    step(page, scenario, "data", DATA)
    step(page, scenario, "task", {})
    step(page, scenario, "evaluators", PEOPLE)
    step(page, scenario, "distribution", DISTRIBUTION)
    page.post(f"/scenarios/{scenario.pk}/create")
    User.objects.filter(pk=ben.pk).update(email="ben@example.org")
    member = scenario.members.get(user=ben)
    address = f"/scenarios/{scenario.pk}/members/{member.pk}/remind"
    assert address in page.get(f"/scenarios/{scenario.pk}").content.decode()
    shown = page.get(address).content.decode()
    left = Assignment.objects.filter(member=member).count()
    assert f"in „Studie“ warten {left} Aufgaben auf Ihre Antwort" in shown
    assert f"/evaluate/{scenario.pk}" in shown
    assert 'data-copy="reminder-text"' in shown
    field = shown.split('id="reminder-text"')[1].split(">")[0]
    assert "readonly" in field
    assert 'lang="de"' in field
    assert 'href="mailto:ben%40example.org?subject=Erinnerung%3A%20Studie' in shown
    page.post(address)
    member.refresh_from_db()
    assert member.reminded_at is not None
    assert "zuletzt erinnert" in page.get(f"/scenarios/{scenario.pk}").content.decode()
    Assignment.objects.filter(member=member).update(status="done")
    assert page.get(address).status_code == 409
    assert address not in page.get(f"/scenarios/{scenario.pk}").content.decode()


@pytest.mark.parametrize("language", ["de", "en"])
@pytest.mark.parametrize("key", sorted(task_types()))
def test_each_type_offers_settings_to_begin_with(page: Client, key: str, language: str) -> None:
    scenario = begun(page)
    step(page, scenario, "data", DATA | {"language": language})
    step(page, scenario, "task", {"choose_type": key})
    offered = task_types()[key].beginnings(language)
    assert len(offered) >= 3
    for one in offered:
        assert step(page, scenario, "task", {"begin_with": one.key}).status_code == 302
        html = page.get(f"/scenarios/{scenario.pk}/set-up/task").content.decode()
        button = html.split(f'value="{one.key}"')[1].split("</button>")[0]
        assert 'aria-current="true"' in button, one.key
        scenario.refresh_from_db()
        assert scenario.rules["asked"] == list(one.asked)
        assert step(page, scenario, "task", _as_posted(scenario)).status_code == 302


def test_what_is_begun_with_can_be_changed_and_replaces_what_was_set(page: Client) -> None:
    scenario = begun(page)
    step(page, scenario, "task", {"choose_type": "ranking"})
    step(page, scenario, "task", {"begin_with": "best_three"})
    scenario.refresh_from_db()
    assert (scenario.config["rank_top"], scenario.config["keep_order"]) == (3, True)
    step(page, scenario, "task", _as_posted(scenario) | {"rank_top": 5})
    scenario.refresh_from_db()
    assert scenario.config["rank_top"] == 5
    step(page, scenario, "task", {"begin_with": "usable"})
    scenario.refresh_from_db()
    assert scenario.config["rank_top"] is None
    assert scenario.config["buckets"]["gut"]["en"] == "usable as it is"
    assert step(page, scenario, "task", {"begin_with": "nothing"}).status_code == 400
