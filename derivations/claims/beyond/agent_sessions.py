"""agent-sessions: what a session of many turns costs, and at which context compacting its history pays.

Each turn of an agent reads the whole history once more, so a session is quadratic in its turns even with a cache. Compaction
starts the history anew, for a price. When to compact is the economic lot size: what is kept against what a new start costs.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from derivations.claim.claim import AS_BUILT, AS_SAID, Between, Claim, Grid, OnCard, Published, Reading, Said
from derivations.claims.shared import chapters
from derivations.claims.shared.pools import of_the_day
from derivations.claims.shared.prices import CACHE_LIST, CHEAP_HIT, HIT_PRICE, OUTPUT_AND_INPUT, SURCHARGE
from derivations.derivation.premise import Alternative, Premise
from derivations.language.quantity import Notation, Quantity
from derivations.numbers.source import Source

if TYPE_CHECKING:
    from derivations.derivation.board import Board
    from derivations.derivation.script import Handle

# --- letters

SESSION = (
    Quantity("K_turns", "", "turns of the session, each of which sends the whole history", "integer", latex="K"),
    Quantity("K_more", "", "turns after the first", "whole", latex=r"K^{\prime}", definition="K_turns - 1"),
    Quantity("k_turn", "", "a turn, counted from the first", "integer", latex="k"),
    Quantity("L_first", "token", "prompt of the first turn: instructions, tools, task", latex="s_0"),
    Quantity("a_turn", "token", "tokens that a turn adds to the history: its output and what it observes", latex="a"),
    Quantity("L_put", "token", "output tokens of a turn", latex="o"),
    Quantity("L_puts", "token", "output tokens of the session", definition="K_turns*L_put", latex="O"),
    Quantity("L_sent", "token", "input tokens that are neither read from the cache nor written to it", "nonnegative"),
    Quantity("L_all", "token", "prompts of all turns together", latex=r"L_{\Sigma}"),
    Quantity("L_found", "token", "tokens of them that are found in the cache", "real"),
    Quantity("L_fresh", "token", "tokens of them that are written to the cache", definition="L_all - L_found"),
    Quantity("u_hits", "", "hit rate: fraction of the input tokens that are found in the cache", "nonnegative", latex="h",
             definition="L_found/L_all"),
    Quantity("K_even", "", "turns of a session with that hit rate, if the first prompt is as long as what a turn adds", latex=r"K_{=}",
             definition="(1 + u_hits)/(1 - u_hits)"),
    Quantity("y_in_put", "", "input tokens per output token", definition="L_all/L_puts"),
    Quantity("cost_session", "USD", "bill of the session"),
    Quantity("cost_bare", "USD", "the same without a cache", definition="q_short*L_all + p_short*L_puts"),
    Quantity("y_bare", "", "bill without a cache over that with one", definition="cost_bare/cost_session"),
    Quantity("x_put", "", "output's fraction of the bill", "fraction", definition="p_short*L_puts/cost_session"),
    Quantity("c_square", "USD", "bill over the square of the turns", definition="cost_session/K_turns^2"),
)
COMPACTION = (
    Quantity("u_warm", "", "fraction of the turns that find their history in the cache", "fraction", latex="u"),
    Quantity("x_read", "", "price of reading a token of the history, relative to fresh input", latex="x_r"),
    Quantity("p_twice", "", "fraction of lost turns that doubles the price of reading", definition="x_hit/(x_write - x_hit)"),
    Quantity("L_after", "token", "context after a compaction: the first prompt and the summary", latex="b"),
    Quantity("L_room", "token", "growth of the context between two compactions", definition="L_trigger - L_after", latex="D"),
    Quantity("L_trigger", "token", "context at which the history is compacted", latex="L"),
    Quantity("K_between", "", "turns between two compactions", "integer", latex="m"),
    Quantity("L_between", "token", "prompts of these turns together"),
    Quantity("L_midway", "token", "mean prompt of the turns between two compactions", "real", latex=r"\bar L"),
    Quantity("L_sum", "token", "length of the summary", latex="s_c"),
    Quantity("L_reread", "token", "tokens that are read into the context again after a compaction", "nonnegative", latex=r"\rho"),
    Quantity("x_pack", "", "price of a token of the history in the request that summarizes it, relative to fresh input", "nonnegative"),
    Quantity("S_pack", "token", "cost of a compaction whatever the context, in tokens of fresh input", latex="S"),
    Quantity("c_pack", "token", "cost of a compaction, in tokens of fresh input"),
    Quantity("c_turn", "token", "cost of a turn for reading the history and compacting it, in tokens of fresh input", "real", latex="c",
             definition="x_read*L_midway + a_turn*c_pack/L_room"),
    Quantity("L_lot", "token", "growth between compactions at which a turn is cheapest",
             definition="sqrt(2*a_turn*(x_pack*L_after + S_pack)/x_read)", latex=r"D_{*}"),
    Quantity("c_least", "token", "cost of the cheapest turn", "real", definition="x_read*(L_after - a_turn/2 + L_lot) + x_pack*a_turn",
             latex=r"c_{*}"),
    Quantity("y_over", "", "cost of a turn over the least", "real", definition="c_turn/c_least"),
    Quantity("K_left", "", "turns that are left of the session", latex="R"),
    Quantity("c_kept", "token", "cost of reading what a compaction would remove, over the turns that are left",
             definition="x_read*K_left*(L_trigger - L_after)"),
    Quantity("c_way", "token", "the cheaper of keeping the history and compacting it now", definition="min(c_kept, c_pack)"),
    Quantity("cost_next", "USD", "saving of a compaction on the turn after it", definition="q_short*x_read*(L_trigger - L_after)"),
)
KEPT_WARM = (
    Quantity("cost_lost", "USD", "extra cost of a turn that finds nothing", definition="(q_write - q_hit)*L_trigger"),
    Quantity("cost_ping", "USD", "cost of a request that keeps the history in the cache", definition="q_hit*L_trigger"),
    Quantity("n_pings", "", "such requests that cost as much as one lost cache", definition="cost_lost/cost_ping"),
)
LETTERS = Notation((
    *SESSION,
    *(each for each in OUTPUT_AND_INPUT if each.name in ("p_short", "q_short", "y_price")),
    HIT_PRICE,
    *CACHE_LIST.only("q_write", "x_write", "x_hit"),
    *COMPACTION,
    *KEPT_WARM,
))


# --- premises

LISTED = Premise(
    "listed", "cost_session = q_hit*L_found + q_write*L_fresh + q_short*L_sent + p_short*L_puts",
    because="each token is charged by what happens to it: found in the cache, written to it, sent past it, or generated", source="price lists",
)
SOME_NEW = Premise("some-new", "u_hits < 1", because="the first turn finds nothing, and each later one sends something new", source="by counting")
EVEN_START = Premise(
    "even-start", "L_first = a_turn",
    because="the first prompt is as long as what a turn adds: then turns alone set the hit rate", source="our own, to read turns off a hit rate",
)
EVENLY = Premise(
    "evenly", "L_midway = L_after + (L_room - a_turn)/2",
    because="each turn adds as much as the last, from the context after a compaction to one turn before the next", source="by counting: the mean of an arithmetic series",
    alternatives=(
        Alternative(
            "read-early", "L_midway = L_after + x_early*(L_room - a_turn)",
            because="an agent reads files first and answers later, so that most of what is added is there early", source="our own",
            quantities=(Quantity("x_early", "", "fraction of the growth between two compactions that a mean prompt has; a half if each turn adds as much", "fraction"),),
        ),
    ),
)
READ_AGAIN = Premise(
    "read-again", "x_read = u_warm*x_hit + (1 - u_warm)*x_write",
    because="a turn that finds the history pays for a hit, and one whose cache is lost writes all of it again", source="price lists",
    alternatives=(
        Alternative("nothing-cached", "x_read = 1", because="without a cache each turn pays for the whole history as fresh input", source="price lists"),
    ),
)
PACKED = Premise(
    "packed", "c_pack = x_pack*L_trigger + S_pack",
    because="one request reads the whole history and generates the summary", source="Claude Code, as described in its documentation",
)
WARM = Premise(
    "warm", "x_pack = x_read", because="the history is in the cache when it is summarized", source="Claude Code, as described in its documentation",
    alternatives=(
        Alternative("cold", "x_pack = x_write", because="after a break the cache is gone, and the history is written once more to be summarized",
                    source="Claude Code, as described in its documentation"),
        Alternative("cleared-away", "x_pack = 0", because="old tool results are removed, and nobody reads the history to summarize it", source="our own"),
    ),
)
STARTED_ANEW = Premise(
    "started-anew", "S_pack = L_sum*(y_price + x_write) + L_reread*x_write",
    because="the summary is generated once and written to the cache once, and what was lost with the history is read again; the first prompt is found", source="price lists",
    alternatives=(
        Alternative("results-cleared", "S_pack = (L_after - L_first + L_reread)*x_write",
                    because="without a summary, what is kept behind the first prompt has changed, and is written to the cache again", source="price lists"),
    ),
)


# --- the argument

def agent_sessions(board: Board) -> Handle:
    """The tokens and the bill of a session; the trigger at which a turn is cheapest; what another one costs; what is lost."""
    dearer, cheaper = board.take(SURCHARGE), board.take(CHEAP_HIT)
    for name, letter in (("hit-over-input", "x_hit"), ("write-over-input", "x_write"), ("output-over-input", "y_price")):
        board.define(name, letter)
    _session(board)
    reads = board.take(READ_AGAIN)
    turn = _turn(board)
    result = _best(board, turn)
    _another(board, turn)
    _now(board, turn)
    _lost(board, reads, (dearer, cheaper))
    return result


def _session(board: Board) -> None:
    """Tokens read, found and written by turns; the hit rate; and the bill, which the cache leaves quadratic."""
    read = board.sum("tokens-read", "L_first + (k_turn - 1)*a_turn", "k_turn", "1", "K_turns", "K_turns", "L_all",
                     because="each turn sends the whole history, which grows by as much with every turn")
    found = board.sum("tokens-found", "L_first + (k_turn - 1)*a_turn", "k_turn", "1", "K_more", "K_more", "L_found",
                      because="the history is only appended to: each turn but the first finds the prompt of the one before it")
    fresh, more = board.define("tokens-written", "L_fresh"), board.define("later-turns", "K_more")
    written = board.state("written-in-turns", "L_fresh = L_first + (K_turns - 1)*a_turn", (fresh, read, found, more),
                          because="each token of the history is written once: linear in the turns, where reads are quadratic")
    board.take(SOME_NEW)
    rate, start = board.define("hit-rate", "u_hits"), board.suppose(EVEN_START)
    hits = board.state("hits-by-turns", "u_hits = (K_turns - 1)/(K_turns + 1)", (rate, read, found, start, more),
                       because="with an even start the hit rate depends on nothing but the turns")
    board.substitute("hit-rate-in-turns", rate, (read, found, more), because="for any first prompt")
    turns = board.define("turns-of-a-hit-rate", "K_even")
    board.state("turns-by-hits", "K_turns = K_even", (hits, turns), because="inverted: a hit rate is a number of turns")
    each = board.define("output-of-all", "L_puts")
    ratio = board.define("input-per-output", "y_in_put")
    board.substitute("input-per-output-in-full", ratio, (read, each), because="for any first prompt")
    board.state("input-per-output-in-turns", "y_in_put = a_turn*(K_turns + 1)/(2*L_put)", (ratio, read, each, start),
                because="with an even start: the longer the session, the more input for each output token")
    bill = board.take(LISTED)
    spelled = board.substitute("bill-in-turns", bill, (found, written, each, more), because="by the turns")
    bare = board.substitute("bill-without-cache-in-turns", board.define("bill-without-cache", "cost_bare"), (read, each), because="by the turns")
    board.substitute("without-over-with-in-turns", board.define("without-over-with", "y_bare"), (bare, spelled), because="written out")
    board.substitute("share-of-output-in-turns", board.define("share-of-output", "x_put"), (each, spelled), because="written out")
    square = board.substitute("bill-over-square", board.define("bill-by-square", "c_square"), (spelled,), because="written out")
    board.limit("quadratic-with-a-cache", square, "K_turns", "oo",
                because="of a long session what is left are the reads: half of what a turn adds, at the price of a hit")
    board.reject("reads-are-linear", "L_found = K_more*L_first", against=(found, more),
                 because="says that a cache makes a long session linear: takes each turn for as long as the first one")
    board.reject("output-dominates", "p_short*L_puts > q_hit*L_found + q_write*L_fresh", against=(found, written, each, more),
                 because="takes the price of output for its fraction of the bill: there are far fewer tokens of it")
    board.reject("hits-count-turns", "K_turns = 1/(1 - u_hits)", against=(hits, turns),
                 because="takes a hit rate for the fraction of the turns that hit: tokens are counted, and late turns have more of them")


class Turn(NamedTuple):
    """The cost of a turn between two compactions: as defined and written out, and what it is made of."""

    cost: Handle
    spelled: Handle
    packed: Handle
    warm: Handle
    trigger: Handle
    lot: Handle


def _turn(board: Board) -> Turn:
    """The cost of a turn: the history that it reads, and its part of a compaction."""
    between = board.sum("read-between", "L_after + (k_turn - 1)*a_turn", "k_turn", "1", "K_between", "K_between", "L_between",
                        because="the prompts from one compaction to the next")
    board.state("mean-by-counting", "L_between/K_between = L_after + (K_between*a_turn - a_turn)/2", (between,),
                because="their mean, where the context has grown by what all of them add")
    mean, packed, warm = board.take(EVENLY), board.take(PACKED), board.take(WARM)
    board.take(STARTED_ANEW)
    trigger = board.state("trigger", "L_trigger = L_after + L_room", (board.define("growth", "L_room"),), because="solved for the context at which the history is compacted")
    cost = board.define("cost-of-a-turn", "c_turn")
    spelled = board.substitute("cost-of-a-turn-in-full", cost, (mean, packed, trigger), because="written out")
    return Turn(cost, spelled, packed, warm, trigger, board.define("lot", "L_lot"))


def _best(board: Board, turn: Turn) -> Handle:
    """The trigger at which a turn is cheapest, and its cost."""
    best = board.minimise("best-growth", turn.spelled, over="L_room", because="early compactions are paid often, late ones leave long histories to read")
    board.state("best-growth-is-the-lot", "L_room = L_lot", (best, turn.lot), because="the economic lot size")
    board.substitute("best-trigger-in-full", turn.trigger, (best,), because="the context at that growth")
    warm = board.substitute("best-trigger-if-warm", turn.trigger, (best, turn.warm), because="the history is read for the summary at the price of any other turn")
    result = board.rewrite("best-trigger", warm, "L_trigger = L_after + sqrt(2*a_turn*(L_after + S_pack/x_read))",
                           because="the root of twice what a turn adds, times what a compaction costs in tokens that are read")
    board.state("least-cost", "c_turn = x_read*(L_trigger + a_turn/2)", (turn.spelled, best, turn.trigger, turn.warm),
                        because="the cheapest turn costs what reading its trigger would: compaction costs as much as growth")
    board.state("half-is-growth", "x_read*L_room/2 = a_turn*(x_pack*L_after + S_pack)/L_room", (best,),
                because="what depends on the trigger is half growth, half compaction")
    board.limit("slow-growth", result, "a_turn", "0", because="a history that hardly grows is compacted as soon as it has grown")
    board.solve("growth-for-a-trigger", best, for_="a_turn", because="inverted: how much a turn would have to add for a trigger to be the best one")
    return result


def _another(board: Board, turn: Turn) -> None:
    """What any other trigger costs, over the best one."""
    least = board.define("cheapest-turn", "c_least")
    board.substitute("cheapest-turn-in-full", least, (turn.lot, turn.warm), because="written out")
    board.define("over-the-least", "y_over")
    above = board.state("above-the-least", "c_turn - c_least = x_read*(L_room - L_lot)^2/(2*L_room)", (turn.spelled, least, turn.lot),
                        because="the square of the distance over twice the growth: no trigger is cheaper, and far beyond the best one each further token costs half of its reading in every turn")
    board.reject("as-late-as-the-window-allows", "c_turn < c_least", against=(above,),
                 because="says that a later trigger makes turns cheaper: leaves out what the longer history costs in each of them")


def _now(board: Board, turn: Turn) -> None:
    """With how many turns left a compaction pays, at a given context."""
    kept, way = board.define("kept", "c_kept"), board.define("cheaper-way-on", "c_way")
    even = board.boundary("pays-now", way, because="where keeping the history costs as much as compacting it")
    spelled = board.substitute("pays-now-in-full", even, (kept, turn.packed), because="both, written out")
    board.solve("turns-to-pay-back", spelled, for_="K_left", because="with more turns left than this, compact")
    board.define("saved-next-turn", "cost_next")


def _lost(board: Board, reads: Handle, listed: tuple[Handle, ...]) -> None:
    """What lost caches do to the price of reading, and what keeping one warm may cost."""
    twice = board.define("doubling", "p_twice")
    board.state("price-by-losses", "x_read/x_hit = 1 + (1 - u_warm)/p_twice", (reads, twice, *listed),
                because="each such fraction of lost turns adds the price of a hit once more: the cheaper a hit, the more a loss costs")
    lost, ping = board.define("lost-cache", "cost_lost"), board.define("kept-warm", "cost_ping")
    pings = board.substitute("pings-in-full", board.define("pings", "n_pings"), (lost, ping), because="one lost cache, in requests that keep it")
    board.independence("pings-at-any-context", pings, of="L_room", because="the context cancels")
    board.reject("a-tenth-lost-is-a-tenth-more", "x_read <= x_hit*(2 - u_warm)", against=(reads, *listed),
                 because="takes the fraction of lost turns for what they add: a lost turn costs a write, many times a hit")


# --- numbers

_GUIDE = Source(
    "claude-code-guides", "Claude Code Guides: Claude /compact Command Token Savings Guide",
    url="https://claudecodeguides.com/claude-compact-command-token-savings/", date="2026", author="Lip, Michael", standing="verified",
)
_MOONCAKE = Source(
    "mooncake-fast25", "Mooncake, FAST25 release, table of workloads",
    url="https://github.com/kvcache-ai/Mooncake/blob/3b5a594133958449a1feaf1c9e0fc1b553e34a28/FAST25-release/Mooncake-FAST25.pdf", date="2025-02", standing="verified",
)
_ANALYZER = Source(
    "token-cost-analyzer", "I Built a Token Cost Analyzer Skill for Claude Code", url="https://ai.georgeliu.com/p/i-built-a-token-cost-analyzer-skill",
    date="2026", author="Liu, George", standing="verified",
)
_OWN = "our own choice"
_LIP = "Michael Lip, Claude Code Guides"
_OPUS, _FABLE, _OPUS_47 = "claude-opus-5-prices", "claude-fable-5.1-prices", "claude-opus-4.6-prices"


def _prices(card: str, write: str = "write_5_minutes") -> dict[str, Said | OnCard]:
    """Input, output, a hit and a write on one list."""
    return {"q_short": OnCard(card, "input"), "p_short": OnCard(card, "output"), "q_hit": OnCard(card, "cached_input"), "q_write": OnCard(card, write)}


_TURNS = {
    "K_turns": Said("100", _OWN, ""), "L_first": Said("20,000 token", _OWN, "instructions and tools"),
    "a_turn": Said("2,000 token", _OWN, "an output, and what it observes"), "L_put": Said("500 token", _OWN, ""),
    "L_sent": Said("0 token", _OWN, "all is cached"), "u_warm": Said("1", _OWN, "no cache is lost"),
}
_TRIGGER = "Claude Code 2.1.85, a log of one compaction, second-hand"
_HISTORY = {
    "L_after": Said("41,478 token", _TRIGGER, "context after it"),
    "L_sum": Said("8,478 token", _TRIGGER, "what is left of it beside a system prompt of 33,000 tokens"),
    "L_reread": Said("0 token", _OWN, "nothing is read again"),
}
DEFAULTS = {**_prices(_OPUS), **_TURNS, **_HISTORY}


def _compacted_at(context: str, by: str, where: str) -> dict[str, Said | OnCard]:
    """The defaults, compacted at another context."""
    return {**DEFAULTS, "L_trigger": Said(context, by, where)}


def _hits(rate: str, by: str, where: str, source: Source) -> dict[str, Said | OnCard]:
    """A hit rate that was published."""
    return {"u_hits": Said(rate, by, where, source)}


_SIXTY: dict[str, Said | OnCard] = {"q_short": OnCard(_OPUS_47, "input"), "L_trigger": Said("180,000 token", _LIP, "before /compact", _GUIDE),
          "L_after": Said("60,000 token", _LIP, "after /compact", _GUIDE)}
READINGS = (
    Reading(AS_SAID, "a guide's compaction from 180,000 to 60,000 tokens, all read as fresh input", {**_SIXTY, "x_read": Said("1", _LIP, "each token at the price of input", _GUIDE)}),
    Reading("with-hits", "the same, with the history found in the cache", {**_SIXTY, "q_hit": OnCard(_OPUS_47, "cached_input"), "q_write": OnCard(_OPUS_47, "write_5_minutes"), "u_warm": _TURNS["u_warm"]}),
    Reading("near-the-window", "compacted near the end of a window of 200,000 tokens", _compacted_at("165,320 token", _TRIGGER, "context at it")),
    Reading("near-a-million", "compacted near the end of a window of a million tokens", _compacted_at("967,000 token", "Claude Code, second-hand", "models with a window of a million tokens")),
    Reading("short-turns", "Claude Opus 5, turns that add 500 tokens", {**DEFAULTS, "a_turn": Said("500 token", _OWN, "")}),
    Reading("long-turns", "Claude Opus 5, turns that add 8,000 tokens", {**DEFAULTS, "a_turn": Said("8,000 token", _OWN, "")}),
    Reading("fable", "Claude Fable 5.1, whose hits cost a fortieth", {**DEFAULTS, **_prices(_FABLE)}),
    Reading("an-hour", "Claude Opus 5, kept for an hour", {**DEFAULTS, **_prices(_OPUS, "write_1_hour")}),
    Reading("fifty-turns", "Claude Opus 5, half as many turns", {**DEFAULTS, "K_turns": Said("50", _OWN, "")}),
    Reading("two-hundred-turns", "Claude Opus 5, twice as many turns", {**DEFAULTS, "K_turns": Said("200", _OWN, "")}),
    Reading("mooncake-chat", "conversations of Mooncake", _hits("40%", "Mooncake", "conversation", _MOONCAKE)),
    Reading("deepseek-day", "DeepSeek's published day", {"u_hits": of_the_day("342/608", "342 billion of 608 billion input tokens were found")}),
    Reading("mooncake-agents", "tools and agents of Mooncake", _hits("59%", "Mooncake", "tool and agent", _MOONCAKE)),
    Reading("mooncake-synthetic", "synthetic requests of Mooncake", _hits("66%", "Mooncake", "synthetic", _MOONCAKE)),
    Reading("claude-code-user", "a user of Claude Code", _hits("97.8%", "George Liu", "44 sessions", _ANALYZER)),
)
PUBLISHED = (
    Published("saved-next-turn", "0.60 dollar", _LIP, "what a compaction saves on the very next interaction", "exact", AS_SAID,
              note="takes every token of the history for fresh input"),
    Published("saved-next-turn", "0.60 dollar", _LIP, "what a compaction saves on the very next interaction", "exact", "with-hits",
              note="at the price of a hit"),
)
GRIDS = (
    Grid(("bill-in-turns", "bill-without-cache-in-turns", "without-over-with-in-turns", "hit-rate-in-turns", "input-per-output-in-full", "share-of-output-in-turns"), readings=(AS_BUILT, "fifty-turns", "two-hundred-turns"),
         title="The bill of a session by its turns"),
    Grid(("turns-of-a-hit-rate",), readings=("mooncake-chat", "deepseek-day", "mooncake-agents", "mooncake-synthetic", "claude-code-user"),
         title="Turns behind a published hit rate"),
    Grid(("best-trigger", "cheapest-turn-in-full", "pings-in-full", "doubling"), readings=(AS_BUILT, "short-turns", "long-turns", "fable", "an-hour"),
         title="The best trigger, its cost of a turn, what keeping a cache warm may cost, and which fraction of lost turns doubles the price of reading"),
    Grid(("over-the-least", "turns-to-pay-back", "growth-for-a-trigger", "lost-cache"), readings=("near-the-window", "near-a-million"),
         title="A later trigger: its cost over the least, turns until it pays back, and what a turn would have to add for it to be the best"),
)
RANGES = {
    "a_turn": Between("500 token", "8,000 token", "our own", "from a short answer to a file that is read"),
    "L_reread": Between("0 token", "50,000 token", "our own", "from nothing to several files that are read again"),
    "L_sum": Between("2,000 token", "17,400 token", "our own", "from a page to the longest summaries that were logged"),
    "u_warm": Between("90%", "1", "our own", "from one turn in ten after a break to none"),
}


CLAIM = Claim(
    name="agent-sessions",
    title="Agent sessions: what turns cost, and when to compact",
    chapter=chapters.AFTERWARDS,
    question="At which context should an agent compact its history?",
    answer="At about {best-trigger:3}, if a turn adds {a_turn} and a compaction leaves {L_after:3}.",
    notation=LETTERS, body=agent_sessions, result="best-trigger", outside="no such trigger",
    defaults=DEFAULTS, readings=READINGS, published=PUBLISHED, grids=GRIDS, ranges=RANGES,
    compared=("best-trigger", "saved-next-turn"),
)
