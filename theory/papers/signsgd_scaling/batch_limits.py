"""End of the proof of theorem G.1: the batch sizes that step size and burn-in allow.

The effective learning rate etatilde = eta / sqrt(B) is of the order of its optimum, K is D / B.
Step size: eta sqrt(B) = etatilde B is at most of order 1. Burn-in: eta K = etatilde D / sqrt(B) is
at least of order 1. That a condition requires B up to some order is one clause, that this is enough
another.
"""

from dataclasses import dataclass, replace
from typing import Any

import sympy as sp
from sympy.logic.boolalg import And, Implies

from theory.argument_language import States
from theory.arguments import Between, Cut, Generalise, Give, Hide, Lemma, Put, Solve, lemmas_of
from theory.binders import substitute
from theory.claim import ByReading, Claim, ForAll, Instead, Source
from theory.existence import denial, for_every, given_at, given_by
from theory.language import eq, integers, reals
from theory.orders import Large, Magnitude, Order, Small
from theory.papers.signsgd_scaling.data_budget import burn_in as burn_in_exponents
from theory.papers.signsgd_scaling.laws import RIGHT_LIMITS
from theory.papers.signsgd_scaling.notation import (
    ANY_CONSTANT,
    DIFFICULTY,
    SOME_CONSTANT,
    B,
    D,
    alpha,
    beta,
    constants_in_sight,
    effective,
    enough,
    k,
    s,
    up_to_constants,
)
from theory.places import HERE
from theory.quantifiers import Every, Some, denied, inhabited

PROOF = Source(appendix="appendix G.1, end of the proof of theorem G.1")
ONE = sp.S.One
K1, K2, K3, C, LIMIT, t = reals("K_1 K_2 K_3 C_0 K_0 t")
q = integers("q")
OVER = (B, D, k, effective)
_u = 2 * s + 1
_w = 2 * s * beta + 2
LOG = sp.log(D)


@dataclass(frozen=True)
class Case:
    """A case of beta.

    Args:
        name: which one.
        given: what it says of beta.
        rate: the order of the best effective learning rate.
        stable, burned: the printed limits of the batch size.
        time: (D rate)^2, up to which the burn-in ends.
    """

    name: str
    given: tuple[Any, ...]
    rate: Any
    stable: Any
    burned: Any
    time: Any


MANY = Case("beta > 2", (beta > 2,), D ** (-2 * s / _u), D ** (2 * s / _u), D, D ** (2 / _u))
LOGARITHM = Case(
    "beta = 2",
    (sp.Eq(beta, 2),),
    D ** (-2 * s / _u) * LOG ** (-1 / _u),
    D ** (2 * s / _u) * LOG ** (1 / _u),
    (D / LOG) ** (2 / _u),
    (D / LOG) ** (2 / _u),
)
FEW = Case(
    "1 < beta < 2",
    (beta < 2,),
    D ** (-(_w - beta) / _w),
    D ** ((_w - beta) / _w),
    D ** (2 / _w),
    D ** (2 * beta / _w),
)
CASES = (MANY, LOGARITHM, FEW)
TASK = (alpha > 1, beta > 1, DIFFICULTY)
BUDGET = (D >= 2, B >= 1, effective > 0, k >= 0, eq(D, B * k))
STABLE = effective * B
BURNED = effective * D / sp.sqrt(B)
_of_s = (D >= 2, s > 0, beta > 1)
LEMMAS = {
    "log D is positive": ForAll(LOG > 0, given=(D >= 2,)),
    **{
        f"(D rate)^2, {case.name}": ForAll(
            sp.Eq((D * case.rate) ** 2, case.time, evaluate=False), given=_of_s
        )
        for case in CASES
    },
    "rate and its limit, 1 < beta < 2": ForAll(
        sp.Eq(FEW.rate * FEW.stable, 1, evaluate=False), given=_of_s
    ),
    "what is printed is less, 1 < beta < 2": ForAll(FEW.burned <= FEW.time, given=_of_s),
    "rate D is at least 1, beta > 2": ForAll(D * MANY.rate >= 1, given=_of_s),
    "rate D is at least 1, 1 < beta < 2": ForAll(D * FEW.rate >= 1, given=_of_s),
    "log D is at least 1": ForAll(LOG >= 1, given=(D >= 3,)),
    "log D is at most D": ForAll(LOG <= D, given=(D >= 3,)),
    "D to a quarter": ForAll(
        sp.Eq((t**4) ** sp.Rational(1, 4), t, evaluate=False), given=(t >= 1,)
    ),
    "D to a sixth": ForAll(sp.Eq((t**6) ** sp.Rational(1, 6), t, evaluate=False), given=(t >= 1,)),
}


def lemmas_for(*arguments):
    """Return the lemmas that arguments rest on."""
    return {name: LEMMAS[name] for argument in arguments for name in lemmas_of(argument)}


def near(case):
    """Return that the effective learning rate is of the order of its optimum."""
    return Large(effective / case.rate), Small(effective / case.rate)


def limits(case, says, condition):
    """Return what is claimed of batch sizes at the best effective learning rate."""
    places = {
        "section 2": BUDGET[3:4],
        "section 2 and assumption B.3": TASK,
        "appendix G.1": (*BUDGET[:3], BUDGET[4], *case.given),
        "proof of theorem G.1": near(case),
        HERE: (condition,),
    }
    return States(says, places)


def at_most(left, right):
    """Return that something is at most of an order."""
    return Order(left, right, "at most", OVER)


ENDS = Order(BURNED, 1, "at least", OVER)
REQUIRED, ENOUGH = "{}: required", "{}: enough"


def step_size(case):
    """Return both clauses on the step size."""
    return {
        REQUIRED.format(case.name): limits(case, at_most(B, case.stable), Small(STABLE)),
        ENOUGH.format(case.name): limits(case, at_most(STABLE, 1), Small(B / case.stable)),
    }


def burn_in(case, limit):
    """Return both clauses on the burn-in."""
    return {
        REQUIRED.format(case.name): limits(case, at_most(B, limit), Large(BURNED)),
        ENOUGH.format(case.name): limits(case, ENDS, Small(B / limit)),
    }


_POINTS = {
    MANY.name: {alpha: sp.Integer(3), beta: sp.Integer(4)},
    LOGARITHM.name: {alpha: sp.Integer(2), beta: sp.Integer(2)},
    FEW.name: {alpha: sp.Rational(7, 4), beta: sp.Rational(3, 2)},
}


def _shown(case, statement, low, high, lemmas, more=lambda given, using: ()):
    """Argue for a clause, by constants of its order.

    Args:
        case, statement: the case and the clause.
        low, high: the constants.
        lemmas: names of lemmas that show it.
        more: further arguments, from the hypotheses and from these lemmas.
    """
    (last,) = dict(statement.places)[HERE]
    sizes = {Large(effective / case.rate): K1, Small(effective / case.rate): K2, last: K3}
    given = tuple(h.bound(sizes[h]) if h in sizes else h for h in statement.given)
    at = {**_POINTS[case.name], s: sp.Rational(1, 2), B: sp.Integer(1)}
    at |= dict.fromkeys((D, k), sp.Integer(3))
    at[effective] = substitute(case.rate, at)
    one = sp.Integer(1)
    point = {**at, K1: one, K2: one, K3: substitute(last.args[0], at)}
    given = (*(constant > 0 for constant in (K1, K2, K3)), *given)
    using = (*map(Lemma, lemmas), Lemma("log D is positive"))
    found = more(given, using)
    left, right = statement.says.sides
    order = Between(left, right, low, high, OVER, given, (*found, using[-1]) if found else using)
    return Hide(order, sizes, (), point, (Put(Lemma("log D is positive"), {D: at[D]}),))


def _by_rate(case):
    return ("rate and its limit, 1 < beta < 2",) if case is FEW else ()


def step_size_shown(case):
    """Argue for both clauses on the step size."""
    required, enough = step_size(case).items()
    return {
        required[0]: _shown(case, required[1], None, K3 / K1, _by_rate(case)),
        enough[0]: _shown(case, enough[1], None, K2 * K3, _by_rate(case)),
    }


def _time(case):
    return (f"(D rate)^2, {case.name}",)


def required_shown(case, limit):
    """Argue that the burn-in requires B up to (D rate)^2."""
    statement = burn_in(case, limit)[REQUIRED.format(case.name)]
    return _shown(case, statement, None, (K2 / K3) ** 2, _time(case))


_v, _w0, _b = reals("v w b")
_ended = Solve(
    And(_v / sp.sqrt(_b) >= K1 / (1 + K3), K1 / (1 + K3) > 0),
    (K1 > 0, K3 > 0, _v > 0, _b > 0, _w0 > 0, _v**2 >= K1**2 * _w0, _b <= K3 * _w0),
)


def enough_shown(case, limit, *lemmas):
    """Argue that it is enough for the burn-in that B is at most (D rate)^2, or less."""
    statement = burn_in(case, limit)[ENOUGH.format(case.name)]

    def more(given, using):
        values = {_v: effective * D, _w0: case.time, _b: B}
        known = substitute(And(*_ended.given), values)
        return (Put(_ended, values), Solve(known, given, using))

    return _shown(case, statement, K1 / (1 + K3), None, (*_time(case), *lemmas), more)


# -- what fails ------------------------------------------------------------------------------------


_BURN_IN = {**burn_in(MANY, MANY.burned), **burn_in(FEW, FEW.burned)}


def _serves(case, name):
    """Return a clause for some constants, those of the order of the best rate included."""
    places = dict(_BURN_IN[name].places)
    (own,) = places[HERE]
    large, small = near(case)
    places["proof of theorem G.1"] = large.bound(K1), small.bound(K2)
    order = constants_in_sight(States(_BURN_IN[name].says, {**places, HERE: (enough(own),)}))
    of_rate = And(K1 > 0, sp.Le(K1, K2, evaluate=False), order.says)
    return replace(order, says=Some(K1, Some(K2, of_rate)))


def _denied(case, name, task, degree, exponent, power):
    """Argue against a clause in both meanings, where B is D / q^2 and k = q^2.

    Any constants may be 1, with q = 1. Whatever they are, a large q meets the condition, and a
    larger D breaks the conclusion.

    Args:
        case, name: of the clause.
        task: alpha, beta and s, for which it fails.
        degree: of D, as a power of t.
        exponent: of the best rate, as a power of t.
        power: the name of the lemma on that root of D.
    """
    budget = t**degree
    point = {D: budget, B: budget / q**2, k: q**2, effective: K1 * t**exponent}
    root = Put(Lemma(power), {t: t})
    statement, serves = _BURN_IN[name], _serves(case, name)

    def for_any(says):
        at = {
            symbol: substitute(value, {q: ONE, K1: ONE, t: C + 2})
            for symbol, value in point.items()
        }
        return given_by(says, at, (C > 0,), (Put(Lemma(power), {t: C + 2}),))

    def for_each(says):
        own = (K1 > 0, K1 <= K2, LIMIT > 0, C > 0, q >= 1, q >= LIMIT, q * K1 >= LIMIT)
        far = (t >= q + 2, t > C * K1 * q, t >= (C + 1) * q)
        large, many = (C * K1 + C + 2) * q + 2, sp.floor(LIMIT + LIMIT / K1) + 1
        ends = tuple(Solve(substitute(e, {t: large}), own) for e in far)
        found = Cut(Put(given_by(says, point, (*own, *far), (root,)), {t: large}), ends)
        ends = tuple(Solve(substitute(e, {q: many}), own[:4]) for e in own[4:])
        return Cut(Put(found, {q: many}), ends)

    sizes = {h: ONE for h in statement.given if isinstance(h, Magnitude)}
    wanted = inhabited(task, (*serves.given, denied(serves.says)))
    return ByReading(
        {
            ANY_CONSTANT: denial([statement], sizes, task, C, for_any),
            SOME_CONSTANT: given_at(wanted, task, lambda says: for_every(says, for_each)),
        }
    )


_NOT_ENOUGH = _denied(
    *(MANY, ENOUGH.format(MANY.name)),
    {alpha: sp.Integer(7), beta: sp.Integer(4), s: sp.Rational(3, 2)},
    *(4, -3, "D to a quarter"),
)
_NOT_REQUIRED = _denied(
    *(FEW, REQUIRED.format(FEW.name)),
    {alpha: sp.Rational(3, 2), beta: sp.Rational(3, 2), s: sp.Rational(1, 3)},
    *(6, -3, "D to a sixth"),
)
_AGAINST = {
    ENOUGH.format(MANY.name): (MANY, _NOT_ENOUGH),
    REQUIRED.format(FEW.name): (FEW, _NOT_REQUIRED),
}

# -- both together ---------------------------------------------------------------------------------

_FROM = reals("D_0")


def compatible(case):
    """Return that for large D some batch size meets both limits and both conditions."""
    at_best = {effective: case.rate}
    both = (case.stable >= B, case.burned >= B)
    met = (substitute(STABLE, at_best) <= 1, substitute(BURNED, at_best) >= 1)
    fits = Some(B, And(B >= 1, B <= D, *both, *met))
    says = Some(_FROM, And(_FROM > 0, Every(D, Implies(D >= _FROM, fits, evaluate=False))))
    return States(says, {"section 2 and assumption B.3": TASK, "appendix G.1": case.given})


def compatible_shown(case):
    """Argue that B = 1 serves from D = 3 on."""
    statement = compatible(case)
    three = substitute(statement.says.body, {_FROM: sp.Integer(3)})
    every = next(part for part in (three, *three.args) if isinstance(part, Every))
    given = (*statement.given, D >= 3)
    fits = every.body.args[1]
    names = [
        name for name in LEMMAS if name.startswith(("log", f"rate D is at least 1, {case.name}"))
    ]
    using = tuple(map(Lemma, (*names, *_time(case))))
    there = Give(Solve(substitute(fits.body, {B: sp.Integer(1)}), given, using), fits, 1)
    for_every = Generalise(Solve(every.body, statement.given, (there,)), D)
    return Give(Solve(three, statement.given, (for_every,)), statement.says, 3)


def _together(of, cases=CASES):
    """Return what is named by clause, of several cases."""
    return {name: value for case in cases for name, value in of(case).items()}


_STEPS = _together(step_size_shown)
STEP_STEPSIZE = Claim(
    id="signsgd-scaling/thm-G.1-step-stepsize",
    title="Batch sizes that the step size allows",
    source=PROOF,
    words="At the best effective learning rate eta sqrt(B) is at most of order 1 for B up to "
    "D^(2s/(2s+1)), that times (log D)^(1/(2s+1)), or D^((2 s beta + 2 - beta)/(2 s beta + 2)).",
    printed=_together(step_size),
    lemmas=lemmas_for(*_STEPS.values()),
    because=_STEPS,
)

_one_step = Solve(k >= 1, (D >= 2, k >= 0, eq(D, B * k)))
_REQUIRED_D = _shown(
    *(MANY, _BURN_IN[REQUIRED.format(MANY.name)], None, sp.Integer(1), ()),
    lambda given, using: (_one_step, Solve(B <= D, (B >= 1, eq(D, B * k), k >= 1), ())),
)
_ENOUGH_FEW = enough_shown(FEW, FEW.burned, "what is printed is less, 1 < beta < 2")
STEP_BURN_IN = Claim(
    id="signsgd-scaling/thm-G.1-step-burnin",
    title="Batch sizes that the burn-in allows",
    source=PROOF,
    words="At the best effective learning rate eta K is at least of order 1 for B up to D for "
    "beta > 2 and up to D^(2/(2 s beta + 2)) for beta < 2.",
    printed={
        **_BURN_IN,
        **{
            name: up_to_constants(_BURN_IN[name], _serves(case, name))
            for name, (case, _) in _AGAINST.items()
        },
    },
    lemmas=lemmas_for(
        *(_REQUIRED_D, _ENOUGH_FEW),
        *(argument for _, both in _AGAINST.values() for argument in both.options.values()),
    ),
    because={
        REQUIRED.format(MANY.name): _REQUIRED_D,
        ENOUGH.format(FEW.name): _ENOUGH_FEW,
    },
    against={name: both for name, (_, both) in _AGAINST.items()},
    instead={
        name.format(case.name): Instead(
            burn_in_exponents(RIGHT_LIMITS, number)[case.name],
            words=f"write B up to {limit} in place of {printed}: {why}",
        )
        for name, case, number, limit, printed, why in (
            (ENOUGH, MANY, 0, "D^(2/(2s+1))", "D", "beyond it eta K goes to 0"),
            (
                *(REQUIRED, FEW, 2, "D^(2 beta/(2 s beta + 2))", "D^(2/(2 s beta + 2))"),
                "up to it eta K does not go to 0",
            ),
        )
    },
    note="With etatilde = D^(-2s/(2s+1)), eta K = etatilde D / sqrt(B) is D^(1/(2s+1) - b/2) at B "
    "= D^b: it goes to 0 for b > 2/(2s+1), for s = 3/2 and b = 1 like D^(-1/4). So the limit is "
    "(etatilde D)^2, which is D^(2/(2s+1)) for beta > 2 and D^(2 beta/(2 s beta + 2)) below, as in "
    "the proof of theorem G.5. The case beta = 2 is printed with this exponent, 2/(2s+1).",
)

_BURN_IN_2 = {
    REQUIRED.format(LOGARITHM.name): required_shown(LOGARITHM, LOGARITHM.burned),
    ENOUGH.format(LOGARITHM.name): enough_shown(LOGARITHM, LOGARITHM.burned),
}
STEP_BURN_IN_2 = Claim(
    id="signsgd-scaling/thm-G.1-step-burnin-beta-eq2",
    title="Batch sizes that the burn-in allows at beta = 2",
    source=PROOF,
    words="At beta = 2 the burn-in allows B up to (D / log D)^(2/(2s+1)).",
    printed=burn_in(LOGARITHM, LOGARITHM.burned),
    lemmas=lemmas_for(*_BURN_IN_2.values()),
    because=_BURN_IN_2,
)

_COMPATIBLE = {case.name: compatible_shown(case) for case in CASES}
STEP_COMPATIBLE = Claim(
    id="signsgd-scaling/thm-G.1-step-compatible",
    title="Step size and burn-in are compatible",
    source=PROOF,
    words="For large D some batch size satisfies both constraints at the best effective learning "
    "rate.",
    printed={case.name: compatible(case) for case in CASES},
    lemmas=lemmas_for(*_COMPATIBLE.values()),
    because=_COMPATIBLE,
    uses=(
        "signsgd-scaling/thm-G.1-step-stepsize",
        "signsgd-scaling/thm-G.1-step-burnin#beta > 2: required",
        "signsgd-scaling/thm-G.1-step-burnin#1 < beta < 2: required",
        "signsgd-scaling/thm-G.1-step-burnin-beta-eq2",
    ),
    note="B = 1 does, from D = 3 on, both by the printed limits and by the conditions themselves.",
)
