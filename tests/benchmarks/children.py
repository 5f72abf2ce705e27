"""Measured child processes: each prints what it measured, as JSON."""

import json
import subprocess
import sys
from dataclasses import dataclass
from typing import Any

from tests.processes import ROOT, environment


@dataclass(frozen=True, slots=True)
class Measured:
    """From the first beginning to the last end, and the largest process."""

    seconds: float
    peak_mb: float


def run_all(*commands: list[str]) -> Measured:
    """Run ``python -m COMMAND`` for all at once."""
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
        peak_mb=max(result.get("peak_mb", 0.0) for result in results),
    )
