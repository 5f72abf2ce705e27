"""Start the processes of a Procfile, start again what dies, and end them all together.

Honcho ends everything when one process dies; here a worker that was killed must come back by
itself, so this is our own (see docs/decisions/supervisor.md).
"""

import os
import shlex
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from string import Template
from types import FrameType

from llars.parent_death import end_with_parent

_LOOK_EVERY_S = 0.2
_LONGEST_BACKOFF_S = 30.0
_HEALTHY_AFTER_S = 30.0
STOP_WITHIN_S = 10.0


def read_procfile(path: Path) -> dict[str, list[str]]:
    """The commands of a Procfile by name, with ``$NAME`` left for the environment to fill."""
    commands: dict[str, list[str]] = {}
    for line in path.read_text(encoding="utf-8").splitlines():
        name, colon, command = line.partition(":")
        if colon and not line.lstrip().startswith("#"):
            commands[name.strip()] = shlex.split(command)
    return commands


@dataclass(slots=True)
class Process:
    """One process to keep alive."""

    name: str
    command: Sequence[str]
    environment: Mapping[str, str]
    ends_last: bool = False
    popen: "subprocess.Popen[bytes] | None" = None
    started: float = 0.0
    backoff_s: float = 0.0
    start_at: float = 0.0

    def start(self) -> None:
        """Start it in a process group of its own, so that Ctrl-C reaches it through the supervisor alone."""
        parent = os.getpid()
        self.popen = subprocess.Popen(  # noqa: S603  (commands are the Procfile's)
            [self._filled(word) for word in self.command],
            env=dict(self.environment),
            start_new_session=True,
            preexec_fn=lambda: end_with_parent(parent),
        )
        self.started = time.monotonic()

    def _filled(self, word: str) -> str:
        """A word of the command: ``python`` is this very Python, ``$NAME`` the environment's value."""
        if word == "python":
            return sys.executable
        return Template(word).safe_substitute(self.environment)


@dataclass(slots=True)
class Supervisor:
    """Keeps processes alive until a signal comes. Those added before ``run`` start with it."""

    processes: list[Process] = field(default_factory=list)
    _stop: threading.Event = field(default_factory=threading.Event)

    def run(self, *, is_ready: Callable[[], bool], on_ready: Callable[[], None]) -> None:
        """Start all, look after them, and end all on SIGINT, SIGTERM or SIGHUP.

        Args:
            is_ready: asked again and again until it says that they serve.
            on_ready: called once, then.
        """
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, self._on_signal)
        for process in self.processes:
            if process.popen is None:
                process.start()
        told = False
        try:
            while not self._stop.wait(_LOOK_EVERY_S):
                self._look()
                if not told and is_ready():
                    told = True
                    on_ready()
        finally:
            self.end()

    def end(self) -> None:
        """Ask every process to end, and kill what has not within ten seconds; what others need ends last."""
        for last in (False, True):
            running = [process for process in self.processes if process.ends_last is last]
            for process in running:
                _signal(process, signal.SIGTERM)
            deadline = time.monotonic() + STOP_WITHIN_S
            for process in running:
                _await_end(process, deadline)

    def _on_signal(self, number: int, frame: FrameType | None) -> None:
        self._stop.set()

    def _look(self) -> None:
        now = time.monotonic()
        for process in self.processes:
            if process.popen is not None and process.popen.poll() is not None:
                self._plan_restart(process, now)
            elif process.popen is None and now >= process.start_at:
                process.start()

    def _plan_restart(self, process: Process, now: float) -> None:
        code = process.popen.returncode if process.popen is not None else 0
        healthy = now - process.started > _HEALTHY_AFTER_S
        process.backoff_s = 0.5 if healthy else min(_LONGEST_BACKOFF_S, max(0.5, process.backoff_s * 2))
        process.start_at = now + process.backoff_s
        process.popen = None
        sys.stderr.write(f"{process.name} ended ({code}); starting again in {process.backoff_s:.1f} s\n")


def _await_end(process: Process, deadline: float) -> None:
    if process.popen is None:
        return
    try:
        process.popen.wait(max(0.1, deadline - time.monotonic()))
    except subprocess.TimeoutExpired:
        _signal(process, signal.SIGKILL)
        process.popen.wait()


def _signal(process: Process, number: signal.Signals) -> None:
    if process.popen is None or process.popen.poll() is not None:
        return
    try:
        if number == signal.SIGKILL:
            os.killpg(process.popen.pid, number)
        else:
            process.popen.send_signal(number)
    except ProcessLookupError:
        return
