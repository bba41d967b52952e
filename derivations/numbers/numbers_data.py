"""A numbers line as plain data, so that pages can show it without SymPy."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from derivations.derivation.step_data import SCHEMA, letters_data
from derivations.language.printing.text import to_text

if TYPE_CHECKING:
    from derivations.numbers.numbers_line import NumbersLine


NUMBERS_TYPE = "application/vnd.derivations.numbers+json"


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
