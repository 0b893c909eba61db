"""The lines of a worked example run without anything of ours."""

import subprocess
import sys

import pytest
import sympy as sp
from sympy.logic.boolalg import And, Implies

from theory.argument_language import States
from theory.arguments import Assume, Choose, Generalise, Give, Known
from theory.binders import SequenceOf
from theory.language import function, integers, le, reals, sequence
from theory.orders import Small
from theory.quantifiers import Every, Some
from verify.display.script import NoScript
from verify.worked.chosen import example
from verify.worked.lines import lines
from verify.worked.shown import points_of

C, x, y = reals("C x y")
i, n = integers("i n")
a, f = sequence("a"), function("f")


def written(statement, argument):
    found = example(statement, argument)
    return lines(found, points_of(found, {}))


def printed(script):
    done = subprocess.run(
        [sys.executable, "-I", "-c", script], capture_output=True, text=True, timeout=60
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def given(values, then=None):
    found = then or Assume(x >= 0)
    for symbol, value in reversed(values.items()):
        found = Give(found, Some(symbol, sp.true), value)
    return found


def test_sequences_and_conditions_on_integers():
    inside = And(i >= 1, i <= n)
    assumed = (Every(i, Implies(inside, a[i] > 1, evaluate=False)), Small(n))
    says = le(sp.Sum(a[i], (i, 1, n)), 5)
    values = given({n: sp.Integer(2), a: SequenceOf(2 * i, i)})
    shown = printed(written(States(says, assumed), values))
    assert "up to constants 1: 2.0" in shown
    assert "left 6.0 right 5.0" in shown
    assert shown.splitlines()[-1] == "fails"


def test_what_is_rounded_within_cases_is_computed_with_rounded_numbers():
    either = sp.Piecewise((sp.exp(x), x > 0), (0, True), evaluate=False)
    shown = written(States(le(either, 1)), given({x: sp.Integer(1)}))
    assert "from mpmath" in shown
    assert printed(shown).splitlines()[-1] == "fails"


def test_conditions_on_all_numbers_are_tried_near_those_that_occur():
    rises = Every(x, Every(y, Implies(x < y, f(x) < f(y), evaluate=False)))
    exists = Known("a positive function that increases, with slope 1/2 from 0 on")
    argument = Choose(exists, given({C: sp.Integer(1)}), f)
    shown = printed(written(States(le(f(C), 1), (rises,)), argument))
    assert "left 1.5" in shown
    assert shown.splitlines()[-1] == "fails"


def test_every_size_is_checked():
    bounded = States(Some(C, And(C > 0, Every(x, sp.sqrt(x) < C))))
    shown = printed(written(bounded, Generalise(given({x: C**2 + 1}), C)))
    assert shown.count("left ") == 3
    assert shown.splitlines()[-1] == "fails"


def test_what_has_no_form_in_python_is_named():
    limit = Every(x, Some(y, y > x))
    script = written(States(le(C, 0), (limit,)), given({C: sp.Integer(1)}))
    assert "# not computed here: for every x: for some y" in script
    without_end = And(Every(i, a[i] < 1), Every(i, a[i] < C))
    with pytest.raises(NoScript):
        written(States(without_end), given({C: sp.Integer(1), a: SequenceOf(i, i)}))
