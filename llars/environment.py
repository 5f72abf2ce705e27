"""What the environment says, read once and checked: a wrong value gives one clear line.

Every variable is described in the README. Keys that must outlive a restart are made once
and kept in the var directory, readable by their owner alone.
"""

import secrets
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

import environ
from cryptography.fernet import Fernet
from django.core.exceptions import ImproperlyConfigured
from django.core.management.utils import get_random_secret_key

DATABASE_SCHEMES = ("sqlite", "mysql")
REDIS_SCHEMES = ("redis", "rediss", "unix")


@dataclass(frozen=True)
class SystemProvider:
    """The provider that set-up registers from the environment; the first model is the default."""

    base_url: str
    api_key: str
    models: tuple[str, ...]


class Environment:
    """Typed access to LLARS' environment variables.

    Raises:
        ImproperlyConfigured: a variable has a value that cannot be used; the message names
            the variable, the value's fault and what to write instead.
    """

    def __init__(self, base_dir: Path) -> None:
        self._env = environ.Env()  # type: ignore[no-untyped-call]
        self.base_dir = base_dir
        self.var_dir = Path(self._text("LLARS_VAR_DIR") or base_dir / "var").resolve()

    def _text(self, name: str, default: str = "") -> str:
        return str(self._env.str(name, default=default)).strip()

    def make_var_dir(self) -> None:
        """Create the var directory, closed to other users."""
        try:
            self.var_dir.mkdir(parents=True, exist_ok=True, mode=0o700)
        except OSError as error:
            raise ImproperlyConfigured(
                f"LLARS_VAR_DIR: {self.var_dir} cannot be created ({error.strerror}); name another folder."
            ) from None

    def _kept_secret(self, name: str, make: str) -> str:
        path = self.var_dir / name
        if not path.exists():
            self.make_var_dir()
            draft = path.with_name(f"{name}.{secrets.token_hex(4)}")
            draft.touch(mode=0o600)
            draft.write_text(make, encoding="ascii")
            try:
                path.hardlink_to(draft)
            except FileExistsError:
                pass
            finally:
                draft.unlink()
        return path.read_text(encoding="ascii").strip()

    def flag(self, name: str, *, default: bool = False) -> bool:
        """A yes/no variable: 1, true, yes, on or 0, false, no, off."""
        text = self._text(name).lower()
        if not text:
            return default
        if text in {"1", "true", "yes", "on"}:
            return True
        if text in {"0", "false", "no", "off"}:
            return False
        raise ImproperlyConfigured(f"{name}: {text!r} is neither yes nor no; write 1 or 0.")

    def number(self, name: str, default: int, *, low: int, high: int) -> int:
        """A whole number between ``low`` and ``high``."""
        text = self._text(name) or str(default)
        if not text.isdecimal() or not low <= int(text) <= high:
            raise ImproperlyConfigured(f"{name}: {text!r} is not a whole number from {low} to {high}.")
        return int(text)

    def words(self, name: str, default: str = "") -> list[str]:
        """A comma list; spaces around the entries do not count."""
        return [word.strip() for word in self._text(name, default).split(",") if word.strip()]

    def secret_key(self) -> str:
        """``SECRET_KEY``, or one made once and kept."""
        return self._text("SECRET_KEY") or self._kept_secret("secret_key", get_random_secret_key())

    def field_encryption_keys(self) -> list[str]:
        """The keys that encrypt stored provider keys, newest first."""
        keys = self.words("FIELD_ENCRYPTION_KEYS")
        for key in keys:
            try:
                Fernet(key)
            except ValueError:
                raise ImproperlyConfigured(
                    "FIELD_ENCRYPTION_KEYS: an entry is not a Fernet key (32 bytes, url-safe base64); "
                    "make one with: python -c 'from cryptography.fernet import Fernet; "
                    "print(Fernet.generate_key().decode())'"
                ) from None
        return keys or [self._kept_secret("field_encryption_key", Fernet.generate_key().decode())]

    def database(self) -> dict[str, object]:
        """Django's database settings for ``DATABASE_URL``."""
        url = self._text("DATABASE_URL") or f"sqlite:///{self.var_dir / 'llars.sqlite3'}"
        scheme = urlsplit(url).scheme
        if scheme not in DATABASE_SCHEMES:
            raise ImproperlyConfigured(
                f"DATABASE_URL: {scheme or url!r} is not supported; "
                "write sqlite:///path/to/file or mysql://user:password@host:3306/name."
            )
        if scheme == "sqlite":
            self.make_var_dir()
        config: dict[str, object] = dict(environ.Env.db_url_config(url))  # type: ignore[no-untyped-call]
        config["CONN_HEALTH_CHECKS"] = True
        config["OPTIONS"] = _SQLITE_OPTIONS if scheme == "sqlite" else _MARIADB_OPTIONS
        if scheme == "sqlite":
            config["TEST"] = {"NAME": str(self.var_dir / "test.sqlite3")}
        else:
            config["TEST"] = {"CHARSET": "utf8mb4", "COLLATION": "utf8mb4_unicode_ci"}
        return config

    def redis_url(self, default: str) -> str:
        """``REDIS_URL``, or where the bundled server listens."""
        url = self._text("REDIS_URL") or default
        if urlsplit(url).scheme not in REDIS_SCHEMES:
            raise ImproperlyConfigured("REDIS_URL must begin with redis://, rediss:// or unix://.")
        return url

    def root_path(self) -> str:
        """The path below which a reverse proxy serves the site, without a closing slash."""
        path = self._text("LLARS_ROOT_PATH").rstrip("/")
        if path and not path.startswith("/"):
            raise ImproperlyConfigured(f"LLARS_ROOT_PATH: {path!r} must begin with a slash, as /llars does.")
        return path

    def is_https(self) -> bool:
        """Whether people reach the site by https alone: ``CSRF_TRUSTED_ORIGINS`` names no other origin."""
        origins = self.words("CSRF_TRUSTED_ORIGINS")
        return bool(origins) and all(origin.startswith("https://") for origin in origins)

    def system_provider(self) -> SystemProvider | None:
        """The provider named by ``OPENAI_BASE_URL``, ``OPENAI_API_KEY`` and ``LLARS_JUDGE_MODEL``, if any."""
        base_url, key = self._text("OPENAI_BASE_URL"), self._text("OPENAI_API_KEY")
        models = tuple(self.words("LLARS_JUDGE_MODEL"))
        if not base_url and not key:
            if models:
                raise ImproperlyConfigured(
                    "LLARS_JUDGE_MODEL names a model but OPENAI_BASE_URL and OPENAI_API_KEY are empty; "
                    "say where the model is served."
                )
            return None
        if base_url and urlsplit(base_url).scheme not in {"http", "https"}:
            raise ImproperlyConfigured(f"OPENAI_BASE_URL: {base_url!r} must begin with http:// or https://.")
        if not models:
            raise ImproperlyConfigured(
                "LLARS_JUDGE_MODEL is empty; name the model (or a comma list) that OPENAI_BASE_URL serves."
            )
        return SystemProvider(base_url or "https://api.openai.com/v1", key, models)

    def local_model(self) -> Path | None:
        """The GGUF file that ``make run`` serves with llama.cpp."""
        text = self._text("LLARS_LOCAL_MODEL")
        if not text:
            return None
        path = Path(text)
        if not path.is_file():
            raise ImproperlyConfigured(f"LLARS_LOCAL_MODEL: there is no file {text}; name a GGUF file.")
        return path


_SQLITE_OPTIONS: dict[str, object] = {
    "transaction_mode": "IMMEDIATE",
    "timeout": 30,
    "init_command": ("PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL; PRAGMA busy_timeout=30000;"),
}
_MARIADB_OPTIONS: dict[str, object] = {
    "charset": "utf8mb4",
    "isolation_level": "read committed",
    "init_command": "SET sql_mode='STRICT_TRANS_TABLES'",
}
