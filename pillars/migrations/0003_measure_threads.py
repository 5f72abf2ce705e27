from django.db import migrations
from django.db.models import Count, Max, Min, Sum
from django.db.models.functions import Length


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


class Migration(migrations.Migration):

    dependencies = [("pillars", "0002_versions_and_measures")]

    operations = [migrations.RunPython(measure, migrations.RunPython.noop)]
