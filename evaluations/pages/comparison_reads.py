"""What the pages read of a session's comparisons."""

from dataclasses import dataclass
from typing import Any

from django import forms
from django.db.models import Q
from django.http import Http404
from django.utils.translation import gettext_lazy as _

from evaluations.models import JudgeSession, JudgeTask
from evaluations.pages.comparison_view import failure_label
from evaluations.reports.comparisons import (
    ComparisonQuerySet,
    FullComparison,
    answer_of,
    comparisons_of,
    full_comparison,
    shown_verdict,
)
from evaluations.task_types.registry import task_type
from pillars.models import Pillar

CONTRADICTORY = "contradictory"
TIE = "TIE"


class HistoryFilter(forms.Form):
    """What of the history is to be seen; what cannot be understood filters nothing."""

    status = forms.ChoiceField(
        label=_("Result"),
        required=False,
        choices=[
            ("", _("all")),
            (JudgeTask.Status.COMPLETED, _("judged")),
            (JudgeTask.Status.FAILED, _("failed")),
            (CONTRADICTORY, _("reason contradicts verdict")),
        ],
    )
    winner = forms.ChoiceField(label=_("Winner"), required=False)
    pillar = forms.ChoiceField(label=_("Pillar"), required=False)

    def __init__(self, *args: Any, pillars: list[Pillar], pairwise: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        choices = [(str(pillar.pk), str(pillar)) for pillar in pillars]
        if pairwise:
            self._offer("winner", [("", _("all")), (TIE, _("tie")), *choices])
        else:
            del self.fields["winner"]
        if choices:
            self._offer("pillar", [("", _("all")), *choices])
        else:
            del self.fields["pillar"]
        for name, field in self.fields.items():
            field.widget.attrs |= {"class": "form-select form-select-sm", "id": f"history_{name}"}

    def _offer(self, name: str, choices: list[tuple[str, Any]]) -> None:
        self.fields[name].choices = choices  # type: ignore[attr-defined]

    def chosen(self) -> dict[str, str]:
        """The filters that say something, by name."""
        self.is_valid()
        return {name: value for name, value in self.cleaned_data.items() if value}

    def of(self, rows: ComparisonQuerySet) -> ComparisonQuerySet:
        """The rows that fit all of the filters."""
        chosen = self.chosen()
        if chosen.get("status") == CONTRADICTORY:
            rows = rows.contradictory()
        elif "status" in chosen:
            rows = rows.with_status(chosen["status"])
        if chosen.get("winner") == TIE:
            rows = rows.won_by(TIE)
        elif "winner" in chosen:
            rows = rows.won_by_pillar(int(chosen["winner"]))
        return rows.with_pillar(int(chosen["pillar"])) if "pillar" in chosen else rows


@dataclass(frozen=True, slots=True)
class HistoryRow:
    """One comparison that has ended, in the frame the judge saw; ``verdict`` is it in words."""

    task: JudgeTask
    is_pair: bool
    pillar_a: Pillar | None
    pillar_b: Pillar | None
    winner: str
    verdict: str
    confidence: float | None
    is_contradictory: bool
    failure: str

    @property
    def winning_pillar(self) -> Pillar | None:
        """The pillar that won; none for a tie or a failure, and where nothing was compared."""
        return {"A": self.pillar_a, "B": self.pillar_b}.get(self.winner) if self.is_pair else None


def pillars_of(session: JudgeSession) -> list[Pillar]:
    """The pillars that the session's items come from."""
    items = session.scenario.items.order_by()
    first, second = items.values("pillar_a").distinct(), items.values("pillar_b").distinct()
    return list(Pillar.objects.filter(Q(pk__in=first) | Q(pk__in=second)))


def ended_tasks(session: JudgeSession) -> ComparisonQuerySet:
    """The comparisons that have ended, newest first, without the long texts of their answers."""
    ended = comparisons_of(session).with_status(JudgeTask.Status.COMPLETED, JudgeTask.Status.FAILED)
    return ended.order_by("-finished_at", "-queue_position")


def history_row(session: JudgeSession, task: JudgeTask) -> HistoryRow:
    """A row of the session's history."""
    scenario, answer = session.scenario, answer_of(task)
    kind = task_type(scenario.task_type)
    pillars = (task.item.pillar_a, task.item.pillar_b)
    pillar_a, pillar_b = pillars if task.position == 1 else pillars[::-1]
    return HistoryRow(
        task=task,
        pillar_a=pillar_a,
        pillar_b=pillar_b,
        is_pair=task.item.thread_b_id is not None,
        winner=shown_verdict(task, kind) or "",
        verdict=kind.verdict_in_words(answer.verdict, scenario.config) if answer else "",
        confidence=answer.confidence if answer else None,
        is_contradictory=bool(answer and answer.is_contradictory),
        failure=failure_label(task.failure_code),
    )


def current_comparison(session: JudgeSession, *, wanted: int | None = None) -> FullComparison | None:
    """The comparison to look at: the wanted one, else one being judged, else the last that ended."""
    tasks = comparisons_of(session)
    for choice in (
        tasks.filter(pk=wanted) if wanted is not None else tasks.none(),
        tasks.under_way().order_by("started_at", "pk"),
        ended_tasks(session),
    ):
        pk = choice.values_list("pk", flat=True).first()
        if pk is not None:
            return full_comparison(session, pk)
    return None


def busy_comparisons(session: JudgeSession, *, most: int = 16) -> list[JudgeTask]:
    """The comparisons being judged now, the longest first."""
    return list(comparisons_of(session).under_way().order_by("started_at", "pk")[:most])


def get_comparison(session: JudgeSession, pk: int) -> FullComparison:
    """One comparison of the session with all its texts.

    Raises:
        Http404: the session has no such comparison.
    """
    try:
        return full_comparison(session, pk)
    except JudgeTask.DoesNotExist:
        raise Http404 from None


def other_position(session: JudgeSession, task: JudgeTask) -> JudgeTask | None:
    """The same pair in the other position of the same repetition, where both are judged."""
    same = comparisons_of(session).filter(item=task.item_id, repetition=task.repetition)
    return same.exclude(pk=task.pk).first()
