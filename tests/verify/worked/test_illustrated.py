"""Claims of the papers that only arguments refute: their lines come out as the argument says."""

import pytest

from tests.verify.worked.test_lines import printed
from theory.claim import Role
from verify.claims import catalogue
from verify.evidence import Key
from verify.worked.illustrated import illustrated


def shown(claim_id):
    claim = catalogue.load(claim_id)
    keys = [n for n, p in enumerate(claim.parts) if p.role is Role.PRINTED and p.against]
    return illustrated(claim, Key(keys[0]))


@pytest.mark.parametrize(
    "claim_id",
    [
        "instability-flatness/eq-11",
        "instability-flatness/thm-5.6-i",
        "instability-flatness/thm-5.6-ii",
        "steepest-mirror/thm-3.4",
        "steepest-mirror/thm-4.8-step-lower-bound",
    ],
)
def test_every_hypothesis_holds_and_what_is_printed_does_not(claim_id):
    found = shown(claim_id)
    assert all(one.holds for one in found.recomputed.assumed)
    assert found.recomputed.printed.holds is False
    lines = printed(found.script).splitlines()
    assert [line for line in lines if line.endswith("False")] == lines[-1:]


def test_three_constants_where_an_order_fails():
    found = shown("signsgd-scaling/thm-G.1-step-burnin")
    assert [one.size for one in found.recomputed.sizes] == [1, 10, 100]
    assert printed(found.script).count("left side") == 3


def test_what_is_not_read_has_no_numbers():
    assert shown("signsgd-scaling/thm-G.3").recomputed is None
