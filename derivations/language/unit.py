"""Unit strings such as ``TFLOP/s/GPU`` or ``FLOP/(parameter·token)`` read to an exact factor and a dimension.

Prefixes are decimal (k, M, G, T, P, E; m, u, n for seconds and joules, p for joules alone); `Ki`, `Mi`, `Gi` and `Ti`
are binary.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

from derivations.errors import InputError, UnknownNameError
from derivations.language.dimension import BASES, PURE, Dimension

DECIMAL_PREFIXES = {
    "p": Fraction(1, 10**12), "n": Fraction(1, 10**9), "u": Fraction(1, 10**6), "µ": Fraction(1, 10**6),
    "μ": Fraction(1, 10**6),  # the Greek letter, as keyboards give it
    "m": Fraction(1, 10**3), "": Fraction(1), "k": Fraction(10**3), "M": Fraction(10**6),
    "G": Fraction(10**9), "T": Fraction(10**12), "P": Fraction(10**15), "E": Fraction(10**18),
}
BINARY_PREFIXES = {
    "Ki": Fraction(2**10), "Mi": Fraction(2**20), "Gi": Fraction(2**30), "Ti": Fraction(2**40),
}
NUMBER_WORDS = {
    "quadrillion": Fraction(10**15), "trillion": Fraction(10**12),
    "billion": Fraction(10**9), "million": Fraction(10**6),
}

# what is made of two bases
_POWER = "J/s"
# word: (factor, base or None for pure, prefixes allowed)
_WORDS: dict[str, tuple[Fraction, str | None, str]] = {
    "FLOP": (Fraction(1), "FLOP", "kMGTPE"), "FLOPs": (Fraction(1), "FLOP", "kMGTPE"),
    "byte": (Fraction(1), "byte", "kMGTPE"), "bytes": (Fraction(1), "byte", "kMGTPE"),
    "B": (Fraction(1), "byte", "kMGTPE"), "bit": (Fraction(1, 8), "byte", "kMGTPE"),
    "bits": (Fraction(1, 8), "byte", "kMGTPE"),
    "token": (Fraction(1), "token", "kMGT"), "tokens": (Fraction(1), "token", "kMGT"),
    "tok": (Fraction(1), "token", "kMGT"),
    "parameter": (Fraction(1), "parameter", "kMGT"),
    "parameters": (Fraction(1), "parameter", "kMGT"),
    "param": (Fraction(1), "parameter", "kMGT"), "params": (Fraction(1), "parameter", "kMGT"),
    "sequence": (Fraction(1), "sequence", "kM"), "sequences": (Fraction(1), "sequence", "kM"),
    "seq": (Fraction(1), "sequence", "kM"), "seqs": (Fraction(1), "sequence", "kM"),
    "GPU": (Fraction(1), "GPU", "k"), "GPUs": (Fraction(1), "GPU", "k"),
    "dollar": (Fraction(1), "dollar", "kM"), "dollars": (Fraction(1), "dollar", "kM"),
    "USD": (Fraction(1), "dollar", ""), "$": (Fraction(1), "dollar", ""),
    "s": (Fraction(1), "s", "munµμ"), "second": (Fraction(1), "s", ""),
    "seconds": (Fraction(1), "s", ""), "min": (Fraction(60), "s", ""),
    "minute": (Fraction(60), "s", ""), "minutes": (Fraction(60), "s", ""),
    "h": (Fraction(3600), "s", ""), "hour": (Fraction(3600), "s", ""),
    "hours": (Fraction(3600), "s", ""), "day": (Fraction(86400), "s", ""),
    "days": (Fraction(86400), "s", ""), "week": (Fraction(7 * 86400), "s", ""),
    "weeks": (Fraction(7 * 86400), "s", ""),
    "J": (Fraction(1), "J", "munpµμkMGT"), "joule": (Fraction(1), "J", "k"), "joules": (Fraction(1), "J", "k"),
    "Wh": (Fraction(3600), "J", "kMGT"),
    "W": (Fraction(1), _POWER, "mkMGT"), "watt": (Fraction(1), _POWER, "k"), "watts": (Fraction(1), _POWER, "k"),
    "%": (Fraction(1, 100), None, ""),
}

# the case in which prefixes are written
_CASES = {"": "", "k": "k", "m": "M", "g": "G", "t": "T", "p": "P", "e": "E"}

_NO_ONE_LENGTH = {"month": "30 days", "months": "30 days", "year": "365 days", "years": "365 days"}

# how units are said
_GPU_TIME = re.compile(r"\bGPU-(second|hour|day)s?\b")
_PER, _AND = re.compile(r"(?:\s+|\A)per\s+"), re.compile(r"\s+and\s+")
_RATE = re.compile(r"(?<![/\w])([kMGTPE]?FLOP)S\b")  # TFLOPS are TFLOP/s; behind a stroke that would be another unit
_MILLION = re.compile(r"\b(?:thousand|million)\s+(?=[A-Za-z])")
_THOUSANDS = {"thousand": "k", "million": "M"}
_TOKEN = re.compile(r"\s*([A-Za-zµμ]+|[$%]|\d+|[*·/^()-])")
_MAX_LENGTH = 120
_MAX_EXPONENT = 12
_MAX_POWER = 64  # of a base, after all powers of powers
_MAX_BITS = 4096  # of the size in base units


@dataclass(frozen=True)
class Unit:
    """A unit: its text as written, its exact size in base units, and its dimension."""

    text: str
    factor: Fraction
    dimension: Dimension


@dataclass(frozen=True)
class Spellings:
    """The words for one unit: which of them, its exact size in base units, what it measures, and its prefixes."""

    words: tuple[str, ...]
    factor: Fraction
    dimension: Dimension
    prefixes: tuple[str, ...]


def spellings() -> tuple[Spellings, ...]:
    """Every word that is read as a unit, those of one unit together.

    >>> next(item.words for item in spellings() if item.factor == 86400)
    ('day', 'days')
    """
    groups: dict[tuple[Fraction, str | None, str], list[str]] = {}
    for word, entry in _WORDS.items():
        groups.setdefault(entry, []).append(word)
    return tuple(
        Spellings(tuple(words), factor, _dimension(base), (*allowed, *(BINARY_PREFIXES if base == "byte" else ())))
        for (factor, base, allowed), words in groups.items()
    )


@lru_cache(maxsize=1024)
def parse_unit(text: str) -> Unit:
    """Read a unit; the empty text is the pure number 1.

    Raises `InputError` for a malformed text and `UnknownNameError` for an unknown unit.

    >>> unit = parse_unit("TB/s/GPU")
    >>> unit.factor, str(unit.dimension)
    (Fraction(1000000000000, 1), 'byte/(GPU·s)')

    Units as they are said are units, too.

    >>> parse_unit("dollars per million tokens") == parse_unit("dollars/Mtokens")
    True
    """
    if len(text) > _MAX_LENGTH:
        raise InputError(f"unit text is longer than {_MAX_LENGTH} characters")
    return _UnitReader(_as_typed(text)).read()


def _as_typed(text: str) -> str:
    """A unit in words ("FLOP per parameter and token", "GPU-hours") with the signs of the grammar."""
    typed = _RATE.sub(r"\1/s", _GPU_TIME.sub(r"GPU·\1", text))
    before, *others = _PER.split(typed)
    under = "".join(
        f"/({name})" if "·" in name else f"/{name}"
        for other in others for name in _AND.split(_MILLION.sub(lambda found: _THOUSANDS[found[0].split()[0]], other))
    )
    return f"{before.strip() or ('1' if under else '')}{under}"


def _lookup(word: str) -> tuple[Fraction, Dimension]:
    found = _WORDS.get(word)
    if found is not None:
        factor, base, _ = found
        return factor, _dimension(base)
    for prefix, scale in {**BINARY_PREFIXES, **DECIMAL_PREFIXES}.items():
        if not prefix or not word.startswith(prefix):
            continue
        found = _WORDS.get(word[len(prefix) :])
        if found is None:
            continue
        factor, base, allowed = found
        if base is not None and (prefix in allowed or (prefix in BINARY_PREFIXES and base == "byte")):
            return factor * scale, _dimension(base)
    if word in _NO_ONE_LENGTH:
        raise InputError(f"{word} is no unit, as it has no one length: write days, as in {_NO_ONE_LENGTH[word]}")
    raise UnknownNameError("unit", word, [*BASES, "GB", "TB", "TFLOP", "ms", "hour", "day"], meant=_meant(word))


def _meant(word: str) -> tuple[str, ...]:
    """The units that somebody may mean who writes another case, b for bit or byte, or ps for a rate.

    >>> _meant("Gbps"), _meant("KB"), _meant("tflop"), _meant("foo")
    (('Gbit/s', 'GB/s'), ('kB', 'KiB'), ('TFLOP',), ())
    """
    if (flops := re.fullmatch(r"([kmgtpe]?)flops", word, re.IGNORECASE)) is not None:
        prefix = _CASES[flops[1].casefold()]
        return (f"{prefix}FLOP/s", f"{prefix}FLOP")
    if (bits := re.fullmatch(r"([kmgtpe]?)(i?)b(ps)?", word, re.IGNORECASE)) is not None:
        prefix, rate = _CASES[bits[1].casefold()], "/s" if bits[3] else ""
        if bits[2]:
            return (f"{prefix.upper()}iB{rate}",)
        binary = (f"{prefix.upper()}iB{rate}",) if bits[1] == "K" else ()
        small = (f"{prefix}bit{rate}",) if "b" in word else ()
        return (*small, f"{prefix}B{rate}", *binary)
    folded = {f"{prefix}{name}".casefold(): f"{prefix}{name}" for name, (_, base, allowed) in reversed(_WORDS.items())
              for prefix in ("", *(allowed if base != "s" else ""))}
    found = folded.get(word.casefold())
    return () if found is None else (found,)


def _dimension(base: str | None) -> Dimension:
    if base is None:
        return PURE
    return Dimension.base("J") / Dimension.base("s") if base == _POWER else Dimension.base(base)


class _UnitReader:
    """Recursive descent over ``term (('*'|'·'|'/') term)*`` with ``term = word ['^' integer]``."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.tokens: list[str] = []
        position = 0
        stripped = text.rstrip()
        while position < len(stripped):
            match = _TOKEN.match(stripped, position)
            if match is None:
                raise InputError(f"cannot read unit {text!r}: unexpected {stripped[position:].strip()[:1]!r}")
            self.tokens.append(match.group(1))
            position = match.end()
        self.at = 0

    def read(self) -> Unit:
        if not self.tokens:
            return Unit("", Fraction(1), PURE)
        factor, dimension = self._product(depth=0)
        if self.at < len(self.tokens):
            raise InputError(f"cannot read unit {self.text!r}: unexpected {self.tokens[self.at]!r}")
        return Unit(" ".join(self.text.split()), factor, dimension)

    def _next(self) -> str:
        return self.tokens[self.at] if self.at < len(self.tokens) else ""

    def _product(self, depth: int) -> tuple[Fraction, Dimension]:
        if depth > 8:
            raise InputError(f"cannot read unit {self.text!r}: nested too deeply")
        factor, dimension = self._power(depth)
        while self._next() in ("*", "·", "/"):
            sign = -1 if self._next() == "/" else 1
            self.at += 1
            other, kind = self._power(depth)
            factor, dimension = factor * other**sign, dimension * kind**sign
        return factor, dimension

    def _power(self, depth: int) -> tuple[Fraction, Dimension]:
        token = self._next()
        self.at += 1
        if token == "(":
            factor, dimension = self._product(depth + 1)
            if self._next() != ")":
                raise InputError(f"cannot read unit {self.text!r}: missing ')'")
            self.at += 1
        elif token == "1":
            factor, dimension = Fraction(1), PURE
        elif token and token not in "*·/^()-" and not token.isdigit():
            factor, dimension = _lookup(token)
        else:
            raise InputError(f"cannot read unit {self.text!r}: a unit name is missing")
        if self._next() == "^":
            self.at += 1
            sign = 1
            if self._next() == "-":
                sign = -1
                self.at += 1
            if not self._next().isdigit() or int(self._next()) > _MAX_EXPONENT:
                raise InputError(f"cannot read unit {self.text!r}: the exponent is no small integer")
            exponent = sign * int(self._next())
            self.at += 1
            bits = max(factor.numerator.bit_length(), factor.denominator.bit_length()) * abs(exponent)
            dimension = dimension**exponent
            if bits > _MAX_BITS or any(not -_MAX_POWER <= power <= _MAX_POWER for power in dimension.exponents):
                raise InputError(f"cannot read unit {self.text!r}: its powers are too large")
            factor = factor**exponent
        return factor, dimension
