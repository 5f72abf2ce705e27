"""A file to read: on disk or in memory, with the name that its owner gave it."""

import hashlib
import io
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

_CHUNK = 1024 * 1024


@dataclass(frozen=True, slots=True)
class Source:
    """The bytes of a file; ``name`` is for people and for its suffix, never a path to open."""

    file: bytes | Path
    name: str = ""

    @classmethod
    def of(cls, file: bytes | Path, name: str = "") -> "Source":
        """A file under a name, or under the one that it has on disk."""
        return cls(file, name or (file.name if isinstance(file, Path) else ""))

    def open(self) -> BinaryIO:
        """A stream of its bytes."""
        return io.BytesIO(self.file) if isinstance(self.file, bytes) else self.file.open("rb")

    def head(self, size: int) -> bytes:
        """Its first bytes."""
        with self.open() as stream:
            return stream.read(size)

    def chunks(self) -> Iterator[bytes]:
        """Its bytes, a megabyte at a time."""
        with self.open() as stream:
            while chunk := stream.read(_CHUNK):
                yield chunk

    def size(self) -> int:
        """Bytes."""
        return len(self.file) if isinstance(self.file, bytes) else self.file.stat().st_size

    def sha256(self) -> str:
        """The SHA-256 of its bytes, in hexadecimal."""
        digest = hashlib.sha256()
        for chunk in self.chunks():
            digest.update(chunk)
        return digest.hexdigest()
