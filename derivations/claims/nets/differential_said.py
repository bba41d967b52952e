"""What was said about the claim differential, and the numbers of our own that it is looked at with."""

from __future__ import annotations

from collections.abc import Mapping

from derivations.claims.claim import AS_SAID, Asserted, Between, OnCard, Reading, Said
from derivations.claims.lecture import LECTURE, PATEL, POPE
from derivations.values.source import Source

RIJNDAEL = Source(
    "daemen-rijmen-2002",
    "The Design of Rijndael",
    date="2002",
    author="Daemen, Joan and Rijmen, Vincent",
    standing="unverified",
)
_SLOPE = Said("0.1", "our own example", "a slope that is small beside one")

DEFAULTS: Mapping[str, Said | OnCard] = {
    "n_deep": OnCard("deepseek-v3", "layers"),
    "e_layer": _SLOPE,
    "p_pass": Said("1/64", "Daemen and Rijmen", "the likeliest difference of the table of AES", RIJNDAEL),
    "n_passed": Said("25", "Daemen and Rijmen", "tables that a difference passes at least in four rounds of AES",
                     RIJNDAEL),
}  # fmt: skip

READINGS = (
    Reading(AS_SAID, "as said: the layers of the lecture's example, with a slope of our own",
            {"n_deep": Said("100", POPE, "0:48:34, of another example", LECTURE), "e_layer": _SLOPE}),
)  # fmt: skip

ASSERTED = (
    Asserted("99% of new ciphers are broken", POPE, "2:08:02"),
    Asserted("a cipher without ten years of scrutiny is probably broken", POPE,
             "2:08:02, in a passage that the transcript leaves out"),
    Asserted("a net with weights drawn by chance may be a fair cipher", POPE, "2:03:52 to 2:09:15"),
    Asserted("nets can be trained because their derivative is kept simple, by residuals and normalisation: the steps "
             "slope-with-residual and slope-at-depth show what residuals do to it", POPE, "2:03:52 to 2:09:15"),
    Asserted("ciphers can be differentiated as well, in the field of two elements, which is differential "
             "cryptanalysis: the steps key-drops-out and difference-after-round derive what it rests on", POPE,
             "2:03:52 to 2:09:15"),
    Asserted("images made to mislead a net are avalanche in nets, a small change with a large effect: wanted in "
             "ciphers, and not in nets", POPE, "2:03:52 to 2:09:15"),
    Asserted("nets can have back doors, as ciphers can", PATEL, "2:03:52 to 2:09:15"),
)  # fmt: skip

RANGES = {
    "e_layer": Between("0.01", "1", "our own", "from hardly a change to as much as went in"),
    "n_deep": Between("32", "126", "our own", "from Llama 3.1 8B to 405B"),
}
