"""The arguments against theorem F.6 where its hypotheses admit every constant.

All targets are 1, alpha = beta, and the coordinates have come half of the way: eta k = 1/2. So the
first one alone keeps the loss above 1/32. With eta sqrt(B) = 1 and T = k = m^2 or m^3 the law is
below 2 / m^2, so that for large m no constant bridges the two, up to d^(beta/2) with as many
coordinates as that takes, and later with a single one.

For beta = 2 no constants serve with a single coordinate, of which log d is 0: with eta = 2 / (2 r h
+ 1) its errors are odd multiples of eta / 2, and the loss is at least eta^2 / 8, about 1 / (8 r^2
h^2). With B = r^2 and k = (2 r h + 1) h steps eta sqrt(B) is below 1 / h, eta k is 2 h and T 2 r h,
and the law exp(-q) / T is at most 2 C^2 / T^3 for q >= T / C: for r > 5 C^3 it is far below.
"""

from dataclasses import dataclass, replace
from typing import Any

import sympy as sp

from theory.arguments import Argument, Cut, Generalise, Give, LastTerm, Put, Solve
from theory.binders import SequenceOf, substitute
from theory.claim import ForAll
from theory.existence import at_values, by_values, denial, for_every, given_at
from theory.language import integers, reals
from theory.orders import QUANTITY
from theory.papers.signsgd_scaling import (
    integral_argument,
    lattice_argument,
    laws,
    loss_argument,
    notation,
)
from theory.papers.signsgd_scaling.integral_argument import BELOW_1
from theory.papers.signsgd_scaling.loss_argument import (
    AT_LEAST,
    ONE,
    POSITIVE,
    POWER_SUM,
    TAIL,
    by_index,
    lemma,
    n,
    next_term,
    p,
    power_sum,
    v,
)
from theory.papers.signsgd_scaling.notation import (
    IN_THETA,
    POWER_LAWS,
    B,
    alpha,
    beta,
    contribution,
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
from theory.quantifiers import Every, denied, inhabited

C = reals("K")
m, _entry = integers("m l")
POWER_OF_T, LOG, FALLS_FAST = "a power of T", "log is below", "three terms of exp"
LEMMAS = {
    **{
        name: loss_argument.LEMMAS[name]
        for name in (TAIL, "Bernoulli", "a power of a quotient", "a power and the next")
    },
    POWER_OF_T: ForAll(v ** -sp.Rational(3, 2) <= 1 / v, given=(v >= 1,)),
    BELOW_1: integral_argument.LEMMAS[BELOW_1],
    LOG: ForAll(sp.log(v) <= v, given=(v >= 1,)),
}
OF_ONE_COORDINATE = {
    POSITIVE: loss_argument.LEMMAS[POSITIVE],
    FALLS_FAST: ForAll((1 + v + v**2 / 2) * sp.exp(-v) <= 1, given=(v >= 0,)),
}
HALFWAY, BOUND = sp.Rational(1, 2), sp.Integer(4)
LARGE_M = (m >= 1, m > 64 * C, C > 0)


@dataclass(frozen=True)
class Halfway:
    """A problem whose coordinates have come half of the way.

    Args:
        exponent: alpha and beta.
        steps, coordinates: how many, powers of m.
        power: one larger than 1 such that eigenvalues are at most j^-power.
    """

    exponent: Any
    steps: Any
    coordinates: Any
    power: Any

    @property
    def values(self) -> dict[Any, Any]:
        """The constants of the problem."""
        e = self.exponent
        least = sp.Rational(1, 4) if e > 2 else HALFWAY
        return {alpha: e, beta: e, s: (e - 1) / e, low: least, high: ONE}

    @property
    def point(self) -> dict[Any, Any]:
        """The rest of the problem, and how long it is trained."""
        return {
            eta: 1 / (2 * self.steps),
            B: 4 * self.steps**2,
            k: self.steps,
            d: self.coordinates,
            eigenvalues: SequenceOf((1 + _entry**2) ** (-self.exponent / 2), _entry),
            target: SequenceOf(ONE, _entry),
        }

    def at(self, e: Any) -> Any:
        """Return a formula at the point."""
        return at_values(substitute(e, self.values), self.point)

    def loss(self, top: Any) -> Any:
        """Return the loss of the first coordinates."""
        return self.at(expected_loss(top))

    def largest(self, top: Any) -> Any:
        """Return the loss of the first coordinates if every step leads away from the targets."""
        return self.at(notation.largest_loss(top))

    def from_below(self, index: Any) -> Any:
        """Return how far a coordinate is from its target at least."""
        point, own = self.point, self.at(eigenvalues[index])
        return Put(AT_LEAST, {lam: own, x: -ONE, **{q: point[q] for q in (B, eta, k)}})

    def using(self) -> tuple[Any, ...]:
        """Return what is known of the loss and of the problem."""
        least, total = sp.Rational(1, 32), lambda top: power_sum(self.power, top)
        given = (m >= 1,)
        first = Solve(self.at(contribution(ONE)) >= least, given, (self.from_below(ONE),))
        not_negative = Solve(self.at(contribution(n)) >= 0, (m >= 1, n >= 1), (self.from_below(n),))
        kept = by_index(
            self.loss(n) >= least,
            given,
            (next_term(self.loss, ONE, given), first),
            (next_term(self.loss, n + 1, given), Put(not_negative, {n: n + 1})),
        )
        reached = by_index(
            self.largest(n) <= total(n) * sp.Rational(9, 8),
            given,
            (next_term(self.largest, ONE, given), next_term(total, ONE)),
            (next_term(self.largest, n + 1, given), next_term(total, n + 1)),
        )
        top = self.coordinates
        bounded = (Put(reached, {n: top}), Put(POWER_SUM, {p: self.power - 1, n: top}))
        return (
            Put(kept, {n: top}),
            Solve(self.largest(top) <= BOUND, given, bounded),
            Generalise(Solve(self.at(POWER_LAWS[-1]).body), j),
            *(lemma(name, {v: self.steps}) for name in (POWER_OF_T, LOG)),
            lemma(BELOW_1, {v: QUANTITY}),
        )


STEEP = Halfway(sp.Integer(4), m**2, m, sp.Integer(2))
EDGE = Halfway(sp.Integer(2), m**2, m**2, sp.Integer(2))
FLAT = Halfway(sp.Rational(3, 2), m**3, m**4, sp.Rational(3, 2))
ALONE = [replace(problem, steps=m**2, coordinates=ONE) for problem in (STEEP, EDGE, FLAT)]


def against(statements, sizes, problem=STEEP):
    """Return the argument against orders, with these constants in their hypotheses."""
    using = problem.using()

    def holds(says):
        """Argue for each thing that is said of the point, one after the other."""
        facts = {part: using if part.has(sp.Sum, Every) else () for part in says.args}
        shown = [by_values(part, {}, LARGE_M, known) for part, known in facts.items()]
        return Solve(says, LARGE_M, tuple(shown))

    def at_large_m(says):
        """Argue that there is such a point: m is the next integer after 64 K."""
        large = sp.floor(64 * C) + 1
        found = given_at(says, problem.point, holds)
        ends = Solve(sp.And(large >= 1, large > 64 * C, sp.Ne(large, 0)), (C > 0,))
        return Cut(Put(found, {m: large}), (ends,))

    return denial(statements, sizes, problem.values, C, at_large_m)


# -- one coordinate, whatever constants serve ------------------------------------------------------

h, r = integers("h r")
_t = reals("t")
LIMIT, CONSTANT = laws.LIMIT, laws.CONSTANT
_TASK = {alpha: 2 * ONE, beta: 2 * ONE, s: HALFWAY, low: ONE, high: ONE}
_ones = SequenceOf(ONE, _entry)
_whole = 2 * r * h + 1
_alone = {eta: 2 / _whole, B: r**2, k: _whole * h, d: ONE, eigenvalues: _ones, target: _ones}
_UP_TO_H = (LIMIT > 0, h >= 1, h >= LIMIT)
_FAR = (*_UP_TO_H, CONSTANT > 0, r >= 1, r > 5 * CONSTANT**3)


def _of_one(e):
    return at_values(substitute(e, _TASK), _alone)


def _not_reached():
    """Argue that the loss is at least eta^2 / 8: an error is an odd multiple of eta / 2."""
    given, other = (h >= 1, r >= 1), lattice_argument.steps
    at = {lam: ONE, x: -ONE, lattice_argument.e: HALFWAY, **{q: _alone[q] for q in (eta, B, k)}}
    off = at_values(lattice_argument.off_lattice(x), {x: -ONE, eta: 2 / (2 * n + 1)})
    off = substitute(off, {lattice_argument.e: HALFWAY})
    odd = Solve(sp.Abs(2 * other - 2 * n - 1) >= 1)
    apart = Generalise(Solve(off.body, (n >= 1,), (odd,)), other)
    there = Cut(Put(apart, {n: r * h}), (Solve(r * h >= 1, given),))
    stays = Put(lattice_argument.STAYS, at)
    loss = _of_one(expected_loss(d))
    return Solve(loss >= 1 / (2 * _whole**2), given, (LastTerm(loss, given), stays, there))


_y = reals("y")
_small = 2 * _t**2 * _y <= CONSTANT**2
_at_most = Solve(
    _small,
    (
        _t > 0,
        CONSTANT > 0,
        IN_THETA > 0,
        _y > 0,
        _y * IN_THETA**2 <= 2,
        _t * 2 <= CONSTANT * IN_THETA,
    ),
)
_below = Solve(
    CONSTANT * _y / (2 * _t) < 1 / (2 * (2 * _t + 1) ** 2),
    (_t >= 1, _t > 5 * CONSTANT**3, CONSTANT > 0, _y > 0, _small),
    (
        Solve((2 * _t + 1) ** 2 <= 9 * _t**2, (_t >= 1,)),
        Solve(
            9 * _t**2 * CONSTANT * _y < _t,
            (_t >= 1, _t > 5 * CONSTANT**3, CONSTANT > 0, _y > 0, _small),
        ),
    ),
)


def _far_below(body, loss):
    """Argue that the law is far below the loss for any quantity in its exponential."""
    within = (*_FAR, IN_THETA > 0, 2 * r * h <= CONSTANT * IN_THETA)
    at = {_t: r * h, _y: sp.exp(-IN_THETA)}
    exp = (lemma(FALLS_FAST, {v: IN_THETA}), lemma(POSITIVE, {v: -IN_THETA}))
    known = Solve(sp.And(r * h >= 1, r * h > 5 * CONSTANT**3), _FAR)
    below = Cut(Put(_below, at), (Cut(Put(_at_most, at), (known, *exp)), known, *exp))
    return Solve(body, _FAR, (Cut(below, (Solve(sp.And(*within), within),)), *exp, loss))


def against_any_dimension(law):
    """Return the argument against the law for beta = 2 in one coordinate, whatever serves."""
    statement = law.options[notation.SOME_CONSTANT].options[notation.ANY_DIMENSION]
    loss = _not_reached()
    largest = _of_one(notation.largest_loss(d))
    reached = Solve(largest <= (2 * h + 1) ** 2, _UP_TO_H[1:2], (LastTerm(largest),))

    def holds(says):
        """Argue for each thing that is said of the point, one after the other."""
        shown: list[Argument] = []
        for part in says.args:
            if part.has(IN_THETA):
                shown.append(Generalise(_far_below(part.body, loss), part.args[0]))
            elif part.has(Every):
                shown.append(Generalise(Solve(part.body), part.args[0]))
            else:
                shown.append(Solve(part, _FAR, (reached,) if part.has(sp.Sum) else ()))
        return Solve(says, _FAR, tuple(shown))

    def of_constant(there):
        """Argue that there is such a point: r is the next integer after 5 C_0^3."""
        large = sp.floor(5 * CONSTANT**3) + 1
        ends = Solve(sp.And(large >= 1, large > 5 * CONSTANT**3), (CONSTANT > 0,))
        return Cut(Put(given_at(there, _alone, holds), {r: large}), (ends,))

    def of_limit(there):
        """Argue that there is a bound of the loss: h is the next integer after K_0."""
        large, most = sp.floor(LIMIT) + 1, (2 * h + 1) ** 2
        at = substitute(there.body, {there.args[0]: most})
        (every,) = (part for part in at.args if part.has(Every))
        shown = Solve(at, _UP_TO_H, (for_every(every, of_constant, _UP_TO_H),))
        ends = Solve(sp.And(large >= 1, large >= LIMIT), (LIMIT > 0,))
        return Cut(Put(Give(shown, there, most), {h: large}), (ends,))

    wanted = inhabited(_TASK, (*statement.given, denied(statement.says)))
    return given_at(wanted, _TASK, lambda says: for_every(says, of_limit))
