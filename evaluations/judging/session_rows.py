"""The rows of a judge session: what it has frozen, and the scenario that is made for it alone."""

from typing import Any

from django.contrib.auth.models import User

from evaluations.judging.prompting import FrozenPrompt
from evaluations.models import JudgeSession, Member, Model, Scenario
from evaluations.task_types.base import TaskType
from prompts.models import PromptVersion


def make_own_scenario(
    name: str, kind: TaskType, config: dict[str, Any], prompt: PromptVersion, *, actor: User, seed: int
) -> Scenario:
    """The scenario of a session that is planned by itself; ``config`` as ``kind.read_config`` takes it."""
    scenario = Scenario.objects.create(
        name=name,
        task_type=kind.key,
        language=prompt.template.language,
        status=Scenario.Status.EVALUATING,
        owner=actor,
        config=kind.read_config(config),
        prompt_version=prompt,
        prompt_config={"template_id": prompt.template_id},
        seed=seed,
    )
    Member.objects.create(scenario=scenario, user=actor, name=actor.get_username(), role=Member.Role.OWNER)
    return scenario


def make_session(
    scenario: Scenario,
    model: Model,
    prompt: FrozenPrompt,
    *,
    name: str,
    actor: User,
    config: dict[str, Any] | None = None,
    temperature: float = 0.0,
    worker_count: int = 1,
    position_swap: bool = False,
    repetitions: int = 1,
) -> JudgeSession:
    """A session with its prompt and configuration frozen; ``config``: what it says beside the model."""
    return JudgeSession.objects.create(
        scenario=scenario,
        name=name,
        model=model,
        created_by=actor,
        config={**(config or {}), "model": model.name, "provider": model.provider.name},
        prompt_version=prompt.version,
        system_text=prompt.system_text,
        user_text=prompt.user_text,
        prompt_hash=prompt.content_hash,
        temperature=temperature,
        seed=scenario.seed,
        worker_count=worker_count,
        position_swap=position_swap,
        repetitions=repetitions,
    )
