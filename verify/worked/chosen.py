"""What an argument against a clause chooses, read off the argument; or a counterexample has.

An argument that a clause fails gives values (`Give`): numbers, sequences by their formulas, and
functions and laws of which a known fact says that there is one. Where the clause says that there
is a constant, the values answer whatever constant one names: they depend on it, and perhaps on a
helper, a number of which the argument only shows that there is one.

Nothing rests on what is read here: whoever shows it evaluates every hypothesis and what is printed
at these values, and shows nothing where a hypothesis fails or where what is printed does not.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import Any

import sympy as sp
from sympy.logic.boolalg import And, Implies

from theory.argument_language import States
from theory.arguments import Argument, Choose, Cut, Generalise, Give, Known, Put, every_step
from theory.binders import substitute, unbound
from theory.orders import Order
from theory.quantifiers import Every, Quantified
from theory.statements import ForAll
from theory.values import Atoms, PiecewiseLinear, as_fraction
from verify.claims.laws import opened
from verify.claims.witness import decode_value
from verify.evidence import Witness
from verify.kernel.conditions import conjuncts

LARGE = 10**9
DEEPEST = 4  # values that depend on values that depend on values ...
CONSTANT = sp.Symbol("constant", real=True)  # of an order, where no value depends on it
ABOVE = tuple(sp.Integer(2) ** n for n in range(12))  # what is tried for a helper


Thing = PiecewiseLinear | Atoms


class NoExample(ValueError):
    """An argument has no example that this can read."""


@dataclass(frozen=True)
class Example:
    """A clause, and what an argument chooses against it.

    Args:
        assumed: all hypotheses, also those within what is printed.
        says: what fails.
        values: of symbols and sequences; they may depend on `challenged` and `helpers`.
        things: the functions and the laws.
        challenged: the numbers that whoever claims it may choose.
        helpers: numbers that have to be large enough.
    """

    assumed: tuple[Any, ...]
    says: Any
    values: Mapping[Any, Any]
    things: Mapping[Any, Thing]
    challenged: tuple[Any, ...] = ()
    helpers: tuple[Any, ...] = ()

    @property
    def moved(self) -> tuple[Any, ...]:
        """Those of them that an example varies: the ones that stand in what fails, or else all."""
        return tuple(s for s in self.challenged if s in unbound(self.says)) or self.challenged

    @property
    def moves(self) -> bool:
        """Whether other values answer other numbers that one may choose."""
        return bool(self.helpers) or self.challenged not in ((), (CONSTANT,))

    def at(self, size: int) -> Iterator[dict[Any, Any]]:
        """Yield values where what is moved is `size`, those of small helpers first.

        What else may be chosen is 1.
        """
        fixed = {s: sp.Integer(size if s in self.moved else 1) for s in self.challenged}
        for numbers in sorted(product(ABOVE, repeat=len(self.helpers)), key=sum):
            known = fixed | dict(zip(self.helpers, numbers, strict=True))
            found = {s: _near(substitute(value, known)) for s, value in self.values.items()}
            yield {**{s: known[s] for s in self.challenged}, **found}


def example(statement: Any, argument: Argument | None) -> Example:
    """Return what an argument chooses against a clause.

    Args:
        statement: the clause.
        argument: concludes that some values satisfy its hypotheses and break it.

    Raises:
        NoExample: a value is missing, or of a kind that is not read.
    """
    if isinstance(statement, ForAll):
        unfolded = tuple(map(statement.unfold, statement.given))
        statement = States(statement.unfold(statement.says), unfolded)
    if not isinstance(statement, States):
        raise NoExample(f"a statement of type {type(statement).__name__}")
    if argument is None:
        raise NoExample("no argument is against it")
    steps = list(every_step([argument]))
    gives = [step for step in steps if isinstance(step, Give)]
    given = {step.says.args[0]: step.value for step in reversed(gives)}
    any_number = {step.symbol for step in steps if isinstance(step, Generalise)}
    things = dict(_things(steps))
    assumed, says, named, challenged = _taken_apart(statement)
    asked = unbound(And(*statement.given, statement.says)) | named
    own = {s: things[of] for s in asked if (of := given.get(s, s)) in things}
    wanted = [s for step in gives if (s := step.says.args[0]) in asked and s not in own]
    values = {s: _followed(given[s], given) for s in wanted}
    if missing := asked - set(values) - set(own):
        raise NoExample(f"no value for {sorted(map(str, missing))}")
    free = frozenset().union(*map(unbound, values.values()))
    if isinstance(says, Order):
        challenged = tuple(free & any_number) or (CONSTANT,)
    helpers = free - set(challenged)
    if helpers & any_number or not all(type(h) is sp.Symbol for h in helpers):
        raise NoExample(f"no value for {sorted(map(str, helpers))}")
    return Example(assumed, says, values, own, challenged, tuple(sorted(helpers, key=str)))


def at_witness(statement: States, witness: Witness) -> Example:
    """Return a clause with the values of a counterexample, laws among them.

    Raises:
        NoExample: a value is irrational.
    """
    statement = opened(statement)
    symbols = {str(s): s for s in unbound(And(*statement.given, statement.says))}
    values: dict[Any, Any] = {}
    things: dict[Any, Thing] = {}
    for name, record in witness.items():
        value = decode_value(record)
        if isinstance(value, Fraction):
            values[symbols[name]] = sp.Rational(value)
        elif isinstance(value, Atoms):
            things[symbols[name]] = Atoms(tuple(map(sp.Rational, value.places)), value.masses)
        elif isinstance(value, PiecewiseLinear):
            things[symbols[name]] = value
        else:
            raise NoExample(f"the value of {name} is no rational number")
    return Example(tuple(conjuncts(statement.given)), statement.says, values, things)


def _taken_apart(statement: States) -> tuple[tuple[Any, ...], Any, set[Any], tuple[Any, ...]]:
    """Return all hypotheses, what fails, what is bound by "every", and what one may choose."""
    says, assumed = statement.says, list(conjuncts(statement.given))
    every: set[Any] = set()
    some: list[Any] = []
    between = False  # an "every" stands behind a "some"
    while True:
        quantified = [part for part in conjuncts((says,)) if isinstance(part, Quantified)]
        if isinstance(says, Implies):
            premise, says = says.args
            assumed += conjuncts((premise,))
        elif len(quantified) == 1:
            assumed += [part for part in conjuncts((says,)) if part != quantified[0]]
            symbol, says = quantified[0].args
            if isinstance(quantified[0], Every):
                every.add(symbol)
                between = bool(some)
            elif between:
                raise NoExample(f"what {symbol} may be depends on values that answer others")
            else:
                some.append(symbol)
        else:
            break
    return tuple(assumed), says, every, tuple(some)


def _followed(value: Any, given: Mapping[Any, Any]) -> Any:
    """Return a value in which no symbol stands that has a value itself."""
    for _ in range(DEEPEST):
        own = {s: given[s] for s in unbound(value) if s in given and given[s] != s}
        if not own:
            break
        value = substitute(value, own)
    return value


def _things(steps: Iterable[Argument]) -> Iterator[tuple[Any, Thing]]:
    """Yield the functions and laws that are chosen because a known fact says that there are."""
    for step in steps:
        if isinstance(step, Choose):
            name, values = _known(step.exists)
            if name in THINGS:
                yield step.symbol, THINGS[name](values)


def _known(exists: Argument) -> tuple[str, dict[str, Any]]:
    """Return the known fact that an argument puts values into, and these; no name if it is none."""
    values: dict[str, Any] = {}
    while isinstance(exists, (Cut, Put)):
        if isinstance(exists, Put):
            values |= {str(symbol): value for symbol, value in exists.values.items()}
        exists = exists.of
    return (exists.name if isinstance(exists, Known) else ""), values


def _two_values(values: Mapping[str, Any]) -> Atoms:
    low, high = values["u"], values["w"]
    half = Fraction(1, 2)
    return Atoms((low,), (Fraction(1),)) if low == high else Atoms((low, high), (half, half))


def _three_values(values: Mapping[str, Any]) -> Atoms:
    masses = _rational(values["p"]), _rational(values["q"])
    places = tuple(values[name] for name in ("u", "w", "z"))
    return Atoms(places, (*masses, 1 - sum(masses)))


def _through_points(values: Mapping[str, Any]) -> PiecewiseLinear:
    places, heights, slope = values["a"], values["b"], values["r"]
    ends = range(int(values["m"]) + 1)
    points = {_rational(places[n]): _rational(heights[n]) for n in map(sp.Integer, ends)}
    return PiecewiseLinear.through(points, _rational(slope), _rational(slope))


def _rational(number: Any) -> Any:
    return as_fraction(sp.Rational(number))


def _cut_off(values: Mapping[str, Any]) -> PiecewiseLinear:
    low, high = _rational(values["u"]), _rational(values["w"])
    return PiecewiseLinear.through({low: low, high: high}, 0, 0)


THINGS: Mapping[str, Callable[[Mapping[str, Any]], Thing]] = {  # by the names of known facts
    "a law with two values": _two_values,
    "a law with three values": _three_values,
    "a positive function that increases through given points": _through_points,
    "a positive function that increases, with slope 1/2 from 0 on": lambda _: (
        PiecewiseLinear.through({0: 1}, "1/2", "1/2")
    ),
    "the identity, cut off at two values": _cut_off,
}


def _near(value: Any) -> Any:
    """Return a number, or the integer nearest to it where it is irrational and large."""
    if isinstance(value, sp.Expr) and value.is_number and not value.is_Rational:
        return sp.Integer(round(float(value))) if 1 < value < LARGE else value
    return value
