"""Second entries of (33), (40) and of the proof of lemma E.1, written from the page."""

import sympy as sp
from sympy.logic.boolalg import And, Implies

from tests.double_entry.signsgd_scaling import le, of_order
from tests.double_entry.signsgd_scaling_appendix import everywhere, implies
from tests.double_entry.signsgd_scaling_times import for_bounds
from theory.argument_language import States
from theory.choices import Ambiguous
from theory.language import eq, integers, reals, sequence
from theory.papers.signsgd_scaling.notation import (
    POWER_LAWS,
    B,
    alpha,
    arrives_between,
    beta,
    d,
    early,
    eigenvalues,
    eta,
    fastest,
    high,
    j,
    low,
    peak,
    shortest,
    supremum,
    target,
    unimodal,
    z,
)
from theory.quantifiers import Every, Some

# -- (32) to (34) ----------------------------------------------------------------------------------

constant, bound = reals("C_0 K_0")
reach, width = sp.Abs(target[j]), 1 / sp.sqrt(eigenvalues[j] * B)
there = And(j >= 1, j <= early)
decay = And(
    *(low * j**-beta <= eigenvalues[j], eigenvalues[j] <= high * j**-beta),
    low * j**-alpha <= eigenvalues[j] * target[j] ** 2,
    eigenvalues[j] * target[j] ** 2 <= high * j**-alpha,
)
ends = reach / eta / constant, constant * reach / eta
burns_in = arrives_between(*ends, width, -target[j], eigenvalues[j])
# the noise of different coordinates is independent, as (18) has it, so that chances are multiplied
chance = sequence("p")
rare = sp.Sum(sp.exp(-reach / eta / constant), (j, 1, early))


def of_each(condition):
    """Return that something holds for every early coordinate."""
    return Every(j, Implies(there, condition, evaluate=False))


def union(*large):
    """Return the union bound for coordinates that satisfy something further."""
    premises = (
        *(eta > 0, B >= 1, early >= 1, le(early, bound * B ** (1 / alpha))),
        *(le(eta * sp.sqrt(B), bound), of_each(And(eigenvalues[j] > 0, decay, *large))),
        *(eq(chance[0], 1), of_each(eq(chance[j], chance[j - 1] * burns_in))),
    )
    says = Implies(And(*premises), le(1 - chance[early], rare), evaluate=False)
    for symbol in (chance, early, target, eigenvalues, B, eta):
        says = Every(symbol, says)
    return for_bounds(Some(constant, And(constant > 0, says)), POWER_LAWS[:-1])


IS_LEAST = (
    of_each(reach >= shortest),
    Some(j, And(there, eq(reach, shortest))),
)
GOOD_EVENT = {
    "(33)": Ambiguous(
        "whether Omega(x) is about large x, as usual, or every x",
        {"every x": union(), "large x": union(le(constant * eta, reach))},
    ),
    "(34)": of_order(
        sp.Sum(sp.exp(-fastest * reach / eta), (j, 1, early)),
        B ** (1 / alpha) * sp.exp(-fastest * shortest / eta),
        (eta > 0, B >= 1, alpha > 1, early >= 1, fastest > 0, *IS_LEAST),
        small=(early / B ** (1 / alpha),),
        relation="at most",
        over=(eta, B, target, early, shortest),
    ),
}

# -- (40) ------------------------------------------------------------------------------------------

at_most_loss, steps = reals("C_L"), integers("k")
# after all steps away from the target
top_loss = sp.Sum(eigenvalues[j] * (reach + eta * steps) ** 2 / 2, (j, 1, d))


def cost(*large):
    """Return the cost of a failure for coordinates that satisfy something further."""
    of_task = Every(j, Implies(And(j >= 1, j <= d), And(eigenvalues[j] > 0, decay), evaluate=False))
    premises = (
        *(eta > 0, B >= 1, steps >= 1, le(early, d), early >= 1),
        *(le(early, bound * B ** (1 / alpha)), le(eta * sp.sqrt(B), bound), of_task),
        *(le(top_loss, at_most_loss), of_each(And(le(reach, bound * eta * steps), *large))),
        *(eq(chance[0], 1), of_each(eq(chance[j], chance[j - 1] * burns_in))),
    )
    failing = le(top_loss * (1 - chance[early]), constant * rare)
    says = Implies(And(*premises), failing, evaluate=False)
    for symbol in (chance, early, target, eigenvalues, d, steps, B, eta):
        says = Every(symbol, says)
    given = (*POWER_LAWS[:-1], at_most_loss > 0)
    return for_bounds(Some(constant, And(constant > 0, says)), given)


COST = {
    "the failures": Ambiguous(
        "whether Omega(x) is about large x, as usual, or every x",
        {"every x": cost(), "large x": cost(le(constant * eta, reach))},
    ),
    "(34)": GOOD_EVENT["(34)"],
}

# -- lemma E.1, the cases of its proof -------------------------------------------------------------

f, M = unimodal, supremum
one, other = reals("x y")
total = sp.Sum(f(j), (j, 1, d))


def integral(start, end):
    """Return the integral of f."""
    return sp.Integral(f(z), (z, start, end))


whole = integral(1, d)
in_domain = And(one >= 1, one <= d)
DOMAIN = (
    d >= 1,
    everywhere(implies(in_domain, f(one) >= 0), one),
    everywhere(implies(in_domain, f(one) <= M), one),
    everywhere(implies(other < M, Some(one, And(in_domain, f(one) > other))), other),
)


def monotone(start, end, less):
    """Return that f rises or falls between two ends."""
    inside = And(start <= one, one <= other, other <= end)
    return everywhere(implies(inside, less(f(one), f(other))), one, other)


def rises(start=sp.S.One, end=d):
    """Return that f does not fall."""
    return monotone(start, end, le)


def falls(start=sp.S.One, end=d):
    """Return that f does not rise."""
    return monotone(start, end, lambda left, right: le(right, left))


def between(low_end, middle, high_end):
    """Return that three terms are in order."""
    return And(le(low_end, middle), le(middle, high_end))


def on_interval(start, says):
    """Return that something holds everywhere on an interval of length 1."""
    return everywhere(implies(And(start <= one, one <= start + 1), says), one)


PIECE = (j >= 1, j <= d - 1)
on_piece = integral(j, j + 1)
up_to, beyond = sp.Sum(f(j), (j, 1, d - 1)), sp.Sum(f(j), (j, 2, d))
estimate = le(sp.Abs(total - whole), M)
UP, DOWN = (*DOMAIN, rises()), (*DOMAIN, falls())
MONOTONE = {
    "(1), values": States(on_interval(j, between(f(j), f(one), f(j + 1))), (*UP, *PIECE)),
    "(1), integral": States(between(f(j), on_piece, f(j + 1)), (*UP, *PIECE)),
    "(1), sums": States(between(up_to, whole, beyond), UP),
    "(1), added": States(And(le(total, whole + f(d)), sp.Ge(total, whole + f(1))), UP),
    "(1), ends": States(And(f(d) <= M, f(1) <= M), UP),
    "(1)": States(estimate, UP),
    "(2), values": States(on_interval(j, between(f(j + 1), f(one), f(j))), (*DOWN, *PIECE)),
    "(2), sums": States(between(beyond, whole, up_to), DOWN),
    "(2), added": States(between(whole + f(d), total, whole + f(1)), DOWN),
    "(2)": States(estimate, DOWN),
}

INSIDE = (*DOMAIN, peak > 1, peak < d, rises(end=peak), falls(start=peak))
k = sp.floor(peak)
gap = integral(k, k + 1)
without = sp.Sum(f(j), (j, 1, k - 1)) + sp.Sum(f(j), (j, k + 2, d))
left_over = f(k) + f(k + 1) - gap
BEFORE, AFTER = (j >= 1, j <= k - 1), (j >= k + 2, j <= d)
INTERIOR = {
    "k": States(And(k >= 1, k <= d - 1, k <= peak, peak <= k + 1), INSIDE),
    "(3a), before": States(le(f(j), on_piece), (*INSIDE, *BEFORE)),
    "(3a), after": States(le(f(j), integral(j - 1, j)), (*INSIDE, *AFTER)),
    "(3a), sums": States(le(without, whole - gap), INSIDE),
    "(3a), all": States(le(total, whole + left_over), INSIDE),
    "(3a), least": States(
        on_interval(k, sp.Ge(f(one), sp.Min(f(k), f(k + 1)), evaluate=False)), INSIDE
    ),
    "(3a), left over": States(between(left_over, sp.Max(f(k), f(k + 1)), M), INSIDE),
    "(3a)": States(le(total, whole + M), INSIDE),
    "(3b), pieces": States(eq(whole, sp.Sum(on_piece, (j, 1, d - 1))), INSIDE),
    "(3b), before": States(le(on_piece, f(j + 1)), (*INSIDE, *BEFORE)),
    "(3b), after": States(le(on_piece, f(j)), (*INSIDE, j >= k + 1, j <= d - 1)),
    "(3b), sums": States(between(whole - gap, sp.Sum(f(j), (j, 2, d - 1)), total), INSIDE),
    "(3b), gap": States(le(gap, M), INSIDE),
    "(3b)": States(le(whole, total + M), INSIDE),
}

ENTRIES = {
    "signsgd-scaling/eq-33": GOOD_EVENT,
    "signsgd-scaling/eq-40": COST,
    "signsgd-scaling/lem-E.1-step-monotone": MONOTONE,
    "signsgd-scaling/lem-E.1-step-interior": INTERIOR,
}
