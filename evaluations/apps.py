"""Django's registration of the app."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class EvaluationsConfig(AppConfig):
    """The ``evaluations`` app."""

    name = "evaluations"
    verbose_name = _("Evaluations")

    def ready(self) -> None:
        """Tell ``prompts`` the variables of each type, ``pillars`` which threads were judged and quoted."""
        from evaluations.generation.forgetting import forget_generated
        from evaluations.generation.task_type import KINDS
        from evaluations.judging.forgetting import forget_texts
        from evaluations.judging.judged_threads import judged_threads
        from evaluations.task_types.registry import register_apart, register_variables
        from pillars import retention, usage

        for kind in KINDS.values():
            register_apart(kind)
        register_variables()
        usage.register(judged_threads)
        retention.register(forget_texts)
        retention.register(forget_generated)
