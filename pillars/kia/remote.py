"""What a GitLab repository holds, over its API (by python-gitlab, which knows paging and rate limits).

What is tried again, and how long: ``docs/decisions/what-is-tried-again.md``.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Protocol
from urllib.parse import urlsplit

import gitlab
import requests
from django.utils.translation import gettext as _
from gitlab.exceptions import GitlabAuthenticationError, GitlabError, GitlabGetError, RedirectError

from llars.errors import DomainError

TIMEOUTS_S = (5, 60)
"""To connect, and between two pieces of an answer."""

PER_PAGE = 100
MOST_BYTES = 1024**3
_LFS = b"version https://git-lfs.github.com/spec/"
_TRIES_AGAIN = 6
"""With pauses of 0.1 s, doubled each time: 6.3 s in all. A ``Retry-After`` is waited for instead."""

_GATEWAY = (502, 503, 504)


class SyncFailed(DomainError):
    """The repository cannot be read; the text says what an administrator can do."""

    code = "kia_sync"
    status = 502


class OutOfReach(SyncFailed):
    """No file can be read now, so that going on to the next one makes no sense."""


@dataclass(frozen=True, slots=True)
class Commit:
    """The last commit of a branch."""

    id: str
    title: str
    author: str
    at: datetime | None


@dataclass(frozen=True, slots=True)
class RemoteFile:
    """A file of the repository; ``blob_id`` changes with its content and with nothing else."""

    path: str
    blob_id: str


class Connection(Protocol):
    """What is needed to reach a repository."""

    url: str
    project: str
    branch: str
    token: str


class Remote:
    """One branch of one project, read at the commit that was its last when it was opened.

    Every read names that commit or a blob, so that a push in the middle changes nothing.

    Raises (on opening and on each read):
        OutOfReach: the server does not answer, is overloaded, or refuses the token.
        SyncFailed: it lacks the project, the branch or the file, or fails on it.
    """

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._api = gitlab.Gitlab(
            connection.url.rstrip("/"),
            private_token=connection.token or None,
            timeout=TIMEOUTS_S,  # type: ignore[arg-type]  # requests takes a pair
            per_page=PER_PAGE,
            retry_transient_errors=True,
            user_agent="LLARS",
        )
        self._call(self._reach)
        self._project = self._call(
            lambda: self._api.projects.get(connection.project, max_retries=_TRIES_AGAIN), self._no_project
        )
        self.commit = self._last_commit()

    def files(self) -> Iterator[RemoteFile]:
        """All files of the commit, with their paths from the root; symbolic links and submodules are none."""
        entries = self._call(
            lambda: list(
                self._project.repository_tree(
                    ref=self.commit.id,
                    recursive=True,
                    iterator=True,
                    pagination="keyset",
                    order_by="id",
                    max_retries=_TRIES_AGAIN,
                )
            ),
            self._no_branch,
        )
        for entry in entries:
            if entry["type"] == "blob" and entry.get("mode") != "120000":
                yield RemoteFile(entry["path"], entry["id"])

    def content(self, file: RemoteFile) -> bytes:
        """The file's bytes; a pointer of Git LFS is followed.

        Raises:
            SyncFailed: the server has the pointer, but not what it points to, or the file is too large.
        """
        raw = self._call(lambda: self._project.repository_raw_blob(file.blob_id, max_retries=_TRIES_AGAIN))
        if raw.startswith(_LFS):
            raw = self._call(
                lambda: self._project.files.raw(
                    file_path=file.path, ref=self.commit.id, lfs=True, max_retries=_TRIES_AGAIN
                )
            )
            if raw.startswith(_LFS):
                raise SyncFailed(
                    _("The file lies in Git LFS, and the server does not give its content. Push it with LFS.")
                )
        if len(raw) > MOST_BYTES:
            raise SyncFailed(_("The file is larger than 1 GB; divide it."))
        return bytes(raw)

    def follows(self, commit_id: str) -> bool:
        """Whether the last commit descends from an earlier one; not after a force-push."""
        try:
            base = self._project.repository_merge_base([commit_id, self.commit.id], max_retries=_TRIES_AGAIN)
        except GitlabError:
            return False
        return bool(base.get("id") == commit_id)

    def _reach(self) -> None:
        """See that anything answers at all; somebody who mistyped the address is told so at once."""
        try:
            self._api.http_get("/version", retry_transient_errors=False, obey_rate_limit=False)
        except GitlabError:
            return

    def _last_commit(self) -> Commit:
        branch = self._call(
            lambda: self._project.branches.get(self._connection.branch, max_retries=_TRIES_AGAIN),
            self._no_branch,
        )
        found = branch.commit
        return Commit(
            found["id"],
            found.get("title", ""),
            found.get("author_name", ""),
            _time(found.get("committed_date")),
        )

    def _call(self, call: Any, on_missing: Any = None) -> Any:
        try:
            return call()
        except GitlabAuthenticationError:
            raise OutOfReach(
                _("GitLab refuses the token: it has expired, was revoked, or is wrong. Enter a new one.")
            ) from None
        except RedirectError:
            raise OutOfReach(
                _("GitLab sends on to another address; enter the address it is at now.")
            ) from None
        except GitlabError as error:
            raise self._told(error, on_missing) from None
        except requests.RequestException as error:
            host = urlsplit(self._connection.url).netloc
            raise OutOfReach(
                _("GitLab at %(host)s cannot be reached (%(error)s).")
                % {"host": host, "error": type(error).__name__}
            ) from None

    def _told(self, error: GitlabError, on_missing: Any) -> SyncFailed:
        if isinstance(error, GitlabGetError) and error.response_code == 404 and on_missing is not None:
            return SyncFailed(on_missing())
        if error.response_code == 403:
            return OutOfReach(
                _("The token may not read the repository; it needs the scopes read_api and read_repository.")
            )
        if error.response_code == 429:
            return OutOfReach(_("GitLab asks to wait: too many calls. Try again later."))
        kind = OutOfReach if error.response_code in _GATEWAY else SyncFailed
        return kind(
            _("GitLab answered with an error (%(code)s). Try again later.") % {"code": error.response_code}
        )

    def _no_project(self) -> str:
        return _("There is no project “%s” that this token may see.") % self._connection.project

    def _no_branch(self) -> str:
        names = [
            branch.name
            for branch in self._project.branches.list(per_page=20, get_all=False, max_retries=_TRIES_AGAIN)
        ]
        return _("There is no branch “%(branch)s” any more; there are: %(names)s.") % {
            "branch": self._connection.branch,
            "names": ", ".join(names) or "–",
        }


def _time(text: str | None) -> datetime | None:
    return datetime.fromisoformat(text) if text else None
