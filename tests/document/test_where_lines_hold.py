"""Where a line holds is told by everything that tells the line: what it supposes, and the limit in which it is said."""

import json
import re
from collections.abc import Callable
from dataclasses import replace

import pytest

from derivations import Board, Claim, Handle, Notation, Premise, Report, derive
from derivations.derivation.step import step_data
from derivations.document.answer import result
from derivations.document.difference import difference_json
from derivations.document.fields import report_json
from derivations.export.latex.article import article
from derivations.export.latex.fragment import fragment
from derivations.export.latex.macros import macros
from derivations.export.page import report_html
from derivations.export.python_function import python_function
from derivations.study.difference import Difference
from derivations.study.inversion import inverted
from derivations.study.judge.judge import judge
from derivations.writers.html.template import equation_block
from derivations.writers.terminal import text_of

from .texts import difference_text, inversion_text, judgement_text, report_markdown, report_text, why_text

LETTERS = Notation.of(
    """a [FLOP/sequence] work for an item
    q [sequence] items
    w [byte] bytes of all items together
    k [byte/sequence] bytes of an item
    C [FLOP/s] rate of work
    V [byte/s] rate of reads
    I [FLOP/byte] work for a byte
    t_do [s] time of the work
    t_get [s] time of the reads
    T [s] time of both"""
)


def even(board: Board) -> Handle:
    """The bytes of an item where neither side waits, among many items."""
    do = board.take(Premise("do", "t_do = a*q/C", because="each item once"))
    get = board.take(Premise("get", "t_get = (w + k*q)/V", because="all of it once"))
    both = board.take(Premise("both", "T >= max(t_do, t_get)", because="at once"))
    rate = board.take(Premise("rate", "C = I*V", because="of the machine"))
    balance = board.boundary("balance", both, because="neither side waits")
    spelled = board.substitute("balance-in-full", balance, (do, get), because="written out")
    size = board.solve("size", spelled, for_="k", because="solved")
    many = board.limit("many", size, "q", to="oo", because="the more items, the less each pays of w")
    return board.substitute("by-intensity", many, (rate,), because="by the machine")


NUMBERS = {"a": "6", "q": "4", "w": "1", "C": "2", "V": "1", "I": "2"}
CLAIM = Claim("even", LETTERS, even, title="Even", defaults=NUMBERS, result="by-intensity")


@pytest.fixture(scope="module")
def report() -> Report:
    """A result at a boundary, in a limit."""
    return derive(CLAIM)


@pytest.fixture(scope="module")
def limit() -> Report:
    """The limit itself as the result, which no line behind it tells."""
    return derive(replace(CLAIM, result="many"))


def flat(text: str) -> str:
    """Words in one line, arrows and infinity of every form as one."""
    for written in (r"\to", "→", "->"):
        text = text.replace(written, "to")
    for written in (r"\infty", "∞", "infinity"):
        text = text.replace(written, "oo")
    return " ".join(re.sub(r"<[^>]*>|[$\\]", " ", text).split())


TOLD = "at balance, as q to oo"
# what tells a result with where it holds, apart from the steps to it
OF_RESULT: dict[str, Callable[[Report], str]] = {
    "terminal": lambda report: text_of(result(report, None)),
    "Markdown": lambda report: report_markdown(report).partition("## Premises")[0],
    "page": lambda report: report_html(report).partition('id="premises"')[0],
    "plain data": lambda report: report_json(report)["result"]["context"],
    "LaTeX in a line": lambda report: fragment(report, style="inline").partition("Hence")[2],
    "LaTeX document of the formula": lambda report: article(report, steps="result"),
    "LaTeX macros": lambda report: macros(report).partition(report.headline.because)[2],
    "Python": python_function,
    "origins": lambda report: why_text(report, "k"),
    "difference": lambda report: difference_text(Difference.between(report, report)),
    "plain data of a difference": lambda report: difference_json(
        Difference.between(report, report))["result"]["context"]["after"],
}


@pytest.mark.some(4)
@pytest.mark.parametrize("printer", OF_RESULT)
def test_a_result_is_told_with_where_it_holds(printer: str, report: Report, limit: Report) -> None:
    """At its boundary, and in its limit, be it taken by the result or before."""
    assert TOLD in flat(OF_RESULT[printer](report))
    assert TOLD in flat(OF_RESULT[printer](limit))


# what tells steps, and with which words: what is supposed has a number where equations have some
OF_STEPS: dict[str, tuple[Callable[[Report], str], str]] = {
    "terminal": (report_text, TOLD),
    "Markdown": (report_markdown, TOLD),
    "notebook": (lambda report: report["by-intensity"].to_markdown(), TOLD),
    "block of a page": (lambda report: equation_block(step_data(report["by-intensity"]), "eq:even:by-intensity"), TOLD),
    "plain data": (lambda report: json.dumps(report_json(report)["steps"][-1], ensure_ascii=False), TOLD),
    "LaTeX": (fragment, r"as q to oo , given eqref{eq:even:balance}:"),
    "Typst": (Report.to_typst, 'as q to oo , given (#ref(label("eq:even:balance"), supplement: none)):'),
    "judgement": (lambda report: judgement_text(judge(report, "k = a*V/C")), "at balance, in the limit many"),
    "inversion": (lambda report: inversion_text(report, inverted(report, "I"), "I"), TOLD),
}


@pytest.mark.parametrize("printer", OF_STEPS)
def test_a_step_is_told_with_where_it_holds(printer: str, report: Report) -> None:
    """Beside its relation."""
    tells, words = OF_STEPS[printer]
    assert words in flat(tells(report)).replace("at balance as", "at balance, as").replace(r"\eqref", "eqref")
