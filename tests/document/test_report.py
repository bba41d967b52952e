"""Reports as text: everything there, nothing wider than the screen, plain lines where nobody looks, and parts."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from derivations import Alternative, Board, Claim, Handle, Notation, Premise, Report, derive, relation
from derivations.claim.claim import Grid
from derivations.document.grids import grid_table
from derivations.document.report_tables import compared_table, published_table
from derivations.errors import UndecidedError, UnknownNameError
from derivations.writers.terminal import PLAIN, Style

from ..lecture_balance import LECTURE_BALANCE
from ..reports import plain
from .texts import answer_text, report_text

REPORTS = ["as_built", "as_said", "long_context", "no_overlap", "half_used"]


@pytest.fixture(params=REPORTS, scope="module")
def report(request: pytest.FixtureRequest) -> Report:
    """Each of the reports: the default, other numbers, and changed premises."""
    chosen: Report = request.getfixturevalue(request.param)
    return chosen


@pytest.mark.some(2)
@pytest.mark.parametrize(("width", "pretty"), [(60, False), (60, True), (100, True)])
def test_no_line_is_wider_than_the_screen(report: Report, width: int, pretty: bool) -> None:
    """A long formula falls back to one line, and that wraps; an address stays whole."""
    text = report_text(report, Style(pretty, width))
    assert [line for line in text.splitlines() if len(line) > width and "https://" not in line] == []


@pytest.mark.parametrize("name", ["as_built", "no_overlap"])
@pytest.mark.parametrize("pretty", [False, True])
def test_every_step_is_there(name: str, pretty: bool, request: pytest.FixtureRequest) -> None:
    """By number and name, with its rule."""
    report: Report = request.getfixturevalue(name)
    lines = report_text(report, Style(pretty)).splitlines()
    for step in (*report.derivation.trace, *report.derivation.rejects):
        (line,) = [text for text in lines if text.startswith(f"({step.label}) {step.name} ")]
        assert line.endswith(step.rule)


@pytest.mark.long
def test_the_answer_comes_first() -> None:
    """The result stands before the verdicts, and these before the premises."""
    text = report_text(plain("optimal-batch"))
    assert text.index("2,422 sequences") < text.index("As said: both conclusions follow") < text.index("Premises")


def test_brief_is_the_answer_alone() -> None:
    """Without premises and steps, most of it what is measured."""
    text = answer_text(plain("optimal-batch"))
    assert "2,422 sequences" in text
    assert "arithmetic-time" not in text
    measured = text[text.index("Against measurement"):text.index("Retold")]
    head, *others = text.split("\n\n")  # title, question and answer
    (filled,) = (each for each in others if "= 2,422 sequences" in " ".join(each.split()))  # as long as the formula is
    assert len(text.splitlines()) - sum(len(each.splitlines()) for each in (head, filled, measured)) < 19


def test_plain_text_holds_every_relation_as_one_could_type_it(as_built: Report) -> None:
    """So that a premise can be copied and changed."""
    text = report_text(as_built, Style(width=120))
    for step in as_built.derivation:
        assert str(step.relation) in text


def test_plain_output_has_no_colour(as_built: Report) -> None:
    """What is piped is read by programs."""
    assert "\x1b" not in report_text(as_built, PLAIN)


def test_paint_is_given_every_role_once_around_text(as_built: Report) -> None:
    """A painter sees names, headings and verdicts, and never an empty text."""
    seen: set[str] = set()

    def paint(text: str, role: str) -> str:
        assert text
        seen.add(role)
        return text

    painted = report_text(as_built, Style(paint=paint))
    assert painted == report_text(as_built)
    assert {"title", "question", "heading", "label", "name", "good", "bad", "dim"} >= seen
    assert seen >= {"title", "heading", "label", "name", "good"}


@pytest.mark.long
def test_on_a_reader_s_own_numbers_nothing_is_said_of_the_lecturer(half_used: Report) -> None:
    """The derivation has its verdict, and what was published stands below as before."""
    as_built = plain("optimal-batch")
    others = [as_built.with_cards("a100-80"), half_used, derive("optimal-batch", values={"n": "2 token/sequence"}),
              derive(replace(as_built.claim, name="of-my-own"))]
    for report in others:
        text = answer_text(report)
        assert "Derivation: " in text
        assert not any(heading in text for heading in ("As said: ", "Against measurement: ", "Retold: "))
    said = derive("optimal-batch", as_said=True)  # the lecturer's own numbers are none of the reader's
    assert "As said: both conclusions follow" in answer_text(said)


def test_what_was_said_has_below_it_what_it_would_be_otherwise(as_built: Report) -> None:
    text = " ".join(report_text(as_built).split())
    said, routed = (as_built.readings[name].title for name in ("as-said", "routed-experts"))
    assert f"✓ 2,400 sequences from {said}: reproduced" in text
    assert f"otherwise 9,600 sequences from {routed}: off by a factor of 4" in text
    assert f"· 8 from {said}: premise: the same" in text


def test_what_does_not_hold_says_so(no_overlap: Report, long_context: Report) -> None:
    """Verdict, reason, and what was changed."""
    text = " ".join(report_text(no_overlap).split())
    assert "Derivation: does not hold: no finite optimum" in text
    assert "Changed premise roofline, no-overlap: T >= t_c + t_m in place of T >= max(t_c, t_m)" in text
    assert "no balance: L = 128,000 tokens per sequence" in " ".join(report_text(long_context).split())


# --- tables


def test_as_said_and_as_built_stand_side_by_side(as_built: Report) -> None:
    """2,400, 5,676, 5,441, 9,600, and on cards."""
    table = compared_table(as_built)
    batches = [row[-1] for row in table.rows]
    assert batches == [
        "2,400 sequences", "5,676 sequences", "5,441 sequences", "9,600 sequences", "300 sequences", "5,354 sequences",
        "5,357 sequences", "3,738 sequences",
    ]


def test_a_changed_scenario_gets_a_row_of_its_own(long_context: Report) -> None:
    """Beside the others, with the reason in place of a number."""
    table = compared_table(long_context)
    assert len(table.rows) == len(long_context.claim.readings) + 2
    assert table.rows[-1][-1].startswith("no balance")
    assert table.rows[-2][-1] == "3,738 sequences"


@pytest.mark.long
def test_other_cards_show_what_is_changed_beside_them(long_context: Report, half_used: Report) -> None:
    """A table that left out the context would contradict the answer above it."""
    grid = grid_table(long_context, long_context.claim.grids[0])
    assert "128,000" in grid.title
    assert all(cell.startswith("no balance") for row in grid.rows for cell in row[1:])
    grid = grid_table(half_used, half_used.claim.grids[0])
    assert "mfu = 40%" in grid.title
    assert grid.rows[2][1] == half_used.result.result


def test_the_grid_shows_every_card_of_the_claim(as_built: Report) -> None:
    """Each row with its format, and a warning where the rate was not verified."""
    grid = grid_table(as_built, as_built.claim.grids[0])
    assert len(grid.rows) == len(as_built.claim.grids[0].accelerators)
    assert [row[1] for row in grid.rows] == [
        "2,775 sequences", "5,357 sequences", "3,738 sequences",
        "5,299 sequences", "5,667 sequences", "7,213 sequences",
    ]
    unsure, sure = grid_table(as_built, Grid(("balance-batch",), ("h800", "h100"), ("deepseek-v3",))).rows
    assert "unverified" in unsure[0]
    assert "unverified" not in sure[0]


def test_the_grid_of_a_result_that_does_not_stand_is_empty_and_not_wrong(no_overlap: Report) -> None:
    """No number is made up."""
    assert {cell for row in grid_table(no_overlap, no_overlap.claim.grids[0]).rows for cell in row[1:]} == {"—"}


def test_a_reading_is_not_carried_over_to_other_cards() -> None:
    """A ridge that was given belongs to the lecturer's numbers, and not to an A100."""
    said = derive(LECTURE_BALANCE, as_said=True, values={"r": "153 token", "L": "0 token/sequence"})
    assert grid_table(said, said.claim.grids[0]).rows[2][1] == "3,738 sequences"


def test_published_numbers_say_what_they_are_derived_from(as_built: Report) -> None:
    """Reading or cards, never neither."""
    table = published_table(as_built)
    assert len(table.rows) == len(as_built.published)
    assert all(all(cell for cell in row) for row in table.rows)


def test_the_whole_is_what_a_pipe_shows(as_built: Report) -> None:
    """As printed."""
    assert as_built.to_text() == report_text(as_built) == str(as_built)


def test_the_key_steps(as_built: Report) -> None:
    """The result and what the claim compares, with what is believed, and nothing that is rejected."""
    text = as_built.to_text(steps="key")
    assert as_built.headline.name in text
    assert "(1) arithmetic-time  take" in text
    assert "time-per-sequence  solve" not in text
    assert "\nRejected\n" not in text
    assert "t_seq" not in text


def test_the_result_alone(as_built: Report) -> None:
    """One line that is read back, and one formula for a page."""
    text = as_built.to_text(steps="result")
    assert text.count("\n") == 1
    assert relation(text.strip(), as_built.derivation.notation) == as_built.headline.relation
    relation_ = as_built.headline.relation
    assert relation_ is not None
    assert as_built.to_markdown(steps="result") == f"$$\n{relation_.latex}\n$$\n"


@pytest.mark.long
@pytest.mark.parametrize("write", [Report.to_text, Report.to_markdown])
def test_what_there_is_not(write: Callable[..., str]) -> None:
    """Another word, and a result that does not stand."""
    with pytest.raises(UnknownNameError, match="all"):
        write(derive("kv-bytes"), steps="al")
    blocked = derive(LECTURE_BALANCE, premises={"roofline": "T >= t_c"})
    assert not blocked.headline.verdict.holds
    with pytest.raises(UndecidedError, match="there is no result to write"):
        write(blocked, steps="result")


@pytest.mark.parametrize(
    ("changed", "told"),
    [({"first": "halved"}, "second and third have halved, too, and are as before"),
     ({"first": "halved", "second": "halved"}, "third has halved, too, and is as before"),
     ({"first": "halved", "second": "halved", "third": "halved"}, ""), ({"first": "x = a/2"}, "")],
)
def test_other_premises_with_an_alternative_of_that_name_are_told(changed: dict[str, str], told: str) -> None:
    """They often say the same choice of another quantity, which a reader then means to change, too."""

    def body(board: Board) -> Handle:
        *_, last = [board.take(Premise(name, f"{letter} = a", "given", "own", (
            Alternative("halved", f"{letter} = a/2", "half"),))) for name, letter in (
            ("first", "x"), ("second", "y"), ("third", "z"))]
        return last

    claim = Claim("own", Notation.of("a [] a\nx [] x\ny [] y\nz [] z"), body, outside="none")
    text = " ".join(answer_text(derive(claim, premises=changed, values={"a": "1"})).split())
    assert told in text
    assert text.count("halved, too") == (told != "")
