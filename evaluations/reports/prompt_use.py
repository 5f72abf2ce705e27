"""Which scenarios and sessions used which version of a prompt."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.contrib.auth.models import User
from django.db.models import Count, OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce

from evaluations.models import JudgeSession, Scenario
from prompts.models import PromptTemplate, PromptVersion


@dataclass(frozen=True, slots=True)
class VersionUse:
    """A version with the sessions that froze it, those alone that the reader may see by name."""

    version: PromptVersion
    sessions: Sequence[JudgeSession]
    others: int


def templates_with_use() -> QuerySet[PromptTemplate]:
    """All templates in one query, each with ``version`` (the latest number), ``used`` (how many sessions
    froze one of its versions) and ``scenarios`` (how many scenarios these belong to)."""
    latest = PromptVersion.objects.filter(template=OuterRef("pk")).order_by("-number")
    sessions = JudgeSession.objects.filter(prompt_version__template=OuterRef("pk")).order_by()
    grouped = sessions.values("prompt_version__template")
    return PromptTemplate.objects.annotate(
        version=Subquery(latest.values("number")[:1]),
        used=Coalesce(Subquery(grouped.annotate(n=Count("pk")).values("n")), 0),
        scenarios=Coalesce(Subquery(grouped.annotate(n=Count("scenario", distinct=True)).values("n")), 0),
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


@dataclass(frozen=True, slots=True)
class Choice:
    """The scenarios that name a template for their models: those the reader may see, and how many others."""

    scenarios: Sequence[Scenario]
    others: int


def scenarios_that_chose(template: PromptTemplate, *, reader: User) -> Choice:
    """Who is going to use the template and has no session with it yet."""
    chose = Scenario.objects.filter(prompt_config__template_id=template.pk).exclude(
        sessions__prompt_version__template=template
    )
    visible = list(Scenario.objects.managed_by(reader).filter(pk__in=chose.values("pk")).order_by("-pk"))
    return Choice(visible, chose.count() - len(visible))
