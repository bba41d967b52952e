"""The plan of a sweep over arrays: what varies along which dimensions, and the programs that give every point.

Cards and premises vary what stands behind the formula, so that each of their combinations has a program of its own;
quantities vary what goes into it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import product
from math import prod
from typing import Any

import numpy as np

from derivations.claim.composition import refuse_bare_numbers
from derivations.claim.counts import counts_of
from derivations.claim.evaluated_claim import EvaluatedClaim
from derivations.claim.whole_numbers import MOST_WHOLE, basis_of
from derivations.derivation.step import Step
from derivations.errors import DerivationsError, InputError, UndecidedError
from derivations.language.quantity import Quantity
from derivations.language.relation import RelationLike
from derivations.mapping import FrozenMapping
from derivations.numbers.evaluation import Evaluation
from derivations.numbers.scenario import fitted_values, is_counted
from derivations.numbers.value import Value, parse_range, parse_values, read_range
from derivations.study.application import apply, refuse_unknown_quantity, seen_through
from derivations.study.behind import seen_behind, solved_for, steps_behind
from derivations.study.drawn_numbers import USUAL, Draws
from derivations.study.live_function import Roots, step_function
from derivations.study.regimes import Regimes, regimes
from derivations.study.step_changes import why_not
from derivations.study.sweep import MOST_ROWS, column_of
from derivations.study.sweep_axes import Axis, axis_of
from derivations.study.sweep_contradictions import contradictory
from derivations.study.sweep_formula import CONTRADICTION, Asked, Codes, WholeAsked, program
from derivations.study.sweep_kernel import Program, dtype_of, run

REASON, REGIME = "reason", "regime"
HOLDS, NONE = "holds", "none"
AS_TAKEN = "as taken"
_CARDS = ("accelerator", "model")
_MOST_VARIANTS = 1_000
_ASSUMED_MEMORY = 8 * 2**30  # where a system does not tell


@dataclass(frozen=True)
class Variable:
    """A variable of the dataset: numbers of a step with their unit, or codes with their words."""

    name: str
    words: tuple[str, ...] = ()
    quantity: Quantity | None = None
    step: Step | None = None
    reason: str = ""  # the variable that says why a number is none
    of: str = ""  # what the codes are about, or what whole numbers stand beside
    whole: str = ""  # words on the whole numbers that it has, or has something at; none of any other variable

    @property
    def is_number(self) -> bool:
        """True for numbers, false for codes."""
        return not self.words


@dataclass(frozen=True)
class Variant:
    """A combination of cards and premises, by what is chosen of each, with its program."""

    chosen: tuple[str, ...]
    program: Program


@dataclass(frozen=True)
class SweepPlan:
    """Everything that a sweep needs to give any part of itself.

    `variants` go along `kinds`, the last of which changes fastest; those of a single choice are no dimension. `axes`
    are the quantities.
    """

    evaluated: EvaluatedClaim
    title: str
    kinds: Mapping[str, tuple[str, ...]]
    single: tuple[str, ...]
    axes: tuple[Axis, ...]
    variables: tuple[Variable, ...]
    variants: tuple[Variant, ...]

    @property
    def dims(self) -> dict[str, int]:
        """Every dimension with its size, those of cards and premises first."""
        kinds = {kind: len(chosen) for kind, chosen in self.kinds.items() if kind not in self.single}
        return {**kinds, **self.numeric}

    @property
    def numeric(self) -> dict[str, int]:
        """The dimensions of quantities."""
        sizes: dict[str, int] = {}
        for axis in self.axes:
            for dim, size in axis.sizes.items():
                if sizes.setdefault(dim, size) != size:
                    told = f"{sizes[dim]:,} points, and {size:,} for {axis.quantity.name}"
                    raise InputError(f"dimension {dim} has {told}")
        return sizes

    @property
    def points(self) -> int:
        """The number of points."""
        return prod(self.dims.values())

    @property
    def point_bytes(self) -> int:
        """The memory that a point takes."""
        return dtype_of(self.variants[0].program).itemsize

    @property
    def is_lazy(self) -> bool:
        """True if a quantity goes through an array of dask's."""
        return any(axis.is_lazy for axis in self.axes)

    @property
    def result(self) -> Variable:
        """The variable of the result."""
        return self.variables[0]

    def shaped(self, axis: Axis, data: Any) -> Any:
        """The numbers of an axis, with an axis of length one for each dimension that is another's."""
        order = tuple(self.numeric)
        laid = data.transpose(sorted(range(len(axis.dims)), key=lambda place: order.index(axis.dims[place])))
        sizes = iter(laid.shape)
        return laid.reshape(tuple(next(sizes) if dim in axis.dims else 1 for dim in order))

    def parts(self, each: Sequence[int]) -> Iterator[tuple[slice, ...]]:
        """All points in parts of a shape, in the order of rows."""
        sizes = tuple(self.dims.values())
        for corner in product(*(range(0, size, step) for size, step in zip(sizes, each, strict=True))):
            yield tuple(slice(at, min(at + step, size)) for at, step, size in zip(corner, each, sizes, strict=True))

    def block(self, part: Sequence[slice], *, fast: bool | None = None) -> dict[str, Any]:
        """All variables on a part of the points, a slice for each dimension. The quantities are no lazy arrays."""
        kept = sum(kind not in self.single for kind in self.kinds)
        before, within = part[:kept], part[kept:]
        arrays = {axis.quantity.name: self._sliced(axis, within) for axis in self.axes}
        shape = tuple(len(range(size)[at]) for size, at in zip(self.numeric.values(), within, strict=True))
        counts = [len(chosen) for kind, chosen in self.kinds.items() if kind not in self.single]
        places = np.arange(len(self.variants)).reshape(counts)[tuple(before)]
        found = [run(self.variants[place].program, arrays, shape, fast=fast) for place in places.ravel()]
        return {name: first if not kept else np.stack([each[name] for each in found]).reshape(*places.shape, *shape)
                for name, first in found[0].items()}

    def _sliced(self, axis: Axis, part: Sequence[slice]) -> Any:
        order = tuple(self.numeric)
        return self.shaped(axis, np.asarray(axis.data[tuple(part[order.index(dim)] for dim in axis.dims)]))


def memory() -> int:
    """Bytes of memory of this machine, or a guess."""
    import os

    try:
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (AttributeError, OSError, ValueError):
        return _ASSUMED_MEMORY


def refuse_too_large(plan: SweepPlan, room: int | None = None) -> None:
    """Raise `InputError` for more points than half of the memory has room for."""
    size, most = plan.points * plan.point_bytes, (memory() if room is None else room) // 2
    if size > most:
        raise InputError(
            f"{plan.points:,} points take {size / 1e9:,.1f} GB, more than the memory has room for: write them to a "
            f"file with 'derive sweep {plan.evaluated.claim.name} -o FILE.zarr', or keep them lazy with chunks='auto'"
        )


def sweep_plan(
    evaluated: EvaluatedClaim, over: Mapping[str, Any], *, accelerator: Any = None, model: Any = None,
    premises: Any = None, steps: Sequence[str] = (),
) -> SweepPlan:
    """The plan of a sweep over quantities, cards and premises; `steps` names further variables.

    Raises `InputError` or one of its kind for what cannot be swept.
    """
    notation = evaluated.derivation.notation
    cards = {kind: _listed(kind, given) for kind, given in zip(_CARDS, (accelerator, model), strict=True)
             if given is not None}
    changes = None if premises is None else _changes(premises)
    whole = counts_of(evaluated.claim)
    for name in over:
        refuse_unknown_quantity(evaluated.claim, name, notation)
    over = {name: _drawn(evaluated, name, given, counted=name in whole) for name, given in over.items()}
    axes = tuple(axis_of(notation[name], given, counted=name in whole) for name, given in over.items())
    typed = {name: parse_range(given) if ".." in given else parse_values(given)
             for name, given in over.items() if isinstance(given, str)}
    refuse_bare_numbers(evaluated.claim, typed, evaluated.scenario)
    if not axes and not cards and changes is None:
        raise InputError("a sweep needs a quantity, cards or premises to go over, as in B=1..4096")
    kinds: dict[str, tuple[str, ...]] = {kind: names for kind, (names, _) in cards.items()}
    single = [kind for kind, (_, listed) in cards.items() if not listed]
    if changes is not None:
        kinds["premises"] = tuple(map(_named, changes))
        if not isinstance(premises, list | tuple):
            single.append("premises")
    if prod(map(len, kinds.values())) > _MOST_VARIANTS:
        raise InputError(f"cards and premises make more than {_MOST_VARIANTS:,} combinations")
    first = {axis.quantity.name: axis.first for axis in axes}
    seen = list(_variants(evaluated, first, {kind: names for kind, (names, _) in cards.items()}, changes or [{}]))
    base = seen[0]
    _refuse_unwritten(base)
    solved = solved_for(base, first)
    asked = _asked(base, solved, first, steps)
    split = _named_regimes(base, asked)
    reasons = {item.reason: Codes(HOLDS) for item in asked}  # those of variables that have none are for nobody
    branches = {name: Codes(NONE) for name in (*(name for name, _ in split), CONTRADICTION)}
    dims = {axis.quantity.name: axis.dims for axis in axes}
    programs = [_program(each, dims, asked, split, reasons, branches, bool(solved)) for each in seen]
    kept = {each.name for found in programs for each in found.choices if each.tests}
    split = [(name, item) for name, item in split if name in kept]
    valued = {each.name for found in programs for each in found.outputs if each.reason or each.value}
    wholes = [item for each in asked for item in _wholes(base, each)]
    without = {item.name for item in wholes if item.name not in valued}  # at no point has it a number
    programs = [replace(found, choices=tuple(each for each in found.choices if each.name in kept),
                        outputs=tuple(each for each in found.outputs if each.name not in without))
                for found in programs]
    variables = [
        *(Variable(item.name, (), _measure(base, item.step), item.step, item.reason) for item in asked),
        *(item for item in wholes if item.name not in without),
        *(Variable(name, tuple(branches[name].words), of=item.of) for name, item in split),
        *(Variable(name, tuple(branches[name].words), of="premises") for name in (CONTRADICTION,) if name in kept),
        *(Variable(item.reason, tuple(reasons[item.reason].words), of=item.name) for item in asked if item.reason),
    ]
    chosen = product(*kinds.values())
    plan = SweepPlan(
        base, _title(base, set(kinds) - set(single)), FrozenMapping(kinds), tuple(single), axes, tuple(variables),
        tuple(Variant(names, found) for names, found in zip(chosen, programs, strict=True)),
    )
    _ = plan.dims
    return plan


def _drawn(evaluated: EvaluatedClaim, name: str, given: Any, *, counted: bool) -> Any:
    """The draws of a quantity with a spread; anything else as it is given."""
    value = read_range(given) if isinstance(given, str) else given
    if not isinstance(value, Value) or value.spread is None:
        return given
    quantity, study = evaluated.derivation.notation[name], evaluated.study
    refuse_bare_numbers(evaluated.claim, {name: (value,)}, evaluated.scenario)
    most = evaluated.scenario.values.get(quantity.at_most)
    fitted = fitted_values(quantity, (value,), counted=counted)[0]
    return Draws(quantity, fitted, study.draws or USUAL, study.seed, counted=counted or is_counted(quantity),
                 most=None if most is None else most.number)


def _refuse_unwritten(base: EvaluatedClaim) -> None:
    """Raise `InputError` for a value that is wanting, `UndecidedError` for a result that no formula gives."""
    from derivations.study.missing_values import refuse_missing

    if base.headline.relation is None or not base.headline.verdict.holds:
        why = why_not(base.derivation, base.headline)
        raise UndecidedError(f"{base.claim.name} has no result to sweep: {why}")
    refuse_missing(base)
    evaluation, roots = _whole(base)
    try:
        _ = evaluation.function(base.headline.name) if roots is None else step_function(roots, base.headline)
    except UndecidedError as error:
        told = f"{error}; a table of up to {MOST_ROWS:,} rows is made by 'derive show', with numbers"
        raise UndecidedError(told) from None


def _whole(each: EvaluatedClaim, *, behind: bool = False) -> tuple[Evaluation, Roots | None]:
    """The evaluation of a combination, with the GPUs of a domain where a formula cannot do without them.

    Where the result rests on what only equations give, and no closed form takes the place of these, they are roots.
    """
    if not behind:
        for evaluation in (each.evaluation, each.evaluation.in_closed_forms()):
            with suppress(UndecidedError):
                _ = evaluation.function(each.headline.name)
                return evaluation, None
        roots = Roots(each.evaluation, anywhere=True)
        with suppress(UndecidedError):
            _ = roots.function(each.headline)
            return roots.evaluation, roots
    return seen_behind(each), None


def _listed(kind: str, given: Any) -> tuple[tuple[str, ...], bool]:
    """The names of cards, and whether they came as a list."""
    listed = not isinstance(given, str)
    names = tuple(map(str, given)) if listed else (given,)
    if not names or not all(names):
        raise InputError(f"{kind}: the name of a card is missing")
    if len(set(names)) < len(names):
        raise InputError(f"{kind}: a card is named twice")
    return names, listed


def _changes(premises: Any) -> list[Mapping[str, RelationLike]]:
    """Sets of changed premises: mappings, or texts as behind ``--assume``; an empty one changes nothing."""
    found: list[Mapping[str, RelationLike]] = []
    for item in premises if isinstance(premises, list | tuple) else [premises]:
        if item is None or isinstance(item, Mapping):
            found.append(dict(item or {}))
            continue
        name, equals, text = str(item).partition("=")
        if str(item).strip() and not (equals and name.strip() and text.strip()):
            raise InputError(f"premises: cannot read {str(item)[:60]!r}: write PREMISE=RELATION, or a mapping")
        found.append({name.strip(): text.strip()} if equals else {})
    if not found:
        raise InputError("premises: a set of changes is missing; {} is none")
    if len({_named(item) for item in found}) < len(found):
        raise InputError("premises: a set of changes is given twice")
    return found


def _named(changes: Mapping[str, RelationLike]) -> str:
    return ", ".join(f"{name}={item}" for name, item in changes.items()) or AS_TAKEN


def _variants(
    evaluated: EvaluatedClaim, first: Mapping[str, Value], cards: Mapping[str, Sequence[str]],
    changes: Sequence[Mapping[str, RelationLike]],
) -> Iterator[EvaluatedClaim]:
    """The claim under each combination, in the order of cards and then premises."""
    claim, catalog, budget = evaluated.claim, evaluated.catalog, evaluated.budget
    study = replace(evaluated.study, values={**{name: (value,) for name, value in evaluated.study.first.items()},
                                             **{name: (value,) for name, value in first.items()}})
    study = replace(study, without=tuple(name for name in study.without if name not in first))
    derived = []
    for change in changes:
        for name in change:
            if name in study.premises:
                raise InputError(f"premise {name!r} is given twice: leave one of them out")
        if change:
            changed = replace(study, premises={**study.premises, **change})
            derived.append((changed, apply(claim, changed, catalog, budget).derivation))
        else:
            derived.append((study, evaluated.derivation))
    for names in product(*cards.values()):
        for changed, derivation in derived:
            chosen = replace(changed.cards, **dict(zip(cards, names, strict=True)))
            yield _given_way(seen_through(claim, replace(changed, cards=chosen), catalog, derivation, budget))


def _given_way(evaluated: EvaluatedClaim) -> EvaluatedClaim:
    """The claim, without the numbers of cards that a given one takes the place of."""
    try:
        _ = evaluated.evaluation
    except InputError:
        from derivations.study.giving_way import as_given

        return as_given(evaluated, wholly=True)
    return evaluated


def _asked(base: EvaluatedClaim, solved: str, swept: Mapping[str, Value], steps: Sequence[str]) -> list[Asked]:
    """The variables: the result, the steps behind it if it is swept, and those that are named."""
    behind = steps_behind(base, solved, seen_behind(base)) if solved else ()
    columns = [column_of(base, name) for name in steps if name not in swept]
    for column in columns:
        if column.step is None:
            raise InputError(f"{column.name} is given, and no step gives it: it is the same at every point")
    found: dict[str, Asked] = {}
    wanted = [base.headline, *behind, *(column.step for column in columns if column.step is not None)]
    for step in {step.name: step for step in wanted}.values():
        quantity, own = _measure(base, step), step.subject_name
        name = own or step.name
        if name in swept or name in found:
            name = f"{own}_{step.within[0]}" if own and step.within else step.name
        name = step.name if name in found else name
        reason = REASON if not found else f"{REASON}_{name}" if step.conditions else ""
        limits: tuple[tuple[str, int], ...] = ()
        if quantity is not None and step.relation is not None and step.relation.is_equation:
            limits = quantity.range.limits
        outside = base.claim.outside if step is base.headline else "outside the condition"
        factor = quantity.parsed_unit.factor if quantity is not None else Fraction(1)
        found[name] = Asked(name, reason, step, factor, limits, outside)
    return [replace(item, whole=_whole_asked(base, item, found)) for item in found.values()]


def _whole_asked(base: EvaluatedClaim, asked: Asked, others: Collection[str]) -> WholeAsked | None:
    """The variables of the whole numbers beside one that is no whole number itself; None where it does not come whole.
    """
    assert asked.step is not None
    basis = basis_of(base.claim, base.derivation, asked.step.name)
    if basis is None or basis.rounded:
        return None
    taken = {*base.derivation.notation.names, *others}

    def new(name: str) -> str:
        return name if name not in taken else new(f"{name}_")

    name = new(f"{asked.name}_whole")
    return WholeAsked(name, new(f"{basis.source.subject_name}_at_{name}") if basis.is_minimum else "", basis)


def _wholes(base: EvaluatedClaim, asked: Asked) -> Iterator[Variable]:
    """The variables of the whole numbers beside one, with what they are in words."""
    if asked.whole is None or asked.whole.basis is None:
        return
    name, basis = asked.whole.name, asked.whole.basis
    if not basis.is_minimum:
        words = f"first whole number that satisfies {basis.source.relation}"
        yield Variable(name, (), basis.quantity, of=asked.name, whole=words)
        return
    of = base.derivation.notation[basis.source.subject_name]
    words = (f"whole number beside {asked.name} at which {of.name} is least, the smaller one of two alike; "
             f"none from {MOST_WHOLE:,} on")
    yield Variable(name, (), basis.quantity, of=asked.name, whole=words)
    yield Variable(asked.whole.at, (), of, of=asked.name, whole=f"{of.name} at {name}")


def _measure(base: EvaluatedClaim, step: Step | None) -> Quantity | None:
    name = "" if step is None else step.subject_name
    return base.derivation.notation[name] if name else None


def _named_regimes(base: EvaluatedClaim, asked: Sequence[Asked]) -> list[tuple[str, Regimes]]:
    """The splits that the variables rest on, each with the name of its variable."""
    found = regimes(base.derivation, [item.step for item in asked if item.step is not None])
    return [(REGIME if not place else f"{REGIME}_{item.of}", item) for place, item in enumerate(found)]


def _program(
    each: EvaluatedClaim, dims: Mapping[str, tuple[str, ...]], asked: Sequence[Asked],
    split: Sequence[tuple[str, Regimes]], reasons: Mapping[str, Codes], branches: Mapping[str, Codes], behind: bool,
) -> Program:
    """The program of one combination; what its derivation has not got has no number, and a reason."""
    mine = []
    for item in asked:
        try:
            step = each.headline if item.reason == REASON else each.derivation[item.step.name if item.step else ""]
            mine.append(replace(item, step=step, whole=_whole_of(each, step, item.whole)))
        except DerivationsError as error:
            mine.append(replace(item, step=None, why_not=f"no value: {error}"))
    evaluation, roots = _whole(each, behind=behind)
    own = {item.of: item for item in regimes(each.derivation, [item.step for item in mine if item.step is not None])}
    chosen = [(name, own.get(item.of)) for name, item in split]
    varying = {*dims, *(roots.steps if roots is not None else ())}  # a root may be another one at each point
    broken = contradictory(each, evaluation, varying)
    return program(evaluation, dims, mine, chosen, reasons, branches, broken, roots)


def _whole_of(each: EvaluatedClaim, step: Step, whole: WholeAsked | None) -> WholeAsked | None:
    """The whole numbers of a combination, whose derivation may have them from something else, or not at all."""
    if whole is None:
        return None
    basis = basis_of(each.claim, each.derivation, step.name)
    alike = basis is not None and basis.is_minimum == bool(whole.at)
    return replace(whole, basis=basis if alike else None)


def _title(base: EvaluatedClaim, varied: Collection[str]) -> str:
    """The title of the claim and of the numbers behind it, or of the cards that vary."""
    if varied:
        return f"{base.claim.title}; each {' and '.join(sorted(varied))}"
    scenario = base.scenario.title.partition(", with ")[0]
    return f"{base.claim.title}; {scenario}" if scenario else base.claim.title
