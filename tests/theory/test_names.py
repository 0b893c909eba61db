"""One name, one thing: nothing is bound by the name of something else in a paper's notation.

Where a paper itself runs through a sum or an integral by such a letter, its notation says so, with
the places that do.
"""

from functools import cache
from importlib import import_module

import pytest

from theory.claim import Role
from theory.stated import labels
from verify.claims import catalogue
from verify.claims.notation import bound_in, letters, marks, misnamed

PAPERS = sorted({i.partition("/")[0] for i in catalogue.index()})


@cache
def claims(paper):
    """Return the claims of a paper."""
    return [catalogue.load(i) for i in catalogue.index() if i.startswith(f"{paper}/")]


def statements(claim):
    """Return what a claim states, and lemmas of ours, and what holds instead."""
    for part in claim.parts:
        if part.role is not Role.SPECIAL:
            yield part.statement
            if part.instead is not None:
                yield part.instead.statement


@pytest.mark.parametrize("paper", PAPERS)
def test_bound_names_of_the_notation_are_what_it_says(paper):
    found = {
        (claim.id, str(one))
        for claim in claims(paper)
        for statement in statements(claim)
        for one in misnamed(claim, statement)
    }
    assert found == set()


@pytest.mark.parametrize("paper", PAPERS)
def test_a_letter_of_another_role_is_bound_at_every_place_that_is_said_to_bind_it(paper):
    notation = import_module(catalogue.notation_module(claims(paper)[0].id))
    table = getattr(notation, "LETTERS", ())
    bound = {
        (one, mark)
        for claim in claims(paper)
        for one in letters(claim)
        for mark in marks(one) & labels(f"{claim.source}")
        if any((one.symbol, one.binder) in bound_in(part.statement) for part in claim.parts)
    }
    assert bound == {(one, mark) for one in table for mark in marks(one)}
    things = {str(named.thing): named.thing for named in notation.NOTATION}
    assert all(things.get(f"{one.symbol}", one.symbol) != one.symbol for one in table)
