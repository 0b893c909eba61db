"""Derivation: an exact symbolic proof, cross-checked with balls at random exact points.

Every symbol is replaced by its bounds and positive unknowns (`x >= a` becomes `x = a` and
`x = a + d` with `d > 0`; an unbounded `x` becomes `-d`, `0`, `d`), one branch for each choice.
With all unknowns positive, absolute values and signs resolve and powers split over products, so
that an equality is decided by expansion and an inequality by the signs of the terms, if need be
after differentiating in one unknown.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Any

import sympy as sp
from sympy.logic.boolalg import And, Or

from property_tests.bounds import conditions, edge, listed
from property_tests.search import first
from property_tests.strategies import points
from reports.results import Evidence, Outcome, Tier
from theory.claim import ForAll
from theory.language import DEFINES, Apply, FunctionSymbol
from verify.certificate import index_values, witness
from verify.coverage import index_restrictions
from verify.meanings import Formula, heads_in, primary, unfold
from verify.methods.search import Tally
from verify.task import Task
from verify.truth import rationals_at

NAME = "derivation"
TIER = Tier.EXACT
MAX_BRANCHES = 243
MAX_DEPTH = 3
DIFFERENTIATE_LIMIT = 60  # operations; longer expressions are not differentiated
JUMPS = (sp.Piecewise, sp.floor, sp.ceiling, sp.sign, sp.Max, sp.Min)
MAX_CHOICES = 2  # of a maximum of more simplification proves nothing, in a long time
SIMPLIFY_LIMIT = 150  # operations; larger expressions only get the cheap forms


def run(task: Task) -> Evidence:
    """Try to prove the statement by symbolic simplification on every branch."""
    if not isinstance(task.statement, ForAll):
        return Evidence(NAME, Outcome.NOT_APPLICABLE, TIER)
    reading = primary(task.meanings)
    if any(not isinstance(reading[h], Formula) for h in heads_in(task.statement.says, reading)):
        return Evidence(NAME, Outcome.NOT_APPLICABLE, TIER, detail="a head has no formula")
    if task.statement.says == DEFINES:
        return Evidence(NAME, Outcome.NOT_APPLICABLE, TIER, detail="a definition")
    sample = None
    branches_done = 0
    for instance, statement in task.universal.expanded:
        labels = index_values(instance)
        if any(isinstance(s, FunctionSymbol) for s in statement.symbols):
            return Evidence(NAME, Outcome.NOT_APPLICABLE, TIER, detail="quantifies over functions")
        says = unfold(statement.says, reading)
        given = tuple(unfold(g, reading) for g in statement.given)
        plain = ForAll(statement.symbols, says=says, given=given)
        if says.has(sp.Integral):
            says = without_integrals(plain)
        if says is None or says.has(Apply) or says.atoms(sp.Sum, sp.Product):
            return Evidence(NAME, Outcome.NOT_APPLICABLE, TIER, detail="not a closed form")
        if any(len(extreme.args) > MAX_CHOICES for extreme in says.atoms(sp.Max, sp.Min)):
            why = f"the largest of more than {MAX_CHOICES} is left to other methods"
            return Evidence(NAME, Outcome.NOT_APPLICABLE, TIER, detail=why)
        branches = branches_of(plain)
        if branches is None:
            return Evidence(NAME, Outcome.NOT_APPLICABLE, TIER, detail="too many sign cases")
        tally = Tally(statement, reading, task.budget.checks, hunting=True)
        detail = _cross_check(statement, tally, task.seed + 1)
        if detail is not None:
            return Evidence(NAME, Outcome.UNKNOWN, TIER, instance=labels, detail=detail)
        for branch in branches:
            branches_done += 1
            residual = unproved(says, branch)
            if residual is not None:
                detail = f"not simplified: {str(residual)[:160]}"
                return Evidence(NAME, Outcome.UNKNOWN, TIER, instance=labels, detail=detail)
        sample = sample or (witness(tally.sample), labels)
    if sample is None:
        return Evidence(NAME, Outcome.UNKNOWN, TIER, detail="the statement has no instance")
    return Evidence(
        NAME, Outcome.HOLDS, TIER, restrictions=index_restrictions(task.universal),
        witness=sample[0], instance=sample[1], size=branches_done, seed=task.seed,
        detail=f"simplifies on {branches_done} sign cases; balls agree at random exact points",
    )  # fmt: skip


def _cross_check(statement: ForAll, tally: Tally, seed: int) -> str | None:
    """Judge random points until the tally has enough; return what speaks against a proof."""
    draws = 12 * tally.wanted if statement.symbols else 1
    objected = False

    def settled(point: Any) -> bool:
        nonlocal objected
        objected = tally.objects(point)
        return objected or tally.inside >= tally.wanted

    first(points(statement, rationals_at), settled, examples=draws, seed=seed, shrink=False)
    if objected:
        return "not attempted: balls object at a random point"
    if tally.inside == 0:
        return "not attempted: no point of the domain was met to cross-check it"
    return None


def without_integrals(statement: ForAll) -> Any | None:
    """Turn an equality of integrals into equalities without them, or return `None`.

    If a symbol occurs in limits of integration and not under the integral, both sides agree if
    their derivatives in it do and they agree at an edge of its range where the integrals vanish.
    """
    if not isinstance(statement.says, sp.Eq):
        return None
    difference = statement.says.lhs - statement.says.rhs
    inside = set().union(*(i.function.free_symbols for i in difference.atoms(sp.Integral)))
    for symbol in statement.symbols:
        if symbol in inside or not difference.has(symbol):
            continue
        slope = sp.diff(difference, symbol)
        if slope.has(sp.Integral):
            continue
        for hypothesis in conditions(statement):
            bound = edge(hypothesis, symbol)
            if bound is None or isinstance(hypothesis, sp.Eq):
                continue
            start = difference.subs(symbol, bound.value).replace(sp.Integral, _empty_integral)
            if not start.has(sp.Integral):
                return sp.And(sp.Eq(slope, 0, evaluate=False), sp.Eq(start, 0, evaluate=False))
    return None


def _empty_integral(function: Any, *limits: Any) -> Any:
    """Return 0 for an integral from a point to itself, else the integral."""
    _, low, high = limits[0]
    same = len(limits) == 1 and sp.simplify(low - high) == 0
    return sp.Integer(0) if same else sp.Integral(function, *limits)


class Branch:
    """One sign case: symbols replaced by expressions in positive unknowns.

    Args:
        values: symbol -> expression in the unknowns.
        open: the hypotheses that the case does not yet satisfy by construction.
    """

    def __init__(self, values: dict[Any, Any], open: tuple[Any, ...]) -> None:
        self.values = values
        self.open = open

    def apply(self, expression: Any) -> Any:
        """Write an expression in the unknowns of this case."""
        return sp.sympify(expression).xreplace(self.values)


def branches_of(statement: ForAll) -> Iterator[Branch] | None:
    """Return the sign cases of a domain, or `None` if there are too many."""
    substitution, hypotheses, symbols = _eliminate(statement)
    choices: list[list[Any]] = []
    replaced: list[Any] = []
    for symbol in _ordered(symbols, hypotheses):
        if _sign_free(symbol, statement.says, hypotheses):
            choices.append([sp.Dummy(str(symbol), real=True, integer=symbol.is_integer or None)])
        else:
            choices.append(_options(symbol, hypotheses, set(replaced)))
        replaced.append(symbol)
    count = 1
    for options in choices:
        count *= len(options)
    if count > MAX_BRANCHES:
        return None
    return _branches(hypotheses, substitution, replaced, choices)


def _branches(
    hypotheses: list[Any],
    substitution: list[tuple[Any, Any]],
    symbols: list[Any],
    choices: list[list[Any]],
) -> Iterator[Branch]:
    for combination in product(*choices):
        values: dict[Any, Any] = {}
        for symbol, option in zip(symbols, combination, strict=True):
            values[symbol] = sp.sympify(option).xreplace(values)
        every = {**values, **{s: e.xreplace(values) for s, e in substitution}}
        rest = tuple(_settled(h.xreplace(every)) for h in hypotheses)
        if sp.false not in rest:
            yield Branch(every, tuple(h for h in rest if h != sp.true))


def _sign_free(symbol: Any, says: Any, hypotheses: list[Any]) -> bool:
    """Return whether an equality can be expanded without knowing a symbol's sign.

    So it is if no hypothesis mentions the symbol and it only occurs polynomially.
    """
    if not isinstance(says, sp.Eq) or any(symbol in h.free_symbols for h in hypotheses):
        return False
    for node in sp.preorder_traversal(says):
        if not node.has(symbol) or node.is_Symbol:
            continue
        whole = node.is_Pow and node.exp.is_Integer and node.exp > 0
        if not (node.is_Add or node.is_Mul or whole or isinstance(node, sp.Eq)):
            return False
    return True


def _settled(hypothesis: Any) -> Any:
    """Decide a hypothesis in positive unknowns where the signs of its terms decide it."""
    if not isinstance(hypothesis, sp.core.relational.Relational):
        return hypothesis
    difference = sp.expand(hypothesis.lhs - hypothesis.rhs)
    decided = type(hypothesis)(difference, 0)
    return decided if decided in (sp.true, sp.false) else hypothesis


def _eliminate(statement: ForAll) -> tuple[list[tuple[Any, Any]], list[Any], list[Any]]:
    """Solve equality hypotheses for one symbol each where that is unambiguous."""
    hypotheses = conditions(statement)
    symbols = list(statement.symbols)
    substitution: list[tuple[Any, Any]] = []
    for hypothesis in list(hypotheses):
        hypothesis = hypothesis.subs(dict(substitution))
        if not isinstance(hypothesis, sp.Eq):
            continue
        for symbol in reversed(symbols):
            solved = edge(hypothesis, symbol)
            if solved is not None:
                other = solved.value
                substitution = [(s, e.subs(symbol, other)) for s, e in substitution]
                substitution.append((symbol, other))
                symbols.remove(symbol)
                break
    hypotheses = [h.subs(dict(substitution)) for h in hypotheses]
    return substitution, [h for h in hypotheses if h != sp.true], symbols


def _ordered(symbols: list[Any], hypotheses: list[Any]) -> list[Any]:
    """Order symbols so that bounds refer to earlier ones where possible."""
    return sorted(
        symbols,
        key=lambda s: (
            min(
                (
                    len(h.free_symbols)
                    for h in hypotheses
                    if not isinstance(h, sp.Eq) and edge(h, s) is not None
                ),
                default=0,
            ),
            str(s),
        ),
    )


def _options(symbol: Any, hypotheses: list[Any], known: set[Any]) -> list[Any]:
    """Return the expressions that a symbol can be, in positive unknowns and earlier symbols."""
    lows: list[tuple[Any, bool]] = []
    highs: list[tuple[Any, bool]] = []
    for hypothesis in hypotheses:
        values = listed(hypothesis, symbol)
        if values is not None:
            return [sp.Rational(v.numerator, v.denominator) for v in values]
        bound = None if isinstance(hypothesis, sp.Eq) else edge(hypothesis, symbol)
        if bound is None or not hypothesis.free_symbols <= known | {symbol}:
            continue
        value, strict = bound.value, bound.strict
        if symbol.is_integer and value.is_number and not value.is_integer:
            value, strict = (sp.ceiling if bound.upwards else sp.floor)(value), False
        (lows if bound.upwards else highs).append((value, strict))
    unknown = sp.Dummy(f"{symbol}_", positive=True, integer=symbol.is_integer or None)
    low, high = _best(lows, sp.Max), _best(highs, sp.Min)
    ends = [b[0] for b in (low, high) if b is not None and not b[1]]
    if low is None:
        if high is None:
            return [-unknown, sp.Integer(0), unknown]
        return [high[0] - unknown, *ends]
    if high is None:
        if symbol.is_integer and ends:
            return [low[0] - 1 + unknown]
        return [low[0] + unknown, *ends]
    if not symbol.is_integer:
        return [low[0] + (high[0] - low[0]) * unknown / (1 + unknown), *ends]
    if low[0].is_number and high[0].is_number:
        return [sp.Integer(n) for n in range(int(low[0]) + low[1], int(high[0]) - high[1] + 1)]
    return [low[0] + unknown - int(not low[1])]


def _best(edges: list[tuple[Any, bool]], pick: Any) -> tuple[Any, bool] | None:
    """Return the strongest of several bounds; an incomparable one is left to the hypotheses."""
    best: tuple[Any, bool] | None = None
    for value, strict in edges:
        if best is None:
            best = (value, strict)
        elif value == best[0]:
            best = (value, strict or best[1])
        elif value.is_number and best[0].is_number and pick(value, best[0]) == value:
            best = (value, strict)
    return best


def unproved(condition: Any, branch: Branch) -> Any | None:
    """Return what is left to show on a branch, or `None` if the condition is proved there."""
    if isinstance(condition, And):
        for part in condition.args:
            left = unproved(part, branch)
            if left is not None:
                return left
        return None
    if isinstance(condition, Or):
        lefts = [unproved(part, branch) for part in condition.args]
        return None if None in lefts else lefts[0]
    if condition in (sp.true, DEFINES):
        return None
    if not isinstance(condition, sp.core.relational.Relational):
        return condition
    for side in condition.args:
        doubt = undefined_in(side, branch)
        if doubt is not None:
            return sp.Ne(doubt, 0, evaluate=False)
    left, right = branch.apply(condition.lhs), branch.apply(condition.rhs)
    difference = left - right
    if difference.has(sp.nan, sp.zoo, sp.oo, -sp.oo):
        return condition
    effort = Effort()
    proved = {
        sp.Eq: lambda d: is_zero(d),
        sp.Ge: lambda d: is_positive(d, False, effort),
        sp.Gt: lambda d: is_positive(d, True, effort),
        sp.Le: lambda d: is_positive(-d, False, effort),
        sp.Lt: lambda d: is_positive(-d, True, effort),
        sp.Ne: lambda d: is_positive(d, True, effort) or is_positive(-d, True, effort),
    }[type(condition)]
    products = not (left.is_Add or right.is_Add) and left.is_positive and right.is_positive
    if products and proved(_log_ratio(left, right)):
        return None
    return None if proved(difference) else difference


def _log_ratio(left: Any, right: Any) -> Any:
    """Return log(left / right) with common factors and powers taken apart."""
    logs = [sp.expand_log(sp.log(sp.factor_terms(side)), deep=True) for side in (left, right)]
    return sp.factor_terms(sp.expand(logs[0] - logs[1]))


def undefined_in(expression: Any, branch: Branch) -> Any | None:
    """Return a denominator, radicand or logarithm that is not seen to be defined on a branch."""
    for node in sp.preorder_traversal(expression):
        if isinstance(node, sp.log):
            if not is_positive(branch.apply(node.args[0]), True, Effort()):
                return node.args[0]
        elif node.is_Pow and not (node.exp.is_Integer and node.exp > 0):
            base, exponent = branch.apply(node.base), branch.apply(node.exp)
            if base.is_positive or (exponent.is_integer and exponent.is_nonnegative):
                continue
            if exponent.is_integer and _avoids_zero(base, branch):
                continue
            strict = not exponent.is_positive
            if not is_positive(base, strict, Effort()):
                return node.base
    return None


def _avoids_zero(base: Any, branch: Branch) -> bool:
    """Return whether an expression is non-zero on a branch, by its sign or by a hypothesis."""
    if base.is_nonzero or any(is_positive(s * base, True, Effort()) for s in (1, -1)):
        return True
    for hypothesis in branch.open:
        if isinstance(hypothesis, sp.Ne):
            ratio = sp.cancel((hypothesis.lhs - hypothesis.rhs) / base)
            if ratio.is_number and ratio != 0:
                return True
    return False


class Effort:
    """How many forms, of how many operations, may still be tried for one relation on a branch."""

    def __init__(self, forms: int = 160, operations: int = 8_000) -> None:
        self.forms = forms
        self.operations = operations

    def spend(self, form: Any) -> bool:
        """Use up one form; return whether there was enough left."""
        self.forms -= 1
        self.operations -= sp.count_ops(form)
        return self.forms >= 0 and self.operations >= 0


def is_zero(expression: Any) -> bool:
    """Return whether an expression in positive unknowns simplifies to zero."""
    for candidate in _forms(expression):
        if candidate == 0:
            return True
    if sp.count_ops(expression) > SIMPLIFY_LIMIT or expression.has(sp.Piecewise):
        return False
    return bool(sp.simplify(expression) == 0 or sp.simplify(_open_roots(expression)) == 0)


def _open_roots(expression: Any) -> Any:
    """Write inverse hyperbolic functions as logarithms and factor what stands under roots."""
    if expression.has(sp.asinh, sp.acosh, sp.atanh):
        expression = expression.rewrite(sp.log)
    return expression.replace(
        lambda e: e.is_Pow and e.exp.is_Rational and e.exp.q > 1,
        lambda e: sp.powdenest(sp.factor(sp.together(e.base)) ** e.exp),
    )


def is_positive(expression: Any, strict: bool, effort: Effort, depth: int = 0) -> bool:
    """Return whether an expression in positive unknowns is visibly positive (non-negative).

    If no form shows it, the expression is differentiated in one unknown: it is positive if it
    is non-negative at 0 and increases from there.
    """
    for form in _forms(expression):
        if not effort.spend(form):
            return False
        if form.is_positive or (not strict and form.is_nonnegative):
            return True
    too_long = sp.count_ops(expression) > DIFFERENTIATE_LIMIT
    if depth >= MAX_DEPTH or too_long or expression.has(*JUMPS):
        return False
    for unknown in sorted(expression.free_symbols, key=str):
        if unknown.is_integer:
            continue
        start = expression.subs(unknown, 0)
        if start.has(sp.nan, sp.zoo, sp.oo, -sp.oo):
            continue
        if not (start == 0 or is_positive(start, False, effort, depth + 1)):
            continue
        if is_positive(sp.diff(expression, unknown), strict, effort, depth + 1):
            return True
    return False


def _forms(expression: Any) -> Any:
    """Yield equal forms of an expression in positive unknowns, cheapest first.

    A case distinction that the unknowns leave open has none: its hypotheses must settle it.
    """
    yield expression
    if expression.has(sp.Piecewise):
        return
    powers = sp.powsimp(sp.expand(sp.expand_power_base(sp.expand_power_exp(expression))))
    yield powers
    numerator, denominator = sp.fraction(sp.together(expression))
    expanded = sp.powsimp(sp.expand(sp.expand_power_base(numerator)))
    yield expanded / denominator
    yield sp.factor_terms(powers)
    if expanded.is_polynomial():
        yield sp.factor(expanded) / sp.factor(denominator)
    merged = sp.powsimp(sp.powdenest(powers, force=False))
    yield merged
    yield sp.expand(
        merged.replace(
            lambda e: e.is_Pow and e.base.is_Symbol and not e.exp.is_number,
            lambda e: e.base ** sp.cancel(sp.together(e.exp)),
        )
    )
