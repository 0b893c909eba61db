"""Second entries of theorem 4.2, lemma 4.5 and theorem F.1, written from the page."""

import sympy as sp
from sympy.logic.boolalg import And

from tests.double_entry.steepest_mirror import (
    FAMILY,
    B,
    Lam,
    alpha,
    le,
    mu,
    named,
    q,
    steep,
)
from tests.double_entry.steepest_mirror_2 import (
    PAIR,
    SENSE,
    STRONGLY_CONVEX,
    f_min,
    f_x,
    g,
    gap,
    rate,
    t,
    total,
)
from theory.argument_language import States
from theory.choices import Ambiguous
from theory.claim import ForAll
from theory.language import eq, reals
from theory.papers.steepest_mirror import notation as paper
from theory.papers.steepest_mirror.notation import L, ell, i, in_all, n, w, within
from theory.quantifiers import Some

h, decayed, GAP = named("h A Gap")

# -- theorem 4.2 -----------------------------------------------------------------------------------

COERCIVE = (n >= 1, mu > 0, in_all(ell, n, h[ell] >= mu))
BOUNDED = (B > 0, in_all(ell, n, le(sp.Abs(g[ell]), B)))
speed_of_loss = -total(g[ell] * h[ell] * steep(g[ell]))
squares, powers = total(g[ell] ** 2), total(sp.Abs(g[ell]) ** q)
CONVERGENCE = {
    "the loss decays": States(le(speed_of_loss, 0), given=(*COERCIVE, *BOUNDED, *FAMILY)),
    "the bound": States(
        le(speed_of_loss, -mu * B ** (q - 2) * squares), given=(*COERCIVE, *BOUNDED, *FAMILY)
    ),
    "the rate": States(
        le(speed_of_loss, -mu * B ** (q - 2) * Lam * (f_x - f_min)),
        given=(*COERCIVE, *BOUNDED, *FAMILY, *STRONGLY_CONVEX),
    ),
}
POWER_OF_B = States(le(squares, B ** (q - 2) * powers), given=(n >= 1, *FAMILY, *BOUNDED))

# -- lemma 4.5 -------------------------------------------------------------------------------------

one, other = reals("a b")
z_0 = reals("z_0")
decay = z_0 * sp.exp(-q * alpha * t)
BALANCE = {
    "in time": Ambiguous(
        SENSE,
        {
            "sign(0) = 0": States(eq(rate(i) - rate(paper.j), -q * alpha * gap), given=PAIR),
            "Filippov": ForAll(
                eq(GAP(one, other, t), sp.Abs(one) - sp.Abs(other)),
                given=(t >= 0,),
            ),
        },
    ),
    "its solution": ForAll(eq(sp.Derivative(decay, t), -q * alpha * decay), given=(q >= 1, t >= 0)),
}

# -- theorem F.1, the reduction of the problem for w -----------------------------------------------

at_x = sp.Abs(paper.x[ell]) ** (sp.S(2) / L)
largest = reals("largest")


def is_largest(*conditions):
    """Return that a number is the largest one of some."""
    below, equal = conditions
    return And(below, equal)


of_w = And(
    in_all(ell, n, in_all(i, L, le(w[i, ell] ** 2, largest))),
    Some(ell, And(within(ell, n), Some(i, And(within(i, L), eq(w[i, ell] ** 2, largest))))),
)
of_x = And(
    in_all(ell, n, le(at_x, largest)),
    Some(ell, And(within(ell, n), eq(at_x, largest))),
)
EQUAL_FACTORS = (n >= 1, L >= 1, *(paper.is_point(w, paper.x),))
no_balance = in_all(
    ell, n, in_all(i, L, in_all(paper.j, L, eq(sp.Abs(w[i, ell]), sp.Abs(w[paper.j, ell]))))
)
REDUCTION = {
    "forth": States(of_x, given=(*EQUAL_FACTORS, no_balance, of_w)),
    "back": States(of_w, given=(*EQUAL_FACTORS, no_balance, of_x)),
    "every x": States(Some(w, And(paper.is_point(w, paper.x), no_balance)), given=(n >= 1, L >= 1)),
}

BLIND = {
    "steepest-mirror/thm-4.2": CONVERGENCE,
    "steepest-mirror/thm-4.2-step-power-of-B": POWER_OF_B,
    "steepest-mirror/lem-4.5": BALANCE,
    "steepest-mirror/thm-F.1-step-reduction": REDUCTION,
}
ENTRIES: dict[str, object] = {}
