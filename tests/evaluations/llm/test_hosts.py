"""Calls of users' own providers reach public addresses only, whatever a name means the next moment."""

import asyncio
import socket
from typing import Any

import httpx2
import pytest

from evaluations.llm.adapter import ModelSettings
from evaluations.llm.failures import CallFailed
from evaluations.llm.hosts import PublicOnly, is_private, transport_for

pytestmark = pytest.mark.database_free


@pytest.mark.parametrize(
    "address",
    [
        "127.0.0.1",
        "10.1.2.3",
        "169.254.169.254",
        "100.64.0.1",
        "0.0.0.1",
        "224.0.0.1",
        "::1",
        "::",
        "fe80::1%eth0",
        "fd00::1",
        "fec0::1",
        "ff02::1",
        "::ffff:127.0.0.1",
        "::127.0.0.1",
        "64:ff9b::127.0.0.1",
        "64:ff9b::a9fe:a9fe",
        "64:ff9b:1::8.8.8.8",
        "2002:7f00:1::",
        "2002:a9fe:a9fe::1",
        "2001:0:4136:e378::1",
    ],
)
def test_an_address_inside_the_network_is_private_however_it_is_written(address: str) -> None:
    assert is_private(address)


@pytest.mark.parametrize(
    "address",
    ["8.8.8.8", "2a00:1450:4001:800::2004", "::ffff:8.8.8.8", "64:ff9b::808:808", "2002:808:808::"],
)
def test_a_public_address_is_not(address: str) -> None:
    assert not is_private(address)


class Network:
    """A network that answers at some addresses, and notes the requests that arrive."""

    def __init__(self, *reachable: str) -> None:
        self.arrived: list[httpx2.Request] = []
        self._reachable = reachable

    async def __call__(self, request: httpx2.Request) -> httpx2.Response:
        if request.url.host not in self._reachable:
            raise httpx2.ConnectError("nobody there")
        self.arrived.append(request)
        return httpx2.Response(200)


def resolve(monkeypatch: pytest.MonkeyPatch, *answers: list[str]) -> None:
    """Let the name mean other addresses each time that it is looked up."""
    left = list(answers)

    def getaddrinfo(_host: str, port: int, *_rest: Any, **_words: Any) -> list[Any]:
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (address, port)) for address in left.pop(0)]

    monkeypatch.setattr(socket, "getaddrinfo", getaddrinfo)


def call(network: Network, url: str = "https://models.test/v1/chat") -> None:
    async def post() -> None:
        async with httpx2.AsyncClient(transport=PublicOnly(httpx2.MockTransport(network))) as client:
            await client.post(url, json={"model": "m"})

    asyncio.run(post())


def test_the_call_goes_to_the_address_that_was_checked(monkeypatch: pytest.MonkeyPatch) -> None:
    resolve(monkeypatch, ["8.8.8.8"], ["127.0.0.1"])
    network = Network("8.8.8.8", "127.0.0.1")
    call(network)
    with pytest.raises(CallFailed, match=r"models\.test"):
        call(network)
    [request] = network.arrived
    assert request.url == "https://8.8.8.8/v1/chat"
    assert request.headers["host"] == "models.test"
    assert request.extensions["sni_hostname"] == "models.test"
    assert request.content == b'{"model":"m"}'


def test_one_private_address_among_others_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    resolve(monkeypatch, ["8.8.8.8", "10.0.0.1"])
    network = Network("8.8.8.8", "10.0.0.1")
    with pytest.raises(CallFailed) as failed:
        call(network)
    assert failed.value.code == "host_not_allowed"
    assert network.arrived == []


def test_another_address_is_tried_where_one_cannot_be_reached(monkeypatch: pytest.MonkeyPatch) -> None:
    resolve(monkeypatch, ["2a00:1450:4001:800::2004", "8.8.8.8"])
    network = Network("8.8.8.8")
    call(network)
    assert [request.url.host for request in network.arrived] == ["8.8.8.8"]


def test_an_address_of_version_six_is_connected_to(monkeypatch: pytest.MonkeyPatch) -> None:
    resolve(monkeypatch, ["2a00:1450:4001:800::2004"])
    network = Network("2a00:1450:4001:800::2004")
    call(network, "http://models.test:8080/v1/chat")
    assert str(network.arrived[0].url) == "http://[2a00:1450:4001:800::2004]:8080/v1/chat"


@pytest.mark.parametrize("host", ["2130706433", "0x7f000001", "127.1", "[::1]", "[::ffff:127.0.0.1]"])
def test_other_spellings_of_this_machine_are_refused(host: str) -> None:
    network = Network()
    with pytest.raises(CallFailed) as failed:
        call(network, f"http://{host}/v1/chat")
    assert failed.value.code == "host_not_allowed"


def test_providers_of_the_system_and_allowed_hosts_may_be_anywhere(settings: Any) -> None:
    settings.PROVIDER_HOSTS = ["models.test"]

    def is_checked(base_url: str, *, is_system: bool) -> bool:
        model = ModelSettings(pk=1, name="m", kind="openai", base_url=base_url, is_system=is_system)
        return isinstance(transport_for(model, httpx2.Limits()), PublicOnly)

    assert is_checked("https://other.test/v1", is_system=False)
    assert not is_checked("https://models.test:8443/v1", is_system=False)
    assert not is_checked("https://other.test/v1", is_system=True)
