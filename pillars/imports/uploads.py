"""An upload step by step: begin it, add and remove files, give it up."""

from collections.abc import Iterable
from datetime import datetime, timedelta

from django.contrib.auth.models import User
from django.db import transaction
from django.utils.translation import gettext as _

from llars.errors import InvalidInput, NotAllowed, WrongState
from pillars.imports import storage
from pillars.imports.forgetting import drop
from pillars.models import ImportRun, Pillar, Upload

IMPORT = "pillars.add_thread"
"""The right to bring threads in."""

KEPT = timedelta(days=14)
"""How long an unfinished upload is kept after its last change."""

MOST_FILES = 50


def check_right(user: User) -> None:
    """Raises ``NotAllowed`` where the user may not bring threads in."""
    if not user.has_perm(IMPORT):
        raise NotAllowed(_("You may not bring threads in. An administrator can give you the right."))


def begin(*, owner: User, pillar: Pillar) -> Upload:
    """Begin to bring files into a pillar.

    Raises:
        NotAllowed: the owner may not bring threads in.
    """
    check_right(owner)
    return Upload.objects.create(owner=owner, pillar=pillar)


def add_file(upload: Upload, name: str, chunks: Iterable[bytes]) -> ImportRun:
    """Add a file; the same content twice in one upload is refused.

    Raises:
        InvalidInput: the file is empty, too large, or in the upload already, or there are too many.
    """
    if upload.runs.count() >= MOST_FILES:
        text = _("An upload takes up to %d files; begin another one for the rest.") % MOST_FILES
        raise InvalidInput(text, errors={"file": [text]})
    run = ImportRun.objects.create(
        upload=upload,
        pillar=upload.pillar,
        started_by=upload.owner,
        way=ImportRun.Way.PAGE,
        file_name=name[-255:] or _("unnamed"),
        sha256="",
        size=0,
    )
    try:
        stored = storage.store(run, chunks)
        same = upload.runs.filter(sha256=stored.sha256).first()
        if same is not None:
            text = _("“%(name)s” has the same content as “%(same)s”, which is here already.")
            text %= {"name": name, "same": same.file_name}
            raise InvalidInput(text, errors={"file": [text]})
    except BaseException:
        storage.remove(run.pk)
        run.delete()
        raise
    run.size, run.sha256 = stored.size, stored.sha256
    run.save(update_fields=["size", "sha256"])
    upload.save(update_fields=["updated_at"])
    return run


def remove_file(run: ImportRun) -> None:
    """Take a file out of its upload again; an import that failed stays on record without it.

    Raises:
        WrongState: its import has begun.
    """
    with transaction.atomic():
        found = ImportRun.objects.select_for_update().get(pk=run.pk)
        if not found.is_open:
            raise WrongState(_("The import of this file has begun; it can be undone when it is over."))
        drop(found)


def move_to(upload: Upload, pillar: Pillar) -> None:
    """Bring the upload's files into another pillar instead; what has begun stays where it is."""
    with transaction.atomic():
        upload.pillar = pillar
        upload.save(update_fields=["pillar", "updated_at"])
        upload.runs.filter(status__in=ImportRun.OPEN).update(
            pillar=pillar, status=ImportRun.Status.DRAFT, error="", ended_at=None
        )


def give_up(upload: Upload) -> None:
    """Drop an upload with all files whose import has not begun; the others stay on record."""
    for run in upload.runs.filter(status__in=ImportRun.OPEN):
        remove_file(run)
    upload.delete()


def clear_old(now: datetime) -> int:
    """Drop uploads that nobody has touched for a while, and files that nobody can get at any more.

    Returns how many uploads were dropped.
    """
    old = list(Upload.objects.filter(updated_at__lt=now - KEPT))
    for upload in old:
        give_up(upload)
    _clear_stray_files(now - KEPT)
    return len(old)


def _clear_stray_files(before: datetime) -> None:
    """Files go with a person's account or a pillar that is deleted, which take the rows with them."""
    lying = storage.untouched_since(before)
    known = ImportRun.objects.only("status", "upload").in_bulk(lying)
    for pk in lying:
        run = known.get(pk)
        if run is None:
            storage.remove(pk)
        elif run.is_open and run.upload_id is None:
            drop(run)
