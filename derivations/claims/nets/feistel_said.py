"""What was said about the claim feistel: formulas that its steps derive, and what no step does."""

from derivations.claims.claim import AS_SAID, Asserted, Reading
from derivations.claims.lecture import POPE

READINGS = (Reading(AS_SAID, "as said: a formula, and no numbers"),)

ASSERTED = (
    Asserted("the inverse reads x off, and has y = z - f(x): the steps one-round-undone and bits-undone-once derive "
             "it", POPE, "2:09:15 to 2:09:58"),
    Asserted("f need not be invertible: no step uses an inverse of f, and the statement "
             "function-has-to-be-invertible is refuted by a point", POPE, "2:09:15 to 2:09:58"),
    Asserted("ciphers compute in the field of two elements", POPE, "2:03:52 to 2:09:15"),
    Asserted("ciphers and nets both mix information over all inputs in layers that repeat, with opposite aims: a "
             "cipher makes structure look random, a net finds structure in what looks random", POPE,
             "2:03:52 to 2:09:15"),
)  # fmt: skip
