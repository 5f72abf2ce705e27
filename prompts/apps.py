"""Django's registration of the app."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class PromptsConfig(AppConfig):
    """The ``prompts`` app."""

    name = "prompts"
    verbose_name = _("Prompts")
