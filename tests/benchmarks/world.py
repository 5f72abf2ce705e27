"""The world of a benchmark: a database of its own, a Redis, threads, and a model behind the fake server."""

import io
import os
from collections.abc import Iterator
from contextlib import contextmanager

import tests.environment  # noqa: F401  (makes the var directory and the Redis before the settings are read)

# Leases and pauses as in real life; the tests' are short.
for _name in ("LLARS_LEASE_S", "LLARS_RETRY_PAUSE_MS"):
    os.environ.pop(_name, None)
os.environ["DJANGO_SETTINGS_MODULE"] = "llars.settings"

import django  # noqa: E402

django.setup()

from django.contrib.auth.models import Group, User  # noqa: E402
from django.core.management import call_command  # noqa: E402
from django.db import connection  # noqa: E402

from evaluations.judging import lifecycle  # noqa: E402
from evaluations.judging.plans import SessionPlan  # noqa: E402
from evaluations.judging.sessions import create_session  # noqa: E402
from evaluations.models import JudgeSession, Model, Provider  # noqa: E402
from llars.sample_data import load_sample_threads  # noqa: E402
from pillars.models import Pillar  # noqa: E402

CALLS_AT_ONCE = 50
_REPETITIONS = 20


@contextmanager
def own_database() -> Iterator[None]:
    """A new database beside the configured one (SQLite, or what DATABASE_URL names), removed at the end."""
    configured = connection.settings_dict["NAME"]
    connection.creation.create_test_db(verbosity=0, autoclobber=True)
    try:
        yield
    finally:
        connection.creation.destroy_test_db(configured, verbosity=0)


def set_up(base_url: str) -> tuple[User, Model]:
    """A researcher, the sample threads, and a model that takes fifty calls at once."""
    call_command("bootstrap", verbosity=0, stdout=io.StringIO())
    call_command("collectstatic", interactive=False, verbosity=0)
    load_sample_threads()
    person = User.objects.create_user("anna")
    person.groups.add(Group.objects.get(name="researchers"))
    provider = Provider.objects.create(name="fake", base_url=base_url, api_key="key")
    return person, Model.objects.create(provider=provider, name="judge", max_in_flight=CALLS_AT_ONCE)


def queued_session(actor: User, model: Model, *, calls: int, workers: int = 1) -> JudgeSession:
    """A started session of exactly so many calls over all sample threads."""
    numbers = tuple(Pillar.objects.order_by("number").values_list("number", flat=True))
    plan = SessionPlan(
        pillar_ids=numbers,
        comparison_mode="free_for_all",
        session_name=f"{calls} calls",
        model_id=model.pk,
        position_swap=True,
        repetitions_per_pair=_repetitions(calls),
        worker_count=workers,
        seed=1,
    )
    session = create_session(plan, actor=actor)
    session.tasks.filter(queue_position__gte=calls).delete()
    if session.tasks.count() != calls:
        raise SystemExit(f"The sample threads give {session.tasks.count()} calls, {calls} are wanted.")
    return lifecycle.start(session)


def _repetitions(calls: int) -> int:
    threads = Pillar.objects.values_list("assignments__thread").distinct().count()
    return min(_REPETITIONS, -(-calls // (threads * (threads - 1))))
