"""Theorem F.6: how the noise of all coordinates grows, for beta above, at and below 2.

The noise of coordinate n is N = n^(-beta/2), or T N^2 where that is less. So the sum is at most
that of N up to any coordinate m, and T m^(1 - beta) / (beta - 1) for those beyond, which telescope.
What is shown of a growth R is that this is at most a multiple of R for m = J or d, and that the sum
of N up to some m with T m^(-beta/2) >= 1 is at least R / 2:

    beta > 2    R between 1/2 and 1, m = 1
    beta = 2    R = log T, m = J, and later R = log d, m = d
    beta < 2    R = T^(2/beta - 1), m = J, and later R = d^(1 - beta/2), m = d

J = T^(2/beta), rounded down.
"""

import sympy as sp
from sympy.logic.boolalg import And

from theory.arguments import Assume, Induct, Put, Solve
from theory.binders import substitute
from theory.claim import ForAll
from theory.existence import given_by
from theory.language import eq, reals
from theory.papers.signsgd_scaling import scaling_sums_argument
from theory.papers.signsgd_scaling.loss_argument import (
    ONE,
    POWER_SUM,
    TELESCOPES,
    by_index,
    lemma,
    n,
    p,
    v,
    y,
)
from theory.papers.signsgd_scaling.notation import B, beta, d, eta, k
from theory.papers.signsgd_scaling.scaling_coordinate_argument import T, h, i
from theory.papers.signsgd_scaling.scaling_sums_argument import (
    J,
    m,
    next_noise,
    next_power,
    noises,
    noisy,
    powers,
)
from theory.quantifiers import inhabited
from theory.rewriting import rewritten

R, omega = reals("R omega")
room = 1 - beta / 2
HALF = sp.Rational(1, 2)
SIZES = (eta > 0, B >= 1, d >= 1, k >= 0, beta > 1)
EDGE, FLAT = eq(beta, 2), beta < 2

LEMMAS = {
    **scaling_sums_argument.LEMMAS,
    "beta = 2": ForAll(sp.Eq(i ** (-beta / 2), 1 / i), given=(i > 0, EDGE)),
    "beta = 2, twice": ForAll(sp.Eq(i ** (1 - beta), 1 / i), given=(i > 0, EDGE)),
    "log rises": ForAll(sp.log(v) <= sp.log(h), given=(v > 0, h >= v)),
    "log and the next": ForAll(
        sp.Eq(sp.log(y + 1), sp.log(y) + sp.log(1 + 1 / y)), given=(y >= 1,)
    ),
    "log and the one before": ForAll(
        sp.Eq(sp.log(y), sp.log(y + 1) + sp.log(1 / (1 + 1 / y))), given=(y >= 1,)
    ),
    "log near 1, above": ForAll(sp.log(v) <= v - 1, given=(v >= 1,)),
    "log near 1, below": ForAll(sp.log(1 / v) <= 1 / v - 1, given=(v >= 1,)),
    "log from 2 on": ForAll(sp.log(v) >= HALF, given=(v >= 2,)),
    "powers rise": ForAll(v**p <= h**p, given=(v > 0, h >= v, p > 0)),
    "powers fall": ForAll(v**-p <= h**-p, given=(h > 0, v >= h, p > 0)),
    "a power of half of J": ForAll(
        sp.Eq((J / 2) ** (1 - beta), 2 ** (beta - 1) * J ** (1 - beta)), given=(J > 0, beta > 1)
    ),
    "half of a power": ForAll((v / 2) ** p >= v**p / 2, given=(v > 0, p > 0, p < 1)),
}

# -- the sum of the noises, by sums of powers ------------------------------------------------------

UP_TO_M = by_index(
    noises(n) <= powers(n),
    (B >= 1, beta > 1),
    (next_noise(ONE), next_power(ONE)),
    (next_noise(n + 1), next_power(n + 1)),
)
_beyond = T * (m ** (1 - beta) - n ** (1 - beta)) / (beta - 1)
_says = noises(n) <= powers(m) + _beyond
BEYOND_M = Induct(
    _says,
    n,
    m,
    base=Solve(substitute(_says, {n: m}), (*SIZES, m >= 1), (Put(UP_TO_M, {n: m}),)),
    step=Solve(
        substitute(_says, {n: n + 1}),
        (*SIZES, m >= 1, n >= m, _says),
        (
            next_noise(n + 1),
            Solve(
                (n + 1) ** -beta <= (n ** (1 - beta) - (n + 1) ** (1 - beta)) / (beta - 1),
                (beta > 1, n >= 1),
                (Put(TELESCOPES, {p: beta - 1, y: n}),),
            ),
        ),
    ),
)
NOISES = Solve(
    noises(d) <= powers(m) + T * m ** (1 - beta) / (beta - 1),
    (*SIZES, m >= 1, m <= d),
    (Put(BEYOND_M, {n: d}),),
)
ALL_NOISES = Solve(noises(d) <= powers(d), SIZES, (Put(UP_TO_M, {n: d}),))

# -- sums of powers --------------------------------------------------------------------------------

_at_2 = lemma("beta = 2", {i: n + 1})
_log_rises = Solve(
    And(1 / (y + 1) <= sp.log(y + 1) - sp.log(y), sp.log(y + 1) - sp.log(y) <= 1 / y),
    (y >= 1,),
    (
        lemma("log and the next"),
        lemma("log near 1, above", {v: 1 + 1 / y}),
        lemma("log and the one before"),
        lemma("log near 1, below", {v: 1 + 1 / y}),
    ),
)
LOG_ABOVE = by_index(
    powers(n) <= 1 + sp.log(n),
    (beta > 1, EDGE),
    (next_power(ONE),),
    (next_power(n + 1), _at_2, Put(_log_rises, {y: n})),
)
LOG_BELOW = by_index(
    powers(n) >= sp.log(n + 1),
    (beta > 1, EDGE),
    (next_power(ONE), Put(_log_rises, {y: ONE})),
    (next_power(n + 1), _at_2, Put(_log_rises, {y: n + 1})),
)
RISES = Solve(
    p * (y + 1) ** (p - 1) <= 2 * ((y + 1) ** p - y**p),
    (y >= 1, p > 0, p < 1),
    (
        Solve(
            (y + 1) ** p >= (1 + p / (y + 1)) * y**p,
            (y >= 1, p > 0),
            (lemma("Bernoulli", {y: 1 / (y + 1)}), lemma("a power of a quotient")),
        ),
        Solve(
            2 * y**p >= (y + 1) ** p,
            (y >= 1, p > 0, p < 1),
            (
                lemma("half of a power", {v: y + 1}),
                lemma("powers rise", {v: (y + 1) / 2, h: y}),
            ),
        ),
    ),
)
POWER_ABOVE = by_index(
    powers(n) <= 2 * n**room / room,
    (beta > 1, FLAT),
    (next_power(ONE),),
    (next_power(n + 1), Put(RISES, {p: room, y: n})),
)
POWER_BELOW = by_index(
    powers(n) >= n**room,
    (beta > 1, FLAT),
    (next_power(ONE),),
    (next_power(n + 1), lemma("powers of an index fall", {i: n + 1, J: n})),
)

# -- what is shown of a growth ---------------------------------------------------------------------

MOST_NOISE = noises(d) <= omega * R
_some = (m >= 1, m <= d, noisy(m), powers(m) >= R / 2)
LEAST_NOISE = inhabited((m,), _some)


def grows(growth, most, given, above, below, at):
    """Argue that the noise grows like R, from both sides.

    Args:
        growth: R.
        most: the constant above.
        given: hypotheses.
        above: what shows the bound from above.
        below, at: what shows the bound from below, at the coordinate m.
    """
    of = {R: growth, omega: most}
    return (
        Solve(substitute(MOST_NOISE, of), given, above),
        Solve(
            substitute(LEAST_NOISE, of),
            given,
            (given_by(substitute(LEAST_NOISE, of), {m: at}, given, below),),
        ),
    )


_arrived = sp.floor(J)
FLAT_GROWTH = T ** (2 / beta - 1)
_at_J = (*SIZES, J >= 1, eq(T, J ** (beta / 2)), d >= 2 * J)
_arrived_later = T * _arrived ** (1 - beta) / (beta - 1)
_noisy_up_to_J = Solve(
    noisy(_arrived), _at_J, (lemma("powers of an index fall", {i: J, J: _arrived}),)
)


def _up_to_J(given, beyond, using):
    """Return that the noises are the powers up to J and what is beyond at most."""
    bound = Solve(_arrived_later <= beyond, given, using)
    return Solve(noises(d) <= powers(_arrived) + beyond, given, (Put(NOISES, {m: _arrived}), bound))


STEEP_MOST = 2 * (1 + 2 / (beta - 2))
_at_edge = (*_at_J, EDGE)
_T_is_J = Solve(eq(T, J), _at_edge, (lemma("beta = 2", {i: J}),))
_log_of_J = Solve(
    sp.And(sp.log(_arrived) <= sp.log(T), sp.log(T) <= sp.log(_arrived + 1)),
    _at_edge,
    (
        _T_is_J,
        lemma("log rises", {v: _arrived, h: T}),
        lemma("log rises", {v: T, h: _arrived + 1}),
    ),
)
EDGE_EARLY = grows(
    sp.log(T),
    sp.Integer(7),
    (*_at_edge, T >= 2),
    (
        _up_to_J(_at_edge, 2, (_T_is_J, lemma("beta = 2, twice", {i: _arrived}))),
        Put(LOG_ABOVE, {n: _arrived}),
        _log_of_J,
        lemma("log from 2 on", {v: T}),
    ),
    (
        _noisy_up_to_J,
        Put(LOG_BELOW, {n: _arrived}),
        _log_of_J,
        lemma("log from 2 on", {v: T}),
    ),
    _arrived,
)
FLAT_MOST = 2 / room + 2 ** (beta - 1) / (beta - 1)
_flat = (*_at_J, FLAT)
_in_J = grows(
    J**room,
    FLAT_MOST,
    _flat,
    (
        _up_to_J(
            _flat,
            2 ** (beta - 1) * J**room / (beta - 1),
            (
                Solve(
                    _arrived ** (1 - beta) <= 2 ** (beta - 1) * J ** (1 - beta),
                    (J >= 1, beta > 1),
                    (
                        lemma("powers fall", {v: _arrived, h: J / 2, p: beta - 1}),
                        lemma("a power of half of J"),
                    ),
                ),
                Solve(eq(T * J ** (1 - beta), J**room), _flat),
            ),
        ),
        Put(POWER_ABOVE, {n: _arrived}),
        lemma("powers rise", {v: _arrived, h: J, p: room}),
    ),
    (
        _noisy_up_to_J,
        Put(POWER_BELOW, {n: _arrived}),
        lemma("half of a power", {v: J, p: room}),
        lemma("powers rise", {v: J / 2, h: _arrived, p: room}),
    ),
    _arrived,
)
_is_growth = Assume(eq(J**room, FLAT_GROWTH))
FLAT_EARLY = [rewritten(one, one.says, J**room, _is_growth) for one in _in_J]
_late = (*SIZES, sp.Ge(T / d ** (beta / 2), 1, evaluate=False))
EDGE_LATE = grows(
    sp.log(d),
    sp.Integer(3),
    (*_late, EDGE, d >= 2),
    (ALL_NOISES, Put(LOG_ABOVE, {n: d}), lemma("log from 2 on", {v: d})),
    (
        Put(LOG_BELOW, {n: d}),
        lemma("log rises", {v: d, h: d + 1}),
        lemma("log from 2 on", {v: d}),
    ),
    d,
)
FLAT_LATE = grows(
    d**room,
    2 / room,
    (*_late, FLAT),
    (ALL_NOISES, Put(POWER_ABOVE, {n: d})),
    (Put(POWER_BELOW, {n: d}),),
    d,
)
STEEP = grows(
    R,
    STEEP_MOST,
    (*SIZES, beta > 2, T >= 1, R >= HALF, R <= 1),
    (ALL_NOISES, Put(POWER_SUM, {p: beta / 2 - 1, n: d})),
    (next_power(ONE),),
    ONE,
)
