"""The graph of claims."""

from made_results import claim

from reports import graph
from tests.reports.test_page import chain


def test_the_graph_knows_near_and_far_kin():
    found = graph.kin(chain())
    assert found["paper/lem-1"].carries == ("paper/thm-2-step-a", "paper/thm-2")
    assert found["paper/thm-2"].leans_on == ("paper/lem-1", "paper/thm-2-step-a")
    drawing = graph.svg(chain(), "<title>")
    assert drawing.count('class="node') == 3
    assert 'class="node lost"' in drawing
    assert 'class="arrow lost" data-from="paper/thm-2-step-a"' in drawing
    assert "&lt;title&gt;" in drawing
    assert graph.svg([claim("alone")], "") == ""


def test_a_circle_of_claims_is_cut_and_not_followed_for_ever():
    circle = [claim("a", uses=("paper/b",)), claim("b", uses=("paper/a", "paper/b"))]
    assert graph.dependencies(circle).number_of_edges() == 1
