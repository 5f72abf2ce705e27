"""Who does what in a scenario: items given out, what was entered and not handed in, links to join by."""

from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils import timezone
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy, ngettext

from evaluations.admin.own_scenarios import OfScenarioAdmin
from evaluations.models import Assignment, Draft, Invitation
from evaluations.scenarios.invitations import revoke
from llars.readonly_admin import as_json


@admin.register(Assignment)
class AssignmentAdmin(OfScenarioAdmin[Assignment]):
    """An item that is a person's to do."""

    scenario_path = "member__scenario"

    list_display = (
        "id", "member", "item", "order", "position", "status", "is_flagged", "is_unsure", "finished_at",
    )  # fmt: skip
    list_filter = ("status", "is_flagged", "is_unsure")
    list_select_related = ("member", "item")
    search_fields = ("member__name", "member__scenario__name", "item__external_id")
    show_full_result_count = False


@admin.register(Draft)
class DraftAdmin(OfScenarioAdmin[Draft]):
    """What a person has entered and not handed in."""

    scenario_path = "assignment__member__scenario"

    list_display = ("id", "assignment", "revision", "active_time_ms", "saved_at")
    list_select_related = ("assignment__member", "assignment__item")
    search_fields = ("assignment__member__name", "assignment__member__scenario__name")
    show_full_result_count = False
    exclude = ("fields",)
    readonly_fields = ("fields_shown",)

    @admin.display(description=gettext_lazy("fields"))
    def fields_shown(self, draft: Draft) -> SafeString:
        """The form's fields as JSON."""
        return as_json(draft.fields)


@admin.register(Invitation)
class InvitationAdmin(OfScenarioAdmin[Invitation]):
    """Links to join by; they are made on the scenario's page and can be revoked here."""

    actions = ("revoke_links",)
    list_display = (
        "id", "scenario", "note", "role", "created_by", "expires_at", "revoked_at", "uses", "most_uses",
    )  # fmt: skip
    list_filter = ("role",)
    list_select_related = ("scenario", "created_by")
    search_fields = ("note", "scenario__name", "created_by__username")

    @admin.action(description=gettext_lazy("Revoke"))
    def revoke_links(self, request: HttpRequest, queryset: QuerySet[Invitation]) -> None:
        """Let nobody else join by the selected links."""
        valid = list(self.changeable(request, queryset.filter(revoked_at__isnull=True)))
        for invitation in valid:
            revoke(invitation, now=timezone.now())
        text = ngettext("%d link was revoked.", "%d links were revoked.", len(valid)) % len(valid)
        self.message_user(request, text, messages.SUCCESS)
