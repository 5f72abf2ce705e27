"""Calls through the whole engine: streamed, checked, each answer committed."""

import json
from pathlib import Path

import django_rq

from evaluations.judging.counts import counts_of
from evaluations.judging.requests import question_of, request_of
from evaluations.judging.session_state import load_state
from evaluations.judging.texts import ThreadTexts, item_texts
from evaluations.llm import output_modes
from evaluations.llm.adapter import Call
from evaluations.models import JudgeSession
from tests.benchmarks.children import Measured, run_all
from tests.benchmarks.world import CALLS_AT_ONCE


def through_the_engine(session: JudgeSession) -> Measured:
    """Drain a started session with one process for each of its workers; every call must have its answer."""
    django_rq.get_connection("default").flushdb()
    slots = session.drain_jobs.order_by("slot")
    measured = run_all(
        *(["tests.benchmarks.drain", str(session.pk), str(row.slot), row.token] for row in slots)
    )
    counts = counts_of(session.pk)
    if counts.completed != counts.total:
        raise SystemExit(f"Session {session.name!r} is not whole: {counts}")
    return measured


def write_bodies(session: JudgeSession, path: Path) -> None:
    """Write the request bodies of a session's calls, as the engine sends them, one a line."""
    state = load_state(session.pk)
    if state is None:
        raise SystemExit("The session has ended already.")
    store = ThreadTexts()
    tasks = session.tasks.select_related("item__pillar_a", "item__pillar_b").order_by("queue_position")
    with path.open("w", encoding="utf-8") as lines:
        for task in tasks.iterator():
            question = question_of(state, task, item_texts([task.item], store)[task.item_id])
            schema = state.task_type.answer_schema(question)
            request = request_of(state, task, question)
            call = Call(request, schema, output_modes.JSON_SCHEMA, state.model.max_output_tokens)
            body = {
                "model": state.model.name,
                "messages": output_modes.messages(call),
                "stream": True,
                "stream_options": {"include_usage": True},
                "temperature": request.temperature,
                "seed": request.seed,
                "max_tokens": call.max_output_tokens,
                **output_modes.request_fields(call),
            }
            lines.write(json.dumps(body, ensure_ascii=False) + "\n")


def through_a_bare_loop(bodies: Path, base_url: str) -> Measured:
    """Send the bodies with nothing but the SDK and a semaphore."""
    return run_all(["tests.benchmarks.bare", str(bodies), base_url, str(CALLS_AT_ONCE)])
