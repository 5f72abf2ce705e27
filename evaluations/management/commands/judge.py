"""``judge SESSION_ID``: drain one session in the foreground, with a progress bar."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils.translation import gettext as _
from tqdm import tqdm

from evaluations.judging.counts import counts_of
from evaluations.judging.foreground import judge_in_foreground
from evaluations.models import JudgeSession
from llars.errors import DomainError


class Command(BaseCommand):
    help = "Judges the open comparisons of one session in the foreground."

    def add_arguments(self, parser: CommandParser) -> None:
        """The session's id."""
        parser.add_argument("session_id", type=int)

    def handle(self, *args: Any, **options: Any) -> None:
        """Drain the session and say how it ended."""
        session = JudgeSession.objects.filter(pk=options["session_id"]).first()
        if session is None:
            raise CommandError(_("There is no session %d.") % options["session_id"])
        counts = counts_of(session.pk)
        with tqdm(total=counts.total, initial=counts.total - counts.open, file=self.stderr, unit="") as bar:
            try:
                session = judge_in_foreground(session, on_done=lambda ended: _advance(bar, ended))
            except DomainError as error:
                raise CommandError(str(error)) from None
        counts = counts_of(session.pk)
        self.stdout.write(
            f"{session.name}: {session.status}, "
            f"{counts.completed} of {counts.total} judged, {counts.failed} failed"
        )
        if session.status == JudgeSession.Status.PAUSED:
            raise CommandError(f"{session.status_reason}: {session.status_detail}")


def _advance(bar: "tqdm[Any]", ended: int) -> None:
    bar.update(ended)
