"""The tables that every rendering of a report shares, as rows of text; each renderer only draws them."""

from __future__ import annotations

from dataclasses import dataclass

from derivations.claims.account import Account
from derivations.claims.comparison import Comparison
from derivations.claims.compose import widest
from derivations.engine.derivation import Derivation
from derivations.engine.display import in_markdown
from derivations.errors import DerivationsError, UnknownNameError
from derivations.values.evaluation import Evaluation

_NOTHING = "—"


@dataclass(frozen=True)
class Table:
    """A title, a head and rows of cells."""

    title: str
    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]

    def to_markdown(self) -> str:
        """The table in GitHub's Markdown, without its title."""
        return "\n".join([_markdown_row(self.head), "|" + " --- |" * len(self.head), *map(_markdown_row, self.rows)])

    def _repr_markdown_(self) -> str:
        return self.to_markdown()


def table(report: Account, kind: str) -> Table:
    """The table of that kind; raises `UnknownNameError` for another word."""
    if kind == "compared":
        return compared_table(report)
    if kind == "published":
        return published_table(report)
    if kind == "grid":
        return grid_table(report, report.headline.name)
    raise UnknownNameError("table", kind, ("compared", "grid", "published"))


def _markdown_row(cells: tuple[str, ...]) -> str:
    return "| " + " | ".join(in_markdown(cell.replace("\n", " ")) for cell in cells) + " |"


def letters_table(derivation: Derivation) -> Table:
    """The letters that occur, with unit and meaning."""
    rows = tuple((q.name, q.unit or "—", q.meaning) for q in derivation.letters)
    return Table("Letters", ("letter", "unit", "meaning"), rows)


def published_table(report: Account) -> Table:
    """What was said or printed, and what follows."""
    rows = []
    for row in report.published:
        published = row.published
        verdict = f"{row.verdict}: {published.note}" if published.note else row.verdict
        rows.append(
            (published.step, row.said, f"{published.by}, {published.where}", published.rounding,
             basis_of(row, report),
             row.derived_text, verdict)
        )  # fmt: skip
    return Table("Published numbers", ("step", "said", "by", "rounding", "from", "derived", "verdict"), tuple(rows))


def basis_of(row: Comparison, report: Account) -> str:
    """The numbers that a published one is derived from, by their title."""
    titles = {reading.name: reading.title for reading in report.claim.readings}
    return titles.get(row.published.reading, report.reference.title)


def compared_table(report: Account) -> Table:
    """The claim's quantities under every reading, and as built."""
    claim = report.claim
    columns = [(reading.title, reading.scenario()) for reading in claim.readings]
    columns.append((report.reference.title, report.reference))
    if report.scenario not in (report.reference, *(scenario for _, scenario in columns)):
        columns.append((report.scenario.title, report.scenario))
    rows = []
    for title, scenario in columns:
        try:
            evaluation = Evaluation(report.derivation, scenario, claim.outside)
        except DerivationsError:  # under changed premises the numbers of a reading may disagree
            rows.append((title, *(_NOTHING for _ in claim.compared)))
            continue
        rows.append((title, *(_result(evaluation, step) for step in claim.compared)))
    head = ("numbers", *(_heading(step, report) for step in claim.compared))
    return Table("As said and as built", head, tuple(rows))


def _result(evaluation: Evaluation, step: str) -> str:
    try:
        line = evaluation.line(step)
    except DerivationsError:
        return _NOTHING
    return line.result if line.value is not None or line.outside else _NOTHING


def grid_table(report: Account, step: str) -> Table:
    """One result on every accelerator and model that the claim is shown for."""
    models = [report.catalog.model(name) for name in report.claim.shown_models]
    rows = []
    for name in report.claim.shown_accelerators:
        chip = report.catalog.accelerator(name)
        form = widest(chip)
        unsure = "" if chip.rate(form).source.standing != "unverified" else ", rate unverified"
        cells = [_on_cards(report, chip.name, model.name, step) for model in models]
        rows.append((f"{chip.title} ({form}{unsure})", *cells))
    kept = report.with_cards("").given
    given = "".join(f", {name} = {value}" for name, value in kept.items())
    title = f"{_heading(step, report)} on other cards{given}"
    return Table(title, ("accelerator", *(model.title for model in models)), tuple(rows))


def _on_cards(report: Account, chip: str, model: str, step: str) -> str:
    try:
        return report.with_cards(chip, model).numbers(step).result
    except DerivationsError:
        return _NOTHING


def _heading(step: str, report: Account) -> str:
    relation = report.derivation[step].relation
    return step if relation is None else f"{relation.written_left} ({step})"
