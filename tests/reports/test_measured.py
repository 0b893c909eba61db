"""What experiments measured is read off what they say, and stands beside the paper's number."""

import pytest
from made_results import TEXT, claim, part, run
from msgspec.structs import replace

from reports.drawings import drawing
from reports.measured import differing, measured
from reports.page import page
from verify.evidence import Evidence, Outcome, Tier, Verdict
from verify.methods.effects import ConfidenceInterval

TOLD = f"fall = {ConfidenceInterval(0.0561, 0.057, 0.058)}; 16 data sets"
OBSERVED = part(
    Verdict.NOT_REPRODUCED,
    text=replace(TEXT, type="observed", says="fall < -1/20", hypotheses=("steps = 1000000",)),
    evidence=(
        Evidence("experiment", Outcome.FAILS, Tier.EXPERIMENT, ("steps = 1000",), detail=TOLD),
    ),
)


def test_a_number_stands_with_its_interval_and_with_that_of_the_paper():
    (one,) = measured(OBSERVED)
    assert (one.name, one.value, one.low, one.high) == ("fall", 0.057, 0.0561, 0.058)
    assert (one.asked, one.limit) == ("< -1/20", -0.05)
    assert differing(OBSERVED) == ["steps = 1000"]
    assert measured(replace(OBSERVED, text=TEXT)) == []


def test_an_experiment_is_drawn_and_every_setting_that_differs_stands_with_it():
    (picture,) = drawing(OBSERVED)
    assert "s number -0.05" in picture.svg
    shown = page(run(claim("fig-1", Verdict.NOT_REPRODUCED, parts=(OBSERVED,))))
    section = shown[shown.index('class="claim"') :]
    for words in ("settings of the paper", "steps = 1000000", "steps = 1000<", "0.057, surely"):
        assert words in section, words
    assert picture.svg in section


@pytest.mark.parametrize(
    ("verdict", "outcome"),
    [(Verdict.SUPPORTED, Outcome.HOLDS), (Verdict.OPEN, Outcome.UNKNOWN)],
)
def test_an_experiment_is_drawn_whatever_it_says(verdict, outcome):
    (piece,) = OBSERVED.evidence
    found = replace(OBSERVED, verdict=verdict, evidence=(replace(piece, outcome=outcome),))
    (picture,) = drawing(found)
    shown = page(run(claim("fig-1", verdict, parts=(found,))))
    assert "settings that differ" in shown
    assert picture.svg in shown


def test_what_did_not_run_is_not_drawn():
    (piece,) = OBSERVED.evidence
    idle = replace(piece, outcome=Outcome.NOT_APPLICABLE)
    found = replace(OBSERVED, verdict=Verdict.UNCHECKED, evidence=(idle,))
    assert (measured(found), differing(found), drawing(found)) == ([], [], [])
