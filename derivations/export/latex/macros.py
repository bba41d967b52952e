r"""A derivation as LaTeX macros, so that a writeup which uses them changes when the derivation does."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import chain
from typing import TypeAlias

from derivations.claim.evaluated_claim import EvaluatedClaim
from derivations.derivation.step import Step
from derivations.document.argument import Selection
from derivations.document.blocks import warnings
from derivations.document.selection import selection
from derivations.document.verdicts import verdicts_of
from derivations.errors import DerivationsError, InputError
from derivations.language.dimension import Dimension
from derivations.numbers.format import latex_value, siunitx_value
from derivations.numbers.numbers_line import NumbersLine, origin
from derivations.numbers.value import Value
from derivations.writers.latex.text import escaped, prose

_DIGITS = ("Zero", "One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine")
_PARTS = re.compile(r"[A-Za-z0-9]+")
_SHORT = ("Letter", "Formula", "Condition", "Value", "Result")
_AS_THEY_ARE = ("Letter", "Value")  # n and N are two


def macros(report: EvaluatedClaim, *, steps: str = "all", prefix: str = "", siunitx: bool = False) -> str:
    r"""A ``\newcommand`` for each letter, each formula, each given value and each result, with its source above it.

    Names are made of the claim's name, what it is, and the name of the quantity or step, as in
    ``\optimalBatchLetterNtotal``, ``\optimalBatchFormulaBalanceBatch``, ``\optimalBatchValueNtotal`` and
    ``\optimalBatchResultBalanceBatch``; digits are written out. With a `prefix` of your own they are short: the
    prefix, the first letter of what it is, the name (``\obRBalanceBatch``), and ``\obF`` and ``\obR`` are formula and
    number of the result. With `siunitx` numbers are that package's. All can be used in text and in formulas.
    Raises `InputError` if two of them would have the same name, or for a prefix that TeX has no macros of.
    """
    chosen = selection(report, steps)
    lines = [f"% {_line(report.claim.name, report.claim.title)}", f"% {_line(report.scenario.title)}"]
    lines += [f"% {_line(text)}" for text in warnings(report.contradictions)]
    if report.study.title:
        lines.append(f"% study: {_line(report.study.title)}")
    named: set[str] = set()
    value = siunitx_value if siunitx else latex_value
    made = list(chain(_whole(report), _letters(chosen), _formulas(chosen), _numbers(report, chosen, value)))
    if prefix:
        made += [((kind, ""), body, said) for (kind, name), body, said in made
                 if name == report.headline.name and kind in ("Formula", "Result", "Condition")]
    for name, body, said in made:
        macro = short_name(prefix, *name) if prefix else macro_name(report.claim.name, *name)
        if macro in named:
            raise InputError(f"two macros would be named {macro}: rename the quantity or the step {name[-1]!r}")
        named.add(macro)
        lines += [f"% {_line(said)}", rf"\newcommand{{{macro}}}{{{body}}}"]
    return "\n".join(lines) + "\n"


def macro_name(claim: str, kind: str, name: str = "") -> str:
    r"""The name of a macro: letters only, as TeX wants it.

    The case of a quantity's name stays, since n and N are two.

    >>> macro_name("kv-bytes", "Result", "price-step-2"), macro_name("kv-bytes", "Letter", "N_total")
    ('\\kvBytesResultPriceStepTwo', '\\kvBytesLetterNtotal')
    """
    first, *others = _PARTS.findall(claim)
    return _named((first, *(part[:1].upper() + part[1:] for part in others), kind), kind, name)


def short_name(prefix: str, kind: str, name: str = "") -> str:
    r"""The name of a macro with a prefix of one's own; raises `InputError` for one that is not of letters alone.

    >>> short_name("ob", "Result", "balance-batch"), short_name("ob", "Letter", "N_total"), short_name("ob", "Title")
    ('\\obRBalanceBatch', '\\obLNtotal', '\\obTitle')
    """
    if not (prefix.isascii() and prefix.isalpha()):
        raise InputError(f"a prefix of macros is of letters alone, not {prefix[:30]!r}")
    return _named((prefix, kind[0] if kind in _SHORT else kind), kind, name)


def _named(head: tuple[str, ...], kind: str, name: str) -> str:
    """A name behind what stands before it."""
    of_name = _PARTS.findall(name)
    parts = [*head, *(of_name if kind in _AS_THEY_ARE else (part[:1].upper() + part[1:] for part in of_name))]
    return "\\" + "".join(_DIGITS[int(sign)] if sign.isdigit() else sign for sign in "".join(parts))


_Shown: TypeAlias = "Callable[[Fraction, Dimension, str], str]"
_Macro = tuple[tuple[str, str], str, str]  # kind and name, what it stands for, what is said of it


def _whole(report: EvaluatedClaim) -> Iterator[_Macro]:
    yield ("Title", ""), escaped(report.claim.title), "the claim"
    yield ("Numbers", ""), escaped(report.scenario.title), "the numbers that values and results are for"
    for heading, words in verdicts_of(report).lines:
        kind = f"Verdict{heading.title().replace(' ', '')}"
        yield (kind, ""), prose(words, report.derivation.notation), f"the verdict: {heading.lower()}"


def _letters(chosen: Selection) -> Iterator[_Macro]:
    used = {symbol.name for step in chosen.trace if step.relation is not None for symbol in step.relation.symbols}
    for quantity in chosen.derivation.letters:
        if quantity.name in used:
            unit = f"in {quantity.unit}" if quantity.unit else "a pure number"
            yield ("Letter", quantity.name), _formula(quantity.latex), f"{quantity.name}, {unit}: {quantity.meaning}"


def _formulas(chosen: Selection) -> Iterator[_Macro]:
    for step in chosen.trace:
        if step.relation is not None and step.verdict.holds:  # what does not stand is not to be used by mistake
            yield ("Formula", step.name), _formula(step.relation.latex), _of_step(step)
            if step.conditions:
                conditions = r" \text{ and } ".join(condition.latex for condition in step.conditions)
                yield ("Condition", step.name), _formula(conditions), f"under which {step.name} holds"


def _numbers(report: EvaluatedClaim, chosen: Selection, shown: _Shown) -> Iterator[_Macro]:
    """The results of the steps, after the given values behind them."""
    results: list[_Macro] = []
    leaves: dict[str, Value] = {}
    for step in chosen.trace:
        if step.relation is None:
            continue
        try:
            line = report.numbers(step.name)
        except DerivationsError:
            continue
        if line.value is None or line.given:
            continue
        leaves.update(line.leaves)
        results.append((("Result", step.name), _formula(_result(line, shown)), f"{line.left}, {report.scenario.title}"))
    for name, value in leaves.items():
        body = shown(value.number, value.dimension, value.unit)
        yield ("Value", name), _formula(body), f"{name} = {value}: {_sourced(value)}"
    yield from results


def _result(line: NumbersLine, shown: _Shown) -> str:
    assert line.value is not None
    return shown(line.value, line.dimension, line.told_unit)


def _of_step(step: Step) -> str:
    holds = step.holds and f"it holds {step.holds}"
    parts = [step.because or step.rule, holds, step.source and f"source: {step.source}", str(step.verdict)]
    return "; ".join(part for part in parts if part)


def _sourced(value: Value) -> str:
    address = f", {value.source.url}" if value.source is not None and value.source.url else ""
    return origin(value) + address


def _formula(latex: str) -> str:
    return rf"\ensuremath{{{latex}}}"


def _line(*parts: str) -> str:
    """Text for a comment, in one line of plain ASCII: it is pasted into documents of any encoding."""
    text = ": ".join(parts).replace("·", "*").replace("→", "->").replace("∞", "infinity")
    return " ".join(text.split()).encode("ascii", "replace").decode()
