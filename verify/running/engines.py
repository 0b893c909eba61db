"""The kinds of engines, by name: on this machine, in this process, or on a cluster."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, closing, contextmanager
from dataclasses import dataclass

from verify.errors import UsageError
from verify.running.engine import Address, Engine, InProcess, Local, surroundings
from verify.running.items import Limits
from verify.running.workers import HEAVY


@contextmanager
def local(
    limits: Limits, address: Address | None = None, ahead: Sequence[str] = HEAVY
) -> Iterator[Engine]:
    """Open the engine of this machine; its workers end with the block, whatever happens."""
    with surroundings(), closing(Local(limits, ahead)) as engine:
        yield engine


@contextmanager
def here(limits: Limits, address: Address | None = None) -> Iterator[Engine]:
    """Open the engine of this process, which has no limits."""
    yield InProcess()


@contextmanager
def dask(limits: Limits, address: Address | None = None) -> Iterator[Engine]:
    """Open the engine of a Dask cluster that exists; what its workers still do, they end."""
    from verify.running import cluster  # most commands need none

    assert address is not None
    with closing(cluster.Dask(limits, address)) as engine:
        yield engine


@dataclass(frozen=True)
class EngineKind:
    """A kind of engine.

    Args:
        open: given what an item may use, and where the engine is, yields it within a block.
        has_address: whether it is somewhere else, and is named as `kind://HOST:PORT`.
        offered: to users. Of the others one only builds claims, for which its workers need less;
            and only the API knows claims that can be checked nowhere but here.
    """

    open: Callable[[Limits, Address | None], AbstractContextManager[Engine]]
    has_address: bool = False
    offered: bool = True


ENGINES = {
    "local": EngineKind(local),
    "dask": EngineKind(dask, has_address=True),
    "builders": EngineKind(functools.partial(local, ahead=()), offered=False),
    "here": EngineKind(here, offered=False),
}


def engine_named(
    name: str, offered: bool = False
) -> Callable[[Limits], AbstractContextManager[Engine]]:
    """Return what opens the engine of that name.

    Args:
        name: `kind`, or `kind://HOST:PORT` of an engine that is somewhere else.
        offered: whether it must be one that users may ask for.

    Raises:
        UsageError: there is no such kind, or its address is missing, too much, or none.
    """
    kind, is_elsewhere, place = name.partition("://")
    known = {k: engine for k, engine in ENGINES.items() if engine.offered or not offered}
    if kind not in known:
        raise UsageError(f"--engine {name}: there is no engine {kind!r}, only {', '.join(known)}")
    engine = known[kind]
    if engine.has_address != bool(is_elsewhere):
        right = f"{kind}://HOST:PORT" if engine.has_address else kind
        raise UsageError(f"--engine {name}: write --engine {right}")
    address = _address(name, place) if engine.has_address else None
    return lambda limits: engine.open(limits, address)


def _address(name: str, place: str) -> Address:
    host, _, port = place.rpartition(":")
    if not host or not port.isdecimal() or not 0 < int(port) < 2**16:
        raise UsageError(f"--engine {name}: {place!r} is no HOST:PORT")
    return Address(host, int(port))
