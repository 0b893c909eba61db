"""The arguments for the lemmas of appendix F.4 on strings of signs.

That a string of a sum of at most zero leads to the left follows as theorem 5.4 does, from a
primitive G of 1/alpha. Where a string that is put together leads is followed step by step.
"""

import sympy as sp
from sympy.logic.boolalg import Implies

from theory.arguments import (
    Assume,
    Average,
    Choose,
    Generalise,
    Give,
    Induct,
    Known,
    Met,
    Put,
    Reindex,
    Solve,
    Specialise,
)
from theory.binders import SequenceOf, substitute, unbound
from theory.claim import ForAll
from theory.existence import given_at, given_by
from theory.hints import Keeps
from theory.language import Each, eq, integers
from theory.papers.instability_flatness.contraction_argument import (
    ALONG,
    IS_PRIMITIVE,
    LAW_ABOVE,
    LAW_SUM_BELOW,
    LAW_SUM_ZERO,
    OPPOSITE,
    PRIMITIVE,
    START,
    STEP,
    SUM_START,
    SUM_STEP,
    G,
    i,
)
from theory.papers.instability_flatness.notation import (
    PHI,
    STEP_SIZE,
    SUM_BELOW,
    SUM_ZERO,
    H,
    N,
    T,
    T_next,
    X,
    Y,
    alpha,
    below_start,
    j,
    k,
    level,
    n,
    r,
    s,
    sigma,
    signs,
    t,
    tau,
    u,
    x,
    y,
)
from theory.quantifiers import Every, Some, inhabited, least
from theory.sequences import In, Indicator, Mean, Signs

SIGNS = (1, -1)
SOME_STEP_SIZE = Known("a positive function that increases")


def end(string, length, start=x):
    """Return Phi(start; string), for a string of so many signs."""
    return PHI(alpha, start, string, length)


def is_string(signs, length):
    """Return that signs are a string of some length."""
    return In(signs, Signs(length))


def zero_sum(signs, length):
    """Return that a string of some length has the sum zero."""
    return is_string(signs, length), eq(H(signs, length), 0)


def negative(signs, length):
    """Return that a string leads to the left, from everywhere."""
    return Every(y, end(signs, length, y) < y)


def signs_of(*entries):
    """Return that s begins with these signs."""
    return tuple(eq(s[place], sign) for place, sign in enumerate(entries))


def overset(sign, string, length):
    """Return a string between a sign and the opposite one."""
    inner = sp.Piecewise(
        (string[i - 1], (i >= 1) & (i <= length)),
        (sign, sp.Eq(i, 0)),
        (-sign, sp.Eq(i, length + 1)),
        (0, True),
        evaluate=False,
    )
    return SequenceOf(inner, i)


def add(first, length, second):
    """Return a string of some length followed by another one."""
    return SequenceOf(sp.Piecewise((first[i], i < length), (second[i - length], True)), i)


# -- the first return of a zero-sum string -------------------------------------------------------

BACK = integers("T")
SAME_SIDE = Keeps(
    BACK,
    sp.And(
        s[0] * level(BACK) >= 0,
        s[0] * (level(BACK) - s[BACK]) >= 0,
        sp.Or(sp.Eq(s[0], 1), sp.Eq(s[0], -1)),
    ),
)
FIRST_RETURN = ForAll(
    says=Implies(
        sp.Eq(level(BACK), 0),
        sp.And(sp.Eq(s[0] + s[BACK], 0), sp.Eq(level(BACK) - s[0] - s[BACK], 0)),
    ),
    given=(
        BACK >= 0,
        signs(BACK + 1),
        Each(sp.Or(level(j) >= 1, level(j) <= -1), (j, 0, BACK - 1)),
    ),
    instances={BACK: (0, 1, 2, 3, 4, 5)},
)

# -- strings of a sum of at most zero ------------------------------------------------------------


def falls(*given, string=s, length=n, start=x):
    """Argue that a string, of which the hypotheses bound the sum by zero, leads to the left."""
    along = Put(ALONG, {t: length, j: length, s: string, u: start})
    return Choose(
        PRIMITIVE, Solve(end(string, length, start) < start, (*given, IS_PRIMITIVE), (along,)), G
    )


NOT_POSITIVE = (*STEP_SIZE, n >= 1, is_string(s, n), H(s, n) <= 0)
FALLS = falls(*NOT_POSITIVE)

NEGATIVE_SUM = Solve(
    end(s, n) < x,
    (*STEP_SIZE, is_string(s, n), H(s, n) < 0),
    (FALLS, SUM_START),
)
PIECE = Solve(
    sp.And(end(s, n) <= x, Implies(n >= 1, end(s, n) < x)),
    (*STEP_SIZE, *zero_sum(s, n)),
    (FALLS, Put(START, {u: x})),
)

NO_FEWER = 1 - Indicator(end(s, t, u) >= u) >= Indicator(H(s, t) < 0) + Indicator(eq(H(s, t), 0))
MASS_BELOW = Solve(
    below_start(u, t) >= SUM_BELOW(t) + SUM_ZERO(t),
    (*STEP_SIZE, t >= 1),
    (
        Put(LAW_ABOVE, {x: u}),
        LAW_SUM_BELOW,
        LAW_SUM_ZERO,
        Average(
            Solve(NO_FEWER, (*STEP_SIZE, is_string(s, t), t >= 1), (Put(FALLS, {x: u, n: t}),)), s
        ),
    ),
)

# -- two steps -----------------------------------------------------------------------------------


def two_steps(sign):
    """Return what the page says of the string of a sign and the opposite one."""
    return sp.And(
        eq(end(s, 2) - x, sign * alpha(x) - sign * alpha(x + sign * alpha(x))), end(s, 2) - x < 0
    )


FIRST_STEPS = (Put(START, {u: x}), *(Put(STEP, {u: x, j: step}) for step in (0, 1)))
TWO_STEPS = {
    sign: Solve(two_steps(sign), (*STEP_SIZE, *signs_of(sign, -sign)), FIRST_STEPS)
    for sign in SIGNS
}

_OTHER = end(OPPOSITE, 1)
_BOTH_STEPS = Solve(
    eq(end(s, 1) + _OTHER, 2 * x),
    (is_string(s, 1),),
    tuple(
        Put(one, {u: x, s: signs, **at})
        for signs in (s, OPPOSITE)
        for one, at in ((START, {}), (STEP, {j: 0}))
    ),
)
_MEAN = Mean(end(s, 1), s, Signs(1))
MEAN_OF_A_STEP = Solve(
    eq(_MEAN, x), (), (Average(_BOTH_STEPS, s), Reindex(_MEAN, OPPOSITE, OPPOSITE))
)

# -- wrapping ------------------------------------------------------------------------------------


def wrapped(sign):
    """Argue that a negative string between a sign and the opposite one leads to the left."""
    first, outer = x + sign * alpha(x), overset(sign, sigma, n)
    says = Implies(j <= n, eq(end(outer, j + 1), end(sigma, j, first)), evaluate=False)
    given = (is_string(sigma, n),)
    inside = Induct(
        says,
        j,
        0,
        base=Solve(
            substitute(says, {j: sp.Integer(0)}),
            given,
            (
                Put(START, {u: x, s: outer}),
                Put(START, {u: first, s: sigma}),
                Put(STEP, {u: x, s: outer, j: 0}),
            ),
        ),
        step=Solve(
            substitute(says, {j: j + 1}),
            (*given, j >= 0, says),
            (Put(STEP, {u: x, s: outer, j: j + 1}), Put(STEP, {u: first, s: sigma})),
        ),
    )
    return Solve(
        end(outer, n + 2) < x,
        (*STEP_SIZE, *given, negative(sigma, n)),
        (
            Put(inside, {j: n}),
            Put(STEP, {u: x, s: outer, j: n + 1}),
            Specialise(Assume(negative(sigma, n)), first),
        ),
    )


UP_DOWN = SequenceOf(
    sp.Piecewise((1, sp.Eq(i, 0)), (-1, sp.Eq(i, 1)), (0, True), evaluate=False), i
)


def some_negative():
    """Argue that there is a negative zero-sum string: up and down."""
    given = (*STEP_SIZE, *zero_sum(sigma, n), negative(sigma, n))
    says = inhabited((alpha, n, sigma), (sp.And(*given),))
    falls_down = Solve(
        end(UP_DOWN, 2) < x,
        STEP_SIZE,
        tuple(
            Put(one, {u: x, s: UP_DOWN, **at})
            for one, at in ((START, {}), (STEP, {j: 0}), (STEP, {j: 1}))
        ),
    )
    sums = tuple(
        Put(one, {s: UP_DOWN, **at})
        for one, at in ((SUM_START, {}), (SUM_STEP, {j: 0}), (SUM_STEP, {j: 1}))
    )

    def show(condition):
        return Solve(condition, STEP_SIZE, (Generalise(falls_down, x), *sums))

    some = says.args[1]
    point = given_at(some, {n: sp.Integer(2), sigma: UP_DOWN}, show)
    return Choose(SOME_STEP_SIZE, Give(point, says, alpha), alpha)


def empty_stays():
    """Argue that a string of no signs, whose sum is zero, ends where it starts."""
    given = (*STEP_SIZE, *zero_sum(s, n), n >= 0, end(s, n) >= x)
    says = inhabited((alpha, n, s, x), (sp.And(*given),))
    nothing = SequenceOf(sp.S.Zero, i)
    starts = Put(START, {u: sp.S.Zero, s: nothing}), Put(SUM_START, {s: nothing})
    none = {n: sp.S.Zero, s: nothing, x: sp.S.Zero}
    point = given_by(says.args[1], none, STEP_SIZE, starts)
    return Choose(SOME_STEP_SIZE, Give(point, says, alpha), alpha)


# -- appending -----------------------------------------------------------------------------------

BOTH = add(s, n, tau)
MIDDLE = end(s, n)
TWO = (is_string(s, n), is_string(tau, r))


def appended():
    """Argue where a string leads that is followed by another one."""
    first = Implies(j <= n, eq(end(BOTH, j), end(s, j)), evaluate=False)
    second = Implies(j <= r, eq(end(BOTH, n + j), end(tau, j, MIDDLE)), evaluate=False)
    along_first = Induct(
        first,
        j,
        0,
        base=Solve(
            substitute(first, {j: sp.Integer(0)}),
            TWO,
            (Put(START, {u: x, s: BOTH}), Put(START, {u: x})),
        ),
        step=Solve(
            substitute(first, {j: j + 1}),
            (*TWO, j >= 0, first),
            (Put(STEP, {u: x, s: BOTH}), Put(STEP, {u: x})),
        ),
    )
    along_second = Induct(
        second,
        j,
        0,
        base=Solve(
            substitute(second, {j: sp.Integer(0)}),
            TWO,
            (Put(along_first, {j: n}), Put(START, {u: MIDDLE, s: tau})),
        ),
        step=Solve(
            substitute(second, {j: j + 1}),
            (*TWO, j >= 0, second),
            (Put(STEP, {u: x, s: BOTH, j: n + j}), Put(STEP, {u: MIDDLE, s: tau})),
        ),
    )
    return Put(along_second, {j: r})


APPENDED = appended()
NEGATIVE_FIRST = (*zero_sum(s, n), x > MIDDLE)
CONCATENATED = Solve(
    end(BOTH, n + r) < x,
    (*STEP_SIZE, *NEGATIVE_FIRST, *zero_sum(tau, r)),
    (
        APPENDED,
        Put(START, {u: MIDDLE, s: tau}),
        falls(*STEP_SIZE, r >= 1, *zero_sum(tau, r), string=tau, length=r, start=MIDDLE),
    ),
)

# -- the empty string ----------------------------------------------------------------------------

NOTHING = SequenceOf(sp.Integer(0), i)


# -- pieces --------------------------------------------------------------------------------------

PIECES = Every(k, Implies((k >= 0) & (k < N), (Y[k] <= X[k]) & (X[k + 1] < Y[k]), evaluate=False))
CHAINED = (PIECES, N >= 1)
_SO_FAR = Implies(j <= N, X[j] < X[0], evaluate=False)


def _piece(at):
    """Return what is said of a piece."""
    return Specialise(Assume(PIECES), at)


_LAST = Put(
    Induct(
        _SO_FAR,
        j,
        1,
        base=Solve(substitute(_SO_FAR, {j: sp.Integer(1)}), CHAINED, (_piece(0),)),
        step=Solve(substitute(_SO_FAR, {j: j + 1}), (*CHAINED, j >= 1, _SO_FAR), (_piece(j),)),
    ),
    {j: N},
)
CHAIN = Solve(X[N] < X[0], CHAINED, (_LAST,))

# -- first passages ------------------------------------------------------------------------------


def first_passage(at, level):
    """Return that at some place of the string the sum so far is -level for the first time."""
    place = integers("T")
    reached = sp.And(place >= 0, place < n, eq(H(s, place + 1), -level))
    return substitute(least(place, reached), {place: at})


STRING = (is_string(s, n),)
WHOLE = eq(sp.floor(H(s, j)), H(s, j))
IS_WHOLE = Induct(
    WHOLE,
    j,
    0,
    base=Solve(substitute(WHOLE, {j: sp.Integer(0)}), using=(SUM_START,)),
    step=Solve(substitute(WHOLE, {j: j + 1}), (*STRING, j >= 0, WHOLE), (SUM_STEP,)),
)
_level = integers("a")
_GAP = Solve(sp.Or(_level <= -k, eq(_level, 1 - k), _level >= 2 - k))
NO_GAP = (IS_WHOLE, Put(_GAP, {_level: sp.floor(H(s, j))}))  # between -k and 1 - k, or 2 - k
NOT_BEFORE = Implies(j <= T, H(s, j) >= 1 - k, evaluate=False)
FIRST = first_passage(T, k)
(_EARLIER,) = (c for c in FIRST.args if isinstance(c, Every))
BEFORE = Induct(
    NOT_BEFORE,
    j,
    0,
    base=Solve(substitute(NOT_BEFORE, {j: sp.Integer(0)}), (k >= 1,), (SUM_START,)),
    step=Solve(
        substitute(NOT_BEFORE, {j: j + 1}),
        (*STRING, k >= 1, FIRST, j >= 0, NOT_BEFORE),
        (
            SUM_STEP,
            *NO_GAP,
            Solve(
                Implies(j < T, sp.Ne(H(s, j + 1), -k), evaluate=False),
                (FIRST, j >= 0),
                (Specialise(Assume(_EARLIER), j),),
            ),
        ),
    ),
)
MINUS = Solve(
    sp.And(eq(s[T], -1), eq(H(s, T), 1 - k)),
    (*STRING, k >= 1, FIRST),
    (Put(BEFORE, {j: T}), Put(SUM_STEP, {j: T})),
)

_ABOVE = Every(i, Implies((i >= 0) & (i <= j), H(s, i) >= 1 - k, evaluate=False))
_ABOVE_NEXT = substitute(_ABOVE, {j: j + 1})
_REACHED = Some(T, FIRST)
_EITHER = Implies(j <= n, sp.Or(_ABOVE, _REACHED), evaluate=False)
_NOW = substitute(FIRST, {T: j})
(_NOT_EARLIER,) = (c for c in _NOW.args if isinstance(c, Every))
_earlier = _NOT_EARLIER.args[0]
_STAYS = Generalise(
    Solve(
        _ABOVE_NEXT.body,
        (_ABOVE, H(s, j + 1) >= 1 - k),
        (Specialise(Assume(_ABOVE), i),),
    ),
    i,
)
_REACHES = Give(
    Solve(
        _NOW,
        (_ABOVE, j >= 0, j < n, eq(H(s, j + 1), -k)),
        (
            Generalise(
                Solve(
                    _NOT_EARLIER.body,
                    (_ABOVE,),
                    (Specialise(Assume(_ABOVE), _earlier + 1),),
                ),
                _earlier,
            ),
        ),
    ),
    _REACHED,
    j,
)
_SOONER = Induct(
    _EITHER,
    j,
    0,
    base=Solve(
        substitute(_EITHER, {j: sp.Integer(0)}),
        (k >= 1,),
        (
            Generalise(
                Solve(substitute(_ABOVE, {j: sp.Integer(0)}).body, (k >= 1,), (SUM_START,)), i
            ),
        ),
    ),
    step=Solve(
        substitute(_EITHER, {j: j + 1}),
        (*STRING, k >= 1, j >= 0, _EITHER),
        (
            SUM_STEP,
            *NO_GAP,
            Specialise(Assume(_ABOVE), j),
            _STAYS,
            _REACHES,
        ),
    ),
)
NET = eq(H(s, n), -N)
PASSES = Solve(
    _REACHED,
    (*STRING, NET, k >= 1, k <= N),
    (Put(_SOONER, {j: n}), Specialise(Assume(substitute(_ABOVE, {j: n})), n)),
)
NEXT = first_passage(T_next, k + 1)
NEXT_MINUS = Put(MINUS, {T: T_next, k: k + 1})
FIRST_MINUS = Put(MINUS, {k: 1})
BETWEEN = {
    "before the first minus": Solve(eq(H(s, T), 0), (*STRING, first_passage(T, 1)), (FIRST_MINUS,)),
    "between two of them": Solve(
        eq(H(s, T_next) - H(s, T + 1), 0), (*STRING, k >= 1, FIRST, NEXT), (NEXT_MINUS,)
    ),
    "behind the last one": Solve(
        eq(H(s, n) - H(s, T + 1), 0), (*STRING, NET, first_passage(T, N)), ()
    ),
}
IN_ORDER = Solve(
    T_next > T,
    (*STRING, k >= 1, FIRST, NEXT),
    (
        NEXT_MINUS,
        SUM_START,
        Specialise(Assume(_EARLIER), T_next - 1),
    ),
)


# -- that there are such passages ----------------------------------------------------------------

DOWN_TWICE = SequenceOf(sp.Piecewise((-1, (i >= 0) & (i < 2)), (0, True), evaluate=False), i)
_PASSAGES = {s: DOWN_TWICE, n: 2, N: 2, k: 1, T: 0, T_next: 1}


def met(argument, at=0):
    """Return an argument on passages, with one that the string of two minuses has such passages."""
    symbols = {**_PASSAGES, T: at}
    condition = sp.And(*argument.given)
    point = {
        symbol: value if symbol == s else sp.Integer(value)
        for symbol, value in symbols.items()
        if symbol in unbound(condition)
    }
    sums = (
        Put(SUM_START, {s: DOWN_TWICE}),
        *(Put(SUM_STEP, {s: DOWN_TWICE, j: step}) for step in (0, 1)),
    )

    def show(says):
        every = (part for part in sp.preorder_traversal(says) if isinstance(part, Every))
        shown = (Generalise(Solve(e.body, (), sums), e.args[0]) for e in every)
        return Solve(says, (), (*sums, *shown))

    return Met(argument, given_at(inhabited(point, (condition,)), point, show))
