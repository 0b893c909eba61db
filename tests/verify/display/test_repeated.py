"""Long terms that occur several times are found where they are evaluated in any case."""

import sympy as sp

from theory.language import integers, reals, sequence
from verify.display.repeated import by_cases, repeated

x, y, z = reals("x y z")
i, n = integers("i n")
a = sequence("a")
LONG = sp.sin(x * y + z) ** 2 / sp.cos(x + y * z) + sp.exp(x * y * z)


def found(*formulas, known=(x, y, z, n, a)):
    return repeated(formulas, known, str)


def test_a_long_term_that_stands_thrice_is_found_once():
    assert found(LONG > 1, LONG**2 < 3, y * LONG < x) == [LONG]
    assert found(LONG > 1) == []
    assert found(x * y > 1, x * y > 2, x * y > 3, x * y > 4) == []


def test_what_may_not_be_evaluated_or_has_no_value_is_not():
    branch = sp.Piecewise((LONG + LONG**2 + LONG**3, x > 0), (0, True))
    assert found(branch > 1, known=(x, y, z)) == []
    assert found(sp.Or(x > 0, LONG + sp.sqrt(LONG) > 0), sp.Or(y > 0, LONG > 2, LONG > 3)) == []
    assert found(LONG > 1, LONG**2 < 3, x > LONG**3, known=(x, y)) == []


def test_a_sum_is_found_and_not_what_it_binds():
    inside = sp.cos(a[i] * sp.Symbol("i", integer=True) + sp.sin(i)) ** 2
    total = sp.Sum(inside * a[i] + inside, (i, 1, n))
    assert found(total > 1, total**2 < x, total + y > x) == [total]


def test_terms_by_cases_of_one_definition_are_found_with_where_they_are_its_values():
    def law(at):
        return sp.Piecewise((0, at < n), (n * at, at < 1), (1, True))

    places = [x + z, z / y, x * z]
    variable, form, values = by_cases((law(places[0]) + law(places[1]) > 1, law(places[2])), 3)
    assert values == {law(place): place for place in places}
    assert form.xreplace({variable: z / y}) == law(z / y)


def test_two_terms_by_cases_or_of_several_definitions_are_none():
    terms = [sp.Piecewise((0, z < n), (z**n, True)) for n in (2, 3, 4)]
    assert by_cases((terms[0], terms[1]), 3) is None
    assert by_cases((sp.Piecewise((x, z > 0), (y, True)), x > y), 1) is not None
    assert by_cases((x > y,), 1) is None
