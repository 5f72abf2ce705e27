"""Make the rows that a generation comes to, and start it."""

import secrets

from django.contrib.auth.models import User
from django.db import transaction
from django.utils.translation import gettext as _

from evaluations.generation.planning import CheckedGeneration, GenerationPlan, check_generation
from evaluations.judging import lifecycle
from evaluations.judging.prompting import FrozenPrompt
from evaluations.judging.queueing import add_tasks, chunks
from evaluations.judging.session_rows import make_own_scenario, make_session
from evaluations.models import Item, JudgeSession
from llars.row_ids import possible
from pillars.models import Pillar


def generate(plan: GenerationPlan, *, actor: User) -> JudgeSession:
    """Create and start a generation: a session whose answers become features.

    Raises:
        NotAllowed: the user may not make threads or sessions.
        PlanInvalid: the plan has faults, by field.
    """
    with transaction.atomic():
        # Of two that are asked for at once, the second sees what the first is to write.
        Pillar.objects.filter(pk__in=possible([plan.pillar])).lock()
        checked = check_generation(plan, user=actor)
        seed = plan.seed if plan.seed is not None else secrets.randbelow(2**31)
        name, prompt, target = _name_of(checked), checked.prompt_version, {"target_pillar": checked.target}
        scenario = make_own_scenario(name, checked.kind, target, prompt, actor=actor, seed=seed)
        session = make_session(
            scenario,
            checked.model,
            FrozenPrompt.of(prompt),
            name=name,
            actor=actor,
            config={"generates": checked.kind.feature, "pillar_ids": [checked.pillar.pk], **target},
            temperature=plan.temperature,
        )
        rows = (
            Item(scenario=scenario, position=place, thread_a_id=thread, pillar_a=checked.pillar)
            for place, thread in enumerate(checked.threads)
        )
        for chunk in chunks(rows):
            Item.objects.bulk_create(chunk)
        add_tasks(session, list(scenario.items.order_by("position").only("pk")))
        return lifecycle.start(session)


def _name_of(checked: CheckedGeneration) -> str:
    name = _("%(text)s for pillar %(number)d · %(model)s") % {
        "text": checked.kind.feature_name,
        "number": checked.pillar.pk,
        "model": checked.model,
    }
    return name[:200]
