"""draft-length: how many tokens to draft before a pass verifies them.

The lecture mentions drafts in passing, and the claim speculative-decoding derives the gain of a round. Here is the best
length of a round: a further token is accepted only if the whole chain before it is, and costs as much as the last.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from derivations.claim.claim import AS_BUILT, AS_SAID, Between, Claim, Grid, Published, Reading, Said
from derivations.claims.shared import chapters
from derivations.claims.shared.drafts import (
    CHECKED_PASS,
    DRAFTS,
    KEPT_OR_LOST,
    PLAIN_PASS,
    ROUND_TIME,
    VERIFIED,
    tokens_of_a_round,
)
from derivations.claims.shared.passes import (
    ARITHMETIC_TIME,
    ATTENTION,
    POOLED_ATTENTION,
    SERVING,
    even_sides,
    take_pass,
    take_pool,
)
from derivations.derivation.premise import Premise
from derivations.language.quantity import Notation, Quantity
from derivations.numbers.source import Source

if TYPE_CHECKING:
    from derivations.claims.shared.drafts import Emitted
    from derivations.claims.shared.passes import Pass
    from derivations.derivation.board import Board
    from derivations.derivation.script import Handle

# --- letters

LENGTHS = (
    Quantity("w_miss", "", "rejected drafts per accepted draft"),
    Quantity("y_round", "", "time of a round over that of a plain pass", definition="m_out/y_spec"),
    Quantity("c_more", "", "time that each token after the first adds to a round, as a fraction of a plain pass", latex="c",
             definition="(y_round - 1)/(n_ver - 1)"),
    Quantity("y_ahead", "", "speed-up with one more token drafted", definition="(m_out + x_accept^n_ver)/(y_round + c_more)", latex="y^{+}"),
    Quantity("n_len", "", "tokens that a round verifies, as a continuous number", latex=r"\nu_{\mathrm{c}}"),
    Quantity("t_len", "", "time for as many tokens as an endless round would yield, in plain passes"),
    Quantity("y_len", "", "speed-up of a round of any length", definition="1/((1 - x_accept)*t_len)"),
    Quantity("a_fade", "", "decay rate of the chance of a chain: the logarithm of one over the chance of a token", definition="log(1/x_accept)"),
    Quantity("w_fail", "", "rounds with a rejected draft, per round in which all are accepted",
             definition="x_accept^(-n_len) - 1"),
    Quantity("w_room", "", "further tokens that cost as much as a plain pass, less one", definition="1/c_more - 1"),
    Quantity("n_turn", "", "length of a round, as a continuous number, beyond which one more token costs more than it yields"),
    Quantity("n_best", "", "tokens that the best round verifies", "integer"),
    Quantity("y_best", "", "speed-up of the best round",
             definition="(1 - x_accept^n_best)/((1 - x_accept)*(1 + c_more*(n_best - 1)))"),
    Quantity("x_full", "", "compute time of one token per sequence over the time of the reads of a pass",
             definition="t_c/(n_ver*t_m)"),
    Quantity("n_kink", "", "tokens per sequence that a pass verifies within the time of its reads, as a continuous number", definition="n_ver*t_m/t_c"),
    Quantity("n_roof", "", "tokens of the best round on a roofline, as a continuous number", definition="min(n_best, n_kink)"),
)
LETTERS = Notation((
    *SERVING.only("T", "t_c", "t_m", "t_w", "t_kv", "phi", "n", "kappa", "B", "L", "b_w", "N_total", "N_active", "C", "W", "C_gpu", "W_gpu", "G"),
    *ATTENTION[:3],
    *DRAFTS,
    *LENGTHS,
))


# --- premises

ODDS = Premise(
    "odds", "x_accept = 1/(1 + w_miss)", because="a token is accepted or rejected", source="by counting",
)
ANY_LENGTH = Premise(
    "any-length", "t_len = (1 + c_more*(n_len - 1))/(1 - x_accept^n_len)",
    because="a round of another length: each further token costs as much as those before it, and is accepted with the same chance",
    source="Leviathan et al. 2023, arXiv 2211.17192, with the cost of verifying beside that of drafting",
)
TURN = Premise(
    "turn", "x_accept^n_turn*(1 - x_accept)*(1 + c_more*(n_turn - 1)) = c_more*(1 - x_accept^n_turn)", determines="n_turn",
    because="one more token breaks even where its chance of acceptance times the time of the round equals its cost times the tokens of the round",
    source="our own: the numerator of the gain of one more token, extended to real numbers",
)
WHOLE = Premise(
    "whole", "n_best >= n_turn",
    because="the gain of one more token falls with every token, so the first whole number without a gain is best", source="our own",
)
TERMS = Premise(
    "terms", "m_out >= n_ver*x_accept^n_ver", because="each of the chances in the sum is at least that of the whole chain", source="by counting",
)


# --- the argument

def draft_length(board: Board) -> Handle:
    """What one more token gains; the best whole number and the continuous one; and where a roofline ends the round."""
    times = take_pass(board, compute=ARITHMETIC_TIME)
    take_pool(board)
    board.take(POOLED_ATTENTION)
    board.take(VERIFIED)
    emitted = tokens_of_a_round(board)
    spelled = board.substitute("tokens-by-odds", emitted.tokens, (board.take(ODDS),), because="the tokens of a round in terms of the rejection odds")
    board.solve("odds-from-tokens", spelled, for_="w_miss", because="solved for the odds behind a measured acceptance length")
    watched = _watched(board, emitted)
    room = board.solve("room", board.define("room-defined", "w_room"), for_="w_room", because="a draft pays only if a further token costs less than a plain pass")
    turned = board.state(
        "turn-by-chance", "x_accept^(-n_turn) = 1 + (1 - x_accept)*(1/c_more - 1 + n_turn)", (board.take(TURN), room),
        because="an exponential against a line",
    )
    board.solve("turning-length", turned, for_="n_turn", because="the one length at which they meet")
    least = board.round_up("best-length", board.take(WHOLE), because="the first whole number at which one more no longer pays")
    board.substitute("best-speed-up", board.define("best", "y_best"), (least,), because="the speed-up at this length")
    _continuous(board)
    _on_a_roofline(board, times, watched, least)
    against = (watched.more, watched.spec, watched.over, emitted.gain)
    board.reject("always-one-more", "y_ahead > y_spec", against=against, because="claims that longer drafts are always faster, as they yield more")
    board.reject(
        "by-its-own-chance", "y_ahead/y_spec - 1 = (x_accept*y_round - c_more*m_out)/(m_out*(y_round + c_more))", against=against,
        because="counts one more token with its own chance: it counts only if the whole chain before it is accepted",
    )
    board.reject(
        "brought-less-cost", "y_ahead/y_spec - 1 = x_accept^n_ver/m_out - c_more/y_round", against=against,
        because="takes the relative gain as relative yield minus relative cost: true to first order only",
    )
    return least


class Watched(NamedTuple):
    """A measured round: its speed-up, over a plain pass, by what each token adds, by its times, with one more."""

    spec: Handle
    over: Handle
    each: Handle
    times: Handle
    more: Handle


def _watched(board: Board, emitted: Emitted) -> Watched:
    """The time of a round by what each token adds to it, and what one more token gains."""
    gained, over, each, more = (board.define(name, letter) for name, letter in (
        ("speed-up-defined", "y_spec"), ("round-over-pass", "y_round"), ("cost-of-a-token", "c_more"), ("speed-up-of-one-more", "y_ahead"),
    ))
    board.state("round-by-cost", "y_round = 1 + c_more*(n_ver - 1)", (each,), because="one pass, plus the cost of each further token")
    times = board.state("round-by-times", "y_round = T_round/T_plain", (over, gained), because="by definition")
    board.state(
        "gain-of-one-more", "y_ahead/y_spec - 1 = (x_accept^n_ver*y_round - c_more*m_out)/(m_out*(y_round + c_more))",
        (more, over, emitted.gain), because="one more token pays as long as its chance times the time of a round exceeds its cost times the tokens of a round",
    )
    board.state(
        "gain-falls", "x_accept^n_ver*y_round - c_more*m_out - (x_accept^(n_ver + 1)*(y_round + c_more) - c_more*m_next) = x_accept^n_ver*(1 - x_accept)*(y_round + c_more)",
        (emitted.gain,), because="the deciding difference falls with every token: once one more does not pay, no further one does",
    )
    return Watched(gained, over, each, times, more)


def _continuous(board: Board) -> None:
    """The length at which the time of a token is least, were tokens divisible."""
    any_length, fade, fails = board.take(ANY_LENGTH), board.define("fade", "a_fade"), board.define("failures", "w_fail")
    board.define("speed-up-by-length", "y_len")
    chain = board.state("chain-by-failures", "x_accept^n_len = 1/(1 + w_fail)", (fails,), because="the chance that all drafts are accepted")
    length = board.state("length-by-failures", "n_len = log(1 + w_fail)/a_fade", (fade, fails), because="solved for the length: longer rounds fail more often")
    time = board.state(
        "time-by-failures", "t_len = (1 + c_more*(n_len - 1))*(1 + w_fail)/w_fail", (any_length, chain), because="the tokens of a round in terms of its failures",
    )
    spelled = board.substitute("time-by-failures-alone", time, (length,), because="with its length put in")
    best = board.minimise("best-failures", spelled, over="w_fail", because="short rounds pay for too many passes, long ones for discarded drafts")
    board.substitute("continuous-length", length, (best,), because="the optimum if tokens were divisible: it lies between the neighboring whole numbers")
    grown = board.state("failures-by-length", "exp(a_fade*n_len) = 1 + w_fail", (length,), because="the same, with the logarithm on the other side")
    fewest = board.state(
        "failures-at-the-optimum", "w_fail = a_fade*(n_len + 1/c_more - 1)", (best, length), because="the vanishing slope, with the length for the logarithm",
    )
    line = board.substitute("length-at-the-optimum", grown, (fewest,), because="an exponential of the length against a line")
    board.solve(
        "length-by-lambert", line, for_="n_len", by_lambert=True,
        because="in closed form with Lambert's W: a positive length is on the lower branch, and there is one only if a further token costs less than a plain pass",
    )


def _on_a_roofline(board: Board, times: Pass, watched: Watched, least: Handle) -> None:
    """What a token adds in each regime, and the length at which verifying is no longer free."""
    check, plain, together, full = board.take(CHECKED_PASS), board.take(PLAIN_PASS), board.take(ROUND_TIME), board.define("full", "x_full")
    (check_compute, check_memory), (plain_compute, plain_memory) = (
        board.split(name, both, tuple(f"{name}-{bound}" for bound in ("compute-bound", "memory-bound")), because="either compute or the reads take longer")
        for name, both in (("verifying", check), ("plain", plain))
    )
    board.state(
        "cost-while-memory-bound", "c_more = x_draft", (watched.each, watched.times, together, check_memory, plain_memory),
        because="verifying is free: a token costs only its drafting",
    )
    beyond = board.state(
        "round-beyond", "y_round = n_ver*x_full + x_draft*(n_ver - 1)", (watched.times, together, check_compute, plain_memory, full),
        because="verifying has turned a memory-bound pass into a compute-bound one: each token adds its compute time",
    )
    terms = board.take(TERMS)
    board.state(
        "no-further", "x_accept^n_ver*y_round <= (x_full + x_draft)*m_out", (beyond, terms),
        because="beyond that length one more token never pays, however likely it is accepted",
    )
    alike = board.state(
        "round-while-compute-bound", "y_round = n_ver + x_draft*(n_ver - 1)", (watched.times, together, check_compute, plain_compute),
        because="verifying a token takes as long as generating one",
    )
    rest = board.state(
        "rest-while-compute-bound", "1 - y_spec = (m_lost + x_draft*(n_ver - 1))/(n_ver + x_draft*(n_ver - 1))", (watched.over, alike, board.take(KEPT_OR_LOST)),
        because="the loss is discarded tokens plus drafting",
    )
    board.state(
        "loss-while-compute-bound", "y_spec <= 1", (rest,), because="a pass yields no more than it verifies: where the plain pass is compute-bound, no draft pays",
    )
    board.define("free-length", "n_kink")
    board.substitute("length-on-a-roofline", board.define("shorter", "n_roof"), (least,), because="the best length at the cost of a memory-bound round, but no longer than verifying is free")
    _, spelled = even_sides(board, times)
    board.solve("free-tokens", spelled, for_="n", because="a pass computes this many tokens per sequence in the time of its reads")


# --- numbers

SGLANG = Source(
    "sglang-mtp",
    "Accelerating SGLang with Multiple Token Prediction",
    url="https://github.com/lm-sys/lm-sys.github.io/blob/0947bdc01aea3a453e27f0e0e1c290404c0232ed/blog/2025-07-17-mtp.md",
    date="2025-07-17",
    author="Eigen AI Team",
    standing="verified",
)
_BY = "SGLang, case study 1"
_WHERE = "DeepSeek-V3 on 16 H200, two requests per rank"
_OWN = "our own choice"
_MODULE = Said("14/671", "our estimate", "14 billion parameters of the module over 671 billion, README of the model")


def _seen(tokens: int, put_out: str, rate: int) -> dict[str, Said]:
    """A window that was measured: tokens of a round, tokens that it yields, and the speed-up over 51.0 without."""
    return {
        "n_ver": Said(str(tokens), _BY, f"a window of {tokens} tokens", SGLANG),
        "m_out": Said(put_out, _BY, "mean acceptance length", SGLANG),
        "y_spec": Said(f"{rate}/510", _BY, f"{rate / 10:.1f} token/s for each rank, 51.0 without drafts", SGLANG),
    }


_THREE = _seen(3, "2.18", 815)
DEFAULTS = {
    "n_ver": _THREE["n_ver"], "m_out": _THREE["m_out"], "x_draft": _MODULE,
    "B": Said("256 sequence", _OWN, "memory-bound, and large enough to touch nearly every expert"), "L": Said("1k token/sequence", _OWN, ""),
}
READINGS = (
    Reading(AS_SAID, "SGLang's DeepSeek-V3 with three tokens verified", _THREE),
    Reading("four-seen", "the same with four tokens verified", _seen(4, "2.44", 820)),
    Reading("likely-and-cheap", "80% accepted at 5% of a pass for each token", {
        "x_accept": Said("80%", _OWN, ""), "c_more": Said("5%", _OWN, ""),
    }),
    Reading("unlikely-and-expensive", "40% accepted at half a pass for each token", {
        "x_accept": Said("40%", _OWN, ""), "c_more": Said("50%", _OWN, ""),
    }),
)
PUBLISHED = (
    Published("best-length", "4", _BY, "the faster of the windows that were measured, three and four tokens", "exact", AS_SAID,
              note="from the window of three alone; longer ones were not measured"),
    Published("best-length", "4", _BY, "the faster of the windows that were measured, three and four tokens", "exact", "four-seen",
              note="from the window of four alone"),
    Published("one-draft-more", "2.44", _BY, "acceptance length with four tokens", "two significant figures", AS_SAID, kind="look-up",
              note="from that with three; the chance falls a little along the chain"),
    Published("speed-up-of-one-more", "1.608", _BY, "throughput with four tokens, 60.8% above that without drafts", "two significant figures", AS_SAID,
              kind="look-up", note="from the window of three alone"),
)
GRIDS = (
    Grid(("odds", "cost-of-a-token", "best-length", "continuous-length", "best-speed-up"), readings=(AS_SAID, "four-seen"),
         title="Chance and cost of a token by what was measured, and the best round"),
    Grid(("best-length", "continuous-length", "best-speed-up"), readings=("likely-and-cheap", "unlikely-and-expensive"), title="Other chances and costs"),
    Grid(("cost-of-a-token", "best-length", "best-speed-up", "free-length", "length-on-a-roofline"), readings=(AS_BUILT,), title="On a roofline, where verifying is free up to the balance"),
)
RANGES = {
    "x_draft": Between("1%", "10%", _OWN, "from a small module to a tenth of a pass"),
    "m_out": Between("1.8", "2.7", _OWN, "from a chance of half to one of eight-tenths"),
}


CLAIM = Claim(
    name="draft-length",
    title="Draft length: how many tokens a pass should verify",
    chapter=chapters.AFTERWARDS,
    question="How many tokens should be drafted?",
    answer="By the roofline, a pass should verify about {best-length:token}, and fewer where verifying takes the engine extra time.",
    answer_if=("n_best > 1",),
    otherwise="None by the roofline: a further token takes the pass more time than it is worth.",
    notation=LETTERS, body=draft_length, result="best-length", outside="no draft pays here, best is 0 drafts",
    deciding="trust the counts of accepted drafts: the time of a verifying pass also depends on how far reads overlap with arithmetic",
    defaults=DEFAULTS, readings=READINGS, published=PUBLISHED, grids=GRIDS, ranges=RANGES,
    compared=("cost-of-a-token", "best-length", "continuous-length", "best-speed-up"),
)
