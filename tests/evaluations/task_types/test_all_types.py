"""What holds for every task type, whichever they are."""

import json
from collections.abc import Iterator, Mapping
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from evaluations.llm.answer_schema import AnswerInvalid
from evaluations.task_types.blocks import Block
from evaluations.task_types.controls import (
    Board,
    Check,
    Choice,
    Control,
    Labels,
    LongText,
    Number,
    Option,
    Rows,
    Scale,
    read_all,
)
from evaluations.task_types.gaps import AnswerIncomplete
from evaluations.task_types.registry import task_type, task_types
from prompts.loading import DEFAULTS, read_default
from prompts.rendering import render
from tests.evaluations.task_types.questions import case_name, cases, model_answer, question_for

pytestmark = pytest.mark.database_free

GLOBAL_KEYS = set("?usficjnpoh") | {"Enter"}
LIMITS = {
    "minimum",
    "maximum",
    "minLength",
    "maxLength",
    "minItems",
    "maxItems",
    "pattern",
    "format",
    "default",
}
REASONS = {
    *("reasoning", "chain_of_thought", "final_justification", "overall_assessment", "thread_summary"),
    *("summary", "strengths", "areas_for_improvement", "linguistic_analysis", "behavioral_analysis"),
    *("key_phrases", "feedback"),
}
VERDICTS = {"winner", "buckets", "ratings", "average_rating", "vote", "overall_rating", "label", "labels"}
SURE = {"confidence", "confidence_score"}

every_case = pytest.mark.parametrize(("key", "raw"), cases(), ids=case_name)


def nodes(schema: Any) -> Iterator[dict[str, Any]]:
    """All objects within a schema that are schemas themselves."""
    if isinstance(schema, list):
        for entry in schema:
            yield from nodes(entry)
    if isinstance(schema, dict):
        yield schema
        for key, value in schema.items():
            yield from nodes(list(value.values()) if key == "properties" else value)


@every_case
def test_a_config_in_full_form_gives_itself(key: str, raw: dict[str, Any]) -> None:
    kind = task_type(key)
    full = kind.read_config(raw)
    assert kind.read_config(full) == full
    assert kind.read_config(json.loads(json.dumps(full))) == full


@every_case
def test_settings_lead_back_to_their_config(key: str, raw: dict[str, Any]) -> None:
    kind = task_type(key)
    full = kind.read_config(raw)
    settings_ = kind.settings_of(full)
    assert set(settings_) <= {control.name for control in kind.settings_form()}
    assert kind.read_config(kind.config_of(settings_)) == full
    assert (
        kind.read_config(
            kind.config_of(read_all(kind.settings_form(), posted(kind.settings_form(), settings_)))
        )
        == full
    )


@pytest.mark.parametrize("key", sorted(task_types()))
def test_an_unknown_setting_is_named_with_the_known_ones(key: str) -> None:
    with pytest.raises(ValueError, match=r"kriterien.*question"):
        task_type(key).read_config({"kriterien": []})


@every_case
def test_the_strict_view_is_strict(key: str, raw: dict[str, Any]) -> None:
    kind = task_type(key)
    strict = kind.answer_schema(question_for(kind, raw)).strict
    for node in nodes(strict):
        assert not LIMITS & set(node), node
        assert not {"$ref", "$defs", "const"} & set(node)
        if node.get("type") == "object" or "properties" in node:
            assert node["additionalProperties"] is False
            assert node["required"] == list(node["properties"])
    assert "meta" not in strict["properties"]


@every_case
def test_reasons_stand_before_the_verdict_and_the_confidence_last(key: str, raw: dict[str, Any]) -> None:
    kind = task_type(key)
    strict = kind.answer_schema(question_for(kind, raw)).strict
    names = list(strict["properties"])
    verdict = [names.index(name) for name in names if name in VERDICTS]
    reasons = [names.index(name) for name in names if name in REASONS]
    assert verdict and reasons and max(reasons) < min(verdict)
    assert set(names[max(verdict) + 1 :]) == SURE & set(names)
    assert names[-1] == "confidence"
    for node in nodes(strict):
        inner = list(node.get("properties", {}))
        for judged in {"score", "rating", "feature_ids", "score_a"} & set(inner):
            assert inner.index("reasoning") < inner.index(judged)


@every_case
def test_a_good_answer_of_a_model_passes_is_recorded_and_shown(key: str, raw: dict[str, Any]) -> None:
    kind = task_type(key)
    question = question_for(kind, raw)
    payload = kind.answer_schema(question).check(model_answer(question, kind))
    recorded = kind.record(payload, question.config, position=1)
    assert recorded.verdict
    assert len(recorded.verdict) <= 120
    assert recorded.confidence == 0.8
    assert len(recorded.reasoning) >= 20
    assert not recorded.is_contradictory
    known = {aspect.key: aspect for aspect in kind.aspects(question.config)}
    values = list(kind.values(recorded.verdict, recorded.scores, question.config))
    assert {value.aspect for value in values} == set(known)
    for value in values:
        assert not known[value.aspect].categories or value.value in dict(known[value.aspect].categories)
        assert bool(value.part) == kind.judges_features
    assert all(isinstance(block, Block) for block in kind.card(payload, question))
    json.dumps(payload)


@every_case
def test_the_first_aspect_is_the_verdict(key: str, raw: dict[str, Any]) -> None:
    kind = task_type(key)
    aspects = kind.aspects(kind.read_config(raw))
    assert [aspect.is_verdict for aspect in aspects] == [True] + [False] * (len(aspects) - 1)
    assert len({aspect.key for aspect in aspects}) == len(aspects)


@every_case
def test_every_part_of_an_answer_has_a_name_while_it_arrives(key: str, raw: dict[str, Any]) -> None:
    kind = task_type(key)
    question = question_for(kind, raw)
    strict = kind.answer_schema(question).strict
    names = kind.answer_names(question.config)
    outer = {"chain_of_thought", "criteria_scores"}
    assert {name for node in nodes(strict) for name in node.get("properties", {})} - outer <= set(names)
    assert all(names.values())


@every_case
def test_a_verdict_is_shown_as_it_was_given_whatever_the_position(key: str, raw: dict[str, Any]) -> None:
    kind = task_type(key)
    for position in (1, 2):
        question = question_for(kind, raw, position=position)
        payload = kind.answer_schema(question).check(model_answer(question, kind))
        recorded = kind.record(payload, question.config, position=position)
        shown = kind.shown_verdict(recorded.verdict, position=position)
        assert shown == kind.record(payload, question.config, position=1).verdict
        assert kind.verdict_in_words(recorded.verdict, question.config)


@every_case
def test_a_model_may_not_write_what_was_not_asked(key: str, raw: dict[str, Any]) -> None:
    kind = task_type(key)
    question = question_for(kind, raw)
    schema, good = kind.answer_schema(question), model_answer(question, kind)
    assert "model_version" not in schema.check({**good, "meta": {"model_version": "ich"}}).get("meta", {})
    with pytest.raises(AnswerInvalid, match="pillar"):
        schema.check({**good, "pillar": 3})
    for name in good:
        if name in REASONS | VERDICTS | SURE and name not in {"average_rating", "areas_for_improvement"}:
            with pytest.raises(AnswerInvalid, match=name):
                schema.check({key: value for key, value in good.items() if key != name})


@every_case
@pytest.mark.parametrize("confidence", [1.01, -0.1, 85, True, "hoch", None])
def test_a_confidence_beyond_its_limits_is_refused(key: str, raw: dict[str, Any], confidence: Any) -> None:
    kind = task_type(key)
    question = question_for(kind, raw)
    with pytest.raises(AnswerInvalid, match="confidence"):
        kind.answer_schema(question).check({**model_answer(question, kind), "confidence": confidence})


@every_case
def test_an_untouched_form_is_no_answer_and_each_gap_is_at_a_control(key: str, raw: dict[str, Any]) -> None:
    kind = task_type(key)
    question = question_for(kind, raw, asked=frozenset(kind.parts), required=frozenset(kind.parts))
    controls = [control.name for control in kind.form(question)]
    with pytest.raises(AnswerIncomplete) as refused:
        kind.check_answer(kind.payload_of({}, question), question)
    fields = [gap.field for gap in refused.value.gaps]
    assert set(fields) <= set(controls)
    assert fields == sorted(fields, key=controls.index)
    required = {control.name for control in kind.form(question) if control.required}
    optional_on_an_empty_board = {name for name in required if name.startswith("reasons.")}
    assert set(fields) == required - optional_on_an_empty_board
    with pytest.raises(AnswerIncomplete):
        kind.read_answer({}, question)


@every_case
def test_the_verdict_alone_suffices_and_is_shown(key: str, raw: dict[str, Any]) -> None:
    kind = task_type(key)
    question = question_for(kind, raw)
    fields = {control.name: some_value(control) for control in kind.form(question) if control.required}
    answer = kind.check_answer(kind.payload_of(fields, question), question)
    assert kind.record(answer, question.config, position=1).verdict
    assert kind.card(answer, question)
    assert kind.fields_of(answer, question) == fields


@every_case
@settings(max_examples=40)
@given(data=st.data())
def test_what_is_filled_in_comes_back_as_it_was(key: str, raw: dict[str, Any], data: st.DataObject) -> None:
    kind = task_type(key)
    question = question_for(kind, raw, asked=frozenset(kind.parts))
    fields = {
        control.name: value
        for control in kind.form(question)
        if (value := data.draw(st.none() | value_of(control), label=control.name)) is not None
    }
    payload = kind.payload_of(fields, question)
    assert kind.fields_of(payload, question) == fields
    assert read_all(kind.form(question), posted(kind.form(question), fields)) == fields
    answer = kind.parse_answer(payload, question)
    shown = kind.fields_of(answer, question)
    assert {name: shown[name] for name in fields} == fields
    if not kind.verdict_gaps(answer, question):
        kind.record(answer, question.config, position=1)
        assert kind.card(answer, question)


@every_case
def test_keys_are_unique_within_a_control_and_no_global_ones(key: str, raw: dict[str, Any]) -> None:
    kind = task_type(key)
    question = question_for(kind, raw, asked=frozenset(kind.parts))
    for control in kind.form(question):
        keys = [option.key for option in options_of(control) if option.key]
        assert len(set(keys)) == len(keys)
        assert not GLOBAL_KEYS & set(keys)
        assert keys or not options_of(control)


@every_case
@pytest.mark.parametrize("language", ["de", "en"])
def test_the_default_prompt_is_filled_and_fences_all_material(
    key: str, raw: dict[str, Any], language: str
) -> None:
    kind = task_type(key)
    question = question_for(kind, raw, language=language)
    prompt = read_default(DEFAULTS / f"{key}.{language}.md")
    values = kind.prompt_values(question, mark="0a1b2c3d")
    system, user = render(prompt.system_text, values), render(prompt.user_text, values)
    assert "{" not in system
    assert {"Deutsch": "de", "English": "en"}[values["language"]] == language
    for message in question.texts.thread_a.messages:
        assert message.content in user
        assert message.content not in system
    for feature in question.texts.features:
        assert f"{feature.key}:\n<<<MATERIAL-0a1b2c3d\n{feature.content}\nMATERIAL-0a1b2c3d>>>" in user


@every_case
def test_features_are_told_in_the_order_shown(key: str, raw: dict[str, Any]) -> None:
    kind = task_type(key)
    if not kind.judges_features:
        return
    question = question_for(kind, raw)
    told = kind.prompt_values(question, mark="0a1b2c3d")["features"]
    places = [told.index(f"{feature.key}:\n") for feature in question.texts.features]
    assert places == sorted(places)


@pytest.mark.parametrize("key", sorted(task_types()))
def test_a_type_has_a_question_in_both_languages_and_names_for_its_parts(key: str) -> None:
    kind = task_type(key)
    config = question_for(kind, next(raw for name, raw in cases() if name == key)).config
    german, english = kind.question(config, "de"), kind.question(config, "en")
    assert german != english
    assert german.endswith("?") and english.endswith("?")
    assert all(str(name) for name in kind.parts.values())


def options_of(control: Control) -> tuple[Option, ...]:
    """What a control lets one choose from."""
    if isinstance(control, Board):
        return control.buckets
    return control.options if isinstance(control, Choice | Labels) else ()


def value_of(control: Control) -> st.SearchStrategy[Any]:
    """Any value that a person can give a control."""
    if isinstance(control, Scale):
        return st.sampled_from([int(option.value) for option in control.options])
    if isinstance(control, Choice):
        return st.sampled_from([option.value for option in control.options])
    if isinstance(control, Labels):
        keys = [option.value for option in control.options]
        chosen = st.sets(st.sampled_from(keys), min_size=1, max_size=len(keys) if control.multiple else 1)
        return chosen.map(lambda given: sorted(given, key=keys.index))
    if isinstance(control, Board):
        return boards(control)
    assert isinstance(control, LongText)
    line = st.text(st.characters(codec="utf-8", exclude_categories=("C", "Z")), min_size=1, max_size=30)
    return line.map(str.strip).filter(bool)


def boards(control: Board) -> st.SearchStrategy[dict[str, list[str]]]:
    """Any placing of some cards, in any order within a bucket."""
    names = [bucket.value for bucket in control.buckets]
    keys = [card.key for card in control.cards]

    def placed(order: list[str], where: list[str | None]) -> dict[str, list[str]]:
        board: dict[str, list[str]] = {}
        for card, bucket in zip(order, where, strict=True):
            if bucket is not None:
                board.setdefault(bucket, []).append(card)
        return board

    places = st.lists(st.sampled_from([*names, None]), min_size=len(keys), max_size=len(keys))
    return st.builds(placed, st.permutations(keys), places).filter(bool)


def some_value(control: Control) -> Any:
    """One value that a person can give a control."""
    if isinstance(control, Board):
        return {control.buckets[0].value: [card.key for card in control.cards]}
    if isinstance(control, Labels):
        return [control.options[0].value]
    assert isinstance(control, Choice)
    value = control.options[-1].value
    return int(value) if isinstance(control, Scale) else value


def posted(controls: tuple[Control, ...], values: Mapping[str, Any]) -> dict[str, list[str]]:
    """What a browser sends for these values."""
    fields: dict[str, list[str]] = {}
    for control in controls:
        value = values.get(control.name)
        if value is None or (isinstance(control, Check) and not value):
            continue
        if isinstance(control, Board):
            for bucket, cards in value.items():
                for place, card in enumerate(cards, start=1):
                    fields |= {
                        f"{control.name}.{card}": [bucket],
                        f"{control.name}.{card}.rank": [str(place)],
                    }
        elif isinstance(control, Rows):
            for number, row in enumerate(value):
                fields |= {f"{control.name}.{number}.{name}": [text] for name, text in row.items()}
        elif isinstance(control, Labels):
            fields[control.name] = list(value)
        else:
            assert isinstance(control, Choice | LongText | Number | Check)
            fields[control.name] = [str(value)]
    return fields
