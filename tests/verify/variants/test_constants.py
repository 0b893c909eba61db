"""Constants that do not serve, whatever they are, along rays."""

import pytest
import sympy as sp

from theory.argument_language import States
from theory.language import Head, reals
from theory.quantifiers import Every, Some
from verify.variants.constants import no_constants_serve

x, y, eps, c, K, C = reals("x y eps c K C")
f = Head("f", "a number; x, y")


def far(says, premise=x >= K, sign=K > 0):
    """Return that there is a constant so that something holds for all x and y > 0."""
    inner = sp.Implies(sp.And(premise, y > 0), says, evaluate=False)
    return Some(K, sp.And(sign, Every(x, Every(y, inner)), evaluate=False))


@pytest.mark.parametrize(
    "says",
    [
        far(x <= y),
        far(x <= K * y),
        far(x <= K),
        far(sp.erfc(x) >= K),
        far(sp.Abs(sp.erfc(x / y)) >= 1, x >= K * y),
        far(y < 0, x >= K * y),
        far(x <= 1, sign=K < 0),
        Every(eps, sp.Implies(eps > 0, far(sp.erfc(x / y) <= eps, sign=K < 0), evaluate=False)),
        Every(eps, sp.Implies(eps > 0, far(eps * x <= K), evaluate=False)),
        sp.And(far(x > 0), far(x <= y), evaluate=False),
        Some(C, sp.And(C > 0, far(x <= C * y + K), evaluate=False)),
        far(x**2 <= y * (1 + K) * x),
        # its sign is said of it under a quantifier
        Some(K, Every(C, sp.And(C >= K, K > 0, evaluate=False))),
    ],
)
def test_what_fails_with_all_constants_is_seen_to(says):
    assert no_constants_serve(States(says)) is not None


@pytest.mark.parametrize(
    "says",
    [
        far(x >= K),
        far(x > 0),
        Some(K, Every(C, sp.And(C**2 >= -K, K > 0, evaluate=False))),
        far(x <= K, x <= K),
        far(sp.erfc(x) <= K),
        far(sp.erfc(x) <= 2),
        Every(eps, sp.Implies(eps > 0, far(eps * x >= eps * K), evaluate=False)),
        # for each eps there is one: it may depend on what comes before it
        Every(eps, sp.Implies(eps > 0, far(eps * x >= 1), evaluate=False)),
        Every(eps, sp.Implies(eps > 0, far(x >= eps), evaluate=False)),
        # there is one that serves, and nothing is said of its sign
        Some(K, Every(x, x * K <= 0)),
        # one that may depend on what comes before it is no constant
        Every(x, Some(K, sp.And(K > 0, x <= K, evaluate=False))),
        Every(x, sp.Implies(x > 0, Some(K, sp.And(K > 0, K * x <= 1)), evaluate=False)),
        # not all that may be concluded from both premises
        far(x <= 3, sp.And(x >= K, x <= 2)),
        Every(x, x >= 0),
    ],
)
def test_what_some_constants_serve_is_left_alone(says):
    assert no_constants_serve(States(says)) is None


def test_what_comes_before_a_constant_is_no_term_in_it():
    inner = sp.Implies(eps >= 1 / K, x <= eps, evaluate=False)
    both = Every(eps, Some(K, sp.And(K > 0, Every(x, inner), evaluate=False)))
    assert no_constants_serve(States(both)) is None


def test_one_name_for_two_constants_is_left_alone():
    again = Every(C, Some(K, sp.And(K > 0, Every(y, sp.Implies(y > K, y <= C, evaluate=False)))))
    assert no_constants_serve(States(Some(K, sp.And(K > 0, again, evaluate=False)))) is None


def test_hypotheses_hold_of_what_is_free():
    says = far(x**c <= K)
    assert no_constants_serve(States(says, (c > 0,))) is not None
    assert no_constants_serve(States(says, (c < 0,))) is None


def test_heads_are_what_definitions_say():
    says = far(f(x, y) >= K)
    defined = States(sp.Eq(f(x, y), 0), (x <= y,))
    assert no_constants_serve(States(says), (defined,)) is not None
    assert no_constants_serve(States(says)) is None
