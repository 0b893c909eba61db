"""What special cases and lemmas make of clauses, and how clauses and readings make a verdict."""

import pytest

from theory.choices import Ambiguous, Damaged
from theory.claim import ByHand, Claim, ForAll, Instead, Missing, SameOrder, Source, Special
from theory.hints import Keeps, Within
from theory.language import integers, reals
from theory.statements import statement_hash
from verify.evidence import Evidence, Key, Outcome, RationalValue, Tier, Verdict
from verify.judging.assemble import confirm_certificate, judge_claim
from verify.judging.certificate import CertificateError, make_proof
from verify.methods.apply import evidence_for

x, y = reals("x y")
k = integers("k")
OPEN = Evidence("search", Outcome.UNKNOWN, Tier.SEARCH, detail="no point")
PROOF = Evidence("derivation", Outcome.HOLDS, Tier.EXACT, certificate={"kind": "cases"})
LIKELY = Evidence("search", Outcome.HOLDS, Tier.SEARCH, detail="no objection")
PRINTED = ForAll(given=(x >= 0,), says=x**2 >= x)  # false at 1/2
TRUE = ForAll(given=(x >= 0,), says=x**2 + 1 >= 2 * x)


def breaks(value):
    witness = {"x": RationalValue(value)}
    return Evidence("search", Outcome.FAILS, Tier.EXACT, witness=witness)


def claim(printed, **changes):
    return Claim(id="p/c", title="-", source=Source(), words="-", printed=printed, **changes)


def judged(of, *evidence):
    """Judge a claim by one piece of evidence for each of its statements."""
    return judge_claim(of, {Key(n): [piece] for n, piece in enumerate(evidence)}, {})


def test_a_special_case_that_holds_supports_and_never_proves():
    of = claim(TRUE, special={"small": Special(given=(x <= 1,))})
    found = judged(of, OPEN, PROOF)
    assert found.verdict is Verdict.SUPPORTED
    printed = found.verdicts[Key(0)]
    assert printed.covered == ("x <= 1",)
    assert printed.reason.startswith("only special cases are shown; search: no point")
    assert judged(of, LIKELY, PROOF).verdicts[Key(0)].tier is Tier.SEARCH


def test_a_special_case_that_fails_breaks_its_clause():
    of = claim(PRINTED, special={"small": Special(given=(x <= 1,))})
    for alone in (OPEN, LIKELY):
        found = judged(of, alone, breaks("1/2"))
        assert found.verdict is Verdict.REFUTED
        assert found.verdicts[Key(0)].certificate["part"]["name"] == ""
    found = judged(of, PROOF, breaks("1/2"))
    assert found.verdict is Verdict.OPEN
    assert "proved and fails as small" in found.errors[0]


@pytest.mark.parametrize(
    ("statement", "hint"),
    [
        (ForAll(2**k > k, given=(k >= 1,), instances={k: (1, 2)}), Keeps(k, 2**k > k)),
        (SameOrder(x + 1, x, regime=(x >= 1,), variables=(x,)), Within(1, 2)),
    ],
    ids=["induction", "an order"],
)
def test_a_proof_with_a_hint_is_replayed_with_it(statement, hint):
    of = claim(statement, because={"": hint})
    (piece,) = (piece for piece in evidence_for(of)[Key(0)] if piece.proves)
    sealed = make_proof(of.id, "", "", statement_hash(statement), piece.certificate)
    assert confirm_certificate(of, sealed).startswith("holds on the whole claimed domain")
    with pytest.raises(CertificateError):
        confirm_certificate(claim(statement), sealed)


def test_lemmas_support_a_clause_that_is_joined_to_them_by_hand():
    missing = Missing("not yet from the page")
    of = claim(missing, lemmas={"a": TRUE, "b": TRUE}, because={"": ByHand()})
    found = judge_claim(of, {Key(1): [PROOF], Key(2): [LIKELY]}, {})
    assert (found.verdict, found.verdicts[Key(0)].tier) == (Verdict.SUPPORTED, None)
    assert "the statement itself has no formula here; not yet from" in found.verdicts[Key(0)].reason
    encoded = claim(TRUE, lemmas={"a": TRUE, "b": TRUE}, because={"": ByHand()})
    found = judged(encoded, OPEN, PROOF, LIKELY)
    assert (found.verdict, found.verdicts[Key(0)].tier) == (Verdict.SUPPORTED, Tier.SEARCH)
    assert judge_claim(of, {Key(1): [PROOF], Key(2): [OPEN]}, {}).verdict is Verdict.UNCHECKED
    loose = claim(missing, lemmas={"a": TRUE})
    assert judge_claim(loose, {Key(1): [PROOF]}, {}).verdict is Verdict.UNCHECKED


def test_lemmas_may_be_about_one_reading_alone():
    both = Ambiguous("the bound", {"weak": TRUE, "strong": PRINTED})
    of = claim(both, lemmas={"a": TRUE}, because={"": ByHand(reading=("weak",))})
    found = judge_claim(of, {Key(0): [OPEN], Key(1): [OPEN], Key(2): [PROOF]}, {})
    verdicts = {p.reading: found.verdicts[Key(n)].verdict for n, p in enumerate(of.parts)}
    assert verdicts == {"weak": Verdict.SUPPORTED, "strong": Verdict.OPEN, "": Verdict.PROVED}


def test_lemmas_that_are_not_named_do_not_count():
    of = claim(TRUE, lemmas={"a": TRUE, "b": PRINTED}, because={"": ByHand(("a",))})
    found = judged(of, OPEN, PROOF, breaks("1/2"))
    assert found.verdict is Verdict.SUPPORTED
    of = claim(TRUE, lemmas={"a": TRUE, "b": PRINTED}, because={"": ByHand()})
    assert judged(of, OPEN, PROOF, breaks("1/2")).verdict is Verdict.OPEN


@pytest.mark.parametrize(
    "objection",
    [
        Evidence("balls", Outcome.FAILS, Tier.BALL),
        Evidence("experiment", Outcome.UNKNOWN, Tier.EXPERIMENT, error=True),
    ],
)
def test_lemmas_and_special_cases_do_not_cover_an_objection(objection):
    of = claim(TRUE, lemmas={"a": TRUE}, because={"": ByHand()})
    assert judged(of, objection, PROOF).verdict is Verdict.OPEN
    of = claim(TRUE, special={"small": Special(given=(x <= 1,))})
    assert judged(of, objection, PROOF).verdict is Verdict.OPEN


def test_lemmas_save_nothing_that_fails():
    of = claim(PRINTED, lemmas={"a": TRUE}, because={"": ByHand()})
    assert judged(of, breaks("1/2"), PROOF).verdict is Verdict.REFUTED


def test_readings_decide_together():
    options = {"weakly": PRINTED, "with one": TRUE}
    words = claim(Ambiguous("why", options))
    assert judged(words, breaks("1/2"), PROOF).verdict is Verdict.DEPENDS
    glyphs = claim(Damaged("why", options))
    assert judged(glyphs, breaks("1/2"), PROOF).verdict is Verdict.PROVED


def test_a_misprint_may_be_seen_in_a_special_case():
    better = Instead(TRUE, meant=Source("section 2"))
    of = claim(PRINTED, special={"small": Special(given=(x <= 1,))}, instead=better)
    evidence = {Key(0): [OPEN], Key(1): [breaks("1/2")], Key(0, instead=True): [PROOF]}
    assert judge_claim(of, evidence, {}).verdict is Verdict.MISPRINTED


def test_the_point_that_breaks_a_special_case_breaks_the_clause():
    n = integers("n")
    printed = ForAll(x * y + n <= 3, given=(x >= 0, n >= 1), instances={n: (1, 2)})
    of = claim(printed, special={"steep": Special(values={y: x + 2, n: 2})})
    at = Evidence("search", Outcome.FAILS, Tier.EXACT, witness={"x": RationalValue("1")})
    found = judged(of, OPEN, at)
    assert found.verdict is Verdict.REFUTED
    clause = found.verdicts[Key(0)]
    assert {name: one.value for name, one in clause.witness.items()} == {"x": "1", "y": "3"}
    assert clause.instance == {"n": "2"}
    assert confirm_certificate(of, clause.certificate).startswith("fails")
    assert clause.certificate["part"]["name"] == ""
