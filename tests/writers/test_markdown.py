"""GitHub Markdown: formulas closed, tables square, and no star or underscore that would turn text into italics."""

import re

import pytest

from derivations import Report, relation
from derivations.document.report_tables import report_tables
from derivations.language.display import in_markdown

REPORTS = ["as_built", "as_said", "long_context", "no_overlap", "half_used"]


@pytest.fixture(params=REPORTS, scope="module")
def report(request: pytest.FixtureRequest) -> Report:
    """Each of the reports: the default, other numbers, and changed premises."""
    chosen: Report = request.getfixturevalue(request.param)
    return chosen


@pytest.fixture(scope="module")
def page(report: Report) -> str:
    """What is written for the report."""
    return report.to_markdown()


def without_formulas(text: str) -> str:
    """Text without display formulas, formulas in a line, and code."""
    text = re.sub(r"\$\$.*?\$\$", " ", text, flags=re.DOTALL)
    return re.sub(r"`[^`]*`|(?<!\\)\$[^$\n]*?(?<!\\)\$", " ", text)


@pytest.mark.some(1)
def test_every_formula_is_closed(page: str) -> None:
    """Two dollars for a display, one in a line, in pairs."""
    assert page.count("$$") % 2 == 0
    for line in re.sub(r"\$\$.*?\$\$", "", page, flags=re.DOTALL).splitlines():
        assert len(re.findall(r"(?<!\\)\$", line)) % 2 == 0, line
    assert "$" not in re.sub(r"\\\$", "", without_formulas(page))


def test_display_formulas_stand_on_lines_of_their_own(page: str) -> None:
    """Otherwise they are not displayed."""
    for block in re.findall(r"\$\$(.*?)\$\$", page, flags=re.DOTALL):
        assert "\n\n" not in block
    assert "no balance" not in "".join(re.findall(r"\$\$(.*?)\$\$", page, flags=re.DOTALL))


def test_every_row_of_a_table_has_the_columns_of_its_head(report: Report, page: str) -> None:
    """A bar inside a cell is escaped."""
    rows = [line for line in page.splitlines() if line.startswith("|")]
    assert rows or not report.published
    columns = 0
    for place, row in enumerate(rows):
        count = len(re.findall(r"(?<!\\)\|", row))
        if place + 1 < len(rows) and set(rows[place + 1]) <= set("| -"):
            columns = count
        assert count == columns, row


@pytest.mark.parametrize("name", ["as_built", "as_said", "long_context"])
def test_no_star_of_a_formula_is_left_in_the_text(name: str, request: pytest.FixtureRequest) -> None:
    """`B*L*kappa` in a verdict must not lose its stars."""
    page: Report = request.getfixturevalue(name)
    for line in without_formulas(page.to_markdown()).splitlines():
        unescaped = re.sub(r"\\.", "", line)
        assert "*" not in re.sub(r"\*\*[^*]+\*\*|\*[^*\s][^*]*\*", "", unescaped), line


def test_everything_is_on_the_page(report: Report, page: str) -> None:
    """Every premise, step and reject by name, the verdict, and the tables."""
    for step in (*report.derivation.trace, *report.derivation.rejects):
        assert f" {step.name}**" in page or f"**{step.name}**" in page
    assert f"# {report.claim.title}\n" in page
    assert page.startswith(("# ", "> **Warning:** "))
    for _, table in report_tables(report):
        assert in_markdown(table.title, report.derivation.notation) in page


def test_a_changed_premise_is_told(no_overlap: Report) -> None:
    """By name, with what it replaces."""
    text = no_overlap.to_markdown()
    assert "premise roofline, no-overlap: $T" in text
    assert "replaces `T >= max(t_c, t_m)`" in text


@pytest.mark.long
def test_a_part_is_shown_alone(as_built: Report) -> None:
    """The key steps are fewer than all, and their letters are those that occur."""
    key = as_built.to_markdown(steps="key")
    assert "time-per-sequence" in as_built.to_markdown()
    assert "time-per-sequence" not in key
    assert "## Premises" in key
    assert "`t_seq`" not in key
    assert "## Rejected" not in key


@pytest.mark.long
def test_a_form_that_was_given_up_is_one_formula(half_used: Report) -> None:
    """The note of a step that kept its input names the form, whole and as mathematics."""
    given_up = [step for step in half_used.derivation if step.fell_back]
    assert given_up
    for step in given_up:
        form = step.note.partition(" no longer follows")[0]
        latex = relation(form, half_used.derivation.notation).latex
        assert f"${latex}$ no longer follows" in step.to_markdown()
        assert f"${latex}$ no longer follows" in half_used.to_markdown()


def test_the_condition_in_a_verdict_is_a_formula(long_context: Report, half_used: Report) -> None:
    """And so no star of it is left in the text."""
    condition = r"L < L_{\mathrm{KV}}\,\left(1 + \frac{L}{L_{\mathrm{attention}}}\right)"
    assert f"holds only if ${condition}$" in long_context.to_markdown()
    verdict = next(line for line in half_used.to_markdown().splitlines() if line.startswith("- **Derivation"))
    assert r"$\kappa\,L\,C" in verdict
