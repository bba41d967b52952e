"""Written formulas in numbers: traced back through definitions as they were written, without SymPy.

This is how a number is found wherever fractions are enough. What a formula rests on is told exactly: on a quantity
that changes its value when it alone is changed, and not on one that the kernel's normal form shows to be without
influence on it, as the number of GPUs that cancels. Whatever is left open so is left to `traced`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from fractions import Fraction
from itertools import chain, cycle, islice, product
from typing import NamedTuple, TypeVar

from derivations.derivation.step import Step
from derivations.errors import UndecidedError
from derivations.kernel.normal_form import Algebra
from derivations.kernel.statement import term
from derivations.kernel.term import KernelError
from derivations.language.arithmetic import NotPlainError, exact_value
from derivations.language.quantity import Notation, domains_of
from derivations.language.tree import (
    BINDERS,
    COMPARE,
    Apply,
    Call,
    Name,
    Negative,
    Node,
    Number,
    Power,
    Sum,
    WrittenRelation,
    fold,
    names,
    parts,
    replace_in_relation,
    replace_names,
)
from derivations.numbers.definitions import DEFINING
from derivations.numbers.rational_function import RationalFunction, rational_function

_STEP = Fraction(1013, 1009)  # by which a quantity is changed to see whether a value rests on it
_OTHER = "_other"  # ends the name of another value of a quantity; a name has at most 40 characters
_TRIED = (Fraction(1), Fraction(10**15), Fraction(1, 10**15))  # numbers for what has none
_MOST_VARIED = 4  # quantities that have each of them in turn
# signs that a form may have, by what the kernel says of it
_SIGNS = {2: (1,), 1: (0, 1), 0: (0,), -1: (-1, 0), -2: (-1,)}
_ANY = (-1, 0, 1)
_MOST_PARTS = 1_000  # of a formula that is written out
_MOST_KEPT = 10_000  # answers about one formula, in as many scenarios


Values = Mapping[str, Fraction]
_Answer = TypeVar("_Answer")


class _Reached(NamedTuple):
    """The names that a formula is traced back to: those that have values, and those that have none."""

    given: frozenset[str]
    lacking: frozenset[str]
    numbers: dict[tuple[object, ...], Fraction | tuple[str, ...]]  # found so far, by what is given: nothing else counts


class Line(NamedTuple):
    """A difference that is linear in a name, perhaps once its denominator is cleared."""

    name: str
    offset: Fraction
    slope: Fraction
    cleared: bool


class _OneLetter(NamedTuple):
    """A formula in one name without a value, the names of the numbers in it, and what was found so far."""

    name: str
    tree: Node
    given: tuple[str, ...]
    found: dict[tuple[object, ...], RationalFunction | None]


class Chain(NamedTuple):
    """Formulas as the definitions behind them, each after those that it names, and the quantities that are given.

    What stands in `free` has no value, and whatever it were, the formulas would be the same.
    """

    definitions: tuple[tuple[str, Node], ...]
    given: frozenset[str]
    free: frozenset[str]

    def joined(self, other: Chain) -> Chain:
        """Both chains as one."""
        definitions = dict(self.definitions) | dict(other.definitions)
        return Chain(tuple(definitions.items()), self.given | other.given, self.free | other.free)


class WrittenFunction(NamedTuple):
    """A formula with the conditions that it holds under and the chain behind all of them.

    What runs without this package, or over arrays, is printed from it: the JavaScript of pages, the arrays of sweeps.
    """

    formula: Node
    conditions: tuple[WrittenRelation, ...]
    chain: Chain


def conditions_of(step: Step) -> tuple[WrittenRelation, ...]:
    """The conditions of a step as they are written, with its formula for the letter alone on its left.

    A condition holds of the number that the step gives this letter, whatever number the letter is given besides.
    """
    item, written = step.relation, tuple(each.written for each in step.conditions)
    if item is None or step.unknown or step.rule in DEFINING or not (item.left.name and item.is_equation):
        return written
    own = {item.left.name: item.right.tree}
    return tuple(replace_in_relation(each, own) for each in written)


class Written:
    """The formulas of a derivation for which the quantities named in `known` have values, whatever those are.

    `definitions` are the steps that define quantities, `unsolved` those that only an equation gives. What does not hang
    on the values is kept, so that many scenarios with the same names cost little more than one.
    """

    def __init__(
        self, notation: Notation, known: frozenset[str], definitions: Mapping[str, Step], unsolved: frozenset[str]
    ) -> None:
        self._notation = notation
        self._known = known
        self._definitions = {name: step for name, step in definitions.items() if name not in known}
        self._unsolved = unsolved - known
        self._usable_for: dict[str, dict[str, Node]] = {}
        self._found: dict[tuple[Node, str], _Reached | str] = {}  # or why fractions cannot tell
        self._behind: dict[tuple[Node, str], tuple[frozenset[str], tuple[Node, ...]]] = {}
        self._leaves: dict[tuple[Node, str], frozenset[str]] = {}
        self._free: dict[tuple[Node, str, str], bool] = {}
        self._standing: dict[tuple[object, ...], bool] = {}
        self._whatever: dict[tuple[object, ...], bool | str | None] = {}  # or why nothing is shown
        self._telling: dict[WrittenRelation, list[dict[str, Fraction]]] = {}
        self._in_one: dict[Node, list[_OneLetter]] = {}
        self._given_behind: dict[str, tuple[str, ...] | None] = {}
        self._numbers_here: tuple[Values, dict[tuple[object, ...], dict[str, Fraction]]] = ({}, {})
        self.unbroken: dict[tuple[object, ...], bool] = {}  # what was found to hold, by step and the numbers behind it
        self._out: dict[tuple[Node, str], Node] = {}
        self._less: dict[str, Written] = {}

    def without(self, name: str) -> Written:
        """The same where one quantity has no value and no definition."""
        if name not in self._less:
            definitions = {key: step for key, step in self._definitions.items() if key != name}
            self._less[name] = Written(self._notation, self._known - {name}, definitions, self._unsolved)
        return self._less[name]

    def number(
        self, tree: Node, values: Values, target: str = "", *, all_missing: bool = True
    ) -> Fraction | tuple[str, ...]:
        """The value of a formula, or the names that it lacks, or with `all_missing` false one of them.

        What would be traced back to `target`, the quantity in question, counts as lacking. Raises `NotPlainError` where
        fractions cannot tell.
        """
        given, lacking, numbers = self._reached(tree, target)
        key = (all_missing, *_as_integers(values, given))
        if key not in numbers:
            matters = (name for name in sorted(lacking) if self._matters(tree, name, values, target, lacking))
            missing = tuple(matters if all_missing else islice(matters, 1))
            found = missing or self._at(tree, target, values, dict.fromkeys(lacking, _STEP))
            keep_some(numbers, key, found)
            return found
        return numbers[key]

    def lacking(self, tree: Node) -> frozenset[str]:
        """The names without a value that a formula is traced back to. Raises `NotPlainError` for no closed form."""
        return self._reached(tree, "").lacking

    def given_behind(self, tree: Node) -> frozenset[str]:
        """The names with values that a formula is traced back to. Raises `NotPlainError` for no closed form."""
        return self._reached(tree, "").given

    def chain(self, trees: Iterable[Node], target: str = "") -> Chain:
        """The chain behind formulas, which is right whatever the values of the given quantities are.

        Raises `NotPlainError` where there is none: something has no closed form, or lacks a value that matters.
        """
        usable = self._usable(target)
        ordered: dict[str, Node] = {}
        given, lacking = set[str](), set[str]()

        def order(tree: Node) -> None:
            for name in sorted(names(tree) - ordered.keys()):
                if name in usable:
                    order(usable[name])
                    ordered[name] = usable[name]

        for tree in trees:
            reached = self._reached(tree, target)
            given |= reached.given
            for name in sorted(reached.lacking):
                if not self._is_free_of(tree, name, target):
                    raise NotPlainError(f"{name} has no value")
            lacking |= reached.lacking
            order(tree)
        return Chain(tuple(ordered.items()), frozenset(given), frozenset(lacking))

    def leaves(self, tree: Node, values: Values, target: str = "") -> frozenset[str]:
        """The quantities with values of their own that a formula names, or rests on. Raises `NotPlainError`."""
        found = self.behind(tree, values, target)
        named = names(tree) & self._known - found
        for name in named:
            if sum(part == Name(name) for part in parts(tree)) > 1:
                raise NotPlainError(f"{name} may cancel")
        return found | named

    def behind(self, tree: Node, values: Values, target: str = "") -> frozenset[str]:
        """The quantities with values of their own that a formula rests on. Raises `NotPlainError`."""
        key = tree, target
        if key not in self._leaves:
            given, lacking, _ = self._reached(tree, target)
            self._leaves[key] = frozenset(
                name for name in given
                if self._moves(tree, name, values, target, lacking) or not self._is_free_of(tree, name, target)
            )
        return self._leaves[key]

    def stands_without(self, condition: WrittenRelation, values: Values) -> bool | None:
        """True if a condition holds whatever the values of what has none, False if it fails so; None if that is open.

        A common factor of both sides cannot change which is larger. Raises `NotPlainError` where none of this is shown.
        """
        key = self._asked(condition, values)
        if key not in self._whatever:
            try:
                found: bool | str | None = self._stands_whatever(condition, values)
            except NotPlainError as error:
                found = str(error)
            keep_some(self._whatever, key, found)
        if isinstance(found := self._whatever[key], str):
            raise NotPlainError(found)
        return found

    def _stands_whatever(self, condition: WrittenRelation, values: Values) -> bool | None:
        sides = condition.left, condition.right
        written_out = [self._written_out(side, "") for side in sides]
        for left, right in (sides, written_out):  # first as they are named: a letter that is defined has a domain, too
            told = {bool(COMPARE[condition.operator](sign, 0))
                    for sign in self._signs(self._with_numbers(left, values), self._with_numbers(right, values))}
            if len(told) == 1:
                return told.pop() or (None if condition.operator == "=" else False)
        lacking = set().union(*(self._reached(side, "").lacking for side in sides))
        seen = set()
        for sizes in self._points(lacking):
            with suppress(NotPlainError):
                here = [self._at(side, "", values, sizes) for side in sides]
                seen.add(bool(COMPARE[condition.operator](*here)))
            if len(seen) > 1:
                return None
        raise NotPlainError("nothing is shown for every value")

    def may_stand(self, relation: WrittenRelation, values: Values) -> bool:
        """False if a relation is broken whatever the values of what has none are, as the domains alone tell.

        Raises `NotPlainError` where the kernel's algebra has no say.
        """
        key = self._asked(relation, values)
        if key not in self._standing:
            keep_some(self._standing, key, self._may_stand(relation, values))
        return self._standing[key]

    def _asked(self, relation: WrittenRelation, values: Values) -> tuple[object, ...]:
        """A relation with the values that it is traced back to. Raises `NotPlainError`."""
        sides = relation.left, relation.right
        put_in = (names(self._written_out(side, "")) & self._known for side in sides)
        return (*sides, relation.operator, *(_as_integers(values, sorted(each)) for each in put_in))

    def unsolved_behind(self, tree: Node, target: str = "") -> tuple[frozenset[str], tuple[Node, ...]]:
        """The names that only an equation gives, of those that a formula is traced back to, and what it rounds."""
        key = tree, target
        if key not in self._behind:
            out = self._written_out(tree, target)
            rounded = (part for part in parts(out) if isinstance(part, Call) and part.function in ("ceil", "floor"))
            self._behind[key] = names(out) & self._unsolved, tuple(rounded)
        return self._behind[key]

    def counts(self, node: Node) -> bool:
        """True for a formula with a sum or a product over an index, written out."""
        return any(isinstance(part, Call) and part.function in BINDERS for part in parts(self._written_out(node, "")))

    def lines(self, relation: WrittenRelation, values: Values) -> Iterator[Line]:
        """The one name without a value in a relation, and left side less right one as offset and slope in it.

        Of a quotient they are those of its numerator, where the sign of its denominator is known, or no matter. It may
        be linear in one name as it is, and so in another that this one is traced back to.
        """
        told = dict[bool, str]()
        difference = Sum((relation.left, Negative(relation.right)))
        if difference not in self._in_one:
            self._in_one[difference] = self._levels(difference)
        for name, tree, given, found in self._in_one[difference]:
            key = _as_integers(values, given)
            if key not in found:
                keep_some(found, key, _rational_or_none(tree, name, values))
            if (function := found[key]) is None or len(function.over) > 2:
                continue
            bounded = any(operator[0] == ">" and end >= 0 for operator, end in self._notation[name].range.limits)
            cleared = len(function.under) > 1
            sign = function.sign_below() if bounded or not cleared else 0
            if cleared in told or name in told.values() or (not sign and relation.operator != "="):
                continue
            told[cleared] = name
            offset, slope, *_ = (*function.over, Fraction(0), Fraction(0))
            yield Line(name, offset * (sign or 1), slope * (sign or 1), cleared)

    def _levels(self, tree: Node) -> list[_OneLetter]:
        """A formula in one name without a value, as often as it is one while it is traced back: the last one first.

        It may be the name of a formula in which several have none.
        """
        usable, found = self._usable(""), list[_OneLetter]()
        with suppress(NotPlainError):  # where it is long
            while True:
                while traced := {
                        name: usable[name] for name in names(tree) if name in usable and self._has_value(name)}:
                    tree = _put_in(tree, traced)
                lacking = names(tree) - self._known
                if len(lacking) == 1:
                    found.insert(0, _OneLetter(min(lacking), tree, tuple(names(tree) & self._known), {}))
                first = {name: usable[name] for name in lacking & usable.keys()
                         if not any(self._leads_to(other, name) for other in lacking - {name})}
                if not first:
                    break
                tree = _put_in(tree, first)
        return found

    def _has_value(self, name: str) -> bool:
        """True for what is traced back to given numbers alone."""
        try:
            return not self._reached(Name(name), "").lacking
        except NotPlainError:
            return False

    def values_behind(self, step: Step, values: Values) -> tuple[tuple[int, int], ...] | None:
        """The given numbers on which it hangs whether the relation and the conditions of a step hold; None if on more.

        `step` is one of the derivation, as what it hangs on is kept by its name.
        """
        if step.name not in self._given_behind:
            relations = (*((step.relation,) if step.relation is not None else ()), *step.conditions)
            try:
                reached = [self._reached(side.tree, "") for item in relations for side in (item.left, item.right)]
                self._given_behind[step.name] = tuple(frozenset().union(*(each.given for each in reached)))
            except NotPlainError:
                self._given_behind[step.name] = None
        given = self._given_behind[step.name]
        return None if given is None else _as_integers(values, given)

    def _may_stand(self, relation: WrittenRelation, values: Values) -> bool:
        """The same, anew: first at some numbers, which is quick, and mostly tells; those that told last time first."""
        holds, seen = COMPARE[relation.operator], dict[int, dict[str, Fraction]]()
        sides = relation.left, relation.right
        with suppress(NotPlainError):
            lacking = set().union(*(self._reached(side, "").lacking for side in sides))
            for sizes in chain(self._telling.get(relation, ()), self._points(lacking)):
                with suppress(NotPlainError):
                    left, right = (self._at(side, "", values, sizes) for side in sides)
                    sign = (left > right) - (left < right)
                    seen.setdefault(sign, sizes)
                    if holds(sign, 0) or {1, -1} <= seen.keys():  # what has both signs may be zero
                        self._telling[relation] = [sizes] if holds(sign, 0) else [seen[1], seen[-1]]
                        return True
        return any(holds(sign, 0) for sign in self._signs(*(self._filled(side, "", values) for side in sides)))

    def _points(self, lacking: Iterable[str]) -> Iterator[dict[str, Fraction]]:
        """A few choices of numbers for what has none, in the domains."""
        ordered = sorted(lacking)
        for chosen in product(_TRIED, repeat=min(len(ordered), _MOST_VARIED)):
            sizes = dict(zip(ordered, cycle(chosen)))
            if all(self._notation[name].range.contains(size) for name, size in sizes.items()):
                yield sizes

    def _signs(self, left: Node, right: Node) -> tuple[int, ...]:
        """The signs that the left side less the right one can have, as the domains alone tell."""
        _refuse_symbols_above(left, right)
        algebra = Algebra(domains_of(self._notation))
        try:
            form = algebra.difference(term(left), term(right))
        except KernelError as error:
            raise NotPlainError(str(error)) from None
        sign = None if form.need else algebra.form_sign(form)
        return _ANY if sign is None else _SIGNS[sign]

    def _usable(self, target: str) -> dict[str, Node]:
        """The right sides of the definitions, without those that lead back to `target`."""
        if target not in self._usable_for:
            self._usable_for[target] = {
                name: _right(step) for name, step in self._definitions.items()
                if not (target and self._leads_to(name, target))
            }
        return self._usable_for[target]

    def _leads_to(self, name: str, target: str) -> bool:
        seen: set[str] = set()
        pending = [name]
        while pending:
            current = pending.pop()
            if current == target:
                return True
            if current not in seen and current in self._definitions:
                seen.add(current)
                pending += names(_right(self._definitions[current]))
        return False

    def _reached(self, tree: Node, target: str) -> _Reached:
        """The names that a formula is traced back to."""
        key = tree, target
        if key not in self._found:
            try:
                self._found[key] = self._trace(tree, self._usable(target))
            except NotPlainError as error:
                self._found[key] = str(error)
        if isinstance(found := self._found[key], str):
            raise NotPlainError(found)
        return found

    def _trace(self, tree: Node, usable: Mapping[str, Node]) -> _Reached:
        given, lacking, closed = set[str](), set[str](), set[str]()

        def trace(node: Node, above: frozenset[str]) -> None:
            if any(isinstance(part, Apply) for part in parts(node)):
                raise NotPlainError("any function")
            for name in names(node):
                if name in above:
                    raise NotPlainError(f"{name} leads back to itself")
                if name in self._known:
                    given.add(name)
                elif name in self._unsolved:
                    raise NotPlainError(f"{name} has no closed form")
                elif name not in usable:
                    lacking.add(name)
                elif name not in closed:
                    trace(usable[name], above | {name})
                    closed.add(name)

        trace(tree, frozenset())
        return _Reached(frozenset(given), frozenset(lacking), {})

    def _at(self, tree: Node, target: str, values: Values, changed: Values) -> Fraction:
        """The value with some quantities at other numbers than their own."""
        usable, found = self._usable(target), self._found_here(target, values, changed)

        def number_of(name: str) -> Fraction:
            if name not in found:
                found[name] = values[name] if name in self._known else exact_value(usable[name], number_of)
            return found[name]

        return exact_value(tree, number_of)

    def _found_here(self, target: str, values: Values, changed: Values) -> dict[str, Fraction]:
        """The numbers of names in one scenario: the formulas of its steps name the same ones."""
        if self._numbers_here[0] is not values:
            self._numbers_here = values, {}
        key = target, *changed, *_as_integers(changed, changed)
        found = self._numbers_here[1].get(key)
        if found is None:
            found = self._numbers_here[1][key] = dict(changed)
        return found

    def _matters(self, tree: Node, name: str, values: Values, target: str, lacking: frozenset[str]) -> bool:
        """True unless a formula is shown not to rest on what has no value, the others being what they are.

        With ``L = 0`` it does not matter what L is over.
        """
        with suppress(NotPlainError):
            if self._is_free_of(tree, name, target):  # for any numbers, which is found once
                return False
        moves = self._moves(tree, name, values, target, lacking)
        return moves or not self._is_same(self._filled(tree, target, values), name)

    def _moves(self, tree: Node, name: str, values: Values, target: str, lacking: frozenset[str]) -> bool:
        """True if the value is another one with another number for a quantity. Raises `NotPlainError`."""
        # each at a number of its own, so that nothing cancels by chance
        others = {key: _STEP**place for place, key in enumerate(sorted(lacking), 2)}
        own = values[name] if name in self._known else others[name]
        here = self._at(tree, target, values, {**others, name: own})
        for other in ((own or 1) * _STEP, own + 1):  # where only whole numbers have a value, the second has one
            with suppress(NotPlainError):
                return here != self._at(tree, target, values, {**others, name: other})
        return False

    def _is_free_of(self, tree: Node, name: str, target: str) -> bool:
        """True if a formula, written out, is the same whatever a quantity is."""
        key = tree, name, target
        if key not in self._free:
            self._free[key] = self._is_same(self._written_out(tree, target), name)
        return self._free[key]

    def _is_same(self, out: Node, name: str) -> bool:
        """True if the kernel's normal form is the same for two values of a quantity. Raises `NotPlainError`."""
        if name not in names(out):
            return True
        _refuse_symbols_above(out)
        domains = domains_of(self._notation)
        domains[name + _OTHER] = domains[name]
        try:
            other = replace_names(out, {name: Name(name + _OTHER)})
            return not Algebra(domains).difference(term(out), term(other)).over
        except (KernelError, UndecidedError) as error:
            raise NotPlainError(str(error)) from None

    def _filled(self, tree: Node, target: str, values: Values) -> Node:
        """The formula with every definition and every number put in."""
        return self._with_numbers(self._written_out(tree, target), values)

    def _with_numbers(self, tree: Node, values: Values) -> Node:
        return replace_names(tree, {name: _literal(values[name]) for name in names(tree) & self._known})

    def _written_out(self, tree: Node, target: str) -> Node:
        """The formula with every definition put in."""
        key = tree, target
        if key not in self._out:
            usable, out = self._usable(target), tree
            while again := {name: usable[name] for name in names(out) if name in usable}:
                out = _put_in(out, again)
            self._out[key] = out
        return self._out[key]


def _put_in(tree: Node, definitions: Mapping[str, Node]) -> Node:
    """A formula with others for names. Raises `NotPlainError` where one lands in a sum over it, and for a long one."""
    try:
        tree = replace_names(tree, definitions)
    except UndecidedError as error:
        raise NotPlainError(str(error)) from None
    if sum(1 for _ in parts(tree)) > _MOST_PARTS:
        raise NotPlainError("a formula too long to be written out")
    return tree


def _as_integers(values: Values, chosen: Iterable[str]) -> tuple[tuple[int, int], ...]:
    """The values of some names as keys: a fraction takes long to be hashed, whole numbers do not."""
    return tuple([values[name].as_integer_ratio() for name in chosen])


def keep_some(kept: dict[tuple[object, ...], _Answer], key: tuple[object, ...], found: _Answer) -> None:
    """Keep an answer; of a sweep over very many points the last ones alone."""
    if len(kept) >= _MOST_KEPT:
        kept.clear()
    kept[key] = found


def _rational_or_none(tree: Node, name: str, values: Values) -> RationalFunction | None:
    """A formula as a quotient of polynomials in a name; None where it is none."""
    with suppress(NotPlainError):
        return rational_function(tree, name, values.__getitem__)
    return None


def _refuse_symbols_above(*trees: Node) -> None:
    """Raise `NotPlainError` for powers with a symbol above: their normal forms may take long."""
    for part in (part for tree in trees for part in parts(tree)):
        if isinstance(part, Power) and fold(part.exponent) is None:
            raise NotPlainError("a power with a symbol above")


def _literal(size: Fraction) -> Node:
    return Number(size) if size >= 0 else Negative(Number(-size))


def _right(step: Step) -> Node:
    assert step.relation is not None
    return step.relation.written.right
