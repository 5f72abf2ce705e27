"""Plan, make, move on, rename and delete sessions over HTTP."""

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test.utils import CaptureQueriesContext

from evaluations.models import Item, JudgeSession, JudgeTask, Scenario
from llars.models import AuditEntry
from tests.evaluations.api.conftest import Caller
from tests.evaluations.api.test_refusals import assert_problem
from tests.evaluations.reports import casting
from tests.evaluations.reports.casting import answer, fail, tasks_of

PLAN = {"pillar_ids": [1, 3, 5], "samples_per_pillar": 5, "position_swap": True}


@pytest.fixture
def threads(anna_user: User) -> None:
    for pillar in (1, 3, 5):
        casting.add_threads(pillar, range(100, 106))


def test_the_modes_are_a_plain_list(anna: Caller) -> None:
    modes = anna.call("get", "judge/comparison-modes").json()
    assert [mode["key"] for mode in modes] == ["pillar_sample", "round_robin", "free_for_all"]
    assert all(mode["name"] and mode["description"] for mode in modes)


def test_three_pillars_with_five_samples_and_swap_make_thirty(anna: Caller, threads: None) -> None:
    body = anna.call("post", "judge/estimate", PLAN).json()
    assert (body["total_comparisons"], body["pairs"]) == (30, 15)
    assert body["pairs_by_pillar"] == [
        {"pillar_a": 1, "pillar_b": 3, "pairs": 5},
        {"pillar_a": 1, "pillar_b": 5, "pairs": 5},
        {"pillar_a": 3, "pillar_b": 5, "pairs": 5},
    ]
    assert {"input_tokens", "output_tokens", "cost", "duration_s"} < set(body)


def test_an_estimate_writes_nothing(anna: Caller, threads: None) -> None:
    anna.call("post", "judge/estimate", PLAN)
    assert not Scenario.objects.exists()
    assert not Item.objects.exists()


@pytest.mark.parametrize("mode", ["pillar_sample", "round_robin", "free_for_all"])
def test_what_is_foretold_is_created(anna: Caller, threads: None, mode: str) -> None:
    plan = PLAN | {"comparison_mode": mode, "max_threads_per_pillar": 3, "seed": 11, "session_name": "S"}
    foretold = anna.call("post", "judge/estimate", plan).json()["total_comparisons"]
    response = anna.call("post", "judge/sessions", plan)
    assert response.status_code == 201
    assert response.json()["total_comparisons"] == foretold == JudgeTask.objects.count()


def test_a_new_session_says_all_about_itself(anna: Caller, threads: None) -> None:
    plan = PLAN | {"session_name": "Größe", "seed": 4, "temperature": 0.5, "worker_count": 2}
    body = anna.call("post", "judge/sessions", plan).json()
    assert body["id"] == body["session_id"]
    assert (body["name"], body["status"]) == ("Größe", "created")
    assert (body["pillar_ids"], body["comparison_mode"]) == ([1, 3, 5], "pillar_sample")
    assert (body["seed"], body["temperature"], body["worker_count"]) == (4, 0.5, 2)
    assert (body["model"], body["is_language_model"]) == ("baseline", False)
    assert (body["completed_comparisons"], body["failed_comparisons"]) == (0, 0)
    assert body["started_at"] is None
    assert body["created_at"].endswith(("+01:00", "+02:00"))


def test_the_same_seed_makes_the_same_pairs(anna: Caller, threads: None) -> None:
    plan = PLAN | {"session_name": "S", "seed": 5}
    ids = [anna.call("post", "judge/sessions", plan).json()["id"] for _ in range(2)]
    first, second = (
        list(JudgeTask.objects.filter(session=pk).values_list("item__thread_a", "item__thread_b"))
        for pk in ids
    )
    assert first == second


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"pillar_ids": []}, "pillar_ids"),
        ({"pillar_ids": [1]}, "pillar_ids"),
        ({"pillar_ids": [1, 99]}, "pillar_ids"),
        ({"pillar_ids": [1, 2]}, "pillar_ids"),
        ({"pillar_ids": "1,3"}, "pillar_ids"),
        ({"comparison_mode": "all"}, "comparison_mode"),
        ({"samples_per_pillar": 0}, "samples_per_pillar"),
        ({"samples_per_pillar": "many"}, "samples_per_pillar"),
        ({"max_threads_per_pillar": 0}, "max_threads_per_pillar"),
        ({"repetitions_per_pair": 21}, "repetitions_per_pair"),
        ({"temperature": 3}, "temperature"),
        ({"worker_count": 0}, "worker_count"),
        ({"seed": -1}, "seed"),
        ({"model_id": 999}, "model_id"),
        ({"prompt_template_id": 999}, "prompt_template_id"),
        ({"session_name": " "}, "session_name"),
        ({"session_name": "x" * 201}, "session_name"),
    ],
)
def test_a_fault_is_named_by_its_field(
    anna: Caller, threads: None, change: dict[str, Any], field: str
) -> None:
    body = assert_problem(anna.call("post", "judge/sessions", PLAN | {"session_name": "S"} | change), 400)
    assert any(key == field or key.startswith(f"{field}.") for key in body["errors"])
    assert not JudgeSession.objects.exists()


def test_only_ones_own_sessions_are_listed(session: JudgeSession, anna: Caller, dora: Caller) -> None:
    body = anna.call("get", "judge/sessions").json()
    assert (body["count"], body["next"], body["previous"]) == (1, None, None)
    assert body["results"][0]["total_comparisons"] == 6
    assert dora.call("get", "judge/sessions").json()["count"] == 0


def test_lists_page(session: JudgeSession, anna: Caller) -> None:
    path = f"judge/sessions/{session.pk}/queue"
    body = anna.call("get", path, {"page_size": 4}).json()
    assert (body["count"], len(body["results"])) == (6, 4)
    rest = anna.get(body["next"]).json()
    assert len(rest["results"]) == 2
    places = [row["queue_position"] for row in body["results"] + rest["results"]]
    assert places == sorted(places)


def test_starting_twice_is_harmless(session: JudgeSession, anna: Caller) -> None:
    for _ in range(2):
        response = anna.call("post", f"judge/sessions/{session.pk}/start")
        assert (response.status_code, response.json()["status"]) == (200, "queued")


def test_pause_and_resume(session: JudgeSession, anna: Caller) -> None:
    path = f"judge/sessions/{session.pk}"
    anna.call("post", f"{path}/start")
    paused = anna.call("post", f"{path}/pause").json()
    assert (paused["status"], paused["status_reason"]) == ("paused", "by_user")
    assert anna.call("post", f"{path}/resume").json()["status"] == "queued"


@pytest.mark.parametrize("step", ["pause", "resume", "retry-failed"])
def test_a_step_that_does_not_apply_is_409(session: JudgeSession, anna: Caller, step: str) -> None:
    body = assert_problem(anna.call("post", f"judge/sessions/{session.pk}/{step}"), 409)
    assert body["type"].endswith("lifecycle_conflict")


def test_what_failed_can_be_retried(session: JudgeSession, anna: Caller) -> None:
    for task in tasks_of(session):
        fail(task)
    JudgeSession.objects.filter(pk=session.pk).update(status="failed")
    response = anna.call("post", f"judge/sessions/{session.pk}/retry-failed")
    assert response.status_code == 200
    assert response.json()["failed_comparisons"] == 0


@pytest.mark.parametrize("word", ["name", "session_name"])
def test_rename(session: JudgeSession, anna: Caller, word: str) -> None:
    response = anna.call("patch", f"judge/sessions/{session.pk}", {word: "Neu"})
    assert (response.status_code, response.json()["name"]) == (200, "Neu")


@pytest.mark.parametrize("data", [{}, {"name": ""}, {"name": "x" * 201}, {"temperature": 1}])
def test_a_rename_without_a_name_is_400(session: JudgeSession, anna: Caller, data: dict[str, Any]) -> None:
    assert_problem(anna.call("patch", f"judge/sessions/{session.pk}", data), 400)


def test_delete_goes_on_record(session: JudgeSession, anna: Caller) -> None:
    assert anna.call("delete", f"judge/sessions/{session.pk}").status_code == 204
    assert not JudgeSession.objects.exists()
    assert AuditEntry.objects.get().action == AuditEntry.Action.DELETE


def test_a_running_session_cannot_be_deleted(session: JudgeSession, anna: Caller) -> None:
    anna.call("post", f"judge/sessions/{session.pk}/start")
    assert_problem(anna.call("delete", f"judge/sessions/{session.pk}"), 409)
    assert JudgeSession.objects.exists()


def test_counts_never_pass_the_total(session: JudgeSession, anna: Caller) -> None:
    first, second, *_open = tasks_of(session)
    answer(first, "A")
    fail(second)
    body = anna.call("get", f"judge/sessions/{session.pk}").json()
    counts = [body[f"{word}_comparisons"] for word in ("total", "completed", "failed")]
    assert counts == [6, 1, 1]


def test_health_without_workers_says_so(session: JudgeSession, anna: Caller, no_workers: None) -> None:
    anna.call("post", f"judge/sessions/{session.pk}/start")
    body = anna.call("get", f"judge/sessions/{session.pk}/health").json()
    assert (body["status"], body["workers"], body["in_flight"], body["stale"]) == ("queued", [], 0, 0)
    assert (body["error_rate"], body["throughput_per_min"], body["eta_s"]) == (None, None, None)
    assert body["lacks_workers"] is True


def test_more_sessions_make_no_more_queries(anna: Caller, anna_user: User, threads: None) -> None:
    def queries() -> int:
        with CaptureQueriesContext(connection) as captured:
            assert anna.call("get", "judge/sessions").status_code == 200
        return len(captured)

    casting.session_of(anna_user, samples_per_pillar=1)
    one = queries()
    for _ in range(3):
        casting.session_of(anna_user, samples_per_pillar=1)
    assert queries() == one
