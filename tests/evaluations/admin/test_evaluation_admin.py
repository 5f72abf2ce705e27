"""The admin of providers, models and what judges recorded."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.contrib import messages
from django.contrib.admin import site
from django.contrib.auth.models import Group, User
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from evaluations.default_model import make_default
from evaluations.models import (
    Assignment,
    Attempt,
    Draft,
    Evaluation,
    Invitation,
    Item,
    JudgeSession,
    JudgeTask,
    Member,
    Model,
    Provider,
    Scenario,
)
from llars.models import AuditEntry
from pillars.models import Thread
from prompts.models import PromptTemplate, PromptVersion

pytestmark = pytest.mark.django_db

SECRET = "sk-very-secret"
ADDRESS = "https://example.org/v1"
RECORDED = [
    "scenario", "item", "judgesession", "judgetask", "evaluation", "attempt",
    "assignment", "draft", "invitation",
]  # fmt: skip
LISTS = [f"evaluations_{name}" for name in ["provider", "model", *RECORDED]] + ["llars_auditentry"]


class Maker:
    """Makes one more of each row that the lists show, each with relations of its own."""

    def __init__(self) -> None:
        self.count = 0

    def __call__(self) -> JudgeSession:
        self.count += 1
        name = f"{self.count}"
        user = User.objects.create_user(f"user{name}")
        provider = Provider.objects.create(name=name, base_url=ADDRESS, api_key=SECRET, owner=user)
        model = Model.objects.create(provider=provider, name=name)
        template = PromptTemplate.objects.create(name=name, task_type="comparison")
        version = PromptVersion.objects.create(
            template=template, number=1, system_text="s", user_text="u", content_hash=name
        )
        scenario = Scenario.objects.create(
            name=name, task_type="comparison", owner=user, prompt_version=version
        )
        member = Member.objects.create(scenario=scenario, user=user, name=name)
        threads = [
            Thread.objects.create(content_hash=f"{side}{name}", subject=f"{side}{name}") for side in "ab"
        ]
        item = Item.objects.create(scenario=scenario, position=1, thread_a=threads[0], thread_b=threads[1])
        session = JudgeSession.objects.create(
            scenario=scenario, name=name, model=model, created_by=user, prompt_version=version, seed=1,
            system_text="<b>Rolle</b>", user_text="u",
        )  # fmt: skip
        task = JudgeTask.objects.create(session=session, item=item, position=1, queue_position=1)
        Evaluation.objects.create(
            scenario=scenario, item=item, task=task, model=model, member=member, payload={"winner": "A"},
            verdict="A", created_at=timezone.now(),
        )  # fmt: skip
        Attempt.objects.create(task=task, number=1, raw_text="<script>x</script>", started_at=timezone.now())
        assignment = Assignment.objects.create(member=member, item=item)
        Draft.objects.create(assignment=assignment, fields={"x": "<b>Rolle"}, saved_at=timezone.now())
        Invitation.objects.create(
            scenario=scenario, token_hash=name, note=name, created_by=user, expires_at=timezone.now()
        )
        AuditEntry.objects.create(user=user, action="read", target_type="thread", target_id=name)
        return session


@pytest.fixture
def make() -> Maker:
    return Maker()


@pytest.fixture
def boss(client: Client) -> Iterator[Client]:
    client.force_login(User.objects.create_superuser("boss"))
    yield client


def queries_of(client: Client, address: str) -> int:
    with CaptureQueriesContext(
        connection,
    ) as captured:
        assert client.get(address).status_code == 200
    return len(captured)


@pytest.mark.parametrize("name", LISTS)
def test_a_longer_list_takes_no_more_queries(boss: Client, make: Maker, name: str) -> None:
    address = reverse(f"admin:{name}_changelist")
    make()
    make()
    few = queries_of(boss, address)
    for _number in range(6):
        make()
    assert queries_of(boss, address) == few


@pytest.mark.parametrize("name", LISTS)
def test_lists_can_be_searched(boss: Client, make: Maker, name: str) -> None:
    make()
    assert boss.get(reverse(f"admin:{name}_changelist"), {"q": "1"}).status_code == 200


@pytest.mark.parametrize("name", RECORDED)
def test_recorded_rows_are_shown_and_cannot_be_added_or_deleted(boss: Client, make: Maker, name: str) -> None:
    make()
    rows: dict[str, Any] = {
        "scenario": Scenario, "item": Item, "judgesession": JudgeSession, "judgetask": JudgeTask,
        "evaluation": Evaluation, "attempt": Attempt, "assignment": Assignment, "draft": Draft,
        "invitation": Invitation,
    }  # fmt: skip
    row = rows[name].objects.first()
    page = boss.get(reverse(f"admin:evaluations_{name}_change", args=[row.pk]))
    assert page.status_code == 200
    assert "style=" not in page.text
    assert "<script>x" not in page.text
    assert "<b>Rolle" not in page.text
    assert boss.get(reverse(f"admin:evaluations_{name}_add")).status_code == 403
    assert (
        boss.post(reverse(f"admin:evaluations_{name}_delete", args=[row.pk]), {"post": "yes"}).status_code
        == 403
    )


def test_a_session_can_be_renamed_and_nothing_else(boss: Client, make: Maker) -> None:
    session = make()
    address = reverse("admin:evaluations_judgesession_change", args=[session.pk])
    assert boss.post(address, {"name": "Neu", "status": "completed", "seed": "99"}).status_code == 302
    session.refresh_from_db()
    assert (session.name, session.status, session.seed) == ("Neu", "created", 1)


def test_audit_entries_cannot_be_changed(boss: Client) -> None:
    entry = AuditEntry.objects.create(action="read", target_type="thread", target_id="1")
    address = reverse("admin:llars_auditentry_change", args=[entry.pk])
    assert boss.post(address, {"action": "export"}).status_code == 403


def provider_fields(**fields: str) -> dict[str, str]:
    return {
        "name": "P",
        "kind": "openai",
        "base_url": ADDRESS,
        "api_key": "",
        "owner": "",
        **fields,
    }


@pytest.fixture
def provider(boss: Client) -> Provider:
    boss.post(reverse("admin:evaluations_provider_add"), provider_fields(api_key=SECRET))
    return Provider.objects.get(name="P")


def test_a_key_goes_in_and_never_comes_out(boss: Client, provider: Provider) -> None:
    assert provider.api_key == SECRET
    for address in (
        reverse("admin:evaluations_provider_change", args=[provider.pk]),
        reverse("admin:evaluations_provider_changelist"),
        reverse("admin:evaluations_provider_history", args=[provider.pk]),
    ):
        assert SECRET not in boss.get(address).text


def test_a_refused_form_does_not_show_the_key_either(boss: Client, provider: Provider) -> None:
    address = reverse("admin:evaluations_provider_change", args=[provider.pk])
    page = boss.post(address, provider_fields(name="", api_key="sk-another-secret"))
    assert page.status_code == 200
    assert SECRET not in page.text
    assert "sk-another-secret" not in page.text


@pytest.mark.parametrize(("given", "kept"), [("", SECRET), ("sk-new", "sk-new")])
def test_an_empty_key_keeps_the_stored_one(boss: Client, provider: Provider, given: str, kept: str) -> None:
    address = reverse("admin:evaluations_provider_change", args=[provider.pk])
    assert boss.post(address, provider_fields(name="Q", api_key=given)).status_code == 302
    provider.refresh_from_db()
    assert (provider.name, provider.api_key) == ("Q", kept)


def test_an_endpoint_needs_an_address_and_the_baseline_none(boss: Client) -> None:
    address = reverse("admin:evaluations_provider_add")
    assert boss.post(address, provider_fields(base_url="")).status_code == 200
    assert not Provider.objects.exists()
    assert boss.post(address, provider_fields(base_url="", kind="baseline")).status_code == 302


@pytest.fixture
def researcher(client: Client, anna: User) -> User:
    anna.is_staff = True
    anna.save()
    client.force_login(anna)
    return anna


def test_staff_sees_the_systems_and_its_own_providers_alone(
    client: Client, researcher: User, make: Maker
) -> None:
    make()
    Provider.objects.create(name="of the system", base_url=ADDRESS)
    page = client.get(reverse("admin:evaluations_provider_changelist")).text
    assert "of the system" in page
    assert "user1" not in page


@pytest.mark.parametrize("name", RECORDED)
def test_staff_sees_what_was_recorded_in_its_own_scenarios_alone(
    client: Client, researcher: User, make: Maker, name: str
) -> None:
    others, own = make(), make()
    Scenario.objects.filter(pk=own.scenario_id).update(owner=researcher)
    in_list = client.get(reverse(f"admin:evaluations_{name}_changelist")).context["cl"].queryset
    assert in_list.count() == 1
    admin_class = site.get_model_admin(in_list.model)
    for session, status in ((own, 200), (others, 302)):
        row = {
            "scenario": session.scenario,
            "item": session.scenario.items.get(),
            "judgesession": session,
            "judgetask": session.tasks.get(),
            "evaluation": session.scenario.evaluations.get(),
            "attempt": Attempt.objects.get(task__session=session),
            "assignment": Assignment.objects.get(member__scenario=session.scenario),
            "draft": Draft.objects.get(assignment__member__scenario=session.scenario),
            "invitation": session.scenario.invitations.get(),
        }[name]
        assert isinstance(row, admin_class.model)
        page = client.get(reverse(f"admin:evaluations_{name}_change", args=[row.pk]))
        assert page.status_code == status


@pytest.mark.parametrize("name", ["judgesession", "evaluation", "model"])
def test_filters_name_no_model_of_somebody_else(
    client: Client, researcher: User, make: Maker, name: str
) -> None:
    for number in (1, 2, 3):
        session = make()
        if number > 1:
            Scenario.objects.filter(pk=session.scenario_id).update(owner=researcher)
            Provider.objects.filter(pk=session.model.provider_id).update(owner=researcher)
    Model.objects.filter(name="1").update(label="private-model")
    Provider.objects.filter(name="1").update(name="private-provider")
    page = client.get(reverse(f"admin:evaluations_{name}_changelist")).text
    assert "private" not in page


@pytest.mark.parametrize("role", ["owner", "viewer"])
def test_staff_renames_the_sessions_that_it_owns(
    client: Client, researcher: User, make: Maker, role: str
) -> None:
    session = make()
    Member.objects.create(scenario=session.scenario, user=researcher, name="anna", role=role)
    address = reverse("admin:evaluations_judgesession_change", args=[session.pk])
    assert client.get(address).status_code == 200
    assert client.post(address, {"name": "Neu"}).status_code == (302 if role == "owner" else 403)
    session.refresh_from_db()
    assert session.name == ("Neu" if role == "owner" else "1")


def test_administrators_see_everything(client: Client, researcher: User, make: Maker) -> None:
    make()
    researcher.groups.set(Group.objects.filter(name="administrators"))
    page = client.get(reverse("admin:evaluations_judgesession_changelist"))
    assert page.context["cl"].queryset.count() == 1


@pytest.mark.parametrize("value", ["[1]", '"x"', "3", "true", '{"a": NaN}', '{"a": "\\ud800"}'])
def test_further_request_fields_are_an_object(boss: Client, make: Maker, value: str) -> None:
    model = make().model
    model.extra_body = {"top_k": 3}
    model.save()
    address = reverse("admin:evaluations_model_change", args=[model.pk])
    page = boss.get(address)
    fields = {
        key: "" if given is None else given for key, given in page.context["adminform"].form.initial.items()
    }
    refused = boss.post(address, {**fields, "extra_body": value})
    assert refused.status_code == 200
    assert refused.context["adminform"].form.errors.keys() == {"extra_body"}
    assert boss.post(address, {**fields, "extra_body": '{"top_k": 4}'}).status_code == 302
    model.refresh_from_db()
    assert model.extra_body == {"top_k": 4}
    boss.post(address, {**fields, "extra_body": ""})
    model.refresh_from_db()
    assert model.extra_body == {}


def test_what_staff_adds_is_its_own_and_the_systems_stays_as_it_is(client: Client, researcher: User) -> None:
    system = Provider.objects.create(name="of the system", base_url=ADDRESS)
    model = Model.objects.create(provider=system, name="m", is_default=True)
    client.post(reverse("admin:evaluations_provider_add"), provider_fields())
    assert Provider.objects.get(name="P").owner == researcher
    for name, pk in (("provider", system.pk), ("model", model.pk)):
        address = reverse(f"admin:evaluations_{name}_change", args=[pk])
        assert client.get(address).status_code == 200
        assert client.post(address, {"name": "taken"}).status_code == 403
    models = reverse("admin:evaluations_model_changelist")
    client.post(models, {"action": "delete_selected", "_selected_action": [model.pk], "post": "yes"})
    assert Model.objects.get(is_default=True) == model
    page = client.get(reverse("admin:evaluations_model_add"))
    assert list(page.context["adminform"].form.fields["provider"].queryset) == [
        Provider.objects.get(name="P")
    ]


def test_there_is_one_default_model(boss: Client, make: Maker) -> None:
    first, second = make().model, make().model
    address = reverse("admin:evaluations_model_changelist")
    for model in (first, second):
        boss.post(address, {"action": "choose_as_default", "_selected_action": [model.pk]})
        assert Model.objects.get(is_default=True) == model


def test_of_several_models_none_becomes_the_default(boss: Client, make: Maker) -> None:
    first, second = make().model, make().model
    make_default(second)
    chosen = {"action": "choose_as_default", "_selected_action": [first.pk, second.pk]}
    page = boss.post(reverse("admin:evaluations_model_changelist"), chosen, follow=True)
    assert Model.objects.get(is_default=True) == second
    assert [message.level for message in page.context["messages"]] == [messages.ERROR]


def act(client: Client, name: str, action: str, *rows: Any) -> str:
    """Do an action with the rows of a list; what the page says then."""
    address = reverse(f"admin:evaluations_{name}_changelist")
    data = {"action": action, "_selected_action": [row.pk for row in rows]}
    return client.post(address, data, follow=True).text


def test_a_scenario_can_be_opened_completed_and_archived(boss: Client, make: Maker) -> None:
    scenario = make().scenario
    reached = []
    for action in ("start", "pause", "complete", "archive"):
        act(boss, "scenario", action, scenario)
        scenario.refresh_from_db()
        reached.append(scenario.status)
    assert reached == ["evaluating", "evaluating", "completed", "archived"]


def test_a_step_that_does_not_apply_is_refused_for_its_scenario_alone(boss: Client, make: Maker) -> None:
    draft, opened = make().scenario, make().scenario
    Scenario.objects.filter(pk=opened.pk).update(status="collecting")
    page = act(boss, "scenario", "complete", draft, opened)
    draft.refresh_from_db()
    opened.refresh_from_db()
    assert (draft.status, opened.status) == ("draft", "completed")
    assert f"{draft}: " in page


def test_a_link_can_be_revoked(boss: Client, make: Maker) -> None:
    make()
    invitation = Invitation.objects.get()
    act(boss, "invitation", "revoke_links", invitation)
    invitation.refresh_from_db()
    assert invitation.revoked_at is not None


def test_who_only_reads_a_scenario_changes_nothing_in_it(
    client: Client, researcher: User, make: Maker
) -> None:
    session = make()
    Member.objects.create(scenario=session.scenario, user=researcher, name="v", role=Member.Role.VIEWER)
    Scenario.objects.update(status="collecting")
    invitation = Invitation.objects.get()
    act(client, "scenario", "complete", session.scenario)
    act(client, "invitation", "revoke_links", invitation)
    session.scenario.refresh_from_db()
    invitation.refresh_from_db()
    assert (session.scenario.status, invitation.revoked_at) == ("collecting", None)
