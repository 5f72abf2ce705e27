"""The results page: figures, colours with words, and undefined values with their reasons."""

import re

from django.contrib.auth.models import User
from django.urls import reverse

from evaluations.models import Evaluation, JudgeSession
from tests.evaluations.pages.conftest import As


def _page(session: JudgeSession, user: User, logged_in: As) -> str:
    return logged_in(user).get(reverse("judge-results", args=[session.pk])).content.decode()


def _decide(session: JudgeSession, verdicts: dict[tuple[int, int], list[str]]) -> None:
    """Give the pairs of two pillars these verdicts, in queue order; both positions say the same."""
    for (pillar_a, pillar_b), winners in verdicts.items():
        items = session.scenario.items.filter(pillar_a=pillar_a, pillar_b=pillar_b).order_by("position")
        for item, winner in zip(items, winners, strict=True):
            Evaluation.objects.filter(item=item).update(verdict=winner)


def _cell(text: str, row: int, column: int) -> str:
    found = re.search(rf'data-testid="matrix-cell-{row}-{column}"\s+data-outcome="(\w*)"', text)
    assert found
    return found[1]


def test_cells_are_won_even_or_lost_from_the_rows_side(
    judged: JudgeSession, anna: User, logged_in: As
) -> None:
    _decide(judged, {(1, 3): ["A", "A"], (1, 5): ["A", "B"], (3, 5): ["TIE", "TIE"]})
    text = _page(judged, anna, logged_in)
    assert (_cell(text, 1, 3), _cell(text, 3, 1)) == ("won", "lost")
    assert (_cell(text, 1, 5), _cell(text, 5, 1)) == ("even", "even")
    assert (_cell(text, 3, 5), _cell(text, 5, 3)) == ("lost", "lost")
    assert "meist unentschieden" in text
    assert _cell(text, 1, 1) == ""
    assert text.count('data-testid="ranking-row"') == 3


def test_undefined_strengths_are_said_with_their_reason(
    judged: JudgeSession, anna: User, logged_in: As
) -> None:
    _decide(judged, {(1, 3): ["A", "A"], (1, 5): ["A", "A"], (3, 5): ["A", "A"]})
    text = _page(judged, anna, logged_in)
    assert 'data-testid="bradley-terry-undefined"' in text
    assert "ihre Stärke wäre unbegrenzt" in text


def test_before_the_first_verdict_nothing_is_a_figure(
    created: JudgeSession, anna: User, logged_in: As
) -> None:
    text = _page(created, anna, logged_in)
    assert 'data-testid="warning-no_pairs"' in text
    assert "nicht definiert" in text
    assert "NaN" not in text


def test_a_pair_with_a_failed_half_is_open_and_the_failure_named(
    judged: JudgeSession, anna: User, logged_in: As
) -> None:
    task = judged.tasks.get(queue_position=0)
    Evaluation.objects.filter(task=task).delete()
    judged.tasks.filter(pk=task.pk).update(status="failed", failure_code="refused")
    text = _page(judged, anna, logged_in)
    assert "1 Paar ist offen" in text
    assert "vom Modell verweigert: 1" in text
    assert "1 offen" in text


def test_conflicts_stand_beside_the_ties(judged: JudgeSession, anna: User, logged_in: As) -> None:
    for evaluation in Evaluation.objects.filter(task__session=judged):
        verdict = "A" if evaluation.position == 1 else "B"
        Evaluation.objects.filter(pk=evaluation.pk).update(verdict=verdict)
    text = _page(judged, anna, logged_in)
    assert "davon 2 Konflikte" in text
    assert 'data-testid="warning-many_flips"' in text
    assert "6 von 6 (100" in text


def test_it_says_that_the_baseline_is_no_language_model_and_offers_the_exports(
    judged: JudgeSession, anna: User, logged_in: As
) -> None:
    text = _page(judged, anna, logged_in)
    assert 'data-testid="baseline-note"' in text
    assert f"/api/judge/sessions/{judged.pk}/export/csv" in text
    assert f"/api/judge/sessions/{judged.pk}/export/json" in text


def test_english_figures_have_a_point(judged: JudgeSession, anna: User, logged_in: As) -> None:
    client = logged_in(anna)
    client.post("/language", {"language": "en"})
    text = client.get(reverse("judge-results", args=[judged.pk])).content.decode()
    assert "Ranking" in text
    assert re.search(r"\d\.\d\d <span", text)
