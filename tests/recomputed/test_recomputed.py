"""What the record refutes fails at the committed witness by a computation of its own, too.

The functions share no code with the project: fractions, math and mpmath alone.
"""

import json
from fractions import Fraction
from itertools import pairwise
from pathlib import Path

import pytest

from tests.recomputed import instability_flatness, less_data, signsgd_scaling, steepest_mirror
from tests.recomputed.case import Case
from tests.recomputed.walk import PiecewiseLinear

CERTIFICATES = Path(__file__).parents[2] / "verify" / "record" / "certificates"
PAPERS = {
    "instability-flatness": instability_flatness,
    "less-data": less_data,
    "signsgd-scaling": signsgd_scaling,
    "steepest-mirror": steepest_mirror,
}
POINTS = [(p, *item) for p, paper in PAPERS.items() for item in paper.AT_A_POINT.items()]
RAYS = [(p, name, *ray) for p, paper in PAPERS.items() for name, ray in paper.ALONG_A_RAY.items()]
OTHERS = [(p, *item) for p, paper in PAPERS.items() for item in paper.NO_CERTIFICATE.items()]


def witness(paper, name, scale=None):
    """Return the values of a committed witness; those on a ray at a scale, all as floats."""
    stored = json.loads((CERTIFICATES / paper / f"{name}.json").read_text())
    values = {index: Fraction(value) for index, value in stored["instance"].items()}
    for symbol, value in stored["witness"].items():
        match value:
            case {"kind": "rational", "value": text}:
                number = Fraction(text)
                values[symbol] = number if scale is None else float(number)
            case {"kind": "ray", "exponent": text}:
                values[symbol] = scale ** float(Fraction(text))
            case {"kind": "piecewise-linear", **parts}:
                values[symbol] = PiecewiseLinear(**parts)
            case {"kind": "atoms", "places": places, "masses": masses}:
                values[symbol] = dict(
                    zip(map(Fraction, places), map(Fraction, masses), strict=True)
                )
            case _:
                raise ValueError(f"{symbol} has the unknown kind {value['kind']}")
    return values


@pytest.mark.parametrize(("paper", "name", "recompute"), POINTS)
def test_hypotheses_hold_and_the_claim_fails_at_the_witness(paper, name, recompute):
    case = recompute(**witness(paper, name))
    assert case.hypotheses
    assert not case.holds, (case.left, case.right)


@pytest.mark.parametrize(("paper", "name", "recompute", "scales"), RAYS)
def test_hypotheses_hold_and_every_constant_fails_along_the_ray(paper, name, recompute, scales):
    cases = [recompute(**witness(paper, name, scale)) for scale in scales]
    assert all(case.hypotheses for case in cases)
    for near, far in pairwise(cases):
        assert far.excess > 2 * near.excess > 0, [case.excess for case in cases]


@pytest.mark.parametrize(("paper", "name", "case"), OTHERS)
def test_what_has_no_certificate_fails_at_values_of_our_own(paper, name, case):
    assert case.hypotheses
    assert not case.holds, (case.left, case.right)


def test_a_case_can_hold():
    assert Case(True, 1, "<=", 2).holds
    assert Case(True, 1, "at least", 2).excess == 2
