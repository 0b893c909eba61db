"""Theorem 5.6 and its proof in F.6: the largest median of the walks from all starting points.

m_t(x) is a median of X_t for X_0 = x and Z_t its essential supremum over X_0, whose largest value
is b. The rate is c = alpha_min alpha'_min, both least values over the visited range. There the mean
value theorem gives alpha(p + alpha(p)) - alpha(p) >= alpha'_min alpha(p) >= c and the same on the
left of p, and this is all that the printed proof uses of c.
"""

from itertools import product

import sympy as sp

from theory.claim import Claim, ForAll, Instead, Part, Source
from theory.language import FunctionSymbol, Positive, StrictlyIncreasing, function, integers, reals
from theory.papers.instability_flatness.contraction import endpoints

alpha: FunctionSymbol = function("alpha")
x, y, b, c, s, m, n, m0, w, Z = reals("x y b c s m n m_0 w Z")  # s: least slope; m, n: medians
least = reals("alpha_min")
Z0, Z2, Zt, Zcross, t = reals("Z_0 Z_2 Z_t Z_2N t")
N, k = integers("N k")

WALK = (StrictlyIncreasing(alpha), Positive(alpha))


def after(start, *signs):
    """Return where the steps with these signs lead."""
    for sign in signs:
        start = start + sign * alpha(start)
    return start


def visited(start, t):
    """Return the points that are visited before time t."""
    return [after(start, *signs) for j in range(t) for signs in product((1, -1), repeat=j)]


def count(start, t, condition):
    """Return how many of the 2^t ends satisfy a condition."""
    return sum(sp.Piecewise((1, condition(end)), (0, True)) for end in endpoints(alpha, start, t))


def median(level, start, t):
    """Return that the level is a median of X_t from a start."""
    half = 2 ** (t - 1)
    return (
        count(start, t, lambda end: end <= level) >= half,
        count(start, t, lambda end: end >= level) >= half,
    )


def largest_median(level, start, t):
    """Return that the level is the largest median of X_t from a start."""
    half = 2 ** (t - 1)
    return (
        count(start, t, lambda end: end <= level) > half,
        count(start, t, lambda end: end >= level) >= half,
    )


def least_median(level, start, t):
    """Return that the level is the least median of X_t from a start."""
    half = 2 ** (t - 1)
    return (
        count(start, t, lambda end: end <= level) >= half,
        count(start, t, lambda end: end >= level) > half,
    )


def gaps(*points):
    """Return that alpha grows by at least c over each step from these points, and c > 0."""
    rises = ((after(p, 1), p) for p in points)
    falls = ((p, after(p, -1)) for p in points)
    return (c > 0, *(alpha(q) - alpha(p) >= c for q, p in (*rises, *falls)))


STEP_TWO_STEP = Claim(
    id="instability-flatness/thm-5.6-step-two-step",
    title="Two steps from a point",
    source=Source(appendix="appendix F.6, pointwise two-step contraction"),
    words="From x the walk is after two steps at or below x - alpha'_min alpha(x) with probability "
    "at least 1/2, from the two patterns with both signs.",
    statement=(
        Part("right after left and left after right",
             ForAll((alpha, x, s), says=sp.And(after(x, 1, -1) <= x - s * alpha(x),
                                               after(x, -1, 1) <= x - s * alpha(x)),
                    given=(*WALK, s > 0, alpha(after(x, 1)) - alpha(x) >= s * alpha(x),
                           alpha(x) - alpha(after(x, -1)) >= s * alpha(x)))),
        Part("left twice",
             ForAll((alpha, x, s, least), says=after(x, -1, -1) < x - s * least,
                    given=(*WALK, s > 0, least > 0, alpha(x) >= least,
                           alpha(after(x, -1)) >= least,
                           alpha(x) - alpha(after(x, -1)) >= s * alpha(x)))),
        Part("probability at least 1/2",
             ForAll((alpha, x, s),
                    says=count(x, 2, lambda end: end <= x - s * alpha(x)) >= 2,
                    given=(*WALK, s > 0, alpha(after(x, 1)) - alpha(x) >= s * alpha(x),
                           alpha(x) - alpha(after(x, -1)) >= s * alpha(x)))),
        Part("every median",
             ForAll((alpha, x, s, m), says=m <= x - s * alpha(x),
                    given=(*WALK, s > 0, alpha(after(x, 1)) - alpha(x) >= s * alpha(x),
                           alpha(x) - alpha(after(x, -1)) >= s * alpha(x), *median(m, x, 2)))),
    ),
    note="A positive alpha makes s < 1 wherever the hypotheses hold, so two steps to the left "
    "satisfy the bound too: the probability is at least 3/4, and every median obeys the bound.",
)  # fmt: skip

STEP_F_4 = Claim(
    id="instability-flatness/thm-5.6-step-F.4",
    title="The two-step bound at the median",
    source=Source(appendix="appendix F.6, (F.4)"),
    words="The two-step bound with the median in the place of x: the median from x at time t + 2 "
    "is at most the one at time t less alpha'_min times alpha there.",
    statement=(
        Part("from t = 2, the least medians",
             ForAll((alpha, x, m, n), says=n <= m,
                    given=(*WALK, *least_median(m, x, 2), *least_median(n, x, 4)))),
        Part("from t = 2, the largest medians",
             ForAll((alpha, x, c, m, n), says=n <= m - c,
                    given=(*WALK, *gaps(*visited(x, 3)), *largest_median(m, x, 2),
                           *largest_median(n, x, 4)))),
        Part("from t = 4, the largest medians",
             ForAll((alpha, x, m, n), says=n <= m,
                    given=(*WALK, *largest_median(m, x, 4), *largest_median(n, x, 6)))),
    ),
)  # fmt: skip

# -- the theorem ---------------------------------------------------------------------------------

STEP_AT_0 = ForAll((alpha, x, b, c, m), given=(*WALK, x <= b, *gaps(x), *median(m, x, 2)),
                   says=m <= b - c)  # fmt: skip


def drop_after(t):
    """Return that each string of t signs with a sum of at most 0 ends at least t c / 2 lower."""
    strings = [signs for signs in product((1, -1), repeat=t) if sum(signs) <= 0]
    bound = x - sp.Rational(t, 2) * c
    return ForAll((alpha, x, c), says=sp.And(*(after(x, *signs) <= bound for signs in strings)),
                  given=(*WALK, *gaps(*visited(x, t))))  # fmt: skip


def steps_down(choice):
    """Return that the median of that choice falls from time 2 to time 4."""
    return ForAll((alpha, x, m, n), says=n <= m,
                  given=(*WALK, *choice(m, x, 2), *choice(n, x, 4)))  # fmt: skip


THM_5_6_I = Claim(
    id="instability-flatness/thm-5.6-i",
    title="Linear decay of the envelope",
    source=Source("section 5.3, theorem 5.6 (i)", "appendix F.6"),
    words="For even t the envelope falls by at least c in two steps, hence Z_t <= b - t c / 2.",
    statement=(
        Part("from t = 0", STEP_AT_0),
        Part("from t = 2, the least medians", steps_down(least_median)),
        Part("from t = 2, the largest medians", steps_down(largest_median)),
        Part("Z_t <= b - t c / 2 at t = 2", drop_after(2)),
        Part("Z_t <= b - t c / 2 at t = 4", drop_after(4)),
        Part("Z_t <= b - t c / 2 at t = 6", drop_after(6)),
    ),
    uses=("instability-flatness/thm-5.6-step-two-step", "instability-flatness/thm-5.6-step-F.4"),
)

POINT = (*WALK, Z >= m)


def two_starts(choice, says):
    """Return a statement about Z_2 where X_0 is x with mass w and y with mass 1 - w."""
    return ForAll((alpha, x, y, w, m, n, Z), says=says,
                  given=(*WALK, w >= 0, w <= 1, sp.Eq(Z, sp.Max(m, n)), *choice(m, x, 2),
                         *choice(n, y, 2)))  # fmt: skip


def mass_after_two(condition):
    """Return the mass of X_2 where a condition holds, for starts x and y."""
    ends = ((end, u) for p, u in ((x, w), (y, 1 - w)) for end in endpoints(alpha, p, 2))
    return sum(sp.Piecewise((u, condition(end)), (0, True)) for end, u in ends) / 4


AT_MOST_Z = mass_after_two(lambda end: end <= Z)

THM_5_6_II = Claim(
    id="instability-flatness/thm-5.6-ii",
    title="The envelope lies above the medians",
    source=Source("section 5.3, theorem 5.6 (ii)", "appendix F.6"),
    words="X_t lies at or below Z_t with probability at least 1/2, so every even-time median of "
    "X_t is at or below Z_t.",
    statement=(
        Part("probability at least 1/2", two_starts(median, AT_MOST_Z >= sp.Rational(1, 2))),
        Part("every median", two_starts(median, AT_MOST_Z > sp.Rational(1, 2)),
             instead=Instead(two_starts(largest_median, AT_MOST_Z > sp.Rational(1, 2)))),
    ),
)

FLOOR = (c > 0, N - 1 < (b - m0) / c, N >= (b - m0) / c)  # N = ceil((b - m_0) / c)
DECAY = sp.Rational(1, 2) * c

THM_5_6_III = Claim(
    id="instability-flatness/thm-5.6-iii",
    title="The envelope crosses the first median",
    source=Source("section 5.3, theorem 5.6 (iii)", "appendix F.6"),
    words="With N = ceil((b - m_0) / c) the envelope is at or below m_0 at time 2N and falls "
    "further by at least c in two steps.",
    statement=(
        Part("Z_2N", ForAll((b, c, m0, N, Zcross), says=Zcross <= m0,
                            given=(*FLOOR, Zcross <= b - N * c))),
        Part("later", ForAll((b, c, m0, N, t, Zt), says=Zt <= m0 - (t - 2 * N) / 2 * c,
                             given=(*FLOOR, t >= 2 * N, Zt <= b - t / 2 * c))),
    ),
)
