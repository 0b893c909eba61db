"""A statement as text."""

import sympy as sp

from reports import terminal
from theory.claim import Claim, ForAll, Source
from theory.language import reals, rounds_to
from theory.notebook import html
from theory.places import HERE
from theory.quantifiers import Every
from verify.display.text import latex, normal_law, rendered, text

x, y = reals("x y")


def test_a_hypothesis_from_elsewhere_is_shown_with_its_place():
    statement = ForAll(x < y, given={"assumption 1": (y > 1,), HERE: (x < 1,)})
    assert terminal.statement(rendered(statement)) == [
        "  says      x < y",
        "  given     y > 1  (assumption 1)",
        "            x < 1",
    ]
    shown = html(Claim("paper/a", "", Source(), "", statement))
    assert shown.count("(assumption 1)") == 1
    assert HERE not in shown


def test_hypotheses_of_the_sentence_itself_have_no_place():
    assert rendered(ForAll(x < y, given=(x < 1,))).places == {}


def test_inputs_of_a_printed_number_have_the_range_that_their_own_print_allows():
    shown = rendered(ForAll(rounds_to(x / y, "0.5", {x: ("0.9", "1.1"), y: (2, 2)})))
    assert shown.where == {"x": "some number from 9/10 to 11/10", "y": "2"}
    assert shown.where_latex == {
        "x": r"\left[\frac{9}{10}, \frac{11}{10}\right]",
        "y": "2",
    }


def test_a_greek_letter_with_a_prime_stays_greek():
    names = {
        "alpha'_min": r"\alpha'_{min}",
        "alpha'": r"\alpha'",
        "r'_k": "r'_{k}",
        "R''_l": "R''_{l}",
        "lambda_j": r"\lambda_{j}",
    }
    assert {name: latex(symbol) for name in names for symbol in reals(f"{name} z")[:1]} == names


def test_error_functions_are_shown_by_the_normal_law():
    shown = {
        1 - sp.erfc(x / sp.sqrt(2)): "2*Phi(x) - 1",
        sp.erfc(x / sp.sqrt(2)) / 2: "Phi(-x)",
        y * (1 - sp.erfc(x / sp.sqrt(2)) / 2): "y*Phi(x)",
        y * sp.erf(x / sp.sqrt(2)): "y*(2*Phi(x) - 1)",
        y - 3 * sp.erf(x / sp.sqrt(2)): "y - 6*Phi(x) + 3",
        sp.erf(x / sp.sqrt(2)) ** 2: "(2*Phi(x) - 1)^2",
    }
    assert {e: text(e) for e in shown} == shown
    assert latex(sp.erfc(x / sp.sqrt(2)) ** 2).startswith(r"\left(2 \Phi")


def test_phi_is_explained_where_it_is_shown():
    assert [entry.latex for entry in normal_law(ForAll(sp.erf(x) <= 1)).values()] == [r"\Phi"]
    assert normal_law(ForAll(x <= 1, (x < 0,))) == {}


def test_what_is_quantified_stands_in_brackets_beside_others():
    says = sp.And(Every(y, x <= y), x < 1)
    assert text(says) in ("(for every y: x <= y) and x < 1", "x < 1 and (for every y: x <= y)")
