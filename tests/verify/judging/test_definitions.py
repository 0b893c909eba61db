"""Definitions of a paper's notation are compared with what its quantities mean."""

from dataclasses import replace

import pytest
import sympy as sp

from tests.verify.kernel.arguments.joins import changed, places
from theory.argument_language import States
from theory.language import Head, integers, reals
from theory.papers.instability_flatness.notation import DEFINITIONS, F, H, alpha, eq, j, s, t, u, x
from verify.judging.definitions import NotADefinition, check_definition
from verify.papers.instability_flatness.notation import MEANINGS

y = reals("y")
n = integers("n")


@pytest.mark.parametrize("name", DEFINITIONS)
def test_a_definition_is_what_its_quantities_mean(name):
    check_definition(name, DEFINITIONS[name], MEANINGS)


@pytest.mark.parametrize("name", DEFINITIONS)
def test_no_mutant_of_a_definition_is_what_its_quantities_mean(name):
    says = DEFINITIONS[name].says
    for place in places(says):
        mutant = replace(DEFINITIONS[name], says=changed(says, place))
        with pytest.raises(NotADefinition):
            check_definition(name, mutant, MEANINGS)


@pytest.mark.parametrize(
    ("definition", "words"),
    [
        (States(x**2 >= 0 * y), "about no quantity"),
        (States(eq(Head("Q", "a quantity")(x), x)), "without a meaning"),
        (States(eq(F(alpha, u, x, t), 2), given=(t < 0,)), "at no point"),
        (States(eq(H(s, j), s[0]), given=(j >= 0,)), "is not what its quantities mean"),
    ],
)
def test_what_defines_nothing_is_refused(definition, words):
    with pytest.raises(NotADefinition, match=words):
        check_definition("it", definition, MEANINGS)


def test_a_sum_over_a_string_is_looked_at_term_by_term():
    definition = States(eq(H(s, n), sp.Sum(s[j], (j, 0, n - 1))), given=(n >= 0,))
    check_definition("H", definition, MEANINGS)
    with pytest.raises(NotADefinition):
        check_definition(
            "H", replace(definition, says=eq(H(s, n), sp.Sum(s[j], (j, 0, n)))), MEANINGS
        )
