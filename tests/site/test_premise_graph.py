"""The pictures of premises: by chapter, what claims share, every label whole and apart from the next."""

import re
from itertools import combinations, pairwise, permutations
from typing import Any

import pytest

from derivations.claims.index import CLAIMS
from derivations.site.data import of_premises
from derivations.site.premise_graph import crossings, ordered, premise_graphs
from derivations.site.topics import TOPICS, topic_of

TAKEN: list[dict[str, Any]] = [
    {"name": "compute-time", "place": "compute-time", "relation": "t_c = 1", "claims": ["roofline", "kv-bytes"]},
    {"name": "roofline", "place": "roofline", "relation": "T >= t_c", "claims": ["roofline", "latency-floor"]},
    {"name": "rental", "place": "rental", "relation": "g = 1", "claims": ["roofline"]},
]
ORDER = ("roofline", "latency-floor", "kv-bytes", "feistel")


def test_a_chapter_has_a_picture_of_what_it_shares() -> None:
    """A premise of one claim alone is counted, not drawn; a chapter that shares nothing has no picture."""
    first, second = premise_graphs(TAKEN, ORDER)
    assert [node.name for node in first.premises] == ["compute-time", "roofline"]
    assert [node.name for node in first.claims] == ["roofline", "latency-floor"]
    assert [(premise, claim) for premise, claim, _ in first.ways] == [
        ("compute-time", "roofline"), ("roofline", "roofline"), ("roofline", "latency-floor"),
    ]
    assert first.own == {"roofline": 1, "latency-floor": 0}
    assert [node.name for node in second.claims] == ["kv-bytes"]


def test_labels_are_apart_and_within_the_picture() -> None:
    """A row each, and a line ends at the rows that it joins."""
    for graph in premise_graphs(TAKEN, ORDER):
        for nodes in (graph.premises, graph.claims):
            heights = sorted(float(node.baseline) for node in nodes)
            assert all(below - above >= 20 for above, below in pairwise(heights))
            assert 10 <= heights[0] <= heights[-1] <= float(graph.height) - 4
        heights_of = {node.name: float(node.baseline) - 4 for node in graph.premises}
        ends = {node.name: float(node.baseline) - 4 for node in graph.claims}
        for premise, claim, way in graph.ways:
            numbers = [float(number) for number in re.findall(r"[\d.]+", way)]
            assert (numbers[1], numbers[-1]) == (heights_of[premise], ends[claim])
        assert float(graph.right) < float(graph.width)


def test_the_picture_is_the_same_again() -> None:
    """The layout has no chance in it."""
    assert premise_graphs(TAKEN, ORDER) == premise_graphs(TAKEN, ORDER)


def test_lines_that_need_not_cross_do_not() -> None:
    """A chain is untangled from any order; three that are each joined to three cross nine times in any order."""
    chain = [(0, 0), (1, 0), (1, 1), (2, 1), (2, 2), (3, 2)]
    for lefts in permutations(range(4)):
        for rights in permutations(range(3)):
            uses = [(lefts[start], rights[end]) for start, end in chain]
            assert crossings(uses, *ordered(4, 3, uses)) == 0
    each_with_each = [(start, end) for start in range(3) for end in range(3)]
    assert crossings(each_with_each, *ordered(3, 3, each_with_each)) == 9


@pytest.mark.long
def test_no_other_order_of_one_column_has_much_fewer_crossings() -> None:
    """In the pictures of all claims: of two nodes in a column, the lines of one are above those of the other or below.

    The lesser of the two, over all pairs, is a bound for any order of that column, which is met to within a twentieth;
    and no picture has more crossings than premises and claims in the order in which they are told.
    """
    for graph in premise_graphs(of_premises(*CLAIMS)["premises"], CLAIMS):
        premises, claims = ([node.name for node in nodes] for nodes in (graph.premises, graph.claims))
        uses = [(premises.index(premise), claims.index(claim)) for premise, claim, _ in graph.ways]
        rows, beside = ({node.name: float(node.baseline) for node in nodes} for nodes in (graph.premises, graph.claims))
        drawn = [[rows[name] for name in premises], [beside[name] for name in claims]]
        found = crossings(uses, *drawn)
        assert found == crossings(uses, *ordered(len(premises), len(claims), uses))
        assert found <= crossings(uses, range(len(premises)), range(len(claims)))
        for ends, across in ((uses, drawn[1]), ([(end, start) for start, end in uses], drawn[0])):
            joined: dict[int, list[float]] = {}
            for node, other in ends:
                joined.setdefault(node, []).append(across[other])
            least = sum(min(sum(a > b for a in one for b in other), sum(a < b for a in one for b in other))
                        for one, other in combinations(joined.values(), 2))
            assert least <= found <= least * 1.05


def test_every_claim_has_a_topic() -> None:
    """That of the list, or its chapter."""
    assert {topic_of("any", (name,)) for name in CLAIMS} == set(TOPICS)
