r"""What stands around a derivation in LaTeX: what was changed, and what was said beside what follows."""

from __future__ import annotations

from dataclasses import fields

from derivations.claims.account import Account
from derivations.claims.claim import Cards
from derivations.engine.display import sentence
from derivations.engine.step import Step
from derivations.render.tables import basis_of, compared_table
from derivations.values.format import latex_value
from derivations.writeup.latex_steps import Setting, display, equation_rows
from derivations.writeup.latex_tables import tables
from derivations.writeup.latex_text import escaped, listed, prose

_CARDS = {"accelerator": "accelerator", "model": "model", "compute": "arithmetic in", "weights": "weights in",
          "cache": "KV cache in"}  # fmt: skip


def changed_block(account: Account) -> list[str]:
    """Premises that were replaced, each with its default; numbers, cards and formats that were set."""
    items = [*_premises(account), *(f"{item}." for item in _numbers(account))]
    return [r"\paragraph{Changed.}", *items, ""] if items else []


def compared_block(account: Account) -> list[str]:
    """The claim's quantities as said and as built."""
    if not (account.claim.readings and account.claim.compared):
        return []
    table = compared_table(account)
    if not table.rows:
        return []
    notation = account.derivation.notation
    head = ["numbers", *(_column(account.derivation[step]) for step in account.claim.compared)]
    rows = [[prose(cell, notation) for cell in row] for row in table.rows]
    return [rf"\paragraph{{{escaped(table.title)}.}} With the numbers that each row names:", *tables(head, rows), ""]


def published_block(account: Account, setting: Setting) -> list[str]:
    """What was said or printed, by whom, and what follows."""
    notation = account.derivation.notation
    items = []
    for row in account.published:
        said = row.published
        by = setting.source(f"{said.by}, {said.where}")
        found = f": {escaped(row.derived_text)}" if row.derived is not None else ""
        note = f" {sentence(prose(said.note, notation))}." if said.note else ""
        basis = prose(basis_of(row, account), notation)
        items.append(
            rf"  \item[--] {_of(account, said.step)}: {escaped(row.said)} ({escaped(said.rounding)}), {by}. "
            rf"\emph{{{sentence(prose(row.verdict, notation))}}}{found}, {basis}.{note}"
        )
    if not items:
        return []
    return [r"\paragraph{Published numbers.}", r"\begin{itemize}", *items, r"\end{itemize}", ""]


def asserted_block(account: Account) -> list[str]:
    """What was said, and is not derived here."""
    if not account.claim.asserted:
        return []
    notation = account.derivation.notation
    items = [rf"  \item[--] {sentence(prose(line, notation))}." for line in account.asserted()]
    return [r"\paragraph{Said, and not derived here.}", r"\begin{itemize}", *items, r"\end{itemize}", ""]


def _of(account: Account, name: str) -> str:
    """The left side of a step, with its name if that is another."""
    return _column(account.derivation[name]) if name in account.derivation else escaped(name)


def _column(step: Step) -> str:
    if step.relation is None:
        return escaped(step.name)
    notation = step.relation.notation
    text = step.unknown or step.relation.written_left
    left = notation[text].latex if text in notation else prose(text, notation).strip("$")
    return f"${left}$ ({escaped(step.name)})" if text != step.name else f"${left}$"


def _premises(account: Account) -> list[str]:
    """Each replaced premise with its default, as a paragraph."""
    derivation = account.derivation
    items = []
    for name, text in derivation.assumptions.premises.items():
        if name not in derivation or (relation := derivation[name].relation) is None:
            continue
        replaced = derivation[name].replaces
        by = "" if any(sign in text for sign in "=<>≤≥") else f", {escaped(text)}"
        default = f"instead of the default {prose(replaced, derivation.notation)}" if replaced else "as by default"
        items += [f"Premise {escaped(name)}{by}:", *display(equation_rows(relation)), f"{default}.", ""]
    return items


def _numbers(account: Account) -> list[str]:
    study, notation = account.study, account.derivation.notation
    items = []
    for name, values in study.values.items():
        told = (f"${latex_value(value.number, value.dimension, value.unit)}$" for value in values)
        items.append(f"Set: ${notation[name].latex}$ to {listed(told)}")
    cards = [
        f"{_CARDS[item.name]} {escaped(getattr(study.cards, item.name))}"
        for item in fields(Cards) if getattr(study.cards, item.name)
    ]  # fmt: skip
    if cards:
        items.append(f"Numbers of {listed(cards)}")
    if study.as_said:
        items.append("Numbers as said")
    if study.without:
        items.append(f"Without numbers for {listed(f'${notation[name].latex}$' for name in study.without)}")
    return items
