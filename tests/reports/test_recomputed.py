"""Values as one reads them."""

from reports.recomputed import Term


def test_a_value_is_shown_exactly_and_in_decimals():
    shown = {
        ("12", ""): "12",
        ("1/4", "0.25"): "1/4 = 0.25",
        ("1/3", "0.3333333333"): "1/3 ≈ 0.3333333333",
        ("", "1.414213562"): "≈ 1.414213562",
        ("the root of x^2 - 2 between 1 and 2", "1.414213562"): (
            "the root of x^2 - 2 between 1 and 2 ≈ 1.414213562"
        ),
        ("", ""): "",
    }
    for (exact, decimals), value in shown.items():
        assert Term(text="x", latex="x", exact=exact, decimals=decimals).value == value
