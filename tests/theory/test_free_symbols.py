"""The free symbols of sums are those that sympy finds, and nobody can change what is kept."""

import sympy as sp

from theory.free_symbols import _found

i, j, n = sp.symbols("i j n")
p = sp.IndexedBase("p")


def test_what_is_bound_inside_is_not_free():
    inner = sp.Sum(p[i, j], (j, 1, i))
    assert inner.free_symbols == _found.__wrapped__(inner)
    assert inner.free_symbols >= {i}
    assert j not in inner.free_symbols
    assert sp.Integral(inner * n, (i, 0, 1)).free_symbols == inner.free_symbols - {i} | {n}


def test_what_is_kept_does_not_change_with_what_was_given():
    sum_ = sp.Sum(i * n, (i, 0, 3))
    sum_.free_symbols.clear()
    assert sum_.free_symbols == {n}
    assert not sum_.is_number
    assert sp.Sum(i, (i, 0, 3)).is_number
