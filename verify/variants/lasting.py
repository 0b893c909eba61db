"""Whether every step of a recursion from some values on has a value.

Either the steps repeat. Or something is kept from one step to the next: that what was cut off stays
inside of what it was cut to, or is cut off at the same end, or is the same number; and that what
was divided by its length has length 1. All of these that hold after some steps are tried, and those
that a solver does not find to be kept are dropped, until all that is left is; then the solver must
find that a step from whatever satisfies it has a value.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import sympy as sp

from theory.binders import substitute
from theory.definedness import rebuilt
from verify.kernel import smt
from verify.truth import Truth, enclose
from verify.variants.quantified import Script
from verify.variants.tried import holds_at

AFTER = 5  # steps; the digits of exact numbers more than double with each of them
STEPS = 400_000  # units of z3 for each question


def lasts(exact: Any) -> bool:
    """Return whether every step has a value.

    Args:
        exact: the first values and the steps (`trajectories.ExactCourse`).

    Raises:
        NoValue: one of the first steps has none.
    """
    seen: list[Any] = []
    for step in range(AFTER):
        state = dict(exact.at(step))
        for value in state.values():
            enclose(value, {}, {})
        if state in seen:
            return True
        seen.append(state)
    return _is_kept(exact, seen[-1], seen[-2])


def _is_kept(exact: Any, state: Mapping[Any, Any], before: Mapping[Any, Any]) -> bool:
    symbols = {key: sp.Symbol(f"x{n}", real=True) for n, key in enumerate(state)}
    after = exact.after(symbols)
    moved = {symbols[key]: after[key] for key in state}
    point = {symbols[key]: value for key, value in state.items()}
    sure = list(_lengths(exact, symbols))
    equal = (
        sp.Eq(symbols[key], value, evaluate=False)
        for key, value in state.items()
        if value.is_Rational and before[key] == value
    )
    offered = (*_cut(exact, symbols, after), *equal)
    kept = [c for c in offered if holds_at(substitute(c, point), {}, {}) is Truth.TRUE]
    while True:
        lost = [c for c in kept if not _follows([*sure, *kept], substitute(c, moved))]
        if not lost:
            break
        kept = [c for c in kept if c not in lost]
    return all(_has_value([*sure, *kept], term) for term in after.values())


def _lengths(exact: Any, symbols: Mapping[Any, Any]) -> Iterator[Any]:
    """Yield that vectors have length 1 that were divided by their lengths."""
    for one in exact.system.own:
        if one.place is None:
            continue
        index = (one.place, one.low, one.high)
        for factor in sp.Mul.make_args(one.term):
            vector = rebuilt(sp.Mul, [f for f in sp.Mul.make_args(one.term) if f != factor])
            if factor == sp.Sum(vector**2, index) ** sp.Rational(-1, 2):
                squares = [s**2 for (base, _), s in symbols.items() if base == one.base]
                yield sp.Eq(rebuilt(sp.Add, squares), 1, evaluate=False)


def _cut(exact: Any, symbols: Mapping[Any, Any], after: Mapping[Any, Any]) -> Iterator[Any]:
    """Yield that terms are cut off at the same end, or are not outside of what they were cut to."""
    for key, symbol in symbols.items():
        term = after[key]
        while isinstance(term, (sp.Max, sp.Min)) and len(term.args) == 2:
            numbers = [part for part in term.args if part.is_Rational]
            if len(numbers) != 1:
                break
            (number,) = numbers
            kinds = (sp.Ge, sp.Le) if isinstance(term, sp.Max) else (sp.Le, sp.Ge)
            (term,) = (part for part in term.args if part != number)
            yield kinds[0](symbol, number, evaluate=False)
            yield kinds[1](term, number, evaluate=False)


def _follows(given: list[Any], says: Any) -> bool:
    script = Script()
    asked = [script.formula(part)[0] for part in given]
    return smt.ask(script.asks([*asked, script.formula(says)[1]]), STEPS)[0] == "unsat"


def _has_value(given: list[Any], term: Any) -> bool:
    script = Script()
    asked = [script.formula(part)[0] for part in given]
    return smt.ask(script.asks([*asked, f"(not {script.term(term, {})[1]})"]), STEPS)[0] == "unsat"
