from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [("pillars", "0009_mark_real_data")]

    operations = [
        migrations.AddField(
            model_name="pillar",
            name="purge_refused_at",
            field=models.DateTimeField(
                blank=True, editable=False, null=True, verbose_name="removal of the texts refused"
            ),
        ),
        migrations.AlterField(
            model_name="pillar",
            name="delete_on",
            field=models.DateField(
                blank=True,
                help_text="From this day on the texts are removed for good, later ones too; answers and figures stay.",
                null=True,
                verbose_name="texts are removed on",
            ),
        ),
    ]
