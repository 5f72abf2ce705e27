"""A GitLab repository with pillars' files, which file was brought in as what, and each sync."""

from django.conf import settings
from django.core.validators import MinValueValidator, URLValidator
from django.db import models
from django.utils.translation import gettext_lazy as _

from llars.encrypted import EncryptedTextField


class Repository(models.Model):
    """Where the files lie, with which token they are read, and how often."""

    url = models.CharField(
        _("address of GitLab"),
        max_length=300,
        validators=[URLValidator(schemes=["https", "http"])],
        help_text=_("Such as https://gitlab.example.org, without the project."),
    )
    project = models.CharField(
        _("project"), max_length=300, help_text=_("Its path, such as group/project, or its number.")
    )
    branch = models.CharField(_("branch"), max_length=200, default="main")
    token = EncryptedTextField(
        _("token"), blank=True, default="", help_text=_("An access token with read_api and read_repository.")
    )
    is_active = models.BooleanField(_("active"), default=True)
    every_minutes = models.PositiveIntegerField(
        _("sync every so many minutes"),
        default=0,
        help_text=_("0: only when somebody asks for it."),
        validators=[MinValueValidator(0)],
    )
    last_commit_id = models.CharField(_("last commit"), max_length=64, blank=True, editable=False)
    last_commit_title = models.CharField(max_length=300, blank=True, editable=False)
    last_commit_author = models.CharField(max_length=200, blank=True, editable=False)
    last_commit_at = models.DateTimeField(null=True, editable=False)
    synced_at = models.DateTimeField(_("last sync"), null=True, editable=False)

    class Meta:
        verbose_name = _("repository")
        verbose_name_plural = _("repositories")
        constraints = [
            models.UniqueConstraint(fields=["url", "project", "branch"], name="one_repository_per_branch"),
        ]

    def __str__(self) -> str:
        return f"{self.project} ({self.branch})"


class PathPattern(models.Model):
    """Which files of the repository belong to which pillar."""

    repository = models.ForeignKey(
        Repository, on_delete=models.CASCADE, related_name="patterns", verbose_name=_("repository")
    )
    pattern = models.CharField(
        _("path pattern"),
        max_length=300,
        help_text=_("Such as saeule_1/**/*.json; ** stands for any folders."),
    )
    pillar = models.ForeignKey(
        "pillars.Pillar", on_delete=models.CASCADE, related_name="+", verbose_name=_("pillar")
    )

    class Meta:
        verbose_name = _("path pattern")
        verbose_name_plural = _("path patterns")
        constraints = [
            models.UniqueConstraint(fields=["repository", "pattern"], name="pattern_once_per_repository"),
        ]

    def __str__(self) -> str:
        return self.pattern


class SourceFile(models.Model):
    """A file of the repository as it was brought in last."""

    class State(models.TextChoices):
        PRESENT = "present", _("brought in")
        FAILED = "failed", _("not readable")
        GONE = "gone", _("gone")

    repository = models.ForeignKey(Repository, on_delete=models.CASCADE, related_name="files")
    pillar = models.ForeignKey("pillars.Pillar", on_delete=models.CASCADE, related_name="+")
    path = models.CharField(_("path"), max_length=500)
    blob_id = models.CharField(_("blob"), max_length=64)
    state = models.CharField(_("state"), max_length=10, choices=State)
    problem = models.TextField(_("problem"), blank=True)
    changed_at = models.DateTimeField(_("changed"))

    class Meta:
        ordering = ["path"]
        verbose_name = _("file of the repository")
        verbose_name_plural = _("files of the repository")
        constraints = [
            models.UniqueConstraint(fields=["repository", "path"], name="path_once_per_repository")
        ]

    def __str__(self) -> str:
        return self.path


class FileThread(models.Model):
    """A thread that came from a file; with a new version of the thread the row moves on to it."""

    file = models.ForeignKey(SourceFile, on_delete=models.CASCADE, related_name="threads")
    thread = models.ForeignKey("pillars.Thread", on_delete=models.CASCADE, related_name="+")

    class Meta:
        verbose_name = _("thread of a file")
        verbose_name_plural = _("threads of files")
        constraints = [models.UniqueConstraint(fields=["file", "thread"], name="thread_once_per_file")]

    def __str__(self) -> str:
        return f"{self.file_id} · {self.thread_id}"


class SyncRun(models.Model):
    """One sync, or one look at what it would do."""

    class Status(models.TextChoices):
        WAITING = "waiting", _("waiting")
        RUNNING = "running", _("running")
        DONE = "done", _("done")
        FAILED = "failed", _("failed")

    class Way(models.TextChoices):
        PAGE = "page", _("page")
        API = "api", "API"
        COMMAND = "command", _("command")
        SCHEDULE = "schedule", _("schedule")

    UNDER_WAY = (Status.WAITING, Status.RUNNING)

    repository = models.ForeignKey(
        Repository, on_delete=models.CASCADE, related_name="runs", verbose_name=_("repository")
    )
    way = models.CharField(_("way"), max_length=10, choices=Way)
    started_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.SET_NULL,
        null=True,
        related_name="+",
        verbose_name=_("started by"),
    )
    dry_run = models.BooleanField(_("only a look"), default=False)
    status = models.CharField(
        _("state"), max_length=10, choices=Status, default=Status.WAITING, db_index=True
    )
    commit_id = models.CharField(_("commit"), max_length=64, blank=True)
    history_rewritten = models.BooleanField(_("history was rewritten"), default=False)
    counts = models.JSONField(_("counts"), default=dict, blank=True)
    report = models.JSONField(_("report"), default=list, blank=True)
    error = models.TextField(_("error"), blank=True)
    token = models.CharField(max_length=32, blank=True, editable=False)
    created_at = models.DateTimeField(_("created"), auto_now_add=True)
    beat_at = models.DateTimeField(null=True, editable=False)
    ended_at = models.DateTimeField(_("ended"), null=True, blank=True)

    class Meta:
        ordering = ["-id"]
        verbose_name = _("sync")
        verbose_name_plural = _("syncs")

    def __str__(self) -> str:
        return f"{self.repository} · {self.created_at:%Y-%m-%d %H:%M}"

    @property
    def is_under_way(self) -> bool:
        """Whether a job is at it, or is to be."""
        return self.status in self.UNDER_WAY
