"""Provider keys are unreadable in the database, and survive the change of the encryption key."""

from typing import Any

import pytest
from cryptography.fernet import Fernet
from django.db import connection

from evaluations.models import Provider

pytestmark = pytest.mark.django_db


def _stored(provider: Provider) -> str:
    with connection.cursor() as cursor:
        cursor.execute("SELECT api_key FROM evaluations_provider WHERE id = %s", [provider.pk])
        return str(cursor.fetchone()[0])


def test_the_database_holds_no_plain_key() -> None:
    provider = Provider.objects.create(name="p", api_key="sk-very-secret")
    assert "sk-very-secret" not in _stored(provider)
    assert Provider.objects.get(pk=provider.pk).api_key == "sk-very-secret"


def test_an_older_key_still_opens_and_the_newest_encrypts(settings: Any) -> None:
    old, new = Fernet.generate_key().decode(), Fernet.generate_key().decode()
    settings.FIELD_ENCRYPTION_KEYS = [old]
    provider = Provider.objects.create(name="p", api_key="sk-1")
    settings.FIELD_ENCRYPTION_KEYS = [new, old]
    provider.refresh_from_db()
    assert provider.api_key == "sk-1"
    provider.save(update_fields=["api_key"])
    settings.FIELD_ENCRYPTION_KEYS = [new]
    assert Provider.objects.get(pk=provider.pk).api_key == "sk-1"


def test_a_lost_key_reads_as_none_and_breaks_nothing(settings: Any) -> None:
    Provider.objects.create(name="p", api_key="sk-1")
    settings.FIELD_ENCRYPTION_KEYS = [Fernet.generate_key().decode()]
    assert Provider.objects.get(name="p").api_key == ""
