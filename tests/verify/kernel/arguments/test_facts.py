"""Facts: only the kernel makes them."""

from dataclasses import replace

import pytest

from tests.verify.kernel.arguments.joins import shown, stated
from theory.argument_language import States
from theory.language import (
    Head,
    integers,
    reals,
)
from theory.quantifiers import Some
from verify.kernel.arguments.conclusion import establishes
from verify.kernel.arguments.facts import Fact
from verify.kernel.questions import RejectedArgument

x, y, z, c = reals("x y z c")
i, j, k, n, t = integers("i j k n t")

h = Head("h", "anything")


def test_a_fact_cannot_be_typed():
    with pytest.raises(RejectedArgument, match="cannot be typed"):
        Fact((), x > x + 1, frozenset())
    with pytest.raises(RejectedArgument, match="cannot be typed"):
        replace(shown(stated(h(x) > 0)), says=h(x) > 1)
    with pytest.raises(AttributeError):
        shown(stated(h(x) > 0)).says = h(x) > 1
    with pytest.raises(RejectedArgument, match="not a fact"):
        establishes(States(h(x) > 0), (), h(x) > 0)


def test_the_printed_clause_may_have_other_names_for_bound_symbols_only():
    fact = shown(stated(Some(x, x > h(y)), y >= 0))
    establishes(fact, (y >= 0, y < 5), Some(z, h(y) < z))
    for given, says in (
        ((), Some(z, z > h(y))),
        ((y > 0,), Some(z, z > h(y))),
        ((y >= 0,), Some(z, z >= h(y))),
        ((y >= 0,), Some(z, y > h(y))),
        ((y >= 0,), Some(z, z > h(x))),
        ((y >= 0,), Some(n, n > h(y))),
        ((x >= 0,), Some(z, z > h(x))),
    ):
        with pytest.raises(RejectedArgument):
            establishes(fact, given, says)
