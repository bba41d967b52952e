"""``derive numbers``."""

import json

import pytest

from derivations.cli.main import main


def test_numbers_and_their_claims(capsys: pytest.CaptureFixture[str]) -> None:
    main(["numbers"])
    assert "optimal-batch" in capsys.readouterr().out


def test_versions(capsys: pytest.CaptureFixture[str]) -> None:
    main(["numbers", "--versions"])
    assert "32 of 256: Reiner Pope, 0:19:16" in capsys.readouterr().out


@pytest.mark.parametrize("options", [[], ["--versions"]])
def test_as_data(capsys: pytest.CaptureFixture[str], options: list[str]) -> None:
    """A list that a program can read."""
    main(["numbers", "--json", *options])
    data = json.loads(capsys.readouterr().out)
    assert len(data["versions" if options else "numbers"]) > 20
