"""Threads for tests, of lengths that are known and differ."""

from itertools import count

from pillars.models import Message, Pillar, PillarAssignment, Thread

_number = count(1)


def add_thread(pillar: Pillar, *contents: str) -> Thread:
    """A thread of the given mails, client first, in turns."""
    number = next(_number)
    thread = Thread.objects.create(external_id=f"t{number}", content_hash=f"{number:064x}")
    roles = (Message.Role.CLIENT, Message.Role.COUNSELLOR)
    Message.objects.bulk_create(
        Message(thread=thread, position=place, role=roles[place % 2], content=content)
        for place, content in enumerate(contents)
    )
    PillarAssignment.objects.create(pillar=pillar, thread=thread)
    return thread


def add_threads(pillar: Pillar, how_many: int) -> list[Thread]:
    """Threads whose lengths grow with the pillar's number and their own, so that no two are as long."""
    threads = []
    for index in range(how_many):
        words = 20 * pillar.number + 7 * index + next(_number) % 3
        threads.append(
            add_thread(
                pillar,
                f"Hallo, ich brauche Rat. {'Es geht mir nicht gut. ' * (words // 10)}",
                f"Guten Tag, danke für Ihre Mail. {'Was wünschen Sie sich? ' * (words // 8)}{'x' * words}",
            )
        )
    return threads
