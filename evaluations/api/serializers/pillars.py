"""Pillars and threads as the API takes and gives them."""

from typing import Any

from rest_framework import serializers
from rest_framework.validators import UniqueValidator

from evaluations.api.serializers.comparisons import MessageSerializer
from pillars.models import Feature, Pillar, Thread


class PillarSerializer(serializers.ModelSerializer[Pillar]):
    """A pillar with the number of its threads."""

    number = serializers.IntegerField(
        min_value=1, max_value=32_767, validators=[UniqueValidator(Pillar.objects.all())]
    )
    thread_count = serializers.IntegerField(read_only=True, default=0)

    class Meta:
        model = Pillar
        fields = ["number", "name", "name_en", "description", "colour", "thread_count"]


class ThreadIdsSerializer(serializers.Serializer[Any]):
    """Threads to assign."""

    thread_ids = serializers.ListField(child=serializers.IntegerField(), allow_empty=False)


class AssignedSerializer(serializers.Serializer[Any]):
    """How many threads were not in the pillar before, and how many were."""

    assigned = serializers.IntegerField()
    already_assigned = serializers.IntegerField()


class ThreadRowSerializer(serializers.ModelSerializer[Thread]):
    """A thread in a list: without its messages, but with their number."""

    pillars = serializers.SerializerMethodField()
    message_count = serializers.IntegerField()

    class Meta:
        model = Thread
        fields = ["id", "external_id", "subject", "label", "pillars", "message_count", "created_at"]
        read_only_fields = fields

    def get_pillars(self, thread: Thread) -> list[int]:
        """The numbers of its pillars; reads prefetched assignments."""
        return sorted(assignment.pillar_id for assignment in thread.assignments.all())


class FeatureSerializer(serializers.ModelSerializer[Feature]):
    """A text derived from the thread."""

    model = serializers.CharField(source="model_name")

    class Meta:
        model = Feature
        fields = ["id", "type", "content", "model"]
        read_only_fields = fields


class ThreadSerializer(serializers.ModelSerializer[Thread]):
    """A thread in full."""

    pillars = serializers.SerializerMethodField()
    messages = MessageSerializer(many=True)
    features = FeatureSerializer(many=True)

    class Meta:
        model = Thread
        fields = [
            "id",
            "external_id",
            "subject",
            "label",
            "pillars",
            "messages",
            "features",
            "metadata",
            "created_at",
            "archived_at",
        ]
        read_only_fields = fields

    def get_pillars(self, thread: Thread) -> list[int]:
        """The numbers of its pillars."""
        return sorted(assignment.pillar_id for assignment in thread.assignments.all())
