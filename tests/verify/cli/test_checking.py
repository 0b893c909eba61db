"""`check`, `run` and `replay`: what they print and write."""

import json

from commands import LOOP, LOOP_AT_REST, external, seconds
from pace import at_rest


def test_a_recorded_run_has_no_surprise_and_writes_what_it_is_asked_for(ran, invoke, tmp_path):
    json_file, junit = tmp_path / "out" / "run.json", tmp_path / "run.xml"
    result = invoke("run", "--paper", "plain", "--json", str(json_file), "--junit", str(junit))
    assert result.exit_code == 0, result.output
    assert "surprise" not in result.stderr
    found = json.loads(json_file.read_text(encoding="utf-8"))
    false = next(c for c in found["claims"] if c["id"] == "plain/lem-2")
    assert [e["method"] for e in false["parts"][0]["evidence"]] == ["replay"]
    assert "<testsuites" in junit.read_text(encoding="utf-8")
    assert result.stderr.count("[9/9]") == 1


def test_check_prints_evidence_witness_and_what_holds(ran, invoke):
    result = invoke("check", "plain/lem-2", "plain/def-7")
    assert result.exit_code == 0
    for wanted in (
        "breaks at x = 2",
        "2 against 1",
        "what holds instead",
        "solver      fails",
        "sealed    certificate",
        "verdict   refuted (exact). A counterexample",
        "verdict   stipulated",
    ):
        assert wanted in result.stdout, wanted


def test_check_of_one_claim_is_fast_and_prints_json(ran):
    root, _ = ran
    yardstick = seconds(LOOP)
    done, user, system = external("check", "plain/lem-5", "--json", THMCHECK_PAPERS=str(root))
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["claims"][0]["verdict"] == "proved"
    assert at_rest(user + system, yardstick, LOOP_AT_REST) < 8


def test_replay_accepts_what_is_right_and_refuses_the_rest(ran, invoke, tmp_path):
    good = ran[0] / "record" / "certificates" / "plain" / "lem-2.json"
    result = invoke("replay", str(good))
    assert result.exit_code == 0, result.stderr
    assert "accepted: plain/lem-2 fails" in result.stdout
    altered = tmp_path / "altered.json"
    altered.write_text(good.read_text(encoding="utf-8").replace('"2"', '"3"'), encoding="utf-8")
    result = invoke("replay", str(altered))
    assert result.exit_code == 1
    assert "refused: the content does not match its digest" in result.stderr
    for content in ("[" * 100_000, '{"claim": "__import__(\'os\')"}', "[]", '{"claim": 1}'):
        altered.write_text(content, encoding="utf-8")
        result = invoke("replay", str(altered))
        assert result.exit_code == 1
        assert "refused" in result.stderr
