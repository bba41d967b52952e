"""What holds for every tree and every text: our own LaTeX reads back, and nothing else does harm."""

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from derivations.errors import InputError
from derivations.language.latex_reading.reader import parse_latex_expression, parse_latex_relation
from derivations.language.limits import MAX_LENGTH
from derivations.language.printing.latex import to_latex
from derivations.language.to_sympy import to_sympy
from derivations.language.tree import Node

from ..letters import LETTERS
from ..strategies import NOTATION, steady, trees

_OWN = {quantity.name: quantity.latex for quantity in NOTATION}


@steady
@given(trees)
def test_own_latex_reads_back(tree: Node) -> None:
    r"""What we print is read as what it was printed from; a number before ``\times 10^{6}`` is taken with it."""
    latex = to_latex(tree, _OWN)
    assume(len(latex) <= MAX_LENGTH)
    back = parse_latex_expression(latex, {letter: name for name, letter in _OWN.items()})
    try:
        expected = to_sympy(tree, NOTATION)
    except InputError:
        assert back == tree
    else:
        assert back == tree or (r" \times 10^" in latex and to_sympy(back, NOTATION) == expected)


_PIECES = (
    *LETTERS, r"\frac", r"\frac12", r"\sqrt", r"\sqrt[3]{", r"\max", r"\log", r"\left", r"\right", r"\left(",
    r"\right)", r"\{", r"\}", r"\cdot", r"\times", r"\,", r"\text", r"\mathrm", r"\rm", r"\hat", r"\operatorname",
    r"\begin{align}", r"\end{align}", r"\label", r"\tag", r"\\", r"\(", r"\)", r"\approx", r"\int", r"\%", r"\_",
    r"\prime", r"\foo", "\\", "{", "}", "{", "}", "(", ")", "[", "]", "^", "_", "'", "*", "/", "+", "-", "=", "<",
    ",", ".", "&", "$", "%", "~", " ", "1", "10", "0", "1{,}234", "10^{12}", r"\mathrm{byte}", r"\text{FLOP/s}",
    r"\mathrm{s}", "d", "e", "|", "!", "²", "é", "\n", "\x00", "\u2028", "\ud800", "٣",
)


def _is_refused_or_read(text: str) -> None:
    for read in (parse_latex_expression, parse_latex_relation):
        message = "read"
        try:
            read(text, LETTERS)
        except InputError as error:
            message = str(error)
        assert len(message.splitlines()) == 1
        assert len(message) < 600


@steady
@given(st.lists(st.sampled_from(_PIECES), max_size=40).map("".join) | st.text(max_size=60))
def test_any_text_is_read_or_refused(text: str) -> None:
    """No mixture of pieces does anything but become a tree or raise an `InputError`."""
    _is_refused_or_read(text)


_NESTED = ("(", "(((", "{", "{{", "{}", "^", "^{", "^^", "_{", r"\frac", r"\frac{", r"\max(",
           r"\left(", "a/", "-", " ", "1")
_REPEATED = [*_NESTED, *(pytest.param(piece, marks=pytest.mark.long) for piece in dict.fromkeys(_PIECES)
                         if piece not in _NESTED)]


@pytest.mark.some(6)
@pytest.mark.parametrize("piece", _REPEATED)
def test_long_texts_are_read_or_refused(piece: str) -> None:
    """However often a piece is repeated, the text comes to an end, in time and on the stack."""
    longest = MAX_LENGTH // len(piece)
    for text in (piece * longest, "a = " + piece * (longest - 2) + "a", piece * 10_000):
        _is_refused_or_read(text)
    _is_refused_or_read("{" * 10_000 + "a" + "}" * 10_000)
