"""Which scenarios and sessions used which version of a prompt."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.contrib.auth.models import User
from django.db.models import Count, OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce

from evaluations.models import JudgeSession
from prompts.models import PromptTemplate, PromptVersion


@dataclass(frozen=True, slots=True)
class VersionUse:
    """A version with the sessions that froze it, those alone that the reader may see by name."""

    version: PromptVersion
    sessions: Sequence[JudgeSession]
    others: int


def templates_with_use() -> QuerySet[PromptTemplate]:
    """All templates with ``version`` (the latest number) and ``used`` (sessions of any), in one query."""
    latest = PromptVersion.objects.filter(template=OuterRef("pk")).order_by("-number")
    sessions = JudgeSession.objects.filter(prompt_version__template=OuterRef("pk")).order_by()
    counted = sessions.values("prompt_version__template").annotate(n=Count("pk")).values("n")
    return PromptTemplate.objects.annotate(
        version=Subquery(latest.values("number")[:1]), used=Coalesce(Subquery(counted), 0)
    ).order_by("task_type", "language", "-is_default", "name")


def versions_with_use(template: PromptTemplate, *, reader: User) -> list[VersionUse]:
    """The versions, newest first, in a constant number of queries."""
    versions = list(template.versions.select_related("author").order_by("-number"))
    visible = JudgeSession.objects.visible_to(reader).filter(prompt_version__in=versions)
    by_version: dict[int, list[JudgeSession]] = {}
    for session in visible.select_related("scenario").order_by("-pk"):
        by_version.setdefault(session.prompt_version_id or 0, []).append(session)
    all_of_them = JudgeSession.objects.filter(prompt_version__in=versions).order_by().values("prompt_version")
    totals = {row["prompt_version"]: row["n"] for row in all_of_them.annotate(n=Count("pk"))}
    return [
        VersionUse(
            version,
            by_version.get(version.pk, []),
            totals.get(version.pk, 0) - len(by_version.get(version.pk, [])),
        )
        for version in versions
    ]
