"""What is said of a claim without any check."""

import pytest
import sympy as sp

from reports import summary
from theory.claim import ForAll, Role
from theory.language import is_head, reals
from verify.claims import catalogue
from verify.claims.notation import symbols_in
from verify.display.describe import describe, evaluated_by
from verify.display.text import latex, text
from verify.evidence import Key
from verify.record import committed

INEQUALITIES = (sp.Lt, sp.Le, sp.Gt, sp.Ge)


def test_symbols_and_grounds_of_a_printed_theorem_are_explained():
    about = describe(catalogue.load("instability-flatness/thm-5.4"))
    assert "equation (5)" in about.terms["alpha"].words
    defined = about.grounds["definition of H at time 0"]
    assert defined.startswith("H(s, 0) = 0 (")
    assert "theorem 5.4" in defined or "appendix F.4" in defined
    assert "compared with the meaning at points, not proved" in defined
    (fact,) = (words for name, words in about.grounds.items() if name.startswith("known fact"))
    assert "Rudin" in fact
    assert about.rests_on == ()


def test_it_is_said_which_symbols_are_integers():
    terms = describe(catalogue.load("less-data/lem-9")).terms  # "for every d: for every u: ..."
    assert ", an integer (" in terms["d"].words
    assert "an integer" not in terms["u"].words
    words = describe(catalogue.load("signsgd-scaling/lem-E.3")).terms["j"].words
    assert words.startswith("in an integral: a number from 1 to d")  # and no coordinate
    terms = describe(catalogue.load("instability-flatness/def-F.3")).terms
    assert terms["m"].words.endswith(", an integer")  # a symbol of the claim's own


def test_symbols_and_quantities_that_the_paper_does_not_have_are_marked_as_ours():
    terms = describe(catalogue.load("steepest-mirror/thm-4.8")).terms
    assert [terms[name].ours for name in ("lambda", "AfterRest", "s")] == [False, False, True]
    terms = describe(catalogue.load("instability-flatness/prop-5.11")).terms
    assert [terms[name].ours for name in ("alpha", "Median", "low")] == [False, False, True]
    terms = describe(catalogue.load("signsgd-scaling/thm-3.1")).terms
    assert [terms[name].ours for name in ("s", "M", "N")] == [False, False, True]


@pytest.mark.parametrize(
    ("claim", "name", "words"),
    [
        ("lem-F.14", "k", "a number of steps, an integer (appendix F.8)"),
        ("lem-F.8", "k", "number of a level that the sums of a string reach, an integer ("),
        ("txt-I-heff", "k", "a coordinate, an integer ("),
        ("txt-I-heff", "epsilon", "what Adam adds to a denominator ("),
        ("lem-F.22", "m", "a median of the law ("),
        ("lem-5.9", "m", "a mode of the density f ("),
    ],
)
def test_a_symbol_is_explained_as_the_paper_has_it_where_the_claim_stands(claim, name, words):
    terms = describe(catalogue.load(f"instability-flatness/{claim}")).terms
    assert terms[name].words.startswith(words)


def test_a_symbol_that_means_nothing_of_the_paper_there_is_not_explained():
    terms = describe(catalogue.load("instability-flatness/txt-existence-period2-step-continuity"))
    assert "epsilon" not in terms.terms


def test_formulas_have_symbols_as_the_paper_spells_them_and_certificates_their_names():
    claim = catalogue.load("instability-flatness/txt-stable-regime")
    about = describe(claim)
    assert about.terms["t1"].latex == r"\vartheta_{1}"
    shown = about.statements[Key(0)].text
    assert r"\vartheta_{1}" in shown.latex
    assert "t_{1}" not in shown.latex
    assert "t1" in shown.says
    assert latex(next(s for s in claim.parts[0].statement.symbols if str(s) == "t1")) == "t_{1}"


def test_heads_say_by_what_they_are_evaluated():
    claim = catalogue.load("signsgd-scaling/thm-3.1")
    known = evaluated_by(claim, Key(0))
    assert known
    assert all(kind.startswith("by a ") for kinds in known.values() for kind in kinds)
    assert evaluated_by(catalogue.load("signsgd-scaling/eq-21"), Key(0)) == {}


FAILING = sorted(i for i, one in committed.load().items() if one.verdict.fails)


def failing(claim_id):
    """Return a claim, what is said of it, and its printed parts that fail by the record."""
    claim, known = catalogue.load(claim_id), committed.load()[claim_id]
    of_statement = {key: one.verdicts[known.profile][0] for key, one in known.statements.items()}
    parts = {
        key.part: claim.parts[key.part]
        for key, verdict in of_statement.items()
        if verdict.fails and not key.instead and claim.parts[key.part].role is Role.PRINTED
    }
    return claim, describe(claim), parts


@pytest.mark.parametrize("claim_id", FAILING)
def test_every_symbol_of_what_fails_and_of_what_holds_instead_is_explained(claim_id):
    _, about, parts = failing(claim_id)
    shown = [part.statement for part in parts.values()]
    shown += [part.instead.statement for part in parts.values() if part.instead is not None]
    used = {s for statement in shown for s in symbols_in(statement) if not is_head(s)}
    short = {one for statement in shown for one in getattr(statement, "where", ()) if one.args}
    of_short = {part for one in short for part in (one.func, *one.args)}
    known = {name for name, term in about.terms.items() if term.words not in ("", "an integer")}
    assert {text(symbol) for symbol in (used - of_short) | short} <= known


@pytest.mark.parametrize("claim_id", FAILING)
def test_what_holds_instead_says_something(claim_id):
    """Words stand where a formula says nothing or stays as it is although it was misprinted."""
    _, about, parts = failing(claim_id)
    for number, part in parts.items():
        if part.instead is not None and not part.instead.words:
            printed = about.statements[Key(number)].text
            instead = about.statements[Key(number, instead=True)]
            same = (printed.says, printed.where) == (instead.text.says, instead.text.where)
            assert not summary.says_nothing(instead.text)
            assert not (same and instead.meant)
            assert not is_its_own_hypothesis(part.instead.statement)


def is_its_own_hypothesis(statement):
    """Return whether a statement assumes what it says, with its terms moved about."""
    says = getattr(statement, "says", None)
    if not isinstance(statement, ForAll) or not isinstance(says, INEQUALITIES):
        return False
    given = [one for one in statement.given if isinstance(one, INEQUALITIES)]
    return any(sp.expand(one.gts - one.lts - (says.gts - says.lts)) == 0 for one in given)


def test_a_statement_that_assumes_what_it_says_is_found():
    x, y = reals("x y")
    assert is_its_own_hypothesis(ForAll(x < y, given=(x - y < 0,)))
    assert not is_its_own_hypothesis(ForAll(x < y, given=(x - y < 1,)))
