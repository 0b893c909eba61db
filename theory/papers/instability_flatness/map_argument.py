"""The arguments for lemmas F.12 and F.13: the maps T_+- and their compositions, and integrals."""

import sympy as sp
from sympy.logic.boolalg import Implies

from theory.arguments import (
    Assume,
    Choose,
    Cut,
    Generalise,
    Give,
    Induct,
    Known,
    Put,
    Solve,
    Specialise,
)
from theory.binders import substitute
from theory.known_facts import KNOWN_FACTS
from theory.language import RisesSmoothly, eq, integers, reals, sequence
from theory.papers.instability_flatness.contraction_argument import START, STEP
from theory.papers.instability_flatness.notation import (
    BOUNDED_SLOPES,
    STEP_SIZE,
    L,
    alpha,
    derivative,
    f,
    j,
    m,
    s,
    slope,
    t,
    u,
    u1,
    u2,
    v1,
    v2,
    w,
    x,
    y,
    z,
)
from theory.papers.instability_flatness.notation import (
    high as range_high,
)
from theory.papers.instability_flatness.notation import (
    low as range_low,
)
from theory.papers.instability_flatness.string_argument import end, is_string
from theory.quantifiers import Every, Some

SETTING = (*STEP_SIZE, *BOUNDED_SLOPES)

# -- one step ------------------------------------------------------------------------------------


def slope_of_step(sign):
    """Return that T_+ or T_- has the derivative 1 +- alpha'."""
    return derivative(lambda place: place + sign * alpha(place), x, 1 + sign * slope)


def has_slope(sign):
    """Argue that T_+ or T_- has a derivative where alpha has."""
    given, says = derivative(alpha, x, slope), slope_of_step(sign)
    (some, then), eps = (every.body.args[1] for every in (given, says)), given.args[0]
    near, of_step = some.args[1], then.args[1]
    (each,) = (c for c in near.args if isinstance(c, Every))
    (shown,) = (c for c in of_step.args if isinstance(c, Every))
    h = each.args[0]
    close = Generalise(Solve(shown.body, (each,), (Specialise(Assume(each), h),)), h)
    there = Give(Solve(of_step, near.args, (close,)), then, some.args[0])
    found = Choose(Assume(some), there, some.args[0])
    return Generalise(Solve(says.body, (given,), (Specialise(Assume(given), eps), found)), eps)


def between_slopes(sign):
    """Return that the slopes of T_+ or T_- are between 1 - L and 1 + L."""
    rise = (y + sign * alpha(y)) - (x + sign * alpha(x))
    return sp.And((1 - L) * (y - x) <= rise, rise <= (1 + L) * (y - x))


# -- compositions --------------------------------------------------------------------------------

_STRING = (*SETTING, is_string(s, t))


def along(says, given, base, step):
    """Argue by induction over the first steps of a string of t signs, and return what it shows."""
    every = Induct(
        says,
        j,
        0,
        base=Solve(substitute(says, {j: sp.Integer(0)}), given, base),
        step=Solve(substitute(says, {j: j + 1}), (*given, j >= 0, says), step),
    )
    return Put(every, {j: t})


ORDER = Solve(
    end(s, t) < end(s, t, y),
    (*_STRING, x < y),
    (
        along(
            Implies(j <= t, end(s, j) < end(s, j, y), evaluate=False),
            (*_STRING, x < y),
            (Put(START, {u: x}), Put(START, {u: y})),
            (Put(STEP, {u: x}), Put(STEP, {u: y})),
        ),
    ),
)
INVERSE_ORDER = Solve(
    x < y,
    (*_STRING, end(s, t) < end(s, t, y)),
    (ORDER, Put(ORDER, {x: y, y: x}), Solve(Implies(eq(x, y), eq(end(s, t), end(s, t, y))))),
)

_REACHED = Some(x, eq(end(s, j), y))
_ONTO = Every(y, _REACHED)
_BEFORE = Put(Known("a contraction has a fixed point"), {reals("r"): -s[j]})
_LAST = Cut(
    _BEFORE,
    (Solve(sp.Abs(-s[j]) * L < 1, (*_STRING, j >= 0, j < t)),),
)
_last_step = eq(z, y - s[j] * alpha(z))
_GOES_ON = Generalise(
    Choose(
        _LAST,
        Choose(
            Specialise(Assume(_ONTO), z),
            Give(
                Solve(
                    eq(end(s, j + 1), y),
                    (_last_step, eq(end(s, j), z), j >= 0),
                    (Put(STEP, {u: x}),),
                ),
                substitute(_REACHED, {j: j + 1}),
                x,
            ),
            x,
        ),
        z,
    ),
    y,
)
_STARTS = Generalise(
    Give(
        Solve(eq(end(s, 0, y), y), (), (Put(START, {u: y}),)),
        substitute(_REACHED, {j: sp.Integer(0)}),
        y,
    ),
    y,
)
ONTO = Solve(
    substitute(_ONTO, {j: t}),
    _STRING,
    (along(Implies(j <= t, _ONTO, evaluate=False), _STRING, (_STARTS,), (_GOES_ON,)),),
)

# -- linear bounds ---------------------------------------------------------------------------------

C = reals("C'")


def _bounded(side, slope):
    """Return that for some constant both maps stay below a line (1), or above one (-1)."""
    line, less = (1 + side * slope) * x + side * C, sp.Le if side > 0 else sp.Ge
    both = sp.And(*(less(x + sign * alpha(x), line, evaluate=False) for sign in (1, -1)))
    return Some(C, sp.And(C > 0, Every(x, both)))


def printed_bounds(side):
    """Return that both maps stay on one side of a line with a slope as it is printed."""
    return _bounded(side, L)


def bounds(side):
    """Argue that they do so with the sign of x as a factor of L."""
    says = _bounded(side, L * sp.sign(x))
    at_0 = substitute(says.args[1], {C: alpha(0)})
    (every,) = (part for part in at_0.args if isinstance(part, Every))
    return Give(Solve(at_0, SETTING, (Generalise(Solve(every.body, SETTING), x),)), says, alpha(0))


def _beyond(sign, side):
    """Return that T_+ or T_- is beyond z wherever x is beyond y."""
    beyond = sp.Ge if side > 0 else sp.Le
    far = beyond(x + sign * alpha(x), z, evaluate=False)
    return Implies(beyond(x, y, evaluate=False), far, evaluate=False)


def _limit(sign, side):
    """Argue that T_+ or T_- tends to oo at oo (1), or to -oo at -oo (-1)."""
    end, start = x + sign * alpha(x), sign * alpha(0)
    far = _beyond(sign, side)
    place = side * sp.Max(0, (side * z - side * start) / (1 - L))
    line = Implies(side * x >= 0, side * (end - start) >= (1 - L) * side * x, evaluate=False)
    distance = eq((1 - L) * ((side * z - side * start) / (1 - L)), side * z - side * start)
    steep = Put(
        Solve((1 - L) * w >= (1 - L) * u, (L < 1, w >= u)),
        {w: side * x, u: (side * z - side * start) / (1 - L)},
    )
    using = (Solve(line, SETTING), Solve(distance, (L < 1,)), steep)
    reached = Solve(substitute(far, {y: place}), SETTING, using)
    return Generalise(Give(Generalise(reached, x), Some(y, Every(x, far)), place), z)


_WAYS = tuple((sign, side) for sign in (1, -1) for side in (1, -1))
LIMITS = Solve(
    sp.And(*(Every(z, Some(y, Every(x, _beyond(*way)))) for way in _WAYS)),
    SETTING,
    tuple(_limit(*way) for way in _WAYS),
)

low, high = reals("a b")
_IN_WINDOW = sp.And(x <= end(s, t, z), end(s, t, z) <= x + w)
_IN_INTERVAL = sp.And(low <= z, z <= high)
_SAME = sp.And(
    Implies(_IN_WINDOW, _IN_INTERVAL, evaluate=False),
    Implies(_IN_INTERVAL, _IN_WINDOW, evaluate=False),
)
ONE_INTERVAL = Some(low, Some(high, sp.And(low < high, Every(z, _SAME))))


def _moves(one, other):
    """Argue that the composition keeps the order of two points."""
    return Put(ORDER, {x: one, y: other})


_ENDS = (eq(end(s, t, low), x), eq(end(s, t, high), x + w))
_SAME_POINTS = Generalise(
    Solve(
        _SAME,
        (*_STRING, *_ENDS),
        (_moves(z, low), _moves(low, z), _moves(z, high), _moves(high, z)),
    ),
    z,
)
_FOUND = Give(
    Give(
        Solve(
            sp.And(low < high, Every(z, _SAME)),
            (*_STRING, *_ENDS, w > 0),
            (_SAME_POINTS, _moves(high, low)),
        ),
        ONE_INTERVAL.args[1],
        high,
    ),
    ONE_INTERVAL,
    low,
)
PREIMAGE = Choose(Specialise(ONTO, x), Choose(Specialise(ONTO, x + w), _FOUND, high), low)

# -- where slopes are bounded on the visited range alone -------------------------------------------

_string, (_time, _place) = sequence("r_v"), integers("j_v k_v")
SIGNS_ALONE = Every(_place, eq(_string[_place] ** 2, 1))
_from_u = end(_string, _time, u)
_up_to_t = sp.And(SIGNS_ALONE, _time >= 0, _time <= t)
_inside = Implies(_up_to_t, sp.And(range_low <= _from_u, _from_u <= range_high), evaluate=False)
_of_range = sp.And(range_low <= y, y <= z, z <= range_high)
_bounded_rise = Implies(_of_range, alpha(z) - alpha(y) <= L * (z - y), evaluate=False)
ON_VISITED = (
    *(L > 0, L < 1, RisesSmoothly(alpha)),
    Every(_string, Every(_time, _inside)),
    Every(y, Every(z, _bounded_rise)),
)
VISITED = (*STEP_SIZE, *ON_VISITED, t >= 1, is_string(s, t), w > 0)

# -- integrals -----------------------------------------------------------------------------------


def integral(left, right):
    """Return the integral of f."""
    return sp.Integral(f(w), (w, left, right))


def half_line(side):
    """Return that f does not rise from m on (1), or does not fall up to m (-1)."""
    return KNOWN_FACTS[_known(side, "bounds").name].statement.given[0]


def _known(side, what):
    return Known(f"integrals of a function that does not {'rise' if side > 0 else 'fall'}: {what}")


def no_plateau(side):
    """Return that f is constant on no interval of positive length of the half-line."""
    inside = sp.And(x < y, m <= x if side > 0 else y <= m)
    differs = Some(z, sp.And(x <= z, z <= y, sp.Ne(f(z), f(x))))
    return Every(x, Every(y, Implies(inside, differs, evaluate=False)))


def intervals(side):
    """Return that J_2 is as long as J_1 and further from m, both on the half-line."""
    if side > 0:
        return (m <= u1, u1 <= v1, u2 >= u1, v2 >= v1, eq(v2 - u2, v1 - u1))
    return (v1 <= m, u1 <= v1, u2 <= u1, v2 <= v1, eq(v2 - u2, v1 - u1))


def _values(side, one, other):
    """Argue how the values at two points in order compare."""
    return Specialise(Specialise(Assume(half_line(side)), one), other)


def _strictly(side):
    """Argue that two values of an f without plateaus differ."""
    plateau = Specialise(Specialise(Assume(no_plateau(side)), x), y)
    inside, some = no_plateau(side).body.body.args
    falls = f(x) > f(y) if side > 0 else f(x) < f(y)
    between = Solve(
        falls,
        (half_line(side), *inside.args, *some.args[1].args),
        (_values(side, x, z), _values(side, z, y)),
    )
    given = (half_line(side), no_plateau(side), *inside.args)
    return Cut(Choose(Assume(some), between, z), (Solve(some, given, (plateau,)),))


def compared(side, strict=False):
    """Argue that the integral of f over J_2 is not larger than over J_1, or smaller."""
    (a, b), (c, d) = ((u1, v1), (u2, v2)) if side > 0 else ((u2, v2), (u1, v1))
    less = sp.Lt if strict else sp.Le
    says = less(integral(u2, v2), integral(u1, v1), evaluate=False)
    more = (no_plateau(side), u1 < v1, sp.Ne(u1, u2)) if strict else ()
    given = (half_line(side), *more, *intervals(side))
    first, second, third = reals("a b c")

    def bounds(one, other):
        return Put(_known(side, "bounds"), {first: one, third: other})

    def two(one, other, another):
        return Put(_known(side, "two intervals"), {first: one, second: other, third: another})

    def falls(one, other):
        return Put(_strictly(side), {x: one, y: other}) if strict else _values(side, one, other)

    middle = (a + b) / 2
    halves = (two(a, middle, b), bounds(a, middle), bounds(middle, b), falls(middle, b))
    overlap = (two(a, c, b), two(c, b, d), bounds(a, c), bounds(b, d), falls(c, b))
    apart = (*halves, bounds(c, d), _values(side, b, c))
    return Solve(
        says, given, (Solve(says, (*given, c < b), overlap), Solve(says, (*given, b <= c), apart))
    )
