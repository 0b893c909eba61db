"""Candidates: which edits of a statement are tried."""

import pytest
import sympy as sp

from theory.claim import ForAll, SameOrder
from theory.language import DEFINES, Each, integers, reals, sequence
from verify.variants.candidates import complete, edits, hypotheses

x, y, L = reals("x y L")
j, n = integers("j n")
a = sequence("a")


def test_sides_are_multiplied_by_what_hypotheses_say_is_positive():
    statement = ForAll(given=(L < 1, x >= 0), says=sp.Le(x, L))
    assert any(c.statement.says == sp.Le(x, L * (1 - L)) for c in edits(statement))


@pytest.mark.parametrize(
    ("statement", "wanted"),
    [
        (ForAll(given=(x >= 0,), says=1 / x > 0), sp.Ne(x, 0)),
        (ForAll(says=x >= y), sp.Ge(x, y)),
        (ForAll(given=(y > 0,), says=x**2 <= y**2), sp.Le(sp.Abs(x), y)),
        (ForAll(given=(n >= 2,), says=n > 2), sp.Ge(n, 3)),
        (ForAll(says=x**2 + y**2 > 0), sp.Ne(x, 0)),
        (ForAll(says=sp.Piecewise((x, x >= 2), (1, True)) >= 1), x >= 2),
    ],
)
def test_hypotheses_are_drawn_from_the_statement(statement, wanted):
    assert wanted in [h for _, h in hypotheses(statement)]


def test_a_range_is_made_shorter_at_either_end():
    statement = ForAll(given=(n >= 1,), says=Each(a[j] > 0, (j, 0, n)), instances={n: (1, 2)})
    says = [c.statement.says for c in edits(statement)]
    assert Each(a[j] > 0, (j, 0, n - 1)) in says
    assert Each(a[j] > 0, (j, 1, n)) in says


def test_a_bound_of_a_regime_is_turned_round():
    statement = SameOrder(x, 1, regime=(x**2 <= y,), variables=(x, y), relation="at least")
    regimes = {b for c in edits(statement) for b in c.statement.regime}
    assert regimes & {sp.Le(y, x**2), sp.Ge(x**2, y)}


def test_a_definition_has_no_edits():
    definition = ForAll(given=(x > 0,), says=DEFINES)
    assert not list(edits(definition))
    assert not list(hypotheses(definition))


def test_no_edit_is_the_statement_itself_and_none_comes_twice():
    statement = ForAll(given=(x >= 0,), says=sp.Le(x * y, x + y))
    found = [c.statement for c in (complete(statement, c) for c in edits(statement))]
    texts = [s.canonical() for s in found]
    assert statement.canonical() not in texts
    assert len(set(texts)) == len(texts)
    assert len(texts) > 20


def test_a_symbol_that_goes_takes_its_hypotheses_along():
    statement = ForAll(given=(x > 0, y >= 1), says=sp.Le(x, x * y))
    found = [complete(statement, c).statement for c in edits(statement)]
    assert any(s.symbols == (x,) and s.given == (x > 0,) for s in found)
