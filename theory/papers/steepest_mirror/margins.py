"""Appendix F: which direction a deep diagonal network reaches on separable data.

Sign flow on x = w_1 ... w_L with exponential loss. The network's own problem is
min max_{i,c} |w_{i,c}|^2 / 2 and the reduced one min max_c |x_c|^(2/L), both with margins
y_j <x, z_j> >= 1. A point is stationary if some multipliers mu_j >= 0 of samples with margin 1 make
the pull sum_j mu_j y_j z_j a subgradient of the objective. For the reduced problem that means: the
pull vanishes on coordinates with |x_c| below the maximum and has the sign of x_c on the others.
With one sample and y = 1 the pull is a positive multiple of z, so that no multiplier is left to
choose. Two coordinates are enough; more only add conditions of the same kind. For any number of
samples the theorem stands as printed, in terms of the factors at all times.
"""

import sympy as sp
from sympy.logic.boolalg import And, Or

from theory.argument_language import States
from theory.binders import SequenceOf
from theory.choices import Ambiguous
from theory.claim import Claim, ForAll, Instead, Observed, Source
from theory.language import Head, eq, integers, le, reals, sequence
from theory.papers.steepest_mirror import coordinates as paper
from theory.papers.steepest_mirror.coordinates import (
    Y,
    Z,
    ell,
    i,
    in_all,
    j,
    n,
    over_coordinates,
    point,
    product,
    samples,
    within,
)
from theory.places import HERE
from theory.quantifiers import Every, Some

z1, z2, s1, s2, lam, X1, X2 = reals("z_1 z_2 omega_1 omega_2 lambda X_1 X_2")
r1, r2, p1, p2, u, v, w = reals("r_1 r_2 p_1 p_2 u v w")
L, k = integers("L k")
near, far, shallow, deep = reals("gap_T gap_4T off_2 off_10")


def gap(time):
    """Say what the distance to the best margin at a time is."""
    return (
        "1 - (margin of x / |x|_inf) / (largest margin with |x|_inf <= 1) at time "
        f"{time}, mean over data sets"
    )


def off(depth):
    """Say what is left outside the ground truth at a depth."""
    return (
        "mean of |x_c| / |x|_inf over coordinates outside the ground truth and over data sets, at "
        f"the end of training at depth {depth}"
    )


MEASURES = {near: gap("T (the horizon)"), far: gap("4 T"), shallow: off(2), deep: off(10)}

DIRECTION = Head(
    "X",
    "limit of x_c / |x|_inf under sign flow, pulled by z from w_1 = s, other |w_i| = |s| + lambda",
)


def limit_direction(z, s, lam, L):
    """Derive the limit of one coordinate, in units of the fastest one.

    All factors move with unit speed. If x has the sign of z they grow for ever, x like t^L. Else
    they shrink; the first reaches 0 alone if lambda > 0 and crosses it, so that x turns to the
    sign of z; for lambda = 0 they vanish together, and with them every gradient.
    """
    return sp.Piecewise((sp.sign(z), sp.Or(lam > 0, s * z > 0)), (0, True))


def fits(pull, size, largest):
    """Return the stationarity of one coordinate: no pull, or pull outwards at the largest size."""
    return sp.Or(sp.Eq(pull, 0), sp.And(pull > 0, sp.Eq(size, largest)))


def reached(z, X):
    """Return the stationarity of the direction reached: X z is the outward pull, 1 the largest."""
    return sp.Or(sp.Eq(z, 0), sp.And(X * z > 0, sp.Eq(sp.Abs(X), 1)))


def leaves_zero(z, s):
    """Return the condition that a coordinate which the sample pulls does not end at 0."""
    return sp.Or(lam > 0, s * z > 0, sp.Eq(z, 0))


def one_sample(*given):
    """Return the statement for one sample and the first coordinate, under hypotheses."""
    second = {X2: DIRECTION(z2, s2, lam, L)} if any(g.has(X2) for g in given) else {}
    return ForAll(
        given=(L >= 2, k >= 1, *given),
        where={X1: DIRECTION(z1, s1, lam, L), **second},
        says=reached(z1, X1),
        instances={k: (1,)},
    )


# -- any number of samples -------------------------------------------------------------------------

FACTOR = Head(
    "w_t",
    "coordinate l of the factor w_i at time t of sign flow from w, every gradient of size 0 at "
    "rest, on the sum over j of exp(-Y_j <x, Z_j>), where x = w_1 ... w_L; Z, Y, k_Z, n, L, w, i, "
    "l, t",
)
multipliers, shares, normal = map(sequence, ("pi", "tau", "upsilon"))
precision, since, clock, size, stretch, largest = reals("epsilon t_0 t_1 S kappa_X S_X")


def at_time(time):
    """Return the factors at a time."""
    entry = FACTOR(Z, Y, samples, n, paper.L, paper.w, i, ell, time)
    return SequenceOf(entry, i, ell)


def x_at(time, index):
    """Return a coordinate of x at a time."""
    return product(at_time(time), paper.L, index)


def margin(sample, coordinate):
    """Return Y_j <x, Z_j> of a point by its coordinate l."""
    return Y[sample] * over_coordinates(Z[sample, ell] * coordinate, ell)


def is_norm(number, coordinate):
    """Return that a number is the largest size of a coordinate l of some point."""
    reached = Some(ell, And(within(ell, n), eq(sp.Abs(coordinate), number)))
    return And(in_all(ell, n, le(sp.Abs(coordinate), number)), reached)


def is_limit_point():
    """Return that x_t / |x_t|_inf comes close to a point at arbitrarily late times."""
    moved = x_at(clock, ell)
    near = in_all(ell, n, le(sp.Abs(moved / size - point[ell]), precision))
    met = Some(clock, And(clock >= since, Some(size, And(size > 0, is_norm(size, moved), near))))
    any_time = Every(since, sp.Implies(since >= 0, met, evaluate=False))
    return Every(precision, sp.Implies(precision > 0, any_time, evaluate=False))


def has_kkt_point():
    """Return that a multiple of a point is one of: least max |x_l|^(2/L), all margins >= 1.

    The gradients of |x_l|^(2/L) where |x_l| is largest, mixed with weights tau_l, are the pull of
    the samples of margin 1, each with a multiplier pi_j >= 0.
    """
    at = stretch * point[ell]
    held = And(
        margin(j, at) >= 1,
        multipliers[j] >= 0,
        eq(multipliers[j] * (margin(j, at) - 1), 0),
    )
    pull = sp.Sum(multipliers[j] * Y[j] * Z[j, ell], (j, 1, samples))
    steepness = 2 * largest ** (2 / paper.L - 1) / paper.L
    mixed = And(
        shares[ell] >= 0,
        eq(shares[ell] * (largest - sp.Abs(at)), 0),
        eq(pull, steepness * shares[ell] * sp.sign(at)),
    )
    found = And(
        *(stretch > 0, largest > 0, is_norm(largest, at)),
        in_all(j, samples, held),
        eq(over_coordinates(shares[ell], ell), 1),
        in_all(ell, n, mixed),
    )
    for bound in (shares, multipliers, largest, stretch):
        found = Some(bound, found)
    return found


_apart = eq(sp.Abs(paper.w[i, ell]), sp.Abs(paper.w[1, ell]) + paper.lam)
_some_direction = Some(normal, in_all(j, samples, margin(j, normal[ell]) > 0))
_LOSS = sp.Sum(sp.exp(-margin(j, x_at(since, ell))), (j, 1, samples))


def balance_is(parameter):
    """Return which balances are meant."""
    return Ambiguous(
        "definitions 3.3 and 4.6 and theorem E.3 admit the balance 0, theorem 4.8 and corollary "
        "4.10 do not",
        {"lambda >= 0": parameter >= 0, "lambda > 0": parameter > 0},
    )


ANY_SAMPLES = States(
    has_kkt_point(),
    {
        "section 3": (n >= 1, samples >= 1),
        HERE: (
            *(paper.L >= 2, balance_is(paper.lam)),
            in_all(j, samples, Or(eq(Y[j], 1), eq(Y[j], -1))),
            _some_direction,
            in_all(i, paper.L, in_all(ell, n, Or(eq(i, 1), _apart))),
            Some(since, And(since >= 0, _LOSS < 1)),  # assumption (3) of theorem B.12
            is_limit_point(),
        ),
    },
)

THM_F_1 = Claim(
    id="steepest-mirror/thm-F.1",
    title="Margin direction of deep diagonal networks",
    source=Source("section 5", "theorem F.1"),
    words="From a lambda-balanced start, sign descent on separable data tends in direction to "
    "stationary points of minimising max|x_c|^(2/L) under unit margins.",
    printed={
        "one sample, started off 0": one_sample(
            balance_is(lam), sp.Ne(s1, 0), X1 * z1 + X2 * z2 > 0
        ),
        "any number of samples": ANY_SAMPLES,
    },
    lemmas={
        "one sample, lambda > 0, as in theorem 4.8": one_sample(lam > 0),
        "several samples, lambda > 0, as in theorem 4.8": Observed(
            experiment="margin-gap",
            settings={"depth": 2, "lambda": 0.1, "samples": 3, "features": 4, "horizon": 5},
            effect=far < near / 2,
            measures=MEASURES,
        ),
    },
    instead={
        "one sample, started off 0": Instead(
            one_sample(lam >= 0, leaves_zero(z1, s1)),
            words="for lambda > 0, or for lambda = 0 if the coordinate starts on the side to "
            "which the sample pulls it",
        ),
    },
    uses=("steepest-mirror/thm-B.12", "steepest-mirror/lem-4.5"),
    note="Take lambda = 0, one sample (-1, 1)"
    " and w_1 = w_2 = (1, 1). The factors of x_1 are 1 - t, reach 0 at t = 1 and rest there, "
    "those of x_2 are 1 + t: the direction of x tends to (0, 1). But the only stationary "
    "point of max|x_c| with -x_1 + x_2 >= 1 is (-1/2, 1/2). For lambda > 0 one sample is as "
    "printed; several are not decided.",
    symbols={
        z1: "first coordinate of the sample, whose label is 1",
        z2: "second coordinate of the sample",
        s1: "start of w_1 in the first coordinate",
        s2: "start of w_1 in the second coordinate",
        X1: "limit of x_1 / |x|_inf; a stationary point has |X_1| = 1 and X_1 z_1 > 0 unless "
        "z_1 = 0",
        X2: "limit of x_2 / |x|_inf",
        k: "number of samples",
    },
)

LARGEST = sp.Max(r1, r2)
IN_WEIGHTS = (fits(z1 * p1, r1, LARGEST), fits(z2 * p2, r2, LARGEST))
IN_X = sp.And(fits(z1, r1, LARGEST), fits(z2, r2, LARGEST))

STEP_REDUCTION = Claim(
    id="steepest-mirror/thm-F.1-step-reduction",
    title="From the problem in the weights to the problem in x",
    source=Source(appendix="proof of theorem F.1"),
    words="With balanced factors, minimising the largest weight is minimising max|x_c|^(2/L), and "
    "stationary points of the first are stationary points of the second.",
    printed={
        "least objective of all factorisations": ForAll(
            given=(L >= 2, u >= 0, v >= 0, v <= 1, w >= 0, w <= 1),
            says=v * u * (w * u ** (L - 1)) <= u**L,
        ),
        "reached by factors of one size": ForAll(
            given=(L >= 2, u >= 0),
            where={w: u**L},
            says=sp.Eq(u**2 / 2, sp.Abs(w) ** (2 / L) / 2, evaluate=False),
        ),
        "stationary points": ForAll(
            given=(
                L >= 2,
                r1 >= 0,
                r2 >= 0,
                sp.Eq(p1, r1 ** (L - 1)),
                sp.Eq(p2, r2 ** (L - 1)),
                z1 * p1 * r1 + z2 * p2 * r2 > 0,
                *IN_WEIGHTS,
            ),
            says=IN_X,
            instances={L: (2, 3, 4)},
        ),
    },
    instead={
        "stationary points": Instead(
            ForAll(
                given=(p1 > 0, p2 > 0, *IN_WEIGHTS),
                says=IN_X,
            ),
            words="add that no coordinate of x is 0",
        ),
    },
    note="For z = (1, 1) and L = 2 the weights w_1 = w_2 = (0, 1) are stationary: the pull on a "
    "factor of x_1 is z_1 p_1 = 0. But x = (0, 1) is not: z_1 is not 0 and |x_1| is below the"
    " maximum. Where no x_c is 0, both have the same stationary points. Here |x_c| = r_c p_c;"
    " in the other parts u is the largest size of a factor, v u and w u^(L-1) are the sizes "
    "of one and of the product of the others.",
    symbols={
        z1: "pull in the direction of x_1",
        z2: "pull in the direction of x_2",
        r1: "common size of the factors of x_1",
        r2: "common size of the factors of x_2",
        p1: "size of the product of all factors of x_1 but one",
        p2: "size of the product of all factors of x_2 but one",
    },
)


def product_at(distance, depth):
    """Return x after the first factor has gone a distance from 0 and the others from lambda."""
    return distance * (distance + lam) ** (depth - 1)


TXT_MARGIN_DEPTH = Claim(
    id="steepest-mirror/txt-margin-depth",
    title="Depth changes the direction reached, not the margin problem",
    source=Source("section 1", "appendix F"),
    words="The reduced margin problem orders vectors alike at every depth, but from a small start "
    "deeper networks move slower near zero and faster away from it, which makes the direction "
    "that training reaches sparser.",
    printed={
        "the objective is increasing at every depth": ForAll(
            given=(L >= 2, u >= 0, u < v), says=u ** (2 / L) < v ** (2 / L)
        ),
        "equal travel, deeper is sparser": ForAll(
            given=(L >= 2, lam >= 0, u > 0, u < v),
            says=product_at(u, L + 1) * product_at(v, L) < product_at(u, L) * product_at(v, L + 1),
        ),
        "sign descent at depth 2 and 10": Observed(
            experiment="margin-sparsity",
            settings={
                "features": 100,
                "samples": 80,
                "lambda": 0.1,
                "rate": 0.01,
                "steps": 10_000,
                "depths": (2, 10),
            },
            effect=deep < shallow,
            measures=MEASURES,
        ),
    },
    note="u < v are the distances that the factors of two coordinates have travelled; the ratio "
    "of the two products falls when a factor is added. off is the mean of |x_c| / |x|_inf over "
    "coordinates outside the ground truth, at the end of training. Theorem F.1 is about the limit, "
    "not about such an end.",
)
