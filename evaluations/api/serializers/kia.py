"""The KIA sync as the API gives it."""

from typing import Any

from rest_framework import serializers

from pillars.kia.models import Repository, SyncRun


class SyncRunSerializer(serializers.ModelSerializer[SyncRun]):
    """One sync: its state, files counted by what became of them, and a line for each that had changed."""

    repository = serializers.IntegerField(source="repository_id")

    class Meta:
        model = SyncRun
        fields = [
            "id",
            "repository",
            "way",
            "dry_run",
            "status",
            "commit_id",
            "history_rewritten",
            "counts",
            "report",
            "error",
            "created_at",
            "ended_at",
        ]
        read_only_fields = fields


class RepositorySerializer(serializers.ModelSerializer[Repository]):
    """A repository without its token, with the last commit that was synced and the last sync."""

    patterns = serializers.SerializerMethodField()
    last_run = serializers.SerializerMethodField()

    class Meta:
        model = Repository
        fields = [
            "id",
            "url",
            "project",
            "branch",
            "is_active",
            "every_minutes",
            "patterns",
            "last_commit_id",
            "last_commit_title",
            "last_commit_author",
            "last_commit_at",
            "synced_at",
            "last_run",
        ]
        read_only_fields = fields

    def get_patterns(self, repository: Repository) -> list[dict[str, Any]]:
        """Path patterns with their pillars."""
        return [{"pattern": one.pattern, "pillar": one.pillar_id} for one in repository.patterns.all()]

    def get_last_run(self, repository: Repository) -> dict[str, Any] | None:
        """The last sync, or ``None`` where there was none."""
        run = repository.runs.first()
        return dict(SyncRunSerializer(run).data) if run is not None else None


class StartSyncSerializer(serializers.Serializer[Any]):
    """Which repository (the only one may be left out), and whether only to look."""

    repository = serializers.IntegerField(required=False)
    dry_run = serializers.BooleanField(default=False)
