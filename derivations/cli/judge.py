"""``derive judge``: somebody else's formula held against a claim."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

import click

from derivations.cli.options import changes, claim_argument, evaluated_claim, form_option, pairs
from derivations.cli.screen import print_in
from derivations.errors import GrammarError, InputError
from derivations.language.display import names_in


@click.command()
@claim_argument()
@click.argument("formula")
@click.option("--latex", is_flag=True, help="The formula is LaTeX; with a command such as \\frac it is read so anyway.")
@click.option(
    "--letter", "letters", multiple=True, metavar="LETTER=FORMULA",
    help="What a letter of the formula stands for, as in N_{act}=N_active, \\gamma='n_ver - 1' (repeatable).",
)
@changes
@form_option
def judge(
    claim: str, formula: str, latex: bool, letters: Sequence[str], form: str, **options: Any
) -> None:
    """A formula held against a claim: whether it follows, what refutes it, and what it would need.

    \b
    derive judge optimal-batch "B = 300*N_active/N_total"
    derive judge optimal-batch "B = r*s/(n*(1 + L/L_attn - L/L_kv)) if L < L_kv*(1 + L/L_attn)"
    derive judge optimal-batch "B >= 300"

    A condition behind `if` (or `when`, `where`, `for`; several joined by `and`) is judged as well: right, too weak,
    stronger than needed, not needed, or with its sign flipped. A bound comes with the factor by which it is weaker or
    wrong. --csv prints the numbers of both sides.

    The lines of an `aligned` formula, the parts of a chain a = b = c and the cases of `cases` are judged one by one.

    Exits with 0 for any answer, with 1 if none was found.
    """
    from derivations.study.judge.lines import formulas, is_latex

    named = pairs(letters, "--letter", "LETTER=FORMULA")
    latex = latex or is_latex(formula)  # of lines of LaTeX each is so
    several = formulas(formula, latex=latex)
    judged = names_in(formula, *named.values())
    evaluated = evaluated_claim(claim, {**options, "symbolic": True, "judged": judged})
    from derivations.document.judgement import JUDGEMENT, JUDGEMENTS
    from derivations.study.judge.formula import typed
    from derivations.study.judge.judge import judge as judge_formula

    notation = evaluated.derivation.notation
    try:
        found = tuple(judge_formula(evaluated, typed(each, notation, named, latex=latex)) for each in several)
    except GrammarError as error:
        unknown = re.match(r"unknown \w+ '([^']+)'", str(error))
        if unknown is None:
            raise
        raise InputError(f"{error}; --letter '{unknown[1]}=...' says what a letter of your own stands for") from None
    if len(found) == 1:
        print_in(form, found[0], JUDGEMENT)
    else:
        print_in(form, found, JUDGEMENTS)
    if not all(each.reached for each in found):
        raise SystemExit(1)
