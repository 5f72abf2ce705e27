"""Rows that belong to scenarios, and who sees them in the admin."""

from typing import ClassVar, TypeVar

from django.db import models
from django.db.models import QuerySet
from django.http import HttpRequest

from evaluations.models import Scenario
from llars.readonly_admin import ReadOnlyAdmin
from llars.roles import is_administrator

Row = TypeVar("Row", bound=models.Model)


class OfScenarioAdmin(ReadOnlyAdmin[Row]):
    """Administrators see all rows, others those of the scenarios whose answers are theirs to see."""

    scenario_path: ClassVar[str] = "scenario"

    def get_queryset(self, request: HttpRequest) -> QuerySet[Row]:
        """The rows that the user may see."""
        rows = super().get_queryset(request)
        if is_administrator(request.user):
            return rows
        return rows.filter(**{f"{self.scenario_path}__in": Scenario.objects.managed_by(request.user)})

    def changeable(self, request: HttpRequest, queryset: QuerySet[Row]) -> QuerySet[Row]:
        """Those of the rows whose scenario the user may change; viewers only read."""
        if is_administrator(request.user):
            return queryset
        return queryset.filter(**{f"{self.scenario_path}__in": Scenario.objects.owned_by(request.user)})
