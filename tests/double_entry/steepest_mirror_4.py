"""Second entries of theorem 4.2, lemma 4.5 and the proof of theorem F.1, from the page."""

import sympy as sp
from sympy.logic.boolalg import And

from tests.double_entry.steepest_mirror import (
    FAMILY,
    B,
    Lam,
    alpha,
    le,
    mu,
    named,
    q,
    steep,
)
from tests.double_entry.steepest_mirror_2 import (
    PAIR,
    STRONGLY_CONVEX,
    d,
    f_min,
    f_x,
    g,
    gap,
    rate,
    total,
)
from theory.argument_language import States
from theory.choices import Ambiguous
from theory.claim import ForAll
from theory.language import eq, reals
from theory.papers.steepest_mirror.notation import L, ell, i, in_all, j, n, w

h, bend, x_0 = named("h f''_l x_l0")

# -- theorem 4.2 -----------------------------------------------------------------------------------

COERCIVE = (n >= 1, mu > 0, in_all(ell, n, h[ell] >= mu))
BOUNDED = (B > 0, in_all(ell, n, le(sp.Abs(g[ell]), B)))
speed_of_loss = -total(g[ell] * h[ell] * steep(g[ell]))
away = total(d[ell] ** 2)
# for f = f'' x^2 / 2 and R = x^2 / (2 mu) x moves at -mu (f'' x)^(q-1), from x_0 > 0 on to 0
QUADRATIC = (*FAMILY, mu > 0, B > 0, bend > 0, x_0 > 0, le(bend * x_0, B))
start = bend * x_0
squares = start ** (4 - q) / (mu * bend * (4 - q))  # the integral of (f'' x)^2
powers = bend * x_0**2 / (2 * mu)  # that of (f'' x)^q
CONVERGENCE = {
    "the loss decays": States(le(speed_of_loss, 0), given=(*COERCIVE, q >= 1)),
    "the integral": ForAll(
        le(squares, (0 - bend * x_0**2 / 2) / (mu * B ** (q - 2))), given=QUADRATIC
    ),
    # the distance falls at half the rate at which the loss does
    "the rate": States(
        le(speed_of_loss, -2 * mu * B ** (q - 2) * Lam * (f_x - f_min)),
        given=(*COERCIVE, *BOUNDED, *FAMILY, *STRONGLY_CONVEX),
    ),
    "the distance": States(
        le(away, 2 / Lam * (f_x - f_min)),
        given=(n >= 1, Lam > 0, sp.Ge(f_x, f_min + Lam / 2 * away, evaluate=False)),
    ),
}
POWER_OF_B = ForAll(le(squares, B ** (q - 2) * powers), given=QUADRATIC)

# -- lemma 4.5 -------------------------------------------------------------------------------------

first, other, decayed, GAP, time = named("s_i s_1 A Gap t")
differs = first**q - other**q
HAS_RATE = sp.Or(q > 1, And(sp.Ne(w[i, ell], 0), sp.Ne(w[j, ell], 0)))
one, two = reals("a b")


def at_rest(factors, speeds, moving=()):
    """Return that a factor rests where it is 0, as it does at almost all times at which it is."""
    return [
        sp.Or(sp.Ne(at, 0), eq(v, 0))
        for at, v in zip(factors, speeds, strict=True)
        if at not in moving
    ]


def filippov(factors, shares, regions, signs, moving=()):
    """Return the balance of the first and the last factor for every mean of velocities nearby.

    Args:
        factors: their values.
        shares: of the velocities in the mean.
        regions: for each velocity where it is found next to the factors.
        signs: for each velocity, the direction in which the slope moves each factor.
        moving: factors that are not 0.
    """
    speeds = [
        sum(share * (-alpha * at + way[number]) for share, way in zip(shares, signs, strict=True))
        for number, at in enumerate(factors)
    ]
    ends = [sp.sign(factors[n]) * speeds[n] for n in (0, -1)]
    rests = at_rest(factors, speeds, moving)
    mixed = [sp.Or(eq(s, 0), near) for s, near in zip(shares, regions, strict=True)]
    return ForAll(
        eq(ends[0] - ends[1], -alpha * (sp.Abs(factors[0]) - sp.Abs(factors[-1]))),
        given=(*(s >= 0 for s in shares), eq(sum(shares), 1), *mixed, *rests),
    )


# the slope has the sign of x - c, so that a velocity is met where it is 1, and where it is -1
w_1, w_2, w_3, c = reals("w_1 w_2 w_3 c")
SHARES_OF_FOUR = reals("a_1 a_2 a_3 a_4")
WAYS = ((-1, -1), (1, -1), (-1, 1), (1, 1))


def met(way):
    """Return where two factors move in some directions: where their signs and the slope are so."""
    places = []
    for slope in (1, -1):
        sides = (-slope * way[1] * w_1 >= 0, -slope * way[0] * w_2 >= 0)
        beyond = sp.Ge(slope * (w_1 * w_2 - c), 0, evaluate=False)
        there = () if slope == way[0] * way[1] else (sp.Ne(c, 0),)  # x = 0 parts the two sides
        places.append(And(*sides, beyond, *there))
    return sp.Or(*places)


# where w_1 is not 0 its sign is fixed nearby, those of the others are not
QUADRANTS = ((1, 1), (1, -1), (-1, 1), (-1, -1))
THREE = filippov(
    (w_1, w_2, w_3),
    SHARES_OF_FOUR,
    [And(y * w_2 >= 0, z * w_3 >= 0) for y, z in QUADRANTS],
    [[-sp.sign(c) * y * z, -sp.sign(c * w_1) * z, -sp.sign(c * w_1) * y] for y, z in QUADRANTS],
    moving=(w_1,),
)
BESIDE = (sp.Ne(c, 0), sp.Ne(w_1, 0))


def with_signs(factors, slope, moving=()):
    """Return the balance if a member of a set-valued sign is chosen for each factor."""
    chosen = reals("xi_1 xi_2 xi_3")[: len(factors)]
    pulls = [slope * sp.Mul(*factors[:n], *factors[n + 1 :]) for n in range(len(factors))]
    speeds = [-xi - alpha * at for xi, at in zip(chosen, factors, strict=True)]
    is_member = [
        And(sp.Abs(xi) <= 1, sp.Or(eq(pull, 0), eq(xi, sp.sign(pull))))
        for xi, pull in zip(chosen, pulls, strict=True)
    ]
    ends = [sp.sign(factors[n]) * speeds[n] for n in (0, -1)]
    return ForAll(
        eq(ends[0] - ends[1], -alpha * (sp.Abs(factors[0]) - sp.Abs(factors[-1]))),
        given=(*is_member, *at_rest(factors, speeds, moving)),
    )


def in_both_senses(hull, signs, *given):
    """Return a statement for velocities of either kind."""
    return Ambiguous(
        "what the flow is where a sign jumps",
        {
            name: ForAll(one.says, given=(*given, *one.given))
            for name, one in (("hull", hull), ("signs", signs))
        },
    )


BALANCE = {
    "rate": States(eq(rate(i) - rate(j), -q * alpha * gap), given=(*PAIR, HAS_RATE)),
    "solution": ForAll(
        eq(
            sp.Derivative(differs * sp.exp(-q * decayed), decayed),
            -q * (differs * sp.exp(-q * decayed)),
        ),
        given=(q >= 1, first >= 0, other >= 0),
    ),
    "three factors": in_both_senses(THREE, with_signs((w_1, w_2, w_3), c, (w_1,)), *BESIDE),
    "two factors": in_both_senses(
        filippov((w_1, w_2), SHARES_OF_FOUR, map(met, WAYS), WAYS),
        with_signs((w_1, w_2), w_1 * w_2 - c),
    ),
    "where x^2 / 2 falls": ForAll(
        eq(GAP(one, two, time), one - two), given=(one > 0, two > 0, time >= 0)
    ),
}

# -- theorem F.1, the reduction of the problem for w -----------------------------------------------

# the largest factor has the size u, one of them v u, the product of all others w u^(L-1)
u, v, v_rest, at_x, r_1, r_2, p_1, p_2, z_1, z_2 = reals("u v w x r_1 r_2 p_1 p_2 z_1 z_2")
DEPTH = (L >= 2,)
SHARES = (u >= 0, v >= 0, v <= 1, v_rest >= 0, v_rest <= 1)
largest = sp.Max(r_1, r_2)


def only_at_the_largest(size, pull):
    """Return that a coordinate is pulled only if it is the largest one, and then outwards."""
    return sp.Or(eq(pull, 0), And(pull > 0, eq(size, largest)))


# |x_c| = r_c p_c for balanced factors of the size r_c; a factor is pulled by z_c p_c, x by z_c
BALANCED_FACTORS = (r_1 >= 0, r_2 >= 0, eq(p_1, r_1 ** (L - 1)), eq(p_2, r_2 ** (L - 1)))
STATIONARY = (
    *(only_at_the_largest(r_1, p_1 * z_1), only_at_the_largest(r_2, p_2 * z_2)),
    r_1 * p_1 * z_1 + r_2 * p_2 * z_2 > 0,  # some sample has a multiplier
)
REDUCTION = {
    "no smaller": ForAll(le((v * u) * (v_rest * u ** (L - 1)), u**L), given=(*DEPTH, *SHARES)),
    "reached": ForAll(
        eq(u**2 / 2, sp.Abs(at_x) ** (sp.S(2) / L) / 2),
        given=(*DEPTH, u >= 0),
        where={at_x: u**L},
    ),
    "stationary": ForAll(
        And(only_at_the_largest(r_1, z_1), only_at_the_largest(r_2, z_2)),
        given=(*DEPTH, *BALANCED_FACTORS, *STATIONARY),
    ),
}

ENTRIES = {
    "steepest-mirror/lem-4.5": BALANCE,
    "steepest-mirror/thm-F.1-step-reduction": REDUCTION,
    "steepest-mirror/thm-4.2": CONVERGENCE,
    "steepest-mirror/thm-4.2-step-power-of-B": POWER_OF_B,
}
