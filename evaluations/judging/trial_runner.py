"""The RQ job of a trial run: all of its calls at once, each answer written as it comes."""

import asyncio
import logging
import signal
from functools import partial

from django.utils import timezone
from django.utils.translation import override

from evaluations.judging import prompt_trials
from evaluations.judging.attempts import columns_of
from evaluations.judging.database_thread import DatabaseThread
from evaluations.judging.leases import renewal_interval_s
from evaluations.judging.prompt_material import Material, question_of_material
from evaluations.judging.real_data import refusal_of_threads
from evaluations.judging.requests import fill
from evaluations.llm.answer_schema import Request
from evaluations.llm.ask import AttemptRecord, ConnectedModel, ask
from evaluations.llm.connect import connect, settings_of
from evaluations.llm.failures import CallFailed, FailureCode
from evaluations.llm.gate import GateShut
from evaluations.models import Item, Model, PromptTrial, PromptTrialCall, TrialAttempt
from evaluations.task_types.base import Question
from evaluations.task_types.fences import mark_for
from evaluations.task_types.registry import task_type

logger = logging.getLogger(__name__)
Status = PromptTrialCall.Status


def run_trial(trial_id: int, token: str) -> None:
    """Do the open calls of a trial, unless it has moved on to another job meanwhile."""
    if not prompt_trials.begin(trial_id, token, now=timezone.now()):
        return
    trial = PromptTrial.objects.select_related("model__provider").get(pk=trial_id)
    try:
        asyncio.run(_TrialRun(trial).run())
    finally:
        prompt_trials.leave(trial_id, token, now=timezone.now())


def material_of(call: PromptTrialCall) -> Material:
    """What the call's prompt is filled with."""
    item = call.item or Item(thread_a=call.thread_a, thread_b=call.thread_b)
    return Material(item, call.config, call.language)


class _TrialRun:
    """One job's work; the database is spoken to from one thread of its own."""

    def __init__(self, trial: PromptTrial) -> None:
        self._trial = trial
        self._kind = task_type(trial.task_type)
        self._in_database = DatabaseThread()

    async def run(self) -> None:
        """Make every open call; those that fail say why, and the others go on."""
        model = connect(settings_of(self._trial.model), output_mode=self._trial.model.output_mode)
        asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, model.gate.shut)
        keeper = asyncio.create_task(self._keep(model))
        try:
            calls = await self._in_database(self._open_calls)
            await asyncio.gather(*(self._one(model, call) for call in calls))
            if model.memory.output_mode != self._trial.model.output_mode:
                await self._in_database(self._remember_mode, model.memory.output_mode)
        finally:
            keeper.cancel()
            await model.adapter.close()
            await self._in_database.close()

    async def _one(self, model: ConnectedModel, call: PromptTrialCall) -> None:
        records: list[AttemptRecord] = []
        try:
            question, request = await self._in_database(self._request, call)
            with override(call.language):
                schema = self._kind.answer_schema(question)
                answer = await ask(model, request, schema, on_attempt=records.append)
        except CallFailed as failure:
            store = partial(self._store, call, records, failure=failure.code, detail=failure.detail)
        except GateShut:
            store = partial(self._store, call, records)
        except Exception as error:  # as in the runner: a crash must not take the other calls along
            logger.exception("Trial call %s crashed", call.pk)
            store = partial(
                self._store, call, records, failure=FailureCode.CRASHED, detail=type(error).__name__
            )
        else:
            store = partial(self._store, call, records, payload=answer.payload)
        await self._in_database(store)

    def _open_calls(self) -> list[PromptTrialCall]:
        related = ("version", "item__scenario", "item__pillar_a", "item__pillar_b", "thread_a", "thread_b")
        return list(self._trial.calls.filter(status=Status.PENDING).select_related(*related))

    def _request(self, call: PromptTrialCall) -> tuple[Question, Request]:
        prompt = call.version
        material = material_of(call)
        threads = [pk for pk in (material.item.thread_a_id, material.item.thread_b_id) if pk]
        if refusal := refusal_of_threads(self._trial.model, threads):
            raise CallFailed(FailureCode.NOT_FOR_REAL_DATA, refusal)
        question = question_of_material(material, prompt.system_text, prompt.user_text)
        system, user = fill(
            self._kind,
            question,
            system_text=prompt.system_text,
            user_text=prompt.user_text,
            mark=mark_for(self._trial.pk, call.pk, question.texts),
        )
        request = Request(
            system, user, self._kind.material(question), seed=self._trial.pk % 2**31, language=call.language
        )
        return question, request

    def _store(
        self,
        call: PromptTrialCall,
        records: list[AttemptRecord],
        *,
        payload: dict[str, object] | None = None,
        failure: FailureCode | None = None,
        detail: str = "",
    ) -> None:
        """Attempts are kept in any case: they were made and paid for. An outcome counts only once, and
        only while the trial is this job's."""
        model = self._trial.model
        prices = (model.input_price, model.output_price)
        TrialAttempt.objects.bulk_create(
            [TrialAttempt(call=call, **columns_of(record, *prices)) for record in records]
        )
        is_mine = PromptTrial.objects.filter(pk=self._trial.pk, token=self._trial.token)
        still_open = PromptTrialCall.objects.filter(pk=call.pk, status=Status.PENDING, trial__in=is_mine)
        if payload is not None:
            still_open.update(status=Status.COMPLETED, payload=payload)
        elif failure is not None:
            still_open.update(status=Status.FAILED, failure_code=failure, failure_detail=detail)

    def _remember_mode(self, mode: str) -> None:
        Model.objects.filter(pk=self._trial.model_id).update(output_mode=mode)

    async def _keep(self, model: ConnectedModel) -> None:
        """Give signs of life; begin no more calls once the trial is another job's."""
        beat = partial(prompt_trials.beat, self._trial.pk, self._trial.token)
        while True:
            await asyncio.sleep(renewal_interval_s())
            if not await self._in_database(partial(beat, now=timezone.now())):
                model.gate.shut()
