"""What every printed claim must satisfy, so that nothing narrowed can pass as printed."""

import importlib
from dataclasses import replace
from pathlib import Path

import pytest
import sympy as sp

from tests.whole_run import whole_run
from theory import papers
from theory.argument_language import States
from theory.arguments import Argument
from theory.claim import ForAll, Role
from theory.language import FunctionSymbol, function, integers, is_head, reals, sequence
from theory.places import HERE
from verify.claims import catalogue
from verify.claims.notation import departures, notation, symbols_in
from verify.claims.statements import heads
from verify.evidence import Evidence, Outcome, RationalValue, Tier, Verdict
from verify.judging import definitions
from verify.judging.arguments import argued
from verify.judging.clauses import JudgedStatement, combined
from verify.judging.definitions import NotADefinition, agrees
from verify.methods import refuters
from verify.methods.apply import apply_method
from verify.methods.task import PROFILES
from verify.record import committed

PROVED = [i for i, one in committed.load().items() if one.verdict is Verdict.PROVED]
NOTATIONS = sorted(path.parent.name for path in Path(papers.__path__[0]).glob("*/notation.py"))
POINT = Evidence("search", Outcome.UNKNOWN, Tier.SEARCH, witness={"x": RationalValue("1")})

# hypotheses of proved claims that compare a symbol with a number, as the page has them
PRINTED_BOUNDS = {
    "instability-flatness/thm-5.4": {"t >= 1"},
    "instability-flatness/thm-5.4-step-mass": {"t >= 1"},
    "less-data/cor-4": {"a_* <= 1", "delta < 1"},
    "less-data/lem-1": {"N >= 1", "c < sqrt(3)/2", "d >= 3"},
    "less-data/lem-1-step-beta": {"d >= 3", "x_share < 1"},  # of a law on [0, 1]
    "less-data/lem-10-step-radial": {"c_2 >= 5/6"},
    "signsgd-scaling/asm-C.4": {"d >= 1", "gamma <= 1", "j >= 1"},
    "signsgd-scaling/eq-15": {"x < 1/2"},
    "signsgd-scaling/eq-7": {"d >= 1"},
    "signsgd-scaling/txt-batch-acceleration": {"x >= 1"},
    "steepest-mirror/fig-3": {"Eq(x_l, 1/10)", "Eq(x_l, -1/10)"},
    "steepest-mirror/fig-2": {"m <= 1", "m > 1", "x_l >= 1"},
    "steepest-mirror/txt-exponential-slowdown": {"m > 1"},
    "steepest-mirror/txt-finite-time-blow-up": {"m > 1"},
    "steepest-mirror/txt-noise-example": {"Eq(Pr, 1/2)", "Eq(g_1, 1/100)", "Pr <= 1/2"},
    "steepest-mirror/cor-4.9": {"Ne(j, 1)", "j >= 1", "l >= 1"},
    "steepest-mirror/eq-14": {"Ne(j, 1)", "j >= 1"},
    "steepest-mirror/cor-E.6": {"Eq(q, 2)"},
    "steepest-mirror/ex-4.17": {"Eq(L, 2)", "Eq(q, 2)"},
    "steepest-mirror/tab-1": {"Eq(L, 2)", "Eq(q, 1)", "Eq(q, 3/2)", "Eq(q, 2)"},
    "steepest-mirror/thm-4.16": {"Eq(m, 2)", "Ne(m, 2)"},
    "instability-flatness/lem-F.8": {"k >= 1"},
    "instability-flatness/lem-5.9-width": {"t >= 1"},
    "instability-flatness/lem-F.12": {"t >= 1"},
    "instability-flatness/def-5.1": {"d >= 1", "i >= 1"},
    "instability-flatness/lem-F.9-step-piece": {"N >= 1"},
    "instability-flatness/txt-kernel": {"t >= 1"},
    # ranges of an index or a sign, cases of a sentence, and k where a power of k has a value
    "instability-flatness/eq-B.1": {"i >= 1", "k >= 1"},
    "instability-flatness/eq-G.2": {"d >= 1", "k >= 1"},
    "instability-flatness/eq-J.5": {"k >= 1"},
    "instability-flatness/txt-bce-derivatives": {"Eq(y_label, -1)", "Eq(y_label, 1)"},
    "instability-flatness/txt-clip-monotone": {"k >= 1"},
    "less-data/eq-M-population": {"i >= 3"},
    "less-data/lem-11": {"Eq(s_u, -1)", "Eq(s_u, 1)"},
    "less-data/lem-8": {"Eq(s_u, -1)", "Eq(s_u, 1)"},
    "signsgd-scaling/eq-11": {"k >= 1"},
    "signsgd-scaling/thm-G.5-step-edges": {"beta < 2", "beta > 2", "s > 1"},
}
# hypotheses of proved claims that the page states although they are not needed
PRINTED_IDLE = {
    "steepest-mirror/txt-noise-example": {"g_2 > 0"},  # of two estimates of opposite signs
    "instability-flatness/cor-5.5-step-case-B": {"x > -2*a_- + m_0"},
    "instability-flatness/def-5.1": {"eta > 0"},
    "instability-flatness/lem-F.5": {"Eq(H(sigma, n), 0)"},
    "instability-flatness/lem-F.12": {"t >= 1"},
    "instability-flatness/thm-5.6-step-two-step": {"F(alpha, x, m, 2) >= 1/2"},
}


def printed(claim_id):
    claim = catalogue.load(claim_id)
    return claim, [part for part in claim.parts if part.role is Role.PRINTED]


def of_paper(claim_ids):
    return [i for i in claim_ids if not i.partition("/")[2].startswith("ours-")]


# -- notation ----------------------------------------------------------------------------------


def notation_of(paper):
    return importlib.import_module(f"theory.papers.{paper}.notation")


@pytest.mark.parametrize("claim_id", of_paper(PROVED))
def test_no_proved_clause_departs_from_the_notation(claim_id):
    claim, parts = printed(claim_id)
    assert notation(claim)
    assert [departures(claim, part.statement) for part in parts] == [()] * len(parts)


def test_no_claim_gives_a_printed_symbol_another_meaning():
    for claim_id in of_paper(catalogue.index()):
        claim, parts = printed(claim_id)
        said = set().union(*(symbols_in(part.statement) for part in parts))
        assert not said & set(claim.symbols) & set(notation(claim)), claim_id


@pytest.mark.parametrize("paper", NOTATIONS)
def test_a_notation_explains_each_thing_once_and_all_of_its_definitions(paper):
    module = notation_of(paper)
    things = [named.thing for named in module.NOTATION]
    assert len(set(things)) == len({str(thing) for thing in things}) == len(things)
    for named in module.NOTATION:
        assert named.meaning
        assert named.place.main or named.place.appendix
    for definition in module.DEFINITIONS.values():
        assert heads(definition) <= set(things)


def meanings_of(paper):
    name = f"verify.papers.{paper}.notation"
    return importlib.import_module(name).MEANINGS if importlib.util.find_spec(name) else {}


def symbol_like(argument, name):
    """Return a symbol of the kind of an argument of a head."""
    if isinstance(argument, FunctionSymbol):
        return function(name)
    if isinstance(argument, sp.IndexedBase):
        return sequence(name)
    return integers(name) if argument.is_integer else reals(name)


def applications(module):
    """Return every head of a notation at symbols for its arguments, as a definition applies it."""
    found = {}
    for definition in module.DEFINITIONS.values():
        for applied in sorted(definition.says.atoms(sp.Function), key=str):
            if is_head(applied.func):
                symbols = [symbol_like(a, f"a{n}") for n, a in enumerate(applied.args)]
                found[applied.func] = applied.func(*symbols)
    return found.values()


def differs(name, definition, meanings):
    """Return whether the meanings of heads contradict a definition somewhere."""
    try:
        agrees(name, definition, meanings)
    except NotADefinition as found:
        return "is not what its quantities mean" in str(found)
    return False


@pytest.mark.parametrize("paper", NOTATIONS)
def test_heads_depend_on_all_that_they_list(paper, monkeypatch):
    meanings = meanings_of(paper)
    few, many = definitions.BUDGET, replace(definitions.BUDGET, examples=400)
    for applied in applications(notation_of(paper)):
        if applied.func not in meanings:
            continue  # then it is said of every verdict that rests on its definitions
        for place, argument in enumerate(applied.args):
            args = list(applied.args)
            args[place] = symbol_like(argument, "other")
            same = States(sp.Eq(applied, applied.func(*args), evaluate=False))
            found = False
            for budget in (few, many):
                monkeypatch.setattr(definitions, "BUDGET", budget)
                name = f"{applied.func} without {argument}, {budget.examples} points"
                found = found or differs(name, same, meanings)
            assert found, argument


# -- hypotheses --------------------------------------------------------------------------------


def bounds(statement):
    """Return the hypotheses of the claim's own sentence that compare a symbol with a number."""
    own = dict(statement.places).get(HERE, ())
    relations = {r for h in own for r in h.atoms(sp.core.relational.Relational)}
    return {
        str(r)
        for r in relations
        if any(a.is_Symbol and b.is_number and b != 0 for a, b in (r.args, r.args[::-1]))
    }


@pytest.mark.parametrize("claim_id", of_paper(PROVED))
def test_numbers_in_hypotheses_of_proved_claims_are_printed(claim_id):
    _, parts = printed(claim_id)
    found = set().union(*(bounds(part.statement) for part in parts))
    assert found == PRINTED_BOUNDS.get(claim_id, set())


def without_each_own_hypothesis(statement):
    """Yield each hypothesis of a statement's own sentence, and the statement without it."""
    places = dict(statement.places)
    own = places.get(HERE, ())
    for number in range(len(own)):
        less = {**places, HERE: (*own[:number], *own[number + 1 :])}
        yield own[number], replace(statement, given=less)


def is_proved(claim, part):
    """Return whether a statement in the place of a printed one is proved."""
    if isinstance(part.because, Argument):
        found = argued(claim, part, {}, [POINT], PROFILES["quick"])
        return any(piece.outcome is Outcome.HOLDS for piece in found)
    pieces = (
        apply_method(claim, part.statement, m.name, variant=True, hint=part.hint)
        for m in refuters()
    )
    return any(piece.proves for piece in pieces)


@pytest.mark.parametrize("claim_id", of_paper(PROVED))
def test_no_own_hypothesis_of_a_proved_clause_is_idle(claim_id):
    claim, parts = printed(claim_id)
    idle = {
        str(without)
        for part in parts
        if isinstance(part.statement, (ForAll, States))
        for without, less in without_each_own_hypothesis(part.statement)
        if is_proved(claim, replace(part, statement=less))
    }
    assert idle == PRINTED_IDLE.get(claim_id, set())


# -- order -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "claim", [c for c in whole_run().claims if len(c.parts) > 1], ids=lambda claim: claim.id
)
def test_the_order_of_clauses_and_readings_decides_nothing(claim):
    parts = [
        JudgedStatement(p.clause, p.role, p.chosen, p.verdict, p.tier)
        for p in claim.parts
        if p.role == "printed"
    ]
    orders = [parts[::-1], parts[1:] + parts[:1]]
    assert {combined(order).verdict for order in (parts, *orders)} == {claim.verdict}
