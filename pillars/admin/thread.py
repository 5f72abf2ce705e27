"""The admin of threads."""

from typing import Any

from django import forms
from django.contrib import admin, messages
from django.contrib.admin.helpers import ActionForm
from django.contrib.auth.models import User
from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import HttpRequest
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from llars.errors import NotAllowed, WrongState
from llars.readonly_admin import AuditedAdmin, ReadOnlyInline, as_json
from llars.row_ids import named, read_one
from llars.typed_admin import TypedInline
from pillars import archiving, protection, usage
from pillars.assignments import assign, remove
from pillars.deletion_day import deletion_day
from pillars.models import Feature, Message, Pillar, PillarAssignment, Thread


def _ids(threads: QuerySet[Thread]) -> list[int]:
    return list(threads.order_by().values_list("pk", flat=True))


def _user(request: HttpRequest) -> User:
    assert isinstance(request.user, User)  # noqa: S101
    return request.user


class PillarChoice(ActionForm):
    """The list's actions, with the pillar that some of them need."""

    pillar = forms.ModelChoiceField(
        Pillar.objects.all(), required=False, label=gettext_lazy("Pillar:"), empty_label="–"
    )


class MessageInline(ReadOnlyInline[Message]):
    """The messages' roles and times; their texts stand in the preview."""

    model = Message
    fields = ("position", "role", "timestamp", "content")
    readonly_fields = fields
    ordering = ("position",)
    verbose_name_plural = gettext_lazy("messages")
    classes = ("collapse",)


class FeatureInline(ReadOnlyInline[Feature]):
    """The texts derived from the thread."""

    model = Feature
    fields = ("type", "content", "model_name", "external_id")
    readonly_fields = fields


class AssignmentInline(TypedInline[PillarAssignment, Thread]):
    """The thread's pillars."""

    model = PillarAssignment
    extra = 0
    fields = ("pillar", "created_at")
    readonly_fields = ("created_at",)

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """An assignment is made or taken back, never turned into another."""
        return False


class PillarFilter(admin.RelatedFieldListFilter):
    """Threads of a pillar, or those that are in none, by these words."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.empty_value_display = format_html("{}", _("in no pillar"))


class ArchivedFilter(admin.SimpleListFilter):
    """Archived threads, the others (first), or all."""

    title = gettext_lazy("archived")
    parameter_name = "archived"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        """Yes and no."""
        return [("no", gettext_lazy("No")), ("yes", gettext_lazy("Yes"))]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        """The threads of the choice."""
        if self.value() is None:
            return queryset
        return queryset.filter(archived_at__isnull=self.value() == "no")


class RealDataFilter(admin.SimpleListFilter):
    """Threads with texts of real people, the others, or all."""

    title = gettext_lazy("real data")
    parameter_name = "real_data"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        """Yes and no."""
        return [("no", gettext_lazy("No")), ("yes", gettext_lazy("Yes"))]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        """The threads of the choice."""
        if self.value() is None:
            return queryset
        return queryset.filter(real_data_since__isnull=self.value() == "no")


@admin.register(Thread)
class ThreadAdmin(AuditedAdmin[Thread]):
    """Threads come in by import; here they are read, sorted into pillars, labelled and archived."""

    action_form = PillarChoice
    actions = ("assign_to_pillar", "remove_from_pillar", "archive", "unarchive", "lift_protection")
    list_display = (
        "id",
        "__str__",
        "external_id",
        "pillar_numbers",
        "messages_counted",
        "label",
        "archived_at",
    )
    list_display_links = ("id", "__str__")
    list_filter = (("pillars", PillarFilter), ArchivedFilter, RealDataFilter)
    list_per_page = 100
    search_fields = ("subject", "external_id", "messages__content")
    search_help_text = gettext_lazy("Searches subject, external id and the messages' texts.")
    show_full_result_count = False
    fields = (
        "subject", "external_id", "state", "preview", "label", "archived_at", "version", "replaces",
        "correction_note", "real_data_since", "metadata_shown", "source_thread", "content_hash", "created_at",
    )  # fmt: skip
    readonly_fields = tuple(name for name in fields if name != "label")
    inlines = (AssignmentInline, FeatureInline, MessageInline)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Thread]:
        """Threads with all that the list shows, in a fixed number of queries."""
        return Thread.objects.prefetch_related("assignments")

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Threads are imported: their content decides who they are."""
        return False

    def get_readonly_fields(self, request: HttpRequest, obj: Thread | None = None) -> tuple[str, ...]:
        """All fields of a thread that was judged: the answers are about it as it was."""
        is_judged = obj is not None and bool(usage.judged([obj.pk]))
        return (*self.readonly_fields, "label") if is_judged else self.readonly_fields

    def get_deleted_objects(self, objs: Any, request: HttpRequest) -> Any:
        """Say in one sentence that threads were judged, and do not list all that was said of them."""
        judged = usage.judged(one.pk for one in objs)
        if not judged:
            return super().get_deleted_objects(objs, request)
        text = _("Judged threads cannot be deleted, only archived: %s.") % named(sorted(judged))
        return [], {}, set(), [text]

    def delete_queryset(self, request: HttpRequest, queryset: QuerySet[Thread]) -> None:
        """Delete threads that were not judged in the meantime."""
        if usage.judged(_ids(queryset)):
            raise PermissionDenied
        super().delete_queryset(request, queryset)

    @admin.display(description=gettext_lazy("use"))
    def state(self, thread: Thread) -> str:
        """Whether the thread was judged, and what follows from that."""
        return str(usage.ThreadInUse.default_detail) if usage.judged([thread.pk]) else _("not judged")

    @admin.display(description=gettext_lazy("pillars"))
    def pillar_numbers(self, thread: Thread) -> str:
        """The numbers of the thread's pillars."""
        return ", ".join(str(one.pillar_id) for one in thread.assignments.all())

    @admin.display(description=gettext_lazy("messages"), ordering="message_count")
    def messages_counted(self, thread: Thread) -> int:
        """How many messages the thread has."""
        return thread.message_count

    @admin.display(description=gettext_lazy("thread"))
    def preview(self, thread: Thread) -> str:
        """The whole conversation, to be read from top to bottom."""
        return render_to_string("admin/pillars/thread_preview.html", {"messages": thread.turns})

    @admin.display(description=gettext_lazy("metadata"))
    def metadata_shown(self, thread: Thread) -> SafeString:
        """The metadata as JSON."""
        return as_json(thread.metadata)

    @admin.action(description=gettext_lazy("Assign to the pillar…"), permissions=["change"])
    def assign_to_pillar(self, request: HttpRequest, queryset: QuerySet[Thread]) -> None:
        """Put the selected threads into the chosen pillar."""
        pillar = self._chosen_pillar(request)
        if pillar is None:
            return
        count = assign(pillar, queryset.values_list("pk", flat=True))
        text = ngettext("%(count)d thread was assigned to “%(pillar)s”.",
                        "%(count)d threads were assigned to “%(pillar)s”.", count)  # fmt: skip
        self.message_user(request, text % {"count": count, "pillar": pillar}, messages.SUCCESS)
        day = deletion_day(pillar, timezone.now())
        if day:
            self.message_user(request, day.words, messages.WARNING)

    @admin.action(description=gettext_lazy("Remove from the pillar…"), permissions=["change"])
    def remove_from_pillar(self, request: HttpRequest, queryset: QuerySet[Thread]) -> None:
        """Take the selected threads out of the chosen pillar."""
        pillar = self._chosen_pillar(request)
        if pillar is None:
            return
        removed = remove(pillar, queryset.values_list("pk", flat=True))
        text = ngettext("%(count)d thread was removed from “%(pillar)s”.",
                        "%(count)d threads were removed from “%(pillar)s”.", removed.count)  # fmt: skip
        self.message_user(request, text % {"count": removed.count, "pillar": pillar}, messages.SUCCESS)
        if removed.warning:
            self.message_user(request, removed.warning, messages.WARNING)

    @admin.action(description=gettext_lazy("Archive"), permissions=["change"])
    def archive(self, request: HttpRequest, queryset: QuerySet[Thread]) -> None:
        """Take the selected threads out of use; sessions that have them keep them."""
        count = archiving.archive(_ids(queryset), now=timezone.now(), actor=_user(request))
        self._say_changed(request, count)

    @admin.action(description=gettext_lazy("Undo archiving"), permissions=["change"])
    def unarchive(self, request: HttpRequest, queryset: QuerySet[Thread]) -> None:
        """Bring the selected threads back into use."""
        try:
            self._say_changed(request, archiving.restore(_ids(queryset), actor=_user(request)))
        except WrongState as error:
            self.message_user(request, str(error), messages.ERROR)

    @admin.action(description=gettext_lazy("Take the protection of real data back"), permissions=["change"])
    def lift_protection(self, request: HttpRequest, queryset: QuerySet[Thread]) -> None:
        """Say of threads that they hold no texts of real people after all; administrators only."""
        try:
            self._say_changed(request, protection.lift(_ids(queryset), actor=_user(request)))
        except (NotAllowed, WrongState) as error:
            self.message_user(request, str(error), messages.ERROR)

    def _say_changed(self, request: HttpRequest, count: int) -> None:
        text = ngettext("%d thread was changed.", "%d threads were changed.", count) % count
        self.message_user(request, text, messages.SUCCESS)

    def _chosen_pillar(self, request: HttpRequest) -> Pillar | None:
        number = read_one(request.POST.get("pillar", "")) or 0
        pillar = Pillar.objects.filter(pk=number).first()
        if pillar is None:
            self.message_user(request, _("Choose a pillar next to the action."), messages.ERROR)
        return pillar
