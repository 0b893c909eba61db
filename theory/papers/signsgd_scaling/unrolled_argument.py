"""Equation (30): the second moment of a coordinate that starts near its target.

With rho = eta sqrt(lambda_j B) at most R, and sqrt(lambda_j B) |delta_0| at most r_0,

    m <= exp(r_0) exp(-rho k / (16 R)) delta_0^2 + min(32 R, 2 rho k) eta / sqrt(lambda_j B),

as a step is at least as good as one of the contraction of theorem F.6 for a gradient that is
smaller by 4 R. From below m is as there for rho <= 1/4; beyond, a step away from the target has a
chance, so that m is at least a multiple of eta^2.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import sympy as sp
from sympy.logic.boolalg import And, Implies

from theory.arguments import (
    Argument,
    Assume,
    Between,
    Cut,
    Generalise,
    Give,
    Induct,
    Put,
    Solve,
    Specialise,
    lemmas_of,
)
from theory.binders import substitute
from theory.claim import ForAll
from theory.language import eq, le, reals
from theory.orders import Theta
from theory.papers.signsgd_scaling import loss_argument, scaling_late_argument
from theory.papers.signsgd_scaling.loss_argument import (
    ABOVE_SQUARE,
    BERNOULLI,
    CHANCE,
    FALLS,
    FIRST_STEP,
    FROM_BELOW,
    NO_STEP,
    ONE,
    ONE_STEP,
    POSITIVE,
    QUARTER,
    RHO,
    ROOT,
    ROOT_2,
    STEP_SIZE,
    TAIL,
    kept,
    lemma,
    mixed,
    r,
    rho,
    v,
    y,
)
from theory.papers.signsgd_scaling.notation import (
    OVER,
    POWER_LAWS,
    SETTING,
    B,
    K,
    alpha,
    beta,
    d,
    decays,
    eigenvalues,
    eta,
    fastest,
    high,
    j,
    k,
    lam,
    moment,
    slowest,
    steps_up,
    target,
    x,
)
from theory.papers.signsgd_scaling.scaling_argument import LEAST, MOST
from theory.papers.signsgd_scaling.scaling_coordinate_argument import h, i, u
from theory.papers.signsgd_scaling.scaling_late_argument import some_rate
from theory.quantifiers import Every, Some
from theory.rewriting import by_arithmetic

HALF = sp.Rational(1, 2)
TANGENT, EXP_0 = "exp above its tangent", "exp at 0"
ERFC_FALLS, LATE_INDEX = "erfc falls", "the signal of a late index"
LEMMAS = {
    ERFC_FALLS: ForAll(sp.erfc(u) <= sp.erfc(v), given=(u >= v,)),
    "cosh of a sum": ForAll(
        sp.Eq(sp.cosh(r + rho), sp.cosh(r) * sp.cosh(rho) + sp.sinh(r) * sp.sinh(rho))
    ),
    EXP_0: ForAll(eq(sp.exp(v), 1), given=(eq(v, 0),)),
    LATE_INDEX: ForAll(
        B * K**alpha <= i**alpha, given=(K > 0, B >= 1, alpha > 1, i >= K * B ** (1 / alpha))
    ),
    TANGENT: ForAll(sp.exp(-u) >= 1 - u),
    **scaling_late_argument.LEMMAS,
}


# -- from above: r_0 bounds sqrt(lambda_j B) |delta_0|, R is at least 1 and rho --------------------

R, reach, slope, w, tail = reals("R r_0 a_1 w tau")
least, most = reals("a_0 b_0")  # of w
COORDINATE = (lam > 0, B >= 1, eta > 0, k >= 0, R >= 1, le(RHO, R))
NEAR = (reach > 0, ROOT * x <= reach, -ROOT * x <= reach)
_cosh = sp.cosh(slope * x)
GENTLE = (*STEP_SIZE, slope > 0, slope * eta <= QUARTER, slope <= ROOT)


def energy(at):
    """Return W at a point, for a slope of at most sqrt(lambda_j B)."""
    return sp.cosh(slope * at) - 1


_ends = {r: slope * x, rho: slope * eta}
_up = sp.erfc(slope * x / ROOT_2) / 2
_after = (1 - slope * eta / 4) * energy(x) + (slope * eta) ** 2
_more_drift = Solve(
    (steps_up(x) - _up) * (energy(x + eta) - energy(x - eta)) <= 0,
    GENTLE,
    (
        *(lemma(f"cosh of a {name}", _ends) for name in ("difference", "sum")),
        *(lemma("sinh is not negative", {r: at}) for at in (slope * x, -slope * x, slope * eta)),
        *(
            lemma(ERFC_FALLS, {u: one, v: other})
            for one, other in (
                (x * ROOT / ROOT_2, slope * x / ROOT_2),
                (slope * x / ROOT_2, x * ROOT / ROOT_2),
            )
        ),
    ),
)
LOSES = Solve(
    (1 - steps_up(x)) * energy(x - eta) + steps_up(x) * energy(x + eta) <= _after,
    GENTLE,
    (Put(ONE_STEP, _ends), _more_drift),
)


def _above(steps):
    """Return share and noise of the bound from above."""
    share = (1 - slope * eta / 4) ** steps
    return share, 4 * slope * eta * (1 - share)


_share, _noise = _above(k)
_new_share, _new_noise = _above(k + 1)
_not_negative = Solve(_share >= 0, (*GENTLE, k >= 0))
_kept_above = Specialise(
    kept(
        sp.Le(slope**2 * moment(x, k) / 2, _share * energy(x) + _noise, evaluate=False),
        (lemma(ABOVE_SQUARE, {r: slope * x}),),
        (
            Solve(
                eq(_share * _after + _noise, _new_share * energy(x) + _new_noise),
                (*GENTLE, k >= 0),
            ),
        ),
        GENTLE,
        (
            mixed(_share, -_noise, lambda at: -energy(at), -_after, -(slope**2) / 2),
            _not_negative,
            LOSES,
        ),
    ),
    x,
)

_left = sp.Min(4 * slope * eta, (slope * eta) ** 2 * k, evaluate=False)
BOUNDED_ENERGY = Solve(
    energy(x) <= slope**2 * x**2 * sp.exp(reach) / 2,
    (*GENTLE, *NEAR),
    (
        lemma("cosh near 0, from both sides", {u: slope * x}),
        lemma("cosh against exp", {u: slope * x, y: sp.S.Zero, h: reach}),
        Solve(And(slope * x <= reach, -slope * x <= reach), (*GENTLE, *NEAR)),
    ),
)
_decayed = Solve(
    slope**2 * moment(x, k) / 2
    <= sp.exp(-slope * eta * k / 4) * (slope**2 * x**2 * sp.exp(reach) / 2) + _left,
    (*GENTLE, *NEAR, k >= 0),
    (
        _kept_above,
        BOUNDED_ENERGY,
        _not_negative,
        lemma("decay from above", {rho: slope * eta}),
        lemma(ABOVE_SQUARE, {r: slope * x}),
        Put(BERNOULLI, {v: slope * eta / 4}),
    ),
)
_m, _s, _a, _e, _v, _n = reals("m s_0 q_0 e_0 v_0 n_0")
_over_square = Solve(
    _m <= _a * _e + _v, (_s > 0, _s * _m / 2 <= _e * (_s * _a / 2) + _n, 2 * _n <= _s * _v)
)
UNIT = eta / ROOT
_slope = ROOT / (4 * R)
_root = reals("root")
_rooted = Solve(
    2 * sp.Min(_root * eta / R, (_root * eta) ** 2 * k / (16 * R**2), evaluate=False)
    <= (_root / (4 * R)) ** 2 * (eta / _root * sp.Min(32 * R, 2 * _root * eta * k, evaluate=False)),
    (_root > 0, eta > 0, R >= 1, k >= 0),
)
NOISE_MOST = UNIT * sp.Min(32 * R, 2 * RHO * k, evaluate=False)
_is_slope = Solve(
    And(_slope > 0, _slope * eta <= QUARTER, _slope <= ROOT),
    COORDINATE,
)
FROM_ABOVE_ANY = Solve(
    moment(x, k) <= x**2 * sp.exp(reach) * sp.exp(-RHO * k / (16 * R)) + NOISE_MOST,
    (*COORDINATE, *NEAR),
    (
        Cut(Put(_decayed, {slope: _slope}), (_is_slope,)),
        Put(
            _over_square,
            {
                _m: moment(x, k),
                _s: _slope**2,
                _a: x**2 * sp.exp(reach),
                _e: sp.exp(-RHO * k / (16 * R)),
                _v: NOISE_MOST,
                _n: substitute(_left, {slope: _slope}),
            },
        ),
        Put(_rooted, {_root: ROOT}),
    ),
)

# -- from below, where rho is at least 1/4 ---------------------------------------------------------

_fixed = (lam > 0, B >= 1, eta > 0, R >= 1, le(RHO, R))
IN_TAIL = (tail > 0, tail <= HALF, 2 * tail <= sp.erfc(ROOT_2 * R))
_place = x * ROOT / ROOT_2
_moves = Solve(
    (1 - steps_up(x)) * (x - eta) ** 2 + steps_up(x) * (x + eta) ** 2 >= tail * eta**2,
    (*_fixed, *IN_TAIL),
    (
        CHANCE,
        *(lemma(ERFC_FALLS, {u: ROOT_2 * R, v: at}) for at in (_place, -_place)),
        *(
            Solve(Implies(at <= 2 * eta, at * ROOT / ROOT_2 <= ROOT_2 * R), _fixed)
            for at in (x, -x)
        ),
    ),
)
_every = Every(x, sp.Ge(moment(x, k), tail * eta**2, evaluate=False))
_before = [Put(NO_STEP, {x: at}) for at in (x - eta, x + eta)]
MOVES_ON = Specialise(
    Induct(
        _every,
        k,
        1,
        base=Generalise(
            Solve(
                substitute(_every.body, {k: ONE}),
                (*_fixed, *IN_TAIL),
                (Put(FIRST_STEP, {k: sp.S.Zero}), *_before, _moves),
            ),
            x,
        ),
        step=Generalise(
            Solve(
                substitute(_every.body, {k: k + 1}),
                (*_fixed, *IN_TAIL, k >= 1, _every),
                (
                    FIRST_STEP,
                    CHANCE,
                    *(Specialise(Assume(_every), at) for at in (x - eta, x + eta)),
                ),
            ),
            x,
        ),
    ),
    x,
)

# -- up to constants: w is Theta(rho) k in the noise -----------------------------------------------

OTHER = (least > 0, most >= least, le(least * RHO * k, w), le(w, most * RHO * k))
_gone = 1 - sp.exp(-w)
half_time = reals("t_0")
_quotient = Solve(
    1 - sp.exp(-u) >= u / (1 + u),
    (u >= 0,),
    (lemma("u exp(1 - u)", {v: -u}),),
)
FULL_AT_MOST = Solve(
    (1 - sp.exp(-w)) <= 2 * (1 + most) * (1 - sp.exp(-2 * half_time)),
    (half_time >= 0, most > 0, w >= 0, w <= most * half_time),
    (
        Put(_quotient, {u: 2 * half_time}),
        lemma(TANGENT, {u: w}),
        lemma(POSITIVE, {v: -w}),
        Solve(
            sp.Min(1, w) <= 2 * (1 + most) * (2 * half_time / (1 + 2 * half_time)),
            (half_time >= 0, most > 0, w >= 0, w <= most * half_time),
        ),
    ),
)
_noise_most = Solve(
    sp.Min(32 * R, 2 * half_time) <= 64 * R * (1 + 1 / least) * (1 - sp.exp(-w)),
    (half_time >= 0, least > 0, w >= least * half_time, R >= 1),
    (
        Put(_quotient, {u: w}),
        Solve(
            sp.Min(1, half_time) <= 2 * (1 + 1 / least) * (w / (1 + w)),
            (half_time >= 0, least > 0, w >= least * half_time),
        ),
    ),
)
_kept, _gone = sp.exp(-MOST * RHO * k), 1 - sp.exp(-w)
CONSTANTS = (
    *(LEAST > 0, MOST >= 4, 4 * (1 + most) * LEAST <= 1, (16 * reach**2 + 4) * LEAST <= tail),
    *(16 * R * LEAST <= 1, sp.exp(reach) <= MOST, 64 * R * (1 + 1 / least) <= MOST),
)
GIVEN = (*COORDINATE, *NEAR, *OTHER, *IN_TAIL, *CONSTANTS)
_law_least = LEAST * (x**2 * _kept + UNIT * _gone)
_shares = Solve(
    And(_kept > 0, _kept <= 1, sp.Gt(sp.exp(-w), 0, evaluate=False), sp.exp(-w) <= 1),
    GIVEN,
    (
        lemma(POSITIVE, {v: -MOST * RHO * k}),
        lemma(POSITIVE, {v: -w}),
        lemma(FALLS, {y: MOST * RHO * k, v: 0}),
        lemma(FALLS, {y: w, v: 0}),
        Solve(And(MOST * RHO * k >= 0, w >= 0), GIVEN),
    ),
)
_full, _part, _square, _faded = reals("f_1 p_1 x_2 e_1")
_small = by_arithmetic(
    moment(x, k) >= _law_least,
    (*GIVEN, RHO <= QUARTER),
    Solve(
        _m >= LEAST * (_square * _faded + _v * _part),
        (
            _m >= _square * _e + _v * _full / 2,
            _part <= 2 * (1 + most) * _full,
            *(LEAST > 0, 4 * (1 + most) * LEAST <= 1, most > 0),
            *(_v > 0, _square >= 0, _faded > 0, _faded <= _e, _part >= 0),
        ),
    ),
    {
        _m: moment(x, k),
        _square: x**2,
        _e: sp.exp(-4 * RHO * k),
        _faded: _kept,
        _v: UNIT,
        _full: 1 - sp.exp(-2 * RHO * k),
        _part: _gone,
    },
    (
        FROM_BELOW,
        Put(FULL_AT_MOST, {half_time: RHO * k}),
        Solve(And(RHO * k >= 0, 4 * RHO * k <= MOST * RHO * k, UNIT > 0), GIVEN),
        lemma(FALLS, {y: MOST * RHO * k, v: 4 * RHO * k}),
        _shares,
    ),
)
_large = Solve(
    moment(x, k) >= _law_least,
    (*GIVEN, RHO >= QUARTER, k >= 1),
    (
        MOVES_ON,
        _shares,
        Solve(x**2 + UNIT <= (16 * reach**2 + 4) * eta**2, (*COORDINATE, *NEAR, RHO >= QUARTER)),
    ),
)
_at_start = Solve(
    moment(x, k) >= _law_least,
    (*GIVEN, eq(k, 0)),
    (
        NO_STEP,
        Solve(sp.exp(-w) >= 1, (*GIVEN, eq(k, 0)), (lemma(TANGENT, {u: w}),)),
        Solve(And(LEAST <= 1, UNIT > 0), GIVEN),
        _shares,
    ),
)
AT_LEAST = Solve(moment(x, k) >= _law_least, GIVEN, (_small, _large, _at_start))
_law_most = MOST * (x**2 * sp.exp(-LEAST * RHO * k) + UNIT * _gone)
_f, _g0 = reals("f_0 g_0")
_summed = Solve(
    _m <= MOST * (_a * _f + _v * _s),
    (
        *(_a >= 0, _v >= 0, _e >= 0, _s >= 0, _f >= 0, MOST >= 0),
        *(_m <= _a * _e * _g0 + _v * _n, _e <= MOST, _g0 <= _f, _n <= MOST * _s),
    ),
)
AT_MOST = Solve(
    moment(x, k) <= _law_most,
    GIVEN,
    (
        FROM_ABOVE_ANY,
        Solve(
            sp.Min(32 * R, 2 * RHO * k, evaluate=False) <= MOST * _gone,
            GIVEN,
            (Put(_noise_most, {half_time: RHO * k}), _shares, Solve(RHO * k >= 0, GIVEN)),
        ),
        _shares,
        Solve(And(LEAST * RHO * k <= RHO * k / (16 * R), UNIT > 0), GIVEN),
        lemma(FALLS, {y: RHO * k / (16 * R), v: LEAST * RHO * k}),
        lemma(POSITIVE, {v: -RHO * k / (16 * R)}),
        lemma(POSITIVE, {v: reach}),
        Put(
            _summed,
            {
                _m: moment(x, k),
                _a: x**2,
                _f: sp.exp(-LEAST * RHO * k),
                _v: UNIT,
                _s: _gone,
                _e: sp.exp(reach),
                _g0: sp.exp(-RHO * k / (16 * R)),
                _n: sp.Min(32 * R, 2 * RHO * k, evaluate=False),
            },
        ),
    ),
)

# -- the order -------------------------------------------------------------------------------------

SIZE = eta * sp.sqrt(eigenvalues[j] * B)
MEAN_SQUARE = moment(-target[j], k, eigenvalues[j])
NOISE = eta / sp.sqrt(eigenvalues[j] * B) * (1 - sp.exp(-decays[j]))
LAW = target[j] ** 2 * sp.exp(-Theta(SIZE * k)) + NOISE
STANDS_FOR = (
    *(fastest > 0, slowest >= fastest),
    *(le(fastest * SIZE * k, decays[j]), le(decays[j], slowest * SIZE * k)),
)
IN_RANGE = (j >= 1, j <= d)
WIDTH, INDEX = eta * sp.sqrt(B), j / B ** (1 / alpha)
_rate = scaling_late_argument.q


def serves(rate):
    """Return that a rate lies between multiples of rho k, and gives the second moment."""
    law = x**2 * sp.exp(-rate) + UNIT * _gone
    limits = (le(LEAST * (RHO * k), rate), le(rate, MOST * (RHO * k)))
    return And(*limits, le(LEAST * law, moment(x, k)), le(moment(x, k), MOST * law))


_has = Some(_rate, serves(_rate))
STARTS = (*GIVEN, sp.Ne(x, 0))
_positive = Solve(
    And(RHO * k > 0, B * lam > 0, B * lam >= 0, UNIT * _gone >= 0, LEAST <= MOST, x**2 > 0),
    (*STARTS, k >= 1),
    (_shares, Solve(UNIT > 0, GIVEN)),
)
_later = Cut(some_rate(x**2, UNIT * _gone, RHO * k, moment(x, k)), (AT_LEAST, AT_MOST, _positive))
_at_0 = (*STARTS, eq(k, 0))
_first = Give(
    Solve(
        serves(sp.S.Zero),
        _at_0,
        (
            AT_LEAST,
            AT_MOST,
            *(
                Solve(eq(sp.exp(-c * RHO * k), 1), _at_0, (lemma(EXP_0, {v: -c * RHO * k}),))
                for c in (LEAST, MOST)
            ),
        ),
    ),
    _has,
    sp.S.Zero,
)
RATE = Solve(_has, STARTS, (_later, _first))

# -- for the coordinates ---------------------------------------------------------------------------

K_INDEX, K_WIDTH = reals("K_1 K_2")
SIZED = (K_INDEX > 0, K_WIDTH > 0, le(WIDTH, K_WIDTH), sp.Ge(INDEX, K_INDEX, evaluate=False))
_law = Specialise(Assume(POWER_LAWS[-1]), j)
_width, _reach = 1 + K_WIDTH * (1 + high), 1 + high * K_INDEX**-alpha
_tail_value = sp.erfc(ROOT_2 * _width) / 2
_divisor = 16 * _reach**2 + 16 * _width + 4 * most + 8
_VALUES = {
    tail: _tail_value,
    LEAST: _tail_value / _divisor,
    MOST: 4 + sp.exp(_reach) + 64 * _width * (1 + 1 / least),
}
_OWN = {lam: eigenvalues[j], x: -target[j], R: _width, reach: _reach}


@dataclass(frozen=True)
class OfCoordinates:
    """What is argued of one coordinate, which starts away from its target, argued of coordinate j.

    Args:
        noise: the constants between whose multiples of rho k the rate w of the noise lies.
        given: hypotheses on that rate, those on the constants first.
    """

    noise: Mapping[Any, Any]
    given: tuple[Any, ...] = ()

    @property
    def printed(self) -> tuple[Any, ...]:
        """Hypotheses on the problem and on coordinate j."""
        return (*SETTING, *POWER_LAWS, *self.given, *IN_RANGE, *SIZED)

    @property
    def constants(self) -> tuple[Any, ...]:
        """Hypotheses on the constants."""
        return tuple(map(self.at, (*IN_TAIL, *CONSTANTS)))

    def at(self, e: Any) -> Any:
        """Return a formula for coordinate j, with R and r_0."""
        return substitute(e, {**_OWN, **self.noise})

    @property
    def signs(self) -> Argument:
        """That its eigenvalue is positive, and its target away from its start."""
        return Solve(self.at(And(lam > 0, sp.Ne(x, 0))), self.printed, (_law, self._powers))

    @property
    def _powers(self) -> Argument:
        positive = (e > 0 for e in (j**-alpha, K_INDEX**-alpha, j**-beta))
        return Solve(And(j**-beta <= 1, *positive), self.printed)

    def shown(self, one: Argument) -> Argument:
        """Return what is argued of one coordinate, of coordinate j."""
        facts = (_law, self._powers, self.signs)
        is_width = Solve(
            self.at(And(R >= 1, le(RHO, R))),
            self.printed,
            (Solve(self.at(K_WIDTH**2 * high >= RHO**2), self.printed, facts), self.signs),
        )
        late = Solve(
            B * j**-alpha <= K_INDEX**-alpha, self.printed, (lemma(LATE_INDEX, {i: j, K: K_INDEX}),)
        )
        inside = Solve(
            self.at(lam * B * x**2 <= high * K_INDEX**-alpha), self.printed, (*facts, late)
        )
        is_near = Solve(self.at(And(*NEAR)), self.printed, (inside, self.signs, self._powers))
        return Cut(Put(one, _OWN), (self.signs, is_width, is_near))

    @property
    def values(self) -> dict[Any, Any]:
        """Values of the constants."""
        return {symbol: self.at(value) for symbol, value in _VALUES.items()}

    def with_constants(self, argument: Argument) -> Argument:
        """Return an argument with values of the constants."""
        values = self.values
        given = (*POWER_LAWS[:-1], *self.given[:2], K_INDEX > 0, K_WIDTH > 0)
        hold = Solve(
            substitute(And(*self.constants), values),
            given,
            (
                lemma(TAIL, {loss_argument.z: ROOT_2 * _width}),
                lemma(ERFC_FALLS, {u: ROOT_2 * _width, v: sp.S.Zero}),
                lemma(POSITIVE, {v: _reach}),
                Solve(K_INDEX**-alpha > 0, given),
            ),
        )
        defined = Solve(
            And(
                sp.Or(K_INDEX > 0, And(eq(K_INDEX, 0), -alpha >= 0)),
                *(sp.Ne(self.at(e), 0) for e in (_divisor, least)),
            ),
            given,
        )
        return Cut(Put(argument, values), (hold, defined))


_named = OfCoordinates({least: fastest, most: slowest}, STANDS_FOR)
SECOND_MOMENT = _named.with_constants(
    Between(
        *(MEAN_SQUARE, LAW, LEAST, MOST, (*OVER, j, decays)),
        (*_named.printed, *_named.constants),
        (_named.shown(Put(RATE, {w: decays[j], least: fastest, most: slowest})),),
        quantity=_rate,
    )
)
OF_SECOND_MOMENT = {name: LEMMAS[name] for name in lemmas_of(SECOND_MOMENT)}
