"""How a step of gradient descent on z(t1 t2) is attacked: by exact central differences."""

from flint import fmpq

from numerics.product_hessian import gradient
from theory.papers.instability_flatness import gradient_step, polarity_notation
from verify.claims.meanings import Exact, Formula
from verify.papers.instability_flatness import plain


def after(i: fmpq, t1: fmpq, t2: fmpq, dz: fmpq, eta: fmpq) -> fmpq | None:
    """Return parameter i after one step on the loss dz * t1 t2; there are two parameters."""
    if i not in (1, 2):
        return None
    at, place = [t1, t2], int(i) - 1
    return at[place] - eta * gradient(lambda t: dz * t[0] * t[1], at)[place]


MEANINGS = {
    polarity_notation.STEP: (Formula(gradient_step.step), Exact(after)),
}
PLAIN = {polarity_notation.STEP: plain.after_step}
