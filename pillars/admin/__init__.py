"""The admin of pillars, threads and what belongs to which; importing it registers them all."""

from pillars.admin.assignment import PillarAssignmentAdmin
from pillars.admin.imports import ImportRunAdmin
from pillars.admin.pillar import PillarAdmin
from pillars.admin.thread import ThreadAdmin

__all__ = ["ImportRunAdmin", "PillarAdmin", "PillarAssignmentAdmin", "ThreadAdmin"]
