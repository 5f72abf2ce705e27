"""Scenarios with recorded answers, for reports and pages."""

from typing import Any

from django.contrib.auth.models import User
from django.utils import timezone

from evaluations.answering.recorded import RecordedAnswer, import_answers
from evaluations.models import Scenario
from evaluations.scenarios.adding import add_specs
from evaluations.scenarios.creation import ScenarioPlan, create_scenario
from evaluations.scenarios.items import ItemSpec, Side


def _thread(text: str) -> dict[str, Any]:
    return {"messages": [{"role": "client", "content": text}, {"role": "counsellor", "content": "Danke."}]}


def recorded_scenario(owner: User, *, items: int) -> Scenario:
    """A comparison: Erna always says A, the others differ now and then, and claude fails once."""
    scenario = create_scenario(ScenarioPlan(name=f"Paare {items}", task_type="comparison"), actor=owner)
    specs = [
        ItemSpec(
            sides=(Side(thread=_thread(f"{items} {n} eins")), Side(thread=_thread(f"{items} {n} zwei"))),
            external_id=f"n{n}",
            reference={"winner": "A"},
        )
        for n in range(items)
    ]
    add_specs(scenario, specs, actor=owner)
    answers = []
    for n in range(items):
        said = {
            "Erna": "A",
            "Otto": "B" if n % 3 == 0 else "A",
            "gpt": "TIE" if n % 2 else "A",
            "claude": "B",
        }
        for name, winner in said.items():
            is_person, is_lost = name in ("Erna", "Otto"), name == "claude" and n == 0
            answers.append(
                RecordedAnswer(
                    external_id=f"n{n}",
                    person=name if is_person else "",
                    model="" if is_person else name,
                    payload=None if is_lost else {"winner": winner, "confidence": 0.75},
                    error="nicht lesbar" if is_lost else "",
                )
            )
    import_answers(scenario, answers, actor=owner, now=timezone.now())
    return scenario
