"""What the cache is given to keep: nothing twice, and nothing that rests on a check that broke."""

import pytest

from reports.results import ClaimVerdict, StatementVerdict
from verify.evidence import Evidence, Key, Outcome, Tier, Verdict, to_json
from verify.running.cache import Cache
from verify.running.items import Item, Reply
from verify.running.recall import recall, remember
from verify.running.work.judge import Judge

HOLDS = Evidence("solver", Outcome.HOLDS, Tier.SOLVER, detail="it is so")
BROKE = Evidence("solver", Outcome.UNKNOWN, Tier.SOLVER, detail="no answer", error=True)
REPLAYED = Evidence("replay", Outcome.FAILS, Tier.EXACT)


@pytest.fixture
def cache(tmp_path):
    cache = Cache(pytest.fail, tmp_path / "results.sqlite")
    yield cache
    cache.close()


def judged(given, added=(), errors=()):
    """Return an item, and what a worker answers to it."""
    found = StatementVerdict(verdict=Verdict.OPEN, evidence=added)
    value = ClaimVerdict({Key(0): found}, Verdict.OPEN, 0, (), "", errors)
    return Item("signsgd-scaling/eq-28", Judge({Key(0): given})), Reply(value, text=to_json(value))


def test_a_judgement_is_kept_without_the_evidence_that_it_was_given(cache):
    item, reply = judged((HOLDS,), (REPLAYED,))
    remember(cache, item, reply)
    known = recall(cache, item)
    assert known is not None
    assert HOLDS.detail not in known.text
    assert item.work.whole(known.value).verdicts[Key(0)].evidence == (HOLDS, REPLAYED)


@pytest.mark.parametrize(
    ("given", "added", "errors"),
    [((HOLDS, BROKE), (), ()), ((HOLDS,), (BROKE,), ()), ((HOLDS,), (), ("a contradiction",))],
)
def test_what_was_judged_with_a_check_that_broke_is_not_kept(cache, given, added, errors):
    item, reply = judged(given, added, errors)
    remember(cache, item, reply)
    assert recall(cache, item) is None


def test_a_check_that_broke_is_not_kept(cache):
    item, _ = judged(())
    remember(cache, item, Reply(broken="the worker died"))
    assert recall(cache, item) is None
