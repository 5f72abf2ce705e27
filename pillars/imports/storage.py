"""Where uploaded files lie until their import is over: in the var directory, readable by LLARS alone."""

import hashlib
import math
import os
import shutil
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from django.conf import settings
from django.utils.translation import gettext as _

from llars.errors import InvalidInput
from pillars.models import ImportRun

MOST_BYTES = 1024**3
"""The largest file that can be uploaded, 1 GB."""


@dataclass(frozen=True, slots=True)
class Stored:
    """A file that was written: its size in bytes and its SHA-256."""

    size: int
    sha256: str


def folder_of(run: ImportRun) -> Path:
    """The folder of this import's files."""
    return _folder() / str(run.pk)


def file_of(run: ImportRun) -> Path:
    """The uploaded file."""
    return folder_of(run) / "file"


def unreadable_of(run: ImportRun) -> Path:
    """The threads that could not be read with the reasons, as JSON lines."""
    return folder_of(run) / "unreadable.jsonl"


def store(run: ImportRun, chunks: Iterable[bytes]) -> Stored:
    """Write a file piece by piece.

    Raises:
        InvalidInput: it is empty, or larger than ``MOST_BYTES``; nothing is kept then.
    """
    folder = folder_of(run)
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    digest, size = hashlib.sha256(), 0
    with open(file_of(run), "wb", opener=_private) as sink:
        for chunk in chunks:
            size += len(chunk)
            if size > MOST_BYTES:
                break
            digest.update(chunk)
            sink.write(chunk)
    if not 0 < size <= MOST_BYTES:
        remove(run.pk)
        text = _("The file is empty.") if not size else _("The file is larger than 1 GB; divide it.")
        raise InvalidInput(text, errors={"file": [text]})
    return Stored(size, digest.hexdigest())


def remove(run_pk: int) -> None:
    """Delete an import's files; those that are gone already are no matter."""
    shutil.rmtree(_folder() / str(run_pk), ignore_errors=True)


def untouched_since(moment: datetime) -> list[int]:
    """The imports whose files lie there unchanged since then; it is not said that their rows are there."""
    if not _folder().is_dir():
        return []
    folders = (one for one in _folder().iterdir() if one.name.isdecimal())
    return [int(one.name) for one in folders if _changed_at(one) < moment.timestamp()]


def _changed_at(folder: Path) -> float:
    """In seconds since 1970; never, where it was removed between being listed and being looked at."""
    try:
        return folder.stat().st_mtime
    except FileNotFoundError:
        return math.inf


def _folder() -> Path:
    return Path(settings.VAR_DIR) / "imports"


def _private(path: str, flags: int) -> int:
    return os.open(path, flags, 0o600)
