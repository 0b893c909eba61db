"""The record: what counts as a surprise, what may be lost, and what is written."""

import json
from itertools import product

import pytest
from made_results import claim, instead, part, run
from msgspec.structs import replace

from theory.claim import Role
from verify.claims import catalogue, folders
from verify.errors import RecordError
from verify.evidence import (
    Evidence,
    Grid,
    Key,
    MeasuredNumber,
    Measurement,
    Outcome,
    Severity,
    Tier,
    Verdict,
)
from verify.judging.verdict import carried_on
from verify.record import committed
from verify.record.committed import Recorded
from verify.record.known import recorded_measurements
from verify.running.run import known_from

V = Verdict
NAMES = ('   "uses"', '   "lacks"')  # of what may stand in a long line of the record


def recorded(*claims, profile="quick"):
    """Return a record as `run --record` would have written it."""
    return {c.id: Recorded.of(c, profile) for c in claims}


def with_profile(found, profile):
    return replace(found, profile=profile)


@pytest.mark.parametrize("now", [v for v in V if v is not V.PROVED])
def test_any_other_verdict_of_the_same_profile_is_a_surprise(now):
    before = recorded(claim("a", V.PROVED))
    assert committed.surprises(run(claim("a", now)), before)
    assert not committed.surprises(run(claim("a", V.PROVED)), before)


@pytest.mark.parametrize(
    ("before", "now", "surprise"),
    [
        (V.PROVED, V.SUPPORTED, False),
        (V.SUPPORTED, V.PROVED, False),
        (V.PROVED, V.OPEN, False),
        (V.REFUTED, V.OPEN, False),
        (V.REFUTED, V.UNCHECKED, False),
        (V.OPEN, V.REFUTED, False),
        (V.MISPRINTED, V.REFUTED, False),
        (V.PROVED, V.REFUTED, True),
        (V.SUPPORTED, V.MISPRINTED, True),
        (V.REFUTED, V.SUPPORTED, True),
        (V.VACUOUS, V.PROVED, True),
        (V.SUPPORTED, V.NOT_REPRODUCED, True),
        (V.STIPULATED, V.VACUOUS, True),
    ],
)
def test_another_profile_may_know_less_but_never_contradict(before, now, surprise):
    before = recorded(claim("a", before), profile="full")
    assert bool(committed.surprises(run(claim("a", now)), before)) is surprise


def test_a_claim_that_is_not_recorded_is_no_surprise_but_is_named():
    found = run(claim("a"), claim("b"))
    before = recorded(claim("a"))
    assert not committed.surprises(found, before)
    assert committed.unrecorded(found, before) == ["paper/b"]


def test_parts_are_compared_as_long_as_their_statement_is_the_same():
    two = (part(V.PROVED, name="one"), part(V.OPEN, name="two"))
    before = recorded(claim("a", V.OPEN, parts=two, headline=1))
    now = (two[0], replace(two[1], verdict=V.PROVED))
    other = (two[0], replace(two[1], verdict=V.PROVED, hash="1" * 64))
    (change,) = committed.changes(run(claim("a", V.OPEN, parts=now, headline=1)), before)
    assert (change.key, change.before, change.now) == ("1", V.OPEN, V.PROVED)
    assert str(change) == "paper/a [1]: open (quick) -> proved"
    assert not committed.changes(run(claim("a", V.OPEN, parts=other, headline=1)), before)


def test_what_holds_instead_is_compared_too():
    def failing(verdict):
        return claim("a", V.REFUTED, parts=(part(V.REFUTED, instead=instead(verdict)),))

    before = recorded(failing(V.PROVED))
    (change,) = committed.changes(run(failing(V.OPEN)), before)
    assert change.key == "0/instead"
    assert change.loses


@pytest.fixture
def root(tmp_path, monkeypatch):
    """A folder of papers with the claims paper/a, paper/b and its own record."""
    path = tmp_path / "papers" / "paper" / "claims.py"
    path.parent.mkdir(parents=True)
    path.write_text('A = Claim(id="paper/a")\nB = Claim(id="paper/b")\n', encoding="utf-8")
    monkeypatch.setattr(folders, "roots", lambda: (tmp_path,))
    catalogue.forget()
    yield tmp_path
    catalogue.forget()


CERTIFICATE = {"certificate": 1, "claim": "paper/a", "statement": "0" * 64, "digest": "1" * 64}


def test_the_record_is_written_and_read_and_says_what_changed(root):
    assert committed.write(run(claim("a"), claim("b", V.OPEN))) == [
        "paper/a: new, proved",
        "paper/b: new, open",
    ]
    proved = {"quick": (V.PROVED, Tier.EXACT)}
    found = committed.load()["paper/a"]
    assert found.verdicts == found.statements["0"].verdicts == proved
    assert committed.write(run(claim("a"), claim("b", V.OPEN))) == []
    assert committed.write(run(claim("b", V.PROVED))) == [
        "paper/b: open -> proved",
        "paper/b [0]: open -> proved",
    ]
    assert set(committed.load()) == {"paper/a", "paper/b"}


def test_profiles_are_recorded_side_by_side_until_the_statement_changes(root):
    committed.write(run(claim("a", V.SUPPORTED)))
    committed.write(with_profile(run(claim("a", V.PROVED)), "full"))
    found = committed.load()["paper/a"]
    for every in (found.verdicts, found.statements["0"].verdicts):
        assert {p: v for p, (v, _) in every.items()} == {"quick": V.SUPPORTED, "full": V.PROVED}
    assert found.verdict is V.PROVED  # of the most thorough profile
    changed = part(V.OPEN, hash="1" * 64)
    committed.write(run(claim("a", V.OPEN, parts=(changed,))))
    assert set(committed.load()["paper/a"].verdicts) == {"quick"}


def test_claims_that_are_gone_are_dropped(root):
    committed.write(run(claim("a"), claim("b")))
    path = root / "papers" / "paper" / "claims.py"
    path.write_text('A = Claim(id="paper/a")\n', encoding="utf-8")
    catalogue.forget()
    assert committed.write(run(claim("a"))) == ["paper/b: dropped, no such claim"]
    assert set(committed.load()) == {"paper/a"}


def test_skipped_claims_keep_what_was_recorded(root):
    committed.write(run(claim("a"), claim("b")))
    assert committed.write(run(claim("a", V.OPEN), claim("b")), skip=["paper/a"]) == []
    assert committed.load()["paper/a"].verdict is V.PROVED


def test_certificates_are_files_beside_the_record(root):
    failing = claim("a", V.REFUTED, parts=(part(V.REFUTED, certificate=CERTIFICATE),))
    assert "certificate a.json written" in committed.write(run(failing))[-1]
    path = root / "record" / "certificates" / "paper" / "a.json"
    assert json.loads(path.read_text(encoding="utf-8")) == CERTIFICATE
    assert committed.certificates() == {"paper/a": {"0": CERTIFICATE}}
    two = (part(), part(V.REFUTED, certificate=CERTIFICATE, name="two"))
    committed.write(run(claim("a", V.REFUTED, parts=two, headline=1)))
    assert not path.exists()
    assert committed.certificates() == {"paper/a": {"1": CERTIFICATE}}
    committed.write(run(claim("a")))
    assert committed.certificates() == {}


def test_a_damaged_certificate_file_is_left_out(root):
    folder = root / "record" / "certificates" / "paper"
    folder.mkdir(parents=True)
    for name, text in {"a": "{", "b": "[]", "c": '{"claim": 1}'}.items():
        (folder / f"{name}.json").write_text(text, encoding="utf-8")
    assert committed.certificates() == {}


ROW = {
    "title": "",
    "source": "",
    "form": "",
    "proof": "sound",
    "uses": [],
    "verdicts": {"quick": ["proved", "exact"]},
    "statements": {"0": {"hash": "1", "verdicts": {"quick": ["proved", None]}}},
}


def test_the_row_that_is_damaged_below_can_be_read(root):
    path = root / "record" / "recorded" / "paper.json"
    path.parent.mkdir(parents=True)
    path.write_text(json.dumps({"record": 6, "claims": {"paper/a": ROW}}), encoding="utf-8")
    assert committed.load()["paper/a"].verdict is V.PROVED


def with_verdicts(*rows):
    statement = ROW["statements"]["0"]
    whole = [{**ROW, "verdicts": verdicts} for verdicts in rows]
    first = [{**ROW, "statements": {"0": {**statement, "verdicts": one}}} for one in rows]
    return whole + first


@pytest.mark.parametrize(
    "text",
    [
        "{",
        "[]",
        '{"record": 99, "claims": {}}',
        '{"record": 6, "claims": []}',
        *(
            json.dumps({"record": 6, "claims": {"paper/a": row}})
            for row in (
                {},
                None,
                {**ROW, "uses": [1]},
                {**ROW, "proof": "fine"},
                *with_verdicts(
                    {},
                    {"fast": ["proved", None]},
                    {"quick": []},
                    {"quick": ["proven", None]},
                    {"quick": ["proved", "sure"]},
                    {"quick": ["proved", "exact", "more"]},
                    {"quick": ["proved", None], "full": ["proved", None]},
                ),
                {**ROW, "statements": {}, "verdicts": {}},
                {**ROW, "statements": {"first": ROW["statements"]["0"]}},
                {**ROW, "statements": {"0": {"hash": "1"}}},
                {**ROW, "measured": {"1": {"quick": {"readings": [], "about": ""}}}},
                {**ROW, "measured": {"0": {"quick": {"readings": [{"x": 1}], "about": ""}}}},
            )
        ),
    ],
)
def test_a_damaged_record_is_an_error_that_says_so(root, text):
    path = root / "record" / "recorded" / "paper.json"
    path.parent.mkdir(parents=True)
    path.write_text(text, encoding="utf-8")
    with pytest.raises(RecordError, match=r"paper\.json"):
        committed.load()


def test_a_recorded_file_has_one_line_a_statement_and_is_read_back(root):
    two = (part(V.PROVED, name="one"), part(V.OPEN, tier=None, hash="1" * 64))
    first = claim("a", V.OPEN, parts=two, headline=1, uses=("paper/b",))
    committed.write(run(first, claim("b")))
    path = root / "record" / "recorded" / "paper.json"
    lines = path.read_text(encoding="utf-8").splitlines()
    assert (
        '    "0": {"hash": "0000000000000000", "verdicts": {"quick": ["proved", "exact"]}},'
        in lines
    )
    assert '    "1": {"hash": "1111111111111111", "verdicts": {"quick": ["open", null]}}' in lines
    found = committed.load()["paper/a"]
    assert found == Recorded.of(first, "quick")
    assert found.hashes == {"0": "0" * 16, "1": "1" * 16}
    assert (found.verdict, found.tier) == (V.OPEN, None)


def test_another_verdict_on_a_statement_changes_its_line_and_that_of_its_clause_alone(root):
    path = root / "record" / "recorded" / "paper.json"

    def lines(second):
        two = (part(V.OPEN, name="one"), part(second, hash="1" * 64, name="two"))
        committed.write(run(claim("a", V.OPEN, parts=two), claim("b")))
        return path.read_text(encoding="utf-8").splitlines()

    changed = [
        (then, now) for then, now in zip(lines(V.OPEN), lines(V.PROVED), strict=True) if then != now
    ]
    assert [then.strip().partition(":")[0] for then, _ in changed] == ['"two"', '"1"']


def test_a_severity_is_that_of_the_most_thorough_profile(root):
    def failing(severity, **more):
        return claim("a", V.REFUTED, parts=(part(V.REFUTED, severity=severity, **more),))

    committed.write(with_profile(run(failing(Severity.RATE)), "full"))
    committed.write(run(failing(Severity.CONSTANT)))
    found = committed.load()["paper/a"].statements["0"]
    assert found.severity is Severity.RATE  # of the most thorough profile
    assert list(found.verdicts) == ["quick", "full"]


def test_no_misprint_on_record_is_carried_on():
    assert carried_on(known_from(committed.load())) == {}


def damages(parts):
    """Return every way to read the damaged text of a claim, all places of it at once."""
    places = {choice for part in parts for choice, _ in part.picked if choice.damaged}
    return list(product(*([(choice, name) for name in choice.names] for choice in places)))


def has_failing_statement(parts, statements, profile):
    """Return whether a clause fails in some reading, however the damaged text is read.

    Args:
        parts: those of a claim that are printed.
        statements: what is recorded of them, by key.
        profile: in which it is.
    """

    def fails(number):
        return statements[Key(number)].verdicts[profile][0].stands is False

    def is_read(part, damage):
        return all(pick in damage for pick in part.picked if pick[0].damaged)

    return all(
        any(fails(number) for number, part in enumerate(parts) if is_read(part, damage))
        for damage in damages(parts)
    )


def test_no_claim_that_stands_on_record_has_a_failing_clause_or_reading():
    """Claims of which no statement fails at all are not built."""
    found, stand = [], 0
    for claim_id, known in committed.load().items():
        for profile, (verdict, _) in known.verdicts.items():
            if verdict not in (V.PROVED, V.SUPPORTED, V.STIPULATED):
                continue
            stand += 1
            recorded = known.statements.values()
            if any(one.verdicts[profile][0].stands is False for one in recorded):
                printed = [p for p in catalogue.load(claim_id).parts if p.role is Role.PRINTED]
                if has_failing_statement(printed, known.statements, profile):
                    found.append((claim_id, profile))
    assert stand > 100
    assert found == []


def test_a_failing_reading_is_seen_unless_it_is_one_of_damaged_text():
    """The control of the test above, on recorded claims that depend on readings or have damage."""
    depends = committed.load()["signsgd-scaling/eq-33"]
    parts = [p for p in catalogue.load("signsgd-scaling/eq-33").parts if p.role is Role.PRINTED]
    assert has_failing_statement(parts, depends.statements, "quick")
    assert damages(parts) == [()]
    two_steps = "instability-flatness/thm-5.6-step-two-step"
    parts = [p for p in catalogue.load(two_steps).parts if p.role is Role.PRINTED]
    known = committed.load()[two_steps]
    assert len(damages(parts)) == 2
    assert any(known.statements[Key(n)].verdicts["quick"][0].stands is False for n in range(4))
    assert not has_failing_statement(parts, known.statements, "quick")


def test_no_line_of_the_committed_record_is_long():
    """A change of one verdict is read in a diff."""
    paths = list((folders.ROOT / "verify" / "record" / "recorded").glob("*.json"))
    lines = [line for path in paths for line in path.read_text(encoding="utf-8").splitlines()]
    assert len(paths) >= 4
    short = [line for line in lines if not line.startswith(NAMES) and '{"readings"' not in line]
    assert max(map(len, short)) < 250


def test_it_is_recorded_what_unchecked_statements_lack():
    lacking = part(V.UNCHECKED, name="a", reason="a model")
    other = part(V.OPEN, name="b", reason="no method reaches it")
    one = Recorded.of(claim("a", V.UNCHECKED, parts=(lacking, other, lacking)), "standard")
    assert one.lacks == ("a model",)


def test_what_was_measured_is_recorded_by_profile_without_its_grid(root):
    numbers = {"loss": MeasuredNumber("2", "1", "inf")}
    grid = Grid("loss", ("eta", "B"), ((0.0,), (0.0,)), ((0.0,),))

    def measured(about):
        found = Measurement((numbers,), about, ("small",), grid)
        piece = Evidence("experiment", Outcome.HOLDS, Tier.EXPERIMENT, measured=found)
        return claim("a", V.SUPPORTED, parts=(part(V.SUPPORTED, evidence=(piece,)),))

    committed.write(with_profile(run(measured("8 runs")), "standard"))
    committed.write(with_profile(run(measured("64 runs")), "full"))
    (by_profile,) = committed.load()["paper/a"].measured.values()
    assert by_profile == {
        "standard": Measurement((numbers,), "8 runs", ("small",)),
        "full": Measurement((numbers,), "64 runs", ("small",)),
    }
    committed.write(with_profile(run(claim("a", V.SUPPORTED)), "full"))
    assert list(committed.load()["paper/a"].measured[Key(0)]) == ["standard"]
    alone = committed.load()["paper/a"].of_profile("standard").measured
    assert alone == {Key(0): {"standard": by_profile["standard"]}}
    assert recorded_measurements(claim("a"), committed.load()["paper/a"])
    other = claim("a", parts=(part(V.OPEN, hash="1" * 64),))
    assert not recorded_measurements(other, committed.load()["paper/a"])
