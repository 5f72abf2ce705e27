"""Threads of counselling mails, and the pillars (Säulen) they belong to."""

from pillars.models.assignment import PillarAssignment
from pillars.models.pillar import Pillar, PillarQuerySet
from pillars.models.thread import Feature, Message, Thread, ThreadQuerySet

__all__ = ["Feature", "Message", "Pillar", "PillarAssignment", "PillarQuerySet", "Thread", "ThreadQuerySet"]
