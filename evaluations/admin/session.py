"""Judge sessions and their queue; the lifecycle is the matter of the sessions' own pages."""

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy

from evaluations.admin.own_scenarios import OfScenarioAdmin
from evaluations.models import JudgeSession, JudgeTask, Scenario
from llars.readonly_admin import as_json, as_text
from llars.roles import is_administrator


@admin.register(JudgeSession)
class JudgeSessionAdmin(OfScenarioAdmin[JudgeSession]):
    """One model's run through a scenario; only the name may change here."""

    list_display = ("id", "name", "model", "status", "created_by", "counts", "created_at")
    list_display_links = ("id", "name")
    list_filter = ("status", ("model", admin.RelatedOnlyFieldListFilter))
    list_select_related = ("model", "created_by")
    search_fields = ("name", "created_by__username", "model__name")
    fields = (
        "name", "scenario", "model", "created_by", "status", "status_reason", "status_detail", "counts",
        "config_shown", "prompt_version", "system_shown", "user_shown", "prompt_hash", "temperature", "seed",
        "worker_count", "position_swap", "repetitions", "created_at", "started_at", "finished_at",
    )  # fmt: skip
    readonly_fields = fields[1:]

    def get_queryset(self, request: HttpRequest) -> QuerySet[JudgeSession]:
        """Sessions with the numbers of their comparisons."""
        rows = super().get_queryset(request)
        return (
            JudgeSession.objects.filter(pk__in=rows.values("pk")).with_counts().order_by("-created_at", "-id")
        )

    def has_change_permission(self, request: HttpRequest, obj: JudgeSession | None = None) -> bool:
        """Who may change sessions may rename their own; administrators all."""
        if not request.user.has_perm("evaluations.change_judgesession"):
            return False
        if obj is None or is_administrator(request.user):
            return True
        return Scenario.objects.owned_by(request.user).filter(pk=obj.scenario_id).exists()

    @admin.display(description=gettext_lazy("done / failed / all"))
    def counts(self, session: JudgeSession) -> str:
        """Comparisons that have an answer, that failed, and all of them."""
        names = ("completed_comparisons", "failed_comparisons", "total_comparisons")
        return " / ".join(str(getattr(session, name)) for name in names)

    @admin.display(description=gettext_lazy("frozen configuration"))
    def config_shown(self, session: JudgeSession) -> SafeString:
        """The configuration as JSON."""
        return as_json(session.config)

    @admin.display(description=gettext_lazy("frozen system text"))
    def system_shown(self, session: JudgeSession) -> SafeString:
        """The system text with its line breaks."""
        return as_text(session.system_text)

    @admin.display(description=gettext_lazy("frozen user text"))
    def user_shown(self, session: JudgeSession) -> SafeString:
        """The user text with its line breaks."""
        return as_text(session.user_text)


@admin.register(JudgeTask)
class JudgeTaskAdmin(OfScenarioAdmin[JudgeTask]):
    """The queue's rows."""

    scenario_path = "session__scenario"

    list_display = (
        "__str__",
        "session",
        "item",
        "position",
        "repetition",
        "status",
        "failure_code",
        "worker_name",
    )
    list_filter = ("status", "failure_code")
    list_select_related = ("session", "item")
    search_fields = ("session__name", "worker_name")
    show_full_result_count = False
