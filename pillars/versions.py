"""Correct a thread: its texts never change, so a correction is a new row and the old one is archived."""

from dataclasses import dataclass, replace
from datetime import datetime
from hashlib import sha256

from django.contrib.auth.models import User
from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from llars import audit
from llars.errors import InvalidInput, WrongState
from llars.models import AuditEntry
from pillars.derived import derived_hash
from pillars.likeness import normalised_hash_of
from pillars.models import Feature, Message, Pillar, PillarAssignment, Thread
from pillars.readers.parsed import ParsedFeature, ParsedMessage, ParsedThread


class NewerVersion(WrongState):
    """The thread was corrected already."""

    code = "newer_version"
    default_detail = gettext_lazy("There is a newer version of this thread; correct that one.")


@dataclass(frozen=True, slots=True)
class Correction:
    """What is to be different, ``None`` for what stays; ``note`` says in a few words what was wrong.

    Without ``features`` the old version's are taken over.
    """

    note: str
    subject: str | None = None
    label: str | None = None
    messages: tuple[ParsedMessage, ...] | None = None
    features: tuple[ParsedFeature, ...] | None = None
    metadata: dict[str, object] | None = None


def content_of(thread: Thread) -> ParsedThread:
    """A thread's whole content as a file would have it."""
    messages = thread.messages.order_by("position")
    return ParsedThread(
        where=str(thread.pk),
        external_id=thread.external_id,
        subject=thread.subject,
        label=thread.label,
        metadata=thread.metadata,
        messages=tuple(ParsedMessage(one.role, one.content, one.timestamp) for one in messages),
        features=tuple(
            ParsedFeature(one.type, one.content, one.external_id, one.model_name, one.provenance)
            for one in thread.features.order_by("pk")
        ),
    )


@transaction.atomic
def correct(thread: Thread, correction: Correction, *, now: datetime, actor: User | None) -> Thread:
    """Make a new version of a thread, in the same pillars; the old one is archived. Goes on record.

    Sessions and scenarios that have the old version keep it.

    Raises:
        NewerVersion: the thread was corrected already.
        WrongState: its texts were removed.
        InvalidInput: nothing is different, no message is left, or another thread has this content.
    """
    Pillar.objects.lock()
    old = Thread.objects.select_for_update().get(pk=thread.pk)
    if Thread.objects.filter(replaces=old).exists():
        raise NewerVersion
    if old.purged_at is not None:
        raise WrongState(_("The texts of a thread that was purged are gone for good."))
    before = content_of(old)
    changes = {
        name: value
        for name in ("subject", "label", "messages", "features", "metadata")
        if (value := getattr(correction, name)) is not None
    }
    after = replace(before, **changes)
    _check(before, after)
    new = _insert(old, after, correction.note)
    Thread.objects.filter(pk=old.pk, archived_at__isnull=True).update(archived_at=now)
    audit.record(actor, AuditEntry.Action.CHANGE, new)
    return new


def _check(before: ParsedThread, after: ParsedThread) -> None:
    if after == before:
        message = _("Nothing is different from the version that is there.")
        raise InvalidInput(message, errors={"messages": [message]})
    if (before.messages and not after.messages) or any(not one.content.strip() for one in after.messages):
        message = _("A thread has at least one message, and none without a text.")
        raise InvalidInput(message, errors={"messages": [message]})


def _insert(old: Thread, content: ParsedThread, note: str) -> Thread:
    new = Thread.objects.create(
        external_id=content.external_id,
        subject=content.subject,
        label=content.label,
        metadata=content.metadata,
        content_hash=_own_hash(old, content),
        normalised_hash=normalised_hash_of(content) if content.messages else "",
        source_thread=old.source_thread,
        version=old.version + 1,
        replaces=old,
        first_version_id=old.first_version_id or old.pk,
        correction_note=note,
        real_data_since=old.real_data_since,
    )
    if not content.messages:
        _measure_like(new, old)
    Message.objects.bulk_create(
        Message(thread=new, position=place, role=one.role, content=one.content, timestamp=one.timestamp)
        for place, one in enumerate(content.messages, start=1)
    )
    Feature.objects.bulk_create(
        Feature(
            thread=new,
            external_id=one.external_id,
            type=one.type,
            content=one.content,
            model_name=one.model,
            provenance=one.provenance,
        )
        for one in content.features
    )
    PillarAssignment.objects.bulk_create(
        PillarAssignment(pillar_id=number, thread=new)
        for number in old.assignments.order_by("pillar_id").values_list("pillar_id", flat=True)
    )
    return new


def _measure_like(new: Thread, old: Thread) -> None:
    """A thread without messages of its own is as long as its source."""
    for name in ("message_count", "character_count", "first_message_at", "last_message_at", "time_span"):
        setattr(new, name, getattr(old, name))
    new.save()


def _own_hash(old: Thread, content: ParsedThread) -> str:
    """The content's hash; another one where an earlier version of the same thread has the same texts."""
    made_from = old.source_thread_id if not content.messages else None
    digest = derived_hash(made_from, content.subject, content.features) if made_from else content.content_hash
    there = Thread.objects.filter(content_hash=digest).first()
    if there is None:
        return digest
    if not Thread.objects.versions_of(old).filter(pk=there.pk).exists():
        message = _("Another thread has exactly these texts: %s.") % there.pk
        raise InvalidInput(message, errors={"messages": [message]})
    return sha256(f"{digest}:{there.pk}:{old.version + 1}".encode()).hexdigest()
