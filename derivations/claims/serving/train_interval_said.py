"""What was said and printed about the claim train-interval."""

from __future__ import annotations

from derivations.claims.claim import (
    ALL,
    AS_BUILT,
    AS_SAID,
    Asserted,
    Cards,
    Grid,
    OnCard,
    Published,
    Reading,
    Said,
)
from derivations.claims.lecture import CARDS, LECTURE, PATEL, POPE
from derivations.claims.said import BATCH, DECODE, TRAFFIC, TWENTY_MILLISECONDS
from derivations.values.source import Source

_SIXTY_FOUR = {"T": Said("1/64 s", f"{POPE}: 64 passes a second", "0:26:48", LECTURE), "n": DECODE,
               "B": BATCH}  # fmt: skip
_DECODER = Source(
    "the-decoder-google-tokens",
    "The Decoder, on Google's tokens a month",
    url="https://the-decoder.com/google-boasts-1-3-quadrillion-tokens-each-month-but-the-figure-is-mostly-window-dressing",
    date="2025-10",
    standing="secondary",
)
_GOOGLE_IO = Source(
    "google-io-2026",
    "MegaOne AI, on the opening of Google I/O 2026",
    url="https://megaoneai.com/launches/google-io-2026-agentic-gemini-era/",
    date="2026-05-19",
    standing="secondary",
)
def _announced(name: str, tokens: str, when: str, source: Source) -> Reading:
    """The traffic that Google announced for a month, against 64 passes a second."""
    numbers = {"D_announced": Said(f"{tokens} token", "Google, a month", when, source),
               "t_announced": Said("30 day", "a month, taken as 30 days", when)}  # fmt: skip
    return Reading(name, f"64 a second, and Google's tokens of {when}", {**_SIXTY_FOUR, **numbers})



DEFAULTS = {"n": DECODE, "B": BATCH, "t_given": TWENTY_MILLISECONDS}  # fmt: skip

READINGS = (
        Reading(
            AS_SAID,
            "as said: Rubin, 288 GB at 20 TB/s, a batch of 2,000",
            {
                "M_gpu": Said("288 GB/GPU", POPE, "0:24:13", LECTURE),
                "W_gpu": Said("20 TB/s/GPU", POPE, "0:24:13", LECTURE),
                "n": DECODE,
                "B": BATCH,
                "t_given": Said("30 ms", POPE, "0:25:14", LECTURE),
            },
        ),
        Reading(
            "twenty-milliseconds",
            "the 20 ms that he begins with",
            {"T": TWENTY_MILLISECONDS, "n": DECODE, "B": BATCH},
        ),
        Reading(
            "sixty-four-a-second",
            "64 a second, and a thousandth of all traffic",
            {**_SIXTY_FOUR, "u_sys": Said("1/1000", POPE, "0:27:37", LECTURE)},
        ),
        Reading(
            "later-traffic",
            "64 a second, and the 500 million tokens a second of the later chapter",
            {**_SIXTY_FOUR, "X_all": TRAFFIC},
        ),
        _announced("announced-in-may-2025", "480 trillion", "May 2025", _GOOGLE_IO),
        _announced("announced-in-june-2025", "980 trillion", "June 2025", _DECODER),
        _announced("announced-in-october-2025", "1,300 trillion", "October 2025", _DECODER),
        _announced("announced-in-may-2026", "3,200 trillion", "May 2026", _GOOGLE_IO),
        Reading("rubin-as-built", "Rubin as its card has it, DeepSeek-V3 in fp8",
                {"n": DECODE, "B": BATCH, "t_given": TWENTY_MILLISECONDS},
                Cards("rubin", "deepseek-v3", compute="fp8", cache="fp8")),
        Reading("blackwell-rack", "a rack of 72 GB200, DeepSeek-V3 in fp8",
                {"n": DECODE, "B": BATCH, "t_given": TWENTY_MILLISECONDS},
                Cards("gb200", "deepseek-v3", compute="fp8", cache="fp8")),
        Reading("blackwell-rack-fp4", "the same rack, DeepSeek-V3 in fp4",
                {"n": DECODE, "B": BATCH, "t_given": TWENTY_MILLISECONDS},
                Cards("gb200", "deepseek-v3", compute="fp4", cache="fp8")),
        Reading("trillion-in-a-terabyte", "the same rack, a trillion parameters in one terabyte",
                {"N_total": Said("1e12 parameter", POPE, "1:01:36 to 1:02:28", LECTURE),
                 "b_w": Said("1 byte/parameter", f"{POPE}: a trillion needs one terabyte", "1:01:36 to 1:02:28",
                             LECTURE),
                 "G": OnCard("gb200", "domain"), "W_gpu": OnCard("gb200", "bandwidth"),
                 "M_gpu": OnCard("gb200", "capacity")}),
    )  # fmt: skip

PUBLISHED = (
        Published("interval", "20 ms", POPE, "0:24:01", "one significant figure", AS_BUILT,
                  note="on many generations, he says: the table of cards shows which"),
        Published("interval", "20 ms", "practice card 9", CARDS.date, "one significant figure", AS_BUILT),
        Published("interval", "15 ms", POPE, "0:24:13, about", "rounded up to two significant figures"),
        Published("interval", "15 ms", "practice card 9", CARDS.date, "rounded up to two significant figures"),
        Published("interval", "15 ms", POPE, "0:24:13, about", "rounded up to two significant figures",
                  "rubin-as-built", reproduces=False, note="the card has more bandwidth than he says"),
        Published("interval", "15 ms", "a summary", "2026, for Blackwell", "rounded up to two significant figures",
                  "blackwell-rack", reproduces=False, note="288 GB and 20 TB/s were said of Rubin"),
        Published("interval", "20 ms", "another summary", "2026, for Blackwell", "one significant figure",
                  "blackwell-rack"),
        Published("times-read", "2", POPE, "0:25:14, all of HBM twice in around 30 ms", "one significant figure"),
        Published("worst-time", "40 ms", POPE, "0:23:25", "exact", "twenty-milliseconds",
                  note="wait and ride together, while no train is full"),
        Published("worst-time", "40 ms", "another summary", "2026, as latency of the queue", "one significant figure",
                  "twenty-milliseconds", note="half of it is the ride"),
        Published("passes-per-second", "60 1/s", POPE, "0:26:32, about", "one significant figure",
                  "twenty-milliseconds", reproduces=False,
                  note="said of 15 ms or 20 ms: at the longer there are fewer"),
        Published("passes-per-second", "60 1/s", POPE, "0:26:32, about", "one significant figure",
                  reproduces=False, note="and at the shorter, unrounded, there are more"),
        Published("passes-per-second", "64 1/s", POPE, "0:26:48", "exact", "twenty-milliseconds", reproduces=False,
                  note="a power of two near 60"),
        Published("throughput", "128,000 token/s", POPE, "0:26:58", "exact", "sixty-four-a-second"),
        Published("throughput", "128,000 token/s", POPE, "0:26:58", "exact", "twenty-milliseconds", reproduces=False,
                  note="fewer passes in a second than 64"),
        Published("throughput", "128,000 token/s", POPE, "0:26:58", "exact", reproduces=False,
                  note="more passes in a second than 64"),
        Published("traffic-of-share", ("100 million token/s", "1,000 million token/s"), POPE,
                  "0:27:28, hundreds of millions", "range", "sixty-four-a-second"),
        Published("announced-traffic", ("100 million token/s", "1,000 million token/s"), POPE,
                  "0:27:28, announced 'last year'", "range", "announced-in-may-2025"),
        Published("announced-traffic", ("100 million token/s", "1,000 million token/s"), POPE,
                  "0:27:28, announced 'last year'", "range", "announced-in-june-2025"),
        Published("announced-traffic", ("100 million token/s", "1,000 million token/s"), POPE,
                  "0:27:28, announced 'last year'", "range", "announced-in-october-2025"),
        Published("announced-traffic", ("100 million token/s", "1,000 million token/s"), POPE,
                  "0:27:28, announced 'last year'", "range", "announced-in-may-2026", reproduces=False,
                  note="announced after the lecture"),
        Published("announced-traffic", "500 million token/s", POPE, "1:29:49", "one significant figure",
                  "announced-in-october-2025", note="'I don't really know', he adds"),
        Published("share", "1/1000", POPE, "0:27:37", "order of magnitude", "announced-in-may-2025",
                  note="a round word, and so is its rounding here"),
        Published("share", "1/1000", POPE, "0:27:37", "order of magnitude", "announced-in-june-2025",
                  note="just within half a power of ten"),
        Published("share", "1/1000", POPE, "0:27:37", "order of magnitude", "announced-in-october-2025",
                  reproduces=False, note="by then Google tells of more than a round thousandth can mean"),
        Published("share", "1/1000", POPE, "0:27:37", "order of magnitude", "later-traffic", reproduces=False,
                  note="the two chapters take different traffic"),
    )  # fmt: skip

ASSERTED = (
        Asserted("memory over bandwidth is about 20 ms on many generations; here those of NVIDIA", POPE, "0:24:01",
                 across=("a100-40", "a100-80", "h100", "h200", "b200", "b300", "rubin"), of="interval"),
        Asserted("a longer interval is pointless, as nobody wants to read the same weights and caches twice", POPE,
                 "0:25:14"),
        Asserted("a longer interval leaves FLOPs idle, as there is nothing left to read", "practice card 9",
                 CARDS.date),
        Asserted("one needs at least a thousandth of Gemini's traffic to be competitive", PATEL, "after 0:27:37"),
        Asserted("the 128,000 tokens a second are those 'of the system'", POPE, "0:26:32"),
        Asserted("they are those of a replica", "another summary", "2026"),
        Asserted("they are those of a rack, so that Gemini has a thousand racks", "two blog posts", "2026"),
    )  # fmt: skip

GRIDS = (
        Grid(("interval", "worst-time"), ALL, title="Time to read all memory, and worst time in the system"),
        Grid(("weights-alone", "meeting-context", "meeting-batch"), ALL,
             cards=Cards(model="deepseek-v3", compute="fp8", cache="fp8"),
             title="DeepSeek-V3 in fp8 on one scale-up domain of every card with an fp8 rate: its weights alone, and "
             "where all memory is read at balance; a torus of TPUs counts as one domain"),
    )  # fmt: skip
