"""Shapes of small claims, second set: each one aims at one way to draw a wrong conclusion.

`known` means: true at every point of a domain that has points. A statement whose conclusion is
undefined at a point of its domain counts as false: it must not be proved, and no refutation of it
may name that point. An undefined hypothesis leaves its point outside of the domain. Empty sums are
0, empty products 1, and 0**0 is 1.

Half of what a shape makes is the true neighbour of what it is after. Numbers far out stand where
random points do not come; the same shape with a near number is there for who tries ends first.

Shapes of symbols that share a name, or that are both free and bound, may be refused when the
statement is built; whoever calls them counts a `ValueError` as a refusal.
"""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import sympy as sp
from sympy.logic.boolalg import And, Equivalent, Implies, Not, Or

from theory.claim import ForAll
from theory.hints import Keeps
from theory.language import (
    Each,
    Lipschitz,
    Positive,
    StrictlyIncreasing,
    function,
    integers,
    reals,
    rounds_to,
    sequence,
)

from .case import Case, Shape

x, y, z, a, b, t = reals("x y z a b t")
i, j, k, m, n = integers("i j k m n")
f, g = function("f"), function("g")
p = sequence("p")
HALF = sp.Rational(1, 2)
TINY = sp.Integer(10) ** -120  # below what balls can tell from zero, and not zero


def _eq(left: Any, right: Any) -> Any:
    return sp.Eq(left, right, evaluate=False)


def _ne(left: Any, right: Any) -> Any:
    return sp.Ne(left, right, evaluate=False)


def _le(left: Any, right: Any) -> Any:
    return sp.Le(left, right, evaluate=False)


def _lt(left: Any, right: Any) -> Any:
    return sp.Lt(left, right, evaluate=False)


def _ge(left: Any, right: Any) -> Any:
    return sp.Ge(left, right, evaluate=False)


def _gt(left: Any, right: Any) -> Any:
    return sp.Gt(left, right, evaluate=False)


def _turned(statement: ForAll) -> ForAll:
    """Return the statement with its hypotheses in reverse order and both sides exchanged."""
    says = statement.says
    if isinstance(says, sp.core.relational.Relational):
        says = says.reversed
    return replace(statement, says=says, given=statement.given[::-1])


def _case(shape: str, statement: ForAll, true: bool, *rewritings: ForAll) -> Case:
    return Case(shape, statement, true, (_turned(statement), *rewritings))


def _place(rng: random.Random) -> sp.Integer:
    """Return where something happens: near, or further out than random points are drawn."""
    return sp.Integer(rng.choice((2, 3, 7, 70_001, 10**6, 10**9)))


def _far_integer(rng: random.Random) -> sp.Integer:
    return sp.Integer(rng.choice((3, 5, 67, 100, 150)))


def _coin(rng: random.Random) -> bool:
    return rng.random() < 0.5


# -- ranges and indices --------------------------------------------------------------------------


def tie_in_a_hypothesis(rng: random.Random) -> Case:
    """A hypothesis that is an equality of irrational numbers at one value of a finite range.

    No precision decides it, and the value must not count as lying outside.
    """
    base, least = rng.choice((2, 3, 5, 7)), rng.randint(2, 4)
    if _coin(rng):
        tie = _le(sp.log(base**least), n * sp.log(base))
    else:
        tie = _le(least * sp.sqrt(base), n * sp.sqrt(base))
    true = _coin(rng)
    top = least + rng.randint(1, 3)
    says = n >= (least if true else least + 1)
    return _case("tie_in_a_hypothesis", ForAll(says, (n >= 1, n <= top, tie)), true)


def power_of_a_negative_base(rng: random.Random) -> Case:
    """A range cut out by a power of a negative base, which holds at every other integer."""
    base = rng.choice((2, 3))
    power = sp.Integer(-base) ** n
    true = _coin(rng)
    if _coin(rng):  # 0, 2 and all odd numbers
        hypothesis, says = power <= base**2, _ne(n, 4) if true else n <= 2
    else:  # all even numbers
        hypothesis, says = power >= 1, _ne(n, 1) if true else n <= 0
    given: tuple[Any, ...] = (n >= 0, hypothesis)
    if _coin(rng):
        given = (*given, n <= rng.randint(5, 9))
    return _case("power_of_a_negative_base", ForAll(says, given), true)


def index_of_a_negative_base(rng: random.Random) -> Case:
    """An index whose claimed values are more than the tried ones, by the same kind of range."""
    base = rng.choice((2, 3))
    true = _coin(rng)
    power = sp.Integer(base if true else -base) ** k
    statement = ForAll(
        says=_le(x * k, 2 * x),
        given=(k >= 0, power <= base**2, x >= 0),
        instances={k: (0, 1, 2)},
    )
    return _case("index_of_a_negative_base", statement, true)


def hypotheses_beyond_the_instances(rng: random.Random) -> Case:
    """Nothing satisfies the hypotheses at the tried values of an index; further on much does."""
    true = _coin(rng)
    least = rng.randint(2, 6)
    if _coin(rng):
        says = x > 0 if true else x > rng.randint(1, 3)
        given = (k >= 1, _gt(x * (k - 1), 0))
        return _case(
            "hypotheses_beyond_the_instances",
            ForAll(says, given, instances={k: (1,)}),
            true,
        )
    says = _ge(x * k, least * x) if true else _ge(x * k, (least + 1) * x)
    statement = ForAll(says, (k >= least, x >= 0), instances={k: (0, 1)})
    return _case("hypotheses_beyond_the_instances", statement, true)


def double_sum_over_the_index(rng: random.Random) -> Case:
    """Induction over the end of a sum that has a second range beside it."""
    count = rng.randint(2, 5)
    true = _coin(rng)
    total = sp.Sum(i - 1, (i, 1, k), (j, 1, count))
    says = _eq(total, (count if true else 1) * k * (k - 1) / 2)
    statement = ForAll(says, (k >= 1,), instances={k: (1,)})
    made = _case("double_sum_over_the_index", statement, true)
    return replace(made, hint=Keeps(k, says))


def member_at_an_equal_index(rng: random.Random) -> Case:
    """Two members of a sequence are the same number as soon as their indices are equal."""
    at = rng.randint(0, 4)
    true = _coin(rng)
    if _coin(rng):
        given = (sp.Eq(k, at), p[at if true else at + 1] >= 1)
        return _case("member_at_an_equal_index", ForAll(p[k] >= 1, given), true)
    shift = 0 if true else rng.randint(1, 3)
    statement = ForAll(_eq(p[j], p[k]), (sp.Eq(j, k + shift),))
    return _case("member_at_an_equal_index", statement, true)


def range_between_halves(rng: random.Random) -> Case:
    """A range of integers whose ends are no integers: which ones are in it."""
    start = rng.randint(0, 2)
    true = _coin(rng)
    if _coin(rng):
        members = Each(p[j] >= 0, (j, start + HALF, start + 3))
        says = p[start + 1 if true else start] >= 0
    else:
        members = Each(p[j] >= 0, (j, -start - 3, -start - HALF))
        says = p[-start - 1 if true else -start] >= 0
    return _case("range_between_halves", ForAll(says, (members,)), true)


def halves_for_an_integer(rng: random.Random) -> Case:
    """An integer from a list that also holds a number that is none."""
    whole = rng.randint(2, 9)
    part = sp.Rational(2 * rng.randint(-4, whole - 1) + 1, 2)
    true = _coin(rng)
    statement = ForAll(
        says=n >= (whole if true else whole + 1),
        given=(Or(_eq(n, a), _eq(n, whole)),),
        where={a: part},
    )
    return _case("halves_for_an_integer", statement, true)


def fraction_of_an_integer(rng: random.Random) -> Case:
    """An integer bounded by a fraction of another one, of which remainders are possible."""
    divisor = rng.choice((2, 2, 3))
    at, remainder = _place(rng), rng.randint(1, divisor - 1)
    above = _coin(rng)
    true = (at + (remainder if above else -remainder)) % divisor != 0
    if above:
        difference, given = divisor * n - m - remainder, divisor * n >= m
    else:
        difference, given = m - divisor * n - remainder, divisor * n <= m
    statement = ForAll(_gt(difference**2 + (m - at) ** 2, 0), (given,))
    return _case("fraction_of_an_integer", statement, true)


# -- what substitution hides ---------------------------------------------------------------------


def cancelled_by_an_abbreviation(rng: random.Random) -> Case:
    """An abbreviation that cancels against a denominator, or is zero times an undefined factor."""
    at = rng.randint(-3, 5)
    true = _coin(rng)
    given = (rng.choice((sp.Ne(x, at), x > at)),) if true else ()
    says, meaning = rng.choice(
        (
            (_ge(y / (x - at), 1), x - at),
            (_eq(y / (x - at), x + at), (x - at) * (x + at)),
            (_ge(y / (x - at), 0), sp.Integer(0)),
            (_le(y * sp.Abs(x) / (x - at) ** 2, sp.Abs(x)), (x - at) ** 2),
        )
    )
    statement = ForAll(says, given, where={y: meaning})
    return _case("cancelled_by_an_abbreviation", statement, true)


def abbreviations_that_meet(rng: random.Random) -> Case:
    """Two abbreviations of one undefined term, which make a tautology once they are unfolded."""
    at = rng.randint(-3, 5)
    true = _coin(rng)
    given = (sp.Ne(x, at),) if true else ()
    term = 1 / (x - at)
    says = rng.choice(
        (
            Or(a > 0, b <= 0),
            Equivalent(a > 0, b > 0),
            Implies(a >= 1, b >= 1),
            And(_ge(z, z), Or(a > 1, b <= 1)),
            _ge(sp.Piecewise((a, term > 0), (b, True)), b),
        )
    )
    statement = ForAll(says, given, where={a: term, b: term})
    return _case("abbreviations_that_meet", statement, true)


def index_that_hides_a_pole(rng: random.Random) -> Case:
    """The value zero of an index takes an undefined factor out of the conclusion."""
    at = rng.randint(-3, 5)
    true = _coin(rng)
    factor = rng.choice((1 / (x - at), sp.log(x - at), sp.sqrt(x - at)))
    statement = ForAll(
        says=_ge(k * factor, 0),
        given=(k >= 0, k <= 0, *((x > at,) if true else ())),
        instances={k: (0,)},
    )
    return _case("index_that_hides_a_pole", statement, true)


def index_that_hides_a_hypothesis(rng: random.Random) -> Case:
    """The value zero of an index makes an undefined hypothesis look satisfied."""
    at = rng.randint(-3, 5)
    true = _coin(rng)
    if _coin(rng):
        statement = ForAll(
            says=_ne(x, at) if true else x > at,
            given=(k >= 0, k <= 0, _le(k / (x - at), 0)),
            instances={k: (0,)},
        )
        return _case("index_that_hides_a_hypothesis", statement, true)
    says = _gt(k * x, at * x) if true else _gt(k * x, (at + 1) * x)
    statement = ForAll(
        says=says,
        given=(k >= at, k <= at + 1, _ne(1 / (k - at), rng.randint(2, 4)), x > 0),
        instances={k: (at, at + 1)},
    )
    return _case("index_that_hides_a_hypothesis", statement, true)


def capture(rng: random.Random) -> Case:
    """An abbreviation brings a free symbol under a binder of the same name."""
    true = _coin(rng)
    kind = rng.choice(("sum", "range", "integral", "rounding"))
    given: tuple[Any, ...]
    if kind == "sum":
        top = rng.randint(2, 4)
        given = (_eq(2 * i, top + 1),) if true and top % 2 else (i >= 5,)
        true = true and top % 2 == 1
        where = {y: x - i}
        statement = ForAll(_eq(sp.Sum(y + i, (i, 1, top)), top * x), given, where)
        other = ForAll(_eq(sp.Sum(y + j, (j, 1, top)), top * x), given, where)
    elif kind == "range":
        value = rng.randint(3, 6)
        says = p[1] >= (value if true else value + 1)
        bound = (sp.Eq(i, value),)
        statement = ForAll(says, (Each(p[i] >= y, (i, 1, 3)), *bound), {y: i})
        other = ForAll(says, (Each(p[j] >= y, (j, 1, 3)), *bound), {y: i})
    elif kind == "integral":
        given = (sp.Eq(t, HALF),) if true else (t >= 5,)
        statement = ForAll(_eq(sp.Integral(y + t, (t, 0, 1)), x), given, {y: x - t})
        other = ForAll(_eq(sp.Integral(y + z, (z, 0, 1)), x), given, {y: x - t})
    else:
        value = 3 if true else 4
        given, where = (z >= value, z <= value), {y: z - sp.Rational(5, 2)}
        box = ("0.1", "0.3")
        statement = ForAll(rounds_to(y + z, "0.7", {z: box}), given, where)
        other = ForAll(rounds_to(y + t, "0.7", {t: box}), given, where)
    return _case("capture", statement, true, other)


def shared_name(rng: random.Random) -> Case:
    """Symbols that are called like a member of a sequence or like each other."""
    true = _coin(rng)
    one, other = rng.choice(
        ((p[0], reals("p[0]")), (reals("q"), integers("q")), (p[1], reals("p[1]")))
    )
    says = _eq(one, other)
    return _case("shared_name", ForAll(says, (_eq(one - other, 0),) if true else ()), true)


def name_of_an_inner_unknown(rng: random.Random) -> Case:
    """A symbol called like the unknowns that a translation makes up for roots and quotients."""
    inner = rng.choice(("root", "inverse", "power"))
    s = reals(f"{inner}!{rng.choice((0, 0, 1))}")
    true = _coin(rng)
    given, says = {
        "root": ((x >= 0, _ge(sp.sqrt(x), -5)), s >= 0),
        "inverse": ((x >= 1, _ge(1 / x, 0)), s * x >= 1),
        "power": ((x > 1, _ge(x**y, 0)), s > 0),
    }[inner]
    positive = (s >= 1,) if true else ()
    statement = ForAll(says, (*given, *positive))
    return _case("name_of_an_inner_unknown", statement, true)


# -- powers --------------------------------------------------------------------------------------


def power_less_one(rng: random.Random) -> Case:
    """x**(a - d) at x = 0 is 0 for a > d; taken apart as x**a / x**d it is undefined."""
    less = rng.randint(1, 2)
    exponent = rng.choice((a, n))
    true = _coin(rng)
    power = _ge(x ** (exponent - less), 0)
    bound = exponent <= less - 1 if true else exponent >= less + rng.randint(1, 2)
    statement = ForAll(x > 0, (x >= 0, bound, power))
    return _case("power_less_one", statement, true)


def power_and_one(rng: random.Random) -> Case:
    """x**(a + d) at x = 0, a = -d is 1; taken apart as x**a * x**d it is 0."""
    more = rng.randint(1, 3)
    exponent = rng.choice((a, n))
    true = _coin(rng)
    given = (_ge(x ** (exponent + more), 1), *((exponent > -more,) if true else ()))
    return _case("power_and_one", ForAll(_ne(x, 0), given), true)


def power_of_minus_n(rng: random.Random) -> Case:
    """x**(-n) at x = 0 for n < 0 is 0; taken for 1 / x**n it never is."""
    true = _coin(rng)
    least = rng.randint(1, 3)
    given = (n <= -least, _eq(x ** (-rng.choice((1, 2, 3)) * n), 0))
    says = _eq(x, 0) if true else x >= rng.randint(1, 3)
    return _case("power_of_minus_n", ForAll(says, given), true)


def power_of_half_n(rng: random.Random) -> Case:
    """x**(n/2) of a negative x for even n, which is no square root of x**n."""
    true = _coin(rng)
    given = (n >= 2, _le(x ** (n / 2), -1))
    says = x <= -1 if true else rng.choice((n <= 5, x <= -2, _ne(n, 6)))
    return _case("power_of_half_n", ForAll(says, given), true)


# -- functions and their properties --------------------------------------------------------------


def property_as_conclusion(rng: random.Random) -> Case:
    """A property of a function is concluded, not given."""
    low, high = sorted(rng.sample(range(1, 9), 2))
    given, says, true = rng.choice(
        (
            ((Lipschitz(f, high),), Lipschitz(f, low), False),
            ((Lipschitz(f, low),), Lipschitz(f, high), True),
            ((Positive(f),), StrictlyIncreasing(f), False),
            ((StrictlyIncreasing(f),), Positive(f), False),
            ((x < y, f(x) < f(y)), StrictlyIncreasing(f), False),
            ((x < y, f(x) >= f(y)), Not(StrictlyIncreasing(f)), True),
            ((f(x) > 0,), Positive(f), False),
            ((f(x) <= 0,), Not(Positive(f)), True),
            ((Lipschitz(f, a),), a >= 0, True),
            ((Positive(f),), Lipschitz(f, a), False),
            ((Positive(f),), Implies(Lipschitz(f, high), f(x) > 0), True),
            ((StrictlyIncreasing(f), Positive(f)), Or(Positive(f), Lipschitz(f, low)), True),
        )
    )
    return _case("property_as_conclusion", ForAll(says, given), true)


def property_in_an_alternative(rng: random.Random) -> Case:
    """A property of a function under a connective, or as the condition of a case."""
    at = rng.randint(0, 5)
    true = _coin(rng)
    kind = rng.choice(("or", "implies", "equivalent", "not", "case"))
    says = f(x) > 0
    if kind == "or":
        given = (Or(Positive(f), x > at), *((x <= at,) if true else ()))
    elif kind == "implies":
        given = (Implies(y > at, StrictlyIncreasing(f)), x < y, *((y > at,) if true else ()))
        says = f(x) < f(y)
    elif kind == "equivalent":
        given = (Equivalent(Positive(f), Positive(g)), *((Positive(g),) if true else ()))
    elif kind == "not":
        given = (Not(Positive(f)), x >= f(x))
        says = f(x) <= (x if true else x - 1)
    else:
        cases = sp.Piecewise((1, Positive(f)), (0, True))
        given = (_eq(y, cases), *((y >= 1,) if true else ()))
    statement = ForAll(says, given)
    return _case("property_in_an_alternative", statement, true)


def two_constants_for_one_function(rng: random.Random) -> Case:
    """Two Lipschitz constants of one function, of which the smaller one counts."""
    low, high = sorted(rng.sample(range(1, 9), 2))
    given = [Lipschitz(f, low), Lipschitz(f, high)]
    rng.shuffle(given)
    true = _coin(rng)
    constant = low if true else sp.Rational(low, 2)
    says = _le(sp.Abs(f(x) - f(y)), constant * sp.Abs(x - y))
    return _case("two_constants_for_one_function", ForAll(says, tuple(given)), true)


# -- where a term is defined ---------------------------------------------------------------------


def alternative_with_a_pole(rng: random.Random) -> Case:
    """A term that is undefined in the alternative that does not count."""
    at = rng.randint(-3, 5)
    true = _coin(rng)
    kind = rng.choice(("or", "case", "implies"))
    given: tuple[Any, ...]
    if kind == "or":
        given = (Or(sp.Eq(y, at), _ge(1 / (y - at), 1)), x >= y)
        return _case("alternative_with_a_pole", ForAll(x >= at if true else x > at, given), true)
    if kind == "case":
        given = (_eq(y, sp.Piecewise((1 / (x - at), x > at), (2, True))),)
        says = y > 0 if true else _ne(x, at)
        return _case("alternative_with_a_pole", ForAll(says, given), true)
    given = (Implies(x > at, _ge(sp.sqrt(x - at), 1)),)
    says = Or(x <= at, x >= at + 1) if true else x >= at
    return _case("alternative_with_a_pole", ForAll(says, given), true)


def outside_of_a_function_s_domain(rng: random.Random) -> Case:
    """An identity between functions that are not defined everywhere, or only as complex numbers."""
    inside = sp.And(x > -1, x < 1)
    says, always, domain = rng.choice(
        (
            (_ge(sp.Abs(sp.acosh(x)), 0), (), x >= 1),
            (_ge(sp.Max(1, sp.atanh(x)), HALF), (), inside),
            (_eq(sp.exp(2 * sp.atanh(x)), (1 + x) / (1 - x)), (sp.Ne(x, 1),), inside),
            (_eq(sp.cos(2 * sp.acos(x)), 2 * x**2 - 1), (), inside),
            (_eq(sp.asin(x) + sp.acos(x), sp.pi / 2), (), inside),
            (_eq(sp.tan(x) * sp.cos(x), sp.sin(x)), (), inside),
            (_ge(sp.Abs(sp.tan(x)), 0), (), inside),
            (_eq(sp.gamma(x + 1), x * sp.gamma(x)), (sp.Ne(x, 0),), x > 0),
            (_ge(sp.Abs(sp.gamma(x)), 0), (), x > 0),
            (
                _eq(sp.sinh(2 * sp.acosh(x)), 2 * x * sp.sqrt(x**2 - 1)),
                (sp.Or(x <= -1, x >= 1),),
                x >= 1,
            ),
        )
    )
    true = _coin(rng)
    given = (*always, *((domain,) if true else ()))
    return _case("outside_of_a_function_s_domain", ForAll(says, given), true)


def cases_with_a_gap(rng: random.Random) -> Case:
    """A case distinction that leaves out one point."""
    at = _place(rng)
    one, two = sp.Integer(rng.randint(0, 3)), sp.Integer(rng.randint(4, 6))
    true = _coin(rng)
    cases = sp.Piecewise((one, x < at), (two, x >= at if true else x > at))
    says = rng.choice((_ge(cases, 0), _eq(cases, cases), _ge(cases + sp.Abs(x), 0)))
    return _case("cases_with_a_gap", ForAll(says), true)


def pole_on_the_way(rng: random.Random) -> Case:
    """A monotone term with a pole between the start, where its sign is known, and the end."""
    at = _place(rng)
    pole = at + rng.choice((sp.Integer(0), y**2, sp.Abs(y)))
    true = _coin(rng)
    given = (x > 0, x < pole if true else sp.Ne(x, pole))
    if rng.random() < 0.3:  # a saw-tooth, whose slope is 1 wherever it has one
        given = (x >= 0, *((x < at,) if true else ()))
        statement = ForAll(_ge(sp.atan(sp.tan(x / at)), 0), given)
        return _case("pole_on_the_way", statement, true)
    says = _gt(sp.atan(1 / (pole - x)), 0) if _coin(rng) else _gt(1 / (pole - x), 0)
    return _case("pole_on_the_way", ForAll(says, given), true)


# -- integrals -----------------------------------------------------------------------------------


def integral_outside_of_the_domain(rng: random.Random) -> Case:
    """An integral over numbers at which the integrand has only a complex value."""
    true = _coin(rng)
    integrand, inside, outside = rng.choice(
        (
            (sp.log(t), (1, 3), (-3, -1)),
            (sp.sqrt(t), (0, 1), (-1, 1)),
            (sp.asin(t / 2), (-1, 1), (3, 4)),
            (sp.acos(t / 2), (-1, 1), (3, 4)),
            (sp.acosh(t), (2, 3), (-3, -2)),
            (sp.atanh(t / 3), (-1, 1), (4, 5)),
            (sp.sqrt(1 - t), (-1, 0), (2, 3)),
        )
    )
    integral = sp.Integral(integrand, (t, *(inside if true else outside)))
    low = -rng.randint(50, 100)
    if _coin(rng):
        return _case("integral_outside_of_the_domain", ForAll(_gt(integral, low)), true)
    statement = ForAll(_gt(x + integral, low), (x >= 0, x <= 1))
    return _case("integral_outside_of_the_domain", statement, true)


def integral_up_to_a_branch_point(rng: random.Random) -> Case:
    """An integral that ends where the integrand has a branch point, compared with its value."""
    scale = sp.Integer(rng.randint(1, 3))
    integrand, ends, value = rng.choice(
        (
            (sp.asin(t / scale), (0, scale), scale * (sp.pi / 2 - 1)),
            (sp.acos(t / scale), (0, scale), scale),
            (sp.acosh(t / scale), (scale, 2 * scale), scale * (2 * sp.acosh(2) - sp.sqrt(3))),
            (sp.asin(t / scale), (-scale, 0), -scale * (sp.pi / 2 - 1)),
        )
    )
    margin = sp.Rational(rng.choice((1, 3)), 10**8)
    true, below = _coin(rng), _coin(rng)
    integral = sp.Integral(integrand, (t, *ends))
    near = value + (margin if below == true else -margin)
    says = _lt(integral, near) if below else _gt(integral, near)
    return _case("integral_up_to_a_branch_point", ForAll(says), true)


def integral_with_a_jump(rng: random.Random) -> Case:
    """Equal derivatives and an equal start, but a jump in between."""
    at, height = _place(rng), rng.randint(1, 3)
    true = _coin(rng)
    integrand, inner = rng.choice(
        ((t, x**2 / 2), (sp.exp(-t), 1 - sp.exp(-x)), (sp.Integer(1) + t**2, x + x**3 / 3))
    )
    jump = sp.Piecewise((0, x < at), (height, True))
    if _coin(rng):
        says = _eq(sp.Integral(integrand, (t, 0, x)), inner + jump)
    else:
        says = _eq(sp.Integral(integrand, (t, 0, jump)), 0)
    given = (x >= 0, *((x < at,) if true else ()))
    return _case("integral_with_a_jump", ForAll(says, given), true)


def integral_over_a_pole(rng: random.Random) -> Case:
    """The antiderivative on the other side of a pole, directly or under another operation."""
    at = _place(rng)
    true = _coin(rng)
    if _coin(rng):
        integrand, value = (t - at) ** -2, x / (at * (at - x))
    else:
        integrand, value = (t - at) ** -4, ((at - x) ** -3 - at**-3) / 3
    integral = sp.Integral(integrand, (t, 0, x))
    kind = rng.choice(("plain", "derivative", "sum"))
    if kind == "plain":
        says = _eq(integral, value)
    elif kind == "derivative":
        says = _eq(sp.Derivative(y * integral, y), value)
    else:
        says = _eq(sp.Sum(integral, (i, 1, 2)), 2 * value)
    given = (x > 0, x < at if true else sp.Ne(x, at))
    return _case("integral_over_a_pole", ForAll(says, given), true)


def integral_over_whole_periods(rng: random.Random) -> Case:
    """An integral up to an integer: the integrand is zero there, and not in between."""
    scale = rng.choice((sp.Integer(1), TINY))
    periods = rng.randint(1, 3)
    true = _coin(rng)
    turn = 2 * sp.pi * periods * t
    integrand = scale * (sp.sin(turn) if true else 1 - sp.cos(turn))
    statement = ForAll(_eq(sp.Integral(integrand, (t, 0, n)), 0), (n >= 0,))
    return _case("integral_over_whole_periods", statement, true)


def integral_of_a_spike(rng: random.Random) -> Case:
    """A hypothesis about an integral that numerical quadrature takes for zero."""
    steep, at = 10 ** rng.choice((10, 12)), sp.Rational(1, 3)
    spike = sp.Integral(sp.exp(-steep * (t - at) ** 2), (t, 0, 1))  # more than 10**-6
    low = sp.Rational(1, 10**9)
    true = _coin(rng)
    if _coin(rng):
        statement = ForAll(x >= (1 if true else 2), (_gt(spike, low), x >= 1))
        return _case("integral_of_a_spike", statement, true)
    says = _le(k * x, 0) if true else _gt(k * x, 0)
    given = (k >= 0, k <= 1, _lt(k * spike, low), x > 0)
    return _case("integral_of_a_spike", ForAll(says, given, instances={k: (0, 1)}), true)


# -- sums and derivatives ------------------------------------------------------------------------


def sum_below_its_start(rng: random.Random) -> Case:
    """A closed form of a sum or product whose end lies below its start."""
    far = _far_integer(rng)
    true = _coin(rng)
    given = (n >= -far - 1,) if true else ()
    kind = rng.choice(("sum", "product", "double"))
    if kind == "sum":
        given = (*given, _eq(m, sp.Sum(1, (j, -far, n))))
        statement = ForAll(_eq(m, n + far + 1), given)
    elif kind == "product":
        given = (*given, _eq(y, sp.Product(2, (j, -far, n))))
        statement = ForAll(_eq(y, sp.Integer(2) ** (n + far + 1)), given)
    else:
        count = rng.randint(2, 4)
        total = sp.Sum(1, (i, 1, count), (j, -far, n))
        statement = ForAll(_eq(total, count * (n + far + 1)), given)
    return _case("sum_below_its_start", statement, true)


def sum_that_runs_backwards(rng: random.Random) -> Case:
    """A sum or product from a larger to a smaller number, as numbers and as a quantified end."""
    start, last = rng.randint(3, 6), rng.randint(0, 1)
    total, empty = rng.choice(((sp.Sum, 0), (sp.Product, 1)))
    one = ForAll(_eq(total(j + 2, (j, start, last)), empty))
    ends = (k >= last, k <= last)
    other = ForAll(_eq(total(j + 2, (j, start, k)), empty), ends)
    third = ForAll(_eq(total(j + 2, (j, start, k)), empty), ends, instances={k: (last,)})
    return _case("sum_that_runs_backwards", one, True, other, third)


def telescoping_over_a_pole(rng: random.Random) -> Case:
    """A long sum with a closed form, one of whose terms is undefined."""
    top, shift = rng.randint(105, 200), rng.randint(1, 3)
    true = _coin(rng)
    low = 1 if true else rng.choice((-top, -rng.randint(4, 50)))
    total = sp.Sum(1 / (j * (j + shift)), (j, low, top))
    if _coin(rng):
        return _case("telescoping_over_a_pole", ForAll(_lt(total, 5)), true)
    return _case("telescoping_over_a_pole", ForAll(_lt(total, x), (x >= 5,)), true)


def derivative_at_a_jump(rng: random.Random) -> Case:
    """The derivative of a case distinction at the point where the cases meet."""
    at, height = _place(rng), sp.Integer(rng.randint(1, 3))
    true = _coin(rng)
    if _coin(rng):
        cases = sp.Piecewise((0, x < at), (height, True))
        says = _eq(sp.Derivative(cases, x), 0)
    else:
        cases = sp.Piecewise((0, x < at), (height * (x - at), True))
        says = _ge(sp.Derivative(cases, x), 0)
    apart = rng.choice((sp.Ne(x, at), x < at, x > at))
    return _case("derivative_at_a_jump", ForAll(says, (apart,) if true else ()), true)


def derivative_outside_of_the_domain(rng: random.Random) -> Case:
    """A derivative that is defined where the function is not."""
    at = rng.randint(-3, 5)
    true = _coin(rng)
    if _coin(rng):
        function_of_x, slope = sp.log(x - at), 1 / (x - at)
    else:
        function_of_x, slope = 3 * sp.log(x - at) + x, 3 / (x - at) + 1
    given = (x > at if true else sp.Ne(x, at),)
    if true and _coin(rng):
        function_of_x, slope, given = sp.log((x - at) ** 2), 2 / (x - at), (sp.Ne(x, at),)
    statement = ForAll(_eq(sp.Derivative(function_of_x, x), slope), given)
    return _case("derivative_outside_of_the_domain", statement, true)


SHAPES: tuple[Shape, ...] = (
    tie_in_a_hypothesis,
    power_of_a_negative_base,
    index_of_a_negative_base,
    hypotheses_beyond_the_instances,
    double_sum_over_the_index,
    member_at_an_equal_index,
    range_between_halves,
    halves_for_an_integer,
    fraction_of_an_integer,
    cancelled_by_an_abbreviation,
    abbreviations_that_meet,
    index_that_hides_a_pole,
    index_that_hides_a_hypothesis,
    capture,
    shared_name,
    name_of_an_inner_unknown,
    power_less_one,
    power_and_one,
    power_of_minus_n,
    power_of_half_n,
    property_as_conclusion,
    property_in_an_alternative,
    two_constants_for_one_function,
    alternative_with_a_pole,
    outside_of_a_function_s_domain,
    cases_with_a_gap,
    pole_on_the_way,
    integral_outside_of_the_domain,
    integral_up_to_a_branch_point,
    integral_with_a_jump,
    integral_over_a_pole,
    integral_over_whole_periods,
    integral_of_a_spike,
    sum_below_its_start,
    sum_that_runs_backwards,
    telescoping_over_a_pole,
    derivative_at_a_jump,
    derivative_outside_of_the_domain,
)
