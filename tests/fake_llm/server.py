"""The HTTP side: the OpenAI endpoints under /v1, the control endpoints beside them."""

import asyncio
from typing import Any

from aiohttp import web

from .calls import Call, CallLog
from .chat_request import BadRequest, ChatRequest, parse
from .conditions import Facts, ScriptError
from .faults import apply
from .reply import HttpError, Reply
from .script import NoMaterial, Script
from .strict import complaint
from .wire import body, error_response, events, finish_reason

STREAM_HEADERS = {"Content-Type": "text/event-stream; charset=utf-8", "Cache-Control": "no-cache"}
BODY_LIMIT = 64 * 1024 * 1024


class FakeServer:
    """Holds the script and the log; `script_start` is the number of calls before the script was set."""

    def __init__(self, script: dict[str, Any]) -> None:
        self.initial = script
        self.script = Script.from_json(script)
        self.log = CallLog()
        self.script_start = 0

    def app(self) -> web.Application:
        """Return the application with all routes."""
        app = web.Application(client_max_size=BODY_LIMIT)
        app.router.add_post("/v1/chat/completions", self.chat)
        app.router.add_get("/v1/models", self.models)
        app.router.add_post("/control/reset", self.reset)
        app.router.add_post("/control/script", self.set_script)
        app.router.add_post("/control/release", self.release)
        app.router.add_get("/control/calls", self.calls)
        app.router.add_get("/control/wait", self.wait)
        return app

    async def models(self, request: web.Request) -> web.Response:
        """List the models of the script."""
        if error := self._key_error(request):
            return error_response(error)
        models = [{"id": name, "object": "model", "owned_by": "fake"} for name in self.script.models]
        return web.json_response({"object": "list", "data": models})

    async def chat(self, request: web.Request) -> web.StreamResponse:
        """Answer one chat completion and log how it went."""
        raw = await request.read()
        script, log = self.script, self.log
        call = log.begin(raw if script.keep_bodies else b"")
        number = call.number - self.script_start
        try:
            return await self._answer(request, raw, script, log, call, number)
        except (ConnectionResetError, asyncio.CancelledError):
            if call.outcome == "open":
                call.outcome = "client_left"
            raise
        finally:
            log.end(call)

    async def _answer(
        self, http: web.Request, raw: bytes, script: Script, log: CallLog, call: Call, number: int
    ) -> web.StreamResponse:
        call.key = _key(http)
        if error := self._key_error(http):
            return _fail(call, error)
        try:
            request = parse(raw)
            call.model, call.mode, call.stream = request.model, request.mode, request.stream
            reply = _sound_reply(script, request)
        except BadRequest as error:
            return _fail(call, HttpError(400, str(error)))
        except NoMaterial as error:
            return _fail(call, HttpError(400, str(error), code="fake_no_material"))
        if not reply.error:
            call.faults = apply(script.faults, reply, Facts(number, call.in_flight, request))
        if reply.error:
            return _fail(call, reply.error)
        call.winner, call.finish_reason = reply.winner, finish_reason(request, reply)
        if reply.hold:
            await log.released.wait()
        delivery = Delivery(http, request, reply, script, log, call)
        return await (delivery.stream() if request.stream else delivery.whole())

    def _key_error(self, request: web.Request) -> HttpError | None:
        if not self.script.keys or _key(request) in self.script.keys:
            return None
        return HttpError(401, "Incorrect API key provided", code="invalid_api_key")

    async def reset(self, request: web.Request) -> web.Response:
        """Forget all calls, end those that hang, and go back to the first script."""
        self.log.close()
        self.log, self.script_start = CallLog(), 0
        self.script = Script.from_json(self.initial)
        return web.json_response({"ok": True})

    async def set_script(self, request: web.Request) -> web.Response:
        """Replace the script; the numbers that its conditions see start again at 1."""
        try:
            self.script = Script.from_json(await request.json())
        except (ScriptError, TypeError, ValueError) as error:
            return web.json_response({"error": str(error)}, status=400)
        self.script_start = self.log.started
        self.log.released.clear()
        return web.json_response({"ok": True})

    async def release(self, request: web.Request) -> web.Response:
        """Let go what `hold` holds, now and until the next script or reset."""
        self.log.released.set()
        return web.json_response({"ok": True})

    async def calls(self, request: web.Request) -> web.Response:
        """Return the counters and the calls kept; with `?summary=1` the counters alone."""
        listed = [] if request.query.get("summary") else [call.as_json() for call in self.log.calls]
        return web.json_response({**self.log.summary(), "calls": listed})

    async def wait(self, request: web.Request) -> web.Response:
        """Answer when the counters named have come that far, or with 408 after `timeout` seconds."""
        log, query = self.log, dict(request.query)
        timeout = float(query.pop("timeout", 30))
        wanted = {name: int(value) for name, value in query.items()}
        if unknown := set(wanted) - set(log.summary()):
            return web.json_response({"error": f"no counters {sorted(unknown)}"}, status=400)
        reached = await log.wait(lambda: all(log.summary()[name] >= n for name, n in wanted.items()), timeout)
        return web.json_response(log.summary(), status=200 if reached else 408)


class Delivery:
    """Brings one reply to the client, as fast and as completely as the script says."""

    def __init__(
        self, http: web.Request, request: ChatRequest, reply: Reply, script: Script, log: CallLog, call: Call
    ) -> None:
        self.http, self.request, self.reply = http, request, reply
        self.script, self.log, self.call = script, log, call

    async def whole(self) -> web.StreamResponse:
        """Send one JSON body after the latency."""
        await asyncio.sleep(self.reply.latency)
        if self.reply.stop:
            return await self._break_off(None)
        self._done()
        return web.json_response(body(self.request, self.reply, self.call.number, self.script.tokens))

    async def stream(self) -> web.StreamResponse:
        """Send the pieces evenly over the latency, or all at once where there is none."""
        reply, script = self.reply, self.script
        carried, closing = events(self.request, reply, self.call.number, script.chunks, script.tokens)
        if reply.stop:
            carried = carried[: max(0, reply.stop_after)]
            if reply.stop_after < 0:
                return await self._break_off(None)
        response = web.StreamResponse(headers=STREAM_HEADERS)
        await response.prepare(self.http)
        last = b"" if reply.stop else closing
        if reply.latency and carried:
            await self._paced(response, carried[:-1], len(carried))
            carried = carried[-1:]
        if reply.stop:
            await response.write(b"".join(carried))
            return await self._break_off(response)
        self._done()
        await response.write_eof(b"".join(carried) + last)
        return response

    async def _paced(self, response: web.StreamResponse, carried: list[bytes], steps: int) -> None:
        """Send all but the last piece, and wait until that one is due."""
        clock = asyncio.get_running_loop()
        start, step = clock.time(), self.reply.latency / steps
        for index, event in enumerate(carried, 1):
            await asyncio.sleep(start + index * step - clock.time())
            await response.write(event)
        await asyncio.sleep(start + self.reply.latency - clock.time())

    async def _break_off(self, response: web.StreamResponse | None) -> web.StreamResponse:
        """Stall until the client leaves, drop the connection, or send an error amid the stream."""
        stop = self.reply.stop
        self.call.outcome = {"stall": "stalled", "drop": "dropped", "error": "stream_error"}[stop]
        if stop == "error" and response is not None:
            self.call.status = 200
            details = '{"message":"upstream failed","type":"server_error","code":502}'
            await response.write_eof(f'data: {{"error":{details}}}\n\n'.encode())
            return response
        if stop == "stall":
            await self.log.over.wait()
        if self.http.transport is not None:
            self.http.transport.close()
        return response or web.Response()

    def _done(self) -> None:
        self.call.outcome, self.call.status = "ok", 200


def _sound_reply(script: Script, request: ChatRequest) -> Reply:
    """Return the reply before any fault; it carries an error where the request's schema would be refused."""
    answer = script.answer_to(request)
    reply = Reply(
        payload=answer.payload,
        text=answer.text,
        channel="tool" if request.mode == "tools" else "content",
        winner=answer.winner,
        language=script.language,
        latency=script.latency_ms / 1000,
    )
    if script.strict_schemas and request.strict and request.schema is not None:
        fault = complaint(request.schema_name, request.schema_text)
        if fault:
            text = f"Invalid schema for response_format '{request.schema_name}': {fault}."
            reply.error = HttpError(400, text, param="response_format", code="invalid_json_schema")
    return reply


def _key(request: web.Request) -> str:
    return request.headers.get("Authorization", "").removeprefix("Bearer ")


def _fail(call: Call, error: HttpError) -> web.Response:
    call.outcome, call.status = f"http_{error.status}", error.status
    return error_response(error)
