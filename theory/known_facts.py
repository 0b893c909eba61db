"""Facts that arguments of several papers may use, each with where it is proved.

A verdict names those that it rests on. A fact stands here only if it is general; what a paper
defines or proves stands with the paper.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import sympy as sp
from sympy.logic.boolalg import And, Implies, Or

from theory.argument_language import States
from theory.language import (
    Lipschitz,
    Positive,
    RisesSmoothly,
    StrictlyIncreasing,
    UnimodalDensity,
    function,
    integers,
    reals,
    sequence,
)
from theory.quantifiers import Every, Some
from theory.sequences import Indicator, Law, Mean, Sphere


@dataclass(frozen=True)
class KnownFact:
    """A statement that is proved in the literature.

    Args:
        statement: what it says.
        reference: where it is proved, or why it is so.
    """

    statement: States
    reference: str


_step, _sum = function("alpha"), function("G")
_x, _y = reals("x y")
_a = sequence("a")
_k, _m = integers("k m")


def _slower(x: Any, y: Any) -> Any:
    """Return that the primitive rises by less than it would with the slope at x."""
    return Implies(sp.Ne(x, y), _step(x) * (_sum(y) - _sum(x)) < y - x, evaluate=False)


def _up_to(kind: Any, last: Any) -> Any:
    """Return the sum or the product of the first entries of a sequence."""
    return kind(_a[_k], (_k, 1, last))


def _recursion(kind: Any, start: Any, join: Any) -> dict[str, KnownFact]:
    """Return how sums or products are made, one term after the other."""
    name = kind.__name__.lower()
    more = sp.Eq(_up_to(kind, _m + 1), join(_up_to(kind, _m), _a[_m + 1]), evaluate=False)
    reference = f"How a {name} of finitely many terms is defined, by recursion on their number."
    return {
        f"{name} of no terms": KnownFact(
            States(sp.Eq(_up_to(kind, 0), start, evaluate=False)), reference
        ),
        f"{name} with one more term": KnownFact(States(more, given=(_m >= 0,)), reference),
    }


_start, _bound, _factor = reals("m L r")
_one, _two, _three = reals("a b c")
_f, _w = function("f"), reals("w")


def _integral(low: Any, high: Any) -> Any:
    return sp.Integral(_f(_w), (_w, low, high))


def _monotone(side: int) -> Any:
    """Return that f does not rise from m on, or for -1 does not fall up to m."""
    inside = And(_x <= _y, _start <= _x if side > 0 else _y <= _start)
    falls = _f(_x) >= _f(_y) if side > 0 else _f(_x) <= _f(_y)
    return Every(_x, Every(_y, Implies(inside, falls, evaluate=False)))


def _strictly(side: int) -> Any:
    """Return that f falls everywhere, or for -1 that it rises."""
    falls = _f(_x) > _f(_y) if side > 0 else _f(_x) < _f(_y)
    return Every(_x, Every(_y, Implies(_x < _y, falls, evaluate=False)))


def _of_integrals(side: int, name: str) -> dict[str, KnownFact]:
    """Return what is known of the integrals of a monotone function on a half-line."""
    reference = (
        "W. Rudin, Principles of Mathematical Analysis, theorems 6.9 and 6.12: a monotone function "
        "is integrable on every bounded interval; its integral is additive, and between the "
        "length times the least and the largest value."
    )
    inside = (_start <= _one,) if side > 0 else (_three <= _start,)
    in_order = (_one <= _two, _two <= _three)
    low, high = (_f(_three), _f(_one))[::side]
    whole, length = _integral(_one, _three), _three - _one
    return {
        f"integrals of a function that {name}: two intervals": KnownFact(
            States(
                sp.Eq(_integral(_one, _two) + _integral(_two, _three), whole, evaluate=False),
                given=(_monotone(side), *inside, *in_order),
            ),
            reference,
        ),
        f"integrals of a function that {name}: bounds": KnownFact(
            States(
                And(low * length <= whole, whole <= high * length),
                given=(_monotone(side), *inside, _one <= _three),
            ),
            reference,
        ),
    }


_from, _to, _least, _most = reals("p q l h")


def rises_and_falls(of: Any, low: Any, top: Any, high: Any) -> tuple[Any, Any]:
    """Return that a function does not fall from `low` to `top`, nor rise from there to `high`."""
    x, y = _x, _y
    before, behind = And(low <= x, x <= y, y <= top), And(top <= x, x <= y, y <= high)
    says = (Implies(before, of(x) <= of(y)), Implies(behind, of(x) >= of(y)))
    return tuple(Every(x, Every(y, one)) for one in says)  # type: ignore[return-value]


def _of_unimodal() -> dict[str, KnownFact]:
    """Return what is known of the integrals of a function that rises and then falls."""
    reference = (
        "W. Rudin, Principles of Mathematical Analysis, theorems 6.9 and 6.12: a function that is "
        "monotone on either side of a place is integrable on both and hence on the whole; its "
        "integral is additive, and between the length times a lower and an upper bound."
    )
    whole, length = _integral(_one, _three), _three - _one
    given = (
        *rises_and_falls(_f, _from, _start, _to),
        *(_from <= _start, _start <= _to, _from <= _one, _one <= _three, _three <= _to),
    )
    within = And(_least <= _f(_x), _f(_x) <= _most)
    bounded = Every(_x, Implies(And(_one <= _x, _x <= _three), within, evaluate=False))
    name = "integrals of a function that rises and then falls"
    return {
        f"{name}: two intervals": KnownFact(
            States(
                sp.Eq(_integral(_one, _two) + _integral(_two, _three), whole, evaluate=False),
                given=(*given, _one <= _two, _two <= _three),
            ),
            reference,
        ),
        f"{name}: bounds": KnownFact(
            States(And(_least * length <= whole, whole <= _most * length), given=(*given, bounded)),
            reference,
        ),
    }


def _increasing(*more: Any) -> States:
    """Return that there is a positive function that increases strictly, of which more holds."""
    return States(Some(_step, And(StrictlyIncreasing(_step), Positive(_step), *more)))


def _is_from(start: Any, value: Any, *up_to: Any) -> Any:
    """Return that the function has some values from a point on."""
    is_value = sp.Eq(_step(_x), value, evaluate=False)
    return Every(_x, Implies(And(_x >= start, *up_to), is_value, evaluate=False))


_places, _values = sequence("a"), sequence("b")
_next = And(
    _places[_k] < _places[_k + 1],
    _factor * (_places[_k + 1] - _places[_k]) <= _values[_k + 1] - _values[_k],
)
_steps_up = Every(_k, Implies(And(_k >= 0, _k < _m), _next, evaluate=False))
_through = Every(
    _k,
    Implies(
        And(_k >= 0, _k <= _m),
        sp.Eq(_step(_places[_k]), _values[_k], evaluate=False),
        evaluate=False,
    ),
)
_between_places = And(_places[0] <= _x, _x <= _y, _y <= _places[_m])
_rises_between = Every(
    _x,
    Every(
        _y,
        Implies(_between_places, _step(_y) - _step(_x) >= _factor * (_y - _x), evaluate=False),
    ),
)

_law, _mid = function("P"), reals("v")
_first, _second = reals("u w")


def _chance(condition: Any) -> Any:
    return Mean(Indicator(condition), _x, Law(_law))


def _halves(condition: Callable[[Any], Any]) -> Any:
    """Return the chance of a condition if either value has the chance 1/2."""
    one, other = (Indicator(condition(value)) for value in (_first, _second))
    return (one + other) / 2


def _has_chances(of: Callable[[Callable[[Any], Any]], Any]) -> Any:
    """Return that a law has these chances at or below, from and between all points.

    Args:
        of: returns the chance of a condition.
    """
    rays: tuple[Callable[[Any], Any], ...] = (lambda x: x <= _y, lambda x: x >= _y)

    def between(x: Any) -> Any:
        return And(x > _y, x <= _mid)

    def has(condition: Callable[[Any], Any]) -> Any:
        return sp.Eq(_chance(condition(_x)), of(condition), evaluate=False)

    return And(*(Every(_y, has(ray)) for ray in rays), Every(_y, Every(_mid, has(between))))


_third, _of_first, _of_second = reals("z p q")


def _in_three(condition: Callable[[Any], Any]) -> Any:
    """Return the chance of a condition if three values have the chances p, q and 1 - p - q."""
    chances = (_of_first, _of_second, 1 - _of_first - _of_second)
    values = (_first, _second, _third)
    return sum(p * Indicator(condition(v)) for p, v in zip(chances, values, strict=True))


def _mean_power(k: int) -> Any:
    """Return the mean of a power if either value has the chance 1/2."""
    return sp.Eq(Mean(_x**k, _x, Law(_law)), (_first**k + _second**k) / 2, evaluate=False)


_deviation = reals("s")
_above = sp.erfc(_y / (sp.sqrt(2) * _deviation)) / 2
_is_normal = And(
    Every(_y, sp.Eq(_chance(_x <= _y), 1 - _above, evaluate=False)),
    Every(_y, sp.Eq(_chance(_x >= _y), _above, evaluate=False)),
)

_along, _across, _vector = map(sequence, ("p", "q", "v"))
_square, _turn = reals("s h")


def _dot(one: Any, two: Any) -> Any:
    """Return the scalar product of two vectors with the entries 1..m."""
    return sp.Sum(one[_k] * two[_k], (_k, 1, _m))


def _unit(vector: Any) -> Any:
    return Sphere(_m).unit(vector)


_orthogonal = sp.Eq(_dot(_along, _across), 0, evaluate=False)
_length = _dot(_along, _vector) ** 2 + _dot(_across, _vector) ** 2
_in_sector = And(
    _length > _square, _dot(_along, _vector) >= sp.cos(_turn * sp.pi) * sp.sqrt(_length)
)

_share, _power = reals("r p")
_between = _share * _x + (1 - _share) * _y

_jump = _first * Indicator(_x < _y) + _second * Indicator(_x >= _y)

_solves = Every(
    _y,
    Implies(
        _y >= 0,
        sp.Eq(
            _f(_y),
            _start + sp.Integral(_factor * (_one - _f(_w)), (_w, 0, _y)),
            evaluate=False,
        ),
        evaluate=False,
    ),
)
_FIRST_ORDER = (
    "W. Walter, Ordinary Differential Equations, section 2: the linear equation y' = r (a - y) has "
    "one solution with y(0) = m. A function that is integrable is the integral of its derivative "
    "wherever it is m plus an integral, being continuous (W. Rudin, Principles of Mathematical "
    "Analysis, theorem 6.20)."
)

KNOWN_FACTS = {
    "the solution of y' = r (a - y)": KnownFact(
        States(
            sp.Eq(_f(_x), _one + (_start - _one) * sp.exp(-_factor * _x), evaluate=False),
            given=(_x >= 0, _solves),
        ),
        _FIRST_ORDER,
    ),
    "a solution of y' = r (a - y)": KnownFact(States(Some(_f, _solves)), _FIRST_ORDER),
    "a law with two values": KnownFact(
        States(Some(_law, _has_chances(_halves))),
        reference="That of a function which is u below 1/2 and w from there on: P(V) is either of "
        "them with the chance 1/2.",
    ),
    "a law with three values": KnownFact(
        States(
            Some(_law, _has_chances(_in_three)),
            given=(_of_first >= 0, _of_second >= 0, _of_first + _of_second <= 1),
        ),
        reference="That of a function which is u below p, w from there to p + q and z beyond: P(V) "
        "is u with the chance p and w with the chance q.",
    ),
    "moments of a law with two values": KnownFact(
        States(Some(_law, And(*map(_mean_power, (1, 2, 4))))),
        reference="That of a function which is u below 1/2 and w from there on; a mean is an "
        "integral of a function that is constant on either half.",
    ),
    "a normal law": KnownFact(
        States(Some(_law, _is_normal), given=(_deviation > 0,)),
        reference="P. Billingsley, Probability and Measure, theorem 14.1 and section 20: what "
        "increases from 0 to 1 and is continuous is the distribution function of a law, that of "
        "its inverse, and no point has a mass; that of a normal law with the mean 0 and the "
        "standard deviation s is Phi(y / s) at y.",
    ),
    "a power above 1 is strictly convex": KnownFact(
        States(
            sp.Abs(_between) ** _power
            < _share * sp.Abs(_x) ** _power + (1 - _share) * sp.Abs(_y) ** _power,
            given=(_power > 1, _share > 0, _share < 1, sp.Ne(_x, _y)),
        ),
        reference="W. Rudin, Principles of Mathematical Analysis, theorem 5.10: the slopes of two "
        "chords that meet are derivatives p |x|^(p - 1) sgn(x) at two places, which rise strictly.",
    ),
    "Bernoulli's inequality": KnownFact(
        States(
            (1 + _x) ** _power >= 1 + _power * _x, given=(Or(_power >= 1, _power <= 0), _x > -1)
        ),
        reference="G. H. Hardy, J. E. Littlewood and G. Polya, Inequalities, section 2.15: the "
        "tangent at 1 of a convex function lies below it.",
    ),
    "a power of a product": KnownFact(
        States(
            sp.Eq(_first**_power, _x**_power * _y**_power, evaluate=False),
            given=(_x > 0, _y > 0, sp.Eq(_first, _x * _y, evaluate=False)),
        ),
        reference="W. Rudin, Principles of Mathematical Analysis, section 8.6: x^p is exp(p "
        "log x), and the logarithm of a product is the sum of the logarithms.",
    ),
    "a unit vector that is orthogonal to another one": KnownFact(
        States(Some(_across, And(_unit(_across), _orthogonal)), given=(_m >= 2, _unit(_along))),
        reference="S. Axler, Linear Algebra Done Right, section 6.B: an orthonormal list is part "
        "of an orthonormal basis.",
    ),
    "a uniform unit vector in a plane": KnownFact(
        States(
            sp.Eq(
                Mean(Indicator(_in_sector), _vector, Sphere(_m)),
                (1 - _square) ** ((_m - 2) / sp.Integer(2)) * _turn,
                evaluate=False,
            ),
            given=(
                *(_m >= 2, _unit(_along), _unit(_across), _orthogonal),
                *(_square >= 0, _square < 1, _turn >= 0, _turn <= 1),
            ),
        ),
        reference="K.-T. Fang, S. Kotz and K. W. Ng, Symmetric Multivariate and Related "
        "Distributions, chapters 1 and 2: two squared coordinates add up to a number with the law "
        "Beta(1, (m - 2)/2), which exceeds s with the probability (1 - s)^((m - 2)/2). A rotation "
        "of the plane changes no law. So the angle with p is uniform, whatever the length is, and "
        "at most h of a half turn with the probability h.",
    ),
    "a positive function that increases, with slope 1/2 from 0 on": KnownFact(
        _increasing(
            Lipschitz(_step, sp.Rational(1, 2)),
            RisesSmoothly(_step),
            Every(
                _x,
                Implies(_x >= 0, sp.Eq(_step(_x), 1 + _x / 2, evaluate=False), evaluate=False),
            ),
        ),
        reference="The function that is exp(x / 2) below 0 and 1 + x / 2 from there on is one.",
    ),
    "a positive function that increases, and steeply from 1 on": KnownFact(
        _increasing(
            RisesSmoothly(_step),
            _is_from(sp.S.Zero, (1 + _x) / 4, _x <= 1),
            _is_from(sp.S.One, (1 + _x) / 4 + (_x - 1) ** 2),
        ),
        reference="The function that is exp(x) / 4 below 0, (1 + x) / 4 from there to 1 and "
        "(1 + x) / 4 + (x - 1)^2 from there on is one; its slopes at 0 and 1 are 1/4.",
    ),
    **_of_integrals(1, "does not rise"),
    **_of_integrals(-1, "does not fall"),
    **_of_unimodal(),
    **{
        f"a function that {name} everywhere": KnownFact(
            States(Some(_f, _strictly(side))), reference=f"{of} is one, by its definition."
        )
        for name, side, of in (("falls", 1, "The map from x to -x"), ("rises", -1, "The identity"))
    },
    "the identity, cut off at two values": KnownFact(
        States(
            Some(_f, Every(_x, sp.Eq(_f(_x), sp.Max(_first, sp.Min(_second, _x)), evaluate=False)))
        ),
        reference="The map from x to max(u, min(w, x)) is one, by its definition.",
    ),
    "one value below a point and another one from there on": KnownFact(
        States(Some(_f, Every(_x, sp.Eq(_f(_x), _jump, evaluate=False)))),
        reference="The map that takes x to u where x < y and to w elsewhere is one, by its "
        "definition.",
    ),
    "a contraction has a fixed point": KnownFact(
        States(
            Some(_x, sp.Eq(_x, _y + _factor * _step(_x), evaluate=False)),
            given=(Lipschitz(_step, _bound), sp.Abs(_factor) * _bound < 1),
        ),
        reference="W. Rudin, Principles of Mathematical Analysis, theorem 9.23, for the map that "
        "takes x to y + r alpha(x), which has the Lipschitz constant |r| L.",
    ),
    **_recursion(sp.Sum, sp.S.Zero, sp.Add),
    **_recursion(sp.Product, sp.S.One, sp.Mul),
    "the cosine falls": KnownFact(
        States(
            And(
                sp.cos(_x) >= sp.cos(_y),
                Implies(_x < _y, sp.cos(_x) > sp.cos(_y), evaluate=False),
            ),
            given=(_x >= 0, _x <= _y, _y <= sp.pi),
        ),
        reference="W. Rudin, Principles of Mathematical Analysis, section 8.7: its derivative is "
        "minus the sine, which is positive between 0 and pi.",
    ),
    "the cosine of twice an angle": KnownFact(
        States(sp.Eq(sp.cos(2 * _x), sp.cos(_x) ** 2 - sp.sin(_x) ** 2, evaluate=False)),
        reference="W. Rudin, Principles of Mathematical Analysis, section 8.7: the real part of "
        "exp(2 i x) = exp(i x)^2.",
    ),
    "erfc below exp(-z^2)": KnownFact(
        States(sp.erfc(_x) <= sp.exp(-(_x**2)), given=(_x >= 0,)),
        reference="W. Feller, An Introduction to Probability Theory and Its Applications I, "
        "section VII.1: substitute t = x + u in the integral of exp(-t^2) from x on; it is at most "
        "exp(-x^2) times that of exp(-u^2) from 0 on.",
    ),
    "a positive function that increases up to 1": KnownFact(
        _increasing(
            Every(_x, _step(_x) <= 1),
            Every(_y, Implies(_y < 1, Some(_x, _step(_x) > _y), evaluate=False)),
        ),
        reference="The function 1 / (1 + exp(-x)) is one.",
    ),
    "a positive function that increases through given points": KnownFact(
        States(
            _increasing(_through, _rises_between).says,
            given=(_m >= 0, _factor > 0, _values[0] > 0, _steps_up),
        ),
        reference="The function that is linear between neighbouring places, rises with the slope r "
        "behind the last one and like exp(x - a_0) times b_0 before the first is one.",
    ),
    "a density with one mode that is positive everywhere": KnownFact(
        States(Some(_f, And(UnimodalDensity(_f, sp.S.Zero), Every(_x, _f(_x) > 0)))),
        reference="The function exp(-|x|) / 2 is one: its integral over either half line is 1/2.",
    ),
    "a positive function that increases": KnownFact(
        _increasing(),
        reference="The exponential function is one, by its power series.",
    ),
    "primitive of 1/alpha": KnownFact(
        States(
            given=(StrictlyIncreasing(_step), Positive(_step)),
            says=Some(_sum, And(StrictlyIncreasing(_sum), Every(_x, Every(_y, _slower(_x, _y))))),
        ),
        reference="W. Rudin, Principles of Mathematical Analysis, theorems 6.9 and 6.12: 1/alpha "
        "is monotone and hence integrable on every interval; G is its integral from 0. Between x "
        "and y, 1/alpha lies below 1/alpha(x) if y > x and above it if y < x.",
    ),
}
