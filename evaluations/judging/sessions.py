"""Make judge sessions over pillars: the rows that a plan comes to.

The pairs are made by the same function that the estimate counts, so that what is foretold is
what is created.
"""

import secrets
from collections.abc import Sequence
from typing import Any

from django.contrib.auth.models import User
from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _

from evaluations.judging.errors import NotPairwise, PlanInvalid
from evaluations.judging.pairing import Pair, PairingPlan
from evaluations.judging.plans import SessionPlan, check_plan, pairs_of
from evaluations.judging.prompting import FrozenPrompt
from evaluations.judging.queueing import add_tasks, chunks
from evaluations.judging.session_rows import make_own_scenario, make_session
from evaluations.models import Item, JudgeSession, Scenario
from evaluations.task_types.registry import pairwise_task_type, task_type
from llars.errors import NotAllowed


def get_session_for(user: User, pk: int) -> JudgeSession:
    """The session with this id, if the user may see it.

    Raises:
        Http404: there is none, or it is not theirs to see.
    """
    visible = JudgeSession.objects.visible_to(user).with_counts()
    return get_object_or_404(visible.select_related("scenario", "model__provider", "prompt_version"), pk=pk)


def get_pairwise_session_for(user: User, pk: int) -> JudgeSession:
    """The same, where the session compares pairs: only then is there a matrix, a ranking, a position.

    Raises:
        Http404: there is none, or it is not theirs to see.
        NotPairwise: the session asks another kind of question.
    """
    return _pairwise(get_session_for(user, pk))


def get_session_to_export_for(user: User, pk: int) -> JudgeSession:
    """The session, where its answers are exported by session: comparisons and generations.

    Raises:
        Http404: there is none, or it is not theirs to see.
        NotPairwise: its answers are exported with its scenario's.
    """
    session = get_session_for(user, pk)
    return session if session.generates_features else _pairwise(session)


def _pairwise(session: JudgeSession) -> JudgeSession:
    if not is_pairwise(session):
        address = f"/api/scenarios/{session.scenario_id}/results"
        if session.generates_features:
            address = f"/api/judge/sessions/{session.pk}/comparisons"
        raise NotPairwise(_("This session compares no pairs; its results are under %s.") % address)
    return session


def is_pairwise(session: JudgeSession) -> bool:
    """Whether the session compares two threads an item."""
    return task_type(session.scenario.task_type).threads_per_item == 2


def get_session_to_change_for(user: User, pk: int) -> JudgeSession:
    """The session, if the user may not only see but change it: its scenario's owners, and superusers.

    Raises:
        Http404: there is none, or it is not theirs to see.
        NotAllowed: they may only look at it.
    """
    session = get_session_for(user, pk)
    if not may_change(user, session):
        raise NotAllowed()
    return session


def may_change(user: User, session: JudgeSession) -> bool:
    """Whether the session is the user's to start, pause, rename and delete."""
    return Scenario.objects.owned_by(user).filter(pk=session.scenario_id).exists()


def rename(session: JudgeSession, *, name: str) -> None:
    """Give the session another name; its scenario keeps its own."""
    session.name = name
    session.save(update_fields=["name"])


def create_session(plan: SessionPlan, *, actor: User) -> JudgeSession:
    """Create the scenario, its items, the session and its queue, in one transaction.

    Raises:
        PermissionDenied: the user may not make sessions.
        PlanInvalid: the plan has faults, by field.
    """
    if not actor.has_perm("evaluations.add_judgesession"):
        raise PermissionDenied
    checked = check_plan(plan, user=actor, needs_name=True)
    seed = plan.seed if plan.seed is not None else secrets.randbelow(2**31)
    pairing = checked.pairing(seed)
    with transaction.atomic():
        pairs = pairs_of(checked, pairing)
        if not pairs:
            raise PlanInvalid(
                errors={"pillar_ids": [_("These pillars and numbers give no pair to compare.")]}
            )
        prompt = checked.prompt_version
        name = plan.session_name.strip()
        scenario = make_own_scenario(name, pairwise_task_type(), {}, prompt, actor=actor, seed=seed)
        session = make_session(
            scenario,
            checked.model,
            FrozenPrompt.of(prompt),
            name=name,
            actor=actor,
            config=_frozen_config(plan, pairing),
            temperature=plan.temperature,
            worker_count=plan.worker_count,
            position_swap=pairing.position_swap,
            repetitions=pairing.repetitions_per_pair,
        )
        items = _create_items(scenario, pairs)
        add_tasks(session, items)
    return session


def _frozen_config(plan: SessionPlan, pairing: PairingPlan) -> dict[str, Any]:
    return {
        "pillar_ids": sorted(set(plan.pillar_ids)),
        "comparison_mode": str(pairing.mode),
        "samples_per_pillar": pairing.samples_per_pillar,
        "max_threads_per_pillar": pairing.max_threads_per_pillar,
    }


def _create_items(scenario: Scenario, pairs: Sequence[Pair]) -> list[Item]:
    rows = (
        Item(
            scenario=scenario,
            position=place,
            thread_a_id=pair.thread_a,
            thread_b_id=pair.thread_b,
            pillar_a_id=pair.pillar_a,
            pillar_b_id=pair.pillar_b,
        )
        for place, pair in enumerate(pairs)
    )
    for chunk in chunks(rows):
        Item.objects.bulk_create(chunk)
    return list(Item.objects.filter(scenario=scenario).order_by("position").only("pk"))
