"""Django's registration of the app."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class EvaluationsConfig(AppConfig):
    """The ``evaluations`` app."""

    name = "evaluations"
    verbose_name = _("Evaluations")

    def ready(self) -> None:
        """Tell ``prompts`` which variables each task type knows."""
        from evaluations.task_types.registry import register_variables

        register_variables()
