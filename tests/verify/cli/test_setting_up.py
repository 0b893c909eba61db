"""`new`: a paper that can be checked."""

from verify.claims import catalogue


def test_new_writes_a_paper_that_can_be_checked(invoke, tmp_path, monkeypatch):
    monkeypatch.setenv("THMCHECK_PAPERS", str(tmp_path))
    catalogue.forget()
    try:
        result = invoke("new", "my-paper")
        assert result.exit_code == 0
        catalogue.forget()
        assert invoke("new", "my-paper").exit_code == 2
        result = invoke("check", "my-paper/lem-1")
    finally:
        catalogue.forget()
    assert result.exit_code == 0, result.stderr
    assert "verdict   proved" in result.stdout
