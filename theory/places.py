"""Hypotheses and the places where a paper states them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from theory.well_formed import IllFormed

HERE = "here"  # the place of a hypothesis that stands in the claim's own sentence


def placed(given: Any) -> tuple[tuple[str, tuple[Any, ...]], ...]:
    """Return hypotheses by place, from what a statement gets as `given`.

    Raises:
        IllFormed: it is neither a tuple nor a mapping from places to tuples.
    """
    places = tuple(given.items()) if isinstance(given, Mapping) else ((HERE, given),)
    for place, some in places:
        if not isinstance(place, str) or not place:
            raise IllFormed(f"{place!r} is no place of hypotheses, which is a text, or HERE")
        if not isinstance(some, tuple):
            members = ", ".join(map(str, some if isinstance(some, (list, set)) else (some,)))
            raise IllFormed(f"the hypotheses are no tuple but `{some}`; write given=({members},)")
    return tuple((place, some) for place, some in places if some)
