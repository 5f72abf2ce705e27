"""Comparisons as the API gives them: rows of lists, and one in full."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from evaluations.models import Attempt, JudgeSession, JudgeTask
from evaluations.reports.comparisons import FullComparison, answer_of, shown_verdict
from evaluations.task_types.base import TaskType
from evaluations.task_types.registry import task_type
from pillars.models import Message, Thread

_SCORES = {
    "type": "object",
    "nullable": True,
    "additionalProperties": {
        "type": "object",
        "properties": {"score_a": {"type": "number"}, "score_b": {"type": "number"}},
    },
}


def context_of(session: JudgeSession, **more: Any) -> dict[str, Any]:
    """What the serializers below need to know of the session whose comparisons they give."""
    return {"kind": task_type(session.scenario.task_type), **more}


class ThreadNameSerializer(serializers.ModelSerializer[Thread]):
    """A thread by name."""

    class Meta:
        model = Thread
        fields = ["id", "external_id", "subject"]
        read_only_fields = fields


class ComparisonSerializer(serializers.ModelSerializer[JudgeTask]):
    """A comparison with its answer; ``winner`` and ``scores`` in the item's own frame.

    ``winner_shown`` is the verdict as given, where position 2 showed thread B first (as A).
    """

    comparison_id = serializers.IntegerField(source="pk")
    pair = serializers.IntegerField(source="item_id")
    pillar_a = serializers.IntegerField(source="item.pillar_a_id", allow_null=True)
    pillar_b = serializers.IntegerField(source="item.pillar_b_id", allow_null=True)
    thread_a = ThreadNameSerializer(source="item.thread_a")
    thread_b = ThreadNameSerializer(source="item.thread_b", allow_null=True)
    winner = serializers.SerializerMethodField()
    winner_shown = serializers.SerializerMethodField()
    confidence = serializers.SerializerMethodField()
    scores = serializers.SerializerMethodField()
    consistent = serializers.SerializerMethodField()
    is_contradictory = serializers.SerializerMethodField()

    class Meta:
        model = JudgeTask
        fields = [
            "id",
            "comparison_id",
            "status",
            "pair",
            "position",
            "repetition",
            "queue_position",
            "pillar_a",
            "pillar_b",
            "thread_a",
            "thread_b",
            "winner",
            "winner_shown",
            "confidence",
            "scores",
            "consistent",
            "is_contradictory",
            "failure_code",
            "failure_detail",
            "worker_name",
            "started_at",
            "finished_at",
        ]
        read_only_fields = fields

    def get_winner(self, task: JudgeTask) -> str | None:
        """The verdict in the item's frame."""
        answer = answer_of(task)
        return answer.verdict if answer else None

    def get_winner_shown(self, task: JudgeTask) -> str | None:
        """The verdict in the frame that was shown."""
        kind: TaskType = self.context["kind"]
        return shown_verdict(task, kind)

    def get_confidence(self, task: JudgeTask) -> float | None:
        """From 0 to 1."""
        answer = answer_of(task)
        return answer.confidence if answer else None

    @extend_schema_field(_SCORES)
    def get_scores(self, task: JudgeTask) -> dict[str, dict[str, float]] | None:
        """By criterion, 5 is best."""
        answer = answer_of(task)
        if answer is None:
            return None
        return {
            key: {"score_a": said[0], "score_b": said[1]} if isinstance(said, list) else said
            for key, said in answer.scores.items()
        }

    def get_consistent(self, task: JudgeTask) -> bool | None:
        """Whether all judgements of the pair say the same; null while one is missing."""
        # Lists of what is under way or waits give no consistency: all their pairs are open.
        known: dict[int, bool | None] = self.context.get("consistency", {})
        return known.get(task.item_id)

    def get_is_contradictory(self, task: JudgeTask) -> bool | None:
        """Whether reason and verdict contradict each other."""
        answer = answer_of(task)
        return answer.is_contradictory if answer else None


class MessageSerializer(serializers.ModelSerializer[Message]):
    """One turn of a thread."""

    class Meta:
        model = Message
        fields = ["role", "content", "timestamp"]
        read_only_fields = fields


class ThreadTextSerializer(serializers.ModelSerializer[Thread]):
    """A thread with its messages."""

    messages = MessageSerializer(many=True, source="turns")

    class Meta:
        model = Thread
        fields = ["id", "external_id", "subject", "messages"]
        read_only_fields = fields


class AttemptSerializer(serializers.ModelSerializer[Attempt]):
    """One call that was made, whatever came of it."""

    cost = serializers.FloatField()

    class Meta:
        model = Attempt
        fields = [
            "number",
            "output_mode",
            "failure_code",
            "failure_detail",
            "raw_text",
            "input_tokens",
            "output_tokens",
            "tokens_estimated",
            "cost",
            "latency_ms",
            "started_at",
        ]
        read_only_fields = fields


class FullComparisonSerializer(ComparisonSerializer):
    """A comparison in full; give it a ``FullComparison``'s task, and that itself as ``full`` in the context.

    ``payload`` is the answer as it was given, in the frame that was shown.
    """

    thread_a = ThreadTextSerializer(source="item.thread_a")  # type: ignore[assignment]
    thread_b = ThreadTextSerializer(source="item.thread_b", allow_null=True)  # type: ignore[assignment]
    reasoning = serializers.SerializerMethodField()
    payload = serializers.SerializerMethodField()
    raw_response = serializers.SerializerMethodField()
    model = serializers.CharField(source="session.model.name")
    model_version = serializers.SerializerMethodField()
    output_mode = serializers.SerializerMethodField()
    prompt_hash = serializers.CharField(source="session.prompt_hash")
    processing_time_ms = serializers.SerializerMethodField()
    attempts = AttemptSerializer(many=True)

    class Meta(ComparisonSerializer.Meta):
        fields = [
            *ComparisonSerializer.Meta.fields,
            "reasoning",
            "payload",
            "raw_response",
            "model",
            "model_version",
            "output_mode",
            "prompt_hash",
            "processing_time_ms",
            "attempts",
        ]
        read_only_fields = fields

    @property
    def _full(self) -> FullComparison:
        full: FullComparison = self.context["full"]
        return full

    def _of_answer(self, name: str) -> Any:
        return getattr(self._full.answer, name) if self._full.answer else None

    def get_reasoning(self, task: JudgeTask) -> str | None:
        """The justification of the verdict."""
        reasoning: str | None = self._of_answer("reasoning")
        return reasoning

    def get_payload(self, task: JudgeTask) -> dict[str, Any] | None:
        """The whole answer."""
        payload: dict[str, Any] | None = self._of_answer("payload")
        return payload

    def get_raw_response(self, task: JudgeTask) -> str:
        """What the model wrote last, word for word."""
        return self._full.raw_response

    def get_model_version(self, task: JudgeTask) -> str | None:
        """The version that the provider named."""
        version: str | None = self._of_answer("model_version")
        return version

    def get_output_mode(self, task: JudgeTask) -> str | None:
        """How the model was made to answer in the wanted form."""
        mode: str | None = self._of_answer("output_mode")
        return mode

    def get_processing_time_ms(self, task: JudgeTask) -> int | None:
        """How long the call took that gave the answer."""
        time_ms: int | None = self._of_answer("processing_time_ms")
        return time_ms
