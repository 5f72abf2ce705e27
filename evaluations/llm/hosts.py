"""Where calls may go: users' own providers may not name addresses inside the network.

Providers of the system are set by administrators and may be anywhere.
"""

import asyncio
import ipaddress
import socket
from urllib.parse import urlsplit

from django.conf import settings
from django.utils.translation import gettext as _

from evaluations.llm.adapter import ModelSettings
from evaluations.llm.failures import CallFailed, FailureCode


def is_private(address: str) -> bool:
    """Whether an IP address is anything but a public one."""
    return not ipaddress.ip_address(address.split("%")[0]).is_global


async def check_host(model: ModelSettings) -> None:
    """Refuse a user's provider whose host is, or resolves to, an address inside the network.

    Raises:
        CallFailed: the host is not allowed, or has no address.
    """
    if model.is_system:
        return
    parts = urlsplit(model.base_url)
    host = parts.hostname or ""
    if host in settings.PROVIDER_HOSTS:
        return
    try:
        found = await asyncio.get_running_loop().getaddrinfo(host, parts.port or 443, type=socket.SOCK_STREAM)
    except OSError as error:
        raise CallFailed(FailureCode.UNREACHABLE, str(error)) from None
    if any(is_private(str(entry[4][0])) for entry in found):
        raise CallFailed(
            FailureCode.HOST_NOT_ALLOWED,
            _(
                "%(host)s is an address inside the network. "
                "An administrator can allow it in LLARS_PROVIDER_HOSTS."
            )
            % {"host": host},
        )
