"""Every text has its German, and the compiled catalogues are those of the texts."""

import ast
import re
from pathlib import Path

import polib
import pytest
from django.utils.translation.template import templatize

pytestmark = pytest.mark.database_free

ROOT = Path(__file__).resolve().parents[2]
LOCALE = ROOT / "llars" / "locale"
SOURCES = ("llars", "pillars", "prompts", "evaluations")
SINGULAR_AT = {"gettext": 0, "gettext_lazy": 0, "gettext_noop": 0, "ngettext": 0, "ngettext_lazy": 0, "_": 0}
SINGULAR_AT |= {"pgettext": 1, "pgettext_lazy": 1}
PLACEHOLDER = re.compile(r"%\(\w+\)[sd]|%[sd]")


def _catalogue(language: str) -> polib.POFile:
    path = LOCALE / language / "LC_MESSAGES" / "django.po"
    catalogue: polib.POFile = polib.pofile(str(path))  # type: ignore[no-untyped-call]
    return catalogue


def _texts_of_python(source: str) -> set[str]:
    found = set()
    for node in ast.walk(ast.parse(source)):
        if not isinstance(node, ast.Call):
            continue
        name = node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")
        place = SINGULAR_AT.get(name)
        if place is None or len(node.args) <= place:
            continue
        argument = node.args[place]
        if isinstance(argument, ast.Constant) and isinstance(argument.value, str):
            found.add(argument.value)
    return found


def _texts_of_template(source: str) -> set[str]:
    """The texts as Django's own extraction sees them: as calls of gettext in generated code."""
    code = templatize(source)
    calls = re.findall(r"""n?p?gettext\(u?((?:'[^'\\]*(?:\\.[^'\\]*)*'|"[^"\\]*(?:\\.[^"\\]*)*"))""", code)
    calls += re.findall(r"""\b_\(u?((?:'[^'\\]*(?:\\.[^'\\]*)*'|"[^"\\]*(?:\\.[^"\\]*)*"))""", code)
    return {ast.literal_eval(call) for call in calls}


def _texts() -> dict[str, str]:
    """All texts to be translated, with a file they stand in."""
    found: dict[str, str] = {}
    for folder in SOURCES:
        for path in sorted((ROOT / folder).rglob("*.py")):
            if "migrations" not in path.parts:
                for text in _texts_of_python(path.read_text(encoding="utf-8")):
                    found.setdefault(text, str(path.relative_to(ROOT)))
    for path in sorted((ROOT / "templates").rglob("*.html")):
        for text in _texts_of_template(path.read_text(encoding="utf-8")):
            found.setdefault(text, str(path.relative_to(ROOT)))
    return found


def test_templates_and_code_were_read() -> None:
    texts = _texts()
    assert "Create and start" in texts
    assert "%(number)s thread" in texts
    assert "The session cannot be made like this." in texts
    assert len(texts) > 400


@pytest.mark.parametrize("language", ["de", "en"])
def test_every_text_is_in_the_catalogue(language: str) -> None:
    known = {entry.msgid for entry in _catalogue(language)}
    missing = {text: place for text, place in _texts().items() if text not in known}
    assert not missing, f"run `make messages` and translate: {missing}"


@pytest.mark.parametrize("language", ["de", "en"])
def test_no_entry_is_empty_or_fuzzy(language: str) -> None:
    unfinished = [
        entry.msgid
        for entry in _catalogue(language)
        if entry.fuzzy
        or entry.obsolete
        or not (all(entry.msgstr_plural.values()) if entry.msgid_plural else entry.msgstr)
    ]
    assert not unfinished


def test_placeholders_survive_translation() -> None:
    for entry in _catalogue("de"):
        wanted = set(PLACEHOLDER.findall(entry.msgid_plural or entry.msgid))
        for translated in entry.msgstr_plural.values() or [entry.msgstr]:
            assert set(PLACEHOLDER.findall(translated)) <= wanted, entry.msgid
        last = entry.msgstr_plural[1] if entry.msgid_plural else entry.msgstr
        assert set(PLACEHOLDER.findall(last)) == wanted, entry.msgid


@pytest.mark.parametrize("language", ["de", "en"])
def test_the_compiled_catalogue_is_that_of_the_texts(language: str) -> None:
    compiled = polib.mofile(str(LOCALE / language / "LC_MESSAGES" / "django.mo"))  # type: ignore[no-untyped-call]
    texts = {entry.msgid: entry.msgstr or dict(entry.msgstr_plural) for entry in _catalogue(language)}
    assert {entry.msgid: entry.msgstr or dict(entry.msgstr_plural) for entry in compiled} == texts


def test_english_is_the_text_itself() -> None:
    for entry in _catalogue("en"):
        if not entry.msgid_plural:
            assert entry.msgstr == entry.msgid
