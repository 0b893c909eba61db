"""What shows a reader the results of a run is added where it is not there yet."""

from made_results import TWO, claim, instead, part, run
from msgspec.structs import replace

from reports.results import Illustration, PointInside
from verify.evidence import Evidence, Key, Outcome, RationalValue, Tier, Verdict
from verify.record import committed
from verify.running import drawings
from verify.running.drawings import drawn
from verify.running.items import Item, Reply
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


def test_what_holds_instead_is_shown_at_a_point_inside_and_an_error_where_it_fails(monkeypatch):
    claim_id = "paper/lem-1"
    zero = {"x": RationalValue("0")}
    wrong = part(Verdict.REFUTED, instead=instead(witness=zero))
    one = replace(claim("lem-1", Verdict.REFUTED, parts=(wrong,)), id=claim_id)
    work = {}

    def each(items, *rest):
        work.update({item.claim: item.work for item in items})
        return {
            item.claim: Reply({Key(0, instead=True): Illustration(inside=at)}) for item in items
        }

    monkeypatch.setattr(drawings, "each", each)
    monkeypatch.setattr(drawings.catalogue, "index", lambda: {claim_id: None})
    at = PointInside(witness=TWO, instance={"k": "2"})
    found = drawn(run(one), Options())
    assert work[claim_id].instead == (Key(0, instead=True),)
    assert (found.claims[0].head.instead.witness, found.errors) == (TWO, ())
    assert found.claims[0].head.instead.instance == {"k": "2"}
    at = replace(at, fails=True)
    assert drawn(run(one), Options()).errors == (
        "paper/lem-1: what is proved to hold instead fails: k = 2, x = 2",
    )
    at = None
    assert drawn(run(one), Options()).claims[0].head.instead.witness == zero


def test_it_is_an_error_that_nothing_can_be_shown_of_a_claim(monkeypatch):
    one = replace(claim("lem-1", parts=(part(evidence=(PROOF,)),)), id="paper/lem-1")
    broken = {"paper/lem-1": Reply(broken="ValueError: no")}
    monkeypatch.setattr(drawings, "each", lambda *work: broken)
    monkeypatch.setattr(drawings.catalogue, "index", lambda: {"paper/lem-1": None})
    found = drawn(run(one), Options())
    assert found.claims == (one,)
    assert found.errors == ("paper/lem-1: nothing could be shown of it: ValueError: no",)
