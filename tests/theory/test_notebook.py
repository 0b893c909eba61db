"""Claims in a notebook: everything shown, nothing of it markup."""

import re

import pytest
import sympy as sp

from tests.reports.test_notebook import HOSTILE, shown
from theory.choices import Ambiguous
from theory.claim import Claim, ForAll, Instead, Missing, Observed, SameOrder, Source
from theory.language import DEFINES, Each, Lipschitz, function, integers, reals, sequence

x, y = reals("x y")
j, k = integers("j k")
p, alpha = sequence("p"), function("alpha")


def claim(statement, **changes):
    plain = {"title": "A title", "source": Source("section 1", "appendix A"), "words": "Words."}
    return Claim(id="paper/a", printed=statement, **{**plain, **changes})


def test_a_claim_shows_every_part_with_its_hypotheses():
    square = ForAll(given=(x > 0,), where={y: x + 1}, says=sp.Le(x**2, y))
    rate = SameOrder(x**2, x, regime=(x >= 1,), variables=(x,))
    clauses = {
        "square": square,
        "rate": Ambiguous("which power", {"the first": rate, "the second": rate}),
        "seen": Observed("run", {"seeds": 3}, x > 0),
        "model": Missing("a trained model"),
        "words": ForAll(given=(Lipschitz(alpha, 2),), says=DEFINES),
        "each": ForAll(says=Each(p[j] >= 0, (j, 0, k)), instances={k: (1,)}),
    }
    instead = {"square": Instead(ForAll(says=x**2 + 1 >= 2 * x))}
    _, text = shown(claim(clauses, instead=instead, lemmas={"ours": square}))
    for wanted in (
        "paper/a A title",
        "Words.",
        "section 1; appendix A",
        "square",
        "lemma: ours",
        r"$\displaystyle x^{2} \leq y$",
        r"if $\displaystyle x > 0$",
        r"where $\displaystyle y$ = $\displaystyle x + 1$",
        "what is said to hold instead",
        "rate; the first",
        r"$\displaystyle x^{2}$ $\asymp$ $\displaystyle x$",
        r"if $\displaystyle x \geq 1$",
        "with seeds = 3",
        "not tested here; missing: a trained model",
        r"\text{ is Lipschitz with constant }",
        r"\text{definition}",
        r"\dots",
    ):
        assert wanted in text, wanted


def test_a_claim_with_one_statement_names_no_part():
    page, _ = shown(claim(ForAll(says=x**2 >= x - 1)))
    assert "<i>" not in page


@pytest.mark.parametrize("text", HOSTILE)
def test_nothing_in_a_claim_becomes_markup_or_is_typeset(text):
    z = sp.Symbol(text, real=True)
    clauses = {
        text: Ambiguous(text, {text: ForAll(says=z > 1), "-": ForAll(says=z > 2)}),
        f"{text}.": Observed(text, {text: text}, z > 0),
        f"{text}?": Missing(text),
    }
    page, _ = shown(claim(clauses, title=text, words=text, source=Source(text, text)))
    assert set(re.findall(r"<(\w+)", page)) <= {"div", "b", "i", "span", "code"}
    prose = re.sub(r'<span class="tex2jax_ignore mathjax_ignore">.*?</span>', "", page)
    outside = re.sub("<code>.*?</code>", "", prose)
    assert "href" not in outside
    assert outside.count("$") % 2 == 0


def test_a_formula_that_is_too_long_is_text():
    page, _ = shown(claim(ForAll(says=sum(x**n for n in range(1500)) >= 0)))
    assert "<code>" in page
    assert "displaystyle" not in page
