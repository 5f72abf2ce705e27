"""What a draft comes to before it is made: items, work per person, time, and what models cost."""

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal

from django.contrib.auth.models import Group, User
from django.db.models import Sum
from django.db.models.functions import Length

from evaluations.judging.plans import duration_of, experience
from evaluations.judging.prompting import freeze_prompt
from evaluations.llm.tokens import CHARS_PER_TOKEN
from evaluations.models import Model, Scenario
from evaluations.models.provider import cost_of
from evaluations.scenarios.creation import find_models
from evaluations.scenarios.distributing import read_distribution
from evaluations.scenarios.distribution import assign
from evaluations.scenarios.drafts import checks_of, people_of, selection_of
from evaluations.scenarios.items import ItemSpec
from evaluations.scenarios.selection import specs_of
from evaluations.task_types.base import DataSample
from evaluations.task_types.registry import task_type, task_types
from pillars.models import Feature, Message, Thread

WORDS_PER_MINUTE = 200
"""How fast people read for understanding; Brysbaert (2019) has 238 for English, German words are longer."""
DECISION_S = 20
_CHARS_PER_WORD = 6
_SAMPLED = 500


@dataclass(frozen=True, slots=True)
class PersonShare:
    """What one person is going to have: items, and roughly how long they take."""

    name: str
    items: int
    seconds: float


@dataclass(frozen=True, slots=True)
class ModelShare:
    """What one model is going to have: calls, tokens, cost in its prices' currency, and seconds."""

    model: Model
    calls: int
    input_tokens: int
    cost: Decimal
    seconds: float


@dataclass(frozen=True, slots=True)
class Foretold:
    """What the draft comes to; ``short`` items get fewer people than wanted."""

    items: int
    short: int
    people: list[PersonShare]
    models: list[ModelShare]
    first: ItemSpec


@dataclass(frozen=True, slots=True)
class Guess:
    """A task type with the reason why it may be what the data are for; empty where nothing speaks for it."""

    key: str
    reason: str


def foretell(scenario: Scenario, *, actor: User) -> Foretold:
    """Compute what the draft comes to; nothing is written.

    Raises:
        ScenarioInvalid, PlanInvalid: something in the draft cannot be, by field.
    """
    specs = specs_of(scenario, selection_of(scenario), actor=actor)
    people = people_of(scenario)
    names = _names(people.usernames, people.groups)
    plan = read_distribution(scenario.distribution, order=scenario.order, seed=scenario.seed)
    checks = checks_of(scenario)
    ids = list(range(len(specs)))
    made = assign(
        ids,
        list(range(len(names))),
        plan,
        practice=ids[: checks.practice],
        gold=ids[checks.practice : checks.practice + checks.gold],
    )
    counts = [0] * len(names)
    for one in made.new:
        counts[one.person] += 1
    chars = _characters(specs)
    each_s = DECISION_S + 60 * chars / _CHARS_PER_WORD / WORDS_PER_MINUTE
    return Foretold(
        items=len(specs),
        short=len(made.short) if names else 0,
        people=[PersonShare(name, count, count * each_s) for name, count in zip(names, counts, strict=True)],
        models=[
            _of_model(scenario, model, len(specs) - checks.practice, chars)
            for model in find_models(people.models, actor)
        ],
        first=specs[0],
    )


def guesses(scenario: Scenario) -> list[Guess]:
    """Every task type with what speaks for it, the best guess first."""
    sample = data_sample(scenario)
    found = [Guess(key, kind.fits(sample)) for key, kind in task_types().items()]
    return sorted(found, key=lambda guess: not guess.reason)


def data_sample(scenario: Scenario) -> DataSample:
    """A look at the chosen threads, at most five hundred of them."""
    selection = selection_of(scenario)
    threads = Thread.objects.active().filter(assignments__pillar__in=selection.pillar_ids)
    single = Thread.objects.filter(pk__in=list(selection.thread_ids)[:_SAMPLED])
    ids = list(threads.values_list("pk", flat=True).distinct()[:_SAMPLED])
    ids += list(single.values_list("pk", flat=True))
    types: dict[int, list[str]] = {}
    for thread, kind in Feature.objects.filter(thread__in=ids).values_list("thread_id", "type"):
        types.setdefault(thread, []).append(kind)
    labels = Thread.objects.filter(pk__in=ids).exclude(label="").values_list("label", flat=True)
    return DataSample(
        threads=len(ids),
        pillars=len(set(selection.pillar_ids)),
        features=max((len(kinds) for kinds in types.values()), default=0),
        feature_types=frozenset(kind for kinds in types.values() for kind in kinds),
        labels=frozenset(labels),
        messages=Message.objects.filter(thread__in=ids).count(),
    )


def _names(usernames: Sequence[str], groups: Sequence[str]) -> list[str]:
    of_groups = User.objects.filter(groups__in=Group.objects.filter(name__in=groups), is_active=True)
    return sorted({*usernames, *of_groups.values_list("username", flat=True)})


def _characters(specs: Sequence[ItemSpec]) -> float:
    """The mean number of characters of an item, over at most five hundred of them."""
    sampled = specs[:_SAMPLED]
    ids = {side.thread_id for spec in sampled for side in spec.sides if side.thread_id is not None}
    sums = (
        Message.objects.filter(thread__in=ids).order_by().values("thread").annotate(n=Sum(Length("content")))
    )
    lengths = {row["thread"]: row["n"] for row in sums}
    total = sum(lengths.get(side.thread_id or 0, 0) for spec in sampled for side in spec.sides)
    return total / len(sampled) if sampled else 0.0


def _of_model(scenario: Scenario, model: Model, items: int, chars: float) -> ModelShare:
    plan = people_of(scenario).judging
    sides = 2 if plan.position_swap and task_type(scenario.task_type).threads_per_item == 2 else 1
    calls = items * plan.repetitions * sides
    prompt = freeze_prompt(scenario.task_type, scenario.language, scenario.prompt_config)
    fixed = len(prompt.system_text) + len(prompt.user_text)
    tokens = round(calls * (fixed + chars) / CHARS_PER_TOKEN) if model.is_language_model else 0
    latency_s, output_each = experience(model)
    return ModelShare(
        model=model,
        calls=calls,
        input_tokens=tokens,
        cost=cost_of(tokens, round(calls * output_each), model.input_price, model.output_price),
        seconds=duration_of(calls, latency_s, model),
    )
