"""Tokens carry their kind, their column and, for numbers, an exact value with its unit."""

from fractions import Fraction

import pytest

from derivations.errors import GrammarError
from derivations.language.grammar import Token, tokenize


def test_columns_count_characters_from_one() -> None:
    """White space of any kind separates and is counted."""
    tokens = tokenize(" a\u00a0≥\t2[GB/s]")
    assert [(token.kind, token.column) for token in tokens] == [
        ("name", 2),
        (">=", 4),
        ("number", 6),
        ("end", 13),
    ]


def test_a_number_carries_its_unit() -> None:
    """The unit is read at once, and its spaces are tidied."""
    assert tokenize("1.5e3[ GB / s ]")[0] == Token("number", "1.5e3[ GB / s ]", 1, Fraction(1500), "GB / s")


@pytest.mark.parametrize("character", ["@", "#", "&", "|", "~", "?", "!", ";", ":", "\x00", "😀", "ａ", "١", "\u200b"])
def test_other_characters_are_refused(character: str) -> None:
    """Full-width letters, digits of other scripts and invisible characters are no part of the grammar."""
    with pytest.raises(GrammarError, match="unexpected") as caught:
        tokenize(f"a + {character}")
    assert caught.value.column == 5


def test_greek_letters_are_spelled_out() -> None:
    """The error says which name to write."""
    for letter, name in (("κ", "kappa"), ("φ", "phi"), ("Ω", "Omega"), ("ω", "omega"), ("σ", "sigma")):
        with pytest.raises(GrammarError, match=f"write {name} "):
            tokenize(letter)
