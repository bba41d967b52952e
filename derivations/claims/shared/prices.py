"""Prices of tokens: shares of a pass, a step in the price by context with its premium, and lists with a step."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from derivations.claim.claim import OnCard
from derivations.derivation.premise import Premise
from derivations.language.quantity import Notation, Quantity

if TYPE_CHECKING:
    from derivations.derivation.board import Board
    from derivations.derivation.script import Handle

PRICES = Notation((
    Quantity("p_short", "USD/token", "price of an output token below the step in context length"),
    Quantity("p_long", "USD/token", "price of an output token above it"),
    Quantity("premium_out", "", "premium on output above the step, as a fraction of the price below it", "real",
             latex=r"\pi", definition="p_long/p_short - 1"),
    Quantity("q_short", "USD/token", "price of an input token below the step"),
    Quantity("q_long", "USD/token", "price of an input token above it"),
    Quantity("premium_in", "", "premium on input above the step, as a fraction of the price below it", "real",
             latex=r"\pi_{\mathrm{in}}", definition="q_long/q_short - 1"),
))

GPU_RENT = Quantity("g_rent", "USD/h/GPU", "rent of a GPU", latex="g")

# what a GPU costs the owner of a site, and the electricity in it
OWNED = Notation((
    Quantity("p_joule", "USD/kWh", "price of electricity", latex=r"p_{\mathrm{kWh}}"),
    Quantity("p_own", "USD/h/GPU", "cost of a GPU-hour to the owner of a site, with everything around the GPU", latex=r"p_{\mathrm{GPU}}"),
))
SERVICE_LIFE = Quantity("t_own", "s", "service life of a GPU")

HIT_PRICE = Quantity("q_hit", "USD/token", "price of an input token that is found in the cache")

# a cache that is kept, on a price list
CACHE_LIST = Notation((
    Quantity("q_write", "USD/token", "price of an input token that is then kept"),
    Quantity("q_extra", "USD/token", "extra cost of keeping a token, beyond computing it", definition="q_write - q_short"),
    Quantity("q_saved", "USD/token", "saving per token found in the cache", definition="q_short - q_hit"),
    Quantity("x_write", "", "price of a token that is kept, over that of input", definition="q_write/q_short"),
    Quantity("x_hit", "", "price of a token found in the cache, over that of input", definition="q_hit/q_short"),
))
SURCHARGE = Premise("surcharge", "x_write >= 1", because="writing to the cache costs at least as much as fresh input", source="price lists")
CHEAP_HIT = Premise("cheap-hit", "x_hit < 1", because="a hit costs less than fresh input", source="price lists")
MEMORY_RENT = Quantity("h_hbm", "USD/s/token", "rent of the memory of a GPU that the cache of one token fills",
    definition="p_gpu*kappa_stored/M_gpu")

# what a higher price above the step has to pay for
PRICE_TIERS = (
    Quantity("t_far", "s", "time of the memory reads at the longest context"),
    Quantity("y_far", "", "longest context that the higher price pays for, over that of the step"),
    Quantity("u_kv", "", "KV fetch at the step, as a fraction of compute; the weight fetch is the rest", "fraction"),
    Quantity("L_far", "token/sequence", "longest context that the higher price pays for", definition="y_far*L"),
)


TOKEN_SHARES = (
    Quantity("c_tok", "s/token", "time of the multiplications for each new token", latex=r"\hat t_{\mathrm{compute}}",
             definition="t_c/(n*B)"),
    Quantity("m_tok", "s/token", "time of the memory reads for each new token", latex=r"\hat t_{\mathrm{memory}}",
             definition="t_m/(n*B)"),
    Quantity("L_even", "token/sequence", "context at which reads take as long as compute, weights included",
             latex=r"L_{=}"),
    Quantity("L_apart", "token/sequence",
             "context at which decode is memory-bound by that factor, less the longest compute-bound one at the same batch",
             "real", latex=r"L_{\Delta}", definition="L - L_even"),
)

OUTPUT_AND_INPUT = (
    *PRICES,
    Quantity("p_mach", "USD/s", "price of one second of the whole system, margin included",
             latex=r"p_{\mathrm{machine}}"),
    Quantity("y_price", "", "price of output over that of input", definition="p_short/q_short"),
    Quantity("y_long", "", "price of output over that of input, both above the step in context length",
             definition="p_long/q_long"),
    Quantity("y_mem", "", "time of the memory reads in a pass over that of compute", latex=r"y_{\mathrm{memory}}",
             definition="t_m/t_c"),
    Quantity("u_decode", "", "fraction of the compute rate that decode uses, at the roofline", "fraction",
             definition="t_c/max(t_c, t_m)"),
)

# what an input token costs at the rent of the GPUs, beside its price
RENT = Notation((
    Quantity("p_gpu", "USD/s/GPU", "rent of one GPU for a second"),
    Quantity("q_rent", "USD/token", "GPU rent for the multiplications of one token",
             definition="p_gpu*phi*N_active/C_gpu"),
    Quantity("y_margin", "", "price of input over the rent of its multiplications", definition="q_short/q_rent"),
))


CACHE_SHARE = Premise(
    "cache-share", "t_kv = u_kv*t_c",
    because="at the step reads take as long as compute; a fraction of them is for the cache, and all of them if the batch is so large that the weights drop out",
    source="after lecture 1:36:29; on the picture of card 22 the weights take half",
)
LONGEST_READ = Premise(
    "longest-read", "t_far = t_w + y_far*t_kv",
    because="the KV fetch grows in proportion to the context, and the weight fetch stays",
    source="lecture 1:33:03 to 1:36:29, the line of the memory fetch against context",
)
PRICE_BY_TIME = Premise(
    "price-by-time", "p_long = p_short*t_far/t_c",
    because="prices are proportional to the time of a pass: compute below the step, and above it the reads at the longest context, so no request makes a loss",
    source="after lecture 1:33:03 to 1:36:29, where both prices stand above the cost",
)


SLOWER_OF_BOTH = "p_mach*max(t_c, t_m)/(n*B)"


@dataclass(frozen=True)
class PriceStep:
    """A step in the price on a board: premiums, the reads behind them, and the context paid for."""

    output: Handle
    input: Handle
    reads: Handle
    prices: Handle
    share: Handle
    premium: Handle
    longest: Handle
    paid_for: Handle


def take_price_step(board: Board, balance: Handle, memory: Handle) -> PriceStep:
    """The premium of a step in the price, by the context that it pays for, and the premium of input beside it."""
    output, of_input = board.define("price-step", "premium_out"), board.define("input-price-step", "premium_in")
    reads = board.take(LONGEST_READ)
    prices = board.take(PRICE_BY_TIME)
    by_time = board.substitute(
        "premium-by-time", output, (prices,), because="the longest context sets the price above the step"
    )
    share = board.take(CACHE_SHARE)
    premium = board.state(
        "premium-of-context", "premium_out = u_kv*(y_far - 1)", (by_time, reads, balance, memory, share),
        because="reads and compute are even at the step; beyond it the cache grows with context, the weights do not",
    )
    covered = board.state("context-covered", "y_far = 1 + premium_out/u_kv", (premium,),
                          because="solved for the context that a premium pays for")
    longest = board.define("longest-context", "L_far")
    paid_for = board.substitute(
        "context-paid-for", longest, (covered,), because="in tokens; a longer request makes a loss even at the higher price"
    )
    return PriceStep(output, of_input, reads, prices, share, premium, longest, paid_for)


# the lists of the catalog that have a step, with the words for their models
STEPPED = {
    "gemini-3.1-pro-prices": "Gemini 3.1 Pro", "gemini-2.5-pro-prices": "Gemini 2.5 Pro",
    "gemini-1.5-pro-prices": "Gemini 1.5 Pro", "claude-sonnet-4.5-prices": "Claude Sonnet 4 and 4.5",
    "gpt-5.4-prices": "GPT-5.4", "gpt-5.5-prices": "GPT-5.5 and 5.6 Sol", "grok-4-prices": "Grok 4",
}
_BELOW = {"p_short": "output", "q_short": "input"}
_ABOVE = {"p_long": "long_output", "q_long": "long_input"}


def listed_prices(card: str) -> dict[str, OnCard]:
    """The prices of output and input on a list; those above the step, and the step, where it has one."""
    if card not in STEPPED:
        return {letter: OnCard(card, key) for letter, key in _BELOW.items()}
    prices = {letter: OnCard(card, key) for letter, key in (_BELOW | _ABOVE).items()}
    return {**prices, "L": OnCard(card, "long_from", per="sequence")}
