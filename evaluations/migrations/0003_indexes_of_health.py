from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("evaluations", "0002_scenarios_for_people")]

    operations = [
        migrations.AddIndex("judgetask", models.Index(fields=["session", "finished_at"], name="task_ended")),
        migrations.AddIndex("attempt", models.Index(fields=["started_at"], name="attempt_begun")),
    ]
