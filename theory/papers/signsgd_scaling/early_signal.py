"""Term B of theorem F.6: the signal of the coordinates that burn in.

q_j is what Theta(eta sqrt(lambda_j B) k) stands for, at least c_A times that, and lambda_j is at
least c j^-beta. Up to j = B^(1/alpha) that is least at the end, c_A sqrt(c) eta k B^((alpha-beta) /
(2 alpha)), and there are at most B^(1/alpha) terms.
"""

import sympy as sp
from sympy.logic.boolalg import And

from theory.argument_language import States
from theory.arguments import AddUp, Assume, Between, Give, Hide, Lemma, Put, Solve, Specialise
from theory.binders import SequenceOf, substitute
from theory.claim import Claim, ForAll, Missing, SameOrder, Source
from theory.existence import met
from theory.language import eq, le, reals
from theory.orders import Large, Order, Theta
from theory.papers.signsgd_scaling import integral_argument, loss_argument
from theory.papers.signsgd_scaling.loss_terms import NEGLIGIBLE, NEGLIGIBLE_HOW, POWERS, STEEP
from theory.papers.signsgd_scaling.noise_term import THETAS
from theory.papers.signsgd_scaling.notation import (
    OVER,
    POWER_LAWS,
    SETTING,
    B,
    alpha,
    beta,
    d,
    decays,
    eigenvalues,
    eta,
    fastest,
    high,
    i,
    j,
    k,
    low,
    slowest,
    target,
)
from theory.places import HERE
from theory.quantifiers import Every, Some
from theory.sum_arguments import counted

FIRST = B ** (1 / alpha)  # the last coordinate that has to burn in, the first that has not
SIZE = eta * B ** ((alpha - beta) / (2 * alpha)) * k
RATIO = eta * k / B ** ((beta - alpha) / (2 * alpha))
LAST = sp.Min(sp.floor(FIRST), d)
SUM = sp.Sum(sp.exp(-decays[j]), (j, 1, LAST)) / (2 * B)
PREFACTOR = B ** (1 / alpha - 1)

BOUND = States(
    Order(SUM, PREFACTOR * sp.exp(-Theta(SIZE)), "at most", (*OVER, decays)),
    {"section 2": SETTING, "assumption B.3": POWER_LAWS, "appendix F.2, (39)": THETAS},
)

# -- the bound -------------------------------------------------------------------------------------

c, h, v, y = reals("c h v y")
FALLS, POSITIVE, POWER_FALLS = loss_argument.FALLS, loss_argument.POSITIVE, integral_argument.FALLS
AT_THE_LAST, COUNT, ONE_AT_LEAST = (
    "the rate at the last early coordinate",
    "B^(1/alpha) of them",
    "there is an early coordinate",
)
LEMMAS = {
    **{name: loss_argument.LEMMAS[name] for name in (FALLS, POSITIVE)},
    POWER_FALLS: integral_argument.LEMMAS[POWER_FALLS],
    AT_THE_LAST: ForAll(
        eq(sp.sqrt(c * FIRST**-beta * B), sp.sqrt(c) * B ** ((alpha - beta) / (2 * alpha))),
        given=(c > 0, B >= 1, alpha > 1, beta > 1),
    ),
    COUNT: ForAll(eq(FIRST / B, PREFACTOR), given=(B >= 1, alpha > 1)),
    ONE_AT_LEAST: ForAll(FIRST >= 1, given=(B >= 1, alpha > 1)),
}
LEAST = fastest * sp.sqrt(low)
GIVEN = (*SETTING, *POWER_LAWS, *THETAS)
_plain = tuple(g for g in GIVEN if not isinstance(g, Every))
_least_rate = Solve(
    sp.sqrt(eigenvalues[j] * B) >= sp.sqrt(low) * B ** ((alpha - beta) / (2 * alpha)),
    (*_plain, j >= 1, j <= FIRST, low / j**beta <= eigenvalues[j]),
    (
        Put(Lemma(POWER_FALLS), {v: j, h: FIRST, integral_argument.p: beta}),
        Put(Lemma(AT_THE_LAST), {c: low}),
        Lemma(ONE_AT_LEAST),
    ),
)
_largest = sp.exp(-LEAST * SIZE)
_each = Solve(
    sp.exp(-decays[j]) <= _largest,
    (*GIVEN, j >= 1, le(j, LAST)),
    (
        _least_rate,
        Put(Lemma(FALLS), {loss_argument.y: decays[j], loss_argument.v: LEAST * SIZE}),
        *(Specialise(Assume(g), j) for g in GIVEN if isinstance(g, Every)),
    ),
)
_total = Solve(
    le(SUM, PREFACTOR * _largest),
    GIVEN,
    (
        AddUp(_each, j, 1, LAST),
        counted(_largest, j, LAST),
        Lemma(COUNT),
        Lemma(ONE_AT_LEAST),
        Put(Lemma(POSITIVE), {loss_argument.v: -LEAST * SIZE}),
    ),
)
_in_theta = reals("q_s")
_some = Some(
    _in_theta,
    And(
        *(le(LEAST * SIZE, _in_theta), le(_in_theta, LEAST * SIZE)),
        le(SUM, PREFACTOR * sp.exp(-_in_theta)),
    ),
)
_bounded = Between(
    SUM,
    BOUND.says.sides[1],
    None,
    sp.S.One,
    (*OVER, decays),
    GIVEN,
    (
        Give(
            Solve(substitute(_some.body, {_in_theta: LEAST * SIZE}), GIVEN, (_total,)),
            _some,
            LEAST * SIZE,
        ),
    ),
    _in_theta,
    (LEAST, LEAST),
)
_ones = SequenceOf(sp.S.One, i)
_ONE_COORDINATE = {
    **dict.fromkeys((eta, B, d, k, low, high, fastest, slowest), sp.S.One),
    **dict.fromkeys((alpha, beta), sp.Integer(2)),
    **dict.fromkeys((eigenvalues, target, decays), _ones),
}
BOUND_SHOWN = met(_bounded, GIVEN, _ONE_COORDINATE)

# -- the claim -------------------------------------------------------------------------------------

K = reals("K_0")
_CONDITION = "the exponent and the condition"
_s = (alpha - 1) / beta
_AT_ITS_BOUND = PREFACTOR * sp.exp(-y)
_LEADING = (y * B ** (beta / (2 * alpha))) ** (-2 * _s)

STEP_B = Claim(
    id="signsgd-scaling/thm-F.6-step-termB",
    title="Signal of the coordinates that burn in",
    source=Source(appendix="appendix F.2, proof of theorem F.6, term B"),
    words="The mean of exp(-T j^(-beta/2)) / B over j <= B^(1/alpha) is at most B^(1/alpha - 1) "
    "exp(-eta k B^((alpha-beta)/(2 alpha))), which is negligible against the leading terms.",
    printed={
        "bound": BOUND,
        "exponent": States(
            Order(SIZE, sp.S.One, "at least", (eta, B, k)),
            {
                "section 2": (eta > 0, B >= 1, k >= 0),
                "assumption B.3": (alpha > 1, beta > 1),
                HERE: (Large(RATIO),),
            },
        ),
        NEGLIGIBLE: Missing(
            f"{NEGLIGIBLE_HOW}: for eta k of order B^((beta-alpha)/(2 alpha)) the exponent is of "
            "order 1"
        ),
    },
    lemmas={
        _CONDITION: ForAll(eq(SIZE, RATIO), given=(B >= 1, alpha > 1)),
        **LEMMAS,
        "against T^(-2s), at most of the order of the leading terms": ForAll(
            given=(y >= 1, B >= 1, *POWERS),
            says=sp.Eq(_AT_ITS_BOUND / _LEADING, y ** (2 * _s) * sp.exp(-y)),
        ),
        "against T^(-2s), of smaller order": SameOrder(
            _AT_ITS_BOUND, _LEADING / sp.log(B), (y >= 1, B >= 2), (y, B), STEEP, "at most", POWERS
        ),
        "against T^(-2s), of smaller order, instead": ForAll(
            given=(y >= 1, B >= 1, *POWERS),
            says=sp.Eq(_AT_ITS_BOUND / _LEADING, y ** (2 * _s) * sp.exp(-y)),
        ),
    },
    because={
        "exponent": Hide(
            Between(
                *(SIZE, sp.S.One, K, None, (eta, B, k)),
                (
                    *(eta > 0, B >= 1, k >= 0, alpha > 1, beta > 1),
                    *(K > 0, sp.Ge(RATIO, K, evaluate=False)),
                ),
                (Lemma(_CONDITION),),
            ),
            {Large(RATIO): K},
            (),
            {
                **dict.fromkeys((eta, B, k, K), sp.S.One),
                **dict.fromkeys((alpha, beta), sp.Integer(2)),
            },
        ),
        "bound": BOUND_SHOWN,
    },
    uses=("signsgd-scaling/thm-F.6-step-max",),
    note="The ratio to T^(-2s) is y^(2s) exp(-y), bounded by (2s/e)^(2s): never of larger order, "
    "but of the same order at the edge y = 1 of the theorem.",
    symbols={
        y: "the exponent T B^(-beta/(2 alpha)), T = eta sqrt(B) k",
    },
)
