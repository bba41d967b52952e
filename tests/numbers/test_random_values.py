"""Random values and ranges, as people type them: what is accepted means what was meant, and is printed back as that.

Each text is made from parts whose meaning is known, or is a text like that with something wrong put into it. It goes
through every entry for values: a single one, several, a range, the options and files that make a study.
"""

import random
from collections.abc import Iterator
from fractions import Fraction

import pytest

from derivations import DerivationsError, Quantity, parse_value, study_of
from derivations.claim.study import Study
from derivations.numbers.scenario import fitted_value, fitted_values
from derivations.numbers.value import Value, parse_range, parse_values
from derivations.sources.catalog import READERS_OWN
from derivations.sources.reader import read_accelerator
from derivations.sources.toml_text import Place
from derivations.study.sweep_axes import axis_of

QUANTITIES = (
    Quantity("L", "token/sequence", "context"), Quantity("N_total", "parameter", "parameters"),
    Quantity("C_gpu", "FLOP/s/GPU", "compute rate"), Quantity("W_gpu", "byte/s/GPU", "bandwidth"),
    Quantity("M_gpu", "byte/GPU", "memory"), Quantity("t", "ms", "a time", "nonnegative"),
    Quantity("eta", "", "a share", "fraction"), Quantity("n_layers", "", "layers", "integer"),
    Quantity("x", "", "any number", "real"), Quantity("y", "dollar/token", "a price"),
)
SUFFIXES = {"": 1, "k": 10**3, "M": 10**6, "T": 10**12}
# a unit as it may be typed for a quantity, and how many of the quantity's base units one of it is
UNITS: dict[str, dict[str, Fraction]] = {
    "L": {"": Fraction(1), " token/sequence": Fraction(1), " tokens/sequence": Fraction(1), " tokens": Fraction(1)},
    "N_total": {"": Fraction(1), " parameter": Fraction(1), " parameters": Fraction(1)},
    "C_gpu": {" FLOP/s/GPU": Fraction(1), " TFLOP/s/GPU": Fraction(10**12), " PFLOP/s": Fraction(10**15)},
    "W_gpu": {" TB/s/GPU": Fraction(10**12), " GB/s": Fraction(10**9), " GiB/s/GPU": Fraction(2**30)},
    "M_gpu": {" GB": Fraction(10**9), " GiB": Fraction(2**30), " byte/GPU": Fraction(1), " TB/GPU": Fraction(10**12)},
    "t": {"": Fraction(1, 1000), " ms": Fraction(1, 1000), " s": Fraction(1), " us": Fraction(1, 10**6),
          " minutes": Fraction(60)},
    "eta": {"": Fraction(1), "%": Fraction(1, 100)},
    "n_layers": {"": Fraction(1)},
    "x": {"": Fraction(1), "%": Fraction(1, 100)},
    "y": {" dollar/token": Fraction(1), " dollars/token": Fraction(1)},
}
WRONG = ("", ",", ";", "..", "k", "B", "K", "-", "e", "e9", "/", " ", "nan", "inf", "1/0", "token", "GB", "GPU", "%",
         "log", "step", "linear", "²", "\x00", "'", "__import__('os')", "9^9", "(", "1e999", "٣", "１", "$", "_", ".",
         "10,00")


def typed(chance: random.Random) -> tuple[Quantity, str, Fraction]:
    """A quantity, a value of it as somebody might type it, and what that is in base units."""
    quantity = chance.choice(QUANTITIES)
    whole = chance.randrange(1, 10 ** chance.randrange(1, 7))
    digits, number = str(whole), Fraction(whole)
    form = chance.randrange(5)
    if form == 1 and whole > 999 and whole < 10**6:
        digits = f"{whole:,}"
    elif form == 2:
        digits = f"{whole}.{chance.randrange(1000):03d}"
        number = Fraction(digits)
    elif form == 3:
        power = chance.randrange(-6, 10)
        digits, number = f"{whole}e{power}", Fraction(whole) * Fraction(10) ** power
    elif form == 4:
        under = chance.randrange(1, 100)
        digits, number = f"{whole}/{under}", Fraction(whole, under)
    unit, factor = chance.choice(list(UNITS[quantity.name].items()))
    suffix = chance.choice(list(SUFFIXES)) if unit in ("", " token/sequence", " tokens", " parameters") else ""
    return quantity, f"{digits}{suffix}{unit}", number * SUFFIXES[suffix] * factor


def spoiled(text: str, chance: random.Random) -> str:
    """The text with something put into it, taken out of it or said twice."""
    at = chance.randrange(len(text) + 1)
    match chance.randrange(4):
        case 0:
            return text[:at] + chance.choice(WRONG) + text[at:]
        case 1:
            return text[:at] + text[at + 1 :]
        case 2:
            return text[:at] + text[max(0, at - 2) :]
    return chance.choice(WRONG) + chance.choice(WRONG) + text[at:]


def entries(quantity: Quantity, text: str) -> Iterator[tuple[Value, ...]]:
    """What each entry makes of a text: the value alone, several or a range, a study, and the two ends of a range."""
    for read in (
        lambda: (fitted_value(quantity, parse_value(text)),),
        lambda: fitted_values(quantity, parse_values(text)),
        lambda: fitted_values(quantity, study_of(values={quantity.name: text}).values[quantity.name]),
        lambda: tuple(fitted_value(quantity, end) for end in parse_range(text)),
    ):
        try:
            found = read()
        except DerivationsError as error:
            told = str(error)
        else:
            told = ""
            yield found
        assert "\n" not in told, text
        assert len(told) < 600, text


CARD = {"title": "Card", "compute": {"bf16": "1 PFLOP/s"}, "bandwidth": "1 TB/s", "capacity": "80 GB"}
ON_CARD = {"C_gpu": "compute.bf16", "W_gpu": "bandwidth", "M_gpu": "capacity"}


def card_figure(name: str, text: str) -> Fraction:
    """The number of a figure of an accelerator whose card has that text for a quantity."""
    key, _, format_name = ON_CARD[name].partition(".")
    entry = {**CARD, key: {format_name: text} if format_name else text}
    return read_accelerator("mine", entry, Place("mine.toml", "mine"), {}, READERS_OWN).figure(ON_CARD[name]).number


def agree_elsewhere(quantity: Quantity, text: str, number: Fraction | None) -> None:
    """A sweep and a card take a single value for the same number, or refuse it in one line; None is for no value."""
    for name, read in (
        ("sweep", lambda: Fraction(float(axis_of(quantity, text).data)) * quantity.parsed_unit.factor),
        ("card", lambda: card_figure(quantity.name, text)),
    ):
        if name == "card" and (quantity.name not in ON_CARD or not text.strip()):
            continue
        try:
            found = read()
        except DerivationsError as error:
            found, told = None, str(error)
        else:
            told = ""
        assert "\n" not in told, text
        assert len(told) < 600, text
        if found is not None:
            assert number is not None, f"{name} reads {text!r} as {float(found)}"
            assert found == pytest.approx(number, rel=1e-15), f"{name} reads {text!r} as {float(found)}"


def refuse_misread(quantity: Quantity, value: Value, text: str) -> None:
    """What is printed of a value is read as the same, to the digits that are printed.

    Its commas are left out, as 64,128,256 might be three values, and is refused with both spellings.
    """
    again = fitted_value(quantity, parse_value(str(value).replace(",", "")))
    assert again.number == pytest.approx(value.number, rel=1e-3), f"{text!r} is {value}, which is read as {again}"


@pytest.mark.parametrize("quick", [300, pytest.param(100_000, marks=pytest.mark.long)])
def test_what_is_typed_is_what_is_meant(quick: int) -> None:
    """Every text, right or wrong, is read as it was meant by all entries that take it, or refused in one line."""
    chance = random.Random(18)
    taken = 0
    for _ in range(quick):
        quantity, text, meant = typed(chance)
        right = chance.random() < 0.6
        asked = text if right else spoiled(text, chance)
        found = list(entries(quantity, asked))
        taken += right and bool(found)
        for value in dict.fromkeys(value for values in found for value in values[:3]):  # entries agree on most
            refuse_misread(quantity, value, asked)
        single = {values[0].number for values in found if len(values) == 1}
        assert len(single) < 2, f"{asked!r} of {quantity.name} is {found}"
        if all(len(values) == 1 or values[0] == values[-1] for values in found):
            agree_elsewhere(quantity, asked, next(iter(single), None))
        for values in found:
            if right:
                assert [value.number for value in values] == [meant], f"{asked!r} of {quantity.name} is {values}"
    assert taken > quick * 0.4


@pytest.mark.long
@pytest.mark.parametrize("quick", [100, pytest.param(300, marks=pytest.mark.long)])
def test_a_range_is_between_its_ends(quick: int) -> None:
    """It begins and ends as typed, rises, and has as many points as it says."""
    chance = random.Random(19)
    for _ in range(quick):
        low, high = sorted((chance.randrange(0, 10**6), chance.randrange(0, 10**6)))
        points = chance.randrange(2, 60)
        step = chance.randrange(10**4, 10**5)
        way = chance.choice(("", " linear", f" linear {points}", f" log {points}", f" step {step}"))
        text = f"{low}..{high}{way}"
        asked = spoiled(text, chance) if chance.random() < 0.3 and "step" not in way else text
        for quantity in (QUANTITIES[0], QUANTITIES[5]):
            for values in entries(quantity, asked):
                numbers = [value.number for value in values]
                assert numbers == sorted(set(numbers)) or asked != text
                for value in values[:2]:
                    refuse_misread(quantity, value, asked)
                if asked == text:
                    factor = quantity.parsed_unit.factor
                    assert numbers[0] == low * factor
                    assert numbers[-1] == high * factor or "step" in way
                    assert len(numbers) <= points or "log" not in way


def test_a_study_of_random_values_is_one_value_each() -> None:
    """Several quantities at once, each with its own."""
    chance = random.Random(20)
    made = {quantity.name: text for quantity, text, _ in (typed(chance) for _ in range(40))}
    found = study_of(values=made)
    assert isinstance(found, Study)
    assert {name: len(values) for name, values in found.values.items()} == dict.fromkeys(made, 1)
