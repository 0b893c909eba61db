"""How a verdict was reached, in words that stand after it."""

import pytest
from made_results import EVIDENCE, part
from msgspec.structs import replace

from reports.decided import ARGUED, decided
from verify.evidence import Outcome, Tier, Verdict


@pytest.mark.parametrize("tier", Tier)
def test_every_tier_says_in_words_how_a_verdict_was_reached(tier):
    found = part(Verdict.REFUTED, tier=tier, evidence=())
    assert decided(found) == tier.how
    assert tier.how.split()[0] in ("at", "by", "in")


def test_a_search_says_at_how_many_points_it_tried():
    tried = part(Verdict.SUPPORTED, tier=Tier.SEARCH, evidence=(replace(EVIDENCE, size=38),))
    assert decided(tried) == "at 38 points that were tried"
    once = replace(tried, evidence=(replace(EVIDENCE, size=1),))
    assert decided(once) == "at one point"
    undecided = replace(EVIDENCE, size=9, outcome=Outcome.UNKNOWN)
    assert decided(replace(tried, evidence=(undecided,))) == Tier.SEARCH.how


def test_an_argument_is_named_instead_of_the_programs_that_checked_its_steps():
    reason = "by an argument that rests on the lemma 'b'"
    assert decided(part(Verdict.REFUTED, tier=Tier.SOLVER, reason=reason)) == ARGUED


@pytest.mark.parametrize("verdict", [Verdict.STIPULATED, Verdict.DEPENDS, Verdict.OPEN])
def test_what_is_not_decided_was_reached_by_nothing(verdict):
    assert decided(part(verdict, tier=Tier.SOLVER)) == ""
    assert decided(part(Verdict.UNCHECKED, tier=None)) == ""
