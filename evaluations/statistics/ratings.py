"""Ratings as one array of raters by units: the shape that everything in this package works on."""

import math
from collections.abc import Collection, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from evaluations.statistics.results import BoolArray, FloatArray, IntArray, Undefined
from evaluations.task_types.values import Level

RatingValue = str | float
MISSING = -1


@dataclass(frozen=True, eq=False)
class Ratings:
    """Who said what about which unit; a unit is what is rated once: an item, or one feature of it.

    ``codes`` (raters x units) are indices into ``categories``, ``MISSING`` where there is no rating.
    ``categories`` are the values in order: the given ones at the levels nominal and ordinal, the
    values that occur at the others. ``scale`` holds a number for each category: the category itself
    where all are numbers, else its place (0, 1, …). ``clusters`` (units) numbers what belongs
    together, as the features of one thread do.
    """

    raters: tuple[Hashable, ...]
    units: tuple[Hashable, ...]
    codes: IntArray
    level: Level
    categories: tuple[RatingValue, ...]
    clusters: IntArray

    @classmethod
    def from_triples(
        cls,
        triples: Iterable[tuple[Hashable, Hashable, RatingValue]],
        *,
        level: Level | str,
        categories: Sequence[RatingValue] = (),
        raters: Sequence[Hashable] = (),
        units: Sequence[Hashable] = (),
        clusters: Mapping[Hashable, Hashable] | None = None,
    ) -> "Ratings":
        """Ratings from ``(rater, unit, value)``.

        ``categories``: the possible values in order, for nominal and ordinal ratings; left out, they are
        the values that occur, sorted. ``raters`` and ``units`` fix an order and add those without a
        rating. ``clusters``: the cluster of each unit; left out, each unit is one of its own.

        Raises:
            ValueError: a rater rated a unit twice, or a value is not on the scale.
        """
        given = list(triples)
        level = Level(level)
        values = _categories(level, categories, {value for _, _, value in given})
        rater_index = _index([*raters, *(rater for rater, _, _ in given)])
        unit_index = _index([*units, *(unit for _, unit, _ in given)])
        value_index = {value: code for code, value in enumerate(values)}
        codes = np.full((len(rater_index), len(unit_index)), MISSING, dtype=np.int64)
        for rater, unit, value in given:
            place = rater_index[rater], unit_index[unit]
            if codes[place] != MISSING:
                raise ValueError(f"{rater!r} rated {unit!r} twice")
            if value not in value_index:
                raise ValueError(f"{value!r} is not on the scale {values!r}")
            codes[place] = value_index[value]
        drawn_together = _numbered(unit if clusters is None else clusters[unit] for unit in unit_index)
        return cls(tuple(rater_index), tuple(unit_index), codes, level, values, drawn_together)

    def of_raters(self, raters: Collection[Hashable]) -> "Ratings":
        """The ratings of these raters alone, in their order here; all units stay."""
        rows = [row for row, rater in enumerate(self.raters) if rater in raters]
        return replace(self, raters=tuple(self.raters[row] for row in rows), codes=self.codes[rows])

    @cached_property
    def present(self) -> BoolArray:
        """Raters x units: whether there is a rating."""
        present: BoolArray = self.codes != MISSING
        return present

    @cached_property
    def per_unit(self) -> IntArray:
        """How many ratings each unit has."""
        number: IntArray = self.present.sum(axis=0)
        return number

    @cached_property
    def counts(self) -> FloatArray:
        """Units x categories: how many raters gave the unit this value."""
        width = len(self.categories)
        cells = (np.arange(len(self.units)) * width + self.codes)[self.present]
        counted = np.bincount(cells, minlength=len(self.units) * width)
        return counted.reshape(len(self.units), width).astype(np.float64)

    @property
    def is_numeric(self) -> bool:
        """Whether every category is a number, so that sums and means have a meaning."""
        return all(not isinstance(value, str) for value in self.categories)

    @cached_property
    def scale(self) -> FloatArray:
        """The number that each category stands for; see the class."""
        if self.is_numeric:
            return np.array(self.categories, dtype=np.float64)
        return np.arange(len(self.categories), dtype=np.float64)

    @cached_property
    def numbers(self) -> FloatArray:
        """Raters x units: the ratings as numbers of the scale, NaN where missing."""
        if not len(self.scale):
            return np.full(self.codes.shape, np.nan)
        return np.where(self.present, self.scale[self.codes], np.nan)

    @cached_property
    def readable_levels(self) -> frozenset[Level]:
        """The levels that the ratings may be read at: their own and the lower ones.

        An ordinal scale of numbers may be read as an interval scale too; that its steps are equal is
        then an assumption of whoever asks for it.
        """
        order = list(Level)
        levels = set(order[: order.index(self.level) + 1])
        if self.level is Level.ORDINAL and self.is_numeric:
            levels.add(Level.INTERVAL)
        return frozenset(levels)

    @property
    def is_categorical(self) -> bool:
        """Whether the scale is a list of categories, so that equality of ratings means something."""
        return self.level in {Level.NOMINAL, Level.ORDINAL}

    def why_not(self, *, fits: bool = True, least_units: int = 1) -> Undefined | None:
        """Why ratings cannot be compared in ``least_units`` units; ``fits``: whether their level is right."""
        if not fits:
            return Undefined.NOT_FOR_THIS_LEVEL
        if not self.present.any():
            return Undefined.NO_RATINGS
        if self.present.any(axis=1).sum() < 2:
            return Undefined.TOO_FEW_RATERS
        shared = int((self.per_unit > 1).sum())
        if shared == 0:
            return Undefined.NO_COMMON_UNITS
        return Undefined.TOO_FEW_UNITS if shared < least_units else None


def _categories(
    level: Level, given: Sequence[RatingValue], occurring: set[RatingValue]
) -> tuple[RatingValue, ...]:
    if any(isinstance(value, float) and not math.isfinite(value) for value in occurring):
        raise ValueError("a value is not a finite number; leave a missing rating out")
    if level in {Level.NOMINAL, Level.ORDINAL} and given:
        if len(set(given)) < len(given):
            raise ValueError("a category is named twice")
        return tuple(given)
    numbers = sorted(value for value in occurring if not isinstance(value, str))
    words = sorted(value for value in occurring if isinstance(value, str))
    if words and level is not Level.NOMINAL:
        raise ValueError("words have no order of their own: name the categories of an ordinal scale")
    if level is Level.RATIO and numbers and numbers[0] < 0:
        raise ValueError("a ratio scale has no negative values")
    return (*numbers, *words)


def _index(names: Iterable[Hashable]) -> dict[Hashable, int]:
    """Each name's place, in order of first appearance."""
    return {name: place for place, name in enumerate(dict.fromkeys(names))}


def _numbered(names: Iterable[Hashable]) -> IntArray:
    """For each name the number of what it names."""
    listed = list(names)
    index = _index(listed)
    return np.array([index[name] for name in listed], dtype=np.int64)
