"""Plans shown: systems of each size with what binds them, the best one explained, its front, and what is measured."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from derivations.document.blocks import Document, Section, TextLine
from derivations.document.cells import Cell, LeftSide, Number
from derivations.document.columns import NOTHING
from derivations.document.data import each, line_data, selected, value_data
from derivations.document.shown import Producer
from derivations.document.table import Table
from derivations.language.display import listed
from derivations.numbers.format import format_number, format_value
from derivations.numbers.numbers_line import NumbersLine
from derivations.numbers.rounding import as_float
from derivations.sources.efficiencies import FITTED
from derivations.study.missing_values import with_options
from derivations.study.plan import FREE, Plan
from derivations.study.plan_measured import MeasuredPoint
from derivations.study.plan_systems import EVERY, FURTHER, MEMORY, Point, System

if TYPE_CHECKING:
    from derivations.numbers.value import Value

_BEHIND = "The derivation behind each number"
_DIGITS = 3  # of what a forecast says
_SPEED, _THROUGHPUT = LeftSide("speed", unit="token/s/sequence"), LeftSide("throughput", unit="token/s/GPU")
_OUTCOMES = (_SPEED, _THROUGHPUT, LeftSide("rent", unit="USD/Mtoken"), LeftSide("energy", unit="J/token"))
_STAGES = "stages where there are several, and the GPUs of each; with stages batches count all that are in flight"
_FIRST = LeftSide("first token", unit="ms")
_AT_SITE = LeftSide("at the site", unit="J/token")


def plan_document(plan: Plan) -> Document:
    """The whole plan: the answer, every size, the times of a pass, the front, what is measured, and where to look."""
    parts = (section.blocks for section in (*_sections(plan), _behind(plan)))
    title, notation = TextLine(_heading(plan), role="title", hang=2), plan.notation
    return Document.of(title, *parts, notation=notation)


def _heading(plan: Plan) -> str:
    """The cards, and everything that was asked for, as it was understood."""
    asked = plan.asked
    gpus = "as many GPUs as it takes" if asked.gpus is None else _gpus(asked.gpus)
    told = [gpus if asked.users is None or asked.gpus is None else f"up to {gpus}",
            f"contexts of up to {_plain(asked.context)} tokens with {_plain(asked.output)} of output",
            f"at least {_plain(asked.speed)} tokens per second of a sequence"]
    if asked.users is not None:
        told.append(f"{_users(asked.users)} at the same time")
    if asked.first_token is not None:
        told.append(f"a first token within {asked.first_token}")
    if asked.cached is not None:
        told.append(f"{asked.cached} of each prompt found in a cache")
    return f"{plan.title}: {', '.join(told)}"


def _sections(plan: Plan) -> Iterator[Section]:
    yield Section("Answer", tuple(TextLine(text, hang=2) for text in answer(plan)))
    if any(system.chosen for system in plan.systems):
        yield Section("Systems of each size", tuple(TextLine(text, hang=2, role="dim") for text in _remarks(plan)),
                      systems_table(plan))
    if plan.best is not None:
        yield Section(f"Where the time of a pass goes, with {_size(plan.best)}", (), terms_table(plan.best))
    if plan.front:
        yield Section("Throughput against speed: what no other batch or size beats", (), front_table(plan))
    yield Section("Beside measurements", tuple(TextLine(text, hang=2) for text in measured_words(plan)),
                  measured_table(plan) if plan.beside.points else None)


def _behind(plan: Plan) -> Section:
    """The commands that show where the numbers come from."""
    return Section(_BEHIND, tuple(
        TextLine(f"{listed(names)}: `{command}`", hang=4) for command, names in _commands(plan).items()
    ))


def _commands(plan: Plan) -> dict[str, list[str]]:
    """The numbers, each with its step, by the command that shows the claim behind them."""
    found: dict[str, list[str]] = {}
    shown = plan.best or plan.systems[-1]
    for name, (_, step) in EVERY.items():
        words = name.replace("_", " ") if name in FURTHER else name
        told = words if words == step else f"{words} (step {step})"
        with suppress(KeyError):  # a number that this plan has not
            found.setdefault(plan.command(name, shown), []).append(told)
    return found


def answer(plan: Plan) -> Iterator[str]:
    """The best system, what binds it, and what is assumed; or why there is none."""
    best = plan.best
    if best is None or best.chosen is None:
        yield "No size of system serves this. " + " ".join(f"{told}." for told in _why_not(plan))
        yield _remedied(plan)
    else:
        yield _served(plan, best, best.chosen)
        if plan.asked.users is not None:
            yield _for_users(plan, best, best.chosen, plan.asked.users)
        yield _rent(plan, best.chosen)
        yield _energy(plan, best.chosen)
        yield _bound(best)
        if best.first_token is not None:
            yield _first_token(plan, best, best.chosen)
    staged = best or next((each for each in reversed(plan.systems) if each.stages > 1), None)
    if staged is not None and staged.stages > 1:
        yield from _pipeline(plan, staged)
    if plan.at_best is not None:
        yield _between(plan, plan.at_best)
    yield _reserve(plan)
    premises = plan.asked.premises
    if premises:
        yield f"Premise changed: {', '.join(f'{name} = {text}' for name, text in premises.items())}."


def _served(plan: Plan, best: System, chosen: Point) -> str:
    """What serves, and what comes of it."""
    whole = (chosen.throughput.value or Fraction(0)) * best.gpus * best.copies
    users = plan.asked.users
    begun = "" if users is None else f"For {_users(users)} it takes {_gpus(best.gpus * best.copies)}: "
    copies = _copies(best)
    return (f"{begun}{copies.lower() if begun else copies} of {_size(best)}, each with a batch of "
            f"{'up to ' if begun else ''}{_batch(best, chosen)}: "
            f"{_number(chosen.speed)} tokens per second for each sequence, {_number(chosen.throughput)} for each "
            f"GPU, {format_number(whole, _DIGITS)} in all, at a rent of {_short(chosen.cost)}.")


def _for_users(plan: Plan, best: System, chosen: Point, users: int) -> str:
    """What all GPUs for the users cost, and what is assumed of them."""
    hourly = best.gpus * best.copies * plan.rent.number * 3600
    return (f"Users: there is room for {best.copies * chosen.batch:,}, at {format_number(hourly, _DIGITS)} dollars an "
            f"hour in all; numbers are those of full batches. {_users(users).capitalize()} are counted as generating "
            "all the time: whoever reads or types meanwhile takes less.")


def _rent(plan: Plan, chosen: Point) -> str:
    """The hours of GPUs behind the rent, the price of an hour and where it is from, and a blended price."""
    rent, cost, asked = plan.rent, chosen.cost, plan.asked
    hours = (cost.value or Fraction(0)) / rent.number * 10**6 / 3600
    origin = "as given" if rent.origin == "given" else f"{rent.origin}; --price takes yours"
    told = (f"Rent: a million output tokens take {format_number(hours, _DIGITS)} GPU-hours at {rent} ({origin}), the "
            "prompts that come with them included")
    blended = plan.blended
    if blended is None:
        return f"Rent: a million output tokens take {format_number(hours, _DIGITS)} GPU-hours at {rent} ({origin})."
    ratio = format_number(asked.prompt.number / asked.output.number, _DIGITS)
    cached = "" if asked.cached is None else f", {asked.cached} of the input found in a cache"
    return (f"{told}; blended over input and output it is {format_value(blended, cost.dimension, cost.unit, _DIGITS)}, "
            f"with {ratio} input tokens to each output token{cached}.")


def _first_token(plan: Plan, best: System, chosen: Point) -> str:
    """The time until the first token, and what is not in it."""
    asked, line = plan.asked, best.first_token
    assert line is not None
    found = "" if asked.cached is None else f", of which {_plain(plan.behind.computed)} are computed,"
    told = (f"First token: a prompt of {_plain(asked.prompt)} tokens{found} takes {_short(line)} alone in its pass, "
            f"its attention included. On top come the pass that runs when it arrives, up to {_short(chosen.time)}, and "
            "prompts that arrived before it, which are left out.")
    if best.stages > 1:
        told += " The prompt goes through the stages whole: chunks of it that follow each other come sooner."
    if plan.latent:
        told += (" Its attention is counted as on the latents, which takes more arithmetic than prefill on keys and "
                 "values does.")
    return told


def _pipeline(plan: Plan, staged: System) -> Iterator[str]:
    """What several domains are as stages of a pipeline, what they save, and what is left out of it."""
    point = staged.chosen or staged.alone
    count = f"{staged.stages:,}"
    yield (f"No domain of {_gpus(staged.width)} holds the model and a sequence, so that {count} of them are the stages "
           "of a pipeline: a token goes through them one after another, which takes as long as all layers would on one "
           f"of them, and {count} micro-batches are in flight, so that a GPU has fewer weights and not less of the "
           "cache (claim pipeline-kv).")
    hop = None if point is None else point.given.get("t_hop")
    layers = plan.layers
    parts = [] if hop is None else [
        f"a hop to the next stage takes {format_value(hop.number, hop.dimension, 's', _DIGITS)}, from links and "
        "switches (claim pipeline-latency)"]
    if layers is not None and layers % staged.stages:
        parts.append(f"{layers} layers do not divide evenly by {count}: the stage with the most takes longer than is "
                     "counted here")
    parts.append("no row that the efficiencies were fitted to has stages or crosses domains, so that nobody knows how "
                 "far this is off")
    told = "; ".join(parts)
    yield f"{told[0].upper()}{told[1:]}."


def _remedied(plan: Plan) -> str:
    """What would serve."""
    if not plan.remedies:
        return ("No change of GPUs, speed, first token, context or number formats that was tried would serve it by "
                "itself.")
    told = []
    for remedy in plan.remedies:
        served, chosen = remedy.system, remedy.system.chosen
        assert chosen is not None
        copies = "" if served.copies == 1 else f"{served.copies:,} × "
        told.append(f"`{remedy.options}` ({copies}{_size(served)}, {_batch(served, chosen)}, {_number(chosen.speed)} "
                    f"tokens per second for each, {_short(chosen.cost)})")
    return f"What would serve: {listed(told, 'or')}."


def _energy(plan: Plan, chosen: Point) -> str:
    """The energy of a token, as far as the card says what is drawn."""
    if chosen.energy.value is None:
        return f"Energy on the boards: {with_options(chosen.energy)}."
    site = "" if chosen.site_energy.value is None else f", and {_short(chosen.site_energy)} at the site"
    told = f"{_short(chosen.energy)} on the boards"
    if "drawn" in plan.asked.premises:
        return f"Energy: {told}{site}."
    return f"Energy: up to {told}, at the limit of their power{site}."


def _between(plan: Plan, at_best: Plan) -> str:
    """Which efficiencies were taken for a GPU that has none of its own, and what comes of the best of the others."""
    taken = listed(f"{name} = {value} ({value.origin.rpartition(' ')[2]})" for name, value in plan.asked.values.items()
                   if name in FITTED and at_best.asked.values[name] != value)
    told = ("No efficiencies were fitted to rows of this GPU: these numbers take the worst that were fitted to another "
            f"one, {taken}.")
    best = at_best.best
    if best is None or best.chosen is None:
        return f"{told} With the best of them it still cannot serve the request."
    chosen = best.chosen
    return (f"{told} With the best of them: {_copies(best).lower()} of {_size(best)}, each with a batch of "
            f"{_batch(best, chosen)}, {_number(chosen.speed)} tokens per second for each sequence, "
            f"{_number(chosen.throughput)} for each GPU, at a rent of {_short(chosen.cost)}.")


def _reserve(plan: Plan) -> str:
    """The part of the memory that weights and caches may fill, where it is from, and how to say otherwise."""
    free = plan.asked.values[FREE]
    if free.number == 1:
        return "All of the memory is for weights and caches: none is held back for activations and the runtime."
    return (f"Weights and KV cache may fill {_percent(free.number)} of the memory ({FREE}, {free.origin}): the rest is "
            f"held back for activations and the runtime; --set {FREE}=1 counts all of it.")


def _why_not(plan: Plan) -> Iterator[str]:
    """Sizes that serve nothing, with their reason, those with the same together."""
    reasons: dict[str, list[str]] = {}
    for system in plan.systems:
        if system.chosen is None:
            staged = "" if system.stages == 1 else f" ({system.stages} × {system.width})"
            reasons.setdefault(system.why_not, []).append(f"{system.gpus:,}{staged}")
    for reason, sizes in reasons.items():
        yield f"With {listed(sizes)} GPU{'s' if sizes != ['1'] else ''} {reason}"


def _bound(system: System) -> str:
    """What keeps the batch from being larger."""
    room, fast = _sequences(int(system.room.value or 0)), "any number"
    if system.fast is not None:
        fast = _sequences(system.fast)
    side = f" The pass is {system.bound}." if system.bound else ""
    if system.binds == MEMORY:
        fit = "fits" if room == _sequences(1) else "fit"
        return f"Memory binds: {room} {fit} next to the weights; the target speed would allow {fast}.{side}"
    return f"The speed binds: it allows {fast}, and memory holds {room}.{side}"


def _remarks(plan: Plan) -> Iterator[str]:
    """What the heads of the table mean, and the sizes that are not in it."""
    staged = any(each.stages > 1 for each in plan.systems)
    size = _STAGES if staged else "and the GPUs of each"
    several = ", or several as stages" if staged else ""
    yield (f"GPUs: systems, {size}; room, in time and balance: the batches that memory and the speed allow, and at "
           f"which compute and memory take equally long; a system is a scale-up domain or a part of it{several}; speed "
           "is that of a sequence")
    yield from _why_not(plan)


def systems_table(plan: Plan) -> Table:
    """A row for each size that serves: what bounds its batch, and what a pass with the batch that is left does."""
    rows = tuple(_system_row(system, system.chosen) for system in plan.systems if system.chosen is not None)
    first = () if plan.asked.first_token is None else (_FIRST,)
    head = ("GPUs", "room", "in time", "balance", "batch", "binds", replace(_SPEED, unit="token/s"), *_OUTCOMES[1:],
            *first)
    return Table("Systems", head, rows)


def _system_row(system: System, chosen: Point) -> tuple[Cell, ...]:
    fast: Cell = "any" if system.fast is None else _counted(system.fast)
    balance: Cell = "none" if system.balance.value is None else _counted(round(system.balance.value))
    staged = "" if system.stages == 1 else f"{system.stages} × "
    first = () if system.first_token is None else (_in_milliseconds(system.first_token),)
    return (f"{system.copies} × {staged}{system.width}", _counted(int(system.room.value or 0)), fast, balance,
            _counted(chosen.batch), system.binds, *_outcomes(chosen), *first)


def _in_milliseconds(line: NumbersLine) -> Cell:
    number = (line.value or Fraction(0)) * 1000
    return Number(format_number(number, _DIGITS), number, "ms")


def _outcomes(point: Point) -> tuple[Cell, ...]:
    return tuple(_bare(line) for line in (point.speed, point.throughput, point.cost, point.energy))


def terms_table(system: System) -> Table:
    """The times of a pass of a system, each over its efficiency."""
    rows = tuple((name, value.origin, Number.of_value(value)) for name, value in system.terms.items())
    return Table("Times", ("part", "letters", "time"), rows)


def front_table(plan: Plan) -> Table:
    """The passes of all sizes that no other one beats in both speed and throughput."""
    rows = tuple((str(point.gpus), _counted(point.batch), *_outcomes(point), _bare(point.site_energy))
                 for point in plan.front)
    return Table("Front", ("GPUs", "batch", *_OUTCOMES, _AT_SITE), rows, keys=2)


def measured_table(plan: Plan) -> Table:
    """The measured rows near the plan's context."""
    head = ("GPUs", "batch", "prompt", "output", "software", _SPEED, _THROUGHPUT)
    return Table("Measured", head, tuple(_measured_row(point) for point in _ordered(plan)))


def _ordered(plan: Plan) -> list[MeasuredPoint]:
    return sorted(plan.beside.points, key=lambda point: (point.gpus, point.batch, point.speed.number))


def _measured_row(point: MeasuredPoint) -> tuple[Cell, ...]:
    lengths = (point.row.values.get(name) for name in ("prompt", "output"))
    return (str(point.gpus), _counted(point.batch),
            *(NOTHING if length is None else Number.of_value(length).without_unit for length in lengths),
            point.row.words.get("software", NOTHING),
            Number.of_value(point.speed).without_unit, Number.of_value(point.throughput).without_unit)


def measured_words(plan: Plan) -> Iterator[str]:
    """Words for the measured rows: their number, whether they judge, and the error of forecasts for models of its kind.
    """
    beside, error = plan.beside, plan.beside.error
    largest = max((point.gpus for point in beside.points), default=0)
    near = len(beside.points)
    yield (f"{beside.rows:,} measured rows have this model on this GPU, "
           f"{near:,} of them with a context near this one"
           + (f", on up to {_gpus(largest)}" if near else ""))
    if beside.rows and not beside.held_out:
        yield "they judge nothing here: efficiencies of this GPU were fitted to rows of this model"
    if beside.unseen is not None:
        yield (f"on {beside.unseen.rows:,} rows of this model, held out from the fit to the other models of this GPU, "
               f"the time of a pass is off by {_percent(beside.unseen.median)} in the median, "
               f"90th percentile {_percent(beside.unseen.ninth)}")
    kind = "with experts" if beside.experts else "without experts"
    for name, other in beside.alike.items():
        yield (f"on {other.rows:,} rows of {name}, {kind} as this model, held out from the fit to the others of this "
               f"GPU, it is off by {_percent(other.median)} in the median, 90th percentile {_percent(other.ninth)}")
    if error is not None:
        yield (f"on {error.rows:,} rows of this GPU that nothing was fitted to "
               f"({', '.join(beside.judged_on)}) the time of a pass is off by {_percent(error.median)} in the median, "
               f"90th percentile {_percent(error.ninth)}")
    if error is None and beside.unseen is None and not beside.alike:
        yield (f"no row of a model {kind} on this GPU was held out from a fit, so that nobody knows how far these "
               "forecasts are off")


_ERROR = "median ninth rows"


def plan_json(plan: Plan) -> dict[str, Any]:
    """The plan as plain data."""
    asked, beside = plan.asked, plan.beside
    return {
        "title": plan.title,
        "asked": {
            "gpus": asked.gpus, "users": asked.users,
            "context": asked.context.typed, "output": asked.output.typed, "speed": asked.speed.typed,
            "premises": dict(asked.premises), "values": {name: value.typed for name, value in asked.values.items()},
            "first_token": None if asked.first_token is None else asked.first_token.typed,
            "cached": None if asked.cached is None else asked.cached.typed, "rent": plan.rent.typed,
        },
        "answer": list(answer(plan)),
        "best": None if plan.best is None else plan.best.gpus,
        "blended": None if plan.blended is None else {
            "value": as_float(plan.blended * 10**6), "unit": "USD/Mtoken",
            "input_to_output": as_float(asked.prompt.number / asked.output.number),
        },
        "remedies": [{"options": each.options, "gpus": each.system.gpus, "stages": each.system.stages,
                      "chosen": selected(each.system.chosen, _POINT)} for each in plan.remedies],
        **({} if plan.at_best is None else {"with_best_efficiencies": plan_json(plan.at_best)}),
        "systems": [_system_json(plan, system) for system in plan.systems],
        "front": each(plan.front, _POINT),
        "measured": {
            **selected(beside, "rows held_out judged_on"),
            "error": selected(beside.error, _ERROR), "error_unseen": selected(beside.unseen, _ERROR),
            "error_alike": {name: selected(error, _ERROR) for name, error in beside.alike.items()},
            "near": each(_ordered(plan), "gpus batch speed throughput source=row.source.title where=row.where"),
        },
    }


def _system_json(plan: Plan, system: System) -> dict[str, Any]:
    commands = {}
    for name in EVERY:
        with suppress(KeyError):
            commands[name] = plan.command(name, system)
    return {
        **selected(system, "gpus stages copies"), "room": line_data(system.room), "fast": system.fast,
        "balance": line_data(system.balance), **selected(system, "binds? bound? why_not?"),
        "chosen": selected(system.chosen, _POINT),
        "terms": {name: {**value_data(value), "letters": value.origin} for name, value in system.terms.items()},
        **({} if system.first_token is None else {"first_token": line_data(system.first_token)}),
        **({} if system.needed is None else {"systems_needed": line_data(system.needed)}),
        "commands": commands,
    }


_POINT = "gpus batch micro time speed throughput cost energy site_energy"


def _sequences(batch: int) -> str:
    return "1 sequence" if batch == 1 else f"{batch:,} sequences"


def _counted(number: int) -> Number:
    return Number(f"{number:,}", Fraction(number), "sequence")


def _bare(line: NumbersLine) -> Cell:
    """A number whose unit stands in the head of its column."""
    number = line.in_unit
    return NOTHING if number is None else Number(format_number(number, _DIGITS), number, line.unit)


def _number(line: NumbersLine) -> str:
    return format_number(line.in_unit or 0, _DIGITS)


def _plain(value: Value) -> str:
    return format_number(value.in_unit(value.unit), _DIGITS + 1)


def _gpus(number: int) -> str:
    return "1 GPU" if number == 1 else f"{number:,} GPUs"


def _users(number: int) -> str:
    return "1 user" if number == 1 else f"{number:,} users"


def _size(system: System) -> str:
    """The GPUs of a system, in words."""
    if system.stages == 1:
        return _gpus(system.gpus)
    return f"{_gpus(system.gpus)} in {system.stages:,} stages of {system.width:,}"


def _batch(system: System, chosen: Point) -> str:
    """The sequences of a batch, and how many of them share a pass."""
    told = _sequences(chosen.batch)
    return told if system.stages == 1 else f"{told} in {system.stages:,} micro-batches of {chosen.micro:,}"


def _copies(system: System) -> str:
    return "One system" if system.copies == 1 else f"{system.copies:,} systems"


def _short(line: NumbersLine) -> str:
    assert line.value is not None
    return format_value(line.value, line.dimension, line.unit, _DIGITS)


def _percent(share: Fraction) -> str:
    return f"{format_number(share * 100, _DIGITS)}%"


PLAN = Producer(plan_document, plan_json, front_table)
