"""The argument on a claim's page: numbered in the order in which it stands, letters explained once."""

import pytest

from derivations.site.argument import argument_data
from derivations.writers.html.equation import places_of

from ..reports import of_every_form, plain


@pytest.mark.parametrize("name", of_every_form())
def test_every_step_is_told_once(name: str) -> None:
    """In the way to the result or in what else follows, and with numbers from 1."""
    report = plain(name)
    data = argument_data(report)
    told = [step["name"] for part in ("main", "rest") for passage in data[part] for step in passage["steps"]]
    assert sorted(told) == sorted(step.name for step in report.derivation.trace)
    steps = [step for part in ("main", "rest") for passage in data[part] for step in passage["steps"]]
    again = {step["name"] for step in steps if step["again"]}
    numbers = [int(data["labels"][each]) for each in told if each in data["labels"] and each not in again]
    assert numbers == list(range(1, len(numbers) + 1))


@pytest.mark.parametrize("name", of_every_form())
def test_what_a_step_follows_from_stands_before_it(name: str) -> None:
    """The way to the result rests on nothing that comes later."""
    data = argument_data(plain(name))
    seen: set[str] = set()
    for passage in data["main"]:
        assert set(passage["behind"]) <= seen | {step["name"] for step in passage["steps"]}
        seen |= {step["name"] for step in passage["steps"]}


@pytest.mark.parametrize(
    ("claim", "name", "before"),
    [pytest.param("cheapest-training", "model-n_tok", "model-without-n_par", marks=pytest.mark.long),
     ("tensor-parallel", "soonest-for-any-link", "soonest")],
)
def test_an_equation_that_stays_is_not_shown_twice(claim: str, name: str, before: str) -> None:
    """A step that leaves it to numbers, or shows more of it, has its number; no other step does."""
    data = argument_data(plain(claim))
    steps = {step["name"]: step for passage in data["main"] for step in passage["steps"]}
    again = [each for each, step in steps.items() if step["again"]]
    assert name in again
    assert before not in again
    assert data["labels"][name] == data["labels"][before]
    assert len({data["labels"][each] for each in steps}) == len(steps) - len(again)


@pytest.mark.parametrize("name", ["budget-split"])
def test_steps_that_came_about_alike_are_told_together(name: str) -> None:
    """Each from a share of its own: one sentence names what all of them follow from."""
    data = argument_data(plain(name))
    together = next(item for item in data["main"] if item["steps"][0]["name"] == "pretraining-by-weights")
    assert [step["name"] for step in together["steps"]] == [
        "pretraining-by-weights", "rl-by-weights", "inference-by-weights"]
    assert {"pretraining-share", "rl-share", "inference-share"} < set(together["behind"])


def test_a_supposition_is_named_by_its_number_and_once() -> None:
    """Not by the name of its step; where the equation is among those that a step follows from, it is there already."""
    data = argument_data(plain("optimal-batch"))
    places = places_of(data["labels"], "optimal-batch")
    told = {item["steps"][0]["name"]: item["before"] for part in ("main", "rest") for item in data[part]}
    balance = f'<a href="{places["balance"].address}">({places["balance"].label})</a>'
    assert any(f"given {balance}" in text for text in told.values())
    assert balance in told["balance-in-full"]
    assert "given" not in told["balance-in-full"]
    assert not any(", at balance" in text for text in told.values())


def test_letters_are_explained_where_they_first_appear() -> None:
    """And not again."""
    data = argument_data(plain("optimal-batch"))
    new = [name for part in ("main", "rest") for passage in data[part] for name in passage["new"]]
    assert len(new) == len(set(new))
    assert data["main"][0]["new"][:2] == ["t_c", "phi"]


@pytest.mark.long
def test_the_answer_is_derived_on_the_way() -> None:
    """What the answer names stands in the part that is not folded."""
    data = argument_data(plain("train-interval"))
    told = {step["name"] for passage in data["main"] for step in passage["steps"]}
    assert {"interval", "worst-time"} <= told


@pytest.mark.parametrize("name", ["draft-length"])
def test_an_equation_that_only_numbers_solve_is_on_the_way(name: str) -> None:
    """Where the result is in terms of what it gives: the best length is above that at which one more breaks even."""
    data = argument_data(plain(name))
    told = [step["name"] for passage in data["main"] for step in passage["steps"]]
    assert told.index("turn") < told.index("turning-length") < told.index("best-length")
