"""Powers of an index: how their sums are bounded, and how exp(-z^(beta/2)) falls below any power.

p (n + 1)^(-1 - p) <= n^-p - (n + 1)^-p        so that sums of powers telescope
(1 + z)^alpha exp(-g z^(beta/2)) <= K          for every z > 0
"""

import sympy as sp
from sympy.logic.boolalg import Implies

from theory.arguments import Generalise, Induct, LastTerm, Put, Solve
from theory.binders import substitute
from theory.claim import ForAll
from theory.language import integers, reals
from theory.papers.signsgd_scaling.moment_argument import FALLS, POSITIVE, lemma, v, y, z
from theory.papers.signsgd_scaling.notation import alpha, beta, j

p, u, g, K = reals("p u g K")
n = integers("n")
ONE = sp.S.One

LEMMAS = {
    "Bernoulli": ForAll((1 - y) ** -p >= 1 + p * y, given=(y >= 0, y < 1, p >= 0)),
    "a power of a quotient": ForAll(
        sp.Eq((1 - 1 / (y + 1)) ** -p * (y + 1) ** -p, y**-p), given=(y >= 1, p > 0)
    ),
    "a power and the next": ForAll(
        sp.Eq((y + 1) ** -p, (y + 1) * (y + 1) ** (-1 - p)), given=(y >= 1, p > 0)
    ),
    "u exp(1 - u)": ForAll((1 - v) * sp.exp(v) <= 1),
    "a power of a number below 1": ForAll(v**p <= 1, given=(v > 0, v <= 1, p > 0)),
    "a power of a product": ForAll(
        sp.Eq((u * sp.exp(1 - u)) ** p, u**p * sp.exp(p - p * u)), given=(u > 0, p > 0)
    ),
    "z by z^(beta/2)": ForAll(
        sp.Eq(z**alpha, (g * z ** (beta / 2) / p) ** p * (p / g) ** p),
        given=(z > 0, alpha > 0, beta > 0, g > 0, sp.Eq(p, 2 * alpha / beta)),
    ),
    "1 + z up to 1": ForAll((1 + z) ** alpha <= 2**alpha, given=(z > 0, z <= 1, alpha > 0)),
    "1 + z from 1 on": ForAll((1 + z) ** alpha <= 2**alpha * z**alpha, given=(z >= 1, alpha > 0)),
}

TELESCOPES = Solve(
    p * (y + 1) ** (-1 - p) <= y**-p - (y + 1) ** -p,
    (y >= 1, p > 0),
    (
        lemma("Bernoulli", {y: 1 / (y + 1)}),
        lemma("a power of a quotient"),
        lemma("a power and the next"),
    ),
)


def power_sum(exponent, top):
    """Return the sum of j^-exponent up to an index."""
    return sp.Sum(j**-exponent, (j, 1, top))


def next_term(total, top, given=()):
    """Return that a sum up to an index, a function of it, is that of one term less and a term."""
    return LastTerm(total(top), given if top == 1 else (*given, n >= 1))


def by_index(says, given, first, then):
    """Argue by induction for every index from 1 on; what is needed for the first, and then."""
    return Induct(
        says,
        n,
        1,
        base=Solve(substitute(says, {n: ONE}), given, first),
        step=Solve(substitute(says, {n: n + 1}), (*given, n >= 1, says), then),
    )


def _total(top):
    return power_sum(1 + p, top)


_BOUND = _total(n) <= 1 + 1 / p - n**-p / p
POWER_SUM = by_index(
    _BOUND,
    (p > 0,),
    (next_term(_total, ONE),),
    (next_term(_total, n + 1), Put(TELESCOPES, {y: n})),
)

# -- exp against powers ----------------------------------------------------------------------------

_most = u * sp.exp(1 - u)
_at_most_1 = Solve(
    u**p * sp.exp(p - p * u) <= 1,
    (u > 0, p > 0),
    (
        Solve(
            sp.And(_most > 0, _most <= 1),
            (u > 0,),
            (lemma("u exp(1 - u)", {v: 1 - u}), lemma(POSITIVE, {v: 1 - u})),
        ),
        lemma("a power of a number below 1", {v: _most}),
        lemma("a power of a product"),
    ),
)
_rate = g * z ** (beta / 2)
_falls = Solve(
    (_rate / p) ** p * sp.exp(-_rate) <= 1,
    (z > 0, beta > 0, g > 0, p > 0),
    (
        Put(_at_most_1, {u: _rate / p}),
        lemma(FALLS, {y: _rate, v: _rate - p}),
        lemma(POSITIVE, {v: -_rate}),
    ),
)
_GIVEN = (z > 0, alpha > 0, beta > 0, g > 0, sp.Eq(p, 2 * alpha / beta))
_bounded = Solve(
    (1 + z) ** alpha * sp.exp(-_rate) <= 2**alpha * (1 + (p / g) ** p),
    _GIVEN,
    (
        Solve(
            z**alpha * sp.exp(-_rate) <= (p / g) ** p, _GIVEN, (_falls, lemma("z by z^(beta/2)"))
        ),
        lemma("1 + z up to 1"),
        lemma("1 + z from 1 on"),
        lemma(POSITIVE, {v: -_rate}),
        lemma(FALLS, {y: _rate, v: 0}),
    ),
)
DECAYS = Implies(z > 0, (1 + z) ** alpha * sp.exp(-_rate) <= K, evaluate=False)
EXP_DECAYS = Generalise(
    Solve(
        DECAYS,
        (
            alpha > 0,
            beta > 0,
            g > 0,
            sp.Eq(p, 2 * alpha / beta),
            2**alpha * (1 + (p / g) ** p) <= K,
        ),
        (_bounded,),
    ),
    z,
)
