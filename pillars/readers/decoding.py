"""From bytes to text: UTF-8 with or without BOM, UTF-16, Windows-1252."""

import codecs
import re

from django.utils.translation import gettext as _

from pillars.readers.faults import FileUnreadable, problem
from pillars.readers.parsed import Problem

_BOMS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
# An umlaut in UTF-8, read as Windows-1252, gives one of these pairs ("Ã¤"), which no one writes.
_UMLAUT_IN_UTF8 = re.compile(rb"\xc3[\xa4\xb6\xbc\x84\x96\x9c\x9f]")
_SAMPLE_BYTES = 4096


def decode(raw: bytes, wanted: str = "") -> tuple[str, str, list[Problem]]:
    """The text, the name of its encoding, and doubts about it; ``wanted`` is the only encoding that is tried.

    Raises:
        FileUnreadable: the bytes are no text in any of the encodings.
    """
    if wanted:
        return _decoded_as(raw, wanted), wanted, []
    encoding = next((name for bom, name in _BOMS if raw.startswith(bom)), "") or _utf16_without_bom(raw)
    for candidate in [encoding] if encoding else ["utf-8", "cp1252"]:
        try:
            text = raw.decode(candidate)
        except UnicodeDecodeError:
            continue
        doubts = _doubts(raw) if candidate == "cp1252" else []
        return text.removeprefix("\ufeff"), _NAMES[candidate], doubts
    raise FileUnreadable(
        problem(
            "encoding",
            "",
            encoding,
            _("The file is no text in UTF-8, UTF-16 or Windows-1252. Save it as UTF-8 and try again."),
        )
    )


def _decoded_as(raw: bytes, encoding: str) -> str:
    try:
        return raw.decode(encoding).removeprefix("\ufeff")
    except LookupError:
        hint = _("There is no encoding “%s”.") % encoding
    except UnicodeDecodeError as error:
        hint = _("The file is no text in %(encoding)s: byte %(byte)d does not fit.")
        hint %= {"encoding": encoding, "byte": error.start}
    raise FileUnreadable(problem("encoding", "", encoding, hint)) from None


_NAMES = {
    "utf-8-sig": "utf-8",
    "utf-8": "utf-8",
    "utf-16": "utf-16",
    "utf-16-le": "utf-16",
    "utf-16-be": "utf-16",
    "cp1252": "windows-1252",
}


def _utf16_without_bom(raw: bytes) -> str:
    """Western text in UTF-16 has a zero in every second byte; text in the others has none."""
    sample = raw[:_SAMPLE_BYTES]
    half = len(sample) // 2
    if half and sample[1::2].count(0) > half * 0.6 and not sample[::2].count(0):
        return "utf-16-le"
    if half and sample[::2].count(0) > half * 0.6 and not sample[1::2].count(0):
        return "utf-16-be"
    return ""


def _doubts(raw: bytes) -> list[Problem]:
    match = _UMLAUT_IN_UTF8.search(raw)
    if match is None:
        return []
    line = raw.count(b"\n", 0, match.start()) + 1
    hint = _(
        "The file was read as Windows-1252 because it is not valid UTF-8, but parts of it look like UTF-8. "
        "Check the umlauts, or save the whole file as UTF-8."
    )
    return [problem("encoding_doubtful", _("line %d") % line, match[0].decode("cp1252", "replace"), hint)]
