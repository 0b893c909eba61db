"""Statements: what they quantify over, where their hypotheses stand, and their abbreviations."""

import pytest
import sympy as sp

from theory.claim import ForAll
from theory.language import (
    DEFINES,
    Each,
    Head,
    Lipschitz,
    function,
    integers,
    reals,
    rounds_to,
    sequence,
)
from theory.places import HERE
from theory.statements import statement_hash

x, y, z, t = reals("x y z t")
i, j, k, n = integers("i j k n")
p = sequence("p")
f = function("f")
Square = sp.Function("Square")
Speed = Head("Pace", "how fast something is")

SYMBOLS = [
    (ForAll(x < y), (x, y)),
    (ForAll(y < x, given=(t > 0,)), (t, x, y)),
    (ForAll(DEFINES, given=(Lipschitz(f, x),)), (f, x)),
    (ForAll(Speed(f, x) > f(y)), (f, x, y)),
    (ForAll(p[n] > x, given=(n >= 1,), instances={n: (1, 2)}), (n, p, x)),
    (ForAll(Each(p[j] > p[j + 1], (j, 0, 3))), (p,)),
    (ForAll(sp.Sum(p[i], (i, 1, n)) > 0, instances={n: (1, 2)}), (n, p)),
    (ForAll(z > t, where={z: x + 1, t: z - y}), (x, y)),
    (ForAll(Square(y) >= 0, where={Square(x): x**2}), (y,)),
    (ForAll(x > 0, where={z: y}), (x,)),
    (ForAll(x > 0, instances={n: (1, 2)}), (x,)),
    (ForAll(sp.Integral(t * x, (t, 0, 1)) <= x), (x,)),
    (ForAll(rounds_to(2 * x, "0.7", {x: ("0.3", "0.4")})), ()),
]


@pytest.mark.parametrize(("statement", "symbols"), SYMBOLS)
def test_a_statement_quantifies_over_what_is_free_in_it(statement, symbols):
    assert statement.symbols == symbols


def test_places_are_kept_and_change_nothing_else():
    flat = ForAll(x < y, given=(y > 1, x < 1, x > 0))
    apart = ForAll(x < y, given={"assumption 1": (y > 1,), HERE: (x < 1, x > 0), "lemma 2": ()})
    assert flat.places == ((HERE, (y > 1, x < 1, x > 0)),)
    assert apart.places == (("assumption 1", (y > 1,)), (HERE, (x < 1, x > 0)))
    assert apart == flat
    assert statement_hash(apart) == statement_hash(flat)
    assert statement_hash(ForAll(x < y, given=(x < 1, y > 1, x > 0))) != statement_hash(flat)
    assert ForAll(x < y).places == ()


def test_an_abbreviation_of_a_function_is_unfolded_at_every_argument():
    square = sp.Function("S", real=True)
    both = ForAll(where={square(x): x**2}, says=square(2 * x) > square(square(x)))
    assert both.expanded[0][1].says == sp.Gt(4 * x**2, x**4)
    inside = ForAll(where={square(z): z**2}, says=sp.Integral(square(t), (t, 0, x)) > 0)
    assert inside.expanded[0][1].says.lhs == sp.Integral(t**2, (t, 0, x))


def test_an_instance_is_left_out_only_where_a_hypothesis_is_false():
    kept = ForAll(given=(1 / (k - 1) > 0,), says=x > x + k, instances={k: (1, 2)})
    assert [instance[k] for instance, _ in kept.expanded] == [1, 2]
    gone = ForAll(given=(k >= 2,), says=x > x + k, instances={k: (1, 2)})
    assert [instance[k] for instance, _ in gone.expanded] == [2]
