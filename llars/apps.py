"""Django's registration of the app."""

from django.apps import AppConfig


class LlarsConfig(AppConfig):
    """The ``llars`` app."""

    name = "llars"
    verbose_name = "LLARS"
