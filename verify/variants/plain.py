"""Expressions and conditions as plain functions of floats, for a search that looks at many points.

What it finds is a guess, and has to be evaluated again: floats that are close count as equal, a
condition on all vectors is looked at for a few of them, one on all integers for the first ones, and
one on all reals counts as true.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping
from itertools import product
from typing import Any

import sympy as sp
from sympy.core.relational import Relational
from sympy.logic.boolalg import And, Implies, Not, Or

from theory.quantifiers import Every, Quantified, Some
from verify.judging.at_strings import Beyond
from verify.kernel.conditions import conjuncts

FIRST, LAST = 0, 3  # integers, of a condition on all of them
LONGEST = 3  # of the vectors that are looked at, of 0, 1 and -1
CLOSE = 1e-9
RELATIONS = {
    sp.Le: "({0} <= {1} + CLOSE)",
    sp.Lt: "({0} < {1} - CLOSE)",
    sp.Ge: "({0} >= {1} - CLOSE)",
    sp.Gt: "({0} > {1} + CLOSE)",
    sp.Eq: "(abs({0} - {1}) < CLOSE)",
    sp.Ne: "(abs({0} - {1}) >= CLOSE)",
}
FUNCTIONS: Mapping[Any, str] = {
    sp.Max: "max",
    sp.Min: "min",
    sp.Abs: "abs",
    sp.sign: "sign",
    sp.floor: "floor",
    sp.ceiling: "ceil",
}
MIRRORED = {sp.Le: sp.Ge, sp.Lt: sp.Gt, sp.Ge: sp.Le, sp.Gt: sp.Lt}
# what a function raises that has no value; the last one where an index is no integer
NO_VALUE = (ArithmeticError, ValueError, TypeError)

Plain = Callable[[list[Any], list[Any]], Any]


class Table(dict[tuple[int, ...], float]):
    """Entries of a sequence by their indices; all others are 0."""

    def __missing__(self, key: Any) -> float:
        return 0.0


VECTORS = tuple(
    Table({(n,): float(entry) for n, entry in enumerate(entries, 1)})
    for entries in product((0, 1, -1), repeat=LONGEST)
)
NAMES: dict[str, Any] = {
    "__builtins__": {},
    **{f.__name__: f for f in (math.ceil, math.floor, math.sqrt, abs, all, any, max, min, sum)},
    "range": range,
    "sign": lambda x: (x > 0) - (x < 0),
    "CLOSE": CLOSE,
    "VECTORS": VECTORS,
}


class Translator:
    """Makes functions of two lists: of numbers and of sequences, which are read like tables.

    Values of integers are integers, as indices are.

    >>> x, n = sp.Symbol("x", real=True), sp.Symbol("n", integer=True)
    >>> of = Translator()
    >>> f = of.function(sp.sqrt(x) + n)
    >>> [str(s) for s in of.numbers], f([3, 4.0], [])
    (['n', 'x'], 5.0)
    """

    def __init__(self) -> None:
        self.numbers: dict[Any, int] = {}
        self.sequences: dict[Any, int] = {}
        self.count = 0

    def function(self, e: Any) -> Plain:
        """Return an expression or a condition as a function.

        Raises:
            Beyond: it has a part that this does not handle.
        """
        # the text has nothing but numbers, operators and the names that are made here
        try:
            found: Plain = eval(f"lambda n, s: {self._text(e, {})}", NAMES)
        except (SyntaxError, MemoryError, RecursionError):  # nested too deeply
            raise Beyond from None
        return found

    def _text(self, e: Any, bound: Mapping[Any, str]) -> str:
        if isinstance(e, sp.Integer):
            return f"({int(e)})"
        if isinstance(e, sp.Rational):
            return f"({int(e.p)}/{int(e.q)})"
        if type(e) is sp.Symbol:
            return bound.get(e) or f"n[{self.numbers.setdefault(e, len(self.numbers))}]"
        if isinstance(e, sp.Indexed):
            own = bound.get(e.base)
            own = own or f"s[{self.sequences.setdefault(e.base, len(self.sequences))}]"
            return f"{own}[{''.join(f'{self._text(index, bound)},' for index in e.indices)}]"
        if isinstance(e, sp.Sum):
            return self._sum(e, bound)
        if isinstance(e, Quantified):
            return self._quantified(e, bound)
        if e in (sp.true, sp.false):
            return str(bool(e))
        if isinstance(e, sp.Pow):
            return self._power(self._text(e.base, bound), e.exp)
        parts = [self._text(part, bound) for part in e.args]
        if type(e) in RELATIONS:
            return RELATIONS[type(e)].format(*parts)
        if type(e) in FUNCTIONS:
            return f"{FUNCTIONS[type(e)]}({', '.join(parts)})"
        if isinstance(e, Not):
            return f"(not {parts[0]})"
        if isinstance(e, Implies):
            return f"(not {parts[0]} or {parts[1]})"
        joins = {sp.Add: " + ", sp.Mul: " * ", And: " and ", Or: " or "}
        if type(e) not in joins:
            raise Beyond
        return f"({joins[type(e)].join(parts)})"

    def _power(self, base: str, exponent: Any) -> str:
        if not isinstance(exponent, sp.Rational) or exponent.q > 2:
            raise Beyond
        root = f"sqrt({base})" if exponent.q == 2 else base
        power = f"({root} ** {abs(int(exponent.p))})"
        return power if exponent > 0 else f"(1 / {power})"

    def _new(self) -> str:
        self.count += 1
        return f"b{self.count}"

    def _sum(self, e: sp.Sum, bound: Mapping[Any, str]) -> str:
        if len(e.limits) != 1:
            raise Beyond
        index, *ends = e.limits[0]
        low, high = (self._text(end, bound) for end in ends)
        name = self._new()
        term = self._text(e.function, {**bound, index: name})
        return f"sum({term} for {name} in range({low}, {high} + 1))"

    def _quantified(self, e: Quantified, bound: Mapping[Any, str]) -> str:
        symbol, body = e.args
        name = self._new()
        join = "all" if isinstance(e, Every) else "any"
        inside = {**bound, symbol: name}
        if isinstance(symbol, sp.IndexedBase):
            members = "VECTORS"
        elif symbol.is_integer:
            low, high = self._ends(e, bound)
            members = f"range({low}, {high} + 1)"
        else:
            return "True"
        return f"{join}({self._text(body, inside)} for {name} in {members})"

    def _ends(self, e: Quantified, bound: Mapping[Any, str]) -> tuple[str, str]:
        """Return the first and the last integer of which a condition speaks."""
        low, high = [], []
        for kind, end in _bounds(e):
            text = self._text(end, bound)
            if kind in (sp.Ge, sp.Gt):
                low.append(f"ceil({text}) + {int(kind is sp.Gt)}")
            else:
                high.append(f"floor({text}) - {int(kind is sp.Lt)}")
        first = f"max({', '.join(low)}, {low[0]})" if low else str(FIRST)
        return first, f"min({', '.join(high)}, {high[0]})" if high else str(LAST)


def _bounds(e: Quantified) -> Iterator[tuple[type[Relational], Any]]:
    """Yield how an integer is related to terms, where a condition says something of it."""
    symbol, body = e.args
    within = {symbol}
    while isinstance(body, type(e)):
        within.add(body.args[0])
        body = body.body
    if isinstance(e, Every):
        body = body.args[0] if isinstance(body, Implies) else sp.true
    elif isinstance(body, Quantified) or not isinstance(e, Some):
        return
    for part in conjuncts((body,)):
        if type(part) not in MIRRORED or symbol not in part.args:
            continue
        kind, (one, other) = type(part), part.args
        if other == symbol:
            kind, other = MIRRORED[kind], one
        if within.isdisjoint(other.free_symbols):
            yield kind, other
