"""Second entries of section 5.3 and appendices F.3 to F.10 of the paper on instability."""

import sympy as sp
from sympy.logic.boolalg import And, Or

from tests.double_entry.instability_flatness import (
    CONTROL,
    at_most,
    ge,
    gt,
    half,
    implies,
    le,
    lt,
    mass,
)
from theory.argument_language import States
from theory.choices import Ambiguous, Damaged
from theory.claim import ForAll
from theory.language import (
    DEFINES,
    RisesSmoothly,
    UnimodalDensity,
    eq,
    integers,
    reals,
    sequence,
)
from theory.papers.instability_flatness.notation import (
    ABOVE,
    CDF,
    IMAGE,
    LEAST_SLOPE,
    MEDIAN,
    PHI,
    REACH,
    STEP_SIZE,
    F,
    L,
    N,
    Z,
    after,
    alpha,
    b,
    c,
    derivative,
    f,
    following,
    high,
    k,
    least,
    least_slope,
    low,
    m,
    m0,
    n,
    preimages,
    radius,
    s,
    slope,
    t,
    u,
    u1,
    v1,
    w,
    x,
    y,
    z,
)
from theory.quantifiers import Every, Some, median
from theory.sequences import In, Signs

# -- appendix F.5, the proof of corollary 5.5 ------------------------------------------------------


def relations(make):
    """Return what a sign that may be < or <= stands for."""
    return Damaged("the digital text has < for <=, too", {"<": make(lt), "<=": make(le)})


def two(one, other):
    """Return T_one after T_other."""
    return after(x, other, one)


INCREASING_MAPS = {
    "T_+ increases": ForAll(lt(after(x, 1), after(y, 1)), given=(*STEP_SIZE, x < y)),
    "T_- increases": ForAll(lt(after(x, -1), after(y, -1)), given=(*STEP_SIZE, x < y)),
    "-- and -+": ForAll(le(two(-1, -1), two(-1, 1)), given=STEP_SIZE),
    "-+ and ++": ForAll(le(two(-1, 1), two(1, 1)), given=STEP_SIZE),
    "+- and ++": ForAll(le(two(1, -1), two(1, 1)), given=STEP_SIZE),
}

# -- theorem 5.6 -----------------------------------------------------------------------------------

drop = least_slope * alpha(x)
SLOPED = (
    *STEP_SIZE,
    least > 0,
    least_slope > 0,
    ge(alpha(x), least),
    ge(alpha(after(x, -1)), least),
    ge(alpha(after(x, 1)) - alpha(x), drop),
    ge(alpha(x) - alpha(after(x, -1)), drop),
)
two_step_median = median(
    m, lambda point: F(alpha, x, point, 2), lambda point: ABOVE(alpha, x, point, 2)
)
branch_mass = F(alpha, x, x - drop, 2)
TWO_STEP = {
    "+-": ForAll(le(after(x, 1, -1), x - drop), given=SLOPED),
    "-+": ForAll(le(after(x, -1, 1), x - drop), given=SLOPED),
    "--": ForAll(
        And(
            le(after(x, -1, -1), x - 2 * least),
            lt(x - 2 * least, x - least_slope * least),
        ),
        given=SLOPED,
    ),
    "share": Damaged(
        "the relation before the sum of the two probabilities",
        {
            "=": ForAll(eq(branch_mass, half), given=SLOPED),
            ">=": ForAll(ge(branch_mass, half), given=SLOPED),
        },
    ),
    "median": ForAll(le(m, x - drop), given=(*SLOPED, two_step_median)),
}

AT_EVEN = (t >= 0, eq(sp.Mod(t, 2), 0))
FALLS = Every(k, implies(k >= 0, le(Z[2 * k + 2], Z[2 * k] - c)))
ENVELOPE = (c > 0, FALLS, le(Z[0], b))
CROSSES = (*ENVELOPE, eq(N, sp.ceiling((b - m0) / c)), ge(b, m0))
later = (n - N) * c
CONSTANTS = {
    "line": States(
        And(le(Z[2 * n], Z[0] - n * c), le(Z[0] - n * c, b - n * c)),
        given=(*ENVELOPE, n >= 0),
    ),
    "crossing": States(And(le(Z[2 * N], b - N * c), le(b - N * c, m0)), given=CROSSES),
    "after it": States(
        And(le(Z[2 * n], Z[2 * N] - later), le(Z[2 * N] - later, m0 - later)),
        given=(*CROSSES, n >= N),
    ),
}


# -- conditions 5.7 and 5.8, appendix F.7 ----------------------------------------------------------

UNIMODAL = ForAll(DEFINES, given=(UnimodalDensity(f, m),))
SLOW = ForAll(DEFINES, given=(*STEP_SIZE, *CONTROL))

ORDERED = (*STEP_SIZE, *CONTROL)
STRING = (t >= 1, In(s, Signs(t)))


# -- appendices F.8 to F.10 ------------------------------------------------------------------------

kappa = n / sp.sqrt(t)
WALK_TAIL = ForAll(
    le(REACH(t, n), 4 * sp.exp(-(kappa**2) / 2)),
    given=(t >= 1, n >= 1),
    instances={t: (1, 2, 3), n: (1, 2, 3)},
)

BRANCHES = [eq(after(v, *signs), z) for signs, v in preimages.items()]
DECOMPOSED = States(
    eq(at_most(z, 2), sum(mass(le(x, v)) for v in preimages.values()) / 4),
    given=(*ORDERED, *BRANCHES),
)

OF_DENSITY = (*STEP_SIZE, *CONTROL, UnimodalDensity(f, m))
m_t = MEDIAN(alpha, f, t)


def median_within(level, *given):
    """Return that a median of X_{t+2} is at or below a level."""
    return ForAll(
        ge(CDF(alpha, f, t + 2, level), half),
        given=(*OF_DENSITY, *AT_EVEN, *given),
        instances={t: (0, 2)},
    )


share = CDF(alpha, f, t, m_t + radius) - CDF(alpha, f, t, m_t - radius)
size = IMAGE(alpha, m_t, 1) - m_t
flat = LEAST_SLOPE(alpha, m_t, radius)
DRIFT = {
    "(a)": median_within(m_t),
    "(b)": median_within(
        m_t - share * size * flat, radius > 0, gt(share, 0), gt(size, 0), gt(flat, 0)
    ),
}
# -- lemma F.22 ------------------------------------------------------------------------------------

nearest = sp.Max(after(m, -1, 1), after(m, 1, -1))
LEFT_BRANCHES = ((-1, -1), (-1, 1), (1, -1))
OF_MEDIAN = (
    *ORDERED,
    median(m, lambda point: mass(x <= point), lambda point: mass(x >= point)),
    eq(z, nearest),
)
THREE_EIGHTHS = States(
    ge(sum(mass(le(after(x, *signs), z)) for signs in LEFT_BRANCHES) / 4, sp.Rational(3, 8)),
    given=OF_MEDIAN,
)
m_0 = MEDIAN(alpha, f, 0)
z_star = sp.Max(IMAGE(alpha, m_0, -1, 1), IMAGE(alpha, m_0, 1, -1))
mixture = CDF(alpha, f, 2, z_star)
THREE_BRANCHES = {
    "order": ForAll(
        And(
            lt(after(m, -1, -1), after(m, -1, 1)),
            lt(after(m, -1, 1), m),
            lt(after(m, 1, -1), m),
            lt(nearest, m),
        ),
        given=ORDERED,
    ),
    "branches": States(
        And(*(ge(mass(le(after(x, *signs), z)), half) for signs in LEFT_BRANCHES)),
        given=OF_MEDIAN,
    ),
    # as at the start of the sentence, whose sign has lost its bar, too
    "mixture": ForAll(ge(mixture, half), given=(*OF_DENSITY, le(m, m_0))),
}

# -- lemma F.12 ------------------------------------------------------------------------------------

SLOPE = (*ORDERED, derivative(alpha, x, slope))


def has_slope(sign):
    """Return that a one-step map has the slope 1 +- alpha'."""
    return States(derivative(lambda at: after(at, sign), x, 1 + sign * slope), given=SLOPE)


def chords(sign):
    """Return that the slopes of the chords of a one-step map are within L of 1."""
    rise = after(y, sign) - after(x, sign)
    return ForAll(
        And(ge(rise, (1 - L) * (y - x)), le(rise, (1 + L) * (y - x))), given=(*ORDERED, x < y)
    )


def increases(sign):
    """Return that a one-step map increases strictly."""
    return ForAll(lt(after(x, sign), after(y, sign)), given=(*ORDERED, x < y))


there = PHI(alpha, z, s, t)
window = And(ge(there, x), le(there, x + w))
inside = And(u1 <= z, z <= v1)
same = Every(z, And(implies(window, inside), implies(inside, window)))
ONE_PIECE = Some(u1, Some(v1, And(u1 < v1, same)))
walker, (time, place), (x_1, x_2) = sequence("q'"), integers("m' n'"), reals("p' o'")
seen = And(time >= 0, time <= t, Every(place, eq(walker[place] ** 2, 1)))
walked = PHI(alpha, u, walker, time)
pair = And(low <= x_1, x_1 <= x_2, x_2 <= high)
WHERE_WALKED = (
    *(*STEP_SIZE, RisesSmoothly(alpha), L > 0, L < 1),
    Every(walker, Every(time, implies(seen, And(low <= walked, walked <= high)))),
    Every(x_1, Every(x_2, implies(pair, le(alpha(x_2) - alpha(x_1), L * (x_2 - x_1))))),
)
ORDER = {
    **{f"slope of T_{name}": has_slope(sign) for name, sign in (("+", 1), ("-", -1))},
    **{f"chords of T_{name}": chords(sign) for name, sign in (("+", 1), ("-", -1))},
    **{f"T_{name} increases": increases(sign) for name, sign in (("+", 1), ("-", -1))},
    "T_s increases": States(
        lt(PHI(alpha, x, s, t), PHI(alpha, y, s, t)), given=(*ORDERED, *STRING, x < y)
    ),
    "interval": Ambiguous(
        "where slopes are below 1",
        {
            "all of R": States(ONE_PIECE, given=(*ORDERED, *STRING, w > 0)),
            "where the walk is": States(ONE_PIECE, given=(*WHERE_WALKED, *STRING, w > 0)),
        },
    ),
    "ends": States(
        lt(x, y), given=(*ORDERED, *STRING, lt(PHI(alpha, x, s, t), PHI(alpha, y, s, t)))
    ),
}

# -- assumption 5.2, x being log U_t ---------------------------------------------------------------

surplus = reals("delta")
EXIT = ForAll(DEFINES, given=(Or(surplus > 0, eq(following, x)),))

ENTRIES = {
    "instability-flatness/asm-5.2": EXIT,
    "instability-flatness/cor-5.5-step-T-increasing": INCREASING_MAPS,
    "instability-flatness/thm-5.6-step-two-step": TWO_STEP,
    "instability-flatness/thm-5.6-constants": CONSTANTS,
    "instability-flatness/asm-5.7": UNIMODAL,
    "instability-flatness/asm-5.8": SLOW,
    "instability-flatness/lem-5.10-step-tail": WALK_TAIL,
    "instability-flatness/lem-F.18": DECOMPOSED,
    "instability-flatness/thm-5.12": DRIFT,
    "instability-flatness/lem-F.22": THREE_BRANCHES,
    "instability-flatness/lem-F.22-step-3-8": THREE_EIGHTHS,
    "instability-flatness/lem-F.12": ORDER,
}
