"""How many files of the project a reader opens for one theorem: median two, at most four.

Opened is what holds the claim, what defines the names that its statements, its lemmas and its
argument are made of, and what holds the meanings of its heads and its experiments with all that
they use in turn: a file of `theory/papers/X` or of `verify/papers/X`, `notation.py` included.

Not counted are the language (`theory`), the engine, and the claims that `uses` and `because` name,
which are theorems of their own. Simulators are counted apart: an attack calls a function of
`numerics` by what its docstring says, as it calls one of torch; who follows it all the way down
opens up to seven files.
"""

from statistics import median

import pytest
from files_to_open import files_to_open

from verify.claims import catalogue, folders

SIMULATORS = folders.ROOT / "numerics"
# what takes more, so far; an entry that is no longer true breaks the test
MORE = {"signsgd-scaling/thm-F.6", "signsgd-scaling/thm-F.9"}
LONG_ARGUMENTS = {"signsgd-scaling/thm-F.6", "signsgd-scaling/thm-F.9"}  # from the first step on


@pytest.fixture(scope="module")
def opened():
    places = catalogue.index().values()
    return {place.id: files_to_open(place.id) for place in places if place.root == folders.ROOT}


def test_two_files_are_opened_in_the_median_and_four_at_most(opened):
    counts = {
        name: len([path for path in paths if SIMULATORS not in path.parents])
        for name, paths in opened.items()
    }
    assert min(counts.values()) == 1
    assert median(counts.values()) <= 2
    assert {name for name, count in counts.items() if count > 4} == MORE


def test_with_the_simulators_seven_files_at_most(opened):
    assert median(map(len, opened.values())) <= 2
    assert max(len(paths) for name, paths in opened.items() if name not in LONG_ARGUMENTS) <= 7


def test_names_are_followed_through_the_meanings_to_the_simulator(opened):
    paths = opened["steepest-mirror/thm-4.8"]
    assert {path.relative_to(folders.ROOT).as_posix() for path in paths} >= {
        "theory/papers/steepest_mirror/mirror_maps.py",
        "theory/papers/steepest_mirror/flow.py",
        "verify/papers/steepest_mirror/mirror_maps.py",
        "numerics/product_speed.py",
        "numerics/steepest_flow.py",
    }
