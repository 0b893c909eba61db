"""Claims judged together with the claims on whose clauses their arguments rest."""

from verify.claims import catalogue
from verify.evidence import Key, Verdict
from verify.methods.task import PROFILES
from verify.variants.judged import judged

ADDRESS = "instability-flatness/ours-thm-5.6-median-rises#from time 2 to time 4"
QUICK = PROFILES["quick"]


def test_a_clause_of_another_claim_is_proved_first_unless_that_would_be_a_circle():
    claim = catalogue.load("instability-flatness/thm-5.6-step-F.4")
    leaf = claim.rests_on[ADDRESS]
    found, proofs = judged(claim, QUICK, 0)
    assert found.verdicts[Key(1)].verdict is Verdict.PROVED
    assert proofs[leaf].proves
    found, proofs = judged(claim, QUICK, 0, above=(leaf.claim,))
    assert found.verdicts[Key(1)].verdict is Verdict.OPEN
    assert leaf not in proofs
