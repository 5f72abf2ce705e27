"""One look at a session's results: ``python -m tests.benchmarks.results_page SESSION PATH``."""

import os
import sys
import time

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "llars.settings")

import django

django.setup()

from django.contrib.auth.models import User  # noqa: E402
from django.test import Client  # noqa: E402

from evaluations.models import JudgeSession  # noqa: E402
from tests.benchmarks.children import print_measured  # noqa: E402


def main(session_id: int, path: str) -> None:
    """Get the page or call as its owner, and print the time of a second look and the peak of memory (MB)."""
    client = Client(SERVER_NAME="localhost")
    client.force_login(User.objects.get(pk=JudgeSession.objects.get(pk=session_id).created_by_id))
    for _look in range(2):
        began, cpu_began = time.time(), time.process_time()
        response = client.get(path)
        size = sum(len(part) for part in response) if response.streaming else len(response.content)
        if response.status_code != 200 or not size:
            raise SystemExit(f"{path} answered {response.status_code}")
    print_measured(began=began, cpu_began=cpu_began)


if __name__ == "__main__":
    main(int(sys.argv[1]), sys.argv[2])
