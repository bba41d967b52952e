"""A claim that stays as it is, for tests that compare outputs word by word: no reason of a built-in claim stands there.

It has what a page shows: premises, a boundary with what rests on it, a form in other letters with its condition, a
limit, branches, and a statement that its units refute.
"""

from derivations import AS_SAID, Board, Claim, Handle, Notation, Premise, Published, Quantity, Reading, Said

LETTERS = Notation((
    Quantity("T_round", "s", "time of a round", latex=r"T_{\circ}"),
    Quantity("t_do", "s", "time of the arithmetic of a round"),
    Quantity("t_get", "s", "time of everything that a round reads"),
    Quantity("q", "sequence", "sequences in a round"),
    Quantity("l", "token/sequence", "tokens that a sequence keeps"),
    Quantity("l_end", "token/sequence", "kept tokens from which no round is even", definition="p_one*a*V/(R*k_one)"),
    Quantity("p_all", "parameter", "parameters that a round reads"),
    Quantity("p_one", "parameter", "parameters that a sequence uses"),
    Quantity("h", "", "parameters read for each that is used", definition="p_all/p_one"),
    Quantity("a", "FLOP/parameter/sequence", "arithmetic for a sequence"),
    Quantity("y", "byte/parameter", "size of a parameter"),
    Quantity("k_one", "byte/token", "size of a kept token"),
    Quantity("R", "FLOP/s", "compute rate"),
    Quantity("V", "byte/s", "reading rate"),
))

DOING = Premise(
    "doing", "t_do = a*q*p_one/R", because="every sequence uses its parameters once", source="by hand, line 1",
)
GETTING = Premise(
    "getting", "t_get = (y*p_all + q*l*k_one)/V",
    because="parameters are read once, and each sequence reads what it keeps", source="by hand, line 2",
)
ROUND = Premise(
    "round", "T_round >= max(t_do, t_get)", because="reading goes on during the arithmetic", source="by hand, line 3",
)


def even_round(board: Board) -> Handle:
    """The round in which neither side waits, and what becomes of it where nothing is kept."""
    doing, getting, whole = board.take(DOING), board.take(GETTING), board.take(ROUND)
    board.split("sides", whole, ("slow-doing", "slow-getting"), because="the longer side is the round")
    even = board.boundary("even", whole, because="neither side waits for the other")
    spelled = board.substitute("even-in-full", even, (doing, getting), because="both sides, written out")
    found = board.solve("sequences", spelled, for_="q", because="the round that is even")
    share, end = board.define("reading-share", "h"), board.define("end", "l_end")
    result = board.rewrite(
        "even-round", found, "q = (R/V)*(y/a)*h/(1 - l/l_end)", using=(share, end), condition="l < l_end",
        because="machine, format, model & what is kept",
    )
    board.limit("nothing-kept", found, "l", because="50% of all rounds keep nothing")
    board.reject("sizes-added", "t_get = (p_all + q*l*k_one)/V", because="right only for parameters of one byte")
    return result


EVEN_ROUND = Claim(
    "even-round", LETTERS, even_round, title="The even round", question="How many sequences keep both sides busy?",
    answer="About {even-round}: {reading-share} parameters are read for each that is used.",
    defaults={"a": "2", "y": "1", "k_one": "50 kB/token", "R": "1e15", "V": "2 TB/s", "p_all": "300e9", "p_one": "30e9",
              "l": "100"},
    readings=(Reading(AS_SAID, "as said", {"h": Said("8", "somebody", "p. 3"), "l": Said("10", "somebody", "p. 3")}),),
    published=(Published("reading-share", "8", "somebody", "p. 4", "exact", kind="premise", note="said in passing"),),
    result="even-round", outside="no even round",
)
