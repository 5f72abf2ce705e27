"""The admin of pillars, threads and what belongs to which; importing it registers all three."""

from pillars.admin.assignment import PillarAssignmentAdmin
from pillars.admin.pillar import PillarAdmin
from pillars.admin.thread import ThreadAdmin

__all__ = ["PillarAdmin", "PillarAssignmentAdmin", "ThreadAdmin"]
