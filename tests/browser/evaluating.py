"""Scenarios for the browser, and what came of an evaluator's work."""

from collections.abc import Callable
from typing import Any

from django.conf import settings
from django.contrib.auth.models import User
from django.test import Client
from playwright.sync_api import Page

from evaluations.models import Draft, Evaluation, Scenario
from evaluations.scenarios.creation import ScenarioPlan, create_scenario
from evaluations.scenarios.members import MemberSpec
from evaluations.scenarios.selection import DataSelection

Make = Callable[..., Scenario]


def make_scenario(owner: User) -> Make:
    """Makes comparison scenarios of four items over pillars 1 and 3, with Ben as evaluator."""

    def make(**fields: Any) -> Scenario:
        plan: dict[str, Any] = {
            "name": "Vergleich",
            "task_type": "comparison",
            "data": DataSelection(pillar_ids=[1, 3], samples_per_pillar=4),
            "evaluators": [MemberSpec(username="ben")],
            "rules": {"asked": ["confidence", "reasoning"]},
            "seed": 5,
        }
        return create_scenario(ScenarioPlan(**plan | fields), actor=owner)

    return make


def answered(scenario: Scenario) -> int:
    """How many items have an answer."""
    return Evaluation.objects.filter(scenario=scenario, is_current=True).count()


def entered(scenario: Scenario) -> list[str]:
    """What stands in the draft's field for the reason."""
    draft = Draft.objects.filter(assignment__member__scenario=scenario).first()
    return list(draft.fields.get("final_justification", [])) if draft is not None else []


def sign_in(page: Page, address: str, user: User) -> None:
    """Give the page's browser a login, as logging in in another window does."""
    client = Client()
    client.force_login(user)
    name = settings.SESSION_COOKIE_NAME
    page.context.add_cookies([{"name": name, "value": client.cookies[name].value, "url": address}])
