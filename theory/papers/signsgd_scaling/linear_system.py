"""The second moment of the linear system of section B.2.1, at every step and in the long run.

theta_(k+1) = (1 - rho) theta_k + eta zeta_k with Var zeta_k = 1, rho = eta sqrt(lambda B). It is
(1 - rho)^(2k) theta_0^2 plus k squares of the noise, which add up to the order of eta / sqrt(lambda
B) in 1 / rho steps only: at one step it is at most theta_0^2 + eta^2, whatever lambda is.
"""

import sympy as sp
from sympy.logic.boolalg import And

from theory.argument_language import States
from theory.arguments import AddUp, Cut, Lemma, Put, Solve
from theory.binders import substitute
from theory.claim import ForAll
from theory.existence import denial, for_every, given_by
from theory.language import integers, reals
from theory.orders import Magnitude, Order
from theory.papers.signsgd_scaling.notation import (
    ANY_CONSTANT,
    SOME_CONSTANT,
    B,
    constants_in_sight,
    eta,
    k,
    lam,
    sizes,
    up_to_constants,
    x,
)
from theory.places import HERE
from theory.quantifiers import denied, inhabited
from theory.sum_arguments import counted

ONE = sp.S.One
C, LIMIT = reals("C_0 K_0")
many, step = integers("m i")
RHO = eta * sp.sqrt(lam * B)
LEFT = (1 - RHO) ** (2 * step)
NOISES = sp.Sum(LEFT, (step, 0, k - 1))
SECOND_MOMENT = (1 - RHO) ** (2 * k) * x**2 + eta**2 * NOISES
PRINTED_LAW = sp.exp(-2 * RHO * k) * x**2 + eta / sp.sqrt(lam * B)


def _in_regime(small, large):
    """Return the law with what is at most and at least of order 1, in either meaning."""
    given = {
        "section 2": (eta > 0, B >= 1, k >= 0),
        "assumption B.2": (lam > 0,),
        "appendix B.2.1": (x > 0,),
    }
    return [
        States(
            Order(SECOND_MOMENT, PRINTED_LAW, "same", (x, lam, eta, B, k)), {**given, HERE: some}
        )
        for some in sizes(small=small, large=large)
    ]


_ANY, _SERVES = _in_regime((eta * sp.sqrt(B), sp.sqrt(lam * B) * x), (eta * k,))
EVERY_STEP = up_to_constants(_ANY, constants_in_sight(_SERVES))

# -- no constant serves: B = theta_0 = 1, eta = 1 / m, m^2 steps and a small lambda ---------------

AT_MOST_1, POSITIVE = "a power of a number up to 1 is at most 1", "exp is positive"
_share = reals("q_0")
LEMMAS = {
    AT_MOST_1: ForAll(_share ** (2 * k) <= 1, given=(_share >= 0, _share <= 1, k >= 0)),
    POSITIVE: ForAll(sp.Gt(sp.exp(_share), 0, evaluate=False)),
}
_power = Put(Lemma(AT_MOST_1), {_share: 1 - RHO})
_BELOW = (eta > 0, lam > 0, B >= 1, RHO <= 1, k >= 1)
_AT_MOST = Solve(
    x**2 + eta**2 * k >= SECOND_MOMENT,
    _BELOW,
    (
        _power,
        AddUp(Solve(LEFT <= 1, (*_BELOW, step >= 0), (Put(_power, {k: step}),)), step, 0, k - 1),
        counted(ONE, step, k - 1, 0),
    ),
)
_POINT = {x: ONE, B: ONE, eta: 1 / many, k: many**2, lam: (many * (2 * C + 1)) ** -2}


def _breaks(says, point, *own):
    """Argue that the point breaks the order: there the second moment is at most 2."""
    positive = Put(Lemma(POSITIVE), {_share: substitute(-2 * RHO * k, point)})
    return given_by(says, point, own, (Put(_AT_MOST, point), positive))


def _fails_for_any(statement):
    """Argue against the order with any constants in its hypotheses, here 1, in one step."""
    constants = {h: ONE for h in statement.given if isinstance(h, Magnitude)}

    point = {symbol: sp.sympify(at).subs(many, 1) for symbol, at in _POINT.items()}

    def show(says):
        return _breaks(says, point, C > 0)

    return denial([statement], constants, {}, C, show, side=1)


def _none_serves(statement):
    """Argue that no constants serve."""
    wanted = inhabited({}, (*statement.given, denied(statement.says)))

    def show(says):
        found = _breaks(says, _POINT, many >= 1, many >= LIMIT, LIMIT > 0, C > 0)
        enough = sp.floor(LIMIT) + 1
        is_large = Solve(And(enough >= 1, enough >= LIMIT), (LIMIT > 0,))
        return Cut(Put(found, {many: enough}), (is_large,))

    return for_every(wanted, show)


FAILS = {
    ANY_CONSTANT: _fails_for_any(_ANY),
    SOME_CONSTANT: _none_serves(EVERY_STEP.options[SOME_CONSTANT]),
}
