from django.db import migrations
from django.db.models import Q
from django.utils import timezone

AT_ONCE = 500


def mark(apps, schema_editor):
    """Mark what stands in pillars of real data, with all versions and what was made from these."""
    Thread = apps.get_model("pillars", "Thread")
    PillarAssignment = apps.get_model("pillars", "PillarAssignment")
    real = PillarAssignment.objects.filter(pillar__is_real_data=True).order_by("thread_id")
    assigned = list(real.values_list("thread_id", flat=True).distinct())
    now = timezone.now()
    for start in range(0, len(assigned), AT_ONCE):
        rows = Thread.objects.filter(pk__in=assigned[start : start + AT_ONCE]).values_list("pk", "first_version")
        firsts = {first or pk for pk, first in rows}
        versions = Thread.objects.filter(Q(pk__in=firsts) | Q(first_version__in=firsts))
        known = list(versions.values_list("pk", flat=True))
        made = list(Thread.objects.filter(source_thread__in=known).values_list("pk", flat=True))
        Thread.objects.filter(pk__in=[*known, *made]).update(real_data_since=now)


class Migration(migrations.Migration):

    dependencies = [("pillars", "0008_real_data_mark")]

    operations = [migrations.RunPython(mark, migrations.RunPython.noop)]
