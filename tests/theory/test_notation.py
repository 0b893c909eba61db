"""What a paper's notation is made of: its words, and its convention for "up to a constant"."""

import pytest
import sympy as sp

from theory.choices import readings
from theory.claim import ForAll, Source
from theory.language import Head, function, integers, reals, sequence
from theory.notation import Letter, Named, UpToConstants

x = reals("x")
AT = Source("section 2")


@pytest.mark.parametrize(
    ("thing", "kind"),
    [
        (x, "real"),
        (integers("n"), "integer"),
        (function("f"), "function"),
        (sequence("p"), "sequence"),
        (Head("R", "a quantity"), "head"),
    ],
)
def test_a_name_says_what_sort_of_thing_it_stands_for(thing, kind):
    role = "quantity" if kind == "head" else "variable"
    assert Named(thing, role, "-", AT).kind == kind
    for wrong in ("index", "variable" if kind == "head" else "quantity"):
        with pytest.raises(ValueError, match="no role"):
            Named(thing, wrong, "-", AT)


LEVEL, STEPS, LENGTH = "a level", "a number of steps", "a length"
SEVERAL = Named(
    x,
    "variable",
    LEVEL,
    Source("", "lemma F.8"),
    also=((STEPS, Source("section 5", "appendix F.8")), (LENGTH, Source("", "(F.5)"))),
)


@pytest.mark.parametrize(
    ("main", "appendix", "meanings"),
    [
        ("", "appendix F.4, lemma F.8", [LEVEL]),
        ("", "appendix F.4, proof of lemma F.8", [LEVEL]),
        ("", "appendix F.8, corollary F.15", [STEPS]),
        ("section 5.3", "", [STEPS]),
        ("", "appendix F.8, (F.5)", [LENGTH]),  # an equation is closer than its section
        ("", "lemma F.8, (F.5)", [LEVEL, LENGTH]),
        ("", "appendix F.80", []),
        ("", "appendix I", []),
    ],
)
def test_of_several_meanings_a_symbol_has_those_of_the_place_where_a_claim_stands(
    main, appendix, meanings
):
    assert [words for words, _ in SEVERAL.meanings_at(Source(main, appendix))] == meanings


def test_one_meaning_alone_is_that_of_the_whole_paper():
    assert Named(x, "variable", LEVEL, AT).meanings_at(Source("section 9")) == ((LEVEL, AT),)


def test_a_letter_runs_through_a_sum_or_an_integral():
    words = [Letter(x, binder, "a step", AT).words for binder in (sp.Sum, sp.Integral)]
    assert words == ["in a sum: a step", "in an integral: a step"]
    with pytest.raises(ValueError, match="no sum and no integral"):
        Letter(x, sp.Product, "a step", AT)


def test_a_hypothesis_up_to_a_constant_has_both_meanings():
    convention = UpToConstants("what it leaves open", AT)
    any_constant, serves = ForAll(x > 0, (x > 1,)), ForAll(x > 0, (x > 2,))
    found = {picked[0]: read for picked, read in readings(convention.of(any_constant, serves))}
    assert {name: read for (_, name), read in found.items()} == dict(
        zip(UpToConstants.names, (any_constant, serves), strict=True)
    )
    assert {choice.why for choice, _ in found} == {convention.why}
