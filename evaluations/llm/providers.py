"""The writes of providers: people add their own."""

from collections.abc import Sequence

from django.contrib.auth.models import User
from django.db import transaction
from django.utils.translation import gettext as _

from evaluations.models import Model, Provider
from llars.errors import InvalidInput, NotAllowed


@transaction.atomic
def add_provider(
    *, actor: User, name: str, base_url: str, api_key: str, model_names: Sequence[str]
) -> Provider:
    """Add an OpenAI-compatible provider that only ``actor`` may use, with its models.

    Raises:
        NotAllowed: the user may not judge.
        InvalidInput: the name is taken.
    """
    if not actor.has_perm("evaluations.add_judgesession"):
        raise NotAllowed()
    if Provider.objects.filter(name=name).exists():
        raise InvalidInput(errors={"name": [_("There is a provider of this name already.")]})
    provider = Provider.objects.create(name=name, base_url=base_url, api_key=api_key, owner=actor)
    Model.objects.bulk_create(
        Model(provider=provider, name=model_name) for model_name in dict.fromkeys(model_names)
    )
    return provider
