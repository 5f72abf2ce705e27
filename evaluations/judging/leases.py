"""How long a claim on a task holds without a sign of life."""

from datetime import timedelta

from django.conf import settings


def lease() -> timedelta:
    """The time after which a silent worker's tasks go back to the queue."""
    return timedelta(seconds=settings.LEASE_S)


def renewal_interval_s() -> float:
    """How often a runner renews; three renewals may be lost before the lease ends."""
    return float(settings.LEASE_S) / 4
