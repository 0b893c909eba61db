import pytest

from numerics import local_data, local_folders


def test_files_are_found_by_their_names(tmp_path, monkeypatch):
    monkeypatch.delenv(local_data.VARIABLE, raising=False)
    with pytest.raises(local_data.MissingData, match="THMCHECK_DATA"):
        local_folders.matching("texts", "set", "*.txt")
    monkeypatch.setenv(local_data.VARIABLE, str(tmp_path))
    with pytest.raises(local_data.MissingData, match=r"no \*\.txt in the folder set"):
        local_folders.matching("texts", "set", "*.txt")
    (tmp_path / "set" / "c.txt").mkdir(parents=True)
    for name in ("b.txt", "a.txt", "d.csv"):
        (tmp_path / "set" / name).touch()
    found = local_folders.matching("texts", "set", "*.txt")
    assert [path.name for path in found] == ["a.txt", "b.txt"]
