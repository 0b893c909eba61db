"""What heads mean, in plain Python, for the lines that a report prints."""

import math

from mpmath import mp


def top_of_block(a):
    """The largest eigenvalue of the Hessian of u v a at u = v = 0."""
    block = mp.matrix([[0, a], [a, 0]])
    return max(mp.eigsy(block, eigvals_only=True))


def negative_of_two_factors(g, h, decay):
    """How many eigenvalues of the Hessian of f(u v) + decay (u^2 + v^2) / 2 at 0 are negative.

    f has the slope g and the second derivative h at 0, of which only the slope matters there.
    """
    hessian = mp.matrix([[decay, g], [g, decay]])
    return sum(value < 0 for value in mp.eigsy(hessian, eigvals_only=True))


def gap(a, b, t):
    """|w_1| - |w_2| of sign descent on (w_1 w_2)^2 / 2 from a and b, at most 0.01 off.

    The start is a third of a step off, because an exact hit of zero would freeze both factors.
    """
    step = t / 1000
    u, v = a + step / 3, b + step / 3
    for _ in range(1000):
        down, across = (1 if u > 0 else -1), (1 if v > 0 else -1)  # the signs of x v and of x u
        u, v = u - step * down, v - step * across
    return abs(u) - abs(v)


def least_squares_of_factors(x, count):
    """The least sum of squares of so many factors of x, by balancing two of them at a time."""
    factors = [abs(x), *[mp.mpf(1)] * (int(count) - 1)]
    for _ in range(100):
        for i in range(len(factors) - 1):
            factors[i] = factors[i + 1] = mp.sqrt(factors[i] * factors[i + 1])
    return sum(factor**2 for factor in factors)


def limit_direction(pull, start, more, count):
    """Where x_c / |x|_inf tends to under sign flow, by steps that shrink all factors alike.

    One factor starts at `start`, the others at |start| + more; x is pulled by `pull`.
    """
    first, other, step = start, abs(start) + more, (abs(start) + more) / 100
    for _ in range(1000):
        if first == other == 0:
            return 0
        up = (pull > 0) - (pull < 0)
        sign = (first > 0) - (first < 0)
        first, other = first + step * up, max(other + step * up * sign, 0)
    return (pull > 0) - (pull < 0)


def two_factors_vanish(u_1, u_2, v_1, v_2):
    """Whether both factors w_1 = (u_1, v_1) and w_2 = (u_2, v_2) are 0, for f = x_1."""
    by_w = u_2, u_1, 0, 0
    print("gradient of u_1 u_2 in u_1, u_2, v_1, v_2:", *map(float, by_w))
    assert not any(by_w)
    print("w_1 =", float(u_1), float(v_1), "and w_2 =", float(u_2), float(v_2))
    return not any((u_1, v_1, u_2, v_2))


def piece(q, L, lam, low, power):
    """The integral of x^power R''(x) from z = 2^low to 2^(low + 10), where z is |w_1|^q.

    There |x|^q = z (z + lam)^(L - 1), and R'' dx = x d(log z) / (q (z + lam)^(L - 1)).
    """

    def inside(s):
        rest = (mp.exp(s) + lam) ** (L - 1)
        return (mp.exp(s) * rest) ** ((power + 1) / q) / (q * rest)

    return mp.quad(inside, [low * mp.log(2), (low + 10) * mp.log(2)])


def bregman(q, L, lam):
    """1 if R' is finite at 0 and D_R(0, y), the integral of x R''(x) up to y, has no bound."""
    near = [piece(q, L, lam, -k, 0) for k in (30, 40, 50)]
    far = [piece(q, L, lam, k, 1) for k in (30, 40, 50)]
    print("D_R(0, y) grows by", *map(float, far), "while z grows by 2^10 each time")
    return int(near[2] < 0.99 * near[1] and far[2] > 0.99 * far[1])


def bregman_on_side(q, L, lam):
    """1 if R is finite at 0 and D_R(0, y), the integral of x R''(x) up to y, has no bound."""
    near = [piece(q, L, lam, -k, 1) for k in (30, 40, 50)]
    far = [piece(q, L, lam, k, 1) for k in (30, 40, 50)]
    print("D_R(0, y) grows by", *map(float, far), "while z grows by 2^10 each time")
    return int(near[2] < 0.99 * near[1] and far[2] > 0.99 * far[1])


def speed_after_rest(q, s, lam, L):
    """dx/dt for q = 1 and f' = -1, after sign descent on x^2 / 2 from (0, lam, ..., lam) for s.

    A thousand steps are taken, from a third of a step off 0, which no factor then hits.
    """
    assert q == 1
    step = s / 1000
    w = [step / 3, *[lam] * (int(L) - 1)]
    for _ in range(1000):
        w = [v - step * ((v > 0) - (v < 0)) for v in w]
    return sum(abs(math.prod(w[:i] + w[i + 1 :])) for i in range(len(w)))
