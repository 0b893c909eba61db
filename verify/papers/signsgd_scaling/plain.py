"""What heads mean, in plain Python, for the lines that a report prints.

Of least losses, with eta = D^-a, B = D^b and K = D / B, only exponents of D are looked at. A second
moment is that of a chain on x + n eta, taken back from its last step to its first one.
"""

from fractions import Fraction

from mpmath import mp


def least_largest(low, high, lines):
    """Over a in [low, high], the least of the largest m a + n."""
    (m, n), (p, q) = lines
    tried = [a for a in (low, high, (q - n) / (m - p)) if low <= a <= high]
    return min(max(m * a + n, p * a + q) for a in tried)


def best_of_gradient_descent(s, b):
    """The exponent of the least (eta K)^(-s) + eta / B, eta K >= 1 and eta <= 1; else 0."""
    return least_largest(0, 1 - b, ((s, -s * (1 - b)), (-1, -b))) if b <= 1 else 0


def best_of_sign_descent(s, b):
    """That of (eta sqrt(B) K)^(-2 s) + eta / sqrt(B), eta K >= 1 and eta sqrt(B) <= 1; else 0."""
    half, high = Fraction(b) / 2, 1 - b
    lines = ((2 * s, -2 * s * (1 - half)), (-1, -half))
    return least_largest(half, high, lines) if half <= high else 0


def critical_size_of_sign_descent(s):
    """The largest b for which b/2 <= a <= 1 - b, where T^(-2 s) and eta / sqrt(B) are equal."""
    balanced = 2 * s / (2 * s + 1)  # a + b/2
    return min(balanced, 2 * (1 - balanced))


def critical_size_of_gradient_descent(s):
    """The same for (eta K)^(-s) and eta / B: a + b = s / (s + 1), a >= 0 and a <= 1 - b."""
    return s / (s + 1)


def second_moment(x, eigenvalue, B, eta, k):
    """E x_k^2 of steps eta against a noisy sign."""
    at = [x + n * eta for n in range(-int(k), int(k) + 1)]
    up, m = [mp.ncdf(-y * mp.sqrt(eigenvalue * B)) for y in at[1:]], [y**2 for y in at[::2]]
    for n in range(int(k)):
        m = [b + up[n + 2 * i] * (m[i + 1] - b) for i, b in enumerate(m[:-1])]
    return m[0]  # what it is from places of the chain, with n steps to go


def sgd_moment(x, eigenvalue, batch, eta, k):
    """E x_k^2 of x - eta (eigenvalue x + noise)."""
    left, noise = 1 - eta * eigenvalue, eta**2 * eigenvalue / batch
    return left ** (2 * int(k)) * x**2 + noise * sum(left ** (2 * i) for i in range(int(k)))


def stays_away(radius, x, eigenvalue, batch, eta, k):
    """The chance of no |x| <= radius before k."""
    up, rest = mp.ncdf(-x * mp.sqrt(eigenvalue * batch)), (eigenvalue, batch, eta, k - 1)
    chances = (stays_away(radius, x + s * eta, *rest) for s in (1, -1))
    return mp.fdot((up, 1 - up), chances) if abs(x) > radius and k > 0 else mp.mpf(k <= 0)


def linear_moment(x, rho, k):
    """E x_k^2 of x -> (1 - rho) x + noise of variance 1, from x."""
    mean, variance = x, Fraction(0)
    for _ in range(int(k)):
        mean, variance = (1 - rho) * mean, (1 - rho) ** 2 * variance + 1
    return mean**2 + variance


def best_loss_fits(K_0, C_0, m, b, critical, logs, rate):
    """Whether some eta <= K_0 / sqrt(B) brings the loss of one coordinate below C_0 D^-rate."""
    D, B, k = m**20, m**b, m ** (20 - b)
    size = D**critical * mp.log(D) ** logs  # the critical batch size
    assert m >= 2
    assert k >= 1
    assert min(B / size, size / B) <= K_0
    reach = K_0 / mp.sqrt(B) * k  # by how much k steps move an error of 1 at most
    least = max(1 - reach, 0) ** 2 / 2
    print(
        "the loss is at least", float(least), "where it is said to be below", float(C_0 / D**rate)
    )
    return least <= C_0 / D**rate


def loss_is_of_order(beta, most):
    """Whether loss and order differ at most so much; alpha = beta, theta_j = sqrt(B) eta = 1."""
    assert beta > 2
    for n in (1, 2, 3):
        d, k, eta, B = 2**n, 4**n, mp.mpf(2) ** (-1 - 2 * n), mp.mpf(4) ** (1 + 2 * n)
        eigenvalues = [mp.mpf(j**2 + 1) ** -2 for j in range(1, d + 1)]
        assert all(j**-beta / 4 <= x <= j**-beta for j, x in enumerate(eigenvalues, 1))
        bound = sum((eta * k + 1) ** 2 * x / 2 for x in eigenvalues)
        print("of order 1:", *map(float, [k / d ** (beta / 2), k / B ** (1 / 2), eta * k, bound]))
        loss = sum(x / 2 * second_moment(mp.mpf(-1), x, B, eta, k) for x in eigenvalues)
        order = k ** (2 / beta - 2) + (1 - k ** (2 / beta - 1)) / B
        print("loss", float(loss), "order", float(order))
    return max(loss / order, order / loss) <= most


def s_leaves_room(alpha, beta):
    """Whether s = (alpha - 1) / beta is below 1/2 for beta > 2, below 1 - 1 / beta otherwise."""
    assert alpha > beta > 1
    s, limit = (alpha - 1) / beta, Fraction(1, 2) if beta > 2 else 1 - 1 / beta
    print("s =", float(s), "while s <", float(limit), "is assumed")
    return s < limit


def never_escapes(eta, eigenvalue, batch, residual):
    """Whether a residual inside 1 / sqrt(eigenvalue batch) cannot leave that region."""
    radius = 1 / mp.sqrt(eigenvalue * batch)
    assert abs(residual) <= radius
    assert eta > 0
    chance, at = mp.mpf(1), abs(residual)
    while at <= radius:
        chance, at = chance * mp.ncdf(-at / radius), at + eta
    print("by steps up alone it leaves with a chance of", float(chance))
    return chance == 0
