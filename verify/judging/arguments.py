"""Clauses that follow by an argument: the kernel computes its conclusion from what is proved.

The certificate of such a proof holds those of the lemmas that the argument rests on; the argument
itself stands with the claim.
"""

from __future__ import annotations

import importlib.util
from collections.abc import Callable, Iterable, Mapping
from typing import Any

import sympy as sp

from theory.argument_language import States
from theory.arguments import Argument, Definition, Known, Lemma, leaves_of, lemmas_of
from theory.claim import ByHand, Claim, ForAll, Part, Role, Statement
from theory.known_facts import KNOWN_FACTS
from theory.well_formed import IllFormed
from verify.claims import catalogue
from verify.claims.statements import heads, meanings
from verify.evidence import Evidence, Outcome, Tier
from verify.judging.certificate import CertificateError
from verify.kernel.arguments import Fact, Rejected, Solver, Stated, conclusion, establishes
from verify.kernel.proofs import Rejected as NoProof
from verify.kernel.smt import Disagreement
from verify.methods.attack import attack, confirmed
from verify.methods.task import Budget

METHOD = "argument"
STEPS = 4_000_000  # units of z3 for each step of an argument


def argued(
    claim: Claim,
    part: Part,
    lemmas: Mapping[str, Any],
    evidence: Iterable[Evidence],
    budget: Budget,
) -> Evidence | None:
    """Return what the argument for a clause shows; `None` if it has none.

    Args:
        claim: the claim.
        part: one of its printed statements.
        lemmas: by name of each lemma that is proved: its verdict, with the evidence.
        evidence: what the methods found out about the statement: a point of its domain.
        budget: how much work it may take.
    """
    argument = claim.because.get(part.clause) if part.role is Role.PRINTED else None
    if argument is None or isinstance(argument, ByHand):
        return None
    proofs = {name: _proof(lemmas[name]) for name in lemmas_of(argument) if name in lemmas}
    tiers = {name: piece.tier for name, piece in proofs.items()}
    try:
        fact = _established(claim, part, argument, tiers, budget)
        if isinstance(part.statement, ForAll) and all(e.witness is None for e in evidence):
            raise Rejected("no point is known that satisfies the hypotheses")
    except Rejected as reason:
        return Evidence(METHOD, Outcome.UNKNOWN, Tier.SOLVER, detail=str(reason))
    certificates = {name: piece.certificate for name, piece in sorted(proofs.items())}
    return Evidence(
        METHOD,
        Outcome.HOLDS,
        fact.tier,
        detail=_rests_on(fact),
        certificate={"kind": METHOD, "lemmas": certificates},
    )


def confirm(claim: Claim, part: Part, proof: Mapping[str, Any], budget: Budget) -> str:
    """Check the certificate of an argument, and return what it rests on.

    Raises:
        CertificateError: it does not prove the statement.
    """
    argument = claim.because.get(part.clause)
    lemmas = proof.get("lemmas")
    if argument is None or isinstance(argument, ByHand) or not isinstance(lemmas, dict):
        raise CertificateError("the claim has no argument for this statement")
    try:
        for name, certificate in lemmas.items():
            statement = _lemma(claim, name)
            if confirmed(statement, certificate, meanings(claim, statement), budget):
                raise CertificateError(f"the lemma {name!r} is not proved on its whole domain")
        tiers = dict.fromkeys(lemmas, Tier.SOLVER)
        return _rests_on(_established(claim, part, argument, tiers, budget))
    except (Rejected, NoProof, Disagreement) as reason:
        raise CertificateError(str(reason)) from None


def _established(
    claim: Claim, part: Part, argument: Argument, lemmas: Mapping[str, Tier], budget: Budget
) -> Fact:
    """Return the conclusion of an argument after it was found to be what is printed.

    Raises:
        Rejected: a step does not follow, a leaf is not proved, or something else is printed.
    """
    printed = _as_stated(part.statement)
    leaves: dict[Any, Stated] = {
        Lemma(name): Stated(_as_stated(_lemma(claim, name)), tier) for name, tier in lemmas.items()
    }
    for leaf in leaves_of([argument]):
        if isinstance(leaf, Definition):
            definition = definitions(claim).get(leaf.name)
            _check_definition(claim, leaf.name, definition)
            leaves |= _looked_up(leaf, definition)
        elif isinstance(leaf, Known):
            known = KNOWN_FACTS.get(leaf.name)
            leaves |= _looked_up(leaf, None if known is None else known.statement)
    solver = Solver(STEPS, budget.second)
    solver.shows(printed.given, sp.true)  # that they can hold together
    fact = conclusion(argument, leaves, solver)
    establishes(fact, printed.given, printed.says)
    return fact


def _check_definition(claim: Claim, name: str, definition: States | None) -> None:
    """Check that a definition is about a head, and that no point shows that it means another one.

    Raises:
        Rejected: it is not, or one does.
    """
    if definition is None:
        return
    if not heads(definition):
        raise Rejected(f"the definition of {name} is about no quantity of the paper")
    try:
        plain = ForAll(definition.says, definition.given)
    except IllFormed:  # only an argument can handle it
        return
    found = attack(claim, plain, "search")
    if found.outcome is Outcome.FAILS:
        raise Rejected(f"the definition of {name} is not what its quantities mean: {found.detail}")


def _looked_up(leaf: Any, statement: States | None) -> dict[Any, Stated]:
    return {} if statement is None else {leaf: Stated(statement, Tier.EXACT)}


def definitions(claim: Claim) -> Mapping[str, States]:
    """Return the definitions of the notation of a claim's paper: its `notation.DEFINITIONS`."""
    place = catalogue.index().get(claim.id)
    name = f"{place.module.rpartition('.')[0]}.notation" if place else ""
    if not name or importlib.util.find_spec(name) is None:
        return {}
    found: Mapping[str, States] = getattr(importlib.import_module(name), "DEFINITIONS", {})
    return found


def _as_stated(statement: Statement) -> States:
    """Return a statement in the language of arguments.

    Raises:
        Rejected: it has no formulas, or some that only methods can handle.
    """
    if isinstance(statement, States):
        return statement
    if not isinstance(statement, ForAll):
        raise Rejected(f"an argument cannot show a statement of type {type(statement).__name__}")
    try:
        given = tuple(map(statement.unfold, statement.given))
        return States(statement.unfold(statement.says), given)
    except IllFormed as reason:
        raise Rejected(str(reason)) from None


def _lemma(claim: Claim, name: str) -> Statement:
    if name not in claim.lemmas:
        raise CertificateError(f"{claim.id} has no lemma {name!r}")
    return claim.lemmas[name]


def _proof(lemma: Any) -> Evidence:
    """Return the strongest proof among the evidence on a lemma that is proved."""
    proofs = [piece for piece in lemma.evidence if piece.proves]
    return min(proofs, key=lambda piece: piece.tier.rank)


def _rests_on(fact: Fact) -> str:
    """Return in words what an argument rests on."""
    kinds: dict[Any, Callable[[Any], str]] = {
        Lemma: lambda leaf: f"the lemma {leaf.name!r}",
        Definition: lambda leaf: f"the definition of {leaf.name}",
        Known: lambda leaf: f"the known fact {leaf.name!r}",
    }
    words = sorted(kinds[type(leaf)](leaf) for leaf, _ in fact.rests)
    return "by an argument that rests on " + (", ".join(words) or "nothing else")
