"""Clauses that are proved by an argument, from the claim to its certificate and back."""

import copy
import json
from dataclasses import replace

import pytest

from tests import odd_papers
from tests.verify.kernel.arguments.joins import changed, places
from theory.argument_language import States
from theory.arguments import Clause, Definition, Known, Lemma, Solve
from theory.claim import ByHand, Claim, ForAll, Missing, Source, statement_hash
from theory.language import reals
from verify.claims import catalogue
from verify.claims.statements import statements
from verify.evidence import Evidence, Key, Outcome, Proof, RationalValue, Tier, Verdict
from verify.judging.arguments import argued
from verify.judging.assemble import confirm, judge_claim
from verify.judging.certificate import CertificateError, make_proof
from verify.methods.apply import apply_to_claim
from verify.methods.task import PROFILES
from verify.running.options import Options
from verify.running.run import run

x, y, z = reals("x y z")
QUICK = PROFILES["quick"]
SQUARE = ForAll(x**2 + y**2 >= 2 * x * y)
SUM = ForAll(x**2 + y**2 + z**2 >= 2 * x * y)
WITH_ARGUMENTS = [
    claim_id
    for claim_id in catalogue.index()
    if any(not isinstance(a, ByHand) for a in catalogue.load(claim_id).because.values())
]


def claim(printed, argument, **lemmas):
    return Claim("p/c", "-", Source(), "-", printed, lemmas=lemmas, because={"": argument})


POINT = Evidence("search", Outcome.UNKNOWN, Tier.SEARCH, witness={"x": RationalValue("1")})
FOLLOWS = Solve(SUM.says, (), (Lemma("square"),))


def judged(of):
    """Judge a claim by all that z3 and derivation find."""
    keys = [key for key, _ in statements(of)]
    found = {key: [] for key in keys}
    for method in ("solver", "derivation"):
        for key, piece in apply_to_claim(of, method, keys).items():
            found[key].append(piece)
    found[Key(0)] = [POINT]  # the clause itself is left to the argument
    return judge_claim(of, found, {})


def test_a_clause_follows_from_a_lemma_that_is_proved():
    found = judged(claim(SUM, FOLLOWS, square=SQUARE))
    assert found.verdict is Verdict.PROVED
    assert found.verdicts[Key(0)].tier is Tier.SOLVER
    assert found.verdicts[Key(0)].reason == "by an argument that rests on the lemma 'square'"


@pytest.mark.parametrize(
    ("printed", "argument", "words"),
    [
        (ForAll(x**2 + y**2 > 2 * x * y), FOLLOWS, "it concludes"),
        (ForAll(SUM.says, given=(x > 0,)), FOLLOWS, ""),  # under more hypotheses it holds, too
        (Missing("-"), FOLLOWS, "cannot show a statement of type Missing"),
        (SUM, Solve(SUM.says, (x > 0,), (Lemma("square"),)), "it also assumes x > 0"),
        (SUM, Solve(SUM.says, (), (Known("no such fact"),)), "nobody has judged"),
        (SUM, Solve(SUM.says, (), (Definition("no such"),)), "nobody has judged"),
        (SUM, Solve(SUM.says, (), (Clause("p/other"),)), "nobody has judged"),
    ],
)
def test_an_argument_must_end_at_what_is_printed(printed, argument, words):
    found = judged(claim(printed, argument, square=SQUARE))
    pieces = [e for e in found.verdicts[Key(0)].evidence if e.method == "argument"]
    assert pieces[0].outcome is (Outcome.UNKNOWN if words else Outcome.HOLDS)
    assert words in pieces[0].detail
    assert (found.verdict is Verdict.PROVED) is not bool(words)


def test_a_lemma_that_is_not_proved_carries_nothing():
    of = claim(SUM, FOLLOWS, square=SQUARE)
    likely = Evidence("search", Outcome.HOLDS, Tier.SEARCH)
    found = judge_claim(of, {Key(0): [POINT], Key(1): [likely]}, {})
    assert found.verdict is Verdict.OPEN
    assert "nobody has judged" in found.verdicts[Key(0)].reason


def test_a_clause_about_nothing_is_not_proved():
    of = claim(SUM, FOLLOWS, square=SQUARE)
    proof = [Evidence("derivation", Outcome.HOLDS, Tier.EXACT, certificate={"kind": "cases"})]
    found = judge_claim(of, {Key(0): [], Key(1): proof}, {})
    assert "no point is known" in found.verdicts[Key(0)].reason
    nothing = States(SUM.says, given=(x > 0, x < 0))
    empty = judged(claim(nothing, Solve(SUM.says, (), (Lemma("square"),)), square=SQUARE))
    assert empty.verdict is Verdict.OPEN
    assert "can hold together" in empty.verdicts[Key(0)].reason


def test_the_certificate_holds_the_proofs_of_the_lemmas():
    of = claim(SUM, FOLLOWS, square=SQUARE)
    (piece,) = (e for e in judged(of).verdicts[Key(0)].evidence if e.method == "argument")
    proof = json.loads(json.dumps(piece.certificate))

    def sealed(changed_proof):
        return make_proof("p/c", "", "", statement_hash(SUM), changed_proof)

    assert confirm(of, sealed(proof)).startswith("holds by an argument that rests on the lemma")
    without = {**proof, "lemmas": {}}
    other = copy.deepcopy(proof)
    other["lemmas"]["square"] = {"kind": "instances", "parts": []}
    for forged in (without, other, {**proof, "lemmas": {"no such": {}}}, {"kind": "argument"}):
        with pytest.raises(CertificateError):
            confirm(of, sealed(forged))
    with pytest.raises(CertificateError, match="no argument"):
        confirm(replace(of, because={}), sealed(proof))


# -- the claims of the papers -------------------------------------------------------------------


def printed_with_arguments(claim_id):
    of = catalogue.load(claim_id)
    return of, [p for p in of.parts if p.role.value == "printed" and p.clause in of.because]


def test_some_claims_are_proved_by_arguments():
    assert "instability-flatness/thm-5.4" in WITH_ARGUMENTS


@pytest.mark.parametrize("claim_id", WITH_ARGUMENTS)
def test_no_mutant_of_a_printed_clause_follows_from_its_argument(claim_id):
    of, parts = printed_with_arguments(claim_id)
    for part in parts:
        assert argued(of, part, {}, [POINT], QUICK).outcome is Outcome.HOLDS
        given, says = part.statement.given, part.statement.says
        mutants = [replace(part.statement, says=changed(says, place)) for place in places(says)]
        mutants += [
            replace(part.statement, given=(*given[:n], *given[n + 1 :])) for n in range(len(given))
        ]
        for mutant in mutants:
            found = argued(of, replace(part, statement=mutant), {}, [POINT], QUICK)
            assert found.outcome is Outcome.UNKNOWN, mutant


def of_argument(result):
    (piece,) = [e for e in result.head.evidence if e.method == "argument"]
    return piece


def test_arguments_rest_on_printed_clauses_of_other_claims(tmp_path):
    with odd_papers.installed(tmp_path, "chain"):
        found = run(["chain/thm-3"], Options(jobs=1)).claims[0]
        piece = of_argument(found)
        assert piece.outcome is Outcome.HOLDS
        assert piece.detail.endswith(
            "what is printed as chain/lem-1, what is printed as chain/lem-2"
        )
        below = piece.certificate["clauses"]
        assert below["chain/lem-2"]["kind"] != "argument" or below["chain/lem-2"]["clauses"]
        of = catalogue.load("chain/thm-3")
        sealed = make_proof(of.id, "", "", statement_hash(of.parts[0].statement), piece.certificate)
        assert "by an argument that rests on" in confirm(of, sealed)
        del piece.certificate["clauses"]["chain/lem-2"]
        sealed = make_proof(of.id, "", "", statement_hash(of.parts[0].statement), piece.certificate)
        with pytest.raises(CertificateError, match="nobody has judged"):
            confirm(of, sealed)
        nested = {"kind": "argument", "lemmas": {}, "clauses": {}}
        piece.certificate["clauses"]["chain/lem-2"] = nested
        sealed = make_proof(of.id, "", "", statement_hash(of.parts[0].statement), piece.certificate)
        with pytest.raises(CertificateError, match="nobody has judged"):
            confirm(of, sealed)


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("on-false", "it is refuted"),
        ("circle-1", "a circle of arguments: chain/circle-1 <- chain/circle-2 <- chain/circle-1"),
        ("on-nothing", "no claim is called chain/no-such"),
        ("on-two-ways", "chain/two-ways can be read in several ways"),
    ],
)
def test_a_clause_that_is_not_proved_carries_nothing(tmp_path, name, words):
    with odd_papers.installed(tmp_path, "chain"):
        piece = of_argument(run([f"chain/{name}"], Options(jobs=1)).claims[0])
    assert piece.outcome is Outcome.UNKNOWN
    assert words in piece.detail


def test_a_proof_is_repairable_if_an_argument_rests_on_what_holds_instead(tmp_path):
    with odd_papers.installed(tmp_path, "chain"):
        names = ["chain/thm-5", "chain/thm-5-step-square", "chain/thm-6"]
        repaired, step, lost = run(names, Options(jobs=1)).claims
    assert (step.verdict, repaired.verdict, lost.verdict) == (
        Verdict.REFUTED,
        Verdict.PROVED,
        Verdict.PROVED,
    )
    assert of_argument(repaired).detail.endswith("what holds instead of chain/thm-5-step-square")
    assert (repaired.proof, lost.proof) == (Proof.REPAIRABLE, Proof.GAP)
