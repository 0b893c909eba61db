"""An argument as a chain: every step stands once, after all that it comes from."""

import pytest

from theory.claim import Role
from verify.claims import catalogue
from verify.worked.chain import LONGEST, PLAIN, chain_of


def chains(claim_id):
    claim = catalogue.load(claim_id)
    found = {part.name: chain_of(claim, part) for part in claim.parts if part.because}
    return claim, found


@pytest.mark.parametrize("claim_id", ["instability-flatness/thm-5.4", "signsgd-scaling/lem-H.1"])
def test_every_step_comes_after_those_that_it_needs_and_leads_to_the_last(claim_id):
    for chain in chains(claim_id)[1].values():
        assert len(chain) > 2
        used = {number for link in chain for number in link.uses}
        assert used == set(range(1, len(chain)))
        assert all(number < at for at, link in enumerate(chain, 1) for number in link.uses)
        assert all(len(link.says.text) <= LONGEST for link in chain)


def test_steps_of_logic_are_a_part_of_what_they_lead_to():
    words = {rule.__doc__.splitlines()[0] for rule in PLAIN}
    for chain in chains("instability-flatness/thm-5.4")[1].values():
        assert not {link.rule for link in chain[:-1]} & words


def test_what_is_judged_elsewhere_has_its_name_and_its_claim():
    chain = chains("instability-flatness/thm-5.4")[1]["every time"]
    names = {link.about for link in chain if link.about}
    assert "Phi at time 0" in names
    claim, _ = chains("instability-flatness/cor-5.5")
    links = [link for part in claim.parts for link in chain_of(claim, part)]
    assert {link.claim for link in links if link.claim} <= set(catalogue.index())


def test_what_no_argument_proves_has_no_chain():
    claim = catalogue.load("steepest-mirror/lem-4.5")
    lemma = next(part for part in claim.parts if part.role is not Role.PRINTED)
    assert chain_of(claim, lemma) == ()
