"""A misspelt argument of what claims are written in is named with the one that was meant."""

import pickle
import sys
from dataclasses import FrozenInstanceError, replace

import pytest

from theory.arguments import Lemma, Solve
from theory.claim import Claim, ForAll, Instead, Missing, Observed, SameOrder, Source
from theory.frozen import written_at
from theory.language import reals
from theory.well_formed import IllFormed

x = reals("x")


@pytest.mark.parametrize(
    ("kind", "misspelt", "meant"),
    [
        (Claim, "prnted", "printed"),
        (Claim, "becauses", "because"),
        (ForAll, "givens", "given"),
        (ForAll, "say", "says"),
        (SameOrder, "variabels", "variables"),
        (Observed, "setting", "settings"),
        (Missing, "wat", "what"),
        (Source, "appendices", "appendix"),
        (Instead, "ment", "meant"),
        (Solve, "use", "using"),
        (Lemma, "nam", "name"),
    ],
)
def test_the_argument_that_was_meant_is_named(kind, misspelt, meant):
    with pytest.raises(IllFormed) as refused:
        kind(**{misspelt: "-"})
    words = f"{kind.__name__} has no argument {misspelt!r}; did you mean {meant!r}?"
    assert str(refused.value) == words


def test_without_a_near_one_all_are_named():
    with pytest.raises(IllFormed, match="'qqq'; it has main, appendix"):
        Source(qqq="section 1")


def test_a_missing_argument_is_told_by_python():
    with pytest.raises(TypeError, match="missing 1 required positional argument: 'what'"):
        Missing()


def test_an_instance_knows_where_it_was_written():
    source = Source(
        main="here",
    )
    line = sys._getframe().f_lineno - 3
    assert written_at(source) == (__file__, line)
    assert written_at(pickle.loads(pickle.dumps(source))) == (__file__, line)


def test_the_place_is_no_part_of_what_is_said():
    one, other = ForAll(x > 1), ForAll(x > 1)
    other_line = Source("a")
    assert one.canonical() == other.canonical()
    assert other_line == Source("a")
    assert hash(other_line) == hash(Source("a"))
    assert replace(other_line, main="b") == Source("b")
    assert repr(other_line) == "Source(main='a', appendix='')"
    with pytest.raises(FrozenInstanceError):
        other_line.main = "c"
