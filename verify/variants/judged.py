"""The verdicts on a claim and what its arguments rest on, without a run around it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from reports.results import ClaimVerdict
from theory.arguments import Clause, Leaf
from theory.claim import Claim, Role
from theory.statements import statement_hash
from verify.claims import catalogue
from verify.claims.statements import part_at
from verify.errors import NotBuilt
from verify.evidence import Evidence, Key, OnClause, Verdict, strongest_proof
from verify.judging.arguments import elsewhere
from verify.judging.assemble import judge_claim, proofs_of_lemmas
from verify.methods.apply import evidence_for
from verify.methods.task import Budget


class Judged(NamedTuple):
    """A claim as every check sees it.

    Args:
        found: the verdicts.
        proofs: of its lemmas, and of the clauses of other claims on which its arguments rest.
    """

    found: ClaimVerdict
    proofs: Mapping[Leaf, Evidence]


def judged(
    claim: Claim,
    budget: Budget,
    seed: int,
    above: tuple[str, ...] = (),
    only: Iterable[Key] | None = None,
) -> Judged:
    """Apply every method to a claim and judge it, after the claims on whose clauses it rests.

    Args:
        claim: the claim.
        budget, seed: how hard every check tries.
        above: the claims that rest on it; they prove nothing for it.
        only: the statements to which methods are applied, beside the lemmas, if not to all.
    """
    clauses: dict[str, OnClause] = {}
    names = {leaf.claim for leaf in claim.rests_on.values()}
    for name in sorted(names - {*above, claim.id}):
        clauses |= _proved(claim, name, budget, seed, (*above, claim.id))
    kept = None if only is None else {*only, *_keys(claim, Role.LEMMA)}
    evidence = evidence_for(claim, kept, budget=budget, seed=seed)
    return with_proofs(claim, judge_claim(claim, evidence, {}, budget, clauses), clauses)


def with_proofs(claim: Claim, found: ClaimVerdict, clauses: Mapping[str, OnClause]) -> Judged:
    """Return the verdicts on a claim with the proofs that they and the clauses of others have."""
    proofs = elsewhere(claim, clauses) | proofs_of_lemmas(claim, found.verdicts)
    return Judged(found, proofs)


def _proved(
    claim: Claim, name: str, budget: Budget, seed: int, above: tuple[str, ...]
) -> dict[str, OnClause]:
    """Return the proofs of the clauses of another claim on which one rests, by their addresses."""
    if name not in catalogue.index():
        return {}
    try:
        other = catalogue.load(name)
    except NotBuilt:
        return {}
    leaves = {a: leaf for a, leaf in claim.rests_on.items() if leaf.claim == name}
    keys = {address: key for address, leaf in leaves.items() for key in _read_as(other, leaf)}
    found = judged(other, budget, seed, above, keys.values()).found
    clauses = {}
    for address, key in keys.items():
        verdict = found.verdicts[key]
        proof = strongest_proof(verdict.evidence) if verdict.verdict is Verdict.PROVED else None
        if proof is not None:
            clauses[address] = OnClause(statement_hash(part_at(other, key).statement), proof)
    return clauses


def _read_as(claim: Claim, leaf: Clause) -> list[Key]:
    """Return the statement that a clause is, or what holds instead, if it is read in one way."""
    found = [key for key in _keys(claim, Role.PRINTED) if part_at(claim, key).clause == leaf.clause]
    if len(found) != 1 or (leaf.instead and part_at(claim, found[0]).better is None):
        return []
    return [Key(found[0].part, leaf.instead)]


def _keys(claim: Claim, role: Role) -> list[Key]:
    return [Key(number) for number, part in enumerate(claim.parts) if part.role is role]
