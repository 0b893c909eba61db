"""Claims: what sympy has decided is refused."""

import pytest
import sympy as sp

from theory.claim import Claim, ForAll, Source
from theory.language import (
    reals,
)

x, y, z, t = reals("x y z t")


def test_a_claim_that_sympy_decided_is_refused():
    for says, given in ((sp.Eq(x, x), ()), (x > 1, (sp.Ge(x, x),)), (x > 1, (sp.true,))):
        with pytest.raises(ValueError, match="sympy decided"):
            Claim("p/c", "", Source(), "", ForAll(given=given, says=says))
