"""Public data with known answers, as the calls of the API that bring it in."""

import json
from pathlib import Path
from typing import Any

import pytest

FOLDER = Path(__file__).resolve().parents[4] / "shared" / "data"
SYSTEMS = {"llama-7b": 11, "pythia-6.9b": 12, "bloom-7b": 13, "opt-7b": 14, "cerebras-gpt-6.7B": 15}
_WINNER = {1: "A", 2: "B", 0: "TIE"}


def read(name: str) -> Any:
    """A file of the folder; the test is skipped where there is none."""
    path = FOLDER / name
    if not path.exists():
        pytest.skip(f"the public data are not here ({name})")
    return json.loads(path.read_text(encoding="utf-8"))


def expected() -> Any:
    """The right answers."""
    return read("expected.json")


def _thread(client: str, counsellor: str, **fields: Any) -> dict[str, Any]:
    turns = [("client", client), ("counsellor", counsellor)]
    return {"messages": [{"role": role, "content": text} for role, text in turns], **fields}


def pandalm_items() -> list[dict[str, Any]]:
    """999 pairs, each side under the pillar that stands for its system."""
    items = []
    for row in read("pandalm/testset-v1.json"):
        asked = f"{row['instruction']}\n{row['input']}"
        first, second = row["cmp_key"].split("_")
        items.append(
            {
                "external_id": str(row["idx"]),
                "thread_a": _thread(asked, str(row["response1"]), pillar=SYSTEMS[first]),
                "thread_b": _thread(asked, str(row["response2"]), pillar=SYSTEMS[second]),
            }
        )
    return items


def pandalm_answers() -> list[dict[str, Any]]:
    """What three people said, and GPT-3.5, whose unreadable answers are errors."""
    answers = [
        {
            "external_id": str(row["idx"]),
            "evaluator": {"person": f"annotator{number}"},
            "payload": {"winner": _WINNER[row[f"annotator{number}"]]},
        }
        for row in read("pandalm/testset-v1.json")
        for number in (1, 2, 3)
    ]
    for row in read("pandalm/gpt-3.5-turbo-testset-v1.json"):
        said = {"1": "A", "2": "B", "Tie": "TIE", "tie": "TIE", "0": "TIE"}.get(str(row["gpt_result"]))
        given = {"payload": {"winner": said}} if said else {"error": "unreadable"}
        answers.append(
            {
                "external_id": str(row["idx"]),
                "evaluator": {"model": "gpt-3.5-turbo"},
                "raw": json.dumps(row),
                **given,
            }
        )
    return answers


def llmbar_items(part: str) -> list[dict[str, Any]]:
    """The pairs with the right answer as reference."""
    return [
        {
            "external_id": f"{part}-{index}",
            "thread_a": _thread(row["input"], row["output_1"]),
            "thread_b": _thread(row["input"], row["output_2"]),
            "reference": {"winner": _WINNER[row["label"]]},
        }
        for index, row in enumerate(read(f"llmbar/{part}.dataset.json"))
    ]


def llmbar_answers(part: str, model: str) -> list[dict[str, Any]]:
    """What the model said in both positions; the file has it in the unswapped frame."""
    swapped = {"A": "B", "B": "A", "TIE": "TIE"}
    answers = []
    for index, row in enumerate(read(f"llmbar/{part}.{model}.Vanilla_NoRules.result.json")):
        for position, name in ((1, "swap = False"), (2, "swap = True")):
            said = _WINNER[int(row["results"][0][name]["winner"])]
            answers.append(
                {
                    "external_id": f"{part}-{index}",
                    "evaluator": {"model": model},
                    "position": position,
                    "payload": {"winner": said if position == 1 else swapped[said]},
                }
            )
    return answers


RECIPE_CRITERIA = ("grammar", "fluency", "verbosity", "structure", "success")


def recipe_items() -> list[dict[str, Any]]:
    """The 52 texts as one-message threads."""
    return [
        {
            "external_id": one["id"],
            "thread": {"messages": [{"role": "counsellor", "content": one["instance"]}]},
        }
        for one in read("recipes/meta_evaluation_recipes.json")["instances"]
    ]


def recipe_answers() -> list[dict[str, Any]]:
    """Rater n of a text is the n-th score in each of its lists."""
    answers = []
    for one in read("recipes/meta_evaluation_recipes.json")["instances"]:
        scores = {name: given["individual_human_scores"] for name, given in one["annotations"].items()}
        for number in range(max(len(column) for column in scores.values())):
            given = {name: column[number] for name, column in scores.items() if number < len(column)}
            criteria = [{"name": n, "score": given[n]} for n in RECIPE_CRITERIA if given.get(n) is not None]
            payload: dict[str, Any] = {"criteria": criteria}
            if given.get("overall") is not None:
                payload["overall_rating"] = given["overall"]
            answers.append(
                {
                    "external_id": one["id"],
                    "evaluator": {"person": f"rater{number + 1}"},
                    "payload": payload,
                }
            )
    return answers
