"""The shared cast and its stage: people, pillars with threads, a prompt, and the fake LLM server."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.contrib.auth.models import Group, User
from django.core.management import call_command
from django.utils import translation
from hypothesis import HealthCheck, settings

from evaluations.models import Model, Provider
from llars.roles import make_roles
from pillars.models import Pillar
from prompts.loading import load_defaults
from tests.fake_llm.process import FakeLLM
from tests.threads import add_threads

# How long a test takes on a busy machine says nothing about the code; speed is for the benchmarks.
settings.register_profile("llars", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("llars")


def person(name: str, role: str) -> User:
    """A person with a role, and a password that the tests know."""
    user = User.objects.create_user(name, password=f"{name}-password-1")
    user.groups.add(Group.objects.get(name=role))
    return user


@pytest.fixture(autouse=True)
def quick_passwords(settings: Any) -> None:
    """Passwords in tests need no slow hash."""
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]


@pytest.fixture(autouse=True)
def language_of_the_project() -> Iterator[None]:
    """The language in which a test asked for a page is gone with it; the test client leaves it behind."""
    yield
    translation.deactivate()


@pytest.fixture
def roles(db: None) -> None:
    """The groups with their rights."""
    make_roles()


@pytest.fixture
def anna(roles: None) -> User:
    """A researcher; owns what the tests make."""
    return person("anna", "researchers")


@pytest.fixture
def ben(roles: None) -> User:
    """An evaluator."""
    return person("ben", "evaluators")


@pytest.fixture
def dora(roles: None) -> User:
    """A researcher and a stranger to what Anna owns."""
    return person("dora", "researchers")


@pytest.fixture
def admin(roles: None) -> User:
    """The administrator."""
    return User.objects.create_superuser("admin", password="admin-password-1")


@pytest.fixture
def pillars(db: None) -> dict[int, Pillar]:
    """Pillars 1, 3 and 5 with six short threads each, all of different lengths."""
    made = {number: Pillar.objects.create(number=number, name=f"Säule {number}") for number in (1, 3, 5)}
    for pillar in made.values():
        add_threads(pillar, 6)
    return made


@pytest.fixture
def default_prompts(db: None) -> None:
    """The default prompts, version 1."""
    load_defaults()


@pytest.fixture
def baseline(db: None) -> Model:
    """The baseline judge."""
    provider = Provider.objects.create(name="baseline", kind=Provider.Kind.BASELINE)
    return Model.objects.create(provider=provider, name="baseline")


@pytest.fixture(scope="session")
def fake_llm_process() -> Iterator[FakeLLM]:
    """One fake LLM server for all tests of a process."""
    with FakeLLM() as fake:
        yield fake


@pytest.fixture
def fake_llm(fake_llm_process: FakeLLM) -> FakeLLM:
    """The fake LLM server without a script of an earlier test."""
    fake_llm_process.reset()
    return fake_llm_process


@pytest.fixture
def judge_model(db: None, fake_llm: FakeLLM) -> Model:
    """A model behind the fake server, set up by the system."""
    provider = Provider.objects.create(name="fake", base_url=fake_llm.base_url, api_key="key")
    return Model.objects.create(
        provider=provider, name="judge", max_in_flight=20, is_default=True, timeout_s=20
    )


@pytest.fixture
def set_up(db: None) -> None:
    """What set-up makes."""
    call_command("bootstrap")


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[Any]) -> None:
    """Tests of one browser or process file stay together, so that they share what is costly to start.

    Tests that ask for no database are marked as such, so that they run once and not for each database.
    """
    for item in items:
        if item.get_closest_marker("browser") or item.get_closest_marker("processes"):
            item.add_marker(pytest.mark.xdist_group(item.path.name))
        names = {"db", "transactional_db", "django_db_setup"}
        if not names.intersection(item.fixturenames) and not item.get_closest_marker("django_db"):
            item.add_marker(pytest.mark.database_free)
