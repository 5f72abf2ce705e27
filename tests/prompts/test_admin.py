"""The admin of prompts: a save is a new version."""

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from prompts import services
from prompts.models import PromptTemplate, PromptVersion

pytestmark = pytest.mark.django_db

LIST = reverse("admin:prompts_prompttemplate_changelist")
ADD = reverse("admin:prompts_prompttemplate_add")
INLINE = {"versions-TOTAL_FORMS": "0", "versions-INITIAL_FORMS": "0"}
SYSTEM, USER = "Nach {criteria}.\nZeile zwei.", "{thread_a}\n{thread_b}"
FIELDS = {"name": "Meine", "task_type": "comparison", "language": "de", "note": "", **INLINE}


@pytest.fixture
def boss(client: Client) -> Client:
    client.force_login(User.objects.create_superuser("boss"))
    return client


@pytest.fixture
def template(boss: Client) -> PromptTemplate:
    boss.post(ADD, {**FIELDS, "system_text": SYSTEM, "user_text": USER})
    return PromptTemplate.objects.get()


def address(template: PromptTemplate) -> str:
    return reverse("admin:prompts_prompttemplate_change", args=[template.pk])


def test_adding_makes_version_1(template: PromptTemplate) -> None:
    version = template.latest_version()
    assert (version.number, version.system_text, version.user_text) == (1, SYSTEM, USER)
    assert version.author is not None
    assert version.author.username == "boss"


def test_the_page_shows_the_latest_texts(boss: Client, template: PromptTemplate) -> None:
    services.save_version(template, system_text="Neu: {criteria}", user_text=USER, author=None)
    form = boss.get(address(template)).context["adminform"].form
    assert (form["system_text"].value(), form["user_text"].value()) == ("Neu: {criteria}", USER)


def test_a_save_makes_a_version_with_its_reason_and_the_old_one_stays(
    boss: Client, template: PromptTemplate
) -> None:
    data = {**FIELDS, "system_text": "Neu: {criteria}", "user_text": USER, "note": "kürzer"}
    assert boss.post(address(template), data).status_code == 302
    assert list(template.versions.order_by("number").values_list("number", "system_text", "note")) == [
        (1, SYSTEM, ""),
        (2, "Neu: {criteria}", "kürzer"),
    ]


def test_browsers_line_ends_are_no_change(boss: Client, template: PromptTemplate) -> None:
    data = {**FIELDS, "system_text": SYSTEM.replace("\n", "\r\n"), "user_text": USER.replace("\n", "\r\n")}
    boss.post(address(template), data)
    assert template.versions.count() == 1


@pytest.mark.parametrize(
    ("system", "user", "field", "told"),
    [
        ("{criterias}", USER, "system_text", "{criterias}"),
        (SYSTEM, "{thread_a}", "user_text", "{thread_b}"),
        (SYSTEM, USER + "\n{", "user_text", "3"),
    ],
)
def test_bad_texts_are_refused_at_their_field(
    boss: Client, template: PromptTemplate, system: str, user: str, field: str, told: str
) -> None:
    page = boss.post(address(template), {**FIELDS, "system_text": system, "user_text": user})
    assert page.status_code == 200
    assert told in str(page.context["adminform"].form.errors[field])
    assert template.versions.count() == 1


def test_task_type_and_language_stay(boss: Client, template: PromptTemplate) -> None:
    data = {**FIELDS, "language": "en", "task_type": "x", "system_text": SYSTEM, "user_text": USER}
    boss.post(address(template), data)
    template.refresh_from_db()
    assert (template.task_type, template.language) == ("comparison", "de")


def test_the_history_shows_differences_and_takes_a_fixed_number_of_queries(
    boss: Client, template: PromptTemplate
) -> None:
    def save(text: str) -> None:
        services.save_version(
            template, system_text=text + "\nZeile zwei.", user_text=USER, author=User.objects.get()
        )

    def queries() -> int:
        with CaptureQueriesContext(connection) as captured:
            boss.get(address(template))
        return len(captured)

    save("Neu: {criteria} <b>")
    page = boss.get(address(template)).text
    assert "-Nach {criteria}." in page
    assert "+Neu: {criteria} &lt;b&gt;" in page
    assert "style=" not in page
    few = queries()
    for number in range(5):
        save(f"{number} {{criteria}}")
    assert queries() == few


def test_a_longer_list_takes_no_more_queries(boss: Client, template: PromptTemplate) -> None:
    def queries() -> int:
        with CaptureQueriesContext(connection) as captured:
            boss.get(LIST)
        return len(captured)

    few = queries()
    for number in range(5):
        PromptTemplate.objects.create(name=str(number), task_type="comparison")
    assert queries() == few


def test_actions_make_default_and_archive_and_say_what_cannot_be(
    boss: Client, template: PromptTemplate
) -> None:
    other = PromptTemplate.objects.create(name="Andere", task_type="comparison", language="de")
    boss.post(LIST, {"action": "make_default", "_selected_action": [template.pk]})
    assert PromptTemplate.objects.get(language="de", is_default=True) == template
    page = boss.post(LIST, {"action": "archive", "_selected_action": [template.pk, other.pk]}, follow=True)
    assert sorted(message.level_tag for message in list(page.context["messages"])[-2:]) == [
        "error",
        "success",
    ]
    assert list(PromptTemplate.objects.usable()) == [template]


def test_nothing_can_be_deleted(boss: Client, template: PromptTemplate) -> None:
    gone = boss.post(reverse("admin:prompts_prompttemplate_delete", args=[template.pk]), {"post": "yes"})
    assert gone.status_code == 403
    assert PromptVersion.objects.count() == 1
