"""A provider that refuses, breaks off, is slow or busy: each failure has its name, and the rest goes on."""

from typing import Any

import pytest
from django.contrib.auth.models import User

from evaluations.judging import lifecycle
from evaluations.judging.foreground import judge_in_foreground
from evaluations.models import JudgeSession, Model
from evaluations.reports.session_results import session_results
from pillars.models import Pillar
from tests.fake_llm.process import FakeLLM
from tests.sessions import answers, attempt_codes, failures, judged_session, make_session
from tests.threads import add_thread

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("pillars", "default_prompts")]

ONE_PAIR: dict[str, Any] = {"pillar_ids": (1, 3), "samples_per_pillar": 1, "position_swap": False}
TEN_CALLS: dict[str, Any] = {"pillar_ids": (1, 3), "samples_per_pillar": 5}
ALWAYS = {"always": True}


def _judge(anna: User, model: Model, fake: FakeLLM, fault: dict[str, Any], **plan: Any) -> JudgeSession:
    fake.script(judge="always_a", faults=[fault])
    return judged_session(anna, model, **(plan or ONE_PAIR))


@pytest.mark.parametrize(
    ("kind", "code"),
    [
        ("refusal", "refused"),
        ("content_filter_400", "filtered"),
        ("content_filter_finish", "filtered"),
        ("context_length_400", "context_too_long"),
    ],
)
def test_what_asking_again_cannot_mend_is_asked_once(
    anna: User, judge_model: Model, fake_llm: FakeLLM, kind: str, code: str
) -> None:
    """alpaca_eval 227, 430: a filtered mail is not sent again and again."""
    session = _judge(anna, judge_model, fake_llm, {"kind": kind, "when": ALWAYS})

    assert attempt_codes(session) == [code]
    assert failures(session) == {code: 1}


def test_a_filtered_comparison_leaves_the_others_alone(
    anna: User, judge_model: Model, fake_llm: FakeLLM
) -> None:
    session = _judge(
        anna, judge_model, fake_llm, {"kind": "content_filter_400", "when": {"calls": [4]}}, **TEN_CALLS
    )

    assert session.status == "completed"
    assert failures(session) == {"filtered": 1}
    assert len(answers(session)) == 9


@pytest.mark.parametrize(
    ("kind", "reason"),
    [
        ("unauthorised", "unauthorised"),
        ("forbidden", "unauthorised"),
        ("not_found", "no_such_model"),
        ("quota", "quota_exceeded"),
    ],
)
def test_what_needs_a_person_pauses_the_session_and_loses_nothing(
    anna: User, judge_model: Model, fake_llm: FakeLLM, kind: str, reason: str
) -> None:
    session = _judge(anna, judge_model, fake_llm, {"kind": kind, "when": ALWAYS}, **TEN_CALLS)

    assert (session.status, session.status_reason) == ("paused", reason)
    assert session.tasks.filter(status="pending").count() == 10

    fake_llm.script(judge="always_a")
    assert judge_in_foreground(lifecycle.resume(session)).status == "completed"
    assert len(answers(session)) == 10


def test_one_passing_error_costs_a_second_attempt_and_no_answer(
    anna: User, judge_model: Model, fake_llm: FakeLLM
) -> None:
    """langfuse 16491: 503 once for each, then fine: ten of ten good, two attempts each."""
    fault = {"kind": "status", "code": 503, "when": {"once_per_prompt": True}}
    session = _judge(anna, judge_model, fake_llm, fault, **TEN_CALLS)

    assert len(answers(session)) == 10
    assert [task.attempts.count() for task in session.tasks.all()] == [2] * 10


@pytest.mark.parametrize(
    ("fault", "code"),
    [({"kind": "status", "code": 500}, "provider_error"), ({"kind": "drop"}, "unreachable")],
)
def test_a_broken_provider_fails_by_name(
    anna: User, judge_model: Model, fake_llm: FakeLLM, fault: dict[str, Any], code: str
) -> None:
    session = _judge(anna, judge_model, fake_llm, {**fault, "when": ALWAYS})

    assert session.status == "failed"
    assert failures(session) == {code: 1}
    assert len(attempt_codes(session)) == 4


def test_a_dropped_connection_is_tried_again(anna: User, judge_model: Model, fake_llm: FakeLLM) -> None:
    session = _judge(anna, judge_model, fake_llm, {"kind": "drop", "when": {"first": 1}})

    assert session.status == "completed"
    assert attempt_codes(session) == ["unreachable", ""]


def test_a_call_that_never_answers_times_out_and_the_session_ends(
    anna: User, judge_model: Model, fake_llm: FakeLLM
) -> None:
    """deepeval 2232: one of many never answers: the others are done, nothing is paid twice."""
    Model.objects.filter(pk=judge_model.pk).update(timeout_s=1)
    session = _judge(anna, judge_model, fake_llm, {"kind": "stall", "when": {"calls": [3]}}, **TEN_CALLS)

    assert session.status == "completed"
    assert failures(session) == {"timed_out": 1}
    assert len(answers(session)) == 9
    assert fake_llm.summary()["count"] == 10


def test_busy_calls_wait_as_long_as_the_provider_asks(
    anna: User, judge_model: Model, fake_llm: FakeLLM
) -> None:
    """promptfoo 1970: 429 with Retry-After on every fifth call: all are answered."""
    fault = {"kind": "rate_limit", "retry_after": 1, "when": {"calls": [5, 10]}}
    session = _judge(anna, judge_model, fake_llm, fault, **TEN_CALLS)

    assert len(answers(session)) == 10
    assert sorted(attempt_codes(session)).count("rate_limited") == 2


def test_a_fifth_of_calls_refused_without_a_hint_are_all_answered(
    anna: User, judge_model: Model, fake_llm: FakeLLM
) -> None:
    fault = {"kind": "rate_limit", "when": {"share": 0.2, "seed": 5}}
    session = _judge(anna, judge_model, fake_llm, fault, pillar_ids=(1, 3), comparison_mode="round_robin")

    assert session.status == "completed"
    assert len(answers(session)) == 72
    assert "rate_limited" in attempt_codes(session)


def test_a_provider_that_stays_busy_pauses_the_session(
    anna: User, judge_model: Model, fake_llm: FakeLLM
) -> None:
    """promptfoo 7727: it ends with a clear state, not in tries for ever."""
    session = _judge(anna, judge_model, fake_llm, {"kind": "rate_limit", "when": ALWAYS}, **TEN_CALLS)

    assert (session.status, session.status_reason) == ("paused", "rate_limited")
    assert not session.tasks.filter(status="running").exists()


def test_a_cut_answer_gets_one_larger_limit_and_then_its_own_name(
    anna: User, judge_model: Model, fake_llm: FakeLLM
) -> None:
    """deepeval 929."""
    session = _judge(anna, judge_model, fake_llm, {"kind": "length", "when": ALWAYS})

    assert attempt_codes(session) == ["truncated", "truncated"]
    first, second = (call["body"]["max_tokens"] for call in fake_llm.calls())
    assert second == 2 * first
    assert failures(session) == {"truncated": 1}


def test_a_larger_limit_may_be_enough(anna: User, judge_model: Model, fake_llm: FakeLLM) -> None:
    fault = {"kind": "length", "until_max_tokens": judge_model.max_output_tokens + 1, "when": ALWAYS}
    session = _judge(anna, judge_model, fake_llm, fault)

    assert attempt_codes(session) == ["truncated", ""]


@pytest.mark.parametrize(
    ("refused", "used"),
    [
        (["json_schema"], "tool"),
        (["json_schema", "tools"], "json_object"),
        (["json_schema", "tools", "json_object"], "text"),
    ],
)
def test_a_refused_output_mode_gives_way_to_the_next_once_for_all(
    anna: User, judge_model: Model, fake_llm: FakeLLM, refused: list[str], used: str
) -> None:
    """langfuse 8778 and others: the run succeeds, each answer says its mode, the model remembers it."""
    fault = {"kind": "reject_response_format", "modes": refused, "when": ALWAYS}
    Model.objects.filter(pk=judge_model.pk).update(max_in_flight=1)
    session = _judge(anna, judge_model, fake_llm, fault, **TEN_CALLS)

    assert {answer.output_mode for answer in answers(session)} == {used}
    assert attempt_codes(session).count("mode_refused") == len(refused)
    judge_model.refresh_from_db()
    assert judge_model.output_mode == used


@pytest.mark.parametrize("form", ["keys", "prose", "fence"])
def test_a_schema_that_is_silently_ignored_is_noticed(
    anna: User, judge_model: Model, fake_llm: FakeLLM, form: str
) -> None:
    """vllm 18819, ollama 14850: read if it is right all the same, else asked again without the schema."""
    fault = {"kind": "ignore_schema", "form": form, "modes": ["json_schema"], "when": ALWAYS}
    session = _judge(anna, judge_model, fake_llm, fault)

    codes = attempt_codes(session)
    assert codes[-1] in {"", "invalid", "malformed"}
    assert session.status == ("completed" if codes[-1] == "" else "failed")
    if form == "prose":
        assert answers(session)[0].output_mode == "tool"


def test_a_long_thread_reaches_the_judge_to_its_last_line(
    anna: User, judge_model: Model, fake_llm: FakeLLM, pillars: dict[int, Pillar]
) -> None:
    """langfuse 12689: forty messages, a mark in the last line."""
    pillar = Pillar.objects.create(number=8, name="lang")
    add_thread(
        pillar, *[f"Mail {number}. " + "Es ist viel passiert. " * 30 for number in range(39)], "ENDE-4711"
    )
    fake_llm.script(judge="always_a")
    judged_session(anna, judge_model, **(ONE_PAIR | {"pillar_ids": (1, 8)}))

    assert "ENDE-4711" in fake_llm.calls()[0]["body"]["messages"][-1]["content"]


def test_a_thread_beyond_the_context_window_is_too_long_and_has_no_score(
    anna: User, judge_model: Model, fake_llm: FakeLLM, pillars: dict[int, Pillar]
) -> None:
    """strands evals 342: 300,000 characters are refused by name before anything is sent."""
    Model.objects.filter(pk=judge_model.pk).update(context_tokens=32_000)
    pillar = Pillar.objects.create(number=8, name="lang")
    add_thread(pillar, "x " * 150_000, "Antwort")
    fake_llm.script(judge="always_a")
    session = judged_session(anna, judge_model, **(ONE_PAIR | {"pillar_ids": (1, 8)}))

    assert failures(session) == {"context_too_long": 1}
    assert fake_llm.summary()["count"] == 0


def test_a_dead_judge_gives_no_tie(anna: User, judge_model: Model, fake_llm: FakeLLM) -> None:
    """FastChat PR 2074 and others: all calls fail: no tie, no -1, the session has failed."""
    session = _judge(anna, judge_model, fake_llm, {"kind": "prose_only", "when": ALWAYS}, **TEN_CALLS)

    (cell,) = session_results(session).matrix
    assert session.status == "failed"
    assert (cell.ties, cell.wins_a, cell.wins_b, cell.open) == (0, 0, 0, 5)
    assert cell.win_rate_a is None


def test_half_a_verdict_is_none(anna: User, judge_model: Model, fake_llm: FakeLLM) -> None:
    Model.objects.filter(pk=judge_model.pk).update(max_in_flight=1)
    plan = {"pillar_ids": (1, 3), "samples_per_pillar": 1}
    session = _judge(anna, judge_model, fake_llm, {"kind": "refusal", "when": {"calls": [2]}}, **plan)

    (cell,) = session_results(session).matrix
    assert session.status == "completed"
    assert (cell.ties, cell.open) == (0, 1)


def test_what_failed_can_be_tried_again(anna: User, judge_model: Model, fake_llm: FakeLLM) -> None:
    session = _judge(anna, judge_model, fake_llm, {"kind": "refusal", "when": {"calls": [1, 2]}}, **TEN_CALLS)
    assert failures(session) == {"refused": 2}

    fake_llm.script(judge="always_a")
    session = judge_in_foreground(lifecycle.retry_failed(session))

    assert session.status == "completed"
    assert failures(session) == {}
    assert [task.attempts.count() for task in session.tasks.all()].count(2) == 2


def test_a_verdict_against_its_own_reasons_is_flagged(
    anna: User, judge_model: Model, fake_llm: FakeLLM
) -> None:
    """langfuse 11291: the reason says B, the verdict says A."""
    fake_llm.script(judge="contradictory")
    session = judged_session(anna, judge_model, **TEN_CALLS)

    assert all(answer.is_contradictory for answer in answers(session))
    assert session_results(session).contradictory == 10


def test_a_users_provider_may_not_name_an_address_inside_the_network(
    anna: User, judge_model: Model, fake_llm: FakeLLM
) -> None:
    judge_model.provider.owner = anna
    judge_model.provider.save(update_fields=["owner"])
    fake_llm.script(judge="always_a")
    session = make_session(anna, judge_model, **ONE_PAIR)
    session = judge_in_foreground(session)

    assert (session.status, session.status_reason) == ("paused", "host_not_allowed")
    assert fake_llm.summary()["count"] == 0
