"""Pillars and threads as the API takes and gives them."""

from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _
from rest_framework import serializers
from rest_framework.validators import UniqueValidator

from pillars.deletion_day import warning
from pillars.models import Pillar


class PillarSerializer(serializers.ModelSerializer[Pillar]):
    """A pillar with the number of its threads."""

    number = serializers.IntegerField(
        min_value=1, max_value=32_767, validators=[UniqueValidator(Pillar.objects.all())]
    )
    thread_count = serializers.IntegerField(read_only=True, default=0)
    remove_now = serializers.BooleanField(
        write_only=True,
        default=False,
        help_text="Needed for a deletion day that is today or past: texts go within an hour.",
    )

    class Meta:
        model = Pillar
        fields = [
            "number",
            "name",
            "name_en",
            "description",
            "colour",
            "is_real_data",
            "legal_basis",
            "delete_on",
            "remove_now",
            "thread_count",
        ]

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """Refuse a deletion day that has come unless it is said to be meant."""
        is_meant = attrs.pop("remove_now")
        words = warning(None, attrs.get("delete_on"), timezone.localdate())
        if words and not is_meant:
            to_do = _("Choose a later day or, if this is meant, send “remove_now”.")
            raise serializers.ValidationError({"delete_on": f"{words} {to_do}"})
        return attrs


class ThreadIdsSerializer(serializers.Serializer[Any]):
    """Threads to assign."""

    thread_ids = serializers.ListField(child=serializers.IntegerField(), allow_empty=False)


class AssignedSerializer(serializers.Serializer[Any]):
    """How many threads were not in the pillar before, and how many were."""

    assigned = serializers.IntegerField()
    already_assigned = serializers.IntegerField()


class RemovedSerializer(serializers.Serializer[Any]):
    """How many threads were in the pillar before, and the ids of those that are in none any more."""

    removed = serializers.IntegerField()
    in_no_pillar = serializers.ListField(child=serializers.IntegerField())
