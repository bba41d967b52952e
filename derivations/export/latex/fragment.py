r"""Reports as a LaTeX fragment that compiles as pasted into an article, and needs only amsmath."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace

from derivations.claim.evaluated_claim import EvaluatedClaim
from derivations.claims.shared.documents import documents_named
from derivations.derivation.step import Step
from derivations.document.argument import PHRASES, Selection
from derivations.document.blocks import CONTRADICTED
from derivations.document.fields import FRAGMENT, STEPS, report_document
from derivations.document.selection import headline_relation, selection
from derivations.errors import DerivationsError, UnknownNameError
from derivations.language.display import listed
from derivations.language.quantity import Notation
from derivations.numbers.format import latex_value, siunitx_value
from derivations.numbers.source import Source
from derivations.writers.latex.bibliography import cite_key
from derivations.writers.latex.document import Cite, LatexSetting
from derivations.writers.latex.text import escaped, in_text, one_line, prose

STYLES = ("align", "equation", "inline")
_ROOM = (
    r"\begingroup\emergencystretch=4em\allowdisplaybreaks[1]\csname @beginparpenalty\endcsname=10000 "
    "% so that no formula stands out of a margin, nor a heading alone at the end of a page"
)


def fragment(
    report: EvaluatedClaim,
    *,
    steps: str = "all",
    style: str = "align",
    cite: Cite | None = None,
    bare: bool = False,
    siunitx: bool = False,
) -> str:
    r"""A derivation as LaTeX.

    `steps` is one of `selection.STEPS`; of ``result`` nothing but the formula is written, on one line. `style` is
    ``align`` (steps that share their reason stand together), ``equation`` (each on its own) or ``inline`` (a sentence
    without labels). `cite` gives the LaTeX that cites a source (the text that a step names, or the `Source` of a
    number); where it gives nothing, the source is written out. `bare` leaves out all but premises and steps; with
    `siunitx` numbers are that package's.

    Raises `UnknownNameError` for an unknown choice or style, `UndecidedError` for a result that has no formula, or
    does not stand, where nothing else is asked for.
    """
    if style not in STYLES:
        raise UnknownNameError("style", style, STYLES)
    chosen = selection(report, steps)
    if steps == "result":
        formula = headline_relation(report).latex
        return f"${formula}$\n" if style == "inline" else f"{formula}\n"
    if style == "inline":
        return inline(report, chosen, siunitx=siunitx)
    document = report_document(report, STEPS if bare else FRAGMENT, steps=steps)
    needs = rf"needs \usepackage{{{'amsmath, siunitx' if siunitx else 'amsmath'}}}"
    comments = "".join(f"% {one_line(comment)}\n" for comment in (*document.comments, needs))
    body = LatexSetting(style=style, siunitx=siunitx, cite=cite).write(replace(document, comments=()))
    if bare:
        return comments + body
    return f"{comments}{_ROOM}\n{body}\\par\\endgroup\n"


def inline(evaluated: EvaluatedClaim, shown: Selection, *, siunitx: bool) -> str:
    """Premises, steps and result as one paragraph, without labels or displays.

    A step that does not stand is left out: a sentence has no room to say that it does not.
    """
    headline = evaluated.headline
    premises = [_formula(step) for step in shown.part.premises if step.relation is not None]
    definitions = [_formula(s) for s in shown.part.argument if s.rule == "define" and s.relation is not None]
    steps = [s for s in shown.part.argument if s.rule != "define" and s.verdict.holds and s is not headline]
    parts = []
    if premises:
        parts.append(f"Take {listed(premises)}{', with ' + listed(definitions) if definitions else ''}.")
    if steps:
        parts.append(f"Then {'; '.join(map(_formula, steps))}.")
    if headline.relation is None or not headline.verdict.holds:
        parts.append(f"No result follows: {prose(str(headline.verdict), evaluated.derivation.notation)}.")
    else:
        parts.append(f"Hence {_formula(headline)}{_number(evaluated, siunitx=siunitx)}.")
    notation = evaluated.derivation.notation
    warned = [rf"\textbf{{Warning:}} {CONTRADICTED}: {prose(text, notation)}." for text in evaluated.contradictions]
    comment = f"% {one_line(f'{evaluated.claim.name}: {evaluated.verdict}')}"
    return f"{comment}\n{' '.join([*warned, *parts])}\n"


def _formula(step: Step) -> str:
    """The equation with its limits, suppositions and conditions."""
    assert step.relation is not None
    under = [escaped(step.context.supposed)] if step.within else []
    notes = (step.along, step.note if step.note.startswith(PHRASES) else "")
    under += [prose(note, step.relation.notation) for note in notes if note]
    conditions = f" if {listed(map(in_text, step.conditions))}" if step.conditions else ""
    return f"{''.join(f'{part}, ' for part in under)}{in_text(step.relation)}{conditions}"


def _number(evaluated: EvaluatedClaim, *, siunitx: bool) -> str:
    """The value of the result and its scenario; empty where there is no number."""
    try:
        line = evaluated.result
    except DerivationsError:
        return ""
    if line.value is None:
        return f" ({prose(line.result, evaluated.derivation.notation)})"
    value = (siunitx_value if siunitx else latex_value)(line.value, line.dimension, line.told_unit)
    return f", which is ${value}$, {escaped(evaluated.scenario.title)}"


def cited_by(sources: Iterable[Source], notation: Notation | None = None) -> Callable[[str | Source], str]:
    r"""Function that cites a source within a document that lists these: by itself, or by a text that names it.

    Names of the notation stand as letters in such a text.

    >>> from derivations.claims.shared.said import LECTURE
    >>> print(cited_by([LECTURE])("after lecture 0:03:28"))
    after lecture 0:03:28~\cite{lecture}
    """
    keys = [source.key for source in sources]

    def cite(named: str | Source) -> str:
        documents = (named,) if isinstance(named, Source) else documents_named(named)
        listed = ",".join(cite_key(source) for source in documents if source.key in keys)
        if not listed:
            return ""
        return rf"\cite{{{listed}}}" if isinstance(named, Source) else rf"{prose(named, notation)}~\cite{{{listed}}}"

    return cite
