"""Scaling-law analysis of SignSGD: section F.2, the integral of Lemma F.8.

I = int_1^d j^(-beta/2) (1 - exp(-T j^(-beta/2))) dj with T = eta sqrt(B) k. The substitution
z = T j^(-beta/2) has dj = -(2/beta) T^(2/beta) z^(-2/beta-1) dz.
"""

import sympy as sp

from theory.claim import Claim, ForAll, Instead, Source
from theory.language import reals

T, d, beta = reals("T d beta")
j, z = reals("j z")

noise_sum = sp.Integral(j ** (-beta / 2) * (1 - sp.exp(-T * j ** (-beta / 2))), (j, 1, d))
kernel = sp.Integral((1 - sp.exp(-z)) * z ** (-2 / beta), (z, T * d ** (-beta / 2), T))
REGIME = (beta > 1, beta < 2, T > 0, d > 1)


EQ_28 = Claim(
    id="signsgd-scaling/eq-28",
    title="The integral of Lemma F.8 after its change of variables",
    source=Source(appendix="appendix F.2, (28)"),
    words="The noise integral over coordinates equals T^(2/beta - 1) times an integral over z.",
    statement=ForAll(
        (T, d, beta),
        given=REGIME,
        says=sp.Eq(noise_sum, T ** (2 / beta - 1) * kernel),
    ),
    instead=Instead(
        ForAll(
            (T, d, beta),
            given=REGIME,
            says=sp.Eq(noise_sum, 2 / beta * T ** (2 / beta - 1) * kernel),
        ),
        meant=Source(appendix="appendix F.2, the substitution displayed just above (28)"),
    ),
    note="Both sides of (28) carry a common factor eta / sqrt(B) that the integral of the lemma "
    "does not have; it is left out on both sides. The factor 2 / beta lies between 1 and 2 and "
    "does not change the order of magnitude that the lemma goes on to claim.",
)
