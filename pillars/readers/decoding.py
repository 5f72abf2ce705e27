"""From bytes to text: UTF-8 with or without BOM, UTF-16, Windows-1252; a file is read piece by piece."""

import codecs
import io
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TextIO

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from pillars.readers.faults import FileUnreadable, problem
from pillars.readers.parsed import Problem
from pillars.readers.source import Source

_BOMS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
# Letters, typographic signs and emoji in UTF-8 give these in Windows-1252 ("Ã¤", "â€ž"), which no one writes.
_IN_UTF8 = re.compile(
    rb"\xc3[\xa0\xa4\xa8\xa9\xb6\xbc\x84\x96\x9c\x9f]|\xe2\x80[\x93\x94\x98-\x9e\xa6]|\xf0\x9f[\x80-\xbf]{2}"
)
# "ä", "ö" and "ü" of a Mac or of DOS give quotation marks, paragraph signs and the like within a word.
_IN_OLD_ENCODING = re.compile(rb"[a-z][\x80\x84\x8a\x94\x9f\xa7][a-z]")
_UTF8_HINT = gettext_lazy(
    "The file was read as Windows-1252 because it is not valid UTF-8, but parts of it look like "
    "UTF-8. Check the umlauts, or save the whole file as UTF-8."
)
_OLD_HINT = gettext_lazy(
    "The file was read as Windows-1252, but has signs within words that no one writes there. If it comes "
    "from a Mac or from DOS, choose the encoding mac_roman or cp850, or save the file as UTF-8."
)
_OVERLAP = 3
"""Bytes; one less than the longest of these signs has."""
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
    head = source.head(_SAMPLE_BYTES)
    marked = next((name for bom, name in _BOMS if head.startswith(bom)), "")
    told = marked or _utf16_without_bom(head)
    if wanted:
        # "utf-16" leaves the order of the bytes open; Python would not look for it where no mark tells it.
        codec = told if told.startswith("utf-16") and _codec_name(wanted) == "utf-16" else wanted
        _check_wanted(source, codec)
        return Encoding(codec, wanted)
    for codec in [marked] if marked else filter(None, [told, "utf-8", "cp1252"]):
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
    if not _codec_name(encoding):
        raise FileUnreadable(problem("encoding", "", encoding, _("There is no encoding “%s”.") % encoding))
    fault = _fault(source, encoding)
    if fault is not None:
        hint = _("The file is no text in %(encoding)s: byte %(byte)d does not fit.")
        hint %= {"encoding": encoding, "byte": fault}
        raise FileUnreadable(problem("encoding", "", encoding, hint))


def _codec_name(encoding: str) -> str:
    """Python's name for an encoding; empty where there is none, or it is no encoding of texts."""
    try:
        io.TextIOWrapper(io.BytesIO(), encoding=encoding)
        return codecs.lookup(encoding).name
    except (LookupError, ValueError):
        return ""


def _fault(source: Source, codec: str) -> int | None:
    """The place of the first byte that does not fit; ``None``: all do."""
    decoder = codecs.getincrementaldecoder(codec)()
    done = 0
    for chunk, is_last in _with_last(source.chunks()):
        try:
            decoder.decode(chunk, is_last)
        except UnicodeError as error:
            return max(0, done + getattr(error, "start", 0))
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
    """Brackets, quotation marks and Western letters have a zero beside them in UTF-16.

    The first two characters tell, whatever script follows; else that nearly all characters are such.
    """
    for place, codec in ((1, "utf-16-le"), (0, "utf-16-be")):
        zeros, others = sample[place::2], sample[1 - place :: 2]
        if zeros[:2] == bytes(2) and others[:2].count(0) == 0 and len(others) > 1:
            return codec
        if zeros and zeros.count(0) > len(zeros) * 0.6 and not others.count(0):
            return codec
    return ""


def _doubts(source: Source) -> tuple[Problem, ...]:
    lines, before = 0, b""
    for chunk in source.chunks():
        piece = before[-_OVERLAP:] + chunk
        for signs, hint in ((_IN_UTF8, _UTF8_HINT), (_IN_OLD_ENCODING, _OLD_HINT)):
            match = signs.search(piece)
            if match is not None:
                line = lines + piece.count(b"\n", len(before[-_OVERLAP:]), match.start()) + 1
                value = match[0].decode("cp1252", "replace")
                return (problem("encoding_doubtful", _("line %d") % line, value, str(hint)),)
        lines += chunk.count(b"\n")
        before = chunk
    return ()
