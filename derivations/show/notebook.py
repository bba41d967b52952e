"""A report as the call that makes it again: in Python, as a command line, and as a notebook."""

from __future__ import annotations

import json
import shlex
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import fields
from fractions import Fraction
from pathlib import Path
from typing import Any

from derivations.claim.claim import Cards
from derivations.claim.evaluated_claim import EvaluatedClaim
from derivations.errors import DerivationsError, InputError
from derivations.language.display import in_markdown
from derivations.language.numerals import is_decimal
from derivations.language.printing.python_code import python_text
from derivations.language.printing.text import number_text
from derivations.language.quantity import Quantity, quantity_line
from derivations.lecture.index import CLAIMS, find_claim
from derivations.numbers.value import Value
from derivations.search.time_limit import RULE_SECONDS
from derivations.show.grids import wide_grids
from derivations.show.report_tables import report_tables
from derivations.show.selection import Selection, selection
from derivations.show.sweep import VALUES

_WIDTH = 100


def derive_call(
    report: EvaluatedClaim, catalog: Sequence[str | Path] = (), claim_files: Sequence[str | Path] = ()
) -> str:
    """The Python that makes the report again, with its imports: lines that end with ``report = derive(...)``.

    `catalog` and `claim_files` are the files with cards and claims of the reader's own that it was made with. Raises
    `InputError` for a claim that is not built in where no file is given.
    """
    names = {"derive"}
    if not all(map(_plain, report.study.quantities)):
        names.add("Quantity")
    if report.study.title:
        names.add("Study")
    claim = python_text(report.claim.name)
    if not _built_in(report):
        if not claim_files:
            raise InputError(f"claim {report.claim.name!r} is not built in: name the file that it stands in")
        names.add("claims_in")
        found = [f"claims_in({_path(path)})" for path in claim_files]
        claim = f"{found[0] if len(found) == 1 else '{' + ', '.join(f'**{each}' for each in found) + '}'}[{claim}]"
    made = _call("report = derive", [claim, *_arguments(report, catalog)])
    return f"from derivations import {', '.join(sorted(names))}\n\n{made}"


def show_command(
    report: EvaluatedClaim, catalog: Sequence[str | Path] = (), claim_files: Sequence[str | Path] = ()
) -> str:
    """Command line for the report.

    Raises `InputError` where there is none: for a claim that is in no file, or a symbol that no line declares.
    """
    if not _built_in(report) and not claim_files:
        raise InputError(f"claim {report.claim.name!r} is not built in: name the file that it stands in")
    words = ["derive", "show", report.claim.name]
    for name, given in _cards(report).items():
        words += [f"--{name}", given]
    words += ["--as-said"] if report.study.as_said else []
    for name in report.study.without:
        words += ["--without", name]
    for name, values in _values(report).items():
        words += ["--set", f"{name}={', '.join(map(value_text, values))}"]
    for name, text in report.derivation.assumptions.premises.items():
        words += ["--assume", f"{name}={text}"]
    for quantity in report.study.quantities:
        if not _plain(quantity):
            raise InputError(f"symbol {quantity.name!r} has more to it than a command line declares")
        words += ["--symbol", _line(quantity)]
    for option, paths in (("--catalog", catalog), ("--claims", claim_files)):
        for path in paths:
            words += [option, str(path)]
    if report.time_limit != RULE_SECONDS:
        words += ["--time-limit", f"{report.time_limit:g}"]
    return shlex.join(words)


def value_text(value: Value) -> str:
    """A value as text that is read back to the same number.

    >>> from derivations.numbers.value import parse_value
    >>> value_text(parse_value("128k token/sequence")), value_text(parse_value("1/3"))
    ('128000 token/sequence', '1/3')
    """
    number = value.in_unit(value.unit)
    size = abs(number)
    text = number_text(size) if is_decimal(size) else str(Fraction(size))
    return f"{'-' if number < 0 else ''}{text} {value.unit}".strip()


def _arguments(report: EvaluatedClaim, catalog: Sequence[str | Path]) -> Iterator[str]:
    """Changes from the defaults, as keyword arguments."""
    for name, given in _cards(report).items():
        yield f"{name}={python_text(given)}"
    if report.study.as_said:
        yield "as_said=True"
    if report.study.without:
        yield f"without={_listed([python_text(name) for name in report.study.without])}"
    values = {name: _listed([python_text(value_text(value)) for value in given])
              for name, given in _values(report).items()}
    if values:
        yield f"values={_table(values)}"
    premises = report.derivation.assumptions.premises
    if premises:
        yield f"premises={_table({name: python_text(text) for name, text in premises.items()})}"
    if report.study.quantities:
        yield f"symbols={_listed([_symbol(quantity) for quantity in report.study.quantities])}"
    if report.study.title:
        yield f"study=Study({python_text(report.study.title)})"
    if catalog:
        yield f"catalog={_listed([_path(path) for path in catalog])}"
    if report.time_limit != RULE_SECONDS:
        yield f"time_limit={report.time_limit!r}"


def _built_in(report: EvaluatedClaim) -> bool:
    return report.claim.name in CLAIMS and find_claim(report.claim.name) is report.claim


def _cards(report: EvaluatedClaim) -> dict[str, str]:
    cards = report.study.cards
    return {item.name: given for item in fields(Cards) if (given := getattr(cards, item.name))}


def _values(report: EvaluatedClaim) -> dict[str, tuple[Value, ...]]:
    """Values that the reader set; several where these were given."""
    single = {name: (value,) for name, value in report.given.items()}
    return {**single, **report.study.several}


def _plain(quantity: Quantity) -> bool:
    """True if a line of text says all about a quantity."""
    try:
        return quantity_line(_line(quantity)) == quantity
    except InputError:
        return False


def _line(quantity: Quantity) -> str:
    of = f"({quantity.arguments})" if quantity.of else ""
    return f"{quantity.name}{of} [{quantity.unit}] ({quantity.domain}) {quantity.meaning}".strip()


def _symbol(quantity: Quantity) -> str:
    if _plain(quantity):
        return python_text(_line(quantity))
    given = ((item.name, getattr(quantity, item.name)) for item in fields(Quantity))
    shown = (f"{name}={python_text(value) if isinstance(value, str) else repr(value)}" for name, value in given)
    return f"Quantity({', '.join(shown)})"


def _path(path: str | Path) -> str:
    return python_text(str(path))


def _listed(items: Sequence[str]) -> str:
    return items[0] if len(items) == 1 else f"[{', '.join(items)}]"


def _table(items: dict[str, str]) -> str:
    return "{" + ", ".join(f"{python_text(name)}: {text}" for name, text in items.items()) + "}"


def _call(function: str, arguments: Sequence[str]) -> str:
    """A call on one line, or with a line for each argument."""
    line = f"{function}({', '.join(arguments)})"
    if len(line) <= _WIDTH:
        return line
    return "\n".join([f"{function}(", *(f"    {each}," for each in arguments), ")"])


_KERNEL = {"display_name": "Python 3 (ipykernel)", "language": "python", "name": "python3"}


def notebook_of(
    report: EvaluatedClaim, steps: str = "all", *, catalog: Sequence[str | Path] = (),
    claim_files: Sequence[str | Path] = (),
) -> str:
    """The notebook as the text of a file, the same for the same report.

    `catalog` and `claim_files` are the files that the report was made with. Raises `UnknownNameError` for another
    choice of steps, and `InputError` for a claim that is not built in where no file is given.
    """
    chosen = selection(report, steps)
    cells = [*_opening(report, catalog, claim_files), *_argument(chosen), *_numbers(report)]
    assert len({cell["id"] for cell in cells}) == len(cells)
    notebook = {
        "cells": cells,
        "metadata": {"kernelspec": _KERNEL, "language_info": {"name": "python"}},
        "nbformat": 4,
        "nbformat_minor": 5,
    }
    return json.dumps(notebook, indent=1, sort_keys=True, ensure_ascii=False) + "\n"


def _opening(
    report: EvaluatedClaim, catalog: Sequence[str | Path], claim_files: Sequence[str | Path]
) -> Iterator[dict[str, Any]]:
    """Title and question, the derivation made again, and its answer."""
    title = f"# {in_markdown(report.claim.title)}"
    question = in_markdown(report.claim.question)
    yield _text("title", f"{title}\n\n{question}" if question else title)
    yield _code("derive", derive_call(report, catalog, claim_files))
    yield _code("verdict", "print(report.verdict)")
    if report.study.several:
        yield _code("values", f"report.table({python_text(VALUES)})")
    yield _code("result", "report.result" if _has_numbers(report) else "report.headline")


def _argument(chosen: Selection) -> Iterator[dict[str, Any]]:
    """Premises, letters, steps and rejects, each shown from the report."""
    if chosen.premises:
        yield _text("premises-text", "## Premises")
        yield _code("premises", _shown(step.name for step in chosen.premises))
        yield _text("letters-text", "## Letters")
        yield _code("letters", "report.derivation.letters")
    if chosen.steps != "result":
        yield _text("derivation-text", "## Derivation")
        for step in chosen.argument:
            yield _code(f"step-{step.number}", _shown([step.name]))
    if chosen.rejects:
        yield _text("rejects-text", "## Rejected")
        yield _code("rejects", _shown(step.name for step in chosen.rejects))


def _numbers(report: EvaluatedClaim) -> Iterator[dict[str, Any]]:
    """The tables, and what would change the result."""
    kinds = [kind for kind, _ in report_tables(report, without={VALUES, *wide_grids(report)})]
    for kind in kinds:
        if kind == kinds[0]:
            yield _text("tables-text", "## Numbers")
        yield _code(f"table-{kind}", f"report.table({python_text(kind)})")
    if not report.study.several and _has_numbers(report) and report.result.value is not None:
        yield _text("sensitivity-text", "## What would change it")
        yield _code("sensitivity", "report.sensitivity()")


def _has_numbers(report: EvaluatedClaim) -> bool:
    try:
        _ = report.result
    except DerivationsError:
        return False
    return True


def _shown(names: Iterable[str]) -> str:
    """A cell that displays steps by name."""
    listed = [f"report[{python_text(name)}]" for name in names]
    if len(listed) == 1:
        return listed[0]
    return "\n".join(["display(", *(f"    {each}," for each in listed), ")"])


def _text(name: str, source: str) -> dict[str, Any]:
    return {"cell_type": "markdown", "id": name, "metadata": {}, "source": _lines(source)}


def _code(name: str, source: str) -> dict[str, Any]:
    return {"cell_type": "code", "execution_count": None, "id": name, "metadata": {}, "outputs": [],
            "source": _lines(source)}


def _lines(source: str) -> list[str]:
    return source.splitlines(keepends=True)
