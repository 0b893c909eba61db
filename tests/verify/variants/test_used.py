"""Orders that fail by what a claim proves that is used; what is not proved tells nothing."""

from theory.claim import Role
from verify.claims import catalogue
from verify.claims.statements import part_at
from verify.methods.task import PROFILES
from verify.variants import used
from verify.variants.used import fails_by_what_it_uses, orders_used

QUICK = PROFILES["quick"]
BUDGETED = "signsgd-scaling/thm-G.4"  # it uses the law of theorem E.4, and E.4 what that uses


def test_the_orders_of_claims_that_are_used_are_looked_at_once():
    found = list(orders_used(catalogue.load(BUDGETED)))
    named = [(one.claim.id, one.key) for one in found]
    assert len(set(named)) == len(named)
    names = {one.claim.id for one in found}
    assert "signsgd-scaling/thm-E.4" in names
    assert BUDGETED not in names
    assert all(part_at(one.claim, one.key).role is Role.PRINTED for one in found)
    assert list(orders_used(catalogue.load(BUDGETED), 0)) == []


def test_only_an_order_that_is_proved_counts(monkeypatch):
    claim = catalogue.load(BUDGETED)
    first, second, *_ = [one.key for one in orders_used(claim)]
    wanted, asked = [], []

    def proved(one, budget, seed):
        asked.append(one.key)
        return one.key in wanted

    monkeypatch.setattr(used, "is_proved", proved)
    for keys in ([first], [second], []):
        wanted[:], asked[:] = keys, []
        broken = fails_by_what_it_uses(claim, lambda orders: "it does", QUICK, 0)
        assert (broken is not None) is bool(keys)
        assert len(asked) <= used.MOST
    asked.clear()
    assert fails_by_what_it_uses(claim, lambda orders: None, QUICK, 0) is None
    assert asked == []
