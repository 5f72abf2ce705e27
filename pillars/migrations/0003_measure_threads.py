from django.db import migrations
from django.db.models import Count, Max, Min, Sum
from django.db.models.functions import Length

MEASURES = ["message_count", "character_count", "first_message_at", "last_message_at"]


def measure(apps, schema_editor):
    Thread = apps.get_model("pillars", "Thread")
    Message = apps.get_model("pillars", "Message")
    rows = Message.objects.order_by().values("thread").annotate(
        messages=Count("pk"), characters=Sum(Length("content")), first=Min("timestamp"), last=Max("timestamp")
    )
    for row in rows.iterator():
        Thread.objects.filter(pk=row["thread"]).update(
            message_count=row["messages"],
            character_count=row["characters"],
            first_message_at=row["first"],
            last_message_at=row["last"],
        )
    _measure_derived(Thread)


def _measure_derived(Thread):
    """What was made from a thread has that one's messages, and is as long."""
    derived = Thread.objects.filter(source_thread__isnull=False, messages__isnull=True)
    changed = []
    for thread in derived.select_related("source_thread"):
        for name in MEASURES:
            setattr(thread, name, getattr(thread.source_thread, name))
        changed.append(thread)
    Thread.objects.bulk_update(changed, MEASURES, batch_size=200)


class Migration(migrations.Migration):

    dependencies = [("pillars", "0002_versions_and_measures")]

    operations = [migrations.RunPython(measure, migrations.RunPython.noop)]
