"""Differences as text, Markdown and data: the answer first, every formula closed, nothing that JSON cannot hold."""

import json
import re
from fractions import Fraction

import pytest

from derivations import Report, derive
from derivations.document.difference import difference_json, ratio_text, times
from derivations.study.difference import Difference
from derivations.study.step_changes import Fate
from derivations.writers.terminal import Style

from ..lecture_balance import LECTURE_BALANCE
from .texts import difference_markdown, difference_text

PAIRS = ["as_built as_said", "as_built long_context", "as_built no_overlap", "no_overlap as_built",
         "as_built half_used", "no_overlap half_used", "as_built as_built"]


@pytest.fixture(params=PAIRS, scope="module")
def difference(request: pytest.FixtureRequest) -> Difference:
    """What differs between two reports of the same claim."""
    old, new = (request.getfixturevalue(name) for name in request.param.split())
    return Difference.between(new, old)


def flat(text: str) -> str:
    """Text in one line."""
    return " ".join(text.split())


def test_the_answer_comes_first(as_built: Report) -> None:
    """Both results and their ratio, then the formula, then the reason."""
    text = difference_text(Difference.between(derive(LECTURE_BALANCE, accelerator="h100"), as_built))
    parts = ["Result: B (balance-batch)", "before: 3,738 sequences", "now: 5,357 sequences, 1.43 times as much",
             "formula as before, at balance: B = r*s/(n*(1 - L/L_x)) if L < L_x", "Verdict",
             "as before: all 23 steps proven",
             "What was changed", "NVIDIA H100", "W_gpu: 4.8 TB/s per GPU → 3.35 TB/s per GPU, 0.698 times as much",
             "card h200", "all 29 steps are as before", "L_x (crossover-context)"]
    places = [flat(text).index(part) for part in parts]
    assert places == sorted(places)


@pytest.mark.some(3)
def test_every_change_is_in_the_text(difference: Difference) -> None:
    """Premises, numbers, steps, rejects and conditions, by name; those that did not change are counted."""
    text = flat(difference_text(difference))
    for premise in difference.premises:
        assert f"premise {premise.name}" in text
        assert premise.new is not None
        assert f"now: {premise.new.relation}" in text
    for number in difference.numbers:
        assert re.search(rf"\b{number.quantity.name}\b", text)
    for item in difference.changed:
        assert item.name in text
        if item.fate in (Fate.CHANGED, Fate.FELL_BACK) and item.new is not None:
            assert str(item.new.relation) in text
    same = sum(item.same for item in difference.steps)
    assert f"{same} of {len(difference.steps)} steps as before" in text or f"all {same} steps are as before" in text
    for reject in difference.unrefuted:
        assert reject.name in text.partition("Wrong statements that are no longer refuted")[2]


def test_steps_that_wait_stand_together(no_overlap: Report, as_built: Report) -> None:
    """Under what they come down to, and failures of one reason under that."""
    text = flat(difference_text(Difference.between(no_overlap, as_built)))
    assert "waiting for balance: balance-in-full, batch, crossover-context, balance-batch" in text
    assert "compute-bound, memory-bound, balance no longer shown: inconclusive (T >= t_c + t_m has no max" in text
    assert text.count("has no max or min to split into cases") == 2  # of the result, and of the steps


def test_where_a_result_fails_another_step_may_still_give_the_number() -> None:
    """The stages no longer cancel, and the cache on a GPU is known all the same."""
    old = derive("pipeline-kv")
    new = derive("pipeline-kv", premises={"one-per-stage": "fixed-number"}, values={"n_fixed": 64})
    text = flat(difference_text(Difference.between(new, old)))
    assert "now: no number: cache-without-stages is refuted (m_kv changes with n_stages)" in text
    still = "cache-per-gpu and one-whole-micro-batch still give it: 21.08 GB per GPU before, now 337.3 GB per GPU"
    assert still in text
    assert f"with it comes n_fixed = 64: {new.derivation.notation['n_fixed'].meaning}" in text


@pytest.mark.long
def test_of_several_premises_those_that_a_step_rests_on_are_named(as_built: Report) -> None:
    """The boundary rests on the roofline, and its times on one premise more."""
    both = derive(LECTURE_BALANCE, premises={"roofline": "no-overlap", "arithmetic-time": "with-attention"})
    text = flat(difference_text(Difference.between(both, as_built)))
    assert "balance (by roofline) no longer shown" in text
    assert "roofline-in-full (by arithmetic-time and roofline) before" in text


def test_brief_leaves_steps_and_other_results_out(as_built: Report, no_overlap: Report) -> None:
    """Result, verdict and changes stay, and how many steps there are of each fate."""
    found = Difference.between(no_overlap, as_built)
    brief, full = difference_text(found, brief=True), difference_text(found)
    assert len(brief) < len(full)
    assert "12 of 29 steps as before; 4 changed, 4 no longer shown, 9 waiting" in flat(brief)
    assert "crossover-context" not in brief


@pytest.mark.some(2)
def test_no_line_is_wider_than_the_screen(difference: Difference) -> None:
    """But for a single long word."""
    lines = difference_text(difference, Style(width=80)).splitlines()
    assert all(len(line) <= 80 or len(line.split()) == 1 for line in lines)


def test_markdown_closes_every_formula(difference: Difference) -> None:
    """Dollars in pairs in each line, the columns of a table in each row, letters as mathematics in formulas."""
    text = difference_markdown(difference)
    for line in text.splitlines():
        assert len(re.findall(r"(?<!\\)\$", line)) % 2 == 0, line
        outside = re.sub(r"(?<!\\)\$[^$]*(?<!\\)\$", "", line)
        assert line.startswith("> **Warning:**") or not re.search(r"(?<!\\)[_*]", outside), line
    rows = [line for line in text.splitlines() if line.startswith("|")]
    assert len({len(re.findall(r"(?<!\\)\|", row)) for row in rows}) <= 1
    for premise in difference.premises:
        assert premise.new is not None
        assert premise.new.relation is not None
        assert f"now: ${premise.new.relation.latex}$" in text


def test_markdown_can_be_brief_and_stand_under_other_headings(as_built: Report, no_overlap: Report) -> None:
    """The title is a heading of the level that is asked for, the parts of the next; the steps are left out."""
    text = difference_markdown(Difference.between(no_overlap, as_built), brief=True, level=3)
    levels = [len(line.split()[0]) for line in text.splitlines() if line.startswith("#")]
    assert levels == [3] + [4] * (len(levels) - 1)
    assert "12 of 29 steps as before" in text
    assert "crossover-context" not in text


def test_data_hold_every_change(difference: Difference) -> None:
    """Plain, and read back as it was."""
    data = difference_json(difference)
    assert json.loads(json.dumps(data, allow_nan=False)) == data
    assert [item["name"] for item in data["steps"]] == [item.name for item in difference.changed]
    assert data["steps_as_before"] + len(data["steps"]) == len(difference.steps)
    assert data["rejects_as_before"] + len(data["rejects"]) == len(difference.rejects)
    assert [item["name"] for item in data["numbers"]] == [item.quantity.name for item in difference.numbers]
    assert data["moved"] == difference.moved
    assert (data["verdict"]["before"], data["verdict"]["after"]) == difference.verdicts


def test_a_ratio_in_data_is_exact(as_built: Report) -> None:
    """As a fraction and as a decimal number, and the numbers in their unit."""
    result = difference_json(Difference.between(derive(LECTURE_BALANCE, accelerator="h100"), as_built))["result"]
    assert result["ratio"] == {"exact": "96/67", "value": 96 / 67}
    assert result["before"]["unit"] == result["after"]["unit"] == "sequence"
    assert Fraction(result["after"]["exact"]) / Fraction(result["before"]["exact"]) == Fraction(96, 67)


def test_a_drawn_difference_shows_itself(as_built: Report, no_overlap: Report) -> None:
    """As text, as Markdown in a notebook, as data."""
    plain, drawn = Difference.between(no_overlap, as_built), no_overlap.compare(as_built)
    assert str(drawn) == repr(drawn) == difference_text(plain)
    assert drawn._repr_markdown_() == drawn.to_markdown() == difference_markdown(plain, level=0)
    assert drawn.to_json() == difference_json(plain)


@pytest.mark.parametrize(
    ("ratio", "words", "short"),
    [
        (None, "", "—"),
        (Fraction(0), "", "0"),
        (Fraction(1), "the same", "1"),
        (Fraction(67, 96), "0.698 times as much", "0.698"),
        (Fraction(10**6 + 1, 10**6), "1.000001 times as much", "1.000001"),
        (Fraction(-2), "-2 times as much", "-2"),
    ],
    ids=str,
)
def test_a_ratio_is_rounded_and_never_to_one(ratio: Fraction | None, words: str, short: str) -> None:
    """Unless it is one."""
    assert (times(ratio), ratio_text(ratio)) == (words, short)


def test_a_range_is_told_between_its_ends_with_whether_both_can_be_the_same() -> None:
    """Ends and ratios outward; what is for the middle says so."""
    near, far, here = (derive("optimal-batch", values=values) for values in (
        {"L": "4k to 16k token/sequence"}, {"L": "20k to 40k token/sequence"}, {}))
    text = flat(difference_text(Difference.between(near, here)))
    assert "now: 1,791 to 2,940 sequences, 0.739 to 1.22 times as much the old number lies within the range" in text
    assert "in the middle of each range 2,227 sequences now; other numbers here are for that" in text
    assert "L: 8,000 tokens per sequence → 4,000 to 16,000 tokens per sequence before:" in text
    assert "the two do not meet, whatever each is in its ranges" in difference_text(Difference.between(far, near))
    data = difference_json(Difference.between(near, here))["result"]
    assert data["after"]["range"]["enclosed"]
    assert [round(ratio["value"], 3) for ratio in data["ratios"]] == [0.74, 1.214]
