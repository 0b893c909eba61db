"""The argument against theorem G.3: learning rates that are stable do not end the burn-in.

With one coordinate, lambda_1 = theta_1* = 1, an error has changed by eta K at most. Let D = m^20
and B = m^14, or m^18. Then eta sqrt(B) <= L says eta K <= L / m, so that for large m no stable
learning rate makes the loss less than 1/8, while the printed loss is at most 1 / m. B lies below
the critical size m^15, or above it, by more than any constant.
"""

from collections.abc import Mapping
from typing import Any

import sympy as sp
from sympy.logic.boolalg import And

from theory.arguments import Argument, Cut, Generalise, Give, Lemma, Put, Solve
from theory.binders import SequenceOf, substitute
from theory.claim import ByReading, ForAll
from theory.existence import at_values, given_at
from theory.language import integers, reals
from theory.papers.signsgd_scaling import loss_argument
from theory.papers.signsgd_scaling.laws import CONSTANT, LIMIT
from theory.papers.signsgd_scaling.loss_argument import AT_LEAST, ONE, TAIL, next_term
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
    expected_loss,
    high,
    j,
    k,
    lam,
    low,
    s,
    target,
    x,
)
from theory.quantifiers import Quantified, Some, denied, inhabited

m, _entry = integers("m l")
t, u = reals("t u")
_first = SequenceOf(ONE, _entry)
_one_coordinate = {d: ONE, eigenvalues: _first, target: _first}
SMALL_BATCH = {D: m**20, B: m**14, k: m**6, **_one_coordinate}
LARGE_BATCH = {D: m**20, B: m**18, k: m**2, **_one_coordinate}
TASKS = {
    "beta > 2": {alpha: sp.Integer(7), beta: sp.Integer(4), s: sp.Rational(3, 2)},
    "beta = 2": {alpha: sp.Integer(4), beta: sp.Integer(2), s: sp.Rational(3, 2)},
    "1 < beta < 2": {alpha: sp.Rational(5, 2), beta: sp.Rational(5, 4), s: sp.Rational(6, 5)},
}
BELOW_2 = "the printed loss at a large batch size, beta < 2"
ROOT_OF_LOG = "log D to a quarter"
ABOVE_1, LOG_BELOW = "log D to a quarter is above 1", "log D is below a power of D"
AT_2 = "the printed loss at a small batch size, beta = 2"
LEMMAS = {
    TAIL: loss_argument.LEMMAS[TAIL],
    ROOT_OF_LOG: ForAll(sp.log(t**20) ** sp.Rational(1, 4) <= 3 * t, given=(t >= 2,)),
    ABOVE_1: ForAll(sp.log(t**20) ** sp.Rational(1, 4) >= 1, given=(t >= 2,)),
    LOG_BELOW: ForAll(sp.log(t**20) <= t**16, given=(t >= 2,)),
    AT_2: ForAll(u ** sp.Rational(-3, 4) <= 1 / t, given=(t >= 2, u >= t**4)),
    BELOW_2: ForAll((t**18 / t**20) ** sp.Rational(12, 5) <= 1 / t, given=(t >= 2,)),
}
_BELOW_2, _ROOT = (Put(Lemma(name), {t: m}) for name in (BELOW_2, ROOT_OF_LOG))
_LOGS = tuple(Put(Lemma(name), {t: m}) for name in (ABOVE_1, LOG_BELOW))
_ratio = m**20 / sp.log(m**20)
_LOSS_AT_2 = Cut(Put(Lemma(AT_2), {t: m, u: _ratio}), (Solve(_ratio >= m**4, (m >= 2,), _LOGS),))
# of powers of D, by case of beta and B: for the loss, and for the limit of what is stable
_KNOWN: dict[tuple[str, Any], tuple[tuple[Argument, ...], tuple[Argument, ...]]] = {
    ("beta = 2", SMALL_BATCH[B]): ((_LOGS[0], _LOSS_AT_2), _LOGS[:1]),
    ("beta = 2", LARGE_BATCH[B]): ((_ROOT,), (_ROOT,)),
    ("1 < beta < 2", SMALL_BATCH[B]): ((_BELOW_2,), ()),
    ("1 < beta < 2", LARGE_BATCH[B]): ((_BELOW_2,), ()),
}


def _part(condition: Any, symbol: Any, kind: Any = Quantified) -> Any:
    """Return the part of a condition with a quantifier in which a symbol stands."""
    parts = (condition, *condition.args)
    return next(p for p in parts if isinstance(p, kind) and p.has(symbol))


def against(
    case: str, law: Any, statements: Mapping[str, Any], point: Mapping[Any, Any]
) -> ByReading:
    """Return the arguments that no stable learning rate attains the printed loss.

    Args:
        case: of beta.
        law: the printed loss.
        statements: the clause for any limit, and for one that serves, of eta sqrt(B) and of B.
        point: the budget, the batch size and the problem.
    """
    task = {**TASKS[case], low: ONE, high: ONE}
    limit, constant = LIMIT, CONSTANT
    far = (m >= 2, m >= 2 * limit, m * limit >= 3, m > 8 * constant, limit > 0, constant > 0)
    laws = Generalise(Solve(at_values(substitute(POWER_LAWS[-1], task), point).body), j)
    loss, law = (at_values(substitute(e, task), point) for e in (expected_loss(d), law))
    of_loss, of_limit = _KNOWN.get((case, point[B]), ((), ()))
    little = Solve(law <= 1 / m, (m >= 2,), of_loss)
    kept = Solve(
        loss >= sp.Rational(1, 8),
        (*far, eta > 0, sp.Le(eta * sp.sqrt(point[B]), limit, evaluate=False)),
        (
            next_term(lambda _: loss, ONE),
            Put(AT_LEAST, {x: -ONE, lam: ONE, B: point[B], k: point[k]}),
        ),
    )

    def no_rate(says: Any) -> Any:
        """Argue for what is said of the point: whatever the learning rate is, the loss is large."""
        every = _part(says, eta)
        shown = Generalise(Solve(every.body, far, (kept, little)), eta)
        size = next(part for part in says.args if part.has(limit) and not part.has(eta))
        fits = Solve(size, (m >= 2, m * limit >= 3, limit > 0), of_limit)
        return Solve(says, far, (shown, fits, laws))

    def for_every_constant(every: Any) -> Any:
        there = _part(every.body, constant, Some)
        found = given_at(there, point, no_rate)
        large = sp.floor(2 * limit + 3 / limit + 8 * constant) + 2
        bounds = And(*(substitute(g, {m: large}) for g in far[:4]))
        ends = Solve(bounds, (limit > 0, constant > 0))
        shown = Cut(Put(found, {m: large}), (ends,))
        return Generalise(Solve(every.body, (limit > 0,), (shown,)), constant)

    def for_any_limit(some: Any) -> Any:
        one = substitute(some.body, {limit: ONE})
        at_one = Put(for_every_constant(_part(some.body, constant)), {limit: ONE})
        return Give(Solve(one, (), (at_one,)), some, ONE)

    def for_every_limit(every: Any) -> Any:
        shown = for_every_constant(_part(every.body, constant))
        return Generalise(Solve(every.body, (), (shown,)), limit)

    shows = {ANY_CONSTANT: for_any_limit, SOME_CONSTANT: for_every_limit}
    return ByReading(
        {
            name: given_at(inhabited(task, (*of.given, denied(of.says))), task, shows[name])
            for name, of in statements.items()
        }
    )
