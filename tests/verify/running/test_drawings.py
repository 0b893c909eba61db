"""What shows a reader the results of a run is added where it is not there yet."""

from made_results import claim, part, run
from msgspec.structs import replace

from verify.evidence import Evidence, Outcome, Tier
from verify.record import committed
from verify.running.drawings import drawn
from verify.running.items import Item
from verify.running.options import Options
from verify.running.work.draw import Draw

PROOF = Evidence("argument", Outcome.HOLDS, Tier.SOLVER, certificate={"kind": "argument"})


def test_what_an_argument_proves_gets_its_steps_and_other_results_stay():
    argued = replace(claim("lem-1", parts=(part(evidence=(PROOF,)),)), id="signsgd-scaling/lem-H.1")
    found = drawn(run(argued, claim("lem-2")), Options(jobs=1))
    assert len(found.claims[0].head.chain) > 2
    assert found.claims[1] == claim("lem-2")


def test_what_is_drawn_has_symbols_as_the_paper_spells_them():
    claim_id = "instability-flatness/txt-stable-regime"
    key, certificate = next(iter(committed.certificates()[claim_id].items()))
    item = Item(claim_id, Draw({key: certificate}))
    symbols = item.work.do(item)[key].recomputed.symbols
    assert {one.text: one.latex for one in symbols}["t1"] == r"\vartheta_{1}"
