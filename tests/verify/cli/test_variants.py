"""`mutate`: its counts, where they end up, and what a sample says of them."""

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


def test_a_sample_of_all_mutants_is_what_mutate_counts(ran, invoke, tmp_path):
    result = invoke(
        "mutate", "--paper", "plain", "--sample", "10000", "--json", str(tmp_path / "s")
    )
    assert result.exit_code == 0, result.stderr
    assert "undecided / (killed + undecided): 0.0%, 95 %: 0.0% to " in result.stdout
    sample = json.loads((tmp_path / "s").read_text(encoding="utf-8"))["sample"]
    assert invoke("mutate", "--paper", "plain", "--json", str(tmp_path / "m")).exit_code == 0
    counted = json.loads((tmp_path / "m").read_text(encoding="utf-8"))
    listed = json.loads(invoke("list", "--paper", "plain", "--json").stdout)
    stands = {c["id"] for c in listed if c["verdict"] in ("proved", "supported")}
    mutants = {i: found["mutants"] for i, found in counted.items() if found["mutants"]}
    assert sample["mutants"] == {i: ends for i, ends in mutants.items() if i in stands}
    assert mutants.keys() - stands  # what holds instead of what fails has mutants, too
    assert sample["killed"] == sum(counted[i]["killed"] for i in stands) > 0
    assert sample["named"] == sample["set_aside"] + sum(map(len, sample["mutants"].values()))
