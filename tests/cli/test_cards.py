"""The command `derive cards`: templates of a reader's own cards."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

from derivations.export.card_template import TEMPLATES

Command = Callable[..., Any]  # the fixture `command` of `conftest.py`


def test_a_template_is_a_card_file(command: Command, tmp_path: Path) -> None:
    """Printed alone, so that it can be written to a file, and named with --catalog."""
    file = tmp_path / "my.toml"
    for kind in TEMPLATES:
        file.write_text(command("cards", "--template", kind).out, encoding="utf-8")
        told = command("cards", f"my-{kind}", "--catalog", str(file)).out
        assert "the reader's own (unverified)" in told


def test_a_template_comes_alone(command: Command) -> None:
    """No card beside it, no other form, and no other kind."""
    command("cards", "--template", "chip").refused("unknown template 'chip'")
    command("cards", "h100", "--template", "model").refused("--template is a file to fill in")
    command("cards", "--csv", "--template", "model").refused("--template is a file to fill in")
