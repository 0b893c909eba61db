"""What is shown of the recurrence m -> (1 - q) m + eta^2 of (23), where q is of the order rho."""

import sympy as sp
from sympy.logic.boolalg import And, Implies

from theory.arguments import Generalise, Give, Solve
from theory.binders import substitute
from theory.existence import given_by
from theory.language import reals
from theory.papers.signsgd_scaling.notation import B, eta, lam
from theory.quantifiers import Every, Some, denied

q, c, C, K = reals("q_0 c_1 C_1 K_0")
RHO = eta * sp.sqrt(lam * B)
_of_order = And(c > 0, c <= C)
_large = And(*(eta > 0, B >= 1, lam > 0, RHO >= K, q >= c * RHO, q <= C * RHO))


def _every(symbols, says):
    for symbol in reversed(symbols):
        says = Every(symbol, says)
    return says


_diverges = _every((eta, B, lam, q), Implies(_large, sp.Abs(1 - q) >= 1, evaluate=False))
_ANY = _every((c, C, K), Implies(And(K > 0, _of_order), _diverges, evaluate=False))
_serves = Some(K, And(K > 0, _diverges))
_SERVES = _every((c, C), Implies(_of_order, _serves, evaluate=False))
DIVERGES = _ANY, _SERVES


def _generalised(says, argument):
    """Argue for every value of the bound symbols what is argued for any one."""
    symbols = []
    while isinstance(says, Every):
        symbols.append(says.args[0])
        says = says.body
    for symbol in reversed(symbols):
        argument = Generalise(argument, symbol)
    return argument


_of_any = substitute(_diverges.body.body.body.body, {K: 2 / c})
_there = Give(
    Solve(
        substitute(_serves.body, {K: 2 / c}),
        (_of_order,),
        (_generalised(_diverges, Solve(_of_any, (_of_order,))),),
    ),
    _serves,
    2 / c,
)
DIVERGES_SHOWN = _generalised(_SERVES, Solve(_SERVES.body.body, (), (_there,)))
CONVERGES_SOMEWHERE = given_by(
    denied(_ANY), dict.fromkeys((q, c, C, K, eta, B, lam), sp.Integer(1)), (), ()
)
