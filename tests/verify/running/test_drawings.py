"""What shows a reader the results of a run is added where it is not there yet."""

from made_results import claim, part, run
from msgspec.structs import replace

from verify.evidence import Evidence, Outcome, Tier
from verify.running.drawings import drawn
from verify.running.options import Options

PROOF = Evidence("argument", Outcome.HOLDS, Tier.SOLVER, certificate={"kind": "argument"})


def test_what_an_argument_proves_gets_its_steps_and_other_results_stay():
    argued = replace(claim("lem-1", parts=(part(evidence=(PROOF,)),)), id="signsgd-scaling/lem-H.1")
    found = drawn(run(argued, claim("lem-2")), Options(jobs=1))
    assert len(found.claims[0].head.chain) > 2
    assert found.claims[1] == claim("lem-2")
