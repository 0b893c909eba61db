"""Lemma 4.13: the mirror map in closed form at lambda = 0, one coordinate.

At lambda = 0 all factors have one magnitude, z = |x|^(q/L), and the inverse metric is
L |x|^m with m = q (L-1)/L. Integrated twice with R'(x_0) = 0, x_0 not 0, it gives R on the side of
x_0, and on all of R where R' stays finite at 0.
"""

import sympy as sp
from sympy.logic.boolalg import And, Implies

from theory.argument_language import States
from theory.arguments import Argument, Assume, Generalise, Known, Lemma, Put, Solve, Specialise
from theory.binders import substitute
from theory.choices import Ambiguous
from theory.claim import ByReading, Claim, ForAll, Instead, Source
from theory.existence import given_by, met
from theory.language import integers, reals
from theory.papers.steepest_mirror.coordinates import FAMILY, L_P, factor_slope
from theory.papers.steepest_mirror.coordinates import steepest as steepest_of
from theory.papers.steepest_mirror.coordinates import x as xl
from theory.papers.steepest_mirror.coordinates import x0 as start
from theory.papers.steepest_mirror.mirror_maps import (
    BREGMAN,
    BREGMAN_SIDE,
    LEGENDRE,
    LEGENDRE_SIDE,
    ONTO,
    distance_rate,
    indicator,
    lam,
    share,
    speed_at,
    z,
)
from theory.papers.steepest_mirror.mirror_maps import EXPONENT as METRIC_EXPONENT
from theory.places import HERE
from theory.quantifiers import Every, denied, inhabited

x, x0, q, m = reals("x x_0 q m")
POINTS, SHARE = reals("y z"), reals("theta")
L = integers("L")
R = sp.Function("R", real=True)

DEPTH = (q >= 1, L >= 2)
SIDE = (L >= 2, x * x0 > 0)
M = q * (L - 1) / L
EXPONENT_M = q * (L - 1) / L
DUAL = {q: m * L / (L - 1)}  # the exponent q that goes with m
INVERSE = speed_at(sp.Abs(x) ** (q / L), 0, L)


def logarithmic(x):
    """Return the printed R for m = 1, in one coordinate."""
    return (x * sp.log(x) - x - x * sp.log(start)) / L


def joined(x):
    """Return the same with its two logarithms joined, which is defined for x, x_0 < 0, too."""
    return (x * sp.log(x / start) - x) / L


def power(x):
    """Return the printed R for m other than 1, in one coordinate."""
    size = sp.Abs(x) ** (2 - EXPONENT_M) / (q / L - q + 2)
    linear = x * start * sp.Abs(start) ** (q * (1 / L - 1))
    return (size - linear) / (L - (L - 1) * q)


def mended(x):
    """Return R for m = 1 on either side of 0."""
    size = sp.Abs(x)
    return (size * sp.log(size / sp.Abs(start)) - size) / L


def of_lemma(x):
    """Return R as it is printed, in one coordinate."""
    return sp.Piecewise((logarithmic(x), sp.Eq(EXPONENT_M, 1)), (power(x), True))


LEMMA = {**L_P, "lemma 4.13": (L >= 2,)}
ON_ITS_SIDE = {HERE: (sp.Eq(EXPONENT_M, 1), xl * start > 0)}
OFF_0 = {HERE: (sp.Ne(EXPONENT_M, 1), sp.Ne(xl, 0), sp.Ne(start, 0))}
AT_START = {"lemma 4.13, at the start": (sp.Eq(xl, start),)}


def is_map(value, *given):
    """State that the second derivative of R is the inverse of L |x|^m."""
    return ForAll(
        given={place: some for places in (LEMMA, *given) for place, some in places.items()},
        says=sp.Eq(
            sp.Derivative(value, (xl, 2)), 1 / (L * sp.Abs(xl) ** EXPONENT_M), evaluate=False
        ),
    )


def is_flat(value, *given):
    """State that the slope of R vanishes at the start."""
    return ForAll(
        given={
            place: some for places in (LEMMA, *given, AT_START) for place, some in places.items()
        },
        says=sp.Eq(sp.Derivative(value, xl), 0, evaluate=False),
    )


def property_of(head, value, *given):
    """State that R with lambda = 0 has a property, or has not."""
    return ForAll(given={**LEMMA, HERE: given}, says=sp.Eq(head(q, L, 0), value))


AT_1, BELOW_1, ABOVE_1 = sp.Eq(EXPONENT_M, 1), EXPONENT_M < 1, EXPONENT_M > 1
DOMAIN_ABOVE = "for m > 1 the lemma does not say on which domain R is none"
ON_LINE, ON_HALF_LINE = "on R", "on the side of x_0"


def none_above_1(line, half_line):
    """State that R has a property on neither domain, if m > 1."""
    return Ambiguous(
        DOMAIN_ABOVE,
        {
            ON_LINE: property_of(line, 0, ABOVE_1),
            ON_HALF_LINE: property_of(half_line, 0, ABOVE_1),
        },
    )


LEM_4_13 = Claim(
    id="steepest-mirror/lem-4.13",
    title="Mirror maps of balanced products in closed form",
    source=Source("Lemma 4.13", "Lemma E.4"),
    words="At lambda = 0 the mirror map is of x log x type for m = 1 and a power |x|^(2-m) else; "
    "it is Bregman on the side of x_0 for m = 1, on R for m < 1, and not Bregman for m > 1.",
    printed={
        "R for m = 1": is_map(joined(xl), ON_ITS_SIDE),
        "R'(x_0) = 0 for m = 1": is_flat(joined(xl), ON_ITS_SIDE),
        "R for m other than 1": is_map(power(xl), FAMILY, OFF_0),
        "R'(x_0) = 0 for m other than 1": is_flat(power(xl), FAMILY, OFF_0),
        "Bregman for m = 1, on the side of x_0": property_of(BREGMAN_SIDE, 1, AT_1),
        "Bregman for m < 1, on R": property_of(BREGMAN, 1, BELOW_1),
        "not Bregman for m > 1": none_above_1(BREGMAN, BREGMAN_SIDE),
        "metric exponent m for m = 1": property_of(METRIC_EXPONENT, EXPONENT_M, AT_1),
        "metric exponent m for m < 1": property_of(METRIC_EXPONENT, EXPONENT_M, BELOW_1),
        "Legendre for m = 1, on the side of x_0, appendix": property_of(LEGENDRE_SIDE, 1, AT_1),
        "Legendre for m < 1, on R, appendix": property_of(LEGENDRE, 1, BELOW_1),
        "not Legendre for m > 1, appendix": none_above_1(LEGENDRE, LEGENDRE_SIDE),
    },
    instead={
        "R for m = 1": Instead(
            is_map(mended(xl), ON_ITS_SIDE),
            meant=Source(appendix="proof of Lemma E.4, which integrates 1/(L |v|)"),
        ),
    },
    uses=(
        "steepest-mirror/thm-4.8#steepest mirror flow",
        "steepest-mirror/lem-4.13-step-strict-convexity",
    ),
    note="For m = 1 the lemma names the side of x_0 as its domain and so admits x_0 < 0, where "
    "log x and log x_0 have no real value. In the kindest reading, their difference is "
    "log(x / x_0): R is then concave there. For x_0 > 0 the formula is right. By the proof R has "
    "the second derivative 1 / (L |x|^m). For m > 1 R is Legendre on the side of x_0, and Bregman "
    "for m < 2.",
)

STRICT = "strictly convex only if m < 1"
WHERE_CONVEX = "the proof does not say on which domain R is strictly convex"
ON_R, ON_ONE_SIDE = "on R", "on the side of x_0, for every m"
ON_NAMED = "on the domains of the lemma, R for m > 1, too"


def strictly_convex(domain):
    """Return that the R of lemma 4.13 is strictly convex where a condition holds."""
    (y, z), theta = POINTS, SHARE
    mixed = theta * y + (1 - theta) * z
    inside = And(domain(y), domain(z), sp.Ne(y, z), theta > 0, theta < 1)
    below = sp.Lt(of_lemma(mixed), theta * of_lemma(y) + (1 - theta) * of_lemma(z), evaluate=False)
    return Every(y, Every(z, Every(theta, Implies(inside, below, evaluate=False))))


def needs(hypothesis, bound=EXPONENT_M < 1):
    """Return that this needs m < 1."""
    return States(
        bound,
        given={**L_P, "lemma 4.13": (L >= 2, sp.Ne(start, 0)), HERE: (hypothesis,)},
    )


EVERYWHERE = strictly_convex(lambda point: sp.Ge(point**2, 0, evaluate=False))
ON_SIDE_OF_START = strictly_convex(lambda point: point * start > 0)
ON_ITS_DOMAIN = strictly_convex(lambda point: sp.Or(sp.Ne(EXPONENT_M, 1), point * start > 0))


def at_0(hypothesis):
    """Argue from a hypothesis that R lies below its chord from -1 to 1 in the middle."""
    at_1_and_minus_1 = Specialise(Specialise(Assume(hypothesis), sp.S.One), sp.S.NegativeOne)
    return Specialise(at_1_and_minus_1, sp.S.Half)


_GIVEN = (q >= 1, L >= 2, sp.Ne(start, 0), EVERYWHERE)
_GIVEN_NAMED = (q >= 1, L >= 2, sp.Ne(start, 0), ON_ITS_DOMAIN)
_IS_CONVEX = Put(
    Known("a power above 1 is strictly convex"),
    {
        **dict(zip(reals("x y"), POINTS, strict=True)),
        reals("r"): SHARE,
        reals("p"): sp.Rational(3, 2),
    },
)
ONLY_BELOW_1 = met(
    Solve(EXPONENT_M < 1, _GIVEN, (at_0(EVERYWHERE),)),
    _GIVEN,
    {q: 1, L: 2, start: 1},
    (_IS_CONVEX,),
)
UP_TO_1 = met(
    Solve(EXPONENT_M <= 1, _GIVEN_NAMED, (at_0(ON_ITS_DOMAIN),)),
    _GIVEN_NAMED,
    {q: 1, L: 2, start: 1},
    (_IS_CONVEX,),
)
ROOT = {q: sp.Integer(2), L: sp.Integer(4), start: sp.Integer(1)}
LOGARITHM = {q: sp.Integer(2), L: sp.Integer(2), start: sp.Integer(1)}
FROM_LEFT, FROM_RIGHT = (
    f"x log x lies above a tangent {side} of where they touch" for side in ("left", "right")
)
_low, _high = POINTS
_above = _low * (sp.log(_low) - sp.log(_high)) > _low - _high
TANGENTS = {
    FROM_LEFT: ForAll(_above, given=(_low > 0, _low < _high)),
    FROM_RIGHT: ForAll(_above, given=(_high > 0, _high < _low)),
}


def breaks_it(hypothesis, values, using=()):
    """Argue that R is strictly convex at some values for which m is not below 1."""
    convex = substitute(hypothesis, values)
    for _ in range(3):
        convex = convex.body
    shown: Argument = Solve(convex, (), using)
    for symbol in (SHARE, *POINTS[::-1]):
        shown = Generalise(shown, symbol)
    conditions = (q >= 1, L >= 2, sp.Ne(start, 0), hypothesis, denied(EXPONENT_M < 1))
    return given_by(inhabited((q, L, start), conditions), values, (), (shown,))


_MIXED = SHARE * _low + (1 - SHARE) * _high
_SIDES = (Lemma(FROM_LEFT), Lemma(FROM_RIGHT))
ROOT_BREAKS_IT = breaks_it(ON_SIDE_OF_START, ROOT)
LOGARITHM_BREAKS_IT = breaks_it(
    ON_ITS_DOMAIN,
    LOGARITHM,
    tuple(Put(side, {_low: end, _high: _MIXED}) for side in _SIDES for end in POINTS),
)

STRICT_CONVEXITY = Claim(
    id="steepest-mirror/lem-4.13-step-strict-convexity",
    title="Strict convexity needs m < 1",
    source=Source(appendix="proof of Lemma E.4, last lines"),
    words="R is strictly convex only if q (L-1)/L < 1; the other conditions of a Legendre function "
    "are then satisfied, too.",
    printed={
        STRICT: Ambiguous(
            WHERE_CONVEX,
            {
                ON_R: needs(EVERYWHERE),
                ON_NAMED: needs(ON_ITS_DOMAIN),
                ON_ONE_SIDE: needs(ON_SIDE_OF_START),
            },
        ),
        "the other conditions are then satisfied": ForAll(
            given={**L_P, "lemma 4.13": (L >= 2,), HERE: (EXPONENT_M < 1,)},
            says=sp.Eq(LEGENDRE(q, L, 0), 1),
        ),
    },
    because={STRICT: ONLY_BELOW_1},
    against={STRICT: ByReading({ON_NAMED: LOGARITHM_BREAKS_IT, ON_ONE_SIDE: ROOT_BREAKS_IT})},
    instead={
        STRICT: ByReading(
            {ON_NAMED: Instead(needs(ON_ITS_DOMAIN, EXPONENT_M <= 1), because=UP_TO_1)}
        )
    },
    lemmas=TANGENTS,
    note="One coordinate. On R convexity fails between 1 and -1 for 1 < m < 2, and R has no value "
    "at some point for m = 1 and m >= 2. For m = 1 the lemma names the side of x_0, where R is "
    "strictly convex: (x log x - x) / 2 for q = L = 2 and x_0 = 1. There the metric |x|^(-m) / L "
    "is positive for every m: for q = 2, L = 4 and x_0 = 1 R is -sqrt(x) + x / 2.",
)

SMOOTHNESS = "the text does not say which condition it means"
CONDITIONS = {  # for m < 1 the lemma names the domain, which is R; for m > 1 it names none
    "R' takes every value, which the proof of theorem 4.8 shows": (ONTO, ONTO),
    "definition 3.1 on R": (LEGENDRE, LEGENDRE),
    "definition 3.1, on the side of x_0 for m > 1": (LEGENDRE_SIDE, LEGENDRE),
}


def smooth(flow, dual, value):
    """Return that the condition is satisfied (1) or not (0) for lambda = 0, in every meaning."""
    return Ambiguous(
        SMOOTHNESS,
        {name: sp.Eq(heads[flow](dual, L, 0), value) for name, heads in CONDITIONS.items()},
    )


SMOOTHNESS_GF = Claim(
    id="steepest-mirror/txt-smoothness-fails-gf",
    title="Smoothness fails for deep gradient flow, not for sign flow",
    source=Source("section 4, after Lemma 4.13"),
    words="For balanced gradient flow with L > 2 the smoothness condition of the mirror map "
    "fails, for sign flow it holds; a factor of sign flow moves at most at unit speed.",
    printed={
        "gradient flow at higher depth": ForAll(given={HERE: (L > 2,)}, says=smooth(0, 2, 0)),
        "sign flow": ForAll(given={"lemma 4.13": (L >= 2,)}, says=smooth(1, 1, 1)),
        "sign flow is stable: a factor moves at most at unit speed": ForAll(
            given={HERE: (sp.Eq(q, 1),)}, says=sp.Abs(steepest_of(factor_slope)) <= 1
        ),
    },
    note="On R, R is not differentiable at 0 for gradient flow, L = 2 included, and is for sign "
    "flow. On the half line of x_0, where 0 is the only boundary point, R' diverges at 0 for "
    "gradient flow of every depth, as definition 3.1 asks. Of the stability of sign flow the speed "
    "of a factor is shown, so that nothing blows up in finite time.",
)


COR_4_14 = Claim(
    id="steepest-mirror/cor-4.14",
    title="Which geometries and depths give Bregman functions",
    source=Source("Corollary 4.14"),
    words="For p = 2 only L = 2 gives a Bregman function, for p = infinity every depth does, for "
    "p < 2 none.",
    printed={
        "p = 2, L = 2, lambda > 0": ForAll(given=(lam > 0,), says=sp.Eq(BREGMAN(2, 2, lam), 1)),
        "p = 2, no other depth, lambda > 0": ForAll(
            given=(L >= 3, lam > 0), says=sp.Eq(BREGMAN(2, L, lam), 0)
        ),
        "p = infinity, lambda > 0": ForAll(
            given=(L >= 2, lam > 0), says=sp.Eq(BREGMAN(1, L, lam), 1)
        ),
        "p < 2, lambda > 0": ForAll(
            given=(q > 2, L >= 2, lam > 0), says=sp.Eq(BREGMAN(q, L, lam), 0)
        ),
        "p = 2, L = 2, lambda = 0, on the side of x_0": ForAll(
            given=(sp.Eq(q, 2), sp.Eq(L, 2)), says=sp.Eq(BREGMAN_SIDE(q, L, 0), 1)
        ),
        "p = infinity, lambda = 0, on R": ForAll(given=(L >= 2,), says=sp.Eq(BREGMAN(1, L, 0), 1)),
        "p = 2, no other depth, lambda = 0, on R": ForAll(
            given=(L >= 3,), says=sp.Eq(BREGMAN(2, L, 0), 0)
        ),
        "p < 2, lambda = 0, on R": ForAll(given=(q > 2, L >= 2), says=sp.Eq(BREGMAN(q, L, 0), 0)),
    },
    lemmas={
        "p = 2, no other depth, lambda = 0": ForAll(
            given=(L >= 3,), says=sp.Eq(BREGMAN_SIDE(2, L, 0), 0)
        ),
        "p = 2, no other depth, lambda = 0, instead": ForAll(
            given=(L >= 2,), says=sp.Eq(BREGMAN_SIDE(2, L, 0), 1)
        ),
        "p < 2, lambda = 0": ForAll(given=(q > 2, L >= 2), says=sp.Eq(BREGMAN_SIDE(q, L, 0), 0)),
        "p < 2, lambda = 0, instead": ForAll(
            given=(q > 2, L >= 2),
            says=sp.Eq(BREGMAN_SIDE(q, L, 0), indicator(M < 2)),
        ),
        "p = 2, L = 2, the condition that the proof uses, R' onto R": ForAll(
            given=(lam >= 0,), says=sp.Eq(ONTO(2, 2, lam), 1)
        ),
        "p = 2, no other depth": ForAll(given=(L >= 3, lam >= 0), says=sp.Eq(ONTO(2, L, lam), 0)),
        "p = infinity, the condition that the proof uses, R' onto R": ForAll(
            given=(L >= 2, lam >= 0), says=sp.Eq(ONTO(1, L, lam), 1)
        ),
        "p < 2, the condition that the proof uses, R' onto R": ForAll(
            given=(q > 2, L >= 2, lam >= 0), says=sp.Eq(ONTO(q, L, lam), 0)
        ),
    },
    instead={
        "p = 2, no other depth, lambda > 0": Instead(
            ForAll(
                given=(L >= 2, lam > 0, z > 0),
                says=sp.And(
                    sp.Eq(BREGMAN(2, L, lam), 1),
                    sp.Eq(distance_rate(z, lam, L, 2, share), (1 - share) / 2),
                ),
            ),
            words="at p = 2 R is a Bregman function at every depth: D_R grows in z at the rate "
            "(1 - rho)/2, at least 1/4 once |y| >= 2 |x|",
        ),
        "p < 2, lambda > 0": Instead(
            ForAll(
                given=(q > 2, L >= 2, lam > 0),
                says=sp.Eq(BREGMAN(q, L, lam), indicator(M <= 2)),
            ),
            words="for p < 2 R is a Bregman function if and only if m = q (L-1)/L is at most 2",
        ),
    },
    uses=("steepest-mirror/thm-4.8#Bregman if m <= 1", "steepest-mirror/lem-4.13"),
    breaks_at="No proof is printed with it. That R' is onto R, which the proof of theorem E.3 uses "
    "as a sufficient condition, would have to be necessary; definition B.9 does not ask for it.",
    note="Definition B.9 asks for bounded level sets of D_R(x, y) in y. At p = 2 these are bounded"
    " at every depth and lambda: D_R(0, y) is |w_1|^2 / 2, and for any x D_R(x, y) grows by "
    "at least 1/4 of |w_1|^2 once |y| >= 2 |x|. That R' is onto R is sufficient, not "
    "necessary; with that condition the classification is right. For lambda = 0 and m > 1 R "
    "on the half line of x_0 is Bregman up to m < 2.",
    symbols={share: "the share x / y of two points x and y"},
)
