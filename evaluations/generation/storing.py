"""Generated texts become features, with all that is known of their making."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Exists, OuterRef

from evaluations.judging.judged_threads import evaluated_threads, judged_threads
from evaluations.models import Evaluation, JudgeTask
from llars.errors import WrongState
from pillars.derived import Derivation, add_feature, derive
from pillars.models import Feature, Pillar, Thread
from pillars.readers.parsed import ParsedFeature
from pillars.usage import ThreadInUse


class PillarGone(WrongState):
    """The pillar that the texts were to go to was deleted meanwhile."""

    code = "pillar_gone"


@dataclass(frozen=True, slots=True)
class Made:
    """What was generated; ``becomes_subject``: a thread that is made of it is called by it."""

    feature: str
    becomes_subject: bool


def keep(answers: Sequence[Evaluation], made: Made) -> None:
    """Store the texts of these answers; each answer's ``meta`` says under which thread and feature.

    Where the thread was archived or judged meanwhile, or the pillar deleted, ``meta`` says so in
    ``not_kept``, and the text stands in the answer alone.
    """
    tasks = JudgeTask.objects.select_related(
        "item__thread_a",
        "session__created_by",
        "session__model__provider",
        "session__prompt_version__template",
        "session__scenario",
    ).in_bulk([answer.task_id for answer in answers if answer.task_id is not None])
    for answer in answers:
        if answer.task_id is not None:
            answer.payload["meta"] |= _stored(tasks[answer.task_id], answer, made)


def _stored(task: JudgeTask, answer: Evaluation, made: Made) -> dict[str, Any]:
    text = ParsedFeature(
        type=made.feature,
        content=answer.payload["content"],
        model=task.session.model.name,
        provenance=_provenance(task, answer, made),
    )
    target = task.session.scenario.config["target_pillar"]
    try:
        feature = _onto_thread(task, text) if target is None else _into_pillar(task, text, target, made)
    except WrongState as refused:
        return {"not_kept": refused.code}
    return {"thread": feature.thread_id, "feature": feature.pk}


def _provenance(task: JudgeTask, answer: Evaluation, made: Made) -> dict[str, Any]:
    session, version = task.session, task.session.prompt_version
    return {
        "type": made.feature,
        "model": session.model.name,
        "model_version": answer.model_version,
        "provider": session.model.provider.name,
        "prompt": version.template.name if version else "",
        "prompt_version": version.number if version else None,
        "prompt_hash": session.prompt_hash,
        "language": session.scenario.language,
        "temperature": session.temperature,
        "seed": session.seed,
        "output_mode": answer.output_mode,
        "session": session.pk,
        "call": task.pk,
        "made_at": answer.created_at.isoformat(),
    }


def _onto_thread(task: JudgeTask, text: ParsedFeature) -> Feature:
    thread = task.item.thread_a
    if evaluated_threads([thread.pk]):
        raise ThreadInUse
    return add_feature(thread, text, actor=task.session.created_by)


def _into_pillar(task: JudgeTask, text: ParsedFeature, target: int, made: Made) -> Feature:
    source, actor = task.item.thread_a, task.session.created_by
    if companion := _companion(source.source_thread_id or source.pk, text, target, made):
        return add_feature(companion, text, actor=actor, as_subject=made.becomes_subject)
    subject = text.content if made.becomes_subject else ""
    derivation = Derivation(subject=subject, features=(text,))
    pillar = Pillar.objects.filter(pk=target).first()
    if pillar is None:
        raise PillarGone
    thread, _is_new = derive(source, derivation, pillar=pillar, actor=actor)
    return thread.features.filter(type=text.type, content=text.content).order_by("pk")[:1].get()


def _companion(root: int, text: ParsedFeature, target: int, made: Made) -> Thread | None:
    """A thread that the same model made texts of other types for, from the same source; not yet judged."""
    features = Feature.objects.filter(thread=OuterRef("pk"))
    threads = (
        Thread.objects.active()
        .in_pillar(target)
        .filter(Exists(features), source_thread=root)
        .exclude(Exists(features.filter(type=text.type)))
        .exclude(Exists(features.exclude(model_name=text.model)))
    )
    found = list(threads.filter(subject="") if made.becomes_subject else threads)
    used = judged_threads([thread.pk for thread in found]) if found else set()
    return next((thread for thread in found if thread.pk not in used), None)
