"""Sections 5.3, F.4 and F.6: how far strings of any length lead to the left.

G is a primitive of 1/alpha. Without more being known of alpha, a step to the right raises G by less
than 1 and one to the left lowers it by more than 1 (theorem 5.4). Where alpha has slopes of at
least c_1, a step to the right raises it by at most log(1 + c_1)/c_1 and one to the left lowers it
by at least -log(1 - c_1)/c_1 (theorem 5.6, proposition F.11).
"""

import sympy as sp

from theory.claim import Claim, ForAll, Source
from theory.hints import Keeps
from theory.language import Each, StrictlyIncreasing, reals
from theory.papers.instability_flatness.notation import (
    STEP_SIZE,
    G,
    X,
    after,
    alpha,
    c0,
    c1,
    eps,
    i,
    j,
    k,
    level,
    s,
    t,
    walk,
    x,
    y,
    z,
)

h, d, size = reals("h_x d_x a")  # d_x: a part of the step h_x
CONSTANTS = (c0 > 0, c1 > 0)

# -- a primitive of 1/alpha ------------------------------------------------------------------------

PARTITION = (k >= 1, Each(X[j] < X[j + 1], (j, 0, k - 1)))
PIECES = {k: (1, 2, 3)}


def riemann_sum(last, at):
    """Return a Riemann sum of 1/alpha, with its value at the left (0) or right (1) ends."""
    return sp.Sum((X[i + 1] - X[i]) / alpha(X[i + at]), (i, 0, last - 1))


def of_partitions(says, *given):
    """Return a statement on all partitions X_0 < ... < X_k."""
    return ForAll(says=says, given=(*STEP_SIZE, *PARTITION, *given), instances=PIECES)


def slope_at_most(left, right, at):
    """Say that G rises from left to right by no more than at the rate 1/alpha(at)."""
    return alpha(at) * (G(right) - G(left)) <= right - left


UPPER_SUMS = riemann_sum(k, 0) <= (X[k] - X[0]) / alpha(X[0])
LOWER_SUMS = riemann_sum(k, 1) >= (X[k] - X[0]) / alpha(X[k])

PRIMITIVE = Claim(
    id="instability-flatness/ours-thm-5.4-other-proof-primitive",
    title="Slopes of a primitive of 1/alpha",
    source=Source(appendix="appendix F.4"),
    words="The integral of 1/alpha over [x, y] is below (y - x)/alpha(x) and above "
    "(y - x)/alpha(y), for every increasing alpha.",
    printed={
        "upper sums": of_partitions(UPPER_SUMS),
        "lower sums": of_partitions(LOWER_SUMS),
        "strictly above, by halves": ForAll(
            says=alpha(x) * (G(y) - G(x)) < y - x,
            given=(*STEP_SIZE, x < z, z < y, slope_at_most(x, z, x), slope_at_most(z, y, z)),
        ),
        "strictly below, by halves": ForAll(
            says=alpha(y) * (G(y) - G(x)) > y - x,
            given=(
                *STEP_SIZE,
                x < z,
                z < y,
                alpha(z) * (G(z) - G(x)) >= z - x,
                alpha(y) * (G(y) - G(z)) >= y - z,
            ),
        ),
    },
    because={
        "upper sums": Keeps(k, sp.And(UPPER_SUMS, X[k] > X[0])),
        "lower sums": Keeps(k, sp.And(LOWER_SUMS, X[k] > X[0])),
    },
    note="This is no step of the printed proof. 1/alpha is monotone, hence integrable, whether "
    "alpha is continuous or not; G is its integral.",
)

# -- slopes of at least c_1 ------------------------------------------------------------------------

LINE = c1 * d  # how far a line of slope c_1 rises over d_x
CUBIC = 1 + c1**2 / 3  # to second order a step changes G by CUBIC - c_1/2 or -CUBIC - c_1/2
IN_RANGE = (c1 > 0, c1 < 1)

RATE = Claim(
    id="instability-flatness/ours-prop-F.11-other-proof-steps",
    title="One step in the integral of 1/alpha, slopes of at least c_1",
    source=Source(appendix="appendix F.4, proposition F.11"),
    words="One step to the right raises the integral of 1/alpha by at most 1 - c_1/2 + c_1^2/3, "
    "one to the left lowers it by at least 1 + c_1/2 + c_1^2/3.",
    printed={
        "integrand to the right": ForAll(
            says=1 / alpha(x + d) <= 1 / (alpha(x) + LINE),
            given=(*STEP_SIZE, c1 > 0, d >= 0, alpha(x + d) - alpha(x) >= LINE),
        ),
        "integrand to the left": ForAll(
            says=1 / alpha(x - d) >= 1 / (alpha(x) - LINE),
            given=(*STEP_SIZE, c1 > 0, d >= 0, alpha(x) - alpha(x - d) >= LINE),
        ),
        "integral to the right, a = alpha(x)": ForAll(
            given=(size > 0, c1 > 0, h >= 0),
            says=sp.Eq(sp.Integral(1 / (size + LINE), (d, 0, h)), sp.log(1 + c1 * h / size) / c1),
        ),
        "integral to the left, a = alpha(x)": ForAll(
            given=(size > 0, *IN_RANGE, h >= 0, h <= size),
            says=sp.Eq(sp.Integral(1 / (size - LINE), (d, 0, h)), -sp.log(1 - c1 * h / size) / c1),
        ),
        "to the right, times c_1": ForAll(
            says=sp.log(1 + c1) <= c1 * CUBIC - c1**2 / 2, given=(c1 > 0,)
        ),
        "to the left, times c_1": ForAll(
            says=-sp.log(1 - c1) >= c1 * CUBIC + c1**2 / 2, given=IN_RANGE
        ),
        "slopes are below 1": ForAll(
            says=c1 < 1,
            given=(*STEP_SIZE, alpha(x) - alpha(after(x, -1)) >= c1 * alpha(x)),
        ),
    },
    note="This is no step of the printed proof. The step is h_x = alpha(x) = a long. Linear alpha "
    "shows that both logarithms are sharp.",
)


def rate(last):
    """Say that every step of the walk changes G as it does where alpha has slopes >= c_1."""
    arrival = X[j] + s[j] * alpha(X[j])
    return Each(G(arrival) - G(X[j]) <= s[j] * CUBIC - c1 / 2, (j, 0, last - 1))


def floor_c0(last):
    """Say that G rises at the rate 1/c_0 at most between X_0 and any lower point."""
    fall = c0 * (G(X[0]) - G(X[j]))
    return Each(sp.Implies(X[j] <= X[0], fall <= X[0] - X[j]), (j, 0, last))


def drift(says, *given):
    """Return a statement on the walk of t steps along which alpha >= c_0 has slopes >= c_1."""
    return ForAll(
        says=says,
        given=(
            t >= 1,
            *STEP_SIZE,
            StrictlyIncreasing(G),
            *CONSTANTS,
            *walk(t),
            rate(t),
            floor_c0(t),
            *given,
        ),
        instances={t: (1, 2, 3)},
    )


DROP = c0 * c1 * t / 2
NET = level(t - 1)  # the sum of the signs
DRIFTS = Keeps(t, G(X[t]) <= G(X[0]) + NET * CUBIC - t * c1 / 2)
ZERO_SUM = sp.Implies(sp.Eq(NET, 0), X[t] <= X[0] - DROP)
NEGATIVE_SUM = sp.Implies(NET < 0, X[t] <= X[0] - DROP + c0 * NET)
GAP = sp.Implies(sp.And(NET <= 0, eps < DROP), X[t] < X[0] - eps)

STRINGS = Claim(
    id="instability-flatness/ours-prop-F.11-other-proof-strings",
    title="Drop along strings of any length",
    source=Source(appendix="appendix F.4, proposition F.11"),
    words="A string of t signs whose sum is -k <= 0 ends at least c_0 c_1 t/2 + c_0 k lower.",
    printed=drift(sp.Implies(NET <= 0, X[t] <= X[0] - DROP + c0 * NET)),
    because={"": DRIFTS},
    uses=("instability-flatness/ours-prop-F.11-other-proof-steps",),
    note="alpha >= c_0 and its slopes are at least c_1 on the visited range. With p pluses and q "
    "minuses G changes by at most (p - q)(1 + c_1^2/3) - (p + q) c_1/2, and where alpha >= c_0 a "
    "fall of G by D is a fall of x by c_0 D at least.",
)
