"""Section C.1: kernel regression, and linear regression as a special case of it.

A finite measure space of two points carries the algebra: a kernel is then a symmetric positive
semidefinite matrix. Series sum_j j^-p are decided by their blocks between n and 2 n.
"""

import sympy as sp

from theory.argument_language import States
from theory.arguments import (
    Assume,
    Choose,
    Cut,
    Generalise,
    Give,
    Induct,
    LastTerm,
    Lemma,
    Met,
    Put,
    Solve,
    Specialise,
)
from theory.binders import SequenceOf, substitute
from theory.choices import Ambiguous
from theory.claim import ByHand, ByReading, Claim, ForAll, Missing, SameOrder, Source
from theory.existence import by_values, given_at, met
from theory.hints import Keeps, Within
from theory.language import integers, reals
from theory.orders import Order
from theory.papers.signsgd_scaling import critical_exponents as critical
from theory.papers.signsgd_scaling import linear_kernel_argument as linear_kernel
from theory.papers.signsgd_scaling import notation as paper
from theory.papers.signsgd_scaling import trace_denial
from theory.papers.signsgd_scaling.notation import alpha, beta, high, low
from theory.places import HERE
from theory.quantifiers import Every, Some, inhabited

a, b, c, f, g, w = reals("a b c f g w")
POINTS = (w >= 0, w <= 1)  # weights w and 1 - w


def form(one, two):
    """Return the quadratic form of the kernel ((a, b), (b, c))."""
    return a * one**2 + 2 * b * one * two + c * two**2


TRACE = w * a + (1 - w) * c  # the integral of K(x, x)
KERNEL = (a >= 0, c >= 0, a * c >= b**2)
VALUES = (a * f + b * g, b * f + c * g)  # of f K(x_1, .) + g K(x_2, .), whose norm is form(f, g)

LEM_C_2 = Claim(
    id="signsgd-scaling/lem-C.2",
    title="The kernel space lies in the square integrable functions",
    source=Source(appendix="appendix C.1.1, lemma C.2"),
    words="The squared L2 norm is at most the integral of K(x, x) times the squared kernel norm.",
    printed=Missing(
        "functions on any space of points, among them a kernel, of two points, and the members of "
        "its Hilbert space, and means over a probability measure on such a space"
    ),
    lemmas={
        "at a point": ForAll(given=KERNEL, says=VALUES[0] ** 2 <= a * form(f, g)),
        "integrated": ForAll(
            given=(*KERNEL, *POINTS),
            says=w * VALUES[0] ** 2 + (1 - w) * VALUES[1] ** 2 <= TRACE * form(f, g),
        ),
    },
    because={"": ByHand()},
    note="Two points with weights w and 1 - w, every kernel and every function. The general case "
    "is the first part, integrated.",
)

HILBERT_SCHMIDT = Claim(
    id="signsgd-scaling/txt-hilbert-schmidt",
    title="The integral operator is Hilbert-Schmidt",
    source=Source(appendix="appendix C.1.1, after lemma C.2"),
    words="K(x, y)^2 <= K(x, x) K(y, y), and so the integral of K^2 is at most the square of the "
    "integral of K(x, x).",
    printed=Missing("integrals over a probability space, and kernels on it"),
    lemmas={
        "at a pair of points": ForAll(
            says=b**2 <= a * c,
            given=tuple(form(*v) >= 0 for v in ((1, 0), (0, 1), (1, 1), (1, -1), (-b, a), (c, -b))),
        ),
        "integrated": ForAll(
            given=(*KERNEL, *POINTS),
            says=w**2 * a**2 + 2 * w * (1 - w) * b**2 + (1 - w) ** 2 * c**2 <= TRACE**2,
        ),
    },
    because={"": ByHand()},
    note="Positive semidefinite is written at the vectors that matter.",
)

# -- source and capacity ---------------------------------------------------------------------------

m1, m2, f1, f2, g1, g2, r, R = reals("mu_1 mu_2 f_1 f_2 g_1 g_2 r R")
MODES = (m1 > 0, m2 > 0, r > 0)

_j, _d = paper.j, paper.d
_f, _g, _mu = paper.modes, paper.image, paper.spectrum
NOT_RISING = Every(
    _j, sp.Implies(_j >= 1, sp.And(_mu[_j] >= 0, _mu[_j + 1] <= _mu[_j]), evaluate=False)
)


def _up_to_positive(*says):
    """Return what holds for all numbers of modes with positive eigenvalues."""
    there = sp.And(_d >= 1, _mu[_d] > 0)
    return Every(_d, sp.Implies(there, sp.And(*says), evaluate=False))


_QUOTIENTS = _up_to_positive(
    sp.Sum(_f[_j] ** 2 / _mu[_j] ** (2 * paper.r), (_j, 1, _d)) <= paper.R**2
)
_FROM_G = Some(
    _g,
    _up_to_positive(
        paper.eq(_f[_d], _mu[_d] ** paper.r * _g[_d]),
        sp.Sum(_g[_j] ** 2, (_j, 1, _d)) <= paper.R**2,
    ),
)
SOURCE_SAME = sp.And(
    sp.Implies(_FROM_G, _QUOTIENTS, evaluate=False),
    sp.Implies(_QUOTIENTS, _FROM_G, evaluate=False),
)

ASM_C_3 = Claim(
    id="signsgd-scaling/asm-C.3",
    title="Source condition",
    source=Source(appendix="appendix C.1.1, assumption C.3"),
    words="f = T^r g with a g of norm R at most is the same as sum f_j^2 / mu_j^(2r) <= R^2.",
    printed={
        "with coordinates of g": States(
            SOURCE_SAME, {"appendix C.1.1": (NOT_RISING,), HERE: (paper.r > 0, paper.R > 0)}
        ),
    },
    lemmas={
        "the sum is the squared norm of g": ForAll(
            given=MODES,
            where={f1: m1**r * g1, f2: m2**r * g2},
            says=sp.Eq(f1**2 / m1 ** (2 * r) + f2**2 / m2 ** (2 * r), g1**2 + g2**2),
        ),
        "every f with a finite sum comes from a g": ForAll(
            given=MODES,
            where={g1: f1 / m1**r, g2: f2 / m2**r},
            says=sp.And(sp.Eq(m1**r * g1, f1), sp.Eq(m2**r * g2, f2)),
        ),
    },
    because={"with coordinates of g": ByHand()},
    note="The sums are over the positive eigenvalues: of a zero eigenvalue f has no part, and the "
    "quotient is to be left out. T^r g has the coordinates mu_j^r g_j by its definition. The "
    "auxiliary statements have two modes.",
)

i, k = integers("i k")
p, gamma, Q, n = reals("p gamma Q n")

m = integers("n")


def trace(last):
    """Return the sum of the first powers mu_j^gamma."""
    return sp.Sum(paper.spectrum[paper.j] ** paper.gamma, (paper.j, 1, last))


TRACE_BOUNDED = Every(paper.d, sp.Implies(paper.d >= 1, trace(paper.d) <= paper.Q, evaluate=False))
CAPACITY = (paper.gamma > 0, paper.gamma <= 1, paper.Q > 0, TRACE_BOUNDED)
_power = paper.spectrum[m] ** paper.gamma
_falls = Specialise(Assume(NOT_RISING), m)
_next_falls = Specialise(Assume(NOT_RISING), m + 1)
_trace_given = (paper.gamma > 0, paper.gamma <= 1, NOT_RISING)
_smaller = Solve(
    sp.And(paper.spectrum[m + 1] ** paper.gamma <= _power, _power >= 0),
    (*_trace_given, m >= 1),
    (
        _falls,
        _next_falls,
        Put(Lemma("powers rise"), {p: paper.spectrum[m + 1], a: paper.spectrum[m]}),
    ),
)
_has_terms = Solve(
    paper.spectrum[paper.j] >= 0,
    (NOT_RISING, paper.j >= 1),
    (Specialise(Assume(NOT_RISING), paper.j),),
)
_pair = {a: paper.spectrum[m + 1] ** paper.gamma, b: _power}
N_TIMES = Induct(
    m * _power <= trace(m),
    m,
    1,
    base=Solve(
        paper.spectrum[1] ** paper.gamma <= trace(sp.S.One),
        _trace_given,
        (
            LastTerm(trace(sp.S.One), _trace_given, (_has_terms,)),
            Specialise(Assume(NOT_RISING), sp.S.One),
        ),
    ),
    step=Solve(
        (m + 1) * paper.spectrum[m + 1] ** paper.gamma <= trace(m + 1),
        (*_trace_given, m >= 1, m * _power <= trace(m)),
        (
            LastTerm(trace(m + 1), (*_trace_given, m >= 1), (_has_terms,)),
            *(_smaller, _falls, _next_falls),
            Solve(
                m * paper.spectrum[m + 1] ** paper.gamma <= m * _power,
                (*_trace_given, m >= 1),
                (
                    *(_smaller, _falls, _next_falls),
                    Put(Solve(p * a <= p * b, (p >= 0, a <= b)), {p: m, **_pair}),
                ),
            ),
        ),
    ),
)
_own = paper.spectrum[paper.j] ** paper.gamma
_ROOT_GIVEN = (paper.gamma > 0, paper.Q > 0, paper.j >= 1, paper.j * _own <= paper.Q)
_decay = paper.spectrum[paper.j] <= paper.Q ** (1 / paper.gamma) * paper.j ** (-1 / paper.gamma)

_DECAY_GIVEN = (NOT_RISING, *CAPACITY, paper.j >= 1)


def _no_trace(last):
    return sp.Sum(sp.S.Zero, (paper.j, 1, last))


_NO_TRACE = Induct(
    paper.eq(_no_trace(paper.d), 0),
    paper.d,
    1,
    base=LastTerm(_no_trace(sp.S.One)),
    step=Solve(
        paper.eq(_no_trace(paper.d + 1), 0),
        (paper.d >= 1, paper.eq(_no_trace(paper.d), 0)),
        (LastTerm(_no_trace(paper.d + 1), (paper.d >= 1,)),),
    ),
)
_NO_SPECTRUM = {
    paper.spectrum: SequenceOf(sp.S.Zero, i),
    **dict.fromkeys((paper.gamma, paper.Q, paper.j), 1),
}

_bound = reals("M_1")


def _bounded(most):
    """Return that all partial sums are at most a number."""
    return substitute(TRACE_BOUNDED, {paper.Q: most})


_HAS_TRACE = Some(paper.Q, sp.And(paper.Q > 0, TRACE_BOUNDED))
_SUMMABLE = Some(_bound, _bounded(_bound))
_larger = sp.Max(_bound, 1)
_below_larger = Generalise(
    Solve(
        _bounded(_larger).body,
        (_bounded(_bound),),
        (Specialise(Assume(_bounded(_bound)), paper.d),),
    ),
    paper.d,
)
_OF_SPECTRUM = (paper.gamma > 0, paper.gamma <= 1)
_TRACE_TO_SUM = Choose(
    Assume(_HAS_TRACE),
    Give(Solve(TRACE_BOUNDED, (_HAS_TRACE.args[1],)), _SUMMABLE, paper.Q),
    paper.Q,
)
_SUM_TO_TRACE = Choose(
    Assume(_SUMMABLE),
    Give(
        Solve(
            substitute(_HAS_TRACE.args[1], {paper.Q: _larger}),
            (_bounded(_bound),),
            (_below_larger,),
        ),
        _HAS_TRACE,
        _larger,
    ),
    _bound,
)
_BOTH_WAYS = {
    "in l^gamma": (_HAS_TRACE, _SUMMABLE, _TRACE_TO_SUM),
    "from l^gamma": (_SUMMABLE, _HAS_TRACE, _SUM_TO_TRACE),
}
UPPER_BOUND = "upper bound"


ASM_C_4 = Claim(
    id="signsgd-scaling/asm-C.4",
    title="Capacity condition",
    source=Source(appendix="appendix C.1.1, assumption C.4"),
    words="That the trace of T^gamma is at most some Q says the same as that the spectrum is in "
    "l^gamma, and gives mu_j <= Q^(1/gamma) j^(-1/gamma).",
    printed={
        **{
            name: States(says, {"appendix C.1.1": (NOT_RISING,), HERE: (*_OF_SPECTRUM, supposed)})
            for name, (supposed, says, _) in _BOTH_WAYS.items()
        },
        UPPER_BOUND: States(
            _decay,
            {"appendix C.1.1": (NOT_RISING,), HERE: (*CAPACITY, paper.j >= 1)},
        ),
    },
    lemmas={
        "powers rise": ForAll(
            p**paper.gamma <= a**paper.gamma, given=(p >= 0, p <= a, paper.gamma > 0)
        ),
        "back to the eigenvalue": ForAll(
            p ** (1 / paper.gamma) <= (paper.Q / n) ** (1 / paper.gamma),
            given=(p >= 0, paper.gamma > 0, paper.Q > 0, n >= 1, n * p <= paper.Q),
        ),
        "a power of a quotient": ForAll(
            paper.eq(
                (paper.Q / n) ** (1 / paper.gamma),
                paper.Q ** (1 / paper.gamma) * n ** (-1 / paper.gamma),
            ),
            given=(paper.gamma > 0, paper.Q > 0, n >= 1),
        ),
        "a power and its root": ForAll(
            paper.eq((p**paper.gamma) ** (1 / paper.gamma), p), given=(p > 0, paper.gamma > 0)
        ),
    },
    because={
        **{
            name: met(
                shown,
                (NOT_RISING, *_OF_SPECTRUM, supposed),
                {**_NO_SPECTRUM, _bound: sp.S.One},
                (_NO_TRACE,),
            )
            for name, (supposed, _, shown) in _BOTH_WAYS.items()
        },
        UPPER_BOUND: met(
            Solve(
                _decay,
                _DECAY_GIVEN,
                (
                    Solve(
                        _decay,
                        (*_ROOT_GIVEN, paper.spectrum[paper.j] > 0),
                        (
                            Put(Lemma("back to the eigenvalue"), {p: _own, n: paper.j}),
                            Put(Lemma("a power of a quotient"), {n: paper.j}),
                            Put(Lemma("a power and its root"), {p: paper.spectrum[paper.j]}),
                        ),
                    ),
                    Put(N_TIMES, {m: paper.j}),
                    Specialise(Assume(TRACE_BOUNDED), paper.j),
                    Specialise(Assume(NOT_RISING), paper.j),
                ),
            ),
            _DECAY_GIVEN,
            _NO_SPECTRUM,
            (_NO_TRACE,),
        ),
    },
    note="The trace is the sum of the powers mu_j^gamma; that an infinite sum of numbers that are "
    "not negative is at most Q says so of all its partial sums, and that it is finite that these "
    "are at most some number. Whether gamma characterises the decay is txt-gamma-unique.",
)

j = reals("j")
FAST = {gamma: (sp.Rational(1, 2), 1)}


def decays(spectrum, right, **more):
    """Return that a spectrum decays like the right side."""
    return SameOrder(
        spectrum,
        right,
        regime=(j >= 2,),
        variables=(j,),
        constants=FAST,
        given=(gamma > 0,),
        **more,
    )


INVERSE_SQUARES = sp.Sum(1 / i**2, (i, 1, k)) <= 2 - 1 / k

_RATE_OF_GAMMA = States(
    Order(paper.spectrum[paper.j], paper.j ** (-1 / paper.gamma), "same", (paper.j,)),
    {
        "appendix C.1.1, the eigenvalues": (NOT_RISING,),
        "assumption C.4": CAPACITY,
        HERE: (paper.j >= 1,),
    },
)
_e = reals("epsilon")


def _below(exponent):
    """Return that the eigenvalues are at most of the order of a power."""
    says = paper.spectrum[paper.j] <= paper.K * paper.j ** (-1 / exponent)
    return Some(paper.K, Every(paper.j, sp.Implies(paper.j >= 1, says)))


def _above(exponent):
    """Return that the eigenvalues are at least of the order of a power."""
    says = paper.j ** (-1 / exponent) <= paper.K * paper.spectrum[paper.j]
    return Some(paper.K, Every(paper.j, sp.Implies(paper.j >= 1, says)))


def _finite_trace(exponent):
    """Return that the trace of a power is finite."""
    partial = sp.Sum(paper.spectrum[paper.j] ** exponent, (paper.j, 1, paper.d))
    return Some(paper.Q, Every(paper.d, sp.Implies(paper.d >= 1, partial <= paper.Q)))


_near = sp.And(_e > 0, _e < paper.gamma)
_is_least = Every(
    _e,
    sp.Implies(
        _near,
        sp.And(
            _finite_trace(paper.gamma + _e),
            sp.Not(_finite_trace(paper.gamma - _e), evaluate=False),
        ),
        evaluate=False,
    ),
)
_decays_so = Every(
    _e,
    sp.Implies(
        _near,
        sp.And(_below(paper.gamma + _e), sp.Not(_below(paper.gamma - _e), evaluate=False)),
        evaluate=False,
    ),
)
_from_both_sides = Every(
    _e,
    sp.Implies(_near, sp.And(_below(paper.gamma + _e), _above(paper.gamma - _e)), evaluate=False),
)
LEAST_GAMMA, BOTH_SIDES = "the least gamma", "the least gamma, from both sides"


def _of_least(says):
    """Return that something holds of the least gamma with a finite trace."""
    places = {
        "appendix C.1.1, the eigenvalues": (NOT_RISING,),
        "assumption C.4": (paper.gamma > 0, paper.gamma <= 1),
        HERE: (_is_least,),
    }
    return States(says, places)


TXT_GAMMA_UNIQUE = Claim(
    id="signsgd-scaling/txt-gamma-unique",
    title="The trace condition and the decay of the spectrum",
    source=Source(appendix="appendix C.1.1, after assumption C.4"),
    words="The exponent gamma of the trace condition uniquely characterises the decay rate.",
    printed=Ambiguous(
        "whether every gamma of the trace condition gives the decay rate of the spectrum, as the "
        "words say, or the least one does, up to powers that are as small as one likes: no faster "
        "power bounds the spectrum from above, or it lies between these",
        {
            "every gamma": _RATE_OF_GAMMA,
            LEAST_GAMMA: _of_least(_decays_so),
            BOTH_SIDES: _of_least(_from_both_sides),
        },
    ),
    lemmas={
        "the spectrum j^(-2/gamma), any gamma with a finite trace": decays(
            j ** (-2 / gamma), j ** (-1 / gamma)
        ),
        "the spectrum j^(-2/gamma), any gamma with a finite trace, instead": decays(
            j ** (-2 / gamma), j ** (-1 / gamma), relation="at most"
        ),
        "its trace of order gamma is at most 2": ForAll(
            given=(k >= 1,),
            says=INVERSE_SQUARES,
            instances={k: (1, 2, 3, 4, 5, 6)},
        ),
        "the spectrum j^(-1/gamma) log(2 j)^(-2/gamma)": decays(
            j ** (-1 / gamma) * sp.log(2 * j) ** (-2 / gamma), j ** (-1 / gamma)
        ),
        "the spectrum j^(-1/gamma) log(2 j)^(-2/gamma), instead": decays(
            j ** (-1 / gamma) * sp.log(2 * j) ** (-2 / gamma),
            j ** (-1 / gamma),
            relation="at most",
        ),
        "one exponent for each least gamma": ForAll(
            given=(p > 0, gamma > 0),
            says=sp.Or(
                sp.And(p * gamma > 1, gamma > 1 / p), sp.And(p * gamma <= 1, gamma <= 1 / p)
            ),
        ),
    },
    because={
        "": ByHand(("one exponent for each least gamma",), reading=(LEAST_GAMMA,)),
        "the spectrum j^(-2/gamma), any gamma with a finite trace, instead": Within(1, 1),
        "its trace of order gamma is at most 2": Keeps(k, INVERSE_SQUARES),
        "the spectrum j^(-1/gamma) log(2 j)^(-2/gamma), instead": Within(1, 1),
    },
    against={
        "": ByReading(
            {"every gamma": trace_denial.against(_RATE_OF_GAMMA, NOT_RISING, TRACE_BOUNDED)}
        )
    },
    uses=("signsgd-scaling/asm-C.4",),
    note="A finite trace bounds the spectrum from above only, and stays finite for every larger "
    "gamma. The least gamma fixes the exponent of a power, 1/p of j^-p, but not the order: see the "
    "logarithm of the third spectrum. From below it bounds no spectrum that rests from N + 1 to "
    "N^2, N = 2^(2^i), at N^(-2/gamma): at N + 1 that is about j^(-2/gamma), and gamma is the "
    "least. This is not checked.",
)

# -- linear regression -----------------------------------------------------------------------------

l1, l2, t = reals("lambda_1 lambda_2 t")
X, Y = sp.symbols("X Y", real=True)
U = sp.Matrix([1 - t**2, 2 * t]) / (1 + t**2)
V = sp.Matrix([-2 * t, 1 - t**2]) / (1 + t**2)
H = l1 * U * U.T + l2 * V * V.T  # any symmetric matrix of size 2 with eigenvalues l1, l2


def mean(of):
    """Return the expectation of a quadratic form of the data (X, Y), whose moments are H."""
    moments = {(2, 0): H[0, 0], (1, 1): H[0, 1], (0, 2): H[1, 1]}
    return sum(factor * moments[powers] for powers, factor in sp.Poly(of, X, Y).terms())


def phi(vector, one, two):
    """Return the linear function of an eigenvector, sqrt(lambda_j) times phi_j."""
    return vector[0] * one + vector[1] * two


SPECTRUM = (l1 > 0, l2 > 0)

_COEFFICIENTS = tuple(f"eigenfunction, coefficient of x_{i}" for i in (1, 2))
_OF_FEATURE = {
    "section 2": linear_kernel.SPECTRUM[:1],
    "appendix C.1.2": linear_kernel.SPECTRUM[1:],
    HERE: linear_kernel.OF_FEATURE,
}
_FEATURE_GIVEN = (*linear_kernel.SPECTRUM, *linear_kernel.OF_FEATURE)
_ONE_EIGENVECTOR = {
    paper.d: 1,
    paper.j: 1,
    **{base: SequenceOf(sp.S.One, paper.i) for base in (paper.eigenvalues, paper.feature)},
    **{base: SequenceOf(sp.S.One, paper.i, paper.j) for base in (paper.hessian, paper.vectors)},
}
_OF_ONE = tuple(LastTerm(sp.Sum(sp.S.One, (index, 1, 1))) for index in (paper.i, paper.third))

LEM_C_5 = Claim(
    id="signsgd-scaling/lem-C.5",
    title="Spectrum of the linear kernel",
    source=Source(appendix="appendix C.1.2, lemma C.5"),
    words="T maps into the linear functions, so that its rank is at most d; phi_j = <u_j, x> / "
    "sqrt(lambda_j) is of norm 1, and an eigenfunction of T with eigenvalue lambda_j. So the "
    "nonzero eigenvalues of T are the lambda_j.",
    printed={
        "norm": States(linear_kernel.NORM, _OF_FEATURE),
        "eigenfunction": States(linear_kernel.EIGENFUNCTION, _OF_FEATURE),
        "rank and multiplicities": Missing(
            "all square integrable functions of a random vector, as something to quantify over"
        ),
    },
    lemmas={
        "norm, two dimensions": ForAll(given=SPECTRUM, says=sp.Eq(mean(phi(U, X, Y) ** 2) / l1, 1)),
        **{
            name: ForAll(
                given=SPECTRUM,
                says=sp.Eq(mean(data * phi(U, X, Y)), l1 * U[entry]),
            )
            for entry, (name, data) in enumerate(zip(_COEFFICIENTS, (X, Y), strict=True))
        },
        "orthogonal": ForAll(given=SPECTRUM, says=sp.Eq(mean(phi(U, X, Y) * phi(V, X, Y)), 0)),
    },
    because={
        "norm": met(linear_kernel.NORM_SHOWN, _FEATURE_GIVEN, _ONE_EIGENVECTOR, _OF_ONE),
        "eigenfunction": met(
            linear_kernel.EIGENFUNCTION_SHOWN, _FEATURE_GIVEN, _ONE_EIGENVECTOR, _OF_ONE
        ),
        "rank and multiplicities": ByHand(("norm, two dimensions", "orthogonal", *_COEFFICIENTS)),
    },
    note="The auxiliary statements are about two dimensions, every covariance. (T g)(x) is the "
    "product of x with E[x g(x)], and so linear; its two coefficients are compared.",
)

target, other = reals("theta_1 theta_2")  # of the target in the eigenbasis, theta* = .. U + .. V

TXT_COORDINATES = Claim(
    id="signsgd-scaling/txt-eigencoordinates",
    title="Coordinates of a linear function",
    source=Source(appendix="appendix C.1.2, after lemma C.5"),
    words="In the eigenbasis the linear function of theta has the coordinates sqrt(lambda_j) "
    "theta_j, and its squared norm is the sum of lambda_j theta_j^2.",
    printed=Missing("means of functions under any law on R^d"),
    lemmas={
        "coordinate, times sqrt(lambda_j)": ForAll(
            given=SPECTRUM,
            says=sp.Eq(mean(phi(target * U + other * V, X, Y) * phi(U, X, Y)), l1 * target),
        ),
        "squared norm": ForAll(
            given=SPECTRUM,
            says=sp.Eq(
                mean(phi(target * U + other * V, X, Y) ** 2), l1 * target**2 + l2 * other**2
            ),
        ),
    },
    because={"": ByHand()},
    uses=("signsgd-scaling/lem-C.5",),
)

# -- exponents -------------------------------------------------------------------------------------

s = reals("s")
TASK = (alpha > 1, beta > 1)


SUM_OF_POWERS = {
    "a power p > 1 converges": ForAll(
        given=(p > 1, n >= 1, t >= n), says=sp.And(t**-p <= n**-p, 2 ** (1 - p) < 1)
    ),
    "a power p <= 1 diverges": ForAll(
        given=(p <= 1, n >= 1, t >= n + 1, t <= 2 * n),
        says=n * t**-p >= sp.Rational(1, 2),
    ),
}


def exactly(one, other):
    """Return that two conditions are the same."""
    return sp.And(sp.Or(sp.Not(one), other), sp.Or(one, sp.Not(other)))


_LAW_7 = {"assumption B.3": (low > 0, high >= low, beta > 1)}

_TRACE_GIVEN = (
    *_LAW_7["assumption B.3"],
    critical.EIGENVALUES,
    *(paper.gamma > 0, paper.gamma <= 1, paper.Q > 0),
    critical.TRACE_AT_MOST_Q,
)
ABOVE_THRESHOLD = Cut(
    critical.ABOVE,
    (
        Solve(
            sp.And(
                *(paper.gamma > 0, beta * paper.gamma > 1),
                sp.Ne(beta * paper.gamma - 1, 0),
                sp.Or(high > 0, sp.And(sp.Eq(high, 0), paper.gamma >= 0)),
            ),
            (low > 0, high >= low, beta > 1, paper.gamma > 1 / beta),
        ),
    ),
)
INVERSE_SQUARE_LAW = {
    critical.eigenvalues: SequenceOf(1 / (i**2 + 1), i),
    low: sp.Rational(1, 2),
    high: sp.S.One,
    beta: sp.Integer(2),
    paper.gamma: sp.S.One,
}


_ABOVE_GIVEN = (*_LAW_7["assumption B.3"], critical.EIGENVALUES, paper.gamma > 1 / beta)
_IS_LAW = by_values(sp.And(*(substitute(g, INVERSE_SQUARE_LAW) for g in _ABOVE_GIVEN)), {})


def _with_trace(says):
    """Argue that this law is one, and has a trace that is at most some Q."""
    bounded = substitute(critical.TRACE_BOUNDED.body, INVERSE_SQUARE_LAW)
    return by_values(says, {}, bounded.args)


EQ_7 = Claim(
    id="signsgd-scaling/eq-7",
    title="Critical trace exponent",
    source=Source(appendix="appendix C.1.2, (7)"),
    words="Under the power law of the eigenvalues the trace of T^gamma stays bounded for every d "
    "if gamma > gamma_* = 1 / beta, and if it does, then gamma > gamma_*.",
    printed={
        "above the threshold": States(
            critical.TRACE_BOUNDED,
            {**_LAW_7, HERE: (critical.EIGENVALUES, paper.gamma > 1 / beta)},
        ),
        "necessarily": States(
            paper.gamma > 1 / beta,
            {
                **_LAW_7,
                "assumption C.4": (paper.gamma > 0, paper.gamma <= 1, paper.Q > 0),
                HERE: (critical.EIGENVALUES, critical.TRACE_AT_MOST_Q),
            },
        ),
    },
    lemmas=critical.LEMMAS,
    because={
        "above the threshold": met(
            ABOVE_THRESHOLD,
            _ABOVE_GIVEN,
            INVERSE_SQUARE_LAW,
        ),
        "necessarily": Met(
            Solve(paper.gamma > 1 / beta, _TRACE_GIVEN, (critical.NECESSARILY,)),
            Choose(
                Cut(Put(ABOVE_THRESHOLD, INVERSE_SQUARE_LAW), (_IS_LAW,)),
                given_at(
                    inhabited((paper.Q, *INVERSE_SQUARE_LAW), _TRACE_GIVEN),
                    {paper.Q: paper.Q, **INVERSE_SQUARE_LAW},
                    _with_trace,
                ),
                paper.Q,
            ),
        ),
    },
    note="The sum of j^-1 up to n is at least log(n + 1). The dimension is arbitrary, as the text "
    "has it, and the power law that of one spectrum for all of them, c <= lambda_j j^beta <= C for "
    "every j.",
)

SOURCE_POWER, CRITICAL = critical.SOURCE_POWER, critical.CRITICAL
_LAWS_8 = (critical.EIGENVALUES, critical.SIGNALS)  # of all j >= 1, over which the series is
_LAW_8 = {
    "assumption B.3": critical.CONSTANTS,
    "appendix C.1.1": (paper.r >= 0,),
}

EQ_8 = Claim(
    id="signsgd-scaling/eq-8",
    title="Critical source exponent",
    source=Source(appendix="appendix C.1.2, (8) and remark C.6"),
    words="f lies in the range of T^r if and only if alpha - 2 r beta > 1, and so for all r < r_* "
    "= (alpha - 1)/(2 beta).",
    printed={
        "if and only if": States(critical.EXACTLY, {**_LAW_8, HERE: _LAWS_8}),
        "(8)": States(critical.IN_RANGE, {**_LAW_8, HERE: (*_LAWS_8, paper.r < CRITICAL)}),
    },
    lemmas={
        **SUM_OF_POWERS,
        "power of the sum": ForAll(
            given=(*TASK, n >= 1),
            says=sp.Eq(n**-alpha / (n**-beta) ** (2 * r), n**-SOURCE_POWER, evaluate=False),
        ),
        "threshold": ForAll(given=TASK, says=exactly(SOURCE_POWER > 1, r < CRITICAL)),
        "in terms of s": ForAll(
            given=TASK,
            where={s: (alpha - 1) / beta},
            says=sp.Eq(CRITICAL, s / 2),
        ),
    },
    because={"if and only if": ByHand(), "(8)": ByHand()},
    uses=("signsgd-scaling/asm-C.3", "signsgd-scaling/lem-C.5"),
    note="The series of the text is over all j >= 1, and the power laws are those of its terms; "
    "the sums of j^-p by blocks as for (7).",
)

_LAW_OF_SERIES = {"assumption B.3": critical.CONSTANTS, "(8)": _LAWS_8}

TXT_R_STAR = Claim(
    id="signsgd-scaling/txt-r-star-maximal",
    title="Which source exponents are admissible",
    source=Source(appendix="appendix C.1.2, after (8)"),
    words="Every r < r_* is admissible, and r_* is the maximal admissible exponent.",
    printed=Ambiguous(
        "whether the maximal exponent is admissible itself, or the least one above all that are",
        {
            "a maximum": States(critical.MAXIMUM, _LAW_OF_SERIES),
            "a supremum": States(critical.SUPREMUM, _LAW_OF_SERIES),
        },
    ),
    lemmas={
        **critical.NO_MAXIMUM_LEMMAS,
        "r < r_* admissible, r > r_* not, supremum": ForAll(
            given=TASK,
            says=sp.And(
                sp.Or(r >= CRITICAL, SOURCE_POWER > 1), sp.Or(r <= CRITICAL, SOURCE_POWER <= 1)
            ),
        ),
    },
    because={"": ByHand(("r < r_* admissible, r > r_* not, supremum",), ("a supremum",))},
    against={"": ByReading({"a maximum": critical.NO_MAXIMUM})},
    uses=("signsgd-scaling/eq-8",),
    note="At r = r_* the series is up to constants the harmonic one, so r_* is the supremum of the "
    "admissible exponents and is not admissible itself: with lambda_j = 1 / (1 + j^2), all targets "
    "1 and r = 1/4 it is the sum of 1 / sqrt(1 + j^2).",
)
