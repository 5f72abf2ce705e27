"""Real processes against the test's database and Redis: workers, the watch, and an ASGI server."""

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

from django.db import connection

ROOT = Path(__file__).resolve().parents[1]


def wait_until(condition: Callable[[], object], *, timeout: float = 60, what: str = "") -> None:
    """Look again and again until the condition holds; raises ``AssertionError`` after ``timeout`` seconds."""
    deadline = time.monotonic() + timeout
    while not condition():
        assert time.monotonic() < deadline, f"not within {timeout} s: {what or condition}"
        time.sleep(0.05)


def environment() -> dict[str, str]:
    """What a process needs to work on the test's own database."""
    database = connection.settings_dict
    if connection.vendor == "sqlite":
        url = f"sqlite:///{database['NAME']}"
    else:
        login = f"{database['USER']}:{database['PASSWORD']}".rstrip(":")
        url = f"mysql://{login}@{database['HOST']}:{database['PORT'] or 3306}/{database['NAME']}"
    return dict(os.environ, DATABASE_URL=url, PYTHONUNBUFFERED="1")


def start(*command: str, **extra: str) -> "subprocess.Popen[bytes]":
    """Start ``python COMMAND`` in a process group of its own."""
    return subprocess.Popen(
        [sys.executable, *command], cwd=ROOT, env=environment() | extra, start_new_session=True
    )


def end(process: "subprocess.Popen[bytes]", *, kill: bool = False) -> None:
    """End a process that a test started; ``kill`` is ``kill -9`` of it alone, not of its children."""
    if process.poll() is None:
        process.send_signal(signal.SIGKILL if kill else signal.SIGTERM)
    try:
        process.wait(20)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()


def start_worker() -> "subprocess.Popen[bytes]":
    """An RQ worker."""
    return start("manage.py", "rqworker", "default")


def start_watch() -> "subprocess.Popen[bytes]":
    """The watch over all sessions, looking four times a second."""
    return start("manage.py", "judge_watch", "--every", "0.25")


@contextmanager
def running(*processes: "subprocess.Popen[bytes]") -> Iterator[None]:
    """End the processes at the end of the block."""
    try:
        yield
    finally:
        for process in processes:
            end(process)


def free_port() -> int:
    """A port that nothing listens on."""
    with closing(socket.socket()) as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextmanager
def asgi_server(*, port: int | None = None, **extra: str) -> Iterator[str]:
    """A Daphne that serves the site; gives its address, without a closing slash."""
    port = port or free_port()
    server = start("-m", "daphne", "-b", "127.0.0.1", "-p", str(port), "llars.asgi:application", **extra)
    address = f"http://127.0.0.1:{port}"

    def answers() -> bool:
        assert server.poll() is None, "the ASGI server has ended"
        try:
            with urlopen(f"{address}/healthz", timeout=5) as response:  # noqa: S310  (our own server)
                return bool(response.status == 200)
        except (URLError, OSError):
            return False

    with running(server):
        wait_until(answers, what="the ASGI server answers")
        yield address
