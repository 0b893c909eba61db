"""The notation of sections 2, B.1, E and F.1: SignSGD and SGD, coordinate by coordinate.

The definitions are what an argument may use of these quantities. Of all symbols alpha, beta and the
constants c and C of assumption 2.1 are constants, on which hidden constants may depend; all others
may grow, and so may the dimension.
"""

from dataclasses import replace

import sympy as sp
from sympy.logic.boolalg import And, Implies

from theory.argument_language import States
from theory.choices import Ambiguous
from theory.claim import Source
from theory.language import Head, eq, function, integers, le, reals, sequence
from theory.notation import Letter, Named, UpToConstants
from theory.orders import (
    Large,
    LargeEnough,
    Magnitude,
    Small,
    SmallEnough,
    Theta,
)
from theory.quantifiers import Every, Some

alpha, beta, low, high = reals("alpha beta c C")
eta, B, lam, x = reals("eta B lambda_j delta_0")
k, d, j = integers("k d j")
eigenvalues, target = sequence("lambda"), sequence("theta")
s = reals("s")  # the relative difficulty
loss_bound = reals("C_L")
hits = integers("m_j")
radius = reals("r_j")  # of a region around 0, R_j or the one of k_j**
z = reals("x")  # any number
t = reals("t")  # time of gradient flow
reached, flow = sequence("theta_t"), function("vartheta")  # theta(t), and a coordinate at any time
tau, before = reals("tau v")  # bound: times up to t, and up to these
rate, delta = reals("a delta")  # of W, and an error, of theorem H.4
now, then = reals("delta_k delta_{k+1}")  # the errors before and after a step
burn = integers("k_j")  # burn-in time, k_j* or k_j**
longest, fastest, slowest, K = reals("M_B c_A C_A K")
spectrum, modes, image = map(sequence, ("mu", "f", "g"))  # of a kernel
vectors, feature, point = map(sequence, ("u", "phi_j", "x_in"))
one_vector, other_vector = map(sequence, ("v_lin", "w_lin"))
third = integers("l")  # a third coordinate
shortest, threshold = reals("m_B"), integers("j_unstable")
early = integers("J")  # the number of coordinates of (32)
decays = sequence("q")  # what Theta stands for, by coordinate
weights, shrink = sequence("W"), reals("psi")
later = integers("t_later")
gamma, Q, r, R = reals("gamma Q r R")
D, effective = reals("D etatilde")  # data budget, effective learning rate
a, b = reals("a b")  # eta = D^-a, B = D^b
OVER = (eta, B, k, d, eigenvalues, target)
i = integers("i")  # another coordinate
along, step = reals("j"), integers("r")  # bound: through an interval, and over steps
iterate, noise, hessian, covariance = map(sequence, ("theta_k", "xi", "H", "Sigma"))
w = sequence("w")
moments, spread = sequence("V"), reals("V_zeta")  # of the linear system
unimodal, peak, supremum = function("f_uni"), reals("x_0"), reals("M_f")  # of lemma E.1

MOMENT = Head(
    "M",
    "E delta_k^2 after k steps with noise of variance lambda_j / B from the error delta_0",
    r"\operatorname{\mathbb E}\delta_k^2",
)
SECOND = Head("E_2", "E (delta_k / eta)^2 for x = delta_0 / eta, r in units of eta, k steps")
sigma = reals("sigma")
RISK = Head(
    "Risk",
    "half of E (<phi, theta> - y)^2, (3), where y is <phi, theta*> + epsilon, phi has mean 0 and "
    "covariance H and epsilon mean 0 and variance sigma^2, independently; theta is the first row "
    "of the iterates; theta, theta*, H, sigma, d",
    r"\mathcal{R}",
)
_BATCH = (
    "of the noise of the gradient of a batch of B, which is its gradient less the one of the risk; "
    "theta is the first row of the iterates, H the covariance of the Gaussian features"
)
RISK_GRADIENT = Head(
    "RiskGradient",
    "entry j of the gradient of the risk, the mean of (<phi, theta> - y) phi; theta is the first "
    "row of the iterates; j, theta, theta*, H, sigma, d",
    r"(\nabla \mathcal{R})",
)
NOISE_MEAN = Head(
    "E_xi", f"the mean of entry j {_BATCH}; j, theta, theta*, H, sigma, B, d", r"\mathbb{E}\xi"
)
NOISE_PRODUCT = Head(
    "E_xi_xi",
    f"the mean of the product of the entries j and i {_BATCH}; j, i, theta, theta*, H, sigma, B, d",
    r"\mathbb{E}\xi\xi^\top",
)
OUTER = Head(
    "E_outer",
    "the mean of the product of the entries j and i of (phi phi^T - H)(theta - theta*), phi being "
    "Gaussian with covariance H; theta is the first row of the iterates; j, i, theta, theta*, H, d",
)
KERNEL_PRODUCT = Head(
    "L2",
    "inner product in L^2 of <v, x> and <w, x>: the mean of their product, where H is the "
    "mean of x x^T; v, w, H, d",
    r"\langle\cdot,\cdot\rangle_{L^2}",
)
KERNEL_IMAGE = Head(
    "T",
    "T g at a point x for g = <v, .> and the linear kernel: the mean of <x, x'> <v, x'> over x', H "
    "being that of x' x'^T; v, x, H, d",
)
BURN_IN = Head(
    "P_burn",
    "chance that the burn-in time k* is k, the first time with |delta_k| <= 1 / sqrt(lambda_j B); "
    "from the error delta_0 with noise of variance lambda_j / B; delta_0, lambda_j, B, eta, k",
    r"\mathbb{P}_{\mathrm{burn}}",
)
BURN_IN_SQUARE = Head(
    "E_burn",
    "E delta_k^2 on the paths whose burn-in time k* is k, 0 on all others; from the error delta_0 "
    "with noise of variance lambda_j / B; delta_0, lambda_j, B, eta, k",
    r"\operatorname{\mathbb E}_{\mathrm{burn}}",
)
SQUARE_GIVEN = Head(
    "E_later",
    "E delta_t^2 on the paths whose burn-in time k* is k, 0 on all others, whether t is before k "
    "or not; from the error delta_0 with noise of variance lambda_j / B; delta_0, lambda_j, B, "
    "eta, k, t",
    r"\operatorname{\mathbb E}_{\mathrm{later}}",
)
SGD = Head(
    "S",
    "E delta_k^2 after k steps of SGD with noise of variance lambda_j / B from the error delta_0",
    r"\operatorname{\mathbb E}\delta_k^2",
)
SGD_MIX = Head(
    "S_mix",
    "E (a delta_k + b xi_k)^2 of SGD, xi_k the noise of the next step: of mean 0, variance "
    "lambda_j / B, and independent of delta_k; a, b, delta_0, lambda_j, B, eta, k",
    r"\operatorname{\mathbb E}(a\delta_k + b\xi_k)^2",
)
AWAY = Head(
    "P_away",
    "chance that |delta_i| > r_j for every i < k, so that the first time with |delta_i| <= r_j is "
    "at least k; from the error delta_0 with noise of variance lambda_j / B; r_j, delta_0, "
    "lambda_j, B, eta, k",
    r"\mathbb{P}_{\mathrm{away}}",
)
ESCAPE = Head(
    "P_escape",
    "chance that |delta_i| > r_j for some i <= k; from the error delta_0 with noise of variance "
    "lambda_j / B; r_j, delta_0, lambda_j, B, eta, k",
    r"\mathbb{P}_{\mathrm{escape}}",
)


def _least_exponent(name, words):
    return Head(name, f"exponent of the least loss over eta: {words}")


_OF_SIGNS = "T^(-2 s) + eta / sqrt(B) for eta K >= 1 and eta sqrt(B) <= 1, T = eta sqrt(B) K"


E_SGN = _least_exponent("e_sgn", f"SignSGD, fixed D and B, alpha >= beta > 2: {_OF_SIGNS}")
E_SGN_LOG = _least_exponent("e_sgn2", "SignSGD, fixed D and B, beta = 2")
E_SGN_FEW = _least_exponent("e_sgn1", "SignSGD, fixed D and B, 1 < beta < 2")
E_SGD = _least_exponent("e_sgd", "SGD, fixed D and B")
_CRITICAL = (
    "exponent of the critical batch size: the largest b such that the least loss over eta keeps "
    "for B up to D^b the order that it has for B = 1"
)
B_SGN = Head(
    "b_sgn",
    f"{_CRITICAL}; SignSGD, alpha >= beta > 2: {_OF_SIGNS}",
    r"\log_D B_D^{*,\mathrm{sgn}}",
)
B_SGD = Head(
    "b_sgd",
    f"{_CRITICAL}; SGD: (eta K)^(-s) + eta / B for eta K >= 1 and eta <= 1",
    r"\log_D B_D^{*,\mathrm{sgd}}",
)
K_SGN = _least_exponent("k_sgn", "SignSGD, fixed K and B, beta > 2")
K_SGN_FEW = _least_exponent("k_sgn1", "SignSGD, fixed K and B, 1 < beta < 2")
K_SGD = _least_exponent("k_sgd", "SGD, fixed K and B")


def moment(start, steps, eigenvalue=lam):
    """Return the second moment of an error."""
    return MOMENT(start, eigenvalue, B, eta, steps)


def sgd(steps, eigenvalue=lam, start=x, rate=eta):
    """Return the second moment of an error under SGD."""
    return SGD(start, eigenvalue, B, rate, steps)


def sgd_mix(of_error, of_noise, steps=k):
    """Return the second moment of a combination of an error and the noise of the next step."""
    return SGD_MIX(of_error, of_noise, x, lam, B, eta, steps)


def away(within, steps, start=x, eigenvalue=lam):
    """Return the probability that an error is further away than a radius at every earlier step."""
    return AWAY(within, start, eigenvalue, B, eta, steps)


def edge(eigenvalue=lam):
    """Return 1 / sqrt(lambda_j B), the half width of R_j."""
    return 1 / sp.sqrt(eigenvalue * B)


def arrives_at(steps=k, start=x, eigenvalue=lam):
    """Return the probability that the burn-in time of an error is this one."""
    return BURN_IN(start, eigenvalue, B, eta, steps)


def square_at(steps=k, start=x, eigenvalue=lam):
    """Return E delta_k^2 on the paths with this burn-in time."""
    return BURN_IN_SQUARE(start, eigenvalue, B, eta, steps)


def entry(steps=k, start=x, eigenvalue=lam):
    """Return E (delta_k^2 | k* = k); it has a value only if that has a positive probability."""
    return square_at(steps, start, eigenvalue) / arrives_at(steps, start, eigenvalue)


def given_arrival(first, steps, start=x, eigenvalue=lam):
    """Return E (delta_t^2 | k* = k); it has a value only if that has a positive probability."""
    square = SQUARE_GIVEN(start, eigenvalue, B, eta, first, steps)
    return square / arrives_at(first, start, eigenvalue)


def escapes(within, steps, start=x, eigenvalue=lam):
    """Return the probability that an error is further away than a radius at some step."""
    return ESCAPE(within, start, eigenvalue, B, eta, steps)


def arrives_between(first, last, within, start=x, eigenvalue=lam):
    """Return the probability that the first time within a radius lies between two ends."""
    ends = sp.ceiling(first), sp.floor(last) + 1
    late, later = (away(within, end, start, eigenvalue) for end in ends)
    return late - later


def steps_up(start, eigenvalue=lam):
    """Return the probability that the gradient with its noise is negative, for an error."""
    return sp.erfc(start * sp.sqrt(eigenvalue * B) / sp.sqrt(2)) / 2


def mean_sign(at, width):
    """Return phi_a, (19): the mean of the sign of a number with noise of a standard deviation."""
    return 1 - sp.erfc(at / (sp.sqrt(2) * width))


def drift(start=x, eigenvalue=lam):
    """Return the mean of the sign of the gradient with its noise, for an error."""
    return 1 - 2 * steps_up(start, eigenvalue)


def error(step, index):
    """Return delta_k^(j), the error of a coordinate after a number of steps."""
    return iterate[step, index] - target[index]


def moved(step):
    """Return that a coordinate moves by eta in a step, up or down, by (18)."""
    before, after = (error(step + more, j) for more in (0, 1))
    return sp.Or(*(eq(after, before + by) for by in (-eta, eta)))


def contribution(index):
    """Return what a coordinate adds to the expected loss; it starts at theta = 0."""
    return eigenvalues[index] * moment(-target[index], k, eigenvalues[index]) / 2


def expected_loss(dimension):
    """Return the expected excess risk after k steps, (3) and what follows assumption B.2."""
    return sp.Sum(contribution(j), (j, 1, dimension))


def sgd_loss(dimension):
    """Return the expected excess risk of SGD after k steps."""
    part = eigenvalues[j] * sgd(k, eigenvalues[j], -target[j]) / 2
    return sp.Sum(part, (j, 1, dimension))


def largest_loss(dimension):
    """Return the excess risk if all k steps lead away from the target, which may happen."""
    furthest = sp.Abs(target[j]) + eta * k
    return sp.Sum(eigenvalues[j] * furthest**2 / 2, (j, 1, dimension))


BOUNDED = Small(largest_loss(d))  # the loss, on every path


def law_of(index):
    """Return that eigenvalue and target of a coordinate follow their power laws."""
    signal = eigenvalues[index] * target[index] ** 2
    return And(
        low * index**-beta <= eigenvalues[index],
        eigenvalues[index] <= high * index**-beta,
        low * index**-alpha <= signal,
        signal <= high * index**-alpha,
    )


def solves(path, eigenvalue, optimum):
    """Return that a coordinate follows gradient flow (9) from 0: theta' = lambda (theta* - theta).

    A solution is the integral of its derivative.
    """
    force = eigenvalue * (optimum - path(before))
    moved_by = eq(path(tau), sp.Integral(force, (before, 0, tau)))
    return Every(tau, Implies(tau >= 0, moved_by, evaluate=False))


def is_reached(index):
    """Return that theta(t) is where gradient flow is at time t, in a coordinate."""
    there = And(solves(flow, eigenvalues[index], target[index]), eq(reached[index], flow(t)))
    return Some(flow, there)


def flow_contribution(index):
    """Return what a coordinate adds to the loss of gradient flow at time t."""
    return eigenvalues[index] * (reached[index] - target[index]) ** 2 / 2


SETTING = (eta > 0, B >= 1, d >= 1, k >= 0)
POWER_LAWS = (
    low > 0,
    high >= low,
    alpha > 1,
    beta > 1,
    Every(j, Implies(And(j >= 1, j <= d), law_of(j))),
)
PLACES = {"section 2": SETTING, "assumptions 2.1 and B.3": POWER_LAWS}
GRADIENT_FLOW = Every(j, Implies(And(j >= 1, j <= d), is_reached(j), evaluate=False))  # (9)
DIFFICULTY = eq(s, (alpha - 1) / beta)
TASK = (alpha > 1, beta > 1, DIFFICULTY)

# the paper has inequalities up to a constant factor and says no more of them
UP_TO_CONSTANTS = UpToConstants(
    "whether a hypothesis up to a constant factor admits every constant, as the cases of theorem "
    "3.1 do, which are to cover every step, or some constant that serves, as the proofs have it",
    Source("section 2, notation", "appendix B.1, notation"),
)
up_to_constants = UP_TO_CONSTANTS.of
ANY_CONSTANT, SOME_CONSTANT = UP_TO_CONSTANTS.names


EVERY_SIZE, LARGE_SIZE = "of every |theta_j*| / eta", "of large |theta_j*| / eta"


def with_omega(meanings, constant):
    """Return what holds but for a chance of exp(-Omega(|theta_j*| / eta)), in all meanings.

    Args:
        meanings: returns the statement, for every constant in its hypotheses and for one that
            serves, from what is further assumed.
        constant: what Omega hides.
    """
    found = {EVERY_SIZE: meanings(), LARGE_SIZE: meanings(constant * eta <= sp.Abs(target[j]))}
    why = (
        "of which |theta_j*| / eta what Omega says holds: the notation does not explain it, and by "
        "its usual definition it is about large ones alone"
    )
    return up_to_constants(
        *(Ambiguous(why, {size: two[meaning] for size, two in found.items()}) for meaning in (0, 1))
    )


MANY_COORDINATES, ANY_DIMENSION = "d >> 1, as in theorem 3.1", "any d"


def or_many_coordinates(pair, why, denied=False, whatever=True):
    """Return a law in both meanings of its hypotheses, in each for a large dimension, too.

    Args:
        pair: the law for every constant in its hypotheses, and for one that serves.
        why: what the page leaves open about the dimension.
        denied: whether it is denied for any dimension, which needs its constants in sight.
        whatever: whether it is said of a large dimension for every constant, too.
    """
    every, some = pair
    of_any = constants_in_sight(some) if denied else some
    serves = Ambiguous(why, {MANY_COORDINATES: _of_many(some), ANY_DIMENSION: of_any})
    return up_to_constants(every_of_many(every, why) if whatever else every, serves)


def every_of_many(every, why):
    """Return a law for every constant in its hypotheses, and for a large dimension."""
    return Ambiguous(why, {MANY_COORDINATES: _of_many(every), ANY_DIMENSION: every})


def _of_many(law):
    return replace(law, given={**dict(law.places), "theorem 3.1": (LargeEnough(d),)})


def sizes(small=(), large=()):
    """Return hypotheses that terms are at most or at least of order 1, in both meanings."""
    return (
        (*map(Small, small), *map(Large, large)),
        (*map(SmallEnough, small), *map(LargeEnough, large)),
    )


def constants_serve(limit, constant, premises, bounds, over, whatever=None):
    """Return that bounds hold, with some constant, where premises do, with some limit.

    It says the same as an order whose hypotheses are small or large enough, and can be denied.

    Args:
        limit, constant: symbols.
        premises, bounds: what is assumed, and what follows.
        over: on what neither may depend.
        whatever: a symbol of the premises for any constant, on which the constant may depend.
    """
    says = Implies(And(*premises), And(*bounds), evaluate=False)
    for symbol in reversed(over):
        says = Every(symbol, says)
    says = Some(constant, And(constant > 0, says))
    if whatever is not None:
        says = Every(whatever, Implies(whatever > 0, says, evaluate=False))
    return Some(limit, And(limit > 0, says))


_LIMIT, _CONSTANT, _WHATEVER = reals("K_0 C_0 M_0")
IN_THETA = reals("q_s")  # a quantity that a Theta stands for


def bounded_by(constant, left, right, relation):
    """Return what a relation of orders says of its sides with this constant."""
    above, below = le(left, constant * right), le(right, constant * left)
    return {"at most": (above,), "at least": (below,), "same": (above, below)}[relation]


def constants_in_sight(statement):
    """Return an order whose hypotheses are small or large enough as a condition on its constants.

    Where a term is at most of order 1 for every constant, the constant of the order comes after.
    What does not speak of the symbols over which it is uniform stays a hypothesis.
    """
    over = sorted(statement.says.over, key=str)
    fixed, premises = {}, []
    for place, hypotheses in statement.places:
        fixed[place] = tuple(h for h in hypotheses if not h.free_symbols & set(over))
        premises += [_with_limit(h) for h in hypotheses if h not in fixed[place]]
    any_size = _WHATEVER if any(h.has(_WHATEVER) for h in premises) else None
    bounds = _bounds_of(statement.says)
    return States(constants_serve(_LIMIT, _CONSTANT, premises, bounds, over, any_size), fixed)


def _bounds_of(order):
    """Return what an order says with a constant, of a Theta that some quantity serves."""
    left, right = order.sides
    quantities = order.atoms(Theta)
    if not quantities:
        return bounded_by(_CONSTANT, left, right, order.relation)
    (theta,) = quantities
    term, law = theta.args[0], right.xreplace({theta: IN_THETA})
    within = (le(term, _CONSTANT * IN_THETA), le(IN_THETA, _CONSTANT * term))
    bounds = bounded_by(_CONSTANT, left, law, order.relation)
    return (Some(IN_THETA, And(*within, *bounds)),)


def enough(hypothesis):
    """Return a hypothesis on a size with a constant that serves, and any other as it is."""
    kinds = {Small: SmallEnough, Large: LargeEnough}
    return kinds.get(type(hypothesis), lambda term: hypothesis)(hypothesis.args[0])


def _with_limit(hypothesis):
    """Return a hypothesis with the constant that serves all of them, from below."""
    if isinstance(hypothesis, LargeEnough):
        return le(_LIMIT, hypothesis.args[0])
    if isinstance(hypothesis, SmallEnough):
        return le(_LIMIT * hypothesis.args[0], 1)
    return hypothesis.bound(_WHATEVER) if isinstance(hypothesis, Magnitude) else hypothesis


NO_STEP = States(eq(moment(x, 0), x**2), given=(eta > 0, B > 0, lam > 0))
ONE_STEP = States(
    eq(
        moment(x, k + 1),
        (1 - steps_up(x)) * moment(x - eta, k) + steps_up(x) * moment(x + eta, k),
    ),
    given=(k >= 0, eta > 0, B > 0, lam > 0),
)
_WALKS = (eta > 0, B > 0, lam > 0)
NOT_YET = States(eq(away(radius, 0), 1), given=_WALKS)
THERE_AT_ONCE = States(
    eq(away(radius, k + 1), 0), given=(*_WALKS, k >= 0, sp.Le(sp.Abs(x), radius, evaluate=False))
)
LATER = States(
    eq(
        away(radius, k + 1),
        (1 - steps_up(x)) * away(radius, k, x - eta) + steps_up(x) * away(radius, k, x + eta),
    ),
    given=(*_WALKS, k >= 0, sp.Gt(sp.Abs(x), radius, evaluate=False)),
)
_IN_REGION, _BEYOND = (kind(sp.Abs(x), edge(), evaluate=False) for kind in (sp.Le, sp.Gt))
_AT_ONCE = (*_WALKS, _IN_REGION)
_OUTSIDE = (*_WALKS, _BEYOND)
_AFTER = (*_OUTSIDE, k >= 0)


def _after_a_step(of):
    """Return what it is, on the paths with a burn-in time, a step before."""
    return (1 - steps_up(x)) * of(k, x - eta) + steps_up(x) * of(k, x + eta)


BURN_INS = {
    "burn-in that ends at the start": States(eq(arrives_at(0), 1), given=_AT_ONCE),
    "burn-in that ends at the start, and no later time": States(
        eq(arrives_at(k + 1), 0), given=(*_AT_ONCE, k >= 0)
    ),
    "burn-in that does not end at the start": States(eq(arrives_at(0), 0), given=_OUTSIDE),
    "burn-in that ends later, and the first step": States(
        eq(arrives_at(k + 1), _after_a_step(arrives_at)), given=_AFTER
    ),
    "the square where burn-in ends at the start": States(eq(square_at(0), x**2), given=_AT_ONCE),
    "the square after the end of burn-in": States(
        eq(square_at(k + 1), 0), given=(*_AT_ONCE, k >= 0)
    ),
    "the square before burn-in": States(eq(square_at(0), 0), given=_OUTSIDE),
    "the square where burn-in ends later, and the first step": States(
        eq(square_at(k + 1), _after_a_step(square_at)), given=_AFTER
    ),
}
_FAR, _NEAR = (kind(sp.Abs(x), radius, evaluate=False) for kind in (sp.Gt, sp.Le))
OUT_AT_ONCE = States(eq(escapes(radius, k), 1), given=(*_WALKS, k >= 0, _FAR))
IN_AT_START = States(eq(escapes(radius, 0), 0), given=(*_WALKS, _NEAR))
OUT_LATER = States(
    eq(
        escapes(radius, k + 1),
        (1 - steps_up(x)) * escapes(radius, k, x - eta) + steps_up(x) * escapes(radius, k, x + eta),
    ),
    given=(*_WALKS, k >= 0, _NEAR),
)
_SGD_GIVEN = (k >= 0, eta > 0, B > 0, lam > 0)


def product_of(one, other):
    """Return v^T H w, the rows of H first."""
    inner = sp.Sum(hessian[i, third] * other[third], (third, 1, d))
    return sp.Sum(one[i] * inner, (i, 1, d))


DEFINITIONS = {
    "inner product of linear functions": States(
        eq(
            KERNEL_PRODUCT(one_vector, other_vector, hessian, d),
            product_of(one_vector, other_vector),
        ),
        given=(d >= 1,),
    ),
    "T of a linear function": States(
        eq(KERNEL_IMAGE(one_vector, point, hessian, d), product_of(point, one_vector)),
        given=(d >= 1,),
    ),
    "the second moment before the first step": NO_STEP,
    "the second moment and the first step": ONE_STEP,
    "no time is before the first one": NOT_YET,
    "a start within the radius": THERE_AT_ONCE,
    "a start outside, and the first step": LATER,
    **BURN_INS,
    "a start outside": OUT_AT_ONCE,
    "a start inside, before the first step": IN_AT_START,
    "a start inside, and the first step": OUT_LATER,
    "SGD before the first step": States(eq(sgd(0), x**2), given=_SGD_GIVEN[1:]),
    "SGD, a step": States(eq(sgd(k + 1), sgd_mix(1 - eta * lam, -eta)), given=_SGD_GIVEN),
    "SGD, error and noise of the next step": States(
        eq(sgd_mix(a, b), a**2 * sgd(k) + b**2 * lam / B), given=_SGD_GIVEN
    ),
}

_SETTING = Source("section 2", "appendix B.1")
_ONE_COORDINATE = Source(appendix="appendix F.1, (18)")
_EVENT = Source(appendix="appendix F.2, (32)")
_KERNEL = Source(appendix="appendix C.1.1")
_ASSUMPTIONS = Source("assumption 2.1", "assumption B.3")
_BURN_IN = Source(appendix="appendix F.1, (21) and (22), and lemma H.3")
_LINEAR = Source(appendix="appendix C.1.2")
_UNIMODAL = Source(appendix="appendix E, lemma E.1")
_OPTIMA = Source("sections 3.1 and 3.2", "appendices B.3 and G")
_CRITICAL_SIZES = Source(appendix="appendix B.3.3")
NOTATION = (
    Named(alpha, "constant", "exponent of the signal of a coordinate", _ASSUMPTIONS),
    Named(beta, "constant", "exponent of the eigenvalues", _ASSUMPTIONS),
    Named(low, "constant", "what the orders of assumption 2.1 hide, from below", _ASSUMPTIONS),
    Named(high, "constant", "what the orders of assumption 2.1 hide, from above", _ASSUMPTIONS),
    Named(s, "constant", "relative difficulty, (alpha - 1) / beta", _SETTING),
    Named(
        loss_bound,
        "constant",
        "what the bound of the loss hides",
        Source(appendix="appendix F.2, theorem F.6"),
    ),
    Named(eta, "variable", "learning rate", _SETTING),
    Named(B, "variable", "batch size", _SETTING),
    Named(k, "variable", "number of steps", _SETTING),
    Named(d, "variable", "number of coordinates", _SETTING),
    Named(j, "variable", "a coordinate", _SETTING),
    Named(
        eigenvalues,
        "variable",
        "eigenvalues of H",
        _ASSUMPTIONS,
        fixed_at=Source(appendix="(7), by assumption C.4"),
    ),
    Named(target, "variable", "theta*, the target", _SETTING),
    Named(D, "variable", "data budget, steps times batch size", Source(appendix="appendix B.3")),
    Named(
        effective,
        "variable",
        "effective learning rate of SignSGD, eta / sqrt(B)",
        Source(appendix="appendices B.3.1 and G.1"),
    ),
    Named(b, "variable", "exponent of the batch size, B = D^b", Source("figure 1a")),
    Named(
        reached,
        "variable",
        "theta(t), where gradient flow is at a time, by coordinate",
        Source(appendix="appendix E.1, (9)"),
    ),
    Named(sigma, "variable", "standard deviation of the label noise", _SETTING),
    Named(RISK, "quantity", "population risk", Source("section 2", "appendix B.1, (3)")),
    Named(iterate, "variable", "the iterates, by step and coordinate", _SETTING),
    Named(noise, "variable", "noise of the gradient, by step and coordinate", _SETTING),
    Named(hessian, "variable", "the Hessian, by row and column", _SETTING),
    Named(covariance, "variable", "covariance of the noise for batch size 1", _SETTING),
    Named(w, "variable", "a direction", Source(appendix="appendix C.2")),
    Named(
        moments,
        "variable",
        "second moment of the iterate of the linear system, by step",
        Source(appendix="appendix B.2.1"),
    ),
    Named(spread, "variable", "Var(zeta_k) of every step", Source(appendix="appendix B.2.1")),
    Named(
        hits,
        "variable",
        "number of steps that the way to R_j takes at least",
        Source(appendix="lemma H.3"),
    ),
    Named(radius, "variable", "half width of R_j, or eta for k_j**", _BURN_IN),
    Named(AWAY, "quantity", "probability that k_j* or k_j** is at least k", _BURN_IN),
    Named(BURN_IN, "quantity", "probability that k_j* is k", _BURN_IN),
    Named(BURN_IN_SQUARE, "quantity", "square of the error on the paths with k_j* = k", _BURN_IN),
    Named(
        SQUARE_GIVEN,
        "quantity",
        "square of the error after t steps on the paths with k_j* = k",
        _BURN_IN,
    ),
    Named(ESCAPE, "quantity", "probability to leave R_j within k steps", _BURN_IN),
    *(
        Named(head, "quantity", "exponent of the least loss over learning rates", _OPTIMA)
        for head in (E_SGN, E_SGN_LOG, E_SGN_FEW, E_SGD, K_SGN, K_SGN_FEW, K_SGD)
    ),
    *(
        Named(head, "quantity", "exponent of the critical batch size", _CRITICAL_SIZES)
        for head in (B_SGN, B_SGD)
    ),
    Named(lam, "variable", "an eigenvalue", _ONE_COORDINATE),
    Named(x, "variable", "the first error of a coordinate", _ONE_COORDINATE),
    Named(
        MOMENT,
        "quantity",
        "second moment of the error of a coordinate after k steps",
        _ONE_COORDINATE,
    ),
    Named(
        SGD,
        "quantity",
        "second moment of the error of a coordinate after k steps of SGD",
        Source(appendix="appendix E.2, (12)"),
    ),
    Named(
        SGD_MIX,
        "quantity",
        "second moment of a combination of that error and the noise of the next step",
        Source(appendix="appendix E.2, (12)"),
    ),
    Named(
        rate,
        "constant",
        "standard deviation of the noise in (19); exponent of W in theorem H.4, of the learning "
        "rate, eta = D^-a, in figure 1a",
        Source("figure 1a", "appendix F.1, (19), and H.2, theorem H.4"),
    ),
    Named(delta, "variable", "an error", Source(appendix="appendix H.2")),
    Named(now, "variable", "error of a coordinate after k steps", _ONE_COORDINATE),
    Named(then, "variable", "error of a coordinate after k + 1 steps", _ONE_COORDINATE),
    Named(
        burn,
        "variable",
        "burn-in time, k_j* of (21), or k_j** of (22)",
        Source(appendix="appendix F.1, (21) and (22)"),
    ),
    Named(longest, "variable", "M_B, the largest target", Source(appendix="appendix F.2, (35)")),
    Named(shortest, "variable", "m_B, the smallest target", Source(appendix="appendix F.2, (35)")),
    Named(early, "variable", "how many coordinates there are up to B^(1/alpha)", _EVENT),
    Named(
        decays,
        "variable",
        "what Theta(eta sqrt(lambda_j B) k) stands for",
        Source(appendix="appendix F.2, (39)"),
    ),
    Named(
        threshold,
        "variable",
        "j*, the number of unstable coordinates",
        Source(appendix="appendices B.2.1 and F.3.2"),
    ),
    Named(
        weights,
        "variable",
        "E W(delta), by the steps after k_j**",
        Source(appendix="appendix H.2, above (42)"),
    ),
    Named(shrink, "constant", "psi, in (0, 1)", Source(appendix="appendix H.2, above (41)")),
    Named(
        later,
        "variable",
        "steps after the burn-in time, k_j* of (21), or k_j** of (22), where they are t",
        Source(appendix="appendices F.1 and H.2, (42)"),
    ),
    Named(fastest, "constant", "what k_j* on A, or Theta, hides, from below", _EVENT),
    Named(slowest, "constant", "what k_j* on A, or Theta, hides, from above", _EVENT),
    Named(K, "constant", "what an inequality up to a constant hides", Source("section 2")),
    Named(
        spectrum,
        "variable",
        "mu, the eigenvalues of T",
        _KERNEL,
        fixed_at=Source(appendix="assumption C.4"),
    ),
    Named(modes, "variable", "f_H in coordinates", _KERNEL),
    Named(image, "variable", "g in coordinates", _KERNEL),
    Named(gamma, "constant", "exponent of the trace", _KERNEL),
    Named(Q, "constant", "bound of the trace", _KERNEL),
    Named(r, "constant", "source exponent", _KERNEL),
    Named(R, "constant", "bound of g", _KERNEL),
    *(
        Named(head, "quantity", meaning, Source(appendix="appendix C.2"))
        for head, meaning in (
            (RISK_GRADIENT, "gradient of the risk"),
            (NOISE_MEAN, "mean of the noise of a mini-batch"),
            (NOISE_PRODUCT, "second moments of this noise"),
            (OUTER, "second moments of (phi phi^T - H) delta"),
        )
    ),
    Named(KERNEL_PRODUCT, "quantity", "inner product of two linear functions", _LINEAR),
    Named(KERNEL_IMAGE, "quantity", "T of a linear function, at a point", _LINEAR),
    Named(vectors, "variable", "u, unit eigenvectors of H, by number and entry", _LINEAR),
    Named(feature, "variable", "phi_j, a linear function by its coefficients", _LINEAR),
    Named(point, "variable", "x, a point", _LINEAR),
    Named(one_vector, "variable", "v, a linear function", _LINEAR),
    Named(other_vector, "variable", "w, a linear function", _LINEAR),
    Named(third, "variable", "a third coordinate", _LINEAR),
    Named(t, "variable", "time of gradient flow", Source(appendix="appendix E.1")),
    Named(unimodal, "variable", "f, a unimodal function on [1, d]", _UNIMODAL),
    Named(peak, "variable", "x_0, up to which f does not fall", _UNIMODAL),
    Named(supremum, "variable", "M, the supremum of f", _UNIMODAL),
    Named(z, "variable", "any number", Source(appendix="appendix E.2, above (15)")),
)
LETTERS = (
    Letter(
        along,
        sp.Integral,
        "a number from 1 to d, as in a sum over coordinates",
        Source(
            appendix="lemmas E.3, E.5, F.7 and F.8, (11), (27) and (28), and the proofs of lemma "
            "E.5 and theorem F.6"
        ),
    ),
    Letter(step, sp.Sum, "number of steps before the last one", Source(appendix="(14) and (30)")),
)
