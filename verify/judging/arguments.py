"""Clauses that hold or fail by an argument: the kernel computes what follows from what is proved.

The certificate of such a proof or refutation holds those of the lemmas, and of the clauses of other
claims, that the argument rests on; the argument itself stands with the claim.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from itertools import combinations
from typing import Any

import sympy as sp
from sympy.logic.boolalg import And, Implies, Not, Or

from reports.decided import BY_ARGUMENT
from theory.argument_language import States
from theory.arguments import (
    Argument,
    Clause,
    Contradictory,
    Definition,
    Known,
    Leaf,
    Lemma,
    leaves_of,
)
from theory.claim import Claim, Part, Role
from theory.definedness import connected
from theory.known_facts import KNOWN_FACTS
from theory.normal_form import normal
from theory.quantifiers import Quantified
from theory.statements import ForAll, Statement, statement_hash
from theory.well_formed import IllFormed
from verify.claims import catalogue
from verify.claims.meanings import Meanings
from verify.claims.notation import definitions
from verify.claims.statements import constructions, heads, is_opaque, meanings
from verify.errors import NotBuilt
from verify.evidence import ARGUMENT, Evidence, OnClause, Outcome, Tier, plain
from verify.judging.certificate import CertificateError, check_satisfied
from verify.judging.definitions import NotADefinition, agrees, is_met, may_contradict
from verify.judging.values import has_been_tried, met_by, untrue
from verify.kernel.arguments.conclusion import (
    conclusion,
    establishes,
    refutes,
    shows_empty,
    shows_inhabited,
)
from verify.kernel.arguments.facts import Fact, Stated
from verify.kernel.proofs import RejectedProof
from verify.kernel.questions import RejectedArgument, Solver
from verify.kernel.smt import Disagreement
from verify.methods.apply import confirmed
from verify.methods.task import Budget
from verify.truth import Truth

AGAINST = "argument against"
EMPTY = "argument on the hypotheses"
OUTCOMES = {  # by the kind of certificate
    ARGUMENT: Outcome.HOLDS,
    AGAINST: Outcome.FAILS,
    EMPTY: Outcome.HOLDS,  # that nothing satisfies the hypotheses
}
UNMET = "nothing is known to satisfy its hypotheses"
IS_DEFINITION = "it is the definition of {} itself, which shows nothing"
NO_MEANING = "no meaning says where there is a value of {}"
NO_VALUE = "the conclusion has no value somewhere: {}"
AS_BEFORE = "looked at at points when it was recorded"
STEPS = 4_000_000  # units of z3 for each step of an argument


class NotTrue(RejectedArgument):
    """What an argument concludes is false at a point, by what the heads mean."""


def argued(
    claim: Claim,
    part: Part,
    proofs: Mapping[Leaf, Evidence],
    evidence: Iterable[Evidence],
    budget: Budget,
    before: Evidence | None = None,
) -> tuple[Evidence, ...]:
    """Return what the arguments for a clause and against it show.

    What comes to nothing is left out if the other one shows something.

    Args:
        claim: the claim.
        part: one of its printed statements, or what holds instead of one.
        proofs: the evidence on lemmas of the claim and on clauses of others, where it proves them
            or says why nothing does.
        evidence: what the methods found out about the statement: a point of its domain.
        budget: how much work it may take.
        before: what one of them has shown before, with the same definitions and meanings: its
            conclusion is computed again, and not looked at again at points.
    """
    if part.role is not Role.PRINTED:
        return ()
    found = []
    points = (*evidence, *(() if before is None else (before,)))
    for kind, outcome in OUTCOMES.items():
        argument = _argument(part, kind)
        if argument is None:
            continue
        used = {leaf: proofs[leaf] for leaf in leaves_of([argument]) if leaf in proofs}
        try:
            for leaf, piece in used.items():
                if not piece.proves:
                    raise RejectedArgument(f"{_words(leaf)} is not proved: {piece.detail}")
            tiers = {leaf: piece.tier for leaf, piece in used.items()}
            seen = _is_of_kind(before, kind)
            fact, missing = _concluded(claim, part, kind, tiers, budget, evidence, seen)
            point = None
            if kind == ARGUMENT and isinstance(part.statement, ForAll):
                point = _point_in(points, part.statement, meanings(claim, part.statement))
                if point is None:
                    raise RejectedArgument("no point is known that satisfies the hypotheses")
        except NotTrue as reason:
            found.append(Evidence(ARGUMENT, Outcome.FAILS, Tier.SOLVER, detail=str(reason)))
            continue
        except (RejectedArgument, NotADefinition) as reason:
            found.append(Evidence(ARGUMENT, Outcome.UNKNOWN, Tier.SOLVER, detail=str(reason)))
            continue
        certificate = {
            "kind": kind,
            "lemmas": _certificates(used, Lemma),
            "clauses": _certificates(used, Clause),
            **({"point": point} if point is not None else {}),
        }
        caveats = () if kind == ARGUMENT else missing  # else they are what is covered
        caveats += (AS_BEFORE,) if seen else ()
        found.append(
            Evidence(
                ARGUMENT,
                outcome,
                fact.tier,
                restrictions=missing,
                detail="; ".join((_shown(kind, fact), *caveats)),
                recorded=seen,
                certificate=certificate,
            )
        )
    return tuple(e for e in found if e.outcome is not Outcome.UNKNOWN) or tuple(found)


def _is_of_kind(before: Evidence | None, kind: str) -> bool:
    """Return whether what an argument has shown before is of a kind."""
    return before is not None and (before.certificate or {}).get("kind") == kind


def _argument(part: Part, kind: str) -> Argument | None:
    """Return the argument of a kind for a clause or against it, if one can be checked."""
    argument = part.because if kind == ARGUMENT else part.against
    is_such = isinstance(argument, Contradictory) is (kind == EMPTY)
    return argument if isinstance(argument, Argument) and is_such else None


def _point_in(evidence: Iterable[Evidence], statement: ForAll, known: Meanings) -> Any:
    """Return a point that the methods know and a replay accepts, as a certificate holds it.

    Returns:
        The point, `None` if there is none.
    """
    for piece in evidence:
        if piece.witness is None:
            continue
        entry = {"instance": dict(piece.instance), "witness": plain(piece.witness)}
        try:
            check_satisfied(statement, entry, known)
        except CertificateError:
            continue
        return entry
    return None


def _certificates(proofs: Mapping[Leaf, Evidence], kind: type[Leaf]) -> dict[str, Any]:
    """Return the certificates of the leaves of one kind, by name."""
    found = {_name(leaf): e.certificate for leaf, e in proofs.items() if isinstance(leaf, kind)}
    return dict(sorted(found.items()))


def _name(leaf: Leaf) -> str:
    return leaf.address if isinstance(leaf, Clause) else leaf.name


def elsewhere(claim: Claim, found: Mapping[str, OnClause]) -> dict[Leaf, Evidence]:
    """Return the evidence on clauses of other claims, if they say what they said then.

    Args:
        claim: whose arguments rest on them.
        found: by their addresses.
    """
    pieces: dict[Leaf, Evidence] = {}
    for address, one in found.items():
        leaf = claim.rests_on[address]
        is_it = one.evidence.proves and statement_hash(_clause(leaf).statement) == one.statement
        if is_it or not one.evidence.proves:
            pieces[leaf] = one.evidence
    return pieces


def confirm_argument(claim: Claim, part: Part, proof: Mapping[str, Any], budget: Budget) -> str:
    """Check the certificate of an argument, and return what it shows and what it rests on.

    Raises:
        CertificateError: it neither proves nor refutes the statement.
    """
    fact, missing = _confirmed(claim, part, proof, budget)
    kind = proof["kind"]
    shown = _shown(kind, fact)
    return "; ".join((shown if kind == EMPTY else f"{OUTCOMES[kind].value} {shown}", *missing))


def _confirmed(
    claim: Claim, part: Part, proof: Mapping[str, Any], budget: Budget
) -> tuple[Fact, tuple[str, ...]]:
    """Check the certificate of an argument; return its conclusion, and what is not shown.

    Raises:
        CertificateError: it neither proves nor refutes the statement.
    """
    kind, lemmas, clauses = proof["kind"], proof.get("lemmas"), proof.get("clauses")
    argument = _argument(part, kind)
    if argument is None:
        raise CertificateError("the claim has no argument for this statement")
    if not isinstance(lemmas, dict) or not isinstance(clauses, dict):
        raise CertificateError("the certificate of an argument has those of lemmas and of clauses")
    leaves: dict[Leaf, Any] = {Lemma(name): one for name, one in lemmas.items()}
    try:
        for address, certificate in clauses.items():
            if address not in claim.rests_on:
                raise CertificateError(f"no argument of {claim.id} rests on {address}")
            leaves[claim.rests_on[address]] = certificate
        for leaf, certificate in leaves.items():
            _confirm_leaf(claim, leaf, certificate, budget)
        found = _concluded(claim, part, kind, dict.fromkeys(leaves, Tier.SOLVER), budget)
        if kind == ARGUMENT and isinstance(part.statement, ForAll):
            known = meanings(claim, part.statement)
            check_satisfied(part.statement, proof.get("point"), known)
        return found
    except (RejectedArgument, NotADefinition, RejectedProof, Disagreement) as reason:
        raise CertificateError(str(reason)) from None


def _confirm_leaf(claim: Claim, leaf: Leaf, certificate: Any, budget: Budget) -> None:
    """Check the certificate of a lemma, or of a clause of another claim.

    Raises:
        CertificateError, RejectedArgument: it does not prove all of it.
    """
    if isinstance(leaf, Clause):
        part = _clause(leaf)
        claim = catalogue.load(leaf.claim)
        if isinstance(certificate, dict) and certificate.get("kind") == ARGUMENT:
            _, missing = _confirmed(claim, part, certificate, budget)
            if missing:
                raise CertificateError(f"{_words(leaf)} is not proved: {'; '.join(missing)}")
            return
        statement, hint = part.statement, part.hint
    else:
        statement, hint = _lemma(claim, leaf.name), claim.hints.get(leaf.name)
    if confirmed(statement, certificate, meanings(claim, statement), budget, hint):
        raise CertificateError(f"{_words(leaf)} is not proved on its whole domain")


def _concluded(
    claim: Claim,
    part: Part,
    kind: str,
    proved: Mapping[Leaf, Tier],
    budget: Budget,
    evidence: Iterable[Evidence] = (),
    seen: bool = False,
) -> tuple[Fact, tuple[str, ...]]:
    """Return the conclusion of an argument, which is what is printed or denies it, and what lacks.

    Points at which it may have no value are those of the evidence, and a few that are tried.
    If it was `seen` at points before, nothing is looked at at points: definitions with the meanings
    of their heads, the conclusion, and whether hypotheses are met.

    Returns:
        The conclusion, and in words what is not shown of the leaves and the hypotheses.

    Raises:
        RejectedArgument: a step does not follow, a leaf is not proved, or another thing is printed.
    """
    argument = _argument(part, kind)
    assert argument is not None
    printed = _as_stated(part.statement)
    leaves = _leaves(claim, argument, proved)
    solver = Solver(STEPS, budget.second)
    read = partial(conclusion, leaves=leaves, solver=solver)
    if isinstance(argument, Contradictory):
        fact = shows_empty(argument, printed.given, read)
    else:
        fact = read(argument)
        compare = establishes if kind == ARGUMENT else refutes
        compare(fact, printed.given, printed.says)
    solver.shows(printed.given, sp.true)  # that they can hold together
    if kind == ARGUMENT:
        _check_premises(printed, solver)
    missing = () if seen else _uncompared(claim, argument)
    missing += _contradictory(claim, argument, solver)
    if kind == ARGUMENT:
        of_heads = meanings(claim, printed)
        defined = _definitions_under(claim, argument)  # compared with meanings at points
        missing += _repeated(defined, printed)
        if not seen:
            missing += _valueless(part.statement, of_heads, evidence, far=bool(defined))
        if unknown := heads(States(printed.says)) - set(of_heads):
            missing += (NO_MEANING.format(", ".join(sorted(map(str, unknown)))),)
    if kind == EMPTY and missing:
        raise RejectedArgument(missing[0])
    is_met = seen or kind != ARGUMENT or not isinstance(part.statement, States)
    if not is_met and not shows_inhabited(argument, fact, printed.given, read):
        missing += () if _is_met(claim, printed) else (UNMET,)
    return fact, missing


def _valueless(
    statement: Statement, known: Meanings, evidence: Iterable[Evidence], far: bool
) -> tuple[str, ...]:
    """Return in words where a conclusion has no value, if such a point is known or met.

    Raises:
        NotTrue: it is false at a point.
    """
    where = met_by(evidence, statement, known)
    if not has_been_tried(evidence, statement):
        where |= untrue(_as_stated(statement), known, far)
    if Truth.FALSE in where:
        raise NotTrue(f"it concludes what is false, {where[Truth.FALSE]}")
    return tuple(NO_VALUE.format(place) for place in where.values())


def _leaves(claim: Claim, argument: Argument, proved: Mapping[Leaf, Tier]) -> dict[Any, Stated]:
    """Return what the leaves of an argument state, as far as that is proved or known."""
    leaves: dict[Any, Stated] = {}
    for leaf in leaves_of([argument]):
        if leaf in proved:
            is_clause = isinstance(leaf, Clause)
            statement = _clause(leaf).statement if is_clause else _lemma(claim, leaf.name)
            leaves[leaf] = Stated(_as_leaf(statement), proved[leaf])
        elif isinstance(leaf, Definition):
            leaves |= _looked_up(leaf, definitions(claim).get(leaf.name))
        elif isinstance(leaf, Known):
            known = KNOWN_FACTS.get(leaf.name)
            leaves |= _looked_up(leaf, None if known is None else known.statement)
    return leaves


def shows(
    claim: Claim, argument: Argument, steps: int, checked: Argument | None = None
) -> Callable[[Argument], bool]:
    """Return what finds out whether arguments from the leaves of one show anything.

    Args:
        claim: whose definitions count.
        argument: the one whose leaves are taken to hold.
        steps: units of z3 for each question.
        checked: an argument that was checked before; what it asks needs no further answer.
    """
    leaves, solver = _leaves(claim, argument, _taken(argument)), _Again(steps)
    if checked is not None:
        with suppress(RejectedArgument):
            conclusion(
                checked, _leaves(claim, checked, _taken(checked)), _Noting(0, noted=solver.known)
            )

    def is_shown(other: Argument) -> bool:
        try:
            conclusion(other, leaves, solver)
        except (RejectedArgument, Disagreement):
            return False
        return True

    return is_shown


def _taken(argument: Argument) -> dict[Leaf, Tier]:
    """Return the leaves of an argument of which it is taken that they were proved."""
    leaves = leaves_of([argument])
    return {leaf: Tier.SOLVER for leaf in leaves if isinstance(leaf, (Lemma, Clause))}


class _Trusting(Solver):
    """Who asks nobody: for an argument that was checked before."""

    def shows(self, given: Iterable[Any], says: Any, facts: Iterable[Any] = ()) -> None:
        """Check nothing."""


def _asked(given: Iterable[Any], says: Any, facts: Iterable[Any]) -> Hashable:
    return tuple(given), says, tuple((fact.given, fact.says) for fact in facts)


@dataclass(frozen=True, eq=False)
class _Noting(_Trusting):
    """Who asks nobody, and notes the questions of an argument that was checked before."""

    noted: set[Hashable] = field(default_factory=set)
    __eq__, __hash__ = object.__eq__, object.__hash__  # what one reads is not for another

    def shows(self, given: Iterable[Any], says: Any, facts: Iterable[Any] = ()) -> None:
        """Note what is asked."""
        self.noted.add(_asked(given, says, facts))


@dataclass(frozen=True, eq=False)
class _Again(Solver):
    """Who asks only what is not known.

    Args:
        known: the questions that were answered before, perhaps in more steps.
    """

    known: set[Hashable] = field(default_factory=set)
    __eq__, __hash__ = object.__eq__, object.__hash__

    def shows(self, given: Iterable[Any], says: Any, facts: Iterable[Any] = ()) -> None:
        """Check what is not known.

        Raises:
            RejectedArgument, Disagreement: as a `Solver` does.
        """
        given, facts = tuple(given), tuple(facts)
        if _asked(given, says, facts) not in self.known:
            super().shows(given, says, facts)


def reads(claim: Claim, argument: Argument) -> Callable[[Argument], Fact]:
    """Return what reads off the conclusions of an argument that was checked before."""
    leaves = _leaves(claim, argument, _taken(argument))
    return partial(conclusion, leaves=leaves, solver=_Trusting(0))


def _check_premises(printed: States, solver: Solver) -> None:
    """Check of what implications assume that nothing shows that it never holds.

    Raises:
        RejectedArgument: an implication says nothing.
    """
    for premise in _premises(printed.says):
        try:
            solver.shows(printed.given, connected(Not, (premise,)))
        except RejectedArgument:
            continue
        raise RejectedArgument(f"an implication assumes {premise}, which nothing satisfies")


def _premises(condition: Any) -> Iterator[Any]:
    """Yield what the implications of a condition assume."""
    if isinstance(condition, Quantified):
        yield from _premises(condition.body)
    elif isinstance(condition, (And, Or, Not, Implies)):
        if isinstance(condition, Implies):
            yield condition.args[0]
        for part in condition.args:
            yield from _premises(part)


def _is_met(claim: Claim, printed: States) -> bool:
    """Return whether a point is found that satisfies printed hypotheses, none of them unknown."""
    made = constructions(claim) if is_opaque(printed) else {}
    return is_met(printed.given, meanings(claim, printed), made)


def _uncompared(claim: Claim, argument: Argument) -> tuple[str, ...]:
    """Return in words which definitions under an argument no meaning can be compared with.

    Raises:
        NotADefinition: one is not what its quantities mean.
    """
    return tuple(
        f"no meaning is compared with the definition of {name}"
        for name, definition in _definitions_under(claim, argument).items()
        if not agrees(name, definition, meanings(claim, definition), constructions(claim))
    )


def _contradictory(claim: Claim, argument: Argument, solver: Solver) -> tuple[str, ...]:
    """Return in words which definitions under an argument may contradict each other."""
    pairs = combinations(_definitions_under(claim, argument).items(), 2)
    return tuple(
        f"the definitions of {one} and of {other} may contradict each other"
        for (one, first), (other, second) in pairs
        if may_contradict(first, second, solver)
    )


def _definitions_under(claim: Claim, argument: Argument) -> dict[str, States]:
    """Return the definitions of the notation on which an argument rests, by name."""
    known = definitions(claim)
    names = {leaf.name for leaf in leaves_of([argument]) if isinstance(leaf, Definition)}
    return {name: known[name] for name in sorted(names & set(known))}


def _repeated(defined: Mapping[str, States], printed: States) -> tuple[str, ...]:
    """Return in words which definitions say what is printed."""
    says = normal(printed.says)
    return tuple(
        IS_DEFINITION.format(name) for name, one in defined.items() if normal(one.says) == says
    )


def _clause(leaf: Clause) -> Part:
    """Return a printed clause of a claim, or what holds instead of it.

    Raises:
        RejectedArgument: there is none, or it can be read in several ways.
    """
    if leaf.claim not in catalogue.index():
        raise RejectedArgument(f"no claim is called {leaf.claim}")
    try:
        other = catalogue.load(leaf.claim)
    except NotBuilt as reason:
        raise RejectedArgument(f"{leaf.claim} is not built: {reason}") from None
    found = [p for p in other.parts if p.role is Role.PRINTED and p.clause == leaf.clause]
    if not found:
        raise RejectedArgument(f"{leaf.claim} has no clause {leaf.clause!r}")
    if len(found) > 1:
        raise RejectedArgument(f"{leaf.address} can be read in several ways")
    if not leaf.instead:
        return found[0]
    if found[0].better is None:
        raise RejectedArgument(f"nothing is known to hold {leaf.address}")
    return found[0].better


def _looked_up(leaf: Any, statement: States | None) -> dict[Any, Stated]:
    return {} if statement is None else {leaf: Stated(statement, Tier.EXACT)}


def _as_stated(statement: Statement) -> States:
    """Return a statement in the language of arguments.

    Raises:
        RejectedArgument: it has no formulas, or some that only methods can handle.
    """
    if isinstance(statement, States):
        return statement
    if not isinstance(statement, ForAll):
        raise RejectedArgument(
            f"an argument cannot show a statement of type {type(statement).__name__}"
        )
    try:
        given = tuple(map(statement.unfold, statement.given))
        return States(statement.unfold(statement.says), given)
    except IllFormed as reason:
        raise RejectedArgument(str(reason)) from None


def _as_leaf(statement: Statement) -> States:
    """Return what an argument may use of a statement that is proved.

    A method proves a `ForAll` where its hypotheses have a value; an argument takes every quantity
    to have one everywhere. So hypotheses may not speak of quantities that may lack one.

    Raises:
        RejectedArgument: an argument can use nothing of it.
    """
    stated = _as_stated(statement)
    spoken_of = heads(States(sp.true, stated.given))
    if isinstance(statement, ForAll) and spoken_of:
        names = ", ".join(sorted(map(str, spoken_of)))
        raise RejectedArgument(
            f"hypotheses that an argument rests on speak of {names}, which may have no value there"
        )
    return stated


def _lemma(claim: Claim, name: str) -> Statement:
    if name not in claim.lemmas:
        raise CertificateError(f"{claim.id} has no lemma {name!r}")
    return claim.lemmas[name]


def _shown(kind: str, fact: Fact) -> str:
    """Return in words what an argument shows, beside its outcome, and what it rests on."""
    nothing = "nothing satisfies the conditions, " if kind == EMPTY else ""
    return nothing + _rests_on(fact)


def _rests_on(fact: Fact) -> str:
    """Return in words what an argument rests on."""
    words = sorted(_words(leaf) for leaf, _ in fact.rests)
    return f"{BY_ARGUMENT} {', '.join(words) or 'nothing else'}"


def _words(leaf: Leaf) -> str:
    holds_instead = isinstance(leaf, Clause) and leaf.instead
    kinds: dict[Any, str] = {
        Lemma: "the lemma {!r}",
        Clause: "what holds {}" if holds_instead else "what is printed as {}",
        Definition: "the definition of {}",
        Known: "the known fact {!r}",
    }
    return kinds[type(leaf)].format(_name(leaf))
