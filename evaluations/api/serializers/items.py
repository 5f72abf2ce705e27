"""Items as the API takes and gives them, to owners and, blind, to evaluators."""

from typing import Any

from django.utils.translation import gettext as _
from rest_framework import serializers

from evaluations.scenarios.items import ItemSpec, Side


class ItemSpecSerializer(serializers.Serializer[Any]):
    """An item to be: one thread, or two for a comparison, each by id or in full."""

    thread_id = serializers.IntegerField(required=False)
    thread = serializers.DictField(required=False)
    thread_a_id = serializers.IntegerField(required=False)
    thread_a = serializers.DictField(required=False)
    thread_b_id = serializers.IntegerField(required=False)
    thread_b = serializers.DictField(required=False)
    external_id = serializers.CharField(default="", allow_blank=True, max_length=200)
    reference = serializers.DictField(default=None, allow_null=True)
    gold = serializers.BooleanField(default=False)
    practice = serializers.BooleanField(default=False)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """Each side is named once, and there is at least one."""
        sides = {name: [key for key in (f"{name}_id", name) if key in attrs] for name in _SIDES}
        doubled = [name for name, keys in sides.items() if len(keys) > 1]
        if doubled:
            raise serializers.ValidationError({doubled[0]: [_("Give the thread or its id, not both.")]})
        if not any(sides.values()):
            raise serializers.ValidationError(
                _("Give “thread_id” or “thread”, for a comparison “thread_a…” and “thread_b…”.")
            )
        return attrs


_SIDES = ("thread", "thread_a", "thread_b")


def spec_of(fields: dict[str, Any]) -> ItemSpec:
    """The item for checked fields."""
    sides = tuple(
        Side(thread_id=fields.get(f"{name}_id"), thread=fields.get(name))
        for name in _SIDES
        if name in fields or f"{name}_id" in fields
    )
    return ItemSpec(
        sides=sides,
        external_id=fields["external_id"],
        reference=fields["reference"],
        is_gold=fields["gold"],
        is_practice=fields["practice"],
    )


class MadeItemSerializer(serializers.Serializer[Any]):
    """An item that was made."""

    id = serializers.IntegerField(source="pk")
    external_id = serializers.CharField()


class MadeItemsSerializer(serializers.Serializer[Any]):
    """The items that were made, in the order in which they were given."""

    created = serializers.IntegerField()
    items = MadeItemSerializer(many=True)


class ItemRowSerializer(serializers.Serializer[Any]):
    """An item with its counts, for owners and viewers."""

    id = serializers.IntegerField(source="pk")
    external_id = serializers.CharField()
    version = serializers.IntegerField()
    position = serializers.IntegerField()
    thread_a = serializers.IntegerField(source="thread_a_id")
    thread_b = serializers.IntegerField(source="thread_b_id", allow_null=True)
    pillar_a = serializers.IntegerField(source="pillar_a_id", allow_null=True)
    pillar_b = serializers.IntegerField(source="pillar_b_id", allow_null=True)
    reference = serializers.DictField(allow_null=True)
    gold = serializers.BooleanField(source="is_gold")
    practice = serializers.BooleanField(source="is_practice")
    repeat_of = serializers.IntegerField(source="repeat_of_id", allow_null=True)
    answers_people = serializers.IntegerField()
    answers_models = serializers.IntegerField()
    assigned = serializers.IntegerField()
    open = serializers.IntegerField()


class OwnItemSerializer(serializers.Serializer[Any]):
    """An item of one's own, as an evaluator may see it."""

    id = serializers.IntegerField(source="item_id")
    version = serializers.IntegerField(source="item.version")
    place = serializers.IntegerField(source="order")
    status = serializers.CharField()
    flagged = serializers.BooleanField(source="is_flagged")
    unsure = serializers.BooleanField(source="is_unsure")


class BlindMessageSerializer(serializers.Serializer[Any]):
    """One turn of a thread."""

    role = serializers.CharField()
    content = serializers.CharField()


class BlindThreadSerializer(serializers.Serializer[Any]):
    """A thread without anything that tells its source."""

    messages = BlindMessageSerializer(many=True)


class FeatureTextSerializer(serializers.Serializer[Any]):
    """A feature under the key that an answer names it by."""

    id = serializers.CharField(source="key")
    content = serializers.CharField()


class BlindItemSerializer(serializers.Serializer[Any]):
    """An item as it is put to the caller, sides and order as drawn for them."""

    id = serializers.IntegerField()
    version = serializers.IntegerField()
    place = serializers.IntegerField()
    status = serializers.CharField()
    question = serializers.CharField()
    thread = BlindThreadSerializer(allow_null=True)
    thread_a = BlindThreadSerializer(allow_null=True)
    thread_b = BlindThreadSerializer(allow_null=True)
    features = FeatureTextSerializer(many=True)
    payload = serializers.DictField(allow_null=True)


class NextSerializer(serializers.Serializer[Any]):
    """The next item, and how far the caller is."""

    item = BlindItemSerializer()
    done = serializers.IntegerField()
    total = serializers.IntegerField()
