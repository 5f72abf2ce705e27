"""Pillars and threads as the API takes and gives them."""

from typing import Any

from rest_framework import serializers
from rest_framework.validators import UniqueValidator

from pillars.models import Pillar


class PillarSerializer(serializers.ModelSerializer[Pillar]):
    """A pillar with the number of its threads."""

    number = serializers.IntegerField(
        min_value=1, max_value=32_767, validators=[UniqueValidator(Pillar.objects.all())]
    )
    thread_count = serializers.IntegerField(read_only=True, default=0)

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
            "thread_count",
        ]


class ThreadIdsSerializer(serializers.Serializer[Any]):
    """Threads to assign."""

    thread_ids = serializers.ListField(child=serializers.IntegerField(), allow_empty=False)


class AssignedSerializer(serializers.Serializer[Any]):
    """How many threads were not in the pillar before, and how many were."""

    assigned = serializers.IntegerField()
    already_assigned = serializers.IntegerField()


class RemovedSerializer(serializers.Serializer[Any]):
    """How many threads were in the pillar before."""

    removed = serializers.IntegerField()
