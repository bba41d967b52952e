"""How long does it take until a server that was off can answer?"""

from derivations import AS_SAID, Claim, Notation, Premise, Published, Reading, Said

LETTERS = Notation.of("""
    t_load  [s]          time to load the weights
    S       [byte]       size of the weights
    W_disk  [byte/s]     bandwidth of the disk of one host
    n_hosts []           hosts that load at a time, each its own share
""")

LOADING = Premise(
    "loading", "t_load = S/(n_hosts*W_disk)",
    because="every host loads its share of the weights, all at a time, and every byte is read once",
)


def cold_start(board):
    loading = board.take(LOADING)
    needed = board.solve("bandwidth", loading, for_="W_disk", because="what the disks must give")
    board.reject("copies", "t_load = S/W_disk", against=(loading,), because="as if one host loaded all of it")
    return needed


CLAIM = Claim(
    "cold-start", LETTERS, cold_start,
    title="How fast must the disks be for a cold start?",
    question="Which bandwidth of its disk does each host need, so that a server is up in time?",
    readings=(Reading(AS_SAID, "as planned", {
        "S": Said("671 GB", "our model card", ""), "t_load": Said("30 s", "our service objective", ""),
        "n_hosts": Said("8", "our cluster", ""),
    }),),
    published=(Published("bandwidth", "3 GB/s", "our storage team", "a slide", "one significant figure"),),
)
