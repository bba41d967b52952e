"""LaTeX to tokens: what concerns the page is dropped, what a formula here cannot say is refused with a reason."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace

from derivations.errors import GrammarError, nearest
from derivations.language.greek import GREEK, GREEK_LETTERS
from derivations.language.latex_reading import signs
from derivations.language.limits import check_length

_COMMAND = re.compile(r"\\(?:[A-Za-z]+|.)", re.DOTALL)
_NUMBER = re.compile(
    r"[0-9]{1,3}(?:(?:\{,\}|\\,)[0-9]{3})+(?![0-9])(?:\.[0-9]+)?"  # thousands set apart, as in 1{,}234
    r"|[0-9]+(?:\.[0-9]+)?"
)
_SCIENTIFIC = re.compile(  # siunitx: a number, with a power of ten and a unit
    r"\\(?:num|SI|qty)(?![A-Za-z])\s*(?:\[[^\]]*\])?\s*\{\s*([0-9]+(?:\.[0-9]+)?)\s*(?:[eE]\s*([+-]?[0-9]{1,3}))?\s*\}"
)
_UNIT = re.compile(r"\s*(?:\[[^\]]*\])?\s*\{([^{}]*)\}")
_UNIT_COMMANDS = {
    "pico": "p", "nano": "n", "micro": "µ", "milli": "m", "kilo": "k", "mega": "M", "giga": "G", "tera": "T",
    "peta": "P",
    "exa": "E", "kibi": "Ki", "mebi": "Mi", "gibi": "Gi", "tebi": "Ti", "byte": "B", "bit": "bit", "second": "s",
    "minute": "min", "hour": "h", "day": "day", "watt": "W", "joule": "J", "hertz": "Hz", "percent": "%",
    "flop": "FLOP", "token": "token", "squared": "^2", "cubed": "^3",
}
_PREFIXES = frozenset({"p", "n", "µ", "m", "k", "M", "G", "T", "P", "E", "Ki", "Mi", "Gi", "Ti"})
_APART = re.compile(r"\{,\}|\\,")

# how a sign may be written: what it stands for
_SIGNS = {
    r"\cdot": "*", r"\times": "*", r"\ast": "*", "*": "*", "·": "*", "×": "*", "⋅": "*", "/": "/",
    "+": "+", "-": "-", "−": "-", "^": "^", "_": "_", "'": "'", "′": "'", "’": "'", ",": ",",
    "(": "(", ")": ")", "[": "[", "]": "]", r"\lbrack": "[", r"\rbrack": "]",
    r"\lceil": r"\lceil", r"\rceil": r"\rceil", "!": "!",
    r"\{": r"\{", r"\}": r"\}", r"\lbrace": r"\{", r"\rbrace": r"\}", "{": "{", "}": "}",
    **signs.OPERATORS,
}
FRACTIONS = (r"\frac", r"\dfrac", r"\tfrac", r"\cfrac")
_SAME = {"·": r"\cdot", "⋅": r"\cdot", "×": r"\times", "µ": r"\mu", "’": "'", "′": "'", "−": "-"}
_SPACES = frozenset({
    r"\,", r"\!", r"\;", r"\:", r"\>", r"\quad", r"\qquad", r"\enspace", r"\thinspace", r"\medspace",
    r"\thickspace", r"\negthinspace", r"\displaystyle", r"\textstyle", r"\nonumber", r"\notag", r"\limits",
    r"\nolimits",
})
_SIZES = frozenset(
    "\\" + size + side
    for size in ("big", "Big", "bigg", "Bigg") for side in ("", "l", "r", "m")
) | {r"\left", r"\right"}
_DELIMITERS = frozenset({"(", ")", "[", "]", r"\{", r"\}", r"\lceil", r"\rceil"})
_RELATIONS = frozenset(signs.OPERATORS.values())
_ALIGNED, _LOOSE = _RELATIONS | {"+", "-"}, _RELATIONS | {"*", "/"}
_LONGEST_SHOWN = 60
_OTHER_LETTERS = frozenset({"ell", "hbar", "imath", "jmath"})
_NOTES = frozenset({r"\label", r"\tag"})
_PUNCTUATION = frozenset({".", ",", ";"})
_FRAMES = {"$": "$", r"\(": r"\)", r"\[": r"\]"}
_ENVIRONMENTS = frozenset({
    "equation", "align", "aligned", "gather", "gathered", "multline", "split", "eqnarray", "flalign",
    "displaymath", "math",
})


@dataclass(frozen=True)
class LatexToken:
    """A piece of a formula, from `column` up to `end`, counted from 1.

    `kind` is ``letter``, ``number``, ``command``, ``end``, the sign that it stands for, or the character itself;
    `text` is as written, but for signs and digits that have several spellings.
    """

    kind: str
    text: str
    column: int
    end: int


@dataclass(frozen=True)
class TokenizedFormula:
    """The tokens of a formula, with an ``end`` token after the last, and for each brace { where it is closed."""

    text: str
    tokens: tuple[LatexToken, ...]
    closing: dict[int, int]

    def argument_end(self, at: int) -> int:
        """The end of the argument that starts at a place: a group, or one token, or nothing."""
        if self.tokens[at].kind in ("end", "}"):
            return at
        return self.closing.get(at, at) + 1

    def shown(self, at: int, end: int) -> str:
        """The text between two places, on one line and not too long."""
        first, last = self.tokens[at], self.tokens[max(at, end - 1)]
        text = " ".join(self.text[first.column - 1 : last.end - 1].split())
        return text if len(text) <= _LONGEST_SHOWN else text[: _LONGEST_SHOWN - 1] + "…"

    def error(self, message: str, token: LatexToken) -> GrammarError:
        """An error that points at a token."""
        return GrammarError(message, self.text, token.column)


def read_tokens(text: str) -> TokenizedFormula:
    r"""The tokens of one formula, without its frame, its label and its last full stop; raises `GrammarError`.

    >>> [token.text for token in read_tokens(r"$$ t \ge \frac{S}{W}\,. $$").tokens]
    ['t', '\\ge', '\\frac', '{', 'S', '}', '{', 'W', '}', '']
    """
    check_length(text)
    tokens = _unframed(_without_notes(_lexed(text)))
    tokens = _without_sizes(_signs_out_of_braces(_without_alignment(tokens)))
    end = len(text) + 1
    return TokenizedFormula(text, (*tokens, LatexToken("end", "", end, end)), _pairs(text, tokens))


def _lexed(text: str) -> list[LatexToken]:
    tokens: list[LatexToken] = []
    at = 0
    while at < len(text):
        if (scientific := _SCIENTIFIC.match(text, at)) is not None:
            written, at = _scientific(text, scientific)
            tokens += (replace(each, column=scientific.start() + 1, end=at + 1) for each in _lexed(written))
            continue
        token = _token(text, at)
        if token.kind == "number" and tokens and tokens[-1].text in FRACTIONS:
            token = LatexToken("number", text[at], at + 1, at + 2)  # TeX takes one digit: \frac12 is a half
        at = token.end - 1
        if not (token.text.isspace() or token.text == "~" or token.text in _SPACES):
            tokens.append(token)
    return tokens


def _scientific(text: str, number: re.Match[str]) -> tuple[str, int]:
    r"""What ``\SI{1.5e12}{\byte\per\second}`` is without its package, and where it ends; raises `GrammarError`."""
    written, end = number[1], number.end()
    if number[2]:
        written = rf"{written} \times 10^{{{int(number[2])}}}"
    if number[0].startswith(r"\num"):
        return written, end
    unit = _UNIT.match(text, end)
    if unit is None:
        raise GrammarError("the number has no unit in braces behind it", text, end + 1)
    parts = list[str]()
    for part in re.findall(r"\\[A-Za-z]+|[^\\]+", unit[1]):
        name = part.strip().removeprefix("\\")
        if not part.startswith("\\"):
            parts.append(part.strip())
        elif name in ("per", "cdot"):
            parts.append("/" if name == "per" else "·")
        elif name in _UNIT_COMMANDS:
            meant = _UNIT_COMMANDS[name]
            is_apart = bool(parts) and parts[-1] not in ("/", "·") and parts[-1] not in _PREFIXES
            parts.append(f"·{meant}" if is_apart and not meant.startswith("^") else meant)
        else:
            message = f"unknown unit \\{name[:20]}; write the unit in letters, such as TB/s"
            raise GrammarError(message, text, unit.start(1) + 1)
    whole = "".join(parts)
    whole = f"1{whole}" if whole.startswith("/") else whole
    return rf"{written}\,\mathrm{{{whole}}}", unit.end()


def _token(text: str, at: int) -> LatexToken:
    if match := _NUMBER.match(text, at):
        return LatexToken("number", _APART.sub("", match[0]), at + 1, match.end() + 1)
    match = _COMMAND.match(text, at)
    written = match[0] if match else text[at : at + (2 if text[at : at + 2] in _SIGNS else 1)]
    end = at + len(written) + 1
    if match and written[1].isspace():
        return LatexToken(" ", " ", at + 1, end)
    if written in GREEK:
        return LatexToken("command", "\\" + GREEK[written], at + 1, end)
    written = _SAME.get(written, written)
    if written in _SIGNS:
        return LatexToken(_SIGNS[written], written, at + 1, end)
    if written.startswith("\\"):
        return LatexToken("command", written, at + 1, end)
    return LatexToken("letter" if written.isascii() and written.isalpha() else written, written, at + 1, end)


def _without_notes(tokens: list[LatexToken]) -> list[LatexToken]:
    """The tokens without labels and equation numbers."""
    kept: list[LatexToken] = []
    at = 0
    while at < len(tokens):
        if tokens[at].text in _NOTES:
            opened = at + 1 + (tokens[at + 1 : at + 2] != [] and tokens[at + 1].text == "*")
            closed = next((i for i in range(opened, len(tokens)) if tokens[i].kind == "}"), None)
            if closed is not None and tokens[opened].kind == "{":
                at = closed + 1
                continue
        kept.append(tokens[at])
        at += 1
    return kept


def _unframed(tokens: list[LatexToken]) -> list[LatexToken]:
    """The tokens between dollars, brackets or the two ends of an environment, without a last full stop."""
    first, last = 0, len(tokens)
    while first < last:
        ending, before = tokens[last - 1].text, tokens[max(first, last - 2)].text
        if ending == r"\\" or (ending in _PUNCTUATION and ending != before):
            last -= 1
        elif last - first > 1 and _FRAMES.get(tokens[first].text) == tokens[last - 1].text:
            first, last = first + 1, last - 1
        elif inner := _environment(tokens, first, last):
            first, last = inner
        else:
            break
    return tokens[first:last]


def _environment(tokens: list[LatexToken], first: int, last: int) -> tuple[int, int] | None:
    """The place between ``\\begin{equation}`` and ``\\end{equation}``, if that is what stands at the two ends."""
    if tokens[first].text != r"\begin":
        return None
    brace = next((i for i in range(first + 1, last) if tokens[i].kind == "}"), last)
    name = "".join(token.text for token in tokens[first + 1 : brace + 1])
    ending = last - (brace + 1 - first)
    if ending <= brace or name.strip("{}").removesuffix("*") not in _ENVIRONMENTS:
        return None
    if "".join(token.text for token in tokens[ending:last]) != r"\end" + name:
        return None
    return brace + 1, ending


def _without_alignment(tokens: list[LatexToken]) -> list[LatexToken]:
    """The tokens without the signs & beside another sign, and the empty groups that stand there."""
    kept: list[LatexToken] = []
    at = 0
    while at < len(tokens):
        kinds = [token.kind for token in tokens[at : at + 3]]
        step = 3 if kinds in (["{", "}", "&"], ["&", "{", "}"]) else int(kinds[0] == "&")
        around = [*(token.kind for token in kept[-1:]), *(token.kind for token in tokens[at + step : at + step + 1])]
        if step and (len(around) < 2 or _ALIGNED & set(around)):
            at += step
        else:
            kept.append(tokens[at])
            at += 1
    return kept


def _signs_out_of_braces(tokens: list[LatexToken]) -> list[LatexToken]:
    """The tokens with ``{=}`` and ``{\\cdot}``, which only change the spacing, as the sign alone."""
    kept: list[LatexToken] = []
    at = 0
    while at < len(tokens):
        opens, sign, closes = (*(token.kind for token in tokens[at : at + 3]), "", "", "")[:3]
        is_script = kept != [] and kept[-1].kind in ("_", "^")
        if opens == "{" and closes == "}" and sign in _LOOSE and not is_script:
            kept.append(tokens[at + 1])
            at += 3
        else:
            kept.append(tokens[at])
            at += 1
    return kept


def _without_sizes(tokens: list[LatexToken]) -> list[LatexToken]:
    """The tokens without ``\\left``, ``\\bigl`` and the like, where a parenthesis follows."""
    after = [*(token.kind for token in tokens[1:]), ""]
    return [t for t, kind in zip(tokens, after, strict=False) if t.text not in _SIZES or kind not in _DELIMITERS]


def _pairs(text: str, tokens: list[LatexToken]) -> dict[int, int]:
    """For each opening brace where it is closed."""
    pairs: dict[int, int] = {}
    opened: list[int] = []
    for at, token in enumerate(tokens):
        if token.kind == "{":
            opened.append(at)
        elif token.kind == "}":
            if not opened:
                raise GrammarError("this brace was never opened", text, token.column)
            pairs[opened.pop()] = at
    if opened:
        raise GrammarError("a brace is never closed", text, tokens[opened[-1]].column)
    return pairs


def is_letter_command(command: str) -> bool:
    r"""True for a command that is a letter, such as ``\phi``, ``\varphi`` and ``\ell``."""
    name = command.removeprefix("\\")
    return name != command and (name in _OTHER_LETTERS or name.removeprefix("var") in GREEK_LETTERS)


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
    **dict.fromkeys(signs.ABOUT, _EQUATION),
    **dict.fromkeys((r"\propto", "∝"), _PROPORTION),
    **dict.fromkeys((r"\ll", r"\gg", r"\lesssim", r"\gtrsim"), _MUCH),
    **dict.fromkeys((r"\ne", r"\neq", r"\not", "≠"), _UNEQUAL),
    **dict.fromkeys((*signs.DEFINING, r"\stackrel", r"\overset", ":"), _DEFINES),
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
    r"\%": "a percent sign follows a number",
    r"\$": "a dollar sign follows a number",
    "%": r"write \% for percent",
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
)


def is_refused(written: str) -> bool:
    """True for what is known and not read, whatever the letters are."""
    return written in _REFUSED


def refusal(written: str, letters: Iterable[str]) -> str:
    r"""The message of an error about something that cannot be read; `letters` are the commands that stand for letters.

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
