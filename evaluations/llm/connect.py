"""From a model row to something that can be asked."""

from django.conf import settings as django_settings

from evaluations.llm.adapter import Adapter, Memory, ModelSettings
from evaluations.llm.ask import ConnectedModel, Patience
from evaluations.llm.baseline_adapter import BaselineAdapter
from evaluations.llm.gate import Gate
from evaluations.llm.openai_adapter import OpenAIAdapter
from evaluations.models import Model, Provider

ADAPTERS: dict[str, type[OpenAIAdapter] | type[BaselineAdapter]] = {
    Provider.Kind.OPENAI: OpenAIAdapter,
    Provider.Kind.BASELINE: BaselineAdapter,
}


def settings_of(model: Model) -> ModelSettings:
    """What calls need of a model row and its provider."""
    provider = model.provider
    return ModelSettings(
        pk=model.pk,
        name=model.name,
        kind=provider.kind,
        base_url=provider.base_url,
        api_key=provider.api_key,
        is_system=provider.owner_id is None,
        max_in_flight=model.max_in_flight,
        timeout_s=float(model.timeout_s),
        max_output_tokens=model.max_output_tokens,
        context_tokens=model.context_tokens,
        extra_body=dict(model.extra_body),
    )


def connect(
    settings: ModelSettings,
    *,
    output_mode: str = "",
    in_flight: int | None = None,
    patience: Patience | None = None,
) -> ConnectedModel:
    """A model to ask within the running event loop; close its adapter at the end."""
    memory = Memory(output_mode=output_mode)
    adapter: Adapter = ADAPTERS[settings.kind](settings, memory)
    limit = settings.max_in_flight if in_flight is None else in_flight
    return ConnectedModel(settings, adapter, memory, Gate(limit), patience or _patience())


def _patience() -> Patience:
    """The default, with pauses between ``RETRY_PAUSE_S`` and sixty times that; four times that in a crowd."""
    pause = django_settings.RETRY_PAUSE_S
    return Patience(first_pause=pause, crowded_pause=4 * pause, longest_pause=60 * pause)
