"""A paper for tests only whose checks change what all checks in a process share."""

from __future__ import annotations

from pathlib import Path

LEAKS = {
    "evaluation": "global_parameters.evaluate = False",
    "distribution": "global_parameters.distribute = False",
    "assumptions": "global_assumptions.add(sp.Q.positive(x))",
    "recursion": "sys.setrecursionlimit(120)",
    "mpmath": "mpmath.mp.dps = 3",
    "flint": "flint.ctx.prec = 10",
    "decimal": "decimal.getcontext().prec = 2",
    "dtype": "torch.set_default_dtype(torch.float16)",
    "threads": "torch.set_num_threads(2)",
    "gradients": "torch.set_grad_enabled(False)",
    "deterministic": "torch.use_deterministic_algorithms(True)",
    "numpy": "np.seterr(all='raise')",
    "environment": "os.environ['LEAKED'] = '1'",
    "folder": "os.chdir('/')",
    "warnings": "warnings.simplefilter('error')",
    "handler": "signal.signal(signal.SIGTERM, signal.SIG_IGN)",
    "timer": "signal.setitimer(signal.ITIMER_REAL, 3600)",
    "thread": "threading.Thread(target=time.sleep, args=(3600,), daemon=True).start()",
    "limit": "resource.setrlimit(resource.RLIMIT_NOFILE, (40, 40))",
    "path": "sys.path.insert(0, '/nowhere')",
    "finders": "sys.meta_path.reverse()",
    "simplify": "sp.simplify = lambda expression, **options: sp.Integer(0)",
    "method": "sp.Add.equals = lambda self, other: True",
    "truth": "verify.truth.arithmetic.Arithmetic.number = lambda self, term: 0",
    "builtin": "verify.judging.verdict.any = lambda values: True",
    "methods": "verify.methods.METHODS.pop('solver')",
    "solver": "z3.Solver.check = lambda self, *assumptions: z3.unsat",
    "ball": "verify.methods.balls.fmpq = float",
    "module": "sys.modules['verify.judging.verdict'] = verify.truth",
    "constant": "math.pi = 3",
}

THEORY = """
from theory.claim import Claim, ForAll, Observed, Source
from theory.language import reals
import sympy as sp

x, y = reals("x y")
EFFECT = sp.Symbol("effect", real=True) > 0
BEFORE = Claim(id="leaky/before", title="-", source=Source("1"), words="-",
               printed=ForAll(says=sp.Le(2 * x * y, x**2 + y**2)))
"""
CLAIM = """
C_{name} = Claim(id="leaky/{name}", title="-", source=Source("1"), words="-",
    printed=Observed("{name}", {{}}, EFFECT))
"""
AFTER = """
TRUE = Claim(id="leaky/true", title="-", source=Source("1"), words="-",
             printed=ForAll(given=(x > 0,), says=sp.Ge(x + 1 / x, 2)))
FALSE = Claim(id="leaky/false", title="-", source=Source("1"), words="-",
              printed=ForAll(given=(x >= 0,), says=sp.Le(x**2, x)))
"""
VERIFY = """
import decimal, math, os, resource, signal, sys, threading, time, warnings
import flint, mpmath, numpy as np, sympy as sp, torch, z3
from sympy.assumptions.assume import global_assumptions
from sympy.core.parameters import global_parameters
import verify.methods, verify.truth, verify.judging.verdict
from verify.evidence import Evidence, Outcome, Tier
from .claims import x


def held(do):
    def check(statement, **_):
        do()
        return Evidence("experiment", Outcome.HOLDS, Tier.EXPERIMENT, detail="all is well")
    return check


EXPERIMENTS = {}
"""
CHECK = """

def leak_{name}():
    {code}


EXPERIMENTS["{name}"] = held(leak_{name})
"""


def write(root: Path, *names: str) -> list[str]:
    """Write the paper `leaky` with some of the leaks below a folder; return all its ids."""
    chosen = names or tuple(LEAKS)
    claims = "".join(CLAIM.format(name=name) for name in chosen)
    checks = "".join(CHECK.format(name=name, code=LEAKS[name]) for name in chosen)
    for name, text in (("claims", THEORY + claims + AFTER), ("attack", VERIFY + checks)):
        path = root / "papers" / "leaky" / f"{name}.py"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return [f"leaky/{name}" for name in ("before", *chosen, "true", "false")]
