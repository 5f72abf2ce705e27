"""A scenario over ``/ws/judge/``: who may follow it, and what they are told of models and people."""

from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from channels.testing import WebsocketCommunicator
from django.conf import settings
from django.contrib.auth.models import User
from django.utils import timezone

from evaluations.answering.submitting import AnswerInput, submit
from evaluations.judging.foreground import judge_in_foreground
from evaluations.live import events, publish
from evaluations.live.streams import Stream
from evaluations.models import Assignment, Evaluation, JudgeSession, Member, Model, Scenario
from evaluations.scenarios.members import MemberSpec, add_members
from evaluations.scenarios.status import start
from tests.evaluations.live.conftest import Connect
from tests.fake_llm.process import FakeLLM
from tests.scenarios import filled_scenario, inline_thread

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("default_prompts")]
Tell = Callable[..., Awaitable[None]]
NEWS = ("scenario:llm_started", "scenario:llm_completed", "scenario:llm_progress", "scenario:answered")


@pytest.fixture
def scenario(anna: User, ben: User, judge_model: Model) -> Scenario:
    """Three threads that a model and Ben are to judge; Ben may begin."""
    threads = [inline_thread(number) for number in range(3)]
    made = filled_scenario(anna, "authenticity", threads, models=[judge_model])
    add_members(made, [MemberSpec("ben")])
    return start(made, models=False)


@pytest.fixture
def annas_cookie(anna: User, scenario: Scenario, cookie_of: Callable[[User], str]) -> str:
    return cookie_of(anna)


def _answered(done: int) -> events.Answered:
    return events.Answered(item_id=1, done=done, total=3)


async def _subscribe(client: WebsocketCommunicator, scenario: Scenario, **more: Any) -> dict[str, Any]:
    """Subscribe; the answer."""
    await client.send_json_to({"type": "scenario:subscribe", "scenario_id": scenario.pk, **more})
    answer: dict[str, Any] = await client.receive_json_from()
    return answer


async def _news(client: WebsocketCommunicator, number: int) -> list[dict[str, Any]]:
    """The next events of the scenario itself, without what its sessions' overviews tell."""
    found: list[dict[str, Any]] = []
    while len(found) < number:
        event = await client.receive_json_from(timeout=10)
        if event["type"] in NEWS:
            found.append(event)
    return found


def _judge(scenario: Scenario) -> JudgeSession:
    return judge_in_foreground(scenario.sessions.get())


def _submit(user: User, scenario: Scenario, **more: Any) -> Evaluation:
    assignment = Assignment.objects.filter(member__user=user, member__scenario=scenario).first()
    assert assignment is not None
    given = AnswerInput(payload={"vote": "real"}, item_version=1, **more)
    return submit(assignment.member, assignment, given, now=timezone.now())


async def test_subscribing_tells_how_far_models_and_people_are(
    scenario: Scenario, annas_cookie: str, connect: Connect
) -> None:
    client = await connect(annas_cookie)
    answer = await _subscribe(client, scenario)
    assert (answer["type"], answer["scenario_id"], answer["seq"]) == ("scenario:subscribed", scenario.pk, 0)
    assert answer["timestamp"]
    assert (answer["done"], answer["total"]) == (0, 3)
    (model,) = answer["models"]
    assert (model["status"], model["completed"], model["total"]) == ("created", 0, 3)
    status = await client.receive_json_from()
    assert (status["type"], status["session_id"]) == ("judge:status", model["session_id"])


async def test_events_grow_by_one_within_the_scenario(
    scenario: Scenario, annas_cookie: str, connect: Connect, tell: Tell
) -> None:
    client = await connect(annas_cookie)
    await _subscribe(client, scenario)
    session = await scenario.sessions.aget()
    await tell(scenario, _answered(1))
    await tell(session, events.Progress(completed=1, failed=0, total=3))
    await tell(scenario, _answered(2), _answered(3))
    received = await _news(client, 3)
    assert [(event["seq"], event["done"]) for event in received] == [(1, 1), (2, 2), (3, 3)]
    assert all(event["scenario_id"] == scenario.pk and event["timestamp"] for event in received)


async def test_since_brings_what_was_missed(
    scenario: Scenario, annas_cookie: str, connect: Connect, tell: Tell
) -> None:
    await tell(scenario, *[_answered(number) for number in range(5)])
    client = await connect(annas_cookie)
    await _subscribe(client, scenario, since=2)
    assert [event["seq"] for event in await _news(client, 3)] == [3, 4, 5]
    await tell(scenario, _answered(6))
    assert [event["seq"] for event in await _news(client, 1)] == [6]


async def test_where_the_missed_is_gone_the_state_comes_anew(
    scenario: Scenario, annas_cookie: str, connect: Connect, tell: Tell
) -> None:
    await tell(scenario, _answered(1))
    client = await connect(annas_cookie)
    await _subscribe(client, scenario, since=900)
    state = await client.receive_json_from()
    assert (state["type"], state["seq"], state["total"]) == ("scenario:subscribed", 1, 3)
    await tell(scenario, _answered(2))
    assert [event["seq"] for event in await _news(client, 1)] == [2]


async def test_a_models_work_is_told_item_by_item_to_who_watches(
    scenario: Scenario, judge_model: Model, annas_cookie: str, connect: Connect
) -> None:
    client = await connect(annas_cookie)
    await _subscribe(client, scenario)
    await sync_to_async(_judge)(scenario)
    items = {pk async for pk in scenario.items.values_list("pk", flat=True)}
    told: list[dict[str, Any]] = []
    while not told or told[-1].get("completed") != 3:
        told += await _news(client, 1)
    assert [event["seq"] for event in told] == list(range(1, len(told) + 1))
    started = [event for event in told if event["type"] == "scenario:llm_started"]
    completed = [event for event in told if event["type"] == "scenario:llm_completed"]
    assert {event["item_id"] for event in started} == {event["item_id"] for event in completed} == items
    assert {(event["model_id"], event["status"]) for event in completed} == {(judge_model.pk, "completed")}
    assert all(event["verdict"] and event["confidence"] == 0.8 for event in completed)
    last = told[-1]
    assert (last["type"], last["total"], last["failed"]) == ("scenario:llm_progress", 3, 0)
    assert last["avg_time_ms"] > 0


async def test_a_failure_is_told_by_name(
    scenario: Scenario, annas_cookie: str, connect: Connect, fake_llm: FakeLLM
) -> None:
    fake_llm.script(faults=[{"kind": "refusal"}])
    client = await connect(annas_cookie)
    await _subscribe(client, scenario)
    await sync_to_async(_judge)(scenario)
    completed = [event for event in await _news(client, 6) if event["type"] == "scenario:llm_completed"]
    assert {(event["status"], event["failure_code"], event["verdict"]) for event in completed} == {
        ("failed", "refused", None)
    }


async def test_who_watches_nothing_costs_no_events_but_progress(
    scenario: Scenario, annas_cookie: str, connect: Connect
) -> None:
    await sync_to_async(_judge)(scenario)
    client = await connect(annas_cookie)
    answer = await _subscribe(client, scenario, since=0)
    told = await _news(client, answer["seq"])
    assert {event["type"] for event in told} == {"scenario:llm_progress"}
    assert told[-1]["completed"] == 3
    assert told[-1]["current_thread"] is None


async def test_a_persons_answer_is_told_after_the_commit(
    scenario: Scenario, ben: User, annas_cookie: str, connect: Connect
) -> None:
    client = await connect(annas_cookie)
    await _subscribe(client, scenario)
    answer = await sync_to_async(_submit)(ben, scenario, submission_key="once")
    (told,) = await _news(client, 1)
    assert (told["type"], told["item_id"], told["done"], told["total"]) == (
        *("scenario:answered", answer.item_id),
        *(1, 3),
    )
    assert "vote" not in told
    await sync_to_async(_submit)(ben, scenario, submission_key="once")
    assert await client.receive_nothing()


async def test_an_answer_that_nobody_watches_leaves_no_trace(scenario: Scenario, ben: User) -> None:
    await sync_to_async(_submit)(ben, scenario)
    connection = publish.open_redis()
    assert await publish.newest_seq(connection, Stream.of_scenario(scenario.pk)) == 0
    await connection.aclose()


def test_an_answer_stands_where_redis_is_lost(
    scenario: Scenario, ben: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(settings, "REDIS_URL", "redis://127.0.0.1:1/0")
    publish._kept_redis.cache_clear()
    try:
        answer = _submit(ben, scenario)
    finally:
        publish._kept_redis.cache_clear()
    assert Evaluation.objects.get(pk=answer.pk).verdict == "real"


ROLES = [
    ("owner", True),
    ("viewer", True),
    ("evaluator", False),
    ("", False),
]


@pytest.mark.parametrize(("role", "may"), ROLES, ids=[role or "stranger" for role, _ in ROLES])
async def test_owners_and_viewers_may_follow_and_evaluators_get_nothing(
    scenario: Scenario,
    dora: User,
    role: str,
    may: bool,
    cookie_of: Callable[[User], str],
    connect: Connect,
    tell: Tell,
) -> None:
    if role:
        await Member.objects.acreate(scenario=scenario, user=dora, name="dora", role=role)
    client = await connect(await sync_to_async(cookie_of)(dora))
    answer = await _subscribe(client, scenario)
    session = await scenario.sessions.aget()
    if may:
        assert answer["type"] == "scenario:subscribed"
        await tell(scenario, _answered(1))
        assert [event["seq"] for event in await _news(client, 1)] == [1]
        return
    assert (answer["type"], answer["code"]) == ("error", "not_found")
    await tell(scenario, _answered(1))
    await tell(session, events.Progress(completed=1, failed=0, total=3))
    assert await client.receive_nothing()


async def test_the_administrator_may_follow_every_scenario(
    scenario: Scenario, admin: User, cookie_of: Callable[[User], str], connect: Connect
) -> None:
    client = await connect(await sync_to_async(cookie_of)(admin))
    assert (await _subscribe(client, scenario))["type"] == "scenario:subscribed"
