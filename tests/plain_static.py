"""Static files under their own names: tests of pages need no collected, hashed copies."""

from typing import Any

import pytest


@pytest.fixture(autouse=True)
def plain_static(settings: Any) -> None:
    """Use Django's plain storage."""
    plain = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
    settings.STORAGES = {**settings.STORAGES, "staticfiles": plain}
