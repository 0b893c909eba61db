"""Which proofs are independent, and in which order discrepancies come."""

import pytest
from made_results import EVIDENCE, claim, instead, part, run
from msgspec.structs import replace

from reports.markdown import markdown
from reports.page import page
from reports.results import (
    Source,
)
from reports.summary import discrepancies, independent
from verify.evidence import (
    Evidence,
    Outcome,
    Tier,
    Verdict,
)


def proof(method, *kinds):
    parts = [{"kind": kind} for kind in kinds]
    certificate = {"kind": "instances", "parts": parts}
    return Evidence(method, Outcome.HOLDS, Tier.EXACT, certificate=certificate)


@pytest.mark.parametrize(
    ("evidence", "methods"),
    [
        ((proof("solver", "smt"), proof("derivation", "cases")), ("solver", "derivation")),
        ((proof("solver", "smt"), proof("induction", "smt", "cases")), ()),
        ((proof("solver", "smt"), proof("balls", "smt")), ()),
        ((proof("solver", "smt"), EVIDENCE), ()),
        ((proof("solver", "smt"), replace(proof("balls", "boxes"), error=True)), ()),
        ((proof("solver", "smt"), replace(proof("balls", "boxes"), restrictions=("x < 1",))), ()),
    ],
)
def test_two_proofs_are_independent_if_they_share_no_kind_of_certificate(evidence, methods):
    found = part(evidence=evidence)
    assert independent(found) == methods
    assert independent(replace(found, verdict=Verdict.OPEN)) == ()
    assert independent(instead(evidence=evidence)) == methods
    twice = claim("a", parts=(found,))
    count = 1 if methods else 0
    said = f"proved: 1, of which by two methods that share no rule of proof: {count}."
    shown = markdown(run(twice))
    assert said in shown
    assert said in page(run(twice))
    assert ("proved independently by: solver, derivation" in shown) is bool(methods)


def test_of_equal_severity_theorems_of_the_main_text_come_first():
    places = {
        "proof": Source("", "proof of theorem 4.1"),
        "remark": Source("section 4"),
        "result": Source("section 4, theorem 4.1", "appendix B"),
    }
    claims = [claim(name, Verdict.REFUTED, source=place) for name, place in places.items()]
    found = [d.claim.id for d in discrepancies(claims)]
    assert found == ["paper/result", "paper/remark", "paper/proof"]
