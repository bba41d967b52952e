"""Prose with formulas in it as HTML: what parses as a formula in known letters is set as one."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import escape

from derivations.engine.written.mathml import math, relation_mathml, to_mathml
from derivations.engine.written.nodes import OPERATORS, Node, names
from derivations.engine.written.parser import parse_expression, parse_relation
from derivations.errors import InputError
from derivations.render.html.letters import Letters, letters_of

_CODE = re.compile(r"`([^`]+)`")
_SPACES = re.compile(r"(\s+)")
_CHUNK = re.compile(r"(?P<open>\(?)(?P<core>.*?)(?P<close>[)\].,;:!?]*)", flags=re.DOTALL)
_FORMULA = re.compile(r"[A-Za-z0-9_+*/^=<>()., ≥≤→∞−×·-]+")
_NAME = re.compile(r"(?<![A-Za-z0-9_.])[A-Za-z][A-Za-z0-9_]*")  # not the e of 1e-12
_SIGN = re.compile(r"[-+*/^=<>≥≤→]")
_WORDS = frozenset({"a", "A", "I"})  # letters that are words, too
_CALLS = frozenset({"max", "min", "sqrt", "exp", "log"})


def prose(text: str, letters: Letters) -> str:
    """Plain text as HTML: formulas and letters as mathematics, what stands in backquotes as code."""
    parts = _CODE.split(text)
    return "".join(
        f"<code>{escape(part)}</code>" if place % 2 else "".join(_set(part, letters))
        for place, part in enumerate(parts)
    )


def formula(text: str, letters: Letters) -> str:
    """A formula in our grammar as MathML in running text; a text that is none as code."""
    return _parsed(text, letters) or f"<code>{escape(text)}</code>"


def _set(text: str, letters: Letters) -> Iterator[str]:
    """Pieces of HTML; runs of words that may be a formula are tried together, then one by one."""
    words = _SPACES.split(text)  # every second one is the space between
    at = 0
    while at < len(words):
        end = _run_end(words, at, letters)
        if end == at:
            yield escape(words[at])
            at += 1
            continue
        number_before = at > 1 and words[at - 2][-1:].isdigit()
        for stop in range(end, at, -2):
            if shown := _run("".join(words[at:stop]), letters, alone=stop == at + 1 and number_before):
                yield shown
                at = stop
                break
        else:
            yield escape(words[at])
            at += 1


def _run_end(words: list[str], at: int, letters: Letters) -> int:
    """Where the words from a place on stop looking like part of a formula; the place itself if they do not."""
    end = at
    while end < len(words) and _may_belong(words[end], letters):
        end += 1
        if words[end - 1][-1] in ".,;:!?" or end >= len(words) - 1:
            break
        end += 1
    return end if (end - at) % 2 else max(end - 1, at)


def _may_belong(word: str, letters: Letters) -> bool:
    core = word.strip(".,;:!?")
    if not core.strip() or not _FORMULA.fullmatch(core):
        return False
    return all(name in letters or name in _CALLS for name in _NAME.findall(core))


def _run(text: str, letters: Letters, *, alone: bool) -> str:
    match = _CHUNK.fullmatch(text)
    before, core, after = match.groups() if match else ("", text, "")
    if before and core.count(")") > core.count("("):
        before, core = "", before + core
    while after.startswith(")") and core.count("(") > core.count(")"):
        core, after = core + ")", after[1:]
    found = set(_NAME.findall(core)) - _CALLS
    if not found or core in _WORDS:
        return ""
    if core in found and (alone or not (len(core) == 1 or _is_no_word(core, letters))):
        return ""
    if core not in found and not _SIGN.search(core):
        return ""
    shown = _parsed(core, letters)
    return f"{escape(before)}{shown}{escape(after)}" if shown else ""


def _is_no_word(name: str, letters: Letters) -> bool:
    return "_" in name or letters[name]["latex"].startswith("\\")


def _parsed(text: str, letters: Letters) -> str:
    signs = letters_of(letters)
    try:
        if "→" in text:
            left, right = (_side(part.strip(), letters, signs) for part in text.split("→", 1))
            return math(f"<mrow>{left}<mo>→</mo>{right}</mrow>")
        if any(operator in text for operator in (*OPERATORS, "≥", "≤")):
            relation = parse_relation(text, letters)
            return math(relation_mathml(relation, signs))
        return math(_side(text, letters, signs))
    except InputError:
        return ""


def _side(text: str, letters: Letters, signs: dict[str, str]) -> str:
    if text == "∞":
        return "<mi>∞</mi>"
    node: Node = parse_expression(text, letters)
    return to_mathml(node, signs) if names(node) else to_mathml(node, {})
