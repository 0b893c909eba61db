"""z3: decide a statement of real arithmetic, with exact replay of every model.

Roots, absolute values, minima, signs and applied functions become fresh unknowns with their
defining conditions; powers with symbolic exponents (see `powers`) with what is known of their
order. A strictly increasing function is an uninterpreted one with the order condition for every
pair of arguments that occur, which is complete: any finite strictly increasing table extends to a
strictly increasing function, and with the same Lipschitz constant.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations
from typing import Any

import sympy as sp
import z3
from sympy.logic.boolalg import And, BooleanFalse, BooleanTrue, Implies, Not, Or

from reports.results import Evidence, Outcome, Tier
from theory.claim import ForAll
from theory.language import (
    DEFINES,
    Apply,
    Defines,
    FunctionSymbol,
    Lipschitz,
    Positive,
    StrictlyIncreasing,
)
from theory.values import Algebraic, PiecewiseLinear
from verify.certificate import index_values, witness
from verify.coverage import index_restrictions
from verify.meanings import Formula, heads_in, primary, unfold
from verify.methods.powers import Powers, exponent_terms
from verify.task import Task
from verify.truth import Truth, at, violation

NAME = "solver"
TIER = Tier.SOLVER
PREFERRED = [Fraction(n) for n in (0, 1, -1, 2, -2, 3)] + [Fraction(1, 2), Fraction(-1, 2)]
MAX_FUNCTION_TERMS = 64
UNITS_PER_MILLISECOND = 400  # far fewer than z3 does: only what it does not count takes as long
MAX_BESIDE_POWERS = 8  # roots and inverses; with more of them z3 may not come back


class Unsupported(Exception):
    """The statement leaves the fragment that is translated."""


def run(task: Task) -> Evidence:
    """Ask z3 for a point that satisfies the hypotheses and breaks the conclusion."""
    if not isinstance(task.statement, ForAll):
        return Evidence(NAME, Outcome.NOT_APPLICABLE, TIER)
    reading = primary(task.meanings)
    heads = heads_in(task.statement.says, reading)
    if any(not isinstance(reading[h], Formula) for h in heads):
        return Evidence(NAME, Outcome.NOT_APPLICABLE, TIER, detail="a head has no formula")
    sample = None
    queries = 0
    for instance, statement in task.universal.expanded:
        labels = index_values(instance)
        statement = ForAll(
            statement.symbols,
            says=unfold(statement.says, reading),
            given=tuple(unfold(g, reading) for g in statement.given),
        )
        try:
            query = Query(statement, task.budget.rlimit)
        except Unsupported as reason:
            return Evidence(NAME, Outcome.NOT_APPLICABLE, TIER, detail=str(reason))
        if sample is None:
            inhabitant = query.inhabitant()
            if inhabitant is not None and at(statement, inhabitant, reading) is not None:
                sample = (witness(inhabitant), labels)
        queries += 1
        answer, point = query.counterexample(shrink=not task.hunting)
        if answer == z3.unsat:
            undefined = query.undefined_point()
            if undefined is None:
                continue
            if task.hunting:
                return Evidence(
                    NAME, Outcome.FAILS, TIER, instance=labels, size=queries,
                    detail="the conclusion is not defined somewhere in the domain",
                )  # fmt: skip
            return Evidence(NAME, Outcome.UNKNOWN, TIER, instance=labels, detail=undefined)
        if answer == z3.unknown or point is None:
            detail = f"z3 answers {answer} within {task.budget.rlimit} units"
            return Evidence(NAME, Outcome.UNKNOWN, TIER, instance=labels, detail=detail)
        if at(statement, point, reading) is not Truth.FALSE:
            detail = "z3's model does not survive exact evaluation"
            return Evidence(NAME, Outcome.UNKNOWN, TIER, instance=labels, detail=detail)
        return Evidence(
            NAME, Outcome.FAILS, TIER, witness=witness(point), instance=labels,
            sides=violation(statement.says, point, reading), size=queries, detail="z3's model",
        )  # fmt: skip
    if sample is None:
        detail = "unsatisfiable, but no point of the domain is known"
        return Evidence(NAME, Outcome.UNKNOWN, TIER, detail=detail, size=queries)
    return Evidence(
        NAME, Outcome.HOLDS, TIER, restrictions=index_restrictions(task.universal),
        witness=sample[0], instance=sample[1], size=queries,
        detail=f"unsatisfiable in {queries} quer{'y' if queries == 1 else 'ies'}",
    )  # fmt: skip


def hypotheses_are_contradictory(statement: ForAll, rlimit: int) -> bool:
    """Return whether z3 shows that nothing satisfies the hypotheses of any instance."""
    for _, expanded in statement.expanded:
        try:
            query = Query(ForAll(expanded.symbols, says=DEFINES, given=expanded.given), rlimit)
        except Unsupported:
            return False
        if query.check([]) != z3.unsat:
            return False
    return True


class Query:
    """One expanded statement translated to z3; each question gets a fresh solver."""

    def __init__(self, statement: ForAll, rlimit: int) -> None:
        self.statement = statement
        self.rlimit = rlimit
        self.translation = Translation()
        boolean = self.translation.boolean
        self.given = [boolean(g) for g in statement.given]
        self.given += self.translation.defined
        self.translation.defined, self.translation.powers.defined = [], []
        self.says = boolean(statement.says)
        self.scalars = {
            s: self.translation.symbol(s)
            for s in statement.symbols
            if not isinstance(s, FunctionSymbol)
        }
        self.side = self.translation.conditions()
        self.defined = self.translation.defined + self.translation.powers.defined

    def check(self, extra: list[Any]) -> Any:
        """Return z3's answer to the hypotheses together with more conditions."""
        return self._solve(extra)[0]

    def _solve(self, extra: list[Any]) -> tuple[Any, Any]:
        solver = z3.Solver(ctx=self.translation.context)
        solver.set("rlimit", self.rlimit)
        solver.set("timeout", self.rlimit // UNITS_PER_MILLISECOND)
        solver.add(*self.given, *self.side, *extra)
        answer = solver.check()
        return answer, solver.model() if answer == z3.sat else None

    def inhabitant(self) -> dict[Any, Any] | None:
        """Return a point that satisfies the hypotheses, if z3 finds a rational one."""
        answer, model = self._solve(self.defined)
        return self._point(model) if answer == z3.sat else None

    def undefined_point(self) -> str | None:
        """Return a remark if the conclusion may be undefined somewhere in the domain."""
        if not self.defined:
            return None
        answer = self.check([z3.Not(z3.And(*self.defined))])
        return None if answer == z3.unsat else "the conclusion may be undefined in the domain"

    def counterexample(self, shrink: bool) -> tuple[Any, dict[Any, Any] | None]:
        """Return z3's answer and, for `sat`, a point, each value as plain as z3 allows."""
        negation = [*self.defined, z3.Not(self.says)]
        answer, model = self._solve(negation)
        if answer != z3.sat:
            return answer, None
        if shrink:
            for variable in self.scalars.values():
                for value in PREFERRED:
                    fixed = [*negation, variable == self.translation.rational(value)]
                    better, found = self._solve(fixed)
                    if better == z3.sat:
                        negation, model = fixed, found
                        break
        return answer, self._point(model)

    def _point(self, model: Any) -> dict[Any, Any] | None:
        point: dict[Any, Any] = {}
        try:
            for symbol, variable in self.scalars.items():
                point[symbol] = _value(model.eval(variable, model_completion=True))
            for symbol in self.statement.symbols:
                if isinstance(symbol, FunctionSymbol):
                    point[symbol] = self._function(model, symbol)
        except Unsupported:
            return None
        return point

    def _function(self, model: Any, symbol: FunctionSymbol) -> PiecewiseLinear:
        table = {}
        for argument in self.translation.arguments.get(symbol, []):
            x = _value(model.eval(argument, model_completion=True))
            f = self.translation.functions[symbol]
            table[x] = _value(model.eval(f(argument), model_completion=True))
        if any(isinstance(v, Algebraic) for v in (*table, *table.values())):
            raise Unsupported("irrational knots")
        table = table or {Fraction(0): Fraction(1)}
        knots = tuple(sorted(table))
        slope = Fraction(1)
        if symbol in self.translation.lipschitz:
            bound = _value(model.eval(self.translation.lipschitz[symbol], model_completion=True))
            if isinstance(bound, Algebraic):
                raise Unsupported("an irrational Lipschitz constant")
            slope = min(slope, bound)
        return PiecewiseLinear(knots, tuple(table[k] for k in knots), slope, slope)


class Translation:
    """sympy to z3; collects side conditions and where the expression is defined."""

    def __init__(self) -> None:
        self.context = z3.Context()
        self.side: list[Any] = []
        self.defined: list[Any] = []
        self.symbols: dict[Any, Any] = {}
        self.functions: dict[Any, Any] = {}
        self.arguments: dict[Any, list[Any]] = {}
        self.increasing: set[Any] = set()
        self.positive: set[Any] = set()
        self.lipschitz: dict[Any, Any] = {}
        self.roots: dict[Any, Any] = {}
        self.powers = Powers(self.context)

    def symbol(self, symbol: Any) -> Any:
        """Return the z3 unknown of a scalar symbol."""
        if symbol not in self.symbols:
            make = z3.Int if symbol.is_integer else z3.Real
            self.symbols[symbol] = make(str(symbol), self.context)
        return self.symbols[symbol]

    def rational(self, value: Fraction) -> Any:
        """Return a rational as a z3 value."""
        return z3.RatVal(value.numerator, value.denominator, self.context)

    def conditions(self) -> list[Any]:
        """Return what is known of the unknowns that stand for roots, powers and functions."""
        if self.powers.found and len(self.side) > MAX_BESIDE_POWERS:
            raise Unsupported(f"{len(self.side)} roots and inverses beside symbolic powers")
        return [*self.side, *self.powers.conditions(), *self._function_conditions()]

    def _function_conditions(self) -> list[Any]:
        conditions = []
        for symbol, terms in self.arguments.items():
            f = self.functions[symbol]
            if len(terms) > MAX_FUNCTION_TERMS:
                raise Unsupported(f"{len(terms)} applications of {symbol}")
            if symbol in self.positive:
                conditions += [f(t) > 0 for t in terms]
            for a, b in combinations(terms, 2):
                if symbol in self.increasing:
                    conditions += [(a < b) == (f(a) < f(b)), (a == b) == (f(a) == f(b))]
                if symbol in self.lipschitz:
                    reach = z3.If(a < b, b - a, a - b) * self.lipschitz[symbol]
                    conditions += [f(a) - f(b) <= reach, f(b) - f(a) <= reach]
        return conditions

    def boolean(self, condition: Any) -> Any:
        """Translate a Boolean."""
        if isinstance(condition, (BooleanTrue, Defines)):
            return z3.BoolVal(True, self.context)
        if isinstance(condition, BooleanFalse):
            return z3.BoolVal(False, self.context)
        if isinstance(condition, StrictlyIncreasing):
            self.increasing.add(condition.args[0])
            return z3.BoolVal(True, self.context)
        if isinstance(condition, Positive):
            self.positive.add(condition.args[0])
            return z3.BoolVal(True, self.context)
        if isinstance(condition, Lipschitz):
            self.lipschitz[condition.args[0]] = self.number(condition.args[1])
            return self.lipschitz[condition.args[0]] >= 0
        connectives = {And: z3.And, Or: z3.Or, Not: z3.Not, Implies: z3.Implies}
        for kind, connective in connectives.items():
            if isinstance(condition, kind):
                return connective(*map(self.boolean, condition.args))
        if isinstance(condition, sp.core.relational.Relational):
            left, right = map(self.number, condition.args)
            compare = {
                sp.Eq: lambda: left == right,
                sp.Ne: lambda: left != right,
                sp.Le: lambda: left <= right,
                sp.Lt: lambda: left < right,
                sp.Ge: lambda: left >= right,
                sp.Gt: lambda: left > right,
            }
            return compare[type(condition)]()
        raise Unsupported(f"{type(condition).__name__} is outside real arithmetic")

    def number(self, expression: Any) -> Any:
        """Translate a real expression."""
        if expression.is_Rational:
            return z3.RatVal(int(expression.p), int(expression.q), self.context)
        if isinstance(expression, Apply):
            return self._applied(expression)
        if expression.is_Symbol:
            return self.symbol(expression)
        if expression.is_Add:
            return z3.Sum(*map(self.number, expression.args))
        if expression.is_Mul:
            return z3.Product(*map(self.number, expression.args))
        if expression.is_Pow:
            return self._power(expression)
        if isinstance(expression, sp.Abs):
            value = self.number(expression.args[0])
            return z3.If(value >= 0, value, -value)
        if isinstance(expression, sp.sign):
            value = self.number(expression.args[0])
            one, zero, minus = (self.rational(Fraction(n)) for n in (1, 0, -1))
            return z3.If(value > 0, one, z3.If(value < 0, minus, zero))
        if isinstance(expression, (sp.Max, sp.Min)):
            larger = isinstance(expression, sp.Max)
            result = self.number(expression.args[0])
            for argument in expression.args[1:]:
                other = self.number(argument)
                keep = result >= other if larger else result <= other
                result = z3.If(keep, result, other)
            return result
        if isinstance(expression, sp.Piecewise):
            return self._piecewise(expression)
        raise Unsupported(f"{expression.func.__name__} is outside real arithmetic")

    def _power(self, expression: Any) -> Any:
        base, exponent = expression.args
        if exponent.free_symbols:
            return self._symbolic_power(base, exponent)
        if not exponent.is_Rational or exponent.q > 12 or abs(exponent.p) > 24:
            raise Unsupported(f"the exponent {exponent} is not a small rational")
        return self._rational_power(self.number(base), exponent)

    def _symbolic_power(self, base: Any, exponent: Any) -> Any:
        value = self.number(base)
        terms = exponent_terms(exponent)
        zero = value == 0 if len(terms) == 1 else z3.BoolVal(False, self.context)
        rises = self.number(exponent) > 0
        self.powers.defined.append(z3.Or(value > 0, z3.And(zero, rises)))
        factors = []
        for coefficient, term in terms:
            if term == 1:
                factors.append(self._rational_power(value, coefficient))
            else:
                power = self.powers.unknown(base, term, self.number)
                factors.append(self._rational_power(power, coefficient))
        return z3.Product(*factors)

    def _rational_power(self, value: Any, exponent: Any) -> Any:
        if exponent.q > 1:
            value = self._root(value, int(exponent.q))
        power = z3.Product(*[value] * abs(int(exponent.p)))
        if exponent.p > 0:
            return power
        self.defined.append(value != 0)
        inverse = z3.FreshReal("inverse", self.context)
        self.side.append(z3.Implies(power != 0, inverse * power == 1))
        return inverse

    def _root(self, value: Any, degree: int) -> Any:
        key = (value.get_id(), degree)
        if key not in self.roots:
            root = z3.FreshReal("root", self.context)
            self.side.append(root >= 0)
            self.side.append(z3.Implies(value >= 0, z3.Product(*[root] * degree) == value))
            self.roots[key] = (root, value)
        self.defined.append(value >= 0)
        return self.roots[key][0]

    def _piecewise(self, expression: Any) -> Any:
        result = None
        for value, condition in reversed(expression.args):
            translated = self.number(value)
            guard = self.boolean(condition)
            if result is None:
                if condition != sp.true:
                    self.defined.append(z3.Or(*(self.boolean(c) for _, c in expression.args)))
                result = translated
            else:
                result = z3.If(guard, translated, result)
        return result

    def _applied(self, expression: Apply) -> Any:
        symbol, argument = expression.args
        if symbol not in self.functions:
            real = z3.RealSort(self.context)
            self.functions[symbol] = z3.Function(str(symbol), real, real)
            self.arguments[symbol] = []
        term = self.number(argument)
        if not any(term.eq(known) for known in self.arguments[symbol]):
            self.arguments[symbol].append(term)
        return self.functions[symbol](term)


def _value(number: Any) -> Any:
    if z3.is_int_value(number):
        return Fraction(number.as_long())
    if z3.is_rational_value(number):
        return Fraction(number.numerator_as_long(), number.denominator_as_long())
    if z3.is_algebraic_value(number):
        near = number.approx(20)
        middle = Fraction(near.numerator_as_long(), near.denominator_as_long())
        margin = Fraction(1, 10**18)
        coefficients = tuple(c.as_long() for c in number.poly())
        return Algebraic(coefficients, middle - margin, middle + margin)
    raise Unsupported(f"z3 value {number}")
