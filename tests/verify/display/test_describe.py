"""What is said of a claim without any check."""

from verify.claims import catalogue
from verify.display.describe import describe


def test_symbols_and_grounds_of_a_printed_theorem_are_explained():
    about = describe(catalogue.load("instability-flatness/thm-5.4"))
    assert "equation (5)" in about.terms["alpha"].words
    assert about.grounds["definition of H at time 0"] == "H(s, 0) = 0"
    (fact,) = (words for name, words in about.grounds.items() if name.startswith("known fact"))
    assert "Rudin" in fact
    assert about.rests_on == ()
