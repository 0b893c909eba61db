"""What every user of sympy writes once, found in the source and told with the way out.

Python decides some expressions before sympy sees them: `0 < x < 1` asks for a truth value, `x == y`
is False, and so is lost inside of `Or`. Others raise what names neither the line nor the cure.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

UNDECIDABLE = "cannot determine truth value of Relational"
INEXACT = "is not exact"  # what refuses a float says
NO_NUMBER = ("convert expression to float", "has no callable")  # what `math` and numpy say
# arguments that hold no formula: texts, names, settings of an experiment, Python's booleans
_PLAIN = {
    *("evaluate", "whole_proof", "id", "title", "source", "words", "uses"),
    *("breaks_at", "quote", "note", "symbols", "meant", "relation", "experiment", "settings"),
    *("measures", "needs", "what", "main", "appendix"),
}
_BEFORE = {
    "Claim": 4,
    "Observed": 2,
    "Source": 9,
    "Missing": 9,
    "Head": 9,
}  # such, by position
_CAPITALS = {"max": "Max", "min": "Min", "abs": "Abs"}
_NUMERIC = ("math", "np", "numpy")  # whose functions are of Python's numbers
_NUMERIC_ONLY = {  # functions of theirs that sympy writes in another way
    "ceil": "ceiling({})",
    "fabs": "Abs({})",
    "log10": "log({}, 10)",
    "log2": "log({}, 2)",
    "pow": "Pow({})",
}


@dataclass(frozen=True)
class Mistake:
    """An expression that does not mean what it looks like.

    Args:
        line: where it stands.
        text: the expression.
        way_out: what it does, and what to write instead.
    """

    line: int
    text: str
    way_out: str

    def __str__(self) -> str:
        return f"`{self.text}` {self.way_out}"


def mistakes(node: ast.AST) -> Iterator[Mistake]:
    """Yield what stands in a formula, or in what is made of formulas, and is none.

    Conditions of Python (of comprehensions, of `if ... else`, arguments of functions that are no
    words of mathematics) are Python's own affair.
    """
    found = _mistake(node)
    if found is not None:
        yield found
        return
    for inner in _inside(node):
        yield from mistakes(inner)


def undecided(node: ast.AST) -> Mistake | None:
    """Return the first expression in a piece of source that asks a relation for a truth value."""
    for inner in ast.walk(node):
        if isinstance(inner, ast.Compare) and len(inner.ops) == 1:
            continue
        found = _mistake(inner) or _asking(inner)
        if found is not None:
            return found
    return None


def inexact(node: ast.AST) -> Mistake | None:
    """Return the first number in a piece of source that Python rounds."""
    for inner in ast.walk(node):
        match inner:
            case ast.Constant(value=float(number)):
                top, bottom = Fraction(repr(number)).as_integer_ratio()
            case ast.BinOp(ast.Constant(int(top)), ast.Div(), ast.Constant(int(bottom))):
                pass
            case _:
                continue
        return _told(inner, f"is rounded by Python, not exact; write Rational({top}, {bottom})")
    return None


def numeric(node: ast.AST) -> Mistake | None:
    """Return the first function in a piece of source that takes and gives Python's numbers."""
    for inner in ast.walk(node):
        match inner:
            case ast.Call(ast.Attribute(ast.Name(module), name), arguments) if module in _NUMERIC:
                wanted = _NUMERIC_ONLY.get(name, f"{name}({{}})")
                given = ", ".join(map(ast.unparse, arguments))
                return _told(inner, f"takes numbers, no symbols; write sp.{wanted.format(given)}")
    return None


def _inside(node: ast.AST) -> list[ast.expr]:
    """Return the parts of an expression that stand for mathematics if it does."""
    match node:
        case ast.Call(func=function, args=arguments, keywords=keywords):
            name = getattr(function, "attr", getattr(function, "id", ""))
            if not name[:1].isupper():
                return []
            named = [k.value for k in keywords if k.arg not in _PLAIN]
            return [*arguments[_BEFORE.get(name, 0) :], *named]
        case ast.Tuple(elts=parts) | ast.List(elts=parts):
            return parts
        case ast.Dict(values=parts):
            return parts
        case ast.Starred(value=part) | ast.UnaryOp(operand=part):
            return [part]
        case ast.BinOp(left=left, right=right):
            return [left, right]
        case ast.Compare(left=left, comparators=others):
            return [left, *others]
        case ast.IfExp(body=one, orelse=other):
            return [one, other]
    return []


def _mistake(node: ast.AST) -> Mistake | None:
    """Return what is wrong with an expression where a formula is meant."""
    match node:
        case ast.Compare(left=left, ops=operators, comparators=others):
            return _compared(node, [left, *others], operators)
        case ast.BoolOp(op=operator, values=parts):
            word, name = ("and", "And") if isinstance(operator, ast.And) else ("or", "Or")
            wanted = f"{name}({', '.join(map(ast.unparse, parts))})"
            return _told(node, f"lets Python's `{word}` choose one of its parts; write {wanted}")
        case ast.UnaryOp(op=ast.Not(), operand=part):
            wanted = f"Not({ast.unparse(part)})"
            return _told(node, f"asks for a truth value by Python's `not`; write {wanted}")
        case ast.BinOp(left=left, op=ast.BitXor(), right=right):
            wanted = f"{ast.unparse(left)}**{ast.unparse(right)}"
            return _told(node, f"is Python's exclusive or, no power; write {wanted}")
        case ast.Call(
            ast.Name("ForAll") | ast.Attribute(attr="ForAll"), [ast.Tuple() as listed, *_]
        ):
            way_out = "lists symbols, but a statement is about all of its free symbols; write "
            return _told(listed, f"{way_out}ForAll(says, given=(...))")
    return None


def _compared(
    node: ast.Compare, terms: list[ast.expr], operators: list[ast.cmpop]
) -> Mistake | None:
    """Return what is wrong with a comparison: two at once, or of objects instead of values."""
    links = [
        _relation(left, operator, right)
        for left, operator, right in zip(terms, operators, terms[1:], strict=False)
    ]
    if len(links) > 1:
        way_out = "compares twice at once, which Python joins by `and`; write "
        return _told(node, f"{way_out}And({', '.join(links)}), or one hypothesis for each")
    if isinstance(operators[0], (ast.Eq, ast.NotEq)):
        value = isinstance(operators[0], ast.NotEq)
        return _told(node, f"compares objects and is Python's {value}; write {links[0]}")
    return None


def _relation(left: ast.expr, operator: ast.cmpop, right: ast.expr) -> str:
    """Return one relation as it should be written."""
    named = {ast.Eq: "Eq", ast.NotEq: "Ne"}.get(type(operator))
    if named is not None:
        return f"{named}({ast.unparse(left)}, {ast.unparse(right)})"
    return ast.unparse(ast.Compare(left, [operator], [right]))


def _asking(node: ast.AST) -> Mistake | None:
    """Return what else asks a relation for a truth value."""
    match node:
        case ast.Call(func=ast.Name(id=name), args=arguments) if name in _CAPITALS:
            wanted = f"{_CAPITALS[name]}({', '.join(map(ast.unparse, arguments))})"
            return _told(node, f"is Python's {name}, which must compare; write {wanted}")
        case ast.IfExp(body=one, test=test, orelse=other):
            cases = f"({ast.unparse(one)}, {ast.unparse(test)}), ({ast.unparse(other)}, True)"
            return _told(node, f"must decide its condition; write Piecewise({cases})")
        case ast.If(test=test) | ast.While(test=test) | ast.Assert(test=test):
            line, text = test.lineno, ast.unparse(test)
            return Mistake(line, text, "is no truth value; a condition stands in a Piecewise")
    return None


def _told(node: ast.expr, way_out: str) -> Mistake:
    return Mistake(node.lineno, ast.unparse(node), way_out)
