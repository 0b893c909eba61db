"""Second entries of Azuma's inequality and of what is said of escapes, from the page.

Random variables by number are one function: X_i(v) is X(2 i + v) for an outcome v in [0, 1], under
any law on it.
"""

import sympy as sp
from sympy.logic.boolalg import And

from tests.double_entry.signsgd_scaling import le
from tests.double_entry.signsgd_scaling_appendix import everywhere, implies
from theory.argument_language import States
from theory.choices import Ambiguous
from theory.claim import Missing
from theory.language import eq, function, integers, reals
from theory.papers.signsgd_scaling.burn_in import X, last, level
from theory.papers.signsgd_scaling.notation import B, K, delta, escapes, eta, lam, later
from theory.papers.signsgd_scaling.outcomes import chances
from theory.quantifiers import Every, Some
from theory.sequences import Indicator, Law, Mean

v, other_v = reals("v v'")
Z = function("Z")
step, past = integers("i l")


def at(number, outcome=v):
    """Return the value of a random variable by its number."""
    return X(2 * number + outcome)


def mean(term):
    """Return the mean over all outcomes."""
    return Mean(term, v, Law(chances))


def every_outcome(condition, *outcomes):
    """Return that something holds for all outcomes."""
    inside = [And(o >= 0, o <= 1) for o in outcomes]
    return everywhere(implies(And(*inside), condition), *outcomes)


same_past = Every(past, implies(And(past >= 0, past <= step), eq(at(past), at(past, other_v))))
# any bounded function of X_0, ..., X_i
of_the_past = And(
    every_outcome(sp.Abs(Z(v)) <= 1, v),
    every_outcome(implies(same_past, eq(Z(v), Z(other_v))), v, other_v),
)
gain = at(step + 1) - at(step)
in_steps = And(step >= 0, step < last)
AZUMA = States(
    mean(Indicator(at(last) > level * sp.sqrt(last))) < sp.exp(-(level**2) / 2),
    given=(
        *(last >= 0, level > 0, everywhere(And(chances(v) >= 0, chances(v) <= 1), v)),
        every_outcome(eq(at(0), 0), v),
        Every(step, implies(in_steps, every_outcome(le(sp.Abs(gain), 1), v))),
        Every(step, implies(in_steps, Every(Z, implies(of_the_past, eq(mean(gain * Z(v)), 0))))),
    ),
)

# -- before assumption F.3 -------------------------------------------------------------------------

width = 1 / sp.sqrt(lam * B)
INSIDE = (eta > 0, B >= 1, lam > 0, le(sp.Abs(delta), width))
# at most of order 1: any number K
STABLE = (K > 0, le(eta * sp.sqrt(lam * B), K))
may_escape = escapes(width, later, delta) > 0
ESCAPE = Ambiguous(
    "after how many steps",
    {
        "some number": States(Some(later, And(later >= 0, may_escape)), given=(*INSIDE, *STABLE)),
        "any number": States(may_escape, given=(*INSIDE, *STABLE, later >= 1)),
    },
)

ENTRIES = {
    "signsgd-scaling/lem-H.2": AZUMA,
    "signsgd-scaling/asm-F.3-step-escape": ESCAPE,
    "signsgd-scaling/lem-C.2": Missing(
        "functions on any space of points, among them a kernel, of two points, and the members of "
        "its Hilbert space, and means over a probability measure on such a space"
    ),
}
