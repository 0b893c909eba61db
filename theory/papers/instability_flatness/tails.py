"""Section 5.3 and F.8: tails of the law of X_t that are monotone up to a small error.

One step, t = 1, from X_0 uniform on [0, M], whose mode is taken to be 0. alpha is c up to K (or
rises as slowly as one likes), has the slope L from there as far as it is needed, and is constant
after that. Half the band that the lemma sets aside ends at K - w - c - a, and M is as large as the
windows ask, or by b larger.
"""

from itertools import product

import sympy as sp

from theory.claim import Claim, ForAll, Source
from theory.language import Head, integers, reals

c, L, K, M, w, kappa, past, rest = reals("c L K M w kappa a b")
t, n = integers("t n")

LONGEST = w / (1 - L)  # preimage of a window of width w under T_- where alpha has the slope L
ALPHA_MAX = c + L * LONGEST
BAND = 2 * ALPHA_MAX * kappa / (1 - L)  # half its width at t = 1
FIRST, SECOND = K - w - c, K - c  # the preimages under T_- are [K - w, K] and [K, K + LONGEST]
SETTING = (c > 0, L > 0, L < 1, kappa >= 1, past > 0, rest >= 0)
WHERE = {
    w: 2 * c,  # so that the preimages under T_+ end at K or before
    K: BAND + w + c + past,
    M: K + LONGEST + rest,
}


def windowed(under_minus):
    """Return f_1^(w): half the preimages' lengths under T_+ and T_-, over M w."""
    return (w + under_minus) / (2 * M * w)


RISE = windowed(LONGEST) - windowed(w)

LEM_5_10 = Claim(
    id="instability-flatness/lem-5.10",
    title="Tails are monotone up to a small error",
    source=Source("section 5.3", "appendix F.8"),
    words="To the right of a band of half width 2 alpha_max kappa sqrt(t) / (1 - L) around the "
    "mode, the density over windows of width w rises by at most (4/w) exp(-kappa^2/2).",
    statement=ForAll((c, L, kappa, past, rest), given=SETTING, where=WHERE,
                     says=4 * sp.exp(-(kappa**2) / 2) / w >= RISE),
    uses=("instability-flatness/lem-F.12", "instability-flatness/lem-F.13",
          "instability-flatness/cor-F.15", "instability-flatness/lem-5.10-step-tail"),
    note="The windows at K - w - c and K - c. No sign string leaves the band at t = 1, and the "
    "rise is that of a typical string: the preimages of a sliding window change their lengths (see "
    "Lemma 5.9). It is L / (2 M (1 - L)) and falls with kappa only as the band, and M with it, "
    "gets wider, like 1/kappa. A density that falls slowly from 0 and an alpha with rounded "
    "corners that rises slowly before K do the same.",
)  # fmt: skip

REACH = Head("Reach", "Pr(max |S_k| >= n over k <= t) for the simple random walk S",
             latex=r"\Pr_{\max|S|\ge n}")  # fmt: skip


def reach(t, n):
    """Return the head by its definition: the share of sign strings of length t."""
    strings = list(product((1, -1), repeat=int(t)))
    hits = sum(any(abs(sum(string[:k])) >= n for k in range(1, len(string) + 1))
               for string in strings)  # fmt: skip
    return sp.Rational(hits, len(strings))


STEP_TAIL = Claim(
    id="instability-flatness/lem-5.10-step-tail",
    title="Deviations of the simple random walk",
    source=Source(appendix="appendix F.8, proof of lemma 5.10, step 3"),
    words="Up to time t the walk of the signs exceeds kappa sqrt(t) with probability at most 4 "
    "exp(-kappa^2/2).",
    statement=ForAll((t, n), given=(t >= 1, n >= 1, n <= t),
                     says=REACH(t, n) <= 4 * sp.exp(-sp.Rational(1, 2) * n**2 / t),
                     instances={t: (1, 2, 3, 4, 6, 8), n: (1, 2, 3, 4, 5, 6, 7, 8)}),
    note="n is the least integer above kappa sqrt(t); the bound is least as kappa tends to n / "
    "sqrt(t).",
)  # fmt: skip
