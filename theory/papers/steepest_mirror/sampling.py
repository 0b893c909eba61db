"""Section 5 and appendix I: two remarks on samples and stochastic gradients."""

import sympy as sp

from theory.claim import Claim, ForAll, Source
from theory.language import Head, integers, reals
from theory.papers.steepest_mirror.coordinates import chance as p
from theory.papers.steepest_mirror.coordinates import g1 as a
from theory.papers.steepest_mirror.coordinates import g2 as b
from theory.papers.steepest_mirror.coordinates import slope
from theory.places import HERE

u1, u2, v1, v2, n1, n2 = reals("z_11 z_12 z_21 z_22 v_1 v_2")
m1, m2 = reals("z_31 z_32")
seed, samples, features = integers("seed k n")

RANK = Head(
    "rank", "rank of k Gaussian samples with n features, rounded to integers, drawn by seed"
)


def expected(value, probability, at, other):
    """Return the expectation of value(g) for a g that is `at` with a probability, else `other`."""
    return probability * value(at) + (1 - probability) * value(other)


FULL, LOW, HIGH = (sp.Rational(n, 100) for n in (1, -1, 3))
HALF = sp.Rational(1, 2)

TXT_NOISE_EXAMPLE = Claim(
    id="steepest-mirror/txt-noise-example",
    title="Signs of noisy gradients need a majority",
    source=Source(appendix="appendix I"),
    words="A gradient 0.01 estimated as -0.01 or 0.03 with equal probability is right on average, "
    "but its sign is 1 and the expected sign of the estimate is 0; a sign moves on average only "
    "with the majority of the estimates.",
    printed={
        "the same expectation": ForAll(
            given={HERE: (sp.Eq(p, HALF),)},
            says=sp.Eq(expected(lambda g: g, p, LOW, HIGH), FULL),
        ),
        "sign of the gradient": ForAll(
            given={HERE: (sp.Eq(slope, FULL),)}, says=sp.Eq(sp.sign(slope), 1)
        ),
        "expected sign of the estimate": ForAll(
            given={HERE: (sp.Eq(p, HALF),)}, says=sp.Eq(expected(sp.sign, p, LOW, HIGH), 0)
        ),
        "a larger majority is needed": ForAll(
            given={
                HERE: (
                    a > 0,
                    b > 0,
                    p >= HALF,
                )
            },
            says=expected(sp.sign, p, -a, b) <= 0,
        ),
    },
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
