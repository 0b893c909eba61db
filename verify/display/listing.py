"""Lines of Python as a listing: short, no wider than a page, with what has to stand before them.

Functions stand before the lines that call them. One that is a single expression and is called once
is put in its place; what a function says of itself stands beside its head. Conditions stand
together, ranges that occur several times have a name.
"""

from __future__ import annotations

import ast
import functools
import inspect
import io
import operator
import re
import textwrap
import tokenize
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from itertools import chain, combinations, groupby, pairwise, permutations, product
from random import Random
from typing import Any

WIDE, INDENT = 100, 4  # columns
DIGITS, SMALL = 50, "1e-40"  # of rounded numbers: what differs by less is equal
TINY = "tiny"  # the name of that number
ITERTOOLS = ("accumulate", "combinations", "pairwise", "permutations", "product")
GONE = "\N{NULL}"  # where a bracket was
STATEMENT = re.compile(r"( *(?:assert|return|[\w, ]+ =|print\(?)) ?(.*)")
TEXTS = re.compile(r"'[^']*'|\"[^\"]*\"")
RANGE = re.compile(r"map\(([\w.]+), range\((?:[^()]|\([^()]*\))*\)\)")
SIMPLE = re.compile(r" *(?:\w+ [-+]?= |print\()[^#]*")  # a statement of which nothing is within
GIVEN = re.compile(r"( *)((?:\w+, )*\w+) = (?!map\(|\w+ = )(.*)")  # a value, or several
SAME = re.compile(r"( *)(\w+) = (\w+) = (lambda [^,]*)")  # one function with two names
NAMED = re.compile(r" *(\w+) = \[\*map\(")  # a range that has a name
BRACKETS = r"\((?:[^()]|\([^()]*\))*\)"  # with brackets in them
SUM_OVER = re.compile(rf"\bsum\(((?:[^()]|{BRACKETS})*?) for (\w+) in (\w+)\)")
CALL = re.compile(r"\b([A-Za-z_]\w*)\(")
UP_TO = re.compile(r"range\(1, int\((\w+)\) \+ 1\)")
SIGNS: Mapping[type[ast.cmpop], str] = {ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">="}
TURNED = {">": "<", ">=": "<="}
KEPT = "and|or|not|in|if|else|all|any|for|lambda|abs|min|max"  # what differs in nothing
WORD = re.compile(rf"\b(?!(?:{KEPT})\b)(?:\d+\.\d+|\w+)\b(?!\()")
BOUND = re.compile(r"\b(?:for|lambda) ([\w, ]+)(?: in|:)")
ENTRY = re.compile(r"\[\d+\]")  # the place of an entry
LETTERS = "uvwxyz"  # for what differs
ORDERS = 20  # at random in which conditions are placed
MANY = 3  # conditions of one form that are told as one
NAME = r"[A-Za-z_]\w*(?:\[\d+\])?"  # or an entry of a list
SUM = re.compile(rf"\(({NAME}(?: \+ {NAME})*)\)")  # of names, in brackets


def listing(
    body: Iterable[str],
    functions: Iterable[Any],
    more: str,
    names: Iterable[str],
    exact: bool,
    filled: bool = False,
    joined: bool = False,
) -> str:
    """Return lines with what has to stand before them.

    Args:
        body: the lines.
        functions: what they call.
        more: further functions, as text.
        names: the names that have a value in the lines, apart from those bound within one.
        exact: whether all numbers are fractions.
        filled: whether conditions go on in the last line of longer ones.
        joined: whether values that need nothing of each other share a line.
    """
    helpers = {name: _close(_joined(source)) for name, source in sources(functions).items()}
    if joined:
        helpers = {name: _with_loops_closed(source) for name, source in helpers.items()}
    named = _with_sums_named(_with_ranges_named(list(body), set(names)))
    short = _with_asserts_together(named, filled)
    short = _with_asserts_packed(short) if joined else short
    lines, helpers = _put_in_place(short, helpers, over_lines=joined)
    if joined:
        lines = _with_loops_closed("\n".join(_with_asserts_packed(lines))).splitlines()
    lines = _with_sides_together(_with_values_together(lines) if joined else lines, joined)
    told = "\n".join(part for line in lines for part in fitting(line))
    heads = [_beside_head(source) for source in helpers.values()]
    above = "\n".join(part for head in heads for part in (_in_one_line(head) if joined else head))
    found = [*_head("\n".join((above, more, told)), exact), more, above, told]
    return "\n".join((*filter(None, found), ""))


def sources(functions: Iterable[Any]) -> dict[str, str]:
    """Return the sources of functions and of what they call in their module, callees first."""
    found: dict[str, str] = {}
    seen = set()

    def add(function: Any) -> None:
        if function.__name__ not in seen:
            seen.add(function.__name__)
            for called in sorted(_names_in(function.__code__)):
                callee = function.__globals__.get(called)
                if inspect.isfunction(callee) and callee.__module__ == function.__module__:
                    add(callee)
            found[function.__name__] = inspect.getsource(function)

    for function in functions:
        add(function)
    return found


def _names_in(code: Any) -> set[str]:
    """Return the names that a piece of code, or one within it, looks up."""
    inside = (part for part in code.co_consts if inspect.iscode(part))
    return {*code.co_names}.union(*map(_names_in, inside))


def _head(source: str, exact: bool) -> Iterator[str]:
    """Yield what has to stand before some lines."""
    if "math." in source:
        yield "import math"
    if exact or "Fraction(" in source:
        yield "from fractions import Fraction"
    if used := [name for name in ITERTOOLS if f"{name}(" in source]:
        yield f"from itertools import {', '.join(used)}"
    if not exact or "mp." in source:
        yield "from mpmath import mp"
        small = re.search(rf"\b{TINY}\b", source)
        yield f"mp.dps, {TINY} = {DIGITS}, {SMALL}" if small else f"mp.dps = {DIGITS}"


def fitting(line: str) -> list[str]:
    """Return a line of code, over several lines if it is long."""
    if len(line) <= WIDE:
        return [line.replace('( "', '("')]
    margin = " " * (len(line) - len(line.lstrip()))
    if line.lstrip().startswith("#"):
        return [f"{line[: WIDE - 4]} ..."]
    found = STATEMENT.fullmatch(line)
    assert found is not None, line
    start, rest = found.groups()
    enclosed = start.endswith("(") or _is_in_brackets(rest)
    opened = start if start.endswith("(") else f"{start}{GONE}{'' if enclosed else '('}"
    closed = rest if enclosed else f"{rest})"
    kept = TEXTS.sub(lambda found: found[0].replace(" ", GONE), closed)
    parts = wrapped(f"{opened}{kept}", WIDE, f"{margin}    ")
    return [part.replace(GONE, " ").replace('( "', '("') for part in parts]


def _is_in_brackets(expression: str) -> bool:
    """Return whether all of an expression stands between two brackets that need not be there.

    >>> _is_in_brackets("(a if b else c)"), _is_in_brackets("(a)*(b)"), _is_in_brackets("a + b")
    (True, False, False)
    """
    if not (expression.startswith("(") and expression.endswith(")")):
        return False
    try:
        whole, inside = (
            ast.dump(ast.parse(one, mode="eval")) for one in (expression, expression[1:-1])
        )
    except SyntaxError:
        return False
    return whole == inside


def wrapped(line: str, wide: int, margin: str = "") -> list[str]:
    """Return a line in pieces that are cut at blanks alone."""
    return textwrap.wrap(
        line, wide, subsequent_indent=margin, break_long_words=False, break_on_hyphens=False
    )


def _joined(source: str) -> str:
    """Return a function without blank lines, and with statements in one line that can be."""
    lines, found, first = source.splitlines(), [], 0
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.NEWLINE:
            some = [line for line in lines[first : token.end[0]] if line.strip()]
            first = token.end[0]
            one = " ".join((some[0], *(line.strip() for line in some[1:])))
            one = re.sub(r",? ([)\]}])", r"\1", re.sub(r"([(\[{]) ", r"\1", one))
            cuts = len(some) > 1 and '"""' not in one and fits(one)
            found += [one] if cuts else some
    return "\n".join(found)


def _with_loops_closed(source: str) -> str:
    """Return code in which a loop over one short statement is one line.

    >>> _with_loops_closed("for i in some:\\n    x += i\\nfor i in some:\\n    x += i\\n    y += i")
    'for i in some: x += i\\nfor i in some:\\n    x += i\\n    y += i'
    """
    found: list[str] = []
    lines = [*source.splitlines(), ""]
    for line, after in pairwise(lines):
        head = re.fullmatch(r"( *)for [^#]*:", found[-1]) if found else None
        inside = head and SIMPLE.fullmatch(line) and not after.startswith(f"{head[1]}    ")
        if inside and len(together := f"{found[-1]} {line.lstrip()}") <= WIDE:
            found[-1] = together
        else:
            found.append(line)
    return "\n".join(found)


def _close(source: str) -> str:
    """Return code in which products have no blanks, as in the lines.

    >>> _close("x *  2 / f(*y)")
    'x*2/f(*y)'
    """
    return re.sub(r" (\*\*?|/) +(?=[\w(\[-])", r"\1", source)


def fits(line: str) -> bool:
    """Return whether a line of code is short or can be cut."""
    return len(line) <= WIDE or STATEMENT.fullmatch(line) is not None


def _beside_head(source: str) -> list[str]:
    """Return the lines of a function with what it says of itself beside its head, if it can be."""
    lines = source.splitlines()
    said = re.fullmatch(r' +"""(.*?)\.?"""', lines[1])
    if said and len(beside := f"{lines[0]}  # {said[1]}") <= WIDE:
        lines = [beside, *lines[2:]]
    return [part for line in lines for part in fitting(line)]


def _in_one_line(function: list[str]) -> list[str]:
    """Return the lines of a function, or one if it only returns something short.

    >>> _in_one_line(["def twice(x):  # Two times x", "    return 2*x"])
    ['def twice(x): return 2*x  # Two times x']
    """
    head = re.fullmatch(r"(def .*?:)(  # .*)?", function[0])
    if len(function) == 2 and head and function[1].startswith("    return "):
        one = f"{head[1]} {function[1].strip()}{head[2] or ''}"
        return [one] if len(one) <= WIDE else function
    return function


def _put_in_place(
    body: list[str], helpers: dict[str, str], over_lines: bool = False
) -> tuple[list[str], dict[str, str]]:
    """Return lines and functions, with what is one expression and called once in its place.

    Args:
        body, helpers: the lines and the functions.
        over_lines: whether a line may become longer than one where that saves a line in all.
    """
    for name, source in reversed([*helpers.items()]):
        others = {other: text for other, text in helpers.items() if other != name}
        calls = re.compile(rf"\b{name}\(")
        expression = _expression(source) if len(calls.findall(source)) == 1 else None
        times = [len(calls.findall(text)) for text in ("\n".join(body), *others.values())]
        if expression is None or sum(times) != 1:
            continue
        if times[0]:
            put = _with_call_replaced("\n".join(body), name, *expression, over_lines)
            if put is not None:
                body, helpers = put.splitlines(), others
        else:
            (caller,) = (other for other, text in others.items() if calls.search(text))
            put = _with_call_replaced(others[caller], name, *expression, over_lines)
            if put is not None:
                helpers = others | {caller: put}
    return body, helpers


def _expression(source: str) -> tuple[list[str], ast.expr] | None:
    """Return the names of the arguments and what a function returns, if it does nothing else."""
    tree = ast.parse(source).body[0]
    assert isinstance(tree, ast.FunctionDef)
    plain = not (tree.args.vararg or tree.args.kwonlyargs or tree.args.defaults)
    *said, last = tree.body
    if not plain or len(said) > 1 or not isinstance(last, ast.Return) or last.value is None:
        return None
    return [one.arg for one in tree.args.args], last.value


def _with_call_replaced(
    text: str, name: str, arguments: list[str], expression: ast.expr, over_lines: bool
) -> str | None:
    """Return lines in which a function's one call is what it returns, if that is short enough."""
    (call,) = (
        node
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == name
    )
    simple = all(isinstance(one, (ast.Name, ast.Constant)) for one in call.args)
    bound = {
        node.id
        for node in ast.walk(expression)
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)
    }
    if not simple or call.lineno != call.end_lineno or bound & {ast.unparse(a) for a in call.args}:
        return None
    inside = _Put(dict(zip(arguments, call.args, strict=True))).visit(
        ast.parse(ast.unparse(expression), mode="eval").body
    )
    lines = text.splitlines()
    line = lines[call.lineno - 1].encode()
    shown = _close(_without_double_brackets(ast.unparse(inside))).encode()
    put = b"".join((line[: call.col_offset], shown, line[call.end_col_offset :])).decode()
    returned = f"    return {_close(ast.unparse(expression))}"
    alone = [*fitting(returned), *fitting(lines[call.lineno - 1])]
    if len(put) > WIDE and not (
        over_lines and STATEMENT.fullmatch(put) and len(fitting(put)) <= len(alone)
    ):
        return None
    lines[call.lineno - 1] = put
    return "\n".join(lines)


def _without_double_brackets(expression: str) -> str:
    """Return an expression in which what is alone between brackets has no others.

    >>> _without_double_brackets("sum((f((x, 1)) for x in y)) + max((a), (b))")
    'sum(f((x, 1)) for x in y) + max((a), (b))'
    """
    for node in ast.walk(ast.parse(expression, mode="eval")):
        if isinstance(node, ast.Call) and [*map(type, node.args)] == [ast.GeneratorExp]:
            inside = ast.unparse(node.args[0])
            expression = expression.replace(f"({inside})", inside, 1)
        elif isinstance(node, ast.NamedExpr):
            name, inside = ast.unparse(node.target), ast.unparse(node.value)
            expression = expression.replace(f"({name} := ({inside}))", f"({name} := {inside})")
    return expression


class _Put(ast.NodeTransformer):
    """Puts arguments in their places; an integer needs no conversion."""

    def __init__(self, values: Mapping[str, ast.expr]) -> None:
        self.values = values

    def visit_Name(self, node: ast.Name) -> ast.expr:
        return self.values.get(node.id, node)

    def visit_Call(self, node: ast.Call) -> ast.AST:
        self.generic_visit(node)
        whole = isinstance(node.func, ast.Name) and node.func.id == "int"
        return node.args[0] if whole and isinstance(node.args[0], ast.Constant) else node

    def visit_BinOp(self, node: ast.BinOp) -> ast.AST:
        self.generic_visit(node)
        both = [side.value for side in (node.left, node.right) if isinstance(side, ast.Constant)]
        if isinstance(node.op, ast.Sub) and [*map(type, both)] == [int, int]:
            return ast.Constant(operator.sub(*both))
        return node


def _with_ranges_named(body: list[str], names: set[str]) -> list[str]:
    """Return lines in which a range of numbers that occurs several times has a name."""
    text = "\n".join(body)
    for whole in dict.fromkeys(found[0] for found in RANGE.finditer(text)):
        inside = set(re.findall(r"[A-Za-z_]\w*", whole)) - {"map", "range", "int", "Fraction"}
        if text.count(whole) < 2 or not inside - {"mp", "mpf"} <= names:
            continue
        end = UP_TO.search(whole)
        name = f"up_to_{end[1]}" if end else "indices"
        while name in names:
            name += "_"
        names = {*names, name}
        first = next(i for i, line in enumerate(body) if whole in line)
        place = above_asserts(body, first)
        margin = " " * (len(body[first]) - len(body[first].lstrip()))
        body = [line.replace(whole, name) for line in body]
        body.insert(place, f"{margin}{name} = [*{whole}]")
        text = "\n".join(body)
    return body


def _with_sums_named(body: list[str]) -> list[str]:
    """Return lines in which sums of one form over a range that has a name are calls of a function.

    >>> sums = (f"sum({x}(l)*{y}(l) for l in some)" for x in "fg" for y in "fg")
    >>> _with_sums_named(["some = [*map(int, range(3))]", *sums])[1:4]
    ['total = lambda u, v: sum(u(l)*v(l) for l in some)', 'total(f, f)', 'total(f, g)']
    """
    ranges = {found[1]: i for i, line in enumerate(body) if (found := NAMED.match(line))}
    for (form, over, name), some in _sums_by_form(body, ranges).items():
        text = "\n".join(body)
        letters = [letter for letter in LETTERS if not re.search(rf"\b{letter}\b", text)]
        places = [*zip(*some.values(), strict=True)]  # of a function, in all of these sums
        columns = [*dict.fromkeys(places)]
        if len(some) < MANY or len(columns) > len(letters) or "total" in text:
            continue
        of = dict(zip(columns, letters, strict=False))
        words = [*(of[column] for column in places), ""]
        shown = "".join(chain(*zip(form.split("?"), words, strict=True)))
        for number, whole in enumerate(some):
            arguments = ", ".join(column[number] for column in columns)
            body = [line.replace(whole, f"total({arguments})") for line in body]
        above = body[ranges[name]]
        margin = " " * (len(above) - len(above.lstrip()))
        total = f"{margin}total = lambda {', '.join(of.values())}: sum({shown} {over})"
        return [*body[: ranges[name] + 1], total, *body[ranges[name] + 1 :]]
    return body


def _sums_by_form(
    body: Iterable[str], ranges: Collection[str]
) -> dict[tuple[str, str, str], dict[str, list[str]]]:
    """Return sums over named ranges, and the functions in each, by their form and their range."""
    forms: dict[tuple[str, str, str], dict[str, list[str]]] = {}
    for line in body:
        for found in SUM_OVER.finditer(line):
            whole, inside, index, name = found[0], *found.groups()
            calls = CALL.findall(inside)
            if name in ranges and len(calls) > 1:
                form = CALL.sub("?(", inside), f"for {index} in {name}", name
                forms.setdefault(form, {})[whole] = calls
    return forms


def _with_sides_together(body: list[str], over_lines: bool = False) -> list[str]:
    """Return lines in which both sides of a relation are computed in one line where it is short.

    So are sides over several lines where that saves one.

    >>> _with_sides_together(["left = x", "right = y"])
    ['left, right = x, y']
    """
    found: list[str] = []
    for line in body:
        left = re.fullmatch(r"( *)left = (.*)", found[-1]) if found else None
        right = re.fullmatch(r" *right = (.*)", line)
        together = f"{left[1]}left, right = {left[2]}, {right[1]}" if left and right else ""
        saves = over_lines and together and _saves_a_line(together, found[-1], line)
        if 0 < len(together) <= WIDE or saves:
            found[-1] = together
        else:
            found.append(line)
    return found


def _with_values_together(body: list[str]) -> list[str]:
    """Return lines in which values that need nothing of each other share a line where they fit.

    >>> _with_values_together(["f = lambda i: i", "g = lambda i: 1", "h = g(2)"])
    ['f, g = lambda i: i, lambda i: 1', 'h = g(2)']
    """
    found: list[str] = []
    for line in body:
        before = GIVEN.fullmatch(SAME.sub(r"\1\2, \3 = \4, \4", found[-1])) if found else None
        here = GIVEN.fullmatch(line)
        if before and here and before[1] == here[1]:
            names, values = f"{before[2]}, {here[2]}", f"{before[3]}, {here[3]}"
            together = f"{before[1]}{names} = {values}"
            needed = {*before[2].split(", ")} & {*re.findall(r"\w+", here[3])}
            if len(together) <= WIDE and not needed:
                found[-1] = together
                continue
        found.append(line)
    return found


def above_asserts(body: list[str], line: int) -> int:
    """Return where the conditions begin among which a line stands, else where it stands."""
    while body[line - 1].lstrip().startswith(("assert ", "# what is")):
        line -= 1
    return line


def _with_asserts_together(body: list[str], filled: bool = False) -> list[str]:
    """Return lines in which conditions that follow one another share a line where they fit.

    >>> _with_asserts_together(["assert a", f"assert {'b' * 90}", "assert c", "print(d)"])[::2]
    ['assert a and c', 'print(d)']
    """
    found: list[str] = []
    first = 0  # of the conditions that stand together
    for line in body:
        start, condition = re.fullmatch(r"( *assert )?(.*)", line).groups()  # type: ignore[union-attr]
        if start is None:
            found.append(line)
            first = len(found)
            continue
        for place in range(first, len(found)):
            together = f"{found[place]} and {condition}"
            if len(together) <= WIDE or (filled and _saves_a_line(together, found[place], line)):
                found[place] = together
                break
        else:
            found.append(line)
    return found


def _with_asserts_packed(body: list[str]) -> list[str]:
    """Return lines in which conditions that follow one another take as few lines as they can.

    >>> a, b, c, d = ("a" * 30, "b" * 50, "c" * 50, "d" * 30)
    >>> body = [f"assert {a} and {d}", f"assert {b}", f"assert {c}"]
    >>> [line.count("and") for line in _with_asserts_packed(body)]
    [1, 1]
    """
    found: list[str] = []
    for is_one, lines in groupby(body, lambda line: line.lstrip().startswith("assert ")):
        some = list(lines)
        found += _packed(some) if is_one else some
    return found


def _packed(asserts: list[str]) -> list[str]:
    """Return conditions in the fewest lines that several orders to place them give.

    What is over several lines goes on with others in the last of them.
    """
    start = asserts[0][: asserts[0].index("assert ") + len("assert ")]
    given = [*apart(line.removeprefix(start) for line in asserts)]
    best = asserts
    for parts in (given, _alls_together(given)):
        by_length = sorted(parts, key=len)
        mixed = (Random(seed).sample(parts, len(parts)) for seed in range(ORDERS))
        for order in (by_length[::-1], by_length, *mixed):
            best = min(best, _placed(order, parts, start), key=_length)
    return best


def _placed(order: Iterable[str], parts: list[str], start: str) -> list[str]:
    """Return conditions in lines, each placed in the first that gets no longer by it."""
    lines: list[list[str]] = []

    def shown(line: Iterable[str]) -> str:
        return f"{start}{' and '.join(sorted(line, key=parts.index))}"

    for one in order:
        fits = (line for line in lines if _length([shown([*line, one])]) == _length([shown(line)]))
        line = next(fits, None)
        if line is None:
            lines.append([one])
        else:
            line.append(one)
    return [shown(line) for line in lines]


def _length(lines: Iterable[str]) -> int:
    """Return how many lines some take that are cut where they are long."""
    return sum(map(_height, lines))


@functools.lru_cache(2**14)
def _height(line: str) -> int:
    """Return how many lines one takes: the same is asked for many orders of conditions."""
    return 1 if len(line) <= WIDE else len(fitting(line))


def _alls_together(conditions: Iterable[str]) -> list[str]:
    """Return conditions, those on all members of the same things as one.

    >>> _alls_together(["all(j > 0 for j in some)", "a", "all(j < b or a for j in some)"])
    ['all(j > 0 and (j < b or a) for j in some)', 'a']
    """
    found: dict[str, list[str]] = {}
    for one in conditions:
        inside = re.fullmatch(r"all\((.*)( for (?:_, )?\w+ in \w+)\)", one)
        alone = inside and " for " not in inside[1]
        found.setdefault(inside[2] if inside and alone else one, []).append(one)
    shown = []
    for tail, some in found.items():
        if len(some) > 1 and tail not in some:
            inner = apart(one.removeprefix("all(").removesuffix(f"{tail})") for one in some)
            shown.append(f"all({' and '.join(inner)}{tail})")
        else:
            shown += some[:1]
    return shown


def _saves_a_line(together: str, *alone: str) -> bool:
    """Return whether lines are fewer together than each by itself."""
    return len(fitting(together)) < sum(len(fitting(line)) for line in alone)


def asserted(conditions: Iterable[str]) -> Iterator[str]:
    """Yield the lines that stop where a condition fails, short ones in one.

    >>> list(asserted(["a > 0", "a < b or b == 1", "b > a", "b > a"]))
    ['assert 0 < a < b and (a < b or b == 1)']
    """
    parts = dict.fromkeys(one for one in apart(conditions) if not _is_evident(one))
    strict = {one.replace(" > ", " >= ") for one in parts if " > " in one}
    needed = _strongest(one for one in parts if one not in strict)
    lines: list[list[str]] = []
    for part in _grouped(chained(needed)):
        for line in lines:
            if len(f"assert {' and '.join((*line, part))}") <= WIDE - INDENT:
                line.append(part)
                break
        else:
            lines.append([part])
    yield from (f"assert {' and '.join(line)}" for line in lines)


def assumed(conditions: Iterable[str]) -> list[str]:
    """Return these lines with what they are, if there are any."""
    found = list(asserted(conditions))
    return ["# what is assumed", *found] if found else []


def apart(conditions: Iterable[str]) -> Iterator[str]:
    """Yield conditions of which none is several joined by "and", as they can stand beside it."""
    for one in conditions:
        body = ast.parse(one, mode="eval").body
        if isinstance(body, ast.BoolOp) and isinstance(body.op, ast.And):
            yield from apart(ast.get_source_segment(one, part) or one for part in body.values)
        elif isinstance(body, (ast.BoolOp, ast.IfExp)):
            yield f"({one})"
        else:
            yield one


def _strongest(conditions: Iterable[str]) -> list[str]:
    """Return conditions without those x > 1 that another one, x > 2, implies."""
    found: dict[str, str] = {}
    for one in conditions:
        bound = re.fullmatch(r"([A-Za-z_]\w*) >=? (\d+)", one)
        key = f"{bound[1]} >" if bound else one
        if not bound or key not in found or int(bound[2]) > int(found[key].split()[-1]):
            found[key] = one
    return list(found.values())


def _is_evident(condition: str) -> bool:
    """Return whether a condition on numbers alone holds, such as 0 >= 0."""
    return re.fullmatch(r"\d+ (==|[<>]=?) \d+", condition) is not None and bool(eval(condition))


def chained(conditions: Iterable[str]) -> list[str]:
    """Return conditions, those of which one bounds a term from below, the other from above, in one.

    >>> chained(["a > 0", "b >= a", "a != 3", "2*a < 3"])
    ['0 < a <= b', 'a != 3', '2*a < 3']
    >>> chained(["c <= x*y + tiny", "x*y <= C + tiny"])
    ['c - tiny <= x*y <= C + tiny']
    """
    chains: list[list[list[str]]] = []  # sides and the signs between them, in every way to write it
    alone: dict[int, str] = {}  # conditions as they stand, by the place of their chain
    for one in conditions:
        ways = _compared(one)
        for place, known in enumerate(chains):
            if longer := _joined_chain(known, ways):
                chains[place] = [longer]
                alone.pop(place, None)
                break
        else:
            alone[len(chains)] = one
            chains.append(ways)
    shown = [alone.get(place, " ".join(known[0])) for place, known in enumerate(chains)]
    return _without_what_is_implied(shown)


def _without_what_is_implied(chains: list[str]) -> list[str]:
    """Return chains, 0 < a <= b and 0 < b < 1 as one.

    >>> _without_what_is_implied(["0 < a <= b", "x > 1", "0 < b < 1"])
    ['0 < a <= b < 1', 'x > 1']
    """
    found = list(chains)
    for one in chains:
        positive = re.fullmatch(r"0 < (\w+) (<=? .+)", one)
        ends = rf"0 < .* <=? {positive[1]}" if positive else ""
        before = next(
            (i for i, other in enumerate(found) if ends and re.fullmatch(ends, other)), None
        )
        if positive and before is not None:
            found[before] += f" {positive[2]}"
            found.remove(one)
    return found


def _joined_chain(some: list[list[str]], others: list[list[str]]) -> list[str] | None:
    """Return two chains as one, in the first way in which one ends as the other begins."""
    for one in some:
        for other in others:
            if one[-1] == other[0] and not one[-1].isdecimal():
                return [*one, *other[1:]]
            if other[-1] == one[0] and not one[0].isdecimal():
                return [*other, *one[1:]]
    return None


def _compared(condition: str) -> list[list[str]]:
    """Return both sides of a comparison, the smaller first, and its sign; else all of it.

    What counts as equal may be added to one side or taken from the other.
    """
    body = ast.parse(condition, mode="eval").body
    if not isinstance(body, ast.Compare) or len(body.ops) > 1 or type(body.ops[0]) not in SIGNS:
        return [[condition]]
    sign = SIGNS[type(body.ops[0])]
    sides = [
        ast.get_source_segment(condition, side) or "" for side in (body.left, *body.comparators)
    ]
    if sign in TURNED:
        sign, sides = TURNED[sign], sides[::-1]
    found = [[sides[0], sign, sides[1]]]
    for place, (more, less) in product((0, 1), pairwise("+-+")):
        bare = sides[place].removesuffix(f" {more} {TINY}")
        if bare != sides[place]:
            other = f"{sides[1 - place]} {less} {TINY}"
            found.append([bare, sign, other] if place == 0 else [other, sign, bare])
    return found


def _grouped(conditions: list[str]) -> Iterator[str]:
    """Yield conditions, those that only bound a number from below by the same one in one."""
    of: dict[str, list[str]] = {}
    for one in conditions:
        if found := re.fullmatch(r"([A-Za-z_]\w*) (>=? \d+)", one):
            of.setdefault(found[2], []).append(found[1])
    many = {bound: names for bound, names in of.items() if len(names) >= MANY}
    for bound, names in many.items():
        yield f"min({', '.join(names)}) {bound}"
    members = {f"{name} {bound}" for bound, names in many.items() for name in names}
    rest = [one for one in conditions if one not in members]
    summed = _of_partial_sums(rest)
    yield from summed
    yield from _alike([one for one in rest if not any(one in some for some in summed.values())])


def _of_partial_sums(conditions: list[str]) -> dict[str, list[str]]:
    """Return conditions on the first partial sums of some names as one, with those that it says.

    >>> list(_of_partial_sums(["abs(a) <= n", "abs(a + b) <= n", "abs(a + b + c) <= n"]))
    ['all(abs(u) <= n for u in accumulate([a, b, c]))']
    """
    forms: dict[str, list[tuple[list[str], str]]] = {}
    for one in conditions:
        inside = SUM.findall(one)
        if len(inside) == 1:
            forms.setdefault(SUM.sub("(?)", one), []).append((inside[0].split(" + "), one))
    found = {}
    for form, some in forms.items():
        sums = [names for names, _ in sorted(some, key=lambda one: len(one[0]))]
        letter = next((letter for letter in LETTERS if letter not in WORD.findall(form)), None)
        added = [[name for name in more if name not in less] for less, more in pairwise(sums)]
        grows = [len(names) for names in sums] == [*range(1, len(sums) + 1)]
        if letter and len(sums) >= MANY and grows and all(len(new) == 1 for new in added):
            names = ", ".join(chain(sums[0], *added))
            inside_all = form.replace("?", letter)
            found[f"all({inside_all} for {letter} in accumulate([{names}]))"] = [
                one for _, one in some
            ]
    return found


def _alike(conditions: list[str]) -> Iterator[str]:
    """Yield conditions, those that differ in names and numbers alone in one.

    >>> list(_alike(["f(a_1) + 2 < a_1*b", "f(a_2) + 3 < a_2*b", "f(a_3) + 4 < a_3*b"]))
    ['all(f(u) + v < u*b for u, v in [(a_1, 2), (a_2, 3), (a_3, 4)])']
    """
    forms: dict[str, list[str]] = {}
    for one in conditions:
        forms.setdefault(WORD.sub("?", one), []).append(one)
    for some in forms.values():
        together = _for_all(some) if len(some) >= MANY else None
        if together and len(together) < len(" and ".join(some)):
            yield together
        else:
            yield from some


def listed_pairs(pairs: list[str]) -> str:
    """Return a list of pairs, those of one form by what differs in them.

    >>> listed_pairs(["(f(a), 2*c)", "(f(b), 2*c)", "(f(d), 2*c)"])
    '[(f(u), 2*c) for u in [a, b, d]]'
    >>> listed_pairs(["(f(a), c)", "(f(b), c + 1)"])
    '[(f(a), c), (f(b), c + 1)]'
    """
    alone = len({WORD.sub("?", one) for one in pairs}) == 1
    every, plain = _for_all(pairs) if alone else None, f"[{', '.join(pairs)}]"
    alike = f"[{every.removeprefix('all(').removesuffix(')')}]" if every else plain
    return min(plain, alike, key=len)


def _for_all(conditions: list[str]) -> str | None:
    """Return conditions of one form as one, if what differs is not bound and has letters enough."""
    columns = list(zip(*(WORD.findall(one) for one in conditions), strict=True))
    differ = list(dict.fromkeys(column for column in columns if len(set(column)) > 1))
    used = {word for column in columns for word in column}
    letters = [letter for letter in LETTERS if letter not in used]
    bound = {
        name for one in conditions for names in BOUND.findall(one) for name in names.split(", ")
    }
    if len(differ) > len(letters) or len(differ) == len(columns) or bound & {*chain(*differ)}:
        return None
    of = dict(zip(differ, letters, strict=False))
    names, over = ", ".join(of.values()), _listed([*zip(*differ, strict=True)])
    places = [found.span() for found in WORD.finditer(conditions[0])]
    shown = (conditions[0][low - 1 : high + 1] for low, high in places)
    entries = all(
        column not in of or ENTRY.fullmatch(one) for column, one in zip(columns, shown, strict=True)
    )
    if entries and (indices := _by_steps(differ, letters[0])):
        of, names, over = indices[0], letters[0], indices[1]
    words = iter([of.get(column, column[0]) for column in columns])
    form = WORD.sub(lambda _: next(words), conditions[0])
    return f"all({form} for {names} in {over})"


def _by_steps(columns: list[tuple[str, ...]], letter: str) -> tuple[dict[Any, str], str] | None:
    """Return what integers are by an index that runs over a range, and this range.

    >>> _by_steps([("1", "3", "2"), ("0", "2", "1")], "u")[0].values()
    dict_values(['u + 1', 'u'])
    """
    numbers = [[*map(int, column)] for column in columns]
    first = min(numbers, key=min)
    if sorted(first) != [*range(min(first), max(first) + 1)]:
        return None
    of = {}
    for column, values in zip(columns, numbers, strict=True):
        more = {b - a for a, b in zip(first, values, strict=True)}
        if len(more) > 1:
            return None
        of[column] = f"{letter} + {max(more)}" if max(more) else letter
    low, end = min(first), max(first) + 1
    return of, f"range({low}, {end})" if low else f"range({end})"


def _listed(rows: list[tuple[str, ...]]) -> str:
    """Return a list of tuples, or of single names; all pairs of some names by what makes them.

    >>> _listed([("a", "b"), ("a", "c"), ("b", "c")]), _listed([("a", "b"), ("b", "c")])
    ('combinations([a, b, c], 2)', '[(a, b), (b, c)]')
    """
    firsts = Counter(row[0] for row in rows)
    seconds = Counter(row[-1] for row in rows)
    names = sorted({*firsts, *seconds}, key=lambda name: (-firsts[name], seconds[name], name))
    for pairs in (combinations, permutations):
        if len(rows) >= MANY and {*pairs(names, 2)} == {*rows}:
            return f"{pairs.__name__}([{', '.join(names)}], 2)"
    texts = [", ".join(row) for row in rows]
    return f"[{', '.join(texts if len(rows[0]) == 1 else (f'({text})' for text in texts))}]"
