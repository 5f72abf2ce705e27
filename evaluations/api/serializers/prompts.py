"""Prompts as the API takes and gives them."""

from typing import Any

from rest_framework import serializers

from prompts.models import PromptVersion


class NewPromptSerializer(serializers.Serializer[Any]):
    """A prompt with its first version."""

    name = serializers.CharField()
    task_type = serializers.CharField()
    language = serializers.CharField(default="de")
    system_text = serializers.CharField(allow_blank=True, trim_whitespace=False)
    user_text = serializers.CharField(trim_whitespace=False)
    note = serializers.CharField(default="", allow_blank=True, max_length=300)


class NewVersionSerializer(serializers.Serializer[Any]):
    """Texts that become a new version."""

    system_text = serializers.CharField(allow_blank=True, trim_whitespace=False)
    user_text = serializers.CharField(trim_whitespace=False)
    note = serializers.CharField(default="", allow_blank=True, max_length=300)


class PromptVersionSerializer(serializers.ModelSerializer[PromptVersion]):
    """A version, which never changes."""

    author = serializers.CharField(source="author.username", default=None)

    class Meta:
        model = PromptVersion
        fields = ["id", "number", "system_text", "user_text", "note", "author", "content_hash", "created_at"]
        read_only_fields = fields


class PreviewRequestSerializer(serializers.Serializer[Any]):
    """What to fill (a template's version, or texts that are not saved) with what: an item of a scenario,
    or ``thread_ids`` of the pillars, as many as the task type judges."""

    item = serializers.IntegerField(default=None, allow_null=True)
    thread_ids = serializers.ListField(child=serializers.IntegerField(), default=list, max_length=2)
    language = serializers.RegexField(r"^(de|en)$", default="de")
    template_id = serializers.IntegerField(default=None, allow_null=True)
    version = serializers.IntegerField(default=None, allow_null=True)
    task_type = serializers.CharField(default="", allow_blank=True)
    system_text = serializers.CharField(default="", allow_blank=True, trim_whitespace=False)
    user_text = serializers.CharField(default="", allow_blank=True, trim_whitespace=False)
    model_id = serializers.IntegerField(default=None, allow_null=True)


class PreviewSerializer(serializers.Serializer[Any]):
    """Both texts as a model would get them; ``cost`` of one call in the currency of the model's prices.

    Output tokens and cost are null where no model was named.
    """

    system_text = serializers.CharField()
    user_text = serializers.CharField()
    input_tokens = serializers.IntegerField()
    output_tokens = serializers.IntegerField(allow_null=True)
    cost = serializers.FloatField(allow_null=True)
    schema = serializers.DictField()
