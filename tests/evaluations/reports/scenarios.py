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
    answers = [
        RecordedAnswer(external_id=f"n{n}", payload={"winner": winner, "confidence": 0.75}, **who)
        for n in range(items)
        for who, winner in (
            ({"person": "Erna"}, "A"),
            ({"person": "Otto"}, "B" if n % 3 == 0 else "A"),
            ({"model": "gpt"}, "TIE" if n % 2 else "A"),
        )
    ]
    answers += [
        RecordedAnswer(external_id=f"n{n}", model="claude", payload={"winner": "B"}) for n in range(1, items)
    ]
    answers.append(RecordedAnswer(external_id="n0", model="claude", error="nicht lesbar", raw="…"))
    import_answers(scenario, answers, actor=owner, now=timezone.now())
    return scenario
