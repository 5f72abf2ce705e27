"""Providers, models and prompts as the API takes and gives them; a provider's key is never given."""

from typing import Any

from django.core.validators import URLValidator
from rest_framework import serializers

from evaluations.models import Model, Provider
from prompts.models import PromptTemplate


class ModelSerializer(serializers.ModelSerializer[Model]):
    """A model with its limits and prices (of a million tokens)."""

    provider_id = serializers.IntegerField()
    provider = serializers.CharField(source="provider.name")
    is_language_model = serializers.BooleanField()
    input_price = serializers.FloatField()
    output_price = serializers.FloatField()

    class Meta:
        model = Model
        fields = [
            "id",
            "name",
            "label",
            "provider_id",
            "provider",
            "is_language_model",
            "is_default",
            "output_mode",
            "max_in_flight",
            "timeout_s",
            "max_output_tokens",
            "context_tokens",
            "input_price",
            "output_price",
        ]
        read_only_fields = fields


class ModelNameSerializer(serializers.ModelSerializer[Model]):
    """A model by name."""

    class Meta:
        model = Model
        fields = ["id", "name", "is_active"]
        read_only_fields = fields


class ProviderSerializer(serializers.ModelSerializer[Provider]):
    """A provider with its models; ``has_key`` says whether a key is stored."""

    has_key = serializers.SerializerMethodField()
    is_system = serializers.SerializerMethodField()
    models = ModelNameSerializer(source="served_models", many=True)

    class Meta:
        model = Provider
        fields = ["id", "name", "kind", "base_url", "has_key", "is_system", "models", "created_at"]
        read_only_fields = fields

    def get_has_key(self, provider: Provider) -> bool:
        """Whether a key is stored."""
        return bool(provider.api_key)

    def get_is_system(self, provider: Provider) -> bool:
        """Whether it is there for everybody."""
        return provider.owner_id is None


class NewProviderSerializer(serializers.Serializer[Any]):
    """A provider of one's own."""

    name = serializers.CharField(max_length=120)
    base_url = serializers.CharField(max_length=500, validators=[URLValidator(schemes=["http", "https"])])
    api_key = serializers.CharField(default="", allow_blank=True, write_only=True)
    models = serializers.ListField(child=serializers.CharField(max_length=200), allow_empty=False)


class ProbeRequestSerializer(serializers.Serializer[Any]):
    """Which of the provider's models to ask; without one, its first."""

    model_id = serializers.IntegerField(default=None, allow_null=True)


class ProbeSerializer(serializers.Serializer[Any]):
    """What came of asking; where it failed, ``failure`` names how and ``detail`` says what to look at."""

    ok = serializers.BooleanField()
    model = serializers.CharField()
    failure = serializers.CharField(allow_blank=True)
    label = serializers.CharField(allow_blank=True)  # type: ignore[assignment]
    detail = serializers.CharField(allow_blank=True)
    output_mode = serializers.CharField(allow_blank=True)
    latency_ms = serializers.IntegerField()


class PromptSerializer(serializers.ModelSerializer[PromptTemplate]):
    """A prompt template with its latest version."""

    version = serializers.IntegerField(allow_null=True)
    version_id = serializers.IntegerField(allow_null=True)

    class Meta:
        model = PromptTemplate
        fields = ["id", "name", "task_type", "language", "is_default", "version", "version_id", "created_at"]
        read_only_fields = fields
