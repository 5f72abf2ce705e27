"""Models judge scenarios of every type of one thread, from the prompt to the recorded answer."""

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.utils import timezone

from evaluations.answering.submitting import AnswerInput, submit
from evaluations.judging.scenario_sessions import JudgePlan
from evaluations.models import Assignment, Evaluation, Model
from evaluations.scenarios.members import MemberSpec
from evaluations.task_types.registry import UnknownTaskType, task_type, task_types
from prompts.models import PromptTemplate
from prompts.services import save_version
from tests.evaluations.task_types import seventh
from tests.evaluations.task_types.questions import LABELS
from tests.fake_llm.process import FakeLLM
from tests.scenarios import filled_scenario, inline_thread, judged

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("default_prompts")]

CONFIGS: dict[str, dict[str, Any]] = {
    "mail_rating": {"preset": "kia_metriken"},
    "text_classification": {"labels": LABELS},
}
OF_ONE_THREAD = sorted(key for key, kind in task_types().items() if kind.threads_per_item == 1)
SUMMARIES = ("Schläft schlecht.", "Sucht Rat wegen Schlaf.", "Etwas mit Wochen.", "Ein Gruß.")


@pytest.mark.parametrize("key", OF_ONE_THREAD)
@pytest.mark.parametrize("language", ["de", "en"])
def test_a_model_answers_every_item(
    anna: User, judge_model: Model, fake_llm: FakeLLM, key: str, language: str
) -> None:
    fake_llm.script(language=language)
    features = SUMMARIES if task_type(key).judges_features else ()
    threads = [inline_thread(number, features=features) for number in range(3)]
    scenario = filled_scenario(
        anna, key, threads, models=[judge_model], config=CONFIGS.get(key, {}), language=language
    )
    session = judged(scenario)
    assert (session.status, session.tasks.filter(status="completed").count()) == ("completed", 3)
    assert all(call["mode"] == "json_schema" and not call["faults"] for call in fake_llm.calls())
    assert len(fake_llm.calls()) == 3
    for answer in Evaluation.objects.filter(scenario=scenario):
        assert answer.verdict
        assert answer.confidence == 0.8
        assert answer.payload["meta"]["prompt_version"] == session.prompt_hash
        values = list(task_type(key).values(answer.verdict, answer.scores, scenario.config))
        assert len(values) >= (len(SUMMARIES) if features else 1)


@pytest.mark.parametrize("key", [key for key in OF_ONE_THREAD if task_type(key).judges_features])
def test_features_change_their_order_with_the_repetition_and_keep_their_keys(
    anna: User, judge_model: Model, fake_llm: FakeLLM, key: str
) -> None:
    scenario = filled_scenario(
        anna,
        key,
        [inline_thread(features=SUMMARIES)],
        models=[judge_model],
        judging=JudgePlan(repetitions=6),
    )
    judged(scenario)
    prompts = [call["body"]["messages"][-1]["content"] for call in fake_llm.calls()]
    orders = {tuple(sorted(SUMMARIES, key=prompt.index)) for prompt in prompts}
    assert len(orders) > 1
    rows = scenario.items.get().item_features.select_related("feature")
    keys = {row.feature.content: row.key for row in rows}
    for prompt in prompts:
        assert all(f"{keys[text]}:\n<<<MATERIAL-" in prompt[: prompt.index(text)] for text in SUMMARIES)


def test_a_phrase_that_is_not_in_the_text_is_asked_for_again(
    anna: User, judge_model: Model, fake_llm: FakeLLM
) -> None:
    made_up = {"kind": "set", "path": ["key_phrases"], "value": ["Das steht nirgends."], "when": {"first": 1}}
    fake_llm.script(faults=[made_up])
    scenario = filled_scenario(
        anna, "text_classification", [inline_thread()], models=[judge_model], config={"labels": LABELS}
    )
    session = judged(scenario)
    assert session.status == "completed"
    again = fake_llm.calls()[1]["body"]["messages"][-1]["content"]
    assert "„Das steht nirgends.“ steht nicht im Text" in again


def test_a_score_beyond_the_scale_is_refused_until_it_fits(
    anna: User, judge_model: Model, fake_llm: FakeLLM
) -> None:
    fake_llm.script(faults=[{"kind": "set", "path": ["overall_rating"], "value": 98989}])
    session = judged(filled_scenario(anna, "mail_rating", [inline_thread()], models=[judge_model]))
    assert session.status == "failed"
    assert not Evaluation.objects.exists()
    assert "98989" in session.tasks.get().failure_detail


def test_metadata_reach_a_judge_by_name_alone(anna: User, judge_model: Model, fake_llm: FakeLLM) -> None:
    told = {"thema": "Schlaf", "alter": 34, "herkunft": "GEHEIM-XY", "tags": ["a", "ö"]}
    text = "{thread_content}\nThema: {metadata.thema}; {metadata.alter}; {metadata.tags}; [{metadata.fehlt}]"
    threads = [inline_thread(1, metadata=told), inline_thread(2)]
    scenario = filled_scenario(
        anna, "authenticity", threads, models=[judge_model], prompt_config={"user_prompt_override": text}
    )
    assert judged(scenario).status == "completed"
    prompts = [call["body"]["messages"][-1]["content"] for call in fake_llm.calls()]
    asked = {prompt.rsplit("\n", 1)[1] for prompt in prompts}
    assert asked == {'Thema: Schlaf; 34; ["a", "ö"]; []', "Thema: ; ; ; []"}
    assert "GEHEIM" not in str(fake_llm.calls())


def test_a_prompt_that_asks_for_no_metadata_gets_none(
    anna: User, judge_model: Model, fake_llm: FakeLLM
) -> None:
    thread = inline_thread(metadata={"thema": "GEHEIM-XY"}, subject="BETREFF-XY")
    judged(filled_scenario(anna, "authenticity", [thread], models=[judge_model]))
    sent = str([call["body"] for call in fake_llm.calls()])
    assert "GEHEIM" not in sent
    assert "BETREFF" not in sent


def test_a_seventh_type_is_a_folder_and_nothing_else(
    anna: User, ben: User, judge_model: Model, fake_llm: FakeLLM
) -> None:
    with pytest.raises(UnknownTaskType):
        task_type("urgency")
    with seventh.found():
        template = PromptTemplate.objects.create(name="Dringlichkeit", task_type="urgency", language="de")
        user_text = "{thread_content}\n{question}"
        save_version(template, system_text="Urteile.", user_text=user_text, author=anna)
        scenario = filled_scenario(
            anna,
            "urgency",
            [inline_thread(number) for number in range(3)],
            models=[judge_model],
            evaluators=[MemberSpec("ben")],
        )
        session = judged(scenario)
        assert (session.status, session.tasks.filter(status="completed").count()) == ("completed", 3)
        assert "Wie dringend ist das Anliegen?" in str(fake_llm.calls()[0]["body"])
        assignment = Assignment.objects.filter(member__user=ben).select_related("member__scenario").first()
        assert assignment is not None
        given = AnswerInput(payload={"urgency": "high", "confidence_score": 5}, item_version=1)
        answer = submit(assignment.member, assignment, given, now=timezone.now())
        assert (answer.verdict, answer.confidence) == ("high", 1.0)
    assert set(Evaluation.objects.values_list("verdict", flat=True)) == {"low", "high"}
    assert "urgency" not in task_types()
