"""Sections E and F.2: the integrals over coordinates behind the scaling laws.

    signal    int_1^d j^(-alpha) exp(-T j^(-beta)) dj
    noise     int_1^d j^(-beta) (1 - exp(-T j^(-beta))) dj

T is the time t, eta k for SGD and, with beta / 2 for beta, eta sqrt(B) k for SignSGD. The
substitution z = T j^(-beta) has dj = -(1/beta) T^(1/beta) z^(-1/beta - 1) dz.
"""

import sympy as sp

from theory.argument_language import States
from theory.arguments import Between, Cut, Hide, Integrate, Lemma, Put, Solve
from theory.binders import substitute
from theory.claim import ByReading, Claim, ForAll, Instead, SameOrder, Source
from theory.existence import by_values, denial, given_at, given_by
from theory.hints import Within
from theory.language import eq, reals
from theory.orders import Magnitude, Order
from theory.papers.signsgd_scaling import integral_argument as bounds
from theory.papers.signsgd_scaling import signal_argument as signal
from theory.papers.signsgd_scaling.integral_argument import K1, K2, ONE, T, b, h, noise, p, v, y
from theory.papers.signsgd_scaling.laws import LIMIT
from theory.papers.signsgd_scaling.loss_argument import hidden
from theory.papers.signsgd_scaling.notation import (
    ANY_CONSTANT,
    ANY_DIMENSION,
    DIFFICULTY,
    MANY_COORDINATES,
    SOME_CONSTANT,
    B,
    alpha,
    beta,
    d,
    eta,
    every_of_many,
    k,
    or_many_coordinates,
    s,
    sizes,
    t,
    up_to_constants,
)
from theory.places import HERE
from theory.quantifiers import denied, inhabited

z = reals("z")
SGD_T, SIGN_T = eta * k, eta * sp.sqrt(B) * k
STEPS = {"section 2": (eta > 0, B >= 1, d >= 1), HERE: (k >= 1,)}


def in_z(power, time, end):
    """Return the noise integral after the change of variables, without its factor."""
    return sp.Integral(z ** (-1 / power) * (1 - sp.exp(-z)), (z, time * end**-power, time))


def substituted(time, end):
    """Return that the integral of lemma E.5 is one over z."""
    factor = time ** (1 / beta - 1) / beta
    return eq(noise(beta, time, high=end), factor * in_z(beta, time, end))


EQ_11 = Claim(
    id="signsgd-scaling/eq-11",
    title="The integral of Lemma E.5 after its change of variables",
    source=Source(appendix="appendix E.2, (11)"),
    words="The noise integral equals T^(1/beta - 1) / beta times an integral over z, T = eta k.",
    printed=ForAll(substituted(SGD_T, d), {**STEPS, "lemma E.5": (beta > 1,)}),
    lemmas={"for any time": ForAll(substituted(T, h), given=(beta > 1, T > 0, h >= 1))},
    because={
        "": Solve(
            substituted(SGD_T, d),
            (eta > 0, d >= 1, k >= 1, beta > 1),
            (Put(Lemma("for any time"), {T: SGD_T, h: d}),),
        )
    },
)

NOISE = eta / sp.sqrt(B)


def logarithmic(time, end):
    """Return the integral of lemma F.7 after its change of variables."""
    return sp.Integral((1 - sp.exp(-z)) / z, (z, time / end, time))


WITH_FACTOR = eq(NOISE * noise(1, SIGN_T), NOISE * logarithmic(SIGN_T, d))

EQ_27 = Claim(
    id="signsgd-scaling/eq-27",
    title="The integral of Lemma F.7 after its change of variables",
    source=Source(appendix="appendix F.2, (27)"),
    words="The noise integral for beta = 2 becomes eta / sqrt(B) times the integral of "
    "(1 - exp(-z)) / z from T / d to T, T = eta sqrt(B) k.",
    printed=ForAll(eq(noise(1, SIGN_T), NOISE * logarithmic(SIGN_T, d)), STEPS),
    lemmas={
        "for any time": ForAll(eq(noise(1, T, high=h), logarithmic(T, h)), given=(T > 0, h >= 1))
    },
    instead=Instead(
        ForAll(WITH_FACTOR, STEPS),
        meant=Source(appendix="the last lines of both cases of the proof of lemma F.7"),
        because=Solve(
            WITH_FACTOR,
            (eta > 0, B >= 1, d >= 1, k >= 1),
            (Put(Lemma("for any time"), {T: SIGN_T, h: d}),),
        ),
    ),
    breaks_at="The display (27) itself: it has a factor eta / sqrt(B) that the integral of the "
    "lemma has not and the substitution does not bring in. The lines after it have this factor on "
    "both sides.",
    note="The integral of the lemma has no factor eta / sqrt(B); its proof goes on with that "
    "factor on both sides.",
)

ROOTED = {**STEPS, "lemma F.8": (beta > 1, beta < 2)}
kernel = sp.Integral((1 - sp.exp(-z)) * z ** (-2 / beta), (z, SIGN_T * d ** (-beta / 2), SIGN_T))

ROOTED_WITH_FACTOR = eq(
    NOISE * noise(beta / 2, SIGN_T), NOISE * 2 / beta * SIGN_T ** (2 / beta - 1) * kernel
)

EQ_28 = Claim(
    id="signsgd-scaling/eq-28",
    title="The integral of Lemma F.8 after its change of variables",
    source=Source(appendix="appendix F.2, (28)"),
    words="The noise integral becomes eta / sqrt(B) T^(2/beta - 1) times an integral over z, T = "
    "eta sqrt(B) k.",
    printed=ForAll(eq(noise(beta / 2, SIGN_T), NOISE * SIGN_T ** (2 / beta - 1) * kernel), ROOTED),
    lemmas={
        "for any time": ForAll(substituted(T, h), given=(beta > 0, T > 0, h >= 1)),
    },
    instead=Instead(
        ForAll(ROOTED_WITH_FACTOR, ROOTED),
        meant=Source(appendix="appendix F.2, the substitution just above (28) and what follows it"),
        because=Solve(
            ROOTED_WITH_FACTOR,
            (eta > 0, B >= 1, d >= 1, k >= 1, beta > 1, beta < 2),
            (Put(Lemma("for any time"), {beta: beta / 2, T: SIGN_T, h: d}),),
        ),
    ),
    breaks_at="The display (28) itself: the factor 2 / beta of the substitution above it is left "
    "out.",
    note="The integral of the lemma has no factor eta / sqrt(B); its proof goes on with that "
    "factor on both sides. The substitution displayed above (28) brings in 2 / beta, between 1 and "
    "2, which does not change the order that the lemma claims.",
)

HALF = sp.Rational(1, 2)
# -- asymptotic laws of the integrals ------------------------------------------------------------

OVER = (eta, B, k, d)
LARGE_D = "theorem 3.1: d >> 1"
GIVEN = (eta > 0, B >= 1, k >= 0, d >= 2)
WHICH_D = (
    "whether d = 1 is meant, where the integral is 0: the lemma does not exclude it, and theorem "
    "3.1 has large d"
)


def regime(left, law, own=(), small=(), large=(), many=True):
    """Return an asymptotic law, for every constant in its hypotheses and for one that serves.

    Args:
        left, law: the integral and its order.
        own: the hypotheses of the claim's own sentence.
        small, large: what is at most or at least of order 1.
        many: whether there are two coordinates at least.
    """
    places = {"section 2": GIVEN[:-1], LARGE_D: GIVEN[-1:]}
    if not many:
        places = {"section 2": (*GIVEN[:-1], d >= 1)}
    order = Order(left, law, "same", OVER)
    return [States(order, {**places, HERE: (*own, *size)}) for size in sizes(small, large)]


def bounded(statement, constants, low, high, using):
    """Argue for an order with its constants, given those in its hypotheses, one after the other."""
    sized = [g for g in statement.given if isinstance(g, Magnitude)]
    bounds = [size.bound(c) for size, c in zip(sized, constants, strict=True)]
    positive = [c > 0 for c in constants if isinstance(c, sp.Symbol)]
    given = (*(g for g in statement.given if g not in sized), *positive, *bounds)
    left, law = statement.says.sides
    return Between(left, law, low, high, OVER, given, using), sized


def served(statement, constants, low, high, using, point, own=()):
    """Argue for a law by constants that serve in its hypotheses."""
    order, sized = bounded(statement, constants, low, high, using)
    positive = tuple(Solve(sp.Gt(c, 0, evaluate=False), own) for c in constants)
    return Hide(order, dict(zip(sized, constants, strict=True)), positive, point)


def whatever(pair, constants, low, high, using, point):
    """Return the arguments for a law that holds whatever the constants in its hypotheses are."""
    order, _ = bounded(pair[0], constants, low, high, using)
    return hidden(pair, constants, order, point)


C = reals("K")
ONE_STEP = {eta: ONE, B: ONE, k: ONE}
AT_ONE = ANY_CONSTANT, ANY_DIMENSION  # the reading of which d = 1 is an instance


def fails_at(statement, point, using, values, side=0):
    """Argue against a law for every constant in its hypotheses, by a point and facts there."""
    sized = [g for g in statement.given if isinstance(g, Magnitude)]

    def show(says):
        return given_by(says, point, (C > 0,), using)

    return denial([statement], dict.fromkeys(sized, ONE), values, C, show, side)


def fails_where_t_is_1(statement, using, values):
    """Argue against a law that is 0 where T = 1, at d = 2."""
    return fails_at(statement, {**ONE_STEP, d: 2 * ONE}, using, values)


def fails_at_one_coordinate(statement, values, power, time=ONE):
    """Argue against a law of the noise that is not 0 at d = 1 and T = 1.

    Args:
        statement: the law.
        values: of what its constants may depend on.
        power: of the integral, from 1 to 1, that bounds the noise.
        time: that of the noise.
    """
    name = bounds.LARGE_POWER if power > 1 else bounds.SMALL_POWER
    using = (
        Put(bounds.AT_MOST_POWERS, {b: power, T: time, d: ONE}),
        Put(Lemma(name), {p: power, y: ONE, h: ONE}),
    )
    return fails_at(statement, {**ONE_STEP, d: ONE}, using, values, 1)


def none_serves_at_one(law, values, point, using):
    """Argue against a law for any dimension: at d = 1 the integral is 0, however late it is.

    Args:
        law: what `or_many_coordinates` returns.
        values: of what its constants may depend on.
        point: the others; LIMIT is the constant of the hypothesis.
        using: what bounds the integral, and its law, at that point.
    """
    statement = law.options[SOME_CONSTANT].options[ANY_DIMENSION]
    denial_at = inhabited(values, (*statement.given, denied(statement.says)))

    def show(says):
        return by_values(says, {**point, d: ONE}, (), using)

    return {(SOME_CONSTANT, ANY_DIMENSION): given_at(denial_at, values, show)}


def no_noise_at_one(law, values, power, times=ONE):
    """Argue that against a law of the noise, with a multiple of eta for the time."""
    name = bounds.LARGE_POWER if power > 1 else bounds.SMALL_POWER
    using = (
        Put(bounds.AT_MOST_POWERS, {b: power, T: times * LIMIT, d: ONE}),
        Put(Lemma(name), {p: power, y: ONE, h: ONE}),
    )
    return none_serves_at_one(law, values, {eta: LIMIT, B: ONE, k: ONE}, using)


def served_from_2(statement, order, end, time, given, point):
    """Argue for a law up to its end that holds from two coordinates on.

    Of the constants that serve, 1 at the end and 2 for the time, one coordinate has no time.

    Args:
        statement: the law.
        order: argues for it, with K_2 at the end and K_1 for the time.
        end, time: what is at most and at least of order 1.
        given: hypotheses.
        point: values at which all hypotheses hold.
    """
    sized = [g for g in statement.given if isinstance(g, Magnitude)]
    at = (d >= 1, sp.Le(end, 1, evaluate=False), sp.Ge(time, 2, evaluate=False))
    shown = Cut(Put(order, {K2: ONE, K1: 2 * ONE}), (Solve(d >= 2, (*given, *at)),))
    positive = tuple(Solve(sp.Gt(c, 0, evaluate=False)) for c in (ONE, 2 * ONE))
    return Hide(shown, dict(zip(sized, (ONE, 2 * ONE), strict=True)), positive, point)


def in_many(law, constants, order, point, using=()):
    """Argue for a law that holds from two coordinates on, in the readings that have many.

    Args:
        law: what `or_many_coordinates` returns.
        constants: of the sizes in its hypotheses; of those that serve each is 1.
        order: argues for it.
        point: values at which all hypotheses hold, by these facts.
        using: facts.
    """
    statement = law.options[SOME_CONSTANT].options[MANY_COORDINATES]
    *sized, many = (g for g in statement.given if isinstance(g, Magnitude))
    sizes_at = {**dict.fromkeys(sized, ONE), many: 2 * ONE}
    positive = tuple(Solve(sp.Gt(c, 0, evaluate=False)) for c in (ONE, 2 * ONE))
    at_1 = Put(order, dict.fromkeys(constants, ONE))
    serves = Hide(at_1, sizes_at, positive, point, using, (d >= 1,))
    return {
        (SOME_CONSTANT, MANY_COORDINATES): serves,
        **whatever_in_many(law.options[ANY_CONSTANT], constants, order, point, using),
    }


def whatever_in_many(every, constants, order, point, using=()):
    """Argue for a law with any constants in its hypotheses that holds from two coordinates on.

    Args:
        every: what `every_of_many` returns.
        constants: of the sizes in its hypotheses, symbols.
        order: argues for it.
        point: values at which all hypotheses hold with constants 1, by these facts.
        using: facts.
    """
    *sized, many = (g for g in every.options[MANY_COORDINATES].given if isinstance(g, Magnitude))
    sizes_at = {**dict(zip(sized, constants, strict=True)), many: 2 * ONE}
    positive = (Solve(sp.Gt(2 * ONE, 0, evaluate=False)),)
    at_1 = {**point, **dict.fromkeys(constants, ONE)}
    shown = Hide(order, sizes_at, positive, at_1, using, (d >= 1,))
    return {(ANY_CONSTANT, MANY_COORDINATES): shown}


SGD_END, SIGN_END = SGD_T * d**-beta, SIGN_T * d ** (-beta / 2)
POINT = {eta: ONE, B: ONE, d: sp.Integer(16)}
EARLY, LATE = "T up to the end", "T from the end on"

# -- lemma E.3 -------------------------------------------------------------------------------------

E_3_END = t * d**-beta
E_3_POWERS = (alpha > 1, beta > 1)


def signal_regime(law, small=(), large=()):
    """Return an asymptotic law of the signal, in both meanings of its hypotheses."""
    order = Order(signal.signal(), law, "same", (t, d))
    where = {"appendix E.1": (t > 0,), "section 2": (DIFFICULTY, d >= 1)}
    both = sizes(small, large)
    return [States(order, {**where, HERE: (*E_3_POWERS, *size)}) for size in both]


E_3_EARLY = signal_regime(signal.EARLY_LAW, (E_3_END,), (t,))
E_3_LATE = signal_regime(signal.LATE_SIGNAL, (), (E_3_END,))
E_3_LATE_OF_D = or_many_coordinates(E_3_LATE, WHICH_D, denied=True)
E_3_EARLY_OF_D = up_to_constants(every_of_many(E_3_EARLY[0], WHICH_D), E_3_EARLY[1])
E_3_TASK = {alpha: 3 * ONE, beta: 2 * ONE, s: ONE}
E_3_POINT = {**E_3_TASK, t: 2 * ONE, d: 2 * ONE}
_nothing = Solve(
    sp.Le(signal.signal(high=ONE), 0, evaluate=False),
    (t > 0, *E_3_POWERS),
    (
        Put(signal.AT_MOST_POWERS, {d: ONE}),
        Put(Lemma(bounds.LARGE_POWER), {p: alpha, y: ONE, h: ONE}),
    ),
)
_at_one = (
    Put(_nothing, {alpha: 3 * ONE, beta: 2 * ONE, t: ONE}),
    Put(Lemma(signal.POSITIVE), {signal.v: -ONE}),
)
_late_at_one = (
    Put(_nothing, {alpha: 3 * ONE, beta: 2 * ONE, t: LIMIT}),
    Put(Lemma(signal.POSITIVE), {signal.v: -LIMIT}),
)


def _in_lemma(argument):
    """Return an argument about any exponent as one under the hypotheses of lemma E.3."""
    return Cut(argument, (Solve(beta > 0, E_3_POWERS),))


def signal_fails(statement):
    """Argue against a law of the signal at d = 1 and t = 1."""
    return fails_at(statement, {t: ONE, d: ONE}, _at_one, E_3_TASK, 1)


LEM_E_3 = Claim(
    id="signsgd-scaling/lem-E.3",
    title="The signal integral",
    source=Source(appendix="appendix E.1, lemma E.3"),
    words="The integral of j^(-alpha) exp(-t j^(-beta)) from 1 to d is of the order t^(-s) up to "
    "t = d^beta and t^(-1) d^(-beta (s-1)) exp(-t d^(-beta)) from there on.",
    printed={EARLY: E_3_EARLY_OF_D, LATE: E_3_LATE_OF_D},
    lemmas={**signal.LEMMAS, bounds.LARGE_POWER: bounds.LEMMAS[bounds.LARGE_POWER]},
    because={
        EARLY: ByReading(
            {
                SOME_CONSTANT: served_from_2(
                    *(E_3_EARLY[1], _in_lemma(signal.EARLY), E_3_END, t),
                    *((t > 0, *E_3_POWERS), E_3_POINT),
                ),
                **whatever_in_many(
                    *(E_3_EARLY_OF_D.options[ANY_CONSTANT], (K2, K1)),
                    *(_in_lemma(signal.EARLY), E_3_POINT),
                ),
            }
        ),
        LATE: ByReading(
            in_many(E_3_LATE_OF_D, (K1,), _in_lemma(signal.LATE), {**E_3_POINT, t: 4 * ONE})
        ),
    },
    against={
        EARLY: ByReading({AT_ONE: signal_fails(E_3_EARLY[0])}),
        LATE: ByReading(
            {
                AT_ONE: signal_fails(E_3_LATE[0]),
                **none_serves_at_one(E_3_LATE_OF_D, E_3_TASK, {t: LIMIT}, _late_at_one),
            }
        ),
    },
    note="At d = 1 the integral is 0 and its law is not. From d = 2 on both laws hold for every "
    "constant; up to the end a constant that serves leaves d = 1 out.",
)

# -- lemma E.5 -------------------------------------------------------------------------------------

AT_E_5 = {b: beta, T: SGD_T}
STEEP = (beta > 1,)
E_5 = noise(beta, SGD_T)
E_5_EARLY = regime(E_5, 1 - SGD_T ** (1 / beta - 1), STEEP, (SGD_END,), (SGD_T,), many=False)
E_5_LATE = regime(E_5, ONE, STEEP, (), (SGD_END,), many=False)
E_5_LATE_OF_D = or_many_coordinates(E_5_LATE, WHICH_D, denied=True)


def steep(term):
    """Return a constant of the bounds for lemma E.5."""
    return substitute(term, AT_E_5)


_E_5_MANY = Solve(
    d >= 2,
    (
        *(*STEEP, eta > 0, k >= 0, d >= 1, sp.Le(SGD_END, 1, evaluate=False)),
        sp.Ge(SGD_T, steep(bounds.STEEP_START), evaluate=False),
    ),
)
LEM_E_5 = Claim(
    id="signsgd-scaling/lem-E.5",
    title="The noise integral",
    source=Source(appendix="appendix E.2, lemma E.5"),
    words="The integral of j^(-beta) (1 - exp(-T j^(-beta))) from 1 to d, T = eta k, is of the "
    "order 1 - T^(1/beta - 1) up to T = d^beta and of order 1 from there on.",
    printed={EARLY: up_to_constants(*E_5_EARLY), LATE: E_5_LATE_OF_D},
    lemmas=bounds.LEMMAS,
    because={
        EARLY: served(
            E_5_EARLY[1],
            (ONE, steep(bounds.STEEP_START)),
            steep(bounds.STEEP_LEAST),
            2 / (beta - 1),
            (
                Put(bounds.STEEP_EARLY, AT_E_5),
                Put(Lemma(bounds.BELOW_1), {v: ONE}),
                _E_5_MANY,
            ),
            {**POINT, beta: 2 * ONE, k: sp.Integer(10)},
            STEEP,
        ),
        LATE: ByReading(
            in_many(
                E_5_LATE_OF_D,
                (K1,),
                bounded(
                    E_5_LATE_OF_D.options[SOME_CONSTANT].options[MANY_COORDINATES],
                    (K1, 2 * ONE),
                    steep(2**-b * bounds.LEAST_OF_WEIGHT),
                    1 / (beta - 1),
                    (Put(bounds.STEEP_LATE, AT_E_5), Put(Lemma(bounds.BELOW_1), {v: K1})),
                )[0],
                {**POINT, beta: 2 * ONE, k: sp.Integer(256)},
            )
        ),
    },
    against={
        EARLY: fails_where_t_is_1(
            E_5_EARLY[0],
            (
                Put(bounds.FIRST_TWO, {b: 2 * ONE, T: ONE, d: 2 * ONE, y: ONE / 4}),
                Put(Lemma(bounds.BELOW_1), {v: ONE / 4}),
            ),
            {beta: 2 * ONE},
        ),
        LATE: ByReading(
            {
                AT_ONE: fails_at_one_coordinate(E_5_LATE[0], {beta: 2 * ONE}, 2 * ONE),
                **no_noise_at_one(E_5_LATE_OF_D, {beta: 2 * ONE}, 2 * ONE),
            }
        ),
    },
    uses=("signsgd-scaling/eq-11",),
    note="At T = 1 the bracket is 0 and the integral is not; from some T > 1 on the law holds. At "
    "d = 1 the integral is 0 and not of order 1; from d = 2 on the second law holds for every "
    "constant.",
)

DECAYS = {beta: (sp.Rational(3, 2), 3)}
X = reals("X")
correction = 2 - 1 / beta
THE_MIDDLE = Source(appendix="appendix E.2, the member before it in the same display")


def near_zero(right):
    """Return the order of the first part of the integral; X = d^beta / T."""
    left = (1 - X**-correction) / correction
    return SameOrder(left, right, (X >= 1,), (X,), DECAYS, given=STEEP)


def minor(term):
    """Return that a correction is at most of the order of the second part of the integral."""
    return SameOrder(term, T ** (1 - 1 / beta), (X >= 1, T >= 1), (T, X), DECAYS, "at most", STEEP)


STEP_SMALL = Claim(
    id="signsgd-scaling/lem-E.5-step-small-correction",
    title="The part of the noise integral near zero",
    source=Source(appendix="appendix E.2, proof of lemma E.5, case 1"),
    words="With X = d^beta / T, (1 - X^(1/beta - 2)) / (2 - 1/beta) is of the order 1 - "
    "X^(2 - 1/beta), and the second term of that is subdominant.",
    printed={
        "order": near_zero(1 - X**correction),
        "subdominant": minor(X**correction),
    },
    instead={
        "order": Instead(near_zero(1 - X**-correction), THE_MIDDLE, because=Within(HALF, 1)),
        "subdominant": Instead(minor(X**-correction), THE_MIDDLE, because=Within(0, 1)),
    },
    note="The exponent is turned: the printed correction T^(-(2 - 1/beta)) d^(beta (2 - 1/beta)) "
    "is at least 1 and grows without bound. The one before it in the display is at most 1.",
    symbols={T: "eta k", X: "d^beta / T"},
)


LEFT = SGD_T ** (1 / beta - 1) * (1 + SGD_T ** (1 - 1 / beta))
SIGN = regime(LEFT, 1 - SGD_T ** -(1 - 1 / beta), STEEP, (SGD_END,), (SGD_T,), many=False)

STEP_SIGN = Claim(
    id="signsgd-scaling/lem-E.5-step-sign",
    title="Both parts of the noise integral together",
    source=Source(appendix="appendix E.2, proof of lemma E.5, end of case 1"),
    words="T^(1/beta - 1) (1 + T^(1 - 1/beta)), what is left of the two contributions without the "
    "subdominant correction, is of the order 1 - T^(-(1 - 1/beta)), T = eta k.",
    printed=up_to_constants(*SIGN),
    lemmas={bounds.HALVED: bounds.LEMMAS[bounds.HALVED]},
    because={
        "": served(
            SIGN[1],
            (ONE, steep(2 ** (b / (b - 1)))),
            ONE,
            3 * ONE,
            (Put(Lemma(bounds.HALVED), {b: beta, v: SGD_T}),),
            {**POINT, beta: 2 * ONE, k: sp.Integer(10)},
            STEEP,
        )
    },
    against={"": fails_where_t_is_1(SIGN[0], (), {beta: 2 * ONE})},
    note="What is left is 1 + T^(-(1 - 1/beta)): the minus sign does not come from it. Up to "
    "constants, and away from T = 1, it does not matter. That the correction is subdominant is a "
    "claim of its own.",
)

P = 1 / beta
LATE_IN_Z = (SGD_END, SGD_T)  # from where to where z goes
IN_Z = sp.Integral(z**-P * (1 - sp.exp(-z)), (z, *LATE_IN_Z))
PLAIN_IN_Z = sp.Integral(z**-P, (z, *LATE_IN_Z))
VALUE = (SGD_T ** (1 - P) - SGD_END ** (1 - P)) / (1 - P)
LAST = 1 - d ** -(1 - P)
WEIGHT, ITS_ORDER, ITS_NOISE, OF_ORDER_1 = (
    "the weight is of order 1",
    "its order",
    "the noise integral",
    "of order 1",
)
_late = {
    name: regime(left, law, STEEP, (), (SGD_END,), many=False)
    for name, left, law in (
        (WEIGHT, IN_Z, PLAIN_IN_Z),
        (ITS_ORDER, VALUE, SGD_T ** (1 - P)),
        (ITS_NOISE, E_5, LAST),
        (OF_ORDER_1, LAST, ONE),
    )
}
_of_d = {
    name: or_many_coordinates(_late[name], WHICH_D, denied=True) for name in (ITS_ORDER, OF_ORDER_1)
}


def _in_many(name, low, high, using):
    """Argue for a law of case 2 where there are two coordinates at least."""
    statement = _of_d[name].options[SOME_CONSTANT].options[MANY_COORDINATES]
    order, _ = bounded(statement, (K1, 2 * ONE), low, high, using)
    return in_many(_of_d[name], (K1,), order, _point)


def _fails_at_one(name, using):
    """Argue against a law of case 2 at d = 1, for any constants and for those that serve."""
    task = {beta: 2 * ONE}
    return ByReading(
        {
            AT_ONE: fails_at(_late[name][0], {**ONE_STEP, d: ONE}, using, task, 1),
            **none_serves_at_one(_of_d[name], task, {eta: LIMIT, B: ONE, k: ONE}, using),
        }
    )


_point = {**POINT, beta: 2 * ONE, k: sp.Integer(256)}
_late_given = (*GIVEN[:-1], d >= 1, *STEEP, K1 > 0, sp.Ge(SGD_END, K1, evaluate=False))
_inside = (z > 0, beta > 1, K1 > 0, z >= K1)
_weight_least = Integrate(
    Solve(
        z**-P * (1 - sp.exp(-z)) >= bounds.LEAST_OF_WEIGHT * z**-P,
        _inside,
        (Put(Lemma(bounds.GROWS), {v: z, y: K1}),),
    ),
    *(z, *LATE_IN_Z, _late_given),
)
_weight_most = Integrate(
    Solve(z**-P * (1 - sp.exp(-z)) <= z**-P, _inside, (Put(Lemma(bounds.POSITIVE), {v: -z}),)),
    *(z, *LATE_IN_Z, _late_given),
)
_rest = 2 ** (1 - beta)
_last_least = 1 - 2 ** -(1 - P)
_last_is_positive = Put(Lemma(bounds.HALVES), {v: 1 - P})
_last = Put(Lemma(bounds.FALLS), {v: 2 * ONE, h: d, p: 1 - P})

STEP_CASE_2 = Claim(
    id="signsgd-scaling/lem-E.5-step-case2",
    title="The noise integral at late times",
    source=Source(appendix="appendix E.2, proof of lemma E.5, case 2"),
    words="From T = eta k = d^beta on the integral over z is of the order of that without 1 - "
    "exp(-z), whose value is of the order T^(1 - 1/beta); so the noise integral is of the order 1 "
    "- d^(-(1 - 1/beta)), which is of order 1.",
    printed={
        WEIGHT: up_to_constants(*_late[WEIGHT]),
        ITS_ORDER: _of_d[ITS_ORDER],
        ITS_NOISE: up_to_constants(*_late[ITS_NOISE]),
        OF_ORDER_1: _of_d[OF_ORDER_1],
        "its value": ForAll(
            eq(PLAIN_IN_Z, VALUE),
            {
                "section 2": (*GIVEN[:2], d >= 1),
                HERE: (k >= 1,),
                "lemma E.5": STEEP,
            },
        ),
    },
    lemmas={
        **bounds.LEMMAS,
        **bounds.OF_LAST,
        "a power of the lower end": ForAll(
            eq((T * h**-b) ** (1 - 1 / b), T ** (1 - 1 / b) * h ** (1 - b)),
            given=(T > 0, h > 0, b > 1),
        ),
    },
    because={
        "its value": Solve(
            eq(PLAIN_IN_Z, VALUE),
            (*GIVEN[:2], d >= 1, k >= 1, *STEEP),
            (Put(Lemma(bounds.SMALL_POWER), {p: P, y: SGD_END, h: SGD_T}),),
        ),
        WEIGHT: whatever(
            _late[WEIGHT],
            (K1,),
            bounds.LEAST_OF_WEIGHT,
            ONE,
            (_weight_least, _weight_most, Put(Lemma(bounds.BELOW_1), {v: K1})),
            _point,
        ),
        ITS_ORDER: ByReading(
            _in_many(
                ITS_ORDER,
                (1 - _rest) / (1 - P),
                1 / (1 - P),
                (
                    Put(Lemma("a power of the lower end"), {**AT_E_5, h: d}),
                    Solve(SGD_T > 0, (*_late_given, d >= 2)),
                    Put(Lemma(bounds.HALVES), {v: beta - 1}),
                    Put(Lemma(bounds.FALLS), {v: 2 * ONE, h: d, p: beta - 1}),
                ),
            )
        ),
        ITS_NOISE: whatever(
            _late[ITS_NOISE],
            (K1,),
            bounds.LEAST_OF_WEIGHT / (beta - 1),
            beta / (beta - 1),
            (Put(bounds.STEEP_FROM_1, AT_E_5), Put(Lemma(bounds.BELOW_1), {v: K1})),
            _point,
        ),
        OF_ORDER_1: ByReading(_in_many(OF_ORDER_1, _last_least, ONE, (_last_is_positive, _last))),
    },
    against={ITS_ORDER: _fails_at_one(ITS_ORDER, ()), OF_ORDER_1: _fails_at_one(OF_ORDER_1, ())},
    note="The product itself is 1 - d^(-(beta - 1)), which has the order of the noise integral for "
    "every d; from d = 2 on all of these are of order 1. At d = 1 it is 0.",
)

# -- lemma F.7 -------------------------------------------------------------------------------------

F_7 = noise(ONE, SIGN_T)
F_7_EARLY = regime(F_7, sp.log(SIGN_T), (), (SIGN_T / d,), (SIGN_T,), many=False)
F_7_LATE = regime(F_7, sp.log(d), (), (), (SIGN_T / d,), many=False)
AT_F_7 = {T: SIGN_T}

LEM_F_7 = Claim(
    id="signsgd-scaling/lem-F.7",
    title="The noise integral of SignSGD for beta = 2",
    source=Source(appendix="appendix F.2, lemma F.7"),
    words="The integral of (1 - exp(-T / j)) / j from 1 to d, T = eta sqrt(B) k, is of the order "
    "log T up to T = d and log d from there on.",
    printed={EARLY: up_to_constants(*F_7_EARLY), LATE: up_to_constants(*F_7_LATE)},
    lemmas=bounds.LEMMAS,
    because={
        EARLY: served(
            F_7_EARLY[1],
            (ONE, 3 * ONE),
            1 - sp.exp(-1),
            2 * ONE,
            (
                Put(bounds.LOG_AT_MOST, AT_F_7),
                Put(bounds.LOG_AT_LEAST, AT_F_7),
                Put(Lemma(bounds.BELOW_1), {v: ONE}),
            ),
            {**POINT, k: sp.Integer(4)},
        ),
        LATE: whatever(
            F_7_LATE,
            (K1,),
            bounds.LEAST_OF_WEIGHT,
            ONE,
            (Put(bounds.LOG_LATE, AT_F_7), Put(Lemma(bounds.BELOW_1), {v: K1})),
            {**POINT, k: sp.Integer(16)},
        ),
    },
    against={
        EARLY: fails_where_t_is_1(
            F_7_EARLY[0],
            (
                Put(bounds.FIRST_TWO, {b: ONE, T: ONE, d: 2 * ONE, y: ONE / 2}),
                Put(Lemma(bounds.BELOW_1), {v: ONE / 2}),
            ),
            {},
        )
    },
    uses=("signsgd-scaling/eq-27",),
    note="At T = 1 the logarithm is 0 and the integral is not; from some T > 1 on the law holds.",
)

# -- lemma F.8 -------------------------------------------------------------------------------------

FLAT = (beta > 1, beta < 2)
AT_F_8 = {b: beta / 2, T: SIGN_T}
BETWEEN_1_AND_2 = {**POINT, beta: sp.Rational(3, 2)}


def flat(term):
    """Return a constant of the bounds for lemma F.8."""
    return substitute(term, AT_F_8)


F_8 = noise(beta / 2, SIGN_T)
F_8_EARLY = regime(F_8, SIGN_T ** (2 / beta - 1), FLAT, (SIGN_END,), (SIGN_T,), many=False)
F_8_LATE = regime(F_8, d ** (1 - beta / 2), FLAT, (), (SIGN_END,), many=False)
F_8_EARLY_OF_D = up_to_constants(every_of_many(F_8_EARLY[0], WHICH_D), F_8_EARLY[1])
F_8_LATE_OF_D = or_many_coordinates(F_8_LATE, WHICH_D, denied=True)
_AT_F_8 = {beta: sp.Rational(3, 2)}, sp.Rational(3, 4)
_sizes = (K1 > 0, K2 > 0, SIGN_T >= K1, sp.Le(SIGN_END, K2, evaluate=False))
_needed = (b > HALF, b < 1, d >= 1, T > 0, b > 0)
_flat_order = Cut(
    Put(bounds.FLAT_ORDER, AT_F_8),
    (Solve(sp.And(B >= 0, flat(sp.And(*_needed))), (*GIVEN, *FLAT, *_sizes)),),
)
LEM_F_8 = Claim(
    id="signsgd-scaling/lem-F.8",
    title="The noise integral of SignSGD for 1 < beta < 2",
    source=Source(appendix="appendix F.2, lemma F.8"),
    words="The integral of j^(-beta/2) (1 - exp(-T j^(-beta/2))) from 1 to d is of the order "
    "T^(2/beta - 1) up to T = d^(beta/2) and d^(1 - beta/2) from there on, T = eta sqrt(B) k.",
    printed={EARLY: F_8_EARLY_OF_D, LATE: F_8_LATE_OF_D},
    lemmas=bounds.LEMMAS,
    because={
        EARLY: ByReading(
            {
                SOME_CONSTANT: served_from_2(
                    *(F_8_EARLY[1], _flat_order, SIGN_END, SIGN_T),
                    *((*GIVEN[:-1], *FLAT), {**BETWEEN_1_AND_2, k: sp.Integer(2)}),
                ),
                **whatever_in_many(
                    *(F_8_EARLY_OF_D.options[ANY_CONSTANT], (K2, K1), _flat_order),
                    {**BETWEEN_1_AND_2, k: sp.Integer(2)},
                ),
            }
        ),
        LATE: ByReading(
            in_many(
                F_8_LATE_OF_D,
                (K1,),
                bounded(
                    F_8_LATE_OF_D.options[SOME_CONSTANT].options[MANY_COORDINATES],
                    (K1, 2 * ONE),
                    flat(bounds.LEAST_LATE),
                    flat(1 / (1 - b)),
                    (
                        Put(bounds.FLAT_LATE, AT_F_8),
                        Put(Lemma(bounds.BELOW_1), {v: K1}),
                        Put(Lemma(bounds.HALVES), {v: 1 - beta / 2}),
                    ),
                )[0],
                {**BETWEEN_1_AND_2, k: sp.Integer(8)},
            )
        ),
    },
    against={
        EARLY: ByReading({AT_ONE: fails_at_one_coordinate(F_8_EARLY[0], *_AT_F_8)}),
        LATE: ByReading(
            {
                AT_ONE: fails_at_one_coordinate(F_8_LATE[0], *_AT_F_8),
                **no_noise_at_one(F_8_LATE_OF_D, *_AT_F_8),
            }
        ),
    },
    note="At d = 1 the integral is 0 and its law is not. From d = 2 on both laws hold for every "
    "constant; up to the end a constant that serves leaves d = 1 out.",
    uses=("signsgd-scaling/eq-28",),
)
