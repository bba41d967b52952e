"""Exact numbers as decimal digits."""

from __future__ import annotations

from fractions import Fraction

_ZEROS_TO_FOLD = 6  # from a million on, and below 0.0001, zeros are counted in a power of ten
_ZEROS_AFTER_POINT = 4


def is_decimal(value: Fraction) -> bool:
    """True if the value has finitely many decimals.

    >>> is_decimal(Fraction(1, 8)), is_decimal(Fraction(1, 3))
    (True, False)
    """
    rest = value.denominator
    for prime in (2, 5):
        while rest % prime == 0:
            rest //= prime
    return rest == 1


def decimal(value: Fraction) -> tuple[str, int]:
    """Digits and a power of ten for a non-negative value with finitely many decimals.

    The power is 0 unless it saves many zeros. Raises `ValueError` for a value such as 1/3.

    >>> decimal(Fraction(1500000000)), decimal(Fraction(5354)), decimal(Fraction(1, 10))
    (('1.5', 9), ('5354', 0), ('0.1', 0))
    """
    if value < 0 or not is_decimal(value):
        raise ValueError(f"{value} is no non-negative decimal number")
    digits, scale = _digits(value)
    if scale >= _ZEROS_TO_FOLD or -scale - len(digits) >= _ZEROS_AFTER_POINT:
        mantissa = digits[0] + (f".{digits[1:]}" if len(digits) > 1 else "")
        return mantissa, scale + len(digits) - 1
    if scale >= 0:
        return digits + "0" * scale, 0
    digits = digits.rjust(1 - scale, "0")
    return f"{digits[:scale]}.{digits[scale:]}", 0


def _digits(value: Fraction) -> tuple[str, int]:
    """All digits without trailing zeros, and the power of ten that they are multiplied by."""
    places = 0
    while value.denominator != 1:
        value *= 10
        places += 1
    digits = str(value.numerator)
    kept = digits.rstrip("0") or "0"
    return kept, (len(digits) - len(kept) if value else 0) - places
