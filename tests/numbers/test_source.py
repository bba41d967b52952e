"""Sources say where a number comes from and how far it can be trusted."""

import pytest

from derivations.errors import InputError, UnknownNameError
from derivations.numbers.source import STANDINGS, Source, read_standing


def test_the_standings_go_from_verified_to_unverified() -> None:
    """The order of the table is the order of trust."""
    assert list(STANDINGS) == ["verified", "measured", "secondary", "unverified"]


def test_a_label_names_the_date_and_any_standing_short_of_verified() -> None:
    """A reader is warned of a number that nobody read in the primary source."""
    assert Source("a", "Sheet", date="2023", standing="verified").label == "Sheet, 2023"
    assert Source("a", "Sheet", standing="unverified").label == "Sheet (unverified)"


def test_an_unknown_standing_is_refused_with_the_nearest_one() -> None:
    """Misspelled standings are named together with the word that was probably meant."""
    with pytest.raises(UnknownNameError, match="did you mean verified"):
        read_standing("verifed")
    with pytest.raises(UnknownNameError):
        Source("a", "Sheet", standing="good")  # type: ignore[arg-type]


@pytest.mark.parametrize(("key", "title"), [("", "Sheet"), ("a", "")])
def test_a_source_needs_a_key_and_a_title(key: str, title: str) -> None:
    """An anonymous source is no source."""
    with pytest.raises(InputError, match="key and a title"):
        Source(key, title, standing="verified")
