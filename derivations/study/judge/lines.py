r"""Texts with several relations, such as a chain, ``aligned`` lines and ``cases``: the single formulas they state."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

from derivations.errors import GrammarError
from derivations.language.latex_reading import signs
from derivations.language.limits import check_length
from derivations.language.relation import OPPOSITE

_NAMED = r"text|textrm|mathrm|mbox|textnormal"
_PIECE = re.compile(rf"(?P<sign>{signs.pattern(signs.ALL)})|\\[{{}}]|\\[A-Za-z]+|\\.|[(){{}}\[\]]|.", re.DOTALL)
_IF = re.compile(rf"(?:,|\\(?:quad|qquad|,|;|:)|\s)*\\(?:{_NAMED})\s*\{{\s*(?:if|when|where|for|whenever)\s*\}}")
_PLAIN_IF = re.compile(r"(?<=\s)(?:if|when|where|for)(?=\s)")
_ELSE = re.compile(rf"\\(?:{_NAMED})\s*\{{\s*\(?(?:otherwise|else)\)?[.,;]?\s*\}}|otherwise|else")
_SET = {"=": "=", "<": "<", ">": ">", "<=": r"\leq", ">=": r"\geq"}
_LINES = "align|aligned|alignat|alignedat|gather|gathered|multline|split|eqnarray|flalign"
_OPEN, _CLOSE = r"(?:\$\$?|\\\[|\\\()?\s*", r"\s*[.,;]?\s*(?:\$\$?|\\\]|\\\))?\s*"
_IN_LINES = re.compile(
    rf"\s*{_OPEN}\\begin\s*\{{(?P<name>(?:{_LINES})\*?)\}}(?:\s*\{{\d+\}})?(?P<body>.*)\\end\s*\{{(?P=name)\}}{_CLOSE}",
    re.DOTALL)
_CASES = re.compile(r"(?P<before>.*?)(?:\\left\\\{\s*)?\\begin\s*\{(?P<name>[dr]?cases\*?)\}(?P<body>.*)"
                    r"\\end\s*\{(?P=name)\}(?:\s*\\right\.)?(?P<after>.*)", re.DOTALL)
_BREAK = re.compile(r"\\\\(?:\s*\[[^\]]*\])?")
_COLUMN = re.compile(r"(?<!\\)&")
_NOTE = re.compile(r"\\(?:label|tag)\*?\s*\{[^{}]*\}")
_LAST = " \t\n,.;"


def is_latex(text: str) -> bool:
    r"""True for a text that can be no other formula than one in LaTeX: with a command, or braces of a script.

    >>> is_latex(r"B = \frac{a}{b}"), is_latex("N_{act} = 2"), is_latex("B = a/b")
    (True, True, False)
    """
    return "\\" in text or re.search(r"[_^]\{", text) is not None


def formulas(text: str, *, latex: bool) -> tuple[str, ...]:
    r"""The formulas that a text states, each with one relation and its condition behind it; the text itself where it is
    one formula, or none that is known.

    The lines of ``aligned`` and its like are a formula each; one that begins with a sign goes on with the left side
    before it, and a chain ``a = b = c`` says of a what b and c say. Each of the ``cases`` stands under its condition,
    and ``otherwise`` is the opposite of those before it. Raises `GrammarError` for cases that are not read.

    >>> formulas("a = b = c if d > 1", latex=False)
    ('a = b if d > 1', 'a = c if d > 1')
    >>> formulas(r"a = \begin{cases} b & c < d \\ 0 & \text{otherwise} \end{cases}", latex=True)
    ('a = b \\text{if} c < d', 'a = 0 \\text{if} c \\geq d')
    """
    check_length(text)
    if not latex:
        condition = _PLAIN_IF.search(text)
        end = len(text) if condition is None else condition.start()
        found = tuple(_chain(text[:end]))
        return (text,) if len(found) < 2 else tuple(f"{each.strip()} {text[end:]}".strip() for each in found)
    inside = _IN_LINES.fullmatch(text)
    if inside is None:
        return _of_line(text)
    lines = list[str]()
    for line in _rows(_NOTE.sub("", inside["body"])):
        row = _COLUMN.sub(" ", line) if r"\begin" not in line else line
        if not row.strip(_LAST):
            continue
        here = _signs(row)
        if lines and not here and r"\begin" not in row:  # a line that is broken
            lines[-1] = f"{lines[-1].rstrip()} {row.strip()}"
        elif lines and here and not row[:here[0].start()].strip():
            lines.append(f"{_left(lines[-1])} {row.strip()}")
        else:
            lines.append(row.strip())
    return tuple(each for line in lines for each in _of_line(line.strip(_LAST))) or (text,)


def _of_line(line: str) -> tuple[str, ...]:
    cases = _CASES.fullmatch(line)
    if cases is not None:
        return tuple(_of_cases(cases))
    condition = _IF.search(line)
    end = len(line) if condition is None else condition.start()
    found = tuple(_chain(line[:end]))
    return (line,) if len(found) < 2 else tuple(f"{each} {line[end:]}".strip() for each in found)


def _of_cases(cases: re.Match[str]) -> Iterator[str]:
    r"""The formulas of ``t = \begin{cases} a & x < y \\ b & \text{otherwise} \end{cases}``."""
    start = re.sub(r"^\s*(?:\$\$?|\\\[|\\\()", "", cases["before"]).replace("&", " ").strip()
    if cases["after"].strip(" \t\n,.;$").removesuffix(r"\]").removesuffix(r"\)").strip(_LAST):
        raise GrammarError("nothing may stand behind the cases", cases.string, cases.start("after") + 1)
    seen = list[str]()
    for row in _rows(cases["body"]):
        value, _, behind = (part.strip() for part in _COLUMN.sub("\0", row, count=1).partition("\0"))
        if not behind and (said := _IF.search(value)) is not None:
            value, behind = value[:said.start()], value[said.start():]
        under = _IF.sub("", re.sub(r"^\s*(?:if|when|where|for)\s", "", behind), count=1).replace("&", " ").strip(_LAST)
        value = value.strip(_LAST)
        if not value:
            continue
        if _ELSE.fullmatch(under) or (not under and seen):
            under = r" \text{and} ".join(_negated(each, cases) for each in seen)
        elif under:
            seen.append(under)
        formula = f"{start} {value}" if start else value
        yield rf"{formula} \text{{if}} {under}" if under else formula


def _negated(condition: str, cases: re.Match[str]) -> str:
    """The opposite of a condition that is one inequality; raises `GrammarError` for another."""
    found = _signs(condition)
    operator = signs.OPERATORS.get(found[0].group(), "") if len(found) == 1 else ""
    if operator not in OPPOSITE or r"\text" in condition:
        raise GrammarError("'otherwise' is read beside one inequality alone; write its condition out",
                           cases.string, cases.start("body") + 1)
    return f"{condition[:found[0].start()]}{_SET[OPPOSITE[operator]]}{condition[found[0].end():]}"


def _rows(body: str) -> list[str]:
    """The lines of an environment; breaks within one inside it are its own."""
    rows, depth, start = list[str](), 0, 0
    # two signs \\ in double quotes of a shell are one
    line_break = _BREAK.pattern if r"\\" in body else r"\\(?=\s)"
    for match in re.finditer(rf"\\begin\b|\\end\b|{line_break}|[{{}}]", body):
        if match[0] in ("{", "}", r"\begin", r"\end"):
            depth += 1 if match[0] in ("{", r"\begin") else -1
        elif depth == 0:
            rows.append(body[start:match.start()])
            start = match.end()
    return [*rows, body[start:]]


def _chain(text: str) -> Iterator[str]:
    """The relations of a chain: each says something of the first side, as long as all before it are equations."""
    found = _signs(text)
    if len(found) < 2:
        return
    starts = [0, *(sign.end() for sign in found)]
    ends = [*(sign.start() for sign in found), len(text)]
    sides = [text[start:end].strip() for start, end in zip(starts, ends, strict=True)]
    if not all(sides):
        return
    equal = True
    for sign, (before, after) in zip(found, pairwise(sides), strict=True):
        yield f"{sides[0] if equal else before} {sign.group()} {after}"
        equal = equal and signs.OPERATORS.get(sign.group(), "=") not in OPPOSITE


def _left(line: str) -> str:
    """The left side of a formula."""
    found = _signs(line)
    return line[:found[0].start()].strip() if found else line


def _signs(text: str) -> list[re.Match[str]]:
    """The signs of relations that stand in no parentheses and no braces."""
    found, depth = list[re.Match[str]](), 0
    for match in _PIECE.finditer(text):
        if match[0] in "([{" or match[0] == r"\{":
            depth += 1
        elif match[0] in ")]}" or match[0] == r"\}":
            depth -= 1
        elif match["sign"] and depth == 0:
            found.append(match)
    return found
