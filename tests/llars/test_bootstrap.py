"""Set-up: what is there after it, and that a second run keeps what people changed."""

from io import StringIO
from typing import Any

import pytest
from django.contrib.auth.models import Group, User
from django.core.management import CommandError, call_command
from django.test import Client
from knox.models import AuthToken

from evaluations.models import JudgeSession, Model, Provider
from llars.bootstrap import SYSTEM_PROVIDER as SYSTEM_NAME
from llars.bootstrap import bootstrap
from llars.environment import SystemProvider
from llars.sample_data import SESSION_NAME
from pillars.models import Pillar, Thread
from prompts.models import PromptTemplate

pytestmark = pytest.mark.django_db

SYSTEM = SystemProvider("http://127.0.0.1:9/v1", "key-1", ("big", "small"))


def run(name: str, *arguments: str) -> str:
    output = StringIO()
    call_command(name, *arguments, stdout=output)
    return output.getvalue()


def default() -> Model:
    return Model.objects.get(is_default=True)


@pytest.fixture(autouse=True)
def no_system_provider(settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.SYSTEM_PROVIDER = None
    monkeypatch.delenv("LLARS_ADMIN_PASSWORD", raising=False)


def luminance(colour: str) -> float:
    channels = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    red, green, blue = (one / 12.92 if one <= 0.03928 else ((one + 0.055) / 1.055) ** 2.4 for one in channels)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def test_it_makes_the_five_pillars_in_colours_one_can_see() -> None:
    bootstrap()
    assert list(Pillar.objects.values_list("number", flat=True)) == [1, 2, 3, 4, 5]
    for pillar in Pillar.objects.all():
        assert pillar.name
        assert pillar.name_en
        light = luminance(pillar.colour)
        assert 1.05 / (light + 0.05) >= 4.5
        assert (light + 0.05) / (luminance("#212529") + 0.05) >= 3


def test_a_second_run_adds_nothing_and_keeps_changes() -> None:
    first = bootstrap()
    Pillar.objects.filter(pk=1).update(name="Umbenannt")
    counts = [one.objects.count() for one in (Pillar, Group, PromptTemplate, Provider, Model, User)]
    second = bootstrap()
    assert [one.objects.count() for one in (Pillar, Group, PromptTemplate, Provider, Model, User)] == counts
    assert Pillar.objects.get(pk=1).name == "Umbenannt"
    assert first.generated_password
    assert second.generated_password is None


def test_the_baseline_is_the_default_without_a_system_provider() -> None:
    bootstrap()
    assert (default().name, default().provider.kind) == ("baseline", "baseline")
    assert set(Model.objects.values_list("name", flat=True)) == {
        "baseline", "longer-wins", "more-questions-wins",
    }  # fmt: skip
    assert all(model.label for model in Model.objects.all())


def test_a_chosen_default_stays_without_a_system_provider() -> None:
    bootstrap()
    Model.objects.update(is_default=False)
    Model.objects.filter(name="longer-wins").update(is_default=True)
    bootstrap()
    assert default().name == "longer-wins"


def test_the_system_provider_is_the_default_and_follows_the_environment(settings: Any) -> None:
    bootstrap()
    settings.SYSTEM_PROVIDER = SYSTEM
    bootstrap()
    assert default().name == "big"
    provider = Provider.objects.get(name=SYSTEM_NAME)
    assert (provider.base_url, provider.api_key) == (SYSTEM.base_url, "key-1")
    settings.SYSTEM_PROVIDER = SystemProvider("http://127.0.0.1:8/v1", "key-2", ("small",))
    bootstrap()
    provider.refresh_from_db()
    assert (provider.base_url, provider.api_key, default().name) == (
        "http://127.0.0.1:8/v1",
        "key-2",
        "small",
    )
    settings.SYSTEM_PROVIDER = None
    bootstrap()
    assert default().name == "baseline"


def test_the_administrator_can_log_in_with_the_password_that_is_printed_once() -> None:
    lines = [line for line in run("bootstrap").splitlines() if line.startswith("admin password: ")]
    assert Client().login(username="admin", password=lines[0].removeprefix("admin password: "))
    assert "password:" not in run("bootstrap")


def test_a_given_password_is_taken_and_not_printed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LLARS_ADMIN_PASSWORD", "ein langes Kennwort")
    assert "ein langes Kennwort" not in run("bootstrap")
    assert Client().login(username="admin", password="ein langes Kennwort")


@pytest.mark.parametrize(
    ("group", "may", "may_not"),
    [
        (
            "researchers",
            ["pillars.view_pillar", "pillars.view_thread", "pillars.add_pillarassignment",
             "evaluations.add_judgesession", "evaluations.delete_judgesession", "evaluations.add_scenario"],
            ["auth.add_user", "pillars.delete_thread", "llars.view_auditentry"],
        ),
        ("administrators", ["auth.add_user", "llars.view_auditentry"], ["sessions.add_session"]),
        ("evaluators", [], ["pillars.view_thread", "evaluations.add_judgesession"]),
    ],
)  # fmt: skip
def test_roles(group: str, may: list[str], may_not: list[str]) -> None:
    bootstrap()
    user = User.objects.create_user("anna")
    user.groups.add(Group.objects.get(name=group))
    assert [one for one in may if not user.has_perm(one)] == []
    assert [one for one in may_not if user.has_perm(one)] == []


def test_a_token_is_printed_alone_on_the_last_line_and_works() -> None:
    User.objects.create_user("anna")
    token = run("create_api_token", "anna").splitlines()[-1]
    assert " " not in token
    [stored] = AuthToken.objects.all()
    assert token.startswith(stored.token_key)
    assert stored.user.username == "anna"


@pytest.mark.parametrize("active", [True, False])
def test_no_token_for_nobody_or_a_closed_account(active: bool) -> None:
    if not active:
        User.objects.create_user("anna", is_active=False)
    with pytest.raises(CommandError, match="anna"):
        run("create_api_token", "anna")


def test_the_sample_needs_set_up() -> None:
    with pytest.raises(CommandError, match="bootstrap"):
        run("sample_data")


@pytest.mark.django_db(transaction=True)
def test_the_sample_is_judged_once() -> None:
    bootstrap()
    run("sample_data")
    session = JudgeSession.objects.with_counts().get(name=SESSION_NAME)
    assert session.status == "completed"
    counts = [getattr(session, name) for name in ("total_comparisons", "completed_comparisons")]
    assert counts == [30, 30]
    assert all(Thread.objects.in_pillar(number).count() >= 8 for number in range(1, 6))
    before = Thread.objects.count()
    run("sample_data")
    assert (JudgeSession.objects.count(), Thread.objects.count()) == (1, before)
