"""Certificates: only the right witness of the statement as it stands is accepted."""

import json

import pytest

from theory.claim import Claim, ForAll, SameOrder, Source
from theory.language import integers, reals
from verify.evidence import PiecewiseLinearValue, RationalValue
from verify.judging.certificate import CertificateError, _digest, make, part_of, replay
from verify.running import certificates as checked

x, y = reals("x y")
n = integers("n")
TWO = {"kind": "rational", "value": "2"}


def claim(says=x <= 1, given=(x >= 0,), name="paper/lem-1"):
    return Claim(name, "", Source(), "", ForAll(given=given, says=says))


def certificate(of=None, witness=None, **changes):
    of = of or claim()
    found = make(of.id, of.parts[0], {}, {"x": TWO} if witness is None else witness)
    return sealed({**found, **changes}) if changes else found


def sealed(content):
    """Seal a certificate as a forger would, who knows how."""
    body = {k: v for k, v in content.items() if k != "digest"}
    return {**body, "digest": _digest(body)}


def replayed(content, of):
    return replay(content, of.id, part_of(content, of), {})


def refused(content, words, of=None):
    with pytest.raises(CertificateError, match=words):
        replayed(json.loads(json.dumps(content)), of or claim())


def test_the_right_certificate_is_accepted():
    assert "conclusion fails: 2 against 1" in replayed(certificate(), claim())


def test_a_certificate_is_the_data_that_its_file_is_read_as():
    points = PiecewiseLinearValue(("0", "1"), ("0", "2"), "0", "0")
    for found in (certificate(), certificate(witness={"x": RationalValue("2"), "f": points})):
        assert json.loads(json.dumps(found)) == found


def test_an_altered_digit_is_refused():
    altered = certificate()
    altered["witness"]["x"] = {"kind": "rational", "value": "3"}
    refused(altered, "altered")


def test_an_altered_digit_under_a_new_seal_is_refused_if_it_refutes_nothing():
    refused(certificate(witness={"x": {"kind": "rational", "value": "1/2"}}), "does not break")


def test_another_claim_is_refused():
    refused(certificate(), "is about paper/lem-1", claim(name="paper/lem-2"))
    refused({**certificate(), "claim": "paper/lem-2"}, "altered")


@pytest.mark.parametrize("given", [(), (x > 0,), (x >= 0, x <= 5)])
def test_other_hypotheses_are_refused(given):
    refused(certificate(), "other hypotheses now", claim(given=given))


def test_another_statement_is_refused():
    refused(certificate(), "another statement", claim(says=x < 1))


def test_a_witness_outside_the_hypotheses_is_refused():
    outside = claim(says=x >= 0, given=(x >= -1,))
    bad = certificate(outside, witness={"x": {"kind": "rational", "value": "-3"}})
    refused(bad, "does not satisfy", outside)


def test_another_part_or_reading_is_refused():
    clauses = {
        "one": ForAll(given=(x >= 0,), says=x <= 1),
        "two": ForAll(given=(x >= 0,), says=x >= 0),
    }
    two = Claim("paper/lem-1", "", Source(), "", clauses)
    good = make(two.id, two.parts[0], {}, {"x": TWO})
    assert replay(good, two.id, two.parts[0], {})
    with pytest.raises(CertificateError, match="another part"):
        replay(good, two.id, two.parts[1], {})
    refused(sealed({**good, "part": {"name": "two", "reading": ""}}), "another stat", two)
    refused(sealed({**good, "part": {"name": "three", "reading": ""}}), "no part", two)
    refused(sealed({**good, "part": {"name": "one", "reading": "other"}}), "no part", two)
    refused(sealed({**good, "part": "__import__('os')"}), "no part", two)


def test_another_instance_is_refused():
    indexed = Claim(
        "paper/lem-1",
        "",
        Source(),
        "",
        ForAll(given=(x >= 0, n >= 1), says=x <= n, instances={n: (1, 2)}),
    )
    good = make(indexed.id, indexed.parts[0], {"n": "1"}, {"x": TWO})
    assert replayed(good, indexed)
    refused(sealed({**good, "instance": {"n": "2"}}), "does not break", indexed)
    refused(sealed({**good, "instance": {"n": "9"}}), "no instance", indexed)
    refused(sealed({**good, "instance": ["n"]}), "no instance", indexed)


MALFORMED = [
    None,
    [],
    {},
    "certificate",
    {"certificate": 1},
    {**certificate(), "more": 1},
    sealed({**certificate(), "certificate": 2}),
    sealed({**certificate(), "claim": ["paper/lem-1"]}),
    sealed({**certificate(), "witness": ["x"]}),
    sealed({**certificate(), "witness": {}}),
    sealed({**certificate(), "witness": {"y": TWO}}),
]


@pytest.mark.parametrize("content", MALFORMED, ids=range(len(MALFORMED)))
def test_malformed_certificates_are_refused(content):
    refused(content, ".")


def algebraic(coefficients, low, high):
    return {"kind": "algebraic", "coefficients": coefficients.split(), "low": low, "high": high}


ROOT = algebraic("-2 0 1", "1", "2")  # the square root of 2


@pytest.mark.parametrize("field", ["claim", "part", "statement", "instance", "witness", "digest"])
def test_every_field_counts(field):
    good = certificate()
    changed = {
        "claim": "paper/lem-9",
        "part": {"name": "", "reading": "another"},
        "statement": good["statement"][::-1],
        "instance": {"n": "1"},
        "witness": {"x": {"kind": "rational", "value": "1"}},
        "digest": good["digest"][::-1],
    }[field]
    forged = {**good, field: changed}
    refused(forged, "altered")
    if field != "digest":
        refused(sealed(forged), ".")


@pytest.mark.parametrize("version", [True, 0, "1", None])
def test_the_version_is_a_known_number(version):
    refused(sealed({**certificate(), "certificate": version}), "version")


def test_an_order_has_no_instances():
    forged = {**certificate(order(), RAY), "instance": {"x": "1"}}
    refused(sealed(forged), "no instances", order())


POWER = """
from theory.claim import Claim, ForAll, Source
from theory.language import reals
x, y = reals("x y")
LEMMA = Claim(id="power/lem-1", title="", source=Source(), words="",
              printed=ForAll(given=(x >= 2, y >= 2), says=x**y >= (x + 1) ** y))
"""


def test_a_witness_that_would_take_for_ever_costs_its_worker_only(tmp_path, monkeypatch):
    from verify.claims import catalogue
    from verify.running.items import Limits

    path = tmp_path / "papers" / "power" / "claims.py"
    path.parent.mkdir(parents=True)
    path.write_text(POWER, encoding="utf-8")
    monkeypatch.setenv("THMCHECK_PAPERS", str(tmp_path))
    monkeypatch.setattr(checked, "CONFIRMING", Limits(6, 2**30))
    catalogue.forget()
    about = Claim(
        "power/lem-1",
        "",
        Source(),
        "",
        ForAll(given=(x >= 2, y >= 2), says=x**y >= (x + 1) ** y),
    )
    huge = {"kind": "rational", "value": "9" * 300}
    try:
        good = make(about.id, about.parts[0], {}, {"x": TWO, "y": TWO})
        assert checked.confirm_in_worker(about.id, good)[0]
        accepted, reason = checked.confirm_in_worker(
            about.id, make(about.id, about.parts[0], {}, {"x": huge, "y": huge})
        )
    finally:
        catalogue.forget()
    assert not accepted
    assert reason


def order(right=x, relation="same"):
    statement = SameOrder(x**2, right, regime=(x >= 1,), variables=(x,), relation=relation)
    return Claim("paper/thm-1", "", Source(), "", statement)


RAY = {"x": {"kind": "ray", "exponent": "1"}}
ONE = {"x": {"kind": "rational", "value": "1"}}


@pytest.mark.parametrize(("right", "witness"), [(x, RAY), (x - 1, ONE)])
def test_a_ray_or_a_point_refutes_an_order_of_magnitude(right, witness):
    of = order(right)
    assert "side" in replayed(certificate(of, witness), of)


@pytest.mark.parametrize(
    ("of", "witness"),
    [
        (order(), ONE),
        (order(), {"x": {"kind": "ray", "exponent": "0"}}),
        (order(), {"x": ROOT}),
        (order(), {"x": {"kind": "rational", "value": "-5"}}),
        (order(x**2 + x), RAY),
        (order(relation="at least"), RAY),
        (order(), {"x": {"kind": "ray", "exponent": "-1"}}),
        (order(x - 1), {"x": {"kind": "rational", "value": "1/2"}}),
    ],
)
def test_what_refutes_no_order_of_magnitude_is_refused(of, witness):
    refused(certificate(of, witness), "does not refute", of)
