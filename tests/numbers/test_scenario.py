"""Scenarios: values are checked against the quantities that they are for."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from derivations import DimensionError, InputError, Notation, Quantity, Scenario, Value, parse_value
from derivations.numbers.scenario import check_value

NOTATION = Notation(
    (
        Quantity("t", "s", "time"),
        Quantity("L", "token/sequence", "context", domain="nonnegative"),
        Quantity("eta", "", "efficiency", domain="fraction"),
        Quantity("layers", "", "layers", domain="integer"),
        Quantity("y", "", "a real number", domain="real"),
        Quantity("total", "parameter", "all parameters"),
        Quantity("active", "parameter", "active parameters", at_most="total"),
    )
)


def fitted(**texts: str) -> Scenario:
    """A scenario with these values, restricted to the notation."""
    return Scenario("mine", "mine", {name: parse_value(text) for name, text in texts.items()}).fitted(NOTATION)


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("t", "20 ms"), ("L", "0 token/sequence"), ("L", "128k token/sequence"), ("eta", "1"), ("eta", "40%"),
        ("layers", "1"), ("layers", "61"), ("y", "-3"), ("y", "0"),
    ],
)
def test_a_value_in_its_domain_is_taken(name: str, text: str) -> None:
    """The ends that belong to a domain included."""
    assert fitted(**{name: text}).values[name] == parse_value(text)


@pytest.mark.parametrize(
    ("name", "text", "domain"),
    [
        ("t", "0 s", "positive"), ("t", "-1 s", "positive"), ("L", "-1 token/sequence", "zero or more"),
        ("eta", "0", r"\(0, 1\]"), ("eta", "1.01", r"\(0, 1\]"), ("layers", "0", "whole number"),
        ("layers", "1.5", "whole number"),
    ],
)
def test_a_value_outside_its_domain_is_refused(name: str, text: str, domain: str) -> None:
    """The message names the quantity, what it is, and the domain."""
    with pytest.raises(InputError, match=rf"^{name} \(.*must be .*{domain}"):
        fitted(**{name: text})


@pytest.mark.parametrize(("name", "text"), [("t", "3 byte"), ("L", "3 byte"), ("L", "3%"), ("eta", "3 s")])
def test_a_value_of_another_dimension_is_refused(name: str, text: str) -> None:
    """The message names the quantity and both dimensions."""
    with pytest.raises(DimensionError) as caught:
        fitted(**{name: text})
    message = str(caught.value)
    assert message.startswith(f"{name} (")
    for dimension in (parse_value(text).dimension, NOTATION[name].dimension):
        assert ("a pure number" if dimension.is_pure else str(dimension)) in message


def test_a_part_may_not_exceed_the_whole() -> None:
    """Both numbers are told."""
    assert fitted(total="8 parameter", active="8 parameter").values
    with pytest.raises(InputError, match=r"active .*9 parameters exceeds total = 8 parameters"):
        fitted(total="8 parameter", active="9 parameter")
    assert fitted(active="9 parameter").values, "without the whole there is nothing to compare with"


def test_names_outside_the_notation_are_left_out() -> None:
    """A card says more than one claim asks."""
    scenario = Scenario("mine", "mine", {"t": parse_value("1 s"), "foreign": parse_value("1 byte")})
    assert set(scenario.fitted(NOTATION).values) == {"t"}


def test_changed_values_replace_and_show_in_the_title() -> None:
    """The first scenario stays as it was."""
    first = Scenario("mine", "as built", {"t": parse_value("1 s"), "y": parse_value("2")})
    second = first.with_values({"t": parse_value("20 ms")})
    assert second.values["t"].number == Fraction(1, 50)
    assert second.values["y"] == first.values["y"]
    assert "as built" in second.title
    assert "t = 20 ms" in second.title
    assert first.values["t"].number == 1
    assert first.with_values({}) is first


def test_values_cannot_be_changed_in_place() -> None:
    """Nor through the mapping that they came from."""
    source = {"t": parse_value("1 s")}
    scenario = Scenario("mine", "mine", source)
    source["t"] = parse_value("2 s")
    assert scenario.values["t"].number == 1
    with pytest.raises(TypeError):
        scenario.values["t"] = parse_value("3 s")  # type: ignore[index]


@given(st.fractions())
def test_the_domains_are_nested_as_their_names_say(number: Fraction) -> None:
    """A whole number from 1 is positive, a fraction is positive, what is positive is not negative."""
    inside = {
        domain: Quantity("q", "", "quantity", domain=domain).range.contains(number)
        for domain in ("positive", "nonnegative", "fraction", "integer", "real")
    }
    assert inside["real"]
    assert inside["nonnegative"] == (number >= 0)
    assert inside["positive"] == (inside["nonnegative"] and number != 0)
    assert inside["positive"] or not (inside["fraction"] or inside["integer"])
    assert not (inside["fraction"] and inside["integer"]) or number == 1


def test_a_value_says_itself_when_it_is_refused() -> None:
    """In the unit in which it was given."""
    with pytest.raises(DimensionError, match=r"3\.35 TB/s"):
        check_value(NOTATION["t"], Value.of(Fraction("3.35"), "TB/s"))
