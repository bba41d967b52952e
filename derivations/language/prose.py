"""Formulas in prose: which pieces of a text are formulas in known names, each of them whole, and which are words."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from derivations.errors import InputError
from derivations.language.grammar import FUNCTIONS, Functions, parse_expression, parse_relation
from derivations.language.limits import MAX_NESTING
from derivations.language.tree import FormulaTree, Limit, Name, PartialDerivative, WrittenRelation, names

_ARROW, _INFINITY = "→", "∞"
_NONE: Functions = {}
_TOKEN = re.compile(
    r"(?P<typed>`[^`]+`|(?<!\S)n/a(?![\w*/^]))"  # what stands in backquotes is no prose, and n/a no quotient
    r"|(?P<partial>\(∂(?P<of>[A-Za-z]\w*)/∂(?P<by>[A-Za-z]\w*)\)_"
    r"(?P<held>[A-Za-z]\w*|\([A-Za-z]\w*(?:, [A-Za-z]\w*)*\)))"
    r"|(?P<number>[0-9]+(?:,[0-9]{3}(?![0-9]))*(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?(?:\[[^\][]{1,100}\])?)"
    r"|(?P<name>[A-Za-z][A-Za-z0-9_]*)"
    r"|(?P<sign>\*\*|[-−+*/^·×])|(?P<relation>>=|<=|==|[=<>≤≥→])|(?P<other>\S)"
)
_NAME = re.compile(r"[A-Za-z]\w*")
_THOUSANDS = re.compile(r"(?<=[0-9]),(?=[0-9]{3})")
_RELATION = re.compile(r"[=<>≤≥]")
_JOINED = re.compile(r"[\w/.:'’*^=<>+×·~\])-]")  # before the first sign: it stands in the middle of something else
_GOES_ON = re.compile(r"[\w(\[*/^=<>≤≥+×·→~]|['’](?!s\b)|[-−]\w|[.:,][0-9]")  # after the last one: likewise
_SHOWS = re.compile(r"[*/^+×·]|\w\(|\s[-−]\s")  # what an expression has, and a word with a hyphen has not
_NO_SIGN = re.compile(r"(?<=[0-9])-(?=[0-9])|(?<=\s)/(?=\S)")  # of a range or a date, 4-8, and of a unit, 50 /s
_ARTICLE = re.compile(r"(?<=\s)a\s+\w")
_WORDS = frozenset({"a", "A", "I"})  # letters that are words, too
_POWER = re.compile(r"[0-9][0-9,.]*e-?[0-9]+|[0-9]+\^-?[0-9]+")


@dataclass(frozen=True)
class Formula:
    """A formula as it stands in a text."""

    text: str
    tree: FormulaTree


def pieces(
    text: str, letters: Mapping[str, str], functions: Functions = _NONE, *, powers: bool = False
) -> tuple[str | Formula, ...]:
    """The text in pieces, plain ones and formulas in the names of `letters`, which holds the LaTeX letter of each.

    A name alone is a formula if it is no word, such as b_w or kappa, or if it is a single letter, but for an article or
    a pronoun, and after a number, where it is a unit. With `powers` so is a number written with one. `functions` are
    the names that are functions.

    >>> [getattr(piece, "tree", piece) for piece in pieces("no T, as load falls", {"T": "T", "load": "l"})]
    ['no ', Name(name='T'), ', as load falls']
    """
    tokens = list(_TOKEN.finditer(text))
    found: list[str | Formula] = []
    after = at = 0
    while at < len(tokens):
        partial = _partial(tokens[at], letters)
        if partial is not None:
            found += [text[after : tokens[at].start()], partial]
            after, at = tokens[at].end(), at + 1
            continue
        end = _end(text, tokens, at, letters, functions)
        if end == at or _is_enclosed(tokens[at:end]):
            at += 1
            continue
        start, stop = tokens[at].start(), tokens[end - 1].end()
        formula = read(text[start:stop], letters, functions)
        counted = at > 0 and tokens[at - 1].lastgroup == "number"
        if formula and _is_meant(formula, letters, counted=counted, powers=powers):
            found += [text[after:start], formula]
            after = stop
        at = end  # what reads like a formula and is none has none in it, either
    return tuple(piece for piece in (*found, text[after:]) if piece)


def set_prose(
    text: str,
    letters: Mapping[str, str],
    functions: Functions,
    formula: Callable[[FormulaTree], str],
    plain: Callable[[str], str] = str,
    *,
    powers: bool = False,
) -> str:
    """The text in a medium that says how a formula is set, and a stretch of plain text; the rest as for `pieces`."""
    return "".join(
        plain(piece) if isinstance(piece, str) else formula(piece.tree)
        for piece in pieces(text, letters, functions, powers=powers)
    )


def spaced(plain: Callable[[str], str]) -> Callable[[str], str]:
    """What sets plain text and leaves out spaces at its ends, with one at either end that has some."""

    def told(text: str) -> str:
        inner = plain(text)
        if not inner:
            return " " if text else ""
        return f"{' ' if text[0].isspace() else ''}{inner}{' ' if text[-1].isspace() else ''}"

    return told


def read(text: str, known: Iterable[str], functions: Functions = _NONE) -> Formula | None:
    """A text that is a formula in known names, or a limit such as L → 0, as one; None for any other."""
    plain = _THOUSANDS.sub("", text)
    try:
        if _ARROW in plain:
            left, to = plain.split(_ARROW, 1)
            goal = None if to.strip() == _INFINITY else parse_expression(to, known, functions)
            return Formula(text, Limit(parse_expression(left, known, functions), goal))
        parse = parse_relation if _RELATION.search(plain) else parse_expression
        return Formula(text, parse(plain, known, functions))
    except InputError:
        return None


def _partial(token: re.Match[str], known: Iterable[str]) -> Formula | None:
    """A derivative with what is held, ``(∂y/∂x)_z``, where all of them are known."""
    if token.lastgroup != "partial":
        return None
    of, by, held = token["of"], token["by"], tuple(token["held"].strip("()").split(", "))
    return Formula(token[0], PartialDerivative(of, by, held)) if {of, by, *held} <= set(known) else None


def in_partial_derivatives(text: str) -> frozenset[str]:
    """The names in the derivatives of a text that hold something.

    >>> sorted(in_partial_derivatives("(∂y/∂x)_z, at fixed z"))
    ['x', 'y', 'z']
    """
    found = (token for token in _TOKEN.finditer(text) if token.lastgroup == "partial")
    return frozenset(name for token in found for name in _NAME.findall(token[0]))


def _is_no_word(name: str, latex: str) -> bool:
    """True for a name that prose has in no other meaning."""
    return not name.isalpha() or (latex.startswith("\\") and latex != rf"\mathrm{{{name}}}")


def _end(text: str, tokens: list[re.Match[str]], at: int, known: Mapping[str, str], functions: Functions) -> int:
    """The end of the longest run of tokens that is built like a formula and stands by itself; `at` if none does.

    Operands and signs take turns, and one relation stands outside of parentheses.
    """
    best, depth, operand, related, call = at, 0, True, "", False
    if not _begins(text, tokens, at):
        return at
    for place in range(at, len(tokens)):
        token = tokens[place]
        kind, shown = token.lastgroup, token[0]
        if call and shown != "(":
            break
        call = False
        if operand:
            if shown == "(" and depth < MAX_NESTING:
                depth += 1
            elif kind == "name" and shown in functions:
                call = True
            elif kind == "number" or (kind == "name" and shown in known) or (shown == _INFINITY and related == _ARROW):
                operand = False
            elif kind == "name" and shown in FUNCTIONS:
                call = True
            elif shown not in "-−":
                break
        elif shown == ")" and depth:
            depth -= 1
        elif kind == "sign" or (shown == "," and depth):
            if not depth and _NO_SIGN.match(text, token.start()):
                break
            operand = True
        elif kind == "relation" and not depth and not related:
            operand, related = True, shown
        else:
            break
        stands = not (operand or depth or _GOES_ON.match(text, token.end()) or _ARTICLE.match(text, token.start()))
        best = place + 1 if stands else best
    return best


def _begins(text: str, tokens: list[re.Match[str]], at: int) -> bool:
    """True for a place where a formula may begin: not within a word, and with a minus only before its first operand."""
    token = tokens[at]
    if token[0] in "-−" and text[token.end() : token.end() + 1].isspace():
        return False
    return not _JOINED.match(text[token.start() - 1 : token.start()])


def _is_enclosed(tokens: list[re.Match[str]]) -> bool:
    """True if parentheses stand around the whole, which are the sentence's and not the formula's."""
    depth = 0
    for place, token in enumerate(tokens):
        depth += {"(": 1, ")": -1}.get(token[0], 0)
        if not depth:
            return bool(place) and place == len(tokens) - 1
    return False


def _is_meant(formula: Formula, letters: Mapping[str, str], *, counted: bool, powers: bool) -> bool:
    """True for a formula that is no word, and no number."""
    tree = formula.tree
    match tree:
        case Name(name):
            return name not in _WORDS and (_is_no_word(name, letters[name]) or (len(name) == 1 and not counted))
        case WrittenRelation(left, _, right):
            return bool(names(left) | names(right))
        case Limit(left, _):
            return bool(names(left))
        case PartialDerivative():
            return True
    if not names(tree):
        return powers and bool(_POWER.fullmatch(formula.text))
    return bool(_SHOWS.search(formula.text))
