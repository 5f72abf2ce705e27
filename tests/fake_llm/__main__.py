"""Run the server: `python -m tests.fake_llm --port 0`."""

import argparse
import asyncio
import json
import signal
import sys

from aiohttp import web

from .server import FakeServer

HOST = "127.0.0.1"


async def serve(port: int, script: str, with_stdin: bool) -> None:
    """Serve until SIGTERM or SIGINT, or until standard input ends where `with_stdin` is set."""
    runner = web.AppRunner(FakeServer(json.loads(script)).app(), handler_cancellation=True, access_log=None)
    await runner.setup()
    site = web.TCPSite(runner, HOST, port, backlog=1024, shutdown_timeout=0)
    await site.start()
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, stop.set)
    if with_stdin:
        reader = asyncio.StreamReader()
        await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), sys.stdin)
        ended = loop.create_task(reader.read())
        ended.add_done_callback(lambda task: stop.set())
    sys.stdout.write(f"listening on http://{HOST}:{runner.addresses[0][1]}/v1\n")
    sys.stdout.flush()
    await stop.wait()
    await runner.cleanup()


def main() -> None:
    """Read the command line and serve."""
    parser = argparse.ArgumentParser(prog="python -m tests.fake_llm", description=__doc__)
    parser.add_argument("--port", type=int, default=0, help="0 takes a free one")
    parser.add_argument("--script", default="{}", help="JSON; what a reset goes back to")
    parser.add_argument("--exit-with-stdin", action="store_true", help="stop when standard input ends")
    options = parser.parse_args()
    asyncio.run(serve(options.port, options.script, options.exit_with_stdin))


if __name__ == "__main__":
    main()
