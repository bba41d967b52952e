"""The index: every claim in the order of the lecture."""

import ast
from inspect import getsource
from itertools import groupby
from sys import modules

from derivations.lecture.index import CLAIMS, find_claim, module_of


def test_claims_stand_by_chapter_in_the_order_of_the_lecture() -> None:
    """No chapter comes twice, so that a heading above its first claim is enough."""
    chapters = [chapter for chapter, _ in groupby(CLAIMS, key=lambda name: find_claim(name).chapter)]
    assert len(set(chapters)) == len(chapters)
    assert chapters == sorted(chapters)


def test_a_claim_has_the_name_that_it_is_found_by() -> None:
    assert [find_claim(name).name for name in CLAIMS] == list(CLAIMS)


def test_no_claim_imports_another() -> None:
    """What two claims share stands in a module of its own."""
    of_claims = {module_of(name) for name in CLAIMS}
    for name in CLAIMS:
        find_claim(name)
        tree = ast.parse(getsource(modules[module_of(name)]))
        assert of_claims.isdisjoint(node.module for node in ast.walk(tree) if isinstance(node, ast.ImportFrom))
