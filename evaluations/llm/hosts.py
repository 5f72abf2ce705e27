"""Where calls may go: users' own providers may not name addresses inside the network.

Providers of the system are set by administrators and may be anywhere.
"""

import asyncio
import ipaddress
import socket

import httpx2
from django.conf import settings
from django.utils.translation import gettext as _

from evaluations.llm.adapter import ModelSettings
from evaluations.llm.failures import CallFailed, FailureCode

_NAT64 = ipaddress.ip_network("64:ff9b::/96")
_UNICAST = ipaddress.ip_network("2000::/3")


def is_private(address: str) -> bool:
    """Whether an IP address is anything but a public one; one that carries another counts as that one."""
    ip = ipaddress.ip_address(address.split("%")[0])
    if isinstance(ip, ipaddress.IPv4Address):
        return not ip.is_global or ip.is_multicast
    carried = ip.ipv4_mapped or ip.sixtofour
    if ip in _NAT64:
        carried = ipaddress.IPv4Address(int(ip) & 0xFFFFFFFF)
    if carried is not None:
        return is_private(str(carried))
    return ip not in _UNICAST or not ip.is_global


def transport_for(model: ModelSettings, limits: httpx2.Limits) -> httpx2.AsyncBaseTransport:
    """How calls of this model reach its provider: those of a user's own one to public addresses alone."""
    plain = httpx2.AsyncHTTPTransport(trust_env=False, limits=limits)
    host = httpx2.URL(model.base_url).host
    return plain if model.is_system or host in settings.PROVIDER_HOSTS else PublicOnly(plain)


class PublicOnly(httpx2.AsyncBaseTransport):
    """Looks a host up once, refuses it if one of its addresses is private, and connects to what it checked.

    Were the name looked up again for the connection, it could by then mean another address. The
    request still names the host, in ``Host`` as in TLS.
    """

    def __init__(self, inner: httpx2.AsyncBaseTransport) -> None:
        self._inner = inner

    async def handle_async_request(self, request: httpx2.Request) -> httpx2.Response:
        """Send to the first address that can be connected to.

        Raises:
            CallFailed: the host is not allowed, or has no address.
        """
        *others, last = await _public_addresses(request.url)
        for address in others:
            try:
                return await self._send_to(address, request)
            except (httpx2.ConnectError, httpx2.ConnectTimeout):
                continue
        return await self._send_to(last, request)

    async def aclose(self) -> None:
        """Close the connections."""
        await self._inner.aclose()

    async def _send_to(self, address: str, request: httpx2.Request) -> httpx2.Response:
        return await self._inner.handle_async_request(
            httpx2.Request(
                request.method,
                request.url.copy_with(host=address),
                headers=request.headers,
                stream=request.stream,
                extensions=request.extensions | {"sni_hostname": request.url.host},
            )
        )


async def _public_addresses(url: httpx2.URL) -> list[str]:
    port = url.port or (443 if url.scheme == "https" else 80)
    try:
        found = await asyncio.get_running_loop().getaddrinfo(url.host, port, type=socket.SOCK_STREAM)
    except OSError as error:
        raise CallFailed(FailureCode.UNREACHABLE, str(error)) from None
    addresses = list(dict.fromkeys(str(entry[4][0]) for entry in found))
    if any(is_private(address) for address in addresses):
        raise CallFailed(
            FailureCode.HOST_NOT_ALLOWED,
            _(
                "%(host)s is an address inside the network. "
                "An administrator can allow it in LLARS_PROVIDER_HOSTS."
            )
            % {"host": url.host},
        )
    return addresses
