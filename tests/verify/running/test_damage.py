"""The cache, damaged in 200 random ways: one warning, nothing wrong is believed, no traceback."""

import json
import random
import shutil
import sqlite3
from contextlib import closing, suppress

import odd_papers
import pytest
from commands import invoked
from typer.testing import CliRunner

from verify.claims import catalogue
from verify.cli.main import app
from verify.running.cache import Cache
from verify.running.items import Item
from verify.running.keys import key_of
from verify.running.work.describe import Describe

WAYS = 200
WORDS = ("proved", "refuted", "holds", "fails", "exact", "search", "true", "null", "1", '"', "{")
SHAPES = (
    "null",
    "[]",
    "{}",
    "0",
    "true",
    '"proved"',
    "[[[]]]",
    "{broken",
    "",
    "NaN",
    "1e999",
    '{"verdict": null}',
    "9" * 5000,
    "[" * 100_000,
    '"\\ud800"',
    '{"0": {"outcome": "holds"}}',
)
EVIDENCE = {
    "method": "solver",
    "outcome": "fails",
    "tier": "exact",
    "restrictions": [],
    "witness": {"x": {"kind": "rational", "value": "2"}},
    "instance": {},
    "sides": ["2", "1"],
    "detail": "",
    "size": 1,
    "seed": 0,
    "seconds": 0.5,
    "device": "cpu",
    "error": False,
}


def content():
    return {
        f"{number:064x}": json.dumps({"0": {**EVIDENCE, "size": number}}) for number in range(40)
    }


def latest(number):
    return json.dumps({"verdict": "refuted", "number": number})


RUN = json.dumps({"claims": list(range(50))})


def filled(path):
    """Make a cache with results, latest results and a last run; part of it is in the log."""
    cache = Cache(pytest.fail, path)
    for key, value in content().items():
        cache.put(key, value)
    for number in range(20):
        cache.set_latest(f"paper/{number}", latest(number))
    cache.set_last_run(RUN)
    kept = {name: name.read_bytes() for name in path.parent.iterdir()}
    cache.close()
    for name, raw in kept.items():  # as a killed process leaves it, with its log
        name.write_bytes(raw)


# -- ways to damage it ------------------------------------------------------------------------


def bytes_flipped(path, rng):
    raw = bytearray(path.read_bytes())
    for _ in range(rng.choice((1, 10, 1000))):
        raw[rng.randrange(len(raw))] ^= 1 << rng.randrange(8)
    path.write_bytes(raw)


def truncated(path, rng):
    raw = path.read_bytes()
    path.write_bytes(raw[: rng.randrange(len(raw))])


def page_lost(path, rng):
    raw = bytearray(path.read_bytes())
    at = 4096 * rng.randrange(max(1, len(raw) // 4096))
    raw[at : at + 4096] = rng.randbytes(4096) if rng.random() < 0.5 else bytes(4096)
    path.write_bytes(raw)


def text_replaced(path, rng):
    raw = path.read_bytes()
    old, new = (word.encode() for word in rng.sample(WORDS, 2))
    path.write_bytes(raw.replace(old, new[: len(old)].ljust(len(old))))


def log_damaged(path, rng):
    log = path.with_name(path.name + "-wal")
    if log.exists() and log.stat().st_size:
        rng.choice((bytes_flipped, truncated, text_replaced))(log, rng)


def log_lost(path, rng):
    for name in rng.sample(("-wal", "-shm"), rng.choice((1, 2))):
        path.with_name(path.name + name).unlink(missing_ok=True)


def log_of_another(path, rng):
    for name in ("-wal", "-shm"):
        path.with_name(path.name + name).write_bytes(rng.randbytes(rng.choice((0, 100, 40_000))))


def statement(*statements):
    def damage(path, rng):
        with closing(sqlite3.connect(path, isolation_level=None)) as connection:
            for text in statements:
                connection.execute(text.format(some=f"rowid % 3 = {rng.randrange(3)}"))

    return damage


def shape_replaced(path, rng):
    table, text = rng.choice(("result", "latest", "run")), rng.choice(SHAPES)
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute(f"UPDATE {table} SET value = ? WHERE rowid % 2 = 0", (text,))
        connection.execute("UPDATE run SET value = ?", (text,))


def word_changed(path, rng):
    old, new = rng.sample(WORDS, 2)
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        for table in ("result", "latest"):
            connection.execute(f"UPDATE {table} SET value = replace(value, ?, ?)", (old, new))


def type_changed(path, rng):
    value = rng.choice((None, 5, 2.5, b"\xff\xfe", 2**62, "\ud7ff", 1e308, b""))
    column = rng.choice(("value", "at", "digest", "claim", "root"))
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("PRAGMA ignore_check_constraints = 1")
        with suppress(sqlite3.Error):
            statement = f"UPDATE OR REPLACE latest SET {column} = ? WHERE rowid % 2 = 0"
            connection.execute(statement, (value,))


def is_a_folder(path, rng):
    path.unlink()
    path.mkdir()


def replaced(path, rng):
    path.write_bytes(rng.choice((b"", b"no database", b"SQLite format 3\0" + rng.randbytes(5000))))


DAMAGES = (
    bytes_flipped,
    bytes_flipped,
    truncated,
    page_lost,
    page_lost,
    text_replaced,
    log_damaged,
    log_damaged,
    log_lost,
    log_of_another,
    shape_replaced,
    shape_replaced,
    word_changed,
    word_changed,
    type_changed,
    type_changed,
    is_a_folder,
    replaced,
    statement("DROP TABLE result"),
    statement("DROP TABLE latest", "CREATE TABLE latest (root, claim)"),
    statement("DROP TABLE run", "CREATE VIEW run AS SELECT 1"),
    statement("ALTER TABLE result RENAME COLUMN value TO other"),
    statement("PRAGMA user_version = 7"),
    statement("PRAGMA journal_mode = DELETE", "UPDATE result SET digest = 'x' WHERE {some}"),
    statement("UPDATE result SET value = (SELECT value FROM result LIMIT 1)"),
    statement("UPDATE result SET at = -1e300 WHERE {some}", "UPDATE latest SET at = 9e300"),
    statement("PRAGMA writable_schema = 1", "UPDATE sqlite_master SET sql = 'rubbish'"),
    statement("CREATE TRIGGER t BEFORE INSERT ON result BEGIN SELECT RAISE(ABORT, 'no'); END"),
)


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    folder = tmp_path_factory.mktemp("whole")
    filled(folder / "results.sqlite")
    return folder


@pytest.mark.parametrize("way", range(WAYS))
def test_no_damage_is_believed_or_ends_anything(way, whole, tmp_path):
    rng = random.Random(way)
    folder = tmp_path / "cache"
    shutil.copytree(whole, folder)
    path = folder / "results.sqlite"
    with suppress(sqlite3.Error, OSError):  # a second way may find nothing left to damage
        for damage in rng.sample(DAMAGES, rng.choice((1, 1, 1, 2))):
            damage(path, rng)
    for again in (False, True):
        warnings: list[str] = []
        cache = Cache(warnings.append, path)
        cache.forget_old()
        for key, value in content().items():
            assert cache.get(key) in (None, value)
            cache.put(key, value)
        for claim, value in cache.latest().items():
            assert value == latest(int(claim.partition("/")[2]))
        assert cache.last_run() in (None, RUN)
        cache.set_latest("paper/0", latest(0))
        if cache.connection is not None:
            assert [cache.get(key) for key in content()] == list(content().values())
        cache.close()
        assert len(warnings) <= 1, warnings
        assert not again or not warnings or "going on without it" in warnings[0]


def test_the_ways_are_many():
    kinds = {random.Random(way).sample(DAMAGES, 1)[0] for way in range(WAYS)}
    assert len(kinds) > 20


# -- the command line -------------------------------------------------------------------------


@pytest.fixture(scope="module")
def plain(tmp_path_factory):
    """A folder with the paper `plain`, and a cache in which it has run once."""
    root, cache = tmp_path_factory.mktemp("papers"), tmp_path_factory.mktemp("cache")
    with odd_papers.installed(root, "plain"), pytest.MonkeyPatch.context() as patch:
        patch.setenv("THMCHECK_CACHE", str(cache))
        first = CliRunner().invoke(app, ["run", "--paper", "plain"])
        assert first.exit_code == 0, first.output
        yield cache, first.stdout


@pytest.mark.parametrize("way", range(30))
def test_list_show_and_report_live_with_it(way, plain, tmp_path):
    cache, _ = plain
    damaged = tmp_path / "cache"
    shutil.copytree(cache, damaged)
    rng = random.Random(way)
    rng.choice(DAMAGES)(damaged / "results.sqlite", rng)
    for arguments in (
        ("list", "--paper", "plain"),
        ("show", "plain/lem-2"),
        ("report", "--out", str(tmp_path / "report")),
    ):
        result = invoked(damaged, *arguments)
        assert result.exit_code in (0, 2), result.output
        complaints = [line for line in result.stderr.splitlines() if "the cache" in line]
        assert len(complaints) <= 1
        assert "plain/lem-1  refuted" not in result.stdout
        assert "\n  verdict   proved" not in result.stdout


def test_a_result_that_was_changed_is_found_out_again(plain, tmp_path):
    cache, first = plain
    damaged = tmp_path / "cache"
    shutil.copytree(cache, damaged)
    with closing(sqlite3.connect(damaged / "results.sqlite", isolation_level=None)) as connection:
        for old, new in (('"fails"', '"holds"'), ('"refuted"', '"proved"')):
            connection.execute("UPDATE result SET value = replace(value, ?, ?)", (old, new))
    result = invoked(damaged, "run", "--paper", "plain")
    assert result.exit_code == 0, result.output
    assert result.stdout == first
    assert result.stderr.count("were damaged; they are found out again") == 1


def test_a_result_of_another_shape_is_found_out_again(plain, tmp_path):
    """Whoever writes a row with a right digest still cannot make a run stumble."""
    cache, first = plain
    damaged = tmp_path / "cache"
    shutil.copytree(cache, damaged)
    opened = Cache(pytest.fail, damaged / "results.sqlite")
    catalogue.forget()
    for claim in odd_papers.ids("plain"):
        opened.put(key_of(Item(claim, Describe())), "[1]")
        opened.set_latest(claim, '{"verdict": "certain"}')
    opened.set_last_run('{"schema_version": 1, "claims": 5}')
    opened.close()
    assert invoked(damaged, "list", "--paper", "plain").exit_code == 0
    assert invoked(damaged, "report", "--out", str(tmp_path / "report")).exit_code == 2
    result = invoked(damaged, "run", "--paper", "plain")
    assert (result.exit_code, result.stdout) == (0, first)
    listed = invoked(damaged, "list", "--paper", "plain", "--json")
    assert "certain" not in listed.stdout
    assert json.loads(listed.stdout)[0]["verdict"] == "proved"
