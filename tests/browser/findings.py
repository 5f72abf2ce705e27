"""What must never happen on a page: accessibility violations, CSP events, console output, sideways scroll."""

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

_STATE = """() => ({
    overflow: document.documentElement.scrollWidth - document.documentElement.clientWidth,
    lang: document.documentElement.lang,
    headings: document.querySelectorAll('h1').length,
    focus: document.activeElement === document.body,
})"""


SCREENS = [
    ("de", 1366, "light"),
    ("en", 1366, "dark"),
    ("en", 320, "light"),
    ("de", 320, "dark"),
]
"""Language, width and colours; together every one of each, wide and narrow."""


class Findings:
    """Gathers what is wrong, with the page and the situation in which it was."""

    def __init__(self) -> None:
        self.wrong: list[str] = []
        self._axe = Axe()

    def watch(self, page: Page) -> None:
        """Take down what the browser says about this page: a broken policy is among it."""
        page.on("console", lambda message: self._note(page, f"console {message.type}: {message.text}"))
        page.on("pageerror", lambda error: self._note(page, f"error: {error}"))

    def forget(self) -> None:
        """Begin anew, where something was provoked on purpose."""
        self.wrong.clear()

    def look_at(self, page: Page, *, language: str, situation: str = "") -> None:
        """Examine a page as it stands now."""
        state = page.evaluate(_STATE)
        if state["overflow"] > 0:
            self._note(page, f"{situation}: scrolls sideways by {state['overflow']} px")
        if state["lang"] != language:
            self._note(page, f"{situation}: lang is {state['lang']!r}, not {language!r}")
        if state["headings"] != 1:
            self._note(page, f"{situation}: {state['headings']} h1")
        for violation in self._axe.run(page).response["violations"]:
            places = [" ".join(map(str, node["target"])) for node in violation["nodes"][:3]]
            self._note(page, f"{situation}: axe {violation['id']} at {places}")

    def _note(self, page: Page, what: str) -> None:
        self.wrong.append(f"{page.url.split('/', 3)[-1]} {what}")
