"""What numbers break is said before them, whatever the command: eight H100 do not hold DeepSeek-V3 in bf16."""

import csv
import io
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from derivations.claims.index import find_claim

Command = Callable[..., Any]  # the fixture `command` of `conftest.py`

TOO_LARGE = ("--accelerator", "h100", "--weights", "bf16")
TOLD = "the deployment must fit in memory, but the weights take 1.342 TB, and 8 GPUs (card h100) have 640 GB"
WARNING = f"Warning: these numbers contradict the premises: {TOLD}"
# of DeepSeek-V3 on an H100, in seconds on one GPU: for a sequence, and for all weights
PRODUCTS, ATTENTION = 2 * 37e9 / 1979e12, 61 * 128 * 2 * (576 + 512) * 8000 / 989e12
READS, WEIGHTS = 61 * 2 * 576 * 8000 / 3.35e12, 2 * 671e9 / 3.35e12
NUMBER = f"{WEIGHTS / (PRODUCTS + ATTENTION - READS):,.0f}"
RESULT = f"{NUMBER} sequences"


def flat(text: str) -> str:
    return " ".join(text.split())


@pytest.mark.some(2)
@pytest.mark.parametrize(
    "words",
    [("show", "--brief"), ("show",), ("why",), ("sensitivity",), ("compare",), ("export", "--to", "markdown"),
     ("export", "--to", "typst")],
    ids=" ".join,
)
def test_text_begins_with_the_warning(command: Command, words: tuple[str, ...]) -> None:
    name, *others = words
    text = flat(command(name, "optimal-batch", *others, *TOO_LARGE).out).replace("~", " ")
    assert text.index("contradict the premises") < text.index(NUMBER)
    assert "Warning" in text


@pytest.mark.some(2)
@pytest.mark.parametrize(
    "words", [("show",), ("why",), ("sensitivity", "--range", "L=0..1k"), ("compare",)], ids=" ".join)
def test_beside_comma_separated_values_it_is_told_apart(command: Command, words: tuple[str, ...]) -> None:
    """The table alone is standard output; and nothing is told of what fits."""
    name, *others = words
    done = command(name, "optimal-batch", *others, "--csv", *TOO_LARGE)
    assert done.code == 0
    assert f"derive: {WARNING}\n" in done.err
    assert "Warning" not in done.out
    assert command(name, "optimal-batch", *others, "--csv", "--accelerator", "b200").err == ""


@pytest.mark.long
def test_a_figure_and_macros_say_it(command: Command, tmp_path: Path) -> None:
    done = command("figure", "optimal-batch", "-o", str(tmp_path / "batch.svg"), *TOO_LARGE)
    assert f"derive: {WARNING}\n" in done.err
    number = NUMBER.replace(",", "{,}")
    macros = command("export", "optimal-batch", "--to", "latex", "--macros", *TOO_LARGE).out.splitlines()
    assert f"% {WARNING}" in macros
    assert macros.index(f"% {WARNING}") < next(place for place, line in enumerate(macros) if number in line)


@pytest.mark.long
@pytest.mark.usefixtures("few_claims")
def test_the_ledger_says_it_of_each_claim_that_moves(command: Command) -> None:
    """In text before the number, in data beside it."""
    text = flat(command("list", "--brief", *TOO_LARGE).out)
    claim = text[text.index(f"optimal-batch {find_claim('optimal-batch').title}"):]
    assert claim.index(WARNING) < claim.index(RESULT)
    found = {item["claim"]: item for item in json.loads(command("list", "--json", *TOO_LARGE).out)}
    assert found["optimal-batch"]["after"]["contradictions"][0] == TOLD
    assert found["optimal-batch"]["before"]["contradictions"] == []
    rows = {row["claim"]: row for row in csv.DictReader(io.StringIO(command("list", "--csv", *TOO_LARGE).out))}
    assert rows["optimal-batch"]["contradiction now"].startswith(TOLD)
    assert rows["chinchilla"]["contradiction now"] == ""


BROKEN = ("draft-length", "--set", "m_out=3.5")
SAYS = ("kept-or-lost says m_out + m_lost = n_ver, but m_out = 3.5 and n_ver = 3, where m_lost would be -0.5, which "
        "must be zero or more")
WHY_NOT = "the numbers contradict tokens-put-out: with m_out = 3.5 and n_ver = 3 it says"


@pytest.mark.long
@pytest.mark.parametrize("words", [("show", "--brief"), ("show",), ("compare",), ("show", "--csv"), ("show", "--json")],
                         ids=" ".join)
def test_a_broken_premise_leaves_no_result_and_is_no_success(command: Command, words: tuple[str, ...]) -> None:
    """Of three tokens no round keeps more; that the search for a root ends without one is not told as an answer."""
    name, *others = words
    done = command(name, *BROKEN, *others)
    assert done.code == 1
    told = flat(done.out + done.err)
    assert SAYS in told
    assert WHY_NOT in told
    assert "best is 0 drafts" not in told
    twin = command(name, *BROKEN[:2], "m_out=2.5", *others)
    assert twin.code == 0
    assert "contradict the premises" not in twin.out + twin.err


@pytest.mark.long
def test_the_origin_of_a_number_that_a_premise_excludes_is_none(command: Command) -> None:
    """`why` is no success either; and in several rows the others have their numbers."""
    assert command("why", "n_best", "--claim", *BROKEN).code == 1
    rows = command("show", "draft-length", "--set", "m_out=2.18,3.5", "--brief")
    assert rows.code == 0
    assert SAYS.partition(",")[0] in flat(rows.out)


def test_a_sweep_says_at_how_many_points_before_their_numbers(command: Command) -> None:
    text = flat(command("sweep", "latency-floor", "--set", "G=4,8,16,32", "--accelerator", "h100").out)
    told = ("Warning: these numbers contradict the premises at 50.0% of the points: "
            "weights and KV cache do not fit in memory")
    assert text.index(told) < text.index("variable unit least greatest")
    assert "Warning" not in command("sweep", "latency-floor", "--set", "G=16, 32", "--accelerator", "h100").out


A_ROOM = '''
from derivations import AS_SAID, Claim, Notation, Premise, Reading, Said

def room(board):
    need = board.take(Premise("need", "n*s >= w", because="all of it is served"))
    board.take(Premise("room", "n <= m", because="there are no more"))
    bill = board.take(Premise("bill", "y = p*n", because="each costs the same"))
    fewest = board.round_up("fewest", board.solve("least", need, for_="n"))
    return board.substitute("cost", bill, [fewest])

SAID = {"s": Said("3", "me", ""), "w": Said("10", "me", ""), "p": Said("2", "me", ""), "m": Said("5", "me", "")}
CLAIM = Claim("room", Notation.of("y [] cost\\nn [] (integer) servers\\ns [] each\\nw [] work\\n"
                                  "m [] room\\np [] price"),
              room, title="Room", question="What does it cost?", readings=(Reading(AS_SAID, "as planned", SAID),))
'''


def test_a_result_without_a_number_beside_a_broken_premise_is_no_success(command: Command, tmp_path: Path) -> None:
    """Whatever it is without a number for: here its own condition says so first."""
    file = tmp_path / "room.py"
    file.write_text(A_ROOM)
    words = ("show", "room", "--claims", str(file), "--as-said", "--brief", "--set")
    for value, code, told in (("m=3", 1, "outside the condition: ceil(w/s) = 4 is above m = 3"), ("m=4", 0, "= 8")):
        done = command(*words, value)
        assert done.code == code
        assert told in flat(done.out)
        assert ("contradict the premises: need says n*s >= w" in flat(done.out)) is bool(code)
