"""A point well inside a domain, which shows a reader better than an edge what is claimed there.

A statement at a point where a parameter is 0, or where a hypothesis is met with equality, is often
one that says nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

import sympy as sp

from property_tests.strategies.edge_cases import edge_points
from property_tests.strategies.plan import Plan
from property_tests.strategies.points import points
from property_tests.strategies.search import first
from property_tests.strategies.smallest import smallest
from reports.results import PointInside
from theory.statements import ForAll, Statement
from verify.claims.meanings import Interpretation, Meanings, evaluable
from verify.claims.witness import index_values, witness
from verify.evidence import plain
from verify.kernel.conditions import conjuncts
from verify.methods.base import planned
from verify.truth import Truth, rationals_at, truths_at

DRAWS = 120  # points of a domain that are looked at
SIMPLER = 300  # points that are looked at to have fewer digits
INSTANCES = 4  # that are looked at
STRICT = {sp.Le: sp.Lt, sp.Ge: sp.Gt}


def point_inside(statement: Statement, meanings: Meanings) -> PointInside | None:
    """Return a point inside the domain of a statement, with few digits, and what comes out there.

    Every hypothesis is certainly true there, none that is an inequality holds with equality, no
    number is 0, and if possible no two of them are the same; but for the numbers that hypotheses
    give. An index has not its first value if it has others. It is `None` if no such point is met.

    >>> from theory.language import reals
    >>> x, y = reals("x y")
    >>> found = point_inside(ForAll(x**2 + y**2 >= 0, given=(x >= 0, y <= 1)), {})
    >>> {name: value.value for name, value in found.witness.items()}
    {'x': '1', 'y': '-1'}
    """
    if not isinstance(statement, ForAll):
        return None
    interpretation = evaluable(meanings)
    for instance, expanded in _instances(statement):
        plan = Plan(planned(expanded, meanings))
        for wanted in _wishes(expanded, interpretation):
            met = [point for point in _points(plan, wanted) if wanted(point)]
            if met:
                simple = smallest(expanded, min(met, key=_digits), wanted, SIMPLER)
                truth = truths_at(simple, interpretation)(expanded.says)
                indices = index_values(instance)
                fails = truth is Truth.FALSE
                return PointInside(witness=witness(simple), instance=indices, fails=fails)
    return None


def _instances(statement: ForAll) -> Sequence[tuple[Mapping[Any, Any], ForAll]]:
    """Return some instances, those first in which no index has the first of several values."""
    least = {i: values[0] for i, values in statement.instances.items() if len(values) > 1}

    def at_an_end(entry: tuple[Mapping[Any, Any], ForAll]) -> bool:
        return any(entry[0].get(index) == value for index, value in least.items())

    return sorted(statement.expanded, key=at_an_end)[:INSTANCES]


def _wishes(statement: ForAll, interpretation: Interpretation) -> Iterator[Callable[[Any], bool]]:
    """Yield what is wanted of a point, and then what is enough."""
    parts = conjuncts(statement.given)
    given = {one.lhs for one in parts if isinstance(one, sp.Eq) and one.rhs.is_number}
    strict = [
        STRICT[type(part)](*part.args, evaluate=False)
        for part in parts
        if type(part) in STRICT and not part.free_symbols <= given
    ]

    def is_inside(point: Any) -> bool:
        if point is None or any(v == 0 for s, v in point.items() if s not in given):
            return False
        truth_of = truths_at(point, interpretation)
        return all(truth_of(one) is Truth.TRUE for one in (*statement.given, *strict))

    def is_generic(point: Any) -> bool:
        numbers = [v for v in (point or {}).values() if isinstance(v, Fraction)]
        return len(set(numbers)) == len(numbers) and is_inside(point)

    yield is_generic
    yield is_inside


def _points(plan: Plan, wanted: Callable[[Any], bool]) -> Iterable[Any]:
    """Yield points of a domain: some near edges, drawn ones, the simplest draw that is wanted."""
    yield from edge_points(plan, rationals_at, DRAWS)
    drawn = []

    def note(point: Any) -> bool:
        drawn.append(point)
        return wanted(point)

    simplest = first(points(plan, rationals_at), note, examples=DRAWS, seed=0)
    yield from (*drawn, simplest)


def _digits(point: Any) -> int:
    """Return how many digits the values of a point have."""
    return sum(c.isdigit() for c in str(plain(witness(point))))
