"""Errors: one family for what a user can mend, one for what cannot be decided."""

import pytest

from derivations.errors import (
    CardError,
    DerivationsError,
    DimensionError,
    GrammarError,
    InputError,
    UndecidedError,
    UnknownNameError,
    nearest,
)


@pytest.mark.parametrize("kind", [GrammarError, DimensionError, UnknownNameError, CardError])
def test_wrong_input_is_one_family(kind: type[Exception]) -> None:
    assert issubclass(kind, InputError)
    assert issubclass(kind, DerivationsError)


def test_what_cannot_be_decided_is_not_the_users_fault() -> None:
    assert issubclass(UndecidedError, DerivationsError)
    assert not issubclass(UndecidedError, InputError)


def test_a_grammar_error_shows_the_place() -> None:
    error = GrammarError("expected a number", "a + ) * b", 5)
    assert str(error) == "expected a number (column 5: ') * b')"
    assert (error.text, error.column) == ("a + ) * b", 5)
    assert str(GrammarError("the text ends", "a +", 4)) == "the text ends"


def test_an_unknown_name_offers_the_nearest_or_the_known() -> None:
    assert str(UnknownNameError("claim", "optimal-bath", ["optimal-batch", "kv-bytes"])) == (
        "unknown claim 'optimal-bath'; did you mean optimal-batch?"
    )
    assert str(UnknownNameError("unit", "zz", ["byte", "s"], where="of W")) == "unknown unit 'zz' of W; known: byte, s"
    assert str(UnknownNameError("card", "zzz", [])) == "unknown card 'zzz'"


def test_long_lists_and_long_names_are_cut() -> None:
    message = str(UnknownNameError("unit", "x" * 500, [f"name{i}" for i in range(40)]))
    assert len(message) < 250
    assert message.endswith(", …")


def test_a_card_error_says_where() -> None:
    assert str(CardError("models.toml", "deepseek-v3", "kappa", "no unit")) == (
        "models.toml, card deepseek-v3, key kappa: no unit"
    )
    assert str(CardError("models.toml", "", "", "no cards")) == "models.toml: no cards"


def test_nearest_ignores_case_and_puts_the_best_first() -> None:
    assert nearest("DEEPSEEK", ["deepseek-v3", "DeepSeek"])[0] == "DeepSeek"
    assert nearest("quite another", ["batch"]) == ()
    assert nearest("SONNET", ["h100", "claude-sonnet-4.5-prices"]) == ("claude-sonnet-4.5-prices",)
    assert nearest("so", ["claude-sonnet-4.5-prices"]) == ()


def test_messages_are_one_line() -> None:
    assert "\n" not in str(GrammarError("unexpected", "a\n+\n@", 5))
