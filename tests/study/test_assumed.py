"""What is assumed once counts in every later derivation that it concerns, until a cell says otherwise."""

import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from derivations import DimensionError, InputError, Study, UnknownNameError, derive, plan, study_of, use
from derivations.report import STUDY_VARIABLE


@pytest.fixture(autouse=True)
def nothing_assumed(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Neither before a test nor after it."""
    monkeypatch.delenv(STUDY_VARIABLE, raising=False)
    with use():
        yield


CHANGES: dict[str, dict[str, Any]] = {
    "a card": {"accelerator": "h100"},
    "a model": {"model": "llama-3.1-70b"},
    "a number": {"values": {"L": "1k"}},
    "a premise": {"premises": {"roofline": "no-overlap"}},
    "all of them": {"accelerator": "b200", "values": {"L": "1k"}, "premises": {"kv-fetch": "t_kv = 2*kappa*B*L/W"}},
}


@pytest.mark.some(1)
@pytest.mark.parametrize("change", CHANGES)
def test_it_is_as_if_each_derivation_said_so(change: str) -> None:
    """The same report, with the same title, and as it was afterwards."""
    said = CHANGES[change]
    before, wanted = derive("optimal-batch"), derive("optimal-batch", **said)
    with use(**said):
        assert derive("optimal-batch") == wanted
    assert derive("optimal-batch") == before != wanted


def test_what_a_derivation_says_itself_wins() -> None:
    """Card by card, number by number and premise by premise; the lecturer's own numbers are beside no other."""
    with use(accelerator="h100", values={"L": "1k"}, premises={"roofline": "no-overlap"}):
        other = derive("optimal-batch", accelerator="b200", values={"L": "400"})
        assert other == derive("optimal-batch", accelerator="b200", values={"L": "400"},
                               premises={"roofline": "no-overlap"})
        said = derive("optimal-batch", as_said=True)
    assert said == derive("optimal-batch", as_said=True, premises={"roofline": "no-overlap"})


def test_what_does_not_concern_a_claim_is_not_asked_of_it() -> None:
    """Of one without cards, the premise and the letter nothing, of one with cards these."""
    nothing, cards = derive("feistel"), derive("pipeline-bandwidth", accelerator="h100")
    with use(accelerator="h100", values={"L": "1k"}, premises={"roofline": "no-overlap"}):
        assert derive("feistel") == nothing
        assert derive("pipeline-bandwidth") == cards


def test_each_call_takes_the_place_of_the_one_before() -> None:
    """Nothing is left of it."""
    use(accelerator="h100", values={"L": "1k"})
    use(model="llama-3.1-70b")
    assert derive("optimal-batch") == derive("optimal-batch", model="llama-3.1-70b", accelerator="")
    use()
    assert not derive("optimal-batch").study


@pytest.mark.long
def test_a_plan_is_for_these_cards() -> None:
    """Unless it names others."""
    with use(accelerator="h100", model="llama-3.1-70b"):
        assert plan().asked.cards.accelerator == "h100"
        assert plan().asked.cards.model == "llama-3.1-70b"
        assert plan(accelerator="h200").asked.cards.accelerator == "h200"
    assert plan().asked.cards.accelerator == "h200"


def test_a_block_is_no_block_of_what_no_longer_holds() -> None:
    """Within it something else was assumed, in silence: of a block that ended nothing, of a change the later one."""
    changed = use(accelerator="h100")
    with changed:
        assert derive("train-interval").scenario.title.startswith("as built: NVIDIA H100")
    with pytest.raises(InputError, match="this no longer holds"), changed:
        pass
    earlier, later = use(accelerator="h100"), use(accelerator="b200")
    with pytest.raises(InputError, match="this no longer holds"), earlier:
        pass
    with later:
        assert derive("train-interval").scenario.title.startswith("as built: NVIDIA B200")
    use()


@pytest.mark.long
def test_a_plan_takes_what_concerns_it() -> None:
    """Premises and numbers of its claims, where it says nothing itself; cards alone were taken, in silence."""
    premises, dear, cheap = {"exchange": "expert-parallel"}, {"p_gpu": "9 dollar/h/GPU"}, {"p_gpu": "1 dollar/h/GPU"}
    changed, as_it_is = plan(premises=premises, values=dear).to_json(), plan().to_json()
    with use(premises={**premises, "fullest": "skewed"}, values={**dear, "L": "1k"}):
        assert plan().to_json() == changed != as_it_is
        assert plan(values=cheap).to_json() == plan(premises=premises, values=cheap).to_json()
    assert plan().to_json() == as_it_is


@pytest.mark.long
def test_a_plan_takes_no_symbols() -> None:
    """A premise that needs one is told, and not left out in silence."""
    slower = {"arithmetic-time": "t_c = a_new*phi*n*B*N_active/C"}
    with use(premises=slower, symbols="a_new [] how much slower"):
        with pytest.raises(InputError, match="arithmetic-time is changed with a symbol of its own, a_new"):
            plan()
        assert plan(premises={"arithmetic-time": "t_c = 2*phi*n*B*N_active/C"}).best


@pytest.mark.some(4)
@pytest.mark.parametrize(
    ("said", "error", "told"),
    [
        ({"accelerator": "h10"}, UnknownNameError, "unknown accelerator 'h10'"),
        ({"model": "deepsek"}, UnknownNameError, "unknown model"),
        ({"values": {"LL": 3}}, UnknownNameError, "did you mean L"),
        ({"values": {"L": "3 byte"}}, DimensionError, "is token/sequence"),
        ({"values": {"L": "1k, 2k"}}, InputError, "one value"),
        ({"premises": {"kv-fech": "top-k"}}, UnknownNameError, "did you mean kv-fetch"),
        ({"premises": {"kv-fetch": "top-q"}}, UnknownNameError, "top-k"),
        ({"premises": {"kv-fetch": "t_kv = kappa"}}, DimensionError, "t_kv"),
        ({"study": "no-such.toml"}, InputError, "cannot read no-such.toml"),
        ({"study": study_of(values={"L": 1}), "values": {"L": 2}}, InputError, "given twice"),
    ],
)
def test_a_slip_is_told_where_it_is_made_and_changes_nothing(
    said: dict[str, Any], error: type[Exception], told: str
) -> None:
    """In a line, and what was assumed before is assumed still."""
    use(accelerator="h100")
    with pytest.raises(error, match=told) as caught:
        use(**said)
    assert "\n" not in str(caught.value)
    assert derive("train-interval").study.cards.accelerator == "h100"


@pytest.mark.long
def test_a_study_may_come_from_the_environment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where nothing else is said; its file is named."""
    file = tmp_path / "study.toml"
    file.write_text('accelerator = "h100"\n', encoding="utf-8")
    monkeypatch.setenv(STUDY_VARIABLE, str(file))
    assert f"by {file}" in str(use())
    assert derive("train-interval").study.cards.accelerator == "h100"
    assert "by" not in str(use(accelerator="b200"))
    assert derive("train-interval").study.cards.accelerator == "b200"
    monkeypatch.delenv(STUDY_VARIABLE)
    assert f"by {file}" in str(use(file))


def test_it_shows_what_is_changed_and_else_nothing() -> None:
    """As text, as Markdown, as data and as rows."""
    assert str(use()).strip() == ""
    changed = use(accelerator="h100", values={"L": "1k"}, premises={"roofline": "no-overlap"})
    for told in (str(changed), changed.to_markdown()):
        assert "NVIDIA H100" in told
        assert "1,000 tokens per sequence" in told
        assert "premise roofline: no-overlap" in told
    assert changed.to_json()["values"] == {"L": "1,000 token/sequence"}
    assert dict(changed.table().rows) == {"accelerator": "h100", "L": "1,000 token/sequence", "roofline": "no-overlap"}


def test_threads_do_not_assume_what_others_do() -> None:
    """Each begins with nothing."""
    seen: list[Study] = []
    with use(accelerator="h100"):
        thread = threading.Thread(target=lambda: seen.append(derive("train-interval").study))
        thread.start()
        thread.join()
    assert seen == [Study()]


def test_a_value_that_a_premise_of_the_cell_leaves_unused_is_let_go() -> None:
    """GPUs that are owned have no rent; a premise of the cell's own says so, and not the study."""
    with use(values={"p_gpu": "3 $/h"}):
        assert "p_gpu" in derive("dollar-per-token").scenario.values
        owned = derive("dollar-per-token", premises={"rented": "owned"})
    assert "p_gpu" not in owned.derivation.names
    assert owned.in_words().startswith("none: needs ")
