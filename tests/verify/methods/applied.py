"""A method applied to one statement."""

from theory.language import (
    function,
    integers,
    reals,
    sequence,
)
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
