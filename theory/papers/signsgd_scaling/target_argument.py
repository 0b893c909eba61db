"""What the power laws of assumption 2.1 say of the target: its size, and the late coordinates."""

import sympy as sp
from sympy.logic.boolalg import And

from theory.arguments import Assume, Between, Lemma, Put, Solve, Specialise
from theory.binders import SequenceOf
from theory.claim import ForAll
from theory.existence import by_values, denial
from theory.language import reals
from theory.orders import Order
from theory.papers.signsgd_scaling.notation import (
    OVER,
    POWER_LAWS,
    SETTING,
    B,
    alpha,
    beta,
    d,
    eigenvalues,
    eta,
    high,
    j,
    k,
    low,
    target,
)
from theory.papers.signsgd_scaling.notation import i as n

i, v, w, u, q = reals("i v w u q")
LEMMAS = {
    "signal and eigenvalue": ForAll(
        sp.Eq(i**-alpha, i**-beta * (i ** ((beta - alpha) / 2)) ** 2), given=(i >= 1,)
    ),
}
GIVEN = (*SETTING, *POWER_LAWS, j >= 1, j <= d)
LAW = Specialise(Assume(POWER_LAWS[-1]), j)
_size = j ** ((beta - alpha) / 2)
SIZE = Order(sp.Abs(target[j]), _size, "same", (*OVER, j))
WITHOUT_BARS = Order(target[j], _size, "same", (*OVER, j))
_low, _high = low / high, high / low
_between = Solve(
    And(sp.Abs(u) >= _low * w, sp.Abs(u) <= _high * w),
    (
        *(low > 0, high >= low, v > 0, w >= 0, low * v <= q, q <= high * v),
        *(low * v * w**2 <= q * u**2, q * u**2 <= high * v * w**2),
    ),
)
SIZE_SHOWN = Between(
    *(sp.Abs(target[j]), _size, _low, _high, (*OVER, j), GIVEN),
    (
        LAW,
        Put(_between, {u: target[j], w: _size, v: j**-beta, q: eigenvalues[j]}),
        Put(Lemma("signal and eigenvalue"), {i: j}),
    ),
)


def fails(statement, constant):
    """Return the argument against the order without bars: a target of -1."""
    one = sp.S.One
    point = {
        **dict.fromkeys((eta, B, d, j), one),
        k: sp.S.Zero,
        eigenvalues: SequenceOf(one, n),
        target: SequenceOf(-one, n),
    }
    task = {**dict.fromkeys((low, high), one), **dict.fromkeys((alpha, beta), 2 * one)}

    def show(says):
        return by_values(says, point, (constant > 0,))

    return denial([statement], {}, task, constant, show, side=1)


_power = sp.sqrt(B) * j ** (-alpha / 2)
_over_radius = sp.Abs(target[j]) * sp.sqrt(eigenvalues[j] * B)
IN_UNITS = Order(_over_radius, _power, "same", (*OVER, j))
_root = Solve(
    And(sp.Abs(u) * sp.sqrt(q * B) >= sp.sqrt(low) * w * sp.sqrt(B))
    & (sp.Abs(u) * sp.sqrt(q * B) <= sp.sqrt(high) * w * sp.sqrt(B)),
    (
        *(low > 0, high >= low, B >= 1, w >= 0, q > 0),
        *(low * w**2 <= q * u**2, q * u**2 <= high * w**2),
    ),
)
IN_UNITS_SHOWN = Between(
    *(_over_radius, _power, sp.sqrt(low), sp.sqrt(high), (*OVER, j), GIVEN),
    (
        LAW,
        Put(_root, {u: target[j], w: j ** (-alpha / 2), q: eigenvalues[j]}),
    ),
)
