"""Which services the tests can use: ``python -m tests.services NAME`` exits with 0 where it is there."""

import os
import shutil
import socket
import sys
from contextlib import closing
from pathlib import Path

CHROMIUM_PATHS = ("chromium", "chromium-browser", "google-chrome")


def listens(port: int) -> bool:
    """Whether something listens on this port of the loopback address."""
    with closing(socket.socket()) as probe:
        probe.settimeout(1)
        return probe.connect_ex(("127.0.0.1", port)) == 0


def chromium() -> str | None:
    """A Chromium to drive: an installed one, else Playwright's own."""
    named = os.environ.get("LLARS_CHROMIUM")
    found = [named] if named else [shutil.which(name) for name in CHROMIUM_PATHS]
    for path in found:
        if path:
            return path
    cache = Path(os.environ.get("PLAYWRIGHT_BROWSERS_PATH", Path.home() / ".cache" / "ms-playwright"))
    own = sorted(cache.glob("chromium-*/chrome-linux*/chrome")) if cache.is_dir() else []
    return str(own[-1]) if own else None


def _is_there(name: str) -> bool:
    if name == "mariadb":
        return listens(3306)
    return name == "chromium" and chromium() is not None


if __name__ == "__main__":
    raise SystemExit(0 if _is_there(sys.argv[1]) else 1)
