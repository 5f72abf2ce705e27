"""Reading what is confidential goes on record, page by page."""

from django.contrib.auth.models import User
from django.urls import reverse

from evaluations.models import JudgeSession
from llars.models import AuditEntry
from pillars.models import Thread
from tests.evaluations.pages.conftest import As


def test_a_comparison_and_a_thread_read_go_on_record(judged: JudgeSession, anna: User, logged_in: As) -> None:
    client = logged_in(anna)
    task = judged.tasks.earliest("pk")
    thread = Thread.objects.in_pillar(1).earliest("pk")
    client.get(reverse("judge-comparison", args=[judged.pk, task.pk]))
    client.get(reverse("judge-thread", args=[1, thread.pk]))
    read = AuditEntry.objects.filter(user=anna, action="read").values_list("target_type", "target_id")
    assert set(read) == {("judgetask", str(task.pk)), ("thread", str(thread.pk))}
