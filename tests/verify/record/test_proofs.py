"""Recorded proofs: what a quick run accepts again instead of looking for it."""

import json

import pytest
from msgspec.structs import replace

from tests import odd_papers
from verify.claims import catalogue, sources
from verify.evidence import ARGUMENT, EarlierProofs, Evidence, Key, RationalValue, Tier, Verdict
from verify.record import committed, proofs
from verify.running.options import Options
from verify.running.run import run

IDS = ["chain/lem-1", "chain/thm-3", "chain/argued", "chain/false", "chain/on-false"]
QUICK = Options(engine="here")
NO_PROOF = {"kind": "instances", "parts": [{"kind": "smt", "questions": []}]}


@pytest.fixture(scope="module")
def recorded(tmp_path_factory):
    """A folder of papers, a run over some of its claims, and what is recorded of that."""
    with odd_papers.installed(tmp_path_factory.mktemp("papers"), "chain") as root:
        found = run(IDS, QUICK)
        lines = proofs.write(root, found, IDS, skip=())
        assert lines == ["chain: proofs of 4 claims written"]
        assert proofs.write(root, found, IDS, skip=()) == []
        yield root, found, loaded()


def loaded():
    """Return what is recorded of the made-up claims."""
    return {i: one for i, one in proofs.load("quick").items() if i in IDS}


def verdicts(found):
    return {claim.id: (claim.verdict, claim.tier) for claim in found.claims}


def pieces(found, claim_id):
    (claim,) = (one for one in found.claims if one.id == claim_id)
    return claim.head.evidence


def with_piece(known, claim_id, key, **changes):
    """Return recorded proofs of which one is another."""
    of_claim = {**known[claim_id], key: replace(known[claim_id][key], **changes)}
    return {**known, claim_id: of_claim}


def test_what_is_recorded_is_accepted_again_and_not_looked_for(recorded):
    _, found, known = recorded
    assert set(known) == set(IDS) - {"chain/false"}
    again = run(IDS, QUICK, earlier=known)
    assert verdicts(again) == verdicts(found)
    (piece,) = pieces(again, "chain/lem-1")
    assert piece.proves
    assert piece.recorded
    assert piece.detail.endswith("recorded, and accepted again")
    by_method, argued = pieces(again, "chain/thm-3")
    assert by_method.proves
    assert argued.proves
    assert argued.recorded
    assert argued.detail.endswith("looked at at points when it was recorded")
    (before,) = (e for e in pieces(found, "chain/thm-3") if e.method == ARGUMENT)
    assert argued.certificate.keys() == before.certificate.keys()
    assert len(pieces(again, "chain/false")) > 1  # what is not proved is looked for


def test_a_thorough_or_a_fresh_run_looks_for_everything(recorded):
    known = recorded[2]
    assert proofs.load("standard") == {}
    fresh = run(IDS[:1], Options(engine="here", fresh=True), earlier=known)
    assert len(pieces(fresh, "chain/lem-1")) > 1


@pytest.mark.parametrize(
    "changes",
    [
        {"certificate": NO_PROOF},
        {"certificate": {}},
        {"witness": None},
        {"witness": {"x": RationalValue("1")}},  # none for y
    ],
)
def test_what_the_kernel_does_not_accept_is_looked_for(recorded, changes):
    _, found, known = recorded
    piece = replace(known["chain/lem-1"][Key(0)].by_method, **changes)
    forged = with_piece(known, "chain/lem-1", Key(0), by_method=piece)
    again = run(IDS, QUICK, earlier=forged)
    assert verdicts(again) == verdicts(found)
    assert len(pieces(again, "chain/lem-1")) > 1


def test_a_proof_of_what_is_false_proves_nothing(recorded):
    _, found, known = recorded
    hashes = {c.id: c.head.hash for c in found.claims}
    proof = known["chain/lem-1"][Key(0)].by_method
    argument = Evidence(ARGUMENT, proof.outcome, Tier.SOLVER, certificate={"kind": ARGUMENT})
    forged = {
        "chain/false": {Key(0): EarlierProofs(hashes["chain/false"], by_method=proof)},
        "chain/on-false": {Key(0): EarlierProofs(hashes["chain/on-false"], by_argument=argument)},
    }
    again = run(IDS, QUICK, earlier=forged)
    assert verdicts(again) == verdicts(found)
    assert dict(verdicts(again))["chain/false"][0] is Verdict.REFUTED
    assert len(pieces(again, "chain/on-false")) > 1  # it was examined again without


def test_a_proof_of_another_statement_is_not_looked_at(recorded):
    _, found, known = recorded
    other = with_piece(known, "chain/lem-1", Key(0), statement="0" * 64)
    again = run(IDS[:1], QUICK, earlier=other)
    assert len(pieces(again, "chain/lem-1")) > 1
    assert verdicts(again)["chain/lem-1"] == verdicts(found)["chain/lem-1"]


def test_what_was_recorded_of_other_sources_is_left_out(recorded):
    root, _, known = recorded
    path = root / "papers" / "chain" / "claims.py"
    text = path.read_text(encoding="utf-8")
    path.write_text(text + "# changed\n", encoding="utf-8")
    sources.forget()
    assert not loaded()
    path.write_text(text, encoding="utf-8")
    sources.forget()
    assert loaded() == known


@pytest.mark.parametrize("text", ["", "{", "[]", '{"record": 0, "claims": {}}'])
def test_a_damaged_file_is_left_out_and_written_anew(recorded, text):
    root, found, _ = recorded
    path = root / "record" / "proofs" / "chain.json"
    whole = path.read_text(encoding="utf-8")
    path.write_text(text, encoding="utf-8")
    assert not loaded()
    proofs.write(root, found, IDS, skip=())
    assert path.read_text(encoding="utf-8") == whole


def test_a_damaged_row_costs_its_claim_alone(recorded):
    root, _, known = recorded
    path = root / "record" / "proofs" / "chain.json"
    whole = path.read_text(encoding="utf-8")
    rows = json.loads(whole)
    rows["claims"]["chain/lem-1"]["statements"]["0"]["by_method"]["tier"] = "no such"
    path.write_text(json.dumps(rows), encoding="utf-8")
    assert known.keys() - loaded().keys() == {"chain/lem-1"}
    path.write_text(whole, encoding="utf-8")


def test_only_quick_runs_are_recorded_and_what_is_gone_is_dropped(recorded):
    root, found, known = recorded
    assert proofs.write(root, replace(found, profile="standard"), IDS, skip=()) == []
    left = [i for i in IDS if i != "chain/argued"]
    assert proofs.write(root, replace(found, claims=()), left, skip=()) != []
    assert "chain/argued" not in loaded()
    proofs.write(root, found, IDS, skip=("chain/lem-1",))
    assert loaded() == known


def test_the_proofs_of_this_project_are_recorded_of_its_sources_as_they_are():
    """Else quick looks for them again: `thmcheck run --record`."""
    known = proofs.load("quick")
    proved = {
        claim_id
        for claim_id, one in committed.load().items()
        if one.of_profile("quick").verdict is Verdict.PROVED
    }
    assert proved <= set(known), sorted(proved - set(known))
    for claim_id in proved:
        assert claim_id in catalogue.index()
