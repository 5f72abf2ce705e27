"""Threads as the API takes and gives them."""

from typing import Any

from rest_framework import serializers

from evaluations.api.serializers.comparisons import MessageSerializer
from pillars.models import Feature, Message, Pillar, Thread


class ThreadRowSerializer(serializers.ModelSerializer[Thread]):
    """A thread in a list: without its messages, but with their number."""

    pillars = serializers.SerializerMethodField()

    class Meta:
        model = Thread
        fields = [
            "id",
            "external_id",
            "subject",
            "label",
            "pillars",
            "version",
            "message_count",
            "character_count",
            "first_message_at",
            "last_message_at",
            "created_at",
            "archived_at",
        ]
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


class ThreadSerializer(ThreadRowSerializer):
    """A thread in full; ``is_judged``: it can only be archived or corrected in a new version."""

    messages = MessageSerializer(many=True, read_only=True, source="turns")
    features = FeatureSerializer(many=True, read_only=True)
    replaced_by = serializers.SerializerMethodField()
    is_judged = serializers.SerializerMethodField()

    class Meta(ThreadRowSerializer.Meta):
        fields = [
            *ThreadRowSerializer.Meta.fields,
            "messages",
            "features",
            "metadata",
            "source_thread",
            "replaces",
            "replaced_by",
            "correction_note",
            "is_judged",
        ]
        read_only_fields = fields

    def get_replaced_by(self, thread: Thread) -> int | None:
        """The id of the version that took its place; the caller gives it in the context."""
        return self.context.get("replaced_by")

    def get_is_judged(self, thread: Thread) -> bool:
        """Whether a judgement of it is asked or given; the caller gives it in the context."""
        return bool(self.context.get("is_judged"))


class CorrectedMessageSerializer(serializers.Serializer[Any]):
    """One message of a corrected thread."""

    role = serializers.ChoiceField(choices=Message.Role.choices)
    content = serializers.CharField(trim_whitespace=False)
    timestamp = serializers.DateTimeField(required=False, allow_null=True, default=None)


class CorrectionSerializer(serializers.Serializer[Any]):
    """What is to be different in the new version; what is left out stays."""

    note = serializers.CharField(max_length=300)
    subject = serializers.CharField(max_length=500, allow_blank=True, required=False)
    label = serializers.CharField(  # type: ignore[assignment]
        max_length=200, allow_blank=True, required=False
    )
    metadata = serializers.DictField(required=False)
    messages = CorrectedMessageSerializer(many=True, required=False)


class ThreadSearchSerializer(serializers.Serializer[Any]):
    """What a search for threads may ask for; ``pillars.thread_search`` reads it."""

    q = serializers.CharField(required=False)
    messages_from = serializers.IntegerField(required=False)
    messages_to = serializers.IntegerField(required=False)
    features = serializers.ChoiceField(choices=["with", "without"], required=False)
    archived = serializers.ChoiceField(choices=["yes", "all"], required=False)
    since = serializers.DateField(required=False)
    until = serializers.DateField(required=False)


class MadeFeatureSerializer(serializers.Serializer[Any]):
    """A text made from a thread, with what is known of its making."""

    type = serializers.CharField(max_length=80)
    content = serializers.CharField(trim_whitespace=False)
    external_id = serializers.CharField(max_length=200, default="", allow_blank=True)
    model = serializers.CharField(max_length=200, default="", allow_blank=True)
    provenance = serializers.DictField(default=dict)


class DerivationSerializer(serializers.Serializer[Any]):
    """What was made from a thread, and the pillar that it belongs to."""

    pillar = serializers.PrimaryKeyRelatedField(queryset=Pillar.objects.all())
    subject = serializers.CharField(max_length=500, default="", allow_blank=True)
    label = serializers.CharField(max_length=200, default="", allow_blank=True)  # type: ignore[assignment]
    external_id = serializers.CharField(max_length=200, default="", allow_blank=True)
    features = MadeFeatureSerializer(many=True, default=list)
    metadata = serializers.DictField(default=dict)
