"""dollar-per-token: what GPUs for input and output cost, what their tokens earn, and the rent at which nothing is left.

The lecture rents GPUs for passes. Here whole pools are paid for, by rent or as one's own, and a published day of
DeepSeek's is reckoned again.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from derivations.claim.claim import Between, Claim, Grid, OnCard, Published, Reading, Said
from derivations.claims.shared import chapters
from derivations.claims.shared.passes import SERVING
from derivations.claims.shared.pools import MEAN_GPUS, ONE_AT_A_TIME, POOL_RATIO, POOLS, SGLANG, of_the_day
from derivations.claims.shared.prices import HIT_PRICE, PRICES, RENT, SERVICE_LIFE
from derivations.claims.shared.said import GPU_HOUR
from derivations.derivation.premise import Alternative, Premise
from derivations.language.quantity import Notation, Quantity

if TYPE_CHECKING:
    from derivations.derivation.board import Board
    from derivations.derivation.script import Handle

# --- letters

TRAFFIC = (
    Quantity("X_asked", "token/s", "input tokens requested, including those whose cache is read from a store"),
    Quantity("X_hit", "token/s", "input tokens whose cache is read from a store", "nonnegative", at_most="X_asked"),
    HIT_PRICE,
)
MONEY = (
    Quantity("g_paid", "USD/h/GPU", "cost of a GPU while it is rented or owned", latex=r"g_{\mathrm{paid}}"),
    Quantity("cost_pools", "USD/day", "cost of the GPUs of all pools", latex=r"c_{\mathrm{pools}}"),
    Quantity("income", "USD/day", "income from the tokens at list prices", latex=r"R"),
    Quantity("y_profit", "", "profit over cost", "real", definition="income/cost_pools - 1"),
    Quantity("x_kept", "", "profit as a fraction of income", "real", definition="1 - cost_pools/income"),
    Quantity("cost_gen", "USD/Mtoken", "cost of an output token on the GPUs that generate it", latex=r"c_{\mathrm{decode}}",
             definition="g_paid*G/X_gen"),
    Quantity("cost_in", "USD/Mtoken", "cost of an input token on the GPUs that compute it", latex=r"c_{\mathrm{prefill}}",
             definition="g_paid*G/X_up"),
    Quantity("cost_whole", "USD/Mtoken", "cost of an output token, including its share of input", latex=r"c_{\mathrm{whole}}",
             definition="cost_pools/X_out"),
)
LETTERS = Notation((
    *POOLS,
    *SERVING.only("G"),
    *RENT.only("p_gpu"),
    *PRICES.only("p_short", "q_short"),
    *TRAFFIC,
    *MONEY,
    POOL_RATIO,
))
OWNED = (
    Quantity("K_gpu", "USD/GPU", "price of a GPU with its share of server and network"),
    SERVICE_LIFE,
    Quantity("x_left", "", "fraction of the price that is left at the end", "nonnegative"),
    Quantity("p_run", "USD/h/GPU", "power, cooling, space and work for it", "nonnegative"),
    Quantity("u_paid", "", "fraction of the time in which its tokens are in demand", "fraction"),
)


# --- premises

RENTED = Premise(
    "rented", "g_paid = p_gpu", because="GPUs are rented by the hour, and only as many as are in use",
    source="DeepSeek's own reckoning of its day",
    alternatives=(
        Alternative(
            "owned", "g_paid = (K_gpu*(1 - x_left)/t_own + p_run)/u_paid",
            because="depreciation and operation, also paid while it idles; interest is left out",
            source="our own", quantities=OWNED,
        ),
    ),
)
HITS_COUNTED = Premise(
    "hits-counted", "X_in = X_asked",
    because="the input rate of a node includes tokens whose cache it has read", source="DeepSeek's note on its day",
    alternatives=(
        Alternative("hits-left-out", "X_in = X_asked - X_hit",
                    because="the rate counts only computed tokens", source="LMSYS, which divides the rate so"),
    ),
)
PAID_FOR = Premise(
    "paid-for", "cost_pools = g_paid*G_mean", because="every GPU in use, whatever it does", source="DeepSeek's own reckoning of its day",
)
EARNED = Premise(
    "earned", "income = q_hit*X_hit + q_short*(X_asked - X_hit) + p_short*X_out",
    because="three kinds of tokens, each at its list price",
    source="DeepSeek's own reckoning of its day, which says that the true income is much lower",
)


# --- the argument

def dollar_per_token(board: Board) -> Handle:
    """The GPUs of both pools and their cost; what a token costs in each; income; and the rent that eats all of it."""
    hits, apart, gpus = board.take(HITS_COUNTED), board.take(ONE_AT_A_TIME), board.take(MEAN_GPUS)
    paid, rent = board.take(PAID_FOR), board.take(RENTED)
    cost = board.substitute("cost-in-full", paid, (rent, gpus, apart), because="rent for the GPUs of both pools")
    result = _tokens(board, (paid, gpus, apart))
    pools = board.define("pools", "y_pools")
    board.substitute("input-gpus-for-each-output-gpu", pools, (hits,), because="GPUs of one pool per GPU of the other")
    _profit(board, paid, cost, gpus)
    return result


def _tokens(board: Board, known: tuple[Handle, ...]) -> Handle:
    """A token of output with its input: both pools."""
    output, of_input = board.define("output-alone", "cost_gen"), board.define("input-alone", "cost_in")
    whole = board.define("whole-token", "cost_whole")
    result = board.state(
        "output-with-its-input", "cost_whole = cost_gen + cost_in*X_in/X_out", (whole, output, of_input, *known),
        because="each output token comes with this many input tokens",
    )
    board.state("never-output-alone", "cost_whole >= cost_gen", (result,), because="the other pool has to be paid for, too")
    board.reject(
        "output-without-input", "cost_whole = cost_gen", against=(result,),
        because="a page on large-scale serving counts the cost of output on the decode nodes alone",
    )
    return result


def _profit(board: Board, paid: Handle, cost: Handle, gpus: Handle) -> None:
    """What is left of the income, over cost and over income, and the rent at which it is nothing."""
    earned = board.take(EARNED)
    profit, margin = board.define("profit-over-cost", "y_profit"), board.define("margin-of-income", "x_kept")
    board.substitute("profit-in-full", profit, (earned,), because="the income, written out")
    board.state("margin-from-profit", "x_kept = y_profit/(1 + y_profit)", (profit, margin),
                because="the same profit over cost and over income: a margin is below one, however large the profit")
    board.reject(
        "margin-taken-for-profit", "x_kept = y_profit", against=(profit, margin),
        because="the press reports a profit of several times the cost as a margin",
    )
    even = board.substitute("rent-that-is-earned", profit, (paid, gpus), because="the cost, written out")
    board.solve("rent-by-profit", even, for_="g_paid", because="inverted: the rent that leaves a given profit")
    board.state("no-rent-above-income", "g_paid*G_mean*(1 + y_profit) = income", (profit, paid),
                because="at zero profit the rent takes all of the income")
    board.reject(
        "hits-are-free", "income = q_short*(X_asked - X_hit) + p_short*X_out", against=(earned,),
        because="treats cached tokens as free: they are cheap, but they are sold",
    )
    board.independence("cost-whatever-the-price", cost, of="p_short", because="prices raise income and do not change cost")


# --- numbers

_DAY: dict[str, Said | OnCard] = {
    "X_out": of_the_day("168e9 token/day", "output"),
    "X_asked": of_the_day("608e9 token/day", "input, cached or not"),
    "X_hit": of_the_day("342e9 token/day", "input read from a cache on disk"),
    "X_gen": of_the_day("14,800 token/s", "output of a node"),
    "X_up": of_the_day("73,700 token/s", "input of a node, cached or not"),
    "G": of_the_day("8 GPU", "GPUs of a node"),
    "p_gpu": of_the_day("2 USD/h/GPU", "rent, assumed there"),
    "p_short": OnCard("deepseek-r1-prices", "output"),
    "q_short": OnCard("deepseek-r1-prices", "input"),
    "q_hit": OnCard("deepseek-r1-prices", "cached_input"),
}
_PRINTED = {name: number for name, number in _DAY.items() if name not in ("X_gen", "X_up")}
def _sglang(number: str, what: str) -> Said:
    return Said(number, "SGLang", what, SGLANG)


DEFAULTS = _DAY
READINGS = (
    Reading("deepseek-day", "DeepSeek's published day, from the rates of its nodes", _DAY),
    Reading("deepseek-nodes", "the same day from the number of nodes that it gives",
            {**_PRINTED, "N_mean": of_the_day("226.75", "nodes, mean of the day")}),
    Reading("deepseek-printed", "the same day from the nodes and the income that it gives",
            {"N_mean": of_the_day("226.75", "nodes, mean of the day"), "G": _DAY["G"], "p_gpu": _DAY["p_gpu"],
             "income": of_the_day("562,027 USD/day", "theoretical income")}),
    Reading("sglang", "twelve nodes of H100, two input tokens per output token",
            {"X_out": Said("1 token/s", "our own choice", ""), "X_asked": Said("2 token/s", "our own choice", ""),
             "X_hit": Said("0 token/s", "nothing is read from a store", ""),
             "X_gen": _sglang("22,300 token/s", "output of a node"), "X_up": _sglang("52,300 token/s", "input of a node"),
             "G": _sglang("8 GPU", "GPUs of a node"), "p_gpu": GPU_HOUR}),
)
PUBLISHED = (
    Published("one-at-a-time", "226.75", "DeepSeek", "mean of the day", "exact", "deepseek-day", kind="look-up",
              note="counted, not computed from rates"),
    Published("paid-for", "87,072 USD/day", "DeepSeek", "cost of the day", "exact", "deepseek-nodes"),
    Published("earned", "562,027 USD/day", "DeepSeek", "theoretical income of the day", "three significant figures", "deepseek-nodes",
              note="from token counts that are not rounded"),
    Published("profit-over-cost", "545%", "DeepSeek", "cost profit margin", "three significant figures", "deepseek-printed"),
    Published("output-alone", "0.20 USD/Mtoken", "SGLang", "cost of output, at two dollars an hour", "two significant figures", "sglang",
              note="of the nodes that generate"),
    Published("output-with-its-input", "0.20 USD/Mtoken", "SGLang", "cost of output, at two dollars an hour", "two significant figures",
              "sglang", otherwise="output-alone"),
)
GRIDS = (
    Grid(("one-at-a-time", "paid-for"), readings=("deepseek-day", "deepseek-nodes"), title="Nodes in use, and their cost per day"),
    Grid(("output-alone", "input-alone", "output-with-its-input"), readings=("deepseek-day", "sglang"), title="Cost per token"),
    Grid(("profit-over-cost", "margin-of-income"), readings=("deepseek-day", "deepseek-nodes", "deepseek-printed"),
         title="Profit at list prices, over cost and over income"),
)
RANGES = {
    "p_gpu": Between("1 USD/h/GPU", "4 USD/h/GPU", "our own", "half and twice the rent of the lecture"),
    "X_gen": Between("7,400 token/s", "22,300 token/s", "our own", "from half of DeepSeek's nodes to SGLang's"),
}


CLAIM = Claim(
    name="dollar-per-token",
    title="Dollars per token: cost of the pools, and their profit",
    chapter=chapters.AFTERWARDS,
    question="What does a token cost, and what does it earn?",
    answer="About {output-with-its-input}, including the input that comes with it, for a profit of about {profit-over-cost} times the cost at list prices.",
    answer_if=("y_profit > 0",),
    otherwise="About {output-with-its-input}, including the input that comes with it, without a profit: tokens bring in {income} at list prices, and the GPUs cost {cost_pools}.",
    notation=LETTERS, body=dollar_per_token, result="output-with-its-input", outside="no such cost",
    defaults=DEFAULTS, readings=READINGS, published=PUBLISHED, grids=GRIDS, ranges=RANGES,
    compared=("one-at-a-time", "paid-for", "output-alone", "output-with-its-input", "margin-of-income"),
)
