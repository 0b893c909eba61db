"""Formulas that stand in words."""

import re

import pytest

from reports.prose import prose

SHOWN = {
    "Z_t <= b - t c / 2": "Z<sub>t</sub> ≤ b - t c / 2",
    "lambda_j and theta_k_0": "λ<sub>j</sub> and θ<sub>k</sub><sub>0</sub>",
    "d^(beta/2)": "d<sup>β/2</sup>",
    "T^(-(2s + 1))": "T<sup>-(2s + 1)</sup>",
    "x^2y": "x<sup>2y</sup>",
    "f ~ g and ~x": "f ∼ g and ~x",
    "sqrt(eta) != 0": "√(η) ≠ 0",
    "T**(-2*s) -> 0": "T<sup>-2⋅s</sup> → 0",
    "w[i, l] or e[-1]": "w<sub>i, l</sub> or e<sub>-1</sub>",
    "Sum(2*p[k], (k, 1, m))^2": "(∑<sub>k=1</sub><sup>m</sup> 2⋅p<sub>k</sub>)<sup>2</sup>",
    "Sum(x": "Sum(x",
    "x^* of w*": "x<sup>*</sup> of w*",
}


@pytest.mark.parametrize("words", SHOWN)
def test_formulas_are_typeset(words):
    assert prose(words) == SHOWN[words]


@pytest.mark.parametrize("words", ["alphabet betas", "thm-alpha", "lemma 3.1 of section 2", ""])
def test_what_is_no_formula_stays(words):
    assert prose(words) == words


def test_words_cannot_break_out():
    hostile = '<script>_{<b>} ^(</sup>) x_<i> & "quoted"'
    shown = re.sub(r"</?su[bp]>", "", prose(hostile))
    assert "<" not in shown
    assert "&lt;script&gt;" in shown
