"""Numbers lines: symbol = formula = numbers with units = result, with the origin of every number; the same as data."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from derivations.derivation.step import SCHEMA, letters_data
from derivations.errors import UndecidedError
from derivations.language.dimension import Dimension
from derivations.language.dimensional_analysis import check_relation
from derivations.language.display import in_markdown
from derivations.language.printing.latex import to_latex
from derivations.language.printing.text import to_text
from derivations.language.quantity import Quantity
from derivations.language.relation import Relation
from derivations.language.tree import Node
from derivations.numbers.format import format_value, formatted, latex_value, typed_value
from derivations.numbers.value import Value

if TYPE_CHECKING:
    from sympy.core.relational import Relational

    from derivations.numbers.unsolved import Solved

_PAGE = 425.0  # points at ten points: a page of what nbconvert makes, whose margins are an inch
_WITHOUT_VALUES = 3  # members of a line: left side, formula, result
NUMBERS_TYPE = "application/vnd.derivations.numbers+json"


@dataclass(frozen=True)
class Amount:
    """A number in base units, and whether it is exactly that or right to many digits."""

    size: Fraction
    exact: bool = True


@dataclass(frozen=True)
class NumbersLine:
    """A relation evaluated in a scenario.

    Exactly one of these holds: `value` is a number in base units; `outside` says which condition fails; `missing`
    names the quantities that have no value; `undefined` says that the formula has no value there. Of an inequality
    `value` is the number of its right side, and `left_value` that of its left side, where it has one.
    """

    step: str
    relation: Relation
    quantity: Quantity | None
    value: Fraction | None = None
    exact: bool = True
    outside: str = ""
    missing: tuple[str, ...] = ()
    undefined: str = ""
    unchecked: tuple[str, ...] = ()  # conditions that the scenario cannot decide
    numeric: Solved | None = None  # an equation without a closed form, of which `value` is the one root
    given: bool = False  # the scenario values the quantity directly, which cuts its definition
    entering: Mapping[str, Value] = field(default_factory=dict)  # the numbers that stand in the formula as written
    filled: Node | None = None  # the form that the numbers stand in, where it is not the relation's own
    leaves: Mapping[str, Value] = field(default_factory=dict)  # the given numbers behind them
    left_value: Fraction | None = None
    told: str = ""  # the unit that people are told the result in, where it is not the quantity's own

    @property
    def undecided(self) -> str:
        """Why the conditions in `unchecked` are not decided: numbers are missing, or the formula has no value here."""
        return f"not decided{', as the formula has no value here' if self.undefined else ' for lack of numbers'}"

    @property
    def in_unit(self) -> Fraction | None:
        """The result as a number in the quantity's own unit."""
        if self.value is None:
            return None
        return self.value if self.quantity is None else self.value / self.quantity.parsed_unit.factor

    @property
    def unit(self) -> str:
        """The unit of `in_unit`: the quantity's own, else that of the dimension; empty for a pure number."""
        if self.quantity is not None:
            return self.quantity.unit
        return "" if self.dimension.is_pure else str(self.dimension)

    def __float__(self) -> float:
        """The result in `unit`; raises `UndecidedError` with the reason where there is no number."""
        number = self.in_unit
        if number is None:
            raise UndecidedError(f"step {self.step!r} has no number: {self.result}")
        return float(number)

    def __format__(self, spec: str) -> str:
        """The result by one of Python's format specifications for numbers, as in ``f"{line:.1f}"``, with its unit."""
        return formatted(self, self.unit, spec)

    def _sympy_(self) -> Relational:
        return self.relation.as_eq()

    def _latex(self, _: object) -> str:  # what SymPy's printer asks for
        return self.latex_formula

    @property
    def left(self) -> str:
        """The left side, or the quantity that only numbers find."""
        return to_text(self.relation.written.left) if self.numeric is None else self.numeric.unknown.name

    @property
    def result(self) -> str:
        """The result for people: a value with its unit, or the reason why there is none."""
        if self.value is not None:
            return self._shown(self.value)
        if self.outside:
            return self.outside
        if self.undefined:
            return self.undefined
        return self.relation.notation.any_functions(self.missing) or "needs " + ", ".join(self.missing)

    def to_figures(self, digits: int) -> str:
        """The result with so many figures, or why there is none."""
        return self.result if self.value is None else format_value(self.value, *self._measure, digits)

    @property
    def substituted(self) -> str:
        """The formula with its numbers in place; empty without a result, and where it says no more than the result."""
        if self.value is None or not self.entering:
            return ""
        text = to_text(self._form, {name: value.typed for name, value in self.entering.items()})
        return "" if text == typed_value(self.value, *self._measure) else text

    @property
    def origins(self) -> tuple[str, ...]:
        """One line for every given number that the result rests on: value, meaning, source."""
        return tuple(f"{name} = {value}: {origin(value)}" for name, value in self.leaves.items())

    @property
    def latex(self) -> str:
        """The line as LaTeX for display mathematics."""
        return " ".join(self.latex_parts)

    @property
    def latex_formula(self) -> str:
        """The same without a reason why there is no number, which may hold what is no text for a formula."""
        return self.latex if self.value is not None else " ".join(self.latex_parts[:2])

    @property
    def latex_display(self) -> str:
        """The same for display mathematics in Markdown: where it is wider than a page, in rows that begin at a sign."""
        from derivations.language.printing.latex_lines import width

        if width(self.latex_formula) <= _PAGE:
            return self.latex_formula
        return "\n".join((r"\begin{aligned}", " \\\\\n".join(self.latex_rows(_PAGE)), r"\end{aligned}"))

    def latex_rows(self, room: float, shown: Callable[[Fraction, Dimension, str], str] = latex_value) -> list[str]:
        """Formula, values and result as rows with an ``&`` before a sign, broken where wider than `room` points.

        Of what numbers find the number stands first. Values are set by `shown`.
        """
        from derivations.language.printing.latex_lines import expression_lines, relation_rows, width

        relation, names = self.relation, self.relation.notation.latex_names
        rows = list(relation_rows(relation.written, names, line=room))
        if self.numeric is not None:
            found = rf"{self.numeric.unknown.latex} &{self.latex_parts[1]} \text{{, from}}"
            return rows if self.value is None else [found, *rows]
        if self.value is None:
            return rows
        if not self.given and len(self.latex_parts) > _WITHOUT_VALUES:
            left = width(rows[0].split("&", 1)[0])
            values = {name: latex_value(value.number, value.dimension, value.unit, typed=True) if shown is latex_value
                      else shown(value.number, value.dimension, value.unit) for name, value in self.entering.items()}
            first, *others = expression_lines(self._form, names, room - left, before="= ", values=values)
            rows += [f"&{first}", *(rf"&\quad {more}" for more in others)]
        number = shown(self.value, *self._measure)
        if self.left_value is not None:
            here = shown(self.left_value, *self._measure)
            return [*rows, rf"&\quad\text{{here }} {here} {self._latex_sign} {number}"]
        return [*rows, rf"&{self._latex_sign} {number} \quad \text{{(given)}}" if self.given else f"&= {number}"]

    @property
    def _latex_sign(self) -> str:
        return {">=": r"\ge", "<=": r"\le"}.get(self.relation.operator, self.relation.operator)

    @property
    def latex_parts(self) -> tuple[str, ...]:
        """The left side, then each further member with its relation sign, so that a page can break before each."""
        names = self.relation.notation.latex_names
        if self.numeric is not None:
            reason = rf"\text{{{_in_text(self.result)}}}"
            number = reason if self.value is None else latex_value(self.value, *self._measure)
            return self.numeric.unknown.latex, f"= {number}", rf"\quad\text{{from }} {self.relation.latex}"
        left, right = (to_latex(side, names) for side in (self.relation.written.left, self.relation.written.right))
        sign = self._latex_sign
        if self.value is None:
            return left, f"{sign} {right}", rf"\quad\text{{{_in_text(self.result)}}}"
        result = latex_value(self.value, *self._measure)
        if self.given:
            return left, f"{sign} {result}", r"\quad\text{(given)}"
        filled = {
            name: latex_value(value.number, value.dimension, value.unit, typed=True)
            for name, value in self.entering.items()
        }
        alone = latex_value(self.value, *self._measure, typed=True)  # the result as the formula may have it already
        middle = to_latex(self._form, names, filled) if filled else alone
        if self.left_value is not None:
            both = rf"\quad\text{{here }} {latex_value(self.left_value, *self._measure)} {sign} {result}"
            return left, f"{sign} {right}", *(() if middle == alone else (f"= {middle}",)), both
        return left, f"{sign} {right}", *(() if middle == alone else (f"= {middle}",)), f"= {result}"

    @property
    def _form(self) -> Node:
        return self.relation.written.right if self.filled is None else self.filled

    @property
    def dimension(self) -> Dimension:
        """The dimension of the result."""
        return self._measure[0]

    @property
    def _measure(self) -> tuple[Dimension, str]:
        """The dimension of the result and the unit to show it in; without a unit it is shown in base units."""
        if self.quantity is None:
            return check_relation(self.relation.written, self.relation.notation), ""
        return self.quantity.dimension, self.told_unit

    @property
    def told_unit(self) -> str:
        """The unit that people are told the result in; empty for one in base units."""
        return self.told or ("" if self.quantity is None else self.quantity.unit)

    def _shown(self, value: Fraction) -> str:
        return format_value(value, *self._measure)

    def brief(self) -> NumbersLine:
        """The same line without the origins of its numbers."""
        return replace(self, leaves={})

    def __str__(self) -> str:
        if self.numeric is not None:
            how = "" if self.value is None else f", solved with numbers: {self.numeric.words}"
            return f"{self.numeric.unknown.name} {'=' if self.value is not None else 'has'} {self.result}{how}"
        left, right = to_text(self.relation.written.left), to_text(self.relation.written.right)
        operator = self.relation.operator
        if self.given:
            return f"{left} {operator} {self.result} (given; otherwise {right})"
        if self.value is None:
            return f"{left} {operator} {right}: {self.result}"
        middle = f" = {self.substituted}" if self.substituted else ""
        if self.left_value is not None:
            return f"{left} {operator} {right}{middle}: {self._shown(self.left_value)} {operator} {self.result}"
        return f"{left} {operator} {right}{middle} = {self.result}"

    def __repr__(self) -> str:
        return str(self)

    def _repr_markdown_(self) -> str:
        return self.to_markdown()

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> dict[str, Any]:
        """Text, Markdown and plain data, from which a page sets the line without running anything."""
        return {"text/plain": str(self), "text/markdown": self.to_markdown(), NUMBERS_TYPE: numbers_data(self)}

    def to_markdown(self) -> str:
        """The line as display mathematics, how it was solved if only numbers do, and the origin of each number."""
        lines = [f"$$\n{self.latex_display}\n$$", ""]
        if self.value is None:
            lines += [in_markdown(self.result), ""]
        elif self.numeric is not None:
            lines += [in_markdown(f"solved with numbers: {self.numeric.words}"), ""]
        lines += [f"- {line}" for line in self.origins]
        return "\n".join(lines).rstrip("\n")


def _in_text(text: str) -> str:
    """Plain text inside a formula."""
    special = {"\\": r"\textbackslash{}", "^": r"\textasciicircum{}", "~": r"\textasciitilde{}", "<": "$<$", ">": "$>$"}
    return "".join(special.get(c, f"\\{c}" if c in "_%&#${}" else c) for c in text)


def origin(value: Value) -> str:
    """The origin of a value, its meaning and its source in one line.

    >>> from derivations.numbers.value import parse_value
    >>> origin(parse_value("20 ms"))
    'given'
    """
    parts = [value.origin]
    if value.meaning:
        parts.append(value.meaning)
    if value.source is not None:
        parts.append(value.source.label)
    return "; ".join(parts)


def numbers_data(line: NumbersLine) -> dict[str, Any]:
    """A numbers line as plain data for a page: its members as text in the grammar, and the values that enter.

    `result` is None where there is no number, and `reason` then says why. `filled` is the form that the values stand
    in, None where nothing is filled in.
    """
    relation = line.relation
    known = line.value is not None
    return {
        "schema": SCHEMA,
        "step": line.step,
        "relation": str(relation),
        "latex": line.latex,
        "text": str(line),
        "result": line.result if known else None,
        "reason": None if known else line.result,
        "given": line.given,
        "solved": None if line.numeric is None else {"unknown": line.numeric.unknown.name, "words": line.numeric.words},
        "filled": to_text(relation.written.right if line.filled is None else line.filled) if line.entering else None,
        "values": {name: value.typed for name, value in line.entering.items()},
        "origins": list(line.origins),
        "unchecked": list(line.unchecked),
        "undecided": line.undecided if line.unchecked else "",
        "letters": letters_data(quantity for quantity in relation.notation if _occurs(quantity.name, line)),
    }


def _occurs(name: str, line: NumbersLine) -> bool:
    behind = {symbol.name for symbol in line.relation.symbols} | {*line.entering, *line.leaves}
    return name in behind or (line.numeric is not None and name == line.numeric.unknown.name)
