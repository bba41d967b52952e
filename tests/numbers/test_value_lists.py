"""Several values in one text, and ranges: what separates them, which unit they share, and what is refused."""

from contextlib import suppress
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from derivations.errors import InputError
from derivations.numbers.value import MAX_LENGTH, MOST, parse_range, parse_value, parse_values, read_span

READINGS = [
    ("8k,32k,128k token/sequence", ["8000", "32000", "128000"]),
    ("1,2,4 sequence", ["1", "2", "4"]),
    ("1,8,64,512 sequence", ["1", "8", "64", "512"]),
    ("100, 200, 300 sequence", ["100", "200", "300"]),
    ("100,200 sequence", ["100200"]),
    ("1,000,300 sequence", ["1000300"]),
    ("10,000 sequence", ["10000"]),
    ("1,000; 2,000 sequence", ["1000", "2000"]),
    ("1,000, 2,000 sequence", ["1000", "2000"]),
    ("1,000;2,000,000 sequence", ["1000", "2000000"]),
    ("1, 2; 3,4 sequence", ["1", "2", "3", "4"]),
    ("1/3,1/2", ["1/3", "1/2"]),
    ("1/3,906", ["1/3906"]),
    ("1/3,906; 1/2", ["1/3906", "1/2"]),
    ("20%,50%", ["1/5", "1/2"]),
    ("20, 50%", ["1/5", "1/2"]),
    ("0.5,0.75", ["1/2", "3/4"]),
    ("1.000,200", ["1", "200"]),
    ("1e3,200", ["1000", "200"]),
    ("8Ki,32Ki token/sequence", ["8192", "32768"]),
    ("1Ki, 1Mi, 1Gi token", ["1024", "1048576", "1073741824"]),
    ("1k,1M,1G token", ["1000", "1000000", "1000000000"]),
    ("8, 16 Ki token", ["8192", "16384"]),
    ("8k, 16 Ki token", ["8000", "16384"]),
    ("8, 16Ki token", ["8", "16384"]),
    ("1, 2, 4 billion parameter", ["1e9", "2e9", "4e9"]),
    ("500 million, 1 billion parameter", ["5e8", "1e9"]),
    ("8,16GB", ["8e9", "16e9"]),
    ("64 KiB, 1 MiB", ["65536", "1048576"]),
    ("1 s, 20 ms, 3 min", ["1", "1/50", "180"]),
    ("1, 2 /s", ["1", "2"]),
    ("1 s, 1 s, 1000 ms, 2 s", ["1", "2"]),
    ("2 s; 1 s; 2 s", ["2", "1"]),
    (" 8k token ; 32k token ", ["8000", "32000"]),
    ("-1,+2", ["-1", "2"]),
]


@pytest.mark.parametrize(("text", "numbers"), READINGS)
def test_values_are_read_exactly_and_each_once(text: str, numbers: list[str]) -> None:
    """In the order in which they stand, all of one dimension here."""
    found = parse_values(text)
    assert [value.number for value in found] == [Fraction(number) for number in numbers]
    assert len({value.dimension for value in found}) == 1


@pytest.mark.parametrize(
    ("text", "one", "two"),
    [("1,5 token/sequence", "1.5 token/sequence", "1; 5 token/sequence"), ("0,25", "0.25", "0; 25"),
     ("20,50%", "20.50%", "20; 50%"), ("1,5ms", "1.5ms", "1; 5ms")],
)
def test_a_decimal_comma_is_no_list(text: str, one: str, two: str) -> None:
    """Half of the world writes a comma where others write a point: it is said how to write either."""
    with pytest.raises(InputError) as error:
        parse_values(text)
    assert f"may be one number or two: write {one} for one" in str(error.value)
    assert str(error.value).endswith(f"or {two} for two")


def test_units_of_their_own_stay() -> None:
    """Whether they fit is for the quantity to say."""
    assert [str(value) for value in parse_values("8k token/sequence, 1 s")] == ["8,000 tokens per sequence", "1 s"]


REFUSALS = [
    ("8k,,32k token", "a value is missing next to a comma"),
    ("8k,32k,", "a value is missing next to a comma"),
    (",", "a value is missing next to a comma"),
    ("12,34 ; ", "a value is missing next to a comma"),
    ("; 5 s", "a value is missing next to a comma"),
    ("", "a value is missing"),
    ("1,000,20 sequence", "write a semicolon between values"),
    ("1,024,2,048 sequence", "write a semicolon between values"),
    ("8k,1,000 sequence", "write a semicolon between values"),
    ("8k,many token", "'many token' does not begin with a number"),
    ("8k,nan token", "not a finite number"),
    ("8K,32K token", "write k for 1,000 or Ki for 1,024"),
    ("8k,32k tokn", "unknown unit 'tokn'"),
    ("1,1/0 s", "divides by zero"),
    ("1,2e99 s", "lies outside -60 to 60"),
    ("64,128,256 sequence", "may be one number or several: write '64, 128, 256 sequence' for 3 values"),
    ("1, 2 s, 3", "write the unit after the last value"),
    ("1," * (MOST + 1) + "1", "1000002 values of one quantity are too many"),
    (" " * 5 * 10**6 + "1, 2 s", "too long for values of one quantity"),
    ("1, 2" + " " * MAX_LENGTH + "s", "at most 160 characters"),
]


@pytest.mark.some(17)
@pytest.mark.parametrize(("text", "told"), REFUSALS)
def test_what_is_no_list_of_values_is_refused(text: str, told: str) -> None:
    """In one short line."""
    with pytest.raises(InputError, match=told) as caught:
        parse_values(text)
    assert len(str(caught.value)) < 200
    assert "\n" not in str(caught.value)


NUMBER = st.sampled_from(["1", "0.5", "1,000", "1/3", "2e3", "007", "1e99", "-5", ".", "nan", "", "12,34"])
TAIL = st.sampled_from(
    ["", "k", " Ki", "Gi", " billion", "%", " token/sequence", "s", " /s", " $", " K", " ²", "..", "("]
)
SEPARATOR = st.sampled_from([",", ", ", ";", " ; ", ",,", " ", "\n", "\u2003,"])
LISTS = st.lists(st.tuples(NUMBER, TAIL, SEPARATOR), max_size=8).map(lambda parts: "".join(map("".join, parts)))


@given(st.one_of(LISTS, st.text(max_size=60), st.text("0123456789,;.eE+-/ kKiM%s", max_size=60)))
def test_hostile_texts_are_read_or_refused(text: str) -> None:
    """Values, or an error of the input: nothing else comes out, of lists nor of ranges."""
    for read in (parse_values, parse_range):
        with suppress(InputError):
            found = read(text)
            assert 1 <= len(found) <= MOST
            assert all(isinstance(value.number, Fraction) for value in found)


@given(st.lists(st.integers(1, 10**6), min_size=1, max_size=64, unique=True), st.sampled_from([";", "; ", ", "]))
def test_what_is_printed_reads_back(numbers: list[int], separator: str) -> None:
    """Also with thousands separators, where what stands between the numbers is no bare comma."""
    text = separator.join(f"{number:,}" for number in numbers)
    assert [value.number for value in parse_values(f"{text} sequence")] == numbers


# --- ranges


@pytest.mark.parametrize(
    ("text", "low", "high"),
    [
        ("0.2..0.5", "0.2", "0.5"),
        ("20..50%", "20%", "50%"),
        ("1k..100k token/sequence", "1k token/sequence", "100k token/sequence"),
        ("1k token/sequence..100k token/sequence", "1k token/sequence", "100k token/sequence"),
        ("1,000 .. 100,000 token/sequence", "1k token/sequence", "100k token/sequence"),
        ("1..4 billion parameter", "1e9 parameter", "4e9 parameter"),
        ("500 ms..2 s", "0.5 s", "2 s"),
        ("1/5..1/3", "1/5", "1/3"),
        ("3..3", "3", "3"),
        ("1k..100k token/sequence log 9", "1k token/sequence", "100k token/sequence"),
        ("4k, 1k, 2k token/sequence", "1k token/sequence", "4k token/sequence"),
    ],
)
def test_a_range_has_two_ends(text: str, low: str, high: str) -> None:
    """Exactly, with the unit of both or of each."""
    found = parse_range(text)
    for end, wanted in zip(found, (parse_value(low), parse_value(high)), strict=True):
        assert (end.number, end.dimension) == (wanted.number, wanted.dimension)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("0.5", "write LOW..HIGH"),
        ("..", "write LOW..HIGH"),
        ("1..", "write LOW..HIGH"),
        ("..1", "write LOW..HIGH"),
        ("1..2..3", "write LOW..HIGH"),
        ("0...5", "write two points"),
        ("1....2", "write two points"),
        ("", "write LOW..HIGH"),
        ("." * 10**6, "write two points"),
        ("0.5..0.2", "0.5 is above 0.2"),
        ("1 s..2 byte", "1 s and 2 bytes measure different things"),
        ("1 s..2", "1 s and 2 measure different things"),
        ("a..b", "'a' does not begin with a number"),
        ("1..2 tokn", "unknown unit 'tokn'"),
    ],
)
def test_what_is_no_range_is_refused(text: str, told: str) -> None:
    """In one short line."""
    with pytest.raises(InputError, match=told) as caught:
        parse_range(text)
    assert len(str(caught.value)) < 200


# --- points of a range


@pytest.mark.parametrize(
    ("text", "way", "count"),
    [
        ("1..99 s", "linear", 25),
        ("1..100 s", "log", 25),
        ("0..1000 s", "linear", 25),
        ("1..1000 s linear 11", "linear", 11),
        ("1..1000 s linear", "linear", 25),
        ("1..2 s log 3", "log", 3),
        ("1..2 log 3 s", "log", 3),
        ("1..2 s log 3 points", "log", 3),
        ("0..1 s step 0.25", "step", 5),
        ("0..1 s step 250 ms", "step", 5),
        ("0..1 step 0.3", "step", 4),
        ("-1..1 log 3", "", 0),
        ("1..1 s", "linear", 25),
    ],
)
def test_a_range_says_how_its_points_lie(text: str, way: str, count: int) -> None:
    """By factors where it begins above zero and spans a hundred times, else by steps, unless it says so itself."""
    if not way:
        with pytest.raises(InputError, match="a range by factors begins above zero"):
            read_span(text)
        return
    span = read_span(text)
    assert (span.way, span.count) == (way, count)


@pytest.mark.long
def test_points_run_from_end_to_end() -> None:
    """The ends exactly, and what lies between in few figures."""
    assert [str(value) for value in parse_values("1..1,000 s log 4")] == ["1 s", "10 s", "100 s", "16.67 min"]
    assert [value.number for value in parse_values("0..1 step 1/4")] == [Fraction(place, 4) for place in range(5)]
    assert [value.number for value in parse_values("0..1 linear 5")] == [Fraction(place, 4) for place in range(5)]
    assert [value.number for value in parse_values("3..3 s")] == [3]
    assert len(parse_values("1..100000 step 1")) == 100_000


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("1..2 s step", "a value is missing"),
        ("1..2 s step 0 s", "a step is above zero"),
        ("1..2 s step -1", "a step is above zero"),
        ("1..2 s step 1 byte", "measure different things"),
        ("1..2 s log 1", "a range has 2 to 1,000,000 points, not 1"),
        ("1..2 s linear 9999999999", "a range has 2 to 1,000,000 points"),
        ("1..2 s log 9999999", "points"),
        ("0..1e9 step 1", "steps are too many"),
        ("1..2 s sideways 3", "cannot read unit"),
        ("1%..2", "measure different things"),
    ],
)
def test_a_range_whose_points_make_no_sense_is_refused(text: str, told: str) -> None:
    """In one line."""
    with pytest.raises(InputError, match=told):
        parse_values(text)


@pytest.mark.long
@given(
    st.fractions(min_value=-1000, max_value=1000, max_denominator=1000),
    st.fractions(min_value=0, max_value=10**9, max_denominator=100),
    st.sampled_from(["", " linear 7", " log 9", " step 5"]),
)
def test_points_lie_between_the_ends_in_order(low: Fraction, width: Fraction, way: str) -> None:
    """Whatever the range; one that is refused is refused on purpose."""
    try:
        points = [value.number for value in parse_values(f"{low}..{low + width}{way}")]
    except InputError:
        return
    assert points == sorted(set(points))
    assert points[0] == low
    assert points[-1] <= low + width
