"""The line in which a person meets their items, and the sides they see: draws keyed by ids alone.

Every draw names what it is about (the seed, what for, the person, the item) and nothing else, so a
person or an item that is added changes no draw of the others.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from hashlib import blake2b


class ItemOrder(StrEnum):
    """In which order people meet items: as they are, drawn once for all, or drawn for each person."""

    SAME = "same"
    SHUFFLED = "shuffled"
    SHUFFLED_PER_PERSON = "shuffled_per_person"


@dataclass(frozen=True, slots=True)
class Hand:
    """What one person newly gets, each kind in the items' own order.

    ``repeats`` are repeat -> original; an original is among ``items`` or ``gold``, or among
    ``earlier``, which are the places of what the person has already.
    """

    person: int
    practice: Sequence[int]
    items: Sequence[int]
    gold: Sequence[int]
    repeats: Mapping[int, int]
    earlier: Mapping[int, int]

    @property
    def first_place(self) -> int:
        """The place after the last one that is taken."""
        return max(self.earlier.values(), default=-1) + 1


def draw(*names: object) -> float:
    """A number from 0 up to but not including 1 that depends on the names alone.

    A hash takes the place of ``random.Random(names).random()``, which needs ten times as long to set up.
    """
    digest = blake2b(":".join(map(str, names)).encode(), digest_size=8).digest()
    return (int.from_bytes(digest) >> 11) / 2**53


def side_of(seed: int, person: int, item: int) -> int:
    """The position (1 or 2) in which this person sees this item: a fair draw, independent of all others."""
    digest = blake2b(f"{seed}:side:{person}:{item}".encode(), digest_size=1).digest()
    return 1 + digest[0] % 2


def line_up(hand: Hand, *, order: ItemOrder, seed: int, distance: int) -> tuple[list[int], list[int]]:
    """The new items in the order in which the person meets them, and the repeats that found no place.

    Practice items come first. Gold items are spread evenly: one in each of as many equal stretches,
    at a drawn place of its stretch. A repeat stands at a drawn place at least ``distance`` places after
    its original; an original too near the end for that changes places with an earlier item.
    """
    drawn_for: object = hand.person if order is ItemOrder.SHUFFLED_PER_PERSON else "all"
    if order is ItemOrder.SAME:
        items, gold = list(hand.items), list(hand.gold)
    else:
        items, gold = (
            sorted(ids, key=lambda item: (draw(seed, "order", drawn_for, item), item))
            for ids in (hand.items, hand.gold)
        )
    line = _spread(gold, items, (seed, "gold", drawn_for))
    if not hand.repeats:
        return [*hand.practice, *line], []
    _bring_forward(line, hand, distance, (seed, "forward", drawn_for))
    line, left_out = _with_repeats(line, hand, distance, (seed, "repeat", drawn_for))
    return [*hand.practice, *line], left_out


def _spread(gold: Sequence[int], items: Sequence[int], names: tuple[object, ...]) -> list[int]:
    line: list[int] = []
    begin = 0
    for number, item in enumerate(gold):
        place = int((number + draw(*names, item)) * len(items) / len(gold))
        line += [*items[begin:place], item]
        begin = place
    return [*line, *items[begin:]]


def _bring_forward(line: list[int], hand: Hand, distance: int, names: tuple[object, ...]) -> None:
    """Change places so that after each original enough items follow for its repeat to keep its distance."""
    originals = set(hand.repeats.values())
    room = max(len(line) - distance + 1, 0)
    keep = originals.union(hand.gold)
    free = [place for place in range(room) if line[place] not in keep]
    late = [place for place in range(room, len(line)) if line[place] in originals]
    for place in late[: len(free)]:
        other = free.pop(int(draw(*names, line[place]) * len(free)))
        line[place], line[other] = line[other], line[place]


def _with_repeats(
    line: Sequence[int], hand: Hand, distance: int, names: tuple[object, ...]
) -> tuple[list[int], list[int]]:
    """Put each repeat into a drawn gap of the line; other repeats between only add to the distance."""
    begin = hand.first_place + len(hand.practice)
    index = {item: place - begin for item, place in hand.earlier.items()}
    index.update({item: place for place, item in enumerate(line)})
    gaps: dict[int, list[int]] = {}
    left_out: list[int] = []
    for repeat, original in hand.repeats.items():
        lowest = max(index[original] + distance, 0)
        if lowest > len(line):
            left_out.append(repeat)
        else:
            gap = lowest + int(draw(*names, repeat) * (len(line) + 1 - lowest))
            gaps.setdefault(gap, []).append(repeat)
    mixed: list[int] = []
    for place in range(len(line) + 1):
        mixed += gaps.get(place, ())
        mixed += line[place : place + 1]
    return mixed, left_out
