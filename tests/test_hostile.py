"""Hostile text in everything that a reader can change: an answer or one of our errors, in bounded time, nothing run."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from derivations import Claim, Notation, Premise, Report, derive, read_study
from derivations.derivation.board import Board
from derivations.derivation.script import Handle
from derivations.errors import DerivationsError
from derivations.language.grammar import parse_relation
from derivations.language.printing.text import relation_text
from derivations.language.tree import WrittenRelation
from derivations.numbers.value import parse_values
from derivations.study.judge.formula import Conditional, typed
from derivations.study.judge.lines import formulas, is_latex

from .language.hostile import BOMBS, QUANTITIES, hostile_latex, hostile_texts, hostile_values

NOTATION = Notation.of("t [s] time to load\nS [byte] size\nW [byte/s] bandwidth\nx [] share")
_SETTINGS = settings(suppress_health_check=list(HealthCheck))
_PIECES = st.sampled_from(
    ["t", "S", "W", "x", "=", ">=", "*", "/", "^", "(", ")", "-", "+", "2", "0", "1e9", "[byte]", "sqrt", "max", ",",
     "__import__('os')", "lambda: 0", "t.__class__", "\\", "'", '"', "\n", "\x00", "∞", "S/W", "nan", "9^9^9"]
)
TEXTS = st.one_of(
    st.text(max_size=60), st.lists(_PIECES, max_size=14).map(" ".join), st.sampled_from(BOMBS),
    st.lists(_PIECES, max_size=10).map(lambda parts: "t = " + " ".join(parts)),
)


def body(board: Board) -> Handle:
    """A load time, turned round for the bandwidth."""
    load = board.take(Premise("load", "t = S/W", because="every byte crosses the link once"))
    return board.solve("bandwidth", load, for_="W")


CLAIM = Claim("cold-start", NOTATION, body)


def answered(ask: Callable[[], Any]) -> bool:
    """True if what is asked is answered, and it is not refused by one of our errors in one line."""
    told = ""
    try:
        ask()
    except DerivationsError as error:
        told = str(error) or "an error"
    assert "\n" not in told
    return not told


@pytest.fixture(autouse=True)
def no_code_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing that a reader writes may start a program."""

    def never(*_: object, **__: object) -> None:
        raise AssertionError("a text was run")

    monkeypatch.setattr("os.system", never)


@_SETTINGS
@given(TEXTS)
def test_a_premise(text: str) -> None:
    answered(lambda: derive(CLAIM, premises={"load": text}, budget=200_000).to_json())


@_SETTINGS
@given(TEXTS, TEXTS)
def test_a_value_and_the_name_it_is_for(name: str, text: str) -> None:
    answered(lambda: derive(CLAIM, values={"S": text, "t": "2 s"}).to_json())
    answered(lambda: derive(CLAIM, values={name: "2 s"}).to_json())


@_SETTINGS
@given(TEXTS, TEXTS)
def test_a_symbol_in_a_premise(symbol: str, text: str) -> None:
    answered(lambda: derive(CLAIM, symbols=symbol, premises={"load": text}, budget=200_000))
    line, load = f"y [{symbol}] {text}", "t = S/W + 0[s]*y/y"
    answered(lambda: derive(CLAIM, symbols=line, premises={"load": load}, budget=200_000))


@_SETTINGS
@given(TEXTS, st.booleans())
def test_a_formula_to_judge(text: str, latex: bool) -> None:
    report = derive(CLAIM, values={"S": "140 GB", "t": "20 s"}, budget=200_000)
    answered(lambda: report.judge(text, latex=latex).to_json())


@_SETTINGS
@given(TEXTS)
def test_a_range(text: str) -> None:
    report = derive(CLAIM, values={"S": "140 GB", "t": "20 s"})
    answered(lambda: report.sensitivity({"S": text}).to_json())
    answered(lambda: report.at({"S": text}))


_VALUES = st.recursive(
    st.one_of(TEXTS, st.integers(), st.booleans(), st.floats()), lambda inner: st.lists(inner, max_size=3), max_leaves=5
)
_KEYS = st.sampled_from(
    ["title", "accelerator", "as_said", "without", "set.S", "assume.load", "symbols.y", "sett", "set"]
)


def _toml(entries: dict[str, Any]) -> str:
    def shown(value: Any) -> str:
        if isinstance(value, list):
            return f"[{', '.join(map(shown, value))}]"
        if isinstance(value, str):
            return f'"{value}"'
        return str(value).lower() if isinstance(value, bool) else repr(value)

    return "\n".join(f"{key} = {shown(value)}" for key, value in entries.items())


@_SETTINGS
@given(st.one_of(TEXTS, st.dictionaries(_KEYS, _VALUES, max_size=4).map(_toml)))
def test_a_study_file(tmp_path_factory: pytest.TempPathFactory, text: str) -> None:
    path = tmp_path_factory.mktemp("study") / "my.toml"
    path.write_text(text, encoding="utf-8", errors="surrogatepass")
    answered(lambda: derive(CLAIM, study=read_study(path), budget=200_000).to_json())


def test_a_file_that_is_no_study(tmp_path: Path) -> None:
    """A folder, nothing at all, too much of it, and what is no text."""
    large = tmp_path / "large.toml"
    large.write_text("title = '" + "x" * 200_000 + "'")
    binary = tmp_path / "binary.toml"
    binary.write_bytes(b"\xff\xfe\x00")
    for path in (tmp_path, tmp_path / "none.toml", large, binary):
        with pytest.raises(DerivationsError) as told:
            read_study(path)
        assert "\n" not in str(told.value)


LETTERS = Notation.of(QUANTITIES)


def _read_back(found: Conditional) -> None:
    """What was read is printed as a text that says the same."""
    for each in (found.formula, *found.conditions):
        assert isinstance(each, WrittenRelation)
        printed = relation_text(each)
        assert relation_text(parse_relation(printed, LETTERS.names)) == printed


def _formula(text: str) -> None:
    """A formula to judge, each line of it, as `derive judge` reads it."""
    for each in formulas(text, latex=is_latex(text)):
        _read_back(typed(each, LETTERS))


def _letter(text: str) -> None:
    """What a letter of one's own stands for, and such a letter."""
    letter, _, formula = text.partition("=")
    answered(lambda: typed("a = b/c", LETTERS, {letter: "b/c"}))
    _read_back(typed("a = h", LETTERS, {"h": formula}))


def _value(text: str) -> None:
    """Values, which read back as they are shown, to four digits."""
    for value in parse_values(text):
        back = parse_values(value.typed)[0].number
        assert abs(back - value.number) * 1_000 <= abs(value.number)


def _evaluated(base: Report, text: str, place: int) -> None:
    """A value, a range, a premise, a declared letter and a formula, each of a whole report."""
    asks: list[Callable[[], Any]] = [
        lambda: derive(CLAIM, values={"S": text, "t": "2 s"}).result, lambda: base.at({"S": text}),
        lambda: derive(CLAIM, premises={"load": text}, budget=20_000).result,
        lambda: derive(CLAIM, symbols=f"y [{text}] letter").result,
        lambda: base.judge(text).outcome,
    ]
    asks[place % len(asks)]()


@pytest.mark.parametrize("count", [200, pytest.param(20_000, marks=pytest.mark.long)])
def test_thousands_of_texts_through_every_entry(count: int) -> None:
    """Each is read, and what was read says the same when it is printed and read again; or it is refused in one line."""
    base = derive(CLAIM, values={"S": "140 GB", "t": "20 s"}, budget=20_000)
    read = dict.fromkeys((_formula, _letter, _value), 0)
    third = count // 3
    broken = [*hostile_texts(3 * len(BOMBS) + third, 5)][-third:]
    texts = [*broken, *hostile_latex(third, 6), *hostile_values(count - 2 * third, 7)]
    for place, text in enumerate(texts):
        for entry in read:
            read[entry] += answered(lambda entry=entry, text=text: entry(text))  # type: ignore[misc]
        if place % 10 == 0:
            answered(lambda text=text, place=place: _evaluated(base, text, place // 10))  # type: ignore[misc]
    assert all(read.values())
