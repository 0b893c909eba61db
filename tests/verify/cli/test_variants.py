"""`mutate`: its counts, and where they end up."""

import json


def test_mutants_are_counted_and_end_up_in_the_next_run(ran, invoke, tmp_path):
    result = invoke("mutate", "plain/thm-4-step-square", "--json", str(tmp_path / "m.json"))
    assert result.exit_code == 0, result.stderr
    assert "mutants: " in result.stdout
    written = json.loads((tmp_path / "m.json").read_text(encoding="utf-8"))
    counts = written["plain/thm-4-step-square"]
    invoke("run", "--paper", "plain", "--json", str(tmp_path / "r.json"))
    found = json.loads((tmp_path / "r.json").read_text(encoding="utf-8"))
    step = next(c for c in found["claims"] if c["id"] == "plain/thm-4-step-square")
    assert step["mutation"]["killed"] == counts["killed"] > 0
