"""The small cipher: it is undone, it mixes, and the same seed gives the same cipher."""

import pytest

from derivations.errors import InputError
from derivations.lecture.small_cipher import BITS, WIDTH, Cipher, avalanche, differences, small_cipher

HALF = (1 << WIDTH) - 1


@pytest.fixture(scope="module")
def cipher() -> Cipher:
    return small_cipher(rounds=8, seed=7)


@pytest.fixture(scope="module")
def unswapped() -> Cipher:
    return small_cipher(rounds=8, seed=7, swap=False)


@pytest.mark.parametrize("text", [0, 1, 2**31, 2**32 - 1, 123_456_789])
def test_what_the_rounds_made_is_undone(cipher: Cipher, unswapped: Cipher, text: int) -> None:
    for chosen in (cipher, unswapped):
        assert chosen.undone(chosen.states(text)[-1]) == text


def test_its_functions_have_no_inverse(cipher: Cipher) -> None:
    """Each takes some value twice."""
    assert all(len(set(table)) < len(table) for table in cipher.tables)


def test_the_same_seed_is_the_same_cipher(cipher: Cipher) -> None:
    assert small_cipher(rounds=8, seed=7) == cipher
    assert small_cipher(rounds=8, seed=8) != cipher


def test_without_a_swap_a_change_of_y_passes_as_it_was(unswapped: Cipher) -> None:
    """As the claim derives."""
    assert differences(unswapped, 2026, WIDTH + 3) == (1 << (WIDTH + 3),) * 9


def test_without_a_swap_the_right_half_is_never_changed(unswapped: Cipher) -> None:
    assert {state & HALF for state in unswapped.states(123_456_789)} == {123_456_789 & HALF}


def test_a_change_of_y_takes_a_round_longer_than_one_of_x(cipher: Cipher) -> None:
    """After one round with a swap y has only moved to the other half; x has gone through the function."""
    assert differences(cipher, 2026, WIDTH + 3)[1] == 1 << 3
    assert differences(cipher, 2026, 3)[1] >> WIDTH == 1 << 3
    assert differences(cipher, 2026, 3)[1] & HALF


def test_about_half_of_the_bits_flip_in_the_end(cipher: Cipher) -> None:
    """Within four standard errors of a half; a coin for each bit has a deviation of half over the root of the bits."""
    pairs = 2000
    last = avalanche(cipher, pairs, seed=1)[-1]
    coin = 0.5 / BITS**0.5
    assert abs(last.mean - 0.5) < 4 * coin / pairs**0.5
    assert last.deviation == pytest.approx(coin, rel=0.1)


def test_before_the_first_round_one_bit_differs(cipher: Cipher) -> None:
    first = avalanche(cipher, 50, seed=1)[0]
    assert (first.mean, first.deviation) == (1 / BITS, 0)


@pytest.mark.parametrize("text", [-1, 2**32])
def test_a_text_of_another_width_is_refused(cipher: Cipher, text: int) -> None:
    with pytest.raises(InputError, match="32 bits"):
        cipher.states(text)
