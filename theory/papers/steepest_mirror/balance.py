"""Section 4, lemma 4.5 and appendix E: the balances |w_i|^q - |w_j|^q of a product of factors.

Everything is coordinatewise. Two factors w_i, w_j are looked at; df = c d(w_i w_j) defines c, the
slope of the loss in x times all other factors, so that depth and loss are arbitrary. At q = 1 the
right-hand side jumps where a factor or the slope vanishes, and a solution is an absolutely
continuous curve whose velocity lies in the convex hull of the limits from around (Filippov).
"""

from itertools import combinations, product

import sympy as sp

from theory.argument_language import States
from theory.choices import Ambiguous
from theory.claim import ByReading, Claim, ForAll, Instead, Source
from theory.hints import Try
from theory.language import DEFINES, eq, reals
from theory.papers.steepest_mirror import balance_argument as balance
from theory.papers.steepest_mirror.coordinates import (
    GAP,
    L_P,
    alpha,
    first,
    hull_velocity,
    lam,
    limit_velocity,
    q,
    second,
    shares_of,
    size_1,
    size_i,
)
from theory.papers.steepest_mirror.coordinates import decayed as A
from theory.places import HERE

c = reals("c")

ANY_TWO = {**L_P, "section 4, any two factors": balance.WHICH}
LATER = (size_i**q - size_1**q) * sp.exp(-q * A)
RATE = "rate, where |w|^q has a derivative"

# -- q = 1: the Filippov set of the flow for f(x) = (x - c)^2 / 2 with two factors ----------------

w1, w2, dw1, dw2 = reals("w_1 w_2 dw_1 dw_2")
SIDES = tuple(product((1, -1), repeat=2))  # signs of f'(x) w_1 and of f'(x) w_2 nearby
weights = reals("a_1 a_2 a_3 a_4")


def met_near(side):
    """Return when a pair of gradient signs occurs arbitrarily near (w_1, w_2), c = 0 included."""
    ways = []
    for slope in (1, -1):  # the sign of f'(x) = w_1 w_2 - c nearby
        s1, s2 = (slope * sign for sign in side)
        possible = sp.true if slope == s1 * s2 else sp.Ne(c, 0)  # for c = 0 the slope is x
        ways.append(sp.And(s1 * w1 >= 0, s2 * w2 >= 0, slope * (w1 * w2 - c) >= 0, possible))
    return sp.Or(*ways)


def mean(values):
    return sum(a * value for a, value in zip(weights, values, strict=True))


SHARES_OF_SIDES = (*(a >= 0 for a in weights), sp.Eq(sum(weights), 1))
REST_AT_0 = (  # at almost every time at which a factor is 0 it rests
    sp.Or(sp.Ne(w1, 0), sp.Eq(dw1, 0)),
    sp.Or(sp.Ne(w2, 0), sp.Eq(dw2, 0)),
)
FILIPPOV = (
    *SHARES_OF_SIDES,
    *(sp.Or(sp.Eq(a, 0), met_near(side)) for a, side in zip(weights, SIDES, strict=True)),
    *REST_AT_0,
)
BALANCE_OF_TWO = sp.Eq(sp.sign(w1) * dw1 - sp.sign(w2) * dw2, -alpha * (sp.Abs(w1) - sp.Abs(w2)))


BOTH_ZERO = sp.And(sp.Eq(w1, 0), sp.Eq(w2, 0))


def filippov(*given):
    """Return the balance for every velocity in the Filippov set, under further hypotheses."""
    return ForAll(
        given=(*FILIPPOV, *given),
        where={
            dw1: mean([limit_velocity(w1, second) for _, second in SIDES]),
            dw2: mean([limit_velocity(w2, first) for first, _ in SIDES]),
        },
        says=BALANCE_OF_TWO,
    )


# -- q = 1, three factors, where the slope c of the loss is not zero (and so keeps its sign nearby)

w3, dw3 = reals("w_3 dw_3")
THREE = (w1, w2, w3)
SPEEDS = (dw1, dw2, dw3)
SIDES_OF_THREE = tuple(product((1, -1), repeat=3))  # signs of the factors nearby
shares = reals("b_1 b_2 b_3 b_4 b_5 b_6 b_7 b_8")


def has_signs(side):
    """Return when these signs of the factors occur arbitrarily near the point."""
    return sp.And(*(sign * weight >= 0 for sign, weight in zip(side, THREE, strict=True)))


FILIPPOV_OF_THREE = (
    sp.Ne(c, 0),
    *(share >= 0 for share in shares),
    sp.Eq(sum(shares), 1),
    *(sp.Or(sp.Eq(s, 0), has_signs(side)) for s, side in zip(shares, SIDES_OF_THREE, strict=True)),
    *(sp.Or(sp.Ne(w, 0), sp.Eq(dw, 0)) for w, dw in zip(THREE, SPEEDS, strict=True)),  # rest at 0
)
OTHERS_REST_AT_0 = (sp.Or(sp.Ne(w2, 0), sp.Eq(dw2, 0)), sp.Or(sp.Ne(w3, 0), sp.Eq(dw3, 0)))
BALANCE_OF_THREE = sp.Eq(sp.sign(w1) * dw1 - sp.sign(w3) * dw3, -alpha * (sp.Abs(w1) - sp.Abs(w3)))
ALL_ZERO = sp.And(*(sp.Eq(w, 0) for w in THREE))
AT_MOST_ONE_ZERO = sp.And(*(sp.Or(sp.Ne(v, 0), sp.Ne(w, 0)) for v, w in combinations(THREE, 2)))


def filippov_of_three(*given):
    """Return the balance of w_1 and w_3 for every velocity in the Filippov set of three factors."""
    return ForAll(
        given=(*FILIPPOV_OF_THREE, *given),
        where=dict(zip(SPEEDS, hull_velocity(THREE, c, SIDES_OF_THREE, shares), strict=True)),
        says=BALANCE_OF_THREE,
    )


# -- the same where w_1 is not zero, by the signs of the two others nearby -------------------------


def first_of_three(*given):
    """Return the balance of w_1 and w_3 for every velocity in the Filippov set where w_1 != 0."""
    near = (sp.And(s2 * w2 >= 0, s3 * w3 >= 0) for s2, s3 in SIDES)
    slopes = [(c * s2 * s3, c * w1 * s3, c * w1 * s2) for s2, s3 in SIDES]
    speeds = (
        mean([limit_velocity(of, side[number]) for side in slopes])
        for number, of in enumerate(THREE)
    )
    return ForAll(
        given=(
            *(sp.Ne(c, 0), sp.Ne(w1, 0), *SHARES_OF_SIDES),
            *(sp.Or(sp.Eq(a, 0), met) for a, met in zip(weights, near, strict=True)),
            *(*OTHERS_REST_AT_0, *given),
        ),
        where=dict(zip(SPEEDS, speeds, strict=True)),
        says=BALANCE_OF_THREE,
    )


# -- q = 1 with the componentwise set-valued sign of remark B.6, a larger set of velocities --------

chosen = reals("xi_1 xi_2 xi_3")


def by_signs(factors, speeds, slope, rest, says, *given):
    """Return a balance for every choice of signs of the slopes in factors that are 0.

    Args:
        factors, speeds: the factors and their velocities.
        slope: of the loss in x.
        rest: hypotheses on factors that are 0.
        says: the balance.
    """
    members = [
        (xi, slope * sp.Mul(*(of for of in factors if of is not own)))
        for xi, own in zip(chosen, factors, strict=False)
    ]
    return ForAll(
        given=(
            *(sp.Abs(xi) <= 1 for xi, _ in members),
            *(sp.Or(sp.Eq(partial, 0), sp.Eq(xi, sp.sign(partial))) for xi, partial in members),
            *(*rest, *given),
        ),
        where={
            speed: -xi - alpha * of
            for speed, (xi, _), of in zip(speeds, members, factors, strict=True)
        },
        says=says,
    )


def two_by_signs(*given):
    """Return the balance of two factors for such signs."""
    return by_signs((w1, w2), (dw1, dw2), w1 * w2 - c, REST_AT_0, BALANCE_OF_TWO, *given)


def first_of_three_by_signs(*given):
    """Return the balance of w_1 and w_3 for such signs where w_1 != 0."""
    rest = (sp.Ne(c, 0), sp.Ne(w1, 0), *OTHERS_REST_AT_0)
    return by_signs(THREE, SPEEDS, c, rest, BALANCE_OF_THREE, *given)


# -- q = 1 and f(x) = x^2 / 2: the sign of w_2 x is the sign of w_1, so |w_i| falls at speed 1 -----

a, b, t = reals("a b t")
WHILE = sp.Or(sp.And(t <= a, t <= b), sp.Eq(a, b))  # no factor has reached zero, or both do at once


AROUND = shares_of(weights, [{"w_2": s2, "w_3": s3} for s2, s3 in SIDES])
SENSE = "which velocities a factor has where its slope is 0 and jumps nearby, for q = 1"
BY_FILIPPOV = "all means of those from around, as Filippov has them and the proof says"
BY_SIGNS = "any that the set-valued sign of remark B.6 allows"
THREE_FACTORS = "q = 1, three factors, w_1 and the slope not zero"
TWO_FACTORS = "q = 1, two factors"
IN_TIME = "q = 1, f = x^2 / 2, in time"
NOT_BOTH_OTHERS = sp.Or(sp.Ne(w2, 0), sp.Ne(w3, 0))
UNLESS_BOTH_ARE_0 = "unless both other factors are 0"

LEM_4_5 = Claim(
    id="steepest-mirror/lem-4.5",
    title="Balance equation",
    source=Source("section 4, lemma 4.5, (6)", "appendix E, lemma E.2, (13)"),
    words="Along the steepest flow of a product with decoupled weight decay, differences of q-th "
    "powers of factors shrink like exp(-q times the integral of the decay); at q = 1 for every "
    "Filippov solution, almost everywhere.",
    printed={
        RATE: States(balance.RATE_SAYS, given={**ANY_TWO, HERE: balance.SMOOTH}),
        "solution of the linear equation": ForAll(
            given={**L_P, HERE: (size_1 >= 0, size_i >= 0)},
            says=eq(sp.Derivative(LATER, A), -q * LATER),
        ),
        THREE_FACTORS: Ambiguous(
            SENSE, {BY_FILIPPOV: first_of_three(), BY_SIGNS: first_of_three_by_signs()}
        ),
        TWO_FACTORS: Ambiguous(SENSE, {BY_FILIPPOV: filippov(), BY_SIGNS: two_by_signs()}),
        IN_TIME: ForAll(given=(a > 0, b > 0, t >= 0), says=sp.Eq(GAP(a, b, t), a - b)),
    },
    instead={
        THREE_FACTORS: ByReading(
            {
                BY_FILIPPOV: Instead(first_of_three(NOT_BOTH_OTHERS), words=UNLESS_BOTH_ARE_0),
                BY_SIGNS: Instead(
                    first_of_three_by_signs(NOT_BOTH_OTHERS), words=UNLESS_BOTH_ARE_0
                ),
            }
        ),
        TWO_FACTORS: ByReading(
            {
                BY_FILIPPOV: Instead(
                    filippov(sp.Or(sp.Ne(c, 0), sp.Ne(w1 * w2, 0), BOTH_ZERO)),
                    words="unless one factor alone is 0 and so is the slope of f",
                ),
                BY_SIGNS: Instead(
                    two_by_signs(sp.Or(sp.Ne(w1 * w2, c), BOTH_ZERO)),
                    words="where the slope of f is not 0, or both factors are",
                ),
            }
        ),
        IN_TIME: Instead(
            ForAll(
                says=sp.Eq(GAP(a, b, t), a - b),
                given=(a > 0, b > 0, t >= 0, WHILE),
            ),
            words="until the smaller factor is 0",
        ),
    },
    lemmas={
        **balance.LEMMAS,
        "q = 1, three factors, slope not zero, none or one or all of them 0": filippov_of_three(
            sp.Or(AT_MOST_ONE_ZERO, ALL_ZERO)
        ),
    },
    because={
        RATE: balance.RATE,
        IN_TIME: Try({a: 1, b: 2, t: sp.Rational(3, 2)}),
    },
    uses=("steepest-mirror/eq-5",),
    breaks_at="Where signs are distributed over products, sign(a b) = sign(a) sign(b): at q = 1 "
    "and a zero factor the sign in the sense of Filippov is a set, of which each side may take "
    "another member, so that the first terms need not cancel.",
    note="(6) holds for q > 1, and for q = 1 as long as no factor is 0. From (1, 0, 0), a point of"
    " S, f = x has the Filippov solution w = (1 + t, 0, 0) without decay, on which |w_1| - "
    "|w_3| = 1 + t grows: (1, 0, 0) is the mean of the velocities nearby, (1, 1, -1) where "
    "w_2 > 0 > w_3 and (1, -1, 1) where w_2 < 0 < w_3. The proof speaks of all solutions; "
    "with sign(0) = 0 (6) stands.",
    symbols={
        c: "slope of the loss; for two factors f = (x - c)^2/2",
        **{dw: f"velocity of w_{number}" for number, dw in enumerate(SPEEDS, 1)},
        **{of: f"factor {number}" for number, of in enumerate(THREE, 1)},
        a: "size of the first of two factors at the start",
        b: "size of the second one",
        **{xi: f"the member of the sign that w_{n} takes" for n, xi in enumerate(chosen, 1)},
        **{
            of: f"{words} or, for two factors, of f' w_1 and f' w_2" for of, words in AROUND.items()
        },
        **shares_of(shares, [dict(zip(THREE, side, strict=True)) for side in SIDES_OF_THREE]),
    },
)

# -- the display in the proof of lemma E.2 -------------------------------------------------------

SECOND, MIDDLE = "rate, second line", "decomposition, middle line"
EVOLUTION = "the evolution"

STEP_FACTORS = Claim(
    id="steepest-mirror/lem-4.5-step-factors",
    title="The display in the proof of the balance equation",
    source=Source(appendix="appendix E, proof of lemma E.2"),
    words="The rate of the balance splits into two terms that each equal sign(x) |x|^(q-1) "
    "sign(f') |f'|^(q-1) and cancel, and a decay term.",
    printed={
        SECOND: States(balance.SECOND_LINE, given=ANY_TWO),
        MIDDLE: balance.MIDDLE_LINE,
        "decomposition, last line": balance.LAST_LINE,
        EVOLUTION: States(balance.RATE_SAYS, given=ANY_TWO),
    },
    lemmas=balance.LEMMAS,
    because={SECOND: balance.SPLIT, EVOLUTION: balance.RATE},
    instead={
        MIDDLE: Instead(
            balance.MIDDLE_LINE_MEANT,
            meant=Source(appendix="appendix E, the line below, which has both powers"),
        ),
    },
    note="The second line lacks a factor q in front of two terms; they cancel against each other, "
    "so the equation stands. P is the product of all factors but w_i.",
)

# -- definition 4.6 and figure 3 -----------------------------------------------------------------


DEF_4_6 = Claim(
    id="steepest-mirror/def-4.6",
    title="Balanced factors in L_p",
    source=Source("section 4, definition 4.6"),
    words="Two factors are balanced with constant lambda if |m|^q - |w|^q = lambda everywhere.",
    printed=ForAll(
        given=(q >= 1, sp.Eq(sp.Abs(first) ** q - sp.Abs(second) ** q, lam)), says=DEFINES
    ),
    note="Coordinate l of m and w; at q = 2 this is definition 3.3.",
)

start, target, r = sp.Rational(1, 10), reals("x_l"), reals("r")


def path_length(power):
    """Return the length of |m|^q - |w|^q = start^q from (start, 0) to the curve m w = target.

    On the curve |m|^q = |w|^q + l, dm/dw = (|w| / m)^(q-1); at the end |w|^q = z solves
    z (z + l) = |target|^q. With |w| = r^2 the integrand is smooth for q = 1, 3/2, 2.
    """
    const = start**power
    end = (-const + sp.sqrt(const**2 + 4 * sp.Abs(target) ** power)) / 2
    height = r ** (2 * power)
    slope = r ** (2 * power - 2) / (height + const) ** ((power - 1) / power)
    return sp.Integral(2 * r * sp.sqrt(1 + slope**2), (r, 0, end ** (1 / (2 * power))))


TARGETS = (sp.Rational(1, 10), -sp.Rational(1, 10))
BOTH = (sp.Or(*(sp.Eq(target, end) for end in TARGETS)),)

FIG_3 = Claim(
    id="steepest-mirror/fig-3",
    title="Path length away from the saddle",
    source=Source("section 4, figure 3"),
    words="Along the balance through (0.1, 0) the way to the curve m w = +-0.1 is shorter for "
    "smaller q in {1, 1.5, 2}.",
    printed={
        f"q = {float(short):g} against q = {float(long):g}": ForAll(
            given=BOTH,
            instances={target: TARGETS},
            says=path_length(short) < path_length(long),
        )
        for short, long in ((sp.S(1), sp.Rational(3, 2)), (sp.Rational(3, 2), sp.S(2)))
    },
    note="The length of |m|^q - |w|^q = 0.1^q from (0.1, 0) to m w = x, as an integral over the "
    "root of |w|: about 0.38206, 0.38260 and 0.38740. Between the three values of the figure it is "
    "not monotone: for q = 1.25 it is about 0.38054.",
)
