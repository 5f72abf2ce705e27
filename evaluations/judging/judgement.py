"""One task's judgement: render the frozen prompt, ask, and turn the answer into an evaluation."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils import timezone
from django.utils.translation import override

from evaluations.judging.attempts import columns_of
from evaluations.judging.queue import Collector
from evaluations.judging.requests import question_of, request_of
from evaluations.judging.session_state import SessionState
from evaluations.judging.telling import Teller
from evaluations.judging.texts import ThreadTexts, item_texts, metadata_keys
from evaluations.llm.ask import Answer, AttemptRecord, ask
from evaluations.llm.connect import connect
from evaluations.llm.failures import CallFailed, FailureCode
from evaluations.models import Attempt, Evaluation, JudgeTask, Model
from evaluations.task_types.base import ItemTexts


@dataclass(frozen=True, slots=True)
class Judged:
    """An evaluation to store, or why there is none."""

    evaluation: Evaluation | None = None
    failure: FailureCode | None = None
    detail: str = ""


class Judge:
    """A session's model, ready to judge its tasks within one event loop."""

    def __init__(self, state: SessionState, *, teller: Teller, limit: int) -> None:
        self._state = state
        self._teller = teller
        self._model = connect(state.model, output_mode=state.output_mode, in_flight=limit)
        self._known_mode = state.output_mode
        self._texts = ThreadTexts()
        self._metadata = metadata_keys(state.system_text, state.user_text)

    @property
    def limit(self) -> int:
        """Calls that may be under way at once."""
        return self._model.gate.limit

    @property
    def in_flight(self) -> int:
        """Calls under way."""
        return self._model.gate.in_flight

    @property
    def waiting(self) -> int:
        """Questions that hold no place, since they pause between two calls; at most one limit's worth."""
        return min(self.limit, self._model.gate.pausing)

    def resize(self, limit: int) -> None:
        """Allow more or fewer calls at once."""
        self._model.gate.resize(limit)

    def begin_no_more(self) -> None:
        """Let calls under way end and no other begin."""
        self._model.gate.shut()

    async def close(self) -> None:
        """Close the model's connections."""
        await self._model.adapter.close()

    def load_texts(self, tasks: Sequence[JudgeTask]) -> dict[int, ItemTexts]:
        """The texts of the tasks' items by item id; reads the database."""
        return item_texts([task.item for task in tasks], self._texts, metadata=self._metadata)

    def newly_found_mode(self) -> str:
        """The output mode that the calls have found out since the last time, or nothing."""
        found = self._model.memory.output_mode
        if found == self._known_mode:
            return ""
        self._known_mode = found
        return found

    def remember_mode(self, mode: str) -> None:
        """Keep the found output mode on the model's row."""
        Model.objects.filter(pk=self._state.model.pk).update(output_mode=mode)

    async def judge(self, task: JudgeTask, texts: ItemTexts, collector: Collector) -> Judged:
        """Ask for one task; its start and its attempts go to ``collector`` as they happen."""

        def begun() -> None:
            collector.started(task.pk)
            self._teller.began(task)

        self._teller.took(task)
        state = self._state
        question = question_of(state, task, texts)
        try:
            with override(state.language):
                answer = await ask(
                    self._model,
                    request_of(state, task, question),
                    state.task_type.answer_schema(question),
                    on_attempt=lambda record: collector.attempt(self._attempt(task, record)),
                    on_chunk=lambda text: self._teller.piece(task.pk, text),
                    on_start=begun,
                )
        except CallFailed as failure:
            return Judged(failure=failure.code, detail=failure.detail)
        return Judged(evaluation=self._evaluation(task, answer))

    def _attempt(self, task: JudgeTask, record: AttemptRecord) -> Attempt:
        prices = (self._state.input_price, self._state.output_price)
        return Attempt(task_id=task.pk, **columns_of(record, *prices))

    def _evaluation(self, task: JudgeTask, answer: Answer) -> Evaluation:
        state = self._state
        recorded = state.task_type.record(answer.payload, state.config, position=task.position)
        meta = {
            "processing_time_ms": answer.latency_ms,
            "model_version": answer.model_version,
            "prompt_version": state.prompt_hash,
        }
        return Evaluation(
            scenario_id=state.scenario_id,
            item_id=task.item_id,
            item_version=task.item.version,
            task_id=task.pk,
            model_id=state.model.pk,
            position=task.position,
            payload={**answer.payload, "meta": answer.payload.get("meta", {}) | meta},
            verdict=recorded.verdict,
            scores=recorded.scores,
            confidence=recorded.confidence,
            reasoning=recorded.reasoning,
            is_contradictory=recorded.is_contradictory,
            output_mode=answer.output_mode,
            model_version=answer.model_version,
            prompt_hash=state.prompt_hash,
            processing_time_ms=answer.latency_ms,
            created_at=timezone.now(),
        )
