"""Threads of counselling mails, and the pillars (Säulen) they belong to."""

from pillars.models.assignment import PillarAssignment
from pillars.models.imports import ImportedThread, ImportRun, ImportRunQuerySet, Upload
from pillars.models.pillar import Pillar, PillarQuerySet
from pillars.models.thread import Feature, Message, Thread, ThreadQuerySet

__all__ = [
    "Feature",
    "ImportRun",
    "ImportRunQuerySet",
    "ImportedThread",
    "Message",
    "Pillar",
    "PillarAssignment",
    "PillarQuerySet",
    "Thread",
    "ThreadQuerySet",
    "Upload",
]
