"""Public data brought in with public calls alone give the figures that others computed."""

from typing import Any

import pytest

from tests.evaluations.api import public_data
from tests.evaluations.api.conftest import Caller


def _scenario(anna: Caller, items: list[Any], answers: list[Any], **plan: Any) -> int:
    """A scenario with these items and recorded answers; its id."""
    response = anna.call("post", "scenarios", {"name": "Daten", "task_type": "comparison"} | plan)
    assert response.status_code == 201, response.json()
    pk: int = response.json()["id"]
    made = anna.call("post", f"scenarios/{pk}/items", items)
    assert made.status_code == 201, str(made.json())[:500]
    recorded = anna.call("post", f"scenarios/{pk}/evaluations/import", answers)
    assert recorded.status_code == 201, str(recorded.json())[:500]
    return pk


def _coefficient(agreement: Any, metric: str, aspect: str) -> Any:
    return next(
        one for one in agreement["coefficients"] if (one["metric"], one["aspect"]) == (metric, aspect)
    )


def test_pandalm(anna: Caller) -> None:
    expected = public_data.expected()["pandalm"]
    for name, number in public_data.SYSTEMS.items():
        assert anna.call("post", "judge/pillars", {"number": number, "name": name}).status_code == 201
    pk = _scenario(anna, public_data.pandalm_items(), public_data.pandalm_answers())

    people = anna.call("get", f"scenarios/{pk}/agreement", {"kind": "person"}).json()
    names = [one["name"] for one in people["evaluators"]]
    for pair, kappa in expected["cohen_kappa"].items():
        first, second = (names.index(name) for name in pair.split("-"))
        cell = people["matrix"]["winner"][first][second]
        assert (round(cell["kappa"], 4), cell["n"]) == (kappa, 999)
    fleiss = _coefficient(people, "fleiss_kappa", "winner")
    assert round(fleiss["value"], 4) == expected["fleiss_kappa"]
    assert fleiss["ci_low"] < fleiss["value"] < fleiss["ci_high"]

    everybody = anna.call("get", f"scenarios/{pk}/agreement").json()
    assert [one["kind"] for one in everybody["evaluators"]] == ["person"] * 3 + ["model"]
    assert everybody["matrix"]["winner"][0][3]["n"] == 974
    assert everybody["summary"]["winner"]["llm_human"]["n"] == 3 * 974
    assert everybody["summary"]["winner"]["llm_llm"]["percent"] is None

    results = anna.call("get", f"scenarios/{pk}/results").json()
    by_pillar = {one["pillar"]: one for one in results["ranking"]}
    for system, figures in expected["systems"].items():
        found = by_pillar[public_data.SYSTEMS[system]]
        assert (found["wins"], found["losses"], found["ties"]) == tuple(
            figures[key] for key in ("wins", "losses", "ties")
        )
        assert round(found["win_rate"], 4) == figures["win_rate"]
        assert round(found["bradley_terry"], 4) == figures["bradley_terry_ties_half"]
    judge = next(one for one in results["evaluators"] if one["kind"] == "model")
    assert (judge["answers"], judge["failed"]) == (974, 25)


def test_pandalm_against_the_majority(anna: Caller) -> None:
    expected = public_data.expected()["pandalm"]
    for name, number in public_data.SYSTEMS.items():
        anna.call("post", "judge/pillars", {"number": number, "name": name})
    items = public_data.pandalm_items()
    for item, row in zip(items, public_data.read("pandalm/testset-v1.json"), strict=True):
        said = [row[f"annotator{number}"] for number in (1, 2, 3)]
        majority = max(set(said), key=said.count)
        item["reference"] = {"winner": {1: "A", 2: "B", 0: "TIE"}[majority]}
    pk = _scenario(anna, items, public_data.pandalm_answers())
    results = anna.call("get", f"scenarios/{pk}/results", {"kind": "model"}).json()
    (known,) = results["known"]
    right = expected["gpt_3_5_vs_majority"]["right_where_unreadable_is_failed"]
    assert known["n"] == 974
    assert known["accuracy"] == pytest.approx(right / 974)
    assert sum(map(sum, known["confusion"])) == 974


@pytest.mark.parametrize("part", ["Natural", "Manual"])
@pytest.mark.parametrize("model", ["GPT-4", "ChatGPT"])
def test_llmbar(anna: Caller, part: str, model: str) -> None:
    expected = public_data.expected()["llmbar"][part][model]
    pk = _scenario(anna, public_data.llmbar_items(part), public_data.llmbar_answers(part, model))
    results = anna.call("get", f"scenarios/{pk}/results").json()
    (known,) = results["known"]
    (positions,) = results["positions"]
    assert round(known["accuracy"], 4) == expected["accuracy"]
    assert round(positions["agreement"], 4) == expected["positional_agreement"]
    assert positions["flips_to_first"] == expected["flips_to_first"]
    assert positions["flips_to_second"] == expected["flips_to_second"]
    final = {"A": "1", "B": "2", "TIE": "TIE"}
    assert {final[key]: n for key, n in positions["verdicts"].items()} == expected["final"]


def test_recipes(anna: Caller) -> None:
    expected = public_data.expected()["recipes_ordinal_alpha"]
    config = {"criteria": list(public_data.RECIPE_CRITERIA), "scale": {"min": 1, "max": 6}}
    pk = _scenario(
        anna,
        public_data.recipe_items(),
        public_data.recipe_answers(),
        task_type="mail_rating",
        config=config,
    )
    agreement = anna.call("get", f"scenarios/{pk}/agreement").json()
    assert len(agreement["evaluators"]) == 88
    for criterion, alpha in expected.items():
        aspect = "overall_rating" if criterion == "overall" else criterion
        found = _coefficient(agreement, "krippendorff_alpha", aspect)
        assert found["level"] == "ordinal"
        assert found["value"] == pytest.approx(alpha, rel=1e-9)
        assert found["ci_low"] < found["value"] < found["ci_high"]
