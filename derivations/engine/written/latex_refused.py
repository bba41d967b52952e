r"""What LaTeX can say and a formula here cannot: an explanation for each, instead of a guess."""

from __future__ import annotations

from collections.abc import Iterable

from derivations.engine.written.latex_lexer import FRACTIONS
from derivations.errors import nearest

_EQUATION = "write = : an approximate equality is no relation to prove"
_PROPORTION = "write = with its constant factor: a proportion is no relation to prove"
_MUCH = "write < or >: how much is not said"
_UNEQUAL = "a relation is one of = >= <= > <"
_DEFINES = "write ="
_ARROW = "write one relation"
_DERIVATIVE = "derivatives are not read"
_SUMMED = "sums and products over an index are not read"
_ROUNDED = r"rounding down is not read, only \lceil .. \rceil"
_FUNCTION = r"the functions are \max, \min, \sqrt, \exp and \log"
_BAR = "absolute values and conditions are not read"
_LINES = "give one formula on one line"

_REFUSED = {
    **dict.fromkeys((r"\approx", r"\sim", r"\simeq", r"\approxeq", r"\cong", r"\doteq", "≈"), _EQUATION),
    **dict.fromkeys((r"\propto", "∝"), _PROPORTION),
    **dict.fromkeys((r"\ll", r"\gg", r"\lesssim", r"\gtrsim"), _MUCH),
    **dict.fromkeys((r"\ne", r"\neq", r"\not", "≠"), _UNEQUAL),
    **dict.fromkeys((r"\equiv", r"\triangleq", r"\coloneqq", r"\stackrel", r"\overset", r"\doteqdot", ":"), _DEFINES),
    **dict.fromkeys((r"\to", r"\rightarrow", r"\Rightarrow", r"\implies", r"\iff", r"\mapsto", "→"), _ARROW),
    **dict.fromkeys((r"\partial", r"\nabla", r"\mathrm{d}"), _DERIVATIVE),
    **dict.fromkeys((r"\sum", r"\prod"), _SUMMED),
    **dict.fromkeys((r"\int", r"\oint", r"\iint"), "integrals are not read"),
    **dict.fromkeys((r"\lim", r"\infty", "∞"), "take a limit instead"),
    **dict.fromkeys((r"\lfloor", r"\rfloor"), _ROUNDED),
    **dict.fromkeys((r"\sin", r"\cos", r"\tan", r"\tanh", r"\log2", r"\Pr", r"\sup", r"\inf", r"\arg"), _FUNCTION),
    **dict.fromkeys((r"\arcsin", r"\arccos", r"\arctan", r"\sinh", r"\cosh", r"\gcd", r"\det", r"\deg"), _FUNCTION),
    **dict.fromkeys(("|", r"\|", r"\mid", r"\vert", r"\lvert", r"\rvert", r"\middle"), _BAR),
    **dict.fromkeys((r"\\", r"\newline"), _LINES),
    **dict.fromkeys((r"\begin", r"\end"), "give the one formula inside, without its surroundings"),
    **dict.fromkeys(("$", r"\(", r"\)", r"\[", r"\]"), "give one formula"),
    **dict.fromkeys((r"\left", r"\right"), "a parenthesis ( ) [ ] or \\{ \\} follows it"),
    **dict.fromkeys((r"\pm", r"\mp", "±"), "write one relation for each sign"),
    **dict.fromkeys((r"\over", r"\atop", r"\choose"), r"write a fraction as \frac{..}{..}"),
    **dict.fromkeys((r"\div", "÷"), "write / or \\frac{..}{..}"),
    **dict.fromkeys((r"\newcommand", r"\def", r"\let", r"\input", r"\include"), "macros are not expanded"),
    **dict.fromkeys((r"\ldots", r"\cdots", r"\dots", "…"), "write out what is left out"),
    r"\%": "a per cent sign follows a number",
    r"\$": "a dollar sign follows a number",
    "%": r"write \% for per cent",
    "#": "a formula holds no #",
    "√": r"write \sqrt{..}",
    "²": "write ^2",
    "³": "write ^3",
    ".": "a number needs digits on both sides of its point",
}
_READ = (
    *FRACTIONS,
    r"\sqrt", r"\max", r"\min", r"\exp", r"\log", r"\ln", r"\cdot", r"\times", r"\left", r"\right", r"\mathrm",
    r"\text", r"\hat", r"\bar",
)  # fmt: skip


def is_refused(written: str) -> bool:
    """True for what is known and not read, whatever the letters are."""
    return written in _REFUSED


def refusal(written: str, letters: Iterable[str]) -> str:
    r"""What an error says about something that cannot be read; `letters` are the commands that stand for letters.

    >>> refusal(r"\int", ())
    'cannot read \\int: integrals are not read'
    >>> refusal(r"\kapa", [r"\kappa"])
    'unknown command \\kapa; did you mean \\kappa?'
    """
    if written in _REFUSED:
        return f"cannot read {written if written.startswith(chr(92)) else repr(written)}: {_REFUSED[written]}"
    if not written.startswith("\\") or written in _READ:
        return f"unexpected {written if written in _READ else repr(written)}"
    close = nearest(written, [*_READ, *letters])
    hint = f"did you mean {' or '.join(close)}?" if close else f"formulas are written with {', '.join(_READ[:8])}, …"
    return f"unknown command {written[:40]}; {hint}"
