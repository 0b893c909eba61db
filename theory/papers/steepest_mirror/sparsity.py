"""Appendix J: sparse reparameterised training, its penalty, and where its factors start.

Training w_1 ... w_L with coupled decay alpha sum |w_i|^2 amounts to training x = w_1 ... w_L with
the least decay of all factorisations of x. Two factors start from x in closed form, deeper products
from w_1 = x and w_i = 1.
"""

from functools import cache

import sympy as sp

from theory.argument_language import States
from theory.choices import Ambiguous
from theory.claim import ByHand, Claim, ForAll, Instead, Source
from theory.language import Head, eq, reals
from theory.papers.steepest_mirror.coordinates import DEPTH, L, drawn, ell, i, in_all, product, w
from theory.papers.steepest_mirror.coordinates import first as first_factor
from theory.papers.steepest_mirror.coordinates import second as second_factor
from theory.papers.steepest_mirror.coordinates import x as xl
from theory.places import HERE

x, alpha, s, t, q, gamma, v = reals("x alpha s t q gamma v")
m0, w0, w1, w2 = reals("m_0 w_0 u_1 u_2")

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
    breaks_at="No proof is given: the text refers to a theorem of another paper. The norm adds up "
    "the coordinates already, and the sum over i repeats it.",
    note="One coordinate: the problems agree for every loss exactly if the penalties agree at "
    "every x, because a loss may hold x in place. The printed sum repeats one term L times; "
    "the norm already sums over coordinates. The step on the least decay shows what holds "
    "instead.",
    symbols={x: "product of the factors, in one coordinate"},
)

SQUARES = sp.Sum(w[i, ell] ** 2, (i, 1, L))
DECAY_OF_X = L * sp.Abs(product(w, L, ell)) ** (2 / L)
ONE_SIZE = in_all(i, L, eq(sp.Abs(w[i, ell]), sp.Abs(w[1, ell])))

STEP_AM_GM = Claim(
    id="steepest-mirror/txt-J-equivalence-step-least-decay",
    title="Factors of equal size have the least decay",
    source=Source(appendix="appendix J"),
    words="At given product the sum of squares of L factors is least where they have one size, "
    "and is then L |x|^(2/L).",
    printed={
        "never less": States(sp.Ge(SQUARES, DECAY_OF_X, evaluate=False), given=DEPTH),
        "reached at equal sizes": States(
            eq(SQUARES, DECAY_OF_X), given={**DEPTH, HERE: (ONE_SIZE,)}
        ),
    },
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
    because={
        "never less": ByHand(("one more factor never does better",)),
        "reached at equal sizes": ByHand(("and as well at equal size",)),
    },
    note="Coordinate l. Induction on the number of factors; with one factor there is nothing to "
    "choose. In the auxiliary statements w_1 is the size of the new factor, w_2 that of the "
    "product of the L others. A product 0 has the decay 0.",
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
    words="To second order in x the start of two factors, in closed form, is 1 + x^2/2 and x.",
    printed={
        "v": ForAll(says=sp.Eq(T_V(xl), (1 + xl + xl**2 / 2) / sp.sqrt(2))),
        "1 / v": ForAll(says=sp.Eq(T_INVERSE(xl), sp.sqrt(2) * (1 - xl + xl**2 / 2))),
        "m_0": ForAll(says=sp.Eq(T_M(xl), 1 + xl**2 / 2)),
        "w_0": ForAll(says=sp.Eq(T_W(xl), xl)),
    },
    note="T_v and so on are Taylor polynomials of degree two at 0 of v = sqrt(x + sqrt(x^2 + "
    "gamma^2)), 1/v, m_0 = (v + gamma/v) / sqrt(2) and w_0 = (v - gamma/v) / sqrt(2) with gamma = "
    "1/2, taken by differentiation.",
)

IN_X = {name: value.subs(x, xl) for name, value in DEPTH_TWO.items()}

TXT_J_DEEP_INIT = Claim(
    id="steepest-mirror/txt-J-deep-init",
    title="Start of deeper products",
    source=Source(appendix="appendix J"),
    words="The start w_1 = x, w_i = 1 of deeper products matches the closed form for two factors "
    "where x^2 is negligible.",
    printed=ForAll(
        given={HERE: (sp.Ne(xl, 0),)},
        where=IN_X,
        says=sp.And(m0 - 1 >= 0, m0 - 1 < xl**2 / 2, sp.Abs(w0 - xl) < sp.Abs(xl) ** 3 / 2),
    ),
    uses=("steepest-mirror/txt-J-init", "steepest-mirror/lem-4.5"),
    note="That the balance equation informs this start is no assertion that can be tested: the "
    "balance 1 - |x|^q of w_1 = x, w_i = 1 depends on the coordinate, which remark 4.7 allows, and "
    "is positive for |x| < 1.",
)

TXT_J_STATIONARITY = Claim(
    id="steepest-mirror/txt-J-stationarity",
    title="Stationarity under sign flow with decoupled decay",
    source=Source(appendix="appendix J"),
    words="At a stationary point of sign flow with decoupled decay alpha, no parameter exceeds "
    "1/alpha.",
    printed=Ambiguous(
        "whether x is what the optimiser moves or, as elsewhere in the appendix, the product",
        {
            "x is what the optimiser moves": ForAll(
                given={
                    HERE: (
                        alpha > 0,
                        sp.Abs(drawn) <= 1,
                        eq(drawn + alpha * xl, 0),
                    ),
                },
                says=sp.Abs(xl) <= 1 / alpha,
            ),
            "x is the product of two factors": ForAll(
                given={
                    HERE: (
                        alpha > 0,
                        alpha * sp.Abs(first_factor) <= 1,
                        alpha * sp.Abs(second_factor) <= 1,
                        eq(xl, first_factor * second_factor),
                    ),
                },
                says=sp.Abs(xl) <= 1 / alpha,
            ),
        },
    ),
    note="A sign, or what stands for it where a gradient vanishes, lies between -1 and 1 and "
    "balances alpha times the parameter. For products of L factors the bound is alpha^(-L).",
)
