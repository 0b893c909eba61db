"""What is printed, entered twice, says the same both times.

A clause that cannot be stated beside others that can has no entry; where none can, both entries
say in the same words what is missing.
"""

import importlib
from pathlib import Path

import pytest

from tests.double_entry.compare import AGREE, Comparison, compared
from theory.claim import Missing
from verify.claims import catalogue

HERE = Path(__file__).parent
PAPERS = sorted(
    path.stem
    for path in HERE.glob("*.py")
    if path.stem not in ("__init__", "compare") and not path.stem.startswith("test_")
)
ENTRIES = {
    claim_id: entry
    for paper in PAPERS
    for claim_id, entry in importlib.import_module(f"tests.double_entry.{paper}").ENTRIES.items()
}
# claims whose entries say the same in forms that no solver joins, with the reason
BY_EYE = {
    "signsgd-scaling/thm-G.5-step-case1": "of contradictory hypotheses the solver shows nothing",
    "instability-flatness/lem-F.22": "that the mode is at most the median is, in one of "
    "them, that no more than half of the mass is at most the mode",
}


@pytest.mark.parametrize("claim_id", ENTRIES)
def test_both_entries_of_a_claim_agree(claim_id):
    clauses = catalogue.load(claim_id).clauses
    stated = {name: c for name, c in clauses.items() if not isinstance(c, Missing)}
    found = compared(stated or clauses, ENTRIES[claim_id])
    if claim_id in BY_EYE:
        assert found is Comparison.UNDECIDED
    else:
        assert found in AGREE
