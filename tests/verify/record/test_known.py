"""What is known of claims without checking them again."""

from types import SimpleNamespace

from made_results import EVIDENCE, claim, instead, part

from reports.results import ClaimResult
from verify.evidence import Verdict, from_json
from verify.record import known
from verify.record.committed import Recorded

V = Verdict

CERTIFICATE = {"certificate": 1, "claim": "paper/a", "statement": "0" * 64, "digest": "1" * 64}


def test_what_is_kept_as_the_latest_result_is_light():
    kept = {}
    cache = SimpleNamespace(set_latest=kept.__setitem__)
    better = instead(evidence=(EVIDENCE,))
    refuted = part(V.REFUTED, certificate=CERTIFICATE, instead=better)
    known.keep_latest(cache, claim("a", V.REFUTED, parts=(refuted,)))
    found = from_json(kept["paper/a"], ClaimResult)
    assert found.head.verdict is V.REFUTED
    assert found.head.evidence == found.head.instead.evidence == ()
    assert CERTIFICATE["digest"] not in kept["paper/a"]


def test_what_is_missing_is_known_from_the_record_and_from_a_run():
    lacking = part(V.UNCHECKED, reason="a model")
    one = claim("a", V.UNCHECKED, parts=(lacking, part(V.OPEN, reason="-"), lacking))
    assert known._of_record(Recorded.of(one, "quick"), "").lacks == ("a model",)
    assert known._of_run(one, "").lacks == ("a model",)
