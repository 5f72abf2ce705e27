"""Django's registration of the app."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class PillarsConfig(AppConfig):
    """The ``pillars`` app."""

    name = "pillars"
    verbose_name = _("Pillars")
