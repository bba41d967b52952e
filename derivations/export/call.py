"""The call that makes a report again, in Python."""

from __future__ import annotations

import shlex
from collections.abc import Collection, Iterator, Sequence
from dataclasses import fields, replace
from fractions import Fraction
from pathlib import Path
from typing import Any

from derivations.claim.claim import Cards
from derivations.claim.evaluated_claim import EvaluatedClaim
from derivations.claim.study import Study
from derivations.claims.index import all_claims, find_claim
from derivations.errors import InputError
from derivations.language.numerals import is_decimal
from derivations.language.printing.python_code import python_text
from derivations.language.printing.text import number_text
from derivations.language.quantity import Quantity, quantity_line
from derivations.language.relation import relation_source
from derivations.numbers.value import TO, Value
from derivations.proof.budget import RULE_BUDGET

_WIDTH = 100


def parameters(report: EvaluatedClaim) -> dict[str, str]:
    """The arguments of `use` that make a report with no others, by name, as Python; none where they cannot say it."""
    if not _is_named(report) or not_assumed(report.study):
        return {}
    return assumed_arguments(_evaluated(report))


def not_assumed(study: Study) -> str:
    """What of a study no `use` can say, in words; empty if it can say all of it."""
    return ("the lecturer's own numbers" if study.as_said else f"a value left out ({study.without[0]})" if study.without
            else f"several values ({next(iter(study.several))})" if study.several
            else f"a range ({next(iter(study.ranges))})" if study.ranges
            else "" if all(map(_plain, study.quantities)) else "a quantity that takes more than a line to say")


def assumed_arguments(study: Study) -> dict[str, str]:
    """The arguments of `use` for cards, values, premises and quantities of a study, by name, as Python."""
    found = {name: python_text(given) for name, given in _cards(study).items()}
    values = {name: _listed([python_text(value_text(value)) for value in given])
              for name, given in study.values.items()}
    if values:
        found["values"] = _table(values)
    if study.premises:
        found["premises"] = _table({name: python_text(relation_source(item)) for name, item in study.premises.items()})
    if study.quantities:
        found["symbols"] = _listed([_symbol(quantity) for quantity in study.quantities])
    return found


def study_for_script(report: EvaluatedClaim) -> dict[str, Any]:
    """What of a report's study a command or a call says again: cards, values by name, and all else as words of each.

    Empty for a report in which nothing is changed. A script puts in place of cards and values what its reader moves.
    """
    study = _evaluated(report)
    if not study:
        return {}
    words = ["--as-said"] if study.as_said else []
    words += [word for name in study.without for word in ("--without", name)]
    words += [word for name, item in study.premises.items() for word in ("--assume", f"{name}={relation_source(item)}")]
    words += [word for quantity in study.quantities for word in ("--symbol", _line(quantity))]
    python = [f"{name}={text}" for name, text in _arguments(report, ()) if name in (
        "as_said", "without", "premises", "symbols")]
    return {"cards": _cards(study), "values": {name: value_text(value) for name, value in study.first.items()},
            "words": shlex.join(words), "python": python}


def derive_call(
    report: EvaluatedClaim, catalog: Sequence[str | Path] = (), claim_files: Sequence[str | Path] = (), *,
    elsewhere: Collection[str] = (),
) -> str:
    """The Python that makes the report again, with its imports: lines that end with ``report = derive(...)``.

    Arguments that are said `elsewhere` are left out. `catalog` and `claim_files` are the files with cards and claims of
    the reader's own that it was made with. Raises `InputError` for a claim that is not built in where no file is given.
    """
    names = {"derive"}
    if not all(map(_plain, report.study.quantities)):
        names.add("Quantity")
    if report.study.title:
        names.add("Study")
    claim = python_text(report.claim.name)
    if not _is_named(report):
        if not claim_files:
            raise InputError(f"claim {report.claim.name!r} is not built in: name the file that it is in")
        names.add("claims_in")
        found = [f"claims_in({_path(path)})" for path in claim_files]
        claim = f"{found[0] if len(found) == 1 else '{' + ', '.join(f'**{each}' for each in found) + '}'}[{claim}]"
    arguments = (f"{name}={text}" for name, text in _arguments(report, catalog) if name not in elsewhere)
    made = _call("report = derive", [claim, *arguments])
    return f"from derivations import {', '.join(sorted(names))}\n\n{made}"


def value_text(value: Value) -> str:
    """A value as text that is read back to the same number.

    >>> from derivations.numbers.value import parse_value
    >>> value_text(parse_value("128k token/sequence")), value_text(parse_value("1/3"))
    ('128000 token/sequence', '1/3')
    """
    if value.ends is not None:
        return TO.join(map(value_text, value.bounds))
    number = value.in_unit(value.unit)
    size = abs(number)
    text = number_text(size) if is_decimal(size) else str(Fraction(size))
    return f"{'-' if number < 0 else ''}{text} {value.unit}".strip()


def paths_text(paths: Sequence[str | Path]) -> str:
    """Paths of files as Python: one alone, or a list."""
    return _listed([_path(path) for path in paths])


def _arguments(report: EvaluatedClaim, catalog: Sequence[str | Path]) -> Iterator[tuple[str, str]]:
    """Changes from the defaults, as keyword arguments."""
    if report.study.as_said:
        yield "as_said", "True"
    if report.study.without:
        yield "without", _listed([python_text(name) for name in report.study.without])
    yield from assumed_arguments(_evaluated(report)).items()
    if report.study.title:
        yield "study", f"Study({python_text(report.study.title)})"
    if catalog:
        yield "catalog", paths_text(catalog)
    if report.budget != RULE_BUDGET:
        yield "budget", repr(report.budget)


def _evaluated(report: EvaluatedClaim) -> Study:
    """The study of a report, with its values as they were read, and the premises as they stand."""
    values = {**{name: (value,) for name, value in report.given.items()}, **report.study.several}
    return replace(report.study, values=values, premises=report.derivation.assumptions.premises)


def _is_named(report: EvaluatedClaim) -> bool:
    """True for a claim that `derive` finds by its name, built-in or of an installed package."""
    return report.claim.name in all_claims() and find_claim(report.claim.name) is report.claim


def _cards(study: Study) -> dict[str, str]:
    return {item.name: given for item in fields(Cards) if (given := getattr(study.cards, item.name))}


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
