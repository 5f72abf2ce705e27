"""Text that is encrypted in the database (see docs/decisions/encrypted-keys.md)."""

from functools import cache
from typing import TYPE_CHECKING, Any

from cryptography.fernet import Fernet, InvalidToken, MultiFernet
from django.conf import settings
from django.db import models

if TYPE_CHECKING:
    _TextField = models.TextField[str, str]
else:
    _TextField = models.TextField


@cache
def _fernet(keys: tuple[str, ...]) -> MultiFernet:
    return MultiFernet([Fernet(key) for key in keys])


def _cipher() -> MultiFernet:
    return _fernet(tuple(settings.FIELD_ENCRYPTION_KEYS))


class EncryptedTextField(_TextField):
    """A text kept as a Fernet token; written with the newest key, read with any of them.

    A value that no key opens reads as the empty string, so that a lost key locks out the
    provider's use (the call says that a key is missing) and not the whole admin.
    """

    def get_prep_value(self, value: Any) -> Any:
        """Encrypt; the empty text stays empty."""
        return _cipher().encrypt(str(value).encode()).decode() if value else value

    def from_db_value(self, value: str | None, expression: object, connection: object) -> str | None:
        """Decrypt what the database holds."""
        if not value:
            return value
        try:
            return _cipher().decrypt(value.encode()).decode()
        except InvalidToken:
            return ""
