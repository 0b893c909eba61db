"""What a run says in the end, and with which exit code."""

import odd_papers
from commands import change_record, external


def test_another_verdict_than_the_recorded_one_exits_1(ran, invoke):
    path, text = change_record(ran[0], "plain/lem-1", "refuted")
    try:
        result = invoke("run", "--paper", "plain")
    finally:
        path.write_text(text, encoding="utf-8")
    assert result.exit_code == 1
    assert "surprise: plain/lem-1: refuted (quick) -> proved" in result.stderr


def test_an_error_of_the_run_exits_3_with_both_pieces(tmp_path):
    odd_papers.write(tmp_path, "wrong")
    done, _, _ = external("run", "--paper", "wrong", THMCHECK_PAPERS=str(tmp_path))
    assert done.returncode == 3
    assert "says holds" in done.stderr
    assert "says fails" in done.stderr
    assert "proved" not in done.stdout
