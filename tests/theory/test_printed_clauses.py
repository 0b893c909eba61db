"""What a clause does not need, and which of its hypotheses can be wider; see `printed_clauses`."""

import pytest
import sympy as sp
from sympy.logic.boolalg import Implies, Or

from tests.theory import printed_clauses
from tests.theory.printed_clauses import idle, is_proved, ways, widened, with_each_wider
from theory.arguments import Solve
from theory.claim import Claim, ForAll
from theory.language import Each, integers, reals, sequence
from theory.quantifiers import Every
from verify.judging import arguments

x, y = reals("x y")
n = integers("n")


@pytest.mark.parametrize(
    ("narrow", "wide"),
    [
        (x > y, ["y <= x"]),
        (x < y, ["x <= y"]),
        (x > 1, ["1 <= x", "0 < x"]),
        (x >= 1, ["0 <= x"]),
        (x >= y, []),
        (n >= 2, ["1 <= n", "0 <= n"]),
        (n <= 5, ["n - 1 <= 5"]),
        (sp.Ne(x, 0), []),
    ],
)
def test_what_is_wider(narrow, wide):
    assert list(map(str, widened(narrow))) == wide


@pytest.mark.parametrize("because", [{}, {"": Solve(x**2 >= x, (x >= 1,))}])
def test_a_clause_that_holds_under_wider_hypotheses_is_seen(because):
    def wider(given):
        claim = Claim("p/c", "-", "-", "-", ForAll(x**2 >= x, (given,)), because=because)
        (part,) = claim.parts
        return [str(w) for _, w, more in with_each_wider(claim, part) if is_proved(claim, more)]

    assert wider(x >= 1) == []
    if not because:
        assert wider(x > 1) == ["1 <= x"]


# -- papers that try to hide what they add ---------------------------------------------------------


def idle_of(printed, monkeypatch, source="section 2", because=None):
    """Return what the lint for idle hypotheses says of a claim that is lemma 1."""
    claim = Claim("p/lem-1", "-", source, "-", printed, because={"": because} if because else {})
    monkeypatch.setattr(arguments, "_point_in", lambda *_: {})
    monkeypatch.setattr(printed_clauses, "proved_clauses", lambda _: (claim, list(claim.parts)))
    return idle.__wrapped__(claim.id)


SQUARE = x**2 + 1 > x


@pytest.mark.parametrize(
    ("place", "found"),
    [
        ("here", {"x > 3"}),
        ("lemma 1", {"x > 3"}),
        ("lemma 1: a large x", {"x > 3"}),
        ("appendix A, lemma 1", {"x > 3"}),
        ("lemma 2", set()),  # which a claim there, or nothing, states
    ],
)
def test_a_hypothesis_under_the_number_of_the_claim_is_its_own(place, found, monkeypatch):
    printed = ForAll(SQUARE, {place: (x > 3,)})
    assert idle_of(printed, monkeypatch, "lemma 1") == found


SMALL, LARGE = x < -1, x > 1


@pytest.mark.parametrize(
    ("given", "says", "found"),
    [
        ((Or(SMALL, LARGE),), x**2 > 1, set()),
        ((x > 0, Or(SMALL, LARGE)), x**3 > 1, {"x < -1 in (x > 1) | (x < -1)"}),  # never
        ((Or(x > 2, LARGE),), x > 1 / x, {"x > 2 in (x > 1) | (x > 2)"}),
        ((LARGE,), Or(SMALL, x**2 > x), {"x < -1 in (x < -1) | (x**2 > x)"}),
        ((x**2 > 1,), Or(SMALL, LARGE), set()),
        (
            (x > 0, Implies(x > 0, Or(SMALL, LARGE))),
            x**3 > 1,
            {"x < -1 in Implies(x > 0, (x > 1) | (x < -1))"},
        ),
        (
            (x > 2,),
            Implies(y > 0, Or(x < 1, x * y > y)),
            {"x < 1 in Implies(y > 0, (x < 1) | (x*y > y))"},
        ),
    ],
)
@pytest.mark.parametrize("argued", [False, True])
def test_a_member_of_an_or_that_adds_nothing_is_seen(given, says, found, argued, monkeypatch):
    because = Solve(says, given) if argued else None
    assert idle_of(ForAll(says, given), monkeypatch, because=because) == found


def test_an_or_is_seen_behind_for_every_for_each_entry_and_behind_if():
    p, j = sequence("p"), integers("j")
    either = Or(p[j] > 1, p[j] < 0)
    for wrapped in (
        lambda one: Every(y, one),
        lambda one: Each(one, (j, 1, n)),
        lambda one: Every(y, Implies(y > 0, one, evaluate=False)),
    ):
        found = [(wrapped(rest), wrapped(needless)) for _, rest, needless in ways(either)]
        assert [(rest, needless) for _, rest, needless in ways(wrapped(either))] == found
