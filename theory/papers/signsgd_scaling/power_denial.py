"""Equation (30), second line: a power of 1 - rho without a Theta is no bound of the second moment.

With r = sqrt(lambda_j B) x the drift towards 0 is erf(|r| / sqrt(2)) >= tanh(3 |r| / 5), so that of
V = cosh(6 r / 5) - 1 a step leaves exp(-6 rho / 5) at most, and adds some rho^2: up to rho = 1/10

    (18/25) lambda_j B m <= (1 - 11 rho / 10)^k V + 2 rho.

That power is at most (1 - rho)^k (1 - rho / 10)^k, and (1 - rho / 10)^k is at most 1 / (1 + h)
after k = 10 h / rho steps. Let alpha = beta = 4, all targets be 1, B = 1, J = 1 + j^2, lambda_j = 1
/ J^2 and eta = J / m: then rho is 1 / m, and for a large h and a much larger m the second moment is
far below (1 - rho)^k, which is at least exp(-20 h).
"""

import sympy as sp
from sympy.logic.boolalg import And

from theory.arguments import Argument, Cut, Generalise, Known, Put, Solve, Specialise
from theory.binders import SequenceOf, substitute
from theory.claim import ByReading, ForAll
from theory.existence import at_values, denial, for_every, given_at
from theory.language import integers, reals
from theory.orders import QUANTITY, Magnitude
from theory.papers.signsgd_scaling import laws, loss_argument
from theory.papers.signsgd_scaling.loss_argument import (
    ABOVE_SQUARE,
    ONE,
    POSITIVE,
    RHO,
    ROOT,
    ROOT_2,
    STEP_SIZE,
    by_steps,
    kept,
    lemma,
    mixed,
    r,
    rho,
    v,
)
from theory.papers.signsgd_scaling.notation import (
    ANY_CONSTANT,
    IN_THETA,
    POWER_LAWS,
    SOME_CONSTANT,
    B,
    alpha,
    beta,
    d,
    eigenvalues,
    eta,
    high,
    j,
    k,
    lam,
    low,
    moment,
    steps_up,
    target,
    x,
)
from theory.papers.signsgd_scaling.power_bounds_argument import COSH, DRIFT_LEMMAS, FROM, NEAR_0
from theory.quantifiers import Every, denied, inhabited

LIMIT, C = laws.LIMIT, laws.CONSTANT
h, m, n, _entry = integers("h m n l")
part = reals("e_0")  # what exp(-20 h) is at least
_X = reals("x")  # of the known fact
FASTER, TENTH = sp.Rational(6, 5), sp.Rational(1, 10)
UP_TO = sp.Rational(12, 5)
MIDDLE, BEYOND = "the drift between by tanh", "the drift beyond by tanh"
SINH, HALF, TWICE = "2 sinh and exp", "exp(-1)", "exp up to 3/5"
LEAVES = "what a short step leaves"
AT_MOST_1 = "a power of a number below 1"
LEMMAS = {
    **{
        name: loss_argument.LEMMAS[name]
        for name in (
            *(POSITIVE, ABOVE_SQUARE, AT_MOST_1, "r sinh(r)", "sinh is not negative"),
            *("cosh of a difference", "cosh near 0", "exp near 0", "decay from below"),
            "erfc is positive",
        )
    },
    NEAR_0: DRIFT_LEMMAS[NEAR_0],
    MIDDLE: ForAll(
        sp.erfc(r / ROOT_2) * sp.sinh(FASTER * r) <= 1 - sp.exp(-FASTER * r),
        given=(r >= FROM, r <= UP_TO),
    ),
    BEYOND: ForAll(sp.exp(FASTER * r) * sp.exp(-(r**2) / 2) <= 1, given=(r >= UP_TO,)),
    SINH: ForAll(2 * sp.sinh(r) <= sp.exp(r)),
    HALF: ForAll(2 * sp.exp(-v) <= 1, given=(v >= 1,)),
    TWICE: ForAll(sp.exp(r) <= 2, given=(r >= 0, r <= sp.Rational(3, 5))),
    COSH: DRIFT_LEMMAS[COSH],
    LEAVES: ForAll(
        sp.cosh(rho) - sp.sinh(rho) <= 1 - sp.Rational(11, 12) * rho,
        given=(rho >= 0, rho <= sp.Rational(3, 25)),
    ),
}

# -- what every step keeps -------------------------------------------------------------------------

_tail = sp.erfc(r / ROOT_2)
_at = {r: FASTER * r}
_pulls = (1 - _tail) * sp.sinh(FASTER * r) >= sp.cosh(FASTER * r) - 1
_far = Solve(
    _tail * sp.sinh(FASTER * r) <= sp.Rational(1, 2),
    (r >= UP_TO,),
    (
        Put(Known("erfc below exp(-z^2)"), {_X: r / ROOT_2}),
        lemma("erfc is positive", {loss_argument.z: r / ROOT_2}),
        lemma(BEYOND),
        lemma(SINH, _at),
        lemma("sinh is not negative", _at),
        lemma(POSITIVE, {v: FASTER * r}),
    ),
)
_pull = Solve(
    _pulls,
    (r >= 0,),
    (
        Solve(
            _pulls,
            (r >= 0, r <= FROM),
            (lemma(NEAR_0), lemma("r sinh(r)", _at), lemma("sinh is not negative", _at)),
        ),
        lemma(COSH, _at),
        lemma(MIDDLE),
        _far,
        lemma(HALF, {v: FASTER * r}),
    ),
)
PULL = Solve(_pulls, using=(_pull, Put(_pull, {r: -r})))
_short = (rho >= 0, rho <= sp.Rational(3, 25))
_moved = Solve(
    (1 - _tail / 2) * sp.cosh(FASTER * r - rho) + _tail / 2 * sp.cosh(FASTER * r + rho)
    <= sp.cosh(FASTER * r) * sp.cosh(rho) - (sp.cosh(FASTER * r) - 1) * sp.sinh(rho),
    (rho >= 0,),
    (
        PULL,
        lemma("cosh of a difference", _at),
        lemma("cosh of a difference", {**_at, rho: -rho}),
        lemma("sinh is not negative", {r: rho}),
    ),
)
ONE_STEP = Solve(
    (1 - _tail / 2) * (sp.cosh(FASTER * r - rho) - 1) + _tail / 2 * (sp.cosh(FASTER * r + rho) - 1)
    <= (1 - sp.Rational(11, 12) * rho) * (sp.cosh(FASTER * r) - 1) + rho**2,
    _short,
    (
        _moved,
        lemma(LEAVES),
        Solve(
            sp.cosh(rho) - 1 <= rho**2,
            _short,
            (lemma("cosh near 0", {r: rho}), lemma("exp near 0")),
        ),
        lemma(ABOVE_SQUARE, _at),
    ),
)
QUICK = (*STEP_SIZE, RHO <= TENTH)
_left = 1 - sp.Rational(11, 10) * RHO


def energy(at):
    """Return V at a point."""
    return sp.cosh(FASTER * ROOT * at) - 1


def _above(steps):
    """Return share and noise of the bound."""
    share = _left**steps
    return share, sp.Rational(72, 55) * RHO * (1 - share)


_share, _noise = _above(k)
_new_share, _new_noise = _above(k + 1)
_after = _left * energy(x) + (FASTER * RHO) ** 2
_step = Solve(
    (1 - steps_up(x)) * energy(x - eta) + steps_up(x) * energy(x + eta) <= _after,
    QUICK,
    (Put(ONE_STEP, {r: ROOT * x, rho: FASTER * RHO}),),
)
_not_negative = Solve(_share >= 0, (*QUICK, k >= 0))
_weight = sp.Rational(18, 25) * lam * B
FROM_ABOVE = Solve(
    _weight * moment(x, k) <= _share * energy(x) + 2 * RHO,
    (*QUICK, k >= 0),
    (
        Specialise(
            kept(
                sp.Le(_weight * moment(x, k), _share * energy(x) + _noise, evaluate=False),
                (lemma(ABOVE_SQUARE, {r: FASTER * ROOT * x}),),
                (
                    Solve(
                        sp.Eq(
                            _share * _after + _noise,
                            _new_share * energy(x) + _new_noise,
                            evaluate=False,
                        ),
                        (*QUICK, k >= 0),
                    ),
                ),
                QUICK,
                (
                    mixed(_share, -_noise, lambda at: -energy(at), -_after, -_weight),
                    _not_negative,
                    _step,
                ),
            ),
            x,
        ),
        _not_negative,
    ),
)

# -- powers ----------------------------------------------------------------------------------------

_small = (v >= 0, v <= TENTH)
_own, _plain, _rest = ((1 - c * v) ** k for c in (sp.Rational(11, 10), ONE, TENTH))
_fast = And(_own >= 0, _plain >= 0, _rest >= 0, _own <= _plain * _rest)
FAST = by_steps(_fast, _small)
_gone = And(_plain >= 0, _plain * (1 + k * v) <= 1)
GONE = by_steps(_gone, _small)

# -- the point -------------------------------------------------------------------------------------

VALUES = {alpha: sp.Integer(4), beta: sp.Integer(4), low: sp.Rational(1, 4), high: ONE}
_width = 1 + n**2
_steps = 10 * m * h
POINT = {
    eta: _width / m,
    B: ONE,
    k: _steps,
    d: n,
    j: n,
    eigenvalues: SequenceOf((1 + _entry**2) ** -2, _entry),
    target: SequenceOf(ONE, _entry),
}
FAR = (
    *(C > 0, n >= 1, h >= 1, h >= 4 * C, m >= 10, m >= C + 1),
    *(part > 0, part <= sp.exp(-20 * h), m * part >= 6 * C * _width**2),
)


def at_point(e):
    """Return a formula at the point."""
    return at_values(substitute(e, VALUES), POINT)


_second = at_point(moment(-target[j], k, eigenvalues[j]))
_power, _rest_there = (1 - 1 / m) ** _steps, (1 - 1 / (10 * m)) ** _steps
_at_start = sp.cosh(FASTER / _width) - 1
_there = (n >= 1, h >= 1, m >= 10)
_above_there = Solve(
    sp.Rational(18, 25) * _second / _width**2
    <= (1 - sp.Rational(11, 10) / m) ** _steps * _at_start + 2 / m,
    _there,
    (Put(FROM_ABOVE, {lam: _width**-2, B: ONE, eta: _width / m, k: _steps, x: -ONE}),),
)
_start = Solve(
    _at_start <= FASTER**2 / _width**2,
    _there,
    (lemma("cosh near 0", {r: FASTER / _width}), lemma(TWICE, {r: FASTER / _width})),
)
_m, _w, _own, _a, _b, _c, _g = reals("m w_0 q_0 a b c_0 g_0")
_times = Solve(
    _m <= 2 * _a * _b + sp.Rational(25, 9) * _c * _g,
    (
        *(_c > 0, _w >= 0, _own <= _a * _b, _w * _c <= FASTER**2, _a * _b >= 0),
        sp.Rational(18, 25) * _m <= (_own * _w + 2 * _g) * _c,
    ),
    (
        Solve(_own * _w * _c <= _a * _b * (_w * _c), (_w >= 0, _c > 0, _own <= _a * _b)),
        Solve(_a * _b * (_w * _c) <= _a * _b * FASTER**2, (_a * _b >= 0, _w * _c <= FASTER**2)),
    ),
)
_most = Cut(
    Put(
        _times,
        {
            _m: _second,
            _w: _at_start,
            _own: (1 - sp.Rational(11, 10) / m) ** _steps,
            _a: _power,
            _b: _rest_there,
            _c: _width**2,
            _g: 1 / m,
        },
    ),
    (
        Put(FAST, {v: 1 / m, k: _steps}),
        Solve(And(_width**2 > 0, _at_start * _width**2 <= FASTER**2), _there, (_start,)),
        Solve(_at_start >= 0, _there, (lemma(ABOVE_SQUARE, {r: FASTER / _width}),)),
        Solve(
            sp.Rational(18, 25) * _second
            <= ((1 - sp.Rational(11, 10) / m) ** _steps * _at_start + 2 / m) * _width**2,
            _there,
            (_above_there,),
        ),
        Solve(_power * _rest_there >= 0, _there, (Put(FAST, {v: 1 / m, k: _steps}),)),
    ),
)
_rest_small = Solve(
    And(_rest_there >= 0, _rest_there * (1 + h) <= 1),
    _there,
    (Put(GONE, {v: TENTH / m, k: _steps}),),
)
_power_large = Solve(
    _power >= sp.exp(-20 * h), _there, (lemma("decay from below", {rho: 1 / (2 * m), k: _steps}),)
)
BELOW = Solve(
    C * _second < _power,
    FAR,
    (_most, _rest_small, _power_large),
)
_LAWS = Generalise(Solve(at_point(POWER_LAWS[-1]).body), j)


def _noise_of(quantity):
    """Argue that the noise of the law is not negative, whatever its Theta stands for."""
    return Solve(
        1 - (1 - quantity) ** _steps >= 0,
        (*_there, quantity > 0, quantity < 1),
        (lemma(AT_MOST_1, {v: 1 - quantity, loss_argument.p: _steps}),),
    )


def _breaks(says, quantity, *own):
    """Argue that the point breaks the order, for a large h and a much larger m."""
    given = (*FAR, *own)

    def holds(condition):
        """Argue for each thing that is said of the point, one after the other."""
        shown: list[Argument] = []
        for part in condition.args:
            if part.has(quantity):
                facts = (BELOW, _noise_of(quantity))
                shown.append(Generalise(Solve(part.body, given, facts), part.args[0]))
            elif part.has(Every):
                shown.append(_LAWS)
            else:
                shown.append(Solve(part, given))
        return Solve(condition, given, tuple(shown))

    return given_at(says, POINT, holds)


def _large(own, limit):
    """Return values of m, of its part and of h, and that they are as large as they have to be."""
    steps, size = sp.floor(4 * C) + 1, sp.floor(6 * C * _width**2 / part + C + limit * _width) + 11
    many = (
        size >= 10,
        size >= C + 1,
        size >= limit * _width,
        size * part >= 6 * C * _width**2,
        sp.Ne(size, 0),
    )
    value = sp.exp(-20 * h)
    positive = (
        sp.Gt(value, 0, evaluate=False),
        sp.Ne(value, 0, evaluate=False),
        sp.Le(value, value, evaluate=False),
    )
    return (
        (m, size, Solve(And(*many), (*own, h >= 1, part > 0))),
        (part, value, Solve(And(*positive), (), (lemma(POSITIVE, {v: -20 * h}),))),
        (h, steps, Solve(And(steps >= 1, steps >= 4 * C), (C > 0,))),
    )


def fails(statements):
    """Return the arguments that the order fails, for every constant and for one that serves.

    Args:
        statements: the order in both meanings, in the second one with its constants in sight.
    """
    any_constant, serves = statements

    def for_large(says, quantity, limit):
        """Argue that there is such a point, for an index that is large enough."""
        own = (limit > 0, C > 0, n >= 1, n >= limit)
        found = _breaks(says, quantity, *own, m >= limit * _width)
        for symbol, value, ends in _large(own, limit):
            found = Cut(Put(found, {symbol: value}), (ends,))
        return found

    def at_first(says):
        """Argue that there is one for the first index, where all limits are 1."""
        return Put(for_large(says, QUANTITY, ONE), {n: ONE})

    def at_an_index(says):
        """Argue that there is one for an index after the limit."""
        index = sp.floor(LIMIT) + 1
        ends = Solve(And(index >= 1, index >= LIMIT), (LIMIT > 0,))
        return Cut(Put(for_large(says, IN_THETA, LIMIT), {n: index}), (ends,))

    limits = {g: ONE for g in any_constant.given if isinstance(g, Magnitude)}
    wanted = inhabited(VALUES, (*serves.given, denied(serves.says)))
    return ByReading(
        {
            ANY_CONSTANT: denial([any_constant], limits, VALUES, C, at_first, side=1),
            SOME_CONSTANT: given_at(wanted, VALUES, lambda says: for_every(says, at_an_index)),
        }
    )
