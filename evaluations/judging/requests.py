"""What a judge is asked about one task: the session's frozen prompt, filled with the item's texts."""

from evaluations.judging.session_state import SessionState
from evaluations.judging.texts import metadata_keys
from evaluations.llm.answer_schema import Request
from evaluations.models import JudgeTask
from evaluations.task_types.base import ItemTexts, Question, TaskType
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
    """The request for a task; a pure function of what the session has frozen, the task and the texts."""
    mark = mark_for(state.seed, task.pk, question.texts)
    system, user = fill(
        state.task_type, question, system_text=state.system_text, user_text=state.user_text, mark=mark
    )
    return Request(
        system=system,
        user=user,
        material=state.task_type.material(question),
        temperature=state.temperature,
        seed=(state.seed + task.repetition) % 2**31,
        language=state.language,
    )


def fill(
    kind: TaskType, question: Question, *, system_text: str, user_text: str, mark: str
) -> tuple[str, str]:
    """Both texts of a prompt filled for a question, its material between fences with ``mark``.

    A key of metadata that the thread does not have is an empty text.
    """
    asked = metadata_keys(system_text, user_text)
    values = {f"metadata.{key}": "" for key in asked} | kind.prompt_values(question, mark=mark)
    return render(system_text, values), render(user_text, values)
