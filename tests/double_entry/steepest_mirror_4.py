"""Second entries of theorem 4.2 and of the proof of theorem F.1, written from the page."""

import sympy as sp
from sympy.logic.boolalg import And

from tests.double_entry.steepest_mirror import (
    FAMILY,
    B,
    Lam,
    le,
    mu,
    named,
    q,
    steep,
)
from tests.double_entry.steepest_mirror_2 import (
    STRONGLY_CONVEX,
    d,
    f_min,
    f_x,
    g,
    total,
)
from theory.argument_language import States
from theory.claim import ForAll
from theory.language import eq, reals
from theory.papers.steepest_mirror.notation import L, ell, in_all, n

h, bend, x_0 = named("h f''_l x_l0")

# -- theorem 4.2 -----------------------------------------------------------------------------------

COERCIVE = (n >= 1, mu > 0, in_all(ell, n, h[ell] >= mu))
BOUNDED = (B > 0, in_all(ell, n, le(sp.Abs(g[ell]), B)))
speed_of_loss = -total(g[ell] * h[ell] * steep(g[ell]))
away = total(d[ell] ** 2)
# for f = f'' x^2 / 2 and R = x^2 / (2 mu) x moves at -mu (f'' x)^(q-1), from x_0 > 0 on to 0
QUADRATIC = (*FAMILY, mu > 0, B > 0, bend > 0, x_0 > 0, le(bend * x_0, B))
start = bend * x_0
squares = start ** (4 - q) / (mu * bend * (4 - q))  # the integral of (f'' x)^2
powers = bend * x_0**2 / (2 * mu)  # that of (f'' x)^q
CONVERGENCE = {
    "the loss decays": States(le(speed_of_loss, 0), given=(*COERCIVE, q >= 1)),
    "the integral": ForAll(
        le(squares, (0 - bend * x_0**2 / 2) / (mu * B ** (q - 2))), given=QUADRATIC
    ),
    # the distance falls at half the rate at which the loss does
    "the rate": States(
        le(speed_of_loss, -2 * mu * B ** (q - 2) * Lam * (f_x - f_min)),
        given=(*COERCIVE, *BOUNDED, *FAMILY, *STRONGLY_CONVEX),
    ),
    "the distance": States(
        le(away, 2 / Lam * (f_x - f_min)),
        given=(n >= 1, Lam > 0, sp.Ge(f_x, f_min + Lam / 2 * away, evaluate=False)),
    ),
}
POWER_OF_B = ForAll(le(squares, B ** (q - 2) * powers), given=QUADRATIC)

# -- theorem F.1, the reduction of the problem for w -----------------------------------------------

# the largest factor has the size u, one of them v u, the product of all others w u^(L-1)
u, v, w, at_x, r_1, r_2, p_1, p_2, z_1, z_2 = reals("u v w x r_1 r_2 p_1 p_2 z_1 z_2")
DEPTH = (L >= 2,)
SHARES = (u >= 0, v >= 0, v <= 1, w >= 0, w <= 1)
largest = sp.Max(r_1, r_2)


def only_at_the_largest(size, pull):
    """Return that a coordinate is pulled only if it is the largest one, and then outwards."""
    return sp.Or(eq(pull, 0), And(pull > 0, eq(size, largest)))


# |x_c| = r_c p_c for balanced factors of the size r_c; a factor is pulled by z_c p_c, x by z_c
BALANCED_FACTORS = (r_1 >= 0, r_2 >= 0, eq(p_1, r_1 ** (L - 1)), eq(p_2, r_2 ** (L - 1)))
STATIONARY = (
    *(only_at_the_largest(r_1, p_1 * z_1), only_at_the_largest(r_2, p_2 * z_2)),
    r_1 * p_1 * z_1 + r_2 * p_2 * z_2 > 0,  # some sample has a multiplier
)
REDUCTION = {
    "no smaller": ForAll(le((v * u) * (w * u ** (L - 1)), u**L), given=(*DEPTH, *SHARES)),
    "reached": ForAll(
        eq(u**2 / 2, sp.Abs(at_x) ** (sp.S(2) / L) / 2),
        given=(*DEPTH, u >= 0),
        where={at_x: u**L},
    ),
    "stationary": ForAll(
        And(only_at_the_largest(r_1, z_1), only_at_the_largest(r_2, z_2)),
        given=(*DEPTH, *BALANCED_FACTORS, *STATIONARY),
    ),
}

ENTRIES = {
    "steepest-mirror/thm-F.1-step-reduction": REDUCTION,
    "steepest-mirror/thm-4.2": CONVERGENCE,
    "steepest-mirror/thm-4.2-step-power-of-B": POWER_OF_B,
}
