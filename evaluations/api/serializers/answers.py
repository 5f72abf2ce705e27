"""Answers of people as the API takes and gives them."""

from typing import Any

from rest_framework import serializers

from evaluations.answering.recorded import RecordedAnswer
from evaluations.answering.submitting import AnswerInput


class AnswerSerializer(serializers.Serializer[Any]):
    """An answer; ``payload`` is in the frame that was shown."""

    version = serializers.IntegerField(min_value=1)
    payload = serializers.DictField()
    comment = serializers.CharField(default="", allow_blank=True)
    annotations = serializers.DictField(default=dict)
    active_time_ms = serializers.IntegerField(default=None, allow_null=True, min_value=0)
    submission_key = serializers.CharField(default="", allow_blank=True, max_length=40)
    based_on = serializers.IntegerField(default=None, allow_null=True, min_value=0)


def answer_of(fields: dict[str, Any]) -> AnswerInput:
    """The answer for checked fields."""
    return AnswerInput(item_version=fields.pop("version"), **fields)


class ReasonSerializer(serializers.Serializer[Any]):
    """Why an item is set aside or cannot be judged."""

    reason = serializers.CharField(allow_blank=True)


class MarkSerializer(serializers.Serializer[Any]):
    """Marks of one's own on an item; what is left out stays."""

    flagged = serializers.BooleanField(default=None, allow_null=True)
    unsure = serializers.BooleanField(default=None, allow_null=True)


class OwnAnswerSerializer(serializers.Serializer[Any]):
    """One's own answer as it was taken; ``known`` is the right one where that is told."""

    id = serializers.IntegerField(source="evaluation.pk")
    item = serializers.IntegerField(source="evaluation.item_id")
    version = serializers.IntegerField(source="evaluation.version")
    payload = serializers.DictField(source="evaluation.payload")
    comment = serializers.CharField(source="evaluation.comment")
    created_at = serializers.DateTimeField(source="evaluation.created_at")
    known = serializers.DictField(allow_null=True)


class EvaluatorNameSerializer(serializers.Serializer[Any]):
    """Who answered elsewhere: a person or a model, by name."""

    person = serializers.CharField(default="", allow_blank=True, max_length=150)
    model = serializers.CharField(default="", allow_blank=True, max_length=150)


class RecordedAnswerSerializer(serializers.Serializer[Any]):
    """An answer made elsewhere, or the error that stands in its place."""

    item = serializers.IntegerField(default=None, allow_null=True)
    external_id = serializers.CharField(default="", allow_blank=True)
    evaluator = EvaluatorNameSerializer()
    payload = serializers.DictField(default=None, allow_null=True)
    error = serializers.CharField(default="", allow_blank=True)
    raw = serializers.CharField(default="", allow_blank=True, trim_whitespace=False)
    position = serializers.IntegerField(default=1)
    created_at = serializers.DateTimeField(default=None, allow_null=True)


def recorded_of(fields: dict[str, Any]) -> RecordedAnswer:
    """The recorded answer for checked fields."""
    evaluator = fields.pop("evaluator")
    return RecordedAnswer(**fields, **evaluator)


class ImportedSerializer(serializers.Serializer[Any]):
    """How many answers came in."""

    created = serializers.IntegerField()
    errors = serializers.IntegerField()  # type: ignore[assignment]
    people = serializers.IntegerField()
    models = serializers.IntegerField()
