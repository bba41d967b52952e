"""The tree of a number as text and as data."""

import json

import pytest

from derivations import Report, derive
from derivations.study.provenance.trace import origin_of
from derivations.writers.terminal import Style

from ..lecture_balance import LECTURE_BALANCE
from .texts import why_data, why_text

BOX = "│├└─ "


def flat(text: str) -> str:
    """The words of a tree without its lines."""
    return " ".join("".join(" " if c in BOX else c for c in text).split())


def test_the_head_says_what_where_and_with_which_numbers(as_built: Report, as_said: Report) -> None:
    """Letter, unit, meaning; claim; scenario; other claims."""
    head = why_text(as_built, "B", also=("pass-time", "serving-cost")).split("\n\n")[0].splitlines()
    letters = as_built.derivation.notation
    assert head[0] == f"B [sequence]: {letters['B'].meaning}"
    assert head[1].startswith("in lecture-balance: ")
    assert head[2].startswith("scenario: as built: NVIDIA H200")
    assert head[3] == "also in: pass-time, serving-cost"
    assert f"scenario: {as_said.readings['as-said'].title}" in flat(why_text(as_said, "B"))
    assert why_text(as_built, "s").startswith(f"s [1]: {letters['s'].meaning}\n")
    assert "also in" not in why_text(as_built, "B")


def test_every_origin_is_drawn_below_what_it_enters(as_built: Report) -> None:
    """One branch for each number that enters, the last one with a corner."""
    lines = why_text(as_built, "B").splitlines()
    assert lines[lines.index("B = 3,738 sequences") + 1].startswith("│ balance-batch (batch, in another form): B = r*s")
    assert [line[3:].split(" ")[0] for line in lines if line.startswith(("├─ ", "└─ "))] == ["r", "s", "n", "L", "L_x"]
    assert sum(line.startswith("└─ ") for line in lines) == 1
    branches = sum("├─ " in line or "└─ " in line for line in lines)
    assert branches == len([*origin_of(as_built, "B").walk()]) - 1


def test_a_leaf_has_card_document_standing_and_what_others_say(as_built: Report) -> None:
    """The address stands once, below."""
    text = why_text(as_built, "B")
    words = flat(text)
    figure = as_built.catalog.accelerator("h200").bandwidth
    meaning = as_built.derivation.notation["W_gpu"].meaning
    assert f"W_gpu = {figure} ({meaning}) card h200; {figure.meaning}" in words
    assert f"{figure.source.title}, {figure.source.date}, {figure.source.standing}" in words
    for other in figure.conflicts:
        assert f"another source: {other};" in words
        assert other.source.title in words
    for source in origin_of(as_built, "B").sources:
        assert source.title in words
        assert not source.url or source.url in text
    assert "no document: b_w, phi" in text


def test_an_unverified_number_is_marked() -> None:
    """At the number, and once more at the end."""
    report = derive(LECTURE_BALANCE, accelerator="mi300x", compute="fp8")
    assert report.catalog.accelerator("mi300x").rate("fp8").is_unverified
    text = why_text(report, "r")
    assert "General knowledge, no document at hand, 2026, unverified" in text
    assert "unverified: C_gpu" in text
    assert "unverified" not in why_text(derive(LECTURE_BALANCE), "r")


def test_premises_behind_a_formula_are_told_where_the_tree_has_none_of_them(as_built: Report) -> None:
    """Once each, with reason and source; what the tree shows is not repeated."""
    text = why_text(as_built, "B")
    rest = text.split("The formulas rest on")[1]
    for name in ("arithmetic-time", "weight-fetch", "kv-fetch", "memory-time", "roofline"):
        assert f"  {name}: {as_built[name].relation}" in rest
        assert as_built[name].because.split(",")[0] in flat(rest)
    assert "pooled-compute:" not in rest
    assert "The formulas rest on" not in why_text(as_built, "kappa")


def test_a_changed_premise_is_marked_wherever_it_stands(half_used: Report) -> None:
    """In the head, in the tree, and among the premises."""
    assert "changed: arithmetic-time: t_c = phi*n*B*N_active/(mfu*C)" in why_text(half_used, "B")
    for name in ("B", "t_c"):
        assert "changed premise, in place of t_c = phi*n*B*N_active/C" in why_text(half_used, name)


def test_outside_the_condition_the_first_line_says_so(long_context: Report) -> None:
    """The line of the report, and the condition with its numbers."""
    words = flat(why_text(long_context, "B"))
    assert "B: no balance: L = 128,000 tokens per sequence is not below L_x = 2,554 tokens per sequence" in words
    assert "if L < L_x: does not hold (L = 128,000 tokens per sequence, L_x = 2,554 tokens per sequence)" in words
    assert "given by you" in words


def test_what_is_missing_is_asked_for_and_what_cancels_is_not(as_built: Report, no_overlap: Report) -> None:
    """With the option and the unit."""
    asked = why_text(as_built, "t_c").splitlines()[-1]
    assert asked.startswith("To give what is missing: ")
    assert '--set B="... sequence"' in asked
    for report, name in ((as_built, "B"), (as_built, "r"), (no_overlap, "B")):
        assert "To give what is missing" not in why_text(report, name)


@pytest.mark.parametrize("width", [60, 80, 100, 120])
def test_the_text_keeps_to_the_width(as_built: Report, long_context: Report, width: int) -> None:
    """But for addresses, which stay whole, and no line ends in a blank."""
    for report in (as_built, long_context):
        for line in why_text(report, "B", Style(width=width)).splitlines():
            assert len(line) <= width or "://" in line
            assert line == line.rstrip()


def test_the_narrow_tree_says_the_same(as_built: Report) -> None:
    """Wrapping loses no word."""
    assert flat(why_text(as_built, "B", Style(width=60))) == flat(why_text(as_built, "B", Style(width=120)))


def test_colour_adds_nothing_but_colour(as_built: Report, long_context: Report) -> None:
    """The words stay as they are, and names are painted."""
    for report in (as_built, long_context):
        painted = why_text(report, "B", Style(paint=lambda text, role: f"<{role}>{text}</>"))
        assert "<name>B</>" in painted
        for mark in ("<name>", "<dim>", "<good>", "<bad>", "<heading>", "<title>", "<warning>", "</>"):
            painted = painted.replace(mark, "")
        assert painted == why_text(report, "B")


def test_plain_data_has_the_claim_the_premises_and_the_tree(as_built: Report) -> None:
    """Everything that the text says."""
    data = json.loads(json.dumps(why_data(as_built, "B", ("pass-time",))))
    assert (data["claim"], data["also_in"]) == ("lecture-balance", ["pass-time"])
    assert data["scenario"]["name"] == "as-built"
    assert data["origin"] == json.loads(json.dumps(origin_of(as_built, "B").to_json()))
    assert {"roofline", "kv-fetch"} <= {premise["name"] for premise in data["premises"]}
    assert all(premise["because"] for premise in data["premises"])
