"""The API's description: a snapshot, so that a change of an interface shows in review."""

from pathlib import Path
from typing import Any

from django.core.management import call_command
from django.test import Client

SNAPSHOT = Path(__file__).with_name("openapi.yaml")


def test_the_description_is_the_one_that_was_reviewed(tmp_path: Path) -> None:
    """After a wanted change, in the project's folder:

    python manage.py spectacular --lang en --file tests/evaluations/api/openapi.yaml
    """
    fresh = tmp_path / "openapi.yaml"
    call_command("spectacular", "--lang", "en", "--validate", "--fail-on-warn", "--file", str(fresh))
    assert fresh.read_text(encoding="utf-8") == SNAPSHOT.read_text(encoding="utf-8")


def test_the_schema_is_served(db: None) -> None:
    response = Client().get("/api/schema", {"format": "json"})
    assert response.status_code == 200
    assert "/api/judge/sessions" in response.json()["paths"]


def test_the_docs_hold_no_inline_script_or_style(db: None, settings: Any) -> None:
    plain = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
    settings.STORAGES = settings.STORAGES | {"staticfiles": plain}
    response = Client().get("/api/docs")
    text = response.content.decode()
    assert response.status_code == 200
    assert "<style" not in text and "style=" not in text
    assert text.count("<script") == text.count("<script src=") == 2
    assert "http://" not in text and "https://" not in text
