"""The ASGI application: HTTP through Django, WebSockets through Channels."""

import os

from channels.routing import ProtocolTypeRouter
from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "llars.settings")
http_application = get_asgi_application()

from evaluations.live.routing import websocket_application  # noqa: E402  (needs the apps loaded)
from llars.root_path import with_root_path  # noqa: E402

application = ProtocolTypeRouter(
    {"http": with_root_path(http_application), "websocket": websocket_application()}
)
