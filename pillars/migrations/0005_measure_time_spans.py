from django.db import migrations


def measure(apps, schema_editor):
    Thread = apps.get_model("pillars", "Thread")
    changed = []
    for thread in Thread.objects.filter(first_message_at__isnull=False).only("pk", "first_message_at", "last_message_at"):
        thread.time_span = thread.last_message_at - thread.first_message_at
        changed.append(thread)
    Thread.objects.bulk_update(changed, ["time_span"], batch_size=200)


class Migration(migrations.Migration):

    dependencies = [("pillars", "0004_time_span")]

    operations = [migrations.RunPython(measure, migrations.RunPython.noop)]
