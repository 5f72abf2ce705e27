"""An evaluator's work over many items: no dead ends, and no page that grows with their number."""

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from evaluations.models import Assignment, Evaluation, Scenario
from evaluations.scenarios.adding import add_specs
from evaluations.scenarios.creation import ScenarioPlan, create_scenario
from evaluations.scenarios.items import ItemSpec, Side
from evaluations.scenarios.members import MemberSpec
from tests.conftest import person


def thread(text: str) -> dict[str, Any]:
    """A thread of one message."""
    return {"messages": [{"role": "client", "content": text}]}


def scenario_of(owner: User, people: list[str], *, items: int, **distribution: Any) -> Scenario:
    """A scenario with so many items for these people."""
    scenario = create_scenario(
        ScenarioPlan(
            name=f"{items} Aufgaben",
            task_type="comparison",
            evaluators=[MemberSpec(username=name) for name in people],
            distribution=distribution,
            rules={"asked": []},
        ),
        actor=owner,
    )
    sides = [
        (Side(thread=thread(f"{items} {n} a")), Side(thread=thread(f"{items} {n} b"))) for n in range(items)
    ]
    add_specs(scenario, [ItemSpec(pair) for pair in sides], actor=owner)
    return scenario


def browser(user: User) -> Client:
    """Somebody at their browser."""
    client = Client()
    client.force_login(user)
    return client


def test_two_people_at_once_over_twenty_items_meet_no_dead_end(anna: User, ben: User) -> None:
    chris = person("chris", "evaluators")
    scenario = scenario_of(anna, ["ben", "chris"], items=20, mode="overlap", overlap=2)
    clients = [browser(ben), browser(chris)]
    for _ in range(20):
        for client in clients:
            where = client.get(f"/evaluate/{scenario.pk}")
            assert where.status_code == 302
            assert client.get(where["Location"]).status_code == 200
            client.post(f"{where['Location']}/answer", {"winner": "A", "item_version": 1})
    assert [client.get(f"/evaluate/{scenario.pk}").status_code for client in clients] == [200, 200]
    answers = Evaluation.objects.filter(scenario=scenario)
    assert answers.count() == 40
    assert answers.values("item").distinct().count() == 20
    assert not Assignment.objects.filter(member__scenario=scenario, status="open").exists()


@pytest.mark.parametrize("path", ["/{place}", "/jump", ""])
def test_pages_ask_as_often_for_five_items_as_for_five_hundred(
    anna: User, ben: User, django_assert_max_num_queries: Any, path: str
) -> None:
    others = [person(f"person{number}", "evaluators").username for number in range(4)]
    client, counts = browser(ben), []
    for items in (5, 500):
        scenario = scenario_of(anna, ["ben", *others], items=items)
        with django_assert_max_num_queries(40) as queries:
            client.get(f"/evaluate/{scenario.pk}{path.format(place=3)}")
        counts.append(len(queries))
    assert counts[0] == counts[1]


def test_the_list_of_work_asks_as_often_for_one_scenario_as_for_five(
    anna: User, ben: User, django_assert_max_num_queries: Any
) -> None:
    client, counts = browser(ben), []
    for number in (1, 4):
        for place in range(number):
            scenario_of(anna, ["ben"], items=2 + place)
        with django_assert_max_num_queries(20) as queries:
            client.get("/evaluate")
        counts.append(len(queries))
    assert counts[0] == counts[1]


def test_owners_who_do_not_evaluate_have_no_work(anna: User, ben: User) -> None:
    scenario = scenario_of(anna, ["ben"], items=2)
    assert browser(anna).get(f"/evaluate/{scenario.pk}").status_code == 404


def test_items_come_in_batches_the_next_when_the_last_is_dealt_with(anna: User, ben: User) -> None:
    scenario = scenario_of(anna, ["ben"], items=5, batch_size=2)
    client = browser(ben)
    address = f"/evaluate/{scenario.pk}"
    page = client.get(f"{address}/1").content.decode()
    assert "Paket 1 von 3, 2 Aufgaben" in page
    assert client.get(f"{address}/jump").content.decode().count("<li>") == 2
    later = Assignment.objects.get(member__scenario=scenario, order=2)
    api = f"/api/scenarios/{scenario.pk}/items/{later.item_id}"
    assert client.get(f"{address}/3").status_code == 409
    assert client.get(api).json()["detail"].startswith("Diese Aufgabe gehört zu einem späteren Paket")
    assert len(client.get(f"/api/scenarios/{scenario.pk}/items").json()["results"]) == 2

    client.post(f"{address}/2/answer", {"winner": "A", "item_version": 1})
    assert client.get(address)["Location"] == f"{address}/1"
    client.post(f"{address}/1/aside", {"kind": "skip", "reason": "später"})
    assert Assignment.objects.get(member__scenario=scenario, order=0).status == "skipped"
    assert client.get(address)["Location"] == f"{address}/3"
    assert "Paket 2 von 3" in client.get(f"{address}/3").content.decode()
    assert client.get(api).status_code == 200

    client.post(f"{address}/3/answer", {"winner": "A", "item_version": 1})
    client.post(f"{address}/1/again")
    assert client.get(f"{address}/3").status_code == 200
    assert client.get(f"{address}/4").status_code == 409
    client.post(f"{address}/1/answer", {"winner": "B", "item_version": 1})
    client.post(f"{address}/4/answer", {"winner": "B", "item_version": 1})
    assert "Paket 3 von 3, 1 Aufgabe" in client.get(f"{address}/5").content.decode()
