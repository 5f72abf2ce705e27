"""Uploads through the pages, and the queue's jobs done in this process."""

from collections.abc import Callable
from typing import Any

import django_rq
import pytest
from django.contrib.auth.models import User
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from rq import SimpleWorker

from pillars.models import ImportRun, Pillar, Upload


def work_off() -> None:
    """Do what stands in the queue."""
    queue = django_rq.get_queue("default")
    SimpleWorker([queue], connection=queue.connection).work(burst=True)


class Uploader:
    """A person at the upload pages, without a script."""

    def __init__(self, client: Client, pillar: Pillar) -> None:
        self.client = client
        answer = client.post("/judge/upload", {"pillar": pillar.pk})
        assert answer.status_code == 302, answer.content.decode()
        self.upload = Upload.objects.latest("created_at")
        self.base = f"/judge/upload/{self.upload.pk}"

    def add(self, name: str, content: bytes, *, status: int = 302) -> ImportRun | None:
        """Add a file and go on to its check; the run, or ``None`` where it was refused."""
        data = {"file": SimpleUploadedFile(name, content), "next": "1"}
        answer = self.client.post(f"{self.base}/files", data)
        assert answer.status_code == status, answer.content.decode()
        return self.upload.runs.order_by("-pk").first()

    def look(self, run: ImportRun) -> str:
        """The page of the file's check."""
        answer = self.client.get(f"{self.base}/check/{run.pk}")
        assert answer.status_code == 200
        run.refresh_from_db()
        return answer.content.decode()

    def set(self, run: ImportRun, **fields: Any) -> str:
        """Send the check's form."""
        answer = self.client.post(f"{self.base}/check/{run.pk}", fields)
        assert answer.status_code == 302, answer.content.decode()
        run.refresh_from_db()
        return answer.content.decode()

    def start(self, run: ImportRun) -> ImportRun:
        """Bring the checked files in, and wait for the job."""
        assert self.client.post(f"{self.base}/import").status_code == 302
        work_off()
        run.refresh_from_db()
        return run


@pytest.fixture
def researcher(anna: User, client: Client) -> Client:
    """Anna at her browser."""
    client.force_login(anna)
    django_rq.get_connection("default").flushdb()
    return client


@pytest.fixture
def uploader(researcher: Client, pillars: dict[int, Pillar]) -> Callable[[], Uploader]:
    """Begins an upload into pillar 1."""
    return lambda: Uploader(researcher, pillars[1])
