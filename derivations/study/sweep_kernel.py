"""The program of a sweep, run on arrays: block by block, so that what is in between stays in the processor's caches.

It imports NumPy and, where it is there, numexpr, and nothing of the engine but functions on arrays: what runs on the
workers of a cluster.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from types import CodeType
from typing import Any

import numpy as np

from derivations.study.lambert_arrays import lambert
from derivations.study.root_arrays import root
from derivations.study.whole_arrays import first_whole, least_whole

_BLOCK = 1 << 16  # points: their numbers stay in a cache of the second level
_LARGE = 1 << 18  # with numexpr, which cuts them up itself
_COMPARE: dict[str, Callable[[Any, Any], Any]] = {
    ">": np.greater, ">=": np.greater_equal, "<": np.less, "<=": np.less_equal,
}
CODE = np.int8


@dataclass(frozen=True)
class Assignment:
    """A name and the expression that it stands for, for NumPy and, where that has the words, for numexpr."""

    name: str
    numpy: str
    numexpr: str


@dataclass(frozen=True)
class Output:
    """A variable of the dataset: the name of its number in the quantity's unit, and where it has none.

    `reason` is the variable that says why: `fails` are truth values with its code, `undefined` is the code for a number
    outside `limits`, and for every point without a `value`.
    """

    name: str
    reason: str
    value: str
    limits: tuple[tuple[str, float], ...]
    fails: tuple[tuple[str, int], ...]
    undefined: int


@dataclass(frozen=True)
class Choice:
    """A variable that holds the code of a regime: that of the first test that is true, of the last without any."""

    name: str
    tests: tuple[str, ...]
    codes: tuple[int, ...]


@dataclass(frozen=True)
class Program:
    """The assignments to make once and for every point, and what to keep of them. It is plain data and travels.

    `inputs` are the swept quantities with their letters in formulas and the size of their units, `constants` the other
    letters.
    """

    inputs: tuple[tuple[str, str, float], ...]
    constants: tuple[tuple[str, float], ...]
    once: tuple[Assignment, ...]
    each: tuple[Assignment, ...]
    outputs: tuple[Output, ...]
    choices: tuple[Choice, ...]


def dtype_of(program: Program) -> np.dtype[Any]:
    """The numbers, reasons and regimes of one point together."""
    fields: list[tuple[str, Any]] = []
    for output in program.outputs:
        fields += [(output.name, np.float64), *([(output.reason, CODE)] if output.reason else [])]
    return np.dtype([*fields, *((choice.name, CODE) for choice in program.choices)])


def run(
    program: Program, arrays: Mapping[str, Any], shape: tuple[int, ...], *, fast: bool | None = None
) -> dict[str, np.ndarray[Any, Any]]:
    """All variables at every point of a shape, which the arrays are broadcast to; these are in the quantities' units.

    `fast` asks for numexpr where the program has words for it, or forbids it; by default it is taken where it is
    installed and there are points enough.
    """
    kind = dtype_of(program)
    found = {name: np.empty(shape, dtype=kind[name]) for name in kind.names or ()}  # each part is filled once below
    with np.errstate(all="ignore"):
        letters: dict[str, Any] = {**_WORDS, **dict(program.constants)}
        for name, letter, factor in program.inputs:
            given = np.asarray(arrays[name], dtype=float)
            letters[letter] = given if factor == 1.0 else given * factor
        for item in program.once:
            letters[item.name] = _with_numpy(item, letters)
        is_asked = fast is not False and any(item.numexpr for item in program.each)
        evaluate = _evaluator(int(np.prod(shape, dtype=np.int64)), fast if is_asked else False)
        blocks = list(_blocks(shape, _BLOCK if evaluate is _with_numpy else _LARGE))
        large = {name: value for name, value in letters.items() if isinstance(value, np.ndarray) and value.ndim}
        for block in blocks:
            local = letters if len(blocks) == 1 else {
                **letters, **{name: _part(value, block) for name, value in large.items()},
            }
            places: Any = (..., *block)  # of a sweep over cards alone there is one point, and still an array of it
            _fill(program, dict(local), {name: array[places] for name, array in found.items()}, evaluate)
    return found


def records(*blocks: Any, program: Program, names: tuple[str, ...]) -> np.ndarray[Any, Any]:
    """All variables on a chunk, as records; what runs on a worker."""
    shape = np.broadcast_shapes(*(block.shape for block in blocks))
    kind = dtype_of(program)
    made = np.empty(shape, dtype=kind)
    for name, numbers in run(program, dict(zip(names, blocks, strict=True)), shape).items():
        made[name] = numbers
    return made


_Evaluator = Any  # a function of an assignment, the letters, and an array that may take the numbers


def _fill(program: Program, letters: dict[str, Any], found: Mapping[str, Any], evaluate: _Evaluator) -> None:
    places = {output.value: found[output.name] for output in program.outputs}
    flags = [choice for choice in program.choices if choice.codes == (1, 0)]
    places |= {choice.tests[0]: found[choice.name].view(np.bool_) for choice in flags}
    for item in program.each:
        letters[item.name] = evaluate(item, letters, places.get(item.name))
    for output in program.outputs:
        numbers = found[output.name]
        reasons = found[output.reason] if output.reason else np.empty(numbers.shape, dtype=CODE)
        reasons.fill(0)
        _put(output, letters, numbers, reasons)
    for choice in program.choices:
        codes = found[choice.name]
        if len(choice.tests) == 1 and choice.codes[1] == choice.codes[0] + 1:
            test = np.asarray(letters[choice.tests[0]]).view(CODE)  # true is one
            np.subtract(CODE(choice.codes[1]), test, out=codes)
            continue
        if choice.codes == (1, 0):
            if letters[choice.tests[0]] is not places[choice.tests[0]]:
                codes[...] = letters[choice.tests[0]]
            continue
        codes[...] = choice.codes[-1]
        for name, code in zip(reversed(choice.tests), reversed(choice.codes[:-1]), strict=True):
            np.putmask(codes, np.broadcast_to(letters[name], codes.shape), CODE(code))


def _put(output: Output, letters: Mapping[str, Any], numbers: Any, reasons: Any) -> None:
    """The numbers of one variable where it has any, else no number and the reason."""
    if not output.value:
        numbers[...] = np.nan
        reasons[...] = output.undefined
        return
    value = np.asarray(letters[output.value])
    if value is not numbers:
        numbers[...] = value
    if not _all_good(value, output.limits):
        good = np.isfinite(value)
        for operator, bound in output.limits:
            good &= _COMPARE[operator](value, bound)
        np.putmask(reasons, np.broadcast_to(~good, reasons.shape), CODE(output.undefined))
    for test, code in reversed(output.fails):
        failing = letters[test]
        if np.any(failing):
            np.putmask(reasons, np.broadcast_to(failing, reasons.shape), CODE(code))
    if reasons.any():
        np.putmask(numbers, reasons != 0, np.nan)


def _all_good(value: Any, limits: Sequence[tuple[str, float]]) -> bool:
    """True if all numbers are finite and within limits, as their ends say; these are none where any number is none."""
    ends = np.min(value), np.max(value)
    within = (_COMPARE[operator](end, bound) for operator, bound in limits for end in ends)
    return bool(np.isfinite(ends).all()) and all(within)


def _with_numpy(item: Assignment, letters: dict[str, Any], _place: Any = None) -> Any:
    return eval(_compiled(item.numpy), letters)  # printed from a tree: nothing in it is a reader's text


def _with_numexpr(item: Assignment, letters: dict[str, Any], place: Any = None) -> Any:
    import numexpr

    if not item.numexpr:
        return _with_numpy(item, letters)
    code = _compiled(item.numpy)
    used = {name: letters[name] for name in code.co_names if name in letters and name not in _WORDS}
    return numexpr.evaluate(item.numexpr, local_dict=used, global_dict={}, out=place)


def _evaluator(points: int, fast: bool | None) -> _Evaluator:
    if fast is False or (fast is None and points < _LARGE):
        return _with_numpy
    try:
        import numexpr  # noqa: F401 -- is it there?
    except ImportError:
        return _with_numpy
    return _with_numexpr


def _blocks(shape: Sequence[int], most: int) -> Iterator[tuple[slice, ...]]:
    """Parts of at most so many points, in order: whole rows while there is room."""
    each = block_shape(shape, most)
    starts = (range(0, size, step) for size, step in zip(shape, each, strict=True))
    for corner in product(*starts):
        yield tuple(slice(at, at + step) for at, step in zip(corner, each, strict=True))


def block_shape(shape: Sequence[int], most: int) -> tuple[int, ...]:
    """The shape of blocks of at most so many points that keep the order of rows.

    >>> block_shape((10, 1000, 300), 1000), block_shape((10, 2000), 1000)
    ((1, 3, 300), (1, 1000))
    """
    found: list[int] = []
    for size in reversed(shape):
        found.append(max(1, min(size, most)))
        most //= max(1, size)
    return tuple(reversed(found))


def _part(value: Any, block: tuple[slice, ...]) -> Any:
    """The part of an array that goes with a block: along an axis of length one all of it."""
    return value[tuple(slice(None) if size == 1 else part for size, part in zip(value.shape, block, strict=True))]


@lru_cache(maxsize=4096)
def _compiled(text: str) -> CodeType:
    return compile(text, "<a formula>", "eval")


def _total(term: Callable[[Any], Any], first: Any, last: Any) -> Any:
    """The sum of a term from a first to a last number, each of which may be an array."""
    return _counted(term, first, last, 0.0, np.add)


def _times(term: Callable[[Any], Any], first: Any, last: Any) -> Any:
    """The product of a term from a first to a last number, each of which may be an array."""
    return _counted(term, first, last, 1.0, np.multiply)


def _counted(term: Callable[[Any], Any], first: Any, last: Any, start: float, joined: Callable[..., Any]) -> Any:
    low, high = np.floor(first), np.floor(last)
    result: Any = start
    for place in range(int(np.min(low)), int(np.max(high)) + 1):
        inside = (low <= place) & (place <= high)
        result = joined(result, np.where(inside, term(np.float64(place)), start))
    return result


FUNCTIONS: dict[str, Any] = {
    "np": np, "total": _total, "times": _times, "lambert": lambert, "root": root,
    "least_whole": least_whole, "first_whole": first_whole,
}
_WORDS: dict[str, Any] = {"__builtins__": {}, **FUNCTIONS}
