"""The sample: invented threads in the five pillars, and a session that the baseline judge finished."""

from dataclasses import dataclass
from pathlib import Path

from django.contrib.auth.models import User
from django.utils.translation import gettext as _

import pillars
from evaluations.judging.foreground import judge_in_foreground
from evaluations.judging.plans import SessionPlan
from evaluations.judging.sessions import create_session
from evaluations.models import JudgeSession, Model, Provider
from llars.bootstrap import ADMIN_NAME
from llars.errors import WrongState
from pillars.importing import ImportReport, import_threads
from pillars.models import Pillar

SESSION_NAME = "Beispiel: Säulen 1, 3 und 5"
_SESSION_PILLARS = (1, 3, 5)
_SAMPLES_PER_PILLAR = 5
_SEED = 20_241
_FILES = Path(pillars.__file__).parent / "sample"


@dataclass(frozen=True, slots=True)
class SampleReport:
    """What was brought in, by pillar, and the session."""

    imports: dict[int, ImportReport]
    session: JudgeSession


def load_sample() -> SampleReport:
    """Import the sample threads and judge the sample session, as far as that was not done before.

    Raises:
        WrongState: set-up (``bootstrap``) has not been run.
    """
    owner = User.objects.filter(username=ADMIN_NAME).first()
    numbers = sorted(int(path.stem.removeprefix("pillar_")) for path in _FILES.glob("pillar_*.json"))
    of_number = Pillar.objects.in_bulk(numbers)
    if owner is None or len(of_number) < len(numbers):
        raise WrongState(_("Run bootstrap first: the pillars or the administrator are missing."))
    imports = {
        number: import_threads(_FILES / f"pillar_{number}.json", pillar=of_number[number])
        for number in numbers
    }
    return SampleReport(imports, _judged_session(owner))


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
