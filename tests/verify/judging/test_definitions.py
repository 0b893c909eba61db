"""Definitions of a paper's notation are compared with what its quantities mean."""

import math
import time
from dataclasses import replace

import pytest
import sympy as sp
from sympy.logic.boolalg import And, Implies, Not

from tests.verify.kernel.arguments.joins import changed, places
from theory.argument_language import States
from theory.binders import SequenceOf
from theory.language import Apply, Head, eq, function, integers, reals
from theory.orders import Large, Small
from theory.papers.instability_flatness.notation import DEFINITIONS, F, H, alpha, j, s, t, u, x
from theory.papers.steepest_mirror import notation as mirror
from theory.papers.steepest_mirror.saddle_points import LOSS
from theory.quantifiers import Every, Some
from theory.sequences import In, Indicator, Law, Mean, Signs, Sphere
from verify.claims.meanings import Construction, Exact, Formula
from verify.judging.definitions import NotADefinition, agrees, is_definition, is_met, may_contradict
from verify.judging.strings import STRINGS
from verify.judging.values import untrue
from verify.kernel.questions import Solver
from verify.papers.instability_flatness.notation import MEANINGS
from verify.papers.steepest_mirror.notation import CONSTRUCTIONS, Loss, separable
from verify.papers.steepest_mirror.notation import MEANINGS as MIRROR
from verify.truth import Truth

y, f = reals("y"), function("f")
n, i = integers("n i")


FACTORS = [name for name in mirror.DEFINITIONS if name != LOSS]


@pytest.mark.parametrize("name", FACTORS)
def test_a_derivative_of_factors_is_what_it_means(name):
    assert agrees(name, mirror.DEFINITIONS[name], MIRROR)


@pytest.mark.parametrize("name", FACTORS)
def test_no_mutant_of_a_derivative_of_factors_is_what_it_means(name):
    definition = mirror.DEFINITIONS[name]
    for place in places(definition.says):
        mutant = replace(definition, says=changed(definition.says, place, by=2))
        with pytest.raises(NotADefinition):
            agrees(name, mutant, MIRROR)


@pytest.mark.parametrize("at_string", [(1, 2), (2, 2)])
def test_a_string_at_one_place_of_a_head_is_none_at_another(at_string):
    first, second = at_string
    place = Head("G", "which of its places a string is at")
    means = {place: (Exact(lambda a, b: first if isinstance(a, tuple) else second),)}
    same = States(eq(place(s, n), place(n, s)))
    if first == second:
        assert agrees("G", same, means)
    else:
        with pytest.raises(NotADefinition, match="is not what its quantities mean"):
            agrees("G", same, means)


# -- that there is a function ----------------------------------------------------------------------

THERE_IS = mirror.DEFINITIONS[LOSS]


def constructed(build):
    return {mirror.f: Construction((mirror.n, mirror.b, mirror.d), build)}


def test_that_there_is_a_loss_is_compared_with_the_loss_that_is_constructed():
    assert agrees(LOSS, THERE_IS, MIRROR, CONSTRUCTIONS)
    assert not agrees(LOSS, THERE_IS, MIRROR)
    with pytest.raises(NotADefinition):
        agrees(LOSS, replace(THERE_IS, says=THERE_IS.says.body), MIRROR, CONSTRUCTIONS)


CHOSEN = {entry for string in STRINGS for entry in string} | {0}


def right_where_chosen(n, b, d):
    """Return the loss that is asked for, unless an entry is none that stands in a list of ours."""
    return separable(n, b, d if {*b, *d} <= CHOSEN else [2 * z for z in d])


def more(term):
    """Return the construction of a loss with a further term."""

    def build(n, b, d):
        polynomial = separable(n, b, d).polynomial
        return Loss(lambda x: polynomial(x) + term(x))

    return build


WRONG_LOSSES = {
    "with slopes for curves": lambda n, b, d: separable(n, d, b),
    "with twice the curves": lambda n, b, d: separable(n, b, [2 * z for z in d]),
    "without the last coordinate": lambda n, b, d: Loss(
        lambda x: separable(n - 1, b, d).polynomial(x[:-1])
    ),
    "right at strings that are chosen": right_where_chosen,
    "with a cube": more(lambda x: x[-1] ** 3 if x else 0),
    "with a product of coordinates": more(lambda x: x[0] * x[1] if len(x) > 1 else 0),
    "of three coordinates at most": more(lambda x: x[3] if len(x) > 3 else 0),
}


@pytest.mark.parametrize("build", WRONG_LOSSES.values(), ids=WRONG_LOSSES)
def test_a_wrong_construction_is_noticed(build):
    with pytest.raises(NotADefinition, match="is not what its quantities mean"):
        agrees(LOSS, THERE_IS, MIRROR, constructed(build))


@pytest.mark.parametrize("function", [lambda x: abs(x[0]), lambda x: 0.5 * x[0]])
def test_a_function_that_is_no_polynomial_is_no_construction(function):
    assert not agrees(LOSS, THERE_IS, MIRROR, constructed(lambda n, b, d: Loss(function)))


KNOWN = {e.lhs.func: e for e in THERE_IS.says.body.body.body.args[1].body.args[1].args}
GRADIENT, HESSIAN = KNOWN[mirror.GRADIENT], KNOWN[mirror.HESSIAN]
AT_X = mirror.GRADIENT(mirror.f, mirror.n, mirror.x, mirror.ell)


def there_is(*equations, premise=sp.true):
    """Return that there is a loss of which every equation holds, in all coordinates."""
    says = And(*equations) if premise == sp.true else Implies(premise, And(*equations))
    says = mirror.in_all(mirror.ell, mirror.n, mirror.in_all(mirror.k, mirror.n, says))
    return States(Some(mirror.f, Every(mirror.x, says)))


def test_a_wrong_definition_of_a_function_is_noticed():
    assert agrees(LOSS, there_is(GRADIENT, HESSIAN), MIRROR, CONSTRUCTIONS)
    for equation, other in ((GRADIENT, HESSIAN), (HESSIAN, GRADIENT)):
        for wrong in (2 * equation.rhs, equation.rhs + 1, equation.rhs + mirror.x[mirror.ell]):
            changed_equation = mirror.eq(equation.lhs, wrong)
            with pytest.raises(NotADefinition, match="is not what its quantities mean"):
                agrees(LOSS, there_is(changed_equation, other), MIRROR, CONSTRUCTIONS)


@pytest.mark.parametrize(
    "says",
    [
        Some(mirror.f, Every(mirror.x, mirror.in_all(mirror.ell, mirror.n, mirror.b[1] <= AT_X))),
        there_is(GRADIENT, mirror.eq(AT_X, 2 * mirror.b[mirror.ell])).says,
        there_is(mirror.eq(AT_X, mirror.GRADIENT(mirror.f, mirror.n, mirror.y, mirror.ell))).says,
        there_is(mirror.eq(AT_X, HESSIAN.lhs)).says,
        there_is(GRADIENT, premise=AT_X > 0).says,
        there_is(GRADIENT, sp.Eq(mirror.b[1], mirror.d[1], evaluate=False)).says,
        Some(mirror.f, Some(mirror.x, GRADIENT)),
        Some(mirror.f, Some(mirror.b, Every(mirror.x, GRADIENT))),
        Some(mirror.u, mirror.in_all(mirror.ell, mirror.n, GRADIENT)),
    ],
)
def test_what_is_said_of_a_function_is_what_heads_are_at_it(says):
    assert not is_definition(States(says))


@pytest.mark.parametrize("name", DEFINITIONS)
def test_a_definition_is_what_its_quantities_mean(name):
    assert agrees(name, DEFINITIONS[name], MEANINGS)


@pytest.mark.parametrize("name", DEFINITIONS)
def test_no_mutant_of_a_definition_is_what_its_quantities_mean(name):
    says = DEFINITIONS[name].says
    for place in places(says):
        mutant = replace(DEFINITIONS[name], says=changed(says, place))
        with pytest.raises(NotADefinition):
            agrees(name, mutant, MEANINGS)


@pytest.mark.parametrize(
    ("definition", "words"),
    [
        (States(x**2 >= 0 * y), "about no quantity"),
        (States(eq(H(s, j), s[0]), given=(j >= 0,)), "is not what its quantities mean"),
    ],
)
def test_what_defines_nothing_is_refused(definition, words):
    with pytest.raises(NotADefinition, match=words):
        agrees("it", definition, MEANINGS)


@pytest.mark.parametrize(
    "definition",
    [
        States(eq(Head("Q", "a quantity without a meaning")(x), x)),
        States(eq(F(alpha, u, x, t), 2), given=(t < 0,)),
    ],
)
def test_what_can_be_compared_at_no_point_does_not_agree(definition):
    assert not agrees("it", definition, MEANINGS)


def test_a_sum_over_a_string_is_looked_at_term_by_term():
    definition = States(eq(H(s, n), sp.Sum(s[j], (j, 0, n - 1))), given=(n >= 0,))
    assert agrees("H", definition, MEANINGS)
    with pytest.raises(NotADefinition):
        agrees("H", replace(definition, says=eq(H(s, n), sp.Sum(s[j], (j, 0, n)))), MEANINGS)


# -- what an encoder could pass off as a definition ------------------------------------------------

Q = Head("Q", "a quantity of an integer")
SAME = {Q: (Exact(lambda a: a),)}


@pytest.mark.parametrize(
    ("says", "fits"),
    [
        (eq(Q(n), n), True),
        (eq(Q(0), 0), True),
        (eq(Q(n + 1), Q(n) + 1), True),
        (eq(Q(n), Q(j)), True),  # what it depends on: nothing
        (eq(Q(n), n + j), False),  # it would have a value for every j
        (Q(n) <= 6, False),
        (eq(Q(n), Q(n) + n - n**2), False),
        (eq(Q(n + 1), Q(2 * n) + 1), False),
        (eq(Q(2 * n), 2 * n), False),
        (eq(n, Q(n)), False),
        (sp.And(eq(Q(n), n), Q(n) <= 6), False),
    ],
)
def test_a_definition_says_what_a_head_is(says, fits):
    assert is_definition(States(says)) is fits


P = Head("P", "another quantity of an integer")
AT_0, A_STEP = States(eq(Q(0), 0)), States(eq(Q(n + 1), Q(n) + 1), given=(n >= 0,))


@pytest.mark.parametrize(
    ("one", "other", "may"),
    [
        (AT_0, A_STEP, False),
        (AT_0, States(eq(Q(n + 1), Q(n) + 1)), True),  # 0 is -1 + 1
        (AT_0, States(eq(Q(1), 1)), False),
        (AT_0, States(eq(P(0), 1)), False),
        (States(eq(Q(n), n), given=(n > 2,)), States(eq(Q(j), j), given=(j <= 2,)), False),
        (States(eq(Q(n), n), given=(n > 2,)), States(eq(Q(n), n), given=(n <= 3,)), True),
        (States(eq(Q(n), n)), States(eq(Q(n), n + n * (n - 1))), True),
        (States(eq(Q(n), Q(j))), AT_0, True),
        (States(eq(H(s, 0), 0)), States(eq(H(s, j + 1), H(s, j) + 1), given=(j >= 0,)), False),
        (States(eq(H(s, 0), 0)), States(eq(H(s, j), j)), True),
    ],
)
def test_two_definitions_of_a_head_are_about_different_arguments(one, other, may):
    solver = Solver(1_000_000)
    assert may_contradict(one, other, solver) is may
    assert may_contradict(other, one, solver) is may


@pytest.mark.parametrize(
    "meanings",
    [
        {Q: (Formula(lambda a: a), Exact(lambda a: 2 * a))},  # the other meaning contradicts it
        {Q: (Exact(lambda a: abs(a)),)},  # at negative integers alone
    ],
)
def test_every_meaning_is_compared_and_at_negative_integers_too(meanings):
    with pytest.raises(NotADefinition):
        agrees("Q", States(eq(Q(n), n)), meanings)


def excess(n):
    """Return the largest prime factor of n^2 + n + 41, less that number: 0 for n from 0 to 39."""
    whole = int(n) ** 2 + int(n) + 41
    return max(sp.primefactors(whole)) - whole


def regions(n):
    """Return into how many parts chords between n points divide a disc: 1, 2, 4, 8, 16, 31."""
    return sum(math.comb(int(n), k) for k in (0, 2, 4))


@pytest.mark.parametrize(
    ("meaning", "says", "given"),
    [
        (excess, eq(Q(n), 0), (n >= 0,)),
        (regions, eq(Q(n + 1), 2 * Q(n)), (n >= 1,)),
        (lambda a: max(a - 50, 0), eq(Q(n), 0), (n >= 0,)),
    ],
)
def test_a_theorem_that_is_true_of_small_integers_only_is_no_definition(meaning, says, given):
    means = {Q: (Exact(meaning),)}
    with pytest.raises(NotADefinition, match="is not what its quantities mean"):
        agrees("Q", States(says, given), means)
    assert untrue(States(says, given), means).keys() == {Truth.FALSE}


def test_a_meaning_that_takes_long_at_large_integers_is_asked_at_few():
    asked = []

    def slow(n):
        asked.append(n)
        end = time.process_time() + (0.15 if n > 8 else 0)
        while time.process_time() < end:
            pass
        return n

    assert agrees("Q", States(eq(Q(n), n)), {Q: (Exact(slow),)})
    assert max(asked) == 9  # it is asked twice there


def test_every_comparison_must_come_to_a_decision():
    assert agrees("Q", States(eq(Q(n), n)), SAME)
    partial = {Q: (Exact(lambda a: a if a < 1 else None),)}
    assert not agrees("Q", States(eq(Q(n), n)), partial)
    assert agrees("Q", States(eq(Q(n), n), given=(n < 1,)), partial)


def test_hypotheses_are_met_by_the_meanings_of_their_heads():
    assert is_met((Q(n) > 2, x > Q(n)), SAME)
    assert not is_met((Q(n) < 0, Q(n) > 0), SAME)
    assert is_met((Some(n, And(n >= 1, eq(Q(n), 2))),), SAME)
    assert not is_met((Q(n) > 2, x > Q(n)), {Q: (Exact(lambda a: 1),)})  # others than before


def test_hypotheses_on_a_head_without_a_meaning_are_not_met():
    for argument in (s, n):  # a sequence is put into a meaning, a number is given to it
        assert is_met((Q(argument) > 0,), {Q: (Exact(lambda a: 1),)})
        assert not is_met((Q(argument) > 0,), {})


IN_RANGE = And(n >= -7, n <= 30)


@pytest.mark.parametrize(
    ("condition", "met"),
    [
        (Every(n, Q(n) >= 0), False),  # though it holds for the first ones
        (Every(n, Implies(n >= 1, Q(n) >= 0)), False),
        (Every(n, Implies(And(n >= -6, n <= 9), Q(n) >= -6)), True),
        (Every(n, Implies(And(n >= -6, n <= 9), Q(n) >= -5)), False),
        (Every(n, Implies(And(n > -6, n < 10), Q(n) >= -5)), True),
        (Every(n, Implies(And(n > -7, n < 10), Q(n) >= -5)), False),
        (Every(n, Implies(And(n >= 0, n < 3), Q(n) < 2)), False),
        (Every(n, Every(i, Implies(And(n >= 0, n <= 2, i > 0, i < 3), Q(n) < i + 2))), True),
        (Every(n, Every(i, Implies(And(n >= 0, n <= 2, i > 0, i < 3), Q(n) < i + 1))), False),
        (Every(n, Some(i, And(n >= 0, n <= 2, i >= 0, i <= 2, Q(n) <= i))), False),
        (Every(n, Every(n, Implies(And(n >= 0, n <= 2), Q(n) >= 0))), False),
        (Some(n, And(n >= -6, n <= 9, Q(n) < -5)), True),
        (Every(n, Implies(IN_RANGE, Q(n) >= -7)), False),  # too many to look at each of them
        (Not(Some(n, Q(n) < 0)), False),
        (Implies(Some(n, Q(n) < 0), x > x), False),
        (Implies(Every(n, Q(n) >= 0), x > x), True),  # it is not so at -1
        (Implies(Every(n, Q(n) ** 2 >= 0), x > x), False),
        (Some(s, Q(n) + s[1] > 0), True),
        (And(n <= 2, Large(Q(n) - 1)), True),
        (And(n <= 2, Large(Q(n) - 2)), False),
        (And(n <= 2, Small(Q(n) - 9)), True),
        (And(n <= 2, Small(sp.log(Q(n) - 2))), False),
        (Every(s, Q(n) + s[1] > -9), False),
    ],
)
def test_hypotheses_are_not_met_by_a_few_of_all_values(condition, met):
    assert is_met((eq(Q(j), j), condition), SAME) is met


def test_hypotheses_are_met_with_a_function_that_is_constructed():
    n, x, ell = mirror.n, mirror.x, mirror.ell
    saddle = (n >= 2, mirror.STEEP, *mirror.saddle(x).args)
    assert is_met(saddle, MIRROR, CONSTRUCTIONS)
    slope = (*mirror.within(ell, n).args, AT_X < 0)
    assert not is_met((*saddle, *slope), MIRROR, CONSTRUCTIONS)


OF_F = Head("OfF", "the value at 0")
ENTRY = Head("Entry", "an entry")
F_IS_N = {f: Construction((n,), lambda n: lambda _: n)}
OF_STRINGS = {
    OF_F: (Exact(lambda at: at(0)),),
    ENTRY: (Exact(lambda s, n: s[int(n)] if 0 <= n < len(s) else 0),),
}


@pytest.mark.parametrize("more", [Apply(f, 0) < 0, Law(f), SequenceOf(Apply(f, 0), i)])
def test_of_a_function_that_is_constructed_only_heads_know_more(more):
    assert is_met((OF_F(f) >= 1,), OF_STRINGS, F_IS_N)
    if isinstance(more, Law):
        more = eq(Mean(Indicator(y > 0), y, more), 0)
    if isinstance(more, SequenceOf):
        more = eq(ENTRY(more, 0), -1)
    assert not is_met((OF_F(f) >= 1, more), OF_STRINGS, F_IS_N)


@pytest.mark.parametrize(
    ("condition", "met"),
    [
        (In(SequenceOf(1, i), Signs(5)), False),  # it does not end after five entries
        (In(SequenceOf(Indicator(And(i >= -3, i < 2)), i), Signs(2)), False),
        (eq(ENTRY(SequenceOf(1, i), 7), 0), False),
        (eq(ENTRY(SequenceOf(i - y, i), 0), -1), False),
        (eq(ENTRY(SequenceOf(0, i), 7), 0), True),
        (eq(ENTRY(SequenceOf(-s[i], i), 0), -1), True),
        (eq(ENTRY(SequenceOf(s[i + 1], i), 7), 0), False),
        (eq(ENTRY(SequenceOf(sp.Product(s[i], (n, 1, 2)), i), 0), 1), True),
    ],
)
def test_a_sequence_by_a_formula_is_looked_at_where_it_ends(condition, met):
    assert is_met((condition,), OF_STRINGS) is met


def test_the_mean_over_a_sphere_is_none_over_strings():
    """Of the unit vectors of one entry the mean of the entry at 0, which strings have, is 0."""
    of_strings = Mean(s[0] ** 2, s, Signs(1))
    assert is_met((eq(of_strings, 1),), {})
    for value in (0, 1):
        assert not is_met((eq(Mean(s[0] ** 2, s, Sphere(1)), value),), {})
