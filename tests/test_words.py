"""Sentences that a reader sees keep to the words of docs/style.md."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from .modules import nodes_of

ROOT = Path(__file__).parent.parent
OUT = {
    r"\bdear(er|est|ly)?\b": "expensive",
    r"\bwait(s|ing)? (for|on) (memory|compute|arithmetic|its reads|the reads|bandwidth)\b":
        "memory-bound, compute-bound",
    r"\bbound by (compute|memory|arithmetic)\b": "compute-bound, memory-bound",
    r"\b(off|below|above) (its|their) balance\b": "away from the balance batch",
    r"\buse of compute\b": "utilization, MFU",
    r"\bwhich is nothing more\b": "the same",
    r"\bcarries 1 times\b": "the same",
    r"\befficiency divides\b": "divided by the efficiency",
    r"\bmore expensive price\b": "higher price",
    r"\btokens? of (input|output|pre-training)\b": "input token, output token, pre-training token",
    r"\b(turned round|(the )?other way round)\b": "inverted, solved for",
    r"\bunder way\b": "in flight",
    r"\bso many times\b": "a factor, a ratio",
    r"\bin the mean\b": "on average",
    r"\bin vain\b": "wasted, discarded",
    r"\b(may|can|could|is|are) (be )?had\b": "name who has it",
    r"\b(told by|is told (as|by|in|of))\b": "given by, in terms of",
    r"\bputs? out\b": "generate, yield, accept",
    r"\bis lost off\b": "the MFU that is left",
    r"\b(is|are) computed again\b": "recomputed",
    r"\bright only (if|where|for)\b": "correct only",
    r"\w+isation(s|al)?\b": "-ization",
    r"\b(behaviou?r)(?<=our)(s|al)?\b": "behavior",
    r"\b(colour|favour|rumour|neighbour|honour|labour)\w*": "-or",
    r"\b(modelled|modelling|labelled|travelled|centre|metres?|programme|learnt|towards)\b": "American spelling",
    r"\bper cent\b": "percent",
    r"\bamortis\w+": "amortize",
}
PATTERNS = {re.compile(pattern, re.IGNORECASE): instead for pattern, instead in OUT.items()}


def sentences_of_a_module(path: Path) -> Iterator[str]:
    """The texts of a module that may be shown: strings with a blank in them, and no docstrings."""
    documentation = {
        id(node.body[0].value)
        for node in nodes_of(path)
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef)
        and node.body and isinstance(node.body[0], ast.Expr)
    }
    for node in nodes_of(path):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in documentation:
            yield from [node.value] if " " in node.value else []


def sentences_of_a_notebook(path: Path) -> Iterator[str]:
    """What is written in a notebook, and not what its cells print: that is computed elsewhere."""
    for cell in json.loads(path.read_text(encoding="utf-8"))["cells"]:
        yield "".join(cell["source"])


def sentences() -> Iterator[tuple[Path, str]]:
    """Every text that a reader may see, with the file it stands in."""
    for path in sorted((ROOT / "derivations").rglob("*.py")):
        for text in sentences_of_a_module(path):
            yield path, text
    for path in sorted((ROOT / "notebooks").glob("*.ipynb")):
        for text in sentences_of_a_notebook(path):
            yield path, text
    for path in [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]:
        if path.name != "style.md":
            yield path, path.read_text(encoding="utf-8")
    for path in sorted((ROOT / "derivations").rglob("*.j2")):
        yield path, path.read_text(encoding="utf-8")
    for path in sorted((ROOT / "derivations").rglob("*.toml")):
        yield path, path.read_text(encoding="utf-8")
    for path in sorted((ROOT / "derivations").rglob("*.csv")):  # what is said of a table stands above its rows
        for line in path.read_text(encoding="utf-8").splitlines():
            yield from [(path, line)] if line.startswith("#") else []


def words_that_are_out(text: str) -> list[str]:
    """What stands in a text that should not, each with what to write."""
    line = " ".join(text.split())  # words apart, wherever a line ends
    return [f"{found[0]!r}: write {instead}"
            for pattern, instead in PATTERNS.items() for found in pattern.finditer(line)]


def test_no_word_that_is_out_is_shown() -> None:
    """In no claim, message, notebook, page or document."""
    found = [f"{path.relative_to(ROOT)}: {word}" for path, text in sentences() for word in words_that_are_out(text)]
    assert not found, "\n".join(found)


@pytest.mark.parametrize(
    "text",
    ["Output is dearer than input.", "a batch that waits for compute", "bound by memory", "its utilisation",
     "what is lost off its balance", "the neighbouring layer", "the behaviour of a pass", "the more expensive price",
     "a token of output", "inverted, or turned round", "micro-batches under way", "so many times the batch",
     "tokens that a round puts out, in the mean", "the scores are computed again", "right only where one is zero",
     "rises towards the high end", "one per cent of them", "decode waits\nfor memory"],
)
def test_a_word_that_is_out_is_found(text: str) -> None:
    assert words_that_are_out(text)


def test_words_of_the_field_are_not_found() -> None:
    assert not words_that_are_out("A memory-bound pass at MFU 1.8% is expensive; so is its behavior at balance.")
