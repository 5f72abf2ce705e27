"""Scenarios, their members and items; they are made and changed by the program's own pages."""

from django.contrib import admin
from django.db.models import Count, QuerySet
from django.http import HttpRequest
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy

from evaluations.admin.own_scenarios import OfScenarioAdmin
from evaluations.models import Item, Member, Scenario
from llars.readonly_admin import ReadOnlyInline, as_json


class MemberInline(ReadOnlyInline[Member]):
    """Who takes part."""

    model = Member
    fields = ("name", "user", "role", "created_at")
    readonly_fields = fields

    def get_queryset(self, request: HttpRequest) -> QuerySet[Member]:
        """Members with their accounts."""
        return super().get_queryset(request).select_related("user")


@admin.register(Scenario)
class ScenarioAdmin(OfScenarioAdmin[Scenario]):
    """One evaluation each."""

    scenario_path = "pk"

    list_display = ("name", "task_type", "language", "status", "owner", "item_count", "created_at")
    list_filter = ("task_type", "status", "language")
    list_select_related = ("owner",)
    search_fields = ("name", "owner__username")
    exclude = ("config", "distribution", "rules", "prompt_config", "draft")
    readonly_fields = ("settings_shown",)
    inlines = (MemberInline,)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Scenario]:
        """Scenarios with the number of their items."""
        return super().get_queryset(request).annotate(items_counted=Count("items"))

    @admin.display(description=gettext_lazy("items"), ordering="items_counted")
    def item_count(self, scenario: Scenario) -> int:
        """How many items there are."""
        return int(getattr(scenario, "items_counted"))  # noqa: B009

    @admin.display(description=gettext_lazy("settings"))
    def settings_shown(self, scenario: Scenario) -> SafeString:
        """All settings as JSON."""
        return as_json(
            {
                "config": scenario.config,
                "distribution": scenario.distribution,
                "rules": scenario.rules,
                "prompt_config": scenario.prompt_config,
            }
        )


@admin.register(Item)
class ItemAdmin(OfScenarioAdmin[Item]):
    """What is evaluated once."""

    list_display = ("id", "scenario", "position", "external_id", "thread_a", "thread_b", "is_gold")
    list_filter = ("is_gold", "scenario__task_type")
    list_select_related = ("scenario", "thread_a", "thread_b")
    search_fields = ("external_id", "scenario__name", "thread_a__subject", "thread_b__subject")
    show_full_result_count = False
