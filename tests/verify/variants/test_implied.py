"""What a statement implies of its mutants, and what it does not."""

import sympy as sp

from theory.argument_language import States
from theory.claim import ByHand, Claim, ForAll, Source
from theory.language import function, integers, reals, sequence
from theory.quantifiers import Every, Some
from verify.variants.implied import implied
from verify.variants.mutants import mutate

x, y, z = reals("x y z")
k = integers("k")
f = function("f")
s = sequence("s")


def bounded(relation, positive=True):
    inner = Every(k, sp.Implies(k >= 1, relation, evaluate=False))
    return Some(z, sp.And(z > 0, inner, evaluate=False) if positive else inner)


def shows(new, old, given=(), fewer=()):
    return implied(States(new, fewer), States(old, given)) is not None


def test_a_bound_is_a_strict_one_by_another_number():
    assert shows(bounded(s[k] < z), bounded(s[k] <= z))
    assert shows(bounded(s[k] <= z - z / 8), bounded(s[k] <= z))
    assert not shows(bounded(s[k] >= z), bounded(s[k] <= z))
    assert not shows(Every(z, bounded(s[k] <= z).body), bounded(s[k] <= z))
    fixed = Every(k, sp.Implies(k >= 1, s[k] <= x, evaluate=False))
    assert not shows(Every(k, sp.Implies(k >= 1, s[k] < x, evaluate=False)), fixed)


def test_a_bound_of_unknown_sign_is_strict_and_tighter_by_another_number():
    for stronger in (s[k] < z, s[k] <= z - sp.Abs(z) / 8):
        assert shows(bounded(stronger, False), bounded(s[k] <= z, False))
    lower = s[k] >= z + sp.Abs(z) / 8
    assert shows(bounded(lower, False), bounded(s[k] >= z, False))
    assert not shows(bounded(lower, False), bounded(s[k] <= z, False))


def limit(relation, of=f):
    """Say that a term is as near to 0 as epsilon from some number on."""
    far = Every(k, sp.Implies(k >= y, relation(sp.Abs(of(k)), z), evaluate=False))
    return Every(z, sp.Implies(z > 0, Some(y, far), evaluate=False))


def test_a_limit_may_have_half_of_its_epsilon():
    close = limit(sp.Le)
    assert shows(limit(sp.Lt), close)
    assert shows(limit(lambda a, b: a <= b - sp.Abs(b) / 8), close)
    assert shows(limit(lambda a, b: a <= b / 16), limit(lambda a, b: a <= b / 8))
    assert not shows(limit(sp.Ge), close)
    assert not shows(limit(sp.Lt, of=function("g")), close)
    assert not shows(limit(lambda a, b: a <= b - 1), close)
    assert not shows(Every(z, close.body.args[1]), close)  # nothing is said of epsilon below 0


def test_what_is_near_everywhere_may_have_half_of_its_epsilon_too():
    def near_everywhere(says):
        far = Some(y, Every(k, sp.Implies(k >= y, says, evaluate=False)))
        return Every(x, Every(z, sp.Implies(z > 0, far, evaluate=False)))

    off = sp.Abs(x * f(k))
    assert shows(near_everywhere(off <= z / 2), near_everywhere(off <= z))
    assert not shows(near_everywhere(off >= z), near_everywhere(off <= z))
    assert not shows(near_everywhere(off <= z - x**2), near_everywhere(off <= z))
    assert not shows(near_everywhere(2 * x * off <= z), near_everywhere(off <= z))


def test_what_grows_without_bound_is_above_every_number():
    def unbounded(relation):
        return Every(z, Some(x, relation(f(x), z)))

    assert shows(unbounded(sp.Gt), unbounded(sp.Ge))
    assert shows(unbounded(lambda a, b: a >= b + sp.Abs(b) / 8), unbounded(sp.Ge))
    assert not shows(unbounded(sp.Lt), unbounded(sp.Ge))


def test_of_two_parts_the_one_may_change():
    def both(one):
        return sp.And(one, Some(y, f(y) >= x), x >= 1, evaluate=False)

    old, new = Some(z, f(z) <= x), Some(z, f(z) < 2 * x)
    assert shows(both(new), both(old))
    assert not shows(both(Some(z, f(z) < x / 2)), both(old))


def test_nothing_follows_under_fewer_hypotheses():
    old, new = bounded(s[k] <= z), bounded(s[k] < z)
    assert shows(new, old, (x > 0,), (x > 0,))
    assert not shows(new, old, (x > 0,), ())


def test_what_a_statement_implies_that_nothing_proves_is_no_mutant():
    claim = Claim(
        *("toy/x", "toy", Source("here"), "toy"),
        printed=States(bounded(s[k] <= z), (s[1] <= 1,)),
        lemmas={"square": ForAll(x**2 + y**2 >= 2 * x * y)},
        because={"": ByHand(("square",))},
    )
    changes = {m.change for m in mutate(claim).mutants if m.statement.part == 0}
    assert "strict" not in changes
    assert {"for every z", "turned round"} <= changes


def test_of_what_there_is_some_after_other_things_only_the_first_need_be_another_one():
    def served(relation, power):
        choice = Some(x, sp.And(x > 0, x <= y, relation(f(x), z * power), evaluate=False))
        all_y = Every(y, sp.Implies(sp.And(y >= 1, Every(k, s[k] > y)), choice, evaluate=False))
        return Some(z, sp.And(z > 0, all_y, evaluate=False))

    exponent = sp.Symbol("p", real=True)
    old = served(sp.Le, y**exponent)
    assert shows(served(sp.Lt, y**exponent), old)
    assert shows(served(lambda a, b: a <= b - sp.Abs(b) / 8, y**exponent), old)
    assert not shows(served(sp.Lt, (2 - y) ** exponent), served(sp.Le, (2 - y) ** exponent))
    assert not shows(served(sp.Lt, y**exponent - 1), served(sp.Le, y**exponent - 1))


def test_a_bound_that_need_not_be_positive_is_a_smaller_one_by_another_number():
    old, new = (Some(z, Every(k, s[k] <= bound)) for bound in (z, z - sp.Abs(z) / 8))
    assert shows(new, old)
    assert not shows(Some(z, Every(k, s[k] <= -sp.Abs(z))), old)


def attained(says):
    """Say that some choice of x serves with some constant z, for each sequence between bounds."""
    law = Every(k, sp.Implies(k >= 1, s[k] >= 0, evaluate=False))
    there = Some(x, sp.And(x > 0, x <= 1, says, evaluate=False))
    every = Every(y, Every(s, sp.Implies(sp.And(y >= 1, law), there, evaluate=False)))
    return Some(z, sp.And(z > 0, every, evaluate=False))


def test_a_constant_may_be_larger_where_the_choice_stays():
    old = attained(s[1] * x <= z * y)
    assert shows(attained(s[1] * x <= z * y - sp.Abs(z * y) / 8), old)
    assert shows(attained(s[1] * x < z * y), old)
    assert not shows(attained(s[1] * x + x <= z * y - 2 * x * y * z), old)
    assert not shows(attained(s[1] * x >= z * y), old)
    assert shows(attained(f(x) <= z * y - 1), attained(f(x) <= z * y))
    assert not shows(attained(f(x) <= z * y - y**2), attained(f(x) <= z * y))
    assert not shows(attained((f(x) <= z * y) & (x < 1)), attained(f(x) <= z * y))
