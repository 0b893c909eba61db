"""The global state of a process, looked after from one item of work to the next.

A check runs in a process that other checks use after it. `Watch` gives all of them the same
beginning: random generators are seeded anew, everything else must be as the check before found
it. What a check has changed is put back and named, so that its caller can drop what came of it
and replace the process.

Nothing here is a wall against malice: code that wants to hide a change from Python can.
"""

from __future__ import annotations

import builtins
import operator
import os
import random
import signal
import sys
import threading
import warnings
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from itertools import chain
from types import ModuleType
from typing import Any

OURS = ("theory", "verify", "reports", "numerics", "property_tests")
# what is watched of the libraries is what the engine computes with: to look at all of sympy after
# each item would take longer than many an item
PACKAGES = (*OURS, "sympy.core", "sympy.functions.elementary", "sympy.logic")
MODULES = {
    "builtins",
    "decimal",
    "flint",
    "fractions",
    "functools",
    "hashlib",
    "itertools",
    "json",
    "math",
    "mpmath",
    "mpmath.ctx_mp",
    "mpmath.ctx_mp_python",
    "operator",
    "os",
    "random",
    "sympy",
    "sympy.assumptions.ask",
    "sympy.concrete.products",
    "sympy.concrete.summations",
    "sympy.functions.special.error_functions",
    "sympy.functions.special.gamma_functions",
    "sympy.integrals.integrals",
    "sympy.polys.polytools",
    "sympy.printing.repr",
    "sympy.printing.str",
    "sympy.simplify.simplify",
    "sympy.solvers.solvers",
    "time",
    "z3.z3",
}
_REGISTRY = "sympy.core.singleton.SingletonRegistry"  # libraries add members to it
# attributes of a class that Python and msgspec fill when somebody first asks
_FILLED_LATER = ("__annotations__", "__doc__", "__msgspec_cache__", "__slotnames__")
_IMMUTABLE = 1 << 8  # the flag of types whose attributes nobody can set
SIGNALS = tuple(
    getattr(signal, name)
    for name in (
        "SIGINT",
        "SIGTERM",
        "SIGALRM",
        "SIGCHLD",
        "SIGHUP",
        "SIGUSR1",
        "SIGUSR2",
        "SIGSEGV",
        "SIGABRT",
        "SIGFPE",
        "SIGPIPE",
    )
    if hasattr(signal, name)
)
SHOWN = 60  # characters of a value in a message
_MISSING = object()


@dataclass(frozen=True)
class Setting:
    """One thing that every computation in a process shares.

    Args:
        name: what it is called in a message.
        module: the module that must be loaded for it to exist.
        get, put: read it and set it, given that module.
        fresh: its value in a module that has just been loaded, if that is always the same.
        grows: whether libraries may add to it when they are loaded.
    """

    name: str
    module: str
    get: Callable[[Any], Any]
    put: Callable[[Any, Any], Any]
    fresh: Any = _MISSING
    grows: bool = False

    def read(self) -> Any:
        """Return the value that every computation uses now, `_MISSING` if none can."""
        module = sys.modules.get(self.module)
        try:
            return self.fresh if module is None else self.get(module)
        except AttributeError:  # the module could be loaded in part only
            return _MISSING


def _attribute(
    name: str, module: str, owner: str, attribute: str, fresh: Any = _MISSING
) -> Setting:
    """Return the setting that is one attribute of an object in a module."""
    find = operator.attrgetter(owner) if owner else lambda module: module

    def put(module: Any, value: Any) -> None:
        setattr(find(module), attribute, value)

    return Setting(name, module, lambda module: getattr(find(module), attribute), put, fresh)


def _pair(name: str, module: str, get: str, put: str, fresh: Any = _MISSING) -> Setting:
    """Return the setting that a module reads by one function and sets by another."""
    reader, writer = operator.attrgetter(get), operator.attrgetter(put)
    return Setting(name, module, lambda m: reader(m)(), lambda m, value: writer(m)(value), fresh)


def _handlers(module: Any) -> list[Any]:
    return [signal.getsignal(number) for number in SIGNALS]


def _put_handlers(module: Any, value: list[Any]) -> None:
    if threading.current_thread() is threading.main_thread():
        for number, handler in zip(SIGNALS, value, strict=True):
            if handler is not None and signal.getsignal(number) is not handler:
                signal.signal(number, handler)


def _put_decimals(module: Any, value: Mapping[str, Any]) -> None:
    for name, number in value.items():
        setattr(module.getcontext(), name, number)


def _stop_timer(module: Any, value: bool) -> None:
    signal.setitimer(signal.ITIMER_REAL, 0)


def _in_place(owner: str) -> tuple[Callable[[Any], Any], Callable[[Any, Any], None]]:
    """Return how to read and set a list that others hold too."""
    find = operator.attrgetter(owner)

    def put(module: Any, value: list[Any]) -> None:
        find(module)[:] = value

    return lambda module: list(find(module)), put


_GLOBAL = "global_parameters"
_DECIMAL = ("prec", "rounding", "Emin", "Emax", "clamp")
_LIMITS = (
    "RLIMIT_DATA",
    "RLIMIT_AS",
    "RLIMIT_STACK",
    "RLIMIT_CPU",
    "RLIMIT_FSIZE",
    "RLIMIT_NOFILE",
)
SETTINGS = (
    *(
        _attribute(f"sympy's {flag}", "sympy.core.parameters", _GLOBAL, flag)
        for flag in ("evaluate", "distribute", "exp_is_pow")
    ),
    Setting(
        "sympy's global assumptions",
        "sympy.assumptions.assume",
        lambda m: frozenset(m.global_assumptions),
        lambda m, value: (m.global_assumptions.clear(), m.global_assumptions.update(value)),
    ),
    _attribute("mpmath's precision", "mpmath", "mp", "prec"),
    _attribute("mpmath's interval precision", "mpmath", "iv", "prec"),
    _attribute("mpmath's trap_complex", "mpmath", "mp", "trap_complex"),
    *(
        _attribute(f"flint's {flag}", "flint", "ctx", flag)
        for flag in ("prec", "cap", "threads", "pretty", "unicode")
    ),
    Setting(
        "z3's time-out",
        "z3",
        lambda m: m.get_param("timeout"),
        lambda m, value: m.set_param("timeout", int(value)),
    ),
    Setting(
        "the decimal context",
        "decimal",
        lambda m: {name: getattr(m.getcontext(), name) for name in _DECIMAL},
        _put_decimals,
    ),
    _pair("the recursion limit", "sys", "getrecursionlimit", "setrecursionlimit"),
    _pair(
        "the digits that an integer may have",
        "sys",
        "get_int_max_str_digits",
        "set_int_max_str_digits",
    ),
    _pair("the trace function", "sys", "gettrace", "settrace"),
    _pair("the profile function", "sys", "getprofile", "setprofile"),
    Setting("the module search path", "sys", *_in_place("path")),
    Setting("the module finders", "sys", *_in_place("meta_path"), grows=True),
    *(
        _attribute(f"sys.{name}", "sys", "", name)
        for name in ("stdin", "stdout", "stderr", "displayhook", "excepthook")
    ),
    _pair("the working directory", "os", "getcwd", "chdir"),
    Setting("the signal handlers", "signal", _handlers, _put_handlers),
    Setting(
        "the limits of the process",
        "resource",
        lambda m: {name: m.getrlimit(getattr(m, name)) for name in _LIMITS},
        lambda m, value: [m.setrlimit(getattr(m, name), pair) for name, pair in value.items()],
    ),
    Setting(
        "whether garbage is collected",
        "gc",
        lambda m: m.isenabled(),
        lambda m, value: m.enable() if value else m.disable(),
    ),
    Setting(
        "a timer that is running",
        "signal",
        lambda m: m.getitimer(m.ITIMER_REAL)[0] > 0,
        _stop_timer,
    ),
    Setting(
        "numpy's floating-point errors",
        "numpy",
        lambda m: m.geterr(),
        lambda m, value: m.seterr(**value),
        {"divide": "warn", "over": "warn", "under": "ignore", "invalid": "warn"},
    ),
    Setting(
        "torch's default dtype",
        "torch",
        lambda m: str(m.get_default_dtype()),
        lambda m, value: m.set_default_dtype(getattr(m, value.partition(".")[2])),
        "torch.float32",
    ),
    Setting(
        "torch's default device",
        "torch",
        lambda m: str(m.get_default_device()),
        lambda m, value: m.set_default_device(value),
        "cpu",
    ),
    _pair("torch's number of threads", "torch", "get_num_threads", "set_num_threads"),
    _pair(
        "torch's deterministic algorithms",
        "torch",
        "are_deterministic_algorithms_enabled",
        "use_deterministic_algorithms",
        False,
    ),
    _pair("torch's gradients", "torch", "is_grad_enabled", "set_grad_enabled", True),
    _pair(
        "torch's precision of products",
        "torch",
        "get_float32_matmul_precision",
        "set_float32_matmul_precision",
        "highest",
    ),
)


def _short(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= SHOWN else f"{text[:SHOWN]}..."


def _seed() -> None:
    """Let every generator that checks may share begin anew."""
    random.seed(0)
    for name, seed in (
        ("sympy.core.random", lambda m: m.seed(0)),
        ("numpy", lambda m: m.random.seed(0)),
        ("torch", lambda m: m.default_generator.manual_seed(0)),
    ):
        if name in sys.modules:
            with suppress(AttributeError):  # the module could be loaded in part only
                seed(sys.modules[name])


def _is_same(now: Any, before: Any) -> bool:
    """Return whether a name still means what it meant; tuples of texts may be copies."""
    texts = type(now) is type(before) is tuple and all(
        type(part) is str for part in (*now, *before)
    )
    return now is before or (texts and now == before)


def _is_watched(module: str) -> bool:
    return module in MODULES or f"{module}.".startswith(tuple(f"{name}." for name in PACKAGES))


def _classes(name: str, module: ModuleType) -> list[type]:
    """Return the classes that a module defines and that can be changed."""
    return [
        found
        for found in vars(module).values()
        if isinstance(found, type) and found.__module__ == name and not found.__flags__ & _IMMUTABLE
    ]


@dataclass
class Space:
    """The names of a module or a class, and what they meant when they were last looked at."""

    name: str
    owner: Any
    names: list[str]
    values: list[Any]

    @classmethod
    def of(cls, name: str, owner: Any) -> Space:
        """Look at a module or a class."""
        return cls(name, owner, list(vars(owner)), list(vars(owner).values()))

    def is_same(self) -> bool:
        """Return whether nothing at all has changed."""
        now = vars(self.owner)
        return len(now) == len(self.values) and all(map(operator.is_, now.values(), self.values))

    def restore(self) -> list[str]:
        """Put back what matters of what was replaced, added or deleted; return its names."""
        now, before = dict(vars(self.owner)), dict(zip(self.names, self.values, strict=True))
        changed = [
            name
            for name in {**before, **now}
            if not _is_same(now.get(name, _MISSING), before.get(name, _MISSING))
            and self._matters(name, before.get(name, _MISSING))
        ]
        for name in changed:
            if name in before:
                setattr(self.owner, name, before[name])
            else:
                delattr(self.owner, name)
        self.names, self.values = list(vars(self.owner)), list(vars(self.owner).values())
        return [f"{self.name}.{name}" for name in changed]

    def _matters(self, name: str, before: Any) -> bool:
        """Return whether a change of a name changes what programs do.

        A library may count, cache and load parts of itself later; a new name of a module matters
        only where it hides a builtin.
        """
        is_module = isinstance(self.owner, ModuleType)
        if before is _MISSING and is_module:
            return hasattr(builtins, name)
        if before is _MISSING:
            return self.name != _REGISTRY and name not in _FILLED_LATER
        if isinstance(before, ModuleType) or name in ("__warningregistry__", "__annotations__"):
            return False
        ours = is_module and self.name.partition(".")[0] in OURS
        return ours or not isinstance(before, (int, str, list, dict, set, type(None)))


@dataclass(frozen=True)
class Table:
    """A constant of ours that is a dictionary or a list, and what it held."""

    name: str
    table: Any
    held: Any

    def is_same(self) -> bool:
        """Return whether it holds the very same objects."""
        now, then = self.table, self.held
        if isinstance(now, dict):
            now, then = now.values(), then.values()
        return len(now) == len(then) and all(map(operator.is_, now, then))

    def restore(self) -> None:
        """Put back what it held."""
        self.table.clear()
        if isinstance(self.table, dict):
            self.table.update(self.held)
        else:
            self.table.extend(self.held)


class Watch:
    """Looks after the global state of this process: `begin` before and `end` after each item."""

    def __init__(self) -> None:
        self.modules: dict[str, ModuleType] = {}
        self.still: list[Space] = []  # never seen to change, and so compared all at once
        self.restless: list[Space] = []  # those that count or load parts of themselves later
        self.views: list[Any] = []
        self.values: list[Any] = []
        self.tables: list[Table] = []
        self.loaded = 0
        self.settings: dict[str, Any] = {}
        self.filters: list[Any] = []
        self.environment: dict[str, str] = {}
        self.threads: set[threading.Thread] = set()

    def begin(self) -> None:
        """Give what follows the beginning that everything has, and remember the state."""
        _seed()
        self._adopt()
        self.settings = {setting.name: setting.read() for setting in SETTINGS}
        self.filters = list(warnings.filters)
        self.environment = dict(os.environ)
        self.threads = set(threading.enumerate())

    def end(self) -> list[str]:
        """Put back what has changed since `begin`; return what it was, in words."""
        return [
            *self._changed_settings(),
            *self._changed_filters(),
            *self._changed_environment(),
            *(f"{name} was replaced" for name in self._changed_names()),
            *(
                f"the thread {t.name} still runs"
                for t in threading.enumerate()
                if t not in self.threads and t.is_alive()
            ),
        ]

    def _adopt(self) -> None:
        """Look after the modules that were loaded since the last time."""
        if len(sys.modules) == self.loaded:
            return
        self.loaded = len(sys.modules)
        for name, module in list(sys.modules.items()):
            if name not in self.modules and isinstance(module, ModuleType) and _is_watched(name):
                self.modules[name] = module
                self.still.append(Space.of(name, module))
                self.still += [
                    Space.of(f"{name}.{found.__name__}", found) for found in _classes(name, module)
                ]
                if name.partition(".")[0] in OURS:
                    self.tables += [
                        Table(f"{name}.{constant}", found, found.copy())
                        for constant, found in vars(module).items()
                        if constant.isupper() and isinstance(found, (dict, list))
                    ]
        self._flatten()

    def _flatten(self) -> None:
        """Lay what all spaces mean side by side: one pass over all names is several times faster
        than one over each space.
        """
        self.views = [vars(space.owner).values() for space in self.still]
        self.values = [value for space in self.still for value in space.values]

    def _changed_settings(self) -> Iterator[str]:
        for setting in SETTINGS:
            before, now = self.settings[setting.name], setting.read()
            if before is not _MISSING and now is not _MISSING and now != before:
                if setting.grows and self.has_loaded and [x for x in now if x in before] == before:
                    continue
                with suppress(ValueError, OSError):  # the new process is given what is right
                    setting.put(sys.modules[setting.module], before)
                yield f"{setting.name}: {_short(before)} became {_short(now)}"

    @property
    def has_loaded(self) -> bool:
        """Whether modules were loaded since `begin`; libraries add to what all share then."""
        return len(sys.modules) != self.loaded

    def _changed_filters(self) -> Iterator[str]:
        if list(warnings.filters) != self.filters:
            warnings.filters[:] = self.filters  # type: ignore[index]
            warnings._filters_mutated()  # type: ignore[attr-defined]
            if not self.has_loaded:
                yield "the filters of warnings were changed"

    def _changed_environment(self) -> Iterator[str]:
        now, before = dict(os.environ), self.environment
        for name in sorted({**before, **now}):
            if now.get(name) != before.get(name):
                if name in before:
                    os.environ[name] = before[name]
                else:
                    del os.environ[name]
                if name in before or not self.has_loaded:
                    yield f"the environment variable {name} was changed"

    def _changed_names(self) -> Iterator[str]:
        for name, module in self.modules.items():
            if sys.modules.get(name) is not module:
                sys.modules[name] = module
                yield name
        if not self._are_still():
            moved = [space for space in self.still if not space.is_same()]
            self.still = [space for space in self.still if space.is_same()]
            self.restless += moved
            self._flatten()
        for space in self.restless:
            if not space.is_same():
                yield from space.restore()
        for table in self.tables:
            if not table.is_same():
                table.restore()
                yield table.name

    def _are_still(self) -> bool:
        if sum(map(len, self.views)) != len(self.values):
            return False
        return all(map(operator.is_, chain.from_iterable(self.views), self.values))
