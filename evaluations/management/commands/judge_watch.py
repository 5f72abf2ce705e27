"""``judge_watch``: look after all sessions, trial runs, imports and syncs, until it is ended."""

import logging
import signal
import threading
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

logger = logging.getLogger(__name__)


class Command(BaseCommand):
    help = "Sets going again what a lost worker or a wiped Redis left behind; runs until it is ended."

    def add_arguments(self, parser: CommandParser) -> None:
        """How often to look."""
        parser.add_argument("--every", type=float, default=5.0, metavar="SECONDS")

    def handle(self, *args: Any, **options: Any) -> None:
        """Look, wait, look again; a database that is away for a while is waited for."""
        ended = threading.Event()

        def end(number: int, frame: FrameType | None) -> None:
            ended.set()

        signal.signal(signal.SIGTERM, end)
        signal.signal(signal.SIGINT, end)
        while not ended.wait(options["every"]):
            try:
                close_old_connections()
                look_after_sessions(timezone.now())
                look_after_trials(timezone.now())
                look_after_imports(timezone.now())
                look_after_syncs(timezone.now())
                clear_old(timezone.now())
            except DatabaseError:
                logger.warning("The database did not answer; looking again later", exc_info=True)
