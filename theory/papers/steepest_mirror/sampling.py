"""Section 5 and appendix I: two remarks on samples and stochastic gradients."""

import sympy as sp

from theory.claim import ByHand, Claim, ForAll, Missing, Source
from theory.language import Head, integers, reals

full, low, high, a, b, p = reals("full low high a b p")
u1, u2, v1, v2, n1, n2 = reals("z_11 z_12 z_21 z_22 v_1 v_2")
m1, m2 = reals("z_31 z_32")
seed, samples, features = integers("seed k n")

RANK = Head(
    "rank", "rank of k Gaussian samples with n features, rounded to integers, drawn by seed"
)


def expected(value, probability, at, other):
    """Return the expectation of value(g) for a g that is `at` with a probability, else `other`."""
    return probability * value(at) + (1 - probability) * value(other)


TXT_NOISE_EXAMPLE = Claim(
    id="steepest-mirror/txt-noise-example",
    title="Signs of noisy gradients need a majority",
    source=Source(appendix="appendix I"),
    words="A gradient 0.01 estimated as -0.01 or 0.03 with equal probability is right on average, "
    "but its sign is 1 and the expected sign of the estimate is 0; a sign moves on average only "
    "with the majority of the estimates.",
    printed=Missing("not yet from the page"),
    lemmas={
        "printed numbers": ForAll(
            given=(
                sp.Eq(full, sp.Rational("0.01")),
                sp.Eq(low, sp.Rational("-0.01")),
                sp.Eq(high, sp.Rational("0.03")),
                sp.Eq(p, sp.Rational(1, 2)),
            ),
            says=sp.And(
                sp.Eq(expected(lambda g: g, p, low, high), full),
                sp.Eq(sp.sign(full), 1),
                sp.Eq(expected(sp.sign, p, low, high), 0),
            ),
        ),
        "a majority is needed": ForAll(
            given=(a > 0, b > 0, p <= sp.Rational(1, 2)),
            says=expected(sp.sign, p, b, -a) <= 0,
        ),
        "a majority is enough": ForAll(
            given=(a > 0, b > 0, p > sp.Rational(1, 2)),
            says=expected(sp.sign, p, b, -a) > 0,
        ),
    },
    because={"": ByHand()},
)

TXT_OVERDETERMINED_UNIQUE = Claim(
    id="steepest-mirror/txt-overdetermined-unique",
    title="More samples than features give a unique minimum",
    source=Source("section 5"),
    words="With 300 Gaussian samples of 100 features the squared error is strongly convex with "
    "high probability.",
    printed={
        "full rank": ForAll(
            given=(seed >= 0,),
            where={samples: sp.Integer(300), features: sp.Integer(100)},
            says=sp.Eq(RANK(samples, features, seed), features),
            instances={seed: (0, 1, 2, 3)},
        ),
        "full rank makes the squared error strongly convex": ForAll(
            given=(
                sp.Ne(u1 * v2 - u2 * v1, 0),
                n1**2 + n2**2 > 0,
            ),
            says=(u1 * n1 + u2 * n2) ** 2 + (v1 * n1 + v2 * n2) ** 2 + (m1 * n1 + m2 * n2) ** 2 > 0,
        ),
    },
    note="A sum of squared minors of Gaussian samples is a polynomial in them; one sample of full "
    "rank shows that it is not identically 0, so that it vanishes with probability 0. The second "
    "part is shown for three samples of two features; v is a direction.",
)
