"""Scenarios, their members and items; they are made and changed by the program's own pages."""

from collections.abc import Callable

from django.contrib import admin, messages
from django.db.models import Count, QuerySet
from django.http import HttpRequest
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy, ngettext

from evaluations.admin.own_scenarios import OfScenarioAdmin
from evaluations.models import Item, ItemFeature, Member, Scenario
from evaluations.scenarios import status
from evaluations.scenarios.errors import ScenarioLocked
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

    actions = ("start", "pause", "complete", "archive")
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

    @admin.action(description=gettext_lazy("Open to people and start the models"))
    def start(self, request: HttpRequest, queryset: QuerySet[Scenario]) -> None:
        """Let people and models begin or go on."""
        self._each(request, queryset, status.start)

    @admin.action(description=gettext_lazy("Pause the models"))
    def pause(self, request: HttpRequest, queryset: QuerySet[Scenario]) -> None:
        """Let the models stop; people go on."""
        self._each(request, queryset, status.pause)

    @admin.action(description=gettext_lazy("Complete"))
    def complete(self, request: HttpRequest, queryset: QuerySet[Scenario]) -> None:
        """Take no more answers."""
        self._each(request, queryset, status.complete)

    @admin.action(description=gettext_lazy("Archive"))
    def archive(self, request: HttpRequest, queryset: QuerySet[Scenario]) -> None:
        """Put the scenarios away, readable."""
        self._each(request, queryset, status.archive)

    def _each(
        self, request: HttpRequest, queryset: QuerySet[Scenario], step: Callable[[Scenario], Scenario]
    ) -> None:
        done = 0
        for scenario in self.changeable(request, queryset):
            try:
                step(scenario)
            except ScenarioLocked as error:
                self.message_user(request, f"{scenario}: {error}", messages.ERROR)
            else:
                done += 1
        if done:
            text = ngettext("%d scenario was changed.", "%d scenarios were changed.", done) % done
            self.message_user(request, text, messages.SUCCESS)


class ItemFeatureInline(ReadOnlyInline[ItemFeature]):
    """The derived texts that are judged in an item, and the names that evaluators see."""

    model = ItemFeature
    fields = ("key", "feature")
    readonly_fields = fields

    def get_queryset(self, request: HttpRequest) -> QuerySet[ItemFeature]:
        """Features in one query."""
        return super().get_queryset(request).select_related("feature")


@admin.register(Item)
class ItemAdmin(OfScenarioAdmin[Item]):
    """What is evaluated once."""

    list_display = ("id", "scenario", "position", "external_id", "thread_a", "thread_b", "is_gold")
    list_filter = ("is_gold", "scenario__task_type")
    list_select_related = ("scenario", "thread_a", "thread_b")
    search_fields = ("external_id", "scenario__name", "thread_a__subject", "thread_b__subject")
    show_full_result_count = False
    inlines = (ItemFeatureInline,)
