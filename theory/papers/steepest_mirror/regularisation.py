"""Section 4 (weight decay), Table 1 and appendix E: what decoupled decay does on the manifold.

At balance lambda = 0 a product x = w_1 ... w_L has the metric R'' = 1 / (L |x|^m), m = q (L-1)/L
(lemma 4.13), and decay of all factors moves x by -L x. So the slope of the on-manifold regulariser
is R'' L x = x |x|^(-m). Everything is separable: coordinate by coordinate.
"""

import sympy as sp
from sympy.logic.boolalg import And, Implies

from theory.argument_language import States
from theory.arguments import Assume, Generalise, Give, Lemma, Put, Solve, Specialise
from theory.choices import Ambiguous
from theory.claim import ByReading, Claim, ForAll, Source
from theory.existence import by_values, met
from theory.language import DEFINES, eq, reals
from theory.papers.steepest_mirror import products_argument as products
from theory.papers.steepest_mirror.coordinates import (
    DEEP,
    L_P,
    L,
    force,
    inverse_metric,
    m,
    metric,
    n,
    pull,
    q,
    slope,
    speed,
    steepest,
    velocity,
    x,
)
from theory.places import HERE
from theory.quantifiers import Every, Some, denied, inhabited

y, eps, depth = reals("y epsilon K")

AWAY_FROM_0 = {"where the metric has a value": (sp.Ne(x, 0),)}
EXPONENT = q * (L - 1) / L
M_IS = sp.Eq(m, EXPONENT)
INVERSE = L * sp.Abs(x) ** EXPONENT
METRIC = 1 / INVERSE
TWO_OR_MORE = {**L_P, "lemma 4.13": (L >= 2,)}
PLACES = {**TWO_OR_MORE, **AWAY_FROM_0}


def power_of(x):
    """Return a) of theorem 4.16, a summand of it."""
    return L / (L * (2 - q) + q) * sp.Abs(x) ** (2 - EXPONENT)


def slope_of(penalty):
    """Return the derivative in x."""
    return sp.Derivative(penalty, x)


def close(term, limit, depth):
    """Return that a term is as close to its limit from some depth on as the deviation eps."""
    return Implies(And(sp.Ge(L, depth), L >= 1), sp.Abs(term - limit) <= eps, evaluate=False)


def tends(term, limit):
    """Return that a term tends to a limit as the depth L grows."""
    from_depth = Some(depth, Every(L, close(term, limit, depth)))
    return Every(eps, Implies(eps > 0, from_depth, evaluate=False))


def in_the_limit(term, limit, reached, *using, given=()):
    """Argue that a term tends to a limit, by a depth at which it is closer than eps."""
    there = Give(
        Generalise(Solve(close(term, limit, reached), (*given, eps > 0), using), L),
        tends(term, limit).body.args[1],
        reached,
    )
    return Generalise(Solve(tends(term, limit).body, given, (there,)), eps)


def both_ways(one, other):
    """Return that two conditions imply each other."""
    implications = (Implies(*pair, evaluate=False) for pair in ((one, other), (other, one)))
    return sp.And(*implications)


# the coefficients of weight decay and of M_reg, which has none where m = 2
COMPARED = {**L_P, "section 4: x = w_1 ... w_L": (L >= 1,)}
TWO_FACTORS, ANY_FACTORS = "two factors or more", "one or more"


def of_factors(says, given, kind=ForAll):
    """Return that q = 2 follows from what is said, for two factors or more and for any number."""
    numbers = {
        TWO_FACTORS: TWO_OR_MORE,
        ANY_FACTORS: COMPARED,
    }
    return Ambiguous(
        "of how many factors it speaks: the corollary and theorem 4.16 give no bound, which lemma "
        "4.13 does, from which M_reg is",
        {name: kind(says, given={**of, **given}) for name, of in numbers.items()},
    )


A_POWER = {"where M_reg is a power": (sp.Ne(L * (2 - q) + q, 0),)}
SUM_IS_2 = sp.Eq(L * (2 - q) + q, 2)
COEFFICIENTS = sp.Eq(L / 2, L / (L * (2 - q) + q))


DEF_4_15 = Claim(
    id="steepest-mirror/def-4.15",
    title="On-manifold regulariser",
    source=Source("definition 4.15"),
    words="The slope of the on-manifold regulariser M is R'' h'; the gradient of R follows the "
    "steepest direction less that slope.",
    printed=ForAll(
        given={
            **L_P,
            HERE: (eq(force, metric * pull), eq(speed, -steepest(slope) - force)),
        },
        says=DEFINES,
    ),
    note="One coordinate of a separable R and h, M being a sum of integrals of R'' h'. The "
    "definition does not say how h enters the flow; decoupled decay enters beside the steepest "
    "direction.",
)

AWAY = "away from 0"
_BALANCED_METRIC = eq(inverse_metric(sp.Abs(x) ** (q / L), 0), L * sp.Abs(x) ** EXPONENT)
STEP_METRIC = Claim(
    id="steepest-mirror/lem-4.13-step-metric",
    title="Metric of balanced products",
    source=Source("proof of lemma 4.13, step 1", "proof of lemma E.4"),
    words="At lambda = 0 the inverse metric (14) is L |x|^m with m = q (L-1)/L.",
    printed=States(_BALANCED_METRIC, given=TWO_OR_MORE),
    lemmas={AWAY: ForAll(_BALANCED_METRIC, given=PLACES)},
    because={"": Solve(_BALANCED_METRIC, (q >= 1, L >= 2), (Lemma(AWAY),))},
    note="(14) with lambda = 0 and |w_1|^q = |x|^(q/L), as the proof says.",
)

THM_4_16 = Claim(
    id="steepest-mirror/thm-4.16",
    title="Manifold regulariser of decoupled weight decay",
    source=Source("theorem 4.16", "theorem E.5"),
    words="From a balanced start, decoupled decay of strength one acts like the regulariser "
    "|x|^(2-m) / (2-m), where m = q (L-1)/L is the metric exponent, and like log|x| for m = 2.",
    printed={
        "a) m is not 2": ForAll(
            given={**PLACES, HERE: (M_IS, sp.Ne(m, 2))},
            says=eq(slope_of(power_of(x)), METRIC * L * x),
        ),
        "b) m = 2": ForAll(
            given={**PLACES, HERE: (M_IS, sp.Eq(m, 2))},
            says=eq(slope_of(sp.log(sp.Abs(x))), METRIC * L * x),
        ),
    },
    uses=(
        "steepest-mirror/def-4.15",
        "steepest-mirror/lem-4.5",
        "steepest-mirror/lem-4.13-step-metric",
        "steepest-mirror/thm-4.16-step-flow",
        "steepest-mirror/thm-4.16-step-mirror-form",
        "steepest-mirror/thm-4.16-step-integral",
    ),
    note="By definition 4.15 the regulariser is a sum over coordinates, known by its slopes R'' h' "
    "with h' = L x. m = 2 means q = 2 L / (L - 1) > 2, that is p < 2: no depth reaches b) inside "
    "the family 1 <= q <= 2. The strength alpha of the decay is 1. The proof starts from the "
    "balance that decay leads to.",
)


STEP_FLOW = Claim(
    id="steepest-mirror/thm-4.16-step-flow",
    title="Flow of the product under decoupled decay",
    source=Source("proof of theorem 4.16", "proof of theorem E.5, first display"),
    words="With factors of one size the product moves with speed L |x|^m against the steepest "
    "direction and decays with rate L.",
    printed=States(
        products.FLOW_SAYS,
        given={
            **DEEP,
            "theorem 4.16: balanced, lambda = 0": (products.SAME_SIZE,),
            "where the metric has a value": (products.AWAY,),
        },
    ),
    lemmas=products.FLOW_LEMMAS,
    because={"": products.FLOW},
    uses=("steepest-mirror/lem-4.5",),
    note="On the left what (5) with decay of strength 1 moves x by: the velocity of every factor "
    "times the product of the others. On the right x is the product of all factors. Of a time at "
    "which the factors have one size; that it lasts is lemma 4.5, which fails at q = 1 in the "
    "sense of Filippov: three factors (1, 1, 1) with f = x may get to 0 and on to (r, 0, 0).",
)

STEP_MIRROR = Claim(
    id="steepest-mirror/thm-4.16-step-mirror-form",
    title="Mirror form of the decayed flow",
    source=Source(appendix="proof of theorem E.5, second and third display"),
    words="Divided by the inverse metric, the decay of the product becomes x |x|^(-m).",
    printed={
        "the inverse metric taken out": ForAll(
            given=PLACES,
            says=eq(
                -INVERSE * steepest(slope) - L * x,
                -INVERSE * (steepest(slope) + x * sp.Abs(x) ** -EXPONENT),
            ),
        ),
        "mirror flow": ForAll(
            given={
                **PLACES,
                HERE: (eq(velocity, -INVERSE * (steepest(slope) + x * sp.Abs(x) ** -EXPONENT)),),
            },
            says=eq(METRIC * velocity, -(steepest(slope) + x * sp.Abs(x) ** -EXPONENT)),
        ),
    },
    uses=("steepest-mirror/lem-4.13-step-metric",),
    note="R' moves with R'' dx.",
)

STEP_INTEGRAL = Claim(
    id="steepest-mirror/thm-4.16-step-integral",
    title="Integral of the decay term",
    source=Source(appendix="proof of theorem E.5, last display"),
    words="The antiderivative of x |x|^(-m) is |x|^(2-m) / (2-m) in the printed form, and log|x| "
    "for m = 2.",
    printed={
        "q (L-1)/L is not 2": ForAll(
            given={**PLACES, HERE: (sp.Ne(EXPONENT, 2),)},
            says=eq(slope_of(power_of(x)), sp.Abs(x) ** -EXPONENT * x),
        ),
        "q (L-1)/L = 2": ForAll(
            given={**PLACES, HERE: (sp.Eq(EXPONENT, 2),)},
            says=eq(slope_of(sp.log(sp.Abs(x))), sp.Abs(x) ** -EXPONENT * x),
        ),
    },
)

STEP_COEFFICIENT = Claim(
    id="steepest-mirror/cor-E.6-step-coefficient",
    title="The coefficients agree only for q = 2",
    source=Source(appendix="proof of corollary E.6, last display"),
    words="L/2 and L/(L(2-q)+q) are equal exactly if L(2-q) + q = 2, that is q(1-L) = 2(1-L), "
    "that is q = 2.",
    printed={
        "first equivalence": ForAll(
            given={**COMPARED, **A_POWER}, says=both_ways(COEFFICIENTS, SUM_IS_2)
        ),
        "second equivalence": ForAll(
            given=COMPARED, says=both_ways(SUM_IS_2, sp.Eq(q * (1 - L), 2 * (1 - L)))
        ),
        "true if and only if q = 2": of_factors(
            both_ways(sp.Eq(q * (1 - L), 2 * (1 - L)), sp.Eq(q, 2)), {}
        ),
    },
    note="For L = 1 every q serves.",
)

DECAY = products.over_coordinates(products.HALF_SQUARES)
BY_X = L / 2 * sp.Abs(products.x_of()) ** (2 / L)
SAME_SIZES = {"corollary E.6: lambda = 0": (products.SAME_SIZES,)}
AT_BALANCE = {"section 3": (n >= 1,), **DEEP, **SAME_SIZES}
M_REG = sp.Piecewise((power_of(y), sp.Ne(L * (2 - q) + q, 0)), (sp.log(sp.Abs(y)), True))
MATCHED = Every(y, Implies(sp.Ne(y, 0), eq(L / 2 * sp.Abs(y) ** (2 / L), M_REG), evaluate=False))
_MATCHED_GIVEN = (q >= 1, L >= 2, MATCHED)
_OTHER_Q = {q: sp.Rational(3, 2), L: sp.S.One}
NO_OTHER_Q = "for no other q, main text and proof"

COR_E_6 = Claim(
    id="steepest-mirror/cor-E.6",
    title="Weight decay equals the manifold regulariser for q = 2 only",
    source=Source("section 4, last sentence", "corollary E.6"),
    words="On the balanced manifold half the squared weight norm is (L/2) |x|^(2/L), which is the "
    "manifold regulariser of decoupled decay for q = 2 and for no other q.",
    printed={
        "for q = 2": States(
            eq(DECAY, products.over_coordinates(power_of(products.x_of()))),
            given={**AT_BALANCE, HERE: (sp.Eq(q, 2),)},
        ),
        "weight decay, in the proof": States(
            eq(DECAY, products.over_coordinates(BY_X)), given=AT_BALANCE
        ),
        NO_OTHER_Q: of_factors(sp.Eq(q, 2), {HERE: (MATCHED,)}, States),
    },
    lemmas={
        **products.DECAY_LEMMAS,
        "M_reg for q = 2": ForAll(
            eq(power_of(y), L / 2 * sp.Abs(y) ** (2 / L)), given=(sp.Eq(q, 2), L >= 1)
        ),
    },
    because={
        "for q = 2": products.decay_is(
            power_of(products.x_of()),
            Put(Lemma("M_reg for q = 2"), {y: products.x_of()}),
            given=(sp.Eq(q, 2),),
        ),
        "weight decay, in the proof": products.decay_is(BY_X),
        NO_OTHER_Q: ByReading(
            {
                TWO_FACTORS: met(
                    Solve(sp.Eq(q, 2), _MATCHED_GIVEN, (Specialise(Assume(MATCHED), sp.S.One),)),
                    _MATCHED_GIVEN,
                    {q: 2, L: 2},
                )
            }
        ),
    },
    against={
        NO_OTHER_Q: ByReading(
            {
                ANY_FACTORS: by_values(
                    inhabited((q, L), (q >= 1, L >= 1, MATCHED, denied(sp.Eq(q, 2)))), _OTHER_Q
                )
            }
        )
    },
    uses=("steepest-mirror/thm-4.16", "steepest-mirror/cor-E.6-step-coefficient"),
    note="Any number of factors and coordinates; M_reg is that of theorem 4.16, a) or b). For "
    "another q the two differ as functions of one coordinate y. A single factor has M_reg = x^2/2 "
    "for every q.",
)

# -- example 4.17 and table 1 ----------------------------------------------------------------------

SIGN_FLOW = 2 - (L - 1) / L  # the exponent for q = 1

EX_4_17 = Claim(
    id="steepest-mirror/ex-4.17",
    title="When the manifold regulariser is the L_1 norm",
    source=Source("example 4.17"),
    words="Gradient flow on two factors has |x| as manifold regulariser; at depth L the exponent "
    "is 1 for q = L/(L-1), so that sign flow reaches it only as L grows without bound.",
    printed={
        "gradient flow, depth two": ForAll(
            given={HERE: (sp.Eq(q, 2), sp.Eq(L, 2))}, says=eq(power_of(x), sp.Abs(x))
        ),
        "finite depth": ForAll(
            given={"lemma 4.13": (L >= 2,), HERE: (sp.Eq(q, L / (L - 1)),)},
            says=eq(power_of(x), sp.Abs(x)),
        ),
        "sign flow, no finite depth": ForAll(
            given={"lemma 4.13": (L >= 2,)}, says=sp.Ne(SIGN_FLOW, 1, evaluate=False)
        ),
        "sign flow, in the limit": States(tends(SIGN_FLOW, 1)),
    },
    because={"sign flow, in the limit": in_the_limit(SIGN_FLOW, 1, 1 / eps)},
    uses=("steepest-mirror/thm-4.16",),
    note="A summand of theorem 4.16 a). For q = 1 its exponent is above 1 at every depth and tends "
    "to 1.",
)

ROWS = (
    (sp.Integer(1), sp.Rational(3, 2)),
    (sp.Rational(3, 2), sp.Rational(5, 4)),
    (
        sp.Integer(2),
        sp.Integer(1),
    ),
)
LIMITS = (sp.Integer(1), sp.Integer(1)), (sp.Rational(3, 2), sp.Rational(1, 2))


def multiple_of(exponent):
    """Return the coefficient of theorem 4.16 a) times a power of |x|."""
    return L / (L * (2 - q) + q) * sp.Abs(x) ** exponent


CENTRED = L / 2 * (sp.Abs(x) ** (2 / L) - 1)
ROOT, ABOVE, BELOW = "a root as an exponential", "exp from above", "exp from below"
LOG_LEMMAS = {
    ROOT: ForAll(
        eq(sp.Abs(x) ** (2 / L), sp.exp(2 * sp.log(sp.Abs(x)) / L)), given=(sp.Ne(x, 0), L >= 1)
    ),
    ABOVE: ForAll(sp.exp(y) <= 1 + y + y**2, given=(y >= 0, y <= 1)),
    BELOW: ForAll(sp.exp(-y) <= 1 - y + y**2, given=(y >= 0,)),
    "exp and its tangent": ForAll(sp.exp(y) >= 1 + y),
}
LOG = sp.log(sp.Abs(x))
AT_ROOT = 2 * LOG / L
TO_LOG = in_the_limit(
    CENTRED,
    LOG,
    2 * LOG**2 / eps + 2 * sp.Abs(LOG),
    Lemma(ROOT),
    Put(Lemma(ABOVE), {y: AT_ROOT}),
    Put(Lemma(BELOW), {y: -AT_ROOT}),
    Put(Lemma("exp and its tangent"), {y: AT_ROOT}),
    given=(sp.Ne(x, 0),),
)
TO_LOG_SAYS = States(tends(CENTRED, LOG), given=AWAY_FROM_0)

TAB_1 = Claim(
    id="steepest-mirror/tab-1",
    title="Exponents under coupled and decoupled decay",
    source=Source("table 1"),
    words="Decoupled decay acts like the L_e penalty with e = 3/2, 5/4, 1 at depth two and 1, "
    "1/2, log at infinite depth for q = 1, 3/2, 2; coupled decay acts like L_1 and log for every "
    "q.",
    printed={
        **{
            f"decoupled, L = 2, q = {float(at):g}": ForAll(
                given={HERE: (sp.Eq(L, 2), sp.Eq(q, at))}, says=eq(power_of(x), multiple_of(e))
            )
            for at, e in ROWS
        },
        **{
            f"decoupled, L = infinity, q = {float(at):g}": States(tends(2 - at * (L - 1) / L, e))
            for at, e in LIMITS
        },
        "decoupled, L = infinity, q = 2": TO_LOG_SAYS,
        "coupled, L = 2": ForAll(
            given={HERE: (sp.Eq(L, 2),)},
            says=eq(L * sp.Abs(x) ** (2 / L), 2 * sp.Abs(x)),
        ),
        "coupled, L = infinity": TO_LOG_SAYS,
    },
    lemmas=LOG_LEMMAS,
    because={
        **{
            f"decoupled, L = infinity, q = {float(at):g}": in_the_limit(
                2 - at * (L - 1) / L, e, at / eps
            )
            for at, e in LIMITS
        },
        "decoupled, L = infinity, q = 2": TO_LOG,
        "coupled, L = infinity": TO_LOG,
    },
    uses=("steepest-mirror/thm-4.16", "steepest-mirror/txt-J-equivalence-step-least-decay"),
    note="An entry names a penalty up to a factor and a constant. Decoupled is theorem 4.16 a), of "
    "which L_e is the exponent, in the limit of L; for q = 2 it is (L/2) |x|^(2/L). Coupled is L "
    "|x|^(2/L), the least decay of L factors with product x (appendix J), for every q. Less its "
    "value at 1, and per 2 in the coupled case, this tends to log |x|.",
)
