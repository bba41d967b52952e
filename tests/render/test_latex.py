"""LaTeX that a writer can paste: labels, references, braces, and no character that text mode cannot take."""

import re
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from derivations import Claim, Notation, Premise, Report, derive
from derivations.render.latex import escaped, label

REPORTS = ["as_built", "as_said", "long_context", "no_overlap", "half_used"]
ENVIRONMENTS = ("equation", "align*")
SPECIAL = re.compile(r"(?<!\\)[_^&#%$<>~]")


@pytest.fixture(params=REPORTS, scope="module")
def report(request: pytest.FixtureRequest) -> Report:
    """Each of the reports: the default, other numbers, and changed premises."""
    chosen: Report = request.getfixturevalue(request.param)
    return chosen


@pytest.fixture(scope="module")
def page(report: Report) -> str:
    """What is written for the report."""
    return report.to_latex()


def lines(latex: str) -> list[str]:
    """Without comments."""
    return [line for line in latex.splitlines() if not line.startswith("%")]


def text_mode(latex: str) -> str:
    """What stands outside mathematics, without labels and references."""
    text = "\n".join(lines(latex))
    for environment in map(re.escape, ENVIRONMENTS):
        text = re.sub(rf"\\begin\{{{environment}\}}.*?\\end\{{{environment}\}}", " ", text, flags=re.DOTALL)
    text = re.sub(r"(?<!\\)\$.*?(?<!\\)\$", " ", text)
    return re.sub(r"\\(eqref|label)\{[^}]*\}", " ", text)


def balanced(text: str) -> bool:
    """True if every brace is closed, and none before it is opened."""
    depth = 0
    for brace in re.findall(r"(?<!\\)[{}]", text):
        depth += 1 if brace == "{" else -1
        if depth < 0:
            return False
    return depth == 0


def test_every_equation_has_its_own_label(report: Report, page: str) -> None:
    """`eq:CLAIM:STEP` for each premise, definition and step that says something."""
    labels = Counter(re.findall(r"\\label\{([^}]*)\}", page))
    shown = {step.name for step in report.derivation if step.relation is not None}
    assert set(labels) == {f"eq:optimal-batch:{name}" for name in shown}
    assert set(labels.values()) == {1}


def test_every_reference_has_its_equation(page: str) -> None:
    """A step that waits refers to nothing that is not there."""
    latex = page
    labels = set(re.findall(r"\\label\{([^}]*)\}", latex))
    references = set(re.findall(r"\\eqref\{([^}]*)\}", latex))
    assert references
    assert references <= labels


def test_braces_and_environments_are_closed(page: str) -> None:
    """Each line of mathematics and the whole."""
    latex = "\n".join(lines(page))
    assert balanced(latex)
    assert Counter(re.findall(r"\\begin\{([^}]*)\}", latex)) == Counter(re.findall(r"\\end\{([^}]*)\}", latex))
    assert set(re.findall(r"\\begin\{([^}]*)\}", latex)) <= set(ENVIRONMENTS)
    assert latex.count(r"\left") == latex.count(r"\right")


def test_text_mode_holds_no_raw_special_character(page: str) -> None:
    """An underscore outside mathematics stops the run."""
    found = [line for line in text_mode(page).splitlines() if SPECIAL.search(line)]
    assert found == []


def test_text_is_ascii_or_latin(page: str) -> None:
    """pdfTeX knows no kappa, no arrow and no check mark."""
    latex = "\n".join(lines(page))
    assert [character for character in latex if ord(character) > 0xFF] == []


def test_no_empty_line_stands_inside_mathematics(page: str) -> None:
    """A paragraph would end there."""
    for environment in map(re.escape, ENVIRONMENTS):
        for body in re.findall(rf"\\begin\{{{environment}\}}(.*?)\\end\{{{environment}\}}", page, flags=re.DOTALL):
            assert all(line.strip() for line in body.strip("\n").splitlines())


def test_every_premise_and_step_is_on_the_page(as_built: Report) -> None:
    """With its reason, and the wrong statements after them."""
    latex = as_built.to_latex()
    for step in as_built.derivation:
        assert step.relation is not None
        assert step.relation.latex in latex
    assert latex.count("Not so:") == len(as_built.derivation.rejects)
    assert "lecture 0:03:28" in latex


def test_conditions_stand_in_the_equation(as_built: Report) -> None:
    """A formula pasted alone keeps them."""
    (result,) = [
        line for line in as_built.to_latex().splitlines() if r"\frac{r\,s}{n\,\left(1" in line and "if" in line
    ][:1]
    assert r"L < L_{\times}" in result


def test_the_numbers_end_the_page(as_built: Report, long_context: Report) -> None:
    """The result, or the reason why there is none."""
    assert r"= 5{,}354\,\mathrm{sequence}" in as_built.to_latex()
    assert "no balance" in long_context.to_latex()
    assert r"L\_x" in long_context.to_latex()


def test_verdicts_do_not_clutter_what_is_proven(as_built: Report) -> None:
    """They stand in comments beside the equations."""
    latex = as_built.to_latex()
    assert "% proven" in latex
    assert "proven" not in "\n".join(lines(latex))


@given(st.text(alphabet=st.characters(codec="latin-1", categories=["L", "N", "P", "S", "Zs"])))
def test_escaped_text_is_safe(text: str) -> None:
    """No special character is left bare, whatever a reader names a thing."""
    pieces = r"\\[&%$#_{}]|\\text[a-z]+\{\}|\\dots\{\}|\$(?:\\[a-z]+|[<>-])\$"  # escaped, or a formula of one sign
    assert not SPECIAL.search(re.sub(pieces, "", escaped(text)))
    assert "\\" not in re.sub(pieces, "", escaped(text))


def test_a_label_is_made_of_claim_and_step() -> None:
    """A writer can guess it."""
    assert label("optimal-batch", "balance") == "eq:optimal-batch:balance"


def test_hostile_words_of_an_author_do_not_break_the_page() -> None:
    """Titles, reasons and sources are text, whatever stands in them."""
    notation = Notation.of("t_a [s] time_of & 100% {x}\nS [byte] size\nW [byte/s] rate")
    premise = Premise(
        "load", "t_a = S/W", because="50% of $S$ & more_or_less ~ #1 \\ {x} <b>\nnew line", source="a_b^c"
    )
    claim = Claim(
        "cold-start", notation, lambda board: board.solve("rate", board.take(premise), for_="W"),
        title="Cold_start & more: 100% of it", question="How many # per $?",
    )  # fmt: skip
    latex = derive(claim).to_latex()
    assert balanced("\n".join(lines(latex)))
    assert not [line for line in text_mode(latex).splitlines() if SPECIAL.search(line)]
