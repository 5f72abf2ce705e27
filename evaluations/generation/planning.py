"""What a generation is asked to be, and what that comes to before anything is written."""

from dataclasses import dataclass
from decimal import Decimal

from django.contrib.auth.models import User
from django.db.models import Exists, OuterRef, Sum
from django.db.models.functions import Coalesce
from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _

from evaluations.generation.task_type import KINDS, FeatureGeneration
from evaluations.judging.errors import PlanInvalid
from evaluations.judging.judged_threads import evaluated_threads
from evaluations.judging.plans import duration_of, experience, out_of_limits
from evaluations.judging.real_data import refusal_of_pillars
from evaluations.llm.tokens import CHARS_PER_TOKEN
from evaluations.models import JudgeTask, Model, Provider, Scenario
from evaluations.models.provider import cost_of
from llars.errors import NotAllowed
from llars.row_ids import possible
from pillars.models import Feature, Pillar, Thread, ThreadQuerySet
from prompts.models import PromptTemplate, PromptVersion

RIGHTS = ("evaluations.add_judgesession", "pillars.add_thread", "pillars.add_pillarassignment")
USUAL_TARGET = 2
"""The pillar of features that were made from pillar 1."""


@dataclass(frozen=True, slots=True)
class GenerationPlan:
    """What is asked for. Without model or template the default is taken; without ``target_pillar``, and
    not ``onto_source``, pillar 2. ``only_missing``: threads that have such a text are left out."""

    pillar: int
    type: str
    model_id: int | None = None
    prompt_template_id: int | None = None
    target_pillar: int | None = None
    onto_source: bool = False
    only_missing: bool = True
    temperature: float = 0.0
    seed: int | None = None


@dataclass(frozen=True, slots=True)
class CheckedGeneration:
    """A plan without faults; ``target`` is ``None`` where the threads themselves get the texts.

    ``left_out``: how many threads have such a text already.
    """

    pillar: Pillar
    kind: FeatureGeneration
    model: Model
    prompt_version: PromptVersion
    target: int | None
    threads: list[int]
    left_out: int


@dataclass(frozen=True, slots=True)
class GenerationEstimate:
    """What a plan comes to; ``cost`` in the currency of the model's prices, ``duration_s`` in seconds."""

    calls: int
    left_out: int
    input_tokens: int
    output_tokens: int
    cost: Decimal
    duration_s: float


def check_generation(plan: GenerationPlan, *, user: User) -> CheckedGeneration:
    """Find the plan's rows and faults.

    Raises:
        NotAllowed: the user may not make threads or sessions.
        PlanInvalid: with every fault, by field.
    """
    if not user.has_perms(RIGHTS):
        raise NotAllowed()
    errors: dict[str, list[str]] = {}
    kind = KINDS.get(plan.type)
    if kind is None:
        raise _invalid("type", _("Possible are: %s.") % ", ".join(KINDS))
    pillar = Pillar.objects.visible_to(user).filter(pk__in=possible([plan.pillar])).first()
    if pillar is None:
        raise _invalid("pillar", _("There is no pillar %s.") % plan.pillar)
    _check_numbers(plan, errors)
    target = _target_of(plan, user, errors)
    model = _find_model(plan, user, errors)
    prompt = _find_prompt(plan, kind, errors)
    if model is not None and (refusal := refusal_of_pillars(model, [pillar.pk])):
        errors["model_id"] = [refusal]
    if errors or model is None or prompt is None:
        raise PlanInvalid(errors=errors)
    threads, left_out = _threads_of(pillar, kind, target, user, only_missing=plan.only_missing)
    _check_threads(threads, left_out, target)
    return CheckedGeneration(pillar, kind, model, prompt, target, threads, left_out)


def estimate_generation(plan: GenerationPlan, *, user: User) -> GenerationEstimate:
    """Foretell what the plan comes to; nothing is written.

    Raises:
        NotAllowed: the user may not make threads or sessions.
        PlanInvalid: the plan has faults, by field.
    """
    checked = check_generation(plan, user=user)
    calls, model = len(checked.threads), checked.model
    characters = Thread.objects.filter(pk__in=checked.threads).aggregate(all=Sum("character_count"))["all"]
    prompt = len(checked.prompt_version.system_text) + len(checked.prompt_version.user_text)
    input_tokens = round(((characters or 0) + calls * prompt) / CHARS_PER_TOKEN)
    kind = checked.kind
    latency_s, tokens_each = experience(model, task_type=kind.key, usual_tokens=kind.usual_tokens)
    output_tokens = round(calls * tokens_each)
    return GenerationEstimate(
        calls=calls,
        left_out=checked.left_out,
        input_tokens=input_tokens,
        output_tokens=output_tokens,
        cost=cost_of(input_tokens, output_tokens, model.input_price, model.output_price),
        duration_s=round(duration_of(calls, latency_s, model), 1),
    )


def _check_numbers(plan: GenerationPlan, errors: dict[str, list[str]]) -> None:
    for name, value in (("temperature", plan.temperature), ("seed", plan.seed)):
        if faults := out_of_limits(name, value):
            errors[name] = faults


def _target_of(plan: GenerationPlan, user: User, errors: dict[str, list[str]]) -> int | None:
    if plan.onto_source:
        if plan.target_pillar is not None:
            errors["target_pillar"] = [_("Choose a pillar, or the threads themselves, not both.")]
        return None
    wanted = USUAL_TARGET if plan.target_pillar is None else plan.target_pillar
    if not Pillar.objects.visible_to(user).filter(pk__in=possible([wanted])).exists():
        errors["target_pillar"] = [_("There is no pillar %s.") % wanted]
    elif wanted == plan.pillar:
        errors["target_pillar"] = [
            _("The texts go to another pillar than the one they are made from, or to the threads themselves.")
        ]
    return wanted


def _find_model(plan: GenerationPlan, user: User, errors: dict[str, list[str]]) -> Model | None:
    visible = Model.objects.visible_to(user).select_related("provider").order_by("-is_default", "pk")
    if plan.model_id is None:
        model = visible.filter(provider__kind=Provider.Kind.OPENAI).first()
    else:
        model = visible.filter(pk__in=possible([plan.model_id])).first()
    if model is None and plan.model_id is not None:
        errors["model_id"] = [_("There is no model %s that you may use.") % plan.model_id]
    elif model is None:
        errors["model_id"] = [_("No language model is set up; an administrator can add one.")]
    elif model.provider.kind == Provider.Kind.BASELINE:
        errors["model_id"] = [
            _("The baseline judge measures texts and cannot write any; choose a language model.")
        ]
    elif model.provider.kind == Provider.Kind.RECORDED:
        errors["model_id"] = [_("This model's answers were made elsewhere; it cannot be called.")]
    return model


def _find_prompt(
    plan: GenerationPlan, kind: FeatureGeneration, errors: dict[str, list[str]]
) -> PromptVersion | None:
    usable = PromptTemplate.objects.for_task_type(kind.key)
    if plan.prompt_template_id is None:
        template = usable.preferred((get_language() or "de")[:2])
    else:
        template = usable.filter(pk__in=possible([plan.prompt_template_id])).first()
    if template is None or not template.versions.exists():
        text = _("There is no usable prompt template for this type of text.")
        errors["prompt_template_id"] = [text]
        return None
    return template.latest_version()


def _threads_of(
    pillar: Pillar, kind: FeatureGeneration, target: int | None, user: User, *, only_missing: bool
) -> tuple[list[int], int]:
    """The threads to write for, one for each source, and how many are left out."""
    threads = Thread.objects.visible_to(user).active().in_pillar(pillar.pk)
    if target is not None:
        threads = threads.exclude(source_thread__archived_at__isnull=False)
    rows = threads.annotate(root=Coalesce("source_thread", "pk")).values_list("pk", "root")
    by_place: dict[int, int] = {}
    for pk, root in rows:
        by_place.setdefault(pk if target is None else root, pk)
    if not only_missing:
        return list(by_place.values()), 0
    there = _with_text(threads, kind, target) | _under_way(kind, target)
    wanted = [pk for place, pk in by_place.items() if place not in there]
    return wanted, len(by_place) - len(wanted)


def _with_text(threads: ThreadQuerySet, kind: FeatureGeneration, target: int | None) -> set[int]:
    """The threads, or for a target pillar the sources, that have a text of this type."""
    of_type = Feature.objects.filter(thread=OuterRef("pk"), type=kind.feature)
    if target is None:
        return set(threads.filter(Exists(of_type)).values_list("pk", flat=True))
    made = Thread.objects.active().in_pillar(target).filter(Exists(of_type), source_thread__isnull=False)
    return {pk for pk in made.values_list("source_thread", flat=True) if pk is not None}


def _under_way(kind: FeatureGeneration, target: int | None) -> set[int]:
    """The same of those that a generation is still to write for."""
    waiting = JudgeTask.objects.open().filter(session__scenario=OuterRef("pk"))
    scenarios = Scenario.objects.filter(Exists(waiting), task_type=kind.key).values_list("pk", "config")
    same = [pk for pk, config in scenarios if config["target_pillar"] == target]
    tasks = JudgeTask.objects.open().filter(session__scenario__in=same).order_by()
    rows = tasks.values_list("item__thread_a", "item__thread_a__source_thread")
    return {thread if target is None else source or thread for thread, source in rows}


def _check_threads(threads: list[int], left_out: int, target: int | None) -> None:
    if not threads and left_out:
        raise _invalid("only_missing", _("All threads of this pillar have such a text already."))
    if not threads:
        raise _invalid("pillar", _("This pillar has no threads to write a text for."))
    judged = len(evaluated_threads(threads)) if target is None else 0
    if judged:
        text = ngettext(
            "%d of the threads was judged and cannot be changed any more; choose a pillar for the texts.",
            "%d of the threads were judged and cannot be changed any more; choose a pillar for the texts.",
            judged,
        )
        raise _invalid("onto_source", text % judged)


def _invalid(field: str, message: str) -> PlanInvalid:
    return PlanInvalid(message, errors={field: [message]})
