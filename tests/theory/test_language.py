"""Heads: they belong to their modules, and their words are found again."""

import pytest
import sympy as sp

from theory.claim import ForAll, SameOrder
from theory.language import (
    Head,
    reals,
)
from theory.well_formed import IllFormed
from verify.claims import catalogue

x, y, z, t = reals("x y z t")

HOMES = """
from theory.language import Head
from theory.places import HERE
OWN = Head("Speed", "what the {} paper means by it")
"""


def defined_in(module):
    space = {"__name__": module}
    exec(HOMES.format(module), space)
    return space["OWN"]


def test_a_head_belongs_to_its_module():
    one, other = defined_in("first"), defined_in("second")
    assert one != other
    assert one(x) != other(x)
    assert str(one(x)) == str(other(x)) == "Speed(x)"
    assert sp.srepr(one(x)) == sp.srepr(other(x))
    assert {one: 1, other: 2}[one] == 1
    assert (one(x).func.words, other(x).func.words) != (one.words, one.words)
    assert defined_in("first")(x) == one(x)
    with pytest.raises(IllFormed, match="two different things are called Speed"):
        ForAll(says=one(x) > other(x))


def test_no_paper_has_two_heads_of_one_name():
    known = {}
    for name in catalogue.index():
        for part in catalogue.load(name).parts:
            if isinstance(part.statement, (ForAll, SameOrder)):
                for applied in _applied(part.statement):
                    key = (name.partition("/")[0], applied.func.__name__)
                    assert known.setdefault(key, applied.func) == applied.func, key
    assert len(known) > 20


def _applied(statement):
    from sympy.core.function import AppliedUndef

    if isinstance(statement, SameOrder):
        formulas = (statement.left, statement.right, *statement.regime)
    else:
        formulas = (statement.says, *statement.given, *statement.where.values())
    own = {name.func for name in getattr(statement, "where", ()) if name.args}
    return {a for e in formulas for a in e.atoms(AppliedUndef) if a.func not in own}


def test_the_words_of_a_head_are_found_again():
    head = Head("Width", "how wide it is", latex=r"\omega")
    assert (head.words, head.symbol) == ("how wide it is", r"\omega")
    assert sp.latex(head(x) ** 2) == r"\omega\left(x\right)^{2}"
