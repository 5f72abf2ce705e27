"""Projects with branches, commits, trees and blobs, in memory; served by a thread of the test's own process.

What it answers follows GitLab's documentation of API v4: keyset paging of trees, ``Link`` and ``X-Next-Page``
headers, 401 for a wrong token, 404 for what a token may not see, 429 with ``Retry-After``.
"""

import hashlib
import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs, unquote, urlencode, urlsplit

TOKEN = "glpat-of-the-tests"
PROJECT = "kia/data"


def blob_id(content: bytes) -> str:
    """The name that git gives to a content."""
    return hashlib.sha1(b"blob %d\0" % len(content) + content).hexdigest()  # noqa: S324  (git's own)


@dataclass(slots=True)
class FakeGitLab:
    """What the server holds, and how it misbehaves; change it from the test."""

    url: str = ""
    token: str = TOKEN
    branch: str = "main"
    files: dict[str, bytes] = field(default_factory=dict)
    lfs: dict[str, bytes] = field(default_factory=dict)
    history: list[str] = field(default_factory=lambda: ["0" * 40])
    refuse: int = 0
    """How many of the next calls are answered 429."""
    fail_at: str = ""
    """Calls whose path holds this fail, as ``fails`` says; empty: all."""
    fails: list[int] = field(default_factory=list)
    """What those calls are answered with, one after another: a status, or 0 for a dead line."""
    page_size: int = 3
    calls: list[str] = field(default_factory=list)

    @property
    def head(self) -> str:
        """The last commit of the branch."""
        return self.history[-1]

    def put(self, files: dict[str, bytes | None]) -> str:
        """Put files (``None``: remove) and commit them; returns the commit's id."""
        for path, content in files.items():
            if content is None:
                self.files.pop(path, None)
            else:
                self.files[path] = content
        self.history.append(hashlib.sha1(repr((self.history, sorted(self.files))).encode()).hexdigest())  # noqa: S324
        return self.head

    def force_push(self) -> None:
        """Forget the history, as a rewritten branch does."""
        self.history = [hashlib.sha1(repr(self.history).encode()).hexdigest()]  # noqa: S324

    def commit_json(self) -> dict[str, Any]:
        """The last commit as the API has it."""
        return {
            "id": self.head,
            "title": f"Commit {len(self.history)}",
            "author_name": "Somebody",
            "committed_date": "2026-03-04T05:06:07.000+00:00",
        }

    def tree(self) -> list[dict[str, str]]:
        """Files and folders of the last commit."""
        folders = {path.rsplit("/", 1)[0] for path in self.files if "/" in path}
        entries = [
            {"id": "f" * 40, "path": path, "type": "tree", "mode": "040000"} for path in sorted(folders)
        ]
        return entries + [
            {"id": blob_id(content), "path": path, "type": "blob", "mode": "100644", "name": path}
            for path, content in sorted(self.files.items())
        ]


class _Handler(BaseHTTPRequestHandler):
    state: FakeGitLab

    def do_GET(self) -> None:
        """Answer as GitLab does."""
        parts = urlsplit(self.path)
        query = {name: values[0] for name, values in parse_qs(parts.query).items()}
        self.state.calls.append(parts.path)
        if self.state.refuse > 0:
            self.state.refuse -= 1
            self._send(429, {"message": "Too Many Requests"}, {"Retry-After": "0"})
        elif self.state.fails and self.state.fail_at in parts.path:
            self._fail(self.state.fails.pop(0))
        elif self.headers.get("PRIVATE-TOKEN") != self.state.token:
            self._send(401, {"message": "401 Unauthorized"})
        else:
            self._answer(unquote(parts.path).removeprefix("/api/v4/projects/"), query)

    def _fail(self, status: int) -> None:
        if status:
            self._send(status, {"message": "fails"})
        else:
            self.close_connection = True

    def _answer(self, path: str, query: dict[str, str]) -> None:
        state = self.state
        if path == PROJECT:
            self._send(200, {"id": 1, "path_with_namespace": PROJECT, "default_branch": state.branch})
            return
        if not path.startswith("1/repository/"):
            self._send(404, {"message": "404 Project Not Found"})
            return
        rest = path.removeprefix("1/repository/")
        if rest == "branches":
            self._send(200, [{"name": state.branch, "commit": state.commit_json()}])
        elif rest == f"branches/{state.branch}":
            self._send(200, {"name": state.branch, "commit": state.commit_json()})
        elif rest == "tree":
            self._tree(query)
        elif rest == "merge_base":
            self._merge_base()
        elif rest.startswith("blobs/"):
            self._blob(rest.split("/")[1])
        elif rest.startswith("files/"):
            content = state.lfs.get(rest.removeprefix("files/").removesuffix("/raw"))
            self._raw(content) if content is not None else self._send(404, {"message": "404 File Not Found"})
        else:
            self._send(404, {"message": "404 Branch Not Found"})

    def _tree(self, query: dict[str, str]) -> None:
        if query.get("ref") != self.state.head:
            self._send(404, {"message": "404 Tree Not Found"})
            return
        entries = self.state.tree()
        begin = int(query.get("page_token", "0"))
        end = begin + self.state.page_size
        headers = {}
        if end < len(entries):
            following = urlencode(query | {"page_token": str(end)})
            headers["Link"] = f'<{self.state.url}/api/v4/projects/1/repository/tree?{following}>; rel="next"'
        self._send(200, entries[begin:end], headers)

    def _merge_base(self) -> None:
        refs = parse_qs(urlsplit(self.path).query)["refs[]"]
        known = [ref for ref in refs if ref in self.state.history]
        if len(known) < len(refs):
            self._send(404, {"message": "404 Commit Not Found"})
            return
        base = min(known, key=self.state.history.index)
        self._send(200, {"id": base})

    def _blob(self, wanted: str) -> None:
        for content in self.state.files.values():
            if blob_id(content) == wanted:
                self._raw(content)
                return
        self._send(404, {"message": "404 Blob Not Found"})

    def _raw(self, content: bytes) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "application/octet-stream")
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    def _send(self, status: int, body: object, headers: dict[str, str] | None = None) -> None:
        content = json.dumps(body).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(content)))
        for name, value in (headers or {}).items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, format: str, *args: Any) -> None:
        """Be silent."""


@contextmanager
def fake_gitlab() -> Iterator[FakeGitLab]:
    """A server on a free port of the loopback address."""
    state = FakeGitLab()
    handler = type("Handler", (_Handler,), {"state": state})
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        state.url = f"http://127.0.0.1:{server.server_address[1]}"
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        try:
            yield state
        finally:
            server.shutdown()
            thread.join()
