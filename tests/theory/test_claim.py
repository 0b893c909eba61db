"""Claims: what sympy has decided is refused."""

import pytest
import sympy as sp

from theory.argument_language import States
from theory.claim import Claim, ForAll, Source
from theory.language import (
    reals,
)
from theory.quantifiers import Every, Some

x, y, z, t = reals("x y z t")


def test_a_claim_that_sympy_decided_is_refused():
    for says, given in ((sp.Eq(x, x), ()), (x > 1, (sp.Ge(x, x),)), (x > 1, (sp.true,))):
        with pytest.raises(ValueError, match="sympy decided"):
            Claim("p/c", "", Source(), "", ForAll(given=given, says=says))
    folded = sp.And(x**2 >= 0, Every(y, sp.true))
    for says in (Every(x, sp.true), Some(y, Every(x, sp.false)), folded):
        with pytest.raises(ValueError, match="sympy decided"):
            Claim("p/c", "", Source(), "", States(says))
