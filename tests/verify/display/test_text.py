"""A statement as text."""

from reports import terminal
from theory.claim import Claim, ForAll, Source
from theory.language import reals
from theory.notebook import html
from theory.places import HERE
from verify.display.text import rendered

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
