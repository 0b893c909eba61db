"""What experiments measured is read off what they say, and stands beside the paper's number."""

import pytest
from made_results import TEXT, claim, part, run
from msgspec.structs import replace

from reports import terminal
from reports.drawings import drawing
from reports.measured import differing, grids, measured
from reports.page import checks_of, page, pages
from verify.evidence import Evidence, Grid, Key, Outcome, Tier, Verdict
from verify.methods.effects import ConfidenceInterval, Measured
from verify.record.committed import Recorded
from verify.record.known import with_measurements

GRID = Grid(
    "loss",
    ("eta", "B"),
    ((-1.0, 0.0, 1.0), (0.0, 1.0)),
    ((-2.0, -1.0, 0.0), (-1.0, 0.0, None)),
    {"eta = 1": ((0.0, 0.0), (0.0, 1.0))},
)
FALL = ConfidenceInterval(0.0561, 0.057, 0.058)
FOUND = Measured(({"fall": FALL},), True, 16, "16 data sets", grid=GRID)
OBSERVED = part(
    Verdict.NOT_REPRODUCED,
    text=replace(TEXT, type="observed", says="fall < -1/20", hypotheses=("steps = 1000000",)),
    evidence=(
        Evidence(
            "experiment",
            Outcome.FAILS,
            Tier.EXPERIMENT,
            ("steps = 1000",),
            measured=FOUND.written(["fall"]),
        ),
    ),
)


def test_a_number_stands_with_its_interval_and_with_that_of_the_paper():
    (one,) = measured(OBSERVED)
    assert (one.name, one.value, one.low, one.high) == ("fall", 0.057, 0.0561, 0.058)
    assert (one.asked, one.limit) == ("< -1/20", -0.05)
    assert differing(OBSERVED) == ["steps = 1000"]
    assert measured(replace(OBSERVED, text=TEXT)) == []


def test_an_experiment_is_drawn_and_every_setting_that_differs_stands_with_it():
    area, picture = drawing(OBSERVED)
    assert "the least, 0.01, is at 0.1 and 1, the largest is 1;" in area.caption
    assert ">eta = 1 " in area.svg
    assert "s number -0.05" in picture.svg
    shown = page(run(claim("fig-1", Verdict.NOT_REPRODUCED, parts=(OBSERVED,))))
    section = shown[shown.index('class="claim"') :]
    for words in ("settings of the paper", "steps = 1000000", "steps = 1000<", "0.057, surely"):
        assert words in section, words
    assert area.svg in section


def test_a_grid_that_several_parts_were_measured_on_is_drawn_once():
    twice = claim("fig-1", Verdict.NOT_REPRODUCED, parts=(OBSERVED, replace(OBSERVED, name="b")))
    whole = run(twice)
    shown = page(whole) + pages(whole)[checks_of("paper")]
    found = [shown.count(f">{words}") for words in ("A map of", "What was measured, beside")]
    assert found == [1, 2]


def test_ends_may_be_infinite_and_are_not_drawn_then():
    numbers = {
        "median": ConfidenceInterval(2.0, float("inf"), float("inf")),
        "none": ConfidenceInterval(float("-inf"), float("nan"), float("inf")),
        "some": ConfidenceInterval(float("-inf"), 1.0, 3.0),
    }
    measurement = Measured((numbers,), True, 1, "three").written(list(numbers))
    (piece,) = OBSERVED.evidence
    found = replace(OBSERVED, evidence=(replace(piece, measured=measurement),))
    assert list(map(str, measured(found))) == [
        "inf, surely above 2",
        "not known",
        "1, surely below 3",
    ]
    assert (grids(found), drawing(found)) == ([], [])


@pytest.mark.parametrize(
    ("verdict", "outcome"),
    [(Verdict.SUPPORTED, Outcome.HOLDS), (Verdict.OPEN, Outcome.UNKNOWN)],
)
def test_an_experiment_is_drawn_whatever_it_says(verdict, outcome):
    (piece,) = OBSERVED.evidence
    found = replace(OBSERVED, verdict=verdict, evidence=(replace(piece, outcome=outcome),))
    picture, *_ = drawing(found)
    shown = page(run(claim("fig-1", verdict, parts=(found,))))
    assert "settings that differ" in shown
    assert picture.svg in shown


def test_what_did_not_run_is_not_drawn():
    (piece,) = OBSERVED.evidence
    idle = replace(piece, outcome=Outcome.NOT_APPLICABLE)
    found = replace(OBSERVED, verdict=Verdict.UNCHECKED, evidence=(idle,))
    assert (measured(found), differing(found), drawing(found)) == ([], [], [])


def test_a_claim_is_shown_with_what_profiles_measured():
    (piece,) = OBSERVED.evidence
    shown = "\n".join(
        terminal.known(claim("fig-1", parts=(OBSERVED,)), {}, {Key(0): {"full": piece.measured}})
    )
    assert "  measured  in the profile full: 16 data sets\n" in shown
    assert "            fall = 0.057 in [0.0561, 0.058]\n" in shown


def test_what_other_profiles_measured_stands_in_a_report():
    (piece,) = OBSERVED.evidence
    idle = replace(piece, outcome=Outcome.UNKNOWN, measured=None, detail="run the profile full")
    asked = replace(OBSERVED, verdict=Verdict.OPEN, evidence=(idle,))
    quick = run(claim("fig-1", Verdict.OPEN, parts=(asked,)))
    known = Recorded.of(claim("fig-1", Verdict.NOT_REPRODUCED, parts=(OBSERVED,)), "full")
    shown = page(with_measurements(quick, {"paper/fig-1": known}))
    for words in ("What the profile full measured, as recorded", "16 data sets", "0.057, surely"):
        assert words in shown, words
    for other in ({}, {"paper/fig-1": replace(known, measured={})}):
        assert "as recorded" not in page(with_measurements(quick, other))
    same = replace(quick, profile="full")
    assert with_measurements(same, {"paper/fig-1": known}) == same
