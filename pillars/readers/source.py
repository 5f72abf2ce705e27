"""A file to read: on disk or in memory, with the name that its owner gave it."""

import hashlib
from dataclasses import dataclass
from pathlib import Path

_CHUNK = 1024 * 1024


@dataclass(frozen=True, slots=True)
class Source:
    """The bytes of a file; ``name`` is for people and for its suffix, never a path to open."""

    file: bytes | Path
    name: str = ""

    def read(self) -> bytes:
        """All of it. Raises ``OSError`` where the path cannot be read."""
        return self.file if isinstance(self.file, bytes) else self.file.read_bytes()

    def size(self) -> int:
        """Bytes."""
        return len(self.file) if isinstance(self.file, bytes) else self.file.stat().st_size

    def sha256(self) -> str:
        """The SHA-256 of its bytes, in hexadecimal."""
        if isinstance(self.file, bytes):
            return hashlib.sha256(self.file).hexdigest()
        digest = hashlib.sha256()
        with self.file.open("rb") as stream:
            while chunk := stream.read(_CHUNK):
                digest.update(chunk)
        return digest.hexdigest()
