"""Appendix G.2.2: at which batch sizes the free optimum is allowed, and the loss where it is not.

A size that is (B / K^e)^f with f > 0 is at most of order 1 where B is at most of order K^e.
"""

from typing import Any

import sympy as sp
from sympy.logic.boolalg import And

from theory.argument_language import States
from theory.arguments import Argument, Between, Cut, Hide, Lemma, Put, Solve
from theory.binders import substitute
from theory.claim import Claim, ForAll, Source
from theory.definedness import requirements
from theory.language import eq, reals
from theory.orders import Large, Order, Small
from theory.papers.signsgd_scaling.notation import TASK, B, D, alpha, beta, k, s
from theory.places import HERE

ONE, HALF, TURN = sp.S.One, sp.Rational(1, 2), sp.Rational(3, 2) - 1 / beta
MANY, FEW = (beta > 2,), (beta < 2,)
LIMIT, u, v, p = reals("K_0 u v p")
RISES, ROOT = "powers rise", "a power and its root"
LEMMAS = {
    RISES: ForAll(u**p <= v**p, given=(u > 0, v >= u, p > 0)),
    ROOT: ForAll(eq((u**p) ** (1 / p), u), given=(u > 0, p > 0)),
}
SIZES = {"section 2": (B >= 1,), "section 2 and assumption B.3": TASK, "theorem G.5": (k >= 1,)}
_GIVEN = tuple(g for some in SIZES.values() for g in some)
_POINT = {B: ONE, k: ONE, LIMIT: ONE}

# -- the free optimum ------------------------------------------------------------------------------

_share = beta / (2 * s * beta + 2)
BEST_MANY = B ** ((1 - 2 * s) / (4 * s + 2)) * k ** (-2 * s / (2 * s + 1))
BEST_FEW = B ** (-HALF + _share) * k ** (-1 + _share)
E_STEP, E_BURN = 2 * s, 2 / (2 * s - 1)
E_STEP_FEW, E_BURN_FEW = 2 * s + 2 / beta - 1, beta / (s * beta - beta + 1)


# -- up to constants: x = (B / w)^f, where w is K^e ------------------------------------------------

w, f, x = reals("w f x")
_IS_POWER = (w > 0, f > 0, x > 0, LIMIT > 0, B >= 1, eq(x, (B / w) ** f))
_IS_INVERSE = tuple(substitute(g, {x: 1 / u}) for g in _IS_POWER)
_RATIO = B / w
_back = Solve(
    sp.Le(_RATIO, LIMIT ** (1 / f), evaluate=False),
    (*_IS_POWER, x <= LIMIT),
    (
        Put(Lemma(RISES), {u: x, v: LIMIT, p: 1 / f}),
        Put(Lemma(ROOT), {u: _RATIO, p: f}),
        Solve(_RATIO > 0, _IS_POWER),
    ),
)
_there = Solve(
    sp.Le(x, LIMIT**f, evaluate=False),
    (*_IS_POWER, sp.Le(_RATIO, LIMIT, evaluate=False)),
    (Put(Lemma(RISES), {u: _RATIO, v: LIMIT, p: f}), Solve(_RATIO > 0, _IS_POWER)),
)
_OVER = (B, w, x)
_B_SMALL = Between(
    *(B, w, None, LIMIT ** (1 / f), _OVER, (*_IS_POWER, x <= LIMIT)),
    (_back, Solve(LIMIT ** (1 / f) > 0, (LIMIT > 0, f > 0))),
)
_X_SMALL = Between(
    *(x, ONE, None, LIMIT**f, _OVER, (*_IS_POWER, sp.Le(_RATIO, LIMIT, evaluate=False))),
    (_there, Solve(LIMIT**f > 0, (LIMIT > 0, f > 0))),
)
_X_LARGE = Between(
    *(u, ONE, 1 / LIMIT**f, None, (B, w, u)),
    (u > 0, *_IS_INVERSE, sp.Le(_RATIO, LIMIT, evaluate=False)),
    (Put(_there, {x: 1 / u}), Solve(LIMIT**f > 0, (LIMIT > 0, f > 0))),
)


_TURNED = Solve(1 / u <= 1 / LIMIT, (u > 0, LIMIT > 0, u >= LIMIT))
_INVERSE = Solve(And(1 / LIMIT > 0, sp.Ne(LIMIT, 0)), (LIMIT > 0,))


def _has_value(expression):
    """Return the condition that an expression has a value."""
    forms: dict[str, Any] = {
        "power": lambda base, exponent: sp.Or(base > 0, And(eq(base, 0), exponent >= 0)),
        "nonzero": lambda term: sp.Ne(term, 0),
        "nonnegative": lambda term: term >= 0,
    }
    return And(*(forms[kind](*parts) for kind, *parts in sorted(requirements(expression), key=str)))


def condition(name, size, exponent, power, own, point, large=False):
    """Return the clauses, the lemma and the arguments for a condition on the free optimum.

    Args:
        name: of the condition.
        size: what is to be at most of order 1, or at least if it is to be large.
        exponent, power: e and f; the size is (B / K^e)^f, or its inverse if it is to be large.
        own: hypotheses of the case.
        point: a task that satisfies them.
        large: whether it is to be large.
    """
    bounded, limit = substitute(1 / u, {u: size}) if large else size, k**exponent
    values, named = {w: limit, f: power, x: bounded}, {w: limit, f: power, u: size}
    lemma = ForAll(substitute(_IS_POWER[-1], values), given=(*_GIVEN, *own))
    given = (*_GIVEN, *own, LIMIT > 0)
    needed = [
        Solve(sp.Gt(e, 0, evaluate=False), (*_GIVEN, *own)) for e in (limit, power, bounded, size)
    ]
    limited = Small(B / limit), (Large if large else Small)(size)
    first = Put(_B_SMALL, {**values, **({LIMIT: 1 / LIMIT} if large else {})})
    turned = Put(_TURNED, {u: size})
    second = Put(_X_LARGE, named) if large else Put(_X_SMALL, values)
    has_values = Solve(
        And(
            *map(_has_value, (limit, size, power, 1 / power, bounded)),
            *(sp.Ne(4 * s + 2, 0), sp.Ne(2 * s * beta + 2, 0)),
        ),
        (*_GIVEN, *own),
    )
    ratio = Solve(
        substitute(sp.Le(_RATIO, LIMIT, evaluate=False), values),
        (*given, sp.Le(B / limit, LIMIT, evaluate=False)),
    )
    not_zero = Solve(sp.Ne(size, 0), (*_GIVEN, *own))
    facts: tuple[Argument, ...] = (*needed, not_zero, has_values, Lemma(name))
    more = (Cut(turned, facts[3:-1]), _INVERSE) if large else ()
    arguments = (
        Hide(Cut(first, (*facts, *more)), {limited[1]: LIMIT}, (), {**_POINT, **point}),
        Hide(Cut(second, (*facts, ratio)), {limited[0]: LIMIT}, (), {**_POINT, **point}),
    )
    orders = (
        Order(B, limit, "at most", (B, k)),
        Order(size, ONE, "at least" if large else "at most", (B, k)),
    )
    statements = (
        States(orders[0], {**SIZES, HERE: (*own, limited[1])}),
        States(orders[1], {**SIZES, HERE: (*own, limited[0])}),
    )
    clauses = f"{name}: needed", f"{name}: enough"
    return (
        dict(zip(clauses, statements, strict=True)),
        {name: lemma},
        dict(zip(clauses, arguments, strict=True)),
    )


_EASY = {alpha: 4 * ONE, beta: 3 * ONE, s: ONE}
_FEW_EASY = {alpha: 5 * ONE / 2, beta: 3 * ONE / 2, s: ONE}
_STEEP = (beta > 2, s > HALF)
_FLAT = (beta < 2, s > 1 - 1 / beta)
CONDITIONS = [
    condition("step size, beta > 2", BEST_MANY * sp.sqrt(B), E_STEP, 1 / (2 * s + 1), MANY, _EASY),
    condition(
        "burn-in, beta > 2, s > 1/2",
        *(BEST_MANY * k, E_BURN, (2 * s - 1) / (4 * s + 2), _STEEP, _EASY, True),
    ),
    condition("step size, beta < 2", BEST_FEW * sp.sqrt(B), E_STEP_FEW, _share, FEW, _FEW_EASY),
    condition(
        "burn-in, beta < 2, s > 1 - 1/beta",
        *(BEST_FEW * k, E_BURN_FEW, HALF - _share, _FLAT, _FEW_EASY, True),
    ),
]


def case(says, *own):
    """Return what the proof says in a case."""
    return ForAll(says, {**SIZES, HERE: own})


_EASY_BURN, _BURNS_IN = "eta K, beta > 2, s < 1/2", "eta K for s up to 1/2"
OTHERS = {
    "eta sqrt(B), beta > 2": case(
        eq(BEST_MANY * sp.sqrt(B), B ** (1 / (2 * s + 1)) * k ** (-2 * s / (2 * s + 1))), *MANY
    ),
    "eta K, beta > 2": case(
        eq(BEST_MANY * k, B ** ((1 - 2 * s) / (4 * s + 2)) * k ** (1 / (2 * s + 1))), *MANY
    ),
    _EASY_BURN: case(BEST_MANY * k >= 1, *MANY, s < HALF),
    "which binds first, beta > 2, s < 1": case(
        And(E_STEP < E_BURN, k**E_STEP <= k**E_BURN), *MANY, s > HALF, s < 1
    ),
    "which binds first, beta > 2, s > 1": case(E_BURN < E_STEP, *MANY, s > 1),
    "eta sqrt(B), beta < 2": case(eq(BEST_FEW * sp.sqrt(B), B**_share * k ** (-1 + _share)), *FEW),
    "eta K, beta < 2": case(eq(BEST_FEW * k, B ** (-HALF + _share) * k**_share), *FEW),
    "eta K, beta < 2, s < 1 - 1/beta": case(
        And(-HALF + _share >= 0, BEST_FEW * k >= 1), *FEW, s < 1 - 1 / beta
    ),
    "which binds first, beta < 2, s < 3/2 - 1/beta": case(
        E_STEP_FEW < E_BURN_FEW, *FEW, s > 1 - 1 / beta, s < TURN
    ),
    "which binds first, beta < 2, s > 3/2 - 1/beta": case(E_BURN_FEW < E_STEP_FEW, *FEW, s > TURN),
}

STEP_CONDITIONS = Claim(
    id="signsgd-scaling/thm-G.5-step-conditions",
    title="Batch sizes at which the free optimum is allowed",
    source=Source(appendix="appendix G.2.2, proof for SignSGD, conditions 1 and 2"),
    words="The free optimum has eta sqrt(B) below a constant exactly for B up to K^(2s) and, where "
    "s > 1/2, burns in exactly for B up to K^(2/(2s-1)), which binds first for s > 1; for beta < "
    "2 the same with K^(2s+2/beta-1), s > 1 - 1/beta, K^(beta/(s beta-beta+1)) and s > 3/2 - "
    "1/beta.",
    printed={
        **{name: part for clauses, _, _ in CONDITIONS for name, part in clauses.items()},
        **OTHERS,
    },
    lemmas={
        **LEMMAS,
        _BURNS_IN: ForAll(BEST_MANY * k >= 1, given=(B >= 1, k >= 1, s > 0, s <= HALF)),
        **{name: part for _, own, _ in CONDITIONS for name, part in own.items()},
    },
    because={
        **{name: part for _, _, shown in CONDITIONS for name, part in shown.items()},
        _EASY_BURN: Solve(BEST_MANY * k >= 1, (*_GIVEN, *MANY, s < HALF), (Lemma(_BURNS_IN),)),
    },
    uses=("signsgd-scaling/thm-G.5-step-balance", "signsgd-scaling/thm-G.5-step-etaB"),
    note="Condition 1 prints eta B for eta sqrt(B), a claim of its own (thm-G.5-step-etaB).",
)

# -- where a condition binds: signal and noise a and n, a = n (B / w)^(-f) -------------------------

a, noise = reals("a_0 n_0")
FALL = "powers fall"
_FALLS = ForAll(v**-p <= u**-p, given=(u > 0, v >= u, p > 0))
_MINOR = (w > 0, f > 0, noise > 0, LIMIT > 0, B >= 1, eq(a, noise * (B / w) ** -f))
_dominated = Between(
    *(a + noise, noise, ONE, 1 + LIMIT**-f, (B, w, a, noise, k)),
    (*_MINOR, sp.Ge(_RATIO, LIMIT, evaluate=False)),
    (
        Put(Lemma(FALL), {u: LIMIT, v: _RATIO, p: f}),
        Solve(And(_RATIO > 0, LIMIT**-f > 0), _MINOR),
        Solve(_RATIO**-f > 0, (*_MINOR, _RATIO > 0)),
    ),
)


def binding(name, minor, major, scale, exponent, power, own, places, point):
    """Return the clause that one term of the loss is of its order, a lemma and the argument.

    Args:
        name: of the clause.
        minor, major: signal and noise, or the other way round.
        scale: K or D.
        exponent, power: e and f; minor = major (B / scale^e)^(-f).
        own: hypotheses of the case.
        places: what is known of the sizes, by place.
        point: a task that satisfies them, and a scale.
    """
    limit = scale**exponent
    given = (*(g for some in places.values() for g in some), *own)
    values = {w: limit, f: power, a: minor, noise: major}
    task = () if scale == k else TASK
    lemma = ForAll(
        substitute(_MINOR[-1], values), given=(B >= 1, scale >= 1, beta > 1, s > 0, *task, *own)
    )
    facts: tuple[Argument, ...] = (
        *(Solve(sp.Gt(e, 0, evaluate=False), given) for e in (limit, power, major)),
        Solve(
            And(
                *map(_has_value, (limit, minor, major, power)),
                *(sp.Ne(2 * s + 1, 0), sp.Ne(2 * s * beta + 2, 0), B > 0),
            ),
            given,
        ),
        Cut(Lemma(f"{name}, a power of B"), (Solve(And(scale >= 1, s > 0), given),)),
        Solve(
            substitute(sp.Ge(_RATIO, LIMIT, evaluate=False), values),
            (*given, sp.Ge(B / limit, LIMIT, evaluate=False)),
        ),
    )
    size = Large(B / limit)
    order = Order(minor + major, major, "same", tuple({B: 0, scale: 0, k: 0}))
    argument = Hide(Cut(Put(_dominated, values), facts), {size: LIMIT}, (), point)
    return (
        States(
            order,
            {
                **places,
                HERE: (
                    *own,
                    size,
                ),
            },
        ),
        lemma,
        argument,
    )


_AT_SGD = B ** (1 / (s + 1)) * k ** (-s / (s + 1))
_OF_SGD = (B * k) ** (-s / (s + 1))
_NEEDED = condition("SGD: step size", _AT_SGD, s, 1 / (s + 1), (), _EASY)
_BINDING = {
    "SGD: eta = 1": binding(
        *("SGD: eta = 1", 1 / B, k**-s, k, s, ONE, (), SIZES, {**_POINT, **_EASY})
    ),
    "beta > 2, s > 1: eta = 1/K": binding(
        *("beta > 2, s > 1: eta = 1/K", B**-s, 1 / (k * sp.sqrt(B)), k, E_BURN, s - HALF),
        *((*MANY, s > 1), SIZES, {**_POINT, **_EASY, alpha: 7 * ONE, s: 2 * ONE}),
    ),
    "beta < 2, s > 3/2 - 1/beta: eta = 1/K": binding(
        *("beta < 2, s > 3/2 - 1/beta: eta = 1/K", B**-s, B ** (1 / beta - 1) / k, k),
        *(E_BURN_FEW, s - 1 + 1 / beta, (*FEW, s > TURN), SIZES, {**_POINT, **_FEW_EASY}),
    ),
}

STEP_EDGES = Claim(
    id="signsgd-scaling/thm-G.5-step-edges",
    title="Loss where a constraint binds",
    source=Source(appendix="appendix G.2.2, proofs for SGD and for SignSGD, cases 3"),
    words="SGD: eta = B^(1/(s+1)) K^(-s/(s+1)) balances, is below 1 for B up to K^s, and eta = 1 "
    "gives K^-s beyond. SignSGD, where the burn-in binds: eta = 1/K gives 1/(K sqrt(B)), or "
    "B^(1/beta - 1)/K for beta < 2.",
    printed={
        "SGD: balance": ForAll(
            And(eq((_AT_SGD * k) ** -s, _OF_SGD), eq(_AT_SGD / B, _OF_SGD)), SIZES
        ),
        **_NEEDED[0],
        **{name: clause for name, (clause, _, _) in _BINDING.items()},
    },
    lemmas={
        **LEMMAS,
        FALL: _FALLS,
        **_NEEDED[1],
        **{f"{name}, a power of B": lemma for name, (_, lemma, _) in _BINDING.items()},
    },
    because={**_NEEDED[2], **{name: shown for name, (_, _, shown) in _BINDING.items()}},
    note="That no other learning rate does better is part of the theorem.",
)

# -- theorem G.3: a given amount of data -----------------------------------------------------------

AT_DATA = {
    "section 2": (B >= 1,),
    "section 2 and assumption B.3": TASK,
    "theorem G.3": (k >= 1,),
    "appendix G.2.1": (eq(D, k * B),),
}
_AT_DATA = tuple(g for some in AT_DATA.values() for g in some)
_RATE, _LOSS = D ** (-2 * s / (2 * s + 1)), D ** (-2 * s / (2 * s + 1))
_E_FEW = (2 * s * beta + 2 - beta) / (2 * s * beta + 2)
_RATE_FEW, _LOSS_FEW = D**-_E_FEW, D ** (-s * beta / (s * beta + 1))
_DATA_POINT = {**dict.fromkeys((B, D, k, LIMIT), ONE)}
_SATURATED = {
    f"{name}: beyond the critical size": binding(
        *(f"{name}: beyond the critical size", at_1_by_b, (B / D) ** (2 * s), D, exponent),
        *(power, own, AT_DATA, {**_DATA_POINT, **task}),
    )
    for name, at_1_by_b, exponent, power, own, task in (
        ("beta > 2", 1 / B, 2 * s / (2 * s + 1), 2 * s + 1, MANY, _EASY),
        (
            "beta < 2",
            B ** (-2 / beta) * D ** (2 / beta - 1),
            *(_E_FEW, 2 * s + 2 / beta, FEW, _FEW_EASY),
        ),
    )
}
_AT_TWO, _FROM_TWO = (eq(beta, 2), D > 1), (eq(beta, 2), D >= 2)
_LOG_RATE = D ** (-2 * s / (2 * s + 1)) * sp.log(D) ** (-1 / (2 * s + 1))
_LOG_SIZE = D ** (2 * s / (2 * s + 1)) * sp.log(D) ** (1 / (2 * s + 1))

# -- theorem G.3 for beta = 2: noise, where log log D is at most log D / 2 -------------------------

_LOGARITHM, _LOG_OF_LOG = "log D times the learning rate", "log log D is at most log D / 2"
_LOG_OF_RATE, _LOG_OF_2 = "log of the learning rate times D", "log D from 2 on"
_LEAST_LOG = "log log D is at least -2 log D"
_AT_LOG = u ** (-2 * s / (2 * s + 1)) * v ** (-1 / (2 * s + 1))
_NOISE_LEMMAS = {
    _LOGARITHM: ForAll(
        eq(v * _AT_LOG, (u / v) ** (-2 * s / (2 * s + 1))), given=(u > 1, v > 0, s > 0)
    ),
    f"{_LOG_OF_LOG}, up to 2": ForAll(sp.log(2 / v) <= 1 / v, given=(v >= 1,)),
    f"{_LOG_OF_LOG}, from 2 on": ForAll(sp.log(v) <= v / 2, given=(v >= 2,)),
    _LEAST_LOG: ForAll(sp.log(v) >= -2 * v, given=(v >= HALF,)),
    _LOG_OF_RATE: ForAll(
        eq(sp.log(u * _AT_LOG), (sp.log(u) - sp.log(v)) / (2 * s + 1)),
        given=(u > 1, v > 0, s > 0),
    ),
    _LOG_OF_2: ForAll(sp.log(v) >= HALF, given=(v >= 2,)),
}
_LOG_NOISE = _LOG_RATE * sp.log(_LOG_RATE * D)
_LOG_LOSS = (D / sp.log(D)) ** (-2 * s / (2 * s + 1))
_rate, _of_rate, _loss, _of_d = reals("eta_0 l_0 L_0 l_1")
_IN_LOGARITHMS = (
    *(s > 0, _rate > 0, eq(_loss, _of_d * _rate)),
    *(_of_d / (4 * s + 2) <= _of_rate, _of_rate <= 3 * _of_d / (2 * s + 1)),
)
_by_logarithms = Between(
    *(_rate * _of_rate, _loss, 1 / (4 * s + 2), 3 / (2 * s + 1)),
    *((_rate, _of_rate, _loss, _of_d), _IN_LOGARITHMS),
)
_NOISE_GIVEN = (*TASK, *_FROM_TWO)
_of_2 = Put(Lemma(_LOG_OF_2), {v: D})
_positive = Solve(And(sp.log(D) > 0, D > 0, D > 1, s > 0), _NOISE_GIVEN, (_of_2,))
_noise_has_value = Solve(
    And(*map(_has_value, (_LOG_NOISE, _LOG_LOSS)), 4 * s + 2 > 0, _LOG_RATE * D > 0),
    _NOISE_GIVEN,
    (_positive,),
)
_logarithms = tuple(
    Cut(Put(Lemma(name), {u: D, v: sp.log(D)}), (_positive,)) for name in (_LOGARITHM, _LOG_OF_RATE)
)
_of_log = (
    Solve(
        sp.log(sp.log(D)) <= sp.log(D) / 2,
        _NOISE_GIVEN,
        (
            _positive,
            Put(Lemma(f"{_LOG_OF_LOG}, up to 2"), {v: 2 / sp.log(D)}),
            Put(Lemma(f"{_LOG_OF_LOG}, from 2 on"), {v: sp.log(D)}),
        ),
    ),
    Cut(Put(Lemma(_LEAST_LOG), {v: sp.log(D)}), (_of_2,)),
)
_noise_values = {_rate: _LOG_RATE, _of_rate: sp.log(_LOG_RATE * D), _loss: _LOG_LOSS}
_noise_values[_of_d] = sp.log(D)
_NOISE_FACTS = tuple(
    Solve(substitute(g, _noise_values), _NOISE_GIVEN, (_positive, *_logarithms, *_of_log))
    for g in _IN_LOGARITHMS
)
_NOISE_AT_TWO = Cut(
    Put(_by_logarithms, _noise_values), (*_NOISE_FACTS, _positive, _noise_has_value)
)

# -- theorem G.3 for beta = 2, beyond the critical size: log (D / B) lies between 0 and log D ------

_BEYOND_LOG = "beta = 2: beyond the critical size"
_AT_LOG_SIZE, _OF_RATIO = "log D / B, a power of B", "log (D / B) is at most log D"
_LOG_SIGN = "log D is positive"
_BEYOND_LEMMAS = {
    _LOG_SIGN: ForAll(sp.log(v) > 0, given=(v > 1,)),
    _OF_RATIO: ForAll(And(sp.log(D / B) >= 0, sp.log(D / B) <= sp.log(D)), given=(B >= 1, D >= B)),
    _AT_LOG_SIZE: ForAll(
        eq(sp.log(D) / B, (B / D) ** (2 * s) * (B / _LOG_SIZE) ** (-2 * s - 1)),
        given=(B >= 1, D > 1, s > 0, _LOG_SIZE > 0, sp.log(D) > 0),
    ),
}
_IN_SIZE = (LIMIT > 0, s > 0, a >= 0, noise > 0, w > 0, a <= noise * w ** (-2 * s - 1), w >= LIMIT)
_beyond = Between(
    *(a + noise, noise, ONE, 1 + LIMIT ** (-2 * s - 1), (a, noise, w, k), _IN_SIZE),
    (
        Cut(
            Put(Lemma(FALL), {u: LIMIT, v: w, p: 2 * s + 1}),
            (Solve(2 * s + 1 > 0, (s > 0,)),),
        ),
        Solve(And(w ** (-2 * s - 1) > 0, LIMIT ** (-2 * s - 1) > 0), (w > 0, LIMIT > 0)),
    ),
)
_IS_LARGE = sp.Ge(B / _LOG_SIZE, LIMIT, evaluate=False)
_BEYOND_GIVEN = (*_AT_DATA, *_AT_TWO, LIMIT > 0, _IS_LARGE)
_of_log_d = Solve(
    And(sp.log(D) > 0, _LOG_SIZE > 0), (D > 1, *TASK), (Put(Lemma(_LOG_SIGN), {v: D}),)
)
_beyond_values = {a: sp.log(D / B) / B, noise: (B / D) ** (2 * s), w: B / _LOG_SIZE}
_sizes = Solve(
    And(
        *(D >= B, B > 0, D > 0, sp.Ne(B, 0), D / B > 0, s > 0),
        *((B / D) ** (2 * s) > 0, _LOG_SIZE > 0, B / _LOG_SIZE > 0),
        *map(_has_value, _beyond_values.values()),
    ),
    _BEYOND_GIVEN,
    (_of_log_d,),
)
_beyond_facts = (
    _sizes,
    _of_log_d,
    Cut(Lemma(_OF_RATIO), (_sizes,)),
    Cut(Lemma(_AT_LOG_SIZE), (_sizes, _of_log_d)),
)
_BEYOND_FACTS = tuple(
    Solve(substitute(g, _beyond_values), _BEYOND_GIVEN, _beyond_facts)
    for g in _IN_SIZE
    if g != (LIMIT > 0)
)
_AT_POINT = {beta: 2 * ONE, alpha: 3 * ONE, s: ONE, k: 2 * ONE, B: ONE, D: 2 * ONE}
_BEYOND_AT_TWO = Hide(
    Cut(Put(_beyond, _beyond_values), (*_BEYOND_FACTS, *_beyond_facts)),
    {Large(B / _LOG_SIZE): LIMIT},
    (),
    {**_AT_POINT, LIMIT: substitute(B / _LOG_SIZE, _AT_POINT)},
    (Put(Lemma(_LOG_SIGN), {v: 2 * ONE}),),
)

STEP_ALGEBRA = Claim(
    id="signsgd-scaling/thm-G.3-step-algebra",
    title="Balance under the step size alone",
    source=Source(appendix="appendix G.2.1, proof of theorem G.3"),
    words="The effective learning rates of theorem G.1 balance signal and noise, and from the "
    "critical size on 1 / B gives (B / D)^(2s).",
    printed={
        "beta > 2: balance": ForAll(
            And(eq((_RATE * D) ** (-2 * s), _LOSS), eq(_RATE, _LOSS)),
            {**AT_DATA, HERE: MANY},
        ),
        "beta = 2: signal": ForAll(
            eq((_LOG_RATE * D) ** (-2 * s), _LOG_LOSS), {**AT_DATA, HERE: _AT_TWO}
        ),
        "beta = 2: noise": States(
            Order(_LOG_NOISE, _LOG_LOSS, "same", (D,)),
            {"section 2 and assumption B.3": TASK, HERE: _FROM_TWO},
        ),
        _BEYOND_LOG: States(
            Order((B / D) ** (2 * s) + sp.log(D / B) / B, (B / D) ** (2 * s), "same", (B, D, k)),
            {**AT_DATA, HERE: (*_AT_TWO, Large(B / _LOG_SIZE))},
        ),
        "beta < 2: balance": ForAll(
            And(
                eq((_RATE_FEW * D) ** (-2 * s), _LOSS_FEW),
                eq(_RATE_FEW ** (2 / beta) * D ** (2 / beta - 1), _LOSS_FEW),
            ),
            {**AT_DATA, HERE: FEW},
        ),
        **{name: clause for name, (clause, _, _) in _SATURATED.items()},
    },
    lemmas={
        FALL: _FALLS,
        **_NOISE_LEMMAS,
        **{f"{name}, a power of B": lemma for name, (_, lemma, _) in _SATURATED.items()},
        **_BEYOND_LEMMAS,
    },
    because={
        **{name: shown for name, (_, _, shown) in _SATURATED.items()},
        _BEYOND_LOG: _BEYOND_AT_TWO,
        "beta = 2: noise": _NOISE_AT_TWO,
    },
    note="Without the burn-in, which the theorem leaves out. For beta = 2 the proof gives no range "
    "of D for the noise: it is said from D = 2 on, as the loss of theorem G.1 is.",
)
