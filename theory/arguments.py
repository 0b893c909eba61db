"""Arguments as data: how a statement follows from others.

An argument is a leaf or a rule with the arguments that it needs. The kernel computes its conclusion
(`verify.kernel.arguments`): what follows for all values of all free symbols, functions and
sequences from a set of hypotheses.

Leaves are what is judged elsewhere: a lemma of the same claim, a clause of a claim, a definition of
the paper's notation, and a known fact of `theory.known_facts`.

Where a rule has something to show (that a set is not empty, that a map is a bijection), a solver
is asked with the facts in `using`, and `given` are the hypotheses that it may use.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import field, fields
from typing import Any

from theory.frozen import frozen

INSTEAD_OF = "instead of "  # begins the address of what holds instead of a clause

# -- leaves -----------------------------------------------------------------------------------


@frozen
class Lemma:
    """A lemma of the same claim."""

    name: str


@frozen
class Clause:
    """A printed clause of a claim, which one finds by `paper/name`, or what holds instead of it."""

    claim: str
    clause: str = ""
    instead: bool = False

    @property
    def address(self) -> str:
        """The clause as one text, `paper/name#clause` or `instead of paper/name#clause`."""
        place = f"{self.claim}#{self.clause}" if self.clause else self.claim
        return INSTEAD_OF + place if self.instead else place


@frozen
class Definition:
    """A definition of the paper's notation."""

    name: str


@frozen
class Known:
    """A fact of `theory.known_facts`."""

    name: str


Leaf = Lemma | Clause | Definition | Known

# -- logic ------------------------------------------------------------------------------------


@frozen
class Assume:
    """A condition follows from itself."""

    condition: Any


@frozen
class Put:
    """An instance: terms, functions and sequences for what is free, all at once."""

    of: Argument
    values: Mapping[Any, Any]


@frozen
class Solve:
    """What a solver shows from some facts; heads, means and sums are unknowns to it.

    So P follows from P in several cases, of which `given` leaves no others. P is no order.
    """

    says: Any
    given: tuple[Any, ...] = ()
    using: tuple[Argument, ...] = ()


@frozen
class Rewrite:
    """The right side of an equation put where the left one stands.

    Args:
        of: what is said of the left side.
        by: the equation.
        says: what is said of either side, with a symbol for it.
        symbol: the symbol.
    """

    of: Argument
    by: Argument
    says: Any
    symbol: Any


@frozen
class Cut:
    """From P, and Q where P is assumed: Q."""

    of: Argument
    by: tuple[Argument, ...]


@frozen
class Choose:
    """From "some x satisfies P", and "P implies Q" where Q does not speak of x: Q, no order."""

    exists: Argument
    then: Argument
    symbol: Any


@frozen
class Give:
    """From P at a value: some x satisfies P."""

    of: Argument
    says: Any
    value: Any


@frozen
class Generalise:
    """From P, where no hypothesis speaks of x: every x satisfies P."""

    of: Argument
    symbol: Any


@frozen
class Specialise:
    """From "every x satisfies P": P at a value."""

    of: Argument
    value: Any


@frozen
class Induct:
    """From P at `start`, and P at n + 1 where n >= start and P at n: P for every n >= start."""

    says: Any
    index: Any
    start: Any
    base: Argument
    step: Argument


# -- means, sums and integrals ----------------------------------------------------------------


@frozen
class Average:
    """From a relation for every member s of a finite set, which is not empty: that of the means.

    Args:
        of: the relation, under the hypothesis that `sequence` is in the set; what else it assumes
            of `sequence` holds for all members.
        sequence: s.
        strict_at: a member at which the relation is strict, so that it is for the means.
        using: facts that show this, and that the set is not empty.
    """

    of: Argument
    sequence: Any
    strict_at: Any = None
    using: tuple[Argument, ...] = ()


@frozen
class Expect:
    """From a relation for every real number, or every unit vector: that of the means under a law.

    It is strict if that one is. Both sides are sums; each summand is a product of indicators, of
    what does not depend on the number, and of a rest that is within a bound.

    Args:
        of: the relation; what it assumes of `symbol` holds for all numbers, or for all unit
            vectors, in the words of `Sphere.unit`.
        symbol: the number, or the vector.
        law: the law, or the sphere.
        using: facts that show that the size of a rest is within the bound, and that this has a
            mean.
        bound: the bound; if it depends on the number, it is known to have a mean.
    """

    of: Argument
    symbol: Any
    law: Any
    using: tuple[Argument, ...] = ()
    bound: Any = 1


@frozen
class AddUp:
    """From a relation or an order for every integer of a range: that of the sums over it.

    An order must be uniform in the index.
    """

    of: Argument
    index: Any
    low: Any
    high: Any
    strict_at: Any = None
    using: tuple[Argument, ...] = ()


@frozen
class Integrate:
    """From a relation or an order for every real of an interval: that of the integrals over it.

    Both sides are continuous; an order must be uniform in the variable. `given` and `using` show
    that there is such an interval, and what is assumed of the variable.
    """

    of: Argument
    variable: Any
    low: Any
    high: Any
    given: tuple[Any, ...] = ()
    using: tuple[Argument, ...] = ()


@frozen
class Split:
    """An integral of a continuous function is that up to a place between its ends and from there.

    Args:
        of: the integral.
        at: the place.
        given, using: what shows that it lies there, and that the function has values.
    """

    of: Any
    at: Any
    given: tuple[Any, ...] = ()
    using: tuple[Argument, ...] = ()


@frozen
class LastTerm:
    """A sum is its last term and the sum of those before it; of one term, that term; of none, 0.

    Args:
        of: the sum.
        given, using: what shows that all its terms have values and that there is one, or more.
    """

    of: Any
    given: tuple[Any, ...] = ()
    using: tuple[Argument, ...] = ()


@frozen
class Reindex:
    """A mean or a sum is the same after a bijection.

    Args:
        of: the mean or the sum.
        by: what is put for its symbol.
        back: the inverse, in the same symbol.
        low, high: the range of the new index of a sum.
        given, using: what shows that it is a bijection and that all terms have values.
    """

    of: Any
    by: Any
    back: Any
    low: Any = None
    high: Any = None
    given: tuple[Any, ...] = ()
    using: tuple[Argument, ...] = ()


# -- orders -----------------------------------------------------------------------------------


@frozen
class Between:
    """From low * right <= left <= high * right with low, high > 0 fixed: the same order.

    Without a `low` it is at most of that order, without a `high` at least.

    Args:
        quantity: a symbol for the one Theta on the right side, if there is one, of which it is
            shown that some value of it lies between two multiples of its size and serves.
        multiples: the two factors; without them, low and high.
    """

    left: Any
    right: Any
    low: Any
    high: Any
    over: tuple[Any, ...]
    given: tuple[Any, ...] = ()
    using: tuple[Argument, ...] = ()
    quantity: Any = None
    multiples: tuple[Any, ...] = ()


@frozen
class Open:
    """From an order, and another where two numbers are its constants: the other, without these.

    So orders are chained, added and multiplied.

    Args:
        of: the order.
        then: the other, under low > 0, high > 0, low * right <= left unless it is "at most", and
            left <= high * right unless it is "at least"; where the right side holds a Theta, under
            the bounds of the quantity, low and high times its size, too.
        low, high: symbols for the constants.
        quantity: a symbol for the one Theta, which stands under no sum.
    """

    of: Argument
    then: Argument
    low: Any
    high: Any
    quantity: Any = None


@frozen
class Hide:
    """From an order under x <= K: the order where x is at most of order 1, or small enough.

    Args:
        of: the order.
        sizes: each hypothesis that takes the place of one with a constant, with the constant: for
            any constant a symbol of which no more is assumed but that it is positive, for one that
            serves a term of what the constants of the order may depend on, but for any constant.
        positive: facts that say that these terms are positive.
        point: values at which all hypotheses hold, with these constants.
        using: facts that show this.
        given: further hypotheses of the conclusion, which hold at the point, too.
    """

    of: Argument
    sizes: Mapping[Any, Any]
    positive: tuple[Argument, ...] = ()
    point: Mapping[Any, Any] = field(default_factory=dict)
    using: tuple[Argument, ...] = ()
    given: tuple[Any, ...] = ()


@frozen
class Met:
    """An argument, with one that something satisfies the hypotheses of the clause that it is for.

    It stands only around a whole argument, where no method finds such a point.
    """

    of: Argument
    point: Argument


@frozen
class Contradictory:
    """Two arguments of which one concludes what the other denies, from the hypotheses of a clause.

    It stands only as a whole argument against a clause: nothing satisfies these hypotheses.
    """

    of: Argument
    other: Argument


Rule = (
    Met
    | Contradictory
    | Assume
    | Put
    | Solve
    | Rewrite
    | Cut
    | Choose
    | Give
    | Generalise
    | Specialise
    | Induct
    | Average
    | Expect
    | AddUp
    | Integrate
    | Split
    | LastTerm
    | Reindex
    | Between
    | Open
    | Hide
)
Argument = Leaf | Rule
LEAVES = (Lemma, Clause, Definition, Known)


def needed(argument: Argument) -> Iterator[Any]:
    """Yield the arguments that a rule is applied to."""
    for own in fields(argument):
        value = getattr(argument, own.name)
        for part in value if isinstance(value, tuple) else (value,):
            if isinstance(part, Argument):
                yield part


def every_step(arguments: Iterable[Argument]) -> Iterator[Any]:
    """Yield arguments and all that they are made of, each once, what concludes first."""
    seen: set[int] = set()
    work = list(arguments)[::-1]
    while work:
        step = work.pop()
        if id(step) not in seen:
            seen.add(id(step))
            yield step
            work += reversed(list(needed(step)))


def leaves_of(arguments: Iterable[Argument]) -> set[Any]:
    """Return the leaves that arguments rest on."""
    return {step for step in every_step(arguments) if isinstance(step, LEAVES)}


def clauses_of(argument: Argument) -> list[Clause]:
    """Return the printed clauses that an argument rests on, sorted by their addresses."""
    found = (leaf for leaf in leaves_of([argument]) if isinstance(leaf, Clause))
    return sorted(found, key=lambda leaf: leaf.address)


def lemmas_of(argument: Argument) -> list[str]:
    """Return the names of the lemmas that an argument rests on, sorted."""
    return sorted(leaf.name for leaf in leaves_of([argument]) if isinstance(leaf, Lemma))
