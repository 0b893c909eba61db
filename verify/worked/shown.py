"""A worked example as a report shows it: every value, every hypothesis, both sides."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import islice
from operator import itemgetter
from typing import Any

import sympy as sp
from flint import arb
from sympy.core.function import AppliedUndef
from sympy.core.relational import Relational
from sympy.logic.boolalg import And

from reports.points import value as in_words
from reports.recomputed import AlongRay, AtPoint, AtSize, Condition, Recomputed, Term
from theory.binders import SequenceOf, unbound
from theory.orders import Order
from theory.sequences import Indicator
from theory.values import PiecewiseLinear
from verify.claims.meanings import Meanings
from verify.claims.witness import encode_value
from verify.display.recomputed import KNOWN, decimals, term
from verify.display.text import latex, text
from verify.kernel.conditions import conjuncts
from verify.truth import Truth
from verify.worked.chosen import CONSTANT, Example
from verify.worked.in_general import in_general
from verify.worked.point import At

SIZES, SMALL_SIZES = (1, 10, 100), (1, 2, 4)  # the small ones where sums are long
TRIED = 400  # values of helpers
ENTRIES = range(6)  # of a sequence, at which it is looked at


def recomputed(example: Example, points: Mapping[int, At]) -> Recomputed | None:
    """Return what is computed at the points of a worked example, or `None` if there are none."""
    if not points:
        return None
    if not example.moves:
        return _at_point(example, *points.values())
    return _at_sizes(example, points)


def points_of(example: Example, meanings: Meanings) -> dict[int, At]:
    """Return where it comes out that a clause fails, by the size of what is challenged.

    An order of which either side may be the larger one fails at all of them as at the largest: an
    argument is for every constant, so that there it is not by chance.
    """
    if not example.moves:
        at = broken_at(example, SIZES[-1], meanings)
        return {SIZES[-1]: at} if at is not None else {}
    found: dict[Any, tuple[int, At]] = {}
    spoken = unbound(And(*example.assumed, example.says))
    nowhere = {s for s in example.challenged if s not in spoken}  # but the constant of an order
    way = None
    for sizes in (SIZES, SMALL_SIZES):
        for size in reversed(sizes):
            at = broken_at(example, size, meanings, way)
            if at is not None:
                way = way_of(example, at, size) if way is None else way
                apart = tuple(v for s, v in at.values.items() if s not in nowhere)
                if apart not in found or found[apart][0] < size:  # one may serve for several sizes
                    found[apart] = size, at
        if len(found) >= len(SIZES):
            break
    return dict(sorted(found.values(), key=itemgetter(0)))


def broken_at(example: Example, size: int, meanings: Meanings, way: int | None = None) -> At | None:
    """Return the first point of a size at which what is said fails, and nothing that is assumed.

    A hypothesis that cannot be decided there is one that the argument shows.

    Args:
        way: in which way it has to fail, see `way_of`; `None` if that does not matter.
    """
    for values in islice(example.at(size), TRIED):
        at = At(meanings, values, example.things)
        cheapest = sorted(example.assumed, key=sp.count_ops)
        if all(at.truth(g) is not Truth.FALSE for g in cheapest):
            fails = way_of(example, at, size)
            if fails is not None and way in (None, fails):
                return at
    return None


def way_of(example: Example, at: At, size: int) -> int | None:
    """Return which relation shows that what is said fails at a point, `None` if it does not.

    Of an order it is with the constant `size`: its left side is larger than that times the right
    one, or the other way round.
    """
    if not isinstance(example.says, Order):
        return 0 if at.truth(example.says) is Truth.FALSE else None
    broken = example.says.broken(sp.Integer(size))
    return next((i for i, one in enumerate(broken) if at.truth(one) is Truth.TRUE), None)


def _at_point(example: Example, at: At) -> AtPoint:
    alone = isinstance(example.says, (Relational, Order))
    inside = [] if alone else sorted(example.says.atoms(Relational), key=text)
    known = [one for one in inside if all(at.number(side) is not None for side in one.args)]
    return AtPoint(
        symbols=tuple(_symbols(example, at)),
        within=tuple(_within(example, at)),
        assumed=tuple(_condition(one, at) for one in example.assumed),
        printed=_condition(example.says, at),
        relations=tuple(_condition(one, at) for one in known),
    )


def _at_sizes(example: Example, points: Mapping[int, At]) -> AlongRay | None:
    """Return both sides of the relation that fails, where what may be chosen has several sizes."""
    ends = list(points.items())
    fixed = [s for s, value in example.values.items() if not unbound(value)]
    relation = _broken(example.says, ends[-1][1])
    if relation is None:
        return None
    first = ends[0][1]
    moving = [*example.moved, *(s for s in example.values if s not in fixed)]
    fixed += [s for s in example.challenged if s not in example.moved]
    formulas = in_general(example, relation)
    exact = ("", "") if formulas is None else map(text, formulas)
    left, right = (
        Term(text=text(side), latex=latex(side), exact=one)
        for side, one in zip(relation.args[:2], exact, strict=True)
    )
    return AlongRay(
        constants=tuple(_symbols(example, first, fixed)),
        left=left,
        right=right,
        sizes=tuple(_at_size(example, relation, size, at, moving) for size, at in ends),
        about=_about(example),
    )


def _about(example: Example) -> str:
    """Return what has these sizes: one number that may be chosen, or a constant."""
    one = example.moved
    return f"{text(one[0])} =" if len(one) == 1 and one != (CONSTANT,) else "the constant"


def _at_size(example: Example, relation: Any, size: int, at: At, moving: Iterable[Any]) -> AtSize:
    left, right = (at.number(side) for side in relation.args[:2])
    known = left is not None and right is not None and right != 0
    truths = {at.truth(g) for g in example.assumed}
    return AtSize(
        size=size,
        variables=tuple(_value(s, at.values[s]) for s in moving if s != CONSTANT),
        assumed=True if truths <= {Truth.TRUE} else None,
        left=decimals(left),
        right=decimals(right),
        ratio=decimals(arb(left) / arb(right)) if known else "",
    )


def _broken(says: Any, at: At) -> Any:
    """Return the relation that fails: an order, or the first of several relations."""
    if isinstance(says, (Order, Relational)):
        return says
    parts = [part for part in conjuncts((says,)) if isinstance(part, Relational)]
    return next((part for part in parts if at.truth(part) is Truth.FALSE), None)


def _symbols(example: Example, at: At, only: Iterable[Any] | None = None) -> Iterator[Term]:
    """Yield symbols, sequences, functions and laws with their values."""
    for symbol in at.values if only is None else only:
        yield _value(symbol, at.values[symbol])
    for symbol, thing in sorted(example.things.items(), key=str):
        is_function = isinstance(thing, PiecewiseLinear)
        words = in_words(encode_value(thing)) if is_function else str(thing)
        yield Term(text=text(symbol), latex=latex(symbol), exact=words)


def _value(symbol: Any, value: Any) -> Term:
    if not isinstance(value, SequenceOf):
        return term(symbol, At({}, {}, {}).number(value))
    formula, *indices = value.args
    base = symbol[tuple(indices)]
    if not formula.has(Indicator):
        names = ", ".join(map(text, indices)), ", ".join(map(latex, indices))
        return Term(
            text=f"{text(base)} = {text(formula)} for every {names[0]}",
            latex=rf"{latex(base)} = {latex(formula)} \text{{ for every }} {names[1]}",
        )
    places = _places(len(indices))
    entries = {place: At({}, {}, {}).number(value[place]) for place in places}
    shown = [f"{latex(symbol[place])} = {number}" for place, number in entries.items() if number]
    words = ", ".join(f"{text(symbol[place])} = {n}" for place, n in entries.items() if n)
    return Term(text=f"{words}, 0 else", latex=rf"{', '.join(shown)}, 0 \text{{ else}}")


def _places(count: int) -> list[tuple[int, ...]]:
    if count == 1:
        return [(i,) for i in ENTRIES]
    return [(i, k) for i in ENTRIES for k in ENTRIES]


def _within(example: Example, at: At) -> Iterator[Term]:
    """Yield the quantities on both sides of what is printed that no formula defines."""
    for part in sorted(example.says.atoms(AppliedUndef), key=text):
        number = at.number(part) if unbound(part) <= {*at.values, *example.things} else None
        if number is not None:
            yield term(part, number)


def _condition(condition: Any, at: At) -> Condition:
    if isinstance(condition, Order):
        one, other = condition.sides
        sides = tuple(term(side, at.number(side)) for side in condition.sides)
        words = f"{text(one)} against {text(other)}"
        return Condition(text=words, latex=latex(condition), sides=sides, holds=False)
    sides = condition.args if isinstance(condition, Relational) else ()
    return Condition(
        text=text(condition),
        latex=latex(condition),
        sides=tuple(term(side, at.number(side)) for side in sides),
        holds=KNOWN.get(at.truth(condition)),
    )
