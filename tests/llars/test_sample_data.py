"""The sample's second pillar: made from the first, once, and never over what is there."""

from io import StringIO

import pytest
from django.contrib.auth.models import User
from django.core.management import call_command
from django.utils import timezone

from llars.bootstrap import ADMIN_NAME, bootstrap
from llars.models import AuditEntry
from llars.sample_data import load_sample_threads
from pillars.assignments import remove
from pillars.derived import add_feature
from pillars.importing import import_threads
from pillars.models import Feature, Message, Pillar, PillarAssignment, Thread
from pillars.readers.parsed import ParsedFeature
from tests.pillars.files import as_json
from tests.pillars.files import thread as spoken

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def _set_up() -> None:
    bootstrap()


def run() -> str:
    output = StringIO()
    call_command("sample_data", stdout=output)
    return output.getvalue()


def test_the_samples_second_pillar_is_made_from_its_first() -> None:
    run()
    made = list(Thread.objects.in_pillar(2).prefetch_related(*Thread.TURNS, "features"))
    assert {thread.source_thread_id for thread in made} == set(
        Thread.objects.in_pillar(1).values_list("pk", flat=True)
    )
    assert not Message.objects.filter(thread__in=made).exists()
    for thread in made:
        assert len(thread.turns) == thread.message_count >= 3
        texts = {one.type: one for one in thread.features.all()}
        assert set(texts) == {"subject", "situation_description", "summary"}
        assert thread.subject == texts["subject"].content
        assert all(one.model_name == "" for one in texts.values())
        assert all("Beispieltext" in one.provenance["origin"] for one in texts.values())


def test_what_was_done_to_the_samples_second_pillar_stays() -> None:
    run()
    thread = Thread.objects.in_pillar(2)[0]
    actor = User.objects.get(username=ADMIN_NAME)
    add_feature(thread, ParsedFeature(type="summary", content="Eine weitere."), actor=actor)
    remove(Pillar.objects.get(pk=2), [Thread.objects.in_pillar(2)[1].pk])
    before = list(Thread.objects.values()), list(Feature.objects.values()), AuditEntry.objects.count()
    assert "Säule 2: importiert 0, schon da 8" in run()
    assert before == (
        list(Thread.objects.values()),
        list(Feature.objects.values()),
        AuditEntry.objects.count(),
    )
    assert Thread.objects.in_pillar(2).count() == 8


def test_an_earlier_sample_with_messages_of_its_own_stays() -> None:
    earlier = as_json(spoken("Ich öffne meine Post nicht mehr.", "Danke für Ihre Mail.", id="lb-2208"))
    import_threads(earlier, pillar=Pillar.objects.get(pk=2))
    run()
    assert [thread.external_id for thread in Thread.objects.in_pillar(2)] == ["lb-2208"]
    assert not Thread.objects.filter(source_thread__isnull=False).exists()


def test_nothing_is_made_from_sample_threads_out_of_use() -> None:
    load_sample_threads()
    PillarAssignment.objects.filter(pillar=2).delete()
    Thread.objects.filter(source_thread__isnull=False).delete()
    archived, purged = Thread.objects.in_pillar(1)[:2]
    Thread.objects.filter(pk=archived.pk).update(archived_at=timezone.now())
    Thread.objects.filter(pk=purged.pk).update(purged_at=timezone.now())
    assert load_sample_threads()[2].imported == 7
