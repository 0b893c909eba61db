"""A total statement as SMT-LIB text: unsatisfiable text means that the statement holds.

The text says that all hypotheses hold and the conclusion does not. Each division, root and power
is an unknown with what defines it, wherever that is defined; elsewhere the unknown is free, so that
nothing is assumed there. Of a power with a symbolic exponent the text says its sign, its side of 1,
and its order among other powers, of a whole one of a negative number only that exponents add; of
functions what the hypotheses say at the arguments that occur. All of that is true of real numbers,
so that `unsat` proves; a model is only a guess.
"""

from __future__ import annotations

import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from fractions import Fraction
from itertools import combinations
from typing import Any

import sympy as sp
import z3
from sympy.core.relational import Relational
from sympy.logic.boolalg import And, BooleanFalse, BooleanTrue, Not, Or

from theory.argument_language import is_whole
from theory.language import (
    Apply,
    FunctionHypothesis,
    Lipschitz,
    Positive,
    StrictlyIncreasing,
)
from theory.values import Algebraic
from verify.kernel.total import Outside, Total, kind

MAX_FUNCTION_TERMS = 64
MAX_BESIDE_POWERS = 8  # roots and inverses; with more of them solvers may not come back
MAX_ROOT, MAX_EXPONENT = 12, 24
# fewer than z3 does: only what it does not count takes as long as these and what is beside them, as
# on a busy machine a short question may need twice the time of its units
UNITS_PER_SECOND, BESIDE = 400_000, 1.0
ASKED = "asked"  # no symbol is called so: their names have more in front
BRIEFLY = 0.05  # seconds for two questions at once, of which most take a tenth of that
HURRIED = 3  # a try after which others follow gets so many times less time for its units
RELATIONS = {sp.Le: "<=", sp.Lt: "<", sp.Ge: ">=", sp.Gt: ">", sp.Eq: "="}


class Disagreement(Exception):
    """Two solvers answer the same question differently."""


class Script:
    """SMT-LIB declarations, definitions and assertions of one statement.

    Args:
        statement: what is asked about.
        concluding: whether the conclusion is denied, or only the hypotheses are asserted.
        if_asked: whether it is denied where `ASKED` holds only.
        whole: whether a hypothesis that cannot be translated is refused, not left out; relations
            between integers are then questions about integers, which solvers decide better.
    """

    def __init__(
        self,
        statement: Total,
        concluding: bool = True,
        whole: bool = False,
        if_asked: bool = False,
    ) -> None:
        self.symbols = statement.symbols
        self.whole = whole
        self.lines: list[str] = []
        self.sides: list[str] = []
        self.names: dict[Any, str] = {}
        self.fresh = 0
        self.roots = 0
        self.powers: dict[tuple[Any, Any], tuple[str, str, str]] = {}
        self.applied: dict[Any, dict[str, tuple[str, str]]] = {}
        for symbol in statement.symbols:
            sort = {"function": "(Real) Real", "integer": "() Int", "real": "() Real"}
            self.lines.append(f"(declare-fun {_quoted(symbol)} {sort[kind(symbol)]})")
        facts = [h for h in statement.given if isinstance(h, FunctionHypothesis)]
        plain = [h for h in statement.given if not isinstance(h, FunctionHypothesis)]
        asserted = [text for h in plain if (text := self._if_possible(h)) is not None]
        if if_asked:
            self.lines.append(f"(declare-fun {ASKED} () Bool)")
            asserted.append(f"(=> {ASKED} (not {self.boolean(statement.says)}))")
        elif concluding:
            asserted.append(f"(not {self.boolean(statement.says)})")
        for fact in facts:
            asserted += self._fact(fact)
        if self.powers and self.roots > MAX_BESIDE_POWERS:
            raise Outside(f"{self.roots} roots and inverses beside symbolic powers")
        self.lines += [f"(assert {text})" for text in (*self.sides, *self._orders(), *asserted)]

    @property
    def text(self) -> str:
        """The whole script without its last question."""
        return "\n".join(self.lines) + "\n"

    def _if_possible(self, hypothesis: Any) -> str | None:
        """Translate a hypothesis; one that is outside of arithmetic may be left out."""
        try:
            return self.boolean(hypothesis)
        except Outside:
            if self.whole:
                raise
            return None

    def boolean(self, formula: Any) -> str:
        """Translate a total formula."""
        if isinstance(formula, (BooleanTrue, BooleanFalse)):
            return "true" if bool(formula) else "false"
        if isinstance(formula, (And, Or)):
            word = "and" if isinstance(formula, And) else "or"
            return f"({word} {' '.join(map(self.boolean, formula.args))})"
        if isinstance(formula, Not):
            return f"(not {self.boolean(formula.args[0])})"
        if isinstance(formula, Relational):
            of_integers = self.whole and all(map(_is_integer, formula.args))
            left, right = map(_integer if of_integers else self.number, formula.args)
            if isinstance(formula, sp.Ne):
                return f"(not (= {left} {right}))"
            return f"({RELATIONS[type(formula)]} {left} {right})"
        raise Outside(f"{type(formula).__name__} in arithmetic")

    def number(self, e: Any) -> str:
        """Translate a term; every compound term gets a name."""
        if isinstance(e, sp.Rational):
            return rational(int(e.p), int(e.q))
        if isinstance(e, sp.Symbol):
            return f"(to_real {_quoted(e)})" if kind(e) == "integer" else _quoted(e)
        if e not in self.names:
            self.names[e] = self._named(self._compound(e))
        return self.names[e]

    def _compound(self, e: Any) -> str:
        if isinstance(e, Apply):
            return self._application(e)
        if isinstance(e, sp.Pow):
            return self._power(e.base, e.exp)
        if isinstance(e, sp.Piecewise):
            return self._cases(e)
        if not isinstance(e, (sp.Add, sp.Mul, *_SIMPLE)):
            raise Outside(f"{e.func.__name__} in arithmetic")
        parts = list(map(self.number, e.args))
        if isinstance(e, (sp.Add, sp.Mul)):
            return _product(parts) if isinstance(e, sp.Mul) else f"(+ {' '.join(parts)})"
        if isinstance(e, (sp.Max, sp.Min)):
            best = parts[0]
            for part in parts[1:]:
                best = self._named(
                    f"(ite ({'>=' if isinstance(e, sp.Max) else '<='} {best} {part}) {best} {part})"
                )
            return best
        (value,) = parts
        if isinstance(e, sp.Abs):
            return f"(ite (>= {value} 0.0) {value} (- {value}))"
        if isinstance(e, sp.sign):
            return f"(ite (> {value} 0.0) 1.0 (ite (< {value} 0.0) (- 1.0) 0.0))"
        if isinstance(e, sp.floor):
            return f"(to_real (to_int {value}))"
        return f"(- (to_real (to_int (- {value}))))"

    def _named(self, text: str) -> str:
        """Return a name for a term, so that the text does not repeat it."""
        if not text.startswith("(") or len(text) < 16:
            return text
        self.fresh += 1
        self.lines.append(f"(define-fun t{self.fresh} () Real {text})")
        return f"t{self.fresh}"

    def _unknown(self) -> str:
        self.fresh += 1
        self.lines.append(f"(declare-fun u{self.fresh} () Real)")
        return f"u{self.fresh}"

    def _cases(self, e: sp.Piecewise) -> str:
        *others, (value, _) = e.args
        result = self.number(value)
        for value, condition in reversed(others):
            result = f"(ite {self.boolean(condition)} {self.number(value)} {result})"
        return result

    def _application(self, e: Apply) -> str:
        function, argument = e.args
        text = self.number(argument)
        known = self.applied.setdefault(function, {})
        if text not in known:
            at, value = self._unknown(), self._unknown()
            self.sides += [f"(= {at} {text})", f"(= {value} ({_quoted(function)} {at}))"]
            known[text] = (at, value)
        return known[text][1]

    # -- powers -------------------------------------------------------------------------------

    def _power(self, base: Any, exponent: Any) -> str:
        if not isinstance(exponent, sp.Rational):
            return self._symbolic_power(base, exponent)
        p, q = int(exponent.p), int(exponent.q)
        return self._rational_power(self.number(base), p, q)

    def _rational_power(self, value: str, p: int, q: int) -> str:
        if q > MAX_ROOT or abs(p) > MAX_EXPONENT:
            raise Outside(f"the exponent {p}/{q}")
        if q > 1:
            value = self._root(value, q)
        power = self._named(_product([value] * abs(p)) if p else "1.0")
        return power if p >= 0 else self._inverse(power)

    def _inverse(self, value: str) -> str:
        key = ("inverse", value)
        if key not in self.names:
            self.roots += 1
            unknown = self.names[key] = self._unknown()
            self.sides.append(f"(=> (not (= {value} 0.0)) (= (* {unknown} {value}) 1.0))")
        return self.names[key]

    def _root(self, value: str, degree: int) -> str:
        key = (degree, value)
        if key not in self.names:
            self.roots += 1
            unknown = self.names[key] = self._unknown()
            power = _product([unknown] * degree)
            self.sides.append(f"(=> (>= {value} 0.0) (and (>= {unknown} 0.0) (= {power} {value})))")
        return self.names[key]

    def _symbolic_power(self, base: Any, exponent: Any) -> str:
        """Return an unknown that is the product of the powers that the exponent's terms give."""
        value = self.number(base)
        terms = _exponent_terms(exponent)
        factors = []
        for coefficient, term in terms:
            p, q = int(coefficient.p), int(coefficient.q)
            power = value if term == 1 else self._unknown_power(base, term)
            factors.append(self._rational_power(power, p, q))
        whole = self._unknown()
        multiplies = f"(> {value} 0.0)"
        if all(is_whole(c) and is_whole(term) for c, term in terms):
            multiplies = f"(not (= {value} 0.0))"  # as whole powers of negative numbers do
        self.sides.append(f"(=> {multiplies} (= {whole} {_product(factors)}))")
        times = self.number(exponent)
        self.sides.append(f"(=> (and (= {value} 0.0) (> {times} 0.0)) (= {whole} 0.0))")
        self.sides.append(f"(=> (and (= {value} 0.0) (= {times} 0.0)) (= {whole} 1.0))")
        return whole

    def _unknown_power(self, base: Any, exponent: Any) -> str:
        if (base, exponent) not in self.powers:
            unknown = self._unknown()
            self.powers[base, exponent] = (self.number(base), self.number(exponent), unknown)
        return self.powers[base, exponent][2]

    def _orders(self) -> Iterator[str]:
        """Yield what is known of powers, most of it of positive bases, and of functions."""
        for (_, exponent), (b, m, p) in self.powers.items():
            if is_whole(exponent):
                yield f"(=> (not (= {b} 0.0)) (not (= {p} 0.0)))"
            yield f"(=> (> {b} 0.0) (> {p} 0.0))"
            above = f"(or (and (> {b} 1.0) (> {m} 0.0)) (and (< {b} 1.0) (< {m} 0.0)))"
            yield f"(=> (> {b} 0.0) (= (> {p} 1.0) {above}))"
            yield f"(=> (> {b} 0.0) (= (= {p} 1.0) (or (= {b} 1.0) (= {m} 0.0))))"
        for ((base, one), (b, m, p)), ((other, two), (c, n, r)) in combinations(
            self.powers.items(), 2
        ):
            if base == other:
                same = f"(= (= {p} {r}) (= {m} {n}))"
                yield f"(=> (> {b} 1.0) (and (= (< {p} {r}) (< {m} {n})) {same}))"
                yield f"(=> (and (> {b} 0.0) (< {b} 1.0)) (and (= (> {p} {r}) (< {m} {n})) {same}))"
            elif one == two:
                positive, same = f"(> {b} 0.0) (> {c} 0.0)", f"(= (= {p} {r}) (= {b} {c}))"
                yield f"(=> (and {positive} (> {m} 0.0)) (and (= (< {p} {r}) (< {b} {c})) {same}))"
                yield f"(=> (and {positive} (< {m} 0.0)) (and (= (> {p} {r}) (< {b} {c})) {same}))"

    def _fact(self, fact: FunctionHypothesis) -> Iterator[str]:
        """Yield what a property of a function says at the arguments that occur."""
        name = _quoted(fact.args[0])
        terms = [at for at, _ in self.applied.get(fact.args[0], {}).values()]
        if len(terms) > MAX_FUNCTION_TERMS:
            raise Outside(f"{len(terms)} applications of {fact.args[0]}")
        if isinstance(fact, Positive):
            yield from (f"(> ({name} {a}) 0.0)" for a in terms)
        elif isinstance(fact, StrictlyIncreasing):
            for a, b in combinations(terms, 2):
                values = f"({name} {a}) ({name} {b})"
                yield f"(and (= (< {a} {b}) (< {values})) (= (= {a} {b}) (= {values})))"
        elif isinstance(fact, Lipschitz):
            constant = self.number(fact.args[1])
            yield f"(>= {constant} 0.0)"
            for a, b in combinations(terms, 2):
                reach = f"(* {constant} (ite (< {a} {b}) (- {b} {a}) (- {a} {b})))"
                rise = f"(- ({name} {a}) ({name} {b}))"
                yield f"(and (<= {rise} {reach}) (<= (- {rise}) {reach}))"


_SIMPLE = (sp.Max, sp.Min, sp.Abs, sp.sign, sp.floor, sp.ceiling)


def name_of(symbol: Any) -> str:
    """Return the name of a symbol in a script, which no name of our own can be.

    Raises:
        Outside: it has characters that a quoted name must not have.
    """
    name = str(symbol)
    if not name.isprintable() or "|" in name or "\\" in name:
        raise Outside(f"the name {name!r}")
    return f"given {name}"


def _quoted(symbol: Any) -> str:
    return f"|{name_of(symbol)}|"


def rational(p: int, q: int) -> str:
    """Return the real number p / q in a script."""
    number = f"{abs(p)}.0" if q == 1 else f"(/ {abs(p)}.0 {q}.0)"
    return number if p >= 0 else f"(- {number})"


def _is_integer(e: Any) -> bool:
    """Return whether a term is made of integers, their sums and their products."""
    if isinstance(e, (sp.Add, sp.Mul)):
        return all(map(_is_integer, e.args))
    return isinstance(e, sp.Integer) or (isinstance(e, sp.Symbol) and kind(e) == "integer")


def _integer(e: Any) -> str:
    """Translate a term that is made of integers."""
    if isinstance(e, sp.Integer):
        return str(e) if e >= 0 else f"(- {-e})"
    if isinstance(e, sp.Symbol):
        return _quoted(e)
    return f"({'+' if isinstance(e, sp.Add) else '*'} {' '.join(map(_integer, e.args))})"


def _product(parts: list[str]) -> str:
    return parts[0] if len(parts) == 1 else f"(* {' '.join(parts)})"


def _exponent_terms(exponent: Any) -> list[tuple[Any, Any]]:
    """Take an exponent apart into `(rational coefficient, term)`; a constant has the term 1."""
    found = []
    for term in exponent.args if isinstance(exponent, sp.Add) else (exponent,):
        numbers = (
            [a for a in term.args if isinstance(a, sp.Rational)] if isinstance(term, sp.Mul) else []
        )
        if isinstance(term, sp.Rational):
            found.append((term, sp.S.One))
        elif numbers:
            others = [a for a in term.args if not isinstance(a, sp.Rational)]
            found.append((sp.Mul(*numbers), sp.Mul(*others, evaluate=False)))
        else:
            found.append((sp.S.One, term))
    return found


def question(statement: Total, concluding: bool = True, whole: bool = False) -> str:
    """Return the text whose unsatisfiability proves a statement, or contradictory hypotheses.

    Raises:
        Outside: the conclusion cannot be translated, or with `whole` a hypothesis cannot.
    """
    return Script(statement, concluding, whole).text


def both_questions(statement: Total) -> str:
    """Return a text for `ask_both`.

    Raises:
        Outside: a hypothesis or the conclusion cannot be translated.
    """
    return Script(statement, whole=True, if_asked=True).text


def questions(statement: Total, split: bool) -> list[str]:
    """Return the texts whose unsatisfiability proves a statement: one, or one for each conjunct.

    A conjunct is denied where those before it hold.
    """
    parts = statement.says.args if split and isinstance(statement.says, And) else [statement.says]
    found = []
    for number, part in enumerate(parts):
        given = (*statement.given, *parts[:number])
        found.append(question(Total(statement.symbols, given, part)))
    return found


Answer = tuple[str, tuple[tuple[str, Any], ...]]
# What z3 has said in this process: what it decides by its way of asking, as each has models of its
# own, and what it does not know after all its units by these, too.
_answered: OrderedDict[tuple[Any, ...], Answer] = OrderedDict()
MAX_ANSWERED = 2**12  # a text has some thousand characters


def ask(text: str, rlimit: int, core: bool = False, hurried: bool = False) -> Answer:
    """Return z3's answer to a script, and for "sat" what its model gives to each name.

    What the clock has ended is not kept: another time it may be known.

    Args:
        text: the script.
        rlimit: units of z3.
        core: whether its core alone is asked, without the tactics that z3 chooses, which is faster
            where integers are rounded.
        hurried: whether it is asked again with more units if it does not answer, so that what it
            does not count need not go on for long.
    """
    decided, tried = (text, core), (text, core, rlimit)
    for known in (decided, tried):
        if known in _answered:
            return _answered[known]
    answer, interrupted = _ask(text, rlimit, core, hurried)
    if not interrupted:
        _keep(tried if answer[0] == "unknown" else decided, answer)
    return answer


def _keep(key: tuple[Any, ...], answer: Answer) -> None:
    """Keep an answer, and of all the latest ones."""
    _answered[key] = answer
    if len(_answered) > MAX_ANSWERED:
        _answered.popitem(last=False)


class _Contexts:
    """Contexts of z3 that serve for some questions each.

    To make one takes as long as a plain question. What z3 finds within so few units may depend on
    what was asked before; where it finds nothing it is asked again, in a context of its own.
    """

    def __init__(self, questions: int) -> None:
        self.questions = questions
        self._left = 0

    def context(self) -> Any:
        """Return the context for a question."""
        if not self._left:
            self._left, self._context = self.questions, z3.Context()
        self._left -= 1
        return self._context


_plain = _Contexts(questions=64)


def ask_both(text: str, rlimit: int) -> tuple[str, str]:
    """Return in short whether hypotheses can hold, and whether the conclusion can fail then.

    Both are asked of the core of one solver, which reads the text once. What the conclusion speaks
    of is defined in it and restricts nothing, so a model without the denial is one of the
    hypotheses.

    Args:
        text: of `both_questions`.
        rlimit: units of z3 for each.

    Returns:
        The answers; of the second "unknown" if the hypotheses are not known to hold.
    """
    key = (text, ASKED, rlimit)
    if key not in _answered:
        context = _plain.context()
        solver, asked = z3.SimpleSolver(ctx=context), z3.Bool(ASKED, context)
        solver.set("rlimit", rlimit)
        solver.from_string(text)
        with _interrupted_after(BRIEFLY, context):
            can_hold = solver.check(z3.Not(asked))
            can_fail = solver.check(asked) if can_hold == z3.sat else z3.unknown
        _keep(key, (f"{can_hold} {can_fail}", ()))
    can_hold, _, can_fail = _answered[key][0].partition(" ")
    return can_hold, can_fail


def earlier_answer(text: str) -> str | None:
    """Return what z3 has said of a script in either way of asking, `None` if it has not."""
    known = (_answered.get((text, core)) for core in (True, False))
    return next((answer for answer, _ in filter(None, known)), None)


def _ask(text: str, rlimit: int, core: bool, hurried: bool = False) -> tuple[Answer, bool]:
    """Return z3's answer, and whether it knows none because the clock has ended it."""
    context = z3.Context()
    solver = z3.SimpleSolver(ctx=context) if core else z3.Solver(ctx=context)
    solver.set("rlimit", rlimit)
    solver.from_string(text)
    seconds = (BESIDE + rlimit / UNITS_PER_SECOND) / (HURRIED if hurried else 1)
    with _interrupted_after(seconds, context) as interrupted:
        answer = solver.check()
    if answer != z3.sat:
        return (str(answer), ()), answer == z3.unknown and interrupted.is_set()
    try:
        model = solver.model()
    except z3.Z3Exception:  # it was interrupted when it had an answer, or has one without a model
        return ("unknown", ()), interrupted.is_set()
    constants = (d for d in model.decls() if not d.arity())
    return ("sat", tuple((d.name(), _exact(model.eval(d(), True))) for d in constants)), False


@contextmanager
def _interrupted_after(seconds: float, context: Any) -> Iterator[threading.Event]:
    """Interrupt z3 after processor time of its own, so that a busy machine gives the same answers.

    That of other threads does not count where the system tells it apart.

    Yields:
        What is set when z3 is interrupted.
    """
    spent = _clock()
    end, done, interrupted = spent() + seconds, threading.Event(), threading.Event()

    def watch() -> None:
        while not done.wait(max(end - spent(), 0.01)):
            if spent() >= end:
                interrupted.set()
                context.interrupt()

    watching = threading.Thread(target=watch, daemon=True)
    watching.start()
    try:
        yield interrupted
    finally:
        done.set()
        watching.join()


def _clock() -> Callable[[], float]:
    """Return what tells the processor time of this thread, or of the process, to all threads."""
    if not hasattr(time, "pthread_getcpuclockid"):
        return time.process_time
    own = time.pthread_getcpuclockid(threading.get_ident())
    return lambda: time.clock_gettime(own)


def _exact(number: Any) -> Any:
    """Return a value of z3 as an exact number, `None` if it is of another kind."""
    if z3.is_int_value(number):
        return Fraction(number.as_long())
    if z3.is_rational_value(number):
        return Fraction(number.numerator_as_long(), number.denominator_as_long())
    if z3.is_algebraic_value(number):
        near = number.approx(20)
        middle = Fraction(near.numerator_as_long(), near.denominator_as_long())
        margin = Fraction(1, 10**18)
        coefficients = tuple(c.as_long() for c in number.poly())
        return Algebraic(coefficients, middle - margin, middle + margin)
    return None
