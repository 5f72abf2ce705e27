"""Mails quoted below a mail are seen, and left out with what introduces them."""

import pytest

from pillars.imports.cleaning import strip_quoted
from pillars.readers.checks import remarks
from pillars.readers.parsed import ParsedMessage, ParsedThread

pytestmark = pytest.mark.database_free

OWN = "Danke, das hilft mir."
HEAD = (
    "Von: Beratung <b@example.org>\nGesendet: Montag, 3. Februar 2020 10:00\nAn: Maike\nBetreff: AW: Hallo\n"
)
QUOTED = {
    "outlook": f"-----Ursprüngliche Nachricht-----\n{HEAD}\nGuten Tag",
    "english": "-----Original Message-----\nFrom: A <a@b.org>\nSent: Monday\nTo: M\nSubject: Hi\n\nHow?",
    "spelled out": f"----- Urspruengliche Nachricht -----\n{HEAD}\nGuten Tag",
    "telephone": "-------- Ursprüngliche Nachricht --------\nVon: B\nDatum: 03.02.20\nAn: m\n\nHallo",
    "divider alone": "-----Ursprüngliche Nachricht-----\nGuten Tag, wie geht es?",
    "divider and marks": "-----Ursprüngliche Nachricht-----\n> Guten Tag\n> wie geht es?",
    "last line": "-----Original Message-----",
    "head alone": f"{HEAD}\nGuten Tag",
    "line": f"________________________________\n{HEAD}\nGuten Tag",
    "bold": "*Von:* B\n*Gesendet:* Montag, 3. Februar 2020 10:00\n*An:* Maike\n*Betreff:* AW\n\nGuten Tag",
    "sent first": 'Gesendet: Montag\nVon: "B" <b@example.org>\nAn: m\nBetreff: Hallo\n\nGuten Tag',
    "one line": f"{' '.join(HEAD.split())}\n\nGuten Tag",
    "has written": "Am Mo., 3. Feb. 2020 um 10:00 Uhr hat B <b@example.org> geschrieben:\n\nGuten Tag",
    "wrote": "Am 3.2.2020 um 10:00 schrieb B <b@example.org>:\n> Hallo\n> Du",
    "forwarded": f"---------- Weitergeleitete Nachricht ----------\n{HEAD}\nGuten Tag",
}  # fmt: skip
NOT_QUOTED = (
    "Ich bekam eine Nachricht von ihm: er hat mir geschrieben.\n\nVon: da an war alles anders.",
    "-----\nUrsprüngliche Nachricht war schöner.",
    "Der Kurs, Von: 10 Uhr Datum: 3. Mai.\nKomm doch mit.",
    "Am Montag hat er angerufen.\nWas soll ich tun?",
    "Schau bitte:\n---------- Weitergeleitete Nachricht ----------\nWir kündigen Ihnen zum 1. Mai.",
)


def _is_seen(text: str) -> bool:
    thread = ParsedThread("thread 1", (ParsedMessage("client", text), ParsedMessage("counsellor", "Ja.")))
    return any(one.kind == "quoted_mail" for one in remarks(thread))


@pytest.mark.parametrize("ends", ["\n", "\r\n"], ids=["LF", "CRLF"])
@pytest.mark.parametrize("form", QUOTED)
def test_the_own_text_alone_stays(form: str, ends: str) -> None:
    text = f"{OWN}\n\n{QUOTED[form]}\n".replace("\n", ends)
    assert _is_seen(text)
    assert strip_quoted(text) == OWN


@pytest.mark.parametrize("text", NOT_QUOTED)
def test_other_texts_stay_whole(text: str) -> None:
    assert not _is_seen(text)
    assert strip_quoted(text) == text


def test_a_mail_of_nothing_else_stays() -> None:
    text = QUOTED["divider alone"]
    assert strip_quoted(text) == text
