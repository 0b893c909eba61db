"""z3's models as points: guesses that `truth` has to confirm."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from theory.language import DEFINES, FunctionSymbol, Lipschitz
from theory.statements import ForAll
from theory.values import PiecewiseLinear
from verify.kernel import smt
from verify.kernel.total import Outside, Total, fails, hypotheses, kind, total
from verify.truth import Truth, at, rationals_at

PREFERRED = tuple(map(Fraction, ("0", "1", "-1", "2", "-2", "3", "1/2", "-1/2")))
RLIMIT = 2_000_000
SIMPLER = 1_000_000  # for each simple value that is asked for; more units find no more of them
_LINE = PiecewiseLinear((Fraction(0),), (Fraction(1),), Fraction(1), Fraction(1))


def inhabitant(statement: ForAll) -> dict[Any, Any] | None:
    """Return a guess at a point that satisfies the hypotheses, if z3 has one."""
    try:
        for symbol in statement.symbols:
            kind(symbol)
        script = smt.Script(Total(statement.symbols, hypotheses(statement.given), DEFINES), False)
    except Outside:
        return None
    return _point(statement, script, script.text)


def counterexamples(statement: ForAll, rlimit: int, plain: bool) -> Iterator[dict[Any, Any]]:
    """Yield guesses at points at which a statement fails, the plainest last.

    Where it fails with a simpler value beside the others, z3 need not be asked for others.

    Args:
        statement: an expanded statement without heads.
        rlimit: units of work for the first question, and at most for each simple value.
        plain: whether to ask for simple values as well.
    """
    formulas = total(statement)
    failing = (*formulas.given, fails(statement.says, sure=True))
    script = smt.Script(Total(statement.symbols, failing, DEFINES), False)
    text = script.text
    point = _point(statement, script, text, rlimit)
    if point is None:
        return
    yield point
    if not plain:
        return
    for symbol in statement.symbols:
        if isinstance(symbol, FunctionSymbol):
            continue
        for value in PREFERRED:
            if kind(symbol) == "integer" and value.denominator > 1:
                continue
            simple = smt.rational(value.numerator, value.denominator)
            fixed = f"{text}(assert (= {script.number(symbol)} {simple}))\n"
            beside = {**point, symbol: value}
            fails_there = at(statement, beside, {}) is Truth.FALSE
            units = min(rlimit, SIMPLER)
            better = beside if fails_there else _point(statement, script, fixed, units)
            if better is not None:
                text, point = fixed, better
                break
    yield point


def filled(point: dict[Any, Any], statement: ForAll) -> dict[Any, Any]:
    """Return a point with a value for every symbol of a statement.

    Args:
        point: of the same statement with the formulas of heads in their places.
        statement: an expanded statement. What its heads do without has any value.
    """
    anything = {
        s: _LINE if isinstance(s, FunctionSymbol) else Fraction(0) for s in statement.symbols
    }
    return anything | point


def _point(
    statement: ForAll, script: smt.Script, text: str, rlimit: int = RLIMIT
) -> dict[Any, Any] | None:
    """Return the model of a script as a point, `None` if there is none that can be written."""
    answer, pairs = smt.ask(text, rlimit)
    if answer != "sat":
        return None
    model = dict(pairs)
    point: dict[Any, Any] = {}
    for symbol in statement.symbols:
        if not isinstance(symbol, FunctionSymbol):
            value = model.get(smt.name_of(symbol), Fraction(0))
            if value is None:
                return None
            point[symbol] = value
    for symbol in statement.symbols:
        if isinstance(symbol, FunctionSymbol):
            applied = script.applied.get(symbol, {})
            table = _table(statement, symbol, applied, model, point)
            if table is None:
                return None
            point[symbol] = table
    return point


def _table(
    statement: ForAll, symbol: Any, applied: dict[str, tuple[str, str]], model: Any, point: Any
) -> PiecewiseLinear | None:
    """Return a function that has the model's values at the arguments where it is applied."""
    table: dict[Any, Any] = {}
    for argument, value in applied.values():
        table[model.get(argument, Fraction(0))] = model.get(value, Fraction(0))
    if any(not isinstance(v, Fraction) for v in (*table, *table.values())):
        return None
    slopes = [Fraction(1)]
    for hypothesis in statement.given:
        if isinstance(hypothesis, Lipschitz) and hypothesis.args[0] == symbol:
            constant = rationals_at(point)(hypothesis.args[1])
            if constant is None:
                return None
            slopes.append(constant)
    slope = min(slopes)
    knots = tuple(sorted(table)) or (Fraction(0),)
    return PiecewiseLinear(knots, tuple(table.get(k, Fraction(1)) for k in knots), slope, slope)
