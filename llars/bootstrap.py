"""Set up what every installation needs; run again, it adds what is missing and keeps what people changed."""

import os
import secrets
from dataclasses import dataclass

from django.conf import settings
from django.contrib.auth.models import Group, User
from django.db import transaction
from django.utils.translation import gettext as _

from evaluations.default_model import make_default
from evaluations.models import Model, Provider
from llars import local_model
from llars.environment import SystemProvider
from llars.roles import ADMINISTRATORS, make_roles
from pillars.models import Pillar
from prompts.loading import load_defaults

ADMIN_NAME = "admin"
BASELINE_PROVIDER = "LLARS baseline"
SYSTEM_PROVIDER = "LLARS system"

# Each colour has at least 4.5:1 under white text and 3:1 against the dark page's #212529.
_PILLARS = (
    (1, "Rollenspiele", "Role plays", "#d32f2f"),
    (2, "Feature aus Säule 1", "Features from pillar 1", "#b85c00"),
    (3, "Anonymisierte Daten", "Anonymised data", "#2e8038"),
    (4, "Synthetisch generiert", "Synthetically generated", "#1b6fd0"),
    (5, "Live-Testungen", "Live tests", "#9a4bd0"),
)


@dataclass(frozen=True, slots=True)
class BootstrapReport:
    """What set-up has to tell: the password that it made up, which nobody can read again."""

    admin_name: str
    admin_created: bool
    generated_password: str | None


@transaction.atomic
def bootstrap() -> BootstrapReport:
    """Make pillars, roles, default prompts, providers and the administrator, as far as they are missing."""
    for number, name, name_en, colour in _PILLARS:
        Pillar.objects.get_or_create(
            number=number, defaults={"name": name, "name_en": name_en, "colour": colour}
        )
    make_roles()
    load_defaults()
    baseline = _make_baseline()
    _make_system_provider(settings.SYSTEM_PROVIDER, baseline)
    return _make_admin()


def _make_baseline() -> Model:
    provider, _created = Provider.objects.get_or_create(
        name=BASELINE_PROVIDER, defaults={"kind": Provider.Kind.BASELINE}
    )
    labels = {
        "baseline": _("Baseline judge"),
        "longer-wins": _("Baseline: the longer thread wins"),
        "more-questions-wins": _("Baseline: more questions win"),
    }
    made = [
        Model.objects.get_or_create(provider=provider, name=name, defaults={"label": label})[0]
        for name, label in labels.items()
    ]
    return made[0]


def _make_system_provider(wanted: SystemProvider | None, baseline: Model) -> None:
    """Bring the system provider's row in line with the environment; its first model is the default.

    Without one in the environment the baseline judge is the default, unless somebody chose another.
    """
    if wanted is None:
        chosen = Model.objects.filter(is_default=True).exclude(provider__name=SYSTEM_PROVIDER)
        if not chosen.exists():
            make_default(baseline)
        return
    provider, _created = Provider.objects.update_or_create(
        name=SYSTEM_PROVIDER,
        defaults={
            "kind": Provider.Kind.OPENAI,
            "base_url": wanted.base_url,
            "api_key": wanted.api_key,
            "owner": None,
        },
    )
    limits = _local_limits() if settings.LOCAL_MODEL else {}
    for name in reversed(wanted.models):
        model, _created = Model.objects.get_or_create(provider=provider, name=name, defaults=limits)
    make_default(model)


def _local_limits() -> dict[str, int]:
    """What llama.cpp on this machine can do at once, and how long that takes."""
    return {
        "max_in_flight": local_model.SLOTS,
        "timeout_s": local_model.TIMEOUT_S,
        "context_tokens": local_model.CONTEXT_TOKENS,
        "max_output_tokens": local_model.MAX_OUTPUT_TOKENS,
    }


def _make_admin() -> BootstrapReport:
    if User.objects.filter(username=ADMIN_NAME).exists():
        return BootstrapReport(ADMIN_NAME, admin_created=False, generated_password=None)
    given = os.environ.get("LLARS_ADMIN_PASSWORD", "")
    password = given or secrets.token_urlsafe(12)
    user = User.objects.create_superuser(ADMIN_NAME, password=password)
    user.groups.add(Group.objects.get(name=ADMINISTRATORS))
    return BootstrapReport(ADMIN_NAME, admin_created=True, generated_password=None if given else password)
