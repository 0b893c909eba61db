"""The tables of the three-valued logic."""

import itertools

import pytest

from verify.truth import Truth
from verify.truth.outcomes import (
    conjunction,
    disjunction,
    equivalence,
    exclusive,
    implication,
    negation,
)

CERTAIN = (Truth.TRUE, Truth.FALSE, Truth.UNDEFINED)


MAY_BE = {
    **{truth: (truth,) for truth in CERTAIN},
    Truth.UNKNOWN: CERTAIN,
    Truth.AGREES: (Truth.TRUE, Truth.FALSE),
}


CONNECTIVES = {
    "and": lambda a, b: conjunction((a, b)),
    "or": lambda a, b: disjunction((a, b)),
    "if": implication,
    "equivalent": lambda a, b: equivalence((a, b)),
    "exclusive": exclusive,
    "not": lambda a, b: negation(a),
}


@pytest.mark.parametrize("name", CONNECTIVES)
def test_what_a_connective_says_of_uncertain_parts_is_so_however_they_turn_out(name):
    connective = CONNECTIVES[name]
    for one, other in itertools.product(Truth, repeat=2):
        outcome = connective(one, other)
        possible = {connective(*pair) for pair in itertools.product(MAY_BE[one], MAY_BE[other])}
        if outcome in CERTAIN:
            assert possible == {outcome}
        if outcome is Truth.AGREES:
            assert Truth.AGREES in (one, other)
            assert Truth.TRUE in possible


def test_the_tables_of_the_logic():
    letters = {"T": Truth.TRUE, "F": Truth.FALSE, "U": Truth.UNDEFINED}
    tables = {
        "and": "TFU FFF UFU",
        "or": "TTT TFU TUU",
        "if": "TFU TTT TUU",
        "equivalent": "TFU FTU UUU",
        "exclusive": "FTU TFU UUU",
    }
    for name, table in tables.items():
        for row, line in zip(letters.values(), table.split(), strict=True):
            for column, letter in zip(letters.values(), line, strict=True):
                assert CONNECTIVES[name](row, column) is letters[letter]
