"""A scenario like another one: its settings, and its items where they are wanted."""

from django.contrib.auth.models import User
from django.db import transaction
from django.utils.translation import gettext as _

from evaluations.models import Item, ItemFeature, Member, Scenario

_BATCH = 500


@transaction.atomic
def copy_scenario(scenario: Scenario, *, actor: User, with_items: bool) -> Scenario:
    """A draft with the same settings, of the user's own; people, models and answers are not copied."""
    copy = Scenario.objects.create(
        name=_("Copy of %(name)s") % {"name": scenario.name[:180]},
        task_type=scenario.task_type,
        language=scenario.language,
        description=scenario.description,
        status=Scenario.Status.DRAFT,
        owner=actor,
        config=scenario.config,
        instructions=scenario.instructions,
        rules=scenario.rules,
        distribution=scenario.distribution,
        order=scenario.order,
        prompt_version=scenario.prompt_version,
        prompt_config=scenario.prompt_config,
        seed=scenario.seed,
        draft=scenario.draft,
    )
    Member.objects.create(scenario=copy, user=actor, name=actor.get_username(), role=Member.Role.OWNER)
    if with_items:
        _copy_items(scenario, copy)
    return copy


def _copy_items(scenario: Scenario, copy: Scenario) -> None:
    """Repeats are left out: the copy draws its own."""
    originals = list(scenario.items.filter(repeat_of__isnull=True).order_by("pk"))
    Item.objects.bulk_create(
        [
            Item(
                scenario=copy,
                position=item.position,
                external_id=item.external_id,
                thread_a_id=item.thread_a_id,
                thread_b_id=item.thread_b_id,
                pillar_a_id=item.pillar_a_id,
                pillar_b_id=item.pillar_b_id,
                reference=item.reference,
                is_gold=item.is_gold,
                is_practice=item.is_practice,
            )
            for item in originals
        ],
        batch_size=_BATCH,
    )
    made = {item.position: item.pk for item in copy.items.all()}
    position = {item.pk: item.position for item in originals}
    features = ItemFeature.objects.filter(item__in=scenario.items.filter(repeat_of__isnull=True))
    ItemFeature.objects.bulk_create(
        [
            ItemFeature(item_id=made[position[row.item_id]], feature_id=row.feature_id, key=row.key)
            for row in features.iterator(chunk_size=2000)
        ],
        batch_size=_BATCH,
    )
