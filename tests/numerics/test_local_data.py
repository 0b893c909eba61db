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
