"""The dataclasses that a claim is written in."""

from __future__ import annotations

import dataclasses
import difflib
import functools
import sys
from collections.abc import Callable
from typing import Any, TypeVar, dataclass_transform

from theory.well_formed import IllFormed

T = TypeVar("T", bound=type)
_WRITTEN = "__written__"


@dataclass_transform(frozen_default=True, field_specifiers=(dataclasses.field,))
def frozen(cls: T) -> T:
    """Make a frozen dataclass that names the nearest of its arguments for a misspelt one.

    Its instances know where they were written, see `written_at`.

    >>> @frozen
    ... class Remark:
    ...     words: str = ""
    >>> Remark(word="-")
    Traceback (most recent call last):
    theory.well_formed.IllFormed: Remark has no argument 'word'; did you mean 'words'?
    """
    made: Any = dataclasses.dataclass(frozen=True)(cls)
    made.__init__ = _explained(made.__init__, made)
    return made


def written_at(instance: Any) -> tuple[str, int]:
    """Return the name of the file, or of the cell of a notebook, and the line of a call."""
    place: tuple[str, int] = vars(instance)[_WRITTEN]
    return place


def _explained(init: Callable[..., None], cls: type) -> Callable[..., None]:
    """Return the constructor of a dataclass that refuses a misspelt argument in plain words."""
    known = [field.name for field in dataclasses.fields(cls) if field.init]

    @functools.wraps(init)
    def constructor(self: Any, *arguments: Any, **named: Any) -> None:
        for name in named:
            if name not in known:
                raise IllFormed(f"{cls.__name__} has no argument {name!r}; {_hint(name, known)}")
        caller = sys._getframe(1)
        vars(self)[_WRITTEN] = (caller.f_code.co_filename, caller.f_lineno)
        init(self, *arguments, **named)

    return constructor


def _hint(name: str, known: list[str]) -> str:
    near = difflib.get_close_matches(name, known, n=1, cutoff=0.5)
    return f"did you mean {near[0]!r}?" if near else f"it has {', '.join(known)}"
