"""The answers of the baseline judge as a whole."""

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from evaluations.llm.baseline import BASELINE_KINDS, judge_comparison
from evaluations.llm.baseline.measures import measure_thread
from evaluations.llm.material import ComparisonMaterial, MessageText, ThreadText

from .sample import COPIED_ADVICE, EMPATHIC, SIX, all_texts, judge, thread

STEPS = [
    "step_1_overview",
    "step_2_strengths_a",
    "step_3_strengths_b",
    "step_4_weaknesses_a",
    "step_5_weaknesses_b",
    "step_6_comparison",
]
MIRROR = {"A": "B", "B": "A", "TIE": "TIE"}

SNIPPETS = (
    "Liebe Anna,\n\n",
    "Was hilft dir? ",
    "Ich habe Angst. ",
    "Das verstehe ich gut. ",
    "Ein nächster Schritt wäre ein Termin in der Beratungsstelle. ",
    "Bitte achten Sie auf regelmäßige Schlafenszeiten und wenig Kaffee. ",
    "WARUM?! ",
    "[Name] ",
    "How are you? I am sad. ",
    "😀 ",
    "\n\nHerzliche Grüße\nJana",
)
texts = st.one_of(st.lists(st.sampled_from(SNIPPETS), max_size=12).map("".join), st.text(max_size=60))
messages = st.builds(MessageText, st.sampled_from(["counsellor", "client"]), texts)
threads = st.builds(ThreadText, st.lists(messages, max_size=6).map(tuple), st.text(max_size=10))
criteria = st.lists(st.sampled_from([*SIX, "Wärme", "x" * 200]), unique=True).map(tuple)
kinds = st.sampled_from(BASELINE_KINDS)
languages = st.sampled_from(["de", "en"])


def test_the_answer_has_the_schemas_fields_in_the_schemas_order() -> None:
    answer = judge(EMPATHIC, COPIED_ADVICE)
    assert list(answer) == [
        "chain_of_thought",
        "criteria_scores",
        "final_justification",
        "winner",
        "confidence",
    ]
    assert list(answer["chain_of_thought"]) == STEPS
    assert tuple(answer["criteria_scores"]) == SIX
    assert all(
        list(part) == ["reasoning", "score_a", "score_b"] for part in answer["criteria_scores"].values()
    )


def test_exactly_the_criteria_asked_for_are_scored() -> None:
    answer = judge(EMPATHIC, COPIED_ADVICE, criteria=("empathy", "Wärme"))
    assert list(answer["criteria_scores"]) == ["empathy", "Wärme"]
    assert "Mittelwert aller" in answer["criteria_scores"]["Wärme"]["reasoning"]
    assert "„Wärme“" in answer["criteria_scores"]["Wärme"]["reasoning"]


def test_a_warm_thread_with_open_questions_beats_advice_from_the_shelf() -> None:
    answer = judge(EMPATHIC, COPIED_ADVICE)
    assert answer["winner"] == "A"
    assert answer["confidence"] > 0.75
    for name, part in answer["criteria_scores"].items():
        assert part["score_a"] > part["score_b"], name


def test_padding_the_worse_thread_does_not_make_it_win() -> None:
    padded = ThreadText(
        tuple(MessageText(m.role, m.content + "\n\n" + m.content * 3) for m in COPIED_ADVICE.messages)
    )
    assert measure_thread(padded, "de").words > 1.5 * measure_thread(EMPATHIC, "de").words
    assert judge(EMPATHIC, padded)["winner"] == "A"


def test_a_thread_against_itself_is_a_tie() -> None:
    answer = judge(EMPATHIC, EMPATHIC)
    assert (answer["winner"], answer["confidence"]) == ("TIE", 0.7)


def test_reasons_say_figures_and_quote_the_threads() -> None:
    reasoning = judge(EMPATHIC, COPIED_ADVICE)["criteria_scores"]["quality"]["reasoning"]
    assert "offene Fragen je Beratungsmail (Verlauf A: 2,0, Verlauf B: 0,0)" in reasoning
    assert "Aus Verlauf A: „Was geht dir nachts durch den Kopf?“" in reasoning
    coherence = judge(EMPATHIC, COPIED_ADVICE)["criteria_scores"]["counsellor_coherence"]["reasoning"]
    assert "wiederholte Wendungen in der Beratung (Verlauf A: 0 %, Verlauf B: 100 %)" in coherence


def test_english_answers_are_english_with_points() -> None:
    answer = judge(EMPATHIC, COPIED_ADVICE, language="en")
    reasoning = answer["criteria_scores"]["quality"]["reasoning"]
    assert "open questions per counsellor mail (thread A: 2.0, thread B: 0.0)" in reasoning
    assert "no language model" in answer["final_justification"]
    assert not any("Verlauf" in text for text in all_texts(answer))


@pytest.mark.parametrize("kind", BASELINE_KINDS)
def test_it_says_that_it_is_no_language_model(kind: str) -> None:
    assert "kein Sprachmodell" in judge(EMPATHIC, COPIED_ADVICE, kind)["final_justification"]


@pytest.mark.parametrize("language", ["de", "en"])
def test_quotations_are_short(language: str) -> None:
    long_one = thread(("k", "Hilfe"), ("b", "Was " + "sehr " * 100 + "lange Frage?"))
    quotes = re.findall(
        "[„“]([^„“”]*)[“”]", " ".join(all_texts(judge(long_one, EMPATHIC, language=language)))
    )
    assert quotes
    assert max(map(len, quotes)) <= 80
    assert any(quote.endswith("…") for quote in quotes)


def test_an_unknown_kind_is_refused() -> None:
    with pytest.raises(ValueError, match="longest"):
        judge_comparison(ComparisonMaterial(EMPATHIC, EMPATHIC, SIX), kind="longest")


@pytest.mark.parametrize(
    "odd",
    [
        thread(),
        thread(("k", ""), ("b", "")),
        thread(("k", "Nur ich schreibe hier.")),
        thread(("b", "Nur die Beratung schreibt.")),
        thread(*[("k", "Was soll ich tun?"), ("b", "Was möchten Sie?")] * 20),
        thread(("k", "😢😢"), ("b", "👍")),
        thread(("k", "我很难过。"), ("b", "你好吗？")),
        thread(("k", "\x00 \ud800 {0} {name} %s"), ("b", "{")),
        thread(("k", "Ich habe Angst. Was nun? " * 6000), ("b", "!" * 150_000 + "x")),
    ],
)
def test_odd_threads_lose_to_a_good_one_without_a_fault(odd: ThreadText) -> None:
    assert judge(odd, EMPATHIC)["winner"] == "B"


def test_without_anything_to_measure_the_reasons_say_so() -> None:
    answer = judge(thread(), thread())
    assert answer["winner"] == "TIE"
    assert "etwas zu messen" in answer["criteria_scores"]["empathy"]["reasoning"]
    assert answer["criteria_scores"]["empathy"]["score_a"] == 1.0


@settings(max_examples=150)
@given(threads, threads, criteria, kinds, languages, st.booleans())
def test_changing_sides_mirrors_the_answer(
    a: ThreadText, b: ThreadText, names: tuple[str, ...], kind: str, language: str, allow_tie: bool
) -> None:
    asked = {"criteria": names, "language": language, "allow_tie": allow_tie}
    forward, backward = judge(a, b, kind, **asked), judge(b, a, kind, **asked)
    assert forward["confidence"] == backward["confidence"]
    if a == b and not allow_tie:
        assert forward["winner"] == "A"
    else:
        assert forward["winner"] == MIRROR[backward["winner"]]
    for name in names:
        there, back = forward["criteria_scores"][name], backward["criteria_scores"][name]
        assert (there["score_a"], there["score_b"]) == (back["score_b"], back["score_a"])
    swapped = {"A": "B", "B": "A"}
    for one, other in (
        ("step_2_strengths_a", "step_3_strengths_b"),
        ("step_4_weaknesses_a", "step_5_weaknesses_b"),
    ):
        text = backward["chain_of_thought"][other]
        renamed = re.sub("(Verlauf|thread) ([AB])", lambda m: f"{m[1]} {swapped[m[2]]}", text)
        assert forward["chain_of_thought"][one] == renamed


@settings(max_examples=150)
@given(threads, threads, criteria, kinds, languages, st.booleans())
def test_every_answer_is_within_the_schemas_bounds(
    a: ThreadText, b: ThreadText, names: tuple[str, ...], kind: str, language: str, allow_tie: bool
) -> None:
    answer = judge(a, b, kind, criteria=names, language=language, allow_tie=allow_tie)
    assert answer["winner"] in ({"A", "B", "TIE"} if allow_tie else {"A", "B"})
    assert 0.5 <= answer["confidence"] <= 0.9
    assert all(20 <= len(text) <= 2000 for text in all_texts(answer))
    for part in answer["criteria_scores"].values():
        for points in (part["score_a"], part["score_b"]):
            assert 1.0 <= points <= 5.0
            assert points == round(points, 1)


@settings(max_examples=50)
@given(threads, threads, kinds)
def test_the_same_material_gets_the_same_answer_even_without_the_cache(
    a: ThreadText, b: ThreadText, kind: str
) -> None:
    first = judge(a, b, kind)
    measure_thread.cache_clear()
    assert judge(a, b, kind) == first
