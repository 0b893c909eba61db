"""Which hypotheses a paper states at their places; see `theory/stated.py`."""

import importlib
from pathlib import Path

import pytest
import sympy as sp
from sympy.logic.boolalg import And, Implies

from theory import papers
from theory.argument_language import States
from theory.claim import Claim, ForAll, Role
from theory.language import DEFINES, Each, eq, integers, reals, sequence
from theory.places import HERE
from theory.quantifiers import Every
from theory.stated import labels, sayings, unstated, unstated_in
from verify.claims import catalogue
from verify.evidence import Verdict
from verify.record import committed

NAMES = sorted(path.parent.name for path in Path(papers.__path__[0]).glob("*/standing.py"))

x, y = reals("x y")
j, d = integers("j d")
p = sequence("p")
RANGE = And(j >= 1, j <= d)


def claim(name, place, statement):
    return Claim(id=f"some/{name}", title="t", source=place, words="w", printed=statement)


def found(statement, *others, standing=()):
    """Return what is not stated of the hypotheses of a claim at section 9."""
    one = claim("lem-1", "section 9, lemma 1", statement)
    return [str(h) for i, _, h in unstated([one, *others], dict(standing)) if i == one.id]


# -- places --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("place", "named"),
    [
        ("assumptions 2.1 and B.3", {("assumption", "2.1"), ("assumption", "B.3")}),
        ("condition 5.3 and equation (5)", {("condition", "5.3"), ("equation", "5")}),
        ("section 4: L >= 2, x = 1", {("section", "4")}),
        ("the proof of lemma 6", {("proof of lemma", "6")}),
        ("small lambda", set()),
    ],
)
def test_what_a_place_names(place, named):
    assert labels(place) == named


# -- what states a hypothesis ----------------------------------------------------------------------

ASSUMED = claim("asm-2", "assumption 2", ForAll(DEFINES, given=(x > 1, eq(y, x))))
ON_ALL = claim(
    "asm-2", "assumption 2", States(Every(j, Implies(RANGE, And(p[j] > 0, p[j] < 2))), (d >= 1,))
)


def test_a_claim_at_the_place_states_its_own_hypotheses_and_clauses():
    other = ForAll(x > 0, given={"assumption 2": (x > 1, eq(x, y))})
    assert not found(other, ASSUMED)
    assert found(ForAll(x > 0, given={"assumption 2": (x > 2,)}), ASSUMED) == ["x > 2"]


def test_a_claim_at_another_place_states_nothing():
    assert found(ForAll(x > 0, given={"assumption 3": (x > 1,)}), ASSUMED) == ["x > 1"]
    assert found(ForAll(x > 0, given={"a case": (x > 1,)}), ASSUMED) == ["x > 1"]


def test_no_symbol_is_renamed():
    assert found(ForAll(y > 0, given={"assumption 2": (y > 1,)}), ASSUMED) == ["y > 1"]


def test_no_claim_states_its_own_placed_hypotheses_but_those_at_its_number():
    assert found(ForAll(x > 0, given={"section 9": (x > 1,)})) == ["x > 1"]
    assert not found(ForAll(x > 0, given={"lemma 1": (x > 1,)}))


def test_what_another_claim_has_from_elsewhere_states_nothing():
    borrowed = claim("txt-b", "assumption 2", ForAll(x > 0, given={"section 1": (x > 1,)}))
    assert found(ForAll(x > 3, given={"assumption 2": (x > 1,)}), borrowed) == ["x > 1"]


def test_a_conclusion_that_fails_states_nothing():
    concludes = claim("lem-2", "lemma 2", ForAll(x > y, given=(x > 1,)))
    uses = claim("thm-3", "theorem 3", ForAll(x > 0, given={"lemma 2": (x > 1, x > y)}))
    (statement,) = (part.statement for part in uses.parts)

    def lacks(failing):
        said = list(sayings([concludes], {}, failing))
        return [str(h) for _, h in unstated_in(uses, statement, said)]

    assert lacks({}) == []
    assert lacks({"some/lem-2": (0,)}) == ["x > y"]  # what it assumes is stated all the same
    assert lacks({"some/thm-3": (0,)}) == []


def test_an_instance_needs_what_is_supposed_of_the_values():
    part = p[d] > 0
    says = States(p[d] > -1, {"assumption 2": (part,), HERE: (d >= 1,)})
    assert found(says, ON_ALL) == [str(part)]  # that d is at most d is no hypothesis
    inside = States(p[j] > -1, {"assumption 2": (p[j] > 0,), HERE: (j >= 1, j <= d)})
    assert not found(inside, ON_ALL)
    outside = States(p[j] > -1, {"assumption 2": (p[j] > 0,), HERE: (j >= 1,)})
    assert found(outside, ON_ALL) == ["p[j] > 0"]


def test_a_part_of_what_is_said_for_all_is_stated_and_more_is_not():
    def of(*says):
        return States(
            p[1] < 9, {"assumption 2": (Every(j, Implies(RANGE, And(*says))),), HERE: (d >= 1,)}
        )

    assert not found(of(p[j] > 0), ON_ALL)
    assert found(of(p[j] > 0, p[j] > 1), ON_ALL)


def test_a_range_of_conditions_says_what_a_quantifier_does():
    ranged = claim(
        "asm-2", "assumption 2", ForAll(DEFINES, (Each(p[j] > 0, (j, 1, d)),), instances={d: (2,)})
    )
    inside = States(p[j] > -1, {"assumption 2": (p[j] > 0,), HERE: (j >= 1, j <= d)})
    assert not found(inside, ranged)


def test_what_is_said_of_all_values_is_stated_if_it_is_for_any_of_them():
    def of(*where):
        every = Every(j, Implies(And(*where), p[j] > 0))
        return States(p[1] < 9, {"assumption 2": (every,), HERE: (d >= 1,)})

    assert not found(of(j >= 1, j <= d, j <= 5), ON_ALL)
    assert found(of(j >= 1, j <= 5), ON_ALL)  # that j is at most d is no hypothesis
    one = claim("asm-2", "assumption 2", States(DEFINES, (p[j] > 0,)))
    assert found(of(j >= 1, j <= d), one)  # of a given j


def test_standing_conditions_hold_at_their_places_alone():
    standing = {"section 2": (x > 1,)}
    assert not found(ForAll(x > 0, given={"section 2, x": (x > 1,)}), standing=standing)
    assert found(ForAll(x > 0, given={"section 3": (x > 1,)}), standing=standing)


def test_that_a_formula_has_a_value_needs_no_place():
    assert not found(ForAll(1 / x > y, given={"where it is defined": (sp.Ne(x, 0),)}))
    assert found(ForAll(x > y, given={"where it is defined": (sp.Ne(x, 0),)}))


def test_nor_does_it_under_quantifiers_and_in_derivatives():
    away = {"where it is defined": (sp.Ne(x, 0),)}
    for_all = Every(y, Implies(y > 0, 1 / x > y, evaluate=False))
    assert not found(States(for_all, given=away))
    assert not found(ForAll(sp.Derivative(y / x, y) > 0, given=away))
    assert found(States(Every(y, Implies(y > x, 1 / y > x, evaluate=False)), given=away))
    assert found(States(Implies(sp.Ne(x, 0), 1 / x > y, evaluate=False), given=away))


# -- the papers ------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", NAMES)
def test_every_placed_hypothesis_is_stated(name):
    standing = importlib.import_module(f"theory.papers.{name}.standing").STANDING
    ids = [i for i in catalogue.index() if i.startswith(f"{name.replace('_', '-')}/")]
    missing = unstated([catalogue.load(i) for i in ids], standing)
    assert not [f"{i} | {place} | {hypothesis}" for i, place, hypothesis in missing]


FAILS = (Verdict.REFUTED, Verdict.MISPRINTED, Verdict.NOT_REPRODUCED)


@pytest.mark.parametrize("name", NAMES)
def test_no_proved_clause_assumes_what_is_concluded_falsely(name):
    standing = importlib.import_module(f"theory.papers.{name}.standing").STANDING
    ids = [i for i in catalogue.index() if i.startswith(f"{name.replace('_', '-')}/")]
    verdicts = {
        i: {
            k.part: s.verdicts[recorded.profile][0]
            for k, s in recorded.statements.items()
            if not k.instead
        }
        for i, recorded in committed.load().items()
        if i in ids
    }
    failing = {i: [n for n, v in of.items() if v in FAILS] for i, of in verdicts.items()}
    assert any(failing.values())
    said = list(sayings(map(catalogue.load, ids), standing, failing))
    missing = {
        f"{i} | {place} | {hypothesis}"
        for i, of in verdicts.items()
        for number, verdict in of.items()
        if verdict is Verdict.PROVED
        for place, hypothesis in unstated_in(
            catalogue.load(i), catalogue.load(i).parts[number].statement, said
        )
        if catalogue.load(i).parts[number].role is Role.PRINTED
    }
    assert not missing


@pytest.mark.parametrize("name", NAMES)
def test_standing_conditions_have_places(name):
    standing = importlib.import_module(f"theory.papers.{name}.standing").STANDING
    assert all(labels(place) and conditions for place, conditions in standing.items())


def test_every_paper_with_a_notation_has_standing_conditions():
    notations = Path(papers.__path__[0]).glob("*/notation.py")
    assert sorted(path.parent.name for path in notations) == NAMES
