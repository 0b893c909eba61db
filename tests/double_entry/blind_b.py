"""Second entries of claims that the language did not say when they were entered first.

They are written from the page, before they are compared. Several random variables, or functions
by number, are one function: X_i(v) is X(2 i + v) for an outcome v in [0, 1], under any law on it.

What is lacking, by claim:

- lemma C.2: inputs of any kind and functions of two of them. Inputs are numbers in [0, 1] and the
  features are numbered, K(x, x') = sum of phi_i(x) phi_i(x'), so that H_K has a countable basis.
  That K is continuous, and that what is integrated is measurable, is left out.
- (40): random paths. The loss and the event A are given at an outcome, and what they have in
  common is the chance of A alone; that A^c is rare is (33), of coordinates that are independent.
  That L^c is negligible beside other terms is a sentence after (40), and no part of it.
- assumption F.3, the escape: a number for "exceedingly rare".
- theorem C.5: submanifolds, maps between spaces, their flows and functions of Legendre type: heads
  stand for them. The R of lemma 4.8 of the cited paper is not on the page: there is one.
"""

import sympy as sp
from sympy.logic.boolalg import And, Or

from tests.double_entry.signsgd_scaling import le
from tests.double_entry.signsgd_scaling_3 import (
    GOOD_EVENT,
    burns_in,
    chance,
    constant,
    decay,
    of_each,
    rare,
    reach,
)
from tests.double_entry.signsgd_scaling_3 import bound as K_0
from tests.double_entry.signsgd_scaling_appendix import everywhere, implies
from tests.double_entry.signsgd_scaling_times import for_bounds
from theory.argument_language import States
from theory.binders import SequenceOf
from theory.choices import Ambiguous
from theory.language import Head, eq, function, integers, reals, sequence
from theory.papers.signsgd_scaling.notation import (
    POWER_LAWS,
    B,
    alpha,
    early,
    eigenvalues,
    escapes,
    eta,
    j,
    k,
    lam,
    target,
    x,
)
from theory.papers.steepest_mirror.notation import GRADIENT, ell, f, n
from theory.papers.steepest_mirror.notation import i as one_number
from theory.papers.steepest_mirror.notation import j as other_number
from theory.quantifiers import Every, Some
from theory.sequences import Indicator, Law, Mean

P = function("P")
v, other_v, eps, C, S = reals("v v' epsilon C_0 S")
number, last, first = integers("i' n' n_0")
OUTCOMES = everywhere(And(P(v) >= 0, P(v) <= 1), v)


def at(family, index, outcome=v):
    """Return the value of a random variable, or of a function, by its number."""
    return family(2 * index + outcome)


def mean(term):
    """Return the mean over all outcomes."""
    return Mean(term, v, Law(P))


def every_outcome(condition, *outcomes):
    """Return that something holds for all outcomes."""
    inside = [And(o >= 0, o <= 1) for o in outcomes]
    return everywhere(implies(And(*inside), condition), *outcomes)


# -- lemma H.2 -------------------------------------------------------------------------------------

X, Z = function("X"), function("Z")
m, step, past = integers("m i l")
lambda_ = reals("lambda")
same_past = Every(
    past, implies(And(past >= 0, past <= step), eq(at(X, past), at(X, past, other_v)))
)
# any bounded function of X_0, ..., X_i
of_the_past = And(
    every_outcome(sp.Abs(Z(v)) <= 1, v),
    every_outcome(implies(same_past, eq(Z(v), Z(other_v))), v, other_v),
)
gain = at(X, step + 1) - at(X, step)
in_steps = And(step >= 0, step < m)
AZUMA = States(
    mean(Indicator(at(X, m) > lambda_ * sp.sqrt(m))) < sp.exp(-(lambda_**2) / 2),
    given=(
        *(m >= 0, lambda_ > 0, OUTCOMES),
        every_outcome(eq(at(X, 0), 0), v),
        Every(step, implies(in_steps, every_outcome(le(sp.Abs(gain), 1), v))),
        Every(step, implies(in_steps, Every(Z, implies(of_the_past, eq(mean(gain * Z(v)), 0))))),
    ),
)

# -- lemma C.2 -------------------------------------------------------------------------------------

PHI, diagonal, g, h = map(function, ("Phi", "K_diag", "f", "h"))
a, b = map(sequence, ("a", "b"))
trace, norm, other_norm, s_1, s_2, image = reals("T_K N N' s_1 s_2 I")


def sums_to(term, value):
    """Return that the sum of a term over 1, 2, ... is a value."""
    rest = sp.Abs(sp.Sum(term, (number, 1, last)) - value)
    near = Some(first, Every(last, implies(last >= first, rest <= eps)))
    return Every(eps, implies(eps > 0, near))


def expands(coefficients, values):
    """Return that a function has these coefficients."""
    term = coefficients[number] * at(PHI, number)
    return every_outcome(sums_to(term, values(v)), v)


def has_norm(coefficients, values, square):
    """Return that a function is in H_K, with the square of its norm."""
    others = And(expands(b, values), sums_to(b[number] ** 2, other_norm))
    smallest = everywhere(implies(others, square <= other_norm), b, other_norm)
    return And(expands(coefficients, values), sums_to(coefficients[number] ** 2, square), smallest)


KERNEL = (
    OUTCOMES,
    every_outcome(sums_to(at(PHI, number) ** 2, diagonal(v)), v),
    eq(trace, mean(diagonal(v))),
)
square = mean(g(v) ** 2)
MEMBER = has_norm(a, g, norm)
together = SequenceOf(s_1 * a[number] + s_2 * b[number], number)
EMBEDDING = {
    "square-integrable": States(Some(image, eq(image, square)), (*KERNEL, MEMBER)),
    "linear": States(
        every_outcome(
            sums_to((s_1 * a[number] + s_2 * b[number]) * at(PHI, number), s_1 * g(v) + s_2 * h(v)),
            v,
        ),
        (*KERNEL, expands(a, g), expands(b, h)),
    ),
    "bounded": States(
        Some(C, everywhere(implies(MEMBER, square <= C**2 * norm), g, a, norm)), KERNEL
    ),
    "norm": States(square <= trace * norm, (*KERNEL, MEMBER)),
}

# -- (40) ------------------------------------------------------------------------------------------

LOSS, MISSED = function("L"), function("A_c")
all_missed = 1 - chance[early]
bounded_by_S = everywhere(implies(k >= 0, every_outcome(at(LOSS, k) <= S, v)), k)


def from_33(*large):
    """Return that the loss times the chance of A^c is at most of the order of p*."""
    premises = (
        *(eta > 0, B >= 1, early >= 1, le(early, K_0 * B ** (1 / alpha)), S >= 0, S <= K_0),
        *(le(eta * sp.sqrt(B), K_0), of_each(And(eigenvalues[j] > 0, decay, *large))),
        *(eq(chance[0], 1), of_each(eq(chance[j], chance[j - 1] * burns_in))),
    )
    says = implies(And(*premises), le(S * all_missed, constant * rare))
    says = everywhere(says, eta, B, eigenvalues, target, early, chance, S)
    return for_bounds(Some(constant, And(constant > 0, says)), POWER_LAWS[:-1])


REST = {
    "by the largest loss": States(
        le(mean(at(LOSS, k) * MISSED(v)), S * mean(MISSED(v))),
        given=(
            *(OUTCOMES, k >= 0, bounded_by_S),
            everywhere(implies(k >= 0, every_outcome(at(LOSS, k) >= 0, v)), k),
            every_outcome(Or(eq(MISSED(v), 0), eq(MISSED(v), 1)), v),
        ),
    ),
    "p*": Ambiguous(
        "whether Omega(x) is about large x, as usual, or every x",
        {"every x": from_33(), "large x": from_33(le(constant * eta, reach))},
    ),
    "(34)": GOOD_EVENT["(34)"],
}

# -- assumption F.3, the escape --------------------------------------------------------------------

radius = 1 / sp.sqrt(lam * B)
INSIDE = (eta > 0, B >= 1, lam > 0, le(sp.Abs(x), radius))
size = eta * sp.sqrt(lam * B)
limit, p_0, time = reals("K_0 p_0 T_0")


def rarely(how_long):
    """Return that an escape is as unlikely as one likes where eta sqrt(lambda_j B) is small."""
    says = implies(And(*INSIDE, k >= 0, how_long, size <= limit), escapes(radius, k) <= p_0)
    says = Some(limit, And(limit > 0, everywhere(says, eta, B, lam, x, k)))
    return States(Every(p_0, implies(p_0 > 0, says)))


ESCAPE = {
    "positive": Ambiguous(
        "after how many steps",
        {
            "some number": States(
                Some(k, And(k >= 0, escapes(radius, k) > 0)), given=(*INSIDE, size <= 1)
            ),
            "any number": States(escapes(radius, k) > 0, given=(*INSIDE, size <= 1, k >= 1)),
        },
    ),
    "rare": Ambiguous(
        "within how many steps it is rare, and from where in the region",
        {
            "in one step": rarely(eq(k, 1)),
            "in any number": rarely(k >= 1),
            "on the scale of the linear dynamics, from its middle": States(
                everywhere(
                    implies(
                        And(time > 0, p_0 > 0),
                        Some(
                            limit,
                            And(
                                limit > 0,
                                everywhere(
                                    implies(
                                        And(*INSIDE, k >= 0, k * size <= time, size <= limit),
                                        escapes(radius, k, sp.S.Zero) <= p_0,
                                    ),
                                    *(eta, B, lam, k),
                                ),
                            ),
                        ),
                    ),
                    *(time, p_0),
                )
            ),
        },
    ),
}

# -- theorem C.5 of the paper on steepest mirror flows ---------------------------------------------

GRAD_G = Head("GradG", "entry a of the gradient of g_i on M at w; g, i, M, D, w, a")
BRACKET = Head("Bracket", "entry a of the Lie bracket of the gradients of g_i and g_j at w, C.2")
IN_M = Head("InM", "1 if w is a point of the smooth submanifold M of R^D, 0 otherwise")
G_FLOW = Head("phi_g", "entry a of the gradient flow (11) of g_i from w at time t")
G_THERE = Head("phi_g_defined", "1 if that flow is defined up to time t, 0 otherwise")
X_PATH = Head("g(w_t)", "coordinate l of g(w_t), w_t the gradient flow of f(g(w)) from w_init")
PULL = Head("f'_l(x_t)", "coordinate l of the gradient of f at x_t")
PATH_THERE = Head("w_t_defined", "1 if that flow is defined up to time t, 0 otherwise")
LEGENDRE_N = Head("Legendre_n", "1 if R is a Legendre function of n variables, 0 otherwise")

G, M, R = function("g_map"), function("M"), function("R")
D, entry, coordinate = integers("D a_e l'")
point, start, u, between = map(sequence, ("w_M", "w_init", "u", "w'"))
x_now, x_first = map(sequence, ("x_t", "x_0"))
t, s, since, top = reals("t s t' r_0")


def holds(indicator):
    """Return that a head with values 0 and 1 is 1."""
    return eq(indicator, 1)


def numbered(condition, *symbols, end=n):
    """Return that something holds for all numbers from 1 to n."""
    for symbol in reversed(symbols):
        condition = Every(symbol, implies(And(symbol >= 1, symbol <= end), condition))
    return condition


def on_manifold(condition):
    """Return that something holds at every point of M."""
    return Every(point, implies(holds(IN_M(M, D, point)), condition))


def there(index, clock, of):
    """Return that the flow of a coordinate of g is defined."""
    return holds(G_THERE(G, index, M, D, clock, of))


def one_way(sign):
    """Return that a flow is defined for ever, or leaves every ball, in one direction of time."""
    for_ever = Every(t, implies(t >= 0, there(one_number, sign * t, point)))
    end = reals("T_end")
    length = sp.Sum(G_FLOW(G, one_number, M, D, sign * t, point, entry) ** 2, (entry, 1, D))
    leaves = Some(since, And(since < end, Every(t, implies(And(t > since, t < end), length > top))))
    up_to = Every(t, implies(And(t >= 0, t < end), there(one_number, sign * t, point)))
    return Or(for_ever, Some(end, And(end > 0, up_to, Every(top, leaves))))


combined = sp.Sum(u[one_number] * GRAD_G(G, one_number, M, D, point, entry), (one_number, 1, n))
REGULAR = on_manifold(
    Every(
        u,
        implies(
            numbered(eq(combined, 0), entry, end=D), numbered(eq(u[coordinate], 0), coordinate)
        ),
    )
)
COMMUTES = on_manifold(
    numbered(
        numbered(eq(BRACKET(G, one_number, other_number, M, D, point, entry), 0), entry, end=D),
        *(one_number, other_number),
    )
)


def after(one, one_time, other, other_time, middle):
    """Return that the flow of one coordinate of g is defined and then that of another one."""
    arrived = numbered(
        eq(middle[entry], G_FLOW(G, one, M, D, one_time, point, entry)), entry, end=D
    )
    going_on = Every(middle, implies(arrived, there(other, other_time, middle)))
    return And(there(one, one_time, point), going_on)


first_then = after(other_number, t, one_number, s, between)
then_first = after(one_number, s, other_number, t, between)
FLOWS = (
    on_manifold(numbered(And(one_way(1), one_way(-1)), one_number)),
    on_manifold(
        numbered(
            everywhere(And(implies(first_then, then_first), implies(then_first, first_then)), t, s),
            *(one_number, other_number),
        )
    ),
)


def x_at(clock, value):
    """Return that x_t = g(w_t) is a point."""
    return numbered(eq(X_PATH(f, G, M, D, n, clock, start, ell), value[ell]), ell)


moved = GRADIENT(R, n, x_now, ell) - GRADIENT(R, n, x_first, ell)
pulled = sp.Integral(PULL(f, G, M, D, n, s, start, ell), (s, 0, t))
at_both = And(x_at(t, x_now), x_at(sp.S.Zero, x_first))
is_mirror_flow = everywhere(
    implies(
        And(t >= 0, holds(PATH_THERE(f, G, M, D, n, t, start)), at_both),
        numbered(eq(moved, -pulled), ell),
    ),
    *(t, x_now, x_first),
)
MIRROR_FLOW = States(
    Some(R, And(holds(LEGENDRE_N(R, n)), Every(f, is_mirror_flow))),
    given=(n >= 1, D >= 1, REGULAR, COMMUTES, *FLOWS, holds(IN_M(M, D, start))),
)

BLIND = {
    "signsgd-scaling/lem-H.2": AZUMA,
    "signsgd-scaling/lem-C.2": EMBEDDING,
    "signsgd-scaling/eq-40": REST,
    "signsgd-scaling/asm-F.3-step-escape": ESCAPE,
    "steepest-mirror/thm-C.5": MIRROR_FLOW,
}
ENTRIES: dict[str, object] = {}
