"""The arguments that SGD can do better than theorems G.2 and G.4 say, with one coordinate.

With one coordinate, lambda_1 = theta_1* = 1, nothing is left of the signal after 1 / eta steps but
an exponentially small part, and the noise is eta / B. Of K = m^6 steps with B = 1 and eta = m^-3
the loss is at most m^-3, where the law is D^(-1/3) = m^-2; with B = m^6, above the critical size,
and eta = m^-2 it is at most m^-4, where the law is K^(-1/2) = m^-3. Where eta may be 1, one step
leaves the noise alone, with a batch size of m^6 a loss of m^-6 / 2. There s is 2: a critical size
of D^(s/(s+1)) = m^4 is one that a solver compares with m^6 at once.
"""

import sympy as sp
from sympy.logic.boolalg import And

from theory.arguments import Clause, Cut, Definition, Generalise, LastTerm, Put, Solve
from theory.binders import SequenceOf, substitute
from theory.existence import at_values, denial, given_at
from theory.language import integers, reals
from theory.orders import Magnitude
from theory.papers.signsgd_scaling import laws, loss_argument
from theory.papers.signsgd_scaling.loss_argument import ONE, POSITIVE, lemma, v
from theory.papers.signsgd_scaling.notation import (
    ANY_CONSTANT,
    POWER_LAWS,
    SOME_CONSTANT,
    B,
    D,
    alpha,
    beta,
    d,
    eigenvalues,
    eta,
    high,
    j,
    k,
    lam,
    low,
    s,
    sgd_loss,
    target,
    x,
)
from theory.quantifiers import Every, denied, inhabited

m, _entry = integers("m l")
a, b = reals("a b")
ONE_STEP, MIXED = map(Definition, ("SGD, a step", "SGD, error and noise of the next step"))
C, K = laws.CONSTANT, laws.LIMIT
LEMMAS = {name: loss_argument.LEMMAS[name] for name in (POSITIVE, "u exp(1 - u)")}
TASK = {
    alpha: sp.Rational(7, 4),
    beta: sp.Rational(3, 2),
    s: sp.Rational(1, 2),
    low: ONE,
    high: ONE,
}
STEEP_TASK = {**TASK, alpha: sp.Integer(4), s: sp.Integer(2)}
_first = SequenceOf(ONE, _entry)
_one_coordinate = {d: ONE, eigenvalues: _first, target: _first}
# a point, and what the loss is at most there
SMALL_BATCH = {eta: m**-3, B: ONE, k: m**6, D: m**6, **_one_coordinate}, m**-3
LARGE_BATCH = {eta: m**-2, B: m**6, k: m**6, D: m**12, **_one_coordinate}, m**-4
ONE_BIG_STEP = {eta: ONE, B: m**6, k: ONE, D: m**6, **_one_coordinate}, m**-6


def _loss_below(point, most, facts):
    """Argue from facts on the second moment that the loss at a point is small."""
    loss = at_values(sgd_loss(d), point)
    return Solve(loss <= most, (m >= 2,), (LastTerm(loss, (m >= 2,)), *facts))


def _after_many_steps(point, most):
    """Argue that the loss is small after many small steps."""
    at = {lam: ONE, eta: point[eta], B: point[B], k: point[k]}
    time = 2 * point[eta] * point[k]
    closed = Put(Clause("signsgd-scaling/eq-14", "in closed form"), {**at, x: -ONE})
    left = Put(Clause("signsgd-scaling/eq-15", "power, at most"), at)
    decays = (lemma("u exp(1 - u)", {v: -time}), lemma(POSITIVE, {v: -time}))
    return _loss_below(point, most, (closed, left, *decays))


def after_one_step(size):
    """Return what is known of a step of size 1, which leads to the target, up to noise.

    The error after it is 0 times that before it.

    Args:
        size: of the batch.
    """
    at = {x: -ONE, lam: ONE, B: size, eta: ONE, k: sp.S.Zero}
    return Put(ONE_STEP, at), Put(MIXED, {**at, a: sp.S.Zero, b: -ONE})


def against(clause, small_loss):
    """Return the arguments against a law as a lower bound where the dimension may be anything.

    Args:
        clause: what `laws.no_better` returns.
        small_loss: a point at which the loss is far smaller, and what it is at most there.
    """
    point, small = small_loss[0], _after_many_steps(*small_loss)
    every, some = (clause.options[laws.ANY_D].options[of] for of in (ANY_CONSTANT, SOME_CONSTANT))
    wanted = inhabited(TASK, (*some.given, denied(some.says)))

    def for_every_limit(every_limit):
        of_limit = every_limit.body.args[1]
        there = of_limit.body.args[1]
        of_constant = Solve(of_limit.body, (K > 0,), (_for_large_m(there, point, small, TASK),))
        return Generalise(Solve(every_limit.body, (), (Generalise(of_constant, C),)), K)

    return {
        (laws.ANY_D, ANY_CONSTANT): _breaks(every, point, small, TASK),
        (laws.ANY_D, SOME_CONSTANT): given_at(wanted, TASK, for_every_limit),
    }


def against_any_constant(clause):
    """Return the argument against a law where eta may be 1 and d^beta is large enough."""
    statement = clause.options[laws.LARGE_D].options[ANY_CONSTANT]
    point, most = ONE_BIG_STEP
    small = _loss_below(point, most, after_one_step(point[B]))
    return {(laws.LARGE_D, ANY_CONSTANT): _breaks(statement, point, small, STEEP_TASK)}


def _breaks(statement, point, small, task):
    """Argue against a lower bound with any constants in its hypotheses, here 1."""
    sizes = {g: ONE for g in statement.given if isinstance(g, Magnitude)}

    def show(says):
        return Put(_for_large_m(says, point, small, task), {K: ONE})

    return denial([statement], sizes, task, C, show)


def _for_large_m(says, point, small, task):
    """Argue that the point is as it is said, for an m that is large against C and K."""
    far, large = (m >= 2, m > C, m >= K, C > 0, K > 0), sp.floor(C + K) + 2
    of_one = at_values(substitute(POWER_LAWS[-1], task), point)
    power_laws = Generalise(Solve(of_one.body), j)
    powers = Solve(And(m**2 >= 1, m**6 >= m**2), (m >= 2,))

    def known(condition):
        if condition.has(Every):
            return (power_laws,)
        return (small if condition.has(sp.Sum) else powers,)

    def show(condition):
        each = (Solve(part, far, known(part)) for part in condition.args)
        return Solve(condition, far, tuple(each))

    ends = Solve(And(large >= 2, large > C, large >= K), (C > 0, K > 0))
    return Cut(Put(given_at(says, point, show), {m: large}), (ends,))
