"""``judge_watch``: look after sessions, trial runs, imports, syncs and deletion days, until it is ended."""

import logging
import signal
import threading
from datetime import timedelta
from types import FrameType
from typing import Any

from django.core.management.base import BaseCommand, CommandParser
from django.db import Error as DatabaseError
from django.db import close_old_connections
from django.utils import timezone

from evaluations.judging.prompt_trials import look_after_trials
from evaluations.judging.watch import look_after_sessions
from pillars.imports.jobs import look_after_imports
from pillars.imports.uploads import clear_old
from pillars.kia.runs import look_after_syncs
from pillars.retention import LOOK_EVERY, remove_due

logger = logging.getLogger(__name__)


class Command(BaseCommand):
    help = "Sets going again what a lost worker or a wiped Redis left behind; runs until it is ended."

    def add_arguments(self, parser: CommandParser) -> None:
        """How often to look."""
        parser.add_argument("--every", type=float, default=5.0, metavar="SECONDS")
        parser.add_argument(
            "--removals-every", type=float, default=LOOK_EVERY.total_seconds(), metavar="SECONDS"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Look, wait, look again; a database that is away for a while is waited for."""
        ended = threading.Event()

        def end(number: int, frame: FrameType | None) -> None:
            ended.set()

        signal.signal(signal.SIGTERM, end)
        signal.signal(signal.SIGINT, end)
        removals_at = timezone.now()
        while not ended.wait(options["every"]):
            try:
                close_old_connections()
                look_after_sessions(timezone.now())
                look_after_trials(timezone.now())
                look_after_imports(timezone.now())
                look_after_syncs(timezone.now())
                clear_old(timezone.now())
                if timezone.now() >= removals_at:
                    _remove_due()
                    removals_at = timezone.now() + timedelta(seconds=options["removals_every"])
            except DatabaseError:
                logger.warning("The database did not answer; looking again later", exc_info=True)


def _remove_due() -> None:
    for removal in remove_due(timezone.now()):
        if removal.report is None:
            logger.warning(
                "The texts of pillar %s could not be removed: %s", removal.pillar.pk, removal.refusal
            )
        else:
            logger.info("The texts of pillar %s were removed, as its day has come", removal.pillar.pk)
