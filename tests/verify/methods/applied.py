"""Methods applied to one statement."""

from theory.language import function, integers, reals, sequence
from verify.evidence import Outcome, Tier
from verify.methods import METHODS
from verify.methods.apply import accepted
from verify.methods.task import Task

x, y, q, a = reals("x y q a")
n, k, j, i = integers("n k j i")
alpha = function("alpha")
p = sequence("p")


def applied(method, statement, **options):
    task = Task(statement=statement, **options)
    return accepted(task, METHODS[method].apply(task))


def outcomes(statement):
    """Return what every method but the experiment says of a statement."""
    return {name: METHODS[name].apply(Task(statement)) for name in METHODS if name != "experiment"}


def is_proved(statement):
    return any(
        e.outcome is Outcome.HOLDS and e.tier is not Tier.SEARCH and not e.restrictions
        for name, e in outcomes(statement).items()
        if name != "vacuity"
    )
