"""Claims of the papers that only arguments refute: their lines come out as the argument says."""

import pytest

from tests.verify.worked.test_lines import printed
from theory.claim import Role
from verify.claims import catalogue
from verify.evidence import Key
from verify.worked.illustrated import illustrated


def shown(claim_id, reading=0):
    claim = catalogue.load(claim_id)
    keys = [n for n, p in enumerate(claim.parts) if p.role is Role.PRINTED and p.against]
    return illustrated(claim, Key(keys[reading]))


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


@pytest.mark.parametrize(("reading", "sizes"), [(0, [1, 10]), (1, [1, 10, 100])])
def test_several_constants_where_an_order_fails(reading, sizes):
    """Where constants serve, the numbers of the largest ones are too long."""
    found = shown("signsgd-scaling/thm-G.1-step-burnin", reading)
    assert [one.size for one in found.recomputed.sizes] == sizes
    assert printed(found.script).count("left side") == len(sizes)


def test_what_is_not_read_has_no_numbers():
    assert shown("signsgd-scaling/thm-G.3").recomputed is None
