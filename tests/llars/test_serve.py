"""``make run`` as its user meets it: real processes, each test file with var directories of its own."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from socket import socket
from urllib.request import urlopen

import pytest

from llars.embedded_redis import socket_path
from tests.processes import ROOT, end, free_port, wait_until

pytestmark = [pytest.mark.processes, pytest.mark.database_free]

_START_S = 120


@dataclass(slots=True)
class Run:
    """One ``make run`` and what it has printed so far."""

    process: "subprocess.Popen[bytes]"
    var_dir: Path
    port: int
    output: Path

    def printed(self) -> str:
        """Standard output and standard error, in order."""
        return self.output.read_text(encoding="utf-8")

    def wait_for(self, text: str) -> None:
        """Until it has printed ``text``; fails at once where it has ended without."""

        def is_there() -> bool:
            return text in self.printed() or self.process.poll() is not None

        wait_until(is_there, timeout=_START_S, what=f"{text!r} is printed")
        assert text in self.printed(), self.printed()

    def address(self) -> str:
        """Where it says it serves."""
        self.wait_for("LLARS is at ")
        return self.printed().split("LLARS is at ")[1].split()[0]

    def children(self) -> dict[int, str]:
        """The living processes that work in this var directory, by id, with their command lines."""
        mark, redis = f"LLARS_VAR_DIR={self.var_dir}".encode(), str(socket_path(self.var_dir)).encode()
        found = {}
        for folder in Path("/proc").iterdir():
            if not folder.name.isdecimal() or int(folder.name) == self.process.pid:
                continue
            try:
                command = (folder / "cmdline").read_bytes()
                # The Redis server writes its title over its environment.
                if redis in command or (command and mark in (folder / "environ").read_bytes().split(b"\0")):
                    found[int(folder.name)] = command.replace(b"\0", b" ").decode()
            except OSError:
                continue
        return found


def _environment(var_dir: Path, **extra: str) -> dict[str, str]:
    dropped = {"REDIS_URL", "DATABASE_URL", "LLARS_LEASE_S", "LLARS_RETRY_PAUSE_MS", "SECRET_KEY"}
    kept = {name: value for name, value in os.environ.items() if name not in dropped}
    return kept | {"LLARS_VAR_DIR": str(var_dir)} | extra


def _start(var_dir: Path, port: int, **extra: str) -> Run:
    output = var_dir.with_name(f"{var_dir.name}-{len(list(var_dir.parent.iterdir()))}.out")
    with output.open("wb") as sink:
        process = subprocess.Popen(
            [sys.executable, "-m", "llars.serve"],
            cwd=ROOT,
            env=_environment(var_dir, LLARS_PORT=str(port), **extra),
            stdout=sink,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
    return Run(process, var_dir, port, output)


@contextmanager
def _running(var_dir: Path, port: int, **extra: str) -> Iterator[Run]:
    run = _start(var_dir, port, **extra)
    try:
        yield run
    finally:
        end(run.process)
        wait_until(lambda: not run.children(), what="all children have ended")


def _is_up(address: str) -> bool:
    with urlopen(f"{address}healthz", timeout=20) as answer:  # noqa: S310  (the address is our own)
        return bool(answer.status == 200)


@pytest.fixture(scope="module")
def var_dir(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The var directory of the run that several tests share."""
    return tmp_path_factory.mktemp("shared") / "var"


@pytest.fixture(scope="module")
def first(var_dir: Path) -> Iterator[Run]:
    """A first ``make run`` on a port that something else listens on already."""
    with closing(socket()) as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        with _running(var_dir, int(other.getsockname()[1])) as run:
            run.address()
            yield run


def test_it_prints_its_address_and_the_login(first: Run) -> None:
    assert _is_up(first.address())
    assert "admin password: " in first.printed()


def test_a_port_in_use_is_said_and_the_next_one_taken(first: Run) -> None:
    assert f"Port {first.port} is in use" in first.printed()
    assert not first.address().endswith(f":{first.port}/")


def test_a_second_start_says_that_it_runs_and_leaves_the_first_alone(first: Run) -> None:
    before = first.children()
    second = _start(first.var_dir, free_port())
    assert second.process.wait(_START_S) == 0
    assert second.printed() == f"LLARS is running already: {first.address()}\n"
    assert before.items() <= first.children().items()
    assert _is_up(first.address())


def test_a_killed_worker_comes_back(first: Run) -> None:
    workers = {pid for pid, command in first.children().items() if "rqworker" in command}
    assert len(workers) == 2
    killed = min(workers)
    os.kill(killed, signal.SIGKILL)
    wait_until(
        lambda: (
            len({pid for pid, command in first.children().items() if "rqworker" in command} - {killed}) == 2
        ),
        what="there are two workers again",
    )


def test_it_survives_an_interrupted_set_up_and_a_kill_and_ends_all_on_ctrl_c(tmp_path: Path) -> None:
    var_dir = tmp_path / "var"
    for step in ("Setting up the database", "Loading sample data"):
        _interrupt_at(step, var_dir)

    killed = _start(var_dir, free_port())
    assert _is_up(killed.address())
    end(killed.process, kill=True)
    wait_until(lambda: not killed.children(), what="the children of a killed supervisor have ended")
    (var_dir / "redis.pid").write_text(str(os.getpid()))

    with _running(var_dir, free_port()) as again:
        assert _is_up(again.address())
        assert len(again.children()) >= 5
        again.process.send_signal(signal.SIGINT)
        assert again.process.wait(_START_S) == 0
        assert not again.children()
        assert "LLARS has ended." in again.printed()


def _interrupt_at(step: str, var_dir: Path) -> None:
    run = _start(var_dir, free_port())
    run.wait_for(step)
    run.process.send_signal(signal.SIGINT)
    assert run.process.wait(_START_S) == 0
    assert "Broken off" in run.printed()
    assert "Traceback" not in run.printed()
    wait_until(lambda: not run.children(), what="all children have ended")


@pytest.mark.parametrize("command", [("-m", "llars.serve"), ("manage.py", "check")])
@pytest.mark.parametrize(
    "setting",
    [
        {"DATABASE_URL": "postgres://localhost/llars"},
        {"LLARS_PORT": "abc"},
        {"LLARS_PORT": "70000"},
        {"FIELD_ENCRYPTION_KEYS": "x"},
        {"REDIS_URL": "http://localhost"},
        {"DEBUG": "perhaps"},
        {"LLARS_JUDGE_MODEL": "some-model"},
        {"LLARS_LOCAL_MODEL": "/nowhere/model.gguf"},
        {"LLARS_VAR_DIR": "/proc/nowhere"},
    ],
    ids=lambda setting: next(iter(setting)) if isinstance(setting, dict) else None,
)
def test_a_wrong_setting_gives_one_clear_line(
    tmp_path: Path, command: tuple[str, ...], setting: dict[str, str]
) -> None:
    environment = _environment(tmp_path / "var") | setting
    done = subprocess.run(
        [sys.executable, *command], cwd=ROOT, env=environment, capture_output=True, text=True, timeout=60
    )
    assert done.returncode == 2
    assert done.stdout == ""
    assert len(done.stderr.splitlines()) == 1
    assert next(iter(setting)) in done.stderr
