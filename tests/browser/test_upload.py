"""An odd table comes in at the browser: dropped, set right, brought in by a worker; no step has a finding."""

import django_rq
import pytest
from django.contrib.auth.models import User
from playwright.sync_api import Page, expect

from evaluations.models import Model
from pillars.kia.models import PathPattern, Repository
from pillars.models import ImportRun, Pillar, Thread
from tests.browser.conftest import Open
from tests.browser.findings import SCREENS, Findings
from tests.fake_gitlab.server import PROJECT, TOKEN, fake_gitlab
from tests.processes import running, start_worker

pytestmark = [pytest.mark.browser, pytest.mark.processes, pytest.mark.django_db(transaction=True)]

ODD = (
    "Fall;Wer schrieb;Was;Anliegen\n"
    "f1;Maike;Guten Tag, ich wohne in Nürnberg, meine Nummer ist 0911 5880-1234.;schulden\n"
    "f1;Frau Weber;Guten Tag, was beschäftigt Sie?;schulden\n"
    "f2;Maike;<p>Noch etwas.</p>;schulden\n"
)
OPEN_ALL = "document.querySelectorAll('main details').forEach(box => { box.open = true; })"


def _drop(page: Page, name: str, content: bytes) -> None:
    page.wait_for_load_state()  # until the page listens, a chosen file only waits for its button
    page.set_input_files("#file", {"name": name, "mimeType": "text/csv", "buffer": content})
    expect(page.get_by_test_id("file-row")).to_have_count(1)


def _say_what_is_what(page: Page) -> None:
    """The columns, then who is who, as a person would who has never seen the page."""
    for column, meaning in (("Fall", "Verlaufs-ID"), ("Wer schrieb", "Rolle"), ("Was", "Text")):
        page.get_by_label(f"Bedeutung von {column}").select_option(label=meaning)
    page.get_by_test_id("read-again").click()
    page.get_by_label("Rolle von Maike").select_option("client")
    page.get_by_label("Rolle von Frau Weber").select_option("counsellor")
    page.get_by_test_id("read-again").click()


def test_an_odd_table_is_set_right_and_comes_in(
    site: str, anna: User, open_page: Open, findings: Findings
) -> None:
    page = open_page(site, anna)
    page.goto("/judge/upload")
    findings.look_at(page, language="de", situation="begin")
    page.get_by_label("Säule", exact=True).select_option("3")
    page.get_by_test_id("next-step").click()
    _drop(page, "faelle.csv", ODD.encode("cp1252"))
    findings.look_at(page, language="de", situation="files")
    page.get_by_test_id("next-step").click()
    findings.look_at(page, language="de", situation="not understood")
    expect(page.get_by_test_id("advice")).to_contain_text("was die Spalten bedeuten")
    _say_what_is_what(page)
    expect(page.get_by_test_id("counts")).to_contain_text("2 Verläufe mit 3 Nachrichten")
    expect(page.get_by_test_id("advice")).to_have_count(0)
    expect(page.get_by_test_id("preview-thread").first).to_contain_text("schulden")
    page.locator("summary", has_text="Telefonnummern").click()
    page.locator("#personal-0").check()
    page.get_by_test_id("next-step").click()
    with running(start_worker()):
        page.get_by_test_id("start-import").click()
        expect(page.locator("[data-testid=run-row][data-status=done]")).to_be_visible()
    findings.look_at(page, language="de", situation="done")
    page.get_by_role("link", name="Bericht").click()
    expect(page.get_by_test_id("imported")).to_have_text("2")
    thread = Thread.objects.in_pillar(3).get(external_id="f1")
    assert thread.messages.earliest("position").content.endswith("meine Nummer ist [Telefon 1].")
    assert not findings.wrong, "\n".join(findings.wrong)


def test_nothing_is_wrong_with_the_pages(
    site: str, anna: User, baseline: Model, open_page: Open, findings: Findings
) -> None:
    pages = [open_page(site, anna, width=w, theme=t, language=l) for l, w, t in SCREENS]  # noqa: E741
    first = pages[0]
    first.goto("/judge/upload")
    first.get_by_label("Säule", exact=True).select_option("3")
    first.get_by_test_id("next-step").click()
    _drop(first, "faelle.csv", ODD.encode())
    first.get_by_test_id("next-step").click()
    _say_what_is_what(first)
    base = first.url.split("/check/")[0]
    run = ImportRun.objects.get()
    repository = Repository.objects.create(url=site, project="kia/data", token="x")
    PathPattern.objects.create(repository=repository, pattern="a/**/*.json", pillar=Pillar.objects.get(pk=1))
    for page, (language, width, theme) in zip(pages, SCREENS, strict=True):
        addresses = [f"{base}/pillar", f"{base}/check/{run.pk}", f"{base}/import", "/judge/upload"]
        for address in (*addresses, f"/judge/import/{run.pk}", "/judge/kia"):
            page.goto(address)
            page.evaluate(OPEN_ALL)
            findings.look_at(page, language=language, situation=f"{width} {theme}")
    assert not findings.wrong, "\n".join(findings.wrong)


def test_a_sync_is_seen_on_its_page(site: str, anna: User, open_page: Open, findings: Findings) -> None:
    django_rq.get_connection("default").flushdb()
    with fake_gitlab() as gitlab, running(start_worker()):
        gitlab.put(
            {"saeule_1/a.json": b'[{"id": "k", "messages": [{"role": "client", "content": "Hallo"}]}]'}
        )
        gitlab.put({"saeule_1/b.json": b"{broken"})
        repository = Repository.objects.create(url=gitlab.url, project=PROJECT, token=TOKEN)
        pattern = "saeule_1/*.json"
        PathPattern.objects.create(repository=repository, pattern=pattern, pillar=Pillar.objects.get(pk=1))
        page = open_page(site, anna)
        page.goto("/judge/kia")
        page.get_by_test_id("sync").click()
        expect(page.locator("[data-testid=sync-run][data-status=done]")).to_be_visible()
        expect(page.get_by_test_id("sync-run")).to_contain_text("saeule_1/b.json")
        findings.look_at(page, language="de", situation="synced")
    assert Thread.objects.in_pillar(1).filter(external_id="k").exists()
    assert not findings.wrong, "\n".join(findings.wrong)
