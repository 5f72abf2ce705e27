"""A pillar's page and the reader of its threads."""

import re
from datetime import datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from evaluations.models import JudgeSession
from llars.models import AuditEntry
from pillars.models import Feature, Message, Pillar, PillarAssignment, Thread
from pillars.retention import purge
from tests.evaluations.pages.conftest import As
from tests.sessions import make_session

BERLIN = ZoneInfo("Europe/Berlin")


def add_many(pillar: Pillar, count: int) -> None:
    """Threads of one to four messages, a day apart."""
    first = Thread.objects.count()
    Thread.objects.bulk_create(
        Thread(external_id=f"m{number}", content_hash=f"{number:063x}m", subject=f"Betreff {number}")
        for number in range(first, first + count)
    )
    threads = list(Thread.objects.filter(content_hash__endswith="m").order_by("-pk")[:count])
    begin = datetime(2025, 1, 1, tzinfo=BERLIN)
    Message.objects.bulk_create(
        Message(thread=one, position=place, role="client", content="x" * 50, timestamp=begin)
        for one in threads
        for place in range(1, 2 + one.pk % 4)
    )
    PillarAssignment.objects.bulk_create(PillarAssignment(pillar=pillar, thread=one) for one in threads)


@pytest.fixture
def three(anna: User) -> list[Thread]:
    """Pillar 1 with threads that differ in all that a search asks for; the last one is archived."""
    pillar = Pillar.objects.create(number=1, name="Eins", description="Aus Rollenspielen.")
    threads = []
    for number, (texts, date) in enumerate([(["Miete"], 1), (["Angst", "Mut"], 10), (["Alt"] * 3, 20)]):
        thread = Thread.objects.create(external_id=f"id-{number}", content_hash=f"{number}")
        PillarAssignment.objects.create(pillar=pillar, thread=thread)
        at = datetime(2025, 3, date, 12, tzinfo=BERLIN)
        Message.objects.bulk_create(
            Message(
                thread=thread,
                position=place,
                role="client",
                content=text,
                timestamp=at + timedelta(days=place),
            )
            for place, text in enumerate(texts)
        )
        threads.append(thread)
    Feature.objects.create(
        thread=threads[1],
        type="summary",
        content="Kurz",
        model_name="m-1",
        provenance={"prompt": "Kürze"},
    )
    Thread.objects.filter(pk=threads[2].pk).update(archived_at=timezone.now())
    return threads


def found(client: Any, **query: Any) -> list[str]:
    page = client.get("/judge/pillar/1", query).context["page"]
    return [thread.external_id for thread in page]


@pytest.mark.parametrize("count", [25, 26, 51, 74, 100, 113])
@pytest.mark.parametrize("query", [{}, {"messages_from": 1}])
def test_the_pages_together_have_each_thread_once_in_order(
    client: Any, anna: User, count: int, query: dict[str, Any]
) -> None:
    pillar = Pillar.objects.create(number=1, name="Eins")
    add_many(pillar, count)
    client.force_login(anna)
    pages = range(1, (count + 24) // 25 + 1)
    shown = [one for page in pages for one in found(client, page=page, **query)]
    expected = Thread.objects.in_pillar(1).values_list("external_id", flat=True)
    assert shown == list(expected)
    assert found(client, page=10**6, **query) == shown[(len(pages) - 1) * 25 :]


@pytest.mark.parametrize(
    ("query", "ids"),
    [
        ({}, ["id-0", "id-1"]),
        ({"q": "angst"}, ["id-1"]),
        ({"q": "id-0"}, ["id-0"]),
        ({"messages_from": 2}, ["id-1"]),
        ({"messages_to": 1}, ["id-0"]),
        ({"features": "with"}, ["id-1"]),
        ({"features": "without"}, ["id-0"]),
        ({"archived": "yes"}, ["id-2"]),
        ({"archived": "all"}, ["id-0", "id-1", "id-2"]),
        ({"since": "2025-03-11"}, ["id-1"]),
        ({"since": "2025-03-12"}, []),
        ({"until": "2025-03-09"}, ["id-0"]),
        ({"until": "2025-03-10"}, ["id-0", "id-1"]),
    ],
)
def test_threads_are_searched_on_the_page_and_over_the_api(
    anna: User, three: list[Thread], logged_in: As, query: dict[str, Any], ids: list[str]
) -> None:
    client = logged_in(anna)
    assert found(client, **query) == ids
    rows = client.get("/api/judge/pillars/1/threads", query).json()["results"]
    assert [row["external_id"] for row in rows] == ids


def test_what_cannot_be_understood_is_said(anna: User, three: list[Thread], logged_in: As) -> None:
    client = logged_in(anna)
    assert found(client, messages_from="viele") == ["id-0", "id-1"]
    assert "alert-warning" in client.get("/judge/pillar/1", {"messages_from": "viele"}).text
    answer = client.get("/api/judge/pillars/1/threads", {"messages_from": "viele"})
    assert answer.status_code == 400
    assert list(answer.json()["errors"]) == ["messages_from"]


def test_it_tells_what_the_pillar_is_and_how_long_its_threads_are(
    anna: User, three: list[Thread], logged_in: As
) -> None:
    answer = logged_in(anna).get("/judge/pillar/1")
    stats = answer.context["stats"]
    assert "Aus Rollenspielen." in answer.text
    assert (stats.threads, stats.messages, stats.characters) == (2, 3, 13)
    bars = {each.key: [bar.count for bar in each.bars] for each in stats.histograms}
    assert bars == {"messages": [1, 1, 0, 0, 0, 0, 0], "length": [2, *[0] * 6], "span": [2, *[0] * 6]}
    assert [bar.label for bar in stats.histograms[0].bars][:4] == ["1", "2", "3–4", "5–8"]
    assert answer.text.count('data-testid="chart-') == 3


def test_a_search_by_script_gets_the_list_alone(anna: User, three: list[Thread], logged_in: As) -> None:
    client = logged_in(anna)
    fragment = client.get("/judge/pillar/1", headers={"HX-Request": "true"}).text
    assert fragment.count('data-testid="thread-row"') == 2
    assert "<h1" not in fragment
    again = client.get("/judge/pillar/1", headers={"HX-Request": "1", "HX-History-Restore-Request": "1"})
    assert "<h1" in again.text


def test_two_thousand_threads_take_as_many_queries_as_two_hundred_or_three(anna: User, logged_in: As) -> None:
    sizes = {1: 3, 2: 200, 3: 2000}
    for number, size in sizes.items():
        add_many(Pillar.objects.create(number=number, name=f"S{number}"), size)
    client = logged_in(anna)
    client.get("/judge/pillar/1")
    counts = []
    for number, size in sizes.items():
        with CaptureQueriesContext(connection) as captured:
            page = client.get(f"/judge/pillar/{number}", {"q": "Betreff", "features": "without"})
        assert page.context["page"].paginator.count == size
        counts.append(len(captured))
    assert counts == [counts[0]] * 3


def test_a_pillars_record_is_that_of_the_sessions_results(
    anna: User, dora: User, judged: JudgeSession, logged_in: As
) -> None:
    page = logged_in(anna).get("/judge/pillar/5/record")
    [row] = page.context["records"]
    matrix = logged_in(anna).get(f"/api/judge/sessions/{judged.pk}/results").json()["ranking"]
    [ranked] = [one for one in matrix if one["pillar"] == 5]
    record = row.record
    assert (record.wins, record.losses, record.ties) == (ranked["wins"], ranked["losses"], ranked["ties"])
    assert record.wins == 4
    assert row.open == 0
    assert 'data-testid="record-row"' in page.text
    assert logged_in(dora).get("/judge/pillar/5/record").context["records"] == []


def test_a_record_of_more_sessions_takes_no_more_queries(
    anna: User, judged: JudgeSession, logged_in: As
) -> None:
    client = logged_in(anna)
    counts = []
    for _ in range(2):
        with CaptureQueriesContext(connection) as captured:
            fragment = client.get("/judge/pillar/5/record", headers={"HX-Request": "true"})
        counts.append(len(captured))
        make_session(anna, judged.model)
    assert "<h1" not in fragment.text
    assert len(fragment.context["records"]) == 2
    assert counts[0] == counts[1]


def test_a_thread_is_read_with_its_roles_and_neighbours(
    anna: User, pillars: dict[int, Pillar], logged_in: As
) -> None:
    threads = list(Thread.objects.in_pillar(3))
    text = logged_in(anna).get(f"/judge/pillar/3/thread/{threads[1].pk}").text
    assert "Ratsuchende Person" in text
    assert "Beratende Person" in text
    assert f"/judge/pillar/3/thread/{threads[0].pk}" in text
    assert f"/judge/pillar/3/thread/{threads[2].pk}" in text


def test_a_features_provenance_is_shown(anna: User, three: list[Thread], logged_in: As) -> None:
    text = logged_in(anna).get(f"/judge/pillar/1/thread/{three[1].pk}").text
    assert "m-1" in text
    assert "Kürze" in text


def test_a_thread_is_corrected_on_its_page(anna: User, three: list[Thread], logged_in: As) -> None:
    client = logged_in(anna)
    address = f"/judge/pillar/1/thread/{three[1].pk}"
    page = client.get(f"{address}/correct")
    fields = {bound.html_name: bound.value() or "" for bound in page.context["form"]}
    unchanged = client.post(f"{address}/correct", fields | {"note": "nichts"})
    assert unchanged.status_code == 200
    assert unchanged.context["form"].non_field_errors()
    assert client.post(f"{address}/correct", fields | {"content_1": "Furcht"}).status_code == 200
    posted = fields | {"note": "Wort", "content_1": "Furcht"}
    answer = client.post(f"{address}/correct", posted, follow=True)
    new = answer.context["thread"]
    assert [one.content for one in new.messages.all()] == ["Furcht", "Mut"]
    assert [one.timestamp for one in new.messages.all()] == [one.timestamp for one in three[1].messages.all()]
    assert found(client) == ["id-0", "id-1"]
    old = client.get(address)
    assert old.context["is_replaced"]
    assert f"/thread/{new.pk}" in old.text
    assert client.get(f"{address}/correct").status_code == 200
    assert client.post(f"{address}/correct", posted).status_code == 409


def test_a_thread_is_archived_and_brought_back_on_its_page(
    anna: User, ben: User, three: list[Thread], logged_in: As
) -> None:
    client = logged_in(anna)
    address = f"/judge/pillar/1/thread/{three[0].pk}/archive"
    client.post(address)
    assert found(client) == ["id-1"]
    client.post(address, {"restore": ""})
    assert found(client) == ["id-0", "id-1"]
    assert logged_in(ben).post(address).status_code == 404
    assert list(AuditEntry.objects.order_by("pk").values_list("action", flat=True)) == ["archive", "restore"]


@pytest.mark.parametrize("choice", [{"all": "on"}, {"thread": "both"}])
def test_many_threads_are_assigned_and_taken_out_at_once(
    anna: User, three: list[Thread], logged_in: As, choice: dict[str, Any]
) -> None:
    Pillar.objects.create(number=2, name="Zwei")
    client = logged_in(anna)
    chosen = {"thread": [three[0].pk, three[1].pk]} if "thread" in choice else choice
    back = client.post("/judge/pillar/1/threads/assign", {**chosen, "pillar": "2", "search": "archived="})
    assert back.status_code == 302
    assert [one.external_id for one in Thread.objects.in_pillar(2)] == ["id-0", "id-1"]
    client.post("/judge/pillar/2/threads/remove", {"all": "on", "search": "messages_to=1"})
    assert [one.external_id for one in Thread.objects.in_pillar(2)] == ["id-1"]
    client.post("/judge/pillar/2/threads/archive", {"all": "on"})
    assert not Thread.objects.in_pillar(2).active().exists()
    client.post("/judge/pillar/2/threads/restore", {"all": "on", "search": "archived=yes"})
    assert Thread.objects.in_pillar(2).active().exists()


@pytest.mark.parametrize("days", [3, -3])
def test_assigning_to_a_pillar_with_a_deletion_day_says_what_becomes_of_the_texts(
    anna: User, three: list[Thread], logged_in: As, days: int
) -> None:
    day = timezone.localdate() + timedelta(days=days)
    Pillar.objects.create(number=2, name="Zwei", delete_on=day)
    data = {"thread": [three[0].pk], "pillar": "2"}
    page = logged_in(anna).post("/judge/pillar/1/threads/assign", data, follow=True)
    [said] = [str(message) for message in page.context["messages"]]
    begin = "Die Texte werden am" if days > 0 else "Die Texte waren am"
    assert said.startswith(f"1 Verlauf wurde zugeordnet. {begin}")


@pytest.mark.parametrize("choice", ["all", "each"])
def test_it_asks_before_threads_are_left_in_no_pillar(
    anna: User, three: list[Thread], logged_in: As, choice: str
) -> None:
    three[0].pillars.add(Pillar.objects.create(number=2, name="Zwei"))
    client = logged_in(anna)
    address = "/judge/pillar/1/threads/remove"
    chosen = {"all": "on"} if choice == "all" else {"thread": [one.pk for one in three[:2]]}
    question = client.post(address, {**chosen, "search": "archived="})
    assert question.status_code == 200
    assert (question.context["count"], question.context["alone"]) == (2, 1)
    assert found(client) == ["id-0", "id-1"]
    assert client.get(address).status_code == 302
    [form] = re.findall(r'<form method="post"\s+class="actions".*?</form>', question.text, re.DOTALL)
    fields: dict[str, list[str]] = {}
    for name, value in re.findall(r'name="(\w+)" value="([^"]*)"', form):
        fields.setdefault(name, []).append(value)
    page = client.post(address, fields, follow=True)
    [said] = [str(message) for message in page.context["messages"]]
    assert said.startswith("2 Verläufe wurden herausgenommen. 1 davon ist in keiner Säule mehr")
    assert found(client) == []


def test_without_threads_or_pillar_it_is_said(anna: User, three: list[Thread], logged_in: As) -> None:
    client = logged_in(anna)
    for data in ({}, {"all": "on"}, {"thread": "999999", "pillar": "1"}):
        page = client.post("/judge/pillar/1/threads/assign", data, follow=True)
        assert [message.level_tag for message in page.context["messages"]] == ["error"]


def test_who_may_not_take_threads_out_is_refused(
    anna: User, ben: User, three: list[Thread], logged_in: As
) -> None:
    assert logged_in(ben).post("/judge/pillar/1/threads/remove", {"all": "on"}).status_code == 404
    anna.groups.get().permissions.filter(codename="delete_pillarassignment").delete()
    assert logged_in(anna).post("/judge/pillar/1/threads/remove", {"all": "on"}).status_code == 403
    assert logged_in(anna).post("/judge/pillar/1/threads/explode", {"all": "on"}).status_code == 403


@pytest.mark.parametrize("thread", ["", "x", "-1", "9" * 30])
def test_what_is_no_thread_of_the_pillar_is_not_archived(
    anna: User, three: list[Thread], logged_in: As, thread: str
) -> None:
    page = logged_in(anna).post("/judge/pillar/1/threads/archive", {"thread": thread}, follow=True)
    assert "Mindestens ein Verlauf muss gewählt sein." in page.content.decode()
    assert Thread.objects.active().count() == 2


def test_an_empty_pillar_says_how_to_fill_it(anna: User, logged_in: As) -> None:
    Pillar.objects.create(number=9, name="Leer")
    page = logged_in(anna).get("/judge/pillar/9").content.decode()
    assert 'href="/judge/upload?pillar=9"' in page
    assert "import_threads FILE --pillar 9" in page
    page = logged_in(anna).get("/judge/upload?pillar=9").content.decode()
    assert '<option value="9" selected>' in page


def test_it_says_what_goes_and_went_along_with_other_pillars_texts(
    anna: User, pillars: dict[int, Pillar], logged_in: As
) -> None:
    client = logged_in(anna)
    shared = list(Thread.objects.in_pillar(1)[:2])
    for one in shared:
        one.pillars.add(pillars[3])
    Thread.objects.create(content_hash="made", source_thread=shared[0]).pillars.add(pillars[5])
    day = timezone.localdate() + timedelta(days=3)
    Pillar.objects.filter(pk=1).update(delete_on=day)
    [of_three] = client.get("/judge/pillar/3").context["elsewhere"]
    [of_five] = client.get("/judge/pillar/5").context["elsewhere"]
    assert of_three.startswith("Die Texte von 2 Verläufen dieser Säule sollen am ")
    assert str(pillars[1]) in of_three
    assert of_five.startswith("Die Texte von 1 Verlauf ")
    purge(pillars[1], now=timezone.now(), actor=anna)
    assert client.get("/judge/pillar/1").context["elsewhere"] == []
    page = client.get("/judge/pillar/3")
    [said] = page.context["elsewhere"]
    assert said.startswith("Die Texte von 2 Verläufen dieser Säule wurden zusammen mit denen von Säule „")
    assert str(pillars[1]) in said
    assert page.text.count('data-testid="removal-elsewhere"') == 1
    purge(pillars[3], now=timezone.now(), actor=anna)
    assert client.get("/judge/pillar/3").context["elsewhere"] == [said]
    PillarAssignment.objects.filter(pillar=1).delete()
    pillars[1].delete()
    assert "mit denen von einer anderen Säule" in client.get("/judge/pillar/3").text


def test_more_threads_and_pillars_that_go_elsewhere_take_no_more_queries(
    anna: User, pillars: dict[int, Pillar], logged_in: As
) -> None:
    client = logged_in(anna)
    shared = list(Thread.objects.in_pillar(1)[:4])
    client.get("/judge/pillar/1")
    counts = []
    for number, one in zip((3, 5), shared[:2], strict=True):
        Pillar.objects.filter(pk=number).update(delete_on=timezone.localdate() + timedelta(days=number))
        one.pillars.add(pillars[number])
        with CaptureQueriesContext(connection) as captured:
            page = client.get("/judge/pillar/1")
        counts.append(len(captured))
    assert len(page.context["elsewhere"]) == 2
    assert counts[0] == counts[1]


def test_a_thread_of_another_pillar_and_an_unknown_pillar_are_not_there(
    anna: User, pillars: dict[int, Pillar], logged_in: As
) -> None:
    client = logged_in(anna)
    thread = Thread.objects.in_pillar(3)[0]
    assert client.get(f"/judge/pillar/1/thread/{thread.pk}").status_code == 404
    assert client.get("/judge/pillar/77").status_code == 404


def test_who_may_not_view_pillars_finds_none(ben: User, pillars: dict[int, Pillar], logged_in: As) -> None:
    assert not ben.has_perm("pillars.view_pillar")
    assert logged_in(ben).get("/judge/pillar/1").status_code == 404
