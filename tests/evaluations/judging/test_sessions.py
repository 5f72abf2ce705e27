"""What an estimate foretells is what is created; a plan's faults are named by field."""

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.exceptions import PermissionDenied

from evaluations.judging import plans
from evaluations.judging.errors import PlanInvalid
from evaluations.judging.plans import SessionPlan, estimate
from evaluations.judging.sessions import create_session
from evaluations.models import Item, JudgeSession, Model, Scenario
from pillars.models import Pillar
from tests.sessions import make_session
from tests.threads import add_thread

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("pillars", "default_prompts")]

PLANS: list[dict[str, Any]] = [
    {},
    {"position_swap": False, "repetitions_per_pair": 3},
    {"comparison_mode": "round_robin", "max_threads_per_pillar": 4},
    {"comparison_mode": "free_for_all", "pillar_ids": (5,)},
    {"comparison_mode": "pillar_sample", "samples_per_pillar": 50},
]


@pytest.mark.parametrize("fields", PLANS)
def test_an_estimate_equals_what_is_created(anna: User, baseline: Model, fields: dict[str, Any]) -> None:
    asked: dict[str, Any] = {"pillar_ids": (1, 3, 5), "session_name": "s", "seed": 3}
    plan = SessionPlan(**(asked | fields))

    foretold = estimate(plan, user=anna)
    assert not Scenario.objects.exists()
    session = create_session(plan, actor=anna)

    assert foretold.total_comparisons == session.tasks.count()
    assert foretold.pairs == session.scenario.items.count()
    by_pillar = {(c.pillar_a, c.pillar_b): c.pairs for c in foretold.pairs_by_pillar}
    items = session.scenario.items.values_list("pillar_a_id", "pillar_b_id")
    assert by_pillar == {key: list(items).count(key) for key in set(items)}


def test_the_same_seed_draws_the_same_pairs(anna: User, baseline: Model) -> None:
    def drawn(session: JudgeSession) -> list[tuple[int, int | None]]:
        return list(Item.objects.filter(scenario=session.scenario).values_list("thread_a", "thread_b"))

    first, second = make_session(anna, baseline, seed=11), make_session(anna, baseline, seed=11)
    assert drawn(first) == drawn(second)
    assert drawn(first) != drawn(make_session(anna, baseline, seed=12))


def test_a_session_keeps_the_prompt_word_for_word(anna: User, baseline: Model) -> None:
    session = make_session(anna, baseline)
    version = session.prompt_version
    assert version is not None
    assert (session.system_text, session.user_text) == (version.system_text, version.user_text)
    assert len(session.prompt_hash) == 64


@pytest.mark.parametrize(
    ("fields", "field"),
    [
        ({"session_name": "  "}, "session_name"),
        ({"pillar_ids": (1,)}, "pillar_ids"),
        ({"pillar_ids": (1, 99)}, "pillar_ids"),
        ({"pillar_ids": (1, 2)}, "pillar_ids"),
        ({"comparison_mode": "all"}, "comparison_mode"),
        ({"samples_per_pillar": 0}, "samples_per_pillar"),
        ({"repetitions_per_pair": 21}, "repetitions_per_pair"),
        ({"temperature": 2.5}, "temperature"),
        ({"worker_count": 0}, "worker_count"),
        ({"seed": -1}, "seed"),
        ({"model_id": 4711}, "model_id"),
        ({"prompt_template_id": 4711}, "prompt_template_id"),
    ],
)
def test_a_faulty_plan_is_refused_by_field_and_writes_nothing(
    anna: User, baseline: Model, fields: dict[str, Any], field: str
) -> None:
    Pillar.objects.create(number=2, name="leer")
    with pytest.raises(PlanInvalid) as refused:
        make_session(anna, baseline, **fields)
    assert list(refused.value.errors) == [field]
    assert not Scenario.objects.exists()


def test_an_evaluator_may_not_make_sessions(ben: User, baseline: Model) -> None:
    with pytest.raises(PermissionDenied):
        make_session(ben, baseline)


def test_a_thread_in_two_pillars_never_meets_itself(anna: User, baseline: Model) -> None:
    pillar = Pillar.objects.create(number=7, name="sieben")
    shared = add_thread(pillar, "Frage", "Antwort")
    Pillar.objects.get(number=1).assignments.create(thread=shared)
    session = make_session(anna, baseline, pillar_ids=(1, 7), comparison_mode="round_robin")
    assert session.scenario.items.count() == 6


def test_a_plan_beyond_the_most_comparisons_is_refused_before_its_pairs_are_made(
    anna: User, baseline: Model, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(plans, "MOST_COMPARISONS", 72)
    asked: dict[str, Any] = {"pillar_ids": (1, 3), "comparison_mode": "round_robin", "session_name": "s"}
    fits = SessionPlan(**asked)
    assert estimate(fits, user=anna).total_comparisons == 72
    assert create_session(fits, actor=anna).tasks.count() == 72
    for refused in (SessionPlan(**asked, repetitions_per_pair=2), _free_for_all(asked)):
        for call in (lambda plan: estimate(plan, user=anna), lambda plan: create_session(plan, actor=anna)):
            with pytest.raises(PlanInvalid) as error:
                call(refused)
            assert "72" in error.value.errors["pillar_ids"][0]
    assert JudgeSession.objects.count() == 1


def _free_for_all(asked: dict[str, Any]) -> SessionPlan:
    return SessionPlan(**(asked | {"comparison_mode": "free_for_all"}))
