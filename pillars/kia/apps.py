"""The app of the KIA sync."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class KiaConfig(AppConfig):
    """Pillars' files in a GitLab repository, with tables of their own."""

    name = "pillars.kia"
    label = "kia"
    verbose_name = _("KIA sync")

    def ready(self) -> None:
        """Have syncs forget what they quote when texts are removed."""
        from pillars import retention
        from pillars.kia.forgetting import forget

        retention.register(forget)
