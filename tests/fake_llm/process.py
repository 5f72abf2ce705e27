"""The fake server as a child process of a test or a benchmark."""

import json
import subprocess
import sys
from pathlib import Path
from types import TracebackType
from typing import Any, Self
from urllib.error import HTTPError
from urllib.parse import urlencode
from urllib.request import ProxyHandler, Request, build_opener

ROOT = Path(__file__).resolve().parents[2]
_READY = "listening on "
_STOP_SECONDS = 5.0


class FakeLLM:
    """Starts the server on entering, ends it on leaving; it also ends with the process that started it.

    `base_url` is what an OpenAI client takes (`http://127.0.0.1:PORT/v1`). `script` is the script to begin
    with and to go back to on `reset`.
    """

    def __init__(self, *, port: int = 0, **script: Any) -> None:
        self.base_url = ""
        self._port, self._script = port, script
        self._process: subprocess.Popen[str] | None = None
        self._opener = build_opener(ProxyHandler({}))

    def __enter__(self) -> Self:
        options = ["--port", str(self._port), "--script", json.dumps(self._script), "--exit-with-stdin"]
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.fake_llm", *options],
            cwd=ROOT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        if not line.startswith(_READY):
            self.stop()
            raise RuntimeError(f"the fake LLM server did not start, it wrote {line!r}")
        self.base_url = line.removeprefix(_READY).strip()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()

    @property
    def pid(self) -> int:
        """The process id of the running server."""
        if self._process is None:
            raise RuntimeError("the fake LLM server is not running")
        return self._process.pid

    def stop(self) -> None:
        """End the server and wait for its end."""
        process, self._process = self._process, None
        if process is None:
            return
        process.terminate()
        try:
            process.wait(_STOP_SECONDS)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        for pipe in (process.stdin, process.stdout):
            if pipe is not None:
                pipe.close()

    def reset(self) -> None:
        """Forget all calls and go back to the script given at the start."""
        self._control("reset", {})

    def script(self, **script: Any) -> None:
        """Replace the script; raise ValueError with the server's reason where it refuses it."""
        self._control("script", script)

    def release(self) -> None:
        """Let go all calls that the fault `hold` holds."""
        self._control("release", {})

    def calls(self) -> list[dict[str, Any]]:
        """Return the calls since the last reset, oldest first, with request body, times and outcome."""
        calls: list[dict[str, Any]] = self._control("calls")["calls"]
        return calls

    def summary(self) -> dict[str, int]:
        """Return `count`, `finished`, `in_flight` and `max_in_flight` since the last reset."""
        counts: dict[str, Any] = self._control("calls?summary=1")
        return {name: counts[name] for name in ("count", "finished", "in_flight", "max_in_flight")}

    def wait_for(self, *, timeout: float = 30, **counters: int) -> dict[str, int]:
        """Wait until every counter of `summary` named has reached its number; raise TimeoutError else."""
        try:
            reached: dict[str, int] = self._control(f"wait?{urlencode({'timeout': timeout, **counters})}")
        except HTTPError as error:
            raise TimeoutError(f"{counters} not reached in {timeout} s: {error.read().decode()}") from error
        return reached

    def _control(self, path: str, data: dict[str, Any] | None = None) -> Any:
        url = f"{self.base_url.removesuffix('/v1')}/control/{path}"
        sent = None if data is None else json.dumps(data).encode()
        # The address is the one that our own child process printed.
        request = Request(url, sent, {"Content-Type": "application/json"})  # noqa: S310
        try:
            with self._opener.open(request) as response:
                return json.load(response)
        except HTTPError as error:
            if error.code == 400:
                raise ValueError(json.load(error)["error"]) from error
            raise
