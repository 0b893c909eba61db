"""Does a repair, without looking, come back to what is recorded as holding instead?

Run `python tests/verify/variants/rediscovery.py` from the root to write `rediscovered.json` anew.
"""

from __future__ import annotations

import json
import sys
import time
from dataclasses import replace
from itertools import product
from pathlib import Path

import sympy as sp
from sympy.core.function import AppliedUndef
from sympy.logic.boolalg import And, Implies, Not, Or

from theory.claim import Claim, ForAll, SameOrder
from theory.language import DEFINES, on_sides
from theory.statements import Statement
from verify.claims import catalogue
from verify.claims.witness import values_in
from verify.evidence import Key, Outcome, Verdict
from verify.methods.apply import apply_method
from verify.methods.task import PROFILES
from verify.record import committed
from verify.variants import repairs
from verify.variants.candidates import Candidate
from verify.variants.checking import check_variant

FILE = Path(__file__).with_name("rediscovered.json")
QUICK = PROFILES["quick"]
FAILS = (Verdict.REFUTED, Verdict.MISPRINTED)
GREATER = {sp.Ge: sp.Le, sp.Gt: sp.Lt}


def targets() -> list[tuple[str, str]]:
    """Return every statement on file that holds instead of a refuted one, as (id, key)."""
    return [
        (claim, key)
        for claim, recorded in sorted(committed.load().items())
        for verdicts in (recorded.side_verdicts(recorded.profile),)
        for key, found in verdicts.items()
        if found.verdict in FAILS
        and key
        and (other := instead_of(catalogue.load(claim), Key.parse(key))) is not None
        and verdicts[other[0]].verdict.holds
    ]


def instead_of(claim: Claim, key: Key) -> tuple[Key, Statement] | None:
    """Return what is on file as holding instead of a statement: the lemma of that name, too."""
    part = claim.parts[key.part]
    if part.instead is not None:
        return Key(key.part, instead=True), part.instead.statement
    lemmas = {lemma.name: Key(n) for n, lemma in enumerate(claim.parts)}
    other = lemmas.get(f"{part.name}, instead")
    return None if other is None else (other, claim.parts[other.part].statement)


class Follows:
    """Decides whether a recorded statement follows from a candidate, and remembers questions."""

    def __init__(self, claim: Claim, wanted: Statement) -> None:
        self.claim = claim
        self.wanted = wanted
        self.common: tuple = ()
        self.regime: tuple = ()
        self.pools: dict[str, repairs.KnownPoints] = {}
        self.known: dict[str, bool] = {}

    def __call__(self, candidate: Statement) -> bool:
        wanted = self.wanted
        if isinstance(wanted, ForAll) and isinstance(candidate, ForAll):
            return self._universal(candidate, wanted)
        if isinstance(wanted, SameOrder) and isinstance(candidate, SameOrder):
            return self._order(candidate, wanted)
        return False

    def _universal(self, candidate: ForAll, wanted: ForAll) -> bool:
        if not set(candidate.symbols) <= set(wanted.symbols):
            return False
        if not _same_range(candidate, wanted):
            return False
        own = [_members(map(s.unfold, s.given)) for s in (candidate, wanted)]
        self.common = tuple(h for h in own[1] if h in own[0])
        one, other = (s.unfold(s.says) for s in (candidate, wanted))
        if not self._implies(_flat(one), _flat(other)):
            return False
        further = [h for h in own[0] if h not in own[1]]
        if not all(self._holds(h, wanted.given) for h in further):
            return False
        # a hypothesis that is the conclusion in other words would follow, too
        return not any(self._holds(wanted.unfold(wanted.says), (h,)) for h in further)

    def _implies(self, one, other) -> bool:
        if one == other:
            return True
        if isinstance(other, And):
            return all(self._implies(one, member) for member in other.args)
        if isinstance(one, Or):
            return all(self._implies(member, other) for member in one.args)
        if isinstance(other, Or):
            return any(self._implies(one, member) for member in other.args)
        if isinstance(one, And):
            return any(self._implies(member, other) for member in one.args)
        relation = sp.core.relational.Relational
        if isinstance(one, relation) and isinstance(other, relation):
            return self._atom(one, other)
        return False

    def _atom(self, one, other) -> bool:
        if one.atoms(AppliedUndef) != other.atoms(AppliedUndef):
            return False
        kind, left, right = _upwards(one)
        wanted, a, b = _upwards(other)
        if left == right and a != b:
            return False  # says nothing
        if wanted is sp.Ne:
            return kind is sp.Ne and self._equal(left - right, a - b)
        if wanted is sp.Eq:
            if kind is not sp.Eq:
                return False
            return any(
                self._equal(p, a) and self._equal(q, b) for p, q in ((left, right), (right, left))
            )
        if kind is sp.Ne:
            return False
        if kind is sp.Eq:
            return wanted is sp.Le and any(
                (self._equal(p, a) and self._holds(sp.Le(q, b, evaluate=False)))
                or (self._equal(q, b) and self._holds(sp.Ge(p, a, evaluate=False)))
                for p, q in ((left, right), (right, left))
            )
        if (kind, wanted) == (sp.Le, sp.Lt):
            return False
        if left == a:
            return right == b or self._holds(sp.Le(right, b, evaluate=False))
        if right == b:
            return self._holds(sp.Ge(left, a, evaluate=False))
        return left != right and self._equal(right - left, b - a)

    def _equal(self, one, other) -> bool:
        return one == other or self._holds(sp.Eq(one, other, evaluate=False))

    def _holds(self, says, given=None) -> bool:
        """Return whether a condition holds under hypotheses, by default under the common ones."""
        if says in (sp.true, sp.false):
            return bool(says)
        wanted = self.wanted
        given = self.common if given is None else given
        text = sp.srepr((says, list(given)))
        if text not in self.known:
            try:
                if isinstance(wanted, ForAll):
                    question = ForAll(
                        says=says,
                        given=given,
                        where=wanted.where,
                        instances=wanted.instances,
                    )
                else:
                    question = ForAll(says=says, given=given)
                self.known[text] = self._decided(question)
            except (ValueError, TypeError, AttributeError):
                self.known[text] = False
        return self.known[text]

    def _decided(self, question: ForAll) -> bool:
        """Return whether no method objects and a proof or a search at exact points says yes."""
        places = replace(question, says=DEFINES)
        text = places.canonical()
        if text not in self.pools:
            self.pools[text] = repairs.known_points(self.claim, places, [], 1)
        if self.pools[text].test(question)[0]:
            return False
        checked = check_variant(self.claim, question, QUICK, 1)
        if checked.objection is not None:
            return False
        return any(e.outcome is Outcome.HOLDS and not e.error for e in checked.found)

    def _order(self, candidate: SameOrder, wanted: SameOrder) -> bool:
        if set(candidate.variables) != set(wanted.variables):
            return False
        if set(candidate.constants) != set(wanted.constants):
            return False
        if candidate.relation not in ("same", wanted.relation):
            return False
        further = [b for b in candidate.regime if b not in wanted.regime]
        for values in product(*wanted.constants.values()):
            fixed = dict(zip(wanted.constants, map(sp.sympify, values), strict=True))
            known = [b.subs(fixed) for b in (*wanted.given, *wanted.regime)]
            given = (*(b for b in known if b != sp.true), *(v > 0 for v in wanted.variables))
            if not all(self._holds(bound.subs(fixed), given) for bound in further):
                return False
        self.regime = tuple(b for b in wanted.regime if b in candidate.regime)
        if _proportional(candidate.left, candidate.right):
            return False
        if _proportional(candidate.left, wanted.left):
            return self._grows(candidate.right, wanted.right, wanted.relation)
        if _proportional(candidate.right, wanted.right):
            return self._grows(wanted.left, candidate.left, wanted.relation)
        return False

    def _grows(self, one, other, relation: str) -> bool:
        if _proportional(one, other):
            return True
        wanted = self.wanted
        assert isinstance(wanted, SameOrder)
        question = SameOrder(
            one, other, self.regime, wanted.variables, wanted.constants, relation, wanted.given
        )
        try:
            evidence = apply_method(self.claim, question, "orders", budget=QUICK, variant=True)
        except (ValueError, TypeError, AttributeError):
            return False
        return evidence.outcome is Outcome.HOLDS


def _members(hypotheses):
    """Return hypotheses with conjunctions taken apart."""
    return [m for h in hypotheses for m in (h.args if isinstance(h, And) else (h,))]


def _proportional(one, other) -> bool:
    return bool(sp.simplify(one / other).is_number)


def _same_range(candidate: ForAll, wanted: ForAll) -> bool:
    """Return whether a candidate is tried at least where the recorded statement is."""
    return all(
        set(values) <= set(candidate.instances.get(index, values))
        for index, values in wanted.instances.items()
    )


def _flat(says):
    says = on_sides(says, lambda side: side)
    if isinstance(says, Implies):
        return Or(Not(says.args[0]), _flat(says.args[1]))
    return says


def _upwards(relation):
    kind = type(relation)
    left, right = relation.args
    return (GREATER[kind], right, left) if kind in GREATER else (kind, left, right)


def rediscovered(claim_id: str, key: Key) -> tuple[Candidate, str] | None:
    """Return the simplest kept candidate from which the recorded statement follows."""
    known = catalogue.load(claim_id)
    part = known.parts[key.part]
    other = instead_of(known, key)
    assert other is not None
    wanted = other[1]
    claim = hidden(known)
    certificate = committed.certificates().get(claim_id, {}).get(str(key))
    own = {} if certificate is None else {key: certificate}
    found = (
        repairs.failing(claim, own, QUICK, 0)
        if not own
        else {key: (part.statement, [(values_in(own[key]["witness"]), own[key]["instance"])])}
    )
    if key not in found:
        return None
    statement, witnesses = found[key]
    follows = Follows(claim, wanted)
    if not comparable(statement, wanted):
        return None
    for candidate in repairs.proposals(
        statement, repairs.known_points(claim, statement, witnesses, 0)
    ):
        if follows(candidate.statement):
            kept = repairs.survivor(claim, candidate, QUICK, 0)
            if kept is not None and all(
                repairs.survivor(claim, parent, QUICK, 0) for parent in candidate.parents
            ):
                return candidate, kept.verdict
    return None


def hidden(claim: Claim) -> Claim:
    """Return a claim without anything that holds instead."""
    return replace(claim, instead={})


def comparable(printed: Statement, wanted: Statement) -> bool:
    """Return whether the recorded statement is about quantities that the printed one has."""
    if isinstance(printed, ForAll) and isinstance(wanted, ForAll):
        return True
    if isinstance(printed, SameOrder) and isinstance(wanted, SameOrder):
        return set(printed.variables) == set(wanted.variables)
    return False


def main() -> None:
    """Write what is rediscovered, of all statements or of the claims whose id begins as named."""
    only = sys.argv[1:]
    every = targets()
    wanted = [t for t in every if not only or any(t[0].startswith(o) for o in only)]
    for number, (claim, key) in enumerate(wanted, 1):
        started = time.perf_counter()
        result = rediscovered(claim, Key.parse(key))
        name = f"{claim}#{key}"
        found = json.loads(FILE.read_text())["found"] if FILE.exists() else {}
        found = {n: e for n, e in found.items() if n in {f"{c}#{k}" for c, k in every} - {name}}
        if result is not None:
            candidate, verdict = result
            found[name] = {"change": candidate.change, "size": candidate.size, "verdict": verdict}
        body = {"of": len(every), "found": dict(sorted(found.items()))}
        FILE.write_text(json.dumps(body, indent=1) + "\n")
        words = found[name]["change"] if result is not None else "-"
        spent = time.perf_counter() - started
        print(f"{number}/{len(wanted)} {name} {spent:.1f} s: {words}", flush=True)
    print(f"{len(found)} of {len(every)} are rediscovered")


if __name__ == "__main__":
    main()
