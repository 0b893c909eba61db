import pytest

from numerics import local_data


def test_results_depend_on_the_files_that_are_there(tmp_path, monkeypatch):
    monkeypatch.delenv(local_data.VARIABLE, raising=False)
    assert local_data.state() == ()
    monkeypatch.setenv(local_data.VARIABLE, str(tmp_path))
    assert local_data.state() == ()
    (tmp_path / "set").mkdir()
    (tmp_path / "set" / "file").write_bytes(b"abc")
    ((name, size, _),) = local_data.state()
    assert (name, size) == ("set/file", 3)


def test_files_are_found_by_their_names(tmp_path, monkeypatch):
    monkeypatch.delenv(local_data.VARIABLE, raising=False)
    with pytest.raises(local_data.MissingData, match="THMCHECK_DATA"):
        local_data.matching("texts", "set", "*.txt")
    monkeypatch.setenv(local_data.VARIABLE, str(tmp_path))
    with pytest.raises(local_data.MissingData, match=r"no \*\.txt in the folder set"):
        local_data.matching("texts", "set", "*.txt")
    (tmp_path / "set" / "c.txt").mkdir(parents=True)
    for name in ("b.txt", "a.txt", "d.csv"):
        (tmp_path / "set" / name).touch()
    found = local_data.matching("texts", "set", "*.txt")
    assert [path.name for path in found] == ["a.txt", "b.txt"]
