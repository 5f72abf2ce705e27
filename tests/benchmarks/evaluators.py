"""A hundred evaluators at once: drafts and answers on a real server, and a bare view beside it."""

import asyncio
import random
import time
from dataclasses import dataclass, field
from statistics import quantiles

import aiohttp
from django.conf import settings
from django.contrib.auth.models import Group, User
from django.test import Client

from evaluations.models import Evaluation, Scenario
from evaluations.scenarios.creation import ScenarioPlan, create_scenario
from evaluations.scenarios.members import MemberSpec
from evaluations.scenarios.selection import DataSelection
from pillars.models import Pillar
from tests.processes import asgi_server

THINK_S = 10.0
"""The mean pause between two answers of a person; people take longer, so this is a crowd of many more."""
_SETTINGS = "tests.benchmarks.bare_settings"


@dataclass(slots=True)
class Load:
    """What came of it: milliseconds a request by kind, and refusals."""

    times: dict[str, list[float]] = field(default_factory=dict)
    refused: list[str] = field(default_factory=list)

    def p95(self, kind: str) -> float:
        """The 95th percentile in milliseconds."""
        return quantiles(self.times[kind], n=20)[-1]

    def median(self, kind: str) -> float:
        """The median in milliseconds."""
        return quantiles(self.times[kind], n=2)[0]


def crowd(owner: User, *, people: int, answers: int) -> tuple[Scenario, list[User]]:
    """A comparison that everybody does, with as many items as each person answers."""
    group = Group.objects.get(name="evaluators")
    users = [User.objects.create_user(f"person{number}") for number in range(people)]
    for user in users:
        user.groups.add(group)
    numbers = list(Pillar.objects.order_by("number").values_list("number", flat=True)[:2])
    plan = ScenarioPlan(
        name="Crowd",
        task_type="comparison",
        data=DataSelection(pillar_ids=numbers, comparison_mode="round_robin"),
        evaluators=[MemberSpec(username=user.username) for user in users],
        distribution={"mode": "all", "cap": answers},
        order="shuffled_per_person",
    )
    return create_scenario(plan, actor=owner), users


def answered_by_crowd(scenario: Scenario, users: list[User], *, answers: int) -> Load:
    """Let everybody work at once; the bare view gets the same load afterwards, in the same server."""
    cookies = [_session_of(user) for user in users]
    with asgi_server(DJANGO_SETTINGS_MODULE=_SETTINGS) as address:
        return asyncio.run(_work(address, scenario.pk, cookies, answers))


def lost_or_twice(scenario: Scenario, *, expected: int) -> tuple[int, int]:
    """How many answers are missing, and how many items have more than one answer of a person."""
    rows = Evaluation.objects.filter(scenario=scenario)
    distinct = rows.values("member", "item").distinct().count()
    return expected - distinct, rows.count() - distinct


def _session_of(user: User) -> str:
    client = Client()
    client.force_login(user)
    return client.cookies[settings.SESSION_COOKIE_NAME].value


async def _work(address: str, scenario: int, cookies: list[str], answers: int) -> Load:
    load = Load()
    people = [_Person(address, cookie, load, seed) for seed, cookie in enumerate(cookies)]
    await asyncio.gather(*(person.answer(scenario, answers) for person in people))
    await asyncio.gather(*(person.post_bare(answers) for person in people))
    await asyncio.gather(*(person.http.close() for person in people))
    return load


class _Person:
    """One evaluator at a browser of their own."""

    def __init__(self, address: str, cookie: str, load: Load, seed: int) -> None:
        self.address, self.load = address, load
        self.random = random.Random(seed)
        cookies = {settings.SESSION_COOKIE_NAME: cookie}
        self.http = aiohttp.ClientSession(cookies=cookies, cookie_jar=aiohttp.CookieJar(unsafe=True))
        self.http.cookie_jar.update_cookies(cookies)
        self.token = ""

    async def answer(self, scenario: int, answers: int) -> None:
        await self._renew()
        for place in range(1, answers + 1):
            await self._think()
            here = f"{self.address}/evaluate/{scenario}/{place}"
            fields = {"winner": self.random.choice(["A", "B", "TIE"]), "item_version": "1", "revision": "0"}
            await self._post("draft", f"{here}/draft", fields)
            await self._post(
                "answer", f"{here}/answer", fields | {"submission_key": f"k{place}", "based_on": "0"}
            )

    async def post_bare(self, answers: int) -> None:
        for _ in range(answers):
            await self._think()
            await self._post("bare", f"{self.address}/bare", {"winner": "A"})

    async def _renew(self) -> None:
        async with self.http.get(f"{self.address}/evaluate/alive") as response:
            self.token = (await response.json())["csrf"]

    async def _think(self) -> None:
        await asyncio.sleep(self.random.uniform(0.5, 1.5) * THINK_S)

    async def _post(self, kind: str, url: str, fields: dict[str, str]) -> None:
        body = fields | {"csrfmiddlewaretoken": self.token}
        begin = time.perf_counter()
        async with self.http.post(url, data=body, headers={"Accept": "application/json"}) as response:
            await response.read()
            if response.status != 200:
                self.load.refused.append(f"{kind}: {response.status}")
        self.load.times.setdefault(kind, []).append(1000 * (time.perf_counter() - begin))
