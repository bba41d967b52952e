"""The live part in a real browser: its numbers, texts and conditions are the engine's, wherever its sliders stand."""

import json
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import settings

from derivations import Board, Claim, Handle, Notation, Premise, Quantity, derive
from derivations.claim.whole_numbers import whole_numbers_in
from derivations.claims.index import CLAIMS
from derivations.errors import DerivationsError
from derivations.export.live import layout_data, live_data, live_script
from derivations.language.unit import parse_unit
from derivations.numbers.format import format_value, layout_of
from derivations.numbers.value import Value
from derivations.report import Report
from derivations.writers.html.assets import asset_file

from ...pages_in_chromium import Page
from ...reports import few, plain

CLOSE = 1e-9
LARGEST = 1e300
UNITS = ("byte/token", "TB/s/GPU", "token", "sequence", "s", "s/token", "parameter", "1", "", "dollar/Mtoken",
         "FLOP/byte", "token/s", "GB", "1/s", "day")


NOTATION = Notation((
    Quantity("t", "s", "time of a step"), Quantity("G", "GPU", "GPUs that share it"),
    Quantity("w", "s*GPU", "work"), Quantity("c", "s/GPU", "time that each GPU adds"),
))
TIME = Premise("time", "t = w/G + c*G", because="shared work, and a hop for each", source="our own")


def soonest(board: Board) -> Handle:
    """The GPUs at which a step takes least."""
    return board.minimise("soonest", board.take(TIME), over="G", because="shared work against hops")


def opened(browser: Page, folder: Path, script: str) -> None:
    """A page that holds the functions alone."""
    page = folder / "live.html"
    live = asset_file("live.js").decode()
    head = '<!DOCTYPE html><meta charset="utf-8"><title>t</title>'
    page.write_text(f"{head}<script>{script}\n{live}</script>", encoding="utf-8")
    browser.open(page)


def told(browser: Page, expression: str) -> Any:
    """What an expression comes to, by way of JSON."""
    return json.loads(browser.run(f"JSON.stringify({expression})"))


def positions(report: Report, count: int) -> list[dict[str, float]]:
    """Numbers that sliders can give, each between its ends, and among them the ends."""
    random, found = Random(0), []
    letters = live_data(report)["letters"]
    for _ in range(count):
        position = {}
        for name, letter in letters.items():
            if not letter["moves"]:
                position[name] = letter["value"]
                continue
            share = random.choice((0.0, 1.0, random.random(), random.random(), random.random()))
            low, high = letter["low"], letter["high"]
            value = low * (high / low) ** share if letter["logarithmic"] else low + (high - low) * share
            value = float(max(round(value), low)) if letter["whole"] else min(max(value, low), high)
            domain = report.derivation.notation[name].range
            position[name] = value if domain.contains(Fraction(value)) else letter["value"]
        found.append(position)
    return found


@pytest.mark.some(1)
@pytest.mark.parametrize("name", few(CLAIMS, ("optimal-batch", "pipeline-kv", "draft-length")))
def test_results_are_those_of_the_engine(name: str, browser: Page, tmp_path: Path) -> None:
    """The number to a part in a billion, its text, and where there is none, the first words of the reason."""
    report = plain(name)
    opened(browser, tmp_path, live_script(live_data(report)))
    roots = live_data(report)["roots"]
    count = 30 if roots else 2 * max(20, settings.default.max_examples)  # the engine takes its time over a root
    given = positions(report, count)
    letters = report.derivation.notation
    moving = {key for key, letter in live_data(report)["letters"].items() if letter["moves"]}
    numbers = 0
    for values, found in zip(given, told(browser, f"{json.dumps(given)}.map(Evaluated.at)"), strict=True):
        valued = {key: Value(Fraction(value), letters[key].unit, letters[key].dimension)  # the others as they are: the
                  for key, value in values.items() if key in letters and key in moving}  # parts of a sum still add up
        try:
            here = report.evaluation.again(report.scenario.with_values(valued))
            line = here.line(report.moving.name, alone=True)
        except DerivationsError as error:
            larger, _, least = str(error).partition(" exceeds ")
            if {larger.split()[0], *least.split()[:1]} <= values.keys():  # else one of them is no slider's
                assert " exceeds " in found["reason"]
            continue
        if line.value is None:
            assert "value" not in found
            told_first, ours_first = (text.partition(":")[0] for text in (found["reason"], line.result))
            without = ours_first.removeprefix("needs ")  # a page that looks for a root says that it has none
            # of what is contradicted whatever other letters are, and of what a root rests on, a page knows less
            without_value = " for no " in line.result or " has no value" in line.result
            unseen = without_value or (roots and ours_first in (report.claim.outside, told_first))
            contradicted = ours_first.startswith("the numbers contradict")
            # where a letter on the way has left its domain the engine has no value, and a page says which letter
            told_why = told_first in {f"the numbers contradict {each.step}" for each in here.contradictions}
            assert told_first == ours_first or told_why or f"{without} has no root" in found["reason"] or (
                told_first == "no value here" and (unseen or (contradicted and " has no root " in found["reason"])))
        elif abs(line.value) > LARGEST or 0 < abs(line.value) < 1 / LARGEST:  # and no number of JavaScript
            assert "value" not in found
        else:
            numbers += 1
            assert abs(found["value"] - line.value) <= CLOSE * abs(line.value)
            assert found["text"] == line.result
    assert numbers > 10


@pytest.mark.parametrize("name", ["tensor-parallel", pytest.param("replicas", marks=pytest.mark.long)])
def test_whole_numbers_are_those_of_the_engine(name: str, browser: Page, tmp_path: Path) -> None:
    """Wherever the sliders stand: both neighbors of a minimum with what it comes to there, the first within a bound."""
    report = plain(name)
    opened(browser, tmp_path, live_script(live_data(report)))
    given = positions(report, 25)
    letters = report.derivation.notation
    words = told(browser, f"{json.dumps(given)}.map((given) => Evaluated.whole(given, Evaluated.at(given)))")
    numbers = set()
    for values, found in zip(given, words, strict=True):
        valued = {key: Value(Fraction(value), letters[key].unit, letters[key].dimension)
                  for key, value in values.items() if key in letters}
        try:
            evaluation = report.evaluation.again(report.scenario.with_values(valued))
        except DerivationsError:  # of a model more parameters used than there are
            continue
        whole = whole_numbers_in(report.claim, evaluation, report.moving.name)
        assert found == ("" if whole is None else whole.words)
        numbers.add(None if whole is None else whole.best)
    assert len(numbers) > 10


@pytest.mark.long
def test_two_neighbors_that_are_alike_are_told_as_that(browser: Page, tmp_path: Path) -> None:
    """12/3 + 3 is 12/4 + 4; and beside a number that may be whole stand three, of which it is the best."""
    report = derive(Claim("sharing", NOTATION, soonest, defaults={"w": "12 s*GPU", "c": "1 s/GPU"}))
    opened(browser, tmp_path, live_script(live_data(report)))
    at = "Evaluated.whole({w: %s, c: 1}, Evaluated.at({w: %s, c: 1}))"
    assert told(browser, at % (12, 12)) == (
        "in whole numbers: at 3 GPUs t = 7 s; at 4 GPUs t = 7 s; equally good, 3 GPUs is the least")
    assert told(browser, at % (144, 144)).endswith("; best at 12 GPUs")
    assert told(browser, at % (0.2, 0.2)) == (
        "in whole numbers: at 1 GPU t = 1.2 s; 1 GPU is the least that there is")


def roots(browser: Page, *asked: tuple[str, float, float, bool]) -> list[float | None]:
    """The roots of residuals in x, each with its bracket and whether it is shown to rise or fall."""
    listed = ", ".join(f"root({{}}, 'x', v => {residual}, {low}, {high}, {json.dumps(once)})"
                       for residual, low, high, once in asked)
    return list(told(browser, f"[{listed}]"))


@pytest.mark.long
def test_a_root_is_found_to_the_last_digits(browser: Page, tmp_path: Path) -> None:
    """Of what rises and of what falls, at once or looked for; also where both sides overflow far above it."""
    opened(browser, tmp_path, live_script(live_data(plain("draft-length"))))
    found = roots(browser, ("v.x**2-2", 1e-12, 1e30, True), ("2-v.x**2", 1e-12, 1e30, False),
                  ("v.x*Math.exp(v.x)-2*Math.exp(v.x)", 1e-12, 1e30, True), ("v.x-1", 1e-12, 1e30, False))
    assert found == pytest.approx([2**0.5, 2**0.5, 2, 1], rel=1e-15)


def test_no_root_and_several_are_no_number(browser: Page, tmp_path: Path) -> None:
    """Nor is a pole, nor what is not defined."""
    opened(browser, tmp_path, live_script(live_data(plain("draft-length"))))
    assert roots(browser, ("v.x+1", 1e-12, 1e30, True), ("v.x+1", 1e-12, 1e30, False),
                 ("(v.x-2)*(v.x-300)", 1e-12, 1e30, False), ("1/(v.x-2)", 1e-12, 1e30, False),
                 ("NaN", 1e-12, 1e30, True)) == [None] * 5


@pytest.mark.long
def test_numbers_are_written_as_the_engine_writes_them(browser: Page, tmp_path: Path) -> None:
    """In every kind of unit, from the very small to the very large."""
    opened(browser, tmp_path, live_script(live_data(plain("optimal-batch"))))
    random, cases = Random(1), []
    for unit in UNITS:
        dimension = parse_unit(unit).dimension
        layout = layout_of(dimension, unit)
        shown = layout_data(layout)
        numbers = [0.0, 1.0, 64.0, 0.5, 999.96, 12345.0, 1e6, 5354.054]
        numbers += [random.choice((1, 1.25, 2.7182818, random.uniform(1, 10))) * 10.0 ** random.randint(-9, 17)
                    for _ in range(200)]
        cases += [(float(f"{number * float(layout.size):.12g}"), shown, dimension, unit) for number in numbers]
    sent = json.dumps([[number, layout] for number, layout, _, _ in cases])
    written = told(browser, f"{sent}.map(([number, layout]) => Numbers.told(number, layout))")
    ours = [format_value(Fraction(repr(number)), dimension, unit) for number, _, dimension, unit in cases]
    pairs = zip(cases, written, ours, strict=True)
    assert [(case[0], case[3], text, own) for case, text, own in pairs if text != own] == []
