"""What a runner needs to know of a session, read once."""

from dataclasses import dataclass
from typing import Any

from evaluations.llm.adapter import ModelSettings
from evaluations.llm.connect import settings_of
from evaluations.models import JudgeSession
from evaluations.task_types.base import TaskType
from evaluations.task_types.registry import task_type


@dataclass(frozen=True, slots=True)
class SessionState:
    """A session's frozen configuration, apart from the database."""

    session_id: int
    scenario_id: int
    model: ModelSettings
    output_mode: str
    input_price: Any
    output_price: Any
    task_type: TaskType
    config: dict[str, Any]
    language: str
    system_text: str
    user_text: str
    prompt_hash: str
    temperature: float
    seed: int
    worker_count: int


def is_active(session_id: int) -> bool:
    """Whether workers are to go on with the session."""
    return JudgeSession.objects.filter(pk=session_id, status__in=JudgeSession.ACTIVE).exists()


def load_state(session_id: int) -> SessionState | None:
    """The session's state, or ``None`` where it was deleted or is not to go on."""
    session = (
        JudgeSession.objects.filter(pk=session_id, status__in=JudgeSession.ACTIVE)
        .select_related("scenario", "model__provider")
        .first()
    )
    if session is None:
        return None
    scenario, model = session.scenario, session.model
    return SessionState(
        session_id=session.pk,
        scenario_id=scenario.pk,
        model=settings_of(model),
        output_mode=model.output_mode,
        input_price=model.input_price,
        output_price=model.output_price,
        task_type=task_type(scenario.task_type),
        config=scenario.config,
        language=scenario.language,
        system_text=session.system_text,
        user_text=session.user_text,
        prompt_hash=session.prompt_hash,
        temperature=session.temperature,
        seed=session.seed,
        worker_count=session.worker_count,
    )
