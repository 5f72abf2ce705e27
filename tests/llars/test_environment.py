"""A wrong setting gives one clear line that names the variable."""

from pathlib import Path

import pytest
from cryptography.fernet import Fernet
from django.core.exceptions import ImproperlyConfigured

from llars.environment import Environment

pytestmark = pytest.mark.database_free


@pytest.fixture
def environment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Environment:
    for name in ("SECRET_KEY", "DATABASE_URL", "REDIS_URL", "FIELD_ENCRYPTION_KEYS"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("LLARS_VAR_DIR", str(tmp_path / "var"))
    return Environment(tmp_path)


def test_keys_are_made_once_and_closed_to_others(environment: Environment) -> None:
    assert environment.secret_key() == environment.secret_key()
    assert environment.field_encryption_keys() == environment.field_encryption_keys()
    for name in ("secret_key", "field_encryption_key"):
        assert (environment.var_dir / name).stat().st_mode & 0o077 == 0


def test_sqlite_in_the_var_directory_is_the_default(environment: Environment) -> None:
    assert environment.database()["NAME"] == str(environment.var_dir / "llars.sqlite3")


def test_mariadb_reads_what_is_committed(environment: Environment, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DATABASE_URL", "mysql://someone:secret@127.0.0.1:3306/llars")
    config = environment.database()
    assert config["ENGINE"] == "django.db.backends.mysql"
    assert config["OPTIONS"]["isolation_level"] == "read committed"  # type: ignore[index]


def test_several_keys_stay_in_order(environment: Environment, monkeypatch: pytest.MonkeyPatch) -> None:
    keys = [Fernet.generate_key().decode() for _ in range(2)]
    monkeypatch.setenv("FIELD_ENCRYPTION_KEYS", f" {keys[0]}, {keys[1]} ")
    assert environment.field_encryption_keys() == keys


@pytest.mark.parametrize(
    ("origins", "is_https"),
    [
        ("", False),
        ("https://llars.example.org", True),
        ("https://llars.example.org, https://other.example.org", True),
        ("https://llars.example.org, http://localhost:8000", False),
    ],
)
def test_a_site_whose_origins_are_all_https_is_served_by_https(
    environment: Environment, monkeypatch: pytest.MonkeyPatch, origins: str, is_https: bool
) -> None:
    monkeypatch.setenv("CSRF_TRUSTED_ORIGINS", origins)
    assert environment.is_https() is is_https


def test_the_first_named_model_comes_first(environment: Environment, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_BASE_URL", "http://127.0.0.1:11434/v1")
    monkeypatch.setenv("LLARS_JUDGE_MODEL", "first, second")
    provider = environment.system_provider()
    assert provider is not None
    assert provider.models == ("first", "second")


@pytest.mark.parametrize(
    ("name", "value", "read"),
    [
        ("DATABASE_URL", "postgres://localhost/llars", lambda e: e.database()),
        ("DATABASE_URL", "llars.sqlite3", lambda e: e.database()),
        ("REDIS_URL", "127.0.0.1:6379", lambda e: e.redis_url("redis://x")),
        ("FIELD_ENCRYPTION_KEYS", "short", lambda e: e.field_encryption_keys()),
        ("DEBUG", "maybe", lambda e: e.flag("DEBUG")),
        ("LLARS_PORT", "http", lambda e: e.number("LLARS_PORT", 8000, low=1, high=65535)),
        ("LLARS_PORT", "70000", lambda e: e.number("LLARS_PORT", 8000, low=1, high=65535)),
        ("LLARS_ROOT_PATH", "llars", lambda e: e.root_path()),
        ("LLARS_LOCAL_MODEL", "/nowhere/model.gguf", lambda e: e.local_model()),
        ("OPENAI_BASE_URL", "localhost:11434", lambda e: e.system_provider()),
        ("LLARS_JUDGE_MODEL", "gpt", lambda e: e.system_provider()),
    ],
)
def test_a_wrong_value_is_one_line_that_names_the_variable(
    environment: Environment, monkeypatch: pytest.MonkeyPatch, name: str, value: str, read: object
) -> None:
    monkeypatch.setenv(name, value)
    with pytest.raises(ImproperlyConfigured) as refused:
        read(environment)  # type: ignore[operator]
    assert name in str(refused.value)
    assert "\n" not in str(refused.value)
