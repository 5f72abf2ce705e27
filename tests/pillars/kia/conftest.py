"""A fake GitLab server, and a repository that points to it."""

from collections.abc import Iterator

import pytest

from pillars.kia.models import PathPattern, Repository
from pillars.models import Pillar
from tests.fake_gitlab.server import PROJECT, TOKEN, FakeGitLab, fake_gitlab


@pytest.fixture
def gitlab() -> Iterator[FakeGitLab]:
    """The server, with nothing in it."""
    with fake_gitlab() as state:
        yield state


@pytest.fixture
def repository(gitlab: FakeGitLab, db: None) -> Repository:
    """The repository, whose folders saeule_1 and saeule_3 belong to pillars 1 and 3."""
    made = Repository.objects.create(url=gitlab.url, project=PROJECT, token=TOKEN)
    for number in (1, 3):
        pillar = Pillar.objects.create(number=number, name=f"Säule {number}")
        PathPattern.objects.create(repository=made, pattern=f"saeule_{number}/**/*.json", pillar=pillar)
    return made
