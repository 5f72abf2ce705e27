"""A reminder for somebody who has items left: a text to send, which LLARS writes and a person sends."""

from dataclasses import dataclass
from datetime import datetime
from urllib.parse import quote

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, override

from evaluations.models import Assignment, Member
from llars.errors import WrongState


@dataclass(frozen=True, slots=True)
class Reminder:
    """Subject and text of a mail, and where it goes to ('': no address is known)."""

    subject: str
    text: str
    address: str

    @property
    def mailto(self) -> str:
        """The mail as a link that opens it in a mail program (RFC 6068)."""
        body = self.text.replace("\n", "\r\n")
        return f"mailto:{quote(self.address)}?subject={quote(self.subject)}&body={quote(body)}"


def reminder_of(member: Member, *, link: str) -> Reminder:
    """The reminder in the scenario's language; ``link`` leads to the person's work.

    Raises:
        WrongState: the person has nothing left to do, or no account.
    """
    open_items = Assignment.objects.filter(member=member, status__in=Assignment.TO_DO).count()
    if not open_items or member.user is None or not member.scenario.takes_answers:
        raise WrongState(_("This person has nothing to be reminded of."))
    with override(member.scenario.language):
        subject = _("Reminder: %s") % member.scenario.name
        left = ngettext(
            "in “%(scenario)s” %(count)d item is waiting for your answer.",
            "in “%(scenario)s” %(count)d items are waiting for your answer.",
            open_items,
        ) % {"scenario": member.scenario.name, "count": open_items}
        greeting = _("Hello %s,") % (member.user.get_full_name() or member.name)
        text = "\n\n".join([greeting, left, link, _("What you have begun is kept. Thank you!")])
    return Reminder(subject, text, member.user.email)


def note_reminder(member: Member, *, now: datetime) -> None:
    """Put down that the person was reminded."""
    member.reminded_at = now
    member.save(update_fields=["reminded_at"])
