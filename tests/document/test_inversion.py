"""Results turned round, drawn: the answer first, then the steps that were added; and as plain data."""

import json

import pytest

from derivations import Board, Claim, Handle, InputError, Notation, Premise, Report, derive
from derivations.document.shown import Shown
from derivations.study.inversion import inverted
from derivations.writers.terminal import Style

from ..lecture_balance import LECTURE_BALANCE
from .texts import inversion_data, inversion_text


def flat(text: str) -> str:
    """The words without line breaks."""
    return " ".join(text.split())


def test_the_answer_comes_before_the_steps(as_built: Report) -> None:
    """Relation, condition, number with its line and origins, what was set aside; then the steps."""
    found = inverted(as_built, "L", {"B": "5,000 sequence"})
    text = inversion_text(as_built, found, "L")
    words = flat(text)
    assert "\nlecture-balance, solved for L\nWhich L goes with a given B?\n" in text  # below what is left out at that L
    order = [
        "L = (n*B*L_x - r*s*L_x)/(n*B)",
        "if B >= r*s/n",
        "at balance",
        "= 644.4 tokens per sequence",
        "B = 5,000 sequences: given",
        "not used, as it is asked for: L = 0 tokens per sequence (left out, 0:15:52)",
        "Steps added to the 36 of lecture-balance",
        "(37) for-L: ",
    ]
    places = [words.index(part) for part in order]
    assert places == sorted(places)


def test_a_number_outside_the_domain_reads_as_a_sentence(as_built: Report) -> None:
    """Before the line that has the condition."""
    words = flat(inversion_text(as_built, inverted(as_built, "L", {"B": "3,000 sequence"}), "L"))
    assert "Here L would be -628.7 tokens per sequence, and it must be zero or more. L = " in words
    assert "no such L: B = 3,000 sequences is below r*s/n = 3,738 sequences" in words


def test_what_is_missing_is_asked_for(as_built: Report) -> None:
    """With the option that gives it."""
    words = flat(inversion_text(as_built, inverted(as_built, "L"), "L"))
    assert f"needs B ({as_built.derivation.notation['B'].meaning}), which no card has" in words
    assert 'To give what is missing: --given B="... sequence"' in words


@pytest.mark.long
def test_the_result_itself_is_shown(as_built: Report) -> None:
    """As `derive show --brief` does."""
    text = inversion_text(as_built, inverted(as_built, "B"), "B")
    assert text.startswith("B is the result of lecture-balance already.\n")
    assert "3,738 sequences" in text
    assert inversion_data(as_built, inverted(as_built, "B"), "B")["already_the_result"] is True


def test_what_else_a_reader_should_know(as_built: Report) -> None:
    """What the scenario has by itself, what is held, and what is given and idle."""
    long = derive(LECTURE_BALANCE, values={"L": "1k token/sequence"})
    words = flat(inversion_text(long, inverted(long, "r", {"B": "10,000 sequence"}), "r"))
    assert "the scenario itself has r = 206.1 tokens (from r = (C/W)*(b_w/phi))" in words
    assert "L_x keeps its value here, though it depends on C, C_gpu, G, W, W_gpu, phi, as r does" in words
    found = inverted(as_built, "L", {"B": "10,000 sequence", "G": "8 GPU"})
    assert "given, but without effect on this result: G = 8 GPUs" in flat(inversion_text(as_built, found, "L"))


@pytest.mark.long
def test_the_text_keeps_to_the_width(as_built: Report) -> None:
    """In a narrow terminal as in a wide one."""
    found = inverted(as_built, "kappa", {"B": "10,000 sequence", "L": "2k token/sequence"})
    for width in (60, 100):
        lines = inversion_text(as_built, found, "kappa", Style(width=width)).splitlines()
        assert all(len(line) <= width for line in lines)


def test_plain_data(as_built: Report) -> None:
    """The solutions with their numbers, what was set aside and what is missing, and the steps."""
    data = json.loads(json.dumps(inversion_data(as_built, inverted(as_built, "L", {"B": "10,000 sequence"}), "L")))
    (solution,) = data["solutions"]
    assert (solution["symbol"], solution["conditions"], solution["context"]) == ("L", ["B >= r*s/n"], "at balance")
    assert abs(solution["value"] - 1599.3) < 0.5
    assert list(data["set_aside"]) == ["L"]
    assert data["given"]["B"]["exact"] == "10000"
    assert [step["name"] for step in data["steps_added"]] == ["for-L"]
    missing = inversion_data(as_built, inverted(as_built, "L"), "L")["solutions"][0]["missing"]
    assert [item["name"] for item in missing] == ["B"]


@pytest.mark.long
def test_a_report_solves_by_formula_and_else_by_numbers() -> None:
    """A report where there is a formula; through a minimum values found by numbers, which say that others may be."""
    long = derive(LECTURE_BALANCE).solve_for("L", {"B": "10,000 sequence"})
    assert isinstance(long, Report)
    assert str(long.headline.relation) == "L = (n*B*L_x - r*s*L_x)/(n*B)"
    report = derive("checkpoint-interval")
    found = report.solve_for("t_save", {"x_useful": "95%"})
    assert isinstance(found, Shown)
    assert found.to_json()["solutions"][0]["low"] == pytest.approx(3.371, rel=1e-3)
    for text, number in ((str(found), "= 3.371 s"), (found.to_markdown(), "= 3.371$ s")):
        assert "one value found by numbers" in text
        assert number in text
    never = report.solve_for("t_save", {"x_useful": "100%"})
    assert isinstance(never, Shown)
    assert never.to_json()["solutions"] == []
    assert "there it is from" in str(never)
    assert not never.table().rows


def test_what_no_formula_and_no_number_gives_is_refused() -> None:
    """With the reason for which there is no formula."""
    with pytest.raises(InputError, match="does not rest on G: it cancels"):
        derive(LECTURE_BALANCE).solve_for("G")
    with pytest.raises(InputError, match=r"does not rest on B\. .*; the step sequences-under-way gives B"):
        derive("pipeline-kv").solve_for("B")


@pytest.mark.long
def test_a_stretch_says_which_of_its_ends_are_outside() -> None:
    """n = ceil(a/b) is 3 for a above 4 and up to 6, at b = 2; and for b from 5/3 and below 5/2, at a = 5."""

    def argument(board: Board) -> Handle:
        return board.round_up("least", board.take(Premise("need", "n >= a/b")))

    claim = Claim("own", Notation.of("n [] (integer) n\na [] a\nb [] b"), argument, outside="none")
    above = derive(claim, values={"b": "2"}).solve_for("a", {"n": "3"})
    below = derive(claim, values={"a": "5"}).solve_for("b", {"n": "3"})
    assert "a above 4 up to 6" in str(above)
    assert "b from 1.667 and below 2.5" in str(below)
