"""Reports as a LaTeX fragment that compiles as pasted into an article, and needs only amsmath."""

from __future__ import annotations

from dataclasses import fields

from derivations.claim.claim import Cards
from derivations.claim.evaluated_claim import EvaluatedClaim
from derivations.derivation.step import Step
from derivations.errors import DerivationsError, UnknownNameError
from derivations.language.display import listed, sentence
from derivations.numbers.format import latex_value
from derivations.show.argument import PHRASES
from derivations.show.latex.numbers import compared_block, numbers_block, published_block, warnings_block
from derivations.show.latex.steps import Setting, display, equation_rows, reject_lines, step_lines
from derivations.show.latex.text import escaped, in_text, one_line, prose
from derivations.show.selection import headline_relation, selection
from derivations.show.telling import Cite
from derivations.show.verdicts import verdicts_of
from derivations.version import __version__

_CARDS = {"accelerator": "accelerator", "model": "model", "compute": "arithmetic in", "weights": "weights in",
          "cache": "KV cache in"}


def changed_block(evaluated: EvaluatedClaim) -> list[str]:
    """Premises that were replaced, each with its default; numbers, cards and formats that were set."""
    items = [*_premises(evaluated), *(f"{item}." for item in _numbers(evaluated))]
    return [r"\paragraph{Changed.}", *items, ""] if items else []


def asserted_block(evaluated: EvaluatedClaim) -> list[str]:
    """Statements of the lecture without a derivation."""
    if not evaluated.claim.asserted:
        return []
    notation = evaluated.derivation.notation
    items = [rf"  \item[--] {sentence(prose(line, notation))}." for line in evaluated.asserted()]
    return [r"\paragraph{Said, and not derived here.}", r"\begin{itemize}", *items, r"\end{itemize}", ""]


def _premises(evaluated: EvaluatedClaim) -> list[str]:
    """Each replaced premise with its default, as a paragraph."""
    derivation = evaluated.derivation
    items = []
    for name, text in derivation.assumptions.premises.items():
        if name not in derivation or (relation := derivation[name].relation) is None:
            continue
        replaced = derivation[name].replaces
        by = "" if any(sign in text for sign in "=<>≤≥") else f", {escaped(text)}"
        default = f"instead of the default {prose(replaced, derivation.notation)}" if replaced else "as by default"
        items += [f"Premise {escaped(name)}{by}:", *display(equation_rows(relation)), f"{default}.", ""]
    return items


def _numbers(evaluated: EvaluatedClaim) -> list[str]:
    study, notation = evaluated.study, evaluated.derivation.notation
    items = []
    for name, values in study.values.items():
        told = (f"${latex_value(value.number, value.dimension, value.unit)}$" for value in values)
        items.append(f"Set: ${notation[name].latex}$ to {listed(told)}")
    cards = [
        f"{_CARDS[item.name]} {escaped(getattr(study.cards, item.name))}"
        for item in fields(Cards) if getattr(study.cards, item.name)
    ]
    if cards:
        items.append(f"Numbers of {listed(cards)}")
    if study.as_said:
        items.append("Numbers as said")
    if study.without:
        items.append(f"Without numbers for {listed(f'${notation[name].latex}$' for name in study.without)}")
    return items


def inline(evaluated: EvaluatedClaim, setting: Setting) -> str:
    """Premises, steps and result as one paragraph, without labels or displays.

    A step that does not stand is left out: a sentence has no room to say that it does not.
    """
    shown, headline = setting.shown, evaluated.headline
    premises = [_formula(step) for step in shown.premises if step.relation is not None]
    definitions = [_formula(s) for s in shown.argument if s.rule == "define" and s.relation is not None]
    steps = [s for s in shown.argument if s.rule != "define" and s.verdict.holds and s is not headline]
    parts = []
    if premises:
        parts.append(f"Take {listed(premises)}{', with ' + listed(definitions) if definitions else ''}.")
    if steps:
        parts.append(f"Then {'; '.join(map(_formula, steps))}.")
    if headline.relation is None or not headline.verdict.holds:
        parts.append(f"No result follows: {prose(str(headline.verdict), evaluated.derivation.notation)}.")
    else:
        parts.append(f"Hence {_formula(headline)}{_number(evaluated, setting)}.")
    comment = f"% {one_line(f'{evaluated.claim.name}: {evaluated.verdict}')}"
    return f"{comment}\n{' '.join([*filter(None, warnings_block(evaluated)), *parts])}\n"


def _formula(step: Step) -> str:
    """The equation with its limits, suppositions and conditions."""
    assert step.relation is not None
    under = [escaped(step.context.supposed)] if step.within else []
    notes = (step.along, step.note if step.note.startswith(PHRASES) else "")
    under += [prose(note, step.relation.notation) for note in notes if note]
    conditions = f" if {listed(map(in_text, step.conditions))}" if step.conditions else ""
    return f"{''.join(f'{part}, ' for part in under)}{in_text(step.relation)}{conditions}"


def _number(evaluated: EvaluatedClaim, setting: Setting) -> str:
    """The value of the result and its scenario; empty where there is no number."""
    try:
        line = evaluated.result
    except DerivationsError:
        return ""
    if line.value is None:
        return f" ({prose(line.result, evaluated.derivation.notation)})"
    unit = line.told_unit
    return f", which is ${setting.value(line.value, line.dimension, unit)}$, {escaped(evaluated.scenario.title)}"


STYLES = ("align", "equation", "inline")


def fragment(
    report: EvaluatedClaim,
    *,
    steps: str = "all",
    style: str = "align",
    cite: Cite | None = None,
    titled: bool = True,
    bare: bool = False,
    siunitx: bool = False,
) -> str:
    r"""A derivation as LaTeX.

    `steps` is one of `selection.STEPS`; of ``result`` nothing but the formula is written, on one line. `style` is
    ``align`` (steps that share their reason stand together), ``equation`` (each on its own) or ``inline`` (a sentence
    without labels). `cite` gives the LaTeX that cites a source (the
    text that a step names, or the `Source` of a number); where it gives nothing, the source is written out. With
    `titled` the claim's title stands before its question; `bare` leaves out all but premises and steps; with `siunitx`
    numbers are that package's.

    Raises `UnknownNameError` for an unknown choice or style, `UndecidedError` for a result that has no formula, or
    does not stand, where nothing else is asked for.
    """
    if style not in STYLES:
        raise UnknownNameError("style", style, STYLES)
    setting = Setting(report.claim.name, selection(report, steps), cite, style, siunitx)
    if steps == "result":
        formula = headline_relation(report).latex
        return f"${formula}$\n" if style == "inline" else f"{formula}\n"
    if style == "inline":
        return inline(report, setting)
    return _bare(report, setting) if bare else _document(report, setting, titled=titled)


def _bare(evaluated: EvaluatedClaim, setting: Setting) -> str:
    """Premises and steps with their reasons, for a text that has its own headings, question and numbers."""
    shown = setting.shown
    head = [*_comments(evaluated, setting), *warnings_block(evaluated)]
    steps = [*step_lines(shown.premises, setting), *step_lines(shown.argument, setting)]
    return "\n".join(_without_doubled([*head, *steps])).rstrip("\n") + "\n"


def _comments(evaluated: EvaluatedClaim, setting: Setting) -> list[str]:
    packages = "amsmath, siunitx" if setting.siunitx else "amsmath"
    return [
        f"% {one_line(f'{evaluated.claim.name}: {evaluated.claim.title}')}",
        f"% derived by derivations {__version__}: {one_line(evaluated.verdict)}",
        rf"% needs \usepackage{{{packages}}}",
    ]


def _document(evaluated: EvaluatedClaim, setting: Setting, *, titled: bool) -> str:
    claim, shown, notation = evaluated.claim, setting.shown, evaluated.derivation.notation
    lines = [
        *_comments(evaluated, setting),
        r"\begingroup\emergencystretch=4em % so that formulas in the text do not stand out of the margin",
        *warnings_block(evaluated),
        *([rf"\paragraph{{{escaped(claim.title)}.}}"] if titled else []),
        *([prose(claim.question, notation), ""] if claim.question else []),
        *([f"Study: {escaped(evaluated.study.title)}.", ""] if evaluated.study.title else []),
        *(rf"{heading}: {prose(words, notation)}.\\" for heading, words in verdicts_of(evaluated).lines[:-1]),
        *(f"{heading}: {prose(words, notation)}." for heading, words in verdicts_of(evaluated).lines[-1:]),
        "",
        *changed_block(evaluated),
        *([r"\paragraph{Premises.}", *step_lines(shown.premises, setting)] if shown.premises else []),
        *([r"\paragraph{Derivation.}", *step_lines(shown.argument, setting)] if shown.argument else []),
    ]
    for step in shown.rejects:
        lines += reject_lines(step, setting)
    lines += numbers_block(evaluated, setting)
    if shown.steps == "all":
        lines += [*compared_block(evaluated), *published_block(evaluated, setting), *asserted_block(evaluated)]
    return "\n".join(_without_doubled([*lines, r"\par\endgroup"])) + "\n"


def _without_doubled(lines: list[str]) -> list[str]:
    """At most one empty line in a row."""
    kept: list[str] = []
    for line in lines:
        if line or (kept and kept[-1]):
            kept.append(line)
    return kept
