"""Appendix J: sparse reparameterised training, its penalty, and where its factors start.

Training w_1 ... w_L with coupled decay alpha sum |w_i|^2 amounts to training x = w_1 ... w_L with
the least decay of all factorisations of x. Two factors start from x in closed form, deeper products
from w_1 = x and w_i = 1.
"""

from functools import cache

import sympy as sp

from theory.claim import ByHand, Claim, ForAll, Instead, Missing, Source
from theory.language import Head, integers, reals

x, alpha, s, t, q, gamma, v = reals("x alpha s t q gamma v")
first, other, m0, w0, w1, w2 = reals("w_1 w_i m_0 w_0 u_1 u_2")
L, i = integers("L i")

LEAST = Head("D", "least sum of squares of L factors whose product is x")


def least_decay(x, L):
    """Return the sum of squares of L factors of equal size, where it is stationary at given x."""
    return L * sp.Abs(x) ** (2 / L)


def one_more(w, y, L):
    """Return the decay of a factor w beside the least decay of L factors with product y."""
    return w**2 + least_decay(y, L)


def penalty(x, alpha, L):
    """Return the penalty on the product without the printed sum."""
    return L * alpha * sp.Abs(x) ** (2 / L)


# the sizes of a new factor and of the product of the L others, which have the size s at balance
BESIDE_OTHERS = {w1: s * sp.exp(L * t), w2: s**L * sp.exp(-L * t)}

TXT_J_EQUIVALENCE = Claim(
    id="steepest-mirror/txt-J-equivalence",
    title="Coupled decay as a penalty on the product",
    source=Source(appendix="appendix J"),
    words="Minimising the loss with decay alpha times the squared norms of L factors is "
    "minimising over the product with L alpha times a sum over i = 1..L of the 2/L-th power of "
    "its L_(2/L) norm.",
    printed=ForAll(
        given=(L >= 2, alpha > 0),
        says=sp.Eq(alpha * LEAST(x, L), L * alpha * sp.Sum(sp.Abs(x) ** (2 / L), (i, 1, L))),
    ),
    instead=Instead(
        ForAll(given=(L >= 2, alpha > 0), says=sp.Eq(alpha * LEAST(x, L), penalty(x, alpha, L))),
        meant=Source("section 3, the problem with two factors", "proof of corollary E.6"),
    ),
    uses=("steepest-mirror/txt-J-equivalence-step-least-decay",),
    note="One coordinate. The problems agree for every loss exactly if the penalties agree at "
    "every x, because a loss may hold x in place. The printed sum repeats one term L times; the "
    "norm already sums over coordinates. The step on the least decay shows what holds instead.",
)

STEP_AM_GM = Claim(
    id="steepest-mirror/txt-J-equivalence-step-least-decay",
    title="Factors of equal size have the least decay",
    source=Source(appendix="appendix J"),
    words="At given product the sum of squares of L factors is least where they have one size, "
    "and is then L |x|^(2/L).",
    printed=Missing("not yet from the page"),
    lemmas={
        "one more factor never does better": ForAll(
            given=(L >= 1, s > 0),
            where=BESIDE_OTHERS,
            says=one_more(w1, w2, L) >= least_decay(w1 * w2, L + 1),
        ),
        "and as well at equal size": ForAll(
            given=(L >= 1, s > 0),
            where={w1: s, w2: s**L},
            says=sp.Eq(one_more(w1, w2, L), least_decay(w1 * w2, L + 1)),
        ),
    },
    because={"": ByHand()},
    note="Induction on the number of factors; with one factor there is nothing to choose. w_1 is "
    "the size of the new factor, w_2 that of the product of the L others; s is the common size at "
    "balance and t measures the imbalance. A product 0 has the decay 0.",
)

DEPTH_TWO = {
    gamma: sp.Rational(1, 2),
    v: sp.sqrt(x + sp.sqrt(x**2 + gamma**2)),
    m0: (v + gamma / v) / sp.sqrt(2),
    w0: (v - gamma / v) / sp.sqrt(2),
}


@cache
def coefficients(value):
    """Derive value, slope and half the curvature at x = 0 of an expression in the closed form."""
    for name in reversed(DEPTH_TWO):
        value = value.subs(name, DEPTH_TWO[name])
    return [sp.simplify(sp.diff(value, x, n).subs(x, 0)) / sp.factorial(n) for n in range(3)]


def taylor(value):
    """Return the Taylor polynomial of degree two at 0, as a function of where it is taken."""
    return lambda at: sum(c * at**n for n, c in enumerate(coefficients(value)))


def expansion(name, latex):
    """Return the head of a Taylor polynomial."""
    words = f"Taylor polynomial of degree two of {latex} at 0"
    return Head(f"T_{name}", words, latex=f"T_{{{latex}}}")


T_V, T_INVERSE = expansion("v", "v"), expansion("inverse_v", "1/v")
T_M, T_W = expansion("m", "m_0"), expansion("w", "w_0")


TXT_J_INIT = Claim(
    id="steepest-mirror/txt-J-init",
    title="Start of two factors",
    source=Source(appendix="appendix J"),
    words="The closed form for two factors has the product x and the balance 2 gamma = 1; to "
    "second order in x the factors are 1 + x^2/2 and x.",
    printed=Missing("not yet from the page"),
    lemmas={
        "product": ForAll(where=DEPTH_TWO, says=sp.Eq(m0 * w0, x)),
        "balance": ForAll(where=DEPTH_TWO, says=sp.Eq(m0**2 - w0**2, 2 * gamma)),
        "expansion of v": ForAll(says=sp.Eq(T_V(x), (1 + x + x**2 / 2) / sp.sqrt(2))),
        "expansion of 1 / v": ForAll(says=sp.Eq(T_INVERSE(x), sp.sqrt(2) * (1 - x + x**2 / 2))),
        "expansion of m_0": ForAll(says=sp.Eq(T_M(x), 1 + x**2 / 2)),
        "expansion of w_0": ForAll(says=sp.Eq(T_W(x), x)),
    },
    because={"": ByHand()},
)

TXT_J_DEEP_INIT = Claim(
    id="steepest-mirror/txt-J-deep-init",
    title="Start of deeper products",
    source=Source(appendix="appendix J"),
    words="The start w_1 = x, w_i = 1 has the product x, is balanced in each coordinate with a "
    "positive constant while |x| < 1, and matches the closed form for two factors up to x^2.",
    printed=Missing("not yet from the page"),
    lemmas={
        "product": ForAll(
            given=(L >= 2,),
            where={first: x, other: sp.Integer(1)},
            says=sp.Eq(first * other ** (L - 1), x),
        ),
        "balance": ForAll(
            given=(q >= 1, x >= 0, x < 1),
            where={first: x, other: sp.Integer(1)},
            says=sp.Abs(other) ** q - sp.Abs(first) ** q > 0,
        ),
        "close to the start of two factors": ForAll(
            given=(sp.Ne(x, 0),),
            where=DEPTH_TWO,
            says=sp.And(m0 - 1 < x**2 / 2, sp.Abs(w0 - x) < sp.Abs(x) ** 3 / 2),
        ),
    },
    because={"": ByHand()},
    uses=("steepest-mirror/txt-J-init", "steepest-mirror/lem-4.5"),
    note="The constant 1 - |x|^q depends on the coordinate, which remark 4.7 allows; x stands for "
    "|x| there.",
)

STATIONARY = sp.And(alpha * sp.Abs(w1) <= 1, alpha * sp.Abs(w2) <= 1)

TXT_J_STATIONARITY = Claim(
    id="steepest-mirror/txt-J-stationarity",
    title="Stationarity under sign flow with decoupled decay",
    source=Source(appendix="appendix J"),
    words="At a stationary point of sign flow with decoupled decay alpha, no parameter exceeds "
    "1/alpha.",
    printed=Missing("not yet from the page"),
    lemmas={
        "x is what the optimiser moves": ForAll(
            given=(alpha > 0, alpha * sp.Abs(w1) <= 1),
            says=sp.Abs(w1) <= 1 / alpha,
        ),
        "x is the product of the factors": ForAll(
            given=(alpha > 0, STATIONARY),
            where={x: w1 * w2},
            says=sp.Abs(x) <= 1 / alpha,
        ),
        "x is the product of the factors, instead": ForAll(
            given=(alpha > 0, STATIONARY),
            where={x: w1 * w2},
            says=sp.Abs(x) <= 1 / alpha**2,
        ),
    },
    because={"": ByHand(("x is what the optimiser moves",))},
    note="A sign, or what stands for it where a gradient vanishes, lies between -1 and 1 and "
    "balances alpha times the parameter. For products of L factors the bound is alpha^(-L).",
    legend={
        w1: "parameter that the optimiser moves, in the second reading one of two factors",
        w2: "the other factor",
    },
)
