"""A statement at many points: integers are small or large, sequences a few strings of numbers."""

from __future__ import annotations

import functools
import math
import random
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import islice, product
from typing import Any

import sympy as sp

from theory.argument_language import States
from theory.binders import put_for, unbound
from theory.quantifiers import Every, Some
from theory.statements import ForAll
from theory.well_formed import IllFormed
from verify.claims.meanings import Construction, Constructions, Meanings
from verify.judging.at_strings import INTEGERS, NONE, Beyond, Values
from verify.judging.strings import Made, String, drawn_strings, small_strings

MOST = 60  # points at which a statement is instantiated
TRIED = 5000  # points that are looked at for those
# larger integers, one after the other; none is so much larger that it may take for ever at once
FAR = (*range(5, 61), *(int(60 * 1.5**n) for n in range(1, 14)))
LONG = 0.04  # seconds of processor time; a larger integer would take too long after two of those
TOO_LONG = 0.1  # a larger integer would take too long after one of those, which is no pause
LONGEST_IN_ALL = 0.2


def instances(
    definition: States,
    meanings: Meanings,
    tried: tuple[int, ...] = INTEGERS,
    made: Constructions = NONE,
    sampled: tuple[type, ...] = (Some, Every),
    assumed: tuple[type, ...] | None = None,
    most: int = TRIED,
    hopeless: int = TRIED,
    hypotheses: Hypotheses | None = None,
    far: bool = False,
) -> Iterator[tuple[ForAll, Meanings]]:
    """Yield a statement at values of its integers and sequences, with the meanings that it needs.

    What cannot be stated about reals and functions alone is left out.

    Args:
        definition: the statement.
        meanings: of its heads.
        tried: the values of integers.
        made: functions that are constructed, each from integers and sequences.
        sampled: the quantifiers that may be looked at for a few values instead of all.
        assumed: the same for hypotheses, if they are others there.
        most: how many points are looked at.
        hopeless: how many of them it takes to give up, where nothing can be stated at any.
        hypotheses: those of the statement, shared by all that is tried under them in the same way.
        far: whether one integer at each point is large.
    """
    free = frozenset().union(*map(unbound, (definition.says, *definition.given)))
    free = free.union(*(how.of for how in made.values()))
    integers = sorted((s for s in free if isinstance(s, sp.Symbol) and s.is_integer), key=str)
    sequences = sorted((s for s in free if isinstance(s, sp.IndexedBase)), key=str)
    strings_tried = (*small_strings(), *drawn_strings()) if made else small_strings()
    hypotheses = hypotheses or Hypotheses(definition.given, made)
    yielded = beyond = 0
    axes = [*(tried for _ in integers), *(strings_tried for _ in sequences)]
    points = _far_points(axes, len(integers)) if far else iter(_points(axes))
    for point in islice(points, most):
        numbers = dict(zip(integers, map(sp.Integer, point[: len(integers)]), strict=True))
        strings = dict(zip(sequences, point[len(integers) :], strict=True))
        functions = {f: _made(f, how, numbers | strings) for f, how in made.items()}
        at = Values(meanings, {**strings, **functions}, frozenset(sampled))
        try:
            of_given = at if assumed is None else at.inner(assumed)
            given = hypotheses.at(of_given, numbers)
            if given is None:
                continue
            says = at.value(put_for(definition.says, tuple(numbers), tuple(numbers.values())))
            statement = ForAll(says, tuple(g for g in given if g != sp.true))
        except (IllFormed, Beyond):
            beyond += 1
            if beyond == hopeless and not yielded:
                return
            continue
        yield statement, {**meanings, **at.meanings}
        yielded += 1
        if yielded == MOST and not far:
            return


class Hypotheses:
    """Hypotheses at many points, each looked at once for the same values of its own symbols.

    Args:
        conditions: the hypotheses.
        made: functions, which are others at each point.
    """

    def __init__(self, conditions: Sequence[Any], made: Iterable[Any] = ()) -> None:
        self.conditions = conditions
        self.order = _shortest_first(tuple(conditions))
        self.own = [sorted(unbound(condition), key=str) for condition in conditions]
        self.is_kept = [set(own).isdisjoint(made) for own in self.own]  # strings are for ever
        self.known: dict[tuple[Any, ...], tuple[Any, Mapping[Any, Any]]] = {}

    def at(self, values: Values, numbers: Mapping[Any, Any]) -> list[Any] | None:
        """Return what they are at a point, `None` if one fails; the short ones come first.

        Raises:
            Beyond, IllFormed: one cannot be stated there, and no shorter one fails.
        """
        found: dict[int, Any] = {}
        for place in self.order:
            found[place] = self._value(place, values, numbers)
            if found[place] == sp.false:
                return None
        return [found[place] for place in range(len(self.conditions))]

    def _value(self, place: int, values: Values, numbers: Mapping[Any, Any]) -> Any:
        strings = (id(values.things.get(s)) for s in self.own[place] if s not in numbers)
        key = (place, *(numbers[s] for s in self.own[place] if s in numbers), *strings)
        if key not in self.known or not self.is_kept[place]:
            alone = Values(values.known, values.things, values.sampled)
            here = tuple(numbers), tuple(numbers.values())
            value = alone.value(put_for(self.conditions[place], *here))
            self.known[key] = value, alone.meanings
        value, meanings = self.known[key]
        values.meanings.update(meanings)
        return value


@functools.lru_cache(maxsize=2**6)
def _shortest_first(conditions: tuple[Any, ...]) -> tuple[int, ...]:
    sizes = [sum(1 for _ in sp.preorder_traversal(condition)) for condition in conditions]
    return tuple(sorted(range(len(conditions)), key=lambda place: sizes[place]))


def _points(axes: Sequence[Sequence[Any]]) -> list[tuple[Any, ...]]:
    """Return points of a product, all if there are few; the first ones differ in everything."""
    chance = random.Random(0)
    if math.prod(map(len, axes)) > TRIED:
        return [tuple(map(chance.choice, axes)) for _ in range(TRIED)]
    points = list(product(*axes))
    chance.shuffle(points)
    return points


def _far_points(axes: Sequence[Sequence[Any]], integers: int) -> Iterator[tuple[Any, ...]]:
    """Yield points at which an integer is large, a larger one each time, until they take long.

    Args:
        axes: the small values of everything.
        integers: how many of them are integers, which come first.
    """
    chance = random.Random(0)
    took: list[float] = []
    for large in FAR if integers else ():
        begun = time.process_time()
        for place in range(integers):
            point = [chance.choice(axis) for axis in axes]
            point[place] = large
            yield tuple(point)
        took.append(min(time.process_time() - begun, TOO_LONG * integers))
        long = [seconds for seconds in took if seconds >= LONG * integers]
        if len(long) == 2 or TOO_LONG * integers in took or sum(took) > LONGEST_IN_ALL:
            return


def _made(function: Any, how: Construction, values: Mapping[Any, Any]) -> Made:
    """Return a function that is constructed from values."""
    parts = [values[part] for part in how.of]
    numbers = [p.numbers if isinstance(p, String) else Fraction(p.p, p.q) for p in parts]
    return Made(how.build(*numbers), f"{function}({' '.join(map(str, parts))})")
