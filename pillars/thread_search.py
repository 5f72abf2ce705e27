"""Which threads somebody looks for: one form for the page and for the API."""

from datetime import datetime, time, timedelta
from typing import Any
from urllib.parse import urlencode

from django import forms
from django.core.validators import MinValueValidator
from django.db.models import Exists, OuterRef, Q
from django.db.models.expressions import Combinable
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from pillars.models import Feature, Message, ThreadQuerySet

_COUNT = {"required": False, "validators": [MinValueValidator(0)], "max_value": 2**31 - 1}


class ThreadSearch(forms.Form):
    """What a search may ask for; empty fields ask for nothing. Without ``archived``: those in use."""

    q = forms.CharField(
        label=_("Search"),
        required=False,
        max_length=200,
        widget=forms.TextInput(attrs={"type": "search"}),
        help_text=_("In subject, id, label and messages."),
    )
    messages_from = forms.IntegerField(label=_("Messages from"), **_COUNT)  # type: ignore[arg-type]
    messages_to = forms.IntegerField(label=_("Messages to"), **_COUNT)  # type: ignore[arg-type]
    features = forms.ChoiceField(
        label=_("Features"),
        required=False,
        choices=[("", _("all")), ("with", _("with features")), ("without", _("without features"))],
    )
    archived = forms.ChoiceField(
        label=_("Archived"),
        required=False,
        choices=[("", _("not archived")), ("yes", _("archived")), ("all", _("both"))],
    )
    since = forms.DateField(
        label=_("Messages since"), required=False, widget=forms.DateInput(attrs={"type": "date"})
    )
    until = forms.DateField(
        label=_("Messages until"), required=False, widget=forms.DateInput(attrs={"type": "date"})
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **({"auto_id": "search_%s"} | kwargs))
        for field in self.fields.values():
            kind = "select" if isinstance(field, forms.ChoiceField) else "control"
            field.widget.attrs["class"] = f"form-{kind} form-{kind}-sm"

    def of(self, threads: ThreadQuerySet) -> ThreadQuerySet:
        """Those of the threads that fit; what a field says that cannot be understood is left out."""
        self.full_clean()
        wanted: dict[str, Any] = self.cleaned_data
        threads = _in_use(threads, wanted.get("archived") or "")
        if wanted.get("q"):
            threads = threads.filter(_says(wanted["q"]))
        if wanted.get("messages_from") is not None:
            threads = threads.filter(message_count__gte=wanted["messages_from"])
        if wanted.get("messages_to") is not None:
            threads = threads.filter(message_count__lte=wanted["messages_to"])
        if wanted.get("features"):
            has_some = Exists(Feature.objects.filter(thread=OuterRef("pk")))
            threads = threads.filter(has_some if wanted["features"] == "with" else ~has_some)
        if wanted.get("since"):
            threads = threads.filter(last_message_at__gte=_midnight(wanted["since"]))
        if wanted.get("until"):
            threads = threads.filter(first_message_at__lt=_midnight(wanted["until"] + timedelta(days=1)))
        return threads

    def address(self) -> str:
        """What is asked for, as the query of an address."""
        return urlencode({name: value for name in self.fields if (value := self.data.get(name, ""))})


def _in_use(threads: ThreadQuerySet, archived: str) -> ThreadQuerySet:
    if archived == "all":
        return threads
    return threads.filter(archived_at__isnull=archived != "yes")


def _says(words: str) -> Combinable | Q:
    saying = Message.objects.filter(content__icontains=words)
    in_messages = Exists(saying.filter(thread=OuterRef("pk"))) | Exists(
        saying.filter(thread=OuterRef("source_thread"))
    )
    of_thread = Q(subject__icontains=words) | Q(external_id__icontains=words) | Q(label__icontains=words)
    return of_thread | in_messages


def _midnight(day: Any) -> datetime:
    return timezone.make_aware(datetime.combine(day, time.min))
