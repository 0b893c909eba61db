"""Section 5.3 and F.8: tails of the law of X_t that are monotone up to a small error."""

from fractions import Fraction
from itertools import product

import sympy as sp

from theory.argument_language import States
from theory.arguments import Clause, Solve
from theory.choices import Ambiguous
from theory.claim import ByReading, Claim, ForAll, Instead, Missing, Source, Special
from theory.hints import Keeps, Try
from theory.language import Each, eq, reals
from theory.papers.instability_flatness import examples_argument, gronwall, laws
from theory.papers.instability_flatness.notation import (
    CDF,
    REACH,
    WALK_5_8,
    L,
    X,
    alpha,
    alpha_loc,
    f,
    i,
    j,
    k,
    kappa,
    level,
    m,
    n,
    s,
    t,
    w,
    walk,
    x,
    z,
)
from theory.papers.instability_flatness.notation import reach as radius
from theory.places import HERE
from theory.quantifiers import Every, Some
from theory.values import PiecewiseLinear

HALF = Fraction(1, 2)

# -- what is printed ------------------------------------------------------------------------------

BAND_AROUND_MODE = 2 * alpha_loc * kappa * sp.sqrt(t) / (1 - L)  # W_t, half its width
SMALL = 4 * sp.exp(-(kappa**2) / 2) / w
RISE = (CDF(alpha, f, t, z + w) - CDF(alpha, f, t, z)) / w - (
    CDF(alpha, f, t, x + w) - CDF(alpha, f, t, x)
) / w
ASKED = (t >= 1, w > 0, kappa >= 1, x < z)
NEARBY = (sp.Eq(alpha_loc, alpha(m + radius)), alpha_loc * kappa * sp.sqrt(t) < radius)


def outside(says, *given):
    """Return a statement about two windows on one side of the band."""
    places = {**laws.SETTING, "appendix F.8": NEARBY, HERE: (*ASKED, *given)}
    return ForAll(says, given=places, instances={t: (1, 2)})


# alpha is a hyperbola up to 20 or -20 and goes on as its tangent; windows on both sides of where
# T_- takes that point; 0 is the only mode

RIGHT = Try(
    {
        L: HALF,
        kappa: 4,
        m: 0,
        radius: 5,
        alpha_loc: Fraction(2, 17),
        alpha: PiecewiseLinear.through({20: 1}, HALF, HALF),
        f: PiecewiseLinear.through({-1: 0, 0: "1/20", 24: "3/100", 25: 0}, 0, 0),
        w: 1,
        x: 17,
        z: 19,
    }
)
LEFT = Try(
    {
        L: Fraction(1, 100),
        kappa: 6,
        m: 0,
        radius: 8,
        alpha_loc: Fraction(32, 25),
        alpha: PiecewiseLinear.through({-20: 1}, "1/100", "1/100"),
        f: PiecewiseLinear.through({-25: 0, -24: "3999/100000", 0: "4001/100000", 1: 0}, 0, 0),
        w: HALF,
        x: Fraction(-43, 2),
        z: -20,
    }
)

LEM_5_10 = Claim(
    id="instability-flatness/lem-5.10",
    title="Tails are monotone up to a small error",
    source=Source("section 5.3", "appendix F.8"),
    words="To the right of a band of half width 2 alpha_loc kappa sqrt(t) / (1 - L) around the "
    "mode, the density over windows of width w rises by at most (4/w) exp(-kappa^2/2); to the left "
    "it falls by at most as much.",
    printed={
        "right side": outside(RISE <= SMALL, x > m + BAND_AROUND_MODE),
        "left side": outside(RISE >= -SMALL, z < m - BAND_AROUND_MODE - w),
    },
    special={
        "right side, one law": Special((), {t: 1}, "right side"),
        "left side, one law": Special((), {t: 1}, "left side"),
    },
    because={
        "right side, one law": RIGHT,
        "left side, one law": LEFT,
    },
    uses=(
        "instability-flatness/lem-F.12",
        "instability-flatness/lem-F.13",
        "instability-flatness/lem-5.10-step-neighbourhood",
        "instability-flatness/lem-5.10-step-localization",
        "instability-flatness/lem-5.10-step-tail",
    ),
    breaks_at="In step 2, where lemma F.13 is applied to the preimages of a sliding window: it "
    "compares intervals of one length, and where alpha grows faster and faster these get longer. "
    "At t = 1 both sign strings are typical, so that step 1 and step 3 do no harm there.",
    note="No sign string leaves the band at t = 1, and the rise is that of a typical one: see "
    "Lemma 5.9. 0 is the only mode. On the right the density rises by 0.0101 and 0.0013 are "
    "allowed, on the left it falls by 3.3e-6 and 1.2e-7 are. As in appendix F.8, with the largest "
    "alpha near the mode; the subscript in the main text is hard to read.",
)


def reach(t, n):
    """Return the head by its definition: the share of sign strings of length t."""
    strings = list(product((1, -1), repeat=int(t)))
    hits = sum(
        any(abs(sum(string[:k])) >= n for k in range(1, len(string) + 1)) for string in strings
    )
    return sp.Rational(hits, len(strings))


STEP_TAIL = Claim(
    id="instability-flatness/lem-5.10-step-tail",
    title="Deviations of the simple random walk",
    source=Source(appendix="appendix F.8, proof of lemma 5.10, step 3"),
    words="Up to time t the walk of the signs exceeds kappa sqrt(t) with probability at most 4 "
    "exp(-kappa^2/2).",
    printed=ForAll(
        given=(t >= 1, n >= 1),
        says=REACH(t, n) <= 4 * sp.exp(-sp.Rational(1, 2) * n**2 / t),
        instances={t: (1, 2, 3, 4, 6, 8), n: (1, 2, 3, 4, 5, 6, 7, 8)},
    ),
    note="n is the least integer above kappa sqrt(t); the bound is least as kappa tends to n / "
    "sqrt(t).",
)

# -- step 1 of the proof: where the mode goes under a sign string ---------------------------------

AS_A_SUM = eq(
    gronwall.MOVED, gronwall.ALONG + sp.Sum(s[i] * (alpha(X[i]) - alpha(m)), (i, 0, k - 1))
)


def along(says):
    """Return a statement about the path from the mode along a sign string."""
    return ForAll(says, given=gronwall.PATH, instances={k: (1, 2, 3, 4)})


REACHED = alpha_loc * kappa * sp.sqrt(t) / (1 - L)
TYPICAL = {
    **WALK_5_8,
    "lemma 5.10": (t >= 1, w > 0, kappa >= 1),
    "appendix F.8": NEARBY,
    HERE: (
        sp.Eq(X[0], m),
        *walk(t),
        Each(sp.Abs(level(j)) <= kappa * sp.sqrt(t), (j, 0, t - 1)),
    ),
}
HALF_THE_WIDTH = Solve(REACHED < BAND_AROUND_MODE, sum(TYPICAL.values(), ()))


def typical(says, *more):
    """Return a statement about where a typical sign string takes the mode."""
    return ForAll(says, given=TYPICAL, instances={t: (1, 2, 3, *more)})


# alpha has the slope 1/1000 down to where three steps down lead, and 1/10 below

FLAT_AT_MODE = PiecewiseLinear.through(
    {-8: "10039/20000", "-61/20": "19939/20000"}, "1/10", "1/1000", rounding="1/25"
)
FOUR_DOWN = Try(
    {
        **gronwall.along(FLAT_AT_MODE, *4 * (-1,), *6 * (1, -1)),
        t: 16,
        L: Fraction(1, 10),
        m: 0,
        kappa: 1,
        radius: 5,
        alpha_loc: Fraction(201, 200),
        w: 1,
    }
)

pairs, drift = reals("l y")

STEP_LOCALIZATION = Claim(
    id="instability-flatness/lem-5.10-step-localization",
    title="Typical sign strings keep the mode in the band",
    source=Source(appendix="appendix F.8, proof of lemma 5.10, step 1"),
    words="The distance of a path from the mode is alpha at the mode times the sum of the signs, "
    "but for L times the sum of the distances before. So it is at most alpha at the mode times the "
    "largest partial sum over 1 - L, and at most the same with the largest alpha nearby. Where no "
    "partial sum exceeds kappa sqrt(t) the path ends within the band.",
    printed={
        "distance": along(AS_A_SUM),
        "sum of the distances before": along(
            sp.Abs(gronwall.MOVED) <= alpha(m) * n + gronwall.BEFORE
        ),
        "alpha at the mode": gronwall.COR_F_15.clauses["alpha at the mode"],
        "the largest alpha nearby is larger": gronwall.COR_F_15.clauses[
            "the largest alpha nearby is larger"
        ],
        "a typical string": typical(sp.Abs(X[t] - m) <= REACHED, 16),
        "less than half the width": typical(REACHED < BAND_AROUND_MODE),
        "in the band": typical(
            sp.And(m - BAND_AROUND_MODE - w <= X[t], X[t] <= m + BAND_AROUND_MODE)
        ),
    },
    special={
        "all steps up": Special((Each(sp.Eq(s[j], 1), (j, 0, 3)),), {k: 4}, "alpha at the mode")
    },
    lemmas={
        "n steps down and l pairs +-": ForAll(
            given=(
                n >= 1,
                pairs >= 0,
                n + 2 * pairs <= n**2,
                L > 0,
                L < 1,
                drift >= 0,
                drift <= pairs * L,
                drift <= 1 / L,
            ),
            says=n + drift <= 2 * n / (1 - L),
        ),
    },
    because={
        "distance": Keeps(k, AS_A_SUM),
        "sum of the distances before": Keeps(k, gronwall.STRAY),
        "the largest alpha nearby is larger": gronwall.LARGER_NEARBY,
        "alpha at the mode": Try({**gronwall.ALL_UP, k: 4}),
        "all steps up": Try(gronwall.ALL_UP),
        "a typical string": FOUR_DOWN,
        "less than half the width": HALF_THE_WIDTH,
    },
    instead={
        "alpha at the mode": gronwall.SHARP_AT_MODE,
        "a typical string": Instead(
            gronwall.SHARP_NEARBY.statement,
            words=gronwall.WITH_GROWTH,
            because=Clause(
                "instability-flatness/cor-F.15", "the largest alpha nearby", instead=True
            ),
        ),
    },
    uses=("instability-flatness/cor-F.15",),
    note="n is M_k(s). With slope L of alpha k steps up lead ((1 + L)^k - 1) / L times alpha at "
    "the mode away: 369/64 at L = 1/4, k = 4, above 4 / (1 - L) = 16/3. In a typical string four "
    "steps down and six pairs +-, t = 16, lead to -4.52, beyond 4 A / (1 - L) = 4.467, A = 1.005 "
    "being the largest alpha near. The band is twice as wide and holds such paths: after n steps "
    "down l pairs drift by y <= l L, 1 / L.",
    symbols={
        pairs: "the number of pairs +-",
        drift: "how far the l pairs lead to the left, alpha at the mode being 1",
    },
)

# -- a neighbourhood of the mode that is large enough ----------------------------------------------

ASKED_OF_STEPS = {"lemma 5.10": (t >= 1, kappa >= 1)}
BELOW_RADIUS = alpha(x) * kappa * sp.sqrt(t) < radius
AT_VISITED = Every(
    x, sp.Implies(sp.And(sp.Abs(x - m) <= radius, f(x) > 0), BELOW_RADIUS, evaluate=False)
)
WIDE_ENOUGH = {  # as alpha increases, its largest value within R of the mode is that at m + R
    "all of the neighbourhood": States(
        Some(radius, sp.And(radius > 0, BELOW_RADIUS.subs(x, m + radius), evaluate=False)),
        given={**WALK_5_8, **ASKED_OF_STEPS},
    ),
    "the points of it that X_0 visits, f > 0": States(
        Some(radius, sp.And(radius > 0, AT_VISITED)), given={**laws.SETTING, **ASKED_OF_STEPS}
    ),
}

STEP_NEIGHBOURHOOD = Claim(
    id="instability-flatness/lem-5.10-step-neighbourhood",
    title="A neighbourhood of the mode that is large enough",
    source=Source(appendix="appendix F.8, before lemma F.14"),
    words="There is a radius R > A kappa sqrt(t), A being the largest alpha within R of the mode.",
    printed=Ambiguous(
        "where A bounds alpha, as condition 5.8 is about what is visited", WIDE_ENOUGH
    ),
    against={
        "": ByReading(
            {
                name: examples_argument.too_steep(statement, {t: 1, kappa: 2, x: radius})
                for name, statement in WIDE_ENOUGH.items()
            }
        )
    },
    instead=Instead(
        ForAll(
            alpha(m + radius) * kappa * sp.sqrt(t) < radius,
            given={
                **WALK_5_8,
                **ASKED_OF_STEPS,
                HERE: (
                    radius > 0,
                    alpha(m) * kappa * sp.sqrt(t) < radius * (1 - L * kappa * sp.sqrt(t)),
                ),
            },
        ),
        words="any large R will do if L kappa sqrt(t) < 1",
    ),
    note="A is alpha(m + R) and grows with R. With the slope 1/2 to the right of the mode 0, kappa "
    "= 2 and t = 1 there is no such R: kappa sqrt(t) alpha(R) = 2 (1 + R/2) = R + 2. A bounded "
    "alpha beyond the visited range is no way out: where f > 0 everywhere, all of R is visited at "
    "once. Only from the mode itself is the walk bounded, but F.8 takes the supremum over the "
    "neighbourhood.",
)

# -- what is made of both lemmas -------------------------------------------------------------------

# a law on a short interval [low, high]: the branches of X_1 do not meet
GAP_ENDS = laws.step(-1, laws.high), laws.step(1, laws.low)


def cdf_outside(x):
    """Return Pr(X_0 <= x) for x outside the interval or at an end of it."""
    return sp.Piecewise((0, x <= laws.low), (1, True))


def after_one(x):
    """Return Pr(X_1 <= x)."""
    return (cdf_outside(laws.back(1, x)) + cdf_outside(laws.back(-1, x))) / 2


def outside_after_two(x):
    """Return Pr(X_2 <= x)."""
    return sum(cdf_outside(laws.preimage(branch, x)) for branch in laws.BRANCHES) / 4


def stays_unimodal(*when, instances):
    """Return that the law of X_t is unimodal at these times."""
    return ForAll(
        laws.VALLEY(alpha, f, t) <= 0,
        given={**laws.SETTING, HERE: when},
        instances={t: instances},
    )


EVEN_TIMES = stays_unimodal(t >= 2, laws.EVEN, instances=(2, 4))
BESIDE_BAND = "to the right of the band of lemma 5.10, as it says"

STAYS_UNIMODAL = Claim(
    id="instability-flatness/lem-5.9-claim-consequence",
    title="The law stays unimodal",
    source=Source("sections 5.3 and 5.4", "appendix F.3 and F.10"),
    words="From a unimodal start and with a 1-Lipschitz alpha the law of X_t is unimodal with high "
    "probability; section 5.4 names no time, and the proof of theorem 5.12 says so of even ones.",
    printed={
        "appendix F.10, even times": EVEN_TIMES,
        "section 5.4": Ambiguous(
            "no time is named, and the lemmas that are cited leave out a band",
            {
                "even times": EVEN_TIMES,
                "all times": stays_unimodal(t >= 1, instances=(1, 2)),
                BESIDE_BAND: LEM_5_10.clauses["right side"],
            },
        ),
    },
    because={"section 5.4": ByReading({BESIDE_BAND: Try({**RIGHT.point, t: 1})})},
    lemmas={
        "t = 1, mass between two parts of the law": ForAll(
            given=(
                *laws.LINEAR,
                laws.low < laws.high,
                laws.c + laws.s * laws.low > 0,
                GAP_ENDS[0] < GAP_ENDS[1],
            ),
            says=after_one(GAP_ENDS[1]) - after_one(GAP_ENDS[0]) > 0,
        ),
        "t = 2, mass between two parts of the law": ForAll(
            given=(
                *laws.LINEAR,
                laws.low < laws.high,
                laws.c + laws.s * laws.low > 0,
                laws.two_steps((-1, -1), laws.high) < laws.two_steps((1, -1), laws.low),
            ),
            says=outside_after_two(laws.two_steps((1, -1), laws.low))
            - outside_after_two(laws.two_steps((-1, -1), laws.high))
            > 0,
        ),
        "unimodal with high probability": Missing(
            "of what the probability is: the law of X_t is not random"
        ),
    },
    uses=(
        "instability-flatness/lem-5.9#right side",
        "instability-flatness/lem-5.9#left side",
        "instability-flatness/lem-5.10",
    ),
    note="At t = 2 the density has three parts with gaps between them: it is 1 at x = -5.25, 0 "
    "at y = -4 and 2/3 at z = -1.75. The law of X_t is not random; if the sign string is meant, "
    "every one is typical for kappa >= sqrt(t). All of this lies inside the band that lemma 5.10 "
    "leaves out; outside that band, as section 5.4 may mean it, the bound of lemma 5.10 fails, "
    "too.",
    symbols={**laws.SHORT_LAW, **laws.LINEAR_STEP},
)
