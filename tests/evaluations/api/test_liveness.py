"""``/healthz`` and ``/readyz``."""

from typing import Any

from django.test import Client


def test_alive_without_a_login(client: Client) -> None:
    response = client.get("/healthz")
    assert (response.status_code, response.json()) == (200, {"status": "ok"})


def test_not_ready_without_a_worker(client: Client, db: None, no_workers: None) -> None:
    response = client.get("/readyz")
    assert response.status_code == 503
    assert (response.json()["database"], response.json()["worker"]) == (True, False)


def test_an_unreachable_redis_is_named(client: Client, db: None, settings: Any) -> None:
    settings.RQ_QUEUES = {"default": {"URL": "redis://127.0.0.1:1/0"}}
    response = client.get("/readyz")
    assert (response.status_code, response.json()["redis"]) == (503, False)
