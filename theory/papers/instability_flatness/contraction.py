"""Sections 5.3 and F.4: the walk from a point moves to the left.

X_{t+1} = X_t + xi_t alpha(X_t), xi_t = +1 or -1 with probability 1/2, alpha positive and strictly
increasing, X_0 = u. A sign string s of length t ends at Phi(u; s); F_t is the law of X_t.
"""

import sympy as sp

from theory.claim import Claim, ForAll, Part, Source
from theory.language import (
    Head,
    integers,
    reals,
)
from theory.papers.instability_flatness.walk import STEP_SIZE, alpha, count

u = reals("u")
t = integers("t")

AT_MOST = Head("F", "Pr(X_t <= u) for the walk that starts at u")
BELOW = Head("Below", "Pr(X_t < u) for the walk that starts at u", latex=r"\Pr_{X_t<u}")


def probability(condition):
    """Return the head's definition: the share of sign strings whose end satisfies a condition."""

    def build(alpha, u, t):
        return count(u, t, lambda x: condition(x, u), alpha) / 2 ** int(t)

    return build


at_most = probability(lambda x, u: x <= u)
below = probability(lambda x, u: x < u)

WALK = (*STEP_SIZE, t >= 1)
STEPS = {t: (1, 2, 3, 4)}
EVEN = {t: (2, 4)}

THM_5_4 = Claim(
    id="instability-flatness/thm-5.4",
    title="Point-mass contraction",
    source=Source("section 5.3", "appendix F.4"),
    words="Started at a point u, the walk is at or below u with probability at least 1/2 at every "
    "time, with more than 1/2 at even times, so that every even-time median lies below u.",
    statement=(
        Part(
            "every time",
            ForAll((alpha, u, t), says=AT_MOST(alpha, u, t) >= sp.Rational(1, 2), given=WALK,
                   instances=STEPS),
        ),
        Part(
            "even times, strictly",
            ForAll((alpha, u, t), says=AT_MOST(alpha, u, t) > sp.Rational(1, 2),
                   given=(*WALK, sp.Eq(sp.Mod(t, 2), 0)), instances=EVEN),
        ),
        Part(
            "every even-time median is below u",
            ForAll((alpha, u, t), says=BELOW(alpha, u, t) > sp.Rational(1, 2),
                   given=(*WALK, sp.Eq(sp.Mod(t, 2), 0)), instances=EVEN),
        ),
    ),
    uses=("instability-flatness/lem-F.7", "instability-flatness/lem-F.9"),
    note="For a finite law, every median lies below u exactly if Pr(X_t < u) > 1/2.",
)  # fmt: skip
