"""What claims say and where they are attacked, without any check."""

import odd_papers
import pytest

from verify.claims import catalogue
from verify.errors import RunError
from verify.running.descriptions import described, for_showing
from verify.running.options import Options

BUILDERS = Options(engine="builders")
BROKEN = """from theory.claim import Claim, ForAll, Source
from theory.language import reals

x = reals("x")
A = Claim(id="broken/a", title="-", source=Source(), words="-", printed=ForAll(0 < x < 1))
"""


def test_a_claim_is_described_only_if_that_is_asked(tmp_path):
    with odd_papers.installed(tmp_path, "odd"):
        found = for_showing(["odd/nan", "odd/vacuous"], ["odd/vacuous"], BUILDERS)
    (about, attacked), (nothing, here) = found["odd/vacuous"], found["odd/nan"]
    assert about is not None
    assert [str(key) for key in about.statements] == ["0"]
    assert attacked == catalogue.METHODS
    assert nothing is None
    assert here.startswith("papers/odd/attack.py:")


def test_a_claim_that_cannot_be_built_is_named(tmp_path):
    path = tmp_path / "papers" / "broken" / "claims.py"
    path.parent.mkdir(parents=True)
    path.write_text(BROKEN, encoding="utf-8")
    with odd_papers.installed(tmp_path):
        with pytest.raises(RunError, match=r"broken/a cannot be built: .*And\(0 < x, x < 1\)"):
            described(["broken/a"], BUILDERS)
        ((nothing, attacked),) = for_showing(["broken/a"], [], BUILDERS).values()
    assert nothing is None
    assert attacked.startswith("not known: ")
