"""An import as the API takes and gives it."""

from typing import Any

from rest_framework import serializers


class DryRunSerializer(serializers.Serializer[Any]):
    """Whether to write."""

    dry_run = serializers.BooleanField(default=False)


class ImportSerializer(serializers.Serializer[Any]):
    """A file with what the caller knows of it; the rest is found out."""

    file = serializers.FileField()
    role_map = serializers.DictField(
        child=serializers.CharField(),
        required=False,
        help_text="names in the file, and `counsellor`, `client` or `leave_out` for each",
    )
    column_map = serializers.JSONField(required=False)
    form = serializers.CharField(required=False, allow_blank=True, default="")
    encoding = serializers.CharField(required=False, allow_blank=True, default="")


class ProblemOfFileSerializer(serializers.Serializer[Any]):
    """Something in the file that could not be taken as it is."""

    kind = serializers.CharField()
    where = serializers.CharField()
    value = serializers.CharField()
    hint = serializers.CharField()


class ImportReportSerializer(serializers.Serializer[Any]):
    """What came of an import, in numbers of threads; in a dry run, what would come of it."""

    format = serializers.CharField()
    encoding = serializers.CharField()
    imported = serializers.IntegerField()
    skipped = serializers.IntegerField()
    failed = serializers.IntegerField()
    problems = ProblemOfFileSerializer(many=True)
    threads = serializers.ListField(child=serializers.DictField())
