"""The tests mirror the tree: `verify/cli/browsing.py` has `tests/verify/cli/test_browsing.py`.

Files whose subject is tested in another place are named here, each with the file that does it.
"""

from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PACKAGES = ("numerics", "property_tests", "reports", "theory", "verify")
SMALL = 60  # lines; a shorter file may be tested by those that use it
CLAIMS = "property_tests/test_claims.py"  # by the experiments and second meanings that use it
POINTS = "tests/property_tests/strategies/test_points.py"
ARGUMENTS = "tests/theory/test_argument_language.py"
METHODS = "tests/verify/methods/test_methods.py"
DECLARATIONS = "tests/verify/methods/test_declarations.py"
REPORTS = "tests/reports/test_reports.py"
TRUTH = "tests/verify/truth/test_evaluation.py"
DEFINITIONS = "tests/verify/judging/test_definitions.py"
CASES = "tests/verify/kernel/test_cases.py"
LOGIC = "tests/verify/kernel/arguments/test_logic.py"
SCHEDULER = "tests/verify/running/test_scheduler.py"
REPAIRS = "tests/verify/variants/test_repairs.py"
TRAJECTORIES = "tests/verify/variants/test_trajectories.py"
ELSEWHERE = {
    "numerics/eigenvectors.py": CLAIMS,
    "numerics/least_squares_sign_flow.py": CLAIMS,
    "numerics/linear_pieces.py": "tests/verify/papers/test_second_meanings.py",
    "numerics/linear_program.py": CLAIMS,
    "numerics/product_hessian.py": CLAIMS,
    "numerics/product_speed.py": CLAIMS,
    "numerics/reach.py": CLAIMS,
    "numerics/sign_flow.py": CLAIMS,
    "numerics/steepest_flow.py": CLAIMS,
    "numerics/walk.py": "tests/numerics/test_density_walk.py",
    "property_tests/strategies/bounds.py": POINTS,
    "property_tests/strategies/elimination.py": POINTS,
    "property_tests/strategies/growing.py": POINTS,
    "property_tests/strategies/plan.py": POINTS,
    "reports/curves.py": "tests/reports/test_drawings.py",
    "reports/terminal.py": REPORTS,
    "theory/orders.py": ARGUMENTS,
    "theory/power_laws.py": CLAIMS,
    "theory/values.py": "tests/numerics/test_density_walk.py",
    "verify/claims/folders.py": "tests/verify/claims/test_catalogue.py",
    "verify/claims/skeleton.py": "tests/verify/cli/test_setting_up.py",
    "verify/claims/source_mistakes.py": "tests/verify/claims/test_mistakes.py",
    "verify/cli/selection.py": "tests/verify/cli/test_exits.py",
    "verify/judging/strings.py": DEFINITIONS,
    "verify/kernel/algebra.py": CASES,
    "verify/kernel/conditions.py": LOGIC,
    "verify/kernel/cvc5_answer.py": "tests/verify/kernel/test_second_solver.py",
    "verify/kernel/functions.py": CASES,
    "verify/kernel/signs.py": CASES,
    "verify/kernel/sums.py": CASES,
    "verify/kernel/terms.py": CASES,
    "verify/kernel/valuation.py": CASES,
    "verify/methods/__init__.py": DECLARATIONS,
    "verify/methods/apply.py": "tests/verify/kernel/test_proofs.py",
    "verify/methods/derivation.py": CASES,
    "verify/methods/enumeration.py": METHODS,
    "verify/methods/models.py": METHODS,
    "verify/methods/task.py": DECLARATIONS,
    "verify/record/run_file.py": "tests/verify/record/test_compare.py",
    "verify/running/items.py": SCHEDULER,
    "verify/running/process.py": SCHEDULER,
    "verify/running/variants.py": "tests/verify/cli/test_variants.py",
    "verify/running/work/sweep.py": "tests/verify/running/test_sweep.py",
    "verify/running/work/draw.py": "tests/verify/running/test_drawings.py",
    "verify/running/work/judge.py": "tests/verify/judging/test_certificate.py",
    "verify/running/work/vary.py": "tests/verify/cli/test_variants.py",
    "verify/running/workers.py": "tests/verify/running/test_isolation.py",
    "verify/truth/ranges.py": TRUTH,
    "verify/truth/switches.py": TRUTH,
    "verify/variants/checking.py": REPAIRS,
    "verify/variants/lasting.py": TRAJECTORIES,
    "verify/variants/plain.py": TRAJECTORIES,
    "verify/worked/drawn.py": "tests/verify/worked/test_illustrated.py",
}


def sources() -> list[str]:
    """Return the files that need tests; what papers say and mean is tested by their claims."""
    found = []
    for path in (p for package in PACKAGES for p in (ROOT / package).rglob("*.py")):
        name = path.relative_to(ROOT)
        if "papers" in name.parts or path.name.startswith("test_"):
            continue
        if len(path.read_text(encoding="utf-8").splitlines()) >= SMALL:
            found.append(name.as_posix())
    return sorted(found)


def mirrored(name: str) -> bool:
    path = ROOT / "tests" / name
    return path.with_name(f"test_{path.name}").exists()


@pytest.mark.parametrize("name", sources())
def test_every_file_has_its_tests_at_the_same_place_or_says_where(name):
    assert mirrored(name) or name in ELSEWHERE, f"write tests/{name}, or say in ELSEWHERE where"


@pytest.mark.parametrize("name", sorted(ELSEWHERE))
def test_what_is_tested_elsewhere_is_a_file_without_tests_of_its_own(name):
    assert name in sources()
    assert not mirrored(name)
    assert (ROOT / ELSEWHERE[name]).exists()
