"""Reports as a LaTeX fragment that needs only amsmath."""

from __future__ import annotations

from derivations.changes.sweep import Column, Sweep
from derivations.claims.account import Account
from derivations.engine.display import spoken
from derivations.engine.relation import latex_names
from derivations.engine.step import Step
from derivations.engine.written.latex import to_latex
from derivations.errors import DerivationsError
from derivations.render.sweep import column_heading, first_text, sweep_of, sweep_title, values_table

_ESCAPES = {
    "\\": r"\textbackslash{}", "&": r"\&", "%": r"\%", "$": r"\$", "#": r"\#", "_": r"\_", "{": r"\{", "}": r"\}",
    "~": r"\textasciitilde{}", "^": r"\textasciicircum{}", "→": r"$\to$", "∞": r"$\infty$", "≥": r"$\ge$",
    "≤": r"$\le$", "×": r"$\times$", "·": r"$\cdot$", "−": r"$-$", "—": "---", "κ": r"$\kappa$", "φ": r"$\phi$",
    "µ": r"$\mu$", "…": r"\dots{}", "<": r"$<$", ">": r"$>$",
}  # fmt: skip
_WIDE, _SHARE = 30, 0.5  # a column with longer texts is broken, at this share of the line


def report_latex(report: Account) -> str:
    """Premises and steps as numbered equations with labels, reasons as text between them, and the numbers."""
    claim, derivation = report.claim, report.derivation
    lines = [
        f"% {' '.join(f'{claim.name}: {claim.title}'.split())}",
        "% needs \\usepackage{amsmath}",
        f"\\paragraph{{{escaped(claim.title)}.}} {escaped(claim.question)}",
        "",
        *([f"Study: {escaped(report.study.title)}.", ""] if report.study.title else []),
        f"Verdict: {spoken(report.verdict, derivation.notation, escaped)}.",
        "",
        "\\paragraph{Premises.}",
    ]
    labelled = frozenset(step.name for step in derivation if step.relation is not None)
    for step in derivation.premises:
        lines += _step(step, claim.name, labelled)
    lines += ["\\paragraph{Derivation.}"]
    for step in derivation.argument:
        lines += _step(step, claim.name, labelled)
    for step in derivation.rejects:
        lines += _reject(step)
    lines += _numbers(report)
    return "\n".join(lines) + "\n"


def label(claim: str, step: str) -> str:
    r"""The label of a step's equation.

    >>> label("optimal-batch", "balance")
    'eq:optimal-batch:balance'
    """
    return f"eq:{claim}:{step}"


def escaped(text: str) -> str:
    r"""Plain text for LaTeX's text mode.

    >>> escaped("b_w is 100%")
    'b\\_w is 100\\%'
    """
    text = text.replace(">=", "≥").replace("<=", "≤").replace("\n", " ")
    return "".join(_ESCAPES.get(character, character) for character in text)


def _step(step: Step, claim: str, labelled: frozenset[str]) -> list[str]:
    notation = None if step.relation is None else step.relation.notation
    reason = spoken(_sentence(step.because), notation, escaped)
    source = f" ({escaped(step.source)})" if step.source else ""
    references = ", ".join(f"\\eqref{{{label(claim, name)}}}" for name in step.inputs if name in labelled)
    used = f" From {references}." if references else ""
    lines = [f"{reason}{source}.{used}".strip() if reason else f"{used.strip()}"]
    if step.relation is None:
        return [*lines, f"No equation: {escaped(str(step.verdict))}.", ""]
    conditions = " \\quad\\text{and}\\quad ".join(condition.latex for condition in step.conditions)
    lines += [
        "\\begin{equation}",
        f"  {step.relation.latex}" + (f" \\qquad\\text{{if }} {conditions}" if conditions else ""),
        f"  \\label{{{label(claim, step.name)}}}",
        "\\end{equation}",
        f"% {' '.join(str(step.verdict).split())}",
    ]
    remarks = [escaped(step.note)] if step.note else []
    if step.within and step.within != (step.name,):
        remarks.append(f"at {escaped(', '.join(step.within))}")
    if step.replaces:
        remarks.append(f"instead of {escaped(step.replaces)}")
    return [*lines, f"({'; '.join(remarks)})" if remarks else "", ""]


def _reject(step: Step) -> list[str]:
    shown = f"${step.relation.latex}$" if step.relation is not None else f"\\texttt{{{escaped(step.statement)}}}"
    return [f"Not so: {shown}. {escaped(_sentence(step.because))}. {escaped(_sentence(str(step.verdict)))}.", ""]


def _sentence(text: str) -> str:
    """With a capital letter first."""
    return text[:1].upper() + text[1:]


def _several(report: Account, swept: Sweep) -> list[str]:
    """The table of several values, and for which of them the numbers below are."""
    shown, notation = values_table(report, swept), report.derivation.notation
    named = [(quantity.name, f"${quantity.latex}$") for quantity in swept.varied]
    named += [(column_heading(report, column), _head(column)) for column in swept.columns]
    in_units = zip(named, shown.head, strict=False)
    head = [f"{latex}{escaped(told.removeprefix(name))}" for (name, latex), told in in_units]
    head += map(escaped, shown.head[len(named) :])
    widest = (max(len(row[place]) for row in shown.rows) for place in range(len(head)))
    columns = "".join("l" if width <= _WIDE else f"p{{{_SHARE}\\linewidth}}" for width in widest)
    rows = [f"  {' & '.join(spoken(cell, notation, escaped) for cell in row)} \\\\" for row in shown.rows]
    return [
        f"\\paragraph{{{spoken(sweep_title(report, swept), notation, escaped)}.}}",
        "\\begin{center}",
        f"\\begin{{tabular}}{{{columns}}}",
        f"  {' & '.join(head)} \\\\ \\hline",
        *rows,
        "\\end{tabular}",
        "\\end{center}",
        f"{_sentence(spoken(first_text(swept), notation, escaped))}.",
        "",
    ]


def _head(column: Column) -> str:
    """The left side as mathematics, and the name of the step."""
    if column.step is None or column.step.relation is None:
        return escaped(column.name)
    letter = f"${to_latex(column.step.relation.written.left, latex_names(column.step.relation.notation))}$"
    return f"{letter} ({escaped(column.name)})"


def _numbers(report: Account) -> list[str]:
    swept = sweep_of(report)
    several = [] if swept is None else _several(report, swept)
    try:
        line = report.result
    except DerivationsError as error:
        return [*several, "\\paragraph{Numbers.}", escaped(str(error))]
    left, *members = line.latex_parts
    rows = [f"  {left} &{members[0]}", *(f"  &{member}" for member in members[1:])]
    notation = report.derivation.notation
    origins = "; ".join(spoken(text, notation, escaped) for text in line.origins)
    return [
        *several,
        "\\paragraph{Numbers.}",
        f"{escaped(_sentence(report.scenario.title))}.",
        "\\begin{align*}",
        " \\\\\n".join(rows),
        "\\end{align*}",
        *([f"{{\\sloppy {origins}.\\par}}"] if origins else []),
    ]
