"""What a run says in the end, and with which exit code."""

import odd_papers
from commands import change_record, external
from made_results import EVIDENCE, claim, part
from made_results import run as run_of
from msgspec.structs import replace

from verify.cli.conclusion import tell_recorded, tell_slowest


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


def test_the_slowest_claims_are_named_once_they_take_a_second(capsys):
    times = {"a": 0.5, "b": 2.04, "c": 7.0, "d": 1.0, "e": 1.5, "f": 3.0, "g": 1.2}
    tell_slowest(run_of(*(replace(claim(name), seconds=took) for name, took in times.items())))
    said = capsys.readouterr().err
    assert said == (
        "thmcheck: slowest: paper/c 7.0 s, paper/f 3.0 s, paper/b 2.0 s, paper/e 1.5 s, "
        "paper/g 1.2 s\n"
    )


def test_quick_claims_are_not_named(capsys):
    tell_slowest(run_of(replace(claim("a"), seconds=0.99)))
    assert not capsys.readouterr().err


def test_statements_whose_proofs_are_only_accepted_again_are_counted(capsys):
    again = part(evidence=(replace(EVIDENCE, recorded=True), EVIDENCE))
    tell_recorded(run_of(claim("a", parts=(again, part(), again)), claim("b")))
    assert capsys.readouterr().err == (
        "thmcheck: recorded proofs of 2 statements are accepted again; --fresh looks for all\n"
    )
    tell_recorded(run_of(claim("b")))
    assert not capsys.readouterr().err
