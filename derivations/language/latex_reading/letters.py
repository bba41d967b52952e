"""Letters in LaTeX: where one ends, what makes two of them the same, and which quantity each stands for."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import takewhile

from derivations.errors import GrammarError, InputError, nearest
from derivations.language.greek import GREEK_LETTERS
from derivations.language.latex_reading.lexer import LatexToken, TokenizedFormula, is_letter_command, read_tokens

_FONTS = frozenset({
    r"\mathrm", r"\text", r"\textrm", r"\textnormal", r"\mathit", r"\mathnormal", r"\mathbf", r"\mathsf",
    r"\mathtt", r"\textbf", r"\textit", r"\textsf", r"\texttt", r"\operatorname", r"\boldsymbol", r"\bm", r"\mbox",
})
_OLD_FONTS = frozenset({r"\rm", r"\it", r"\bf", r"\sf", r"\tt"})
_NOT_IN_KEYS = _FONTS | _OLD_FONTS | {"{", "}"}
_ACCENTS = frozenset({
    r"\hat", r"\bar", r"\tilde", r"\vec", r"\dot", r"\ddot", r"\check", r"\breve", r"\acute", r"\grave",
    r"\mathring", r"\mathcal", r"\mathbb", r"\mathfrak", r"\mathscr", r"\underline",
})
_ALIKE = {
    r"\widehat": r"\hat", r"\overline": r"\bar", r"\widetilde": r"\tilde", r"\ast": "*", r"\star": "*",
    r"\prime": "'", r"\_": "_",
    r"\max": "max", r"\min": "min", r"\exp": "exp", r"\log": "log", r"\ln": "ln",
}
_MARKS = frozenset("*'")
_LONGEST_RUN = 41  # letters side by side that are looked at together; no name is as long
_MAX_BRACES = 3  # around one letter
_VARIANTS = ("epsilon", "theta", "kappa", "pi", "rho", "sigma", "phi")
_SHOWN = 12  # known letters in an error
_OFTEN_MEANT = {
    "d": "derivatives are not read",
    "e": r"write an exponential as \exp(..) and a power of ten as 10^{..}",
}


@dataclass(frozen=True)
class LetterReading:
    """One way to read a letter: its key, its key with what is raised, and where that and the letter end."""

    key: str
    raised: str
    exponent: int | None  # the place of what is raised, None if nothing is
    end: int

    @property
    def letter_end(self) -> int:
        """The end of the letter without what is raised last."""
        return self.end if self.exponent is None else self.exponent - 1

    @property
    def is_marked(self) -> bool:
        """True if what is raised is a star or a prime, which is no exponent."""
        raised = self.raised.removeprefix(self.key).removeprefix("^")
        return raised != "" and set(raised) <= _MARKS


def readings(formula: TokenizedFormula, at: int) -> list[LetterReading]:
    """The ways to read a letter at a place, the longest nucleus first; none where no letter can be."""
    return [_with_scripts(formula, nucleus, end) for nucleus, end in _nuclei(formula, at)]


def word_at(formula: TokenizedFormula, at: int) -> tuple[str, int] | None:
    r"""The word in a font of its own, such as ``\text{FLOPs}``, that starts at a place, and where it ends."""
    if formula.tokens[at].text not in _FONTS:
        return None
    start = at + 1 + (formula.tokens[at].text == r"\operatorname" and formula.tokens[at + 1].kind == "*")
    end = formula.argument_end(start)
    return (flat(formula.tokens[start:end]), end) if end > start else None


def run_at(formula: TokenizedFormula, at: int) -> str:
    """The letters from a place on that are written without anything between them."""
    letters = takewhile(lambda token: token.kind == "letter", _touching(formula, at))
    return "".join(token.text for token in letters)


def bare_at(formula: TokenizedFormula, at: int) -> tuple[str, int] | None:
    """The key of the shortest letter that starts at a place, without what follows it, and where it ends."""
    nuclei = _nuclei(formula, at)
    return nuclei[-1] if nuclei else None


def is_wrapped(formula: TokenizedFormula, at: int) -> bool:
    r"""True where something in a font or under an accent starts, such as ``\mathrm{..}``, ``{\rm ..}`` and ``\hat``."""
    token = formula.tokens[at]
    if token.kind == "{":
        return formula.tokens[at + 1].text in _OLD_FONTS
    return token.text in _FONTS or _ALIKE.get(token.text, token.text) in _ACCENTS


def flat(tokens: Iterable[LatexToken]) -> str:
    """Tokens as a key: without braces and fonts, and with one spelling for what looks alike."""
    return "".join(_ALIKE.get(token.text, token.text) for token in tokens if token.text not in _NOT_IN_KEYS)


@lru_cache(maxsize=4096)
def letter_keys(written: str) -> tuple[str, ...]:
    r"""The key of a letter, or the keys of its parts if it is set from several, such as ``\Delta t``.

    Raises `InputError` for a text that is no letter.

    >>> letter_keys(r"N_{\mathrm{total}}"), letter_keys(r"\Delta t"), letter_keys("B^{*}")
    (('N_total',), ('\\Delta', 't'), ('B^*',))
    """
    formula, at, keys = read_tokens(written), 0, []
    while formula.tokens[at].kind != "end":
        longest = max(readings(formula, at), key=lambda reading: reading.end, default=None)
        if longest is None:
            break
        keys.append(longest.raised or longest.key)
        at = longest.end
    if not keys or formula.tokens[at].kind != "end":
        raise InputError(f"{written[:60]!r} cannot be read as a letter of a formula")
    return tuple(keys)


def _nuclei(formula: TokenizedFormula, at: int) -> list[tuple[str, int]]:
    """The nuclei that a letter can have, before its subscripts, each with its end."""
    token = formula.tokens[at]
    if token.kind == "letter":
        touching = _touching(formula, at)
        ends = dict.fromkeys((len(touching), len(run_at(formula, at)), 1))
        return [(flat(touching[:n]), at + n) for n in ends]
    if token.kind == "{":
        return _in_braces(formula, at)
    if token.kind != "command":
        return []
    if token.text in _FONTS:
        word = word_at(formula, at)
        return [word] if word and word[0] else []
    if _ALIKE.get(token.text, token.text) in _ACCENTS:
        end = formula.argument_end(at + 1)
        return [(flat(formula.tokens[at:end]), end)]
    return [] if token.text in _ALIKE else [(token.text, at + 1)]


def _in_braces(formula: TokenizedFormula, at: int) -> list[tuple[str, int]]:
    r"""A single letter in braces, such as ``{N}`` and ``{\rm FLOPs}``."""
    close, inner = formula.closing[at], at + 1
    if formula.tokens[inner].text in _OLD_FONTS:
        word = flat(formula.tokens[inner:close])
        return [(word, close + 1)] if word else []
    braces = 1
    while formula.tokens[inner].kind == "{" and braces < _MAX_BRACES:
        inner, braces = inner + 1, braces + 1
    if formula.tokens[inner].kind == "{":
        return []
    return [(nucleus, close + 1) for nucleus, end in _nuclei(formula, inner) if end + braces - 1 == close]


def _touching(formula: TokenizedFormula, at: int) -> tuple[LatexToken, ...]:
    """The letters, digits and underscores from a place on without a space between, as in an ASCII name."""
    end = at + 1
    while end - at < _LONGEST_RUN:
        before, token = formula.tokens[end - 1], formula.tokens[end]
        is_digits = token.kind == "number" and token.text.isdigit()
        is_part = is_digits or token.kind in ("letter", "_") or token.text == r"\_"
        if not is_part or token.column != before.end:
            break
        end += 1
    while formula.tokens[end - 1].kind == "_" and end - 1 > at:
        end -= 1
    return formula.tokens[at:end]


def _with_scripts(formula: TokenizedFormula, nucleus: str, at: int) -> LetterReading:
    """A nucleus with the subscript, the primes and what is raised that follow it."""
    below, primes, exponent, above = "", "", None, ""
    while True:
        kind, end = formula.tokens[at].kind, _script_end(formula, at + 1)
        if kind == "_" and not below:
            below = "_" + flat(formula.tokens[at + 1 : end])
        elif kind == "'" and exponent is None:
            primes, end = primes + "'", at + 1
        elif kind == "^" and exponent is None:
            exponent, above = at + 1, flat(formula.tokens[at + 1 : end])
        else:
            break
        at = end
    key = nucleus + below + primes
    raised = "" if exponent is None else key + (above if set(above) == {"'"} else f"^{above}")
    return LetterReading(key, raised, exponent, at)


def _script_end(formula: TokenizedFormula, at: int) -> int:
    """The end of a subscript, or of what is raised."""
    at = min(at, len(formula.tokens) - 1)
    word = word_at(formula, at)
    return word[1] if word else formula.argument_end(at)


@dataclass(frozen=True)
class FoundLetter:
    """A letter at a place of a formula: its quantity, where its exponent stands if it has one, where it ends."""

    name: str
    exponent: int | None
    end: int


class KnownLetters:
    """The letters that are known; raises `InputError` for a text that is none."""

    def __init__(self, letters: Mapping[str, str]) -> None:
        self._given = dict(letters)
        self._names: dict[str, dict[str, None]] = {}
        self._shown: dict[str, str] = {}  # keys as they were given
        self._upright: set[str] = set()
        self._sequences: list[tuple[tuple[str, ...], str]] = []  # such as \Delta t
        for written, name in letters.items():
            self._add(written, name)
        self._sequences.sort(key=lambda sequence: -len(sequence[0]))
        self._behind = dict(_ascii_keys(letters.values()))
        keys = (*self._names, *self._behind)
        self._words = {key for key in keys if len(key) > 1 and key.isascii() and key.isalpha()}
        self._plain: dict[str, dict[str, None]] = {}
        for key, names in self._names.items():
            self._plain.setdefault(_plain(key), {}).update(names)

    def _add(self, written: str, name: str) -> None:
        keys = letter_keys(written)
        if len(keys) > 1:
            self._sequences.append((keys, name))
        else:
            self._names.setdefault(keys[0], {})[name] = None
            if len(keys[0]) > 1 or written.strip() != keys[0]:
                self._upright.add(keys[0])
        self._shown.setdefault("".join(keys), written)

    def is_letter(self, formula: TokenizedFormula, at: int) -> bool:
        """True where a letter starts that is known."""
        return any(self._of(reading.raised) or self._of(reading.key) for reading in readings(formula, at))

    def is_upright(self, key: str) -> bool:
        r"""True for a letter that is given as a word, such as ``\mathrm{FLOPs}``, so that a unit may look like it."""
        return key in self._upright

    def commands(self) -> Iterator[str]:
        """The commands that stand for letters."""
        return (key for key in (*self._names, *self._behind) if key.startswith("\\"))

    def find(self, formula: TokenizedFormula, at: int) -> FoundLetter | None:
        """The letter at a place, or None where no letter starts; raises `GrammarError` for one that is not known."""
        options = readings(formula, at)
        if found := self._sequence(formula, at):
            return found
        for reading in options:
            if self._of(reading.raised):
                return FoundLetter(self._named(reading.raised, formula, at, reading.end), None, reading.end)
            if self._of(reading.key) and not reading.is_marked:
                self._check_run(formula, at, alone=reading is options[-1])
                return FoundLetter(self._named(reading.key, formula, at, reading.end), reading.exponent, reading.end)
        if options and _must_be_letter(formula, at):
            raise self._unknown(formula, at, options)
        return None

    def bare(self, formula: TokenizedFormula, at: int) -> FoundLetter | None:
        """The letter at a place without what follows it, as an argument without braces is read."""
        nucleus = bare_at(formula, at)
        if nucleus is None or not (self._of(nucleus[0]) or _must_be_letter(formula, at)):
            return None
        return FoundLetter(self._named(nucleus[0], formula, at, nucleus[1]), None, nucleus[1])

    def _named(self, key: str, formula: TokenizedFormula, at: int, end: int) -> str:
        """The one quantity that a key stands for; raises `GrammarError` if there is none, or several."""
        names, shown = self._of(key), formula.shown(at, end)
        if len(names) > 1:
            raise formula.error(f"the letter '{shown}' stands for {' and '.join(names)}", formula.tokens[at])
        if not names:
            raise formula.error(f"unknown letter '{shown}'{self._hint(key)}", formula.tokens[at])
        return names[0]

    def _of(self, key: str) -> tuple[str, ...]:
        """The quantities of a key: none, one, or several if the letter was given for several."""
        if key in self._names:
            return tuple(self._names[key])
        if key in self._behind:
            return (self._behind[key],)
        return tuple(self._plain.get(_plain(key), ()))

    def _sequence(self, formula: TokenizedFormula, at: int) -> FoundLetter | None:
        r"""A letter that is set from several, such as ``\Delta t``."""
        for keys, name in self._sequences:
            place: int | None = at
            exponent = None
            for key in keys:
                if place is None or exponent is not None:
                    break
                place, exponent = _after(readings(formula, place), key)
            else:
                if place is not None:
                    return FoundLetter(name, exponent, place)
        return None

    def _check_run(self, formula: TokenizedFormula, at: int, *, alone: bool) -> None:
        """Raise `GrammarError` for letters without a space between that may be meant as one word."""
        run = run_at(formula, at)
        if not alone or len(run) < 2:
            return
        if not all(map(self._of, run[:-1])):
            self._named(run, formula, at, at + len(run))
        if any(word in run for word in self._words):
            shown = formula.shown(at, at + len(run))
            message = f"the letters in '{shown}' can be told apart in several ways; put spaces between them"
            raise formula.error(message, formula.tokens[at])

    def _unknown(self, formula: TokenizedFormula, at: int, options: list[LetterReading]) -> GrammarError:
        run, reading, shortest = run_at(formula, at), options[0], options[-1]
        if shortest.is_marked and self._of(shortest.key):
            end, hint = shortest.end, f"; did you mean {formula.shown(at, shortest.letter_end)}?"
        else:
            if len(run) > 1 and all(map(self._of, run[1:])):
                reading = shortest  # of letters side by side, only the first is not known
            end, key = reading.letter_end, reading.key
            meant = _OFTEN_MEANT.get(key[:1] if len(key) == 2 and key == run else key)
            hint = f"; {meant}" if meant else self._hint(key)
        return formula.error(f"unknown letter '{formula.shown(at, end)}'{hint}", formula.tokens[at])

    def _hint(self, key: str) -> str:
        """The end of an error about a letter that is not known: the nearest ones, or those that there are."""
        close = nearest(key, [*self._shown, *self._behind])
        if close:
            shown_for = {name: letter for letter, name in reversed(self._given.items())}
            as_given = dict.fromkeys(self._shown.get(one) or shown_for[self._behind[one]] for one in close)
            return f"; did you mean {' or '.join(as_given)}?"
        shown = list(self._shown.values())
        return f"; known: {', '.join(shown[:_SHOWN])}" + (", …" if len(shown) > _SHOWN else "") if shown else ""


def _must_be_letter(formula: TokenizedFormula, at: int) -> bool:
    """True for what is a letter or nothing; another command may be no letter at all."""
    token = formula.tokens[at]
    return token.kind == "letter" or is_letter_command(token.text) or is_wrapped(formula, at)


def _after(options: list[LetterReading], key: str) -> tuple[int | None, int | None]:
    """The end of a letter of that key, and the place of its exponent; None if no reading is that letter."""
    for reading in options:
        if reading.raised == key:
            return reading.end, None
        if reading.key == key and not reading.is_marked:
            return reading.end, reading.exponent
    return None, None


def _ascii_keys(names: Iterable[str]) -> Iterator[tuple[str, str]]:
    """Names as they are, and with a Greek letter for its name."""
    for name in names:
        yield name, name
        if name.partition("_")[0] in GREEK_LETTERS:
            yield f"\\{name}", name


def _plain(key: str) -> str:
    r"""A key with ``\varphi`` and its kin in their plain shape."""
    for name in _VARIANTS:
        key = key.replace(rf"\var{name}", f"\\{name}")
    return key
