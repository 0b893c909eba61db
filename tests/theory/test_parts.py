"""Parts of an expression are met once, however often they stand in it."""

from __future__ import annotations

import pytest
import sympy as sp

from theory.parts import of_kinds, parts_of, with_parts

x, y = sp.symbols("x y", real=True)
TERMS = (
    x,
    sp.S.One,
    sp.sin(x) + sp.sin(x) ** 2,
    sp.Piecewise((x, x > y), (y**2, True)),
    sp.Sum(sp.Function("f")(x) * y, (y, 1, 3)),
    sp.Implies(x < y, sp.Or(x > 0, x**2 < y)),
)


def doubled(steps: int) -> sp.Expr:
    """Return a term with some `steps` different parts in 2^steps places."""
    term = x
    for _ in range(steps):
        term = sp.sin(term) + sp.cos(term)
    return term


@pytest.mark.parametrize("term", TERMS)
def test_the_parts_are_those_of_a_preorder_traversal_in_its_order(term):
    met = list(parts_of(term))
    assert len(met) == len(set(met))
    assert set(met) == set(sp.preorder_traversal(term))
    if not term.has(sp.Or):  # sympy goes through what it connects in no order
        assert met == list(dict.fromkeys(sp.preorder_traversal(term)))


@pytest.mark.parametrize("term", TERMS)
def test_parts_are_changed_as_in_a_replacement(term):
    assert with_parts(term, lambda part: part) is term
    assert with_parts(term, lambda part: x + 1 if part == x else part) == term.replace(
        lambda part: part == x, lambda part: x + 1
    )


def test_what_stands_in_many_places_is_handled_once():
    met = list(parts_of(doubled(60)))
    assert len(met) == 1 + 60 * 3
    changed = []
    with_parts(doubled(60), lambda part: changed.append(part) or part)
    assert sorted(map(str, changed[:1])) == ["x"]
    assert len(changed) == len(met)


@pytest.mark.parametrize("term", TERMS)
def test_the_parts_of_some_kinds_are_those_that_sympy_finds_place_by_place(term):
    kinds = (sp.Pow, sp.Sum, sp.core.relational.Relational)
    assert of_kinds(term, *kinds) == term.atoms(*kinds)
