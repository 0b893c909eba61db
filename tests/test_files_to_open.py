"""How many files of the project a reader opens for one theorem: median two, at most four but once.

Opened is what holds the claim, what defines the names that its statements, its lemmas and its
argument are made of, and what holds the meanings of its heads and its experiments with all that
they use in turn: a file of `theory/papers/X` or of `verify/papers/X`, `notation.py` included.

Not counted are the language (`theory`), the engine, and the claims that `uses` and `because` name,
which are theorems of their own. Five are opened for theorem 3 of less-data alone, which prints the
bound of lemma 5 and the start of lemma 4 again.

Two things are counted apart. An attack calls a simulator of
`numerics` by what its docstring says, as it calls a function of torch; who follows it all the way
down opens up to seven files, three in the median, and more for the tables of printed networks
alone, which take data of three kinds and trained weights from local copies. And the steps of an
argument that has files of its own are checked by the kernel and used by their conclusions; who
reads every step of the longest ones, of theorem E.4 of signsgd-scaling, opens twelve files more,
and the median is three: figures that are measured open four files, where the claim alone opened two
as long as nothing attacked it.
"""

from statistics import median

import pytest
from files_to_open import files_to_open

from verify.claims import catalogue, folders

SIMULATORS = folders.ROOT / "numerics"
_TABLES = ("6", "6-coupled-drop", "8", "8-accuracy-order", "8-adam-moves-more", "10")
PRINTED_NETWORKS = (*(f"steepest-mirror/tab-{table}" for table in _TABLES), "signsgd-scaling/fig-2")
STEPS = ("_argument.py", "_denial.py")  # how files end that hold nothing but steps of arguments


@pytest.fixture(scope="module")
def opened():
    places = catalogue.index().values()
    return {place.id: files_to_open(place.id) for place in places if place.root == folders.ROOT}


def counted(opened, simulators=False, steps=False):
    """Return how many files are opened for each claim."""
    return {
        name: len(
            [
                path
                for path in paths
                if (simulators or SIMULATORS not in path.parents)
                and (steps or not path.name.endswith(STEPS))
            ]
        )
        for name, paths in opened.items()
    }


@pytest.mark.long
def test_two_files_are_opened_in_the_median_and_four_at_most(opened):
    counts = counted(opened)
    assert min(counts.values()) == 1
    assert median(counts.values()) <= 2
    assert {name: count for name, count in counts.items() if count > 4} == {"less-data/thm-3": 5}


@pytest.mark.parametrize(("more", "usual", "most"), [("simulators", 3, 7), ("steps", 3, 15)])
def test_with_the_simulators_or_all_steps_of_an_argument_there_are_more(opened, more, usual, most):
    counts = counted(opened, **{more: True})
    assert median(counts.values()) <= usual
    printed = [counts.pop(name) for name in PRINTED_NETWORKS]
    assert max(counts.values()) <= most
    assert max(printed) <= 12


def test_files_of_steps_hold_no_claim():
    holders = [place.module for place in catalogue.index().values()]
    assert holders
    assert not [module for module in holders if f"{module}.py".endswith(STEPS)]


def test_names_are_followed_through_the_meanings_to_the_simulator(opened):
    paths = opened["steepest-mirror/thm-4.8"]
    assert {path.relative_to(folders.ROOT).as_posix() for path in paths} >= {
        "theory/papers/steepest_mirror/mirror_maps.py",
        "verify/papers/steepest_mirror/mirror_maps.py",
        "numerics/product_speed.py",
        "numerics/steepest_flow.py",
    }
