"""What has no answer where assumptions were changed says so in a sentence; where nothing was changed it is an error."""

from collections.abc import Iterator
from fractions import Fraction

import pytest

from derivations import InputError, UndecidedError, UnknownNameError, derive, use
from derivations.document.shown import Shown
from derivations.document.unanswered import UNANSWERED, Unanswered
from derivations.report import STUDY_VARIABLE

SERIAL = {"roofline": "no-overlap"}
WHY = "T >= t_c + t_m has no max or min to split into cases"


@pytest.fixture(autouse=True)
def nothing_assumed(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Neither before a test nor after it."""
    monkeypatch.delenv(STUDY_VARIABLE, raising=False)
    with use():
        yield


def test_a_number_in_words_is_that_of_the_numbers_line() -> None:
    """Of the result, and of a step by its name."""
    report = derive("optimal-batch")
    assert report.in_words() == report.result.result == "2,422 sequences"
    assert report.in_words("ridge") == report.numbers("ridge").result


@pytest.mark.long
def test_where_there_is_none_the_words_say_why() -> None:
    """By the steps that fail behind it, or by the condition that the numbers do not meet; never by a waiting step."""
    serial = derive("optimal-batch", premises=SERIAL)
    assert serial["balance-batch"].verdict.finding == "waiting"
    assert serial.in_words() == f"none: balance is inconclusive ({WHY})"
    assert serial.in_words("smallest-best-batch").startswith("none: smallest-best-batch is refuted (no finite optimum")
    long = derive("optimal-batch", accelerator="gb200", values={"L": "128k token/sequence"})
    assert long.result.value is None
    assert long.in_words() == long.result.result
    assert long.in_words().startswith("no balance: L = 128,000 tokens per sequence is not below")
    assert derive("cache-tiers").in_words("leave-hbm-by-drain") == "none: needs p_dev"


@pytest.mark.long
def test_a_step_that_waits_for_the_form_of_one_that_stands_is_the_reason() -> None:
    """A batch that only numbers solve has no closed form: nothing fails behind what would isolate it."""
    touched = derive("optimal-batch", premises={"weight-fetch": "touched-experts"})
    assert touched["balance-batch"].verdict.holds
    why = "none: short-context is waiting for a closed form of batch"
    assert touched.in_words("short-context") == touched.in_words("ridge-times-sparsity") == why


def test_words_of_a_step_that_there_is_not() -> None:
    with pytest.raises(UnknownNameError, match="balance-batch"):
        derive("optimal-batch").in_words("balance-bath")


def test_a_part_without_an_answer_says_so(capsys: pytest.CaptureFixture[str]) -> None:
    """What stands before it in the part is shown, what stands behind it is not; the cause is named once."""
    with use(premises=SERIAL):
        report = derive("optimal-batch")
        with report.answered():
            print("before")
            print(report["balance-batch"].value)
            print("behind")
    before, *told = capsys.readouterr().out.splitlines()
    words = " ".join(told)
    assert before == "before"
    assert words.startswith("No answer with what is changed: step 'balance-batch' has no relation: waiting for batch. ")
    assert f"compute-bound, memory-bound and balance are inconclusive ({WHY})" in words
    assert words.count(WHY) == 1
    assert "behind" not in words


def test_a_number_that_is_missing_says_so(capsys: pytest.CaptureFixture[str]) -> None:
    """Where all steps stand, and only the condition fails, nothing else is named."""
    with use(values={"L": "128k token/sequence"}):
        report = derive("optimal-batch", accelerator="gb200")
        with report.answered():
            print(2 * report["balance-batch"].value)
    told = " ".join(capsys.readouterr().out.split())
    assert told == ("No answer with what is changed: step 'balance-batch' has no number: "
                    f"{report.result.result}.")


def test_without_a_change_it_stays_an_error() -> None:
    """A page as it is stored has no part without an answer, and a change of one derivation alone is that cell's own."""
    report = derive("optimal-batch", premises=SERIAL)
    with pytest.raises(UndecidedError, match="waiting for batch"), report.answered():
        _ = report["balance-batch"].value


def test_another_error_stays_one() -> None:
    """A name that there is not, and a number that is None, are mistakes of the cell."""
    with use(premises=SERIAL):
        report = derive("optimal-batch")
        with pytest.raises(UnknownNameError), report.answered():
            _ = report["balance-bath"]
        with pytest.raises(TypeError), report.answered():
            _ = 2 * report["balance-batch"].evaluated  # type: ignore[operator]


def test_every_form_says_it() -> None:
    """As text, as Markdown with letters set, as data and as a row."""
    report = derive("optimal-batch", premises=SERIAL)
    shown = Shown(Unanswered(report, "step 'batch' has no relation"), UNANSWERED)
    assert "step 'batch' has no relation." in str(shown)
    assert r"$T \ge t_{\mathrm{compute}} + t_{\mathrm{memory}}$" in shown.to_markdown()
    assert shown.to_json() == {"claim": "optimal-batch", "why_not": shown.words}
    assert shown.table().rows == (("optimal-batch", shown.words),)


def test_a_sentence_has_numbers_in_its_places() -> None:
    """Of its report, of another that is given, of a reading, and what is given itself."""
    report, said = derive("optimal-batch"), derive("optimal-batch", as_said=True)
    text = "{ridge:3} and {said.ridge:3} on {card}, {part:%}, {L:3/}"
    told = report.told(text, said=said, card="a card", part=Fraction(1, 8))
    assert str(told) == "206 tokens and 300 tokens on a card, 13%, 8,000 tokens"
    assert told._repr_markdown_() == str(told)
    assert str(report.told("{balance-batch@dense-model}")) == "300 sequences"
    assert str(report.told()) == report.answer
    with pytest.raises(InputError, match=r"\{other.ridge\} names other, which is not given"):
        report.told("{other.ridge}")
    with pytest.raises(UnknownNameError, match="balance-bath"):
        report.told("{balance-bath}")


def test_a_sentence_without_its_number_says_so_under_a_change_alone() -> None:
    """As a part of a notebook does."""
    with pytest.raises(UndecidedError, match="has no relation"):
        derive("optimal-batch", premises=SERIAL).told("{balance-batch}")
    with use(premises=SERIAL):
        serial = derive("optimal-batch")
        assert str(serial.told("{balance-batch}")).startswith("No answer with what is changed: step 'balance-batch'")
        assert str(serial.told()) == f"**{serial.in_words()}**"
    with use(accelerator="h100"):
        alone = str(derive("pipeline-bandwidth").told())
        assert alone.startswith("**1.778** (time of the scale-up network over that of the scale-out network); but ")
        assert alone.endswith("must fit in memory, but the weights take 671 GB, and 8 GPUs (card h100) have 640 GB")
        assert "B_room must be" in str(derive("optimal-batch").told("{batch-that-fits}"))
