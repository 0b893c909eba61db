"""`report`: made from the last run."""

import json

from verify.running import drawings
from verify.running.items import Reply


def test_the_report_is_made_from_the_last_run(ran, invoke, tmp_path):
    assert invoke("run", "--paper", "plain").exit_code == 0
    result = invoke("report", "--out", str(tmp_path / "report"))
    assert result.exit_code == 0
    page = (tmp_path / "report" / "report.md").read_text(encoding="utf-8")
    assert "| plain | 2 | 1 | 1 | 4 | 1 | 9 |" in page
    assert "<script>" not in page
    data = json.loads((tmp_path / "report" / "report.json").read_text(encoding="utf-8"))
    assert len(data["claims"]) == 9


def test_a_report_that_cannot_show_everything_says_so(ran, invoke, tmp_path, monkeypatch):
    def each(items, *rest):
        return {item.claim: Reply(broken="ValueError: no") for item in items}

    assert invoke("run", "--paper", "plain").exit_code == 0
    monkeypatch.setattr(drawings, "each", each)
    result = invoke("report", "--out", str(tmp_path / "report"))
    assert result.exit_code == 3
    assert "nothing could be shown of it: ValueError: no" in result.output
    page = (tmp_path / "report" / "report.md").read_text(encoding="utf-8")
    assert "nothing could be shown of it: ValueError: no" in page


def test_an_erratum_is_made_alone(ran, invoke, tmp_path):
    out = tmp_path / "erratum"
    assert invoke("run", "--paper", "plain").exit_code == 0
    assert invoke("report", "--erratum", "plain", "--out", str(out)).exit_code == 0
    names = sorted(path.name for path in out.iterdir())
    assert names == ["erratum-plain.html", "erratum-plain.tex"]
    assert "\\begin{document}" in (out / "erratum-plain.tex").read_text(encoding="utf-8")
    unknown = invoke("report", "--erratum", "nobody", "--out", str(out))
    assert unknown.exit_code == 2
    twice = invoke("report", "--erratum", "plain", "--recorded", "--out", str(out))
    assert twice.exit_code == 2
    assert "give it alone" in twice.output
