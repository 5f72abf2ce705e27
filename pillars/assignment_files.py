"""Assignments as a table: one row a thread in a pillar, to be brought in and taken out again."""

from collections import Counter
from typing import Any

from django.utils.html import escape
from django.utils.translation import gettext as _
from import_export.fields import Field
from import_export.resources import Diff, ModelResource
from import_export.widgets import CachedForeignKeyWidget

from pillars.models import Pillar, PillarAssignment, Thread

_YES = {"1", "x", "yes", "ja", "true"}


class _PlainDiff(Diff):
    """What a row changes, without the colours that the content security policy forbids."""

    def as_html(self) -> list[str]:
        """The new values."""
        return [escape(value) for value in self.right]


class _Threads(CachedForeignKeyWidget):
    def get_queryset(self, value: Any, row: Any, *args: Any, **kwargs: Any) -> Any:
        return Thread.objects.only("pk")


class AssignmentResource(ModelResource):
    """``pillar`` (its number), ``thread`` (its id, or else ``external_id``); ``remove``: take it out."""

    pillar = Field(
        attribute="pillar", column_name="pillar", widget=CachedForeignKeyWidget(Pillar, field="number")
    )
    thread = Field(
        attribute="thread",
        column_name="thread",
        widget=_Threads(Thread, field="id"),  # type: ignore[no-untyped-call]
    )
    external_id = Field(attribute="thread__external_id", column_name="external_id", readonly=True)

    class Meta:
        model = PillarAssignment
        fields = ("pillar", "thread", "external_id")
        import_id_fields = ("pillar", "thread")
        skip_unchanged = True
        use_transactions = True

    @classmethod
    def get_diff_class(cls) -> type[_PlainDiff]:
        """See ``_PlainDiff``."""
        return _PlainDiff

    def get_queryset(self) -> Any:
        """Assignments with their threads, in the order of pillars and threads."""
        return PillarAssignment.objects.select_related("thread", "pillar").order_by("pillar", "thread")

    def before_import(self, dataset: Any, **kwargs: Any) -> None:
        """Look up the threads that are named by external id alone."""
        unnamed = [row for row in dataset.dict if not row.get("thread")]
        named = {str(row["external_id"]) for row in unnamed if row.get("external_id")}
        rows = Thread.objects.filter(external_id__in=named).values_list("external_id", "pk")
        self._by_external_id = dict(rows)
        self._ambiguous = {name for name, count in Counter(name for name, _pk in rows).items() if count > 1}

    def before_import_row(self, row: Any, **kwargs: Any) -> None:
        """Put the id in, where the row names the thread by its external id."""
        if row.get("thread") or not row.get("external_id"):
            return
        name = str(row["external_id"])
        if name in self._ambiguous:
            raise ValueError(_("Several threads have the external id “%s”; give the id.") % name)
        if name not in self._by_external_id:
            raise ValueError(_("There is no thread with the external id “%s”.") % name)
        row["thread"] = self._by_external_id[name]

    def for_delete(self, row: Any, instance: PillarAssignment) -> bool:
        """Whether the row takes its thread out of the pillar."""
        return str(row.get("remove") or "").strip().lower() in _YES
