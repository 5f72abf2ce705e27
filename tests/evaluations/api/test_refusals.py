"""Who is refused, with which status, in which form."""

import json
from typing import Any

import pytest
from django.conf import settings
from django.contrib.auth.models import User
from django.db import OperationalError
from django.test import Client
from rest_framework.exceptions import Throttled, ValidationError
from rest_framework.test import APIClient

from evaluations.api.problems import problem_response
from evaluations.models import JudgeSession, Member
from tests.evaluations.api.conftest import Caller, caller
from tests.evaluations.reports import casting

CALLS = [
    ("get", "judge/comparison-modes"),
    ("post", "judge/estimate"),
    ("get", "judge/sessions"),
    ("post", "judge/sessions"),
    ("get", "judge/pillars"),
    ("post", "judge/pillars"),
    ("get", "judge/pillars/1/threads"),
    ("post", "judge/pillars/1/assign"),
    ("get", "models"),
    ("get", "providers"),
    ("post", "providers"),
    ("get", "prompts"),
]
OF_SESSION = [
    ("get", ""),
    ("patch", ""),
    ("delete", ""),
    ("post", "/start"),
    ("post", "/pause"),
    ("post", "/resume"),
    ("post", "/retry-failed"),
    ("get", "/health"),
    ("get", "/current"),
    ("get", "/queue"),
    ("get", "/comparisons"),
    ("get", "/comparisons/1"),
    ("get", "/results"),
    ("get", "/position-swap-analysis"),
    ("get", "/verbosity-analysis"),
    ("get", "/thread-performance"),
    ("get", "/export/csv"),
    ("get", "/export/json"),
]


def assert_problem(response: Any, status: int) -> dict[str, Any]:
    assert response.status_code == status, response.content
    assert response["Content-Type"] == "application/problem+json"
    body: dict[str, Any] = json.loads(response.content)
    assert set(body) == {"type", "title", "status", "detail", "errors"}
    assert body["status"] == status
    assert body["detail"]
    return body


@pytest.mark.parametrize(("method", "path"), CALLS)
def test_without_a_login_it_is_401(nobody: Caller, method: str, path: str) -> None:
    response = nobody.call(method, path)
    assert_problem(response, 401)
    assert response["WWW-Authenticate"] == "Token"


@pytest.mark.parametrize(("method", "path"), CALLS)
def test_evaluators_are_refused(ben: Caller, method: str, path: str) -> None:
    assert_problem(ben.call(method, path), 403)


@pytest.mark.parametrize(("method", "path"), OF_SESSION)
def test_a_strangers_session_is_not_there(
    session: JudgeSession, dora: Caller, method: str, path: str
) -> None:
    assert_problem(dora.call(method, f"judge/sessions/{session.pk}{path}"), 404)
    session.refresh_from_db()
    assert session.status == JudgeSession.Status.CREATED


@pytest.mark.parametrize(("method", "path"), OF_SESSION)
def test_a_session_is_closed_without_login_and_to_evaluators(
    session: JudgeSession, nobody: Caller, ben: Caller, method: str, path: str
) -> None:
    assert_problem(nobody.call(method, f"judge/sessions/{session.pk}{path}"), 401)
    assert_problem(ben.call(method, f"judge/sessions/{session.pk}{path}"), 403)


@pytest.mark.parametrize(("method", "path"), [call for call in OF_SESSION if call[0] != "get"])
def test_who_may_only_look_cannot_change(session: JudgeSession, method: str, path: str) -> None:
    chris = casting.person("chris")
    Member.objects.create(scenario=session.scenario, user=chris, name="chris", role=Member.Role.VIEWER)
    assert caller(chris).call("get", f"judge/sessions/{session.pk}").status_code == 200
    assert_problem(caller(chris).call(method, f"judge/sessions/{session.pk}{path}"), 403)


@pytest.mark.parametrize("token", ["Token nonsense", "Token", "Bearer abc"])
def test_a_wrong_token_is_401(anna_user: User, token: str) -> None:
    client = APIClient()
    client.credentials(HTTP_AUTHORIZATION=token)
    assert_problem(client.get("/api/judge/sessions"), 401)


@pytest.mark.parametrize(
    "path", ["nothing", "judge/sessions/", "judge/sessions/x", "", "judge/sessions/1/nope"]
)
@pytest.mark.parametrize("method", ["get", "post"])
def test_an_unknown_address_is_a_problem_too(anna: Caller, method: str, path: str) -> None:
    assert_problem(anna.call(method, path), 404)


def test_a_wrong_method_is_405(anna: Caller) -> None:
    response = anna.call("put", "judge/sessions", {})
    body = assert_problem(response, 405)
    assert body["title"] == "Method Not Allowed"


def test_a_body_that_is_no_json_is_400(anna: Caller) -> None:
    response = anna.post("/api/judge/estimate", "{", content_type="application/json")
    assert_problem(response, 400)


@pytest.mark.parametrize("path", ["judge/estimate", "judge/pillars", "providers"])
@pytest.mark.parametrize("body", ["[" * 100_000, '{"a":' * 100_000], ids=["lists", "objects"])
def test_a_body_nested_too_deeply_is_400(anna: Caller, path: str, body: str) -> None:
    response = anna.post(f"/api/{path}", body, content_type="application/json")
    assert_problem(response, 400)


@pytest.mark.parametrize(
    ("language", "beginning"), [("de", "Das JSON ist fehlerhaft"), ("en", "The JSON is broken")]
)
def test_broken_json_is_named_in_the_callers_language(anna: Caller, language: str, beginning: str) -> None:
    response = anna.post(
        "/api/judge/estimate", "{", content_type="application/json", HTTP_ACCEPT_LANGUAGE=language
    )
    assert assert_problem(response, 400)["detail"].startswith(beginning)


@pytest.mark.parametrize("data", [None, [1], "x", 1])
def test_a_pillar_that_is_no_object_is_refused_as_everywhere(anna: Caller, data: Any) -> None:
    body = assert_problem(anna.post("/api/judge/pillars", data, format="json"), 400)
    if data is not None:
        assert body["errors"] == {"request": ["Ein JSON-Objekt wird erwartet."]}


HUGE = 10**30


@pytest.mark.parametrize(
    ("method", "path", "data", "field"),
    [
        ("post", "judge/estimate", {"pillar_ids": [1, HUGE]}, "pillar_ids"),
        ("post", "judge/sessions", {"pillar_ids": [1, HUGE], "session_name": "s"}, "pillar_ids"),
        ("post", "judge/estimate", {"pillar_ids": [1, 3], "model_id": HUGE}, "model_id"),
        ("post", "judge/estimate", {"pillar_ids": [1, 3], "prompt_template_id": HUGE}, "prompt_template_id"),
        ("post", "judge/pillars/1/assign", {"thread_ids": [HUGE]}, "thread_ids"),
        ("post", "judge/pillars/1/assign", {"thread_ids": [-HUGE]}, "thread_ids"),
    ],
)
def test_ids_beyond_what_a_database_counts_are_not_there(
    anna: Caller, method: str, path: str, data: Any, field: str
) -> None:
    body = assert_problem(anna.call(method, path, data), 400)
    assert field in {name.split(".")[0] for name in body["errors"]}


def test_comparisons_of_a_pillar_that_cannot_be_are_none(session: JudgeSession, anna: Caller) -> None:
    found = anna.call("get", f"judge/sessions/{session.pk}/comparisons", {"pillar": HUGE})
    assert (found.status_code, found.json()["count"]) == (200, 0)


def test_many_ids_that_are_not_there_are_not_all_listed(anna: Caller) -> None:
    unknown = list(range(1000, 1900))
    for path, data in (
        ("judge/pillars/1/assign", {"thread_ids": unknown}),
        ("judge/estimate", {"pillar_ids": unknown}),
    ):
        body = assert_problem(anna.call("post", path, data), 400)
        assert len(json.dumps(body)) < 1000
        assert "1000, 1001" in body["detail"] + json.dumps(body["errors"])


def test_a_json_list_is_400(anna: Caller) -> None:
    body = assert_problem(anna.call("post", "judge/estimate", [1]), 400)
    assert "request" in body["errors"]


def test_a_body_of_another_kind_is_415(anna: Caller) -> None:
    assert_problem(anna.post("/api/judge/estimate", "a", content_type="text/plain"), 415)


def test_a_body_that_is_too_large_is_413(anna: Caller) -> None:
    limit = settings.DATA_UPLOAD_MAX_MEMORY_SIZE
    assert limit is not None
    assert_problem(anna.call("post", "judge/estimate", {"session_name": "x" * limit}), 413)


def test_too_many_calls_are_429_with_the_time_to_wait() -> None:
    response = problem_response(Throttled(wait=2.2), {})
    assert response is not None
    assert (response.status_code, response["Retry-After"]) == (429, "3")
    assert set(response.data) == {"type", "title", "status", "detail", "errors"}


def test_a_database_that_is_locked_for_long_is_503_with_the_time_to_wait() -> None:
    response = problem_response(OperationalError("database is locked"), {})
    assert response is not None
    assert (response.status_code, response["Retry-After"]) == (503, "5")
    assert set(response.data) == {"type", "title", "status", "detail", "errors"}
    assert "locked" not in response.data["detail"]


def test_a_crash_is_no_problem_of_the_callers() -> None:
    assert problem_response(RuntimeError("crash"), {}) is None


def test_nested_faults_are_named_by_their_place() -> None:
    error = ValidationError({"items": [{}, {"name": ["missing"]}], "non_field_errors": ["odd"]})
    response = problem_response(error, {})
    assert response is not None
    assert response.data["errors"] == {"items.1.name": ["missing"], "request": ["odd"]}


def test_a_page_that_is_not_there_is_404(anna: Caller) -> None:
    assert_problem(anna.call("get", "judge/sessions", {"page": 2}), 404)


def test_the_accept_header_refuses_nothing(session: JudgeSession, anna: Caller) -> None:
    response = anna.get(f"/api/judge/sessions/{session.pk}/export/csv", HTTP_ACCEPT="text/csv")
    assert response.status_code == 200


def test_a_session_login_needs_the_csrf_mark_to_write(anna_user: User) -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(anna_user)
    assert client.get("/api/judge/sessions").status_code == 200
    response = client.post("/api/judge/estimate", "{}", content_type="application/json")
    assert_problem(response, 403)


@pytest.mark.parametrize("debug", [False, True])
def test_problems_do_not_depend_on_debug(anna: Caller, settings: Any, debug: bool) -> None:
    settings.DEBUG = debug
    assert_problem(anna.call("get", "nothing"), 404)


@pytest.mark.parametrize("number", ["x", "-1", "9" * 30, "9" * 5000])
def test_what_can_be_no_row_is_400(anna: Caller, session: JudgeSession, number: str) -> None:
    call = f"scenarios/{session.scenario_id}/responses"
    assert "item" in assert_problem(anna.call("get", call, {"item": number}), 400)["errors"]
