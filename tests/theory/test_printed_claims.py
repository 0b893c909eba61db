"""What every printed claim must satisfy, so that nothing narrowed can pass as printed."""

import importlib
import json
from collections import defaultdict
from dataclasses import replace
from pathlib import Path

import pytest
import sympy as sp

from tests.share import in_share
from tests.theory.printed_clauses import (
    IDLE,
    PROVED,
    idle,
    proved_clauses,
    taking_what_is_rested_on,
)
from tests.theory.wider import compared
from tests.whole_run import whole_run
from theory import papers
from theory.argument_language import States
from theory.claim import Role
from theory.language import FunctionSymbol, function, integers, is_head, reals, sequence
from theory.narrowing import numbers
from theory.places import HERE
from theory.stated import labels
from verify.claims import catalogue
from verify.claims.notation import departures, notation, symbols_in
from verify.claims.page import says_nothing
from verify.claims.statements import heads
from verify.judging import definitions
from verify.judging.clauses import JudgedStatement, combined
from verify.judging.definitions import NotADefinition, agrees

NOTATIONS = sorted(path.parent.name for path in Path(papers.__path__[0]).glob("*/notation.py"))
DATA = Path(__file__).parent
# numbers in proved clauses as the page has them: of a claim's own sentence, and of other places
NUMBERS = json.loads((DATA / "printed_numbers.json").read_text(encoding="utf-8"))


def printed(claim_id):
    claim = catalogue.load(claim_id)
    return claim, [part for part in claim.parts if part.role is Role.PRINTED]


def of_paper(claim_ids):
    return [i for i in claim_ids if not i.partition("/")[2].startswith("ours-")]


# -- notation ----------------------------------------------------------------------------------


def notation_of(paper):
    return importlib.import_module(f"theory.papers.{paper}.notation")


@pytest.mark.parametrize("claim_id", of_paper(PROVED))
def test_no_proved_clause_departs_from_the_notation(claim_id):
    claim, parts = proved_clauses(claim_id)
    assert notation(claim)
    assert [departures(claim, part.statement) for part in parts] == [()] * len(parts)


def test_no_claim_gives_a_printed_symbol_another_meaning():
    for claim_id in of_paper(catalogue.index()):
        claim, parts = printed(claim_id)
        said = set().union(*(symbols_in(part.statement) for part in parts))
        assert not said & set(claim.symbols) & set(notation(claim)), claim_id


@pytest.mark.parametrize("paper", NOTATIONS)
def test_a_notation_explains_each_thing_once_and_all_of_its_definitions(paper):
    module = notation_of(paper)
    things = [named.thing for named in module.NOTATION]
    assert len(set(things)) == len({str(thing) for thing in things}) == len(things)
    for named in module.NOTATION:
        assert named.meaning
        assert named.place.main or named.place.appendix
    for definition in module.DEFINITIONS.values():
        assert heads(definition) <= set(things)


def meanings_of(paper):
    name = f"verify.papers.{paper}.notation"
    return importlib.import_module(name).MEANINGS if importlib.util.find_spec(name) else {}


def symbol_like(argument, name):
    """Return a symbol of the kind of an argument of a head."""
    if isinstance(argument, FunctionSymbol):
        return function(name)
    if isinstance(argument, sp.IndexedBase):
        return sequence(name)
    return integers(name) if argument.is_integer else reals(name)


def applications(module):
    """Return every head of a notation at symbols for its arguments, as a definition applies it."""
    found = {}
    for definition in module.DEFINITIONS.values():
        for applied in sorted(definition.says.atoms(sp.Function), key=str):
            if is_head(applied.func):
                symbols = [symbol_like(a, f"a{n}") for n, a in enumerate(applied.args)]
                found[applied.func] = applied.func(*symbols)
    return found.values()


def differs(name, definition, meanings):
    """Return whether the meanings of heads contradict a definition somewhere."""
    try:
        agrees(name, definition, meanings)
    except NotADefinition as found:
        return "is not what its quantities mean" in str(found)
    return False


@pytest.mark.parametrize("paper", NOTATIONS)
def test_heads_depend_on_all_that_they_list(paper, monkeypatch):
    meanings = meanings_of(paper)
    few, many = definitions.BUDGET, replace(definitions.BUDGET, examples=400)
    for applied in applications(notation_of(paper)):
        if applied.func not in meanings:
            continue  # then it is said of every verdict that rests on its definitions
        for place, argument in enumerate(applied.args):
            args = list(applied.args)
            args[place] = symbol_like(argument, "other")
            same = States(sp.Eq(applied, applied.func(*args), evaluate=False))
            found = False
            for budget in (few, many):
                monkeypatch.setattr(definitions, "COMPARED", budget)
                name = f"{applied.func} without {argument}, {budget.examples} points"
                found = found or differs(name, same, meanings)
            assert found, argument


# -- hypotheses --------------------------------------------------------------------------------


@pytest.mark.parametrize("claim_id", of_paper(PROVED))
def test_numbers_in_proved_clauses_are_printed(claim_id):
    _, parts = proved_clauses(claim_id)
    found = [numbers(part.statement).get(HERE, set()) for part in parts]
    assert sorted(set().union(*found)) == NUMBERS["own"].get(claim_id, [])


@pytest.mark.parametrize("paper", NOTATIONS)
def test_numbers_in_hypotheses_from_elsewhere_are_printed(paper):
    name = paper.replace("_", "-")
    found = defaultdict(set)
    for claim_id in (i for i in of_paper(PROVED) if i.startswith(f"{name}/")):
        for part in proved_clauses(claim_id)[1]:
            for place, some in numbers(part.statement).items():
                found[place] |= some
    found.pop(HERE, None)
    assert {place: sorted(some) for place, some in found.items()} == NUMBERS["elsewhere"][name]


def test_what_is_listed_is_of_claims_that_are_there():
    for claim_ids in (NUMBERS["own"], *IDLE.values()):
        assert set(claim_ids) <= set(PROVED)


def test_what_is_printed_and_not_needed_has_a_place():
    assert list(IDLE) == ["printed", "wider"]
    listed = [places for one in IDLE.values() for places in one.values()]
    assert not [place for places in listed for place in places.values() if not labels(place)]


@pytest.mark.parametrize("claim_id", [i for i in of_paper(PROVED) if in_share(i, 3)])
def test_no_own_hypothesis_of_a_proved_clause_is_idle(claim_id):
    with taking_what_is_rested_on(points=False):
        assert sorted(idle(claim_id)) == sorted(IDLE["printed"].get(claim_id, ()))


@pytest.mark.parametrize("claim_id", [i for i in of_paper(PROVED) if in_share(i, 6)])
def test_no_own_hypothesis_of_a_proved_clause_is_narrower_than_the_page(claim_id):
    with taking_what_is_rested_on():
        found, listed = compared(claim_id)
    assert set(found) == listed


# -- what says nothing -------------------------------------------------------------------------


@pytest.mark.parametrize("claim_id", of_paper(PROVED))
def test_every_proved_clause_says_something(claim_id):
    _, parts = proved_clauses(claim_id)
    assert not [why for part in parts for why in says_nothing(part.statement)]


# -- order -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "claim", [c for c in whole_run().claims if len(c.parts) > 1], ids=lambda claim: claim.id
)
def test_the_order_of_clauses_and_readings_decides_nothing(claim):
    parts = [
        JudgedStatement(p.clause, p.role, p.chosen, p.verdict, p.tier)
        for p in claim.parts
        if p.role == "printed"
    ]
    orders = [parts[::-1], parts[1:] + parts[:1]]
    assert {combined(order).verdict for order in (parts, *orders)} == {claim.verdict}
