"""Normal forms tell different things apart."""

import sympy as sp

from theory.binders import SequenceOf
from theory.language import Head, integers, reals, sequence
from theory.normal_form import normal
from theory.quantifiers import Every, Some
from theory.sequences import Mean, Signs

x, y, z = reals("x y z")
i, j, k, n, t = integers("i j k n t")
s, r = sequence("s"), sequence("r")

h = Head("h", "anything")
STRINGS = Signs(t)


def test_normal_forms_tell_different_things_apart():
    different = (
        Some(x, h(x, y) > 0),
        Some(x, h(y, x) > 0),
        Some(n, h(n, y) > 0),
        Every(x, h(x, y) > 0),
        Some(x, h(x, x) > 0),
        Some(x, h(x, y) >= 0),
        Some(x, h(x, y) < 0),
        Some(s, h(s, y) > 0),
        Some(x, Some(y, h(x, y) > 0)),
        Some(x, Some(y, h(y, x) > 0)),
        Mean(h(s, r), s, STRINGS) > 0,
        Mean(h(s, s), s, STRINGS) > 0,
        Mean(h(s, r), s, Signs(n)) > 0,
    )
    different += (
        h(SequenceOf(s[i, j], i, j)) > 0,
        h(SequenceOf(s[j, i], i, j)) > 0,
        h(SequenceOf(s[i, j], i)) > 0,
        h(SequenceOf(s[i, i], i)) > 0,
        h(SequenceOf(r[i], i, j)) > 0,
        h(r) > 0,
    )
    assert len(set(map(normal, different))) == len(different)
    assert normal(sp.Sum(h(j, k), (j, 0, k), (k, 0, n))) == normal(
        sp.Sum(h(k, j), (k, 0, j), (j, 0, n))
    )
    assert normal(sp.Eq(x, y, evaluate=False)) == normal(sp.Eq(y, x, evaluate=False))
