"""Quantities: named symbols with a dimension, a meaning and a domain, and the notation that holds them together."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

from derivations.errors import InputError, UnknownNameError, nearest
from derivations.language.dimension import Dimension
from derivations.language.greek import GREEK_LETTERS
from derivations.language.tree import COMPARE
from derivations.language.unit import Unit, parse_unit

if TYPE_CHECKING:
    from sympy import Symbol


def called(meaning: str) -> str:
    """A meaning without what it adds behind a colon or a semicolon."""
    return re.split("[:;]", meaning, maxsplit=1)[0]


@dataclass(frozen=True)
class Domain:
    """A range of numbers: its name, its words for a reader, the limits it sets, and whether only whole numbers count.

    `assumptions` are those of the SymPy symbol; what they cannot say, the limits do.
    """

    name: str
    words: str
    limits: tuple[tuple[str, int], ...] = ()
    whole: bool = False
    assumptions: dict[str, bool] = field(default_factory=dict, compare=False)

    def contains(self, number: Any) -> bool:
        """True if a number, a fraction or one of SymPy's, lies in the domain.

        >>> DOMAINS["fraction"].contains(1), DOMAINS["fraction"].contains(0)
        (True, False)
        """
        if self.whole and number != int(number):
            return False
        return all(bool(COMPARE[operator](number, bound)) for operator, bound in self.limits)


DOMAINS: dict[str, Domain] = {
    domain.name: domain
    for domain in (
        Domain("positive", "positive", ((">", 0),), assumptions={"positive": True}),
        Domain("nonnegative", "zero or more", ((">=", 0),), assumptions={"nonnegative": True}),
        Domain("fraction", "in (0, 1]", ((">", 0), ("<=", 1)), assumptions={"positive": True}),
        Domain("integer", "a whole number from 1", ((">=", 1),), whole=True,
               assumptions={"integer": True, "positive": True}),
        Domain("whole", "a whole number from 0", ((">=", 0),), whole=True,
               assumptions={"integer": True, "nonnegative": True}),
        Domain("bit", "0 or 1", ((">=", 0), ("<=", 1)), whole=True,
               assumptions={"integer": True, "nonnegative": True}),
        Domain("real", "real", assumptions={"real": True}),
    )
}


RESERVED = frozenset({
    "max", "min", "sqrt", "exp", "log", "ceil", "factorial", "sum", "product", "xor", "lambert_w0", "lambert_wm1",
})
INDEX = "index"  # in place of the unit of an argument: a whole number that is set as a subscript
_ACRONYMS = {"flop": "FLOP", "gpu": "GPU", "hbm": "HBM", "kv": "KV"}  # in subscripts
_WORD_LETTERS, _MEANT = 4, 3  # of a word that may be meant for a quantity, and how many of these are named
_NUMBER = "number"  # in a line of notation: an argument without a unit
_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_]{0,39}\Z")
_LINE = re.compile(
    r"\s*(?P<name>[^\s(]+)(?:\((?P<of>[^()]*)\))?\s*"
    r"\[(?P<unit>[^\]]*)\]\s*(?:\((?P<domain>[^)]*)\))?\s*(?P<meaning>.*)"
)


@dataclass(frozen=True)
class Quantity:
    """A symbol with what it measures.

    `unit` is the unit its values are shown in; its dimension is the quantity's dimension. `domain` names one of
    `DOMAINS`: ``positive`` (the default), ``nonnegative``, ``fraction`` for (0, 1], ``integer`` for 1, 2, 3 and
    so on, ``whole`` for 0, 1, 2 and so on, ``bit`` for 0 and 1, and ``real``. `at_most` names a quantity that this one
    never exceeds. `definition` is the right side, as text, that defines the quantity; a scenario may value a defined
    quantity directly, which cuts the definition.

    With `of`, the units of its arguments, it is any function of them, about which no more is known than its domain:
    ``""`` for a number, and ``"index"``, which comes first, for a whole number that is set as a subscript. A sequence
    is a function of an index. `derivative` names the function that is its derivative by its one argument that is no
    index.

    Raises `InputError` for a name, unit or domain that cannot be used.

    >>> Quantity("W", "byte/s", "memory bandwidth").symbol
    W
    >>> Quantity("x", "", "what layer k adds", "real", of=("index", "")).is_function
    True
    """

    name: str
    unit: str
    meaning: str
    domain: str = "positive"
    latex: str = ""
    definition: str = ""
    at_most: str = ""
    of: tuple[str, ...] = ()
    derivative: str = ""

    def __post_init__(self) -> None:
        if not _NAME.match(self.name) or self.name in RESERVED:
            raise InputError(f"{self.name[:40]!r} cannot name a quantity: use a letter, then letters, digits and _")
        if self.domain not in DOMAINS:
            raise UnknownNameError("domain", self.domain, DOMAINS, where=f"of quantity {self.name}")
        parse_unit(self.unit)
        self._check_arguments()
        if not self.latex:
            object.__setattr__(self, "latex", _latex_name(self.name))

    def _check_arguments(self) -> None:
        """Units that can be read, indices first, and nothing that only a number can have."""
        plain = self.of[self.subscripts :]
        if INDEX in plain:
            raise InputError(f"the indices of function {self.name} come before its other arguments")
        for unit in plain:
            parse_unit(unit)
        if self.of and (self.at_most or self.definition):
            raise InputError(f"function {self.name} can have no definition, and no quantity that it never exceeds")
        if self.derivative and len(plain) != 1:
            raise InputError(f"a derivative belongs to a function of one argument beside its indices, not {self.name}")

    @property
    def called(self) -> str:
        """What it is called: its meaning without what that adds behind a colon or a semicolon.

        >>> Quantity("B", "sequence", "batch: sequences that share a pass").called
        'batch'
        """
        return called(self.meaning)

    @property
    def is_function(self) -> bool:
        """True for what stands for any function, and is never written without arguments."""
        return bool(self.of)

    @property
    def arguments(self) -> str:
        """The arguments of a function as a line of notation has them: ``index, number``."""
        return ", ".join(unit or _NUMBER for unit in self.of)

    @property
    def subscripts(self) -> int:
        """The number of indices, which are the first arguments."""
        return next((place for place, unit in enumerate(self.of) if unit != INDEX), len(self.of))

    @cached_property
    def symbol(self) -> Symbol:
        """The SymPy symbol, with the assumptions of the domain; of a function it stands in `functions.Applied`."""
        from sympy import Symbol  # a notation is read, and its formulas are printed, without it

        return Symbol(self.name, **self.range.assumptions)

    def _sympy_(self) -> Symbol:
        return self.symbol

    def _latex(self, _: object) -> str:  # what SymPy's printer asks for
        return self.latex

    @property
    def range(self) -> Domain:
        """The numbers that it can take."""
        return DOMAINS[self.domain]

    @cached_property
    def parsed_unit(self) -> Unit:
        """The display unit with its exact factor and dimension."""
        return parse_unit(self.unit)

    @property
    def dimension(self) -> Dimension:
        """The dimension of its unit."""
        return self.parsed_unit.dimension


@dataclass(frozen=True)
class Notation:
    """The quantities of a derivation, by name, in reading order.

    >>> notation = Notation.of("t [s] time\\nS [byte] size\\nW [byte/s] bandwidth")
    >>> [quantity.name for quantity in notation]
    ['t', 'S', 'W']
    """

    quantities: tuple[Quantity, ...]

    def __post_init__(self) -> None:
        seen: set[str] = set()
        for quantity in self.quantities:
            if quantity.name in seen:
                raise InputError(f"quantity {quantity.name!r} is defined twice")
            seen.add(quantity.name)
        for quantity in self.quantities:
            if quantity.derivative in seen:
                self._check_derivative(quantity, self[quantity.derivative])

    @staticmethod
    def _check_derivative(quantity: Quantity, slope: Quantity) -> None:
        by = parse_unit(quantity.of[-1])
        if slope.of != quantity.of or slope.dimension * by.dimension != quantity.dimension:
            raise InputError(
                f"{slope.name} is no derivative of {quantity.name}: it takes other arguments, or measures another thing"
            )

    @classmethod
    def of(cls, text: str) -> Notation:
        """Quantities from lines ``name [unit] (domain) meaning``; the domain may be left out.

        A function names its arguments by their units: ``delay(token, number) [s] any delay``, ``x(index) [] steps``.
        """
        return cls(tuple(quantity_line(line) for line in text.splitlines() if line.strip()))

    def __hash__(self) -> int:
        # of few of them, as every question that is remembered is asked in a notation, however long
        return hash((len(self.quantities), self.quantities[:1], self.quantities[-1:]))

    @cached_property
    def _by_name(self) -> dict[str, Quantity]:
        return {quantity.name: quantity for quantity in self.quantities}

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The names of all quantities, in reading order."""
        return tuple(self._by_name)

    @cached_property
    def latex_names(self) -> dict[str, str]:
        """The LaTeX letter of each quantity, by name."""
        return {quantity.name: quantity.latex for quantity in self.quantities}

    @cached_property
    def order(self) -> dict[str, int]:
        """Position of each name, for printing in the author's order."""
        return {quantity.name: place for place, quantity in enumerate(self.quantities)}

    @cached_property
    def functions(self) -> dict[str, tuple[int, int]]:
        """The numbers of arguments and of indices of each function, by name, as the grammar needs them."""
        return {quantity.name: (len(quantity.of), quantity.subscripts) for quantity in self if quantity.is_function}

    def __iter__(self) -> Iterator[Quantity]:
        return iter(self.quantities)

    def __contains__(self, name: object) -> bool:
        return name in self._by_name

    def __getitem__(self, name: str) -> Quantity:
        """The quantity of that name; raises `UnknownNameError` with the nearest names."""
        try:
            return self._by_name[name]
        except KeyError:
            raise UnknownNameError("quantity", name, self._by_name, meant=self.meant(name)) from None

    def meant(self, name: str) -> tuple[str, ...]:
        """The quantities whose meaning begins with a word that is no name: context, batch, sparsity."""
        word = name.casefold()
        if len(word) < _WORD_LETTERS:
            return ()
        found = [item for item in self.quantities if re.match(rf"{re.escape(word)}\b", item.meaning.casefold())]
        return tuple(f"{item.name} ({item.meaning})" for item in found[:_MEANT])

    @cached_property
    def _below(self) -> dict[str, tuple[Quantity, ...]]:
        found: dict[str, tuple[Quantity, ...]] = {}
        for quantity in self.quantities:
            if quantity.at_most:
                found[quantity.at_most] = (*found.get(quantity.at_most, ()), quantity)
        return found

    def below(self, name: str) -> tuple[Quantity, ...]:
        """The quantities that never exceed the one of that name."""
        return self._below.get(name, ())

    def only(self, *names: str) -> tuple[Quantity, ...]:
        """The quantities of those names, in that order; raises `UnknownNameError` with the nearest names.

        >>> [quantity.name for quantity in Notation.of("t [s] time\\nS [byte] size").only("S", "t")]
        ['S', 't']
        """
        return tuple(self[name] for name in names)

    def any_functions(self, names: Iterable[str]) -> str:
        """The reason that an expression in these names has no number; empty if none is that of a function.

        >>> Notation.of("f(number) [] any function").any_functions(["f"])
        'f is any function: no number'
        >>> Notation.of("x(index) [] any sequence").any_functions(["x"])
        'x is any sequence: no number'
        """
        found = [name for name in names if name in self and self[name].is_function]
        if not found:
            return ""
        kind = "sequence" if all(self[name].subscripts == len(self[name].of) for name in found) else "function"
        return f"{' and '.join(found)} {f'is any {kind}' if len(found) == 1 else f'are any {kind}s'}: no number"

    def to_markdown(self) -> str:
        """A list of the letters with name, unit and meaning."""
        return "\n".join(
            f"- ${q.latex}$ (`{q.name}`), {f'a function of {q.arguments}, ' if q.of else ''}"
            f"{f'in {q.unit}' if q.unit else 'a pure number'}: {q.meaning}"
            for q in self.quantities
        )

    def _repr_markdown_(self) -> str:
        return self.to_markdown()

    def extended(self, extra: Iterable[Quantity]) -> Notation:
        """This notation with more quantities; a repeated identical quantity is kept once."""
        new = [q for q in dict.fromkeys(extra) if self._by_name.get(q.name) != q]
        return replace(self, quantities=self.quantities + tuple(new))


def quantity_line(line: str) -> Quantity:
    """One quantity from ``name [unit] (domain) meaning``; raises `InputError` if it does not read so.

    >>> quantity_line("eta [] (fraction) decode efficiency").domain
    'fraction'
    >>> quantity_line("f(index, number) [] (real) any function").of
    ('index', '')
    """
    match = _LINE.fullmatch(line)
    if match is None:
        raise InputError(f"cannot read quantity {line.strip()[:60]!r}: write 'name [unit] meaning', as in "
                         "'e_kv [] (fraction) efficiency of reads'")
    domain, meaning = match["domain"], match["meaning"].strip()
    if domain is not None and domain not in DOMAINS:
        if nearest(domain, DOMAINS):
            raise UnknownNameError("domain", domain, DOMAINS, where=f"of quantity {match['name'][:40]}")
        domain, meaning = None, f"({match['domain']}) {meaning}".strip()
    listed = [] if match["of"] is None else [part.strip() for part in match["of"].split(",")]
    if "" in listed:
        raise InputError(f"{match['name'][:40]} has an argument without a unit: write '{_NUMBER}' for a pure number")
    of = tuple("" if part == _NUMBER else part for part in listed)
    return Quantity(match["name"], match["unit"].strip(), meaning, domain or "positive", of=of)


def _latex_name(name: str) -> str:
    r"""The LaTeX of a name: Greek by its name, a subscript after the first underscore, upright from two letters on.

    >>> _latex_name("kappa"), _latex_name("b_w"), _latex_name("M_gpu")
    ('\\kappa', 'b_{w}', 'M_{\\mathrm{GPU}}')
    """
    head, _, tail = name.partition("_")
    head = f"\\{head}" if head in GREEK_LETTERS else (head if len(head) == 1 else rf"\mathrm{{{head}}}")
    if not tail:
        return head
    tail = ",".join(_ACRONYMS.get(part, part) for part in tail.split("_"))
    return f"{head}_{{{tail}}}" if len(tail) == 1 else rf"{head}_{{\mathrm{{{tail}}}}}"


def domains_of(quantities: Iterable[Quantity]) -> dict[str, str]:
    """The domain of each quantity, by name."""
    return {quantity.name: quantity.domain for quantity in quantities}


def bounds_of(quantities: Iterable[Quantity]) -> dict[str, str]:
    """The quantity that each one never exceeds, by name, where there is one."""
    return {quantity.name: quantity.at_most for quantity in quantities if quantity.at_most}
