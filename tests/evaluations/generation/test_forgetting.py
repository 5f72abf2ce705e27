"""Where texts are removed, what was generated from them goes, and so do the raw answers."""

import pytest
from django.contrib.auth.models import User
from django.utils import timezone

from evaluations.models import Attempt, Evaluation
from pillars import retention
from pillars.models import Feature, Pillar, Thread
from tests.evaluations.api.conftest import Caller
from tests.evaluations.generation.conftest import SUMMARY, generated

pytestmark = pytest.mark.django_db(transaction=True)

Stage = dict[int, Pillar]


@pytest.mark.parametrize("onto_source", [False, True])
def test_a_purge_of_the_source_removes_what_was_generated_and_the_raw_answers(
    api: Caller, anna: User, stage: Stage, onto_source: bool
) -> None:
    generated(api, onto_source=onto_source)
    assert Attempt.objects.filter(raw_text__contains="sucht Rat").count() == 6
    retention.purge(stage[1], now=timezone.now(), actor=anna)
    _assert_gone()


def test_a_purge_of_what_was_generated_removes_the_raw_answers_and_leaves_the_source(
    api: Caller, anna: User, stage: Stage
) -> None:
    session = generated(api, type="summary")
    before = list(session.tasks.values_list("evaluation__verdict", flat=True))
    retention.purge(stage[2], now=timezone.now(), actor=anna)
    _assert_gone()
    assert list(session.tasks.values_list("evaluation__verdict", flat=True)) == before
    assert all(thread.turns[0].content for thread in Thread.objects.in_pillar(1))


def test_answers_whose_texts_stand_elsewhere_stay(api: Caller, anna: User, stage: Stage) -> None:
    generated(api)
    generated(api, pillar=3, target_pillar=5)
    retention.purge(stage[2], now=timezone.now(), actor=anna)
    assert Attempt.objects.filter(raw_text__contains="sucht Rat").count() == 6
    assert Feature.objects.filter(content=SUMMARY).count() == 6


def _assert_gone() -> None:
    assert not Feature.objects.exclude(content="").exists()
    assert not Attempt.objects.exclude(raw_text="").exists()
    assert all(answer.payload["content"] == "" for answer in Evaluation.objects.all())
    assert SUMMARY not in str(list(Evaluation.objects.values()))
