"""A judge whose answers are odd: what is beyond doubt is read, the rest is asked again and fails."""

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.utils.translation import gettext, override

from evaluations.models import JudgeSession, Model
from evaluations.reports.session_results import session_results
from pillars.models import Pillar
from tests.fake_llm.process import FakeLLM
from tests.sessions import answers, attempt_codes, failures, judged_session
from tests.threads import add_thread

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("pillars", "default_prompts")]

ONE_PAIR: dict[str, Any] = {"pillar_ids": (1, 3), "samples_per_pillar": 1, "position_swap": False}


def _judge(anna: User, model: Model, fake: FakeLLM, *faults: dict[str, Any], **script: Any) -> JudgeSession:
    fake.script(judge="always_a", faults=list(faults), **script)
    return judged_session(anna, model, **ONE_PAIR)


@pytest.mark.parametrize(
    "kind", ["fence", "think", "prose", "trailing_comma", "score_string", "reasoning_content"]
)
def test_what_is_beyond_doubt_is_read(anna: User, judge_model: Model, fake_llm: FakeLLM, kind: str) -> None:
    session = _judge(anna, judge_model, fake_llm, {"kind": kind, "when": {"always": True}})

    assert session.status == "completed"
    assert attempt_codes(session) == [""]
    assert answers(session)[0].verdict == "A"
    assert all(isinstance(score, float) for pair in answers(session)[0].scores.values() for score in pair)


@pytest.mark.parametrize(
    ("fault", "code", "words"),
    [
        ({"kind": "score_7"}, "invalid", "liegt über 5"),
        ({"kind": "score", "value": 98989}, "invalid", "98989"),
        ({"kind": "score", "value": -3}, "invalid", "-3"),
        ({"kind": "confidence_85"}, "invalid", "confidence: 85"),
        ({"kind": "winner_verlauf_a"}, "invalid", "winner: 'Verlauf A'"),
        ({"kind": "nan"}, "invalid", "keine endliche Zahl"),
        ({"kind": "empty"}, "empty", ""),
        ({"kind": "array"}, "malformed", "The answer is a JSON array where a JSON object was asked for."),
        ({"kind": "cut_json"}, "malformed", "The JSON object ends early: a closing brace is missing."),
        ({"kind": "prose_only"}, "malformed", "The answer holds no JSON object."),
        ({"kind": "duplicate_key"}, "malformed", "winner"),
    ],
    ids=lambda value: str(value.get("value", value["kind"])) if isinstance(value, dict) else None,
)
def test_what_cannot_be_read_is_asked_again_and_then_fails_by_name(
    anna: User, judge_model: Model, fake_llm: FakeLLM, fault: dict[str, Any], code: str, words: str
) -> None:
    session = _judge(anna, judge_model, fake_llm, {**fault, "when": {"always": True}})

    assert session.status == "failed"
    assert failures(session) == {code: 1}
    assert attempt_codes(session) == [code] * 3
    assert answers(session) == []
    with override("de"):
        assert gettext(words) in session.tasks.get().failure_detail if words else True


@pytest.mark.parametrize("kind", ["score_7", "empty", "cut_json", "winner_verlauf_a"])
def test_a_second_attempt_is_told_what_was_wrong(
    anna: User, judge_model: Model, fake_llm: FakeLLM, kind: str
) -> None:
    session = _judge(anna, judge_model, fake_llm, {"kind": kind, "when": {"first": 1}})

    assert session.status == "completed"
    assert attempt_codes(session)[1:] == [""]
    second = fake_llm.calls()[1]["body"]["messages"]
    told = session.tasks.get().attempts.order_by("pk").values_list("failure_detail", flat=True)[0]
    assert told in second[-1]["content"]


def test_every_attempt_is_kept_with_its_text_tokens_and_time(
    anna: User, judge_model: Model, fake_llm: FakeLLM
) -> None:
    session = _judge(anna, judge_model, fake_llm, {"kind": "score_7", "when": {"first": 2}})

    attempts = list(session.tasks.get().attempts.all())
    assert [attempt.failure_code for attempt in attempts] == ["invalid", "invalid", ""]
    assert all('"score_a"' in attempt.raw_text for attempt in attempts)
    assert all(attempt.input_tokens > 0 and attempt.output_tokens > 0 for attempt in attempts)
    assert not any(attempt.tokens_estimated for attempt in attempts)


def test_tokens_that_are_not_reported_are_estimated_and_marked(
    anna: User, judge_model: Model, fake_llm: FakeLLM
) -> None:
    session = _judge(anna, judge_model, fake_llm, {"kind": "no_usage", "when": {"always": True}})

    attempt = session.tasks.get().attempts.get()
    assert attempt.tokens_estimated
    assert attempt.input_tokens > 0


def test_unreadable_verdicts_are_missing_not_ties(anna: User, judge_model: Model, fake_llm: FakeLLM) -> None:
    """inspect_ai 4026: ten answers, three of them unreadable: seven count, three are shown as failed."""
    first, second = (Pillar.objects.create(number=number, name="x") for number in (8, 9))
    add_thread(second, "Eine Frage", "Eine Antwort")
    for number in range(10):
        add_thread(first, f"Frage {number}{' UNLESBAR' if number < 3 else ''}", "Antwort")
    fake_llm.script(judge="always_a", faults=[{"kind": "prose_only", "when": {"containing": "UNLESBAR"}}])
    plan = {"pillar_ids": (8, 9), "comparison_mode": "round_robin", "position_swap": False}
    session = judged_session(anna, judge_model, **plan)
    results = session_results(session)

    assert failures(session) == {"malformed": 3}
    assert (results.answers, results.open_pairs) == (7, 3)
    (cell,) = results.matrix
    assert (cell.wins_a, cell.wins_b, cell.ties, cell.open) == (7, 0, 0, 3)
    assert {mean.n for mean in results.criteria} == {7}
    assert sum(results.confidence.histogram) == 7
    assert results.failures == {"malformed": 3}
