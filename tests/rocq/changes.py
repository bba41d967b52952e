"""Random changes of what a file for Rocq argues, each refused unless a rule here says why it is still true.

`python -m tests.rocq.changes [CLAIM...]` tries them on every claim of the list, and prints how many of each kind there
were, how many Rocq refused, and how many of the others are still true.
"""

from __future__ import annotations

import random
import re
import runpy
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

from derivations.rocq.claim_file import ASSUMPTIONS, claim_file
from derivations.rocq.written import library

from ..reports import plain
from .reading import Formula, bare, split

ROOT = Path(__file__).parents[2]
CLAIMS = (
    "pipeline-latency", "dollar-per-token", "bubbles", "scale-up", "expert-parallelism", "latency-floor", "moe-quality",
    "pipeline-bandwidth", "kv-bytes", "cache-tiers", "pass-time", "latent-attention", "prefill-decode-pools",
    "number-formats", "all-to-all", "training-mfu", "batch-discount", "routing-imbalance", "cache-price", "recompute",
)
TURNS = 10  # changes of each claim
REQUIRED = ("From Coq Require Import Reals Lra Lia ZArith List.\nFrom Coquelicot Require Import Coquelicot.\n"
            "Open Scope R_scope.\nRequire Import base.\n")
_CLOSE = 1e-9


@dataclass(frozen=True)
class Change:
    """One thing that is another one wherever it stands in an argument, and why that is still true, if it is."""

    kind: str
    what: str
    text: str
    still: str


@dataclass(frozen=True)
class Tried:
    """A change, and whether Rocq refuses it."""

    change: Change
    refused: bool

    @property
    def missed(self) -> bool:
        """True if Rocq accepts what does not follow."""
        return not self.refused and not self.change.still


def split_file(text: str) -> tuple[str, str]:
    """The lemmas of steps in a file, without the library, and the argument."""
    head, section = text.split("Section Argument.")
    return head.replace(library(), ""), f"Section Argument.{section}".replace(ASSUMPTIONS, "")


def changed(argument: str, chosen: random.Random) -> Change:
    """An argument in which one thing is another one."""
    lines = argument.split("\n")
    premises = {text: name for name, text in re.findall(r"^Hypothesis (premise_\w+) : (.*)\.$", argument, re.MULTILINE)
                if "_value_" not in name}
    equations = [text for text in premises if text.count(" = ") == 1]
    conditions = sorted(set(re.findall(r"^  \((.*)\) ->$", argument.partition("End Argument.")[0], re.MULTILINE)))
    states = re.findall(r"^Lemma (state\w*|family_\w+) :$", argument, re.MULTILINE)
    kinds: dict[str, Sequence[str | int]] = {
        "a premise is gone": [*premises],
        "a premise is weaker": equations,
        "a sign is another one": equations,
        "a condition is gone": conditions,
        "a condition is weaker": [text for text in conditions if text.count(" < ") == 1],
        "the result is another one": [n for n, line in enumerate(lines) if lines[min(n + 1, len(lines) - 1)] == "."],
        "a witness is another one": [n for n, line in enumerate(lines)
                                     if re.match(r"pose \(|exists .*\b\d", line)],
        "a witness is gone": states,
    }
    kind = chosen.choice([kind for kind, places in kinds.items() if places])
    what = chosen.choice(kinds[kind])
    if isinstance(what, int):
        line = lines[what]
        if kind == "a witness is another one":  # every number of it
            lines[what] = re.sub(r"\b[1-9]\d*\b", lambda found: str(int(found[0]) + chosen.randint(1, 9)), line)
            return Change(kind, line, "\n".join(lines), _holds_at(lines, what))
        lines[what] = line.replace(" = ", " = 2 * ", 1) if " = " in line else re.sub("<=?", "< -", line, count=1)
        return Change(kind, line.strip(), "\n".join(lines), "")
    if kind == "a witness is gone":
        text = re.sub(rf"^Lemma {what} :$.*?^Qed\.$", "", argument, count=1, flags=re.MULTILINE | re.DOTALL)
        return Change(kind, what, text, "")
    new = {"a premise is weaker": what.replace(" = ", " <= "), "a condition is weaker": what.replace(" < ", " <= "),
           "a sign is another one": re.sub(" = (.*)", r" = - (\1)", what)}.get(kind, "True")
    still = _unread(argument, premises[what]) if what in premises else _unread_condition(argument, what)
    return Change(kind, what, re.sub(rf"(?<![\w+*/^-] ){re.escape(what)}(?! [+*/^-])", lambda _: new, argument), still)


def _unread(argument: str, premise: str) -> str:
    """Why it is still true without a premise: no proof reads it."""
    using = " ".join(re.findall(r"^Proof using (.*)\.$", argument, re.MULTILINE))
    return "" if re.search(rf"\b{premise}\b", using) else "no proof reads it"


def _unread_condition(argument: str, text: str) -> str:
    """The same of a condition: where it stands, its name is given and not read."""
    for lemma in re.findall(r"^Lemma line_.*?^Qed\.$", argument, re.MULTILINE | re.DOTALL):
        given = re.findall(r"^  \((.*)\) ->$", lemma, re.MULTILINE)
        if text in given and len(re.findall(rf"\bsupposed_{given.index(text) + 1}\b", lemma)) > 1:
            return ""
    return "no proof reads it" if f"({text}) ->" not in argument.partition("End Argument.")[2] else ""


def _holds_at(lines: Sequence[str], place: int) -> str:
    """Why a state with another number is still one: all that is said of that number holds there."""
    name = re.match(r"pose \((\w+) :=", lines[place])
    if name is None:
        return ""
    begin = max(n for n in range(place) if lines[n].startswith("Lemma "))
    end = next(n for n in range(place, len(lines)) if lines[n] == "Qed.")
    said = "\n".join(lines[begin:place]).partition(",\n")[2].partition("\nProof.")[0]
    values: dict[str, float] = {}
    for line in lines[begin:end]:
        if found := re.fullmatch(r"pose \((\w+) := \(*(-?\d+)\)?(?: / (\d+))?\)*\.", line):
            values[found[1]] = float(Fraction(int(found[2]), int(found[3] or 1)))
    facts = [bare(each) for each in split(said.strip().rstrip("."), "/\\")]
    return "the state is still one" if all(_holds(each, values) for each in facts
                                           if re.search(rf"\b{name[1]}\b", each)) else ""


def _holds(fact: str, values: dict[str, float]) -> bool:
    """True if a fact surely holds at numbers."""
    if found := re.fullmatch(r"whole (\w+)", fact):
        return found[1] in values and values[found[1]].is_integer()
    try:
        formula = Formula(fact, values)
    except (AssertionError, IndexError, KeyError, ValueError, ZeroDivisionError):
        return False
    apart = formula.left - formula.right
    near = abs(apart) <= _CLOSE * max(abs(formula.left), abs(formula.right))
    return {"=": near, "<>": not near, "<": apart < 0 and not near, "<=": apart < 0 or near}[formula.sign]


def tried(name: str, turns: int, judge: dict[str, Any], folder: Path) -> Iterator[Tried]:
    """Changes of one claim, each given to Rocq, after the argument as it is. Raises `AssertionError` if that fails."""
    report = plain(name)
    steps, argument = split_file(claim_file(report.derivation, report.reference.numbers).text)
    parts = {"base": library(), "steps": REQUIRED + steps, "whole": f"{REQUIRED}Require Import steps.\n{argument}"}
    for part, text in parts.items():
        file = folder / f"{part}.v"
        if part == "base" and file.with_suffix(".vo").exists():
            continue
        file.write_text(text, encoding="utf-8")
        assert judge["compiled"](file) == "", f"{name}: {part}"
    for turn in range(turns):
        change = changed(argument, random.Random(f"{name} {turn}"))
        assert change.text != argument, change.what
        file = folder / "other.v"
        file.write_text(f"{REQUIRED}Require Import steps.\n{change.text}", encoding="utf-8")
        why = judge["compiled"](file)
        assert "Syntax error" not in why, why
        yield Tried(change, bool(why))


def main(names: Sequence[str]) -> int:
    """Print the table; 1 if Rocq accepts what does not follow."""
    judge = runpy.run_path(str(ROOT / "scripts" / "rocq.py"))
    counts: dict[str, Counter[str]] = {"tried": Counter(), "refused": Counter(), "still true": Counter()}
    missed = []
    with tempfile.TemporaryDirectory() as folder:
        for name in names or CLAIMS:
            for each in tried(name, TURNS, judge, Path(folder)):
                kind = each.change.kind
                counts["tried"][kind] += 1
                counts["refused"][kind] += each.refused
                counts["still true"][kind] += not each.refused and bool(each.change.still)
                missed += [f"{name}: {kind}: {each.change.what}"] * each.missed
            print(name, {key: sum(of.values()) for key, of in counts.items()}, flush=True)
    for kind in sorted(counts["tried"]):
        print(f"{kind:26}" + "".join(f"{of[kind]:12}" for of in counts.values()))
    print(*missed, sep="\n")
    return int(bool(missed))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
