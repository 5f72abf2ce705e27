import pytest
from django.contrib.auth.models import User

from evaluations.models import JudgeSession
from tests.evaluations.reports import casting


@pytest.fixture
def anna(db: None) -> User:
    casting.set_up()
    return casting.person("anna")


@pytest.fixture
def session(anna: User) -> JudgeSession:
    """Three pairs of pillars 1 and 3, both positions; pillar 1 has the longer threads."""
    casting.add_threads(1, [300, 310, 320])
    casting.add_threads(3, [100, 110, 120])
    return casting.session_of(anna, samples_per_pillar=3)
