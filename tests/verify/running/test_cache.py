"""The cache: it remembers, and whatever happens to it is a warning and not an end."""

import sqlite3

import pytest

from verify.running.cache import Cache


@pytest.fixture
def warnings():
    return []


@pytest.fixture
def cache(tmp_path, warnings):
    opened = Cache(warnings.append, tmp_path / "cache" / "results.sqlite")
    yield opened
    opened.close()


def test_what_was_put_comes_back_in_another_process_of_the_same_user(cache, tmp_path):
    cache.put("key", '{"a": [1, "2", null]}')
    cache.set_latest("p/c", '{"verdict": "proved"}')
    cache.set_last_run('{"claims": []}')
    other = Cache(pytest.fail, cache.path)
    assert other.get("key") == '{"a": [1, "2", null]}'
    assert other.get("other") is None
    assert other.latest() == {"p/c": '{"verdict": "proved"}'}
    assert other.last_run() == '{"claims": []}'
    other.close()


def test_two_runs_may_write_at_the_same_time(cache):
    other = Cache(pytest.fail, cache.path)
    for number in range(20):
        (cache, other)[number % 2].put(f"{number}", f"{number}")
    assert [other.get(f"{n}") for n in range(20)] == [f"{n}" for n in range(20)]
    other.close()


def test_other_checkouts_have_their_own_latest_results(cache):
    cache.set_latest("p/c", "{}")
    cache.root = "/somewhere/else"
    assert cache.latest() == {}
    assert cache.last_run() is None


def test_old_results_are_forgotten(cache):
    cache.put("new", "1")
    cache.put("old", "1")
    cache.connection.execute("UPDATE result SET at = 0 WHERE key = 'old'")
    cache.forget_old()
    assert cache.get("old") is None
    assert cache.get("new") == "1"


@pytest.mark.parametrize("content", [b"this is no database", b"SQLite format 3\0" + b"\xff" * 5000])
def test_a_damaged_file_is_moved_aside_and_a_new_one_begun(tmp_path, warnings, content):
    path = tmp_path / "results.sqlite"
    path.write_bytes(content)
    cache = Cache(warnings.append, path)
    assert len(warnings) == 1
    assert "damaged" in warnings[0]
    (aside,) = tmp_path.glob("results.damaged-*")
    assert aside.read_bytes() == content
    cache.put("key", "1")
    assert cache.get("key") == "1"
    cache.close()


def test_damage_that_shows_later_is_met_in_the_same_way(tmp_path, warnings):
    path = tmp_path / "results.sqlite"
    cache = Cache(warnings.append, path)
    for number in range(200):
        cache.put(f"{number}", "x" * 500)
    cache.close()
    raw = bytearray(path.read_bytes())
    raw[4096 * 3 :] = b"\x5a" * (len(raw) - 4096 * 3)
    path.write_bytes(raw)
    cache = Cache(warnings.append, path)
    for number in range(200):
        cache.get(f"{number}")
        cache.put(f"{number}", "y")
    assert len(warnings) == 1
    assert "going on without it" in warnings[0]
    assert list(tmp_path.glob("results.damaged-*"))
    cache.close()
    again = Cache(pytest.fail, path)
    again.put("key", "1")
    assert again.get("key") == "1"
    again.close()


def test_a_value_that_was_changed_is_not_known(cache):
    cache.put("key", "1")
    cache.connection.execute("UPDATE result SET value = '{broken'")
    assert cache.get("key") is None


def test_a_full_disk_is_one_warning(cache, warnings):
    pages = cache.connection.execute("PRAGMA page_count").fetchone()[0]
    cache.connection.execute(f"PRAGMA max_page_count = {pages + 2}")
    for number in range(50):
        cache.put(f"{number}", "x" * 4000)
    assert len(warnings) == 1
    assert "full" in warnings[0]
    assert "going on without it" in warnings[0]
    assert cache.get("0") is None


def test_a_cache_folder_that_cannot_be_made_is_one_warning(tmp_path, warnings):
    (tmp_path / "cache").write_text("a file where the folder should be", encoding="utf-8")
    cache = Cache(warnings.append, tmp_path / "cache" / "results.sqlite")
    cache.put("key", "1")
    assert cache.get("key") is None
    assert cache.latest() == {}
    assert len(warnings) == 1


def test_a_cache_that_cannot_be_written_is_one_warning(tmp_path, warnings):
    path = tmp_path / "results.sqlite"
    Cache(pytest.fail, path).close()

    def read_only(file, **options):
        return connect(f"file:{file}?mode=ro", uri=True, **options)

    connect = sqlite3.connect
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sqlite3, "connect", read_only)
        cache = Cache(warnings.append, path)
        cache.put("key", "1")
    assert len(warnings) == 1
    assert "readonly" in warnings[0]
    assert cache.get("key") is None
    cache.close()
