"""Section 5.3 and F.8: tails of the law of X_t that are monotone up to a small error.

Lemma 5.10: one step, t = 1, from X_0 uniform on [0, M], whose mode is taken to be 0. alpha is c up
to K (or rises as slowly as one likes), has the slope L from there as far as it is needed, and is
constant after that. Half the band that the lemma sets aside ends at K - w - c - a, and M is as
large as the windows ask, or by b larger.
"""

from fractions import Fraction
from itertools import product

import sympy as sp

from theory.claim import Claim, ForAll, Instead, Source, Special
from theory.hints import Try
from theory.language import DEFINES, Lipschitz, integers, reals
from theory.papers.instability_flatness import laws
from theory.papers.instability_flatness.notation import (
    CDF,
    REACH,
    STEP_SIZE,
    L,
    after,
    alpha,
    alpha_loc,
    f,
    kappa,
    m,
    t,
    w,
    x,
    z,
)
from theory.papers.instability_flatness.notation import reach as radius
from theory.places import HERE

HALF = Fraction(1, 2)

c, K, M, past, rest = reals("c K M a b")
n = integers("n")

# windows at K - w - c and K - c, with the preimages [K - w, K] and [K, K + LONGEST] under T_-

LONGEST = w / (1 - L)
ALPHA_MAX = c + L * LONGEST
BAND = 2 * ALPHA_MAX * kappa / (1 - L)  # half its width at t = 1
SETTING = (c > 0, L > 0, L < 1, kappa >= 1, past > 0, rest >= 0)
WHERE = {
    w: 2 * c,  # so that the preimages under T_+ end at K or before
    K: BAND + w + c + past,
    M: K + LONGEST + rest,
}


def windowed(under_minus):
    """Return f_1^(w): half the preimages' lengths under T_+ and T_-, over M w."""
    return (w + under_minus) / (2 * M * w)


CHANGE = windowed(LONGEST) - windowed(w)
ERROR = 4 * sp.exp(-(kappa**2) / 2) / w

# The left side, from X_0 uniform on [-M, 0]: alpha is c down to -K, has the slope L on the length
# c below, and is c (1 - L) after that

ON_THE_LEFT = {
    w: c * (1 - L),  # so that the preimages under T_+ end at -K - c or before
    K: 2 * c * kappa / (1 - L) + w - c + past,
    M: K + c + 2 * w + rest,
}

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


# alpha is close to 1 on one side of 20 or -20 and has the slope 1/2 beyond; windows on both sides
# of where T_- takes that point

_slow = Fraction(1, 1000)
_HERE = {L: HALF, kappa: 4, m: 0, radius: 5, alpha_loc: 1 + 5 * _slow}
RIGHT = Try(
    {
        **_HERE,
        alpha: laws.linear({-6: 1 - 6 * _slow, 20: 1 + 20 * _slow}, _slow, HALF),
        f: laws.linear({-1: 0, 0: "1/25", 24: "1/25", 25: 0}, 0, 0),
        w: 1,
        x: Fraction(1798, 100),
        z: Fraction(1898, 100),
    }
)
LEFT = Try(
    {
        **_HERE,
        alpha: laws.linear(
            {-40: "1/10", Fraction(-41, 2): "73/100", -20: "98/100"}, "1/100", _slow
        ),
        f: laws.linear({-25: 0, -24: "1/25", 0: "1/25", 1: 0}, 0, 0),
        w: Fraction(1, 4),
        x: Fraction(-2123, 100),
        z: Fraction(-2098, 100),
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
    lemmas={
        "right side, alpha_max": ForAll(given=SETTING, where=WHERE, says=CHANGE <= ERROR),
        "left side, alpha_max": ForAll(given=SETTING, where=ON_THE_LEFT, says=CHANGE <= ERROR),
    },
    uses=(
        "instability-flatness/lem-F.12",
        "instability-flatness/lem-F.13",
        "instability-flatness/lem-5.10-step-localization",
        "instability-flatness/lem-5.10-step-tail",
    ),
    note="The windows at K - w - c and K - c, or at -K - c - w and -K - c. No sign string leaves "
    "the band at t = 1, and the rise is that of a typical string: the preimages of a sliding "
    "window change their lengths (see Lemma 5.9). It is L / (2 M (1 - L)) and falls with kappa "
    "only as the band, and M with it, gets wider, like 1/kappa. A density that falls slowly from 0 "
    "and an alpha with rounded corners that rises slowly before K do the same.",
    legend={
        M: "X_0 is uniform on [0, M], on the left side on [-M, 0]",
        K: "where alpha begins to have the slope L, on the left side at -K",
        c: "alpha from the mode 0 to K, or to -K",
        past: "the distance from the band to the nearest window",
        rest: "by how much M is larger than the windows ask",
    },
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

R, top, bound, s = reals("R A n s")
LIPSCHITZ = (*STEP_SIZE, Lipschitz(alpha, L), L > 0, L < 1)
UP = (1, 1, 1, 1)


def largest_sum(string):
    """Return M, the largest modulus of a partial sum of a sign string."""
    return max(abs(sum(string[:k])) for k in range(1, len(string) + 1))


def strings(steps):
    return list(product((1, -1), repeat=steps))


def distance(string):
    """Return |T_s(m) - m|."""
    return sp.Abs(after(m, *string) - m)


def near_mode(steps):
    """Return the bound on |T_s(m) - m| for all s with M <= n, n being kappa sqrt(t)."""
    typical = [
        sp.Or(bound < largest_sum(string), distance(string) <= top * bound / (1 - L))
        for string in strings(steps)
    ]
    return ForAll(
        given=(*LIPSCHITZ, bound >= 1, bound**2 >= steps, alpha(m + R) <= top, top * bound < R),
        says=sp.And(*typical),
    )


def recursion(string):
    """Return the bound on the distance by the sum of the distances before."""
    past = sum(distance(string[:k]) for k in range(len(string)))
    return distance(string) <= alpha(m) * largest_sum(string) + L * past


# alpha is 1 from m - n + 1 on (or rises as slowly as one likes) and has the slope L below: n steps
# down and k pairs +-, so that M = n; each pair is shorter by the factor 1 - L^2 than the one before

pairs, drift = reals("k y")


def drift_of(pairs):
    """Return how far so many pairs move to the left."""
    return (1 - L) * (1 - (1 - L**2) ** pairs) / L


STEP_LOCALIZATION = Claim(
    id="instability-flatness/lem-5.10-step-localization",
    title="Typical sign strings keep the mode in the band",
    source=Source(appendix="appendix F.8, proof of lemma 5.10, step 1"),
    words="Where no partial sum of a sign string exceeds kappa sqrt(t), its image of the mode is "
    "within A kappa sqrt(t) / (1 - L) of the mode, and so within the band, A being the largest "
    "alpha on a neighbourhood of radius R > A kappa sqrt(t).",
    printed={
        "sum of the distances before, t <= 2": ForAll(
            given=LIPSCHITZ,
            says=sp.And(*(recursion(string) for t in (1, 2) for string in strings(t))),
        ),
        "alpha at the mode, t = 4, all steps up": ForAll(
            given=LIPSCHITZ,
            says=distance(UP) <= alpha(m) * largest_sum(UP) / (1 - L),
        ),
        **{f"A, t = {t}": near_mode(t) for t in (1, 2)},
        "A, t = 14, four steps down and five pairs +-": ForAll(
            says=4 + drift_of(5) <= 4 / (1 - L), where={L: sp.Rational(1, 16)}
        ),
        "a neighbourhood, alpha of slope s >= 1 / (kappa sqrt(t))": ForAll(
            given=(c > 0, s > 0, s < 1, bound * s >= 1, R > 0, (c + s * R) * bound < R),
            says=DEFINES,
        ),
    },
    instead={
        "alpha at the mode, t = 4, all steps up": Instead(
            ForAll(
                given=LIPSCHITZ,
                says=distance(UP) <= alpha(m) * largest_sum(UP) * (1 + L) ** 3,
            ),
        ),
        "A, t = 14, four steps down and five pairs +-": Instead(
            ForAll(
                given=(
                    bound >= 1,
                    pairs >= 0,
                    bound + 2 * pairs <= bound**2,
                    L > 0,
                    L < 1,
                    drift >= 0,
                    drift <= pairs * L,
                    drift <= 1 / L,
                ),
                says=bound + drift <= 2 * bound / (1 - L),
            ),
        ),
        "a neighbourhood, alpha of slope s >= 1 / (kappa sqrt(t))": Instead(
            ForAll(
                given=(
                    c > 0,
                    s > 0,
                    bound * s < 1,
                    bound >= 1,
                    c * bound / (1 - bound * s) < R,
                ),
                says=(c + s * R) * bound < R,
            ),
        ),
    },
    uses=("instability-flatness/cor-F.15",),
    note="The distance of all steps up grows like (1 + L)^t, so alpha at the mode does not bound "
    "it. Each pair +- moves left, which the partial sums do not see: after four steps down and "
    "five pairs, t = 14, a path with no sum beyond 4 is farther than 4 A / (1 - L) from the mode "
    "for small L. The band is twice as wide and holds such paths: with n steps down, n + 2 k <= "
    "n^2, the k pairs drift by y, at most k L and at most 1 / L. R > A kappa sqrt(t) is asked of "
    "an A that grows with R: there is no such R where alpha keeps a slope of 1 / (kappa sqrt(t)).",
    legend={
        bound: "kappa sqrt(t)",
        c: "alpha at the mode",
        s: "the slope of alpha",
        pairs: "the number of pairs +-",
        drift: "how far the k pairs lead to the left, A being 1",
    },
)
