"""What a judge is asked about one task: the session's frozen prompt, filled with the item's texts."""

from evaluations.judging.session_state import SessionState
from evaluations.judging.texts import metadata_keys
from evaluations.llm.answer_schema import Request
from evaluations.models import JudgeTask
from evaluations.task_types.base import ItemTexts, Question
from evaluations.task_types.fences import mark_for
from prompts.rendering import render


def shown_texts(texts: ItemTexts, task: JudgeTask, *, seed: int) -> ItemTexts:
    """An item's texts as this task shows them: features change their order with the repetition."""
    return texts.shuffled(f"{seed}:{task.item_id}:{task.repetition}") if texts.features else texts


def question_of(state: SessionState, task: JudgeTask, texts: ItemTexts) -> Question:
    """The task's item as this judge sees it."""
    return Question(
        texts=shown_texts(texts, task, seed=state.seed),
        config=state.config,
        language=state.language,
        position=task.position,
    )


def request_of(state: SessionState, task: JudgeTask, question: Question) -> Request:
    """The request for a task; a pure function of what the session has frozen, the task and the texts.

    A key of metadata that the thread does not have is an empty text.
    """
    asked = metadata_keys(state.system_text, state.user_text)
    values = {f"metadata.{key}": "" for key in asked} | state.task_type.prompt_values(
        question, mark=mark_for(state.seed, task.pk, question.texts)
    )
    return Request(
        system=render(state.system_text, values),
        user=render(state.user_text, values),
        material=state.task_type.material(question),
        temperature=state.temperature,
        seed=(state.seed + task.repetition) % 2**31,
        language=state.language,
    )
