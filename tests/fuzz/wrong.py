"""What the engine says of a generated statement, and what of it is wrong.

Everything goes through the engine's public functions, on a throw-away claim with a small budget.
"""

from __future__ import annotations

import json
import random
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

import sympy as sp
from sympy.logic.boolalg import Implies

from reports.points import point
from tests.fuzz.case import Case, Refused
from tests.fuzz.numbers import Answer, Undecided
from tests.fuzz.reference import Judge
from tests.fuzz.rewriting import rewritten
from tests.fuzz.truth import Ground, ground
from theory.argument_language import States
from theory.claim import Claim, ForAll, SameOrder, Source
from theory.hints import Hint
from theory.sequences import Indicator, Mean
from theory.values import Atoms
from verify.claims.witness import decode_value
from verify.evidence import Evidence, Outcome, RationalValue, RayValue, Verdict
from verify.judging.certificate import CertificateError, make, replay
from verify.judging.verdict import Contradiction, verdict_on
from verify.methods import METHODS
from verify.methods.apply import apply_method, confirmed
from verify.methods.task import Budget
from verify.variants import checking

BUDGET = Budget(examples=20, rlimit=300_000, boxes=40, scale="quick")
TRUE, FALSE, UNDEFINED, UNDECIDED = Answer
DIFFERENT_METHODS = "different forms"  # where no single method is to blame
VERDICT = "verdict"


@dataclass(frozen=True)
class Wrong:
    """One wrong outcome.

    Args:
        method: who is to blame.
        kind: what is wrong, in a few words.
        detail: the point that shows it, or the reason.
        statement: the form of the statement of which it was said.
    """

    method: str
    kind: str
    detail: str = ""
    statement: str = ""


@dataclass
class Findings:
    """What became of one case.

    Args:
        truth: whether the statement is true, as far as known.
        verdict: the engine's verdict on the statement as the shape wrote it.
        methods: method -> proved, supported, refuted, vacuous, undecided, error.
        wrong: the wrong outcomes.
        overlooked: the statement is supported though false at a point that a sceptic tries first.
        seconds: stage -> processor time.
    """

    truth: bool | None = None
    verdict: str = ""
    methods: dict[str, str] = field(default_factory=dict)
    wrong: list[Wrong] = field(default_factory=list)
    overlooked: bool = False
    seconds: dict[str, float] = field(default_factory=dict)

    def timed(self, stage: str, started: float) -> None:
        """Add the processor time since `started` to a stage."""
        spent = time.process_time() - started
        self.seconds[stage] = self.seconds.get(stage, 0.0) + spent


def claim_of(statement: ForAll | SameOrder | States) -> Claim:
    """Return a throw-away claim of one statement."""
    return Claim("fuzz/case", "", Source(), "", statement)


def examine(case: Case, seed: int, rewrite: bool = False, budget: Budget = BUDGET) -> Findings:
    """Let the engine judge a case and compare with what is known.

    Args:
        case: the statement with its equivalent forms.
        seed: of the engine and of the random points.
        rewrite: judge another form of the statement, too, made by `rewriting`.
        budget: how hard the engine tries.

    Raises:
        Refused: no claim can be made of the statement.
    """
    try:
        claim_of(case.statement)
    except ValueError as refusal:
        raise Refused(str(refusal)) from refusal
    findings = Findings()
    rng = random.Random(seed)
    started = time.process_time()
    known = _ground(case, rng)
    findings.truth = known.truth if case.known is None else case.known
    findings.timed("second opinion", started)
    if case.known and known.bad is not None:
        found = f"the shape takes it for true: {known.answer} at {shown(known.bad)}"
        findings.wrong.append(Wrong("the shape itself", "wrong truth", found, shown_of(case)))
        return findings
    hinted = [(case.statement, case.hint), *other_forms(case, rng if rewrite else None)]
    forms = [form for form, _ in hinted]
    verdicts = []
    for number, (form, hint) in enumerate(hinted):
        about = replace(case, statement=form, hint=hint)
        if number > 0 and isinstance(form.says, Implies):
            about = replace(about, vacuous=None)  # turned round it may assume something else
        verdicts.append(_judged(about, known, findings, seed, budget, count=number == 0))
    findings.verdict = verdicts[0].value if verdicts[0] else "contradiction"
    if {Verdict.PROVED, Verdict.REFUTED} <= set(verdicts):
        other = forms[verdicts.index(_opposite(verdicts[0]))] if verdicts[0] in _SURE else forms[-1]
        findings.wrong.append(
            Wrong(
                DIFFERENT_METHODS,
                "equivalent forms proved and refuted",
                shown_of(replace(case, statement=other)),
                shown_of(case),
            )
        )
    supported = verdicts[0] is Verdict.SUPPORTED
    findings.overlooked = supported and known.plain and _was_tried(case.statement, known.bad)
    if findings.overlooked and len(known.bad or ()) == 1:
        findings.wrong.append(
            Wrong("search", "skips an end or a small integer", shown(known.bad), shown_of(case))
        )
    return findings


def _was_tried(statement: ForAll | SameOrder | States, bad: Mapping[Any, Any] | None) -> bool:
    """Return whether a bad point is at one of the values at which indices are tried."""
    if bad is None or not isinstance(statement, ForAll):
        return False
    return all(bad.get(index) in values for index, values in statement.instances.items())


def other_forms(case: Case, rng: random.Random | None) -> Iterator[tuple[ForAll, Hint | None]]:
    """Yield the equivalent forms of a case of which claims can be made, one more by chance."""
    forms = [(form, case.hint) for form in case.rewritings]
    if rng is not None and isinstance(case.statement, ForAll):
        forms.append(rewritten(case.statement, rng, case.hint))
    for form, hint in forms:
        try:
            claim_of(form)
        except ValueError:  # sympy decides another form while it is written
            continue
        yield form, hint


_SURE = (Verdict.PROVED, Verdict.REFUTED)


def _opposite(verdict: Verdict | None) -> Verdict:
    return Verdict.REFUTED if verdict is Verdict.PROVED else Verdict.PROVED


def _ground(case: Case, rng: random.Random) -> Ground:
    return ground(case.statement, rng) if isinstance(case.statement, ForAll) else Ground()


def shown(point: Mapping[Any, Any] | None) -> str:
    """Return a point in one line."""
    return ", ".join(f"{s} = {v}" for s, v in (point or {}).items()) or "the only point"


def shown_of(case: Case) -> str:
    """Return a statement in one line."""
    statement = case.statement
    if isinstance(statement, SameOrder):
        return f"{statement.left} {statement.relation} {statement.right} on {statement.regime}"
    parts = [f"{statement.says}"]
    parts += [f"given {', '.join(map(str, statement.given))}"] if statement.given else []
    if isinstance(statement, States):
        return f"for all laws: {'; '.join(parts)}"
    parts += [f"where {dict(statement.where)}"] if statement.where else []
    parts += [f"instances {dict(statement.instances)}"] if statement.instances else []
    kinds = ", ".join(f"{s}{' integer' if s.is_integer else ''}" for s in statement.symbols)
    return f"for all {kinds}: {'; '.join(parts)}"


def _judged(
    case: Case, known: Ground, findings: Findings, seed: int, budget: Budget, count: bool
) -> Verdict | None:
    """Run every method on a statement; return the verdict, `None` for a contradiction."""
    claim, text = claim_of(case.statement), shown_of(case)
    evidence: list[Evidence] = []
    for method in METHODS:
        started = time.process_time()
        try:
            piece = apply_method(
                claim, case.statement, method, budget=budget, seed=seed, hint=case.hint
            )
        except Exception as error:
            reason = f"{type(error).__name__}: {error}"[:300]
            findings.wrong.append(Wrong(method, "raises", reason, text))
            if count:
                findings.methods[method] = "error"
            continue
        finally:
            findings.timed(method, started)
        evidence.append(piece)
        if count and piece.outcome is not Outcome.NOT_APPLICABLE:
            findings.methods[method] = _word(piece)
        started = time.process_time()
        if piece.method == "vacuity" and piece.restrictions and not count:
            continue  # what an implication assumes is another thing once it is turned round
        wrongs = _wrong_evidence(case, claim, piece, known, budget)
        findings.wrong += [replace(wrong, statement=text) for wrong in wrongs]
        findings.timed("replay", started)
    return _verdict(case, claim, evidence, known, findings, seed, budget)


def _word(piece: Evidence) -> str:
    if piece.error:
        return "error"
    if piece.method == "vacuity" and piece.outcome is Outcome.HOLDS:
        return "vacuous"
    if piece.outcome is Outcome.HOLDS:
        return "proved" if piece.proves else "supported"
    return "refuted" if piece.outcome is Outcome.FAILS else "undecided"


def _wrong_evidence(
    case: Case, claim: Claim, piece: Evidence, known: Ground, budget: Budget
) -> Iterator[Wrong]:
    """Yield what is wrong about one piece of evidence."""
    word = _word(piece)
    if word == "error":
        yield Wrong(piece.method, "raises", piece.detail)
    if word == "vacuous" and (known.inhabitant is not None or case.vacuous is False):
        yield Wrong(piece.method, "vacuous though inhabited", shown(known.inhabitant))
    if word == "proved":
        yield from _wrong_proof(case, piece, known, budget)
    if word == "refuted" and piece.witness is not None:
        yield from _wrong_refutation(case, claim, piece)


def _wrong_proof(case: Case, piece: Evidence, known: Ground, budget: Budget) -> Iterator[Wrong]:
    if known.bad is not None:
        assert known.answer is not None
        yield Wrong(piece.method, f"proved though {known.answer.value}", shown(known.bad))
    elif case.known is False:
        yield Wrong(piece.method, "proved though false by construction", piece.detail)
    refusal = refused_proof(case, piece, budget)
    if refusal is not None:
        yield Wrong(piece.method, "the certificate of a proof is refused", refusal)


def refused_proof(case: Case, piece: Evidence, budget: Budget) -> str | None:
    """Return why the certificate of a proof is refused when it is replayed, `None` if it is not.

    It is replayed from its JSON text, by what the engine itself offers for that.
    """
    if piece.certificate is None:
        return None
    try:
        read = json.loads(json.dumps(piece.certificate))
        confirmed(case.statement, read, {}, budget, case.hint)
    except Exception as refusal:  # whatever it is: a certificate that is all right raises nothing
        return f"{type(refusal).__name__}: {refusal}"[:300]
    return None


def _wrong_refutation(case: Case, claim: Claim, piece: Evidence) -> Iterator[Wrong]:
    """Yield what is wrong about a counterexample: its replay, or the point itself."""
    (part,) = claim.parts
    witness = piece.witness or {}
    certificate = make(claim.id, part, piece.instance, witness)
    try:
        replay(certificate, claim.id, part, {})
    except CertificateError as refusal:
        yield Wrong(piece.method, "the certificate of a refutation is refused", str(refusal))
        return
    text = point(witness, {})
    if case.known:
        yield Wrong(piece.method, "refuted though true by construction", text)
    elif isinstance(case.statement, (ForAll, States)):
        objection = objection_to(case.statement, piece)
        if objection is not None:
            yield Wrong(piece.method, f"refuted though {objection}", text)


def objection_to(statement: ForAll | States, piece: Evidence) -> str | None:
    """Return why a witness is none, by the second evaluation."""
    values = {name: decode_value(entry) for name, entry in (piece.witness or {}).items()}
    if isinstance(statement, States):
        laws = {name: value for name, value in values.items() if isinstance(value, Atoms)}
        values = {name: value for name, value in values.items() if name not in laws}
        statement = at_atoms(statement, laws)
    indices = {str(s): decode_value(RationalValue(v)) for s, v in piece.instance.items()}
    named = {str(s): s for s in statement.symbols}
    try:
        inside, says = Judge(statement).at(
            {named.get(name, name): value for name, value in {**values, **indices}.items()}
        )
    except Undecided:
        return None
    if inside in (FALSE, UNDEFINED):
        return f"a hypothesis is {inside.value} there"
    return f"the conclusion is {says.value} there" if says in (TRUE, UNDEFINED) else None


def at_atoms(statement: States, laws: Mapping[str, Atoms]) -> ForAll:
    """Return what a statement says of laws with atoms, with the sums written down unevaluated."""

    def summed(part: Any) -> Any:
        if isinstance(part, Indicator):
            return sp.Piecewise((1, part.args[0]), (0, True))
        if isinstance(part, Mean):
            body, variable, law = part.args
            pairs = laws[str(law.args[0])].pairs
            terms = (
                sp.Rational(p) * summed(body.xreplace({variable: sp.Rational(place)}))
                for place, p in pairs
            )
            return sp.Add(*terms)
        return part.func(*map(summed, part.args)) if part.args else part

    with sp.evaluate(False):
        says, *given = map(summed, (statement.says, *statement.given))
    return ForAll(says, tuple(g for g in given if g != sp.true))


def _verdict(
    case: Case,
    claim: Claim,
    evidence: list[Evidence],
    known: Ground,
    findings: Findings,
    seed: int,
    budget: Budget,
) -> Verdict | None:
    """Return the verdict on the evidence; note what is wrong about it."""
    text = shown_of(case)
    started = time.process_time()
    try:
        verdict = verdict_on(case.statement, evidence, replayed=True).verdict
    except Contradiction as contradiction:
        findings.wrong.append(Wrong(VERDICT, "contradiction", str(contradiction), text))
        return None
    finally:
        findings.timed(VERDICT, started)
    if case.vacuous and verdict in (Verdict.PROVED, Verdict.REFUTED):
        findings.wrong.append(
            Wrong(VERDICT, f"{verdict.value} though nothing satisfies it", "", text)
        )
    if isinstance(case.statement, ForAll) and case.statement.instances:
        findings.wrong += _wrong_trial(case, claim, known, seed, budget, findings)
    if isinstance(case.statement, SameOrder):
        findings.wrong += _accepted_rays(case.statement, claim)
    return verdict


def _wrong_trial(
    case: Case, claim: Claim, known: Ground, seed: int, budget: Budget, findings: Findings
) -> Iterator[Wrong]:
    """Yield a wrong proof by what judges mutants and repairs."""
    started = time.process_time()
    tried = checking.check_variant(claim, case.statement, budget, seed, case.hint)
    findings.timed("variant", started)
    if tried.proof is not None and (known.bad is not None or case.known is False):
        yield Wrong("variant", "proved though false", shown(known.bad), shown_of(case))


def _accepted_rays(statement: SameOrder, claim: Claim) -> Iterator[Wrong]:
    """Yield forged rays, on which a quantity shrinks, that the replay accepts."""
    (part,) = claim.parts
    constants = {str(c): RationalValue("2") for c in statement.constants}
    for exponent in ("-1", "-1/2"):
        rays = {str(v): RayValue(exponent) for v in statement.variables}
        try:
            replay(make(claim.id, part, {}, {**constants, **rays}), claim.id, part, {})
        except CertificateError:
            continue
        yield Wrong("replay", "accepts a ray that shrinks", exponent, shown_of(Case("", statement)))
