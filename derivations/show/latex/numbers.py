r"""The numbers of a fragment: the result with its origins, several values, readings, and published numbers."""

from __future__ import annotations

from derivations.claim.evaluated_claim import EvaluatedClaim
from derivations.errors import DerivationsError
from derivations.language.display import sentence
from derivations.language.printing.latex_lines import LINE, expression_lines, width
from derivations.numbers.numbers_line import NumbersLine
from derivations.numbers.value import Value
from derivations.show.answer import whole_words
from derivations.show.cells import LeftSide
from derivations.show.latex.steps import Setting, display, equation_rows
from derivations.show.latex.tables import left_latex, table_latex
from derivations.show.latex.text import escaped, prose
from derivations.show.report_tables import basis_of, compared_table
from derivations.show.sweep import behind_table, first_text, idle_names, sweep_of, values_table
from derivations.study.sweep import Sweep
from derivations.study.verdicts import told_statements

_SIGNS = {">=": r"\ge", "<=": r"\le"}
_WITHOUT_VALUES = 3  # members of a numbers line: left side, formula, result


def warnings_block(evaluated: EvaluatedClaim) -> list[str]:
    """Warnings of what the numbers break, a sentence each."""
    notation = evaluated.derivation.notation
    told = [rf"\textbf{{Warning:}} these numbers contradict the premises: {prose(text, notation)}."
            for text in evaluated.contradictions]
    return [*told, ""] if told else []


def numbers_block(evaluated: EvaluatedClaim, setting: Setting) -> list[str]:
    """The numbers of the result with their origins, after the table of several values where there is one."""
    notation = evaluated.derivation.notation
    swept = sweep_of(evaluated)
    several = [] if swept is None else several_block(evaluated, swept)
    lines = [*several, r"\paragraph{Numbers.}"]
    try:
        line = evaluated.result
    except DerivationsError as error:
        return [*lines, f"{sentence(prose(str(error), notation))}.", ""]
    lines += [f"{sentence(prose(evaluated.scenario.title, notation))}:", *_line(line, setting)]
    if line.value is None:
        lines.append(f"{sentence(prose(line.result, notation))}.")
    elif line.numeric is not None:
        lines.append(f"Solved with numbers: {prose(line.numeric.words, notation)}.")
    if line.unchecked:
        lines.append(f"{line.undecided.capitalize()}: {prose(', '.join(line.unchecked), notation)}.")
    lines += [f"{sentence(prose(words, notation))}." for words in whole_words(evaluated)]
    if idle := idle_names(evaluated):
        given = ", ".join(_value(notation[name].latex, evaluated.given[name], setting) for name in idle)
        lines.append(f"Given, and without influence on this: {given}.")
    if behind := behind_table(evaluated):
        lines += ["", f"{sentence(prose(behind.title, notation))}:", *table_latex(behind, notation)]
    return [*lines, "", *_origins(line, evaluated, setting)]


def several_block(evaluated: EvaluatedClaim, swept: Sweep) -> list[str]:
    """The table of several values, and for which of them the numbers below are."""
    table, notation = values_table(swept), evaluated.derivation.notation
    return [
        rf"\paragraph{{Several values.}} {sentence(prose(table.title, notation))}:",
        *table_latex(table, notation),
        f"{sentence(prose(first_text(swept), notation))}.",
        "",
    ]


def _line(line: NumbersLine, setting: Setting) -> list[str]:
    """Formula, values and result, each at a sign of its own, broken where they do not fit."""
    if line.numeric is not None:
        found = [] if line.value is None else [rf"{line.numeric.unknown.latex} &{line.latex_parts[1]} \text{{, from}}"]
        return [*(display(found) if found else []), *display(equation_rows(line.relation))]
    rows = list(equation_rows(line.relation))
    if line.value is not None:
        left = width(rows[0].split("&", 1)[0])
        values = {name: setting.value(v.number, v.dimension, v.unit, typed=True)
                  for name, v in line.entering.items()}
        has_middle = not line.given and len(line.latex_parts) > _WITHOUT_VALUES
        if has_middle:
            form = line.relation.written.right if line.filled is None else line.filled
            names = line.relation.notation.latex_names
            first, *others = expression_lines(form, names, LINE - left, before="= ", values=values)
            rows += [f"&{first}", *(rf"&\quad {more}" for more in others)]
        given = r" \quad \text{(given)}" if line.given else ""
        sign = line.relation.operator if line.given else "="
        unit = line.told_unit
        rows.append(f"&{_SIGNS.get(sign, sign)} {setting.value(line.value, line.dimension, unit)}{given}")
    return display(rows)


def _value(latex: str, value: Value, setting: Setting) -> str:
    return f"${latex} = {setting.value(value.number, value.dimension, value.unit)}$"


def _origins(line: NumbersLine, evaluated: EvaluatedClaim, setting: Setting) -> list[str]:
    """One item for every number that the result rests on: value, meaning, source."""
    notation = evaluated.derivation.notation
    items = []
    for name, value in line.leaves.items():
        parts = [prose(text, notation) for text in (value.origin, value.meaning) if text]
        if value.source is not None:
            parts.append(setting.source(value.source))
        items.append(rf"  \item[--] {_value(notation[name].latex, value, setting)}: {'; '.join(parts)}")
    if not items:
        return []
    return ["These numbers are", r"\begin{itemize}", *(f"{item}" for item in items), r"\end{itemize}", ""]


def compared_block(evaluated: EvaluatedClaim) -> list[str]:
    """The claim's quantities as said and as built."""
    if not (evaluated.claim.readings and evaluated.claim.compared):
        return []
    table = compared_table(evaluated)
    if not table.rows:
        return []
    printed = table_latex(table, evaluated.derivation.notation)
    return [rf"\paragraph{{{escaped(table.title)}.}} With the numbers that each row names:", *printed, ""]


def published_block(evaluated: EvaluatedClaim, setting: Setting) -> list[str]:
    """Published numbers, each with its author and the derived one."""
    notation = evaluated.derivation.notation
    items = []
    for row, otherwise in ((each, each is not item.said) for item in told_statements(evaluated)
                           for each in (item.said, *item.otherwise)):
        said = row.published
        verdict = f"otherwise {row.verdict}" if otherwise else row.verdict
        by = setting.source(f"{said.by}, {said.where}")
        found = f": {escaped(row.derived_text)}" if row.derived is not None else ""
        note = f" {sentence(prose(said.note, notation))}." if said.note else ""
        basis = prose(basis_of(row, evaluated), notation)
        items.append(
            rf"  \item[--] {_of(evaluated, said.step)}: {escaped(row.said)} ({escaped(said.rounding)}), {by}. "
            rf"\emph{{{sentence(prose(verdict, notation))}}}{found}, {basis}.{note}"
        )
    if not items:
        return []
    return [r"\paragraph{Published numbers.}", r"\begin{itemize}", *items, r"\end{itemize}", ""]


def _of(evaluated: EvaluatedClaim, name: str) -> str:
    """The left side of a step, with its name if that is another."""
    derivation = evaluated.derivation
    return left_latex(LeftSide.of(derivation[name]), derivation.notation) if name in derivation else escaped(name)
