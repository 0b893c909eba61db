"""The argument for lemma E.1: sum minus integral up to n, for every n up to d.

Up to x_0 it is between 0 and f(n), and everywhere between f(n) - M and M.
"""

import sympy as sp
from sympy.logic.boolalg import And, Implies

from theory.arguments import (
    Argument,
    Assume,
    Cut,
    Generalise,
    Induct,
    Known,
    LastTerm,
    Put,
    Solve,
    Specialise,
)
from theory.existence import known_of, met
from theory.known_facts import rises_and_falls
from theory.language import function, integers, reals
from theory.papers.signsgd_scaling.notation import d, j, peak, supremum, z
from theory.papers.signsgd_scaling.notation import unimodal as f
from theory.quantifiers import Every, Some

y, v = reals("y v")
n = integers("n")
_inside = And(z >= 1, z <= d)
NOT_NEGATIVE = Every(z, Implies(_inside, f(z) >= 0, evaluate=False))
AT_MOST = Every(z, Implies(_inside, f(z) <= supremum, evaluate=False))
_reached = Some(z, And(_inside, f(z) > y))
IS_SUPREMUM = (AT_MOST, Every(y, Implies(y < supremum, _reached, evaluate=False)))
RISES, FALLS = UNIMODAL = rises_and_falls(f, sp.S.One, peak, d)
GIVEN = (d >= 1, peak >= 1, peak <= d, NOT_NEGATIVE, *UNIMODAL, *IS_SUPREMUM)


def _area(low, high):
    """Return the integral of f."""
    return sp.Integral(f(v), (v, low, high))


def _difference(last):
    """Return the sum up to a number minus the integral."""
    return sp.Sum(f(j), (j, 1, last)) - _area(1, last)


STATED = sp.Le(sp.Abs(_difference(d)), supremum, evaluate=False)


def _known(what, **places):
    """Return what is known of the integrals of f, at places."""
    named = {"p": sp.S.One, "q": d, "m": peak, **places}
    values = {reals(name): value for name, value in named.items()}
    fact = Known(f"integrals of a function that rises and then falls: {what}")
    return Put(fact, {function("f"): f, **values})


def _values(one, other):
    """Argue how f compares at two places, and with its bounds at either."""
    both = (Specialise(Specialise(Assume(every), one), other) for every in UNIMODAL)
    each = (
        Specialise(Assume(every), at) for every in (NOT_NEGATIVE, AT_MOST) for at in (one, other)
    )
    return (*both, *each)


def _bounds(low, high, least, most, *given):
    """Argue that the integral over an interval is between its length times two bounds of f."""
    known = _known("bounds", a=low, c=high, l=least, h=most)
    between = Implies(And(low <= y, y <= high), And(least <= f(y), f(y) <= most), evaluate=False)
    every = Generalise(Solve(between, (*GIVEN, *given), (*_values(low, y), *_values(y, high))), y)
    return Cut(known, (every,))


_differs = _difference(n)
_KEPT = And(
    _differs <= supremum,
    _differs >= f(n) - supremum,
    Implies(n <= peak, And(_differs >= 0, _differs <= f(n))),
)
_SAYS = Implies(n <= d, _KEPT, evaluate=False)
_next = n + 1
_STEP = (*GIVEN, n >= 1, _next <= d)


def _after(*where_and_bounds):
    """Argue for a step, the integral of which has bounds, where the mode is somewhere."""
    *where, least, most = where_and_bounds
    using: tuple[Argument, ...] = (
        _bounds(n, _next, least, most, n >= 1, _next <= d, *where),
        _known("two intervals", a=sp.S.One, b=n, c=_next),
        LastTerm(sp.Sum(f(j), (j, 1, _next)), (n >= 1,)),
        *_values(n, _next),
        *_values(sp.S.One, n),
    )
    return Solve(_SAYS.subs(n, _next), (*_STEP, _SAYS, *where), using)


_CASES = (
    _after(_next <= peak, f(n), f(_next)),
    _after(n >= peak, f(_next), f(n)),
    _after(n < peak, peak < _next, sp.Min(f(n), f(_next)), supremum),
)
_FIRST = Solve(
    _SAYS.subs(n, 1),
    GIVEN,
    (
        LastTerm(sp.Sum(f(j), (j, 1, 1))),
        _bounds(sp.S.One, sp.S.One, sp.S.Zero, supremum),
        *_values(sp.S.One, sp.S.One),
    ),
)
_EVERY = Induct(
    _SAYS,
    n,
    1,
    base=_FIRST,
    step=Solve(_SAYS.subs(n, _next), (*GIVEN, n >= 1, _SAYS), _CASES),
)
_BY_INDUCTION = Solve(STATED, GIVEN, (Put(_EVERY, {n: d}), *_values(d, d)))
_ONE = Put(
    Known("one value below a point and another one from there on"),
    {reals("u"): sp.S.One, reals("w"): sp.S.One, reals("y"): sp.S.Zero},
)
SHOWN = met(
    _BY_INDUCTION,
    GIVEN,
    {d: 1, peak: 1, supremum: 1, z: 1},
    tuple(Specialise(Assume(known_of(_ONE, f)), at) for at in (z, y, sp.S.One)),
    {f: _ONE},
)
