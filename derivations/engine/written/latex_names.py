r"""Which quantity a letter in LaTeX stands for: the letters that were given, and what they are told apart by.

The longest letter wins, so that ``N_{\mathrm{active}}`` is never N with something below it. Letters that were
given come before the ASCII names of the same quantities and their Greek letters.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from derivations.engine.written.greek import LETTERS
from derivations.engine.written.latex_letters import Reading, bare_at, is_wrapped, letter_keys, readings, run_at
from derivations.engine.written.latex_lexer import Formula, is_letter_command
from derivations.errors import GrammarError, nearest

_VARIANTS = ("epsilon", "theta", "kappa", "pi", "rho", "sigma", "phi")
_SHOWN = 12  # known letters in an error
_OFTEN_MEANT = {
    "d": "derivatives are not read",
    "e": r"write an exponential as \exp(..) and a power of ten as 10^{..}",
}


@dataclass(frozen=True)
class Found:
    """A letter at a place of a formula: its quantity, where its exponent stands if it has one, where it ends."""

    name: str
    exponent: int | None
    end: int


class Letters:
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

    def is_letter(self, formula: Formula, at: int) -> bool:
        """True where a letter starts that is known."""
        return any(self._of(reading.raised) or self._of(reading.key) for reading in readings(formula, at))

    def is_upright(self, key: str) -> bool:
        r"""True for a letter that is given as a word, such as ``\mathrm{FLOPs}``, so that a unit may look like it."""
        return key in self._upright

    def commands(self) -> Iterator[str]:
        """The commands that stand for letters."""
        return (key for key in (*self._names, *self._behind) if key.startswith("\\"))

    def find(self, formula: Formula, at: int) -> Found | None:
        """The letter at a place, or None where no letter starts; raises `GrammarError` for one that is not known."""
        options = readings(formula, at)
        if found := self._sequence(formula, at):
            return found
        for reading in options:
            if self._of(reading.raised):
                return Found(self._named(reading.raised, formula, at, reading.end), None, reading.end)
            if self._of(reading.key) and not reading.is_marked:
                self._check_run(formula, at, alone=reading is options[-1])
                return Found(self._named(reading.key, formula, at, reading.end), reading.exponent, reading.end)
        if options and _must_be_letter(formula, at):
            raise self._unknown(formula, at, options)
        return None

    def bare(self, formula: Formula, at: int) -> Found | None:
        """The letter at a place without what follows it, as an argument without braces is read."""
        nucleus = bare_at(formula, at)
        if nucleus is None or not (self._of(nucleus[0]) or _must_be_letter(formula, at)):
            return None
        return Found(self._named(nucleus[0], formula, at, nucleus[1]), None, nucleus[1])

    def _named(self, key: str, formula: Formula, at: int, end: int) -> str:
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

    def _sequence(self, formula: Formula, at: int) -> Found | None:
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
                    return Found(name, exponent, place)
        return None

    def _check_run(self, formula: Formula, at: int, *, alone: bool) -> None:
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

    def _unknown(self, formula: Formula, at: int, options: list[Reading]) -> GrammarError:
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
        """What an error adds about a letter that is not known: the nearest ones, or those that there are."""
        close = nearest(key, [*self._shown, *self._behind])
        if close:
            shown_for = {name: letter for letter, name in reversed(self._given.items())}
            as_given = dict.fromkeys(self._shown.get(one) or shown_for[self._behind[one]] for one in close)
            return f"; did you mean {' or '.join(as_given)}?"
        shown = list(self._shown.values())
        return f"; known: {', '.join(shown[:_SHOWN])}" + (", …" if len(shown) > _SHOWN else "") if shown else ""


def _must_be_letter(formula: Formula, at: int) -> bool:
    """True for what is a letter or nothing; another command may be no letter at all."""
    token = formula.tokens[at]
    return token.kind == "letter" or is_letter_command(token.text) or is_wrapped(formula, at)


def _after(options: list[Reading], key: str) -> tuple[int | None, int | None]:
    """Where a letter of that key ends, and where its exponent stands; None if no reading is that letter."""
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
        if name.partition("_")[0] in LETTERS:
            yield f"\\{name}", name


def _plain(key: str) -> str:
    r"""A key with ``\varphi`` and its kin in their plain shape."""
    for name in _VARIANTS:
        key = key.replace(rf"\var{name}", f"\\{name}")
    return key
