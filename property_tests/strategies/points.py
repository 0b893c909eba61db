"""Hypothesis strategies for the points of a statement's domain.

`points(statement)` draws one exact value for each symbol of an expanded `ForAll`. Each number is
drawn inside the interval that the hypotheses leave to it once the numbers before it are known, so
that chains such as `A[1] <= A[2]`, a walk `X[1] = X[0] + alpha(X[0])` or a Lipschitz condition are
met by construction; the rest is left to rejection by the caller.

A function is drawn as its values at the arguments where the statement applies it, each within
what monotonicity, positivity and a Lipschitz constant leave; between them it is linear. A
function that a head gets as a whole, and a density, is drawn at once.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from operator import itemgetter
from typing import Any

from hypothesis import strategies as st

from property_tests.strategies.bounds import (
    Evaluate,
    edge,
)
from property_tests.strategies.functions import (
    STANDARD_DENSITIES,
    functions,
    standard_functions,
    unimodal_densities,
)
from property_tests.strategies.growing import Growing
from property_tests.strategies.intervals import CODES, choose
from property_tests.strategies.plan import Plan
from property_tests.strategies.search import Built
from theory.language import (
    Lipschitz,
    Positive,
    RisesSmoothly,
    StrictlyIncreasing,
    UnimodalDensity,
)
from theory.statements import ForAll
from theory.values import PiecewiseLinear

Evaluator = Callable[[Mapping[Any, Any]], Evaluate]
Points = Built | st.SearchStrategy[dict[Any, Any] | None]

TAIL_SLOPES = (1, Fraction(1, 2), 2, Fraction(1, 10), 10)


def points(statement: ForAll | Plan, evaluator: Evaluator) -> Points:
    """Return what draws points of an expanded statement's domain.

    Args:
        statement: a `ForAll` without instances and abbreviations, or the plan of one.
        evaluator: of a point that still grows returns what evaluates expressions there, to a
            `Fraction`, or to `None` where there is no rational value; for the coefficients of
            bounds.

    Returns:
        What draws dictionaries symbol -> exact value; `None` marks a draw whose bounds contradict
        each other. The draws of numbers, which are equally many for each point, are kept.
    """
    plan = statement if isinstance(statement, Plan) else Plan(statement)

    def build(drawn: tuple[Any, ...]) -> dict[Any, Any] | None:
        codes, tails, *drawn_whole = drawn
        growing = Growing(plan, evaluator, dict(zip(plan.whole, drawn_whole, strict=True)))
        for code, unknown in zip(codes, plan.unknowns, strict=True):
            interval = growing.interval(unknown)
            if interval is None:
                continue
            if unknown.choices:
                left = [value for value in unknown.choices if value in interval]
                value = left[abs(code[1]) % len(left)] if left else None
            else:
                value = choose(code, interval, bool(unknown.symbol.is_integer))
            if value is None:
                return None
            growing.put(unknown, value)
        return growing.complete(tails)

    counts = len(plan.unknowns), len(plan.tabulated)
    if not plan.whole:
        return Built(_numbers(*counts), build)
    whole = (_whole(plan.facts[f], plan.given) for f in plan.whole)
    return _draws(*counts, *whole).map(build)


@lru_cache(maxsize=2**9)
def _numbers(unknowns: int, tabulated: int) -> st.SearchStrategy[tuple[Any, ...]]:
    """Return the strategy for what all points without whole functions are built from."""
    return _draws(unknowns, tabulated)


def _draws(
    unknowns: int, tabulated: int, *whole: st.SearchStrategy[PiecewiseLinear]
) -> st.SearchStrategy[tuple[Any, ...]]:
    """Return a strategy for what points are built from.

    Args:
        unknowns: how many numbers a point has.
        tabulated: how many functions that are given by a table.
        whole: strategies for those that are not.
    """
    slopes = st.sampled_from([(Fraction(a), Fraction(b)) for a in TAIL_SLOPES for b in TAIL_SLOPES])
    return st.tuples(
        st.tuples(*(CODES for _ in range(unknowns))),
        st.tuples(*(slopes for _ in range(tabulated))),
        *whole,
    )


def _whole(facts: tuple[Any, ...], given: list[Any]) -> st.SearchStrategy[PiecewiseLinear]:
    """Return a strategy for functions that are not given by a table."""
    if any(isinstance(fact, UnimodalDensity) for fact in facts):
        return unimodal_densities().map(itemgetter(0))
    return functions(*_properties(facts, given))


def standard(f: Any, plan: Plan) -> Sequence[PiecewiseLinear]:
    """Return a few fixed functions of which the facts of a plan may be true, simple ones first."""
    facts = plan.facts[f]
    if any(isinstance(fact, UnimodalDensity) for fact in facts):
        return STANDARD_DENSITIES
    return standard_functions(*_properties(facts, plan.given))


def _properties(facts: tuple[Any, ...], given: list[Any]) -> tuple[bool, bool, bool, bool]:
    """Return whether a function increases, is positive, has a constant below 1, rises smoothly.

    The constant is that of `Lipschitz`.
    """
    kinds = {type(fact) for fact in facts}
    constants = [fact.args[1] for fact in facts if isinstance(fact, Lipschitz)]
    is_lipschitz = any(_below_one(constant, given) for constant in constants)
    rises_smoothly = RisesSmoothly in kinds
    return StrictlyIncreasing in kinds, Positive in kinds, is_lipschitz, rises_smoothly


def _below_one(constant: Any, given: list[Any]) -> bool:
    """Return whether a hypothesis keeps a Lipschitz constant below 1."""
    if constant.is_number:
        return bool(constant.is_Rational and constant < 1)
    edges = [edge(c, constant) for c in given if c.free_symbols == {constant}]
    upper = [e for e in edges if e is not None and not e.upwards and e.value.is_Rational]
    return any(e.value < 1 or (e.strict and e.value == 1) for e in upper)
