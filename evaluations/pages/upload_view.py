"""What the page of a file's check shows."""

from dataclasses import dataclass
from typing import Any

from django.contrib.auth.models import User
from django.utils.translation import gettext_lazy

from evaluations.llm.tokens import CHARS_PER_TOKEN
from evaluations.models import Model
from evaluations.pages.upload_advice import Advice, advice, page_problems
from evaluations.pages.upload_check_form import SINGLE
from pillars.imports.how_read import HowRead
from pillars.imports.preview import PreviewedThread, previewed
from pillars.models import ImportRun
from pillars.readers import form_choices

MEANINGS = {
    "thread": gettext_lazy("thread id"),
    "role": gettext_lazy("role"),
    "content": gettext_lazy("text"),
    "timestamp": gettext_lazy("time"),
    "subject": gettext_lazy("subject"),
    "label": gettext_lazy("label"),
    "client": gettext_lazy("text of the client"),
    "counsellor": gettext_lazy("text of the counsellor"),
    "messages": gettext_lazy("all messages as JSON"),
    "model": gettext_lazy("model that wrote the features"),
    "feature": gettext_lazy("feature"),
    "": gettext_lazy("metadata"),
}
KINDS = {
    "email": gettext_lazy("E-mail addresses"),
    "iban": gettext_lazy("IBANs"),
    "phone": gettext_lazy("Phone numbers"),
    "city": gettext_lazy("Names of cities"),
}
CLEANINGS = {
    "mojibake": gettext_lazy("Repair letters that were decoded wrongly (“MÃ¼nchen”)"),
    "html": gettext_lazy("Turn HTML into plain text"),
    "quoted_mail": gettext_lazy("Leave out the mails quoted below a mail"),
}
ENCODINGS = ("utf-8", "windows-1252", "iso-8859-1", "mac_roman", "cp850", "utf-16")
DELIMITERS = {
    ",": gettext_lazy("comma"),
    ";": gettext_lazy("semicolon"),
    "tab": gettext_lazy("tab"),
    "|": gettext_lazy("vertical line"),
}


@dataclass(frozen=True, slots=True)
class TooLong:
    """How many threads go over a model's context, by an estimate on the high side."""

    model: Model
    count: int
    example: str


class CheckPage:
    """The findings of a file beside what was set, as the template needs them."""

    def __init__(self, run: ImportRun, user: User) -> None:
        self.findings: dict[str, Any] = run.findings
        self.how = HowRead.of(run)
        self._user = user

    @property
    def forms(self) -> list[tuple[str, str]]:
        """The forms to choose from."""
        return [(key, str(title)) for key, title in form_choices()]

    @property
    def form_title(self) -> str:
        """The title of the form that was recognised."""
        return dict(self.forms).get(self.findings.get("form", ""), "")

    @property
    def advice(self) -> list[Advice]:
        """What is to be set before the threads can be read."""
        return advice(self.findings)

    @property
    def problems(self) -> list[dict[str, Any]]:
        """What was noticed, by kind."""
        return page_problems(self.findings)

    @property
    def is_workbook(self) -> bool:
        """Whether the file has neither an encoding nor a separator, being a spreadsheet program's own."""
        return self.findings.get("encoding") == "xlsx"

    @property
    def encodings(self) -> list[str]:
        """The encodings to choose from, with what was found."""
        found = self.findings.get("encoding", "")
        return list(dict.fromkeys([*filter(None, [found]), *ENCODINGS]))

    @property
    def delimiters(self) -> list[tuple[str, Any, bool]]:
        """Separators with their words, and which was chosen."""
        return [
            (key, word, (self.how.delimiter or "") == ("\t" if key == "tab" else key))
            for key, word in DELIMITERS.items()
        ]

    @property
    def delimiter_word(self) -> Any:
        """The separator that was found, in words."""
        found = self.findings.get("delimiter", "")
        return DELIMITERS.get("tab" if found == "\t" else found, found)

    @property
    def columns(self) -> list[dict[str, Any]]:
        """The columns with the meanings to choose from."""
        return [
            one
            | {"choices": [(key, MEANINGS[key], key == one["meaning"]) for key in (*SINGLE, "feature", "")]}
            for one in self.findings.get("columns", [])
        ]

    @property
    def preview(self) -> list[PreviewedThread]:
        """The first threads as they will look."""
        cleaning = self.how.cleaning()
        return [previewed(one, cleaning) for one in self.findings.get("preview", [])]

    @property
    def cleanings(self) -> list[tuple[str, Any, bool, int]]:
        """Steps that would change something: key, words, whether chosen, number of findings."""
        counts = {one["kind"]: one["count"] for one in self.findings.get("problems", [])}
        return [
            (key, CLEANINGS[key], key in self.how.steps, counts.get(key, 0))
            for key in self.findings.get("cleanable", [])
        ]

    @property
    def personal(self) -> list[dict[str, Any]]:
        """Findings of personal data by kind, each with its place in the form and whether it is chosen."""
        chosen = {(kind, value) for kind, value in self.how.replaced}
        groups: dict[str, list[dict[str, Any]]] = {}
        for number, one in enumerate(self.findings.get("personal", [])):
            is_chosen = (one["kind"], one["value"]) in chosen
            groups.setdefault(one["kind"], []).append(one | {"number": number, "is_chosen": is_chosen})
        counts = self.findings.get("personal_counts", {})
        return [
            {
                "kind": kind,
                "title": KINDS[kind],
                "count": counts.get(kind, 0),
                "values": values,
                "sure": sum(one["is_sure"] for one in values),
                "has_chosen": any(one["is_chosen"] for one in values),
            }
            for kind, values in groups.items()
        ]

    @property
    def too_long(self) -> list[TooLong]:
        """The models whose context some thread goes over."""
        longest = self.findings.get("longest", [])
        models = Model.objects.visible_to(self._user).filter(context_tokens__isnull=False)
        found = []
        for model in models.select_related("provider"):
            limit = (model.context_tokens or 0) * CHARS_PER_TOKEN
            over = [where for characters, where in longest if characters > limit]
            if over:
                found.append(TooLong(model, len(over), over[0]))
        return found
