"""Section F.8: a discrete Gronwall inequality and what leans on it.

A non-negative sequence with p_0 = 0 and p_k <= A_k + L (p_0 + ... + p_{k-1}), A_k nondecreasing,
is bounded. The recursion q_k = A + L (q_1 + ... + q_{k-1}) has the solution A (1 + L)^(k-1),
which is the sharp bound.
"""

import sympy as sp

from theory.claim import Claim, ForAll, Instead, Source
from theory.hints import Keeps
from theory.language import Each, integers, reals, sequence

p, A, d = sequence("p"), sequence("A"), sequence("d")
L, step = reals("L alpha")
i, j, k = integers("i j k")

SETTING = (
    k >= 1,
    sp.Eq(p[0], 0),
    Each(p[j] >= 0, (j, 0, k)),
    Each(A[j] <= A[j + 1], (j, 1, k - 1)),
    Each(p[j] <= A[j] + L * sp.Sum(p[i], (i, 0, j - 1)), (j, 1, k)),
    L >= 0,
)
STEPS = {k: (1, 2, 3, 4, 5, 6)}
PAST = L * sp.Sum(p[i], (i, 0, k - 1)) <= A[k] * ((1 + L) ** (k - 1) - 1)
SHARP = Instead(
    ForAll(says=p[k] <= A[k] * (1 + L) ** (k - 1), given=SETTING, instances=STEPS),
    because=Keeps(k, PAST),
)

LEM_F_14 = Claim(
    id="instability-flatness/lem-F.14",
    title="Discrete Gronwall inequality",
    source=Source(appendix="appendix F.8, (F.5) and (F.6)"),
    words="A non-negative sequence bounded by a nondecreasing one plus L < 1 times the sum of its "
    "past stays below that sequence divided by 1 - L, and below a finite geometric sum.",
    printed={
        "bound (F.6)": ForAll(
            says=p[k] <= A[k] / (1 - L), given=(*SETTING, L < 1), instances=STEPS
        ),
        "finer bound": ForAll(
            says=p[k] <= A[k] * (1 - L**k) / (1 - L),
            given=(*SETTING, L < 1),
            instances=STEPS,
        ),
    },
    instead={
        "bound (F.6)": SHARP,
        "finer bound": SHARP,
    },
)

UP = (
    k >= 1,
    step > 0,
    L > 0,
    L < 1,
    sp.Eq(d[0], 0),
    Each(sp.Eq(d[j + 1], d[j] + step + L * d[j]), (j, 0, k - 1)),
)
AT_MOST = d[k] <= step * k * (1 + L) ** (k - 1)


def zigzag(pairs):
    """Return the distance after so many pairs +- of steps, from d to (1 - L^2) d - L alpha each."""
    return -step / L * (1 - (1 - L**2) ** pairs)


ZIGZAG = (step > 0, L > 0, L < 1, k >= 1)
SLOW = -zigzag(k) <= k * L * step
TOP = (1 + L) * step  # alpha at the highest point that the zigzag visits

COR_F_15 = Claim(
    id="instability-flatness/cor-F.15",
    title="Paths stay near the mode",
    source=Source(appendix="appendix F.8, corollary F.15"),
    words="Under a sign string the distance from the mode stays below alpha at the mode times the "
    "largest partial sum of signs over 1 - L, and below the same with the largest alpha nearby.",
    printed={
        "alpha at the mode; all steps up, alpha of slope L": ForAll(
            given=UP, says=d[k] <= step * k / (1 - L), instances=STEPS
        ),
        "distance after pairs +-, alpha of slope L": ForAll(
            given=ZIGZAG,
            says=sp.Eq(zigzag(k + 1), (1 - L**2) * zigzag(k) - L * step),
        ),
        "largest alpha nearby; pairs +-, alpha of slope L where they go": ForAll(
            given=ZIGZAG, says=-zigzag(k) <= TOP / (1 - L)
        ),
    },
    instead={
        "alpha at the mode; all steps up, alpha of slope L": Instead(
            ForAll(given=UP, says=AT_MOST, instances=STEPS), because=Keeps(k, AT_MOST)
        ),
        "largest alpha nearby; pairs +-, alpha of slope L where they go": Instead(
            ForAll(given=ZIGZAG, says=SLOW, instances={k: (1, 2, 3)}), because=Keeps(k, SLOW)
        ),
    },
    uses=("instability-flatness/lem-F.14",),
    note="With all steps up the partial sum of k signs is k, and d grows like (1+L)^k. With pairs "
    "+- no partial sum exceeds 1, yet each pair moves left by L alpha, towards the zero of the "
    "line at -alpha/L, which is beyond the bound for L < sqrt(2) - 1; above the path alpha may be "
    "almost constant.",
    legend={
        d: "d[k] is the distance from the mode after k steps up",
        step: "alpha at the mode",
        k: "the number of steps up, or of pairs +-",
    },
)
