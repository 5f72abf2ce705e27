"""The prompt of a scenario: a template's latest version, with what the scenario changes or adds."""

from dataclasses import dataclass
from typing import Any, Self

from django.utils.translation import gettext as _

from evaluations.judging.errors import PlanInvalid
from prompts.models import PromptTemplate, PromptVersion
from prompts.services import content_hash
from prompts.variables import check_texts, rules_for

_FIELDS = {
    "template_id",
    "version",
    "system_prompt_override",
    "user_prompt_override",
    "additional_instructions",
}


@dataclass(frozen=True, slots=True)
class FrozenPrompt:
    """The texts that a session is going to use, word for word, and their hash."""

    version: PromptVersion
    system_text: str
    user_text: str

    @classmethod
    def of(cls, version: PromptVersion) -> Self:
        """A version's own texts, nothing changed or added."""
        return cls(version, version.system_text, version.user_text)

    @property
    def content_hash(self) -> str:
        """SHA-256 of both texts."""
        return content_hash(self.system_text, self.user_text)


def freeze_prompt(task_type: str, language: str, config: dict[str, Any]) -> FrozenPrompt:
    """Put a prompt together from ``{template_id, version, system_prompt_override,
    user_prompt_override, additional_instructions}``, all of them optional.

    Raises:
        PlanInvalid: there is no such template, or nothing to take by default.
        PromptInvalid: an override names a variable that the type does not have, or lacks one it needs.
    """
    unknown = sorted(set(config) - _FIELDS)
    if unknown:
        raise _invalid(_("Unknown: %s.") % ", ".join(unknown))
    version = _version(task_type, language, config)
    system_text = config.get("system_prompt_override") or version.system_text
    user_text = config.get("user_prompt_override") or version.user_text
    rules = rules_for(task_type)
    check_texts(system_text, user_text, allowed=rules.allowed, required=rules.required)
    added = str(config.get("additional_instructions") or "").strip()
    if added:
        # What is added is text, not a template.
        system_text = f"{system_text}\n\n{added.replace('{', '{{').replace('}', '}}')}"
    return FrozenPrompt(version, system_text, user_text)


def _version(task_type: str, language: str, config: dict[str, Any]) -> PromptVersion:
    templates = PromptTemplate.objects.for_task_type(task_type)
    wanted = config.get("template_id")
    if wanted is None:
        template = templates.preferred(language)
    else:
        template = templates.filter(pk=wanted).first() if isinstance(wanted, int) else None
    if template is None:
        raise _invalid(
            _("There is no prompt template %s for this task type.") % wanted
            if wanted is not None
            else _("There is no prompt template for this task type; make one first.")
        )
    if config.get("version") is None:
        return template.latest_version()
    version = template.versions.filter(number=config["version"]).first()
    if version is None:
        raise _invalid(_("The prompt template has no version %s.") % config["version"])
    return version


def _invalid(message: str) -> PlanInvalid:
    return PlanInvalid(message, errors={"prompt_config": [message]})
