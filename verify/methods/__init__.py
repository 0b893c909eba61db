"""One file per method: a module of this package that declares a `METHOD`.

Nothing else is needed to add one. `METHODS` holds them by name, in the order in which they are
applied.
"""

import re
from dataclasses import replace
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from pkgutil import iter_modules

from verify.methods.method import Method, Needless

_DECLARES = re.compile(r"^METHOD\b", re.MULTILINE)


def declared() -> dict[str, Method]:
    """Return the methods that modules of this package declare, the cheapest first.

    Modules that declare none are not imported: some load libraries that only experiments need.

    Raises:
        ValueError: a method has another name than its module, or needs the proofs that it is
            asked for.
    """
    found: list[Method] = []
    for module in (f"{__name__}.{info.name}" for info in iter_modules(__path__)):
        spec = find_spec(module)
        if spec is None or spec.origin is None:
            continue
        if not _DECLARES.search(Path(spec.origin).read_text(encoding="utf-8")):
            continue
        method: Method = import_module(module).METHOD
        if module != f"{__name__}.{method.name}":
            raise ValueError(f"{module} declares a method of another name: {method.name!r}")
        if method.needs_proofs and method.proves_for_others:
            raise ValueError(f"{module} needs proofs, so it cannot be asked for one by others")
        found.append(method)
    found.sort(key=lambda m: (m.cost, m.name))
    provers = tuple(m for m in found if m.proves_for_others)
    return {m.name: replace(m, provers=provers) if m.needs_proofs else m for m in found}


METHODS = declared()


def refuters() -> list[Method]:
    """Return the methods that are applied until one objects to a statement, in this order."""
    places = [(m.refutes, m.name) for m in METHODS.values() if m.refutes is not None]
    return [METHODS[name] for _, name in sorted(places)]


def modules_of(name: str) -> tuple[str, ...]:
    """Return the modules on which the results of a method depend, beside what these import."""
    return tuple(f"{__name__}.{m.name}" for m in (METHODS[name], *METHODS[name].provers))


def samplers() -> list[Method]:
    """Return the methods that find out more the more points they are to try, the cheapest first."""
    return [m for m in METHODS.values() if m.samples]


def applied_last() -> list[Method]:
    """Return the methods that the quick profile applies last, and only where they are needed."""
    chosen = [(m.needless, m) for m in METHODS.values() if m.needless is not None]
    order = list(Needless)
    return [m for _, m in sorted(chosen, key=lambda pair: order.index(pair[0]))]
