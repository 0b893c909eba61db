"""A sample of mutants: what is drawn, what has no answer, and the interval for the whole paper."""

import odd_papers
import pytest
from scipy.stats import beta, binom

from verify.running.options import Options
from verify.running.sampling import Known, interval, sample
from verify.running.work.judge import Judge
from verify.running.work.vary import MutateOnce


@pytest.fixture
def plain(tmp_path):
    with odd_papers.installed(tmp_path, "plain"):
        yield ["plain/thm-4", "plain/thm-4-step-square"]


def test_as_many_are_drawn_as_are_asked_for_and_the_seed_says_which(plain):
    told = []
    few, broken = sample(plain, 3, 100, Options(), progress=lambda *words: told.append(words))
    assert broken == {}
    assert few.killed + few.true + few.undecided == len(told) == 3 < few.named
    assert sample(plain, 3, 100, Options())[0] == few
    others = {str(sample(plain, 3, 100, Options(seed=seed))[0].mutants) for seed in (1, 2, 3)}
    assert len(others) > 1


def test_a_mutant_without_an_answer_is_undecided(plain, monkeypatch):
    monkeypatch.setattr(MutateOnce, "do", lambda work, item: 1 / 0)
    found, _ = sample(plain, 2, 100, Options(engine="here"))
    assert (found.undecided, found.share) == (2, 1)
    ends = [end for several in found.mutants.values() for end in several]
    assert {(end.end, end.by) for end in ends} == {
        ("undecided", "ZeroDivisionError: division by zero")
    }
    assert all(end.change for end in ends)


def test_claims_are_judged_as_in_a_run_whatever_the_seed_and_not_where_the_record_says_all(
    plain, monkeypatch
):
    judged = []

    def do(work, item):
        judged.append((item.claim, item.seed))
        return judge(work, item)

    judge = Judge.do
    monkeypatch.setattr(Judge, "do", do)
    found, _ = sample(plain, 1000, 100, Options(seed=5, engine="here"))
    assert judged == [(name, 0) for name in plain]
    del judged[:]
    known = Known({}, {plain[0]: frozenset()})
    fewer, _ = sample(plain, 1000, 100, Options(seed=5, engine="here"), known)
    assert judged == [(plain[1], 0)]
    assert fewer.mutants == {plain[1]: found.mutants[plain[1]]}
    assert fewer.named == found.named
    assert fewer.set_aside == found.set_aside + len(found.mutants.get(plain[0], ()))


def test_the_interval_is_where_either_tail_has_a_fortieth():
    low, high = interval(7, 50)
    assert binom.sf(6, 50, low) == pytest.approx(0.025)
    assert binom.cdf(7, 50, high) == pytest.approx(0.025)
    assert (low, high) == pytest.approx((beta.ppf(0.025, 7, 44), beta.ppf(0.975, 8, 43)))
    assert interval(0, 50)[0] == 0
    assert interval(50, 50)[1] == 1
