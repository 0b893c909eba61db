"""Second entries of theorem 4.2's power of B, lemma 4.5 and (2), written from the page."""

import sympy as sp

from tests.double_entry.steepest_mirror import B, le, mu, named, q
from tests.double_entry.steepest_mirror_2 import BALANCE, GAP, SENSE, total
from theory.argument_language import States
from theory.choices import Ambiguous
from theory.claim import ForAll
from theory.language import reals
from theory.papers.steepest_mirror.notation import ell, eq, in_all, n

g, t = named("g t")
a, b = reals("a b")

# -- theorem 4.2, the powers of B in its proof -----------------------------------------------------

BOUNDED = (n >= 1, B > 0, in_all(ell, n, le(sp.Abs(g[ell]), B)))
of_two, of_q = total(g[ell] ** 2), total(sp.Abs(g[ell]) ** q)
POWER_OF_B = {
    "under the integral": States(le(of_two, B ** (q - 2) * of_q), given=(q >= 1, q <= 2, *BOUNDED)),
    "the decay": States(
        le(-mu * of_q, -mu * B ** (q - 2) * of_two), given=(q >= 1, q <= 2, mu > 0, *BOUNDED)
    ),
}

# -- lemma 4.5 -------------------------------------------------------------------------------------

BALANCES = Ambiguous(
    SENSE,
    {
        "sign(0) = 0": BALANCE,
        "Filippov": ForAll(eq(GAP(a, b, t), sp.Abs(a) - sp.Abs(b)), given=(t >= 0,)),
    },
)

ENTRIES: dict = {}
