"""Statements in which one pole, tie, gap, edge, kind, capture or partial alternative decides.

Each shape draws its numbers so that about half of its statements are true; the true and the false
ones look alike. What a shape says is known follows from the few lines above it.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import replace
from random import Random
from typing import Any

import sympy as sp
from sympy.logic.boolalg import And, Equivalent, Implies, Not, Or

from tests.fuzz.case import Case, Shape
from theory.claim import ForAll, SameOrder
from theory.hints import Keeps
from theory.language import (
    Each,
    Lipschitz,
    Positive,
    StrictlyIncreasing,
    function,
    integers,
    reals,
    sequence,
)

x, y, z, t, q = reals("x y z t q")
k, m, n, i, j = integers("k m n i j")
f = function("f")
p = sequence("p")
Q = sp.Rational
OPPOSITE = {
    sp.Lt: sp.Ge,
    sp.Ge: sp.Lt,
    sp.Gt: sp.Le,
    sp.Le: sp.Gt,
    sp.Eq: sp.Ne,
    sp.Ne: sp.Eq,
}


def rel(kind: Any, left: Any, right: Any) -> Any:
    """Return a relation that sympy leaves as it is written."""
    return kind(left, right, evaluate=False)


def whole(rng: Random) -> Any:
    """Return a small integer."""
    return sp.Integer(rng.randint(-4, 7))


def place(rng: Random) -> Any:
    """Return where something happens: a small integer, a fraction, or far out."""
    return rng.choice(
        (
            whole(rng),
            whole(rng),
            Q(rng.randint(-9, 9), rng.choice((2, 3))),
            sp.Integer(rng.choice((17, 100, 5000))),
        )
    )


def positive(rng: Random) -> Any:
    """Return a small positive rational."""
    return Q(rng.randint(1, 6), rng.choice((1, 1, 2, 3)))


def case(
    rng: Random,
    name: str,
    given: Sequence[Any],
    says: Any,
    known: bool | None,
    total: bool = True,
    **more: Any,
) -> Case:
    """Return a case, dressed up in a way that does not touch its truth.

    Args:
        rng: what draws the dress.
        name: of the shape.
        given, says: the statement; its symbols are what is free in it.
        known: whether it is true.
        total: the last hypothesis has no partial term, so that an implication may presuppose it.
    """
    given = list(given)
    dress = rng.randrange(9)
    spare = sp.Symbol("w", real=True)
    if dress == 1:
        given.insert(rng.randint(0, len(given)), spare >= rng.randint(-3, 3))
    elif dress == 2:
        says = And(says, rel(sp.Ge, spare**2, 2 * spare - 1), evaluate=False)
    elif dress == 3:
        says = Or(says, rel(sp.Lt, spare**2, 0), evaluate=False)
    elif dress == 4 and given and total and more.get("vacuous") is None:
        says = Implies(given.pop(), says, evaluate=False)
    elif dress == 5 and type(says) in OPPOSITE:
        says = Not(OPPOSITE[type(says)](*says.args, evaluate=False), evaluate=False)
    return Case(name, ForAll(says=says, given=tuple(given)), known, **more)


# -- 1: where a term has no value -----------------------------------------------------------------


def removable(rng: Random) -> Case:
    """1: a factor is cancelled that vanishes somewhere in the domain."""
    s = rng.choice((x, x, n))
    a = place(rng)
    c = positive(rng)
    left, right = rng.choice(
        (
            ((s**2 - a**2) / (s - a), s + a),
            (c * (s - a) / (s - a) ** 2 * (s - a) ** 2, c * (s - a)),
            ((s**3 - a**3) / (s - a), s**2 + a * s + a**2),
            (sp.Abs(s - a) ** 2 / sp.Abs(s - a), sp.Abs(s - a)),
        )
    )
    if not left.has(1 / (s - a)) and not left.has(1 / sp.Abs(s - a)):
        left = sp.Mul(s - a, sp.Pow(s - a, -1), right, evaluate=False)
    missed = s == n and not a.is_integer  # no integer is the place of the hole
    guard, known = rng.choice(
        (
            (None, missed),
            (rel(sp.Ne, s, a), True),
            (s > a, True),
            (s >= a, missed),
            (s > a - 1, missed),
        )
    )
    kind = rng.choice((sp.Eq, sp.Le, sp.Ge))
    return case(rng, "removable", [] if guard is None else [guard], rel(kind, left, right), known)


def _partial_sets(rng: Random, a: Any) -> tuple[list[Any], Any]:
    """Return forms of one condition on y with a partial term, and the least y that meets it."""
    c = positive(rng)
    term, least, guard = rng.choice(
        (
            (rel(sp.Ge, 1 / (y - a), c), a, sp.Eq(y, a)),
            (rel(sp.Le, sp.log(y - a), 0), a, sp.Eq(y, a)),
            (rel(sp.Ge, sp.sqrt(y - a), 0), a - c, sp.Eq(y, a - c)),
            (rel(sp.Gt, 1 / sp.sqrt(y - a), c), a, sp.Eq(y, a)),
            (rel(sp.Ge, (y - a) ** Q(3, 2), 0), a - c, sp.Eq(y, a - c)),
            (rel(sp.Ge, 1 / (y - a), 0), a, sp.Eq(y, a)),
        )
    )
    met = term.rhs + 1 if isinstance(term, sp.Gt) else term.rhs
    forms = [
        Or(guard, term, evaluate=False),
        Implies(sp.Ne(y, guard.rhs), term, evaluate=False),
        Not(And(sp.Ne(y, guard.rhs), Not(term, evaluate=False), evaluate=False), evaluate=False),
        type(term)(sp.Piecewise((met, guard), (term.lhs, True)), term.rhs, evaluate=False),
    ]
    return forms, least


def partial_hypothesis(rng: Random) -> Case:
    """1: an alternative of a hypothesis has no value exactly where another one holds."""
    a = place(rng)
    forms, least = _partial_sets(rng, a)
    known, says = rng.choice(
        (
            (False, x > least),
            (True, x >= least),
            (True, x > least - positive(rng)),
            (False, rel(sp.Ne, x, least)),
        )
    )
    rng.shuffle(forms)
    statements = [ForAll(says=says, given=(form, x >= y)) for form in forms[:2]]
    return Case("partial_hypothesis", statements[0], known, tuple(statements[1:]))


def defined_hypothesis(rng: Random) -> Case:
    """1: a whole hypothesis with a partial term does tell where it is defined."""
    a = place(rng)
    c = positive(rng)
    given, true, false = rng.choice(
        (
            (rel(sp.Ge, sp.sqrt(x - a), c), x >= a + c**2, x > a + c**2),
            (rel(sp.Ge, sp.sqrt(x - a), 0), x >= a, x > a),
            (rel(sp.Gt, 1 / (x - a), 0), x > a, x > a + c),
            (rel(sp.Le, 1 / (x - a), c), rel(sp.Ne, x, a), x > a),
            (rel(sp.Le, sp.log(x - a), 0), x <= a + 1, x < a + 1),
            (rel(sp.Ge, sp.log(x - a), 0), x >= a + 1, x > a + 1),
        )
    )
    known = rng.random() < 0.5
    return case(rng, "defined_hypothesis", [given], true if known else false, known, total=False)


def gap(rng: Random) -> Case:
    """1: no case of a case distinction applies somewhere."""
    a = whole(rng)
    b = a + rng.choice((0, 0, 1, 2))
    closed = rng.random() < 0.5
    first = x <= a if closed else x < a
    pieces = sp.Piecewise((x - a, first), (a - x if rng.random() < 0.5 else x - a, x > b))
    has_gap = b > a or not closed
    left, kind, right = rng.choice(
        (
            (pieces, sp.Eq, pieces),
            (sp.Abs(pieces), sp.Ge, sp.Integer(0)),
            (sp.Abs(pieces), sp.Le, sp.Abs(x - a)),
        )
    )
    guard, known = rng.choice(
        (
            (None, not has_gap),
            (x > b, True),
            (x < a, True),
            (x >= b, not has_gap),
            (x > a - 1, not has_gap),
        )
    )
    says = rel(kind, left, right)
    return case(rng, "gap", [] if guard is None else [guard], says, known)


def periodic_poles(rng: Random) -> Case:
    """1: tan, sec, cot and csc have poles that an identity does not show."""
    s = rng.choice((x, x, 2 * x, x + 1))
    left, right, safe = rng.choice(
        (
            (sp.tan(s) * sp.cos(s), sp.sin(s), sp.cos(s)),
            (sp.tan(s) ** 2 * sp.cos(s) ** 2 + sp.cos(s) ** 2, sp.Integer(1), sp.cos(s)),
            (sp.tan(s) * (1 + sp.cos(s)), sp.tan(s) + sp.sin(s), sp.cos(s)),
            (sp.sec(s) * sp.cos(s), sp.Integer(1), sp.cos(s)),
            (sp.cot(s) * sp.sin(s), sp.cos(s), sp.sin(s)),
            (sp.tan(s) ** 2, sp.Integer(-1), sp.cos(s)),
        )
    )
    kind = rng.choice((sp.Eq, sp.Ge)) if right != -1 else sp.Gt
    given, known = rng.choice(
        (
            ([], False),
            ([rel(sp.Ne, safe, 0)], True),
            ([rel(sp.Gt, safe, 0)], True),
            ([x > -10, x < 10], False),
        )
    )
    return case(rng, "periodic_poles", given, rel(kind, left, right), known)


_EDGES: tuple[Callable[[Any], tuple[Any, list[Any], list[Any]]], ...] = (
    lambda u: (rel(sp.Le, sp.log(u), u - 1), [u > 0], [u >= 0]),
    lambda u: (rel(sp.Ge, u * sp.log(u), -1), [u > 0], [u >= 0]),
    lambda u: (rel(sp.Le, sp.sqrt(u), (1 + u) / 2), [u >= 0], [u >= -Q(1, 50)]),
    lambda u: (rel(sp.Gt, 1 / sp.sqrt(u), 0), [u > 0], [u >= 0]),
    lambda u: (rel(sp.Le, sp.asin(u), sp.pi / 2), [u >= -1, u <= 1], [u >= -1, u <= Q(51, 50)]),
    lambda u: (rel(sp.Ge, sp.acos(u), 0), [u >= -1, u <= 1], [u >= -Q(11, 10), u <= 1]),
    lambda u: (rel(sp.Ge, sp.acosh(u), 0), [u >= 1], [u >= Q(9, 10)]),
    lambda u: (rel(sp.Ge, sp.atanh(u) ** 2, 0), [u > -1, u < 1], [u > -1, u <= 1]),
    lambda u: (rel(sp.Gt, sp.gamma(u), 0), [u > 0, u < 9], [u >= 0, u < 9]),
    lambda u: (rel(sp.Ge, (u + sp.sqrt(u)) ** 2, 0), [u >= 0], [u > -1]),
    lambda u: (rel(sp.Ge, 1 / u**2, 0), [u > 0], [u >= 0]),
    lambda u: (rel(sp.Ge, sp.Abs(u) ** Q(-1, 2), 0), [sp.Ne(u, 0)], [u < 5]),
    lambda u: (rel(sp.Eq, sp.exp(sp.log(u, evaluate=False), evaluate=False), u), [u > 0], [u >= 0]),
    lambda u: (rel(sp.Ge, u**u, 0), [u > 0, u < 3], [u > -1, u < 3]),
)


def edges(rng: Random) -> Case:
    """1: a logarithm, a root or an inverse function, up to or past the edge of its domain."""
    a = whole(rng)
    inner = rng.choice((x - a, a - x, x))
    says, inside, beyond = rng.choice(_EDGES)(inner)
    known = rng.random() < 0.5
    return case(rng, "edges", inside if known else beyond, says, known)


def partial_conclusion(rng: Random) -> Case:
    """1: a conclusion has alternatives, one of which has no value; true beats undefined."""
    a = whole(rng)
    c = positive(rng)
    known, says = rng.choice(
        (
            (True, Or(x >= a, rel(sp.Lt, 1 / (x - a), 0), evaluate=False)),
            (False, Or(x > a, rel(sp.Lt, 1 / (x - a), 0), evaluate=False)),
            (True, Or(x <= a, rel(sp.Gt, sp.sqrt(x - a), 0), evaluate=False)),
            (False, Or(x > a + c, rel(sp.Ge, sp.sqrt(x - a), 0), evaluate=False)),
            (True, Implies(x > a, rel(sp.Gt, 1 / (x - a), 0), evaluate=False)),
            (False, Implies(x >= a, rel(sp.Gt, 1 / (x - a) ** 2, 0), evaluate=False)),
            (False, Implies(rel(sp.Gt, 1 / (x - a), 0), x > a, evaluate=False)),
            (False, And(x**2 >= 0, rel(sp.Ge, 1 / (x - a) ** 2, 0), evaluate=False)),
            (False, Not(rel(sp.Lt, 1 / (x - a) ** 2, 0), evaluate=False)),
            (True, Implies(rel(sp.Ne, x, a), rel(sp.Ge, (x - a) ** -2, 0), evaluate=False)),
            (False, Equivalent(x > a, rel(sp.Gt, 1 / (x - a), 0), evaluate=False)),
            (True, Implies(x < a, rel(sp.Lt, 1 / (x - a), 0), evaluate=False)),
        )
    )
    return case(rng, "partial_conclusion", [], says, known)


# -- 2: properties of functions -------------------------------------------------------------------


def predicate_concluded(rng: Random) -> Case:
    """2: a property of a function stands in the conclusion, alone or inside."""
    rising, above = StrictlyIncreasing(f), Positive(f)
    c = positive(rng)
    known, given, says = rng.choice(
        (
            (True, [rising], rising),
            (False, [above], rising),
            (False, [rising], above),
            (True, [rising, above], And(rising, above, evaluate=False)),
            (True, [Lipschitz(f, c)], Lipschitz(f, 2 * c)),
            (False, [Lipschitz(f, 2 * c)], Lipschitz(f, c)),
            (False, [], Or(rising, above, evaluate=False)),
            (True, [], Or(rising, Not(rising), evaluate=False)),
            (False, [], Implies(rising, above, evaluate=False)),
            (True, [x < y], Implies(rising, f(x) < f(y), evaluate=False)),
            (False, [x <= y], Implies(rising, f(x) < f(y), evaluate=False)),
            (False, [x < y], Equivalent(rising, f(x) < f(y), evaluate=False)),
            (False, [f(x) < f(y), x < y], rising),
            (True, [], Implies(above, f(x) > 0, evaluate=False)),
            (False, [], Implies(f(x) > 0, above, evaluate=False)),
            (False, [f(x) > 0], Not(rising, evaluate=False)),
            (True, [f(x) >= f(y), x < y], Not(rising, evaluate=False)),
            (True, [f(x) < 0], Not(above, evaluate=False)),
        )
    )
    return case(rng, "predicate_concluded", given, says, known, total=False)


def predicate_alternative(rng: Random) -> Case:
    """2: a property of a function is one alternative of a hypothesis, or its negation."""
    a = whole(rng)
    rising, above = StrictlyIncreasing(f), Positive(f)
    known, given, says = rng.choice(
        (
            (False, [Or(above, x < a)], f(x) > 0),
            (True, [Or(above, x < a), x >= a], f(x) > 0),
            (False, [Implies(x > a, above), x >= a], f(x) > 0),
            (True, [Implies(x >= a, above), x >= a], f(x) > 0),
            (False, [Or(rising, above), x < y], f(x) < f(y)),
            (True, [Or(rising, above), Not(above), x < y], f(x) < f(y)),
            (False, [Not(above)], f(x) <= 0),
            (True, [Or(rising, above), x < y], Or(f(x) < f(y), f(x) > 0)),
            (False, [Equivalent(rising, above), x < y], f(x) < f(y)),
            (True, [Equivalent(rising, above), above, x < y], f(x) < f(y)),
            (False, [Or(Lipschitz(f, 1), x < y), sp.Eq(y, x + 1)], f(y) <= f(x) + 1),
            (True, [Or(Lipschitz(f, 1), x > y), sp.Eq(y, x + 1)], f(y) <= f(x) + 1),
            (False, [Or(x > y, rising), x >= y], f(x) >= f(y)),
        )
    )
    return case(rng, "predicate_alternative", given, says, known, total=False)


def two_constants(rng: Random) -> Case:
    """2: one function has several Lipschitz constants, the smaller of which counts."""
    a, b = sorted((positive(rng), positive(rng) + 1))
    given = [Lipschitz(f, a), Lipschitz(f, b)]
    rng.shuffle(given)
    c, known = rng.choice(((a, True), (b, True), (a / 2, False)))
    says = rel(sp.Le, f(y) - f(x), c * (y - x))
    return case(rng, "two_constants", [*given, x < y], says, known, total=False)


# -- 3: what cannot be decided is no agreement ----------------------------------------------------


def radicals(rng: Random) -> Case:
    """3: closed numbers that agree, or nearly."""
    a, b = rng.sample((2, 3, 5, 6, 7, 10, 11), 2)
    left = sp.sqrt(a) + sp.sqrt(b)
    right = sp.sqrt(a + b + 2 * sp.sqrt(a * b))
    if rng.random() < 0.3:
        left, right = sp.sqrt(b) - sp.sqrt(a), sp.sqrt(a + b - 2 * sp.sqrt(a * b))
        left = left if b > a else -left
    off = rng.choice((0, 0, 1, -1)) * Q(1, 10 ** rng.choice((3, 9, 18, 25)))
    kind = rng.choice((sp.Eq, sp.Le, sp.Ge, sp.Lt, sp.Ne))
    sign = int(sp.sign(-off))  # of left - right
    known = {
        sp.Eq: sign == 0,
        sp.Le: sign <= 0,
        sp.Ge: sign >= 0,
        sp.Lt: sign < 0,
        sp.Ne: sign != 0,
    }[kind]
    right = sp.Add(right, off, evaluate=False) if off else right
    if rng.random() < 0.4:
        return case(rng, "radicals", [x > 0], rel(kind, left * x, sp.Mul(right, x)), known)
    return case(rng, "radicals", [], rel(kind, left, right), known)


def inverse_functions(rng: Random) -> Case:
    """3: an inverse function undoes its function on one branch only; acot jumps at 0."""
    a = rng.choice((1, 2, 3))
    known, given, says = rng.choice(
        (
            (False, [x >= -a], rel(sp.Le, sp.acot(x), 0)),
            (True, [x < 0], rel(sp.Le, sp.acot(x), 0)),
            (True, [x > 0], rel(sp.Gt, sp.acot(x), 0)),
            (False, [sp.Ne(x, 0)], rel(sp.Eq, sp.atan(x) + sp.atan(1 / x), sp.pi / 2)),
            (True, [x > 0], rel(sp.Eq, sp.atan(x) + sp.atan(1 / x), sp.pi / 2)),
            (False, [], rel(sp.Eq, sp.asin(sp.sin(x)), x)),
            (True, [x >= -1, x <= 1], rel(sp.Eq, sp.asin(sp.sin(x)), x)),
            (False, [x >= -a, x <= a], rel(sp.Eq, sp.acos(sp.cos(x)), x)),
            (True, [x >= 0, x <= a], rel(sp.Eq, sp.acos(sp.cos(x)), x)),
            (False, [], rel(sp.Eq, sp.acosh(sp.cosh(x)), x)),
            (True, [x >= 0], rel(sp.Eq, sp.acosh(sp.cosh(x)), x)),
            (False, [], rel(sp.Eq, sp.sqrt((x - a) ** 2, evaluate=False), x - a)),
            (True, [x >= a], rel(sp.Eq, sp.sqrt((x - a) ** 2, evaluate=False), x - a)),
            (False, [sp.Ne(x, 0)], rel(sp.Eq, sp.log(x**2), 2 * sp.log(x))),
            (True, [x > 0], rel(sp.Eq, sp.log(x**2), 2 * sp.log(x))),
            (True, [], rel(sp.Le, sp.erf(x), 1)),
            (False, [], rel(sp.Le, sp.erf(x), Q(999, 1000))),
            (True, [], rel(sp.Eq, sp.atanh(sp.tanh(x)), x)),
            (True, [], rel(sp.Eq, sp.sin(x) ** 2 + sp.cos(x) ** 2, 1)),
            (False, [], rel(sp.Lt, sp.sin(x) ** 2 + sp.cos(x) ** 2, 1)),
        )
    )
    return case(rng, "inverse_functions", given, says, known)


def one_exception(rng: Random) -> Case:
    """3: a statement fails at one point, at which a random draw may be and is dropped."""
    s = rng.choice((x, x, n))
    a = place(rng)
    kind = rng.choice((sp.Gt, sp.Ge, sp.Ne))
    term, value = rng.choice(
        (
            ((s - a) ** 2, 0),
            (sp.Abs(s - a), 0),
            (sp.exp((s - a) ** 2), 1),
            (sp.cosh(s - a), 1),
            (1 / (1 + (s - a) ** 2), 1),
            (sp.Max(s, a), a),
        )
    )
    if term.func is sp.Pow and term.exp == -1:
        kind = {sp.Gt: sp.Lt, sp.Ge: sp.Le, sp.Ne: sp.Ne}[kind]
    given = rng.choice(([], [], [s > a], [sp.Ne(s, a)], [s >= a]))
    reached = s == x or bool(a.is_integer)
    excluded = given in ([s > a], [sp.Ne(s, a)])
    known = kind in (sp.Ge, sp.Le) or excluded or not reached
    if isinstance(term, sp.Max) and kind is not sp.Ge:
        known = given == [s > a] or (s == n and given == [s >= a] and not a.is_integer)
    return case(rng, "one_exception", given, rel(kind, term, sp.sympify(value)), known)


# -- 4: across a singularity ----------------------------------------------------------------------


def antiderivative(rng: Random) -> Case:
    """4: an antiderivative is used across a singularity of the integrand."""
    a = positive(rng)
    integrand, value = rng.choice(
        (
            (1 / (t - a) ** 2, x / (a * (a - x))),
            (1 / (t - a), sp.log(sp.Abs(x - a)) - sp.log(a)),
            (1 / (t - a) ** 3, (1 / a**2 - 1 / (x - a) ** 2) / 2),
        )
    )
    if rng.random() < 0.25:
        harmless = rng.choice(
            (
                (1 / (t + a) ** 2, x / (a * (a + x))),
                (sp.exp(-t), 1 - sp.exp(-x)),
                (2 * t + a, x**2 + a * x),
                (1 / (1 + t**2), sp.atan(x)),
            )
        )
        says = rel(sp.Eq, sp.Integral(harmless[0], (t, 0, x)), harmless[1])
        return case(rng, "antiderivative", [x > 0], says, True)
    given, known = rng.choice(
        (
            ([x > 0, sp.Ne(x, a)], False),
            ([x > 0, x < a], True),
            ([x >= 0, x < a], True),
            ([x > a], False),
            ([x >= 0, x < a + 1, sp.Ne(x, a)], False),
        )
    )
    says = rel(sp.Eq, sp.Integral(integrand, (t, 0, x)), value)
    return case(rng, "antiderivative", given, says, known)


def across_a_pole(rng: Random) -> Case:
    """4: a sign or an order that holds on one side of a pole is carried over to the other."""
    a = rng.choice((1, 2, 7, 100, 5000, 10**6)) * sp.Integer(1)
    u = a - x
    term, value = rng.choice(
        (
            (1 / u, sp.Integer(0)),
            (sp.atan(1 / u), sp.Integer(0)),
            (x / u, sp.Integer(0)),
            (sp.exp(1 / u), sp.Integer(1)),
            (1 / u, 1 / a),
            (sp.atan(1 / u), sp.atan(1 / a)),
            (1 / u**3, sp.Integer(0)),
            (x + 1 / u, x),
            (sp.tanh(1 / u), sp.Integer(0)),
        )
    )
    known, given = rng.choice(
        (
            (False, [sp.Ne(x, a), x > 0]),
            (True, [x > 0, x < a]),
            (False, [x > 0, x < a + 1, sp.Ne(x, a)]),
            (True, [x >= Q(1, 2), x < a]),
        )
    )
    if rng.random() < 0.25:
        ordered = rel(sp.Lt, 1 / (a - x), 1 / (a - y))
        given = [x < y, sp.Ne(x, a), sp.Ne(y, a)] if not known else [x < y, y < a]
        return case(rng, "across_a_pole", given, ordered, known)
    return case(rng, "across_a_pole", given, rel(sp.Gt, term, value), known)


# -- 5: integrals with branch points --------------------------------------------------------------

_INTEGRANDS: tuple[tuple[Any, Any, Any, Any], ...] = (
    # integrand, ends of its domain, its antiderivative
    (sp.asin(t), -1, 1, t * sp.asin(t) + sp.sqrt(1 - t**2)),
    (sp.acos(t), -1, 1, t * sp.acos(t) - sp.sqrt(1 - t**2)),
    (sp.acosh(t), 1, 4, t * sp.acosh(t) - sp.sqrt(t**2 - 1)),
    (sp.atanh(t), Q(-9, 10), Q(9, 10), t * sp.atanh(t) + sp.log(1 - t**2) / 2),
    (sp.log(t), Q(1, 10), 4, t * sp.log(t) - t),
    (sp.sqrt(t), 0, 4, 2 * t ** Q(3, 2) / 3),
    (sp.sqrt(1 - t), -3, 1, -2 * (1 - t) ** Q(3, 2) / 3),
    (sp.Abs(t), -2, 3, t * sp.Abs(t) / 2),
    (sp.sqrt(t**2 - 1), 1, 3, (t * sp.sqrt(t**2 - 1) - sp.acosh(t)) / 2),
    (1 / sp.sqrt(1 + t**2), -3, 3, sp.asinh(t)),
)


def branch_points(rng: Random) -> Case:
    """5: an integral between places near, at or past a branch point, against a close number."""
    integrand, low, high, primitive = rng.choice(_INTEGRANDS)
    a, b = sorted(
        rng.sample([low + (high - low) * Q(s, 8) for s in (0, 0, 1, 2, 4, 6, 7, 8, 8)], 2)
    )
    if a == b:
        a, b = sp.sympify(low), sp.sympify(high)
    off = rng.choice((0, 0, 1, -1)) * rng.choice((Q(1, 50), Q(3, 10**7), Q(1, 10**8)))
    bound = sp.Add(primitive.subs(t, b) - primitive.subs(t, a), off)
    kind = rng.choice((sp.Gt, sp.Lt) if off else (sp.Eq, sp.Ge, sp.Le))
    known = off == 0 or (off < 0) == (kind is sp.Gt)
    if rng.random() < 0.15 and high == 1:
        b, known, kind, bound = (
            sp.Integer(2),
            False,
            sp.Gt,
            sp.Integer(-10),
        )  # it has no value there
    if rng.random() < 0.4:
        says = rel(kind, sp.Integral(integrand, (t, a, x)), bound)
        return case(rng, "branch_points", [x >= b, x <= b], says, known)
    return case(
        rng, "branch_points", [], rel(kind, sp.Integral(integrand, (t, a, b)), bound), known
    )


def integral_over_box(rng: Random) -> Case:
    """5: an integral with a moving end, over a whole range of that end."""
    integrand, low, high, primitive = rng.choice(_INTEGRANDS)
    middle = low + (high - low) * Q(rng.randint(1, 6), 8)
    values = [
        float(primitive.subs(t, low + (high - low) * Q(s, 64)).evalf(20))
        for s in range(65)
        if low + (high - low) * Q(s, 64) >= middle
    ]
    lowest = min(value - values[0] for value in values)
    off = rng.choice((-1, 1)) * Q(1, 4)
    bound = Q(math.floor(lowest * 100), 100) + off
    says = rel(sp.Gt, sp.Integral(integrand, (t, middle, x)), bound)
    return case(rng, "integral_over_box", [x >= middle, x <= high], says, off < 0)


# -- 6: index and kind ----------------------------------------------------------------------------


def induction_index(rng: Random) -> Case:
    """6: an invariant that passes from k to k + 1 proves nothing for a real k."""
    s = rng.choice((x, k))
    a = rng.randint(0, 3)
    kept = rng.choice(
        (
            s * (s - 1),
            s * (s - 1) * (2 * s - 1),
            (s - a) * (s - a - 1),
            (s - a) * (s - a + 1) * s,
            s**2 - s,
        )
    )
    says = rel(sp.Ge, kept, 0)
    statement = ForAll(given=(s >= a,), says=says, instances={s: tuple(range(a, a + 4))})
    grid = [a + Q(v, 1 if s == k else 20) for v in range(120)]
    known = all(kept.subs(s, v) >= 0 for v in grid)
    return Case("induction_index", statement, known, hint=Keeps(s, says))


def integer_above_real(rng: Random) -> Case:
    """6: an integer above a real number is not that number plus an integer."""
    bound = rng.choice((x, x, m))
    sign = rng.choice((1, -1))
    c = rng.choice((0, 1, 2))
    above = sign * (n - bound)
    given = rng.choice(([], [bound >= c], [bound > 0], [bound <= 50]))
    step, known = rng.choice(
        (
            (1, bound == m),
            (Q(1, 1000), bound == m),
            (Q(1, 10**5), bound == m),
            (0, True),
        )
    )
    says = rng.choice(
        (
            rel(sp.Ge, above, c + step),
            rel(sp.Ge, (above - c) ** 2, step * (above - c)),
            rel(sp.Ge, (above - c) * (above - c - step), 0),
        )
    )
    given.append(n > bound + c if sign > 0 else n < bound - c)
    return case(rng, "integer_above_real", given, says, known)


def integer_only(rng: Random) -> Case:
    """6: what is true of integers alone is stated of reals, or the other way round."""
    s = rng.choice((x, n))
    a = rng.choice((whole(rng), whole(rng), whole(rng) + Q(1, 2)))
    whole_place = bool(a.is_integer)
    integer = s == n
    known, given, says = rng.choice(
        (
            (integer and whole_place, [], rel(sp.Ge, (s - a) * (s - a - 1), 0)),
            (integer and whole_place, [s > a], s >= a + 1),
            (integer and not whole_place, [], rel(sp.Ne, s, a)),
            (integer, [], rel(sp.Ne, 2 * s, 2 * sp.floor(a) + 1)),
            (integer, [s > 0, s < 3], rel(sp.Ge, s**2, s)),
            (integer, [s**2 < 1], rel(sp.Eq, s, 0)),
            (integer, [], rel(sp.Eq, sp.floor(s), sp.ceiling(s))),
            (integer, [s**2 <= 5], s <= 2),
            (integer, [s**3 > 1], s >= 2),
            (True, [s >= a, s <= a + 1], rel(sp.Le, (s - a) * (s - a - 1), 0)),
        )
    )
    return case(rng, "integer_only", given, says, known)


def odd_kinds(rng: Random) -> Case:
    """6: floats, symbols with further assumptions, symbols of one name; to be refused."""
    w = sp.Symbol("w", positive=True)
    other = sp.Symbol("x", integer=True)

    def tenth(number: int) -> Any:
        return sp.Float(number / 10)

    a, b = rng.choice((1, 2, 3, 6)), rng.choice((1, 2, 4, 7))
    known, given, says = rng.choice(
        (
            (False, (x > 0,), x * tenth(a) + x * tenth(b) > x * tenth(a + b)),
            (True, (x > 0,), x * Q(a, 10) + x * Q(b, 10) >= x * Q(a + b, 11)),
            (True, (), rel(sp.Ge, w + a**2 / w, 2 * a)),
            (True, (), rel(sp.Gt, w * a + b, b)),
            (False, (other >= 0,), rel(sp.Ge, x, 0)),
            (True, (), rel(sp.Eq, sp.floor(other), other)),
            (False, (), rel(sp.Eq, x, other)),
        )
    )
    return Case("odd_kinds", ForAll(says=says, given=given), known)


# -- 7: orders ------------------------------------------------------------------------------------


def orders(rng: Random) -> Case:
    """7: orders of magnitude over a regime that may be empty."""
    c = rng.choice((1, 2, 5))
    power = rng.choice((1, 2, 3))
    known, left, right, regime, relation = rng.choice(
        (
            (True, x**power, x, (x >= 2 * c, x <= c), "same"),
            (True, x**2 + x, c * x**2, (x >= 1,), "same"),
            (False, x**2 + x, c * x, (x >= 1,), "at most"),
            (True, x, c * x**2, (x >= 1,), "at most"),
            (False, x**2, c * x, (x >= 1,), "same"),
            (True, y * x ** (power + 1), x, (x >= 1, y >= 2, y <= 1), "at most"),
        )
    )
    variables = tuple(s for s in (x, y) if s in left.free_symbols)
    return Case(
        "orders",
        SameOrder(left, right, regime, variables, relation=relation),
        known,
        vacuous=True if len(regime) > 1 else None,
    )


# -- 8: what a sceptic tries first ----------------------------------------------------------------


def upper_end(rng: Random) -> Case:
    """8: a statement fails at or near one end of a range only."""
    top = rng.choice((1, 2, 3))
    over = rng.choice((0, 0, Q(1, 100), Q(1, 1000)))
    term, value = rng.choice(
        (
            (2**q, sp.Integer(2) ** top),
            (q**3 + q, sp.Integer(top) ** 3 + top),
            (sp.exp(q), sp.exp(top)),
            ((1 + q) ** 2, sp.Integer(1 + top) ** 2),
            (sp.atan(q), sp.atan(top)),
            (q * 2**q, sp.Integer(top) * 2**top),
        )
    )
    kind = rng.choice((sp.Le, sp.Le, sp.Lt))
    low = rng.choice((0, Q(1, 2)))
    open_end = rng.random() < 0.3
    end = q < top + over if open_end else q <= top + over
    known = over == 0 and (kind is sp.Le or open_end)
    if rng.random() < 0.3:
        says = rel(sp.Le, (x + y) ** q, x**q + y**q)
        end = q < 1 + over if open_end else q <= 1 + over
        return case(rng, "upper_end", [x > 0, y > 0, q > 0, end], says, over == 0)
    return case(rng, "upper_end", [q > low, end], rel(kind, term, value), known)


def small_integers(rng: Random) -> Case:
    """8: a statement about integers has exceptions among the small ones."""
    base, power, start = rng.choice((2, 2, 3)), rng.choice((1, 2, 3)), rng.randint(-1, 10)
    shift = rng.choice((0, 0, 1))
    left, right = rng.choice(
        (
            (lambda v: base**v, lambda v: v**power + shift),
            (lambda v: v ** (power + 1), lambda v: base * v**power + shift),
            (lambda v: sp.Mul(v, v - 1) * (v - 2), lambda v: sp.Integer(0) * v),
            (lambda v: v**2 - 5 * v + 6, lambda v: sp.Integer(0) * v),
            (lambda v: sp.gamma(v + 1), lambda v: base**v),
        )
    )
    strict = rng.random() < 0.3
    known = True
    for v in range(start, 60):
        try:
            a, b = sp.sympify(left(sp.Integer(v))), sp.sympify(right(sp.Integer(v)))
        except ZeroDivisionError:
            known = False
            break
        known &= bool(a.is_finite and (a > b if strict else a >= b))
    says = rel(sp.Gt if strict else sp.Ge, left(n), sp.sympify(right(n)))
    return case(rng, "small_integers", [n >= start], says, known)


def zero_powers(rng: Random) -> Case:
    """8, 14: bases and exponents that may be 0."""
    known, given, says = rng.choice(
        (
            (False, [n >= 0], rel(sp.Eq, sp.Pow(0, n, evaluate=False), 0)),
            (True, [n >= 1], rel(sp.Eq, x**n * 0, 0)),
            (False, [x >= 0, q >= 0], rel(sp.Gt, x**q, 0)),
            (True, [x > 0], rel(sp.Gt, x**q, 0)),
            (True, [x >= 0, q >= 0], rel(sp.Ge, x**q, 0)),
            (False, [x >= 0], rel(sp.Ge, x**q, 0)),
            (False, [x >= 0, q >= 0, x <= 1], rel(sp.Le, x**q, x)),
            (True, [x >= 0, q >= 1, x <= 1], rel(sp.Le, x**q, x)),
            (False, [x >= 0, x <= 1, q >= 0, y > q], rel(sp.Lt, x**y, x**q)),
            (True, [x > 0, x < 1, y > q], rel(sp.Lt, x**y, x**q)),
            (False, [n >= 0], rel(sp.Eq, x ** (2 * n) * x, x**n * x**n)),
            (True, [n >= 0], rel(sp.Ge, x ** (2 * n), 0)),
            (False, [], rel(sp.Ge, x ** (2 * n), 0)),
            (False, [sp.Ne(x, 0)], rel(sp.Gt, x ** (n - 1), 0)),
            (True, [sp.Ne(x, 0)], rel(sp.Gt, x ** (2 * n - 2), 0)),
            (False, [sp.Ne(x, 0)], rel(sp.Gt, x ** (2 * q), 0)),
            (False, [n >= 1], rel(sp.Eq, x ** (3 * n), sp.Abs(x) ** (3 * n))),
            (False, [n >= 0], rel(sp.Gt, sp.Abs(x) ** n, 0)),
            (False, [n >= 0], rel(sp.Ge, (1 + x) ** n, 1 + n * x)),
            (True, [n >= 0, x >= -1], rel(sp.Ge, (1 + x) ** n, 1 + n * x)),
            (False, [x >= 0], rel(sp.Eq, sp.Mul(x**q, x ** (-q), evaluate=False), 1)),
            (True, [x > 0], rel(sp.Eq, sp.Mul(x**q, x ** (-q), evaluate=False), 1)),
        )
    )
    return case(rng, "zero_powers", given, says, known)


def unfamiliar(rng: Random) -> Case:
    """3: functions of which no value may be known; that nothing objects is no proof."""
    a = rng.choice((1, 2, 3, 50))
    known, given, says = rng.choice(
        (
            (False, [x >= -a], rel(sp.Le, sp.acot(x), 0)),
            (False, [x > -a], rel(sp.Lt, sp.acot(x), 0)),
            (True, [x < 0], rel(sp.Le, sp.acot(x), 0)),
            (False, [x <= a], rel(sp.Ge, sp.acot(x), 0)),
            (True, [x >= 0], rel(sp.Gt, sp.acot(x), 0)),
            (False, [x >= 0], rel(sp.Ge, sp.coth(x), 1)),
            (True, [x > 0], rel(sp.Ge, sp.coth(x), 1)),
            (False, [], rel(sp.Eq, sp.csch(x) * sp.sinh(x), 1)),
            (True, [sp.Ne(x, 0)], rel(sp.Eq, sp.csch(x) * sp.sinh(x), 1)),
            (True, [], rel(sp.Le, sp.sech(x), 1)),
            (False, [], rel(sp.Lt, sp.sech(x), 1)),
            (False, [x <= a], rel(sp.Ge, sp.csch(x) ** 2, 0)),
            (True, [x > 0], rel(sp.Gt, sp.csch(x), 0)),
            (False, [x > -a], rel(sp.Gt, sp.sech(x), sp.sech(sp.Integer(a)))),
        )
    )
    return case(rng, "unfamiliar", given, says, known)


def half_powers(rng: Random) -> Case:
    """14: a power with a symbolic exponent over 2 is no root of a power."""
    d = rng.choice((2, 3, 4))
    known, given, says = rng.choice(
        (
            (False, [sp.Eq(q, d), x < 0], rel(sp.Gt, x ** (q / d), 0)),
            (True, [sp.Eq(q, d), x < 0], rel(sp.Lt, x ** (q / d), 0)),
            (False, [sp.Eq(q, d)], rel(sp.Ge, x ** (q / d), 0)),
            (True, [sp.Eq(q, 2 * d)], rel(sp.Ge, x ** (q / d), 0)),
            (True, [x > 0], rel(sp.Gt, x ** (q / d), 0)),
            (False, [sp.Ne(x, 0), q > 0], rel(sp.Ge, x ** (q / d), 0)),
            (False, [sp.Eq(n, 2), x < 0], rel(sp.Ge, x ** (n / Q(2)), 0)),
            (False, [sp.Eq(n, 2)], rel(sp.Eq, x ** (n / Q(2)), sp.Abs(x))),
            (True, [sp.Eq(n, 2), x >= 0], rel(sp.Eq, x ** (n / Q(2)), sp.Abs(x))),
            (False, [n >= 0, x < 0], rel(sp.Gt, x ** (2 * n + 1), x ** (2 * n))),
            (True, [n >= 0, x < 0], rel(sp.Lt, x ** (2 * n + 1), x ** (2 * n))),
            (False, [q >= 1, q <= 2, sp.Ne(x, 0)], rel(sp.Eq, x**q, sp.Abs(x) ** q)),
            (True, [q >= 1, q <= 2, x > 0], rel(sp.Eq, x**q, sp.Abs(x) ** q)),
            (False, [], rel(sp.Eq, sp.Abs(x ** Q(1, d)), sp.Abs(x) ** Q(1, d))),
            (False, [Or(rel(sp.Ge, x ** (q / 2), 0), x > 0), sp.Eq(q, 4)], x > 0),
            (False, [x ** (q / d) >= 1], x > 0),
            (False, [rel(sp.Lt, x ** (q / 2), 0)], x > d),
            (False, [rel(sp.Lt, x ** (q / 4), 0), q > 0], x > d),
            (True, [rel(sp.Lt, x ** (q / 2), 0)], x < d),
            (False, [rel(sp.Le, x ** (q / 2), 0), q > 0], rel(sp.Eq, x, 0)),
            (False, [x**q > 0, sp.Ne(x, 0)], x >= 0),
            (True, [x**q < 0], x < 0),
            (False, [x**n >= 1, n >= 0], x > 0),
            (False, [rel(sp.Gt, x**n, 0), n >= 1], x > 0),
            (True, [rel(sp.Lt, x**n, 0)], x < 0),
            (False, [rel(sp.Lt, x**q, y**q), q > 0, x > 0], x < y),
            (True, [rel(sp.Lt, x**q, y**q), q > 0, x >= 0, y > 0], x < y),
            (False, [rel(sp.Eq, sp.sqrt(x**q), 2), sp.Eq(q, 2)], x > 0),
            (False, [x ** (q / 2) >= 1, sp.Eq(q, 4)], x >= 1),
            (True, [x ** (q / 2) >= 1, sp.Eq(q, 2)], x >= 1),
        )
    )
    made = case(rng, "half_powers", given, says, known, total=False)
    return replace(made, vacuous=False)  # what looks empty has points with x < 0


# -- 9: the range of an index ---------------------------------------------------------------------


def late_index(rng: Random) -> Case:
    """9: what holds at the instances that are tried fails at a later value of the index."""
    last = rng.choice((5, 8, 20, 42))
    tried = tuple(range(1, rng.choice((3, 4, 5))))
    known, given, says = rng.choice(
        (
            (False, (k >= 1,), rel(sp.Ge, last - k, 0)),
            (False, (k >= 1,), rel(sp.Gt, last**2, k**2)),
            (True, (k >= 1, k <= last), rel(sp.Ge, last - k, 0)),
            (True, (k >= 1,), rel(sp.Ge, k**2, k)),
            (False, (k >= 1, x > 0), rel(sp.Le, k * x, last * x)),
            (True, (k >= 1, x > 0), rel(sp.Ge, k * x, x)),
            (
                False,
                (k >= 1, p[0] >= 0, Each(p[j + 1] <= p[j] + 1, (j, 0, k - 1))),
                p[k] <= p[0] + last,
            ),
            (True, (k >= 1, Each(p[j + 1] <= p[j] + 1, (j, 0, k - 1))), p[k] <= p[0] + k),
            (False, (k >= 1,), rel(sp.Le, sp.Sum(1 / i, (i, 1, k)), Q(last, 4) + 1)),
        )
    )
    return Case("late_index", ForAll(given=given, says=says, instances={k: tried}), known)


# -- 10: capture ----------------------------------------------------------------------------------


def capture(rng: Random) -> Case:
    """10: an abbreviation is put under a binder of a symbol that it mentions."""
    low, high = 1, rng.choice((2, 3, 4))
    size, total = high, high * (high + 1) // 2
    bound = rng.choice((i, j))
    least = rng.choice((5, 6, 9))
    binder = rng.choice(("sum", "integral", "each"))
    fresh = bound != i
    if binder == "sum":
        # with y = x - i the sum is size (x - i) + total; captured, it is size x
        says = rel(sp.Eq, sp.Sum(y + bound, (bound, low, high)), size * x)
        true = rel(sp.Eq, sp.Sum(y + bound, (bound, low, high)), size * (x - i) + total)
    elif binder == "integral":
        bound = z if fresh else i
        says = rel(sp.Eq, sp.Integral(y + bound, (bound, 0, 2)), 2 * x)
        true = rel(sp.Eq, sp.Integral(y + bound, (bound, 0, 2)), 2 * (x - i) + 2)
    else:
        says = Each(rel(sp.Eq, y + bound, x), (bound, low, high))
        true = Each(rel(sp.Eq, y + i, x), (j, low, high))
    known = rng.random() < 0.5
    statement = ForAll(where={y: x - i}, given=(i >= least,), says=true if known else says)
    return Case("capture", statement, known)


# -- 11: nothing satisfies it ---------------------------------------------------------------------


def empty(rng: Random) -> Case:
    """11: hypotheses, or what an implication presupposes, that nothing or little satisfies."""
    a = whole(rng)
    c = positive(rng)
    vacuous, conditions = rng.choice(
        (
            (True, [x > a, x < a - c]),
            (False, [x >= a, x <= a]),
            (True, [x > a, x <= a]),
            (True, [rel(sp.Lt, sp.Abs(x - a), 0)]),
            (False, [rel(sp.Le, sp.Abs(x - a), 0)]),
            (True, [rel(sp.Eq, 2 * n, 2 * a + 1)]),
            (False, [rel(sp.Eq, 2 * n, 2 * a)]),
            (True, [n > a, n < a + 1]),
            (False, [n > a, n < a + 2]),
            (True, [rel(sp.Lt, sp.sqrt(x), 0)]),
            (True, [rel(sp.Eq, 1 / (x - a), 0)]),
            (False, [Or(sp.Eq(x, a), rel(sp.Gt, 1 / (x - a) ** 2, 10**6)), x <= a, x >= a]),
            (True, [rel(sp.Ge, sp.sqrt(-1 - (x - a) ** 2), 0)]),
            (True, [rel(sp.Ge, sp.log(x - a), 0), x < a + 1]),
            (False, [rel(sp.Ge, sp.log(x - a), 0), x <= a + 1]),
        )
    )
    s = n if any(n in condition.free_symbols for condition in conditions) else x
    says = s > 10**4 if vacuous else rel(sp.Ge, s**2, 0)
    if rng.random() < 0.5:
        antecedent = And(*conditions, evaluate=False) if len(conditions) > 1 else conditions[0]
        says = Implies(antecedent, says, evaluate=False)
        # where the presupposed has no value the implication has one only if its end is true
        partial = any(
            c.atoms(sp.log) or any(not e.exp.is_Integer or e.exp < 0 for e in c.atoms(sp.Pow))
            for c in conditions
        )
        known = None if partial else True
        statement = ForAll(says=says)
        return Case("empty", statement, known, vacuous=vacuous if known else None)
    statement = ForAll(says=says, given=tuple(conditions))
    return Case("empty", statement, True, vacuous=vacuous)


# -- ties, kinks, jumps, sums ---------------------------------------------------------------------


def ties(rng: Random) -> Case:
    """3, 8: a tie, a kink or a jump decides between strict and loose."""
    a = whole(rng)
    c = positive(rng)
    s = rng.choice((x, n))
    known, given, says = rng.choice(
        (
            (False, [], rel(sp.Gt, sp.Max(x, y), sp.Min(x, y))),
            (True, [], rel(sp.Ge, sp.Max(x, y), sp.Min(x, y))),
            (True, [sp.Ne(x, y)], rel(sp.Gt, sp.Max(x, y), sp.Min(x, y))),
            (True, [], rel(sp.Eq, sp.Max(x, y) + sp.Min(x, y), x + y)),
            (False, [x > 0, y > 0], rel(sp.Lt, 2 * sp.sqrt(x * y), x + y)),
            (True, [x > 0, y > 0], rel(sp.Le, 2 * sp.sqrt(x * y), x + y)),
            (False, [], rel(sp.Eq, sp.sign(x - a) ** 2, 1)),
            (True, [sp.Ne(x, a)], rel(sp.Eq, sp.sign(x - a) ** 2, 1)),
            (s == n, [], rel(sp.Eq, sp.floor(s), s)),
            (True, [], rel(sp.Lt, s - 1, sp.floor(s))),
            (s == n, [], rel(sp.Ge, sp.floor(s) - s, 0)),
            (False, [], rel(sp.Eq, sp.ceiling(s) - sp.floor(s), 1)),
            (s == n, [], rel(sp.Eq, sp.floor(2 * s), 2 * sp.floor(s))),
            (True, [], rel(sp.Ge, sp.floor(2 * s), 2 * sp.floor(s))),
            (True, [], rel(sp.Eq, sp.floor(s + 1), sp.floor(s) + 1)),
            (s == n, [], rel(sp.Le, sp.Abs(2 * sp.floor(s / 2) - s), Q(3, 2) - c / 100)),
            (False, [], rel(sp.Gt, sp.Abs(x - a) + sp.Abs(x - a - 1), 1)),
            (True, [], rel(sp.Ge, sp.Abs(x - a) + sp.Abs(x - a - 1), 1)),
            (False, [x >= a], rel(sp.Gt, sp.Abs(x - a) + c, c)),
            (False, [], rel(sp.Lt, sp.Abs(x + y), sp.Abs(x) + sp.Abs(y))),
            (True, [], rel(sp.Ge, x * sp.sign(x), x)),
        )
    )
    return case(rng, "ties", given, says, known)


def sums(rng: Random) -> Case:
    """1, 6: sums and products with terms that have no value, or an empty or symbolic range."""
    top = rng.randint(2, 4)
    a = rng.randint(0, top)
    known, given, says = rng.choice(
        (
            (True, [n >= 0], rel(sp.Eq, sp.Sum(i, (i, 1, n)), n * (n + 1) / 2)),
            (False, [n >= 0], rel(sp.Gt, sp.Sum(i, (i, 1, n)), 0)),
            (True, [n >= 1], rel(sp.Gt, sp.Sum(i, (i, 1, n)), 0)),
            (False, [x > 0], rel(sp.Ge, sp.Sum(1 / (x - i) ** 2, (i, 1, top)), 0)),
            (True, [x > top], rel(sp.Ge, sp.Sum(1 / (x - i) ** 2, (i, 1, top)), 0)),
            (False, [x >= a], rel(sp.Ge, sp.Sum(sp.sqrt(x - i), (i, 0, top)), 0))
            if a < top
            else (True, [x >= top], rel(sp.Ge, sp.Sum(sp.sqrt(x - i), (i, 0, top)), 0)),
            (False, [], rel(sp.Gt, sp.Product(x**2 + i, (i, 0, top)), 0)),
            (True, [], rel(sp.Gt, sp.Product(x**2 + i, (i, 1, top)), 0)),
            (True, [n >= 0, n <= 6], rel(sp.Eq, sp.Sum(2**i, (i, 0, n)), 2 ** (n + 1) - 1)),
            (False, [n >= 0, n <= 6], rel(sp.Eq, sp.Sum(2**i, (i, 1, n)), 2 ** (n + 1) - 1)),
            (False, [n >= 0, n <= 9], rel(sp.Ge, sp.Sum(1 / (i - a), (i, top + 1, n)), 0))
            if a > top
            else (True, [n > top, n <= 9], rel(sp.Ge, sp.Sum(1 / (i - a), (i, top + 1, n)), 0)),
            (False, [n >= 0, n <= 9], rel(sp.Ge, sp.Sum(1 / (i - a) ** 2, (i, 0, n)), 0)),
        )
    )
    return case(rng, "sums", given, says, known)


def slopes(rng: Random) -> Case:
    """1, 4: derivatives at kinks and poles."""
    a = whole(rng)
    known, given, says = rng.choice(
        (
            (False, [], rel(sp.Eq, sp.Derivative(sp.Abs(x - a), x), sp.sign(x - a))),
            (True, [sp.Ne(x, a)], rel(sp.Eq, sp.Derivative(sp.Abs(x - a), x), sp.sign(x - a))),
            (False, [], rel(sp.Le, sp.Derivative(1 / (x - a), x), 0)),
            (True, [x > a], rel(sp.Le, sp.Derivative(1 / (x - a), x), 0)),
            (True, [], rel(sp.Eq, sp.Derivative((x - a) ** 2, x), 2 * (x - a))),
            (False, [x >= a], rel(sp.Gt, sp.Derivative(sp.log(x - a), x), 0)),
            (False, [], rel(sp.Ge, sp.Derivative((x - a) ** 3, x), Q(1, 100))),
            (True, [x > a], rel(sp.Gt, sp.Derivative(sp.log(x - a), x), 0)),
        )
    )
    return case(rng, "slopes", given, says, known)


def odd_places(rng: Random) -> Case:
    """14: functions outside their domain, in hypotheses and of integers; nothing may raise."""
    s = rng.choice((n, x))
    inner = rng.choice((sp.acos, sp.asin, sp.acosh, sp.atanh, sp.log, sp.gamma, sp.sqrt, sp.tan))(s)
    c = whole(rng)
    given = [rng.choice((inner > s, rel(sp.Le, inner, c), rel(sp.Ne, inner, c), inner**2 >= s))]
    if rng.random() < 0.5:
        given.append(s <= rng.randint(1, 9))
    kind = rng.choice((sp.Ge, sp.Lt, sp.Ne))
    says = rng.choice((rel(sp.Ge, s**2, s - 1), rel(kind, s, c), rel(kind, sp.Abs(s), 2)))
    return case(rng, "odd_places", given, says, None, total=False)


def changed_by_sympy(rng: Random) -> Case:
    """14: a composition that sympy would simplify away, with the values that it does not have."""
    a = whole(rng)
    known, given, inner = rng.choice(
        (
            (False, [], sp.cosh(sp.acosh(x), evaluate=False)),
            (True, [x >= 1], sp.cosh(sp.acosh(x), evaluate=False)),
            (False, [], sp.sin(sp.asin(x), evaluate=False)),
            (True, [x >= -1, x <= 1], sp.sin(sp.asin(x), evaluate=False)),
            (False, [x >= 0], sp.exp(sp.log(x), evaluate=False)),
            (True, [x > 0], sp.exp(sp.log(x), evaluate=False)),
            (False, [], sp.Pow(sp.sqrt(x), 2, evaluate=False)),
            (True, [x >= 0], sp.Pow(sp.sqrt(x), 2, evaluate=False)),
            (False, [], sp.Mul(x - a, sp.Pow(x - a, -1), x, evaluate=False)),
            (False, [], sp.Add(x, 1 / (x - a), -1 / (x - a), evaluate=False)),
            (True, [x > a], sp.Add(x, 1 / (x - a), -1 / (x - a), evaluate=False)),
            (False, [], sp.Pow(sp.Pow(x, -1, evaluate=False), -1, evaluate=False)),
        )
    )
    kind = rng.choice((sp.Eq, sp.Ge, sp.Le))
    return Case("changed_by_sympy", ForAll(says=rel(kind, inner, x), given=tuple(given)), known)


SHAPES: tuple[Shape, ...] = (
    removable,
    partial_hypothesis,
    defined_hypothesis,
    gap,
    periodic_poles,
    edges,
    partial_conclusion,
    predicate_concluded,
    predicate_alternative,
    two_constants,
    radicals,
    inverse_functions,
    one_exception,
    antiderivative,
    across_a_pole,
    branch_points,
    integral_over_box,
    induction_index,
    integer_above_real,
    integer_only,
    odd_kinds,
    orders,
    upper_end,
    small_integers,
    zero_powers,
    unfamiliar,
    half_powers,
    late_index,
    capture,
    empty,
    ties,
    sums,
    slopes,
    odd_places,
    changed_by_sympy,
)
