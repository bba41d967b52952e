"""cache-tiers: compute a cache again or keep it, and where it is kept.

Lecture 1:48:52 to 2:03:48. Said: found in the cache a token costs a tenth; hold times of five minutes and an hour are
the times to read a flash drive and a disk once.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from derivations.claim.claim import AS_BUILT, AS_SAID, Asserted, Claim, Grid, Kind, OnCard, Published, Reading, Said
from derivations.claims.shared import chapters
from derivations.claims.shared.cache import CACHE
from derivations.claims.shared.passes import MEMORY, SERVING
from derivations.claims.shared.prices import CACHE_LIST, HIT_PRICE, MEMORY_RENT, PRICES, RENT
from derivations.claims.shared.said import CARDS, GPU_HOUR, LECTURE, PATEL, POPE
from derivations.derivation.premise import Alternative, Premise
from derivations.language.quantity import Quantity

if TYPE_CHECKING:
    from derivations.derivation.board import Board
    from derivations.derivation.script import Handle

# --- letters

HOLDING = (
    *RENT.only("p_gpu", "q_rent"),
    Quantity("t_hold", "s", "time that the cache of a token is kept"),
    MEMORY_RENT,
    Quantity("M_dev", "byte", "capacity of one memory device"),
    Quantity("W_dev", "byte/s", "bandwidth of one memory device"),
    Quantity("p_dev", "USD/s", "price of a second of one memory device, for the reader to supply"),
    Quantity("h_dev", "USD/s/token", "price of the fraction of a device that the cache of one token fills",
             definition="p_dev*kappa_stored/M_dev"),
    Quantity("e_dev", "USD/token", "price of the time in which a device reads the cache of one token",
             definition="p_dev*kappa_stored/W_dev"),
    Quantity("cost_hbm", "USD/token", "cost of keeping a cache in GPU memory", latex=r"c_{\mathrm{HBM}}"),
    Quantity("cost_dev", "USD/token", "cost of keeping a cache on a device and reading it once",
             latex=r"c_{\mathrm{dev}}"),
    Quantity("cost_way", "USD/token", "cost of the cheapest way to get the cache of a token back", latex=r"c_{\min}"),
    Quantity("y_hold", "", "rent of a token's cache in GPU memory, over the price of keeping it on a device",
             definition="h_hbm/h_dev"),
    Quantity("y_fetch", "", "rent of computing a token again, over the price of reading its cache from a device",
             definition="q_rent/e_dev"),
    Quantity("y_load", "", "time of one GPU to compute a token again, over that of one device to read its cache",
             definition="(phi*N_active/(1[GPU]*C_gpu))/(kappa_stored/W_dev)"),
)

USED_EVENLY = (
    Quantity("n_dev", "", "devices needed to hold all caches and read them in time"),
    Quantity("S_held", "byte", "all caches kept at one time"),
    Quantity("k_hold", "", "reads of a cache while it is kept"),
    Quantity("t_brief", "s", "shorter hold time on a price list"),
    Quantity("t_lasting", "s", "longer hold time on a price list"),
    Quantity("y_brief", "", "shorter hold time over the time to read a device once", definition="t_brief*W_dev/M_dev"),
    Quantity("y_lasting", "", "longer hold time over the time to read a device once",
             definition="t_lasting*W_dev/M_dev"),
)

CACHE_PRICES = (
    PRICES["q_short"],
    CACHE_LIST["q_write"],
    HIT_PRICE,
    Quantity("q_again", "USD/Mtoken", "price of a token computed afresh: that of input", definition="q_short"),
    Quantity("q_kept", "USD/Mtoken", "price of a token computed and kept", definition="q_write"),
    CACHE_LIST["q_extra"],
    CACHE_LIST["q_saved"],
    CACHE_LIST["x_write"],
    CACHE_LIST["x_hit"],
    Quantity("y_hit", "", "price of input over that of a token found in the cache", definition="q_short/q_hit"),
    Quantity("y_written", "", "price of a token that is kept over that of one found in the cache",
             definition="q_write/q_hit"),
    Quantity("k_read", "", "number of times that a token is read again", latex=r"k"),
    Quantity("cost_reads", "USD/token", "cheaper way to pay for a token and its further reads",
             latex=r"c_{\mathrm{reads}}"),
)


_WAITING = Quantity("p_wait", "USD/s", "price of what idles while a cache is read")

# --- premises

_TABLE = "after lecture 1:48:52 to 1:59:59"

HELD_ON_GPU = Premise(
    "held-on-gpu", "cost_hbm = h_hbm*t_hold",
    because="a fraction of the memory costs that fraction of the GPU for as long; nothing has to be read back first", source=_TABLE,
)
HELD_ON_DEVICE = Premise(
    "held-on-device", "cost_dev = e_dev + h_dev*t_hold",
    because="a fraction of the device while the cache is kept, and the whole device for the time of the read", source=_TABLE,
    alternatives=(
        Alternative(
            "gpu-waits", "cost_dev = e_dev + p_wait*kappa_stored/W_dev + h_dev*t_hold",
            because="something more expensive idles during the read: some of the GPU, too, as the lecturer says",
            source=_TABLE,
            quantities=(_WAITING,),
        ),
    ),
)
CHEAPEST_WAY = Premise(
    "cheapest-way", "cost_way = min(q_rent, cost_hbm, cost_dev)",
    because="recomputed, kept in GPU memory, or kept elsewhere: whichever is cheapest", source=_TABLE,
)
ENOUGH_DEVICES = Premise(
    "enough-devices", "n_dev = max(S_held/M_dev, k_hold*S_held/(t_hold*W_dev))",
    because="the devices must hold everything that is kept, and read all of it within the hold time",
    source="after lecture 2:00:37 to 2:03:38, where the part of a device in use is the same for both",
)
ONE_READ = Premise(
    "one-read", "k_hold = 1",
    because="a cache is read once while it is kept; a read that restarts the hold time counts as its end",
    source="after lecture 2:00:37 to 2:03:38, which takes one retrieval",
)
CHEAPER_READS = Premise(
    "cheaper-reads", "cost_reads = min(q_short*(1 + k_read), q_short + q_extra + k_read*(q_short - q_saved))",
    because="recomputed each time, or computed and written once and then found in the cache",
    source="after lecture 1:59:59 to 2:00:25, the prices read out there",
)


# --- the argument

def cache_tiers(board: Board) -> Handle:
    """Three ways to have a cache again and how long each is the cheapest; the drain time; the price lists."""
    _three_ways(board)
    result = _drain(board)
    _reads_that_pay(board)
    return result


def _three_ways(board: Board) -> None:
    """Computed again, kept on the GPU, kept on a device: the hold times at which one goes over into another."""
    again = board.define(
        "recompute", "q_rent", because="recomputing: the rent of the multiplications, and nothing to hold"
    )
    hbm = (board.define("rent-of-memory", "h_hbm"), board.take(HELD_ON_GPU))
    rate, fetch = board.define("price-of-holding", "h_dev"), board.define("price-of-fetching", "e_dev")
    device = board.take(HELD_ON_DEVICE)
    cheapest = board.take(CHEAPEST_WAY)

    first = board.boundary("recompute-or-hbm", cheapest, between=("q_rent", "cost_hbm"), because="equally expensive")
    spelled = board.substitute("recompute-or-hbm-in-full", first, (again, *hbm), because="both costs, written out")
    board.solve(
        "hold-in-hbm", spelled, for_="t_hold",
        because="up to this time GPU memory is cheaper than GPU compute; the rent cancels",
    )

    second = board.boundary("hbm-or-device", cheapest, between=("cost_hbm", "cost_dev"), because="equally expensive")
    even = board.substitute("hbm-or-device-in-full", second, (hbm[1], device), because="both costs, written out")
    moved = board.solve("leave-hbm", even, for_="t_hold", because="from this time on the device is cheaper")
    ratio = board.define("holding-ratio", "y_hold")
    board.rewrite(
        "leave-hbm-by-drain", moved, "t_hold = (M_dev/W_dev)/(y_hold - 1)", using=(ratio, rate, fetch),
        condition="1 < y_hold", because="the time to read the device once, over how much cheaper holding is there",
    )

    third = board.boundary("recompute-or-device", cheapest, between=("q_rent", "cost_dev"), because="equally expensive")
    last = board.substitute("recompute-or-device-in-full", third, (device,), because="written out")
    dropped = board.solve("hold-on-device", last, for_="t_hold", because="beyond this time it is cheaper to recompute")
    ratio = board.define("fetching-ratio", "y_fetch")
    board.rewrite(
        "hold-on-device-by-drain", dropped, "t_hold = (M_dev/W_dev)*(y_fetch - 1)", using=(ratio, rate, fetch),
        condition="1 < y_fetch", because="the same time, times how much cheaper a read is than recomputing",
    )
    board.define("loading", "y_load", because="a ratio of times, not of prices: one GPU against one device")


def _drain(board: Board) -> Handle:
    """The hold time at which a device is used evenly, and the hold times that are sold."""
    needed = board.take(ENOUGH_DEVICES)
    board.split(
        "what-binds", needed, ("bound-by-capacity", "bound-by-bandwidth"),
        because="with long hold times the devices are full, with short ones they are busy",
    )
    even = board.boundary("used-evenly", needed, because="full and busy at once: neither part of a device is idle")
    times = board.solve("hold-time", even, for_="t_hold", because="the hold time that uses capacity and bandwidth of a device equally")
    once = board.take(ONE_READ)
    drain = board.substitute("hold-time-of-one-read", times, (once,), because="read once while it is kept")
    result = board.rewrite(
        "drain-time", drain, "t_hold = M_dev/W_dev", because="the time to read the whole device once"
    )
    board.define("five-minutes-over-drain", "y_brief")
    board.define("hour-over-drain", "y_lasting")
    board.reject(
        "time-tells-the-device", "t_hold = M_dev/W_dev", against=(times,),
        because="infers the device from the hold time alone (a summary, as a fact): with several reads the time is longer by that factor",
    )
    return result


def _reads_that_pay(board: Board) -> None:
    """The number of further reads from which it pays to have a token kept."""
    for name, quantity in (("base-input", "q_again"), ("kept-input", "q_kept")):
        board.define(name, quantity)
    written, hit = board.define("write-over-input", "x_write"), board.define("hit-over-input", "x_hit")
    parts = (board.define("surcharge", "q_extra"), board.define("saving", "q_saved"))
    cheaper = board.take(CHEAPER_READS)
    even = board.boundary("even-reads", cheaper, because="where both ways cost the same")
    reads = board.solve("reads-in-prices", even, for_="k_read", because="the cost of keeping a token over the saving of a hit")
    board.rewrite(
        "reads-that-pay", reads, "k_read = (x_write - 1)/(1 - x_hit)", using=(written, hit, *parts),
        because="in units of the input price; the next whole number of reads is the first that pays",
    )
    base, first = board.define("input-over-hit", "y_hit"), board.define("write-over-hit", "y_written")
    board.reject(
        "cheaper-than-writes", "y_written = y_hit", against=(base, first),
        because="a digest says ten times cheaper than cache writes; the lecturer's ten is relative to the base price",
    )


# --- what was said

_PRICES = "1:59:59 to 2:00:25"
_TIERS = "2:00:37 to 2:03:38"
_DEVICES = {
    "hbm-h100": "HBM of an H100", "hbm-b300": "HBM of a B300", "hbm-rubin": "HBM of a Rubin GPU",
    "grace-lpddr5x": "LPDDR5X of a Grace CPU", "ddr5-1.5tb": "Server DDR5, 1.5 TB", "ddr5-3tb": "Server DDR5, 3 TB",
    "host-ram-pcie5": "Host memory through PCIe 5",
    "micron-9550-3.84tb": "Micron 9550, 3.84 TB", "micron-9550-7.68tb": "Micron 9550, 7.68 TB",
    "micron-9550-30.72tb": "Micron 9550, 30.72 TB", "micron-9650-7.68tb": "Micron 9650, 7.68 TB",
    "micron-9650-30.7tb": "Micron 9650, 30.7 TB", "solidigm-p5336-61.44tb": "Solidigm D5-P5336, 61.44 TB",
    "solidigm-p5336-122.88tb": "Solidigm D5-P5336, 122.88 TB", "pascari-d205v-122.88tb": "Pascari D205V, 122.88 TB",
    "hdd-20tb": "Hard disk, 20 TB", "hdd-32tb": "Seagate Exos M, 32 TB",
}
_DRAM = ("ddr5-1.5tb", "ddr5-3tb", "host-ram-pcie5")
_OPUS = "claude-opus-4.6-prices"
_LISTS = {
    "gemini-3.1-pro-prices": "Gemini 3.1 Pro", "gpt-5-prices": "GPT-5 and 5.1", "grok-4-prices": "Grok 4",
    "deepseek-v3-prices": "DeepSeek-V3", "deepseek-v3.2-prices": "DeepSeek-V3.2", "kimi-k2-prices": "Kimi K2",
    "claude-opus-5.5-prices": "Claude Opus 5.5", "claude-fable-5.1-prices": "Claude Fable 5.1",
}
_OTHER = ("grok-4-prices", "deepseek-v3-prices", "claude-opus-5.5-prices", "claude-fable-5.1-prices")
_HOLD = {
    "t_brief": Said("5 min", f"{PATEL}: hold times on a price list", _PRICES, LECTURE),
    "t_lasting": Said("1 h", f"{PATEL}: hold times on a price list", _PRICES, LECTURE),
}


def _device(card: str) -> dict[str, Said | OnCard]:
    return {"M_dev": OnCard(card, "capacity"), "W_dev": OnCard(card, "bandwidth"), **_HOLD}


def _hits(card: str) -> dict[str, Said | OnCard]:
    return {"q_short": OnCard(card, "input"), "q_hit": OnCard(card, "cached_input")}


def _kept(card: str, write: str) -> dict[str, Said | OnCard]:
    return {**_hits(card), "q_write": OnCard(card, write)}


DEFAULTS = {**_device("micron-9550-3.84tb"), **_kept(_OPUS, "write_5_minutes"), "p_gpu": GPU_HOUR}

READINGS = (
    Reading(AS_SAID, "as said: HBM of Rubin, $5 and $6.25, and a tenth for a hit",
            {"M_dev": Said("288 GB", f"{POPE}: HBM of one GPU", "0:24:13", LECTURE),
             "W_dev": Said("20 TB/s", f"{POPE}: HBM of one GPU", "0:24:13", LECTURE),
             "q_short": Said("5 dollar/Mtoken", PATEL, _PRICES, LECTURE),
             "q_write": Said("6.25 dollar/Mtoken", f"{PATEL}: kept for five minutes", _PRICES, LECTURE),
             "q_hit": Said("0.5 dollar/Mtoken", f"{PATEL}: ten times cheaper", "1:48:52", LECTURE), **_HOLD}),
    *(Reading(card, title, _device(card)) for card, title in _DEVICES.items()),
    Reading("five-minutes", "Claude Opus 4.6 and 4.7, kept for five minutes", _kept(_OPUS, "write_5_minutes")),
    Reading("an-hour", "Claude Opus 4.6 and 4.7, kept for an hour", _kept(_OPUS, "write_1_hour")),
    Reading("newer-five-minutes", "Claude Opus 5.5, kept for five minutes",
            _kept("claude-opus-5.5-prices", "write_5_minutes")),
    Reading("newer-hour", "Claude Opus 5.5, kept for an hour", _kept("claude-opus-5.5-prices", "write_1_hour")),
    *(Reading(card, f"{title}, list prices", _hits(card)) for card, title in _LISTS.items()),
)


def _drains(
    cards: tuple[str, ...], said: str | tuple[str, str], rounding: str, note: str = "", kind: Kind = "conclusion"
) -> list[Published]:
    """A drain time as the lecturer has it, against real devices."""
    return [Published("drain-time", said, POPE, _TIERS, rounding, card, kind, note) for card in cards]


_TENTH = ("1:48:52, found in the cache about ten times cheaper", "one significant figure")


def _tier(time: str, who: str, card: str, note: str = "", kind: Kind = "conclusion") -> list[Published]:
    """A hold time that is sold as the drain time of a device."""
    return [Published("drain-time", time, who, f"{_TIERS}, by the drain time", "order of magnitude", card, kind, note)]


PUBLISHED = (
    *_drains(("hbm-h100",), "20 ms", "one significant figure"),
    *_drains(("hbm-b300", "hbm-rubin"), "20 ms", "one significant figure", "as in train-interval, on another card"),
    *_drains(_DRAM, ("1 s", "10 s"), "range"),
    *_drains(("grace-lpddr5x",), ("1 s", "10 s"), "range", "memory of a CPU next to the GPU"),
    *_drains(("micron-9550-3.84tb", "solidigm-p5336-122.88tb"), "1 min", "one significant figure",
             "'I don't have these numbers memorized'; the quickest drive here and the slowest",
             "illustration"),
    *_drains(("hdd-20tb",), "1 h", "one significant figure", "a disk of today",
             "illustration"),
    *_tier("5 min", f"{PATEL}, first: HBM", "hbm-h100", "taken back",
           "illustration"),
    *_tier("1 h", f"{PATEL}, first: DDR", "ddr5-3tb", "taken back", "illustration"),
    *_tier("5 min", f"{POPE}, next: DDR", "ddr5-3tb", "taken back", "illustration"),
    *_tier("1 h", f"{POPE}, next: flash", "micron-9550-30.72tb", kind="illustration"),
    *_tier("5 min", f"{POPE}, at last: flash", "micron-9550-3.84tb", kind="look-up"),
    *_tier("1 h", f"{POPE}, at last: spinning disk, probably", "hdd-20tb", "a disk of today; he took the drain time of a disk to be an hour",
           "look-up"),
    Published("drain-time", "50 min", "a blog post, of flash", "2026", "one significant figure", "micron-9550-3.84tb",
              kind="retelling", note="its own number, though it assigns five minutes to flash"),
    Published("drain-time", "38 day", "the same blog post, of disks", "2026", "two significant figures", "hdd-20tb",
              kind="retelling", note="its own number, though it assigns an hour to disks"),
    Published("base-input", "5 dollar/Mtoken", PATEL, _PRICES, "exact", "five-minutes", "look-up",
              note="the provider is not named there; this list has the number"),
    Published("kept-input", "6.25 dollar/Mtoken", PATEL, _PRICES, "exact", "five-minutes", "look-up"),
    Published("base-input", "5 dollar/Mtoken", "a blog post, of Gemini", "2026", "exact", "gemini-3.1-pro-prices",
              "retelling", note="the two prices read out are those of Claude Opus"),
    *(Published("input-over-hit", "10", PATEL, *_TENTH, name, "look-up")
      for name in ("five-minutes", "gemini-3.1-pro-prices", "gpt-5-prices", "deepseek-v3.2-prices")),
    *(Published("input-over-hit", "10", PATEL, *_TENTH, name, "look-up", note="another provider or a later list")
      for name in _OTHER),
    Published("loading", "10", "practice card 25", f"{CARDS.date}, as loading is much cheaper than computing again",
              "order of magnitude", AS_BUILT, "retelling", note="in time, one drive against one GPU"),
    Published("write-over-hit", "10", "a digest", "2026, cheaper than cache writes", "one significant figure",
              kind="retelling", note="the ten is relative to the base price of input"),
    Published("write-over-hit", "10", "a digest", "2026, cheaper than cache writes", "one significant figure",
              "an-hour", "retelling", note="relative to the price of an hour it is twice that"),
)

ASSERTED = (
    Asserted("the price of an hour is not read out; it stands on the list, with the other two", PATEL, _PRICES),
    Asserted("the tiers are HBM and DDR: 'pretty good assumption', or one tier down, DDR and flash",
             f"{PATEL} guesses, {POPE} answers", _TIERS),
    Asserted("the tiers are probably flash and spinning disk; he is 'kind of shocked'", POPE, _TIERS),
    Asserted("serving uses spinning disk, stated as a fact", "a summary", "2026"),
    Asserted("the tiers are HBM and flash", "another digest", "2026"),
    Asserted("the shortest hold time is that of HBM", "a third summary", "2026"),
    Asserted("prefixes stay for five to ten minutes in volatile GPU memory, so a hold time does not identify the device",
             "a provider's guide, as quoted in a comment", "2026"),
    Asserted("a hit is about ten times cheaper because loading is much cheaper than recomputing; as times of one GPU and one drive it follows (step loading), as prices it needs the price of the drive",
             "practice card 25", CARDS.date),
    Asserted("as the cost of holding falls, the cost of fetching rises", POPE, "before 1:59:59"),
)

GRIDS = (
    Grid(("drain-time", "five-minutes-over-drain", "hour-over-drain"), readings=tuple(_DEVICES),
         title="Drain times of real devices, and the hold times on price lists over them: at 1 capacity and bandwidth are both full, below 1 bandwidth is the limit, above 1 bandwidth is idle"),
    Grid(("kept-input", "write-over-input", "hit-over-input", "reads-that-pay"),
         readings=("five-minutes", "an-hour", "newer-five-minutes", "newer-hour"),
         title="Number of further reads from which caching a token pays"),
    Grid(("base-input", "input-over-hit"), readings=("five-minutes", *_LISTS),
         title="How much cheaper a cached token is"),
    Grid(("hold-in-hbm",), ("h100", "h200", "b200", "gb200", "mi300x"),
         ("deepseek-v3", "llama-3.1-70b", "llama-3.1-405b", "qwen3-235b"),
         title="How long keeping a cache in GPU memory is cheaper than recomputing it"),
)


CLAIM = Claim(
    name="cache-tiers",
    title="Keep a KV cache or recompute it: hold times and drain times",
    chapter=chapters.PRICES,
    question="Keep a KV cache, or recompute it?",
    answer="Keep it in GPU memory for up to about {hold-in-hbm} before recomputing is cheaper; flash suits hold times of about {drain-time}, the time to read a drive once.",
    notation=SERVING.extended((MEMORY, CACHE["kappa_stored"], *HOLDING, *USED_EVENLY, *CACHE_PRICES)), body=cache_tiers,
    result="drain-time", outside="none",
    defaults=DEFAULTS, readings=READINGS, published=PUBLISHED, asserted=ASSERTED, grids=GRIDS,
    compared=("drain-time", "hold-in-hbm", "input-over-hit", "reads-that-pay"),
)
