"""Section F.8: a discrete Gronwall inequality and what leans on it.

A non-negative sequence with p_0 = 0 and p_k <= A_k + L (p_0 + ... + p_{k-1}), A_k nondecreasing,
is bounded. The recursion q_k = A + L (q_1 + ... + q_{k-1}) has the solution A (1 + L)^(k-1),
which is the sharp bound.
"""

import sympy as sp

from theory.claim import Claim, ForAll, Instead, Part, Source
from theory.language import Each, integers, reals, sequence

p, A = sequence("p"), sequence("A")
L = reals("L")
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
    ForAll((p, A, L, k), says=p[k] <= A[k] * (1 + L) ** (k - 1), given=SETTING, instances=STEPS,
           invariants={k: PAST})
)  # fmt: skip

LEM_F_14 = Claim(
    id="instability-flatness/lem-F.14",
    title="Discrete Gronwall inequality",
    source=Source(appendix="appendix F.8, (F.5) and (F.6)"),
    words="A non-negative sequence bounded by a nondecreasing one plus L < 1 times the sum of its "
    "past stays below that sequence divided by 1 - L, and below a finite geometric sum.",
    statement=(
        Part(
            "bound (F.6)",
            ForAll((p, A, L, k), says=p[k] <= A[k] / (1 - L), given=(*SETTING, L < 1),
                   instances=STEPS),
            instead=SHARP,
        ),
        Part(
            "finer bound",
            ForAll((p, A, L, k), says=p[k] <= A[k] * (1 - L**k) / (1 - L),
                   given=(*SETTING, L < 1), instances=STEPS),
            instead=SHARP,
        ),
    ),
)  # fmt: skip
