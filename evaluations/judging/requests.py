"""What a judge is asked about one task: the session's frozen prompt, filled with the item's texts."""

from evaluations.judging.session_state import SessionState
from evaluations.llm.answer_schema import Request
from evaluations.models import JudgeTask
from evaluations.task_types.base import ItemTexts
from evaluations.task_types.fences import mark_for
from prompts.rendering import render


def request_of(state: SessionState, task: JudgeTask, texts: ItemTexts) -> Request:
    """The request for a task; a pure function of what the session has frozen, the task and the texts."""
    sides = tuple(side for side in (texts.thread_a, texts.thread_b) if side is not None)
    values = state.task_type.prompt_values(
        texts,
        state.config,
        position=task.position,
        language=state.language,
        mark=mark_for(state.seed, task.pk, sides),
    )
    return Request(
        system=render(state.system_text, values),
        user=render(state.user_text, values),
        material=state.task_type.material(
            texts, state.config, position=task.position, language=state.language
        ),
        temperature=state.temperature,
        seed=(state.seed + task.repetition) % 2**31,
        language=state.language,
    )
