"""LaTeX that a writer can paste: labels, references, braces, and no character that text mode cannot take."""

import re
from collections import Counter

import pytest

from derivations import Claim, Notation, Premise, Report, UndecidedError, UnknownNameError, derive
from derivations.document.telling import label
from derivations.export.latex.article import article
from derivations.export.latex.fragment import fragment
from derivations.numbers.source import Source
from derivations.writers.latex.text import in_text

from ...fixed_claims import EVEN_ROUND
from ...lecture_balance import LECTURE_BALANCE

REPORTS = ["as_built", "as_said", "long_context", "no_overlap", "half_used"]
ENVIRONMENTS = ("equation", "align*", "align")
TEXT_ENVIRONMENTS = ("itemize", "tabular")
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
    text = re.sub(r"(?s)\\begin\{tabular\}.*?\\end\{tabular\}", lambda table: table[0].replace("&", " "), text)
    text = re.sub(r"\\begin\{tabular\}\{.*?\}\n|(?<=[^\\])%$|\\begingroup.*", " ", text, flags=re.MULTILINE)
    text = re.sub(r"(?<!\\)\$.*?(?<!\\)\$", " ", text)
    return re.sub(r"\\(eqref|label)\{[^}]*\}", " ", text)


def balanced(text: str) -> bool:
    """True if every brace is closed, and none before it is opened."""
    depth = 0
    for brace in re.findall(r"(?<!\\)[{}]", text.replace(r"\\", "")):
        depth += 1 if brace == "{" else -1
        if depth < 0:
            return False
    return depth == 0


@pytest.mark.some(1)
def test_every_equation_has_its_own_label(report: Report, page: str) -> None:
    """`eq:CLAIM:STEP` for each premise, definition and step that says something."""
    labels = Counter(re.findall(r"\\label\{([^}]*)\}", page))
    shown = {step.name for step in report.derivation if step.relation is not None}
    assert set(labels) == {f"eq:optimal-batch:{name}" for name in shown}
    assert set(labels.values()) == {1}


@pytest.mark.some(1)
def test_every_reference_has_its_equation(page: str) -> None:
    """A step that waits refers to nothing that is not there."""
    latex = page
    labels = set(re.findall(r"\\label\{([^}]*)\}", latex))
    references = set(re.findall(r"\\eqref\{([^}]*)\}", latex))
    assert references
    assert references <= labels


@pytest.mark.some(2)
def test_braces_and_environments_are_closed(page: str) -> None:
    """Each line of mathematics and the whole."""
    latex = "\n".join(lines(page))
    assert balanced(latex)
    assert Counter(re.findall(r"\\begin\{([^}]*)\}", latex)) == Counter(re.findall(r"\\end\{([^}]*)\}", latex))
    assert set(re.findall(r"\\begin\{([^}]*)\}", latex)) <= {*ENVIRONMENTS, *TEXT_ENVIRONMENTS}
    assert latex.count(r"\left") == latex.count(r"\right")


def test_text_mode_holds_no_raw_special_character(page: str) -> None:
    """An underscore outside mathematics stops the run."""
    found = [line for line in text_mode(page).splitlines() if SPECIAL.search(line)]
    assert found == []


def test_it_is_ascii(page: str) -> None:
    """pdfTeX knows no kappa, no arrow and no check mark; comments are looked at, too."""
    assert page.isascii()


def test_no_empty_line_stands_inside_mathematics(page: str) -> None:
    """A paragraph would end there."""
    for environment in map(re.escape, ENVIRONMENTS):
        for body in re.findall(rf"\\begin\{{{environment}\}}(.*?)\\end\{{{environment}\}}", page, flags=re.DOTALL):
            assert all(line.strip() for line in body.strip("\n").splitlines())


def test_every_premise_and_step_is_on_the_page() -> None:
    """With its reason, and the wrong statements after them."""
    report = derive(LECTURE_BALANCE)
    latex = article(report, style="equation")  # in whose lines every equation has room
    for step in report.derivation:
        assert step.relation is not None
        assert step.relation.latex in latex
    assert latex.count("Not so:") == len(report.derivation.rejects)
    assert "lecture 0:03:28" in latex


@pytest.mark.long
def test_conditions_stand_in_the_equation(as_built: Report) -> None:
    """A formula pasted alone keeps them, in its line or, where that has no room, in the next of the same equation."""
    (result,) = [
        line for line in derive(LECTURE_BALANCE).to_latex().splitlines()
        if r"\frac{r\,s}{n\,\left(1" in line and "if" in line
    ][:1]
    assert r"L < L_{\times}" in result
    broken = (
        r"  B &= \frac{r\,s}{n\,\left(1 + \frac{L}{L_{\mathrm{attention}}} - \frac{L}{L_{\mathrm{KV}}}\right)} "
        r"\notag \\",
        r"  &\quad \text{if } L < L_{\mathrm{KV}}\,\left(1 + \frac{L}{L_{\mathrm{attention}}}\right) "
        r"\label{eq:optimal-batch:balance-batch}",
    )
    assert "\n".join(broken) in as_built.to_latex()


@pytest.mark.long
def test_the_numbers_end_the_page(as_built: Report, long_context: Report) -> None:
    """The result, or the reason why there is none."""
    assert r"= 2{,}422\,\mathrm{sequences}" in as_built.to_latex()
    assert "no balance" in long_context.to_latex()
    edge = r"$L_{\mathrm{KV}}\,\allowbreak (1 + L/L_{\mathrm{attention}}) = 100{,}717$ tokens per sequence"
    assert f"is not below {edge}" in long_context.to_latex()


def test_verdicts_do_not_clutter_what_is_proven(as_built: Report) -> None:
    """The one on the whole derivation stands at its head, those on steps in comments beside the equations."""
    latex = as_built.to_latex()
    assert "% balance: proven (" in latex
    head, _, body = "\n".join(lines(latex)).partition("Premises")
    assert r"\textbf{Derivation}: all 27 steps proven" in head
    assert "proven" not in body


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
    )
    latex = derive(claim).to_latex()
    assert balanced("\n".join(lines(latex)))
    assert not [line for line in text_mode(latex).splitlines() if SPECIAL.search(line)]


GOLDEN = r"""
Machine, format, model \& what is kept. From \eqref{eq:even-round:sequences}--\eqref{eq:even-round:end}, given \eqref{eq:even-round:even}:
\begin{equation}
  q = \frac{\frac{R}{V}\,\frac{y}{a}\,h}{1 - \frac{l}{l_{\mathrm{end}}}} \qquad \text{if } l < l_{\mathrm{end}}
  \label{eq:even-round:even-round}
\end{equation}
% even-round: proven (normal form, a given relation times a positive factor)

50\% of all rounds keep nothing. From \eqref{eq:even-round:sequences}, as $l \to 0$, given \eqref{eq:even-round:even}:
\begin{equation}
  q = \frac{p_{\mathrm{all}}\,y\,R}{p_{\mathrm{one}}\,a\,V}
  \label{eq:even-round:nothing-kept}
\end{equation}
% nothing-kept: proven (the difference vanishes in the limit, positive coefficients)
"""  # noqa: E501
TOGETHER = r"""
The longer side is the round. From \eqref{eq:even-round:round}:
\begin{align}
  T_{\circ} &\ge t_{\mathrm{do}} \qquad \text{if } t_{\mathrm{get}} \le t_{\mathrm{do}} \label{eq:even-round:slow-doing} \\
  T_{\circ} &\ge t_{\mathrm{get}} \qquad \text{if } t_{\mathrm{do}} \le t_{\mathrm{get}} \label{eq:even-round:slow-getting}
\end{align}
"""  # noqa: E501
REJECTED = r"""
Not so:
\begin{align*}
  t_{\mathrm{get}} &= \frac{p_{\mathrm{all}} + q\,l\,k_{\mathrm{one}}}{V}
\end{align*}
Right only for parameters of one byte. Refuted (dimensions: in $p_{\mathrm{all}} + q\,l\,k_{\mathrm{one}}$: $p_{\mathrm{all}}$ is parameter but $q\,l\,k_{\mathrm{one}}$ is byte).
"""  # noqa: E501


@pytest.mark.parametrize("part", [GOLDEN, TOGETHER, REJECTED])
def test_steps_are_written_as_a_person_would(part: str) -> None:
    """Reason, references, limit and supposition before the equation; equations of one reason aligned."""
    assert part in fragment(derive(EVEN_ROUND))


@pytest.mark.long
def test_each_equation_stands_alone_where_that_is_wanted(as_built: Report) -> None:
    """With the same labels in the same order."""
    together, apart = fragment(as_built), fragment(as_built, style="equation")
    assert r"\begin{align}" in together
    assert r"\begin{align}" not in apart
    assert re.findall(r"\\label\{.*?\}", together) == re.findall(r"\\label\{.*?\}", apart)


def test_a_sentence_has_no_labels(as_built: Report) -> None:
    """Premises, the way, the result and its number, in one paragraph without displays."""
    text = fragment(as_built, steps="key", style="inline")
    assert len(text.splitlines()) == 2
    assert r"\begin" not in text
    assert r"\label" not in text
    formula = r"B = r\,\allowbreak s/(n\,\allowbreak (1 + L/L_{\mathrm{attention}} - L/L_{\mathrm{KV}}))"
    condition = r"L < L_{\mathrm{KV}}\,(1 + L/L_{\mathrm{attention}})"
    assert rf"${formula}$ if ${condition}$, which is $2{{,}}422\,\mathrm{{sequences}}$" in text


def test_the_result_alone_is_one_line(as_built: Report) -> None:
    """For a pipe: the formula, and nothing else."""
    formula = r"B = \frac{r\,s}{n\,\left(1 + \frac{L}{L_{\mathrm{attention}}} - \frac{L}{L_{\mathrm{KV}}}\right)}"
    assert fragment(as_built, steps="result") == f"{formula}\n"
    assert fragment(as_built, steps="result", style="inline") == f"${formula}$\n"


def test_a_result_without_a_formula_is_an_error(no_overlap: Report) -> None:
    """Nothing is printed that could be pasted by mistake."""
    with pytest.raises(UndecidedError, match="balance-batch"):
        fragment(no_overlap, steps="result")


def test_key_steps_refer_to_key_steps(as_built: Report) -> None:
    """What is left out is passed through to what is behind it."""
    page = fragment(as_built, steps="key")
    labels = set(re.findall(r"\\label\{([^}]*)\}", page))
    assert set(re.findall(r"\\eqref\{([^}]*)\}", page)) <= labels
    assert "eq:optimal-batch:grouped" not in labels
    assert "eq:optimal-batch:balance-batch" in labels


@pytest.mark.long
def test_what_was_changed_is_told_with_the_default(no_overlap: Report, long_context: Report) -> None:
    """Premises and numbers."""
    page = fragment(no_overlap)
    assert r"\item premise roofline, no-overlap: $T \ge t_{\mathrm{compute}} + t_{\mathrm{memory}}$" in page
    assert r"\item in place of $T \ge \max(t_{\mathrm{compute}}, t_{\mathrm{memory}})$" in page
    assert r"\item $L = 128{,}000\,\mathrm{tokens\ per\ sequence}$" in fragment(long_context)


def test_sources_can_be_cited(as_built: Report) -> None:
    """Those of steps by their text, those of numbers by their record; what has no entry is written out."""
    seen: list[str | Source] = []

    def cite(source: str | Source) -> str:
        seen.append(source)
        return rf"\cite{{{source.key}}}" if isinstance(source, Source) else ""

    page = fragment(as_built, cite=cite)
    assert "lecture 0:07:27" in seen
    keys = [source.key for source in seen if isinstance(source, Source)]
    assert keys
    assert all(rf"\cite{{{key}}}" in page for key in keys)
    assert "(lecture 0:07:27)" in page


def test_no_line_is_empty_twice(page: str) -> None:
    """Nor is there one before an equation, which would begin a paragraph."""
    assert "\n\n\n" not in page
    assert not re.search(r"\n\n\\begin\{(equation|align)", page)


def test_another_word_is_refused_with_the_nearest(as_built: Report) -> None:
    """For the style and for the steps."""
    with pytest.raises(UnknownNameError, match="did you mean align"):
        fragment(as_built, style="aling")
    with pytest.raises(UnknownNameError, match="choice of steps"):
        fragment(as_built, steps="some")


@pytest.fixture(scope="module")
def refuted() -> Report:
    """A report whose result no longer follows, and has a formula all the same."""
    return derive("pipeline-kv", premises={"one-per-stage": "fixed-number"})


def test_a_result_that_is_refuted_is_an_error(refuted: Report) -> None:
    """A formula alone cannot say that it is wrong; every form refuses to print it."""
    for write in (refuted.to_latex, refuted.to_markdown, refuted.to_html, refuted.to_text):
        with pytest.raises(UndecidedError, match="'cache-without-stages' is refuted"):
            write(steps="result")


def test_a_sentence_says_only_what_holds_and_under_what(refuted: Report) -> None:
    """Steps that do not stand are left out; limits and suppositions are told beside their equations."""
    text = fragment(refuted, style="inline")
    wrong = [step for step in refuted.derivation.steps if step.relation is not None and not step.verdict.holds]
    assert wrong
    assert "No result follows: refuted" in text
    assert "Hence" not in text
    assert all(in_text(step.relation) not in text for step in wrong if step.relation is not None)
    assert r"; as $P \to \infty$, $m_{\mathrm{GPU}} = 0$;" in text
    assert r"; for every $P$, $t_{\mathrm{weights}} = " in text
    assert r"; at even-parts, $m_{\mathrm{weights}} = m_{\mathrm{KV}}$;" in text
