"""What stops a command, told in one line; the exit code follows from the class."""

import difflib
from collections.abc import Iterable

NOT_BUILT = "not built: "  # begins what an error says of a claim that cannot be built
# whatever a paper's own code raises: its modules, its experiments, the programs of its heads
FROM_A_PAPER = Exception


class UsageError(ValueError):
    """What was asked for cannot be done as asked; the message says what to do."""


class RunError(RuntimeError):
    """The run itself cannot go on."""


class RecordError(ValueError):
    """A recorded file cannot be read."""


class UnknownExperiment(LookupError):
    """A claim names an experiment that its paper does not offer: an error of the run."""

    def __init__(self, name: str, known: Iterable[str]) -> None:
        offered = sorted(known)
        near = difflib.get_close_matches(name, offered, n=1, cutoff=0.0)
        hint = f"nearest: {near[0]!r}" if near else "its paper offers none"
        super().__init__(f"no experiment is called {name!r}; {hint}")


class NotBuilt(ValueError):
    """A claim or its attack cannot be built; says where, of which expression, and what to write."""


class ExperimentError(RuntimeError):
    """An experiment raised, or returned something else than evidence; says what was expected."""
