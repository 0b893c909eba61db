"""Sections 2, B.1 and E.1: the setting, and the scaling law of gradient flow.

lambda_j = j^(-beta) and lambda_j (theta*_j)^2 = j^(-alpha), so that the loss of gradient flow at
time t is half the sum over j <= d of j^(-alpha) exp(-2 t j^(-beta)); s = (alpha - 1) / beta.
"""

import sympy as sp

from theory.argument_language import States
from theory.arguments import Between, Generalise, Give, Lemma, Solve
from theory.binders import substitute
from theory.claim import ByHand, Claim, ForAll, SameOrder, Source
from theory.language import DEFINES, Each, reals
from theory.orders import Order
from theory.papers.signsgd_scaling import gradient_flow_argument, notation, supremum_argument
from theory.papers.signsgd_scaling.sums import DECAY_SUM
from theory.places import HERE
from theory.quantifiers import Every, Some

alpha, beta, t, x, d = reals("alpha beta t x d")
s = (alpha - 1) / beta

# -- the setting -----------------------------------------------------------------------------------

j, off = notation.j, notation.i
eigenvalue, optimum = reals("lambda_j theta_j")
UP_TO_D = (j, 1, notation.d)
MANY = {notation.d: (1, 2, 3)}
CAPACITY = (notation.d >= 1, *notation.POWER_LAWS[:2], notation.beta > 1)
EACH_LAW = Each(notation.law_of(j), UP_TO_D)
ENTRIES_OF_H = (
    Each(notation.eq(notation.hessian[j, j], notation.eigenvalues[j]), UP_TO_D),
    Each(
        Each(
            sp.Implies(sp.Ne(off, j), notation.eq(notation.hessian[j, off], 0), evaluate=False),
            (off, 1, notation.d),
        ),
        UP_TO_D,
    ),
)

ASM_2_1 = Claim(
    id="signsgd-scaling/asm-2.1",
    title="Power laws of the spectrum and the target",
    source=Source("assumption 2.1", "appendix B.1, assumption B.3"),
    words="H is diagonal, its eigenvalues are of the order j^(-beta), beta > 1, and eigenvalue "
    "times squared target coordinate of the order j^(-alpha).",
    printed={
        "assumption 2.1": ForAll(
            given=(*CAPACITY, EACH_LAW, *ENTRIES_OF_H), says=DEFINES, instances=MANY
        ),
        "assumption B.3": ForAll(
            given=(*CAPACITY, notation.alpha > 1, EACH_LAW), says=DEFINES, instances=MANY
        ),
    },
    note="The main text puts no condition on alpha, the appendix alpha > 1. Without it the loss at "
    "the start, the sum of j^(-alpha), is not bounded in d. That H is diagonal is assumption B.2 "
    "in the appendix.",
)

DELTA = reals("delta_1 delta_2")
h11, h12, h22 = reals("H_11 H_12 H_22")
FEATURES = phi1, phi2 = reals("phi_1 phi_2")
noise, sigma = reals("epsilon sigma")
MOMENTS = {
    phi1**2: h11,
    phi1 * phi2: h12,
    phi2**2: h22,
    noise**2: sigma**2,
    phi1 * noise: 0,
    phi2 * noise: 0,
}


def expected(quantity):
    """Return the expectation of a quadratic form in the features and the label noise."""
    form = sp.Poly(quantity, *FEATURES, noise)
    return sum(
        c * MOMENTS[sp.prod(g**e for g, e in zip(form.gens, powers, strict=True))]
        for powers, c in form.terms()
    )


RISK = expected((phi1 * DELTA[0] + phi2 * DELTA[1] - noise) ** 2) / 2
EXCESS = (h11 * DELTA[0] ** 2 + 2 * h12 * DELTA[0] * DELTA[1] + h22 * DELTA[1] ** 2) / 2

RISK_OF = (notation.iterate, notation.target, notation.hessian, notation.sigma, notation.d)
QUADRATIC = sp.Sum(
    sp.Sum(
        notation.hessian[notation.j, notation.i]
        * notation.error(0, notation.j)
        * notation.error(0, notation.i),
        (notation.i, 1, notation.d),
    ),
    (notation.j, 1, notation.d),
)

TXT_RISK = Claim(
    id="signsgd-scaling/txt-risk-decomposition",
    title="Risk and excess risk",
    source=Source("section 2", "appendix B.1, (3)"),
    words="The risk is the excess risk, half the quadratic form of H at theta - theta*, plus half "
    "the variance of the label noise.",
    printed=States(
        notation.eq(notation.RISK(*RISK_OF), QUADRATIC / 2 + notation.sigma**2 / 2),
        {"section 2": (notation.d >= 1,)},
    ),
    lemmas={
        "two features": ForAll(says=sp.Eq(RISK, EXCESS + sigma**2 / 2, evaluate=False)),
    },
    because={"": ByHand()},
    note="Two features; the expectation replaces second moments, and label noise is independent "
    "of the features. delta = theta - theta*.",
)

# -- theorem E.2 -----------------------------------------------------------------------------------
# orders: T and n are the fourth roots of t and d, so that rays go on to 1e24

T, n = reals("T n")
ROOTS = {t: T**4, d: n**4}
LOSS = DECAY_SUM(alpha, beta, 2 * t, 1, d) / 2
EXPONENTS = {alpha: (sp.Rational(3, 2), 3), beta: (2,)}
POWERS = (alpha > 1, beta > 1)


def order(left, right):
    """Return that two functions of t and d are of the same order up to t = d^beta."""
    left, right = left.subs(ROOTS), right.subs(ROOTS)
    return SameOrder(left, right, (n >= 1, T >= 1, n**beta >= T), (T, n), EXPONENTS, given=POWERS)


FLOW_LOSS = sp.Sum(notation.flow_contribution(notation.j), (notation.j, 1, notation.d))
OVER_TIME = (
    *(notation.t, notation.d, notation.eigenvalues, notation.target),
    notation.reached,
)
E_2 = [
    States(
        Order(FLOW_LOSS, notation.t**-notation.s, "same", OVER_TIME),
        {
            "section 2": (notation.d >= 1,),
            "assumption B.3": (*notation.POWER_LAWS, notation.DIFFICULTY),
            "appendix E.1, (9)": (notation.GRADIENT_FLOW,),
            HERE: in_range,
        },
    )
    for in_range in notation.sizes(
        small=(notation.t / notation.d**notation.beta,), large=(notation.t,)
    )
]

THM_E_2 = Claim(
    id="signsgd-scaling/thm-E.2",
    title="Scaling law of gradient flow",
    source=Source(appendix="appendix E.1, theorem E.2"),
    words="The loss of gradient flow is of the order t^(-s) for t between 1 and d^beta.",
    printed=notation.up_to_constants(*E_2),
    lemmas=gradient_flow_argument.LEMMAS,
    because={"": gradient_flow_argument.in_range_of_times(E_2)},
    uses=("signsgd-scaling/lem-E.1", "signsgd-scaling/lem-E.3"),
    note="The solution of (9) from 0 is theta_j* (1 - exp(-lambda_j t)). So a coordinate adds at "
    "most C/2 j^(-alpha) exp(-2 c t j^(-beta)), at most a constant times (j + m)^(-alpha), m = "
    "t^(1/beta), whose sum telescopes; and from J = min(d/2, max(1, m)) to 3 J at least a constant "
    "times J^(-alpha). No integral is needed.",
)

curve = x**-alpha * sp.exp(-2 * t * x**-beta)
peak = (2 * beta * t / alpha) ** (1 / beta)
INSIDE = (alpha > 1, beta > 1, t > 0, x > 0)
area = sp.Integral(sp.exp((1 - alpha) * x - 2 * t * sp.exp(-beta * x)), (x, 0, sp.log(d)))
slope = x ** (-alpha - 1) * sp.exp(-2 * t * x**-beta) * (2 * t * beta * x**-beta - alpha)
top = (2 * beta / alpha) ** (-alpha / beta) * sp.exp(-alpha / beta)  # for t = 1

_body = sp.Lambda(x, curve)
SUM_LAW = Order(
    sp.Sum(_body(notation.j), (notation.j, 1, notation.d)),
    sp.Integral(curve, (x, 1, notation.d)) + t ** (-alpha / beta),
    "same",
    (t, notation.d),
)
TASK_AND_TIME = {
    "assumption B.3": POWERS,
    "appendix E.1": (t > 0,),
    "section 2": (notation.d >= 1,),
}
PEAK, BY_SUM = "largest value, exactly", "sum and integral, at fourth powers"

_any = reals("t_1")
SUPREMUM = [
    States(
        Order(notation.supremum, t ** (-alpha / beta), "same", (t, notation.d, notation.supremum)),
        {**TASK_AND_TIME, HERE: (*supremum_argument.IS_SUPREMUM, *in_range)},
    )
    for in_range in notation.sizes(small=(t / notation.d**beta,), large=(t,))
]
_share, _late = reals("epsilon T_0")
_is_small = _any ** (-alpha / beta) <= _share * _any ** (-(alpha - 1) / beta)
_from_then_on = Every(_any, sp.Implies(_any >= _late, _is_small, evaluate=False))
NEGLIGIBLE = Some(_late, sp.And(_late > 0, _from_then_on))
_SHARE_GIVEN = (*POWERS, _share > 0)
OF_SMALLER_ORDER = "less than any share"
_enough = _share**-beta

_at_enough = substitute(NEGLIGIBLE.args[1], {_late: _enough})
_kept = Generalise(
    Solve(
        substitute(_from_then_on.body, {_late: _enough}), _SHARE_GIVEN, (Lemma(OF_SMALLER_ORDER),)
    ),
    _any,
)
SHOWN_SMALLER = Generalise(
    Solve(
        sp.Implies(_share > 0, NEGLIGIBLE, evaluate=False),
        POWERS,
        (
            Give(
                Solve(_at_enough, _SHARE_GIVEN, (Lemma("a power of a share"), _kept)),
                NEGLIGIBLE,
                _enough,
            ),
        ),
    ),
    _share,
)

AS_A_SUM = [
    States(
        Order(FLOW_LOSS, gradient_flow_argument.POWER_SUM, "same", OVER_TIME),
        {
            "section 2": (notation.d >= 1,),
            "assumption B.3": (*notation.POWER_LAWS, notation.DIFFICULTY),
            "appendix E.1, (9)": (notation.GRADIENT_FLOW,),
            "theorem E.2": in_range,
        },
    )
    for in_range in notation.sizes(
        small=(notation.t / notation.d**notation.beta,), large=(notation.t,)
    )
]

STEP_SUM = Claim(
    id="signsgd-scaling/thm-E.2-step-sum-integral",
    title="The loss as an integral",
    source=Source(appendix="appendix E.1, proof of theorem E.2"),
    words="The loss is of the order of the sum of j^(-alpha) exp(-2 t j^(-beta)). As a function of "
    "x that has its largest value at (2 beta t / alpha)^(1/beta), of the order t^(-alpha/beta), "
    "also that of the supremum over [1, d] and of smaller order than t^(-(alpha-1)/beta); the "
    "sum over j <= d is of the order of the integral plus that.",
    printed={
        "loss": notation.up_to_constants(*AS_A_SUM),
        "derivative": ForAll(given=INSIDE, says=sp.Eq(sp.diff(curve, x), slope)),
        "largest value": States(
            Order(curve.subs(x, peak), t ** (-alpha / beta), "same", (t,)), INSIDE[:3]
        ),
        "supremum": notation.up_to_constants(*SUPREMUM),
        "sum and integral": notation.up_to_constants(
            *(
                States(SUM_LAW, {**TASK_AND_TIME, HERE: in_range})
                for in_range in notation.sizes(small=(t / notation.d**beta,), large=(t,))
            )
        ),
        "of smaller order": States(
            Every(_share, sp.Implies(_share > 0, NEGLIGIBLE, evaluate=False)),
            {"assumption B.3": POWERS},
        ),
    },
    lemmas={
        PEAK: ForAll(
            given=INSIDE[:3],
            says=sp.And(sp.Eq(curve.subs(x, peak), top * t ** (-alpha / beta)), top > 0),
        ),
        **supremum_argument.LEMMAS,
        BY_SUM: order(2 * LOSS, area + t ** (-alpha / beta)),
        OF_SMALLER_ORDER: ForAll(
            _is_small, given=(*_SHARE_GIVEN, sp.Ge(_any, _enough, evaluate=False))
        ),
        "a power of a share": ForAll(sp.Gt(_enough, 0, evaluate=False), given=_SHARE_GIVEN),
        **gradient_flow_argument.LEMMAS,
    },
    because={
        "loss": gradient_flow_argument.as_a_sum(AS_A_SUM),
        "supremum": supremum_argument.shown(SUPREMUM),
        "of smaller order": SHOWN_SMALLER,
        "largest value": Between(
            *(curve.subs(x, peak), t ** (-alpha / beta), top, top, (t,), INSIDE[:3], (Lemma(PEAK),))
        ),
        "sum and integral": ByHand((supremum_argument.INSIDE, BY_SUM)),
    },
    uses=("signsgd-scaling/lem-E.1",),
    note="In a lemma the integral runs over u = log x. Lemma E.1 gives the sum only up to the "
    "supremum either way; as an order the sum of both terms is right. For alpha > 2 beta or < 2 "
    "beta the peak may lie outside [1, d] near an end of the regime, but t^(1/beta) does not.",
)
