"""What is kept of draws changes nothing of what is found, and is found once."""

import pytest
from hypothesis import strategies as st

from property_tests.strategies.search import MOST_KEPT, Built, first

PAIRS = st.tuples(st.integers(), st.integers())


def added(pair):
    return sum(pair)


def looked_at(values, wanted, **how):
    """Return what is found, and all values that were looked at up to the first that is wanted."""
    seen = []

    def note(value):
        seen.append(value)
        return wanted(value)

    found = first(values, note, **how)
    hits = (place for place, value in enumerate(seen) if wanted(value))
    return found, seen[: next(hits, len(seen)) + 1]


def test_built_values_are_those_of_the_strategy_in_their_order():
    for seed in range(3):
        for shrink in (False, True):
            for wanted in (lambda n: n > 1000, lambda n: False, lambda n: n == 0):
                how = {"examples": 40, "seed": seed, "shrink": shrink}
                direct = looked_at(PAIRS.map(added), wanted, **how)
                assert looked_at(Built(PAIRS, added), wanted, **how) == direct
                assert looked_at(Built(PAIRS, added), wanted, **how) == direct


def test_each_value_is_asked_about_once_until_one_is_wanted():
    asked = []

    def wanted(value):
        asked.append(value)
        return len(asked) > 5

    first(Built(PAIRS, added), wanted, examples=40, seed=0, shrink=False)
    assert len(asked) == 6


def test_draws_are_made_once_for_all_that_is_built_of_them():
    drawn = []
    draws = st.integers().map(lambda n: (drawn.append(n), n)[1])
    for build in (str, abs):
        assert first(Built(draws, build), lambda _: False, examples=20, seed=1) is None
        assert len(drawn) <= 20
    first(Built(draws, abs), lambda _: False, examples=MOST_KEPT + 1, seed=1)
    assert len(drawn) > 20


def test_what_wanted_raises_comes_out():
    def wanted(value):
        raise ZeroDivisionError

    for shrink in (False, True):
        with pytest.raises(ZeroDivisionError):
            first(Built(PAIRS, added), wanted, examples=5, seed=0, shrink=shrink)
