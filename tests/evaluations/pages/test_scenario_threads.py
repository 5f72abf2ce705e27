"""Single threads are chosen by search for a draft; no choice is lost, and the API's rules hold."""

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from evaluations.models import Model, Scenario
from evaluations.scenarios.drafts import selection_of
from pillars.models import Pillar, PillarAssignment, Thread
from tests.evaluations.pages.test_wizard import DATA, DISTRIBUTION, PEOPLE, begun, step, through

pytestmark = pytest.mark.django_db


@pytest.fixture
def page(anna: User, ben: User, pillars: dict[int, Pillar], default_prompts: None, baseline: Model) -> Client:
    """Anna at her browser."""
    client = Client()
    client.force_login(anna)
    return client


def _threads(count: int, *, pillar: int = 1) -> list[Thread]:
    made = [
        Thread.objects.create(subject=f"Brief {n:02d}", content_hash=f"{pillar}-{n}", message_count=n)
        for n in range(count)
    ]
    PillarAssignment.objects.bulk_create(
        [PillarAssignment(pillar_id=pillar, thread=thread) for thread in made]
    )
    return made


def _send(client: Client, scenario: Scenario, chosen: list[int], shown: list[int], **fields: Any) -> Any:
    data = {"thread": chosen, "shown": shown} | fields
    return client.post(f"/scenarios/{scenario.pk}/threads", data)


def _picked(scenario: Scenario) -> list[int]:
    scenario.refresh_from_db()
    return list(selection_of(scenario).thread_ids)


def test_a_choice_is_kept_over_searches_and_pages(page: Client) -> None:
    made = [one.pk for one in _threads(30)]
    scenario = begun(page)
    html = page.get(f"/scenarios/{scenario.pk}/threads?q=Brief").content.decode()
    assert html.count('data-testid="thread-row"') == 25
    turned = _send(page, scenario, made[:2], made[:25], q="Brief", page="2")
    assert turned.url == f"/scenarios/{scenario.pk}/threads?q=Brief&page=2"
    second = page.get(turned.url).content.decode()
    assert second.count('data-testid="thread-row"') == 5
    assert "2 gewählt" in second
    _send(page, scenario, [made[29]], made[25:], q="Brief 03")
    assert _picked(scenario) == [made[0], made[1], made[29]]
    _send(page, scenario, [made[0]], made[:25])
    assert _picked(scenario) == [made[0], made[29]]
    only = page.get(f"/scenarios/{scenario.pk}/threads?chosen=on").content.decode()
    assert only.count('data-testid="thread-row"') == 2
    assert "Brief 29" in only
    assert "Brief 01" not in only


def test_the_scenario_is_about_the_chosen_threads_alone(page: Client) -> None:
    made = [one.pk for one in _threads(4)]
    scenario = begun(page)
    kept = step(page, scenario, "data", DATA | {"pillar_ids": [], "pick": "1"})
    assert kept.url == f"/scenarios/{scenario.pk}/threads"
    back = _send(page, scenario, made[1:3], made, done="1")
    assert back.url == f"/scenarios/{scenario.pk}/set-up/data"
    assert "2 einzelne Verläufe sind gewählt" in page.get(back.url).content.decode()
    step(page, scenario, "task", {"choose_type": "authenticity"})
    through(page, scenario, data={"pillar_ids": []})
    assert page.post(f"/scenarios/{scenario.pk}/create").status_code == 302
    assert set(scenario.items.values_list("thread_a_id", flat=True)) == set(made[1:3])
    assert page.get(f"/scenarios/{scenario.pk}/threads").status_code == 302


def test_what_may_not_become_an_item_can_not_be_chosen(page: Client) -> None:
    archived, good = _threads(2)
    Thread.objects.filter(pk=archived.pk).update(archived_at=timezone.now())
    scenario = begun(page)
    assert "Brief 00" not in page.get(f"/scenarios/{scenario.pk}/threads?q=Brief").content.decode()
    answer = page.get(_send(page, scenario, [archived.pk, good.pk, 10**30], []).url)
    assert f"archiviert oder nicht mehr da sind: {archived.pk}, {10**30}." in answer.content.decode()
    assert _picked(scenario) == [good.pk]


def test_a_limit_of_pillars_draws_among_their_threads_and_leaves_no_chosen_one_out(page: Client) -> None:
    made = [one.pk for one in _threads(40)]
    scenario = begun(page)
    step(page, scenario, "task", {"choose_type": "authenticity"})
    step(page, scenario, "data", DATA | {"pillar_ids": [1], "search": "Brief", "max_threads_per_pillar": 5})
    _send(page, scenario, made[:3], made[:25])
    step(page, scenario, "evaluators", PEOPLE)
    step(page, scenario, "distribution", DISTRIBUTION)
    assert page.post(f"/scenarios/{scenario.pk}/create").status_code == 302
    taken = set(scenario.items.values_list("thread_a_id", flat=True))
    assert set(made[:3]) <= taken
    assert 5 <= len(taken) <= 8
    assert taken - set(made[:5])


def test_an_id_longer_than_any_number_is_none(page: Client) -> None:
    scenario, made = begun(page), _threads(1)
    data = {"thread": ["9" * 5000, str(made[0].pk)], "shown": ["9" * 5000]}
    assert page.post(f"/scenarios/{scenario.pk}/threads", data).status_code == 302
    assert _picked(scenario) == [made[0].pk]


def test_all_are_left_out_at_once_and_pillars_stay(page: Client) -> None:
    made = [one.pk for one in _threads(3)]
    scenario = begun(page)
    step(page, scenario, "data", DATA)
    _send(page, scenario, made, made)
    _send(page, scenario, made, made, none="1")
    assert _picked(scenario) == []
    assert list(selection_of(scenario).pillar_ids) == [1, 3]


def test_a_search_by_pillar_and_length(page: Client) -> None:
    _threads(6)
    _threads(2, pillar=3)
    scenario = begun(page)
    html = page.get(f"/scenarios/{scenario.pk}/threads?q=Brief&pillar=3").content.decode()
    assert html.count('data-testid="thread-row"') == 2
    html = page.get(f"/scenarios/{scenario.pk}/threads?q=Brief&messages_from=4").content.decode()
    assert html.count('data-testid="thread-row"') == 2


def test_strangers_find_nothing(page: Client, dora: User, ben: User) -> None:
    scenario = begun(page)
    for user in (dora, ben):
        client = Client()
        client.force_login(user)
        assert client.get(f"/scenarios/{scenario.pk}/threads").status_code == 404


def test_the_list_asks_the_database_equally_often_however_long_it_is(page: Client) -> None:
    scenario = begun(page)
    counts = []
    for number in (2, 20):
        _threads(number, pillar=1 if number == 2 else 3)
        with CaptureQueriesContext(
            connection,
        ) as queries:
            page.get(f"/scenarios/{scenario.pk}/threads?q=Brief")
        counts.append(len(queries))
    assert counts[0] == counts[1]
