"""Papers that exist for tests only: claims and checks that misbehave in every way we know.

They are written into a temporary folder that `THMCHECK_PAPERS` names, so that worker processes
find them too.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from verify.claims import catalogue

THEORY = """
import sympy as sp

from theory.claim import Claim, ForAll, Missing, Observed, Source
from theory.language import Head, reals

x = reals("x")
NOTHING = Head("Nothing", "a quantity that is not a number")
AT = Source("section 1")
EFFECT = sp.Symbol("effect", real=True) > 0

CRASH = Claim(id="odd/crash", title="crashes", source=AT, words="-",
              printed=Observed("crash", {}, EFFECT))
EAT = Claim(id="odd/eat", title="eats memory", source=AT, words="-",
            printed=Observed("eat", {}, EFFECT))
RUBBISH = Claim(id="odd/rubbish", title="returns rubbish", source=AT, words="-",
                printed=Observed("rubbish", {}, EFFECT))
NOT_JSON = Claim(id="odd/not-json", title="returns what JSON cannot hold", source=AT, words="-",
                 printed=Observed("not_json", {}, EFFECT))
LEAVES = Claim(id="odd/leaves", title="exits the interpreter", source=AT, words="-",
               printed=Observed("leaves", {}, EFFECT))
FINE = Claim(id="odd/fine", title="works and prints", source=AT, words="-",
             printed=Observed("fine", {}, EFFECT))
ENDS = Claim(id="odd/ends", title="ends the process as if all were well", source=AT, words="-",
             printed=Observed("ends", {}, EFFECT))
KILLED = Claim(id="odd/killed", title="is killed", source=AT, words="-",
               printed=Observed("killed", {}, EFFECT))
FAULT = Claim(id="odd/fault", title="reads what is not its own", source=AT, words="-",
              printed=Observed("fault", {}, EFFECT))
DEAF = Claim(id="odd/deaf", title="closes the pipe", source=AT, words="-",
             printed=Observed("deaf", {}, EFFECT))
HANG = Claim(id="odd/hang", title="hangs", source=AT, words="-",
             printed=Observed("hang", {}, EFFECT))
NAN = Claim(
    id="odd/nan", title="the ratio is nan", source=AT, words="-",
    printed=ForAll(given=(x >= 1,), says=NOTHING(x) <= 1),
)
VACUOUS = Claim(
    id="odd/vacuous", title="nothing satisfies it", source=AT, words="-",
    printed=ForAll(given=(x > 1, x < 0), says=x > 5),
)
MISSING = Claim(id="odd/missing", title="needs a model", source=AT, words="-",
                printed=Missing("a pretrained model"))
"""

VERIFY = """
import ctypes
import os
import sys
import time

from verify.evidence import Evidence, Outcome, Tier
from . import claims as odd
from verify.claims.meanings import Approximate


def hang(statement, **_):
    time.sleep(3600)


def crash(statement, **_):
    os._exit(11)


def ends(statement, **_):
    os._exit(0)


def killed(statement, **_):
    os.kill(os.getpid(), 9)


def fault(statement, **_):
    ctypes.string_at(0)


def deaf(statement, **_):
    os.closerange(3, 256)
    time.sleep(3600)


def eat(statement, **_):
    hoard = []
    while True:
        hoard.append(bytearray(2**28))


def rubbish(statement, **_):
    return "everything is fine"


def not_json(statement, **_):
    return Evidence("experiment", Outcome.HOLDS, Tier.EXPERIMENT, witness={"x": object()})


def leaves(statement, **_):
    sys.exit(0)


def fine(statement, **_):
    print("noise on standard output")
    return Evidence("experiment", Outcome.HOLDS, Tier.EXPERIMENT, detail="it ran")


MEANINGS = {odd.NOTHING: (Approximate(lambda x: (float("nan"), 0.0)),)}
EXPERIMENTS = {
    f.__name__: f
    for f in (hang, crash, ends, killed, fault, deaf, eat, rubbish, not_json, leaves, fine)
}
"""

SWEPT = """
import sympy as sp

from theory.claim import Claim, Observed, Source

AT = Source("section 1")
total = sp.Symbol("total", real=True)
FIVE = {"parts": 5}

SUM = Claim(
    id="swept/sum", title="a sum", source=AT, words="-",
    printed={"at least": Observed("sweep", FIVE, total >= 10),
             "more": Observed("sweep", FIVE, total > 10)},
)
RAISES = Claim(id="swept/raises", title="a part raises", source=AT, words="-",
               printed=Observed("sweep", {**FIVE, "raises": 3}, total > 0))
DIES = Claim(id="swept/dies", title="a part ends its process", source=AT, words="-",
             printed=Observed("sweep", {**FIVE, "dies": 0}, total > 0))
NEEDS = Claim(id="swept/needs", title="needs data", source=AT, words="-",
              printed=Observed("sweep", {**FIVE, "needs": True}, total > 0))
"""

SWEPT_VERIFY = """
import os
from pathlib import Path

from numerics.local_data import MissingData
from verify.methods.effects import ConfidenceInterval, Measured
from verify.methods.sweep import Sweep


def parts(statement, scale):
    asked = dict(statement.settings)
    if asked.get("needs"):
        raise MissingData("the data are not here")
    return [{"number": n, **asked} for n in range(asked.pop("parts"))]


def do(part, *, seed, device):
    number = part["number"]
    if "SWEPT_LOG" in os.environ:
        with Path(os.environ["SWEPT_LOG"]).open("a") as log:
            log.write(f"{os.getpid()} {number}\\n")
    if number == part.get("dies"):
        os._exit(11)
    if number == part.get("raises"):
        raise ValueError("it is ill")
    return number + seed


def join(statement, found, *, seed, scale, device):
    total = float(sum(found))
    measured = {"total": ConfidenceInterval(total, total, total)}
    return Measured((measured,), True, len(found), f"{len(found)} parts")


EXPERIMENTS = {"sweep": Sweep(parts, do, join)}
"""

WRONG = """
import sympy as sp

from theory.claim import Claim, ForAll, Instead, Source
from theory.language import Head, reals

x = reals("x")
DOUBLE = Head("Double", "twice its argument")
AT = Source("section 1")

FACTOR = Claim(
    id="wrong/factor", title="the simulator has a wrong factor", source=AT, words="-",
    printed=ForAll(given=(x >= 1,), says=sp.Eq(DOUBLE(x), 2 * x)),
)
REPAIR = Claim(
    id="wrong/repair", title="what should hold instead fails too", source=AT, words="-",
    printed=ForAll(given=(x >= 0,), says=x <= 1),
    instead=Instead(ForAll(given=(x >= 0,), says=x <= 2)),
)
"""

WRONG_VERIFY = """
from . import claims as wrong
from verify.claims.meanings import Approximate, Formula

MEANINGS = {wrong.DOUBLE: (Formula(lambda x: 2 * x), Approximate(lambda x: (3 * x, 1e-12)))}
"""

UNBUILT = """
from theory.claim import Claim, Missing, Source

CLAIM = Claim(id="unbuilt/claim", title="", source=Source(), words="", printed=Missing("-"))
1 / 0
"""

CHAIN = """
from theory.arguments import Clause, Put, Solve
from theory.claim import Claim, ForAll, Instead, Source
from theory.choices import Ambiguous
from theory.language import Head, reals

x, y, z = reals("x y z")
AT = Source("section 1")
SQUARES = x**2 + y**2 >= 2 * x * y
MORE = x**2 + y**2 + z**2 >= 2 * x * y
UNKNOWN = Head("F", "a quantity without a meaning")
STILL_MORE = x**2 + y**2 + z**2 + 1 >= 2 * x * y


def of(says, *rests_on):
    because = {"": Solve(says, (), tuple(map(Clause, rests_on)))} if rests_on else {}
    statement = ForAll(says)
    return dict(title="-", source=AT, words="-", printed=statement, because=because)


FIRST = Claim(id="chain/lem-1", **of(SQUARES))
SECOND = Claim(id="chain/lem-2", **of(MORE, "chain/lem-1"))
THIRD = Claim(id="chain/thm-3", **of(STILL_MORE, "chain/lem-2", "chain/lem-1"))
FALSE = Claim(id="chain/false", **of(x**2 > 0))
ON_FALSE = Claim(id="chain/on-false", **of(x**2 + x + 1 > 0, "chain/false"))
ON_ITSELF = Claim(id="chain/circle-1", **of(UNKNOWN(x) >= 0, "chain/circle-2"))
AND_BACK = Claim(id="chain/circle-2", **of(UNKNOWN(x) >= 0, "chain/circle-1"))
ON_NOTHING = Claim(id="chain/on-nothing", **of(SQUARES, "chain/no-such"))
TWO_WAYS = Claim(id="chain/two-ways", **of(Ambiguous("-", {"one": SQUARES, "other": MORE})))
REPAIRED = Claim(
    id="chain/thm-5-step-square", title="-", source=AT, words="-", printed=ForAll(x**2 > 2 * x - 1),
    instead=Instead(ForAll(x**2 >= 2 * x - 1)),
)
ON_REPAIRED = Claim(
    id="chain/thm-5", title="-", source=AT, words="-", printed=ForAll(x**2 + y**2 >= 2 * x - 1),
    because={
        "": Solve(x**2 + y**2 >= 2 * x - 1, (), (Clause("chain/thm-5-step-square", instead=True),)),
    },
)
NOT_REPAIRED = Claim(
    id="chain/thm-6", title="-", source=AT, words="-", printed=ForAll(x**2 + y**2 >= 2 * x - 1),
    uses=("chain/thm-5-step-square",),
)
BOTH_FAIL = Claim(
    id="chain/thm-7-step-squares", title="-", source=AT, words="-",
    printed={"a": ForAll(x**2 > 2 * x - 1), "b": ForAll(x**2 > 4 * x - 4)},
    instead={
        "a": Instead(ForAll(x**2 >= 2 * x - 1)),
        "b": Instead(ForAll(x**2 >= 4 * x - 4)),
    },
)
HOLD_INSTEAD = tuple(Clause("chain/thm-7-step-squares", name, instead=True) for name in "ab")
ON_ONE = Claim(
    id="chain/thm-7", title="-", source=AT, words="-", printed=ForAll(x**2 + y**2 >= 2 * x - 1),
    because={"": Solve(x**2 + y**2 >= 2 * x - 1, (), HOLD_INSTEAD[:1])},
)
ON_BOTH = Claim(
    id="chain/thm-8", title="-", source=AT, words="-", printed=ForAll(2 * x**2 >= 6 * x - 5),
    because={"": Solve(2 * x**2 >= 6 * x - 5, (), HOLD_INSTEAD)},
    uses=("chain/thm-7-step-squares",),
)
ARGUED = Claim(
    id="chain/argued", title="-", source=AT, words="-", printed=ForAll(x**2 + z**2 > 2 * x * z),
    instead=Instead(
        ForAll(x**2 + z**2 >= 2 * x * z), meant="section 2",
        because=Put(Clause("chain/lem-1"), {y: z}),
    ),
)
ON_ARGUED = Claim(
    id="chain/on-argued", title="-", source=AT, words="-",
    printed=ForAll(x**2 + y**2 + z**2 >= 2 * x * z),
    because={
        "": Solve(x**2 + y**2 + z**2 >= 2 * x * z, (), (Clause("chain/argued", instead=True),)),
    },
)
CARRIES_ON = Claim(
    id="chain/carries-on", uses=("chain/argued",), **of(2 * x**2 + 2 * z**2 > 4 * x * z),
)
RESTS_ON = Claim(id="chain/rests-on", **of(x**2 + z**2 > 2 * x * z, "chain/argued"))
HAS_ANOTHER_REASON = Claim(
    id="chain/another-reason", uses=("chain/argued", "chain/false"), **of(x**2 + z**2 > 0),
)
TURN = Claim(
    id="chain/turn", title="-", source=AT, words="-", printed=ForAll(x**2 > 0),
    instead=Instead(ForAll(UNKNOWN(x) >= 0), because=Clause("chain/on-turn")),
)
ON_TURN = Claim(
    id="chain/on-turn", title="-", source=AT, words="-", printed=ForAll(UNKNOWN(x) >= 0),
    because={"": Clause("chain/turn", instead=True)},
)
ON_TWO_WAYS = Claim(id="chain/on-two-ways", **of(SQUARES, "chain/two-ways"))
"""

PLAIN = """
import sympy as sp

from theory.claim import Claim, ForAll, Instead, Missing, Source
from theory.language import DEFINES, integers, reals

x, y, z = reals("x y z")
n = integers("n")
AT = Source("section 1", "appendix A")

TRUE = Claim(
    id="plain/lem-1", title="A square", source=AT, words="Squares are not negative.",
    printed=ForAll(says=x**2 + 1 >= 2 * x), uses=("plain/lem-2",),
)
FALSE = Claim(
    id="plain/lem-2", title="Too much <script>alert(1)</script> | *bold* `code`", source=AT,
    words="Numbers above 0 are at most 1. [click](javascript:alert(1)) <img src=x>",
    printed=ForAll(given=(x >= 0,), says=x <= 1),
    instead=Instead(ForAll(given=(x >= 0, x <= 1), says=x <= 1)),
    note="# not a heading",
)
MISPRINT = Claim(
    id="plain/lem-3", title="A square of a sum", source=AT, words="The square of a sum.",
    printed={
        "sum": ForAll(says=sp.Eq((x + y) ** 2, x**2 + x * y + y**2)),
        "difference": ForAll(says=sp.Eq((x - y) ** 2, x**2 - 2 * x * y + y**2)),
    },
    instead={"sum": Instead(ForAll(says=sp.Eq((x + y) ** 2, x**2 + 2 * x * y + y**2)),
                            meant=Source("section 2"))},
    uses=("plain/lem-1", "plain/lem-2"),
)
STEPS = Claim(
    id="plain/thm-4", title="Means", source=AT, words="The mean inequality.",
    printed=ForAll(given=(x >= 0, y >= 0), says=2 * sp.sqrt(x * y) <= x + y),
    whole_proof=True,
)
STEP = Claim(
    id="plain/thm-4-step-square", title="A step", source=AT, words="A square is not negative.",
    printed=ForAll(says=x**2 + y**2 >= 2 * x * y),
)
FINITE = Claim(
    id="plain/lem-5", title="Small numbers", source=AT, words="Small squares.",
    printed=ForAll(given=(n >= 0, n <= 5), says=n**2 <= 5 * n),
)
SEARCHED = Claim(
    id="plain/lem-6", title="A false product", source=AT, words="Products are large.",
    printed=ForAll(given=(x >= 1, y >= 1), says=x * y * z + z**2 + 3 >= x + y),
)
DEFINED = Claim(
    id="plain/def-7", title="A definition", source=AT, words="A positive number.",
    printed=ForAll(given=(x > 0,), says=DEFINES),
)
MISSING = Claim(id="plain/fig-8", title="Needs a model", source=AT, words="-",
                printed=Missing("a pretrained model"))
"""

HOSTILE = """
import sympy as sp

from theory.choices import Ambiguous
from theory.claim import Claim, ForAll, Instead, Missing, Observed, Source
from theory.language import Head, reals

SEEN = "[red]<b>evil`|"
UNSEEN = "\\x00\\x9b\\u202e\\u2066\\u200f\\ufffe\\u200b\\r\\n\\n"
BAD = f"\\x1b[31m{SEEN}{UNSEEN}hostile/lem-9  proved"
WORSE = BAD + "\\ud800"  # that no statement may have: it has no hash
x = reals("x")
HEAD = Head("Q", BAD)
AT = Source(WORSE, WORSE)
EFFECT = sp.Symbol("effect", real=True)
ALL = ForAll(given=(x >= 0,), says=x <= 1)
FEW = ForAll(given=(x >= 0, x <= 1), says=x <= 1)

LEMMA = Claim(
    id="hostile/lem-1", title=WORSE, source=AT, words=WORSE, note=WORSE, uses=(WORSE,),
    printed={
        BAD: Ambiguous(BAD, {BAD: ALL, "-": ALL}),
        "-": ForAll(says=HEAD(x) >= 0),
    },
    instead={BAD: Instead(FEW, meant=AT, words=WORSE)},
    symbols={x: WORSE},
)
FIGURE = Claim(id="hostile/fig-2", title=WORSE, source=AT, words=WORSE,
               printed=Observed("figure", {BAD: BAD}, EFFECT > 0, measures={EFFECT: WORSE}))
RAISES = Claim(id="hostile/fig-3", title=WORSE, source=AT, words=WORSE,
               printed=Observed("raises", {}, EFFECT > 0))
MISSING = Claim(id="hostile/fig-4", title=WORSE, source=AT, words=WORSE, printed=Missing(BAD))
"""

HOSTILE_VERIFY = """
from verify.evidence import Evidence, Outcome, Tier
from . import claims as hostile
from .claims import WORSE
from verify.claims.meanings import Approximate


def figure(statement, **_):
    return Evidence("experiment", Outcome.HOLDS, Tier.EXPERIMENT, (WORSE,), detail=WORSE)


def raises(statement, **_):
    raise type("E\\x1b", (Exception,), {})(WORSE)


MEANINGS = {hostile.HEAD: (Approximate(lambda x: (float("nan"), 0.0)),)}
EXPERIMENTS = {"figure": figure, "raises": raises}
"""

RATES = """
from theory.claim import Claim, Instead, SameOrder, Source
from theory.language import reals

x = reals("x")

RATE = Claim(
    id="rates/thm-1", title="A wrong rate", source=Source("section 1"), words="x^2 grows like x.",
    printed=SameOrder(x**2, x, regime=(x >= 1,), variables=(x,)),
    instead=Instead(SameOrder(x**2, x**2 + x, regime=(x >= 1,), variables=(x,))),
)
"""

MISTYPED = """
import sympy as sp

from theory.claim import Claim, Observed, Source

AT = Source("figure 1")
EFFECT = sp.Symbol("effect", real=True) > 0

RIGHT = Claim(id="mistyped/fig-1", title="-", source=AT, words="-",
              printed=Observed("training loss", {}, EFFECT))
WRONG = Claim(id="mistyped/fig-2", title="-", source=AT, words="-",
              printed=Observed("trainig loss", {}, EFFECT))
NEEDS = Claim(id="mistyped/fig-3", title="-", source=AT, words="-",
              printed=Observed("large training", {}, EFFECT, needs="a pretrained model"))
"""

MISTYPED_VERIFY = """
from verify.evidence import Evidence, Outcome, Tier


def training(statement, **_):
    return Evidence("experiment", Outcome.HOLDS, Tier.EXPERIMENT)


EXPERIMENTS = {"training loss": training, "test loss": training}
"""

FILES = {
    "papers/odd/claims.py": THEORY,
    "papers/odd/attack.py": VERIFY,
    "papers/swept/claims.py": SWEPT,
    "papers/swept/attack.py": SWEPT_VERIFY,
    "papers/wrong/claims.py": WRONG,
    "papers/wrong/attack.py": WRONG_VERIFY,
    "papers/unbuilt/claims.py": UNBUILT,
    "papers/chain/claims.py": CHAIN,
    "papers/plain/claims.py": PLAIN,
    "papers/rates/claims.py": RATES,
    "papers/mistyped/claims.py": MISTYPED,
    "papers/mistyped/attack.py": MISTYPED_VERIFY,
    "papers/hostile/claims.py": HOSTILE,
    "papers/hostile/attack.py": HOSTILE_VERIFY,
}


def write(root: Path, *papers: str) -> Path:
    """Write the named papers below a folder and return it."""
    for name, text in FILES.items():
        if Path(name).parent.name in papers:
            path = root / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
    return root


@contextmanager
def installed(root: Path, *papers: str) -> Iterator[Path]:
    """Write papers below a folder and let this process and its workers find them."""
    write(root, *papers)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("THMCHECK_PAPERS", str(root))
        catalogue.forget()
        yield root
    catalogue.forget()


def ids(paper: str) -> list[str]:
    """Return the ids of a paper's claims."""
    return [i for i in catalogue.index() if i.startswith(f"{paper}/")]


def without_times(data: Any) -> Any:
    """Return JSON data without the only thing in which two equal runs may differ."""
    if isinstance(data, dict):
        return {k: without_times(v) for k, v in data.items() if k != "seconds"}
    return [without_times(v) for v in data] if isinstance(data, list) else data
