"""Sections 4 and B: the steepest flow of L_p geometry, its mirror form and its weight decay.

With 1/p + 1/q = 1 the steepest direction against a gradient g is -sign(g) |g|^(q-1) in every
coordinate, times |g|_q^(2-q) if it is normalised. On x = w_1 ... w_L the flow moves every factor
along the steepest direction of its own gradient, beside weight decay.
"""

from functools import cache

import sympy as sp

from theory.claim import ByHand, Claim, ForAll, Missing, Source
from theory.language import DEFINES, Head, reals

q, p, alpha = reals("q p alpha")
g, N, s, v = reals("g N s v")


def direction(gradient, scale=1):
    """Return one coordinate of the steepest direction, -sign(g) |g|^(q-1) times a scale."""
    return -sp.sign(gradient) * sp.Abs(gradient) ** (q - 1) * scale


# -- equation (3): one coordinate of the direction; N stands for |g|_q, and p for q / (q - 1) ----

u = direction(g, N ** (2 - q))
p_of_q = q / (q - 1)
share = sp.Abs(g) ** q / N**q  # these add up to 1 over the coordinates

EQ_3 = Claim(
    id="steepest-mirror/eq-3",
    title="The steepest flow in L_p",
    source=Source("section 4, (3)", "appendix B, (7) and (8)"),
    words="Among directions no longer in L_p than the gradient is in L_q, the best one is "
    "-sign(g) |g|^(q-1) |g|_q^(2-q); a change of time removes the last factor.",
    printed=Missing("not yet from the page"),
    lemmas={
        "as long as allowed, q > 1": ForAll(
            given=(q > 1, N > 0), says=sp.Eq(sp.Abs(u) ** p_of_q / N**p_of_q, share)
        ),
        "attained value, q > 1": ForAll(given=(q > 1, N > 0), says=sp.Eq(u * g / N**2, -share)),
        "no better direction, q > 1, longer coordinates": ForAll(
            given=(p > 1, s >= 0, v >= s),
            where={g: s ** (p - 1)},
            says=v * g <= v**p / p + s**p * (1 - 1 / p),
        ),
        "no better direction, q > 1, shorter coordinates": ForAll(
            given=(p > 1, v >= 0, s >= v),
            where={g: s ** (p - 1)},
            says=v * g <= v**p / p + s**p * (1 - 1 / p),
        ),
        "best direction, q = 1": ForAll(
            given=(v <= N, v >= -N), says=g * v >= g * direction(g, N).subs(q, 1)
        ),
        "time rescaling": ForAll(
            given=(q >= 1, N > 0),
            where={s: N ** (2 - q)},
            says=sp.Eq(direction(g, N ** (2 - q)) / s, direction(g)),
        ),
    },
    because={"": ByHand()},
    note="Coordinate by coordinate: the shares |g_i|^q / N^q add up to 1, so the first two parts "
    "give length N = |g|_q and value -N^2. The third and fourth bound the gain of any other step v "
    "(sizes in units of N, s the steepest step, g = s^(p-1) its gradient); the right side adds up "
    "to at most 1. The change of time has rate N^(2-q), which needs a gradient that is not zero.",
)

# -- equations (4) and (5) -----------------------------------------------------------------------

h, dx = reals("h dx")  # h: second derivative of R; dx: velocity of x

EQ_4 = Claim(
    id="steepest-mirror/eq-4",
    title="Steepest mirror flow",
    source=Source("section 4, (4)"),
    words="The gradient of R moves along the steepest direction of f.",
    printed=ForAll(says=DEFINES, given=(q >= 1, h > 0, sp.Eq(h * dx, direction(g)))),
    note="One coordinate of a separable R, with d R'(x) = R''(x) dx.",
)

w, eta = reals("w eta")


def velocity(weight, gradient, decay=alpha):
    """Return dw/dt: the steepest direction with decoupled weight decay."""
    return direction(gradient) - decay * weight


def limit_velocity(weight, gradient_sign):
    """Return the limit at q = 1 of dw/dt from a side on which the gradient has a sign."""
    return velocity(weight, gradient_sign).subs({q: 1})


def hull_velocity(factors, slope, sides, shares):
    """Return a Filippov velocity at q = 1: limits from several sides, mixed with given shares.

    A side is a choice of signs of all factors nearby; there the gradient of a factor has the sign
    of the slope times those of the other factors.
    """
    return [
        sum(
            share * limit_velocity(weight, slope * sp.Mul(*side[:i], *side[i + 1 :]))
            for share, side in zip(shares, sides, strict=True)
        )
        for i, weight in enumerate(factors)
    ]


def adamw_step(weight, gradient):
    """Return a step of Algorithm 1, decoupled, with eps = 0 and no memory (beta_1 = beta_2 = 0)."""
    first, second = gradient, gradient**2
    return weight - eta * first / sp.sqrt(second) - eta * alpha * weight


w1, w2, dw1, dw2 = reals("w_1 w_2 dw_1 dw_2")

EQ_5 = Claim(
    id="steepest-mirror/eq-5",
    title="Steepest flow with decoupled weight decay",
    source=Source("section 4, (5)", "appendix A, algorithms 1 and 2"),
    words="Every factor moves along the steepest direction of its own gradient and decays; at "
    "q = 1 this is the continuous form of AdamW without memory: a step of size eta is eta times "
    "the velocity.",
    printed=Missing("not yet from the page"),
    lemmas={
        "flow of two factors": ForAll(
            says=DEFINES,
            given=(q >= 1, sp.Eq(dw1, velocity(w1, g * w2)), sp.Eq(dw2, velocity(w2, g * w1))),
        ),
        "AdamW without memory, q = 1": ForAll(
            given=(sp.Ne(g, 0), sp.Eq(q, 1)),
            says=sp.Eq(adamw_step(w, g) - w, eta * velocity(w, g)),
        ),
    },
    because={"": ByHand(("AdamW without memory, q = 1",))},
    note="One coordinate. In the first part g is the slope of f in x, so that the gradient of a "
    "factor is g times the other one; with more factors it is g times their product. In the second "
    "g is the gradient of the factor w.",
)

# -- how far two factors are from balance, along the flow ------------------------------------------

BALANCE_RATE = Head(
    "BalanceRate",
    "d/dt (|w_i|^q - |w_j|^q) along the flow with decoupled weight decay",
    latex=r"\tfrac{d}{dt}(|w_i|^q-|w_j|^q)",
)
GAP = Head(
    "Gap",
    "|w_1| - |w_2| at time t of sign flow on f = x^2/2 from (a, b), no decay",
    latex=r"(|w_1|-|w_2|)_{x^2/2}",
)


def power_rate(weight, speed, power):
    """Return d|w|^q/dt = q sign(w) |w|^(q-1) dw/dt; for q > 1 also where w = 0."""
    return power * sp.sign(weight) * sp.Abs(weight) ** (power - 1) * speed


@cache
def balance_rate(first, second, slope, decay, power):
    """Return d/dt (|w_i|^q - |w_j|^q) along the flow (5), where df = slope * d(w_i w_j)."""
    speeds = (velocity(first, slope * second), velocity(second, slope * first))
    at = {q: power, alpha: decay}
    up, down = (s.subs(at, simultaneous=True) for s in speeds)
    return power_rate(first, up, power) - power_rate(second, down, power)


def gap_at(first, second, time):
    return sp.Max(first - time, 0) - sp.Max(second - time, 0)
