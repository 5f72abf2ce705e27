"""Which model judges where none is named."""

from django.db import transaction

from evaluations.models import Model


@transaction.atomic
def make_default(model: Model) -> None:
    """Make the model the only default."""
    list(Model.objects.select_for_update().filter(is_default=True).order_by("pk"))
    Model.objects.filter(is_default=True).exclude(pk=model.pk).update(is_default=False)
    model.is_default = True
    model.save(update_fields=["is_default"])
