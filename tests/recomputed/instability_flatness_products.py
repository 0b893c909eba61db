"""Counterexamples to section 4 and appendix E of that paper, on products of parameters.

A loss is z(Theta), Theta a sum of products of parameters; gradient descent moves one of two
parameters by -eta z' times the other one.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from math import prod

from tests.recomputed.case import Case

# -- section 4.1.2 ---------------------------------------------------------------------------------


def zeta(t1, t2):
    """theta_1 / theta_2 + theta_2 / theta_1 > 2, theta_1 being the smaller parameter."""
    return Case(0 < abs(t1) < abs(t2), t1 / t2 + t2 / t1, ">", 2)


def rotation(t1, t2, slope, eta):
    """Return |gamma_beta - 1|: beta goes with (theta_2^2 - theta_1^2) / |Theta| in a step."""
    after_1, after_2 = t1 - eta * t2 * slope, t2 - eta * t1 * slope
    gap = (after_2**2 - after_1**2) / (t2**2 - t1**2)
    return abs(abs(gap / (after_1 * after_2 / (t1 * t2))) - 1)


def threshold(t1, t2, slope):
    """eta_eos (1 - xi)."""
    return 2 * t1 * t2 / ((t1**2 + t2**2) * slope)


def smaller_rates_rotate_more(dz, eta_low, eta_high, t1, t2):
    """Below the threshold the smaller of two learning rates rotates more."""
    hypotheses = abs(t1) < abs(t2) and 0 < eta_low < eta_high < threshold(t1, t2, dz)
    rotations = [rotation(t1, t2, dz, eta) for eta in (eta_low, eta_high)]
    return Case(hypotheses, rotations[0], ">", rotations[1])


def larger_rates_rotate_more(dz, eta_low, eta_high, t1, t2):
    """Above the threshold the larger one does."""
    hypotheses = abs(t1) < abs(t2) and threshold(t1, t2, dz) < eta_low < eta_high and eta_low > 0
    rotations = [rotation(t1, t2, dz, eta) for eta in (eta_low, eta_high)]
    return Case(hypotheses, rotations[1], ">", rotations[0])


def one_step(ddz, dz, eta, t1, t2, **later):
    """Return beta before and after a step on a quadratic z, and the formula for gamma_beta."""
    after_1, after_2 = t1 - eta * t2 * dz, t2 - eta * t1 * dz
    slope = dz + ddz * (after_1 * after_2 - t1 * t2)
    quadratic = later["ddz_{t+1}"] == ddz > 0 and later["dz_{t+1}"] == slope
    beta = abs(ddz * (t2**2 - t1**2) / (2 * (dz + ddz * t1 * t2)))
    beta_next = abs(ddz * (after_2**2 - after_1**2) / (2 * (slope + ddz * after_1 * after_2)))
    gap = (after_2**2 - after_1**2) / (t2**2 - t1**2)
    formula = abs(gap / (after_1 * after_2 / (t1 * t2)))
    return quadratic and eta > 0 and abs(t1) < abs(t2), beta, beta_next, formula


def formula_predicts(**at):
    """beta rises where the formula for gamma_beta is above 1, and falls where it is below."""
    hypotheses, beta, beta_next, formula = one_step(**at)
    assert formula < 1
    return Case(hypotheses, beta, ">", beta_next)


def above_1_beta_rises(**at):
    """Stable regime: beta rises where the formula is above 1."""
    hypotheses, beta, beta_next, formula = one_step(**at)
    return Case(hypotheses and formula > 1, beta_next, ">", beta)


def below_the_threshold_beta_rises(**at):
    """Stable regime, the change of beta: it rises below eta_eos (1 - xi), and nowhere else."""
    hypotheses, beta, beta_next, _ = one_step(**at)
    below = at["eta"] < threshold(at["t1"], at["t2"], at["dz"])
    return Case(hypotheses, beta_next > beta, "==", below)


def below_1_beta_falls(**at):
    """Unstable regime: beta falls where the formula is below 1."""
    hypotheses, beta, beta_next, formula = one_step(**at)
    return Case(hypotheses and formula < 1, beta, ">", beta_next)


def above_the_threshold_beta_falls(**at):
    """Unstable regime, the change of beta: it falls above eta_eos (1 - xi)."""
    hypotheses, beta, beta_next, _ = one_step(**at)
    above = at["eta"] > threshold(at["t1"], at["t2"], at["dz"])
    return Case(hypotheses and above, beta, ">", beta_next)


def step_to_0_ends_at_the_minimum(ddz, dz, eta, t1, t2, **of):
    """The step that takes the product to 0 ends at the minimum of a quadratic loss."""
    theta_star = of["Theta^*"]
    product_next = (t1 - eta * t2 * dz) * (t2 - eta * t1 * dz)
    quadratic = ddz > 0 and dz == ddz * (t1 * t2 - theta_star)
    hypotheses = quadratic and abs(t1) < abs(t2) and product_next == 0
    return Case(hypotheses, product_next, "==", theta_star)


def rate_that_returns(eta, t1, t2, **of):
    """E.5: the rate of a period of two steps is 2 / S, S the largest eigenvalue of the Hessian."""
    start, theta_star = t1 * t2, of["Theta^*"]
    first = start - eta * (start - theta_star)
    returns = first - eta * (first - theta_star) == start and first == of["Theta_{t+1}"]
    mean, mixed = (t1**2 + t2**2) / 2, 2 * start - theta_star
    assert t1**2 == t2**2  # so that the largest eigenvalue is that mean plus |mixed|
    return Case(returns and eta > 0 and start != theta_star, eta, "==", 2 / (mean + abs(mixed)))


# -- appendix E.1 ----------------------------------------------------------------------------------


def without_activations(layers, x):
    """The display before (E.1): W_D ... W_1 x, the sum of W_D ... W_(j+1) b_j to D, and b_D.

    Args:
        layers: weight and bias of each layer of width 1, the first one first.
        x: the input.
    """
    output = x
    for weight, bias in layers:
        output = weight * output + bias
    weights = [weight for weight, _ in layers]
    biases = [bias * prod(weights[j:]) for j, (_, bias) in enumerate(layers, start=1)]
    return Case(True, output, "==", prod(weights) * x + sum(biases) + layers[-1][1])


def one_layer(W_1, b_1, x_input):
    return without_activations([(W_1, b_1)], x_input)


def two_layers(W_1, W_2, b_1, b_2, x_input):
    return without_activations([(W_1, b_1), (W_2, b_2)], x_input)


# -- appendix E.5 ----------------------------------------------------------------------------------


def after_two_steps(slope, start, eta):
    middle = start - eta * slope(start)
    return middle - eta * slope(middle)


def cut_off(at):
    """The slope of a convex loss with its minimum at 0: that of z^2 / 2, between -1 and 2."""
    return max(-1, min(2, at))


def kinked(at):
    """The slope of a convex loss with a corner at its minimum 0."""
    return 2 if at >= 0 else -1


# two steps from 2 are linear or quadratic in eta between 0, 1 and 3/2, and linear from there on
RATES = [Fraction(n, 8) for n in (*range(1, 200), 10**3, 10**6)]


def overshoots():
    """A large learning rate ends above the start after two steps; here none does, from 2."""
    return Case(True, max(after_two_steps(cut_off, 2, eta) for eta in RATES), ">", 2)


def returns():
    """Some learning rate returns to the start after two steps; here none does, from 2."""
    nearest = min(abs(after_two_steps(cut_off, 2, eta) - 2) for eta in RATES)
    return Case(True, nearest, "==", 0)


def continuous_in_the_rate():
    """Where two steps lead is continuous in the learning rate; here at 1/2, from 1."""
    rate = Fraction(1, 2)
    ends = [after_two_steps(kinked, 1, rate + Fraction(1, 10**n)) for n in range(2, 12)]
    jump = min(abs(end - after_two_steps(kinked, 1, rate)) for end in ends)
    return Case(True, jump, "<=", Fraction(1, 10))


# -- appendices E.6 and E.7 ------------------------------------------------------------------------


def quadratic_form(matrix, vector):
    pairs = product(range(len(vector)), repeat=2)
    return sum(matrix[i][j] * vector[i] * vector[j] for i, j in pairs)


def captures(t, tj):
    """The direction of all 1 / theta_j has at least a tenth of the largest curvature of
    (theta_1 theta_2 + theta_3)^2 at (t, t, tj), where the first product is much larger."""
    output = t**2 + tj
    inner = 2 * t**2 + 2 * output  # across both parameters of the first product
    hessian = [[2 * t**2, inner, 2 * t], [inner, 2 * t**2, 2 * t], [2 * t, 2 * t, 2]]

    def curvature(vector):
        return quadratic_form(hessian, vector) / sum(entry**2 for entry in vector)

    inverses = [Fraction(1, t), Fraction(1, t), Fraction(1, tj)]
    largest = curvature([Fraction(1), Fraction(1), Fraction(0)])  # no less than this
    return Case(t**4 >= 10**6 * tj**2, curvature(inverses), ">=", largest / 10)


def differences(ddz, dz, vartheta_i, vartheta_j, others):
    """Return entries i, i and i, j of the Hessian of z, quadratic in one product, and the product.

    The loss is quadratic in each parameter, so that central differences are derivatives.
    """
    output = vartheta_i * vartheta_j * others

    def loss(step_i, step_j):
        moved = (vartheta_i + step_i) * (vartheta_j + step_j) * others - output
        return dz * moved + ddz * moved**2 / 2

    pure = loss(1, 0) - 2 * loss(0, 0) + loss(-1, 0)
    corners = [i * j * loss(i, j) for i, j in product((1, -1), repeat=2)]
    return pure, Fraction(sum(corners), 4), output


def two_terms_off_diagonal(ddz, dz, vartheta_i, vartheta_j, **rest):
    """E.6: entry i, j for one product is z'' Theta_a^2 / (theta_i theta_j)."""
    at = ddz, dz, vartheta_i, vartheta_j, rest["Theta_{/ij}"]
    _, mixed, output = differences(*at)
    printed = Fraction(ddz * output**2) / (vartheta_i * vartheta_j)
    return Case(vartheta_i * vartheta_j != 0, mixed, "==", printed)


def two_terms_diagonal(sign):
    """E.6: entry i, i is z'' Theta_a^2 / theta_i^2 + z' Theta_a / theta_i^2, or with a minus."""

    def case(ddz, dz, vartheta_i, vartheta_j, **rest):
        pure, _, output = differences(ddz, dz, vartheta_i, vartheta_j, rest["Theta_{/ij}"])
        printed = Fraction(ddz * output**2 + sign * dz * output) / vartheta_i**2
        return Case(vartheta_i != 0, pure, "==", printed)

    return case


def davis_kahan(t):
    """E.6: |sin| |lambda_1^(a) - lambda_2| is at most |Delta v|, for (t + b_1 b_2 b_3)^2, b = 1.

    Along b two eigenvectors have the same eigenvalue; (1, 0, 0, 0) and (0, 1, 1, 1) span the rest,
    whose two eigenvalues have different signs and add up to less than 0.
    """
    mixed = 2 + 2 * (t + 1)
    hessian = [[2, 2, 2, 2], [2, 2, mixed, mixed], [2, mixed, 2, mixed], [2, mixed, mixed, 2]]
    top = 2 - mixed
    leading, second = (0, 1, -1, 0), (0, 1, 1, -2)

    def image(vector):
        return [sum(a * b for a, b in zip(row, vector, strict=True)) for row in hessian]

    are_eigen = all(image(v) == [top * one for one in v] for v in (leading, second))
    rest = [[2, 6], [2, 2 + 2 * mixed]]  # of x (1, 0, 0, 0) + y (0, 1, 1, 1)
    total = rest[0][0] + rest[1][1]
    determinant = rest[0][0] * rest[1][1] - rest[0][1] * rest[1][0]
    others_below = total < 0 and determinant < 0 and top**2 - total * top + determinant > 0
    sine = 1  # the leading eigenvectors have the first coordinate 0
    disturbed = sum(one**2 for one in image((1, 0, 0, 0))[1:])
    is_case = t**2 >= 10**6 and are_eigen and others_below and top > 0
    return Case(is_case, disturbed, ">=", (2 - top) ** 2 * sine**2)


def shared_diagonal(ddz, dz, vartheta_i, vartheta_j, **rest):
    """E.7: entry i, i of the Hessian is (z'' Theta^2 + z' Theta) / theta_i^2, for one product.

    As z is quadratic and Theta linear in theta_i, a second difference is the second derivative.
    """
    others = vartheta_j * rest["Theta_{/ij}"]
    output = vartheta_i * others

    def loss(at):
        moved = at * others - output
        return dz * moved + ddz * moved**2 / 2

    second = loss(vartheta_i + 1) - 2 * loss(vartheta_i) + loss(vartheta_i - 1)
    printed = (ddz * output**2 + dz * output) / vartheta_i**2
    return Case(output != 0, second, "==", printed)


def total_deviation(**values):
    """E.4: A is negative, where u_j = u_j^* (1 + epsilon_j) and both vectors have length 1."""
    thetas, deviations = (
        [values[f"{name}[{j}]"] for j in (1, 2)] for name in ("vartheta", "epsilon_k")
    )
    weights = [theta**-2 / sum(other**-2 for other in thetas) for theta in thetas]
    pairs = list(zip(weights, deviations, strict=True))
    is_unit = sum(share * (1 + eps) ** 2 for share, eps in pairs) == 1
    return Case(is_unit, 0, ">", sum(share * eps for share, eps in pairs))


AT_A_POINT = {
    "txt-eta-eq": rate_that_returns,
    "txt-gamma-beta": formula_predicts,
    "txt-newton-asymptote@1": step_to_0_ends_at_the_minimum,
    "txt-stable-regime@2": above_1_beta_rises,
    "txt-stable-regime@3": above_1_beta_rises,
    "txt-stable-regime@4": below_the_threshold_beta_rises,
    "txt-stable-regime@5": below_the_threshold_beta_rises,
    "eq-E.1@0": one_layer,
    "eq-E.1@1": two_layers,
    "txt-A-B@2": total_deviation,
    "txt-A-B@4": total_deviation,
    "txt-unstable-regime@2": below_1_beta_falls,
    "txt-unstable-regime@3": below_1_beta_falls,
    "txt-unstable-regime@4": above_the_threshold_beta_falls,
    "txt-unstable-regime@5": above_the_threshold_beta_falls,
    "txt-rpe-monotonicity@0": larger_rates_rotate_more,
    "txt-rpe-monotonicity@2": smaller_rates_rotate_more,
    "txt-shared-hessian@1": shared_diagonal,
    "txt-two-term-hessian@0": two_terms_off_diagonal,
    "txt-two-term-hessian@1": two_terms_diagonal(1),
    "txt-two-term-hessian@2": two_terms_diagonal(-1),
    "txt-zeta-gt-2": zeta,
}
NO_CERTIFICATE = {
    "txt-existence-period2, large": overshoots(),
    "txt-existence-period2, returns": returns(),
    "txt-existence-period2-step-continuity": continuous_in_the_rate(),
    "txt-two-term-optimizer": captures(t=1000, tj=1),
    "txt-davis-kahan-form": davis_kahan(t=-1000),
}
