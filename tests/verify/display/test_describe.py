"""What is said of a claim without any check."""

from verify.claims import catalogue
from verify.display.describe import describe, evaluated_by
from verify.evidence import Key


def test_symbols_and_grounds_of_a_printed_theorem_are_explained():
    about = describe(catalogue.load("instability-flatness/thm-5.4"))
    assert "equation (5)" in about.terms["alpha"].words
    assert about.grounds["definition of H at time 0"] == "H(s, 0) = 0"
    (fact,) = (words for name, words in about.grounds.items() if name.startswith("known fact"))
    assert "Rudin" in fact
    assert about.rests_on == ()


def test_it_is_said_which_symbols_are_integers():
    terms = describe(catalogue.load("less-data/lem-9")).terms  # "for every d: for every u: ..."
    assert ", an integer (" in terms["d"].words
    assert "an integer" not in terms["u"].words
    terms = describe(catalogue.load("signsgd-scaling/asm-F.3")).terms
    assert terms["n_+"].words.endswith(", an integer")  # a symbol of the claim's own


def test_heads_say_by_what_they_are_evaluated():
    claim = catalogue.load("signsgd-scaling/thm-3.1")
    known = evaluated_by(claim, Key(0))
    assert known
    assert all(kind.startswith("by a ") for kinds in known.values() for kind in kinds)
    assert evaluated_by(catalogue.load("signsgd-scaling/eq-37"), Key(0)) == {}
