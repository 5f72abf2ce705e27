"""A small study to report on: pillars, threads, a session, and answers as a judge would give them."""

from collections.abc import Callable, Iterable
from hashlib import sha256
from typing import Any

from django.contrib.auth.models import Group, User
from django.utils import timezone

from evaluations.judging.plans import SessionPlan
from evaluations.judging.sessions import create_session
from evaluations.models import Attempt, Evaluation, JudgeSession, JudgeTask
from evaluations.task_types.comparison import TASK_TYPE
from llars.bootstrap import ADMIN_NAME, bootstrap
from llars.roles import EVALUATORS, RESEARCHERS
from pillars.models import Message, Pillar, PillarAssignment, Thread

Say = Callable[[JudgeTask], str]


def set_up() -> None:
    """What every installation has."""
    # An administrator who is there already saves the slow hash of a password.
    User.objects.create_superuser(ADMIN_NAME)
    bootstrap()


def person(name: str, role: str = RESEARCHERS) -> User:
    """A person with a role."""
    user = User.objects.create_user(name)
    user.groups.add(Group.objects.get(name=role))
    return user


def evaluator(name: str) -> User:
    """A person who evaluates and does not judge."""
    return person(name, EVALUATORS)


def add_threads(pillar: int, lengths: Iterable[int]) -> list[Thread]:
    """Threads of two messages, whose first has so many characters and whose second has ten."""
    threads = []
    for length in lengths:
        text = f"{pillar}-{PillarAssignment.objects.count()} ".ljust(length, "x")
        thread = Thread.objects.create(
            subject=f"Thread of {length}",
            content_hash=sha256(text.encode()).hexdigest(),
            external_id=text[:6],
        )
        Message.objects.create(thread=thread, position=1, role="client", content=text)
        Message.objects.create(thread=thread, position=2, role="counsellor", content="y" * 10)
        PillarAssignment.objects.create(pillar=Pillar.objects.get(pk=pillar), thread=thread)
        threads.append(thread)
    return threads


def session_of(actor: User, **plan: Any) -> JudgeSession:
    """A session over pillars, waiting to be started."""
    fields: dict[str, Any] = {"pillar_ids": (1, 3), "session_name": "Study", "seed": 7} | plan
    return create_session(SessionPlan(**fields), actor=actor)


def payload(
    winner: str, *, confidence: float = 0.8, score_a: float = 4.0, reason: str = ""
) -> dict[str, Any]:
    """An answer in the frame that was shown; thread B always has the score 2."""
    keys = [entry["key"] for entry in TASK_TYPE.read_config({})["criteria"]]
    step = "Es wird genau hingesehen."
    return {
        "chain_of_thought": {"step_1_overview": step},
        "criteria_scores": {key: {"reasoning": step, "score_a": score_a, "score_b": 2.0} for key in keys},
        "final_justification": reason or "Das ist eine Begründung von genügender Länge.",
        "winner": winner,
        "confidence": confidence,
    }


def answer(task: JudgeTask, shown: str, **kwargs: Any) -> Evaluation:
    """Record that the judge said ``shown`` (A: the side shown first)."""
    given = payload(shown, **kwargs)
    config = task.session.scenario.config
    recorded = TASK_TYPE.record(given, config, position=task.position)
    Attempt.objects.create(
        task=task,
        number=1,
        output_mode="json_schema",
        raw_text="{…}",
        input_tokens=100,
        output_tokens=20,
        cost="0.00012",
        latency_ms=500,
        started_at=timezone.now(),
    )
    evaluation = Evaluation.objects.create(
        scenario=task.session.scenario,
        item=task.item,
        task=task,
        model=task.session.model,
        position=task.position,
        payload=given,
        verdict=recorded.verdict,
        scores=recorded.scores,
        confidence=recorded.confidence,
        reasoning=recorded.reasoning,
        is_contradictory=recorded.is_contradictory,
        created_at=timezone.now(),
    )
    JudgeTask.objects.filter(pk=task.pk).update(status="completed", finished_at=timezone.now())
    return evaluation


def fail(task: JudgeTask, code: str = "malformed") -> None:
    """Record that the judge gave no answer that could be read."""
    Attempt.objects.create(
        task=task,
        number=1,
        failure_code=code,
        raw_text="Ich denke",
        input_tokens=100,
        output_tokens=5,
        latency_ms=250,
        started_at=timezone.now(),
    )
    JudgeTask.objects.filter(pk=task.pk).update(
        status="failed", failure_code=code, failure_detail="Kein JSON.", finished_at=timezone.now()
    )


def tasks_of(session: JudgeSession) -> list[JudgeTask]:
    """The session's calls in queue order."""
    rows = session.tasks.select_related("session__scenario", "session__model", "item").order_by(
        "queue_position"
    )
    return list(rows)


def answer_all(session: JudgeSession, say: Say) -> None:
    """Let the judge answer every call."""
    for task in tasks_of(session):
        answer(task, say(task))


def always_first(task: JudgeTask) -> str:
    """A judge that names what stands first."""
    return "A"


def longer(task: JudgeTask) -> str:
    """A judge that names the longer thread."""
    first, second = (task.item.thread_a, task.item.thread_b)[:: 1 if task.position == 1 else -1]
    chars = [sum(len(m.content) for m in thread.messages.all()) for thread in (first, second) if thread]
    return "TIE" if chars[0] == chars[1] else "A" if chars[0] > chars[1] else "B"
