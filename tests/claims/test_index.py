"""The index: every claim in the order of the lecture."""

import ast
from inspect import getsource
from itertools import groupby
from sys import modules

from derivations.claims.index import BEYOND, CLAIMS, LECTURE, find_claim, module_of
from derivations.claims.shared.chapters import AFTERWARDS


def test_claims_stand_by_chapter_in_the_order_of_the_lecture() -> None:
    """No chapter comes twice, so that a heading above its first claim is enough."""
    chapters = [chapter for chapter, _ in groupby(CLAIMS, key=lambda name: find_claim(name).chapter)]
    assert len(set(chapters)) == len(chapters)
    assert chapters == sorted(chapters)


def test_claims_beyond_the_lecture_stand_behind_it_in_a_folder_and_a_chapter_of_their_own() -> None:
    assert (*LECTURE, *BEYOND) == CLAIMS
    assert {name: module_of(name).split(".")[2] for name in CLAIMS} == {
        **dict.fromkeys(LECTURE, "lecture"), **dict.fromkeys(BEYOND, "beyond")}
    assert {find_claim(name).chapter for name in BEYOND} == {AFTERWARDS}
    assert AFTERWARDS not in {find_claim(name).chapter for name in LECTURE}


def test_a_claim_has_the_name_that_it_is_found_by() -> None:
    assert [find_claim(name).name for name in CLAIMS] == list(CLAIMS)


def test_no_claim_imports_another() -> None:
    """What two claims share stands in a module of its own."""
    of_claims = {module_of(name) for name in CLAIMS}
    for name in CLAIMS:
        find_claim(name)
        tree = ast.parse(getsource(modules[module_of(name)]))
        assert of_claims.isdisjoint(node.module for node in ast.walk(tree) if isinstance(node, ast.ImportFrom))
