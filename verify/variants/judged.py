"""The verdicts on a claim and what its arguments rest on, without a run around it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
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


def judged(claim: Claim, budget: Budget, seed: int, above: tuple[str, ...] = ()) -> Judged:
    """Apply every method to a claim and judge it, after the claims on whose clauses it rests.

    Args:
        claim: the claim.
        budget, seed: how hard every check tries.
        above: the claims that rest on it; they prove nothing for it.
    """
    others: dict[str, Judged] = {}
    clauses = {}
    for address, leaf in claim.rests_on.items():
        if leaf.claim in (*above, claim.id) or leaf.claim not in catalogue.index():
            continue
        try:
            other = catalogue.load(leaf.claim)
        except NotBuilt:
            continue
        if leaf.claim not in others:
            others[leaf.claim] = judged(other, budget, seed, (*above, claim.id))
        for proved in _proved(other, leaf, others[leaf.claim].found):
            clauses[address] = proved
    evidence = evidence_for(claim, budget=budget, seed=seed)
    found = judge_claim(claim, evidence, {}, budget, clauses)
    proofs = elsewhere(claim, clauses) | proofs_of_lemmas(claim, found.verdicts)
    return Judged(found, proofs)


def _proved(claim: Claim, leaf: Clause, found: ClaimVerdict) -> Iterator[OnClause]:
    """Yield the proof of a clause, if it is read in one way and there is one."""
    parts = [n for n, part in enumerate(claim.parts) if part.role is Role.PRINTED]
    keys = [Key(n, leaf.instead) for n in parts if claim.parts[n].clause == leaf.clause]
    if len(keys) != 1 or keys[0] not in found.verdicts:
        return
    (key,) = keys
    verdict = found.verdicts[key]
    proof = strongest_proof(verdict.evidence) if verdict.verdict is Verdict.PROVED else None
    if proof is not None:
        yield OnClause(statement_hash(part_at(claim, key).statement), proof)
