"""Every task type at the browser: by two people by keyboard alone, by two models, and on the cards."""

from collections.abc import Sequence
from typing import Any

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import Locator, Page, expect

from evaluations.models import Evaluation, Model, Scenario
from evaluations.scenarios.adding import add_specs
from evaluations.scenarios.creation import ScenarioPlan, create_scenario
from evaluations.scenarios.items import ItemSpec, Side
from evaluations.scenarios.members import MemberSpec
from evaluations.task_types.registry import task_type, task_types
from pillars.inline import bring_in
from pillars.models import Pillar
from tests.browser.conftest import Open
from tests.browser.findings import SCREENS, Findings
from tests.conftest import person
from tests.evaluations.task_types.questions import CONFIGS
from tests.fake_llm.process import FakeLLM
from tests.sessions import judged_beside

pytestmark = [pytest.mark.browser, pytest.mark.processes, pytest.mark.django_db(transaction=True)]

TYPES = sorted(task_types())
ITEMS = 2
PARTS = {"confidence": 1}


@pytest.fixture
def two_models(fake_llm: FakeLLM, judge_model: Model) -> list[Model]:
    """Two models behind the fake server."""
    other = Model.objects.create(provider=judge_model.provider, name="other", max_in_flight=4, timeout_s=20)
    return [judge_model, other]


def _thread(number: int) -> dict[str, Any]:
    """A thread with three summaries, whose models nobody may be told."""
    return {
        "id": f"GEHEIM-{number}",
        "subject": f"GEHEIM Betreff {number}",
        "messages": [
            {"role": "client", "content": f"Ich weiß nicht weiter, schon zum {number}. Mal."},
            {"role": "counsellor", "content": "Danke für Ihre Mail. Was würde Ihnen helfen?"},
        ],
        "features": [
            {"type": "summary", "content": f"Zusammenfassung {n} von {number}.", "model": f"GEHEIM-{n}"}
            for n in range(3)
        ],
    }


def _scenario(key: str, owner: User, models: list[Model]) -> Scenario:
    kind = task_type(key)
    scenario = create_scenario(
        ScenarioPlan(
            name=f"Szenario {key}",
            task_type=key,
            config=CONFIGS.get(key, [{}])[0],
            evaluators=[MemberSpec(username="ben"), MemberSpec(username="chris")],
            models=[model.pk for model in models],
            rules={"asked": ["confidence"], "required": ["confidence"]},
            order="shuffled_per_person",
            seed=3,
        ),
        actor=owner,
    )
    specs = [
        ItemSpec(
            tuple(Side(thread=_thread(2 * number + side)) for side in range(kind.threads_per_item)),
            external_id=f"GEHEIM-ITEM-{number}",
        )
        for number in range(ITEMS)
    ]
    add_specs(scenario, specs, actor=owner)
    return scenario


def _answer_by_keyboard(page: Page, key: str) -> None:
    """Every question of the item by its keys: the verdict's first, then the confidence."""
    page.wait_for_selector("#work[data-ready]")
    for _ in range(40):
        if not page.locator("[data-required]:not(:has(:checked)):not(:has([data-board]))").count() and not (
            page.locator('[data-bucket=""] [data-card]').count()
        ):
            break
        page.keyboard.press(
            "a" if key == "comparison" and not page.locator("[data-control] :checked").count() else "1"
        )
    page.keyboard.press("Enter")


def _do_all(page: Page, scenario: Scenario, key: str) -> None:
    page.goto(f"/evaluate/{scenario.pk}")
    for number in range(1, ITEMS + 1):
        expect(page.get_by_role("heading", level=1)).to_have_text(f"Aufgabe {number} von {ITEMS}")
        assert "GEHEIM" not in page.content()
        _answer_by_keyboard(page, key)
    expect(page.get_by_role("heading", level=1)).to_have_text(scenario.name)


def _pillars_for(key: str) -> list[int]:
    """A pillar (or two, to compare) with as many threads as there are to be items."""
    numbers = [8, 9][: task_type(key).threads_per_item]
    for number in numbers:
        Pillar.objects.create(number=number, name=f"Säule {number}")
        bring_in([_thread(10 * number + place) | {"pillar": number} for place in range(ITEMS)])
    return numbers


def _tab_to(page: Page, target: Locator) -> None:
    """Press Tab until the target has the focus, as somebody without a mouse does."""
    for _ in range(120):
        if target.evaluate("one => one === document.activeElement"):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"no Tab leads to {target}")


def _press(page: Page, target: Locator, key: str) -> None:
    _tab_to(page, target)
    page.keyboard.press(key)


def _next(page: Page, step: str) -> None:
    _press(page, page.get_by_test_id("next-step"), "Enter")
    page.wait_for_url(f"**/set-up/{step}")


def _set_up_by_keyboard(page: Page, key: str, pillars: Sequence[int]) -> Scenario:
    """The wizard's five steps without a mouse: threads of these pillars, two people, two models."""
    page.goto("/scenarios/new")
    _press(page, page.get_by_test_id("begin-scenario"), "Enter")
    page.wait_for_url("**/set-up/data")
    _tab_to(page, page.locator("#id_name"))
    page.keyboard.press("Control+a")
    page.keyboard.type(f"Szenario {key}")
    for number in pillars:
        _press(page, page.locator(f"[name=pillar_ids][value='{number}']"), "Space")
    if len(pillars) == 2:
        _tab_to(page, page.locator("#id_samples_per_pillar"))
        page.keyboard.press("Control+a")
        page.keyboard.type(str(ITEMS))
    _next(page, "task")
    _press(page, page.get_by_test_id(f"type-{key}"), "Enter")
    expect(page.get_by_test_id(f"type-{key}")).to_have_attribute("aria-current", "true")
    if page.locator("#id_part_confidence").count():
        _press(page, page.locator("#id_part_confidence"), "End")
    _next(page, "evaluators")
    for name in ("ben", "chris", "judge", "other"):
        _press(page, page.get_by_label(name), "Space")
    _next(page, "distribution")
    _next(page, "summary")
    _press(page, page.get_by_test_id("create-scenario"), "Enter")
    expect(page.locator("#people-title")).to_be_visible()
    return Scenario.objects.get()


@pytest.mark.parametrize("key", TYPES)
def test_people_and_models_do_it_side_by_side(
    site: str,
    key: str,
    anna: User,
    ben: User,
    two_models: list[Model],
    open_page: Open,
    findings: Findings,
) -> None:
    person("chris", "evaluators")
    owner = open_page(site, anna)
    scenario = _set_up_by_keyboard(owner, key, _pillars_for(key))
    assert scenario.task_type == key
    with judged_beside(scenario.sessions.all()):
        for name in ("ben", "chris"):
            _do_all(open_page(site, User.objects.get(username=name)), scenario, key)
    for session in scenario.sessions.all():
        assert not session.tasks.exclude(status="completed").values_list("failure_detail", flat=True)
    scenario.refresh_from_db()
    assert scenario.status == "analysing"
    judgements = 2 if task_type(key).threads_per_item == 2 else 1
    assert Evaluation.objects.filter(scenario=scenario).count() == ITEMS * (2 + 2 * judgements)

    page = owner
    item = scenario.items.first()
    assert item is not None
    page.goto(f"/scenarios/{scenario.pk}/items/{item.pk}")
    expect(page.get_by_test_id("response-card")).to_have_count(2 + 2 * judgements)
    findings.look_at(page, language="de", situation="cards")
    page.goto(f"/scenarios/{scenario.pk}/results")
    findings.look_at(page, language="de", situation="results")
    assert findings.wrong == []
    export = page.request.get(f"/api/scenarios/{scenario.pk}/export/csv").text()
    assert len(export.strip().splitlines()) >= 1 + ITEMS * (2 + 2 * judgements)


@pytest.mark.parametrize(("language", "width", "theme"), SCREENS)
def test_nothing_is_wrong_with_any_form(
    site: str,
    anna: User,
    ben: User,
    open_page: Open,
    findings: Findings,
    language: str,
    width: int,
    theme: str,
) -> None:
    person("chris", "evaluators")
    page = open_page(site, ben, width=width, theme=theme, language=language)
    for key in TYPES:
        scenario = _scenario(key, anna, [])
        page.goto(f"/evaluate/{scenario.pk}/1")
        findings.look_at(page, language=language, situation=key)
    assert findings.wrong == []


def test_any_order_of_a_ranking_goes_through_unchanged(
    site: str, anna: User, ben: User, open_page: Open
) -> None:
    person("chris", "evaluators")
    scenario = _scenario("ranking", anna, [])
    scenario.config = task_type("ranking").read_config({"keep_order": True})
    scenario.save()
    page = open_page(site, ben)
    page.goto(f"/evaluate/{scenario.pk}/1")
    page.get_by_test_id("submit-answer").click()
    expect(page.locator("[data-gap]").first).to_be_visible()
    cards = [card.get_attribute("data-card") or "" for card in page.locator("[data-card]").all()]
    for card, key in zip(cards, "113", strict=True):
        page.locator(f'[data-card="{card}"]').focus()
        page.keyboard.press(key)
    expect(page.locator("[data-board-said]")).to_contain_text(cards[2])
    page.locator(f'[data-card="{cards[1]}"] [data-board-up]').click()
    page.locator('[name="confidence_score"][value="3"]').check()
    page.get_by_test_id("submit-answer").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Aufgabe 2 von 2")
    kept = Evaluation.objects.get().payload["buckets"]
    assert kept["gut"]["feature_ids"] == [cards[1], cards[0]]
    page.go_back()
    expect(page.locator('[data-bucket="gut"] [data-card]')).to_have_count(2)
    shown = [c.get_attribute("data-card") for c in page.locator('[data-bucket="gut"] [data-card]').all()]
    assert shown == [cards[1], cards[0]]
