"""Arguments rest on clauses of other claims, which are examined first."""

import pytest

from tests import odd_papers
from theory.statements import statement_hash
from verify.claims import catalogue
from verify.evidence import Outcome, Proof, Verdict
from verify.judging.assemble import confirm_certificate
from verify.judging.certificate import CertificateError, make_proof
from verify.running.certificates import certificate_files
from verify.running.options import Options
from verify.running.run import run


def of_argument(result, instead=False):
    found = result.head.instead if instead else result.head
    (piece,) = [e for e in found.evidence if e.method == "argument"]
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
        assert "by an argument that rests on" in confirm_certificate(of, sealed)
        del piece.certificate["clauses"]["chain/lem-2"]
        sealed = make_proof(of.id, "", "", statement_hash(of.parts[0].statement), piece.certificate)
        with pytest.raises(CertificateError, match="nobody has judged"):
            confirm_certificate(of, sealed)
        nested = {"kind": "argument", "lemmas": {}, "clauses": {}}
        piece.certificate["clauses"]["chain/lem-2"] = nested
        sealed = make_proof(of.id, "", "", statement_hash(of.parts[0].statement), piece.certificate)
        with pytest.raises(CertificateError, match="nobody has judged"):
            confirm_certificate(of, sealed)


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


def test_what_holds_instead_by_an_argument_carries_another_claim(tmp_path):
    with odd_papers.installed(tmp_path, "chain"):
        names = ["chain/argued", "chain/on-argued"]
        below, above = run(names, Options(engine="here")).claims
        assert (below.verdict, above.verdict) == (Verdict.MISPRINTED, Verdict.PROVED)
        piece = of_argument(below, instead=True)
        assert piece.detail.endswith("rests on what is printed as chain/lem-1")
        files = {**dict(certificate_files(below)), **dict(certificate_files(above))}
        sentence = confirm_certificate(
            catalogue.load("chain/argued"), files["chain-argued-instead-argument.json"]
        )
        assert sentence.startswith("what holds instead holds by an argument")
        theorem = catalogue.load("chain/on-argued")
        sealed = files["chain-on-argued-argument.json"]
        assert list(sealed["proof"]["clauses"]) == ["instead of chain/argued"]

        def with_leaf(proof):
            nested = {**sealed["proof"], "clauses": {"instead of chain/argued": proof}}
            return make_proof(theorem.id, "", "", statement_hash(theorem.printed), nested)

        for replayed in (sealed, with_leaf(piece.certificate)):
            sentence = confirm_certificate(theorem, replayed)
            assert sentence.endswith("rests on what holds instead of chain/argued")
        with pytest.raises(CertificateError, match="nobody has judged"):
            confirm_certificate(theorem, with_leaf({**piece.certificate, "clauses": {}}))


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("turn", "a circle of arguments: chain/turn <- chain/on-turn <- chain/turn"),
        ("on-turn", "what holds instead of chain/turn is not proved: it is open"),
    ],
)
def test_no_circle_goes_through_what_holds_instead(tmp_path, name, words):
    with odd_papers.installed(tmp_path, "chain"):
        found = run([f"chain/{name}"], Options(engine="here", fresh=True)).claims[0]
    found = found.head.instead or found.head
    assert found.verdict is Verdict.OPEN
    assert words in found.reason


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


def test_what_holds_instead_of_one_clause_repairs_no_other(tmp_path):
    with odd_papers.installed(tmp_path, "chain"):
        names = ["chain/thm-7-step-squares", "chain/thm-7", "chain/thm-8"]
        _, one, both = run(names, Options(engine="here", fresh=True)).claims
    assert one.lost == both.lost == ("chain/thm-7-step-squares",)
    assert one.verdict is both.verdict is Verdict.PROVED
    assert (one.proof, both.proof) == (Proof.GAP, Proof.REPAIRABLE)


UNCOMPARED = """
from theory.argument_language import States
from theory.arguments import Clause, Definition, Put, Solve
from theory.claim import Claim, ForAll, Source
from theory.language import Head, integers
from theory.notation import Named
import sympy as sp

n, m = integers("n m")
F = Head("F", "a quantity without a meaning")
AT = Source("section 1")
NOTATION = (
    Named(n, "variable", "-", AT), Named(m, "variable", "-", AT), Named(F, "quantity", "-", AT),
)
DEFINITIONS = {"F": States(sp.Eq(F(n), n**2, evaluate=False))}
"""
ON_UNCOMPARED = """
from .notation import *

SQUARE, SUM = F(n) >= 0, F(n) + F(m) >= 0
LEMMA = Clause("uncompared/lem")
LEM = Claim(id="uncompared/lem", title="-", source=AT, words="-", printed=States(SQUARE),
            because={"": Solve(SQUARE, (), (Definition("F"),))})
THM = Claim(id="uncompared/thm", title="-", source=AT, words="-", printed=States(SUM),
            because={"": Solve(SUM, (), (LEMMA, Put(LEMMA, {n: m})))})
"""


def test_a_clause_by_an_argument_from_what_nothing_is_compared_with_is_no_leaf(tmp_path):
    folder = tmp_path / "papers" / "uncompared"
    folder.mkdir(parents=True)
    (folder / "notation.py").write_text(UNCOMPARED, encoding="utf-8")
    (folder / "claims.py").write_text(ON_UNCOMPARED, encoding="utf-8")
    with odd_papers.installed(tmp_path):
        lemma, theorem = map(catalogue.load, ("uncompared/lem", "uncompared/thm"))
        proof = {"kind": "argument", "lemmas": {}, "clauses": {}}
        sealed = make_proof(lemma.id, "", "", statement_hash(lemma.printed), proof)
        caveat = (
            "no meaning is compared with the definition of F; no meaning says where there is a "
            "value of F"
        )
        assert confirm_certificate(lemma, sealed).endswith(caveat)
        forged = {**proof, "clauses": {lemma.id: proof}}
        sealed = make_proof(theorem.id, "", "", statement_hash(theorem.printed), forged)
        with pytest.raises(CertificateError, match=caveat):
            confirm_certificate(theorem, sealed)
