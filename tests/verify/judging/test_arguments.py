"""Clauses that are proved by an argument, from the claim to its certificate and back."""

import copy
import json
from dataclasses import replace

import pytest
import sympy as sp
from msgspec import structs
from sympy.logic.boolalg import And, Implies, Not

from tests.share import in_share
from tests.verify.kernel.arguments.joins import changed, places, some_places
from theory.argument_language import States
from theory.arguments import (
    Argument,
    Assume,
    Clause,
    Contradictory,
    Cut,
    Definition,
    Generalise,
    Give,
    Known,
    Lemma,
    Met,
    Solve,
    Specialise,
)
from theory.binders import substitute
from theory.choices import Ambiguous
from theory.claim import ByHand, Claim, ForAll, Instead, Missing, Source
from theory.hints import Keeps
from theory.language import Head, function, integers, reals, sequence
from theory.papers.instability_flatness import mass, mass_argument
from theory.papers.instability_flatness.eigenvector_argument import DEVIATES, INVERSE_SQUARES
from theory.papers.signsgd_scaling import notation, scaling_law
from theory.papers.steepest_mirror import notation as mirror
from theory.papers.steepest_mirror.notation import OTHERS_IN_EVERY_COORDINATE, OTHERS_NOT_ZERO
from theory.quantifiers import Every, Some
from theory.sequences import In, Indicator, Law, Mean, Signs
from theory.statements import statement_hash
from theory.well_formed import IllFormed
from verify.claims import catalogue
from verify.claims.meanings import Construction, Formula
from verify.claims.statements import statements
from verify.evidence import Evidence, Key, Outcome, RationalValue, Tier, Verdict
from verify.judging import arguments
from verify.judging.arguments import argued
from verify.judging.assemble import confirm_certificate, judge_claim
from verify.judging.certificate import CertificateError, make_proof
from verify.kernel.conditions import conjuncts
from verify.methods.apply import apply_method, apply_to_claim
from verify.methods.task import PROFILES
from verify.papers.steepest_mirror import notation as attack

x, y, z = reals("x y z")
k, x_whole = integers("k n")
s, f = sequence("s"), function("P")
HALF = sp.Rational(1, 2)
QUICK = PROFILES["quick"]
SQUARE = ForAll(x**2 + y**2 >= 2 * x * y)
SUM = ForAll(x**2 + y**2 + z**2 >= 2 * x * y)
FEW = 8  # one in so many hypotheses and mutants is tried
WITH_ARGUMENTS = [i for i in catalogue.index() if catalogue.load(i).arguments]


def claim(printed, argument, **lemmas):
    return Claim("p/c", "-", Source(), "-", printed, lemmas=lemmas, because={"": argument})


POINT = Evidence(
    "search", Outcome.UNKNOWN, Tier.SEARCH, witness=dict.fromkeys("xyz", RationalValue("1"))
)
BY_THE_LEMMA = "holds by an argument that rests on the lemma"
FOLLOWS = Solve(SUM.says, (), (Lemma("square"),))


def judged(of, methods=("solver", "derivation"), point=POINT):
    """Judge a claim by all that z3 and derivation, or other methods, find, and by a point."""
    keys = [key for key, _ in statements(of)]
    found = {key: [] for key in keys}
    for method in methods:
        for key, piece in apply_to_claim(of, method, keys).items():
            found[key].append(piece)
    found[Key(0)] = [point]  # the clause itself is left to the argument
    return judge_claim(of, found, {})


def test_a_clause_follows_from_a_lemma_that_is_proved():
    found = judged(claim(SUM, FOLLOWS, square=SQUARE))
    assert found.verdict is Verdict.PROVED
    assert found.verdicts[Key(0)].tier is Tier.SOLVER
    assert found.verdicts[Key(0)].reason == "by an argument that rests on the lemma 'square'"


@pytest.mark.parametrize(
    ("printed", "argument", "words"),
    [
        (ForAll(x**2 + y**2 > 2 * x * y), FOLLOWS, "it concludes"),
        (ForAll(SUM.says, given=(x > 0,)), FOLLOWS, ""),  # under more hypotheses it holds, too
        (Missing("-"), FOLLOWS, "cannot show a statement of type Missing"),
        (SUM, Solve(SUM.says, (x > 0,), (Lemma("square"),)), "it also assumes x > 0"),
        (SUM, Solve(SUM.says, (), (Known("no such fact"),)), "nobody has judged"),
        (SUM, Solve(SUM.says, (), (Definition("no such"),)), "nobody has judged"),
        (SUM, Solve(SUM.says, (), (Clause("p/other"),)), "nobody has judged"),
    ],
)
def test_an_argument_must_end_at_what_is_printed(printed, argument, words):
    found = judged(claim(printed, argument, square=SQUARE))
    pieces = [e for e in found.verdicts[Key(0)].evidence if e.method == "argument"]
    assert pieces[0].outcome is (Outcome.UNKNOWN if words else Outcome.HOLDS)
    assert words in pieces[0].detail
    assert (found.verdict is Verdict.PROVED) is not bool(words)


def test_a_lemma_that_is_not_proved_carries_nothing():
    of = claim(SUM, FOLLOWS, square=SQUARE)
    likely = Evidence("search", Outcome.HOLDS, Tier.SEARCH)
    found = judge_claim(of, {Key(0): [POINT], Key(1): [likely]}, {})
    assert found.verdict is Verdict.OPEN
    assert "nobody has judged" in found.verdicts[Key(0)].reason


def test_a_clause_about_nothing_is_not_proved():
    of = claim(SUM, FOLLOWS, square=SQUARE)
    proof = [Evidence("derivation", Outcome.HOLDS, Tier.EXACT, certificate={"kind": "cases"})]
    found = judge_claim(of, {Key(0): [], Key(1): proof}, {})
    assert "no point is known" in found.verdicts[Key(0)].reason
    nothing = States(SUM.says, given=(x > 0, x < 0))
    empty = judged(claim(nothing, Solve(SUM.says, (), (Lemma("square"),)), square=SQUARE))
    assert empty.verdict is Verdict.OPEN
    assert "can hold together" in empty.verdicts[Key(0)].reason


F = Head("F", "a quantity with a meaning")


def unevaluated(one, other):
    return sp.Eq(one, other, evaluate=False)


@pytest.mark.parametrize(("value", "met"), [(3, True), (1, False)])
def test_hypotheses_on_a_quantity_must_be_met_by_what_it_means(value, met, monkeypatch):
    printed = States(SUM.says, given=(F(x) > 2,))
    of = claim(printed, Solve(SUM.says, (), (Lemma("square"),)), square=SQUARE)

    def means(number):
        tables = {"MEANINGS": {F: (Formula(lambda at: sp.Integer(number) + 0 * at),)}}
        monkeypatch.setattr(catalogue, "attack_table", lambda _, name: tables.get(name, {}))

    means(3)
    proof = judged(of).verdicts[Key(0)].evidence[-1].certificate
    sealed = make_proof("p/c", "", "", statement_hash(printed), proof)
    means(value)
    assert (judged(of).verdict is Verdict.PROVED) is met
    if met:
        assert confirm_certificate(of, sealed).startswith(BY_THE_LEMMA)
    else:
        assert confirm_certificate(of, sealed).endswith(arguments.UNMET)


NOT_ZERO = sp.Ne(x, 0, evaluate=False)
RECIPROCAL = {"MEANINGS": {F: (Formula(lambda at: 1 / at),)}}


@pytest.mark.parametrize("printed", [NOT_ZERO, sp.Gt(x**2, 0, evaluate=False)])
def test_a_lemma_on_where_a_quantity_has_a_value_is_no_leaf(printed, monkeypatch):
    """A method proves it where the quantity has one; an argument would use it everywhere."""
    monkeypatch.setattr(catalogue, "attack_table", lambda _, name: RECIPROCAL.get(name, {}))
    has_a_value = unevaluated(F(x), F(x))
    argument = Solve(printed, (), (Cut(Lemma("defined"), (Solve(has_a_value),)),))
    of = claim(States(printed), argument, defined=ForAll(NOT_ZERO, given=(has_a_value,)))
    found = judged(of)
    assert found.verdicts[Key(1)].verdict is Verdict.PROVED
    assert found.verdict is Verdict.OPEN
    assert "which may have no value there" in found.verdicts[Key(0)].reason


CONTRARY = {
    "DEFINITIONS": {
        "whole": States(unevaluated(F(k), k)),
        "whole, too": States(unevaluated(F(k), k + k * (k - 1))),
        "at 0": States(unevaluated(F(0), 0)),
    }
}


@pytest.mark.parametrize(("other", "verdict"), [("whole, too", Verdict.SUPPORTED), ("whole", None)])
def test_definitions_that_may_contradict_each_other_prove_nothing(other, verdict, monkeypatch):
    meanings = {"MEANINGS": {F: (Formula(lambda at: at),)}}
    monkeypatch.setattr(catalogue, "attack_table", lambda _, name: meanings.get(name, {}))
    monkeypatch.setattr(arguments, "definitions", lambda _: CONTRARY["DEFINITIONS"])
    monkeypatch.setattr(arguments, "agrees", lambda *_: True)
    used = (Definition("whole"), Definition(other))
    says = States(unevaluated(2 * F(k), 2 * k))
    found = judged(claim(says, Solve(says.says, (), used)))
    assert found.verdict is (verdict or Verdict.PROVED)


def test_a_definition_shows_nothing_of_itself(monkeypatch):
    meanings = {"MEANINGS": {F: (Formula(lambda at: at),)}}
    monkeypatch.setattr(catalogue, "attack_table", lambda _, name: meanings.get(name, {}))
    monkeypatch.setattr(arguments, "definitions", lambda _: CONTRARY["DEFINITIONS"])
    says = States(unevaluated(k, F(k)))
    found = judged(claim(says, Solve(says.says, (), (Definition("whole"),))))
    assert found.verdict is Verdict.SUPPORTED
    (lacks,) = found.verdicts[Key(0)].covered
    assert "it is the definition of whole itself" in lacks


NEVER = Implies(And(x > 1, x < 0), x > 5, evaluate=False)
SOMETIMES = Implies(And(x > 1, x < 2), x < 5, evaluate=False)


@pytest.mark.parametrize(
    ("says", "verdict"),
    [
        (NEVER, Verdict.OPEN),
        (And(NEVER, SOMETIMES), Verdict.OPEN),
        (SOMETIMES, Verdict.PROVED),
    ],
)
def test_what_assumes_what_nothing_satisfies_is_not_proved(says, verdict):
    found = judged(claim(States(says), Solve(says)))
    assert found.verdict is verdict
    generalised = judged(claim(States(Every(x, says)), Generalise(Solve(says), x)))
    assert generalised.verdict is verdict


@pytest.mark.parametrize("place", [x, s], ids=["a number", "a sequence"])
def test_hypotheses_on_a_quantity_without_a_meaning_are_not_met(place, monkeypatch):
    monkeypatch.setattr(catalogue, "attack_table", lambda _, name: {})
    of = claim(States(SUM.says, given=(F(place) > 2,)), FOLLOWS, square=SQUARE)
    found = judged(of).verdicts[Key(0)]
    assert found.verdict is Verdict.SUPPORTED
    assert found.covered == (arguments.UNMET,)


def two_of(given):
    return And(k >= 1, k <= 2, given)


EMPTY_SUM = sp.Sum(x + k, (k, 1, 0))
MEAN = Mean(s[0], s, Signs(1))
INTEGRAL = sp.Integral(y, (y, 0, 1))
CERTAIN = Mean(Indicator(y > 0), y, Law(f))
VACUOUS = {
    "every number": Every(y, y > 0),
    "every integer": Every(k, k >= x),
    "every integer of a range": Every(k, Implies(two_of(True), k < 1, evaluate=False)),
    "some integer of a range": Some(k, two_of(k > 3)),
    "not every": Not(Every(k, Implies(two_of(True), k >= 1, evaluate=False))),
    "an empty sum": unevaluated(EMPTY_SUM, 1),
    "a sum": unevaluated(sp.Sum(k, (k, 1, 3)), 7),
    "a product": sp.Product(k, (k, 0, x_whole)) > 0,
    "a mean": unevaluated(MEAN, 1),
    "a mean under a law": CERTAIN > 1,
    "a mean over no string": unevaluated(Mean(s[0], s, Signs(-1)), 0),
    "an integral": unevaluated(INTEGRAL, 1),
    "a function": sp.Lt(sp.exp(x), 0, evaluate=False),
    "a quantity": F(x) > 4,
    "a quantity at every place": Every(k, Implies(two_of(True), F(k) > 4, evaluate=False)),
    "a quantity that is defined": Some(y, unevaluated(F(y), 1 + F(0))),
}
SATISFIED = {
    "every integer of a range": Every(k, Implies(two_of(True), k + x > 3, evaluate=False)),
    "some integer of a range": Some(k, two_of(k > x)),
    "an empty sum": unevaluated(EMPTY_SUM, 0),
    "a sum": unevaluated(sp.Sum(k, (k, 1, 3)), 6),
    "a mean": unevaluated(MEAN, 0),
    "an integral": sp.Integral(x * y, (y, 0, 1)) < 1,
    "a function": sp.exp(x) > 1,
    "a string": And(In(s, Signs(2)), unevaluated(s[0] + 2 * s[1], -1)),
    "a quantity": F(x) < 4,
}


@pytest.mark.parametrize("given", [*VACUOUS.items(), *SATISFIED.items()], ids=lambda one: one[0])
def test_only_what_is_evaluated_satisfies_hypotheses(given, monkeypatch):
    """To the solver that takes the steps, sums, means, integrals and quantifiers are unknowns."""
    _, hypothesis = given
    tables = {"MEANINGS": {F: (Formula(lambda at: 3 + 0 * at),)}}
    monkeypatch.setattr(catalogue, "attack_table", lambda _, name: tables.get(name, {}))
    printed = States(SUM.says, given=(hypothesis,))
    of = claim(printed, FOLLOWS, square=SQUARE)
    found = judged(of).verdicts[Key(0)]
    proof = json.loads(json.dumps(found.evidence[-1].certificate))
    replayed = confirm_certificate(of, make_proof("p/c", "", "", statement_hash(printed), proof))
    if given in SATISFIED.items():
        assert found.verdict is Verdict.PROVED
        assert arguments.UNMET not in replayed
    else:
        assert found.verdict is Verdict.SUPPORTED
        assert found.covered == (arguments.UNMET,)
        assert replayed.endswith(arguments.UNMET)


def test_the_point_of_an_argument_is_one_that_its_replay_accepts():
    printed = ForAll(SUM.says, given=(x > 0,))
    of = claim(printed, FOLLOWS, square=SQUARE)
    points = [
        structs.replace(POINT, witness=dict.fromkeys(names, RationalValue(value)))
        for value, names in (("-1", "xyz"), ("1", "xy"), ("2", "xyz"))
    ]
    proof = Evidence("derivation", Outcome.HOLDS, Tier.EXACT, certificate={"kind": "cases"})
    for known, found in ((points, "2"), (points[:2], None)):
        judged_now = judge_claim(of, {Key(0): known, Key(1): [proof]}, {})
        assert (judged_now.verdict is Verdict.PROVED) is (found is not None)
        if found is not None:
            (piece,) = (e for e in judged_now.verdicts[Key(0)].evidence if e.method == "argument")
            assert piece.certificate["point"]["witness"]["x"]["value"] == found


def test_the_certificate_holds_the_proofs_of_the_lemmas():
    of = claim(SUM, FOLLOWS, square=SQUARE)
    (piece,) = (e for e in judged(of).verdicts[Key(0)].evidence if e.method == "argument")
    proof = json.loads(json.dumps(piece.certificate))

    def sealed(changed_proof):
        return make_proof("p/c", "", "", statement_hash(SUM), changed_proof)

    assert confirm_certificate(of, sealed(proof)).startswith(BY_THE_LEMMA)
    without = {**proof, "lemmas": {}}
    other = copy.deepcopy(proof)
    other["lemmas"]["square"] = {"kind": "instances", "parts": []}
    for forged in (without, other, {**proof, "lemmas": {"no such": {}}}, {"kind": "argument"}):
        with pytest.raises(CertificateError):
            confirm_certificate(of, sealed(forged))
    with pytest.raises(CertificateError, match="no argument"):
        confirm_certificate(replace(of, because={}), sealed(proof))


@pytest.mark.parametrize(
    ("point", "words"),
    [
        (None, "no point"),
        ({"witness": {}}, "no point"),
        ({"x": "-1", "y": "1", "z": "1"}, "does not satisfy x > 0"),
        ({"x": "1", "y": "1"}, "gives no value to z"),
        ({"x": "1", "y": "1", "z": "1"}, ""),
    ],
)
def test_the_replay_of_an_argument_checks_a_point(point, words):
    printed = ForAll(SUM.says, given=(x > 0,))
    of = claim(printed, FOLLOWS, square=SQUARE)
    (piece,) = (e for e in judged(of).verdicts[Key(0)].evidence if e.method == "argument")
    proof = json.loads(json.dumps(piece.certificate))
    assert set(proof["point"]["witness"]) == set("xyz")
    if point and "x" in point:
        values = {name: {"kind": "rational", "value": value} for name, value in point.items()}
        point = {"instance": {}, "witness": values}
    sealed = make_proof("p/c", "", "", statement_hash(printed), {**proof, "point": point})
    if words:
        with pytest.raises(CertificateError, match=words):
            confirm_certificate(of, sealed)
    else:
        assert confirm_certificate(of, sealed).startswith("holds")


def test_the_proof_of_a_lemma_by_induction_is_replayed_with_the_hint_of_the_lemma():
    doubling = ForAll(2**k > k, given=(k >= 1,), instances={k: (1, 2)})
    printed = ForAll(2**k + 1 > k + 1, given=(k >= 1,), instances={k: (1, 2)})
    follows = Solve(printed.says, (k >= 1,), (Lemma("doubling"),))
    of = replace(
        claim(printed, follows, doubling=doubling),
        because={"": follows, "doubling": Keeps(k, doubling.says)},
    )
    first = Evidence("search", Outcome.UNKNOWN, Tier.SEARCH, witness={}, instance={"k": "1"})
    found = judged(of, ["induction"], first)
    assert found.verdict is Verdict.PROVED
    (piece,) = (e for e in found.verdicts[Key(0)].evidence if e.method == "argument")
    sealed = make_proof("p/c", "", "", statement_hash(printed), piece.certificate)
    assert confirm_certificate(of, sealed).startswith(BY_THE_LEMMA)
    with pytest.raises(CertificateError, match="no invariant is named"):
        confirm_certificate(replace(of, because={"": follows}), sealed)


TOO_MUCH = States(x + y > 1, given=(x > 0, y >= 0))
SMALL = Some(x, Some(y, And(x > 0, y >= 0, x + y <= 1)))
_AT_X = Some(y, And(sp.Gt(HALF, 0, evaluate=False), y >= 0, HALF + y <= 1))
FAILS = Give(Give(Solve(substitute(_AT_X.body, {y: HALF})), _AT_X, HALF), SMALL, HALF)


def against(argument, printed=TOO_MUCH):
    return Claim("p/c", "-", Source(), "-", printed, against={"": argument})


def test_a_clause_fails_by_an_argument():
    of = against(FAILS)
    found = judge_claim(of, {Key(0): []}, {})
    assert found.verdict is Verdict.REFUTED
    assert found.verdicts[Key(0)].tier is Tier.SOLVER
    assert found.verdicts[Key(0)].reason == "by an argument that rests on nothing else"
    (piece,) = found.verdicts[Key(0)].evidence
    proof = json.loads(json.dumps(piece.certificate))
    sealed = make_proof("p/c", "", "", statement_hash(TOO_MUCH), proof)
    assert confirm_certificate(of, sealed) == "fails by an argument that rests on nothing else"
    turned = make_proof("p/c", "", "", statement_hash(TOO_MUCH), {**proof, "kind": "argument"})
    with pytest.raises(CertificateError, match="no argument"):
        confirm_certificate(of, turned)


@pytest.mark.parametrize(
    "printed",
    [
        States(x + y > 1, given=(x > 1, y >= 0)),
        States(x + y > 1, given=(x > 0, y >= 0, x > y)),
        States(x + y >= 1, given=(x > 0, y >= 0)),
        States(x + y <= 1, given=(x > 0, y >= 0)),
        States(x + z > 1, given=(x > 0, z >= 0)),
    ],
)
def test_another_clause_does_not_fail_by_the_same_argument(printed):
    found = judge_claim(against(FAILS, printed), {Key(0): []}, {})
    assert found.verdict is Verdict.OPEN
    assert "it does not say that" in found.verdicts[Key(0)].reason


ABOVE_ALL = Every(y, x > y)
NOTHING = Contradictory(
    Solve(x > x + z, (ABOVE_ALL,), (Specialise(Assume(ABOVE_ALL), x + z),)),
    Solve(x <= x + z, (z > 0,)),
)


def test_a_clause_is_vacuous_by_an_argument():
    printed = States(x > 5, given=(ABOVE_ALL, z > 0))
    of = against(NOTHING, printed)
    found = judge_claim(of, {Key(0): []}, {})
    assert found.verdict is Verdict.VACUOUS
    words = "nothing satisfies the conditions, by an argument that rests on nothing else"
    assert found.verdicts[Key(0)].reason == words
    (piece,) = found.verdicts[Key(0)].evidence
    proof = json.loads(json.dumps(piece.certificate))
    sealed = make_proof("p/c", "", "", statement_hash(printed), proof)
    assert confirm_certificate(of, sealed) == words
    for kind in ("argument", "argument against"):
        turned = make_proof("p/c", "", "", statement_hash(printed), {**proof, "kind": kind})
        with pytest.raises(CertificateError, match="no argument"):
            confirm_certificate(of, turned)


def test_two_arguments_that_deny_each_other_neither_show_nor_break_a_clause():
    printed = States(x > 5, given=(ABOVE_ALL,))
    found = judge_claim(against(NOTHING, printed), {Key(0): []}, {})
    assert found.verdict is Verdict.OPEN
    assert "it also assumes z > 0" in found.verdicts[Key(0)].reason
    of = claim(States(x > 5, given=(ABOVE_ALL, z > 0)), NOTHING)
    assert judged(of).verdict is Verdict.OPEN


def test_readings_hold_and_fail_by_arguments():
    why = "the bound can be strict or not"
    printed = Ambiguous(why, {"at least": SUM, "above": ForAll(x**2 + y**2 + z**2 > 2 * x * y)})
    zeros = substitute(Some(z, x**2 + y**2 + z**2 <= 2 * x * y), {x: sp.S.Zero, y: sp.S.Zero})
    some = Some(z, x**2 + y**2 + z**2 <= 2 * x * y)
    in_y = Some(y, substitute(some, {x: sp.S.Zero}))
    at_zero = Give(Solve(substitute(zeros.body, {z: sp.S.Zero})), zeros, 0)
    fails = Give(Give(at_zero, in_y, 0), Some(x, Some(y, some)), 0)
    of = Claim(
        "p/c", "-", Source(), "-", printed, {"square": SQUARE}, {"": FOLLOWS}, against={"": fails}
    )
    found = {
        key: [POINT] if key.part < 2 else [apply_method(of, SQUARE, "derivation")]
        for key, _ in statements(of)
    }
    judged = judge_claim(of, found, {})
    assert judged.verdict is Verdict.DEPENDS
    outcomes = {p.reading: judged.verdicts[Key(n)].verdict for n, p in enumerate(of.parts)}
    assert outcomes == {"at least": Verdict.PROVED, "above": Verdict.REFUTED, "": Verdict.PROVED}


def test_an_argument_against_nothing_is_refused():
    with pytest.raises(IllFormed, match="is no clause"):
        Claim("p/c", "-", Source(), "-", TOO_MUCH, against={"other": FAILS})
    with pytest.raises(IllFormed, match="no argument"):
        Claim("p/c", "-", Source(), "-", TOO_MUCH, against={"": ByHand()})
    with pytest.raises(IllFormed, match="is no lemma"):
        Claim("p/c", "-", Source(), "-", TOO_MUCH, against={"": Lemma("other")})


FALSE = ForAll(x**2 + y**2 > 2 * x * y)  # not where x = y
EQUAL = Evidence(
    "search", Outcome.FAILS, Tier.EXACT, witness=dict.fromkeys("xy", RationalValue("1"))
)
RESTED = "by an argument that rests on the lemma 'square'"


def repaired(holds, because, meant=None):
    """Return a claim that fails, and what holds instead by an argument from a lemma."""
    instead = Instead(holds, meant, because=because)
    return Claim("p/c", "-", Source(), "-", FALSE, {"square": SQUARE}, instead=instead)


def judged_instead(of, *evidence):
    """Judge a claim of which the lemma is proved and the clause fails."""
    proof = apply_method(of, SQUARE, "derivation")
    found = {Key(0): [EQUAL], Key(0, instead=True): [POINT, *evidence], Key(1): [proof]}
    return judge_claim(of, found, {})


def test_what_holds_instead_is_shown_by_an_argument():
    of = repaired(SUM, FOLLOWS)
    found = judged_instead(of)
    assert found.verdict is Verdict.REFUTED
    better = found.verdicts[Key(0, instead=True)]
    assert (better.verdict, better.tier, better.reason) == (Verdict.PROVED, Tier.SOLVER, RESTED)
    (piece,) = (e for e in better.evidence if e.method == "argument")
    about = ("p/c", "", "", statement_hash(SUM), json.loads(json.dumps(piece.certificate)))
    sealed = make_proof(*about, instead=True)
    assert confirm_certificate(of, sealed) == f"what holds instead holds {RESTED}"
    with pytest.raises(CertificateError, match="has another statement"):
        confirm_certificate(of, make_proof(*about))  # as one of what is printed
    for forged in ({**about[-1], "lemmas": {}}, {**about[-1], "kind": arguments.AGAINST}):
        with pytest.raises(CertificateError):
            confirm_certificate(of, make_proof(*about[:-1], forged, instead=True))
    with pytest.raises(CertificateError, match="no argument for this statement"):
        confirm_certificate(repaired(SUM, None), sealed)
    with pytest.raises(CertificateError, match="has no part"):
        confirm_certificate(replace(of, instead={}), sealed)


@pytest.mark.parametrize(
    ("holds", "because", "words"),
    [
        (ForAll(x**2 + y**2 + z**2 + 1 >= 2 * x * y), FOLLOWS, "it concludes"),
        (SUM, Solve(SUM.says, (x > 0,), (Lemma("square"),)), "it also assumes x > 0"),
        (SUM, Solve(SUM.says, (), (Known("no such fact"),)), "nobody has judged"),
        (SUM, Solve(SUM.says, (), (Clause("p/c", instead=True),)), "nobody has judged"),
        (ForAll(SUM.says, given=(x > 1,)), FOLLOWS, "no point is known"),
        (States(SUM.says, (x > 0, x < 0)), FOLLOWS, "can hold together"),
    ],
)
def test_what_holds_instead_is_judged_like_what_is_printed(holds, because, words):
    better = judged_instead(repaired(holds, because)).verdicts[Key(0, instead=True)]
    assert better.verdict is Verdict.OPEN
    assert words in better.reason


def test_what_holds_instead_only_supports_where_nothing_is_known_to_meet_its_hypotheses():
    unknown = States(SUM.says, given=(Every(y, y > 0),))
    better = judged_instead(repaired(unknown, FOLLOWS)).verdicts[Key(0, instead=True)]
    assert (better.verdict, better.covered) == (Verdict.SUPPORTED, (arguments.UNMET,))


@pytest.mark.parametrize(
    ("because", "verdict"), [(Lemma("square"), Verdict.MISPRINTED), (None, Verdict.REFUTED)]
)
def test_what_an_argument_shows_may_have_been_meant(because, verdict):
    of = repaired(SQUARE, because, "section 2")
    point = structs.replace(POINT, witness=dict.fromkeys("xy", RationalValue("1")))
    assert judged_instead(of, point).verdict is verdict


def test_the_argument_for_what_holds_instead_is_one_of_its_claim():
    of = repaired(SUM, Solve(SUM.says, (), (Lemma("square"), Clause("p/other"))))
    assert of.arguments == [of.instead.because]
    assert list(of.rests_on) == ["p/other"]
    with pytest.raises(IllFormed, match="is no lemma"):
        repaired(SUM, Lemma("other"))
    with pytest.raises(IllFormed, match="is no hint"):
        repaired(SUM, ByHand())


def twice_as_steep(n, b, d):
    return attack.separable(n, [2 * slope for slope in b], d)


@pytest.mark.parametrize(
    ("build", "outcome", "words"),
    [
        (attack.separable, Outcome.FAILS, "by an argument that rests on the definition of f = sum"),
        (None, Outcome.FAILS, "no meaning is compared with the definition of f = sum"),
        (twice_as_steep, Outcome.UNKNOWN, "x_l^2 / 2 is not what its quantities mean"),
    ],
)
def test_a_clause_fails_by_a_function_that_is_constructed(build, outcome, words, monkeypatch):
    of = catalogue.load("steepest-mirror/thm-4.3")
    (part,) = (p for p in of.parts if p.reading == "each w that gives such an x is one")
    made = {mirror.f: Construction((mirror.n, mirror.b, mirror.d), build)} if build else {}
    monkeypatch.setattr(arguments, "constructions", lambda _: made)
    piece = argued(of, part, {}, (), QUICK)[-1]  # that of what stands in `against`
    assert piece.outcome is outcome
    assert words in piece.detail
    assert bool(piece.restrictions) is (build is None)
    if build is attack.separable:
        proof = json.loads(json.dumps(piece.certificate))
        sealed = make_proof(of.id, part.clause, part.reading, statement_hash(part.statement), proof)
        assert "fails by an argument" in confirm_certificate(of, sealed)
        monkeypatch.setattr(arguments, "constructions", lambda _: {})
        assert "no meaning is compared" in confirm_certificate(of, sealed)


def printed_with_arguments(claim_id):
    of = catalogue.load(claim_id)
    stated = [one for p in of.parts for one in (p, p.better) if one is not None]
    return of, [one for one in stated if isinstance(one.because, Argument)]


def test_some_claims_are_proved_by_arguments():
    assert "instability-flatness/thm-5.4" in WITH_ARGUMENTS


PRECONDITIONER = (
    "epsilon > 0",
    "for every i: Implies((i >= 1) & (i <= d), "
    "(q_t^mod[i] >= 0) & Eq(Q_t^{-1/2}[i]**4, epsilon + q_t^mod[i]))",
)
WALK_OF_ALPHA = ("alpha is positive", "alpha is strictly increasing")
# hypotheses of readings without which the same argument proves the clause: it holds without them
IDLE = {
    "instability-flatness/cor-5.5": {  # the bound holds at any point
        f"bound: mean of [x {relation} m_0] over x in the law P >= 1/2" for relation in ("<=", ">=")
    },
    # to the right of m_0 the limit from the left does not matter
    "instability-flatness/cor-5.5-outline": {f"half from C: {mass_argument.LIMITS[0]}"},
    # it compares two bounds, whatever the path
    **{
        f"instability-flatness/{name}": {
            f"the largest alpha nearby is larger: {hypothesis}"
            for hypothesis in (
                "Eq(X[0], m)",
                "Eq(s[j], -1) | Eq(s[j], 1) for j = 0..k - 1",
                "Eq(X[j + 1], alpha(X[j])*s[j] + X[j]) for j = 0..k - 1",
                "Abs(Sum(s[i], (i, 0, j))) <= n for j = 0..k - 1",
            )
        }
        for name in ("cor-F.15", "lem-5.10-step-localization")
    },
    # what a step is on average, and its derivative, whatever the size and the slope of alpha are
    "instability-flatness/txt-martingale": {
        f"mean of a step: {hypothesis}" for hypothesis in WALK_OF_ALPHA
    },
    "instability-flatness/txt-kernel": {
        f"one step more: {hypothesis}" for hypothesis in WALK_OF_ALPHA
    },
    "instability-flatness/lem-F.12": {
        *(
            f"derivative of T_{sign}: {hypothesis}"
            for sign in "+-"
            for hypothesis in (
                *WALK_OF_ALPHA,
                "alpha is Lipschitz with constant L",
                "alpha is continuously differentiable with a positive derivative",
                "L > 0",
                "L < 1",
            )
        ),
        *(
            f"{clause}: t >= 1"
            for clause in (
                "compositions increase",
                "the preimage is one interval",
                "its ends increase",
            )
        ),
    },
    "instability-flatness/lem-5.9-width": {
        f"one supremum: {hypothesis}" for hypothesis in WALK_OF_ALPHA
    },
    # where the string ends, whatever its sum is
    "instability-flatness/lem-F.5": {
        f"{clause} outside: Eq(H(sigma, n), 0)" for clause in ("plus", "minus")
    },
    # that few steps are needed rests on the event alone, whatever its chance is
    **{f"less-data/{name}": {"time: c_0 < sqrt(3)/2"} for name in ("eq-A.6", "thm-3")},
    # two probabilities are compared, whatever they are
    "less-data/txt-final-probability": {
        "by lemmas 5 and 10: p_all > 0",
        "by lemmas 5 and 10: p_all < 1",
    },
    # what was meant repeats the definition in words, which is the last hypothesis
    "instability-flatness/def-F.3": {
        f"range of the prefixes in the display: {hypothesis}"
        for hypothesis in (
            "m >= 1",
            "Eq(s[j], -1) | Eq(s[j], 1) for j = 0..m - 1",
            "Eq(Sum(s[i], (i, 0, m - 1)), 0)",
        )
    },
    "instability-flatness/lem-F.12-step-linear-bounds": {
        f"{clause}: t >= 1" for clause in ("onto", "strictly increasing")
    },
    "instability-flatness/txt-clip-monotone": {"less damping along v_1: d >= 1"},
    # both rest on the definition of the preconditioner alone
    "instability-flatness/txt-I-metric": {f": {given}" for given in PRECONDITIONER},
    "instability-flatness/txt-I-heff": {f"RMSprop: {given}" for given in PRECONDITIONER},
    # that psi has a value follows: the sum is one of positive terms
    "instability-flatness/txt-opt-v-inverse": {f"reached: {INVERSE_SQUARES > 0}"},
    "instability-flatness/txt-C-with-A": {f"formula: {INVERSE_SQUARES > 0}"},
    # they compare sums whatever the lengths of the vectors are
    "instability-flatness/txt-A-B": {f"Cauchy-Schwarz: {DEVIATES[-1]}"},
    "instability-flatness/txt-davis-kahan-form": {": Eq(Sum(c_i[i]**2, (i, 1, n)), 1)"},
    "signsgd-scaling/eq-11": {": B >= 1"},
    "signsgd-scaling/asm-C.4": {
        "in l^gamma: for every j: Implies(j >= 1, (mu[j] >= 0) & (mu[j + 1] <= mu[j]))"
    },
    "signsgd-scaling/asm-F.3-step-escape": {  # with Gaussian noise every step is possible
        f"positive: {one}"
        for one in ("Abs(delta) <= 1/sqrt(B*lambda_j)", "K > 0", "eta*sqrt(B*lambda_j) <= K")
    },
    "signsgd-scaling/prop-F.4": {  # of two consecutive residuals one is large, whatever the noise
        f"two consecutive residuals: {given}"
        for given in (
            "B >= 1",
            "lambda_j > 0",
            "k >= 0",
            "eta*sqrt(B*lambda_j) is at least of order 1",
        )
    },
    "steepest-mirror/eq-3": {
        "as long as (7) allows, q = 1: n >= 1",
        *(
            f"{clause}, q = 1: {given}"
            for clause in ("as long as (7) allows", "the least inner product of all these")
            for given in ("Eq(q, 1)", "Eq(Sum(Abs(g[l])**q, (l, 1, n)), N**q)")
        ),
    },
    # the identity holds where |w|^q has no derivative, too
    "steepest-mirror/lem-4.5": {
        "rate, where |w|^q has a derivative: (q > 1) | (Ne(w[i, l], 0) & Ne(w[j, l], 0))"
    },
    "steepest-mirror/thm-4.2-step-PL": {"last line of the chain: q >= 1"},
    "steepest-mirror/thm-4.8": {"lambda stays that of the start, with sign(0) = 0: L >= 1"},
    "steepest-mirror/cor-4.9": {"balanced in training: L >= 1"},
    "steepest-mirror/cor-4.10": {"balanced in training: L >= 1"},
    "steepest-mirror/txt-small-init-near-S": {
        "one factor zero: for every l: Implies((l >= 1) & (l <= n), Eq(w[1, l], 0))",
        *(f"{clause}: L >= 2" for clause in ("one factor zero", "small initialisations")),
        "one factor zero, balanced with a small lambda: L >= 2",
    },
    "steepest-mirror/thm-4.3": {
        *(
            f"{clause}: {number} <= n"
            for clause in (
                "the points of S are saddle points",
                "none of them comes from a saddle point of f",
            )
            for number in "ij"
        ),
        *(
            f"none of them comes from a saddle point of f: {given}"
            for given in (OTHERS_IN_EVERY_COORDINATE, OTHERS_NOT_ZERO)
        ),
    },
}

# readings that no argument is about
UNDECIDED = {
    # with B = C a median may lie above m_0
    "instability-flatness/cor-5.5": (mass.WEAK,),
    # a search breaks it
    "steepest-mirror/cor-4.9": ("in the sense of Filippov",),
    "steepest-mirror/cor-4.10": ("in the sense of Filippov",),
    "signsgd-scaling/thm-F.6": (
        notation.ANY_CONSTANT,
        f"{notation.SOME_CONSTANT}; {scaling_law.WITHOUT}",
        f"{notation.ANY_CONSTANT}; {scaling_law.WITHOUT}",
        f"{notation.ANY_CONSTANT}; {scaling_law.WITH_BRACKETS}",
    ),
}


CLAUSES = {
    claim_id: dict.fromkeys(part.clause for part in printed_with_arguments(claim_id)[1])
    for claim_id in WITH_ARGUMENTS
}


def of_clause(clause, idle):
    return {one for one in idle if one.startswith(f"{clause}: ")}


def test_what_is_listed_as_idle_is_of_clauses_that_are_there():
    for claim_id, idle in IDLE.items():
        assert set().union(*(of_clause(clause, idle) for clause in CLAUSES[claim_id])) == idle


@pytest.mark.parametrize(
    ("claim_id", "clause"),
    [(claim_id, clause) for claim_id, clauses in CLAUSES.items() for clause in clauses],
)
def test_no_mutant_of_a_printed_clause_follows_from_its_argument(claim_id, clause, monkeypatch):
    of, parts = printed_with_arguments(claim_id)
    # that something satisfies the hypotheses is tested above, and no mutant changes a definition
    monkeypatch.setattr(arguments, "_point_in", lambda *_: {})
    monkeypatch.setattr(arguments, "_is_met", lambda *_: True)
    monkeypatch.setattr(arguments, "_uncompared", lambda *_: ())
    proved = Evidence("derivation", Outcome.HOLDS, Tier.EXACT, certificate={})
    lemmas = dict.fromkeys((*map(Lemma, of.lemmas), *of.rests_on.values()), proved)

    def outcomes(part, **changes):
        try:
            statement = replace(part.statement, **changes)
        except IllFormed:  # what is no statement does not follow
            return {Outcome.UNKNOWN}
        found = argued(of, replace(part, statement=statement), lemmas, [POINT], QUICK)
        return {piece.outcome for piece in found}

    idle, decided = set(), set()
    for part in (part for part in parts if part.clause == clause):
        if isinstance(part.statement, Missing):  # a reading without a formula
            continue
        given, says = conjuncts(part.statement.given), part.statement.says
        with monkeypatch.context() as patch:  # every run of all claims tries points of this one
            patch.setattr(arguments, "untrue", lambda *_, **__: {})
            (outcome,) = outcomes(part)
        decided.add(outcome)
        if outcome is Outcome.UNKNOWN:  # a reading that no argument is about
            assert part.reading in UNDECIDED.get(claim_id, ())
            continue
        for number, hypothesis in enumerate(given):
            if not in_share(f"{clause}: {hypothesis}", FEW):
                continue
            others = (*given[:number], *given[number + 1 :])
            found = outcomes(part, given=others)
            if outcome is Outcome.HOLDS and outcome in found:
                idle.add(f"{clause}: {hypothesis}")
                continue
            for place in places(hypothesis):
                mutant = (*others, changed(hypothesis, place))
                assert outcome not in outcomes(part, given=mutant), mutant
        for place in some_places(says, FEW):
            mutant = changed(says, place)
            assert outcome not in outcomes(part, says=mutant), mutant
    assert Outcome.HOLDS in decided
    listed = of_clause(clause, IDLE.get(claim_id, ()))
    assert idle == {one for one in listed if in_share(one, FEW)}


POSITIVE = Solve(x > 0, (x > 1,))
MORE_THAN_ONE = Some(x, x > 1)


def test_an_argument_may_say_what_satisfies_the_hypotheses():
    point = Give(Solve(sp.Gt(2, 1, evaluate=False)), MORE_THAN_ONE, 2)
    printed = States(x > 0, given=(x > 1,))
    assert judged(claim(printed, Met(POSITIVE, point))).verdict is Verdict.PROVED


@pytest.mark.parametrize(
    "point",
    [
        Give(Solve(sp.Gt(2, 0, evaluate=False)), Some(x, x > 0), 2),  # of another hypothesis
        Assume(MORE_THAN_ONE),
        Solve(SQUARE.says),
    ],
)
def test_what_satisfies_the_hypotheses_has_to_be_shown(point):
    printed = States(x > 0, given=(x > 1,))
    assert judged(claim(printed, Met(POSITIVE, point))).verdict is Verdict.OPEN
