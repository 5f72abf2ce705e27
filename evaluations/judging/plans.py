"""What a session over pillars is asked to be, and what that comes to before anything is written."""

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal

from django.contrib.auth.models import User
from django.db.models import Avg
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from evaluations.judging.errors import PlanInvalid
from evaluations.judging.pairing import (
    ComparisonMode,
    Pair,
    PairingPlan,
    count_by_pillars,
    make_pairs,
    most_pairs,
)
from evaluations.judging.real_data import refusal_of_pillars
from evaluations.llm.tokens import CHARS_PER_TOKEN
from evaluations.models import Attempt, Model
from evaluations.models.provider import cost_of
from evaluations.task_types.registry import pairwise_task_type
from llars.row_ids import named, possible
from pillars.models import Pillar, PillarAssignment, Thread
from prompts.models import PromptTemplate, PromptTemplateQuerySet, PromptVersion

LIMITS: dict[str, tuple[float, float]] = {
    "samples_per_pillar": (1, 10_000),
    "max_threads_per_pillar": (1, 100_000),
    "repetitions_per_pair": (1, 20),
    "temperature": (0, 2),
    "worker_count": (1, 16),
    "seed": (0, 2**31 - 1),
}
MOST_COMPARISONS = 500_000
_OUTPUT_TOKENS = 1200
_LATENCY_S = 8.0
_LATENCY_BASELINE_S = 0.02
_LOOK_BACK = 200


@dataclass(frozen=True, slots=True)
class SessionPlan:
    """What is asked for; the names are API.md's. Without a model, template or seed the default is taken."""

    pillar_ids: tuple[int, ...]
    comparison_mode: str = ComparisonMode.PILLAR_SAMPLE
    samples_per_pillar: int = 5
    max_threads_per_pillar: int | None = None
    position_swap: bool = True
    repetitions_per_pair: int = 1
    session_name: str = ""
    model_id: int | None = None
    prompt_template_id: int | None = None
    temperature: float = 0.0
    worker_count: int = 1
    seed: int | None = None


@dataclass(frozen=True, slots=True)
class CheckedPlan:
    """A plan without faults, its rows found."""

    plan: SessionPlan
    pillar_ids: tuple[int, ...]
    model: Model
    prompt_version: PromptVersion

    def pairing(self, seed: int) -> PairingPlan:
        """What decides the pairs."""
        plan = self.plan
        return PairingPlan(
            mode=ComparisonMode(plan.comparison_mode),
            seed=seed,
            samples_per_pillar=plan.samples_per_pillar,
            max_threads_per_pillar=plan.max_threads_per_pillar,
            position_swap=plan.position_swap,
            repetitions_per_pair=plan.repetitions_per_pair,
        )


@dataclass(frozen=True, slots=True)
class PillarPairCount:
    """How many pairs two pillars give."""

    pillar_a: int
    pillar_b: int
    pairs: int


@dataclass(frozen=True, slots=True)
class Estimate:
    """What a plan comes to; ``cost`` in the currency of the model's prices, ``duration_s`` in seconds."""

    total_comparisons: int
    pairs: int
    pairs_by_pillar: list[PillarPairCount]
    input_tokens: int
    output_tokens: int
    cost: Decimal
    duration_s: float


def check_plan(plan: SessionPlan, *, user: User, needs_name: bool) -> CheckedPlan:
    """Find the plan's rows and faults.

    Raises:
        PlanInvalid: with every fault, by field.
    """
    errors: dict[str, list[str]] = {}
    if needs_name and not plan.session_name.strip():
        errors["session_name"] = [_("Give the session a name.")]
    elif len(plan.session_name) > 200:
        errors["session_name"] = [_("A name has at most 200 characters.")]
    pillar_ids = tuple(sorted(set(plan.pillar_ids)))
    _check_numbers(plan, errors)
    _check_pillars(plan, pillar_ids, user, errors)
    model = _find_model(plan, user, errors)
    prompt_version = _find_prompt(plan, errors)
    if model is not None and (refusal := refusal_of_pillars(model, possible(pillar_ids))):
        errors["model_id"] = [refusal]
    if errors or model is None or prompt_version is None:
        raise PlanInvalid(errors=errors)
    return CheckedPlan(plan, pillar_ids, model, prompt_version)


def estimate(plan: SessionPlan, *, user: User) -> Estimate:
    """Foretell what the plan comes to; nothing is written.

    Pairs and comparisons are exact. Tokens follow from the texts' lengths, and output, duration
    and cost from the model's last answers, or from general experience where there are none.

    Raises:
        PlanInvalid: the plan has faults, by field.
    """
    checked = check_plan(plan, user=user, needs_name=False)
    pairing = checked.pairing(plan.seed or 0)
    pairs = pairs_of(checked, pairing)
    calls = len(pairs) * pairing.calls_per_pair
    input_tokens = _input_tokens(pairs, pairing.calls_per_pair, checked.prompt_version)
    latency_s, tokens_each = experience(checked.model)
    if not checked.model.is_language_model:
        input_tokens = 0
    output_tokens = round(calls * tokens_each)
    prices = (checked.model.input_price, checked.model.output_price)
    return Estimate(
        total_comparisons=calls,
        pairs=len(pairs),
        pairs_by_pillar=[PillarPairCount(*key, count) for key, count in count_by_pillars(pairs).items()],
        input_tokens=input_tokens,
        output_tokens=output_tokens,
        cost=cost_of(input_tokens, output_tokens, *prices),
        duration_s=round(duration_of(calls, latency_s, checked.model), 1),
    )


def pairs_of(checked: CheckedPlan, pairing: PairingPlan) -> list[Pair]:
    """The plan's pairs in queue order.

    Raises:
        PlanInvalid: there may be more of them than a session can have.
    """
    threads = selected_threads(checked.pillar_ids)
    most = most_pairs(threads, pairing) * pairing.calls_per_pair
    if most > MOST_COMPARISONS:
        text = _(
            "This comes to up to %(count)d comparisons; a session has at most %(most)d. "
            "Take fewer pillars, threads or repetitions."
        )
        raise PlanInvalid(errors={"pillar_ids": [text % {"count": most, "most": MOST_COMPARISONS}]})
    return make_pairs(threads, pairing)


def selected_threads(pillar_ids: Sequence[int]) -> dict[int, list[int]]:
    """The ids of the threads of these pillars that are not archived."""
    threads: dict[int, list[int]] = {number: [] for number in pillar_ids}
    rows = PillarAssignment.objects.filter(pillar__in=pillar_ids, thread__archived_at__isnull=True)
    for pillar, thread in rows.order_by("thread_id").values_list("pillar_id", "thread_id"):
        threads[pillar].append(thread)
    return threads


def usable_prompts() -> PromptTemplateQuerySet:
    """The templates a session over pillars may use, the defaults first."""
    return PromptTemplate.objects.for_task_type(pairwise_task_type().key)


def default_prompt() -> PromptTemplate | None:
    """The first of them in the reader's language, else the first of all."""
    return usable_prompts().preferred((get_language() or "de")[:2])


def out_of_limits(name: str, value: float | None) -> list[str]:
    """What is wrong with a number of a plan, which has the limits of ``name``; nothing where it is within."""
    low, high = LIMITS[name]
    if value is None or low <= value <= high:
        return []
    return [_("%(value)s is not between %(low)s and %(high)s.") % {"value": value, "low": low, "high": high}]


def duration_of(calls: int, latency_s: float, model: Model) -> float:
    """How long so many calls take, in seconds, with as many at once as the model allows."""
    return calls * latency_s / min(max(calls, 1), model.max_in_flight)


def _check_numbers(plan: SessionPlan, errors: dict[str, list[str]]) -> None:
    errors |= {name: faults for name in LIMITS if (faults := out_of_limits(name, getattr(plan, name)))}


def _check_pillars(
    plan: SessionPlan, pillar_ids: tuple[int, ...], user: User, errors: dict[str, list[str]]
) -> None:
    try:
        mode = ComparisonMode(plan.comparison_mode)
    except ValueError:
        known = {"mode": plan.comparison_mode, "known": ", ".join(ComparisonMode)}
        errors["comparison_mode"] = [_("%(mode)s is none of %(known)s.") % known]
        return
    visible = Pillar.objects.visible_to(user).filter(pk__in=possible(pillar_ids))
    found = selected_threads(list(visible.values_list("pk", flat=True)))
    unknown = [pk for pk in pillar_ids if pk not in found]
    empty = [pk for pk in pillar_ids if found.get(pk) == []]
    if unknown:
        errors["pillar_ids"] = [_("There is no pillar %s.") % named(unknown)]
    elif len(pillar_ids) < mode.least_pillars:
        errors["pillar_ids"] = [_("Choose at least %d pillars for this mode.") % mode.least_pillars]
    elif empty:
        errors["pillar_ids"] = [_("Pillar %s has no threads; import some first.") % named(empty)]


def _find_model(plan: SessionPlan, user: User, errors: dict[str, list[str]]) -> Model | None:
    visible = Model.objects.visible_to(user).select_related("provider")
    if plan.model_id is not None:
        model = visible.filter(pk=plan.model_id).first()
        if model is None:
            errors["model_id"] = [_("There is no model %s that you may use.") % plan.model_id]
        return model
    model = visible.order_by("-is_default", "pk").first()
    if model is None:
        errors["model_id"] = [_("No model is set up; an administrator can add one.")]
    return model


def _find_prompt(plan: SessionPlan, errors: dict[str, list[str]]) -> PromptVersion | None:
    templates = usable_prompts()
    if plan.prompt_template_id is not None:
        template = templates.filter(pk=plan.prompt_template_id).first()
        if template is None:
            errors["prompt_template_id"] = [
                _("There is no usable prompt template %s for comparisons.") % plan.prompt_template_id
            ]
            return None
    else:
        template = default_prompt()
    if template is None or not template.versions.exists():
        errors["prompt_template_id"] = [_("No prompt template is set up; run the set-up again.")]
        return None
    return template.latest_version()


def _input_tokens(pairs: Sequence[Pair], calls_per_pair: int, prompt: PromptVersion) -> int:
    ids = {thread for pair in pairs for thread in (pair.thread_a, pair.thread_b)}
    chars = dict(Thread.objects.filter(pk__in=ids).order_by().values_list("pk", "character_count"))
    texts = sum(chars.get(pair.thread_a, 0) + chars.get(pair.thread_b, 0) for pair in pairs)
    prompts = len(pairs) * (len(prompt.system_text) + len(prompt.user_text))
    return round((texts + prompts) * calls_per_pair / CHARS_PER_TOKEN)


def experience(
    model: Model, *, task_type: str = "", usual_tokens: float = _OUTPUT_TOKENS
) -> tuple[float, float]:
    """The mean latency (s) and output tokens of the model's last answers, of ``task_type`` if named.

    ``usual_tokens``: what an answer mostly has, for a model without answers.
    """
    answered = Attempt.objects.filter(task__session__model=model, failure_code="")
    if task_type:
        answered = answered.filter(task__session__scenario__task_type=task_type)
    last = answered.order_by("-pk")[:_LOOK_BACK]
    seen = Attempt.objects.filter(pk__in=list(last.values_list("pk", flat=True))).aggregate(
        latency=Avg("latency_ms"), tokens=Avg("output_tokens")
    )
    if seen["latency"] is not None:
        return seen["latency"] / 1000, seen["tokens"]
    if not model.is_language_model:
        return _LATENCY_BASELINE_S, 0.0
    return _LATENCY_S, float(usual_tokens)
