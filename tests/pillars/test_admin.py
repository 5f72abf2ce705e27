"""The admin of pillars and threads."""

from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from llars.models import AuditEntry
from pillars.importing import import_threads
from pillars.models import Pillar, Thread
from tests.pillars.files import as_json, thread

pytestmark = pytest.mark.django_db

THREADS = reverse("admin:pillars_thread_changelist")
PILLARS = reverse("admin:pillars_pillar_changelist")


@pytest.fixture
def boss(client: Client) -> Client:
    client.force_login(User.objects.create_superuser("boss"))
    return client


@pytest.fixture
def pillars() -> list[Pillar]:
    return [
        Pillar.objects.create(number=number, name=f"Säule {number}", colour="#d32f2f") for number in (1, 2)
    ]


def fill(pillar: Pillar, *texts: str) -> list[Thread]:
    import_threads(
        as_json([thread(text, f"<i>Antwort</i> auf {text}", id=text) for text in texts]), pillar=pillar
    )
    return list(Thread.objects.filter(external_id__in=texts).order_by("pk"))


def queries_of(client: Client, address: str) -> int:
    with CaptureQueriesContext(connection) as captured:
        assert client.get(address).status_code == 200
    return len(captured)


@pytest.mark.parametrize("address", [THREADS, PILLARS])
def test_a_longer_list_takes_no_more_queries(boss: Client, pillars: list[Pillar], address: str) -> None:
    fill(pillars[0], "a", "b")
    few = queries_of(boss, address)
    fill(pillars[1], *"cdefghij")
    assert queries_of(boss, address) == few


def test_more_pillars_whose_day_has_come_take_no_more_queries(boss: Client, pillars: list[Pillar]) -> None:
    for pillar in pillars:
        fill(pillar, f"Verlauf {pillar.pk}")
    today = timezone.localdate()
    Pillar.objects.filter(pk=1).update(delete_on=today)
    few = queries_of(boss, PILLARS)
    Pillar.objects.filter(pk=2).update(delete_on=today)
    assert queries_of(boss, PILLARS) == few


def test_pillars_show_colour_and_number_of_threads_without_styles(
    boss: Client, pillars: list[Pillar]
) -> None:
    fill(pillars[0], "a", "b")
    page = boss.get(PILLARS).text
    assert 'fill="#d32f2f"' in page
    assert '<td class="field-thread_count">2</td>' in page
    assert "style=" not in page


@pytest.mark.parametrize("found", ["needle", "id-7", "Betreffzeile"])
def test_threads_are_found_by_text_id_and_subject_once(
    boss: Client, pillars: list[Pillar], found: str
) -> None:
    data = [thread("needle one", "needle two", id="id-7", subject="Betreffzeile"), thread("other", id="z")]
    import_threads(as_json(data), pillar=pillars[0])
    results = boss.get(THREADS, {"q": found}).context["cl"].result_list
    assert [one.external_id for one in results] == ["id-7"]


def test_threads_are_filtered_by_pillar_and_archived(boss: Client, pillars: list[Pillar]) -> None:
    [first] = fill(pillars[0], "a")
    fill(pillars[1], "b")
    boss.post(THREADS, {"action": "archive", "_selected_action": [first.pk]})

    def ids(**query: Any) -> list[str]:
        return [one.external_id for one in boss.get(THREADS, query).context["cl"].result_list]

    assert ids(pillars__number__exact=2) == ["b"]
    assert ids(pillars__isnull="True") == []
    action = {"action": "remove_from_pillar", "_selected_action": [first.pk], "pillar": "1"}
    page = boss.post(THREADS, action, follow=True)
    assert "1 davon ist in keiner Säule mehr" in page.text
    assert ids(pillars__isnull="True") == ["a"]
    assert '?pillars__isnull=True">in keiner Säule</a>' in boss.get(THREADS).text
    assert ids(archived="yes") == ["a"]
    assert ids(archived="no") == ["b"]


def test_many_threads_are_assigned_and_removed_at_once(boss: Client, pillars: list[Pillar]) -> None:
    chosen = [one.pk for one in fill(pillars[0], "a", "b", "c")[:2]]
    action = {"_selected_action": chosen, "pillar": "2"}
    boss.post(THREADS, {"action": "assign_to_pillar", **action})
    assert list(Thread.objects.in_pillar(2).values_list("pk", flat=True)) == chosen
    boss.post(THREADS, {"action": "remove_from_pillar", **action})
    assert not Thread.objects.in_pillar(2).exists()
    assert Thread.objects.in_pillar(1).count() == 3


def test_all_of_a_search_are_assigned_across_pages(boss: Client, pillars: list[Pillar]) -> None:
    threads = fill(pillars[0], *(f"t{number}" for number in range(120)))
    action = {"action": "assign_to_pillar", "pillar": "2", "select_across": "1"}
    boss.post(THREADS, {**action, "_selected_action": [threads[0].pk]})
    assert Thread.objects.in_pillar(2).count() == 120


@pytest.mark.parametrize("number", ["", "x", "77", "9" * 30, "9" * 5000])
def test_without_a_pillar_nothing_happens_and_it_is_said(
    boss: Client, pillars: list[Pillar], number: str
) -> None:
    [one] = fill(pillars[0], "a")
    action = {"action": "remove_from_pillar", "_selected_action": [one.pk], "pillar": number}
    page = boss.post(THREADS, action, follow=True)
    [message] = page.context["messages"]
    assert message.level_tag in {"warning", "error"}
    assert Thread.objects.in_pillar(1).count() == 1


def test_a_threads_page_shows_it_whole_and_escaped_and_who_read_it_is_on_record(
    boss: Client, pillars: list[Pillar]
) -> None:
    [one] = fill(pillars[0], "a")
    page = boss.get(reverse("admin:pillars_thread_change", args=[one.pk])).text
    assert "&lt;i&gt;Antwort&lt;/i&gt; auf a" in page
    assert "<i>Antwort" not in page
    assert "style=" not in page
    [entry] = AuditEntry.objects.all()
    assert (entry.action, entry.target_type, entry.target_id) == ("read", "thread", str(one.pk))
    assert entry.user is not None
    assert entry.user.username == "boss"


def test_a_threads_content_cannot_be_changed_but_its_label_can(boss: Client, pillars: list[Pillar]) -> None:
    [one] = fill(pillars[0], "a")
    address = reverse("admin:pillars_thread_change", args=[one.pk])
    inlines: dict[str, Any] = {}
    for prefix, count in (("assignments", 1), ("features", 0), ("messages", 2)):
        inlines |= {f"{prefix}-TOTAL_FORMS": count, f"{prefix}-INITIAL_FORMS": count}
    inlines |= {
        "assignments-0-id": one.assignments.get().pk, "assignments-0-thread": one.pk,
        "messages-0-content": "x",
    }  # fmt: skip
    answer = boss.post(address, {"label": "echt", "subject": "neu", **inlines})
    assert answer.status_code == 302
    one.refresh_from_db()
    assert (one.label, one.subject) == ("echt", "")
    assert one.messages.first().content == "a"  # type: ignore[union-attr]


def test_deleting_is_on_record(boss: Client, pillars: list[Pillar]) -> None:
    one, two = fill(pillars[0], "a", "b")
    boss.post(reverse("admin:pillars_thread_delete", args=[one.pk]), {"post": "yes"})
    boss.post(THREADS, {"action": "delete_selected", "_selected_action": [two.pk], "post": "yes"})
    assert not Thread.objects.exists()
    entries = AuditEntry.objects.filter(action="delete").order_by("target_id")
    assert [entry.target_id for entry in entries] == [str(one.pk), str(two.pk)]


def test_a_pillars_number_stays(boss: Client, pillars: list[Pillar]) -> None:
    address = reverse("admin:pillars_pillar_change", args=[1])
    boss.post(address, {"number": "9", "name": "Neu", "colour": "#000000"})
    assert list(Pillar.objects.values_list("number", "name")) == [(1, "Neu"), (2, "Säule 2")]


def test_what_protects_real_data_administrators_alone_take_back(
    client: Client, anna: User, pillars: list[Pillar]
) -> None:
    Pillar.objects.filter(pk=1).update(is_real_data=True)
    anna.is_staff = True
    anna.save()
    client.force_login(anna)
    for number in (1, 2):
        address = reverse("admin:pillars_pillar_change", args=[number])
        client.post(address, {"name": "Neu", "colour": "#000000", "legal_basis": "keine"})
    rows = Pillar.objects.values_list("number", "name", "is_real_data", "legal_basis")
    assert list(rows) == [(1, "Neu", True, ""), (2, "Neu", False, "keine")]


def test_a_deletion_day_that_has_come_is_asked_for_before_texts_go(
    boss: Client, pillars: list[Pillar]
) -> None:
    [shared, _alone] = fill(pillars[0], "a", "b")
    shared.pillars.add(pillars[1])
    address = reverse("admin:pillars_pillar_change", args=[1])
    today = timezone.localdate()
    data = {"name": "Eins", "colour": "#000000", "delete_on": today.isoformat()}
    page = boss.post(address, data)
    [error] = page.context["adminform"].form.errors["delete_on"]
    assert "2 Verläufen" in error
    assert "1 der Verläufe" in error
    assert "2 Säule 2" in error
    assert "remove_now" in page.text
    assert "style=" not in page.text
    assert Pillar.objects.get(pk=1).delete_on is None
    page = boss.post(address, data | {"remove_now": "on"}, follow=True)
    assert "2 Säule 2" in page.text
    assert Pillar.objects.get(pk=1).delete_on == today
    # Once it is set, other fields are changed without a question.
    boss.post(address, data | {"name": "Neu"})
    assert Pillar.objects.get(pk=1).name == "Neu"


def test_a_day_to_come_is_saved_and_says_which_other_pillars_lose_texts(
    boss: Client, pillars: list[Pillar]
) -> None:
    [one] = fill(pillars[0], "a")
    address = reverse("admin:pillars_pillar_change", args=[1])
    tomorrow = timezone.localdate() + timedelta(days=1)
    data = {"name": "Eins", "colour": "#000000", "delete_on": tomorrow.isoformat()}
    page = boss.post(address, data, follow=True)
    assert [message.level_tag for message in page.context["messages"]] == ["success"]
    one.pillars.add(pillars[1])
    later = data | {"delete_on": (tomorrow + timedelta(days=1)).isoformat()}
    said = [str(message) for message in boss.post(address, later, follow=True).context["messages"]]
    assert [words for words in said if "2 Säule 2" in words and "1 der Verläufe" in words]


def test_a_new_pillar_with_a_day_that_has_come_asks_too(boss: Client) -> None:
    data = {"number": "7", "name": "Neu", "colour": "#000000", "delete_on": "2020-01-01"}
    assert (
        "delete_on" in boss.post(reverse("admin:pillars_pillar_add"), data).context["adminform"].form.errors
    )
    boss.post(reverse("admin:pillars_pillar_add"), data | {"remove_now": "on"})
    assert Pillar.objects.filter(pk=7).exists()
