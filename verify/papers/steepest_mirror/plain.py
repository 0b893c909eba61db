"""What heads mean, in plain Python, for the lines that a report prints."""

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
