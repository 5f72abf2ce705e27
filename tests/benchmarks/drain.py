"""Drain one slot of a session as an RQ job does: ``python -m tests.benchmarks.drain SESSION SLOT TOKEN``."""

import os
import sys
import time

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "llars.settings")

import django

django.setup()

from evaluations.judging.jobs import drain  # noqa: E402
from tests.benchmarks.children import print_measured  # noqa: E402


def main(session_id: int, slot: int, token: str) -> None:
    """Drain, and print what that took."""
    began, cpu_began = time.time(), time.process_time()
    drain(session_id, slot, token)
    print_measured(began=began, cpu_began=cpu_began)


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]), sys.argv[3])
