"""The pictures of premises: by chapter, what claims share, every label whole and apart from the next."""

import re
from itertools import pairwise
from typing import Any

import pytest

from derivations.errors import InputError
from derivations.lecture.index import CLAIMS
from derivations.site.premise_graph import premise_graphs
from derivations.site.topics import TOPICS, topic_of

TAKEN: list[dict[str, Any]] = [
    {"name": "compute-time", "relation": "t_c = 1", "claims": ["roofline", "kv-bytes"]},
    {"name": "roofline", "relation": "T >= t_c", "claims": ["roofline", "latency-floor"]},
    {"name": "rental", "relation": "g = 1", "claims": ["roofline"]},
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


def test_a_missing_library_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """With what to install."""
    monkeypatch.setitem(__import__("sys").modules, "igraph", None)
    with pytest.raises(InputError, match="needs igraph: pip install"):
        premise_graphs(TAKEN, ORDER)


def test_every_claim_has_a_topic() -> None:
    """That of the list, or its chapter."""
    assert {topic_of("any", (name,)) for name in CLAIMS} == set(TOPICS)
