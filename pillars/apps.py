"""Django's registration of the app."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class PillarsConfig(AppConfig):
    """The ``pillars`` app."""

    name = "pillars"
    verbose_name = _("Pillars")

    def ready(self) -> None:
        """Have imports forget what they quote when texts are removed."""
        from pillars import retention
        from pillars.imports.forgetting import forget

        retention.register(forget)
