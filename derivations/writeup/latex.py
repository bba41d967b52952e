r"""Reports as a LaTeX fragment that compiles as pasted into an article, and needs only amsmath."""

from __future__ import annotations

from derivations import __version__
from derivations.claims.account import Account
from derivations.errors import UnknownNameError
from derivations.writeup.latex_inline import inline
from derivations.writeup.latex_numbers import numbers_block
from derivations.writeup.latex_report import asserted_block, changed_block, compared_block, published_block
from derivations.writeup.latex_steps import Cite, Setting, reject_lines, step_lines
from derivations.writeup.latex_text import escaped, one_line, prose
from derivations.writeup.selection import headline_relation, selection

STYLES = ("align", "equation", "inline")


def fragment(
    report: Account,
    *,
    steps: str = "all",
    style: str = "align",
    cite: Cite | None = None,
    titled: bool = True,
) -> str:
    r"""A derivation as LaTeX.

    `steps` is one of `selection.STEPS`; of ``result`` nothing but the formula is written, on one line. `style` is
    ``align`` (steps that share their reason stand together), ``equation`` (each on its own) or ``inline`` (a sentence
    without labels). `cite` gives the LaTeX that cites a source (the
    text that a step names, or the `Source` of a number); where it gives nothing, the source is written out. With
    `titled` the claim's title stands before its question.

    Raises `UnknownNameError` for an unknown choice or style, `UndecidedError` for a result that has no formula, or
    does not stand, where nothing else is asked for.
    """
    if style not in STYLES:
        raise UnknownNameError("style", style, STYLES)
    setting = Setting(report.claim.name, selection(report, steps), style, cite)
    if steps == "result":
        formula = headline_relation(report).latex
        return f"${formula}$\n" if style == "inline" else f"{formula}\n"
    if style == "inline":
        return inline(report, setting)
    return _document(report, setting, titled=titled)


def _document(account: Account, setting: Setting, *, titled: bool) -> str:
    claim, shown, notation = account.claim, setting.shown, account.derivation.notation
    lines = [
        f"% {one_line(f'{claim.name}: {claim.title}')}",
        f"% derived by derivations {__version__}: {one_line(account.verdict)}",
        r"% needs \usepackage{amsmath}",
        r"\begingroup\emergencystretch=4em % so that formulas in the text do not stand out of the margin",
        *([rf"\paragraph{{{escaped(claim.title)}.}}"] if titled else []),
        *([prose(claim.question, notation), ""] if claim.question else []),
        *([f"Study: {escaped(account.study.title)}.", ""] if account.study.title else []),
        f"Verdict: {prose(account.verdict, notation)}.",
        "",
        *changed_block(account),
        *([r"\paragraph{Premises.}", *step_lines(shown.premises, setting)] if shown.premises else []),
        *([r"\paragraph{Derivation.}", *step_lines(shown.argument, setting)] if shown.argument else []),
    ]
    for step in shown.rejects:
        lines += reject_lines(step, setting)
    lines += numbers_block(account, setting)
    if shown.steps == "all":
        lines += [*compared_block(account), *published_block(account, setting), *asserted_block(account)]
    return "\n".join(_without_doubled([*lines, r"\par\endgroup"])) + "\n"


def _without_doubled(lines: list[str]) -> list[str]:
    """At most one empty line in a row."""
    kept: list[str] = []
    for line in lines:
        if line or (kept and kept[-1]):
            kept.append(line)
    return kept
