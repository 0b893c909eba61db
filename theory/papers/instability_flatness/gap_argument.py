"""The argument that no alpha satisfies the bounds of proposition F.11 on all of R.

With slopes of c_1 or more alpha is at most 0 at u - alpha(u) / c_1, and it is positive there.
"""

import sympy as sp
from sympy.logic.boolalg import Implies

from theory.arguments import Assume, Contradictory, Solve, Specialise
from theory.papers.instability_flatness.notation import STEP_SIZE, alpha, c0, c1, u, x, y
from theory.quantifiers import Every

_chord = Implies(x <= y, alpha(y) - alpha(x) >= c1 * (y - x), evaluate=False)
BOUNDS = (c0 > 0, c1 > 0, Every(x, alpha(x) >= c0), Every(x, Every(y, _chord)))

_far = u - alpha(u) / c1
NOTHING = Contradictory(
    Solve(
        Implies(alpha(u) > 0, alpha(_far) <= 0, evaluate=False),
        (c1 > 0, BOUNDS[-1]),
        (Specialise(Specialise(Assume(BOUNDS[-1]), _far), u),),
    ),
    Solve(sp.And(alpha(u) > 0, alpha(_far) > 0), (*STEP_SIZE, c1 > 0)),
)
