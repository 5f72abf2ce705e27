"""Measured child processes: each prints what it measured, as JSON."""

import json
import resource
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]


@dataclass(frozen=True, slots=True)
class Measured:
    """From the first beginning to the last end, the processors' time of all, and the largest process."""

    seconds: float
    cpu_s: float
    peak_mb: float


def print_measured(*, began: float, cpu_began: float) -> None:
    """What a child prints at its end: times and processor time in seconds, its peak of memory in MB."""
    cpu_s = time.process_time() - cpu_began
    measured = {"began": began, "ended": time.time(), "cpu_s": cpu_s, "peak_mb": _peak_mb()}
    sys.stdout.write(json.dumps(measured))


def _peak_mb() -> float:
    """The most memory that this process had at once.

    ``ru_maxrss`` begins with what the parent had when it started this process, which hides smaller ones.
    """
    status = Path("/proc/self/status")
    if status.exists():
        lines = dict(line.split(":", 1) for line in status.read_text().splitlines())
        return int(lines["VmHWM"].split()[0]) / 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def run_all(*commands: list[str]) -> Measured:
    """Run ``python -m COMMAND`` for all at once."""
    from tests.processes import environment

    running = [
        subprocess.Popen(
            [sys.executable, "-m", *command],
            cwd=ROOT,
            env=environment(),
            stdout=subprocess.PIPE,
            text=True,
        )
        for command in commands
    ]
    printed = [process.communicate()[0] for process in running]
    if any(process.returncode for process in running):
        raise SystemExit("A measured process failed; the lines above say why.")
    results: list[dict[str, Any]] = [json.loads(text) for text in printed]
    return Measured(
        seconds=max(result["ended"] for result in results) - min(result["began"] for result in results),
        cpu_s=sum(result["cpu_s"] for result in results),
        peak_mb=max(result["peak_mb"] for result in results),
    )
