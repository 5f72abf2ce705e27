import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("pillars", "0012_normalise_threads"),
    ]

    operations = [
        migrations.AddField(
            model_name="thread",
            name="purged_with",
            field=models.ForeignKey(
                blank=True,
                editable=False,
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="+",
                to="pillars.pillar",
                verbose_name="texts removed with those of",
            ),
        ),
        migrations.AddField(
            model_name="upload",
            name="emptied_at",
            field=models.DateTimeField(blank=True, editable=False, null=True, verbose_name="files removed"),
        ),
        migrations.AddField(
            model_name="upload",
            name="emptied_with",
            field=models.ForeignKey(
                blank=True,
                editable=False,
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="+",
                to="pillars.pillar",
                verbose_name="files removed with the texts of",
            ),
        ),
    ]
