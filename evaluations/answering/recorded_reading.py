"""Check answers that were made elsewhere against the items they are about."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import TYPE_CHECKING, Any

from django.utils.translation import gettext as _

from evaluations.models import Evaluation, Item, Scenario
from evaluations.scenarios.feature_keys import with_keys
from evaluations.scenarios.references import own_frame_questions
from evaluations.task_types.base import Recorded
from evaluations.task_types.gaps import AnswerIncomplete
from evaluations.task_types.registry import task_type
from llars.errors import InvalidInput
from llars.storable import fault_in

if TYPE_CHECKING:
    from evaluations.answering.recorded import RecordedAnswer

MOST_ANSWERS = 100_000
_AT_ONCE = 500
_MOST_TOLD = 100
_NOTHING = Recorded(verdict="", scores={}, confidence=None, reasoning="")


@dataclass(frozen=True, slots=True)
class ReadAnswer:
    """An answer that can be taken; ``payload`` is ``None`` where an error was recorded instead."""

    item: Item
    person: str
    model: str
    position: int
    payload: dict[str, Any] | None
    recorded: Recorded
    error: str
    raw: str
    created_at: datetime | None


def read_answers(scenario: Scenario, answers: Sequence["RecordedAnswer"]) -> list[ReadAnswer]:
    """Find the items and check every payload.

    Raises:
        InvalidInput: with the first hundred faults, by place as ``answers.<index>``.
    """
    errors: dict[str, list[str]] = {}
    items = _find_items(scenario, answers, errors)
    _check_senders(scenario, answers, items, errors)
    read: list[ReadAnswer] = []
    for start in range(0, len(answers), _AT_ONCE):
        part = [
            (index, answers[index], items[index])
            for index in range(start, min(start + _AT_ONCE, len(answers)))
            if index in items
        ]
        read += _read_part(scenario, part, errors)
    if errors:
        message = _("%d of the answers cannot be taken; none was.") % len(errors)
        raise InvalidInput(message, errors=dict(list(errors.items())[:_MOST_TOLD]))
    return read


def _find_items(
    scenario: Scenario, answers: Sequence["RecordedAnswer"], errors: dict[str, list[str]]
) -> dict[int, Item]:
    if not 0 < len(answers) <= MOST_ANSWERS:
        errors["answers"] = [_("Give between 1 and %d answers.") % MOST_ANSWERS]
        return {}
    by_pk = {item.pk: item for item in scenario.items.select_related("pillar_a", "pillar_b")}
    by_name = {item.external_id: item for item in by_pk.values() if item.external_id}
    found: dict[int, Item] = {}
    for index, answer in enumerate(answers):
        item = by_pk.get(answer.item) if answer.item is not None else by_name.get(answer.external_id)
        if item is None:
            name = answer.item if answer.item is not None else answer.external_id
            errors[f"answers.{index}"] = [_("The scenario has no item “%s”.") % name]
        else:
            found[index] = item
    return found


def _check_senders(
    scenario: Scenario,
    answers: Sequence["RecordedAnswer"],
    items: Mapping[int, Item],
    errors: dict[str, list[str]],
) -> None:
    """Each has one sender, and each sender answers an item (in a position) once."""
    sent = [
        (answer.person, answer.model, items[index].pk, answer.position if answer.model else 1)
        for index, answer in enumerate(answers)
        if index in items
    ]
    twice = {key for key, count in Counter(sent).items() if count > 1}
    there = set(
        Evaluation.objects.filter(scenario=scenario, member__isnull=False).values_list(
            "member__name", "item_id"
        )
    )
    accounts = set(scenario.members.filter(user__isnull=False).values_list("name", flat=True))
    for index, answer in enumerate(answers):
        if index in items:
            key = (answer.person, answer.model, items[index].pk, answer.position if answer.model else 1)
            fault = _fault_of_sender(answer, accounts)
            if not fault and (key in twice or (answer.person, items[index].pk) in there):
                fault = _("“%s” has answered this item already.") % (answer.person or answer.model)
            if fault:
                errors[f"answers.{index}"] = [fault]


def _fault_of_sender(answer: "RecordedAnswer", accounts: set[str]) -> str:
    if bool(answer.person) == bool(answer.model):
        return _("Say who answered: a person or a model.")
    if len(answer.person or answer.model) > 150:
        return _("A name has at most 150 characters.")
    if answer.person in accounts:
        return _("“%s” has an account here and answers on the pages.") % answer.person
    if answer.position not in (1, 2):
        return _("“position” is 1 or 2.")
    if (answer.payload is None) == (not answer.error):
        return _("Give either a payload or an error.")
    return ""


def _read_part(
    scenario: Scenario,
    part: Sequence[tuple[int, "RecordedAnswer", Item]],
    errors: dict[str, list[str]],
) -> list[ReadAnswer]:
    kind = task_type(scenario.task_type)
    questions = own_frame_questions(scenario, [item for _, _, item in part])
    read: list[ReadAnswer] = []
    for index, answer, item in part:
        payload: dict[str, Any] | None = None
        recorded = _NOTHING
        if answer.payload is not None:
            question, names = questions[item.pk]
            try:
                payload = kind.read_answer(
                    with_keys(dict(answer.payload), names), replace(question, position=answer.position)
                )
            except AnswerIncomplete as error:
                faults = [f"{gap.field}: {gap.message}" for gap in error.gaps]
                errors.setdefault(f"answers.{index}", []).extend(faults)
                continue
            recorded = kind.record(payload, scenario.config, position=answer.position)
        if fault := fault_in([payload, answer.raw, answer.error]):
            errors.setdefault(f"answers.{index}", []).append(fault)
            continue
        read.append(_read(answer, item, payload, recorded))
    return read


def _read(
    answer: "RecordedAnswer", item: Item, payload: dict[str, Any] | None, recorded: Recorded
) -> ReadAnswer:
    return ReadAnswer(
        item=item,
        person=answer.person,
        model=answer.model,
        position=answer.position,
        payload=payload,
        recorded=recorded,
        error=answer.error,
        raw=answer.raw,
        created_at=answer.created_at,
    )
