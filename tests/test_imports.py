"""The architecture is a test: which package may import which."""

import ast
from pathlib import Path

import networkx as nx
import pytest

ROOT = Path(__file__).resolve().parent.parent
OURS = {"theory", "numerics", "reports", "property_tests", "verify", "thmcheck"}
MAY_IMPORT = {
    "theory": {"theory"},
    "numerics": {"numerics"},
    "reports": {"reports", "verify"},
    "property_tests": {"property_tests", "theory"},
    "verify": OURS - {"thmcheck"},
}
# its items ask the engine for their verdicts; the strategies beside it know nothing of the engine
MAY_IMPORT_MORE = {"property_tests/test_claims.py": {"verify"}}
NEVER = {
    "theory": {"numpy", "scipy", "torch", "flint", "z3", "hypothesis"},
    "numerics": {"sympy", "hypothesis", "z3"},
    "reports": {"sympy", "torch", "numpy", "hypothesis", "flint", "z3"},
}


def imported(path: Path) -> set[str]:
    names: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names |= {alias.name.partition(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            names.add(node.module.partition(".")[0])
    return names


def test_every_import_names_its_package():
    """What is imported relatively would escape the tests below."""
    for package in MAY_IMPORT:
        for path in (ROOT / package).rglob("*.py"):
            tree = ast.parse(path.read_text(encoding="utf-8"))
            relative = [n for n in ast.walk(tree) if isinstance(n, ast.ImportFrom) and n.level]
            assert not relative, path


@pytest.mark.parametrize("package", sorted(MAY_IMPORT))
def test_packages_only_import_what_they_may(package):
    for path in (ROOT / package).rglob("*.py"):
        found, name = imported(path), path.relative_to(ROOT).as_posix()
        assert found & OURS <= MAY_IMPORT[package] | MAY_IMPORT_MORE.get(name, set()), name
        assert not found & NEVER.get(package, set()), name


def is_module(name: str) -> bool:
    place = ROOT / name.replace(".", "/")
    return place.is_dir() or place.with_suffix(".py").exists()


def modules(path: Path) -> set[str]:
    """Return the full names of what a file imports of our own."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            inside = (f"{node.module}.{alias.name}" for alias in node.names)
            found |= {node.module, *filter(is_module, inside)}
    return {name for name in found if name.partition(".")[0] in OURS}


@pytest.mark.parametrize("path", sorted((ROOT / "reports").glob("*.py")), ids=lambda p: p.name)
def test_reports_know_of_verify_only_what_evidence_is(path):
    assert {m for m in modules(path) if m.startswith("verify")} <= {"verify.evidence"}


# each room may use those that stand before it; the papers' attacks are used by nobody
LEAVES = {"environment": set(), "errors": set(), "evidence": set(), "folder": {"environment"}}
ROOMS = (
    *("claims", "truth", "kernel", "methods", "judging", "display"),
    *("variants", "worked", "running", "record", "api", "cli"),
)
ATTACKS_MAY_USE = {"papers", "claims", "truth", "methods", "evidence"}


def room(name: str) -> str:
    return name.split(".")[1]


@pytest.mark.parametrize("path", sorted((ROOT / "verify").rglob("*.py")), ids=lambda p: p.stem)
def test_the_rooms_are_layers(path):
    here = path.relative_to(ROOT / "verify").parts[0].removesuffix(".py")
    used = {room(name) for name in modules(path) if name.startswith("verify.")} - {here}
    if here == "papers":
        assert used <= ATTACKS_MAY_USE
    elif here in LEAVES:
        assert used <= LEAVES[here]
    elif here != "__init__":
        assert used <= {*LEAVES, *ROOMS[: ROOMS.index(here)]}


def module_name(path: Path) -> str:
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def run(path: Path) -> set[str]:
    """Return the modules of ours that a file takes something from when it runs."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    checks = (n for n in ast.walk(tree) if isinstance(n, ast.If))
    hints = [n for n in checks if ast.unparse(n.test) == "TYPE_CHECKING"]
    never = {id(inner) for hint in hints for inner in ast.walk(hint)}
    found: set[str] = set()
    for node in (n for n in ast.walk(tree) if id(n) not in never):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            parts = (f"{node.module}.{alias.name}" for alias in node.names)
            found |= {part if is_module(part) else str(node.module) for part in parts}
    return found


@pytest.mark.parametrize("package", sorted(MAY_IMPORT))
def test_no_modules_import_each_other_in_a_circle(package):
    """Also not by an import inside a function, which only hides one.

    The parts of the evaluation at a point name the type of what they get, for the type checker.
    """
    paths = {module_name(path): path for path in (ROOT / package).rglob("*.py")}
    graph = nx.DiGraph((name, used) for name in paths for used in run(paths[name]) & {*paths})
    assert not [sorted(c) for c in nx.strongly_connected_components(graph) if len(c) > 1]


KERNEL = ROOT / "verify" / "kernel"
# Verdicts speak of `verify.evidence`, a leaf of plain types that decides nothing; of the claims the
# kernel knows what heads mean, and nothing of the papers that say so.
TRUSTED = (
    *("theory", "verify.kernel", "verify.truth"),
    *("verify.claims.meanings", "verify.evidence"),
)
UNTRUSTED = {  # of sympy: what simplifies, solves, or answers by assumptions
    "simplify",
    "expand",
    "factor",
    "cancel",
    "together",
    "powsimp",
    "powdenest",
    "nsimplify",
    "solve",
    "solveset",
    "as_set",
    "doit",
    "integrate",
    "limit",
    "series",
    "refine",
    "subs",
    "is_positive",
    "is_negative",
    "is_nonnegative",
    "is_nonpositive",
    "is_zero",
    "is_nonzero",
    "is_real",
    "is_integer",
    "is_finite",
    "equals",
    "evalf",
}


@pytest.mark.parametrize("path", sorted(KERNEL.rglob("*.py")), ids=lambda path: path.stem)
def test_the_kernel_stands_alone(path):
    """It imports nothing that it checks, and takes no word of sympy's for anything."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    called = {id(node.func) for node in ast.walk(tree) if isinstance(node, ast.Call)}
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module:
            ours = node.module.partition(".")[0] in OURS
            assert not ours or node.module.startswith(TRUSTED), node.module
        if isinstance(node, ast.Attribute) and node.attr in UNTRUSTED:
            of_flint = id(node) in called and node.attr in ("is_finite", "factor")
            assert of_flint, f"{path.name}:{node.lineno}: {node.attr}"


ARGUMENTS = KERNEL / "arguments"
READABLE = 600  # logical lines: what somebody reads in one sitting
ASKING = {"judging", "variants"}  # the rooms that have it check an argument


def logical_lines(path: Path) -> int:
    """Return how many statements a file has, headers of compound ones and no docstrings."""
    nodes = list(ast.walk(ast.parse(path.read_text(encoding="utf-8"))))
    bodies = (n.body for n in nodes if isinstance(n, (ast.Module, ast.ClassDef, ast.FunctionDef)))
    docstrings = {id(b[0]) for b in bodies if b and isinstance(b[0], ast.Expr) and is_text(b[0])}
    return sum(isinstance(n, ast.stmt) and id(n) not in docstrings for n in nodes)


def is_text(statement: ast.Expr) -> bool:
    return isinstance(statement.value, ast.Constant) and isinstance(statement.value.value, str)


def test_the_kernel_for_arguments_is_read_in_one_sitting():
    """That is what computes a conclusion; what it asks of solvers is shared with all proofs."""
    assert 0 < sum(map(logical_lines, ARGUMENTS.glob("*.py"))) < READABLE


def test_logical_lines_are_statements(tmp_path):
    source = '''"""Words."""

def f(
    x,
):
    """Words."""
    if x:  # why
        return (
            1
        )
    return 2
'''
    path = tmp_path / "f.py"
    path.write_text(source, encoding="utf-8")
    assert logical_lines(path) == 4


def test_nothing_that_the_kernel_for_arguments_checks_imports_it():
    """It is used where claims are judged and varied, and by nothing that claims are made of."""
    files = (path for package in MAY_IMPORT for path in (ROOT / package).rglob("*.py"))
    users = [
        path.relative_to(ROOT).parts[:2]
        for path in files
        if ARGUMENTS not in path.parents
        and any(name.startswith("verify.kernel.arguments") for name in modules(path))
    ]
    assert users
    assert {("verify", room) for room in ASKING} >= set(users)
