"""Documents that premises and published numbers name in words."""

import re

import pytest

from derivations.claims.index import CLAIMS
from derivations.claims.shared.documents import BESIROGLU, GENERAL_KNOWLEDGE, HOFFMANN, SARDANA, documents_named
from derivations.claims.shared.said import CARDS, LECTURE
from derivations.sources.catalog import load_catalog

from ..reports import plain

NUMBER = r"arXiv ([0-9]{4}\.[0-9]{5})"


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("lecture 0:07:27", (LECTURE,)),
        ("after lecture 1:36:29; on the picture of card 22 the weights take half", (LECTURE, CARDS)),
        ("Reiner Pope, 0:24:01", (LECTURE,)),
        ("practice card 8, 2026-07-22", (CARDS,)),
        ("Hoffmann et al. 2022, arXiv 2203.15556; lecture 1:31:30", (LECTURE, HOFFMANN)),
        ("arXiv 2404.10102", (BESIROGLU,)),
        ("after Sardana et al. 2023, arXiv 2401.00448", (SARDANA,)),
        ("not in the lecture: the mean, next to its worst case", ()),
        ("layers, windows and selection of the model, from its card", ()),
        ("a blog post", ()),
    ],
)
def test_documents_are_known_by_their_names(text: str, named: tuple[object, ...]) -> None:
    assert documents_named(text) == named


@pytest.mark.some(2)
@pytest.mark.parametrize("name", CLAIMS)
def test_what_a_claim_cites_by_number_is_a_document(name: str) -> None:
    """Every arXiv number in the sources of premises leads to a document that has it in its address."""
    for step in plain(name).derivation.trace:
        for number in re.findall(NUMBER, step.source):
            assert any(number in source.url for source in documents_named(step.source)), step.source


def test_some_claims_cite_by_number() -> None:
    """Among them the one on the budget of training and serving."""
    assert any(re.search(NUMBER, step.source) for step in plain("chinchilla").derivation.trace)


def test_the_lecture_is_the_same_document_in_claims_and_on_cards() -> None:
    assert load_catalog().sources[LECTURE.key] == LECTURE


def test_general_knowledge_is_called_the_same_in_claims_and_on_cards() -> None:
    assert load_catalog().sources[GENERAL_KNOWLEDGE.key] == GENERAL_KNOWLEDGE
