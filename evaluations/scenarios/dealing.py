"""Dealing: the k people with the smallest load get the next item, which keeps all loads within one.

Among equal loads a draw decides that each person makes anew for every item they got; so the same
people do not sit together again and again, and everybody comes to share items with everybody.
"""

import math
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from heapq import heapify, heappop, heappush
from random import Random

from evaluations.scenarios.places import draw


@dataclass(slots=True)
class Seat:
    """A person while items are dealt: what they had (item -> place), what is ``given`` now, new repeats."""

    person: int
    earlier: Mapping[int, int]
    load: int
    turns: Random
    given: set[int] = field(default_factory=set)
    repeats: dict[int, int] = field(default_factory=dict)

    def has(self, item: int) -> bool:
        """Whether the item was given, now or earlier."""
        return item in self.given or item in self.earlier

    def entry(self) -> tuple[int, float, int]:
        """Where the person stands in the heap; a new draw each time."""
        return self.load, self.turns.random(), self.person


class Table:
    """All seats by person, and how many people items lack (``short``).

    An item weighs one, and one more if it has a repeat: who takes it takes both.
    """

    def __init__(
        self,
        people: Iterable[int],
        *,
        seed: int,
        cap: int | None,
        existing: Mapping[int, Mapping[int, int]],
        practice: Collection[int],
        repeat_of: Mapping[int, int],
    ) -> None:
        self._seed = seed
        self._cap = math.inf if cap is None else cap
        self._repeat_of = repeat_of
        self._repeat = {original: repeat for repeat, original in repeat_of.items()}
        self.seats: dict[int, Seat] = {}
        self.short: Counter[int] = Counter()
        uncounted = set(practice)
        for person in people:
            earlier = existing.get(person, {})
            load = sum(item not in uncounted for item in earlier)
            turns = Random(f"{seed}:turns:{person}")  # noqa: S311  (a draw, no secret)
            self.seats[person] = Seat(person, earlier, load, turns)

    def repeat_earlier(self) -> None:
        """Give repeats that came after their originals were given."""
        for repeat, original in self._repeat_of.items():
            for seat in self.seats.values():
                if original in seat.earlier and repeat not in seat.earlier:
                    if seat.load < self._cap:
                        seat.load += 1
                        seat.repeats[repeat] = original
                    else:
                        self.short[repeat] += 1

    def give_all(self, items: Sequence[int]) -> None:
        """Give every item to everybody who has it not, as far as caps allow."""
        for item in items:
            weight = self._weight(item)
            for seat in self.seats.values():
                if seat.has(item):
                    continue
                if seat.load + weight <= self._cap:
                    self._give(seat, item)
                else:
                    self.short[item] += 1

    def deal(self, items: Sequence[int], people_per_item: int, holders: Counter[int]) -> None:
        """Give each item to those with the smallest load until so many have it."""
        lacking = {item: people_per_item - holders[item] for item in items if holders[item] < people_per_item}
        room = sum(max(self._cap - seat.load, 0) for seat in self.seats.values())
        order = list(lacking)
        if room < sum(number * self._weight(item) for item, number in lacking.items()):
            order.sort(key=lambda item: (draw(self._seed, "short", item), item))
        heap = [seat.entry() for seat in self.seats.values()]
        heapify(heap)
        for item in order:
            self.short[item] += self._deal_one(item, lacking[item], heap)

    def _deal_one(self, item: int, number: int, heap: list[tuple[int, float, int]]) -> int:
        """Returns how many people the item still lacks. Those who are full leave the heap for good."""
        weight = self._weight(item)
        aside: list[tuple[int, float, int]] = []
        while number and heap:
            entry = heappop(heap)
            seat = self.seats[entry[2]]
            if seat.load >= self._cap:
                continue
            if seat.has(item) or seat.load + weight > self._cap:
                aside.append(entry)
                continue
            self._give(seat, item)
            aside.append(seat.entry())
            number -= 1
        for entry in aside:
            heappush(heap, entry)
        return number

    def _weight(self, item: int) -> int:
        return 2 if item in self._repeat else 1

    def _give(self, seat: Seat, item: int) -> None:
        seat.given.add(item)
        seat.load += self._weight(item)
        if item in self._repeat:
            seat.repeats[self._repeat[item]] = item
