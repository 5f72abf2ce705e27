"""Make the rows that a generation comes to, and start it."""

import secrets

from django.contrib.auth.models import User
from django.db import transaction
from django.utils.translation import gettext as _

from evaluations.generation.planning import CheckedGeneration, GenerationPlan, check_generation
from evaluations.judging import lifecycle
from evaluations.judging.queueing import add_tasks, chunks
from evaluations.models import Item, JudgeSession, Member, Scenario


def generate(plan: GenerationPlan, *, actor: User) -> JudgeSession:
    """Create and start a generation: a session whose answers become features.

    Raises:
        NotAllowed: the user may not make threads or sessions.
        PlanInvalid: the plan has faults, by field.
    """
    with transaction.atomic():
        checked = check_generation(plan, user=actor)
        seed = plan.seed if plan.seed is not None else secrets.randbelow(2**31)
        scenario = _create_scenario(checked, actor, seed)
        session = _create_session(checked, scenario, actor, temperature=plan.temperature)
        rows = (
            Item(scenario=scenario, position=place, thread_a_id=thread, pillar_a=checked.pillar)
            for place, thread in enumerate(checked.threads)
        )
        for chunk in chunks(rows):
            Item.objects.bulk_create(chunk)
        add_tasks(session, list(scenario.items.order_by("position").only("pk")))
        return lifecycle.start(session)


def _create_scenario(checked: CheckedGeneration, actor: User, seed: int) -> Scenario:
    version = checked.prompt_version
    name = _("%(text)s for pillar %(number)d · %(model)s") % {
        "text": checked.kind.feature_name,
        "number": checked.pillar.pk,
        "model": checked.model,
    }
    scenario = Scenario.objects.create(
        name=name[:200],
        task_type=checked.kind.key,
        language=version.template.language,
        status=Scenario.Status.EVALUATING,
        owner=actor,
        config=checked.kind.read_config({"target_pillar": checked.target}),
        prompt_version=version,
        prompt_config={"template_id": version.template_id},
        seed=seed,
    )
    Member.objects.create(scenario=scenario, user=actor, name=actor.get_username(), role=Member.Role.OWNER)
    return scenario


def _create_session(
    checked: CheckedGeneration, scenario: Scenario, actor: User, *, temperature: float
) -> JudgeSession:
    version, model = checked.prompt_version, checked.model
    return JudgeSession.objects.create(
        scenario=scenario,
        name=scenario.name,
        model=model,
        created_by=actor,
        config={
            "generates": checked.kind.feature,
            "pillar_ids": [checked.pillar.pk],
            "target_pillar": checked.target,
            "model": model.name,
            "provider": model.provider.name,
        },
        prompt_version=version,
        system_text=version.system_text,
        user_text=version.user_text,
        prompt_hash=version.content_hash,
        temperature=temperature,
        seed=scenario.seed,
        position_swap=False,
    )
