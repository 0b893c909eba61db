"""Theorems G.2 and G.4: which losses SGD has at a data budget, from the bounds of theorem E.4.

With T = eta k and D = k B the noise eta / B is T / D, and the law of SGD T^-s + T / D. Both terms
are R = D^(-s/(s+1)) at T = D R, and at no T are both smaller.

attained     the loss is at most a constant times that law for every d and eta up to 1 / (2 C):
             where eta = u B R it has the order of R, and where eta is a constant, from the critical
             batch size 1 / R on, that of k^-s, which is (B / D)^s
no better    up to T = d^beta the loss is at least a constant times either term from T = 1 on, and
             at least a constant before, as the first coordinate has it, for eta up to 1 / (2 C);
             for a larger eta a single step leaves noise of the order 1 / B in it, which for B up to
             1 / R is at least of the order R
"""

import sympy as sp
from sympy.logic.boolalg import And, Implies, Or

from theory.arguments import (
    Argument,
    Assume,
    Between,
    Choose,
    Clause,
    Cut,
    Definition,
    Generalise,
    Give,
    Hide,
    Induct,
    Put,
    Solve,
    Specialise,
)
from theory.binders import SequenceOf, substitute
from theory.claim import ByReading, ForAll
from theory.existence import by_values
from theory.language import eq, integers, le, reals
from theory.orders import Magnitude, Small, SmallEnough
from theory.papers.signsgd_scaling import sgd_sums_argument
from theory.papers.signsgd_scaling.integral_argument import (
    BELOW_1,
    FALLS,
    HALVES,
    K1,
    K2,
    PRODUCT,
    h,
)
from theory.papers.signsgd_scaling.laws import CONSTANT, LARGE_D, LIMIT, every
from theory.papers.signsgd_scaling.loss_argument import FALLS as EXP_FALLS
from theory.papers.signsgd_scaling.loss_argument import (
    ONE,
    POSITIVE,
    by_index,
    lemma,
    n,
    next_term,
    p,
    v,
    y,
)
from theory.papers.signsgd_scaling.notation import (
    ANY_CONSTANT,
    DIFFICULTY,
    OVER,
    POWER_LAWS,
    SETTING,
    SOME_CONSTANT,
    B,
    D,
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
    s,
    sgd,
    sgd_loss,
    target,
    x,
)
from theory.papers.signsgd_scaling.sgd_sums_argument import (
    ABOVE,
    AT_LEAST,
    BELOW,
    GIVEN,
    LEAST_NOISE,
    LOSS,
    LOSS_AT_MOST,
    MOST_NOISE,
    NOISE_AT_LEAST,
    SIGNAL_AT_LEAST,
    STEADY,
    STEP_SIZE,
    UNIT,
    T,
    of_loss,
    term_of,
)
from theory.papers.signsgd_scaling.signal_argument import BY, has_power
from theory.papers.signsgd_scaling.signal_sum_argument import (
    IN_RANGE,
    LEAST,
    MOST,
    POSITIVE_LEAST,
    POSITIVE_MOST,
    at_least_the_first,
    lasts,
)
from theory.quantifiers import Some

R = D ** (-s / (s + 1))
PER_STEP = (B / D) ** s
BALANCE, OF_STEPS = "D^(1/(s+1)) to the -s", "B / D to the s"
LEMMAS = {name: fact for name, fact in sgd_sums_argument.LEMMAS.items() if name != HALVES}
LEMMAS[BALANCE] = ForAll(eq((D * R) ** -s, R), given=(D > 0, s > 0))
LEMMAS_AT_BATCH = {
    **LEMMAS,
    OF_STEPS: ForAll(eq(PER_STEP, k**-s), given=(B >= 1, k >= 1, s > 0, eq(D, B * k))),
}
_constants = (*POWER_LAWS[:-1], DIFFICULTY)
# loss, signal, noise, time, D R, R, and further numbers
_l, _a, _e, _t, _w, _r = reals("l_0 a_0 e_0 t_0 w_0 r_0")
_c, _f, _g, _o, _q = reals("c_0 f_0 g_0 o_0 q_0")

# -- from above: some constant times the law, for every d ------------------------------------------

M = reals("M_0")
_runs = (eta > 0, B >= 1, d >= 1, k >= 1, POWER_LAWS[-1], 2 * high * eta <= 1)
_bounded = Implies(And(*_runs), M * (T**-s + UNIT) >= LOSS, evaluate=False)
_always = every(OVER, _bounded)
_is_bound = (M > 0, _always)
_most = substitute(MOST, ABOVE)
_are_positive = (
    Cut(Put(POSITIVE_MOST, ABOVE), (Solve(And(2 * low > 0, high / 2 > 0), _constants),)),
    Solve(sp.Gt(MOST_NOISE, 0, evaluate=False), _constants),
)
_terms = Solve(And(T > 0, T**-s > 0, UNIT > 0, k >= 0, STEADY), (*_constants, *_runs))
_of_both = Solve(
    _l <= (_c + _f) * (_a + _e),
    (_l <= _c * _a + _f * _e, _c > 0, _f > 0, _a > 0, _e > 0),
)
_of_law = Cut(
    Put(_of_both, {_l: LOSS, _c: _most, _f: MOST_NOISE, _a: T**-s, _e: UNIT}),
    (LOSS_AT_MOST, _terms, *_are_positive),
)


def _for_all(symbols, argument):
    """Argue that something holds for all values of some symbols."""
    for symbol in reversed(symbols):
        argument = Generalise(argument, symbol)
    return argument


_sum = {M: _most + MOST_NOISE}
_serves = Solve(
    substitute(And(*_is_bound), _sum),
    _constants,
    (
        _for_all(OVER, Solve(substitute(_bounded, _sum), _constants, (_of_law, _terms))),
        *_are_positive,
    ),
)
_some_bound = Some(M, And(*_is_bound))
_BOUND_EXISTS = Solve(_some_bound, _constants, (Give(_serves, _some_bound, _sum[M]),))


def _bound_at(rate):
    """Return the bound of the loss for a learning rate, where M is such a constant."""
    found: Argument = Assume(_always)
    for value in (rate, *OVER[1:]):
        found = Specialise(found, value)
    return found


# -- attained: eta = u B R -------------------------------------------------------------------------

u = reals("u_0")
RATE = u * B * R
_steady = 2 * high * RATE <= 1
_problem = (D > 0, eq(D, B * k), B >= 1, d >= 1, k >= 1, POWER_LAWS[-1])
_at_rate = (*_constants, *_problem, *_is_bound, u > 0, _steady)
_loss, _signal, _noise = (substitute(e, {eta: RATE}) for e in (LOSS, T**-s, UNIT))
_sizes = Solve(
    And(
        *(s > 0, u > 0, D * R > 0, RATE > 0, eq(RATE * k, u * (D * R)), eq(_noise, u * R)),
        *(sp.Ne(B, 0), sp.Ne(s + 1, 0), has_power(D, -s / (s + 1))),
        *(has_power(RATE * k, -s), has_power(u, -s)),
    ),
    _at_rate,
)
_scaled = Solve(
    eq(_t**-s, u**-s * _r),
    (eq(_t, u * _w), eq(_w**-s, _r), u > 0, _w > 0),
    (lemma(PRODUCT, {v: u, h: _w, p: -s}),),
)
_is_scaled = Cut(
    Put(_scaled, {_t: RATE * k, _w: D * R, _r: R}), (_sizes, Cut(lemma(BALANCE), (_sizes,)))
)
_both_terms = Solve(
    _l <= M * (u**-s + u) * _r,
    (_l <= M * (_a + _e), eq(_a, u**-s * _r), eq(_e, u * _r), u > 0),
)
_law_at_rate = Solve(
    And(_loss <= M * (_signal + _noise), eq(_loss, _loss)), _at_rate, (_bound_at(RATE), _sizes)
)
AT_RATE = Cut(
    Put(_both_terms, {_l: _loss, _a: _signal, _e: _noise, _r: R}),
    (_law_at_rate, _sizes, _is_scaled),
)


def _attained(statement, needs, share, values, using):
    """Argue that some choice attains a law, whatever the bound of eta is.

    Args:
        statement: that it does.
        needs: conditions on u.
        share: a number that satisfies them.
        values: of the constant and of what is chosen, for such a u.
        using: facts that show that these serve.
    """
    of_limit = statement.says.body
    there, given = of_limit.args[1], (*statement.given, LIMIT > 0)
    known = (*given, *needs, *_is_bound)
    shown = Solve(there, known, (by_values(there, values, known, using),))
    exists = Some(u, And(*needs))
    some_share = Give(Solve(substitute(exists.body, {u: share}), given), exists, share)
    chosen = Choose(some_share, Choose(_BOUND_EXISTS, shown, M), u)
    return Generalise(Solve(of_limit, statement.given, (chosen,)), LIMIT)


_of_share = Solve(u**-s + u > 0, (u > 0,))


def attained_below(statement):
    """Argue that the law is attained for batch sizes up to the critical one."""
    needs = (u > 0, u <= 1, 2 * high * LIMIT * u <= 1)
    size = le(B / D ** (s / (s + 1)), LIMIT)
    fits = Solve(
        And(RATE <= LIMIT, RATE > 0, _steady), (*_constants, *_problem, LIMIT > 0, size, *needs)
    )
    return _attained(
        statement,
        needs,
        sp.Min(1, 1 / (2 * high * LIMIT)),
        {CONSTANT: M * (u**-s + u), eta: RATE},
        (Cut(AT_RATE, (fits,)), fits, _of_share),
    )


def attained_with_any_batch(statement):
    """Argue that the law is attained in floor(D) steps."""
    steps = sp.floor(D)
    run = {B: D / steps, k: steps}
    rate, steady, budget = (substitute(e, run) for e in (RATE, _steady, eq(D, B * k)))
    needs = (u > 0, 2 * u <= LIMIT, 4 * high * u <= 1)
    known = (D >= 1, d >= 1, POWER_LAWS[-1], LIMIT > 0)
    fits = Solve(
        And(rate <= LIMIT, rate > 0, steady, budget, run[B] >= 1, steps >= 1, D > 0),
        (*_constants, *known, *needs),
        (Solve(And(run[B] >= 1, run[B] <= 2, steps >= 1), (D >= 1,)),),
    )
    return _attained(
        statement,
        needs,
        sp.Min(LIMIT / 2, 1 / (4 * high)),
        {CONSTANT: M * (u**-s + u), eta: rate, **run},
        (Cut(Put(AT_RATE, run), (fits,)), fits, _of_share),
    )


# -- attained: eta = u, from the critical batch size on --------------------------------------------

_needs_above = (u > 0, u <= LIMIT, 2 * high * u <= 1)
_critical = D ** (s / (s + 1))
_above = (*_constants, *_problem, *_is_bound, LIMIT > 0, le(_critical / B, LIMIT), *_needs_above)
_share = 1 / LIMIT  # D R is at least k times it
_sizes_above = Solve(
    And(
        *(D > 0, s > 0, u > 0, k > 0, _share > 0, D * R > 0, k * _share <= D * R),
        u / B <= u * LIMIT * R,
    ),
    _above,
)
_few_steps = Solve(
    _r <= _e * _q**-s,
    (k > 0, s > 0, _q > 0, _w >= k * _q, eq(_w**-s, _r), eq(_e, k**-s)),
    (
        Cut(lemma(FALLS, {v: k * _q, h: _w, p: s}), (Solve(k * _q > 0, (k > 0, _q > 0)),)),
        lemma(PRODUCT, {v: k, h: _q, p: -s}),
    ),
)
_of_steps = Solve(
    And(eq(PER_STEP, k**-s), PER_STEP <= 1, PER_STEP > 0),
    (B >= 1, k >= 1, s > 0, eq(D, B * k)),
    (lemma(OF_STEPS),),
)
_known_above = (_sizes_above, Cut(_of_steps, (_sizes_above,)))
_of_few_steps = Cut(
    Put(_few_steps, {_q: _share, _w: D * R, _r: R, _e: PER_STEP}),
    (*_known_above, Cut(lemma(BALANCE), (_sizes_above,))),
)
_signal_above = Cut(
    Put(_scaled, {_t: u * k, _w: k, _r: PER_STEP}),
    (*_known_above, Solve(eq(u * k, u * k)), Solve(eq(k**-s, PER_STEP), _above, _known_above)),
)
_noise_above = Solve(
    _l <= M * (u**-s + u * LIMIT * _q) * _r,
    (
        *(_l <= M * (_a + _e), eq(_a, u**-s * _r), _e <= u * LIMIT * _w, _w <= _r * _q),
        *(M > 0, u > 0, LIMIT > 0),
    ),
)
_of_noise = {_a: (u * k) ** -s, _e: u / B, _w: R, _q: _share**-s, _r: PER_STEP}
_loss_above = substitute(LOSS, {eta: u})
_values_above = Solve(
    And(
        *(sp.Ne(e, 0) for e in (B, D, LIMIT, s + 1)),
        *(has_power(u * k, -s), has_power(B / D, s), has_power(_share, -s)),
        has_power(D, -s / (s + 1)),
    ),
    _above,
    (_sizes_above,),
)
ABOVE_CRITICAL = Cut(
    Cut(
        Put(_noise_above, {_l: _loss_above, **_of_noise}),
        (
            *(*_known_above, _signal_above, _of_few_steps),
            Solve(substitute(_bounded.args[1], {eta: u}), _above, (_bound_at(u), _values_above)),
        ),
    ),
    (_values_above,),
)


def attained_above(statement):
    """Argue that the law is attained for batch sizes from the critical one on."""
    constant = u**-s + u * LIMIT * _share**-s
    return _attained(
        statement,
        _needs_above,
        sp.Min(LIMIT, 1 / (2 * high)),
        {CONSTANT: M * constant, eta: u},
        (ABOVE_CRITICAL, Solve(constant > 0, (u > 0, LIMIT > 0))),
    )


# -- no choice does better -------------------------------------------------------------------------

_SINCE_1 = {K1: ONE}
_least_signal, _least_noise = (
    substitute(e, _SINCE_1) for e in (substitute(LEAST, BELOW), LEAST_NOISE)
)
_at_first = low / 2 * sp.exp(-4 * high)
_UNTIL = SmallEnough(T / d**beta)
_until = (K2 > 0, _UNTIL.bound(K2))
_total = (*GIVEN, DIFFICULTY, eq(D, B * k), k >= 1, *_until)
_first = Solve(
    _at_first <= LOSS,
    (*GIVEN, T > 0, T <= 1),
    (
        Put(AT_LEAST, {n: ONE}),
        of_loss(at_least_the_first, lasts, BELOW, AT_LEAST),
        lemma(EXP_FALLS, {y: 4 * high, v: 4 * high * T}),
    ),
)
_of_constants = Solve(
    And(
        *(STEP_SIZE > 0, STEP_SIZE**-s > 0, sp.Ne(high, 0), sp.Ne(beta, 0)),
        *(has_power(STEP_SIZE, -s), has_power(substitute(BY, _SINCE_1), 1 - alpha)),
    ),
    _constants,
)
_in_total = (
    Solve(
        And(
            *(T > 0, D > 0, s > 0, eq(UNIT, T / D), eq(D * R, D * R), R <= 1, R > 0),
            *(sp.Ne(B, 0), sp.Ne(s + 1, 0), has_power(T, -s), has_power(D * R, -s)),
            has_power(D, -s / (s + 1)),
        ),
        _total,
    ),
    Solve(And(STEP_SIZE * k >= T, sp.Ne(D, 0), has_power(B / D, s)), _total),
    _of_constants,
)
_of_signal = Solve(
    And(
        Or(T < 1, And(_least_signal * T**-s <= LOSS, _least_noise * UNIT <= LOSS)),
        Or(T >= 1, _at_first <= LOSS),
    ),
    _total,
    (Solve(T > 0, _total), Put(SIGNAL_AT_LEAST, _SINCE_1), Put(NOISE_AT_LEAST, _SINCE_1), _first),
)
_least = {_c: _least_signal, _f: _least_noise, _o: _at_first}
_least_serve = Solve(
    And(*(sp.Gt(e, 0, evaluate=False) for e in _least.values())),
    (*_constants, K2 > 0),
    (
        Cut(
            Put(POSITIVE_LEAST, {**BELOW, **_SINCE_1}),
            (Solve(And(4 * high > 0, low / 2 > 0), _constants),),
        ),
        lemma(BELOW_1, {v: 2 * low}),
        lemma(POSITIVE, {v: -4 * high}),
    ),
)
_either = Solve(
    Or(_t**-s >= _r, _e >= _r),
    (*(_t > 0, D > 0, s > 0), eq(_w**-s, _r), eq(_w, D * _r), eq(_e, _t / D)),
    (lemma(FALLS, {v: _t, h: _w, p: s}),),
)
_either_term = Cut(
    Put(_either, {_t: T, _w: D * R, _r: R, _e: UNIT}),
    (_in_total[0], Cut(lemma(BALANCE), (_in_total[0],))),
)
_at_least = Solve(
    _l >= sp.Min(_c, _f, _o) * _r,
    (
        *(Or(_t < 1, And(_l >= _c * _a, _l >= _f * _e)), Or(_t >= 1, _l >= _o)),
        *(Or(_a >= _r, _e >= _r), _r <= 1, _r > 0, _c > 0, _f > 0, _o > 0),
    ),
)
_of_time = {_l: LOSS, _t: T, _a: T**-s}
LEAST_BELOW = Cut(
    Put(_at_least, {**_least, **_of_time, _e: UNIT, _r: R}),
    (_of_signal, _either_term, *_in_total, _least_serve),
)
_at_least_above = Solve(
    _l >= sp.Min(_c * _q, _o) * _r,
    (
        *(Or(_t < 1, _l >= _c * _a), Or(_t >= 1, _l >= _o), _a >= _q * _r),
        *(_r <= 1, _r > 0, _c > 0, _q > 0, _o > 0),
    ),
)
_short = Solve(
    _t**-s >= _q**-s * _r,
    (_t > 0, _q > 0, k >= 1, s > 0, _t <= _q * k, eq(_r, k**-s)),
    (lemma(FALLS, {v: _t, h: _q * k, p: s}), lemma(PRODUCT, {v: _q, h: k, p: -s})),
)
_in_steps = (*_in_total, Cut(_of_steps, (_in_total[0],)))
LEAST_ABOVE = Cut(
    Put(
        _at_least_above,
        {_c: _least_signal, _o: _at_first, **_of_time, _q: STEP_SIZE**-s, _r: PER_STEP},
    ),
    (
        *(*_in_steps, _least_serve),
        Cut(Put(_short, {_t: T, _q: STEP_SIZE, _r: PER_STEP}), _in_steps),
        Solve(
            And(Or(T < 1, _least_signal * T**-s <= LOSS), Or(T >= 1, _at_first <= LOSS)),
            _total,
            (_of_signal,),
        ),
    ),
)

# a step that is not small leaves noise

_ZERO = sp.S.Zero
_start = (eta > 0, lam > 0, B >= 1)
_RECURSION = Clause("signsgd-scaling/eq-13", "recursion")
_not_negative = Induct(
    sgd(k) >= 0,
    k,
    0,
    Solve(sgd(_ZERO) >= 0, _start, (Definition("SGD before the first step"),)),
    Solve(sgd(k + 1) >= 0, (*_start, k >= 0, sgd(k) >= 0), (_RECURSION,)),
)
_after_a_step = Solve(
    sgd(k) >= eta**2 * lam / B,
    (*_start, k >= 1),
    tuple(Put(fact, {k: k - 1}) for fact in (_not_negative, _RECURSION)),
)
_every_step = (*SETTING, *POWER_LAWS, k >= 1)
_of_n = (
    Specialise(Assume(POWER_LAWS[-1]), n),
    Solve(n**-beta > 0, (n >= 1,)),
    Put(_after_a_step, {lam: eigenvalues[n], x: -target[n]}),
)
_has_noise = Solve(
    And(term_of(n) >= 0, term_of(n) >= eigenvalues[n] ** 2 * eta**2 / (2 * B)),
    (*_every_step, *IN_RANGE),
    _of_n,
)
_first_noise = low**2 * eta**2 / (2 * B)
_of_first = Solve(
    term_of(ONE) >= _first_noise,
    _every_step,
    tuple(Put(fact, {n: ONE}) for fact in (_has_noise, Specialise(Assume(POWER_LAWS[-1]), n))),
)
_so_far = by_index(
    Implies(n <= d, sgd_loss(n) >= _first_noise, evaluate=False),
    _every_step,
    (next_term(sgd_loss, ONE), _of_first),
    (next_term(sgd_loss, n + 1), Put(_has_noise, {n: n + 1})),
)
FROM_A_STEP = Solve(_first_noise <= LOSS, _every_step, (Put(_so_far, {n: d}),))
_small_batch = le(B / D ** (s / (s + 1)), LIMIT)
_of_any = (
    *SETTING,
    *POWER_LAWS,
    DIFFICULTY,
    eq(D, B * k),
    k >= 1,
    *_until,
    LIMIT > 0,
    _small_batch,
)
_in_any = Solve(
    And(
        *(B * R <= LIMIT, R > 0, B >= 1, STEP_SIZE > 0, sp.Ne(LIMIT, 0), sp.Ne(high, 0)),
        *(sp.Ne(s + 1, 0), has_power(D, -s / (s + 1))),
    ),
    _of_any,
)
_large_noise = low**2 * STEP_SIZE**2 / (2 * LIMIT)
_noise_of_a_step = Solve(
    Or(eta < _q, _f * _r <= _l),
    (
        *(low**2 * eta**2 / (2 * B) <= _l, _q > 0, low > 0, B >= 1, B * _r <= LIMIT),
        *(LIMIT > 0, eq(_f, low**2 * _q**2 / (2 * LIMIT))),
    ),
)
_if_large = Cut(
    Put(_noise_of_a_step, {_l: LOSS, _q: STEP_SIZE, _r: R, _f: _large_noise}),
    (FROM_A_STEP, _in_any, Solve(eq(_large_noise, _large_noise), _of_any), Solve(low > 0, _of_any)),
)
_of_both_sizes = Solve(
    _l >= sp.Min(_c, _f, _o, _g) * _r,
    (Or(eta > _q, _l >= sp.Min(_c, _f, _o) * _r), Or(eta < _q, _g * _r <= _l), _r > 0),
)
_says = substitute(_at_least.says, {**_least, _l: LOSS, _r: R})
LEAST_FOR_ANY = Cut(
    Put(_of_both_sizes, {**_least, _g: _large_noise, _l: LOSS, _q: STEP_SIZE, _r: R}),
    (_if_large, Solve(Or(eta > STEP_SIZE, _says), _of_any, (LEAST_BELOW,)), _in_any, _of_constants),
)

# in a clause; one coordinate with eigenvalue and target 1, and a step of size 1/2

_fraction, _any_step = reals("L_0 K_eta")
_PARTS = {**_least, _g: _large_noise, _q: STEP_SIZE**-s}
_entry = integers("l")
_POINT = {
    **dict.fromkeys((alpha, beta), 2 * ONE),
    **dict.fromkeys((s, eta), ONE / 2),
    **dict.fromkeys((low, high, B, k, d, D), ONE),
    **dict.fromkeys((eigenvalues, target), SequenceOf(ONE, _entry)),
}
_laws_hold = Generalise(Solve(substitute(POWER_LAWS[-1], _POINT).body), j)
_noise_serves = Solve(And(_large_noise > 0, sp.Ne(LIMIT, 0)), (*_constants, LIMIT > 0))


def _no_better(statement, sizes, bound, constant, more=()):
    """Argue that no choice does better than a law, by a bound of the loss, for any K_2.

    Args:
        statement: that none does.
        sizes: the constants of its hypotheses, of which K_2 is one.
        bound: that the loss is at least a constant times the law.
        constant: this one, in symbols for numbers that are positive.
        more: what shows that there is a step, where that is no hypothesis.
    """
    law, over = statement.says.sides[1], tuple(statement.says.over)
    given = tuple(g.bound(sizes[g]) if g in sizes else g for g in statement.given)
    least = sp.Ge(LOSS, _fraction * law, evaluate=False)
    order = Between(LOSS, law, _fraction, None, over, (*given, _fraction > 0, least))
    parts = {symbol: e for symbol, e in _PARTS.items() if constant.has(symbol)}
    positive = Solve(constant > 0, tuple(symbol > 0 for symbol in parts))
    known = (_least_serve, _of_constants, *((_noise_serves,) if constant.has(_g) else ()))
    serves = Cut(Put(positive, parts), known)
    shown = Cut(Put(order, {_fraction: substitute(constant, parts)}), (bound, serves, *known))
    return Cut(shown, more) if more else shown


def _for_constants_that_serve(clause, bound, constant, more=()):
    """Argue that no choice does better where eta is at most 1 / (2 C), and the rest at most 1."""
    statement = clause.options[LARGE_D].options[SOME_CONSTANT]
    serving = {
        g: STEP_SIZE if g == SmallEnough(eta) else ONE
        for g in statement.given
        if isinstance(g, Magnitude)
    }
    in_time = {**serving, _UNTIL: K2}
    return Hide(
        Put(_no_better(statement, in_time, bound, constant, more), {K2: ONE}),
        serving,
        tuple(Solve(sp.Gt(c, 0, evaluate=False), _constants) for c in serving.values()),
        _POINT,
        (_laws_hold,),
    )


def _for_any_constant(clause):
    """Argue that no choice does better up to the critical batch size, whatever bounds eta."""
    statement = clause.options[LARGE_D].options[ANY_CONSTANT]
    sizes = {Small(eta): _any_step, Small(_small_batch.lhs): LIMIT, Small(_UNTIL.args[0]): K2}
    shown = _no_better(statement, sizes, LEAST_FOR_ANY, sp.Min(_c, _f, _o, _g))
    return Hide(shown, sizes, (), {**_POINT, **dict.fromkeys(sizes.values(), ONE)}, (_laws_hold,))


def no_better_below(clause):
    """Argue that no learning rate does better up to the critical batch size, in two readings."""
    return ByReading(
        {
            (LARGE_D, SOME_CONSTANT): _for_constants_that_serve(
                clause, LEAST_BELOW, sp.Min(_c, _f, _o)
            ),
            (LARGE_D, ANY_CONSTANT): _for_any_constant(clause),
        }
    )


def no_better_with_any_batch(clause):
    """Argue that no learning rate and no batch size do better, for constants that serve."""
    has_steps = Solve(k >= 1, (eq(D, B * k), D >= 1, B >= 1, k >= 0))
    shown = _for_constants_that_serve(clause, LEAST_BELOW, sp.Min(_c, _f, _o), (has_steps,))
    return ByReading({(LARGE_D, SOME_CONSTANT): shown})


def no_better_above(clause):
    """Argue that no learning rate does better from the critical size on, for such constants."""
    shown = _for_constants_that_serve(clause, LEAST_ABOVE, sp.Min(_c * _q, _o))
    return ByReading({(LARGE_D, SOME_CONSTANT): shown})
