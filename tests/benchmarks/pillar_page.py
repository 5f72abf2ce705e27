"""The pillar's page as it grows: time and queries with few threads and with many."""

import time
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from statistics import median
from typing import Any

from django.contrib.auth.models import User
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from pillars.models import Message, Pillar, PillarAssignment, Thread

_MESSAGES = 5
_BATCH = 500
_LOOKS = 9
_SITUATIONS: dict[str, dict[str, Any]] = {
    "page": {},
    "last page": {"page": 10**6},
    "filtered": {"messages_from": 2, "features": "without", "since": "2024-06-01"},
}


@dataclass(frozen=True, slots=True)
class Look:
    """The median of some looks at a page, and how many queries one takes."""

    seconds: float
    queries: int


def looks_at_pillars(actor: User, few: int, many: int) -> tuple[dict[str, Look], dict[str, Look]]:
    """Looks at a pillar of ``few`` threads and at one of ``many``, by situation."""
    small, large = (_pillar(number, count) for number, count in ((101, few), (102, many)))
    client = Client(SERVER_NAME="localhost")
    client.force_login(actor)
    return tuple(  # type: ignore[return-value]
        {name: _look(client, pillar, query) for name, query in _SITUATIONS.items()}
        for pillar in (small, large)
    )


def _pillar(number: int, count: int) -> Pillar:
    pillar = Pillar.objects.create(number=number, name=f"{count} threads")
    begin = datetime(2024, 1, 1, tzinfo=UTC)
    for start in range(0, count, _BATCH):
        hashes = [f"{number}-{place}" for place in range(start, min(start + _BATCH, count))]
        Thread.objects.bulk_create(
            Thread(subject=f"Thread {one}", external_id=one, content_hash=one) for one in hashes
        )
        threads = list(Thread.objects.filter(content_hash__in=hashes))
        Message.objects.bulk_create(
            Message(
                thread=thread,
                position=place,
                role="client",
                content="Es geht mir nicht gut. " * (1 + thread.pk % 40),
                timestamp=begin + timedelta(days=thread.pk % 300 + place),
            )
            for thread in threads
            for place in range(_MESSAGES)
        )
        PillarAssignment.objects.bulk_create(
            PillarAssignment(pillar=pillar, thread=thread) for thread in threads
        )
    return pillar


def _look(client: Client, pillar: Pillar, query: dict[str, Any]) -> Look:
    address = f"/judge/pillar/{pillar.pk}"
    client.get(address, query)
    times = []
    for _ in range(_LOOKS):
        began = time.perf_counter()
        response = client.get(address, query)
        times.append(time.perf_counter() - began)
        if response.status_code != 200:
            raise SystemExit(f"{address} answered {response.status_code}")
    with CaptureQueriesContext(connection) as captured:
        client.get(address, query)
    return Look(median(times), len(captured))
