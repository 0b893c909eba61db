"""Definitions of a paper's notation are compared with what its quantities mean."""

from dataclasses import replace

import pytest
import sympy as sp
from sympy.logic.boolalg import And

from tests.verify.kernel.arguments.joins import changed, places
from theory.argument_language import States
from theory.language import Head, integers, reals
from theory.papers.instability_flatness.notation import DEFINITIONS, F, H, alpha, eq, j, s, t, u, x
from theory.papers.steepest_mirror import notation as mirror
from theory.papers.steepest_mirror.saddle_points import LOSS
from theory.quantifiers import Some
from verify.claims.meanings import Exact, Formula
from verify.judging.definitions import NotADefinition, agrees, is_definition, is_met
from verify.papers.instability_flatness.notation import MEANINGS
from verify.papers.steepest_mirror.notation import MEANINGS as MIRROR

y = reals("y")
n = integers("n")


FACTORS = [name for name in mirror.DEFINITIONS if name != LOSS]


@pytest.mark.parametrize("name", FACTORS)
def test_a_derivative_of_factors_is_what_it_means(name):
    assert agrees(name, mirror.DEFINITIONS[name], MIRROR)


@pytest.mark.parametrize("name", FACTORS)
def test_no_mutant_of_a_derivative_of_factors_is_what_it_means(name):
    definition = mirror.DEFINITIONS[name]
    for place in places(definition.says):
        mutant = replace(definition, says=changed(definition.says, place, by=2))
        with pytest.raises(NotADefinition):
            agrees(name, mutant, MIRROR)


def test_that_there_is_a_loss_is_compared_with_nothing():
    assert not agrees(LOSS, mirror.DEFINITIONS[LOSS], MIRROR)


@pytest.mark.parametrize("name", DEFINITIONS)
def test_a_definition_is_what_its_quantities_mean(name):
    assert agrees(name, DEFINITIONS[name], MEANINGS)


@pytest.mark.parametrize("name", DEFINITIONS)
def test_no_mutant_of_a_definition_is_what_its_quantities_mean(name):
    says = DEFINITIONS[name].says
    for place in places(says):
        mutant = replace(DEFINITIONS[name], says=changed(says, place))
        with pytest.raises(NotADefinition):
            agrees(name, mutant, MEANINGS)


@pytest.mark.parametrize(
    ("definition", "words"),
    [
        (States(x**2 >= 0 * y), "about no quantity"),
        (States(eq(H(s, j), s[0]), given=(j >= 0,)), "is not what its quantities mean"),
    ],
)
def test_what_defines_nothing_is_refused(definition, words):
    with pytest.raises(NotADefinition, match=words):
        agrees("it", definition, MEANINGS)


@pytest.mark.parametrize(
    "definition",
    [
        States(eq(Head("Q", "a quantity without a meaning")(x), x)),
        States(eq(F(alpha, u, x, t), 2), given=(t < 0,)),
    ],
)
def test_what_can_be_compared_at_no_point_does_not_agree(definition):
    assert not agrees("it", definition, MEANINGS)


def test_a_sum_over_a_string_is_looked_at_term_by_term():
    definition = States(eq(H(s, n), sp.Sum(s[j], (j, 0, n - 1))), given=(n >= 0,))
    assert agrees("H", definition, MEANINGS)
    with pytest.raises(NotADefinition):
        agrees("H", replace(definition, says=eq(H(s, n), sp.Sum(s[j], (j, 0, n)))), MEANINGS)


# -- what an encoder could pass off as a definition ------------------------------------------------

Q = Head("Q", "a quantity of an integer")
SAME = {Q: (Exact(lambda a: a),)}


@pytest.mark.parametrize(
    ("says", "fits"),
    [
        (eq(Q(n), n), True),
        (eq(Q(0), 0), True),
        (eq(Q(n + 1), Q(n) + 1), True),
        (eq(Q(n), Q(j)), True),  # what it depends on: nothing
        (Q(n) <= 6, False),
        (eq(Q(n), Q(n) + n - n**2), False),
        (eq(Q(n + 1), Q(2 * n) + 1), False),
        (eq(Q(2 * n), 2 * n), False),
        (eq(n, Q(n)), False),
        (sp.And(eq(Q(n), n), Q(n) <= 6), False),
    ],
)
def test_a_definition_says_what_a_head_is(says, fits):
    assert is_definition(States(says)) is fits


@pytest.mark.parametrize(
    "meanings",
    [
        {Q: (Formula(lambda a: a), Exact(lambda a: 2 * a))},  # the other meaning contradicts it
        {Q: (Exact(lambda a: abs(a)),)},  # at negative integers alone
    ],
)
def test_every_meaning_is_compared_and_at_negative_integers_too(meanings):
    with pytest.raises(NotADefinition):
        agrees("Q", States(eq(Q(n), n)), meanings)


def test_every_comparison_must_come_to_a_decision():
    assert agrees("Q", States(eq(Q(n), n)), SAME)
    partial = {Q: (Exact(lambda a: a if a < 1 else None),)}
    assert not agrees("Q", States(eq(Q(n), n)), partial)
    assert agrees("Q", States(eq(Q(n), n), given=(n < 1,)), partial)


def test_hypotheses_are_met_by_the_meanings_of_their_heads():
    assert is_met((Q(n) > 2, x > Q(n)), SAME)
    assert not is_met((Q(n) < 0, Q(n) > 0), SAME)
    assert is_met((Some(n, And(n >= 1, eq(Q(n), 2))),), SAME)
