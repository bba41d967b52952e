"""The lecture as a source, and the numbers from which more than one claim begins."""

from derivations.claim.claim import Said
from derivations.numbers.source import Source

LECTURE = Source(
    "lecture",
    "Reiner Pope's blackboard lecture on the Dwarkesh Podcast, transcript",
    url="https://www.dwarkesh.com/p/reiner-pope",
    date="2026-04-29",
    author="Pope, Reiner and Patel, Dwarkesh",
    standing="verified",
)
CARDS = Source(
    "lecture-cards",
    "practice cards to the lecture",
    url="https://github.com/dwarkeshsp/flashcards",
    date="2026-07-22",
    standing="verified",
)
POPE = "Reiner Pope"
PATEL = "Dwarkesh Patel"


STEP_PLACE = "1:36:29 to 1:38:22"

DECODE = Said("1 token/sequence", POPE, "0:07:13, decode", LECTURE)
NO_CONTEXT = Said("0 token/sequence", "left out", "0:15:52", LECTURE)
RIDGE = Said("300 token", POPE, "0:18:09", LECTURE)
NO_ATTENTION = Said("0", f"{POPE}: quite small, left out", "0:03:28 to 0:03:56", LECTURE)
TOTAL = Said("700e9 parameter", POPE, "0:04:44", LECTURE)
ACTIVE = Said("37e9 parameter", POPE, "0:04:44", LECTURE)
BATCH = Said("2,000 sequence", POPE, "0:20:24", LECTURE)
TWENTY_MILLISECONDS = Said("20 ms", POPE, "0:24:01", LECTURE)
GPU_HOUR = Said("2 USD/h/GPU", POPE, "0:12:59", LECTURE)
STEP = Said("200k token/sequence", POPE, STEP_PLACE, LECTURE)
ACTIVE_AT_THE_STEP = Said("100e9 parameter", POPE, f"{STEP_PLACE}, 'conjecturally'", LECTURE)
TRAFFIC = Said("500 million token/s", POPE, "1:29:49", LECTURE)
HALF_MORE = Said("50%", PATEL, "1:33:03", LECTURE)
