from django.db import migrations
from django.db.models import Prefetch

AT_ONCE = 500


def normalise(apps, schema_editor):
    """Give each thread that has messages its normalised hash, as the program computes it."""
    # The rows have to agree with what the program looks for, so its own function makes them.
    from pillars.likeness import normalised_hash

    Thread = apps.get_model("pillars", "Thread")
    Message = apps.get_model("pillars", "Message")
    messages = Prefetch("messages", Message.objects.order_by("position"))
    last = 0
    while True:
        rows = Thread.objects.filter(pk__gt=last, purged_at__isnull=True, messages__isnull=False)
        threads = list(rows.order_by("pk").distinct().prefetch_related(messages)[:AT_ONCE])
        if not threads:
            return
        for thread in threads:
            thread.normalised_hash = normalised_hash(one.content for one in thread.messages.all())
        Thread.objects.bulk_update(threads, ["normalised_hash"])
        last = threads[-1].pk


class Migration(migrations.Migration):

    dependencies = [("pillars", "0011_normalised_hash")]

    operations = [migrations.RunPython(normalise, migrations.RunPython.noop)]
