"""Drain one slot of a session as an RQ job does: ``python -m tests.benchmarks.drain SESSION SLOT TOKEN``."""

import json
import os
import resource
import sys
import time

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "llars.settings")

import django

django.setup()

from evaluations.judging.jobs import drain  # noqa: E402


def main(session_id: int, slot: int, token: str) -> None:
    """Drain, and print when it began and ended (seconds) and the peak of memory (MB)."""
    began = time.time()
    drain(session_id, slot, token)
    peak_mb = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    sys.stdout.write(json.dumps({"began": began, "ended": time.time(), "peak_mb": peak_mb}))


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]), sys.argv[3])
