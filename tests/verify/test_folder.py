"""The cache folder of the user: tables that are kept in it, and a copy that may be written."""

import os

import pytest

from verify.folder import VARIABLE, borrowed, folder, keep, table
from verify.running.cache import Cache


def test_a_table_comes_back_unless_its_file_was_changed():
    assert table("names") == {}
    keep("names", {"a": 1})
    assert table("names") == {"a": 1}
    path = folder() / "names"
    path.write_bytes(path.read_bytes().replace(b"1", b"2"))
    assert table("names") == {}


def test_a_copy_of_the_folder_has_what_is_in_it_and_leaves_it_alone():
    cache = Cache(pytest.fail)
    cache.put("key", "1")  # still in the log of the file
    keep("names", {"a": 1})
    with borrowed() as own:
        copy = Cache(pytest.fail)
        assert copy.get("key") == "1"
        copy.put("other", "2")
        copy.close()
        assert table("names") == {"a": 1}
        keep("names", {"a": 2})
    assert own == folder() == cache.path.parent
    assert cache.get("other") is None
    assert table("names") == {"a": 1}
    cache.close()


def test_the_folder_is_named_as_before_after_a_copy(monkeypatch):
    before = os.environ[VARIABLE]
    with borrowed() as own:
        assert os.environ[VARIABLE] != before == str(own)
    assert os.environ[VARIABLE] == before
    monkeypatch.delenv(VARIABLE)
    with borrowed():
        assert VARIABLE in os.environ
    assert VARIABLE not in os.environ
