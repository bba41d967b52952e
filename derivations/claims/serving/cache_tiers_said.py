"""What was said and printed about the claim cache-tiers."""

from __future__ import annotations

from derivations.claims.claim import AS_SAID, Asserted, Grid, OnCard, Published, Reading, Said
from derivations.claims.lecture import CARDS, LECTURE, PATEL, POPE
from derivations.claims.said import GPU_HOUR

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
}  # fmt: skip
_DRAM = ("ddr5-1.5tb", "ddr5-3tb", "host-ram-pcie5")
_OPUS = "claude-opus-4.6-prices"
_LISTS = {
    "gemini-3.1-pro-prices": "Gemini 3.1 Pro", "gpt-5-prices": "GPT-5 and 5.1", "grok-4-prices": "Grok 4",
    "deepseek-v3-prices": "DeepSeek-V3", "deepseek-v3.2-prices": "DeepSeek-V3.2", "kimi-k2-prices": "Kimi K2",
    "claude-opus-5.5-prices": "Claude Opus 5.5", "claude-fable-5.1-prices": "Claude Fable 5.1",
}  # fmt: skip
_OTHER = ("grok-4-prices", "deepseek-v3-prices", "claude-opus-5.5-prices", "claude-fable-5.1-prices")
_HOLD = {
    "t_brief": Said("5 min", f"{PATEL}: hold times on a price list", _PRICES, LECTURE),
    "t_lasting": Said("1 h", f"{PATEL}: hold times on a price list", _PRICES, LECTURE),
}  # fmt: skip


def _device(card: str) -> dict[str, Said | OnCard]:
    return {"M_dev": OnCard(card, "capacity"), "W_dev": OnCard(card, "bandwidth"), **_HOLD}


def _hits(card: str) -> dict[str, Said | OnCard]:
    return {"q_short": OnCard(card, "input"), "q_hit": OnCard(card, "cached_input")}


def _kept(card: str, write: str) -> dict[str, Said | OnCard]:
    return {**_hits(card), "q_write": OnCard(card, write)}


DEFAULTS = {**_device("micron-9550-3.84tb"), **_kept(_OPUS, "write_5_minutes"), "p_gpu": GPU_HOUR}

READINGS = (
    Reading(AS_SAID, "as said: HBM of Rubin, $5 and $6.25, and a tenth for what is found", {
        "M_dev": Said("288 GB", f"{POPE}: HBM of one GPU", "0:24:13", LECTURE),
        "W_dev": Said("20 TB/s", f"{POPE}: HBM of one GPU", "0:24:13", LECTURE),
        "q_short": Said("5 dollar/Mtoken", PATEL, _PRICES, LECTURE),
        "q_write": Said("6.25 dollar/Mtoken", f"{PATEL}: kept for five minutes", _PRICES, LECTURE),
        "q_hit": Said("0.5 dollar/Mtoken", f"{PATEL}: ten times cheaper", "1:48:52", LECTURE), **_HOLD,
    }),
    *(Reading(card, title, _device(card)) for card, title in _DEVICES.items()),
    Reading("five-minutes", "Claude Opus 4.6 and 4.7, kept for five minutes", _kept(_OPUS, "write_5_minutes")),
    Reading("an-hour", "Claude Opus 4.6 and 4.7, kept for an hour", _kept(_OPUS, "write_1_hour")),
    Reading("newer-five-minutes", "Claude Opus 5.5, kept for five minutes",
            _kept("claude-opus-5.5-prices", "write_5_minutes")),
    Reading("newer-hour", "Claude Opus 5.5, kept for an hour", _kept("claude-opus-5.5-prices", "write_1_hour")),
    *(Reading(card, f"{title}, list prices", _hits(card)) for card, title in _LISTS.items()),
)  # fmt: skip


def _drains(cards: tuple[str, ...], said: str | tuple[str, str], rounding: str, note: str = "") -> list[Published]:
    """A drain time as the lecturer has it, against real devices; with a note where it does not follow."""
    return [Published("drain-time", said, POPE, _TIERS, rounding, card, not note, note) for card in cards]


_TENTH = ("1:48:52, found in the cache about ten times cheaper", "two significant figures")


def _tier(time: str, who: str, card: str, note: str = "") -> list[Published]:
    """A hold time that is sold as the drain time of a device."""
    return [
        Published("drain-time", time, who, f"{_TIERS}, by the drain time", "order of magnitude", card, not note, note)
    ]


PUBLISHED = (
    *_drains(("hbm-h100",), "20 ms", "one significant figure"),
    *_drains(("hbm-b300", "hbm-rubin"), "20 ms", "one significant figure", "as in train-interval: not on every card"),
    *_drains(_DRAM, ("1 s", "10 s"), "range"),
    *_drains(("grace-lpddr5x",), ("1 s", "10 s"), "range", "just below a second"),
    *_drains(("micron-9550-3.84tb", "solidigm-p5336-122.88tb"), "1 min", "one significant figure",
             "'I don't have these numbers memorized'; flash is slower, from the quickest drive here to the slowest"),
    *_drains(("hdd-20tb",), "1 h", "one significant figure", "a disk of today takes the better part of a day"),
    *_tier("5 min", f"{PATEL}, first: HBM", "hbm-h100", "such memory is read thousands of times in five minutes"),
    *_tier("1 h", f"{PATEL}, first: DDR", "ddr5-3tb", "memory of a server is read in seconds"),
    *_tier("5 min", f"{POPE}, next: DDR", "ddr5-3tb", "memory of a server is read in seconds"),
    *_tier("1 h", f"{POPE}, next: flash", "micron-9550-30.72tb"),
    *_tier("5 min", f"{POPE}, at last: flash", "micron-9550-3.84tb"),
    *_tier("1 h", f"{POPE}, at last: spinning disk, probably", "hdd-20tb", "a disk is far slower than an hour"),
    Published("drain-time", "50 min", "a blog post, of flash", "2026", "one significant figure", "micron-9550-3.84tb",
              reproduces=False, note="its own number, though it gives five minutes to flash"),
    Published("drain-time", "38 day", "the same blog post, of disks", "2026", "two significant figures", "hdd-20tb",
              reproduces=False, note="its own number, though it gives an hour to disks"),
    Published("base-input", "5 dollar/Mtoken", PATEL, _PRICES, "exact", "five-minutes",
              note="the provider is not named there; this list has the number"),
    Published("kept-input", "6.25 dollar/Mtoken", PATEL, _PRICES, "exact", "five-minutes"),
    Published("base-input", "5 dollar/Mtoken", "a blog post, of Gemini", "2026", "exact", "gemini-3.1-pro-prices",
              reproduces=False, note="the two prices read out are those of Claude Opus"),
    *(Published("input-over-hit", "10", PATEL, *_TENTH, name)
      for name in ("five-minutes", "gemini-3.1-pro-prices", "gpt-5-prices", "deepseek-v3.2-prices")),
    *(Published("input-over-hit", "10", PATEL, *_TENTH, name, reproduces=False, note="another provider or a later list")
      for name in _OTHER),
    Published("write-over-hit", "10", "a digest", "2026, cheaper than cache writes", "two significant figures",
              reproduces=False, note="the ten is beside the base price of input"),
    Published("write-over-hit", "10", "a digest", "2026, cheaper than cache writes", "two significant figures",
              "an-hour", reproduces=False, note="and beside what is kept for an hour it is twice that"),
)  # fmt: skip

ASSERTED = (
    Asserted("the price of an hour is not read out; it stands on the list, with the other two", PATEL, _PRICES),
    Asserted("the tiers are HBM and DDR: 'pretty good assumption', or one tier down, DDR and flash",
             f"{PATEL} guesses, {POPE} answers", _TIERS),
    Asserted("the tiers are probably flash and spinning disk; he is 'kind of shocked'", POPE, _TIERS),
    Asserted("serving uses spinning disk, told as a fact", "a summary", "2026"),
    Asserted("the tiers are HBM and flash", "another digest", "2026"),
    Asserted("the shortest hold time is that of HBM", "a third summary", "2026"),
    Asserted("prefixes stay for five to ten minutes in volatile memory of the GPU, so that a hold time does not tell "
             "the device", "a provider's guide, as quoted in a comment", "2026"),
    Asserted("a hit is about ten times cheaper because loading is much cheaper than computing again; in time of one "
             "GPU and one drive it follows (step loading), in money it needs a price of the drive", "practice card 25",
             CARDS.date),
    Asserted("as the cost of holding falls, that of fetching rises", POPE, "before 1:59:59"),
)  # fmt: skip

GRIDS = (
    Grid(("drain-time", "five-minutes-over-drain", "hour-over-drain"), readings=tuple(_DEVICES),
         title="Drain times of real devices, and the hold times sold over them: 1 is used evenly, less is bandwidth "
         "bound, more leaves bandwidth idle"),
    Grid(("kept-input", "write-over-input", "hit-over-input", "reads-that-pay"),
         readings=("five-minutes", "an-hour", "newer-five-minutes", "newer-hour"),
         title="Further reads from which keeping a token pays"),
    Grid(("base-input", "input-over-hit"), readings=("five-minutes", *_LISTS),
         title="How much cheaper a token is that is found in the cache"),
    Grid(("hold-in-hbm",), ("h100", "h200", "b200", "gb200", "mi300x"),
         ("deepseek-v3", "llama-3.1-70b", "llama-3.1-405b", "qwen3-235b"),
         title="How long a cache is cheaper in the memory of the GPU than computed again"),
)  # fmt: skip
