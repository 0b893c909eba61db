"""Two runs compared: in words, as exit code, and what is no run at all."""

import json
import subprocess
import sys

import pytest
from made_results import claim, instead, part, run
from msgspec.structs import replace
from typer.testing import CliRunner

from verify.cli.main import app
from verify.evidence import Severity, Tier, Verdict, plain
from verify.record import committed, run_file
from verify.record.committed import Recorded
from verify.record.compare import ChangeKind, Side, compare, side_verdicts, words

V = Verdict


def side(*claims, profile="quick"):
    return Side(profile, {c.id: side_verdicts(c) for c in claims})


def lines(a, b):
    return [str(change) for change in compare(a, b)]


# -- what is compared -------------------------------------------------------------------------


def test_equal_sides_do_not_differ():
    both = side(claim("a"), claim("b", V.OPEN))
    assert compare(both, both) == []
    assert words([]) == ["no change"]


def test_a_changed_verdict_names_both_profiles_where_they_differ():
    two = (part(V.PROVED), part(V.SUPPORTED, name="two"))
    old = claim("a", V.SUPPORTED, parts=two, headline=1)
    new = replace(old, parts=(two[0], replace(two[1], verdict=V.PROVED)), verdict=V.PROVED)
    assert lines(side(old), side(new)) == [
        "paper/a: supported (quick) -> proved",
        "paper/a [1]: supported (quick) -> proved",
    ]
    assert lines(side(old), side(new, profile="standard")) == [
        "paper/a: supported (quick) -> proved (standard)",
        "paper/a [1]: supported (quick) -> proved (standard)",
    ]


def test_the_only_part_of_a_claim_is_named_once():
    assert lines(side(claim("a")), side(claim("a", V.OPEN))) == ["paper/a: proved (quick) -> open"]


def test_claims_and_parts_that_one_side_lacks_are_named():
    a = side(claim("gone", V.OPEN), claim("a"))
    b = side(claim("a", parts=(part(), part(V.REFUTED, name="two"))), claim("new"))
    assert lines(a, b) == [
        "paper/gone: only in A, open",
        "paper/a [1]: only in B, refuted",
        "paper/new: only in B, proved",
    ]
    assert all(change.counts and not change.contradicts for change in compare(a, b))


def test_another_statement_is_said_to_be_one_and_contradicts_nothing():
    other = part(V.REFUTED, hash="1" * 64)
    (change,) = compare(side(claim("a")), side(claim("a", V.REFUTED, parts=(other,))))
    assert str(change) == "paper/a: proved (quick) -> refuted, of another statement"
    assert not change.contradicts
    same = part(V.PROVED, hash="1" * 64)
    (change,) = compare(side(claim("a")), side(claim("a", parts=(same,))))
    assert str(change) == "paper/a: proved (quick) -> proved, of another statement"
    assert change.kind is ChangeKind.STATEMENT
    assert change.counts


def test_of_several_parts_only_the_one_that_changed_is_another_statement():
    old = (part(), part(name="two"))
    new = (part(), part(name="two", hash="1" * 64))
    assert lines(side(claim("a", parts=old)), side(claim("a", parts=new))) == [
        "paper/a [1]: proved (quick) -> proved, of another statement"
    ]


def test_what_holds_instead_is_compared_by_its_own_statement():
    def failing(verdict, digit="2"):
        better = instead(verdict, hash=digit * 64)
        return side(claim("a", V.REFUTED, parts=(part(V.REFUTED, instead=better),)))

    assert lines(failing(V.PROVED), failing(V.OPEN)) == [
        "paper/a [0/instead]: proved (quick) -> open"
    ]
    assert lines(failing(V.PROVED), failing(V.PROVED, "3")) == [
        "paper/a [0/instead]: proved (quick) -> proved, of another statement"
    ]
    assert lines(failing(V.PROVED), side(claim("a", V.REFUTED))) == [
        "paper/a [0/instead]: only in A, proved"
    ]


def test_a_tier_or_severity_alone_is_printed_and_no_change():
    old = claim("a", V.REFUTED, parts=(part(V.REFUTED, severity=Severity.RATE),))
    new = claim(
        "a", V.REFUTED, parts=(part(V.REFUTED, severity=Severity.CONSTANT, tier=Tier.BALL),)
    )
    found = compare(side(old), side(new))
    assert [str(c) for c in found] == [
        "paper/a: refuted, tier exact -> ball, severity rate -> constant"
    ]
    assert not found[0].counts
    assert words(found)[-1] == "no change, 1 with another tier or severity"


@pytest.mark.parametrize(
    ("before", "now", "contradicts"),
    [
        (V.SUPPORTED, V.PROVED, False),
        (V.OPEN, V.REFUTED, False),
        (V.REFUTED, V.MISPRINTED, False),
        (V.REFUTED, V.UNCHECKED, False),
        (V.PROVED, V.REFUTED, True),
        (V.VACUOUS, V.PROVED, True),
        (V.MISPRINTED, V.SUPPORTED, True),
    ],
)
def test_contradictions_are_told_from_what_a_cheaper_profile_does_not_know(
    before, now, contradicts
):
    a, b = side(claim("a", before)), side(claim("a", now), profile="full")
    for pair in ((a, b), (b, a)):
        (change,) = compare(*pair)
        assert change.contradicts is contradicts
        printed = words([change])
        assert printed[0].startswith("contradiction: ") is contradicts
        assert ("1 contradicting" in printed[-1]) is contradicts


# -- the command ------------------------------------------------------------------------------


@pytest.fixture
def diff(tmp_path):
    """Return a function that writes two runs, or texts, and compares them."""

    def call(a, b, *options):
        paths = [tmp_path / "a.json", tmp_path / "b.json"]
        for path, content in zip(paths, (a, b), strict=True):
            path.unlink(missing_ok=True)
            if isinstance(content, str | bytes):
                path.write_bytes(content.encode() if isinstance(content, str) else content)
            elif content is not None:
                path.write_text(content.to_json(), encoding="utf-8")
        result = CliRunner().invoke(app, ["diff", *map(str, paths), *options])
        assert result.exception is None or isinstance(result.exception, SystemExit)
        return result

    return call


def test_diff_exits_0_without_and_1_with_a_change(diff):
    a, b = run(claim("a"), claim("b")), run(claim("a"), claim("b", V.OPEN))
    same = diff(a, a)
    assert same.exit_code == 0
    assert same.stdout.splitlines()[-1] == "no change"
    changed = diff(a, replace(b, profile="standard"))
    assert changed.exit_code == 1
    assert changed.stdout.splitlines()[2:] == [
        "paper/b: proved (quick) -> open (standard)",
        "1 with another verdict",
    ]
    assert "a.json: quick, seed 7, 2 claims" in changed.stdout
    assert diff(a, run(claim("a"))).exit_code == 1
    weaker = run(claim("a", parts=(part(tier=Tier.BALL),)), claim("b"))
    assert diff(a, weaker).exit_code == 0


def test_diff_can_ask_for_contradictions_alone(diff):
    a, b = run(claim("a")), replace(run(claim("a", V.OPEN)), profile="standard")
    assert diff(a, b, "--contradictions").exit_code == 0
    assert diff(a, run(claim("a", V.REFUTED)), "--contradictions").exit_code == 1


def test_diff_prints_json(diff):
    a, b = run(claim("a")), run(claim("a", V.REFUTED))
    found = json.loads(diff(a, b, "--json").stdout)
    assert found["a"]["profile"] == "quick"
    (change,) = found["changes"]
    text = change.pop("text")
    assert text == "paper/a: proved (quick) -> refuted"
    assert change == {
        "id": "paper/a",
        "key": "",
        "kind": "another verdict",
        "before": "proved",
        "now": "refuted",
        "same_statement": True,
        "contradiction": True,
        "detail": "",
    }


def test_errors_of_a_run_are_named(diff):
    result = diff(run(claim("a")), run(claim("a"), errors=("paper/a: broke",)))
    assert "1 claims, 1 errors" in result.stdout


def changed(**fields):
    """Return a run's JSON text in which fields of the run are replaced."""
    return json.dumps({**plain(run(claim("a"))), **fields})


def changed_claim(**fields):
    entry = plain(claim("a"))
    return changed(claims=[{**entry, **fields}])


def changed_part(**fields):
    entry = plain(part())
    return changed_claim(parts=[{**entry, **fields}])


NO_RUNS = {
    "missing": (None, "No such file"),
    "no json": ("{", "no JSON"),
    "no text": (b"\xff\xfe", "no UTF-8"),
    "list": ("[]", "Expected `object`, got `array`"),
    "empty": ("{}", "schema_version is None"),
    "older": (changed(schema_version=1), "schema_version is 1, this thmcheck reads 3"),
    "true": (changed(schema_version=True), "got `bool` - at `$.schema_version`"),
    "deep": ("[" * 100_000, "levels deep"),
    "digits": (changed(seed=0).replace('"seed": 0', '"seed": ' + "9" * 5000), "digits"),
    "nan": (changed(seed=0).replace('"seed": 0', '"seed": NaN'), "no exact number"),
    "twice": ('{"schema_version": 2, "schema_version": 2}', "twice"),
    "profile": (changed(profile="\x1b[31m"), "at `$.profile`"),
    "seed": (changed(seed="0"), "at `$.seed`"),
    "claims": (changed(claims={}), "at `$.claims`"),
    "errors": (changed(errors=None), "at `$.errors`"),
    "a claim": (changed(claims=[1]), "at `$.claims[0]`"),
    "same id": (changed(claims=2 * [plain(claim("a"))]), "stands in it twice"),
    "id": (changed_claim(id="a\nb"), "'a\\nb' is no id"),
    "no id": (changed_claim(id=None), "at `$.claims[0].id`"),
    "verdict": (changed_claim(verdict="fine"), "at `$.claims[0].verdict`"),
    "listed verdict": (changed_claim(verdict=[]), "at `$.claims[0].verdict`"),
    "no parts": (changed_claim(parts=[]), "headline"),
    "headline": (changed_claim(headline=-1), "headline"),
    "a part": (changed_claim(parts=["x"]), "at `$.claims[0].parts[0]`"),
    "hash": (changed_part(hash=7), "at `$.claims[0].parts[0].hash`"),
    "tier": (changed_part(tier="hearsay"), "at `$.claims[0].parts[0].tier`"),
    "severity": (changed_part(severity={}), "at `$.claims[0].parts[0].severity`"),
    "instead": (changed_part(instead=[]), "at `$.claims[0].parts[0].instead`"),
    "nested": (changed_part(instead={"hash": "0"}), "at `$.claims[0].parts[0].instead"),
    "more": (changed_part(more=1), "unknown field `more` - at `$.claims[0].parts[0]`"),
}


@pytest.mark.parametrize("name", NO_RUNS)
def test_what_is_no_run_exits_2_and_says_why(diff, name):
    content, message = NO_RUNS[name]
    for pair in ((run(claim("a")), content), (content, run(claim("a")))):
        result = diff(*pair)
        assert result.exit_code == 2
        assert message in result.stderr
        assert len(result.stderr) < 700
        assert result.stderr.count("\n") == 1
        assert result.stderr.strip().isprintable()
    assert not result.stdout


def test_a_huge_file_is_refused(tmp_path):
    path = tmp_path / "huge.json"
    with path.open("wb") as file:
        file.truncate(run_file.MAX_BYTES + 1)
    with pytest.raises(run_file.NoRun, match="more than"):
        run_file.read(path)
    with pytest.raises(run_file.NoRun, match="directory"):
        run_file.read(tmp_path)


def test_diff_imports_nothing_heavy(tmp_path):
    path = tmp_path / "a.json"
    path.write_text(run(claim("a")).to_json(), encoding="utf-8")
    probe = (
        "import sys; from verify.cli.main import app\n"
        f"try: app(['diff', {str(path)!r}, {str(path)!r}])\n"
        "except SystemExit as end: assert not end.code, end.code\n"
        "heavy = {'sympy', 'torch', 'numpy', 'z3', 'flint', 'latex2mathml'} & set(sys.modules)\n"
        "assert not heavy, heavy"
    )
    done = subprocess.run([sys.executable, "-c", probe], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def test_a_run_and_the_record_are_compared_in_the_same_way():
    known = {"paper/a": Recorded.of(claim("a"), "full")}
    refuted = claim("a", V.REFUTED)
    assert [str(c) for c in committed.surprises(run(refuted), known)] == [
        "paper/a: proved (full) -> refuted (quick)"
    ]
    other = claim("a", V.REFUTED, parts=(part(V.REFUTED, hash="1" * 64),))
    assert committed.surprises(run(other), known) == []  # the full profile judged another statement
    known = {"paper/a": Recorded.of(claim("a"), "quick")}
    (change,) = committed.surprises(run(other), known)
    assert str(change) == "paper/a: proved (quick) -> refuted, of another statement"
