"""From bytes to text: UTF-8 with or without BOM, UTF-16, Windows-1252; a file is read piece by piece."""

import codecs
import io
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TextIO

from django.utils.translation import gettext as _

from pillars.readers.faults import FileUnreadable, problem
from pillars.readers.parsed import Problem
from pillars.readers.source import Source

_BOMS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
# An umlaut in UTF-8, read as Windows-1252, gives one of these pairs ("Ã¤"), which no one writes.
_UMLAUT_IN_UTF8 = re.compile(rb"\xc3[\xa4\xb6\xbc\x84\x96\x9c\x9f]")
_SAMPLE_BYTES = 4096
_NAMES = {
    "utf-8-sig": "utf-8",
    "utf-8": "utf-8",
    "utf-16": "utf-16",
    "utf-16-le": "utf-16",
    "utf-16-be": "utf-16",
    "cp1252": "windows-1252",
}


@dataclass(frozen=True, slots=True)
class Encoding:
    """A file's encoding: Python's name for it, the one for people, and doubts about it."""

    codec: str
    name: str
    doubts: tuple[Problem, ...] = ()


def find_encoding(source: Source, wanted: str = "") -> Encoding:
    """The encoding in which the whole file is a text; ``wanted`` is the only one that is tried.

    Raises:
        FileUnreadable: the bytes are no text in any of the encodings, or in the wanted one.
    """
    if wanted:
        _check_wanted(source, wanted)
        return Encoding(wanted, wanted)
    head = source.head(_SAMPLE_BYTES)
    told = next((name for bom, name in _BOMS if head.startswith(bom)), "") or _utf16_without_bom(head)
    for codec in [told] if told else ["utf-8", "cp1252"]:
        if _fault(source, codec) is None:
            doubts = _doubts(source) if codec == "cp1252" else ()
            return Encoding(codec, _NAMES[codec], doubts)
    hint = _("The file is no text in UTF-8, UTF-16 or Windows-1252. Save it as UTF-8 and try again.")
    raise FileUnreadable(problem("encoding", "", told, hint))


def open_text(source: Source, encoding: Encoding) -> TextIO:
    """The file as text, without a mark for its byte order, and with its line ends as they are."""
    text = io.TextIOWrapper(source.open(), encoding=encoding.codec, newline="")
    if text.read(1) != "\ufeff":
        text.seek(0)
    return text


def _check_wanted(source: Source, encoding: str) -> None:
    try:
        codecs.lookup(encoding)
        fault = _fault(source, encoding)
    except LookupError:
        raise FileUnreadable(
            problem("encoding", "", encoding, _("There is no encoding “%s”.") % encoding)
        ) from None
    if fault is not None:
        hint = _("The file is no text in %(encoding)s: byte %(byte)d does not fit.")
        hint %= {"encoding": encoding, "byte": fault}
        raise FileUnreadable(problem("encoding", "", encoding, hint))


def _fault(source: Source, codec: str) -> int | None:
    """The place of the first byte that does not fit; ``None``: all do."""
    decoder = codecs.getincrementaldecoder(codec)()
    done = 0
    for chunk, is_last in _with_last(source.chunks()):
        try:
            decoder.decode(chunk, is_last)
        except UnicodeDecodeError as error:
            return max(0, done + error.start)
        done += len(chunk)
    return None


def _with_last(chunks: Iterator[bytes]) -> Iterator[tuple[bytes, bool]]:
    before = b""
    for chunk in chunks:
        if before:
            yield before, False
        before = chunk
    yield before, True


def _utf16_without_bom(sample: bytes) -> str:
    """Western text in UTF-16 has a zero in every second byte; text in the others has none."""
    half = len(sample) // 2
    if half and sample[1::2].count(0) > half * 0.6 and not sample[::2].count(0):
        return "utf-16-le"
    if half and sample[::2].count(0) > half * 0.6 and not sample[1::2].count(0):
        return "utf-16-be"
    return ""


def _doubts(source: Source) -> tuple[Problem, ...]:
    lines, before = 0, b""
    for chunk in source.chunks():
        piece = before[-1:] + chunk
        match = _UMLAUT_IN_UTF8.search(piece)
        if match is not None:
            line = lines + piece.count(b"\n", len(before[-1:]), match.start()) + 1
            hint = _(
                "The file was read as Windows-1252 because it is not valid UTF-8, but parts of it look like "
                "UTF-8. Check the umlauts, or save the whole file as UTF-8."
            )
            value = match[0].decode("cp1252", "replace")
            return (problem("encoding_doubtful", _("line %d") % line, value, hint),)
        lines += chunk.count(b"\n")
        before = chunk
    return ()
