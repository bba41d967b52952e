"""How long does a disk take to read what it holds?"""

from derivations import Claim, Notation, Premise

LETTERS = Notation.of("""
    t_read [s]      time to read the disk
    S_disk [byte]   bytes on the disk
    W_read [byte/s] bandwidth of the disk
""")
READING = Premise("reading", "t_read = S_disk/W_read", because="every byte is read once")

CLAIM = Claim(
    "disk-read", LETTERS, lambda board: board.take(READING),
    title="The time to read a disk", question="How long does a disk take to read what it holds?",
    defaults={"S_disk": "30 TB", "W_read": "14 GB/s"},
)
