"""Write a pillar's threads: ``python -m tests.benchmarks.brought_in bare PILLAR MESSAGES CHARS`` or
``… import PILLAR FILE``."""

import os
import sys
import time
from itertools import islice
from pathlib import Path

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "llars.settings")

import django

django.setup()

from django.db import transaction  # noqa: E402
from django.db.models import QuerySet  # noqa: E402

from pillars.importing import BATCH, bring_in_file  # noqa: E402
from pillars.models import Message, Pillar, PillarAssignment, Thread  # noqa: E402
from pillars.readers import Source  # noqa: E402
from tests.benchmarks.children import print_measured  # noqa: E402
from tests.benchmarks.imports import threads_of  # noqa: E402


def bare(pillar: Pillar, messages: int, chars: int) -> None:
    """The rows alone: no file, no checks, no look at what is known, no measures of the threads."""
    with transaction.atomic():
        threads = threads_of(messages, chars, pillar.name)
        while entries := list(islice(threads, BATCH)):
            Thread.objects.bulk_create(
                Thread(external_id=one["id"], content_hash=f"bare {one['id']}") for one in entries
            )
            made = Thread.objects.in_bulk([f"bare {one['id']}" for one in entries], field_name="content_hash")
            QuerySet[Message](Message).bulk_create(
                (
                    Message(thread=made[f"bare {one['id']}"], position=position, **said)
                    for one in entries
                    for position, said in enumerate(one["messages"], start=1)
                ),
                batch_size=BATCH,
            )
            PillarAssignment.objects.bulk_create(
                PillarAssignment(pillar=pillar, thread=thread) for thread in made.values()
            )


def main(way: str, pillar_id: str, *more: str) -> None:
    """Write them, and print what that took."""
    pillar = Pillar.objects.get(pk=pillar_id)
    began, cpu_began = time.time(), time.process_time()
    if way == "bare":
        bare(pillar, *map(int, more))
    else:
        bring_in_file(Source(Path(more[0])), pillar=pillar)
    print_measured(began=began, cpu_began=cpu_began)


if __name__ == "__main__":
    main(*sys.argv[1:])
