"""Statements about laws, at laws with finitely many atoms: what is left is about their places.

A mean under such a law is a sum over its atoms, so that a statement with laws, which only an
argument can handle, becomes one about finitely many reals, which every evaluation handles. That is
done by writing the sums down and by nothing else; the places of the atoms stay symbols, so that no
term loses a denominator. What holds at these laws may fail at others; what fails at one fails.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

import sympy as sp

from theory.argument_language import States
from theory.binders import exchanged, substitute, unbound
from theory.definedness import rebuilt
from theory.quantifiers import Every
from theory.sequences import Indicator, Law, Mean
from theory.statements import ForAll
from theory.values import Atoms
from theory.well_formed import IllFormed
from verify.claims.witness import WitnessError, decode_value, instance_of
from verify.evidence import AtomsValue, RationalValue, Witness

Masses = tuple[Fraction, ...]
SHAPES: tuple[Masses, ...] = tuple(  # masses that are tried, simple ones first
    tuple(map(Fraction, masses.split()))
    for masses in (
        "1",
        "1/2 1/2",
        "1/4 3/4",
        "1/3 1/3 1/3",
        "1/4 1/2 1/4",
        "1/10 9/10",
        "1/4 1/4 1/4 1/4",
        "1/2 1/3 1/6",
        "1/100 99/100",
        "1/100 49/50 1/100",
    )
)


def opened(statement: States) -> States:
    """Return a statement in which what its conclusion says of every value of a symbol is free.

    >>> x, y = sp.symbols("x y", real=True)
    >>> opened(States(Every(x, Every(y, x**2 >= y)))).says
    x**2 >= y
    """
    says = statement.says
    while isinstance(says, Every):
        says = says.body
    return States(says, statement.given)


def laws_in(statement: States) -> tuple[Any, ...]:
    """Return the functions that name the laws of a statement, free or bound."""
    parts = (statement.says, *statement.given)
    return tuple(sorted({law.args[0] for part in parts for law in part.atoms(Law)}, key=str))


def at_masses(statement: States, masses: Mapping[Any, Masses]) -> ForAll:
    """Return what an opened statement says of laws whose atoms have these masses.

    Args:
        statement: the statement.
        masses: of all its laws. The places of the atoms of P are the symbols P[0], P[1], ...

    Raises:
        IllFormed: it says of a law something else than means, or something that no `ForAll` says.

    >>> from theory.language import function, reals
    >>> x, P = reals("x"), function("P")
    >>> half = Fraction(1, 2)
    >>> at_masses(States(Mean(x, x, Law(P)) > 0), {P: (half, half)}).says
    P[0]/2 + P[1]/2 > 0
    """

    def written_out(part: Any) -> Any | None:
        if isinstance(part, Indicator):
            return exchanged(part.cases, written_out)
        if not (isinstance(part, Mean) and isinstance(part.args[2], Law)):
            return None
        body, variable, law = part.args
        body = exchanged(body, written_out)
        terms = [
            rebuilt(sp.Mul, (sp.Rational(mass), substitute(body, {variable: place})))
            for place, mass in _atoms(law.args[0], masses)
        ]
        return rebuilt(sp.Add, terms)

    says, *given = (exchanged(p, written_out) for p in (statement.says, *statement.given))
    if any(law in unbound(part) for part in (says, *given) for law in masses):
        raise IllFormed("more is said of a law than means")
    return ForAll(says, tuple(given))


def _atoms(law: Any, masses: Mapping[Any, Masses]) -> Iterator[tuple[Any, Fraction]]:
    return zip(places_of(law, len(masses[law])), masses[law], strict=True)


def places_of(law: Any, count: int) -> list[Any]:
    """Return the symbols for the places of the atoms of a law."""
    return [sp.Symbol(f"{law}[{n}]", real=True) for n in range(count)]


def with_laws(witness: Witness, masses: Mapping[Any, Masses]) -> Witness:
    """Return a witness with laws instead of the places of their atoms.

    Raises:
        WitnessError: a place is no rational number.
    """
    found = dict(witness)
    for law, shares in masses.items():
        places = [found.pop(str(place)) for place in places_of(law, len(shares))]
        if not all(isinstance(place, RationalValue) for place in places):
            raise WitnessError(f"an atom of {law} lies at no rational number")
        numbers = tuple(place.value for place in places if isinstance(place, RationalValue))
        found[str(law)] = AtomsValue(numbers, tuple(map(str, shares)))
    return dict(sorted(found.items()))


def at_point(statement: ForAll | States, instance: Any, witness: Witness) -> tuple[ForAll, Witness]:
    """Return a statement expanded at what a certificate names, and the witness for its symbols.

    Args:
        statement: what the certificate is about.
        instance: the values of its indices.
        witness: the values of its symbols, laws among them.

    Raises:
        WitnessError: the statement is not claimed there, or cannot be evaluated there.
    """
    if isinstance(statement, ForAll):
        return instance_of(statement, instance), witness
    if instance != {}:
        raise WitnessError("a statement that only arguments handle has no instances")
    return at_laws(statement, witness)


def at_laws(statement: States, witness: Witness) -> tuple[ForAll, Witness]:
    """Return what a statement says at the laws of a witness, and the witness with their places.

    Raises:
        WitnessError: it gives a law no atoms, or the statement cannot be evaluated there.
    """
    masses, values = {}, dict(witness)
    for law in laws_in(statement):
        found = decode_value(values.pop(str(law))) if str(law) in values else None
        if not isinstance(found, Atoms):
            raise WitnessError(f"the witness of {law} is no law")
        masses[law] = found.masses
        symbols = map(str, places_of(law, len(found.masses)))
        values |= {s: RationalValue(str(p)) for s, p in zip(symbols, found.places, strict=True)}
    if not masses:
        raise WitnessError("no point refutes a statement without a law that only arguments handle")
    try:
        return at_masses(opened(statement), masses), values
    except IllFormed as reason:
        raise WitnessError(str(reason)) from None
