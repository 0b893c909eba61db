"""The arguments against theorem F.6 where its hypotheses admit every constant.

All targets are 1, alpha = beta, and the coordinates have come half of the way: eta k = 1/2. So the
first one alone keeps the loss above 1/32. With eta sqrt(B) = 1 and T = k = m^2 or m^3 the law is
below 2 / m^2, so that for large m no constant bridges the two, up to d^(beta/2) with as many
coordinates as that takes, and later with a single one.
"""

from dataclasses import dataclass, replace
from typing import Any

import sympy as sp

from theory.arguments import Cut, Generalise, Put, Solve
from theory.binders import SequenceOf, substitute
from theory.claim import ForAll
from theory.existence import at_values, by_values, denial, given_at
from theory.language import integers, reals
from theory.orders import QUANTITY
from theory.papers.signsgd_scaling import integral_argument, loss_argument, notation
from theory.papers.signsgd_scaling.integral_argument import BELOW_1
from theory.papers.signsgd_scaling.loss_argument import (
    AT_LEAST,
    ONE,
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
from theory.quantifiers import Every

C = reals("K")
m, _entry = integers("m l")
POWER_OF_T, LOG = "a power of T", "log is below"
LEMMAS = {
    **{
        name: loss_argument.LEMMAS[name]
        for name in (TAIL, "Bernoulli", "a power of a quotient", "a power and the next")
    },
    POWER_OF_T: ForAll(v ** -sp.Rational(3, 2) <= 1 / v, given=(v >= 1,)),
    BELOW_1: integral_argument.LEMMAS[BELOW_1],
    LOG: ForAll(sp.log(v) <= v, given=(v >= 1,)),
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
