"""The sample: invented threads in the five pillars, and a session that the baseline judge finished."""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction
from django.utils.translation import gettext as _

import pillars
from evaluations.judging.foreground import judge_in_foreground
from evaluations.judging.plans import SessionPlan
from evaluations.judging.sessions import create_session
from evaluations.models import JudgeSession, Model, Provider
from llars.bootstrap import ADMIN_NAME
from llars.errors import WrongState
from pillars.derived import Derivation, derive
from pillars.importing import ImportReport, import_threads
from pillars.models import Pillar, Thread
from pillars.readers.parsed import ParsedFeature

SESSION_NAME = "Beispiel: Säulen 1, 3 und 5"
_SESSION_PILLARS = (1, 3, 5)
_SAMPLES_PER_PILLAR = 5
_SEED = 20_241
_FILES = Path(pillars.__file__).parent / "sample"
_DERIVED = _FILES / "derived_2.json"


@dataclass(frozen=True, slots=True)
class SampleReport:
    """What was brought in, by pillar, and the session."""

    imports: dict[int, ImportReport]
    session: JudgeSession


def load_sample() -> SampleReport:
    """Bring in the sample threads and judge the sample session, as far as that was not done before.

    Raises:
        WrongState: set-up (``bootstrap``) has not been run.
    """
    imports = load_sample_threads()
    return SampleReport(imports, _judged_session(User.objects.get(username=ADMIN_NAME)))


def load_sample_threads() -> dict[int, ImportReport]:
    """Import the sample threads, then make those that are made from them; by pillar what came of it.

    Raises:
        WrongState: set-up (``bootstrap``) has not been run.
    """
    owner = User.objects.filter(username=ADMIN_NAME).first()
    imported = {int(path.stem.removeprefix("pillar_")): path for path in sorted(_FILES.glob("pillar_*.json"))}
    made = json.loads(_DERIVED.read_text(encoding="utf-8"))
    numbers = {*imported, made["pillar"], made["source_pillar"]}
    of_number = Pillar.objects.in_bulk(numbers)
    if owner is None or len(of_number) < len(numbers):
        raise WrongState(_("Run bootstrap first: the pillars or the administrator are missing."))
    reports = {number: import_threads(path, pillar=of_number[number]) for number, path in imported.items()}
    reports[made["pillar"]] = _derived(made, pillar=of_number[made["pillar"]], actor=owner)
    return dict(sorted(reports.items()))


@transaction.atomic
def _derived(made: dict[str, Any], *, pillar: Pillar, actor: User) -> ImportReport:
    """Make the threads of ``made`` from those of its source pillar that are in use.

    A pillar that holds threads stays as it is: a derived thread is known by its texts, which may have
    grown since, and an earlier sample had messages of its own here.
    """
    Pillar.objects.lock()
    there = pillar.assignments.count()
    if there:
        return ImportReport(skipped=there)
    sources = Thread.objects.active().filter(purged_at=None).in_pillar(made["source_pillar"])
    by_id = {thread.external_id: thread for thread in sources}
    found = [one for one in made["threads"] if one["source"] in by_id]
    for one in found:
        texts = [ParsedFeature(**feature, provenance=made["provenance"]) for feature in one["features"]]
        subject = next(text.content for text in texts if text.type == "subject")
        derivation = Derivation(
            subject=subject, external_id=one["id"], features=tuple(texts), metadata=made["metadata"]
        )
        derive(by_id[one["source"]], derivation, pillar=pillar, actor=actor)
    return ImportReport(imported=len(found))


def _judged_session(owner: User) -> JudgeSession:
    session = JudgeSession.objects.filter(name=SESSION_NAME).order_by("pk").first()
    if session is None:
        baseline = Model.objects.get(provider__kind=Provider.Kind.BASELINE, name="baseline")
        plan = SessionPlan(
            pillar_ids=_SESSION_PILLARS,
            samples_per_pillar=_SAMPLES_PER_PILLAR,
            position_swap=True,
            session_name=SESSION_NAME,
            model_id=baseline.pk,
            seed=_SEED,
        )
        session = create_session(plan, actor=owner)
    if session.status == JudgeSession.Status.CREATED:
        session = judge_in_foreground(session)
    return session
