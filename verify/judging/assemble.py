"""The verdicts on a claim from its evidence, where the claim is built."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from msgspec import structs

from reports.points import point as shown_point
from reports.results import ClaimVerdict, StatementVerdict, is_ours
from theory.argument_language import States
from theory.arguments import Leaf, Lemma
from theory.claim import ByHand, Claim, Part, Role
from theory.statements import ForAll, Missing
from verify.claims.laws import at_point
from verify.claims.meanings import Meanings, interpretations
from verify.claims.page import objections, remarks
from verify.claims.statements import chosen, hint_for, meanings, statements
from verify.claims.witness import WitnessError, point_of, values_at, values_in
from verify.evidence import (
    ARGUMENT,
    Evidence,
    Key,
    OnClause,
    Outcome,
    Severity,
    Tier,
    Verdict,
    plain,
    strongest_proof,
)
from verify.judging import arguments
from verify.judging.arguments import argued, elsewhere
from verify.judging.certificate import (
    CertificateError,
    check_satisfied,
    make,
    part_of,
    replay,
)
from verify.judging.clauses import JudgedStatement, combined
from verify.judging.misprints import is_misprint
from verify.judging.values import truths
from verify.judging.verdict import (
    Contradiction,
    Judgement,
    counterexample,
    has_unequal_sides,
    severity,
    verdict_on,
)
from verify.kernel.proofs import RejectedProof
from verify.kernel.smt import Disagreement
from verify.methods.apply import accepted, confirmed
from verify.methods.task import PROFILES, Budget, Task
from verify.truth import Truth, is_exact, violation

REPLAY = "replay"
AS_RECORDED = "recorded, and accepted again"
# kinds of proofs that do not show that a clause holds
SHOWS_OTHER = (arguments.AGAINST, arguments.EMPTY, "empty")


def replayed(
    claim: Claim, certificates: Mapping[Key, Any]
) -> dict[Key, Evidence | CertificateError]:
    """Replay stored certificates, by key of the statement.

    Returns:
        For every key either the evidence that the certificate is, or why it is refused.
    """
    results: dict[Key, Evidence | CertificateError] = {}
    for key, certificate in certificates.items():
        try:
            results[key] = _evidence(claim, claim.parts[key.part], certificate)
        except CertificateError as reason:
            results[key] = reason
    return results


def accepted_again(claim: Claim, proofs: Mapping[Key, Evidence], budget: Budget) -> dict[Key, Any]:
    """Let the kernel check what has proved statements before, by key of the statement.

    The point that satisfies the hypotheses is checked again, too, by every meaning of the heads.

    Returns:
        For every key either the evidence, or why it is refused.
    """
    current = dict(statements(claim))
    results: dict[Key, Evidence | CertificateError] = {}
    for key, piece in proofs.items():
        statement = current[key]
        known = meanings(claim, statement)
        try:
            if isinstance(statement, ForAll):
                _check_point(statement, piece, known)
            found = accepted(Task(statement, known, budget, hint=hint_for(claim, key)), piece)
            if not found.proves:
                raise CertificateError(found.detail)
            detail = f"{found.detail}; {AS_RECORDED}"
            results[key] = structs.replace(found, detail=detail, recorded=True)
        except CertificateError as reason:
            results[key] = reason
    return results


def _check_point(statement: ForAll, piece: Evidence, known: Meanings) -> None:
    """Check that a proof comes with a point of the domain, and that nothing is false there.

    Raises:
        CertificateError: it has none, or the conclusion is false there.
    """
    entry = {"instance": dict(piece.instance), "witness": plain(piece.witness)}
    check_satisfied(statement, entry, known)
    if Truth.FALSE in truths(statement, piece, known):
        raise CertificateError("what was proved is false at its own point")


def confirm_certificate(claim: Claim, certificate: Any) -> str:
    """Replay a certificate that somebody hands in; return what it shows and how.

    Raises:
        CertificateError: it neither refutes nor proves the claim as it stands now.
    """
    part = part_of(certificate, claim)
    found = f"{_which(part)}{_confirm(claim, part, certificate)}"
    proof = certificate.get("proof")
    if proof is None or proof["kind"] in SHOWS_OTHER or not (reasons := _capped(claim, part)):
        return found
    return f"{found}; that is {Verdict.SUPPORTED}: {'; '.join(reasons)}"


def _which(part: Part) -> str:
    """Return which statement of a claim a sentence is about; nothing if it is the claim."""
    role = "" if part.role is Role.PRINTED else f"{part.role} "
    name = f"{role}{part.name!r} " if part.name else ""
    if part.is_instead:
        name = f"what holds instead of {name}" if name else "what holds instead "
    return f"{name}read as {part.reading!r} " if part.reading else name


def _confirm(claim: Claim, part: Part, certificate: Any) -> str:
    known = meanings(claim, part.statement)
    if "proof" not in certificate:
        return f"fails: {replay(certificate, claim.id, part, known)}"
    proof = certificate["proof"]
    if isinstance(proof, dict) and proof.get("kind") in arguments.OUTCOMES:
        return arguments.confirm_argument(claim, part, proof, PROFILES["standard"])
    try:
        left_out = confirmed(part.statement, proof, known, PROFILES["standard"], part.hint)
    except (RejectedProof, Disagreement) as reason:
        raise CertificateError(str(reason)) from None
    if proof["kind"] == "empty":
        return "says nothing: what it assumes contradicts itself"
    where = f" for {', '.join(left_out)}" if left_out else " on the whole claimed domain"
    return f"holds{where}: the kernel accepts the proof"


def judge_claim(
    claim: Claim,
    evidence: Mapping[Key, Sequence[Evidence]],
    known: Mapping[Key, Any],
    budget: Budget = PROFILES["quick"],
    clauses: Mapping[str, OnClause] = {},
    before: Mapping[Key, Evidence] = {},
) -> ClaimVerdict:
    """Judge every statement of a claim.

    Args:
        claim: the claim.
        evidence: what the checks found, by key of the statement.
        known: stored certificates that a replay has accepted, by key of the statement.
        budget: how much work the steps of an argument may take.
        clauses: of the clauses that its arguments rest on, by their addresses.
        before: what arguments for its statements have shown before; see `argued`.
    """
    errors: list[str] = []
    verdicts: dict[Key, StatementVerdict] = {}
    proofs = elsewhere(claim, clauses)
    for number, part in sorted(enumerate(claim.parts), key=lambda pair: _last_if_printed(pair[1])):
        key = Key(number)
        pieces = list(evidence.get(key, ()))
        pieces += argued(claim, part, proofs, pieces, budget, before.get(key))
        found = _judge_part(claim, part, pieces, known.get(key), errors)
        verdicts[key] = found
        if part.role is Role.LEMMA:
            proofs |= _proof_of_lemma(part, found)
    verdicts |= _joined(claim, verdicts, errors)
    verdicts |= _read_off(claim, verdicts)
    for number, part in enumerate(claim.parts):
        better, key = None, Key(number, instead=True)
        if part.instead is not None:
            pieces = list(evidence.get(key, ()))
            assert part.better is not None
            pieces += argued(claim, part.better, proofs, pieces, budget, before.get(key))
            better = _judge_instead(claim, part, pieces, errors)
            better = _at_counterexample(claim, part, verdicts[Key(number)], better, errors)
            verdicts[key] = better
        verdicts[Key(number)] = _with_instead(part, verdicts[Key(number)], better)
    read = [
        JudgedStatement(part.clause, part.role.value, chosen(part), found.verdict, found.tier)
        for part, found in _numbered(claim, verdicts)
    ]
    whole = combined(read)
    return ClaimVerdict(
        verdicts,
        whole.verdict,
        whole.decides,
        whole.clauses,
        whole.sentence,
        tuple(errors),
    )


def proofs_of_lemmas(
    claim: Claim, verdicts: Mapping[Key, StatementVerdict]
) -> dict[Leaf, Evidence]:
    """Return the proofs of the lemmas of a claim, for the arguments that rest on them."""
    proofs: dict[Leaf, Evidence] = {}
    for part, found in _numbered(claim, verdicts):
        if part.role is Role.LEMMA:
            proofs |= _proof_of_lemma(part, found)
    return proofs


def _proof_of_lemma(part: Part, found: StatementVerdict) -> dict[Leaf, Evidence]:
    proof = strongest_proof(found.evidence) if found.verdict is Verdict.PROVED else None
    return {} if proof is None else {Lemma(part.name): proof}


def _last_if_printed(part: Part) -> bool:
    """Return a key that puts what is printed after the lemmas from which it may follow."""
    return part.role is Role.PRINTED


def _numbered(
    claim: Claim, verdicts: Mapping[Key, StatementVerdict]
) -> list[tuple[Part, StatementVerdict]]:
    """Return the statements of a claim with the verdicts on them."""
    return [(part, verdicts[Key(number)]) for number, part in enumerate(claim.parts)]


def _joined(
    claim: Claim, verdicts: Mapping[Key, StatementVerdict], errors: list[str]
) -> dict[Key, StatementVerdict]:
    """Return what special cases and lemmas make of clauses that no method decides.

    A special case that fails breaks its clause; one that holds supports it, and so do lemmas that
    are joined by hand. Nothing of this proves a clause.
    """
    found = {}
    for number, part in enumerate(claim.parts):
        alone = verdicts[Key(number)]
        if part.role is not Role.PRINTED:
            continue
        cases = [
            (case, judged)
            for case, judged in _numbered(claim, verdicts)
            if case.role is Role.SPECIAL
            and (case.clause, case.picked) == (part.clause, part.picked)
        ]
        broken = next(((c, j) for c, j in cases if j.verdict is Verdict.REFUTED), None)
        if broken is not None and alone.verdict is Verdict.PROVED:
            errors.append(
                f"{claim.id}: {part.name or 'it'} is proved and fails as {broken[0].name}"
            )
            reason = "our own evidence contradicts itself"
            found[Key(number)] = structs.replace(alone, verdict=Verdict.OPEN, reason=reason)
        elif broken is not None and not alone.verdict.fails:
            own = _as_counterexample(claim, part, *broken)
            reason = f"it fails in a special case, {broken[0].name}"
            found[Key(number)] = structs.replace(own, reason=reason, evidence=alone.evidence)
        elif alone.verdict in (Verdict.OPEN, Verdict.UNCHECKED) and not _objected(alone):
            better = _by_hand(claim, part, verdicts) or _in_cases(cases)
            if better is not None:
                missing = {"evidence": alone.evidence, "reason": _sentences(better, alone)}
                found[Key(number)] = structs.replace(better, **missing)
    return found


def _as_counterexample(
    claim: Claim, part: Part, case: Part, broken: StatementVerdict
) -> StatementVerdict:
    """Return the refutation of a special case with its point as one of the clause, if it is one."""
    statement, special = part.statement, case.special
    if not isinstance(statement, ForAll) or special is None or broken.witness is None:
        return broken
    try:
        values = values_at(special.values, broken.witness, broken.instance)
        indices = {str(index) for index in statement.instances}
        instance = {**broken.instance, **{i: values[i].value for i in indices & set(values)}}
        witness = {**broken.witness, **{s: v for s, v in values.items() if s not in indices}}
        certificate = make(claim.id, part, instance, witness)
        piece = _evidence(claim, part, certificate)
    except (WitnessError, CertificateError):
        return broken
    return structs.replace(
        broken,
        tier=piece.tier,
        witness=piece.witness,
        instance=piece.instance,
        sides=piece.sides,
        certificate=certificate,
    )


def _read_off(
    claim: Claim, verdicts: Mapping[Key, StatementVerdict]
) -> dict[Key, StatementVerdict]:
    """Return what is left of proofs of clauses of which a program sees what the page may not say.

    Nobody can tell that a clause is what is printed if something objects to that; what the reader
    of a user's paper has to look for on the page is said of a clause that stays proved.
    """
    found = {}
    for number, (part, alone) in enumerate(_numbered(claim, verdicts)):
        if alone.verdict is not Verdict.PROVED:
            continue
        if reasons := _capped(claim, part):
            found[Key(number)] = structs.replace(
                alone, verdict=Verdict.SUPPORTED, reason="; ".join(reasons)
            )
        elif part.role is Role.PRINTED and (said := remarks(claim, part)):
            reason = "; ".join(filter(None, (alone.reason, *said)))
            found[Key(number)] = structs.replace(alone, reason=reason)
    return found


def _capped(claim: Claim, part: Part) -> tuple[str, ...]:
    """Return in words why a proof of a statement only supports it, if it does."""
    is_printed = part.role is Role.PRINTED and not part.is_instead and not is_ours(claim.id)
    return objections(claim, part) if is_printed else ()


def _objected(alone: StatementVerdict) -> bool:
    """Return whether a check of a statement objects, or broke."""
    return any(piece.error or piece.outcome is Outcome.FAILS for piece in alone.evidence)


def _sentences(better: StatementVerdict, alone: StatementVerdict) -> str:
    """Return how a clause is supported, and what is missing."""
    return "; ".join(filter(None, (better.reason, alone.reason)))


def _by_hand(
    claim: Claim, part: Part, verdicts: Mapping[Key, StatementVerdict]
) -> StatementVerdict | None:
    """Return what lemmas say that give a clause by a step which nothing checks."""
    argument = part.because
    if not isinstance(argument, ByHand):
        return None
    if not set(argument.reading) <= {name for _, name in part.picked}:
        return None
    wanted = set(argument.lemmas or claim.lemmas)
    lemmas = [
        judged
        for lemma, judged in _numbered(claim, verdicts)
        if lemma.role is Role.LEMMA and lemma.name in wanted
    ]
    tiers = [judged.tier for judged in lemmas if judged.verdict.holds and judged.tier is not None]
    if not lemmas or len(tiers) < len(lemmas):
        return None
    if isinstance(part.statement, Missing):  # then nothing relates it to the lemmas but words
        reason = "what was checked beside it holds; the statement itself has no formula here"
        return StatementVerdict(verdict=Verdict.SUPPORTED, reason=reason)
    weakest = max(tiers, key=lambda tier: tier.rank)
    reason = "its last step was not checked by a program"
    return StatementVerdict(verdict=Verdict.SUPPORTED, tier=weakest, reason=reason)


def _in_cases(cases: Sequence[tuple[Part, StatementVerdict]]) -> StatementVerdict | None:
    """Return what special cases say that hold."""
    holding = [(case, judged) for case, judged in cases if judged.verdict.holds]
    if not holding:
        return None
    case, judged = min(holding, key=lambda pair: pair[1].tier.rank if pair[1].tier else 0)
    assert case.special is not None
    return structs.replace(
        judged,
        verdict=Verdict.SUPPORTED,
        covered=(*case.special.conditions, *judged.covered),
        reason="only special cases are shown",
        certificate=None,
    )


def _judge_instead(
    claim: Claim,
    part: Part,
    evidence: Sequence[Evidence],
    errors: list[str],
) -> StatementVerdict:
    """Judge what should hold instead of a part; that it fails is an error."""
    assert part.better is not None
    found = _judge_part(claim, part.better, evidence, None, errors)
    if found.verdict.fails:
        errors.append(
            f"{claim.id}: what should hold instead of {part.name or 'it'} is itself "
            f"{found.verdict.value}: {shown_point(found.witness, found.instance)}"
        )
    return found


def _at_counterexample(
    claim: Claim,
    part: Part,
    failed: StatementVerdict,
    better: StatementVerdict,
    errors: list[str],
) -> StatementVerdict:
    """Return what holds instead of a part, shown at the counterexample to it if it is true there.

    No other point shows as well what changes. That it is false there is an error.
    """
    instead = part.instead.statement if part.instead else None
    if not (failed.verdict.fails and better.verdict.holds and isinstance(instead, ForAll)):
        return better
    found = truths(instead, failed, meanings(claim, instead))
    if Truth.FALSE in found:
        errors.append(
            f"{claim.id}: what should hold instead of {part.name or 'it'} is false at the "
            f"counterexample, {shown_point(failed.witness, failed.instance)}"
        )
    if found != {Truth.TRUE}:
        return better
    used = {str(symbol) for symbol in instead.symbols}
    here = {name: value for name, value in (failed.witness or {}).items() if name in used}
    return structs.replace(better, witness=here, instance=failed.instance)


def _with_instead(
    part: Part, found: StatementVerdict, better: StatementVerdict | None
) -> StatementVerdict:
    """Return the verdict on a part in the light of what holds instead, if that is judged."""
    if not found.verdict.fails:
        return found
    instead = part.instead if better is not None and better.verdict.holds else None
    if found.verdict is Verdict.REFUTED and instead is not None and instead.meant is not None:
        if is_misprint(part.statement, instead.statement):
            verdict = Verdict.MISPRINTED
            return structs.replace(found, verdict=verdict, severity=Severity.TYPOGRAPHIC)
        reason = "the form checked instead differs at too many places for a misprint"
        found = structs.replace(found, reason="; ".join(filter(None, (found.reason, reason))))
    return structs.replace(found, severity=severity(part.statement, instead))


def _judge_part(
    claim: Claim, part: Part, evidence: Sequence[Evidence], known: Any, errors: list[str]
) -> StatementVerdict:
    """Judge one statement; a contradiction goes to `errors` and leaves it open."""
    evidence = list(evidence)
    certificate, piece, remark = _confirmed(claim, part, evidence, known)
    tried = certificate is not None or remark is not None
    try:
        verdict = verdict_on(part.statement, evidence, certificate is not None if tried else None)
    except Contradiction as contradiction:
        errors.append(f"{claim.id}{f' ({part.name})' if part.name else ''}: {contradiction}")
        reason = f"our own evidence contradicts itself: {contradiction}"
        verdict = Judgement(Verdict.OPEN, reason=reason)
    point = verdict.decisive
    if verdict.verdict is Verdict.REFUTED and piece is not None:
        point, verdict = piece, replace(verdict, tier=piece.tier)
        if piece not in evidence:
            evidence.append(piece)
    elif verdict.verdict is not Verdict.REFUTED:
        certificate = None
    because = verdict.reason
    if point is not None and point.method == ARGUMENT:
        because = point.detail
    if remark is not None and verdict.verdict is Verdict.OPEN:
        because = f"{because}: {remark}"
    return StatementVerdict(
        verdict=verdict.verdict,
        tier=verdict.tier,
        covered=verdict.covered,
        reason=because,
        witness=point.witness if point else None,
        instance=point.instance if point else {},
        sides=point.sides if point else None,
        certificate=certificate,
        evidence=tuple(evidence),
    )


def _confirmed(
    claim: Claim, part: Part, evidence: Sequence[Evidence], known: Any
) -> tuple[Any, Evidence | None, str | None]:
    """Return a counterexample that its replay confirms, as certificate and evidence.

    A recorded one stays, which may have been chosen for what it shows, unless both of its sides are
    equal and those of another one are not; else it is the smallest. The last member says why a
    smaller counterexample was not confirmed.
    """
    recorded = counterexample(piece for piece in evidence if piece.method == REPLAY)
    remark = None
    if recorded is not None and has_unequal_sides(recorded):
        return known, recorded, None
    rest = [e for e in evidence if recorded is None or has_unequal_sides(e)]
    while (found := counterexample(rest)) is not None:
        rest.remove(found)
        certificate = make(claim.id, part, found.instance, found.witness or {})
        try:
            return certificate, _evidence(claim, part, certificate), None
        except CertificateError as refusal:
            remark = remark or str(refusal)
    return (None, None, remark) if recorded is None else (known, recorded, None)


def _evidence(claim: Claim, part: Part, certificate: Any) -> Evidence:
    """Replay a certificate and return the evidence that it is.

    Raises:
        CertificateError: the replay refuses it, or it is about another part.
    """
    known = meanings(claim, part.statement)
    detail = replay(certificate, claim.id, part, known)
    found = Evidence(
        REPLAY,
        Outcome.FAILS,
        Tier.EXACT,
        witness=values_in(certificate["witness"]),
        instance=certificate["instance"],
        detail=detail,
    )
    if not isinstance(part.statement, (ForAll, States)):
        return found
    statement, values = at_point(part.statement, certificate["instance"], found.witness or {})
    point = point_of(statement, values)
    both = interpretations(known)
    exact = all(is_exact(statement.says, point, interpretation) for interpretation in both)
    return structs.replace(
        found,
        tier=Tier.EXACT if exact else Tier.BALL,
        sides=violation(statement.says, point, both[-1]),
    )
