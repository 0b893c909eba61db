"""The page about the methods, made from what each of them declares and says of itself."""

from __future__ import annotations

from importlib import import_module
from inspect import cleandoc
from pathlib import Path

from verify.methods import METHODS, refuters
from verify.methods.base import EachInstance
from verify.methods.method import Method

PAGE = Path("docs") / "methods.md"
HEAD = """# The methods

This page is made by `make docs` from the files in `verify/methods`; a change belongs there.

A method decides a statement in its own way and says what it found: that the statement holds, that
it fails at a point, that it could not decide, or that the statement is none of its kind. What says
that a statement holds on all of its range comes with a certificate, and counts as a proof only if
`verify/kernel` accepts that; a point at which a statement fails is evaluated again from its
certificate alone. The examples are run by the tests and by `thmcheck doctor`; `METHOD` is the
method of their file.

To add a method, write one file `verify/methods/NAME.py` that declares it, with a `METHOD` of that
name (`verify/methods/method.py` says what there is to declare) and a docstring like those below:
what it decides, why that is sound, an example, and a reference if there is one. There is no list to
extend. `verify/methods/base.py` goes through the instances of a statement; a method decides one of
them at a time.
"""


def page() -> str:
    """Return the page as Markdown: the methods in the order in which they are applied."""
    return "\n".join((HEAD, *map(_section, METHODS.values())))


def _section(method: Method) -> str:
    said = cleandoc(import_module(f"verify.methods.{method.name}").__doc__ or "")
    first, _, rest = said.partition("\n")
    facts = "\n".join(f"- {name}: {fact}" for name, fact in _facts(method).items())
    return f"## {method.name}\n\n{first}\n\n{facts}\n\n{rest.strip()}\n"


def _facts(method: Method) -> dict[str, str]:
    """Return what a method declares, by its heading."""
    places, refuting = list(METHODS), [one.name for one in refuters()]
    place = f"{places.index(method.name) + 1} of {len(places)}"
    changed = "never"
    if method.name in refuting:
        changed = f"{refuting.index(method.name) + 1} of {len(refuting)}"
    each = isinstance(method.decide, EachInstance)
    facts = {
        "handles": method.handles,
        "tier": method.tier.value,
        "decides": "each instance by itself" if each else "the statement as a whole",
        "applied to a claim": place,
        "applied to find an objection": changed,
    }
    if method.needless is not None:
        facts["left out by the quick profile"] = f"where {method.needless.value}"
    if method.uses_gpu:
        facts["GPU"] = "used if there is one"
    return facts


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
