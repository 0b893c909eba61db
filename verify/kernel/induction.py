"""What has to be proved for an induction: start, step and end, as statements of their own.

    start   the hypotheses at the first value imply the invariant there
    step    the hypotheses at k + 1 and the invariant at k imply the invariant at k + 1
    end     the hypotheses and the invariant at k imply the conclusion at k

At a generic k members of sequences are unknowns, of a range of hypotheses the last two members are
taken, and of a sum with an end that moves with k the part before is one unknown. That it has a
value must follow from what is assumed, or from the form of its terms.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import sympy as sp
from sympy.core.relational import Relational

from theory.binders import exchanged, substitute
from theory.definedness import rebuilt
from theory.hints import Hint, Keeps, check_hint
from theory.language import Each, on_sides
from theory.statements import ForAll
from theory.well_formed import IllFormed
from verify.kernel.points import ends
from verify.kernel.total import Outside, defined, kind


def obligations(statement: ForAll, hint: Hint | None) -> Iterator[tuple[str, ForAll]]:
    """Yield the three obligations by name.

    Args:
        statement: what is to be proved.
        hint: the invariant, of which nothing is assumed.

    Raises:
        Outside: the statement is not over one integer index with an invariant and a first value,
            or its hypotheses do not pass from k + 1 to k.
    """
    if not isinstance(hint, Keeps):
        raise Outside("no invariant is named")
    try:
        check_hint(hint, statement)
    except IllFormed as reason:
        raise Outside(str(reason)) from None
    k, invariant = hint.index, hint.kept
    if kind(k) != "integer":
        raise Outside(f"{k} is no integer")
    given = [statement.unfold(g) for g in statement.given]
    says, kept = statement.unfold(statement.says), statement.unfold(invariant)
    first = _first(k, given)
    yield "start", replace(statement, says=invariant, instances={k: (first,)})
    here = GenericIndex(k, first)
    before = [kept, k >= first]
    yield "step", here.statement([*before, *_at(given, k, first, 1)], _shifted(kept, k, 1))
    yield "end", here.statement([*before, *_at(given, k, first, 0)], says)


def _first(k: Any, given: list[Any]) -> Any:
    """Return the first value of the index, from the one hypothesis that bounds it."""
    bounds = [g for g in given if not isinstance(g, Each) and k in g.free_symbols]
    if len(bounds) != 1 or bounds[0].free_symbols != {k}:
        raise Outside(f"{k} is not bounded by one hypothesis alone")
    low, high = ends(bounds, k)
    if low is None or high is not None or low[1] or low[0].denominator != 1:
        raise Outside(f"{k} does not start at an integer")
    return sp.Integer(low[0].numerator)


def _at(given: list[Any], k: Any, first: Any, shift: int) -> Iterator[Any]:
    """Yield the hypotheses at k + shift, of a range the last two members."""
    for hypothesis in given:
        if not isinstance(hypothesis, Each):
            if k not in hypothesis.free_symbols:
                if hypothesis.has(Each):
                    raise Outside("a range inside a hypothesis")
                yield hypothesis
            continue
        condition, (index, low, high) = hypothesis.args
        if _offset(high, k) is None and k in high.free_symbols:
            raise Outside(f"the range of {index} does not grow with {k}")
        if k in low.free_symbols or k in condition.free_symbols or index == k:
            raise Outside(f"the range of {index} does not grow with {k}")
        if not isinstance(low, sp.Integer):
            raise Outside(f"the range of {index} starts at {low}")
        for back in (0, 1):
            member = high.xreplace({k: k + shift}) - back
            at_first = member.xreplace({k: first})
            if isinstance(at_first, sp.Integer) and at_first >= low:
                yield _shifted(condition, index, member - index)


def _offset(end: Any, k: Any) -> Any | None:
    """Return c where an end is k + c for an integer c."""
    terms = end.args if isinstance(end, sp.Add) else (end,)
    others = [t for t in terms if t != k]
    if len(others) + 1 != len(terms) or not all(isinstance(t, sp.Integer) for t in others):
        return None
    return sum(others)


def _shifted(expression: Any, index: Any, by: Any) -> Any:
    return on_sides(expression, lambda side: substitute(side, {index: index + by}))


class GenericIndex:
    """A generic value of the index, where sums and members of sequences become unknowns."""

    def __init__(self, k: Any, first: Any) -> None:
        self.k = k
        self.first = first

    def statement(self, given: list[Any], says: Any) -> ForAll:
        """Return hypotheses and conclusion as a statement in scalars."""
        sums = [s for g in (*given, says) for s in g.atoms(sp.Sum)]
        offsets = [self._end(s) for s in sums]
        start = min(offsets, default=0)
        with_value = set().union(*(_sums_with_value(g) for g in given))
        for total in says.atoms(sp.Sum):
            if not (_beginning(total) in with_value or _is_defined_everywhere(total.function)):
                raise Outside(f"{total} may have no value")
        taken = {str(s) for g in (*given, says) for s in g.free_symbols if isinstance(s, sp.Symbol)}

        def plain(formula: Any) -> Any:
            return on_sides(formula, lambda side: self._plain(side, start, taken))

        conditions, conclusion = [plain(g) for g in given], plain(says)
        return ForAll(says=conclusion, given=tuple(conditions))

    def _end(self, total: sp.Sum) -> Any:
        if len(total.limits) != 1 or self.k in total.limits[0][1].free_symbols:
            raise Outside("a sum over more than one growing range")
        offset = _offset(total.limits[0][2], self.k)
        if offset is None:
            raise Outside("a sum does not end near the index")
        return offset

    def _plain(self, side: Any, start: Any, taken: set[str]) -> Any:
        until = self.k + start
        sums = {s: self._split(s, until, taken) for s in side.atoms(sp.Sum)}
        side = exchanged(side, sums.get)
        members = {m: self._named(_member(m), taken) for m in side.atoms(sp.Indexed)}
        return exchanged(side, members.get)

    def _split(self, total: sp.Sum, until: Any, taken: set[str]) -> Any:
        """Return a sum as the unknown of its part up to `until` and the members after that."""
        index, low, high = total.limits[0]
        if not isinstance(low, sp.Integer) or until.xreplace({self.k: self.first}) < low - 1:
            raise Outside("a sum may be empty at the first values")
        count = int(high - until)
        members = [substitute(total.function, {index: until + n}) for n in range(1, count + 1)]
        name = f"sum of {total.function}, {index} from {low} to {until}"
        return rebuilt(sp.Add, (self._named(name, taken), *members))

    def _named(self, name: str, taken: set[str]) -> Any:
        if name in taken:
            raise Outside(f"{name} is also the name of a symbol")
        return sp.Symbol(name, real=True)


def _sums_with_value(condition: Any) -> set[Any]:
    """Return the beginnings of sums that have a value wherever a condition holds."""
    if isinstance(condition, (sp.And, sp.Or)):
        parts = [_sums_with_value(part) for part in condition.args]
        return set.union(*parts) if isinstance(condition, sp.And) else set.intersection(*parts)
    if not isinstance(condition, Relational) or condition.has(sp.Piecewise):
        return set()
    return {_beginning(total) for total in condition.atoms(sp.Sum)}


def _beginning(total: sp.Sum) -> Any:
    """Return the terms of a sum and where it begins."""
    index, low, _ = total.limits[0]
    return total.function, index, low


def _is_defined_everywhere(term: Any) -> bool:
    members = {m: sp.Symbol(_member(m), real=True) for m in term.atoms(sp.Indexed)}
    try:
        return bool(defined(exchanged(term, members.get), True) == sp.true)
    except Outside:
        return False


def _member(member: sp.Indexed) -> str:
    return f"{member.base}[{', '.join(map(str, member.indices))}]"
