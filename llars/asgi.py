"""The ASGI application: HTTP through Django, WebSockets through Channels."""

import os

from channels.routing import ProtocolTypeRouter
from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "llars.settings")
http_application = get_asgi_application()

from evaluations.live.routing import websocket_application  # noqa: E402  (needs the apps loaded)

application = ProtocolTypeRouter({"http": http_application, "websocket": websocket_application()})
