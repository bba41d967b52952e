"""A reader's own file of claims, and everything that can be wrong with one."""

from pathlib import Path

import pytest

from derivations import InputError, derive
from derivations.claim.claim_file import claims_in

HEAD = """
from derivations import Claim, Notation, Premise

N = Notation.of('''
t [s] time to load the weights
S [byte] size of the weights
W [byte/s] bandwidth of the disk
''')
LOAD = Premise("load", "t = S/W", because="every byte crosses the link once")

def body(board):
    return board.solve("bandwidth", board.take(LOAD), for_="W")
"""


def write(folder: Path, text: str, name: str = "mine.py") -> Path:
    """A file with that text."""
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


def refusal(folder: Path, text: str) -> str:
    """The one line with which a file is refused, without the folder."""
    with pytest.raises(InputError) as caught:
        claims_in(write(folder, text))
    message = str(caught.value)
    assert "\n" not in message
    return message.replace(f"{folder}/", "")


def test_a_claim_in_a_dozen_lines_is_derived_like_a_built_in_one(tmp_path: Path) -> None:
    """Steps, verdicts, numbers, Markdown and LaTeX."""
    found = claims_in(write(tmp_path, HEAD + 'COLD = Claim("cold-start", N, body)\n'))
    assert list(found) == ["cold-start"]
    report = derive(found["cold-start"], values={"S": "140 GB", "t": "20 s"})
    assert report.result.result == "7 GB/s"
    assert str(report["bandwidth"].verdict.finding) == "proven"
    assert "bandwidth" in report.to_markdown()
    assert r"\label{eq:cold-start:bandwidth}" in report.to_latex()


def test_claims_in_a_list_are_found_too(tmp_path: Path) -> None:
    """However the author keeps them."""
    text = HEAD + 'ALL = [Claim("one", N, body), Claim("two", N, body)]\n'
    assert list(claims_in(write(tmp_path, text))) == ["one", "two"]


def test_one_claim_under_two_names_is_one_claim(tmp_path: Path) -> None:
    """An alias is no second claim."""
    assert list(claims_in(write(tmp_path, HEAD + 'A = Claim("one", N, body)\nB = A\nC = (A,)\n'))) == ["one"]


def test_a_built_in_claim_that_is_only_imported_is_none_of_the_file(tmp_path: Path) -> None:
    """A file may build on what is there, and change it into a claim of its own."""
    found = "from derivations.claims.index import CLAIMS, find_claim\nALL = [find_claim(name) for name in CLAIMS]\n"
    assert list(claims_in(write(tmp_path, found + HEAD + 'A = Claim("one", N, body)\n'))) == ["one"]
    changed = found + "from dataclasses import replace\nMINE = replace(find_claim('optimal-batch'), title='Mine')\n"
    assert list(claims_in(write(tmp_path, changed))) == ["optimal-batch"]


def test_two_claims_of_one_name_are_refused(tmp_path: Path) -> None:
    """Nobody could say which is meant."""
    message = refusal(tmp_path, HEAD + 'A = Claim("one", N, body)\nB = Claim("one", N, body, title="other")\n')
    assert message == "mine.py has two claims named 'one'"


def test_a_file_without_a_claim_is_refused(tmp_path: Path) -> None:
    """Perhaps it is the wrong file."""
    assert "holds no Claim" in refusal(tmp_path, "x = 1\n")


def test_a_missing_file_is_refused(tmp_path: Path) -> None:
    """By its path; a folder is no file."""
    for path in (tmp_path / "none.py", tmp_path):
        with pytest.raises(InputError, match="no such file"):
            claims_in(path)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("x = 1\n1/0\n", "mine.py, line 2: ZeroDivisionError: division by zero"),
        ("def (\n", "SyntaxError"),
        ("import nothing_of_this_name\n", "mine.py, line 1: ModuleNotFoundError"),
        ("raise SystemExit(0)\n", "mine.py, line 1: SystemExit"),
        ("raise ValueError('two\\nlines')\n", "ValueError: two lines"),
        ("from derivations import Quantity\nQuantity('1x', 's', 'bad')\n", "'1x' cannot name a quantity"),
    ],
)
def test_a_file_that_fails_is_told_in_one_line_with_the_place(tmp_path: Path, text: str, told: str) -> None:
    """Also one that would end the program without a word."""
    assert told in refusal(tmp_path, text)


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("board.take(LOAD).rhs", "AttributeError"),
        ("board.nothing()", "AttributeError"),
        ("raise KeyError('oops')", "KeyError"),
        ("raise SystemExit(1)", "SystemExit"),
    ],
)
def test_a_body_that_fails_names_file_line_and_claim(tmp_path: Path, line: str, told: str) -> None:
    """A slip in an author's own code is found without a traceback."""
    found = claims_in(write(tmp_path, HEAD + f'def wrong(board):\n    {line}\n\nA = Claim("one", N, wrong)\n'))
    with pytest.raises(InputError) as caught:
        derive(found["one"])
    message = str(caught.value)
    place = HEAD.count("\n") + 2
    assert f"mine.py, line {place}, claim 'one'" in message
    assert told in message
    assert "\n" not in message


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("board.take(LOAD); return 'nothing'", "as the result of claim 'one'"),
        ("board.take(Premise('load', 't = S/W + S'))", "S/W is s but S is byte"),
        ("board.take(LOAD); board.take(LOAD)", "two steps are named 'load'"),
        ("board.solve('x', board.take(LOAD), for_='Q')", "unknown quantity 'Q'"),
        ("pass", "writes nothing on the board"),
    ],
)
def test_what_the_board_refuses_is_told_in_its_own_words(tmp_path: Path, line: str, told: str) -> None:
    """A result that is no step, a relation that fails its dimensions, a name that is taken."""
    found = claims_in(write(tmp_path, HEAD + f'def wrong(board):\n    {line}\n\nA = Claim("one", N, wrong)\n'))
    with pytest.raises(InputError, match=told.replace("+", r"\+")):
        derive(found["one"])
