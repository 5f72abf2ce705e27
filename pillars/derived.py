"""Threads made from another one, as pillar 2 is from pillar 1.

They have texts of their own (subject, features), and the messages of their source, which are not copied.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction
from django.utils.translation import gettext as _

from llars import audit
from llars.errors import InvalidInput, WrongState
from llars.models import AuditEntry
from pillars.assignments import assign
from pillars.models import Feature, Pillar, Thread
from pillars.readers.parsed import ParsedFeature


@dataclass(frozen=True, slots=True)
class Derivation:
    """What is made from a thread: a subject, texts with their provenance, or both."""

    subject: str = ""
    label: str = ""
    external_id: str = ""
    features: tuple[ParsedFeature, ...] = ()
    metadata: dict[str, Any] | None = None


@transaction.atomic
def derive(source: Thread, made: Derivation, *, pillar: Pillar, actor: User) -> tuple[Thread, bool]:
    """Make a thread from ``source`` in ``pillar``; returns it, and whether it is new.

    The same made from the same thread is there once. What is made from a derived thread is made
    from that one's source. Goes on record.

    Raises:
        WrongState: the source is archived, or its texts were removed.
        InvalidInput: nothing was made.
    """
    if not made.subject.strip() and not made.features:
        message = _("Give a subject or at least one feature.")
        raise InvalidInput(message, errors={"features": [message]})
    Pillar.objects.lock()
    root = Thread.objects.select_for_update().get(pk=source.source_thread_id or source.pk)
    refuse_unless_usable(root)
    digest = derived_hash(root.pk, made.subject, made.features)
    thread = Thread.objects.filter(content_hash=digest).first()
    is_new = thread is None
    if thread is None:
        thread = _insert(root, made, digest)
        audit.record(actor, AuditEntry.Action.CHANGE, thread)
    assign(pillar, [thread.pk])
    return thread, is_new


def may_derive(thread: Thread) -> bool:
    """Whether something can be made from the thread: its source is in use, and its texts are there."""
    root = thread.source_thread or thread
    return root.archived_at is None and root.purged_at is None


def refuse_unless_usable(thread: Thread) -> None:
    """Let nothing be made from a thread that is out of use.

    Raises:
        WrongState: its source (which may be itself) is archived, or its texts were removed.
    """
    if not may_derive(thread):
        raise WrongState(_("The thread is archived; nothing new is made from it."))


@transaction.atomic
def add_feature(thread: Thread, made: ParsedFeature, *, actor: User, as_subject: bool = False) -> Feature:
    """Give a thread a further feature; returns it. Goes on record.

    ``as_subject``: a derived thread is called by it, too. Whether the thread was judged is for the
    caller to ask.

    Raises:
        WrongState: the thread is archived, or this would make it equal to one that is there.
    """
    Pillar.objects.lock()
    locked = Thread.objects.select_for_update().get(pk=thread.pk)
    if locked.archived_at is not None:
        raise WrongState(_("The thread is archived; nothing new is made from it."))
    if locked.source_thread_id is not None:
        _rename(locked, locked.source_thread_id, made, as_subject=as_subject)
    feature = Feature.objects.create(
        thread=locked,
        external_id=made.external_id,
        type=made.type,
        content=made.content,
        model_name=made.model,
        provenance={"source_thread": locked.source_thread_id or locked.pk} | made.provenance,
    )
    audit.record(actor, AuditEntry.Action.CHANGE, locked)
    return feature


def _rename(thread: Thread, source: int, made: ParsedFeature, *, as_subject: bool) -> None:
    """A derived thread is known by its texts, so that with a further one it is known by another hash."""
    there = [
        ParsedFeature(type=one.type, content=one.content, model=one.model_name)
        for one in thread.features.order_by("pk")
    ]
    thread.subject = made.content if as_subject else thread.subject
    thread.content_hash = derived_hash(source, thread.subject, [*there, made])
    if Thread.objects.filter(content_hash=thread.content_hash).exists():
        raise WrongState(_("The same was made from this thread already."))
    thread.save(update_fields=["subject", "content_hash"])


def derived_hash(source: int, subject: str, features: Sequence[ParsedFeature]) -> str:
    """What a derived thread is known by: its source and its own texts."""
    digest = sha256(f"derived:{source}".encode())
    for text in (subject, *(part for one in features for part in (one.type, one.content, one.model))):
        digest.update(b"\0" + str(len(text)).encode() + b":" + text.encode())
    return digest.hexdigest()


def _insert(source: Thread, made: Derivation, digest: str) -> Thread:
    thread = Thread.objects.create(
        external_id=made.external_id,
        subject=made.subject,
        label=made.label,
        metadata=made.metadata or {},
        content_hash=digest,
        source_thread=source,
        message_count=source.message_count,
        character_count=source.character_count,
        first_message_at=source.first_message_at,
        last_message_at=source.last_message_at,
        time_span=source.time_span,
        real_data_since=source.real_data_since,
    )
    Feature.objects.bulk_create(
        Feature(
            thread=thread,
            external_id=one.external_id,
            type=one.type,
            content=one.content,
            model_name=one.model,
            provenance={"source_thread": source.pk} | one.provenance,
        )
        for one in made.features
    )
    return thread
