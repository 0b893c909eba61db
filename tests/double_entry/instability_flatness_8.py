"""Second entries of appendices E.4 and E.6 that were entered anew after a comparison.

The first ones were about other quantities than the claims: here what the page says of any number of
parameters is written for two of them, worked out anew, of a quadratic loss where it is about one
loss at a time.
"""

import sympy as sp
from sympy.logic.boolalg import And

from tests.double_entry.instability_flatness import implies, le
from tests.double_entry.instability_flatness_polarity import total
from theory.argument_language import States
from theory.choices import Ambiguous, Damaged
from theory.claim import ForAll, Missing, SameOrder
from theory.language import eq, reals, sequence
from theory.orders import Order
from theory.papers.instability_flatness.polarity_notation import (
    TOP,
    ddz,
    deviation,
    dz,
    eps_m,
    i,
    j,
    k,
    lam,
    n,
    others,
    ratio,
    t1,
    t2,
    ti,
    tj,
    tk,
    v,
    vartheta,
    vi,
    vj,
)
from theory.quantifiers import Every, Some

from_here, gap = reals("c_0 epsilon_0")


def from_some_number(symbols, conditions, says):
    """Return that there is a number from which on something holds for all values."""
    holds = implies(And(*conditions), says)
    for symbol in reversed(symbols):
        holds = Every(symbol, holds)
    return Some(from_here, And(from_here > 0, holds))


def within_any_gap(symbols, conditions, says):
    """Return the same for every distance, however small."""
    there = from_some_number(symbols, conditions, says)
    return States(Every(gap, implies(gap > 0, there)))


# -- appendix E.6, the orders ----------------------------------------------------------------------

# of the square of a sum of two parameters every second derivative is 2; Theta_a is the one, Theta_b
# the other one, which is smaller by a factor
SECOND = sp.S(2)
IMBALANCE = (sp.Ne(tj, 0), ti**2 >= from_here * tj**2)


def constant_parameters(statement):
    """Return both meanings of orders, of which one cannot be said of so few parameters."""
    return Ambiguous(
        "whether parameters are constants of O and Omega",
        {
            "they are": Missing(
                "orders in products that grow while their parameters are constants"
            ),
            "they are not": statement,
        },
    )


def of_order(right, relation):
    """Return an order in Theta_a, and in Theta_a / Theta_b where it is at least 1."""
    return SameOrder(SECOND, right, regime=(ratio >= 1,), variables=(ti, ratio), relation=relation)


HESSIAN_HAS_EIGENVECTOR = [eq(SECOND * vi + SECOND * vj, lam * to) for to in (vi, vj)]
ORDERS = {
    "across": constant_parameters(of_order(ti * (ti / ratio), "at most")),
    "lambda_1": constant_parameters(of_order(ti**2, "at least")),
    "dominates": constant_parameters(within_any_gap((ti, tj), IMBALANCE, le(SECOND, gap * SECOND))),
    "approximated": constant_parameters(
        within_any_gap(
            (ti, tj, lam, vi, vj),
            (*IMBALANCE, *HESSIAN_HAS_EIGENVECTOR, lam > 0, sp.Ne(vj, 0)),
            le(vj**2, gap * (vi**2 + vj**2)),
        )
    ),
}

# -- appendix E.4, two parameters: the Hessian of z(theta_1 theta_2) -------------------------------

theta = t1 * t2
mixed = ddz * theta + dz
HESSIAN = {(1, 1): ddz * t2**2, (2, 2): ddz * t1**2}
# the larger root of the characteristic equation is the one that is above both entries
LARGEST_OF_TWO = (
    eq((lam - HESSIAN[1, 1]) * (lam - HESSIAN[2, 2]), mixed**2),
    *(lam >= entry for entry in HESSIAN.values()),
)
CONVEX = (sp.Ne(t1, 0), sp.Ne(t2, 0), ddz >= 0)
ILL_CONDITIONED = t2**2 >= from_here * t1**2
SMALL = from_here * sp.Abs(dz) <= sp.Abs(ddz * theta)
ENOUGH, ALSO_SMALL = "yes", "no, z' / (z'' Theta) is small, too"


def conditioned(make):
    """Return what is said where sizes differ, and where z' is small against z'' Theta, too."""
    return Ambiguous(
        "whether parameters of different size are all that is assumed",
        {ENOUGH: make(), ALSO_SMALL: make(SMALL)},
    )


# v_k = (psi / theta_k) (1 + epsilon_k), where both vectors have length 1: small deviations are
# those of which the quotient of both 1 + epsilon_k is near 1
one_plus = vj * t2 / (vi * t1)
OF_HESSIAN = (
    eq(HESSIAN[1, 1] * vi + mixed * vj, lam * vi),
    eq(mixed * vi + HESSIAN[2, 2] * vj, lam * vj),
)
CONTROLLED = conditioned(
    lambda *more: within_any_gap(
        (t1, t2, dz, ddz, lam, vi, vj),
        (
            *(*CONVEX, ILL_CONDITIONED, *LARGEST_OF_TWO, *OF_HESSIAN),
            *(sp.Ne(vi, 0), sp.Ne(mixed, 0), *more),
        ),
        le(sp.Abs(sp.Abs(one_plus) - 1), gap),
    )
)
# theta_k > (z' Theta / lambda)^(1/2) for the smaller one, from some number on for the larger one
ABOVE = Ambiguous(
    "where they often are",
    {
        "wherever z is convex": States(
            from_some_number(
                (t1, t2, dz, ddz, lam),
                (
                    *(*CONVEX, ILL_CONDITIONED, *LARGEST_OF_TWO),
                    *(dz * theta >= 0, sp.Ne(mixed, 0)),
                ),
                t1**2 * lam > dz * theta,
            )
        ),
        "of those that one meets": Missing("which losses and parameters these are"),
    },
)

# D theta_1^-2 + D theta_2^-2 is what belongs to the approximate eigenvector
estimate = (ddz * theta**2 + dz * theta) * (t1**-2 + t2**-2)
# of n parameters, whose product is Theta
product = sp.Product(vartheta[i], (i, 1, n))
curved, sloped = ddz * product**2, dz * product
whole = curved + sloped  # D
inverses = sp.Sum(vartheta[i] ** -2, (i, 1, n))  # psi^-2
psi = 1 / sp.sqrt(inverses)


def of_hessian(at):
    """Return x^T H x, H_jk being D over both parameters, and z'' Theta^2 over one for j = k."""
    scaled = at[j] / vartheta[j]
    return whole * total(scaled) ** 2 - sloped * total(scaled**2)


def for_each(index, says):
    """Return what holds of every parameter."""
    return Every(index, implies(And(index >= 1, index <= n), says))


any_one = sequence("x")
constant = whole * total(v[j] / vartheta[j])  # C_1
LEADING = (
    *(n >= 2, ddz >= 0, for_each(j, sp.Ne(vartheta[j], 0)), eq(total(v[j] ** 2), 1)),
    for_each(k, eq((lam + sloped / vartheta[k] ** 2) * v[k], constant / vartheta[k])),
    Every(any_one, le(of_hessian(any_one), lam * total(any_one[j] ** 2))),
)
# A is the sum of u_j^*^2 epsilon_j, and of the two eigenvectors that is meant which is nearer
deviations = total((psi / vartheta[j]) ** 2 * deviation[j])
WITH_DEVIATIONS = (
    for_each(j, eq(v[j], psi / vartheta[j] * (1 + deviation[j]))),
    deviations >= -1,
)
ESTIMATES = {"D (1 + A) psi^-2": WITH_DEVIATIONS, "D psi^-2": ()}


def damaged(make):
    """Return what is said of what the line that solves for lambda_1 may call its estimate."""
    value = {"D (1 + A) psi^-2": whole * (1 + deviations) / psi**2, "D psi^-2": whole / psi**2}
    return Damaged(
        "what lambda_1 with a hat is, in the line that solves for lambda_1",
        {name: make(value[name], further) for name, further in ESTIMATES.items()},
    )


def of_more(value, further):
    """Return that an estimate is too large."""
    return States(lam < value, given=(*LEADING, *further, sign(sloped)))


def of_more_close(value, further):
    """Return that it is off by at most |z' / (z'' Theta)|, z' Theta being positive or small."""
    over = (n, vartheta, v, ddz, dz, lam, *((deviation,) if further else ()))
    law = Order(sp.Abs(value - lam) / lam, sp.Abs(sloped) / curved, "at most", over)
    return States(
        law, given=(*LEADING, *further, sign(sloped), sp.Ne(curved, 0), -4 * sloped <= curved)
    )


# of two parameters, the product of the others being Theta_/ij: lambda is at least v^T H v / v^T v
# at (theta_i, theta_j) and (theta_i, -theta_j)
pair = ti * tj * others
AT_LEAST = (
    lam * (ti**2 + tj**2) >= 4 * ddz * pair**2 + 2 * dz * pair,
    lam * (ti**2 + tj**2) >= -2 * dz * pair,
)


def sign(of):
    """Return the sign of z' Theta, which the page does not give."""
    return Ambiguous("the sign of z' Theta", {"any": sp.Ne(of, 0), "epsilon_m > 0": of > 0})


OVERESTIMATES = {
    "two": ForAll(TOP(t1, t2, dz, ddz) < estimate, given=(ddz >= 0, sign(dz * theta))),
    "two, close": conditioned(
        lambda *more: within_any_gap(
            (t1, t2, dz, ddz, lam),
            (*CONVEX, ILL_CONDITIONED, *LARGEST_OF_TWO, sign(dz * theta), *more),
            le(sp.Abs(estimate / lam - 1), gap),
        )
    ),
    "more": damaged(of_more),
    "more, close": Ambiguous(
        "whether parameters of different size are all that is assumed",
        {
            ENOUGH: Missing("the largest eigenvalue of the Hessian of more parameters"),
            ALSO_SMALL: damaged(of_more_close),
        },
    ),
    "lambda_1 > 0": ForAll(lam > 0, given=(ddz >= 0, *AT_LEAST, sign(dz * pair))),
    "epsilon_m > 0": States(
        from_some_number(
            (ti, tj, others, dz, ddz, lam, eps_m),
            (
                *(sp.Ne(ti, 0), tj**2 >= from_here * ti**2, ddz >= 0, *AT_LEAST),
                *(sign(dz * pair), eq(eps_m, dz * pair / (lam * ti**2))),
            ),
            eps_m > 0,
        )
    ),
}

# -- appendix E.6, C_1 where it is maximised, of the square of a sum -------------------------------

slope = 2 * (ti + tj)
DOMINATES = (sp.Ne(tj, 0), ti**2 >= from_here * tj**2)


def largest_at_inverses(in_a, in_b):
    """Return that |C_1| / |v| is largest where v_k = 1 / theta_k, with these weights."""
    c_1 = in_a * vi / ti + in_b * vj / tj
    there = in_a / ti**2 + in_b / tj**2
    return States(
        from_some_number(
            (ti, tj, vi, vj),
            DOMINATES,
            le(c_1**2 * (ti**-2 + tj**-2), there**2 * (vi**2 + vj**2)),
        )
    )


# of (theta_i^2 + theta_j)^2 both parameters of the first product are theta_i; v = (v_i, v_i, v_j)
inner_slope = 2 * (ti**2 + tj)


def bends(first, second):
    """Return v^T H v: 2 (2 theta_i v_i + v_j)^2, multiplied out, and what bends the product."""
    return 2 * (4 * ti**2 + inner_slope) * first**2 + 2 * second**2 + 8 * ti * first * second


def has_a_tenth(at_other):
    """Return that (1/theta_i, 1/theta_i, this) has a tenth of the largest curvature at least."""
    return States(
        from_some_number(
            (ti, tj, vi, vj),
            (sp.Ne(tj, 0), ti**4 >= from_here * tj**2, 2 * ti**2 >= from_here),
            le(
                bends(vi, vj) * (2 * ti**-2 + at_other**2),
                10 * bends(1 / ti, at_other) * (2 * vi**2 + vj**2),
            ),
        )
    )


def largest_in_its_block():
    """Return the same of the product of theta_i and theta_j, beside theta_k: D_a weighs both."""
    own = ti * tj
    d_a = 2 * own**2 + 2 * (own + tk) * own
    at_inverses = d_a / ti**2 + d_a / tj**2
    return States(
        from_some_number(
            (ti, tj, tk, vi, vj),
            (sp.Ne(tk, 0), own**2 >= from_here * tk**2),
            le(
                (d_a * vi / ti + d_a * vj / tj) ** 2 * (ti**-2 + tj**-2),
                at_inverses**2 * (vi**2 + vj**2),
            ),
        )
    )


def summed_over(every_parameter, of_block):
    """Return both readings of the sums, of which the remark on Davis and Kahan has the second."""
    return Ambiguous(
        "whether the sums are over all parameters or over those of the dominant block",
        {"all": every_parameter, "dominant": of_block},
    )


OPTIMIZER = {
    "C_1": summed_over(
        Ambiguous(
            "whether the weights of C_1, by which it is defined, stand where it is maximised",
            {
                "they do": largest_at_inverses(2 * ti**2 + slope * ti, 2 * ti * tj),
                "they do not": largest_at_inverses(sp.S.One, sp.S.One),
            },
        ),
        largest_in_its_block(),
    ),
    "captures": summed_over(has_a_tenth(1 / tj), has_a_tenth(sp.S.Zero)),
}

ENTRIES = {
    "instability-flatness/thm-5.12-wording-whp": Missing(
        "of what event the probability is, and as what it becomes high: medians and laws of X_t "
        "are numbers and functions, not random"
    ),
    "instability-flatness/txt-davis-kahan-orders": ORDERS,
    "instability-flatness/txt-eps-controlled": CONTROLLED,
    "instability-flatness/txt-lhat-overestimates": OVERESTIMATES,
    "instability-flatness/txt-theta-crit-ill-conditioned": ABOVE,
    "instability-flatness/txt-two-term-optimizer": OPTIMIZER,
}
