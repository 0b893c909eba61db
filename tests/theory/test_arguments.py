"""Arguments as data: their leaves."""

from theory.arguments import Cut, Lemma, Put, Solve, leaves_of
from theory.language import reals

x, y, z = reals("x y z")


def test_leaves_are_found_wherever_they_stand():
    one, two, three = Lemma("one"), Lemma("two"), Lemma("three")
    argument = Cut(Put(one, {x: y}), (Solve(x > 0, (), (two, Cut(one, (three,)))),))
    assert leaves_of([argument]) == {one, two, three}
