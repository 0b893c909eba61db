"""Sequences and functions that are tried: a few strings of numbers, with a table of each."""

from __future__ import annotations

import functools
import random
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import sympy as sp

DRAWN = 4  # strings at random, from which functions are constructed, too
# entries from 0 on; all others vanish
STRINGS = (
    (1, -1, -1, 1),
    (Fraction(1, 2), -2, 3, 0),
    (1, -1),
    (-1, -1),
    (-1, 1),
    (1, 1, 1, 1, 1),
)
SIZE = 5  # of what a formula makes a sequence, and of the tables that those with two indices are


class String(tuple[Any, ...]):
    """The entries of a sequence with one index, and in `table` those of one with two, from 0 on."""

    table: tuple[tuple[Any, ...], ...] = ()

    @functools.cached_property
    def numbers(self) -> String:
        """The same with numbers that no sympy is needed for."""
        found = String(Fraction(x.p, x.q) for x in self)
        found.table = tuple(tuple(Fraction(x.p, x.q) for x in row) for row in self.table)
        return found

    @functools.cached_property
    def _words(self) -> str:
        return ";".join(",".join(map(str, row)) for row in (self, *self.table))

    def __str__(self) -> str:
        return self._words


@dataclass(frozen=True)
class Made:
    """A function that was constructed, and from what."""

    function: Any
    words: str

    def __str__(self) -> str:
        return self.words


@functools.cache
def small_strings() -> tuple[String, ...]:
    """Return a few strings, among them strings of signs."""
    return (*_tabled(STRINGS), _with_zeros())


@functools.cache
def drawn_strings() -> tuple[String, ...]:
    """Return strings that nobody has chosen, the same in every run."""
    draw = random.Random(0)
    return tuple(
        _tabled(
            [Fraction(draw.randint(-9, 9), draw.randint(1, 5)) for _ in range(SIZE)]
            for _ in range(DRAWN)
        )
    )


def _tabled(strings: Iterable[Sequence[Any]]) -> Iterator[String]:
    """Yield strings, each with a table of its entries."""
    for numbers in strings:
        string = String(map(sp.Rational, numbers))
        places = [[(2 * i + k + i * k) % len(string) for k in range(SIZE)] for i in range(SIZE)]
        string.table = tuple(tuple(string[place] for place in row) for row in places)
        yield string


def _with_zeros() -> String:
    ones = String(map(sp.Rational, STRINGS[0]))  # and a table of ones with two rows of zeros
    ones.table = tuple((sp.Rational(int(i > 2)),) * SIZE for i in range(SIZE))
    return ones
