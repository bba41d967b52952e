"""A reader of what a theorem for Rocq says, which knows nothing of how it was written: formulas at numbers."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping

_TOKEN = re.compile(r"\s*(/\\|<=|<>|->|=>|[A-Za-z_][\w']*|\d+|[-+*/^()<=:,])")
_NAMED = {"Rmax": max, "Rmin": min, "exp": math.exp, "ln": math.log, "power": lambda b, e: b**e, "ceiling": math.ceil}


def statement(text: str, name: str) -> str:
    """What a theorem of a file says, without remarks."""
    found = re.search(rf"^Theorem {name} :\n(.*?)^(?:\.\n)?Proof", text, re.MULTILINE | re.DOTALL)
    assert found, name
    told = re.sub(r"\(\*.*?\*\)", "", found[1], flags=re.DOTALL)
    return " ".join(told.split()).rstrip(". ")


def parts(text: str) -> list[str]:
    """The suppositions of a statement, and at the end its conclusions; what a family satisfies is as many of them."""
    text = re.sub(r"^(forall [^,]*,\s*)+", "", text)
    found = []
    for part in split(text, "->"):
        inside = re.fullmatch(r"(?:far|near|counting) \(fun \w+ : R => (.*)\)", part)
        found += [bare(each) for each in split(inside[1] if inside else bare(part), "/\\")]
    return found


def bare(text: str) -> str:
    """A text without parentheses around all of it."""
    text = text.strip()
    while text.startswith("(") and len(_level(text)) == 1:
        text = text[1:-1].strip()
    return text


def split(text: str, mark: str) -> list[str]:
    """Parts of a text between marks that stand in no parentheses."""
    found, depth, begin = [], 0, 0
    for place, letter in enumerate(text):
        depth += {"(": 1, ")": -1}.get(letter, 0)
        if not depth and text.startswith(mark, place):
            found.append(text[begin:place].strip())
            begin = place + len(mark)
    return [*found, text[begin:].strip()]


def _level(text: str) -> list[int]:
    """The places at which a text is outside of all parentheses again."""
    depth, found = 0, []
    for place, letter in enumerate(text):
        depth += {"(": 1, ")": -1}.get(letter, 0)
        if not depth:
            found.append(place)
    return found


class Formula:
    """A relation at numbers: both sides, and what stands between them."""

    def __init__(self, text: str, values: Mapping[str, float]) -> None:
        self._tokens = list(_TOKEN.findall(text))
        self._values = values
        self.left = self._sum()
        self.sign = self._tokens.pop(0)
        self.right = self._sum()
        assert not self._tokens, text

    def _next(self) -> str:
        return self._tokens[0] if self._tokens else ""

    def _sum(self) -> float:
        value = self._product()
        while self._next() in ("+", "-"):
            value += self._product() if self._tokens.pop(0) == "+" else -self._product()
        return value

    def _product(self) -> float:
        value = self._factor()
        while self._next() in ("*", "/"):
            if self._tokens.pop(0) == "*":
                value *= self._factor()
            else:
                value /= self._factor()
        return value

    def _factor(self) -> float:
        if self._next() in ("-", "/"):
            sign = self._tokens.pop(0)
            value = self._factor()
            return -value if sign == "-" else 1 / value
        value = self._call()
        if self._next() == "^":
            self._tokens.pop(0)
            value **= int(self._tokens.pop(0))
        return value

    def _call(self) -> float:
        token = self._tokens.pop(0)
        if token == "(":
            value = self._sum()
            assert self._tokens.pop(0) == ")"
            return value
        if token.isdigit():
            return float(token)
        arguments = []
        while self._next() == "(" or re.match(r"\w", self._next()):
            arguments.append(self._argument())
        return _NAMED[token](*arguments) if token in _NAMED else self._values[token]

    def _argument(self) -> float:
        token = self._next()
        if token == "(":
            return self._call()
        self._tokens.pop(0)
        return float(token) if token.isdigit() else self._values[token]
