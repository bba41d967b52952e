"""The derived parts of README.md and docs/ are what the tool derives, the examples run, and links lead somewhere."""

from __future__ import annotations

import re
import runpy
from pathlib import Path
from typing import Any

import click
import pytest

from derivations.cli.main import derive
from derivations.language.grammar import FUNCTIONS
from derivations.language.quantity import DOMAINS
from derivations.language.tree import BINDERS

ROOT = Path(__file__).parent.parent
README = ROOT / "README.md"
DOCUMENTS = [README, *sorted((ROOT / "docs").glob("*.md"))]
QUICK = ("README.md", "formulas.md", "files.md")  # the documents that are made in a second or two
MOST_WORDS = 900  # of the README: one screen


@pytest.fixture(scope="module")
def script() -> dict[str, Any]:
    """The names of the script that fills the documents."""
    return runpy.run_path(str(ROOT / "scripts" / "documents.py"))


@pytest.mark.parametrize("name", QUICK)
def test_derived_parts_are_fresh(script: dict[str, Any], name: str) -> None:
    """`make fresh` would change nothing."""
    text = next(path for path in DOCUMENTS if path.name == name).read_text(encoding="utf-8")
    assert script["filled"](text) == text


def test_what_is_stale_is_put_right(script: dict[str, Any]) -> None:
    """A digit that somebody changed in a derived part."""
    text = README.read_text(encoding="utf-8")
    derived = script["SECTION"].search(text)[0]
    stale = text.replace(derived, re.sub(r"\d", "7", derived))
    assert stale != text
    assert script["filled"](stale) == text


@pytest.mark.long
@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.stem)
def test_every_derived_part_is_fresh(script: dict[str, Any], path: Path) -> None:
    """Also those for which many claims are derived."""
    text = path.read_text(encoding="utf-8")
    assert script["filled"](text) == text


def test_the_picture_is_fresh(script: dict[str, Any]) -> None:
    """It shows the default machine as it is."""
    assert script["picture"]() == script["PICTURE"].read_text(encoding="utf-8")


def test_no_command_in_them_fails_unmeant() -> None:
    """The errors that are shown are those of dimensions, which the text beside them is about."""
    found = [line for path in DOCUMENTS for line in path.read_text(encoding="utf-8").splitlines()
             if line.startswith("derive: ")]
    assert len(found) == 2
    assert all(line.startswith("derive: in ") and " is " in line and " but " in line for line in found)


def test_what_is_said_to_be_read_is_read() -> None:
    """Functions of the grammar, domains and options, and none is left out of the list of functions or of domains."""
    text = (ROOT / "docs" / "formulas.md").read_text(encoding="utf-8")
    table = text[text.index("## Grammar"):text.index("Numbers are exact")]
    assert {*FUNCTIONS, *BINDERS} == set(re.findall(r"`(\w+)\(", table))
    named = text[text.index("## Domains"):]
    assert set(re.findall(r"`\((\w+)\)`", named)) == set(DOMAINS) - {"positive"}


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.stem)
def test_every_named_option_exists(path: Path) -> None:
    """Of a command line the options of its command, elsewhere those of any; Jupyter and papermill have their own."""
    context = click.Context(derive)
    commands = {name: derive.get_command(context, name) for name in derive.list_commands(context)}
    known = {name: {"--help", *(option for item in command.params for option in (*item.opts, *item.secondary_opts))}
             for name, command in commands.items() if command is not None}
    text = re.sub("`[^`]*(?:jupyter|papermill) [^`]+`", "", path.read_text(encoding="utf-8").replace("\\\n", " "))
    lines = re.findall(rf"^(?:\$ )?derive ({'|'.join(known)})\b(.*)", text, re.MULTILINE)
    option = re.compile(r"(?<![\w-])--[a-z][a-z-]+")
    assert [(name, word) for name, rest in lines for word in option.findall(rest) if word not in known[name]] == []
    assert set(option.findall(text)) <= set().union(*known.values()) | {"--version"}


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.stem)
def test_every_linked_file_exists(path: Path) -> None:
    """Relative links lead somewhere, and every document can be reached from the README."""
    links = re.findall(r"\]\((?!https?:)([^)#]+)\)", path.read_text(encoding="utf-8"))
    assert [link for link in links if not (path.parent / link).exists()] == []


def test_every_document_is_linked_from_the_readme() -> None:
    """Who reads the README finds the others, but for the page on style, which is for writers."""
    linked = set(re.findall(r"\]\((docs/[\w-]+\.md)\)", README.read_text(encoding="utf-8")))
    assert linked == {f"docs/{path.name}" for path in DOCUMENTS[1:]} - {"docs/style.md"}


def test_the_readme_is_one_screen() -> None:
    """What a newcomer reads first is short."""
    assert len(README.read_text(encoding="utf-8").split()) < MOST_WORDS
