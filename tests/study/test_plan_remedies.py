"""Remedies of a plan: each serves when it is asked for, and the next step beyond it does not."""

from __future__ import annotations

from typing import Any

import pytest

from derivations import plan
from derivations.study.plan import Plan

LARGE: dict[str, Any] = {"model": "llama-3.1-405b", "accelerator": "h100", "gpus": 16, "context": "128k"}
SMALL: dict[str, Any] = {"model": "llama-3.1-8b", "accelerator": "h100", "gpus": 1}


def _options(found: Plan) -> list[str]:
    return [each.options for each in found.remedies]


def test_a_plan_that_serves_has_none() -> None:
    assert plan(**SMALL).remedies == ()


@pytest.mark.long
def test_a_speed_that_is_offered_is_reached_and_the_next_is_not() -> None:
    """To three figures, downward: what a lone sequence gets."""
    found = plan(**SMALL, speed=1000)
    offered = next(each for each in _options(found) if each.startswith("--speed "))
    speed = float(offered.removeprefix("--speed "))
    assert plan(**SMALL, speed=f"{speed} token/s").best is not None
    assert plan(**SMALL, speed=f"{speed + 1} token/s").best is None
    assert f"`{offered}`" in " ".join(str(found).split())


@pytest.mark.long
def test_more_gpus_are_offered_where_the_model_does_not_fit() -> None:
    """141.2 GB of weights: two GPUs, or half the bytes; nothing is offered that was not found to serve."""
    found = plan("llama-3.1-70b", "h100", 1)
    assert _options(found) == ["--gpus 2", "--weights fp8 --cache fp8"]
    assert [each.system.gpus for each in found.remedies] == [2, 1]
    assert all(each.system.chosen is not None for each in found.remedies)


@pytest.mark.long
def test_a_pipeline_is_offered_with_the_speed_that_it_reaches() -> None:
    """405B at 128k on 8 H100: two domains hold it, at 13.4 tokens per second and not at 20."""
    found = plan(**{**LARGE, "gpus": 8})
    assert _options(found)[0] == "--gpus 16 --speed 13.4"
    assert plan(**LARGE, speed="13.4 token/s").best is not None


@pytest.mark.long
def test_the_longest_context_is_offered() -> None:
    """405B at 20 tokens per second on 2 x 8 H100: 36k, and not 37k."""
    found = plan(**LARGE)
    assert "--context 36k" in _options(found)
    assert plan(**{**LARGE, "context": "36k"}).best is not None
    assert plan(**{**LARGE, "context": "37k"}).best is None


@pytest.mark.long
def test_a_first_token_that_is_offered_is_reached() -> None:
    words: dict[str, Any] = {"model": "llama-3.1-70b", "accelerator": "h100", "gpus": 8}
    found = plan(**words, first_token="200 ms")
    offered = next(each for each in _options(found) if each.startswith("--first-token "))
    time = offered.removeprefix("--first-token ").strip('"')
    assert plan(**words, first_token=time).best is not None
    assert plan(**words, first_token=f"{float(time.split()[0]) - 1} ms").best is None


@pytest.mark.long
def test_fewer_bytes_are_offered_only_where_they_serve() -> None:
    """70B in one byte each fits on one H100, at 20 tokens per second and not at 60."""
    words: dict[str, Any] = {"model": "llama-3.1-70b", "accelerator": "h100", "gpus": 1}
    assert plan(**words, weights="fp8", cache="fp8").best is not None
    assert plan(**words, weights="fp8", cache="fp8", speed=60).best is None
    assert "--weights fp8 --cache fp8" not in _options(plan(**words, speed=60))
