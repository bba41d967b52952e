"""What was said and printed about the claim moe-quality."""

from __future__ import annotations

from derivations.claims.claim import AS_SAID, Asserted, ModelGrid, Published, Reading, Said
from derivations.claims.documents import CLARK
from derivations.claims.lecture import LECTURE, PATEL, POPE

_PLACE = "0:29:37 to 0:30:35"
_ACTIVE = Said("370e6 parameter", POPE, f"{_PLACE}, read off a figure", LECTURE)
_EXPERTS = Said("64", POPE, f"{_PLACE}, read off a figure", LECTURE)
_FOUR = Said("4", POPE, f"{_PLACE}, '64x for 4x'", LECTURE)
_READ = {"x_point": _EXPERTS, "y_point": _FOUR}


def _law(method: str, a: str, b: str, c: str, d: str, start: str, most: str) -> dict[str, Said]:
    """The constants that the paper prints for a way of routing; signs stand in the law."""
    constants = {"rt_a": a, "rt_b": b, "rt_c": c, "rt_d": d, "e_start": start, "e_max": most}
    where = f"table 3, {method}"
    return {name: Said(number, "Clark et al. 2022", where, CLARK) for name, number in constants.items()}


_BASE = _law("S-BASE", "0.082", "0.108", "0.009", "1.104", "1.847", "314.478")
_RL = _law("RL-R", "0.083", "0.126", "0.012", "1.111", "1.880", "469.982")
_HASH = _law("HASH", "0.087", "0.136", "0.012", "1.157", "4.175", "477.741")
_SAID = {"x_exp": _EXPERTS, "N_active": _ACTIVE, **_READ}

DEFAULTS = {**_BASE, **_READ}


def _at(experts: str, size: str, by: str, where: str) -> dict[str, Said]:
    """The law of the best routing at another point."""
    return {**_BASE, **_READ, "x_exp": Said(experts, by, where), "N_active": Said(size, by, where)}


READINGS = (
    Reading(AS_SAID, "as said: 64 experts, 370 M active; the law for S-BASE routing", {**_SAID, **_BASE}),
    Reading("rl-r", "the same with the law for routing learnt by reinforcement", {**_SAID, **_RL}),
    Reading("hash", "the same with the law for routing by a hash", {**_SAID, **_HASH}),
    Reading("read-off", "the three numbers read off, without a law",
            {**_SAID, "y_dense": Said("1300/370", POPE, f"{_PLACE}, 1.3 B over 370 M", LECTURE)}),
    Reading("hundred", "a hundred experts", {**_SAID, **_BASE, "x_exp": Said("100", PATEL, _PLACE, LECTURE)}),
    Reading("small", "the paper's own example", _at("128", "5e6 parameter", "Clark et al. 2022", "as quoted")),
    Reading("large", "370 B active", _at("64", "370e9 parameter", "our choice", "a thousand times as large")),
)  # fmt: skip

PUBLISHED = (
    Published("dense-size", "1.3e9 parameter", POPE, _PLACE, "two significant figures", reproduces=False,
              note="read off a figure; the fitted law gives a little more"),
    Published("dense-size", "1.3e9 parameter", POPE, _PLACE, "two significant figures", "rl-r", reproduces=False,
              note="with another routing less"),
    Published("dense-size", "1.3e9 parameter", POPE, _PLACE, "two significant figures", "hash", reproduces=False,
              note="with another routing less"),
    Published("gain", "4", POPE, f"{_PLACE}, '64x for 4x'", "one significant figure"),
    Published("gain-defined", "4", POPE, f"{_PLACE}, '64x for 4x'", "one significant figure", "read-off"),
    Published("gain", "10", PATEL, f"{_PLACE}, a hundredfold for 10x", "one significant figure", "hundred",
              reproduces=False, note="a guess; the lecturer: even more parameters for less"),
    Published("gain", "64", "notes on the lecture", "2026, 4x active like a dense model 64x as large",
              "two significant figures", reproduces=False, note="the two factors the wrong way round"),
    Published("sparser-for-half", "8", PATEL, f"{_PLACE}, half the active parameters", "nearest integer"),
    Published("total-for-half-read-off", "8", PATEL, f"{_PLACE}, this up by 8x", "nearest integer", reproduces=False,
              note="experts go up so many times, and each is half as large: all parameters go up by half of it"),
    Published("sparser-for-half", "2", PATEL, f"{_PLACE}, every time sparsity doubles", "nearest integer",
              reproduces=False, note="a slip: it is the active parameters that are halved"),
    Published("dense-size", "55e6 parameter", "Clark et al. 2022", "as quoted: 5 M with 128 experts",
              "two significant figures", "small", reproduces=False,
              note="the printed constants have two figures, which shows in a power"),
    Published("last-size", "937e9 parameter", "Clark et al. 2022", "as quoted, for S-BASE", "order of magnitude",
              note="with b and c as printed, to two figures and one"),
)  # fmt: skip

ASSERTED = (
    Asserted("quality cannot be had from analysis: it is an empirical question, and very sensitive to the kind of "
             "routing; DeepSeek's changed much since that paper", POPE, "0:28:50"),
    Asserted("“64x for 4x” counts parameters against a dense model of the same active size; against the dense model "
             "that is as good they are fewer times as many (step total-gain)", f"{POPE}; the comparison is our own",
             _PLACE),
    Asserted("a pure win: keep doing it until you run out of users; the batch that pays for the weights grows with the "
             "sparsity (claim optimal-batch)", POPE, _PLACE),
    Asserted("active parameters are limited by the cost of compute, all parameters by the size of the scale-up domain",
             POPE, "0:46:52"),
)  # fmt: skip

GRIDS = (
    ModelGrid(("routed-experts", "gain", "memory-by-sparsity"),
              title="The law far outside of what it was fitted to: models of today, their experts taken for fewer and "
              "larger ones; memory in bf16"),
)  # fmt: skip
