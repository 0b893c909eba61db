"""The statements of a claim, and what their opaque quantities mean."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import sympy as sp

from reports.results import Chosen
from theory.argument_language import States
from theory.claim import Claim, Part
from theory.hints import Hint
from theory.statements import ForAll, Observed, SameOrder, Statement
from theory.well_formed import applied_in
from verify.claims import catalogue
from verify.claims.imported import place_of
from verify.claims.meanings import Constructions, Meanings
from verify.errors import FROM_A_PAPER, ExperimentError
from verify.evidence import Evidence, Key

_EXPECTED = "returns Evidence('experiment', Outcome.HOLDS or FAILS, Tier.EXPERIMENT, detail=...)"


def statements(claim: Claim) -> list[tuple[Key, Statement]]:
    """Return every statement of a claim with its key: its parts and what holds instead of them."""
    found: list[tuple[Key, Statement]] = []
    for number, part in enumerate(claim.parts):
        found.append((Key(number), part.statement))
        if part.instead is not None:
            found.append((Key(number, instead=True), part.instead.statement))
    return found


def part_at(claim: Claim, key: Key) -> Part:
    """Return the part of a claim that a key stands for, or what holds instead of it."""
    part = claim.parts[key.part]
    shown = part.better if key.instead else part
    assert shown is not None, f"{claim.id} has no statement {key}"
    return shown


def hint_for(claim: Claim, key: Key) -> Hint | None:
    """Return what helps to show a statement of a claim, if the claim says that."""
    return part_at(claim, key).hint


def chosen(part: Part) -> tuple[Chosen, ...]:
    """Return how the choice points of a statement are read."""
    return tuple(Chosen(choice.why, name, choice.damaged) for choice, name in part.picked)


def meanings(claim: Claim, statement: Statement) -> Meanings:
    """Return what the opaque quantities of a statement mean."""
    plain = isinstance(statement, Observed) or not is_opaque(statement)
    return {} if plain else catalogue.attack_table(claim.id, "MEANINGS")


def constructions(claim: Claim) -> Constructions:
    """Return how functions are made that definitions of a claim's paper say there are."""
    return catalogue.attack_table(claim.id, "CONSTRUCTIONS")


def experiments(claim: Claim, statement: Statement) -> dict[str, Callable[..., Evidence]]:
    """Return what can be observed; importing it may import torch, so only who needs it asks.

    Each of them says what was expected of it if it raises or returns something else.
    """
    observed = isinstance(statement, Observed)
    offered = catalogue.attack_table(claim.id, "EXPERIMENTS") if observed else {}
    return {name: partial(_observe, name, experiment) for name, experiment in offered.items()}


def _observe(
    name: str, experiment: Callable[..., Any], statement: Statement, **how: Any
) -> Evidence:
    """Run an experiment of a paper.

    Raises:
        ExperimentError: it raises, or returns something else than evidence.
    """
    try:
        found = experiment(statement, **how)
    except FROM_A_PAPER as error:
        raise ExperimentError(
            f"the experiment {name!r} raised {type(error).__name__}: {error}{_line_of(error)}; "
            f"it is called as f(statement, seed=..., scale=..., device=...) and {_EXPECTED}"
        ) from error
    if not isinstance(found, Evidence):
        kind = type(found).__name__
        raise ExperimentError(
            f"the experiment {name!r} returned {found!r:.80}, a {kind}, instead of evidence; "
            f"it {_EXPECTED}"
        )
    return found


def _line_of(error: Exception) -> str:
    """Return where in a file of a paper an exception was raised, as what follows its text."""
    place = place_of(error)
    return f" ({place})" if place else ""


def is_opaque(statement: Statement) -> bool:
    """Return whether a statement has a quantity or an experiment that only its paper explains.

    Everything else is judged without the paper's attack, which may import torch.
    """
    return isinstance(statement, Observed) or bool(heads(statement))


def formulas(statement: Statement) -> tuple[Any, ...]:
    """Return the formulas of a statement: what it says, its hypotheses and its abbreviations."""
    if isinstance(statement, ForAll):
        return (statement.says, *statement.given, *statement.where.values())
    if isinstance(statement, SameOrder):
        return (statement.left, statement.right, *statement.regime)
    return (statement.says, *statement.given) if isinstance(statement, States) else ()


def heads(statement: Statement) -> set[Any]:
    """Return the heads of a statement: the functions that no formula of it defines."""
    terms = map(sp.sympify, formulas(statement))
    found: set[Any] = set().union(*map(applied_in, terms))
    short = set(statement.where) if isinstance(statement, ForAll) else set()
    return {applied.func for applied in found - short}


def attacked_in(claim: Claim) -> str:
    """Return where it stands what is peculiar to a claim, as `path:line`, or the methods' folder.

    Raises:
        NotBuilt: the attack cannot be imported.
    """
    every = [statement for _, statement in statements(claim)]
    known = set().union(*map(heads, every))
    names = {s.experiment for s in every if isinstance(s, Observed)}
    places = catalogue.attack_places(claim.id, "MEANINGS", known) if known else []
    places += catalogue.attack_places(claim.id, "EXPERIMENTS", names) if names else []
    return ", ".join(dict.fromkeys(places)) or catalogue.METHODS
