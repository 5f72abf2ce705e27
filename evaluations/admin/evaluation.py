"""Recorded answers and the calls that were made for them."""

from django.contrib import admin
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy

from evaluations.admin.own_scenarios import OfScenarioAdmin
from evaluations.models import Attempt, Evaluation
from llars.readonly_admin import as_json, as_text


@admin.register(Evaluation)
class EvaluationAdmin(OfScenarioAdmin[Evaluation]):
    """One answer each, of a person or a judge."""

    list_display = (
        "id",
        "scenario",
        "item",
        "model",
        "member",
        "position",
        "verdict",
        "confidence",
        "created_at",
    )
    list_filter = (
        "verdict",
        "is_contradictory",
        "is_recorded",
        ("model", admin.RelatedOnlyFieldListFilter),
    )
    list_select_related = ("scenario", "item", "model", "member")
    search_fields = ("scenario__name", "reasoning", "comment")
    show_full_result_count = False
    exclude = ("payload", "scores")
    readonly_fields = ("scores_shown", "payload_shown")

    @admin.display(description=gettext_lazy("scores"))
    def scores_shown(self, evaluation: Evaluation) -> SafeString:
        """The scores as JSON."""
        return as_json(evaluation.scores)

    @admin.display(description=gettext_lazy("answer"))
    def payload_shown(self, evaluation: Evaluation) -> SafeString:
        """The whole answer as JSON."""
        return as_json(evaluation.payload)


@admin.register(Attempt)
class AttemptAdmin(OfScenarioAdmin[Attempt]):
    """One call each, whatever came of it."""

    scenario_path = "task__session__scenario"

    list_display = (
        "id", "task", "number", "output_mode", "failure_code", "input_tokens", "output_tokens", "latency_ms",
        "started_at",
    )  # fmt: skip
    list_filter = ("failure_code", "output_mode")
    list_select_related = ("task",)
    search_fields = ("task__session__name", "failure_detail")
    show_full_result_count = False
    exclude = ("raw_text",)
    readonly_fields = ("raw_shown",)

    @admin.display(description=gettext_lazy("raw answer"))
    def raw_shown(self, attempt: Attempt) -> SafeString:
        """The raw text, as it came."""
        return as_text(attempt.raw_text)
