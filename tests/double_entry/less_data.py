"""Second entries of section 4.2 and appendix A of the paper on less data, from the page."""

import sympy as sp
from sympy.logic.boolalg import And, Implies, Or

from theory.argument_language import States
from theory.binders import SequenceOf
from theory.choices import Ambiguous
from theory.claim import ForAll
from theory.language import DEFINES, eq, integers, le, reals
from theory.papers.less_data.notation import (
    CHANCE,
    PR_NORM,
    PR_NORM_RANDOM,
    B,
    C,
    N,
    T,
    V,
    a,
    across,
    angle,
    c,
    clip,
    d,
    delta,
    delta_1,
    delta_2,
    drift,
    eta,
    f,
    gains,
    i,
    j,
    law_of_a,
    law_of_q,
    margin,
    moment,
    norm,
    norm_at,
    opposite,
    other,
    p_pz,
    path,
    q,
    r,
    radius,
    rest,
    s,
    share,
    side,
    spectrum,
    step_size,
    t,
    target,
    u_side,
    w,
    w1,
    w2,
    weights,
    x,
    x1,
    y,
    z,
    z_minus,
    z_plus,
)
from theory.quantifiers import Every, Some
from theory.sequences import Indicator, Law, Mean, Signs, Sphere

half, three_quarters = sp.Rational(1, 2), sp.Rational(3, 4)
PAIR = (d >= 2,)
SIZES = (N >= 1, d >= 3)


def total(term, index=i):
    """Return a sum over the coordinates."""
    return sp.Sum(term, (index, 1, d))


def there_is(constant, says, sizes, *given):
    """Return that some positive constant serves for all sizes."""
    holds = Implies(And(*given), says, evaluate=False)
    for size in reversed(sizes):
        holds = Every(size, holds)
    return States(Some(constant, And(constant > 0, holds)))


# -- the neuron ------------------------------------------------------------------------------------

WITHIN = (eq(w1**2 + w2**2 + rest**2, 1),)  # of a only updates say that |a| <= 1
NEURON = {
    "section 4.2": ForAll(DEFINES, given=(*WITHIN, eq(f, a * z**2 / 2 - 1))),
    "appendix": ForAll(DEFINES, given=(*WITHIN, eq(f, a * z**2 / 2))),
}
elsewhere = reals("z_rest")


def derivative(less, value, of):
    """Return the derivative of the loss of one sample."""
    return sp.Derivative(-y * (a * value**2 / 2 - less), of)


first_weight = w1 * x1 + elsewhere
one_of = integers("n''")


def input_of(which):
    """Return an input of one of N samples, which follow each other in one string."""
    return x[(one_of - 1) * d + which - 1]


def averaged(term):
    """Return the mean over N samples."""
    return sp.Sum(term, (one_of, 1, N)) / N


EACH = (d >= 2, N >= 1)
EACH_ROW = (*EACH, i >= 1, i <= d)
of_label, before_square = input_of(1) * input_of(2), total(input_of(j) * w[j], j)
slope_a = averaged(-of_label * before_square**2 / 2)
slope_w = averaged(-a * of_label * before_square * input_of(i))
times_w = total(averaged(of_label * input_of(i) * input_of(j)) * w[j], j)
form_of_samples = total(w[i] * times_w)
STEP = {
    **{f"a, {n}": ForAll(eq(derivative(n, z, a), -y * z**2 / 2)) for n in (0, 1)},
    **{
        f"w, {n}": ForAll(eq(derivative(n, first_weight, w1), -y * a * first_weight * x1))
        for n in (0, 1)
    },
    "a, N samples": States(eq(slope_a, -form_of_samples / 2), given=EACH),
    "w, N samples": States(eq(slope_w, -a * times_w), given=EACH_ROW),
    "a, updated": States(
        eq(clip(a - eta * slope_a), clip(a + eta / 2 * form_of_samples)), given=EACH
    ),
    "w, updated": States(
        eq(
            (w[i] - eta * slope_w) / sp.sqrt(total((w[i] - eta * slope_w) ** 2)),
            (w[i] + eta * a * times_w) / sp.sqrt(total((w[i] + eta * a * times_w) ** 2)),
        ),
        given=(*EACH_ROW, total((w[i] + eta * a * times_w) ** 2) > 0),
    ),
}


def entry(row, column):
    """Return an entry of e_1 e_2^T + e_2 e_1^T."""
    return Indicator(Or(And(eq(row, 1), eq(column, 2)), And(eq(row, 2), eq(column, 1))))


def mean(term):
    """Return the mean over one sample."""
    return Mean(term, x, Signs(d))


INSIDE = (*PAIR, i >= 1, i <= d)
label = x[0] * x[1]
image = total(entry(i, j) * other[j], j)
population_form = total(other[i] * image)
far = Every(i, Implies(And(i >= 3, i <= d), eq(other[i], 0), evaluate=False))
length = total(other[i] ** 2)
POPULATION = {
    "entries": States(
        eq(mean(label * x[i - 1] * x[j - 1]), entry(i, j)), given=(*INSIDE, j >= 1, j <= d)
    ),
    "u_+": States(eq(image, other[i]), given=(*INSIDE, far, eq(other[1], other[2]))),
    "u_-": States(eq(image, -other[i]), given=(*INSIDE, far, eq(other[1], -other[2]))),
    "others": States(
        eq(image, 0),
        given=(*INSIDE, eq(other[1] + other[2], 0), eq(other[1] - other[2], 0)),
    ),
    "norm": States(le(sp.Abs(population_form), length), given=PAIR),
    "is 1": States(Some(other, And(eq(length, 1), eq(sp.Abs(population_form), 1))), given=PAIR),
}

# -- lemma 1 ---------------------------------------------------------------------------------------

inner = total(w[i] * x[i - 1])
sample = label * inner**2
UNIT = eq(total(w[i] ** 2), 1)
two_squares = w[1] ** 2 + w[2] ** 2
of_signs = 1 - 4 * w[1] ** 2 * w[2] ** 2
variance = mean(sample**2) - mean(sample) ** 2
example = sp.sqrt(sp.Rational(3, 8))
ITS_VALUE = ForAll(eq(p_pz(example), (2 - sp.sqrt(2)) / (8 * 3**8)))


def of_level(level, *given):
    """Return that |q| is at least a level with the probability of lemma 1."""
    return States(chance_of_level(level) >= p_pz(level), given=(*SIZES, *given))


row = integers("n'")


def q_of_samples():
    """Return q, the samples one after the other."""
    along = total(w[i] * x[d * row + i - 1])
    return sp.Sum(x[d * row] * x[d * row + 1] * along**2, (row, 0, N - 1)) / N


def chance_of_level(level):
    """Return the probability that |q| is at least a level over sqrt(N), w on the sphere."""
    is_large = Indicator(sp.Abs(q_of_samples()) >= level / sp.sqrt(N))
    return Mean(Mean(is_large, x, Signs(N * d)), w, Sphere(d))


def q_with_random_labels():
    """Return q where a label is the product of two signs that come before the inputs."""
    first = row * (d + 2)
    of_sample = x[first] * x[first + 1] * total(w[i] * x[first + i + 1]) ** 2
    return sp.Sum(of_sample, (row, 0, N - 1)) / N


def chance_with_random_labels(level):
    """Return the probability of such a level with random labels."""
    is_large = sp.Abs(q_with_random_labels()) >= level / sp.sqrt(N)
    return Mean(Mean(Indicator(is_large), x, Signs(N * (d + 2))), w, Sphere(d))


some_random_level = Implies(And(*SIZES), chance_with_random_labels(c) >= p_pz(c), evaluate=False)
RANDOM_LEVEL = States(
    Some(c, And(c > 0, c < sp.sqrt(3) / 2, Every(N, Every(d, some_random_level))))
)
some_level = Implies(And(*SIZES), chance_of_level(c) >= p_pz(c), evaluate=False)
LEVEL = {
    "c_0": Ambiguous(
        "for some c_0",
        {
            "one": States(Some(c, And(c > 0, c < sp.sqrt(3) / 2, Every(N, Every(d, some_level))))),
            "any": of_level(c, c > 0, c < sp.sqrt(3) / 2),
        },
    ),
    "sqrt(3/8)": of_level(example),
    "value": ITS_VALUE,
}
VARIANCE = {
    "E Z^2": States(
        eq(mean(sample**2), 3 * total(w[i] ** 2) ** 2 - 2 * total(w[i] ** 4)), given=PAIR
    ),
    "at least 1": States(mean(sample**2) >= 1, given=(*PAIR, UNIT)),
    "variance": States(
        And(variance >= of_signs, of_signs >= 1 - two_squares**2), given=(*PAIR, UNIT)
    ),
    "on E": States(variance >= three_quarters, given=(*PAIR, UNIT, two_squares <= half)),
}
one_less_half = 1 - half ** ((d - 2) / sp.S(2))


def chance_of_w(condition):
    """Return the probability of a condition on w at the start."""
    return Mean(Indicator(condition), w, Sphere(d))


BETA = {
    # a law is what it is below its largest value
    "law": States(
        eq(chance_of_w(two_squares <= share), 1 - (1 - share) ** ((d - 2) / sp.S(2))),
        given=(d >= 3, share >= 0, share < 1),
    ),
    "E": States(eq(chance_of_w(two_squares <= half), one_less_half), given=(d >= 3,)),
    "p_1": ForAll(one_less_half >= 1 - 2**-half, given=(d >= 3,)),
}


def mean_of_q(power, less=0):
    """Return the mean of a power of q, less its mean or not."""
    return Mean((q_of_samples() - less) ** power, x, Signs(N * d))


SAMPLES = (d >= 2, N >= 1)
FOURTH = States(le(mean_of_q(4), 3**8 * mean_of_q(2) ** 2), given=SAMPLES)
centred = {power: N ** (power // 2) * mean_of_q(power, 2 * w[1] * w[2]) for power in (2, 4)}
CENTRED = States(le(centred[4], 3**8 * centred[2] ** 2), given=SAMPLES)


def chance_of_a(condition):
    """Return the probability of a condition on a at the start."""
    return Mean(Indicator(condition), a, Law(law_of_a))


def chance_of_q(term):
    """Return the mean over q at the start."""
    return Mean(term, q, Law(law_of_q))


same_sign = And(eq(sp.sign(a), sp.sign(q)), sp.Abs(q) >= margin)
LAW_OF_A = (
    Every(y, eq(chance_of_a(a >= y), chance_of_a(a <= -y))),
    eq(chance_of_a(eq(a, 0)), 0),
)
SIGNS = States(
    eq(chance_of_q(chance_of_a(same_sign)), chance_of_q(Indicator(sp.Abs(q) >= margin)) / 2),
    given=(margin > 0, *LAW_OF_A),
)

# -- lemma 3 ---------------------------------------------------------------------------------------


def times(vector):
    """Return M u."""
    return SequenceOf(total(moment[i, j] * vector[j], j), i)


def dot(one, two):
    """Return a scalar product."""
    return total(one[i] * two[i])


before = dot(w, times(w))
moved = SequenceOf(w[i] + eta * a * times(w)[i], i)
after_it = SequenceOf(moved[i] / sp.sqrt(dot(moved, moved)), i)
change = dot(after_it, times(after_it)) - before
MATRIX = (
    d >= 1,
    Every(i, Every(j, eq(moment[i, j], moment[j, i]))),
    Every(other, le(sp.Abs(dot(other, times(other))), norm * dot(other, other))),
)
IN_LEMMA_3 = (*MATRIX, UNIT, eta > 0, le(eta * sp.Abs(a) * norm, half))
second, third = dot(w, times(times(w))), dot(w, times(times(times(w))))
denominator = 1 + 2 * eta * a * before + eta**2 * a**2 * second
PUSHED = States(Or(eq(change, 0), eq(sp.sign(change), sp.sign(a))), given=IN_LEMMA_3)
HIGHER = ForAll(DEFINES, given=(eq(s, second), eq(r, third)), instances={d: (1, 2)})
UPDATE = {
    "q^+": States(
        eq(
            dot(after_it, times(after_it)),
            (before + 2 * eta * a * second + eta**2 * a**2 * third) / denominator,
        ),
        given=IN_LEMMA_3,
    ),
    "positive": States(denominator > 0, given=IN_LEMMA_3),
    "(A.9)": States(
        eq(
            change,
            (2 * eta * a * (second - before**2) + eta**2 * a**2 * (third - before * second))
            / denominator,
        ),
        given=IN_LEMMA_3,
    ),
}


def expected(term):
    """Return the mean over the eigenvalues."""
    return total(weights[i] * term)


at_1, at_2, at_3 = (expected(spectrum[i] ** power) for power in (1, 2, 3))
EIGENVALUES = (
    *(d >= 1, Every(i, weights[i] >= 0), eq(total(weights[i]), 1)),
    Every(i, le(sp.Abs(spectrum[i]), norm)),
)
COVARIANCE = {
    "s - q^2": States(eq(at_2 - at_1**2, expected((spectrum[i] - at_1) ** 2)), given=EIGENVALUES),
    "its sign": States(at_2 - at_1**2 >= 0, given=EIGENVALUES),
    "r - q s": States(
        eq(at_3 - at_1 * at_2, expected((spectrum[i] - at_1) ** 2 * (spectrum[i] + at_1))),
        given=EIGENVALUES,
    ),
    "bound": States(le(sp.Abs(at_3 - at_1 * at_2), 2 * norm * (at_2 - at_1**2)), given=EIGENVALUES),
}

# -- lemma 5 ---------------------------------------------------------------------------------------

logarithm = sp.log(2 * d / delta)
deviation = C * (sp.sqrt(d * logarithm / N) + d * logarithm / N)
SHARES = (delta > 0, delta < 1, *SAMPLES)
NORM_BOUND, RANDOM_NORM_BOUND = (
    there_is(C, bound >= 1 - delta, (N, d, delta), *SHARES)
    for bound in (PR_NORM(d, N, 1 + deviation), PR_NORM_RANDOM(d, N, deviation))
)

# -- phase 2 ---------------------------------------------------------------------------------------

away = sp.sqrt(opposite**2 + across**2)
after_update = sp.sqrt((1 - eta * a) ** 2 * opposite**2 + across**2)
new_norm = sp.sqrt(((1 + eta * a) * u_side) ** 2 + after_update**2)
new_overlap = (1 + eta * a) * sp.Abs(u_side) / new_norm
of_divided = sp.sqrt(((1 - eta * a) * opposite / new_norm) ** 2 + (across / new_norm) ** 2)
IN_AXES = (
    *(eta > 0, eta <= half, a > 0, a <= 1, u_side**2 > opposite**2),
    *(across >= 0, eq(u_side**2 + opposite**2 + across**2, 1)),
)
RATIO = {
    "r_(t+1)": ForAll(
        eq(sp.sqrt(1 - new_overlap**2) / new_overlap, of_divided / new_overlap), given=IN_AXES
    ),
    "before the norm": ForAll(
        eq(of_divided / new_overlap, after_update / ((1 + eta * a) * sp.Abs(u_side))),
        given=IN_AXES,
    ),
    "bound": ForAll(
        after_update / ((1 + eta * a) * sp.Abs(u_side)) <= away / sp.Abs(u_side) / (1 + eta * a),
        given=IN_AXES,
    ),
    "r_t": ForAll(
        eq(
            away / ((1 + eta * a) * sp.Abs(u_side)),
            sp.sqrt(1 - u_side**2) / sp.Abs(u_side) / (1 + eta * a),
        ),
        given=IN_AXES,
    ),
}
A_STEP = (step_size > 0, step_size <= 1)
of_step = step_size / (1 + step_size)
LOGARITHM = {
    "first": ForAll(sp.log(1 + step_size) >= of_step, given=A_STEP),
    "second": ForAll(of_step >= step_size / 2, given=A_STEP),
}

# -- the start -------------------------------------------------------------------------------------

p, p_all = reals("p p_0")
ALIGNMENT = there_is(
    p,
    chance_of_w(sp.Abs(total(other[i] * w[i])) >= 1 / (2 * sp.sqrt(d))) >= p,
    (d, other),
    *PAIR,
    eq(total(other[i] ** 2), 1),
)
in_population = 2 * w[1] * w[2]
TOGETHER = (
    eq(sp.sign(a), sp.sign(q_of_samples())),
    eq(sp.sign(q_of_samples()), sp.sign(in_population)),
    sp.Abs(q_of_samples()) >= c / sp.sqrt(N),
    sp.Abs(in_population) >= three_quarters / d,
)
TOGETHER_RANDOM = (
    eq(sp.sign(a), sp.sign(q_with_random_labels())),
    sp.Abs(q_with_random_labels()) >= c / sp.sqrt(N),
    sp.sign(a) * in_population >= three_quarters / d,
)


def together(events, signs):
    """Return that there are two constants, a level and a probability."""
    all_of_them = chance_of_a(And(*events, two_squares <= 1 / d))
    chance = Mean(Mean(all_of_them, x, Signs(signs)), w, Sphere(d))
    holds = Implies(And(*SIZES, *LAW_OF_A), chance >= p_all, evaluate=False)
    found = And(c > 0, p_all > 0, Every(law_of_a, Every(N, Every(d, holds))))
    return States(Some(c, Some(p_all, found)))


# on R, where (z_+, z_-) = r (cos theta, sin theta) and u_+- = (e_1 +- e_2) / sqrt(2)
signal = z_plus**2 - z_minus**2  # w^T M w
two_theta = sp.Abs(sp.cos(2 * angle))
RING = (
    *(d >= 3, radius >= sp.Rational(9, 10) / d, radius <= 1 / d, two_theta >= sp.Rational(5, 6)),
    *(eq(z_plus, (w1 + w2) / sp.sqrt(2)), eq(z_minus, (w1 - w2) / sp.sqrt(2))),
    *(eq(radius, z_plus**2 + z_minus**2), eq(z_plus, sp.sqrt(radius) * sp.cos(angle))),
    eq(z_minus, sp.sqrt(radius) * sp.sin(angle)),
)
in_p_0 = And(
    *(eq(sp.Abs(2 * w1 * w2), sp.Abs(signal)), eq(sp.Abs(signal), radius * two_theta)),
    *(radius * two_theta >= three_quarters / d, sp.sqrt(radius) <= 1 / sp.sqrt(d)),
)
steep = sp.Abs(2 * w[1] * w[2]) >= sp.Rational(5, 6) * two_squares
EVENTS = {
    "in P_0": States(in_p_0, given=RING),
    "radius": there_is(
        p,
        chance_of_w(And(two_squares >= sp.Rational(9, 10) / d, two_squares <= 1 / d)) >= p,
        (d,),
        d >= 3,
    ),
    "angle": there_is(p, chance_of_w(And(steep, two_squares > 0)) >= p, (d,), d >= 3),
}

# -- phase 1 as a whole ----------------------------------------------------------------------------


def weights_at(step):
    """Return the input weights after some updates."""
    return SequenceOf(path[step, i], i)


def q_at(step):
    """Return q after some updates."""
    return dot(weights_at(step), times(weights_at(step)))


updated = SequenceOf(path[t, i] + eta * gains[t] * times(weights_at(t))[i], i)
in_step = And(t >= 0, i >= 1, i <= d)
w_next = eq(path[t + 1, i], updated[i] / sp.sqrt(dot(updated, updated)))
a_after = eq(gains[t + 1], clip(gains[t] + eta / 2 * q_at(t)))
PHASE_1 = (
    *MATRIX,
    Every(t, Implies(t >= 0, a_after, evaluate=False)),
    Every(t, Every(i, Implies(in_step, w_next, evaluate=False))),
    eq(dot(weights_at(0), weights_at(0)), 1),
    *(target > 0, target <= 1, eta > 0, le(eta * target * norm, half)),
    *(margin > 0, sp.Abs(q_at(0)) >= margin, eq(sp.sign(gains[0]), sp.sign(q_at(0)))),
)
earlier = integers("t'")


def none_reached(*last):
    """Return that no |a| up to a place, or before it, is a_* or more."""
    below = Implies(And(earlier >= 0, *last), sp.Abs(gains[earlier]) < target, evaluate=False)
    return Every(earlier, below)


excess = sp.Max(target - sp.Abs(gains[0]), 0)
T_STAR = (T >= 0, sp.Abs(gains[T]) >= target, none_reached(earlier < T))
in_time = sp.ceiling(2 * excess / (eta * margin)) >= T
TIME = States(Some(T, And(*T_STAR[:2], in_time)), given=PHASE_1)  # then the first is in time, too
KEPT = States(
    And(
        eq(sp.sign(gains[t]), sp.sign(q_at(t))),
        eq(sp.sign(q_at(t)), sp.sign(q_at(0))),
        sp.Abs(q_at(t)) >= sp.Abs(q_at(0)),
        sp.Abs(q_at(0)) >= margin,
    ),
    given=(*PHASE_1, t >= 0, none_reached(earlier <= t)),
)
shift = SequenceOf(path[T, i] - path[0, i], i)
drift_bound = 8 * norm / margin * target * excess + 4 * eta * norm * target
DRIFT = States(
    le(sp.sqrt(total(shift[i] ** 2)), drift_bound),
    given=(*PHASE_1, *T_STAR),
)


def overlap(one, two):
    """Return the overlap with u."""
    return (one + side * two) / sp.sqrt(2)


MOVED_OVERLAP = {
    "event": ForAll(
        overlap(w1 + delta_1, w2 + delta_2) ** 2 >= sp.Max(sp.Abs(overlap(w1, w2)) - drift, 0) ** 2,
        given=(eq(sp.Abs(side), 1), drift >= 0, delta_1**2 + delta_2**2 <= drift**2),
    ),
    "epsilon": DRIFT,
}

# -- the end of phase 1 ----------------------------------------------------------------------------

NEAR = (
    *(d >= 3, sp.Abs(2 * w1 * w2) >= three_quarters / d),
    *(w1**2 + w2**2 <= 1 / d, delta_1**2 + delta_2**2 <= 1 / (16 * d)),
)
left_over = (sp.sqrt(3) / 2 - sp.Rational(1, 4)) / sp.sqrt(d)
is_sign = (Or(eq(side, 1), eq(side, -1)), side * w1 * w2 > 0)
same = 2 * w1 * w2 * (2 * (w1 + delta_1) * (w2 + delta_2)) > 0
END = {
    "sign": ForAll(same, given=NEAR),
    "overlap": States(
        sp.Abs(overlap(w1, w2) + overlap(delta_1, delta_2)) >= left_over, given=(*NEAR, *is_sign)
    ),
    "half": ForAll(left_over >= 1 / (2 * sp.sqrt(d)), given=(d >= 3,)),
}
sum_of_both = SequenceOf(w[i] + other[i], i)
back = SequenceOf(sum_of_both[i] / sp.sqrt(dot(sum_of_both, sum_of_both)) - w[i], i)
NORMALISED = States(
    le(sp.sqrt(dot(back, back)), 4 * sp.sqrt(dot(other, other))),
    given=(d >= 1, UNIT, le(sp.sqrt(dot(other, other)), half)),
)


def chance(condition):
    """Return the probability of a condition on what chance decides."""
    return Mean(Indicator(condition), V, Law(CHANCE))


stays = Implies(sp.Abs(a) < target, le(eta * sp.Abs(a) * norm_at(V), half), evaluate=False)
STABLE = States(
    chance(Every(a, stays)) >= 1 - delta,
    given=(
        *(delta > 0, delta < 1, eta > 0, B > 0, target <= sp.Min(1, 1 / (2 * eta * B))),
        chance(norm_at(V) <= B) >= 1 - delta,
    ),
)

HAS_NORM = Every(share, eq(chance(norm_at(V) <= share), PR_NORM(d, N, share)))
STABLE_WITH_BOUND = there_is(
    C,
    Implies(
        target <= 1 / (2 * eta * (1 + deviation)),
        chance(Every(a, stays)) >= 1 - delta,
        evaluate=False,
    ),
    (norm_at, N, CHANCE, target, d, delta, eta),
    *(*SHARES, eta > 0, target <= 1, HAS_NORM),
)

ENTRIES = {
    "less-data/def-quadratic-neuron": NEURON,
    "less-data/eq-1": STEP,
    "less-data/eq-M-population": POPULATION,
    "less-data/lem-1": LEVEL,
    "less-data/lem-1-step-mean": States(eq(mean(sample), 2 * w[1] * w[2]), given=PAIR),
    "less-data/lem-1-step-variance": VARIANCE,
    "less-data/lem-1-step-beta": BETA,
    "less-data/lem-1-step-example": ITS_VALUE,
    "less-data/eq-A.7": FOURTH,
    "less-data/cor-5": RANDOM_LEVEL,
    "less-data/lem-2": SIGNS,
    "less-data/lem-3": PUSHED,
    "less-data/eq-A.8": HIGHER,
    "less-data/eq-A.9": UPDATE,
    "less-data/lem-3-step-covariance": COVARIANCE,
    "less-data/lem-4": {"before the end": KEPT, "time": TIME},
    "less-data/eq-A.10": TIME,
    "less-data/lem-7": DRIFT,
    "less-data/lem-8": MOVED_OVERLAP,
    "less-data/lem-11": END,
    "less-data/lem-7-step-normalisation": NORMALISED,
    "less-data/cor-4": {"B of lemma 5": STABLE_WITH_BOUND, "any such B": STABLE},
    "less-data/lem-5": NORM_BOUND,
    "less-data/cor-6": RANDOM_NORM_BOUND,
    "less-data/eq-A.11": RATIO,
    "less-data/lem-6-step-log": LOGARITHM,
    "less-data/lem-9": ALIGNMENT,
    "less-data/lem-10": together(TOGETHER, N * d),
    "less-data/lem-12": together(TOGETHER_RANDOM, N * (d + 2)),
    "less-data/lem-10-step-radial": EVENTS,
    "less-data/lem-10-step-fourth-moment": CENTRED,
}
