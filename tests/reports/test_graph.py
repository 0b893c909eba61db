"""The graph of claims."""

import re

from made_results import claim
from whole_run import whole_run

from reports import graph
from tests.reports.test_page import chain
from verify.evidence import Proof, Verdict


def test_the_graph_knows_near_and_far_kin():
    found = graph.kin(chain())
    assert found["paper/lem-1"].carries == ("paper/thm-2-step-a", "paper/thm-2")
    assert found["paper/thm-2"].leans_on == ("paper/lem-1", "paper/thm-2-step-a")
    assert graph.near(chain())["paper/thm-2"].leans_on == ("paper/thm-2-step-a",)
    assert graph.svg([claim("alone")], "") == ""


def test_steps_of_a_proof_stand_in_a_badge_of_what_they_prove():
    found, boxes = graph.folded(chain())
    assert list(found.edges) == [("Lemma 1", "Theorem 2")]
    assert {name: [one.id for one in box.others] for name, box in boxes.items()} == {
        "Lemma 1": [],
        "Theorem 2": ["paper/thm-2-step-a"],
    }
    drawing = graph.svg(chain(), "<title>")
    assert drawing.count('class="node') == 2
    assert ">Thm. 2 +1 ✗1</text>" in drawing
    assert 'class="node lost" href="#paper/thm-2"' in drawing
    assert "&lt;title&gt;" in drawing


def test_an_arrow_passes_over_what_has_no_number_and_parts_of_a_theorem_are_one_box():
    claims = [
        claim("lem-1"),
        claim("eq-5", uses=("paper/lem-1",)),
        claim("txt-why", uses=("paper/eq-5",)),
        claim("thm-2-i", uses=("paper/txt-why",), proof=Proof.SOUND),
        claim("thm-2-ii", Verdict.REFUTED, uses=("paper/thm-2-i",)),
        claim("def-7", uses=("paper/lem-1",)),
    ]
    found, boxes = graph.folded(claims)
    assert list(found.edges) == [("Lemma 1", "Theorem 2")]
    assert boxes["Theorem 2"].result.verdict is Verdict.REFUTED
    assert boxes["Theorem 2"].proof == "unchecked"
    assert graph.svg([claim("eq-1"), claim("eq-2", uses=("paper/eq-1",))], "") == ""


def test_the_graph_of_every_paper_fits_without_being_made_smaller():
    for paper in {one.paper for one in whole_run().claims}:
        drawing = graph.svg([one for one in whole_run().claims if one.paper == paper], "")
        assert 400 < int(re.search(r'width="(\d+)"', drawing)[1]) <= graph.WIDEST == 1120, paper


def test_an_arrow_is_marked_only_where_a_proof_falls():
    wrong = claim("lem-1", Verdict.REFUTED)
    falls = claim("thm-2", uses=("paper/lem-1",), lost=("paper/lem-1",))
    stands = claim("thm-3", uses=("paper/lem-1",))
    shown = graph.svg([wrong, falls, stands], "")
    assert shown.count('class="arrow lost"') == 1
    assert 'class="arrow lost" data-from="Lemma 1" data-to="Theorem 2"' in shown


def test_a_box_is_the_higher_the_more_it_carries_and_main_theorems_are_on_top():
    chained = [
        claim("lem-1"),
        claim("lem-2", uses=("paper/lem-1",)),
        claim("thm-3", uses=("paper/lem-1",)),
        claim("cor-4", uses=("paper/lem-2",)),
    ]
    boxes = {
        name: (int(y), int(height))
        for name, y, height in re.findall(
            r'data-id="([^"]+)".*?<rect x="\d+" y="(\d+)" width="\d+" height="(\d+)"',
            graph.svg(chained, ""),
        )
    }
    assert boxes["Lemma 1"][1] > boxes["Lemma 2"][1] > boxes["Corollary 4"][1]
    assert boxes["Theorem 3"][0] < boxes["Lemma 2"][0]


def test_long_chains_are_drawn_closer():
    chained = [claim("lem-1")]
    chained += [claim(f"lem-{n}", uses=(f"paper/lem-{n - 1}",)) for n in range(2, 12)]
    width = int(re.search(r'width="(\d+)"', graph.svg(chained, ""))[1])
    assert width <= graph.WIDEST


def test_a_circle_of_claims_is_cut_and_not_followed_for_ever():
    circle = [claim("a", uses=("paper/b",)), claim("b", uses=("paper/a", "paper/b"))]
    assert graph.dependencies(circle).number_of_edges() == 1
