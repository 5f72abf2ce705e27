"""``make run``: set everything up and serve it, until Ctrl-C.

Set-up can be broken off at any point and begun again: each step looks at what is there already.
"""

import contextlib
import fcntl
import importlib.util
import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import IO
from urllib.request import urlopen

from django.core.exceptions import ImproperlyConfigured

from llars import embedded_redis
from llars.parent_death import end_with_parent
from llars.supervisor import Process, Supervisor, read_procfile

WORKERS = 2
_PORTS_TO_TRY = 50
_REDIS_WAIT_S = 15.0
_LOCAL_MODEL_PORT = 18080


class SetUpFailed(Exception):
    """Something that must be there could not be made; the message says what to do."""


def main() -> int:
    """Set up and serve; returns the exit code."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "llars.settings")
    try:
        from django.conf import settings

        var_dir: Path = settings.VAR_DIR
        settings.ENVIRONMENT.make_var_dir()
    except ImproperlyConfigured as error:
        _say(str(error), file=sys.stderr)
        return 2
    with _lock(var_dir) as locked:
        if not locked:
            _say(f"LLARS is running already: {_read(var_dir / 'address') or 'it is just being set up'}")
            return 0
        return _serve(var_dir, settings.PORT, local_model=settings.LOCAL_MODEL)


def _serve(var_dir: Path, wanted_port: int, *, local_model: Path | None) -> int:
    port = _free_port(wanted_port)
    if port != wanted_port:
        _say(f"Port {wanted_port} is in use; serving on port {port} instead.")
    environment = dict(os.environ, PORT=str(port), PYTHONUNBUFFERED="1")
    supervisor = Supervisor()
    try:
        if not os.environ.get("REDIS_URL"):
            supervisor.processes.append(_start_redis(var_dir, environment))
        if local_model is not None:
            supervisor.processes.append(_start_local_model(local_model, environment))
        login = _set_up(environment)
        if local_model is not None:
            _await_local_model(supervisor.processes[-1], environment)
        supervisor.processes.extend(_from_procfile(environment))
        root_path = environment.get("LLARS_ROOT_PATH", "").rstrip("/")
        address = f"http://127.0.0.1:{port}{root_path}/"
        (var_dir / "address").write_text(address, encoding="utf-8")
        _say("Starting the site and the workers …")
        supervisor.run(
            is_ready=lambda: _listens(port),
            on_ready=lambda: _say_where(address, login),
        )
    except SetUpFailed as error:
        _say(str(error), file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        _say("Broken off; the next start goes on from here.")
    finally:
        supervisor.end()
        (var_dir / "address").unlink(missing_ok=True)
    _say("LLARS has ended.")
    return 0


def _start_redis(var_dir: Path, environment: dict[str, str]) -> Process:
    embedded_redis.end_left_over(var_dir)
    environment["REDIS_URL"] = embedded_redis.url(var_dir)
    server = Process("redis", embedded_redis.command(var_dir), environment, ends_last=True)
    server.start()
    deadline = time.monotonic() + _REDIS_WAIT_S
    while not _answers(embedded_redis.socket_path(var_dir)):
        if time.monotonic() > deadline:
            raise SetUpFailed(f"The embedded Redis does not start; {var_dir / 'redis.log'} says why.")
        time.sleep(0.05)
    return server


def _listens(port: int) -> bool:
    with contextlib.closing(socket.socket()) as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


def _answers(path: Path) -> bool:
    with contextlib.closing(socket.socket(socket.AF_UNIX)) as probe:
        return probe.connect_ex(str(path)) == 0


def _start_local_model(path: Path, environment: dict[str, str]) -> Process:
    """Start llama.cpp, which loads the file while the rest is set up."""
    if importlib.util.find_spec("xllamacpp") is None:
        raise SetUpFailed("LLARS_LOCAL_MODEL needs llama.cpp; install it with: make local-model")
    port = _free_port(_LOCAL_MODEL_PORT)
    environment.update(
        OPENAI_BASE_URL=f"http://127.0.0.1:{port}/v1", OPENAI_API_KEY="local", LLARS_JUDGE_MODEL=path.stem
    )
    server = Process("local-model", ["python", "-m", "llars.local_model", str(path), str(port)], environment)
    server.start()
    return server


def _await_local_model(server: Process, environment: dict[str, str]) -> None:
    """Wait until the model is loaded; llama.cpp refuses calls until then."""
    _say("Loading the local model …")
    health = environment["OPENAI_BASE_URL"].removesuffix("/v1") + "/health"
    while server.popen is not None and server.popen.poll() is None:
        with contextlib.suppress(OSError), urlopen(health, timeout=5):  # noqa: S310
            return
        time.sleep(0.2)
    raise SetUpFailed("The local model cannot be served; llama.cpp's lines above say why.")


def _from_procfile(environment: dict[str, str]) -> list[Process]:
    root = Path(__file__).resolve().parent.parent
    processes = []
    for name, command in read_procfile(root / "Procfile").items():
        for number in range(1, (WORKERS if name == "worker" else 1) + 1):
            processes.append(Process(f"{name}.{number}", command, environment))
    return processes


def _set_up(environment: dict[str, str]) -> str:
    """Run the set-up, its lines shown as they come; returns what it said about the login."""
    command = [sys.executable, str(Path(__file__).resolve().parent.parent / "manage.py"), "set_up"]
    login: list[str] = []
    with subprocess.Popen(  # noqa: S603
        command,
        env=environment,
        stdout=subprocess.PIPE,
        text=True,
        preexec_fn=partial(end_with_parent, os.getpid()),
    ) as process:
        for line in process.stdout or ():
            if line.startswith("admin password: "):
                login.append(line.rstrip())
            else:
                _say(line.rstrip())
    if process.returncode:
        raise SetUpFailed("The set-up failed; the lines above say why.")
    return "\n".join(login)


def _say_where(address: str, login: str) -> None:
    first = "LLARS_ADMIN_PASSWORD or the password printed at the first start"
    known = f"Login: admin, with {first} (for a new one: .venv/bin/python manage.py changepassword admin)"
    _say(f"\n  LLARS is at {address}\n  {login or known}\n  Ctrl-C ends it.\n")


def _free_port(wanted: int) -> int:
    for port in range(wanted, min(wanted + _PORTS_TO_TRY, 65536)):
        with contextlib.closing(socket.socket()) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            with contextlib.suppress(OSError):
                probe.bind(("127.0.0.1", port))
                return port
    raise SystemExit(f"No free port from {wanted} on; set LLARS_PORT to another.")


@contextlib.contextmanager
def _lock(var_dir: Path) -> Iterator[bool]:
    """Hold the one lock of this var directory; the kernel lets it go with the process, however that ends."""
    with (var_dir / "run.lock").open("a") as handle:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            yield False
            return
        yield True


def _read(path: Path) -> str:
    with contextlib.suppress(OSError):
        return path.read_text(encoding="utf-8").strip()
    return ""


def _say(text: str, *, file: "IO[str] | None" = None) -> None:
    stream = file or sys.stdout
    stream.write(f"{text}\n")
    stream.flush()


if __name__ == "__main__":
    raise SystemExit(main())
