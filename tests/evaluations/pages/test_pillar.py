"""A pillar's page and the reader of its threads."""

from django.contrib.auth.models import User
from django.db import connection
from django.test.utils import CaptureQueriesContext

from pillars.models import Pillar, Thread
from tests.evaluations.pages.conftest import As
from tests.threads import add_threads


def test_it_lists_the_assigned_threads_with_constant_queries(
    anna: User, pillars: dict[int, Pillar], logged_in: As
) -> None:
    client = logged_in(anna)
    client.get("/judge/pillar/1")
    with CaptureQueriesContext(connection) as few:
        text = client.get("/judge/pillar/1").content.decode()
    assert text.count('data-testid="thread-row"') == 6
    add_threads(pillars[1], 10)
    with CaptureQueriesContext(connection) as many:
        text = client.get("/judge/pillar/1").content.decode()
    assert text.count('data-testid="thread-row"') == 16
    assert len(many) == len(few)


def test_a_thread_is_read_with_its_roles_and_neighbours(
    anna: User, pillars: dict[int, Pillar], logged_in: As
) -> None:
    threads = list(Thread.objects.in_pillar(3))
    text = logged_in(anna).get(f"/judge/pillar/3/thread/{threads[1].pk}").content.decode()
    assert "Ratsuchende Person" in text
    assert "Beratende Person" in text
    assert f"/judge/pillar/3/thread/{threads[0].pk}" in text
    assert f"/judge/pillar/3/thread/{threads[2].pk}" in text


def test_an_empty_pillar_says_how_to_fill_it(anna: User, logged_in: As) -> None:
    Pillar.objects.create(number=9, name="Leer")
    assert "import_threads FILE --pillar 9" in logged_in(anna).get("/judge/pillar/9").content.decode()


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
