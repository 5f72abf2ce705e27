"""What an evaluator may see, role by role: never more than their own, and others' answers only after it."""

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from evaluations.models import Assignment, Evaluation, Scenario
from evaluations.scenarios.creation import ScenarioPlan, create_scenario
from evaluations.scenarios.members import MemberSpec
from evaluations.scenarios.selection import DataSelection
from tests.conftest import person


@pytest.fixture
def chris(roles: None) -> User:
    """Another evaluator."""
    return person("chris", "evaluators")


def scenario_of(owner: User, **rules: Any) -> Scenario:
    """Three pairs for Ben and Chris."""
    return create_scenario(
        ScenarioPlan(
            name="Vergleich",
            task_type="comparison",
            data=DataSelection(pillar_ids=[1, 3], samples_per_pillar=3),
            evaluators=[MemberSpec(username="ben"), MemberSpec(username="chris")],
            rules={"asked": ["reasoning"], **rules},
            seed=4,
        ),
        actor=owner,
    )


def browser(user: User) -> Client:
    """Somebody at their browser."""
    client = Client()
    client.force_login(user)
    return client


def answer(client: Client, scenario: Scenario, place: int, reason: str = "") -> Any:
    """Hand in that A is better."""
    fields = {"winner": "A", "item_version": 1, "final_justification": reason}
    return client.post(f"/evaluate/{scenario.pk}/{place}/answer", fields)


@pytest.mark.parametrize("others", ["never", "after_own"])
def test_others_answers_are_hidden_until_the_own_is_given(
    anna: User, ben: User, chris: User, pillars: Any, default_prompts: None, others: str
) -> None:
    scenario = scenario_of(anna, others=others)
    assert answer(browser(chris), scenario, 1, "CHRIS-GRUND").status_code == 302
    client = browser(ben)
    page = f"/evaluate/{scenario.pk}/1"
    assert "CHRIS-GRUND" not in client.get(page).content.decode()
    assert client.get(f"{page}/others").status_code == 404
    assert answer(client, scenario, 1).status_code == 302
    assert "CHRIS-GRUND" not in client.get(page).content.decode()
    assert client.get(f"{page}/others").status_code == (404 if others == "never" else 200)


def test_others_answers_come_without_names(
    anna: User, ben: User, chris: User, pillars: Any, default_prompts: None
) -> None:
    scenario = scenario_of(anna, others="after_own")
    # Only who saw an item in the same position is shown, and that is drawn for each person.
    Assignment.objects.filter(member__scenario=scenario).update(position=1)
    for place in (1, 2, 3):
        answer(browser(chris), scenario, place, "CHRIS-GRUND")
        answer(browser(ben), scenario, place)
    pages = [browser(ben).get(f"/evaluate/{scenario.pk}/{n}/others").content.decode() for n in (1, 2, 3)]
    assert any("CHRIS-GRUND" in page for page in pages)
    assert not any("chris" in page for page in pages)


def test_who_has_seen_other_answers_cannot_change_their_own(
    anna: User, ben: User, chris: User, pillars: Any, default_prompts: None
) -> None:
    scenario = scenario_of(anna, others="after_own")
    client = browser(ben)
    answer(client, scenario, 1)
    again = answer(client, scenario, 1, "doch anders")
    assert again.status_code == 409
    assert Evaluation.objects.get(member__name="ben").reasoning == ""


@pytest.mark.parametrize("path", ["", "/results", "/evaluation", "/items/{item}"])
def test_an_evaluator_sees_no_page_of_the_owner(
    anna: User, ben: User, chris: User, pillars: Any, default_prompts: None, path: str
) -> None:
    scenario = scenario_of(anna)
    item = scenario.items.first()
    assert item is not None
    response = browser(ben).get(f"/scenarios/{scenario.pk}{path.format(item=item.pk)}")
    assert response.status_code in (302, 403, 404)
    assert "chris" not in response.content.decode()


@pytest.mark.parametrize(
    "call", ["results", "agreement", "responses", "export/csv", "export/json", "members"]
)
def test_an_evaluator_gets_nothing_of_others_over_the_api(
    anna: User, ben: User, chris: User, pillars: Any, default_prompts: None, call: str
) -> None:
    scenario = scenario_of(anna)
    answer(browser(chris), scenario, 1, "CHRIS-GRUND")
    response = browser(ben).get(f"/api/scenarios/{scenario.pk}/{call}")
    assert response.status_code == 403
    assert "CHRIS" not in response.content.decode()


def test_a_draft_scenario_is_nobodys_to_answer(
    anna: User, ben: User, chris: User, pillars: Any, default_prompts: None
) -> None:
    scenario = scenario_of(anna)
    Scenario.objects.filter(pk=scenario.pk).update(status="draft")
    assert browser(ben).get(f"/evaluate/{scenario.pk}").status_code == 404
    assert answer(browser(ben), scenario, 1).status_code == 404
