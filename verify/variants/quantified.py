"""Formulas about reals in which quantifiers stand, as SMT-LIB text; and their truth at a point.

A relation holds only where both of its sides have values, and fails only where they have; so there
are two texts for every formula, where it holds and where it fails. Handled are the four operations,
whole powers, roots outside of quantifiers, maxima, minima, absolute values, signs, rounding and
case distinctions; all else is declined.

At a point what has no quantifier is evaluated as every statement is (`verify.truth`). A condition
on all or some reals is true if no solver can make it other than true, and false likewise.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import sympy as sp
from flint import fmpq
from sympy.core.function import AppliedUndef
from sympy.core.relational import Relational
from sympy.logic.boolalg import And, BooleanFalse, BooleanTrue, Implies, Not, Or

from theory.binders import exchanged, substitute, unbound
from theory.quantifiers import Every, Quantified
from verify.claims.meanings import Formula, Interpretation, unfold
from verify.kernel import smt
from verify.kernel.total import Outside
from verify.truth import NoValue, Truth, enclose, fraction, truths_at
from verify.truth.outcomes import conjunction, disjunction, implication, negation

LONGEST = 200_000  # characters of one question
MOST_ROOT, MOST_POWER = 8, 24
MOST_ROOTS = 2  # in a question about numbers; a solver spends long on more before it counts
STEPS = 300_000  # units of z3 for each question
RELATIONS = {sp.Le: "<=", sp.Lt: "<", sp.Ge: ">=", sp.Gt: ">", sp.Eq: "="}

Pair = tuple[
    str, str
]  # where a formula holds and where it fails; or a value and where there is one


class Script:
    """The SMT-LIB text of formulas with quantifiers.

    Args:
        near: whether a rational near a root of a number serves, as it does for a guess.

    >>> x, y = sp.symbols("x y", real=True)
    >>> script = Script()
    >>> script.formula(Every(y, x < y**2))[0]
    '(forall ((b1 Real)) (< |given x| (* b1 b1)))'
    """

    def __init__(self, near: bool = False) -> None:
        self.near = near
        self.declared: dict[Any, str] = {}
        self.sides: list[str] = []
        self.roots: dict[tuple[str, int], str] = {}
        self.count = 0

    def asks(self, assertions: list[str]) -> str:
        """Return the text that asks whether assertions can hold together.

        Raises:
            Outside: it is too long.
        """
        kinds = {s: "Int" if s.is_integer else "Real" for s in self.declared}
        lines = [f"(declare-fun {name} () {kinds[s]})" for s, name in self.declared.items()]
        lines += [f"(declare-fun {name} () Real)" for name in self.roots.values()]
        text = "\n".join((*lines, *(f"(assert {a})" for a in (*self.sides, *assertions)), ""))
        if len(text) > LONGEST:
            raise Outside("a question as long as this")
        return text

    def formula(self, c: Any, bound: Mapping[Any, str] | None = None) -> Pair:
        """Return where a condition holds and where it fails.

        Raises:
            Outside: it has a part that is not handled.
        """
        bound = bound or {}
        if isinstance(c, (BooleanTrue, BooleanFalse)):
            return ("true", "false") if bool(c) else ("false", "true")
        if isinstance(c, Not):
            holds, fails = self.formula(c.args[0], bound)
            return fails, holds
        if isinstance(c, Implies):
            premise, then = (self.formula(part, bound) for part in c.args)
            return _or(premise[1], then[0]), _and(premise[0], then[1])
        if isinstance(c, (And, Or)):
            parts = [self.formula(part, bound) for part in c.args]
            holding, failing = ([pair[n] for pair in parts] for n in (0, 1))
            if isinstance(c, And):
                return _and(*holding), _or(*failing)
            return _or(*holding), _and(*failing)
        if isinstance(c, Quantified):
            return self._quantified(c, bound)
        if isinstance(c, Relational):
            (left, has), (right, has_too) = (self.term(side, bound) for side in c.args)
            says = f"(= {left} {right})" if isinstance(c, (sp.Eq, sp.Ne)) else ""
            says = says or f"({RELATIONS[type(c)]} {left} {right})"
            denies = f"(not {says})"
            holds, fails = (denies, says) if isinstance(c, sp.Ne) else (says, denies)
            return _and(has, has_too, holds), _and(has, has_too, fails)
        raise Outside(f"{type(c).__name__} in a formula")

    def _quantified(self, c: Quantified, bound: Mapping[Any, str]) -> Pair:
        symbol, body = c.args
        if not isinstance(symbol, sp.Symbol):
            raise Outside(f"a condition on {symbol}")
        self.count += 1
        name = f"b{self.count}"
        holds, fails = self.formula(body, {**bound, symbol: name})
        own = f"(({name} {'Int' if symbol.is_integer else 'Real'}))"
        if isinstance(c, Every):
            return f"(forall {own} {holds})", f"(exists {own} {fails})"
        return f"(exists {own} {holds})", f"(forall {own} {fails})"

    def term(self, e: Any, bound: Mapping[Any, str]) -> Pair:
        """Return the value of a term, and where it has one.

        Raises:
            Outside: it has a part that is not handled.
        """
        if isinstance(e, sp.Rational):
            return smt.rational(int(e.p), int(e.q)), "true"
        if type(e) is sp.Symbol:
            name = bound.get(e) or self.declared.setdefault(e, f"|{smt.name_of(e)}|")
            return (f"(to_real {name})" if e.is_integer else name), "true"
        if isinstance(e, sp.Pow):
            return self._power(e, bound)
        if isinstance(e, sp.Piecewise):
            return self._cases(e, bound)
        if not isinstance(e, (sp.Add, sp.Mul, sp.Max, sp.Min, sp.Abs, sp.sign, *ROUNDING)):
            raise Outside(f"{e.func.__name__} in a formula")
        parts = [self.term(part, bound) for part in e.args]
        has = _and(*(own for _, own in parts))
        first, *others = (value for value, _ in parts)
        if isinstance(e, (sp.Add, sp.Mul)):
            return f"({'+' if isinstance(e, sp.Add) else '*'} {' '.join((first, *others))})", has
        for other in others:  # of a maximum or a minimum
            order = ">=" if isinstance(e, sp.Max) else "<="
            first = f"(ite ({order} {first} {other}) {first} {other})"
        if isinstance(e, sp.Abs):
            return f"(ite (>= {first} 0.0) {first} (- {first}))", has
        if isinstance(e, sp.sign):
            return f"(ite (> {first} 0.0) 1.0 (ite (< {first} 0.0) (- 1.0) 0.0))", has
        if isinstance(e, sp.floor):
            return f"(to_real (to_int {first}))", has
        if isinstance(e, sp.ceiling):
            return f"(- (to_real (to_int (- {first}))))", has
        return first, has

    def _power(self, e: sp.Pow, bound: Mapping[Any, str]) -> Pair:
        base, exponent = e.args
        value, has = self.term(base, bound)
        if not isinstance(exponent, sp.Rational):
            raise Outside(f"the exponent {exponent}")
        p, q = int(exponent.p), int(exponent.q)
        if q > MOST_ROOT or abs(p) > MOST_POWER:
            raise Outside(f"the exponent {exponent}")
        if q > 1:
            if not unbound(base).isdisjoint(bound):
                raise Outside("a root inside of a quantifier")
            if self.near and isinstance(base, sp.Rational) and base > 0:
                number = sp.Rational(round(10**6 * float(e)), 10**6)
                return self.term(number, bound)
            has = _and(has, f"({'>=' if p > 0 else '>'} {value} 0.0)")
            value = self._root(value, q)
        elif p < 0:
            has = _and(has, f"(not (= {value} 0.0))")
        power = f"(* {' '.join([value] * abs(p))})" if abs(p) > 1 else value if p else "1.0"
        return (power if p >= 0 else f"(/ 1.0 {power})"), has

    def _root(self, value: str, degree: int) -> str:
        if (value, degree) not in self.roots:
            name = self.roots[value, degree] = f"r{len(self.roots)}"
            power = f"(* {' '.join([name] * degree)})"
            self.sides.append(f"(=> (>= {value} 0.0) (and (>= {name} 0.0) (= {power} {value})))")
        return self.roots[value, degree]

    def _cases(self, e: sp.Piecewise, bound: Mapping[Any, str]) -> Pair:
        result, has = "0.0", "false"
        for value, condition in reversed(e.args):
            holds, fails = self.formula(condition, bound)
            own, own_has = self.term(value, bound)
            result = own if holds == "true" else f"(ite {holds} {own} {result})"
            has = _or(_and(holds, own_has), _and(fails, has))
        return result, has


ROUNDING = (sp.floor, sp.ceiling)


def _and(*parts: str) -> str:
    kept = [part for part in dict.fromkeys(parts) if part != "true"]
    if "false" in kept:
        return "false"
    return f"(and {' '.join(kept)})" if len(kept) > 1 else next(iter(kept), "true")


def _or(*parts: str) -> str:
    kept = [part for part in dict.fromkeys(parts) if part != "false"]
    if "true" in kept:
        return "true"
    return f"(or {' '.join(kept)})" if len(kept) > 1 else next(iter(kept), "false")


def truth_at(condition: Any, point: Mapping[Any, Any], interpretation: Interpretation) -> Truth:
    """Return the truth of a condition with quantifiers at values of all that is free in it."""
    if not condition.has(Quantified):
        return truths_at(point, interpretation)(condition)

    def inner(part: Any) -> Truth:
        return truth_at(part, point, interpretation)

    if isinstance(condition, Not):
        return negation(inner(condition.args[0]))
    if isinstance(condition, Implies):
        return implication(*map(inner, condition.args))
    if isinstance(condition, And):
        return conjunction(map(inner, condition.args))
    if isinstance(condition, Or):
        return disjunction(map(inner, condition.args))
    return _of_all_reals(condition, point, interpretation)


def _of_all_reals(c: Any, point: Mapping[Any, Any], interpretation: Interpretation) -> Truth:
    try:
        closed = substitute(c, {s: sp.Rational(value) for s, value in point.items()})
        closed = with_numbers(closed, interpretation)
        script = Script()
        holds, fails = script.formula(closed)
        if len(script.roots) > MOST_ROOTS:
            return Truth.UNKNOWN
        for truth, text in ((Truth.TRUE, holds), (Truth.FALSE, fails)):
            if smt.ask(script.asks([f"(not {text})"]), STEPS)[0] == "unsat":
                return truth
    except (Outside, NoValue):
        pass
    return Truth.UNKNOWN


def with_numbers(e: Any, interpretation: Interpretation, near: bool = False) -> Any:
    """Return a formula in which heads are what they mean, numbers where they are programs.

    Args:
        e: the formula.
        interpretation: of its heads.
        near: whether a rational near the value serves where it is not rational.

    Raises:
        Outside: such a head depends on what has no value.
        NoValue: it has no value.
    """
    e = unfold(e, {h: m for h, m in interpretation.items() if isinstance(m, Formula)})

    def number(part: Any) -> Any:
        if not isinstance(part, AppliedUndef):
            return None
        if unbound(part):
            raise Outside(f"{part} depends on what has no value")
        value = enclose(part, {}, interpretation)
        if isinstance(value, fmpq):
            return sp.Rational(fraction(value))
        if not near:
            raise Outside(f"{part} is not rational")
        return sp.Rational(str(float(value.mid())))

    return exchanged(e, number)
