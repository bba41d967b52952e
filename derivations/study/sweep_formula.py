"""One program for all that a sweep asks of an evaluation, from the written formulas, printed for arrays.

The formulas are those of `Evaluation.function`, from which pages print JavaScript, too; what only numbers solve is a
root of the relation that the engine solves, as on pages (`live_function`). Products and sums are grouped by the
dimensions that their parts go along, so that what is the same for all points is computed once. That rounds otherwise
than the author's order does, by some units in the last place.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from derivations.claim.whole_numbers import MOST_WHOLE, Basis
from derivations.derivation.step import Step
from derivations.errors import InputError, UndecidedError
from derivations.language.printing.python_code import python_name, to_arrays, to_numexpr
from derivations.language.printing.text import to_text
from derivations.language.quantity import Quantity
from derivations.language.relation import OPPOSITE
from derivations.language.tree import (
    BINDERS,
    Apply,
    Call,
    Name,
    Negative,
    Node,
    Number,
    Product,
    Quotient,
    Sum,
    WrittenRelation,
    children,
    names,
    parts,
    replace_names,
    with_children,
)
from derivations.numbers.evaluation import NO_NUMBER, Evaluation
from derivations.numbers.letter_range import least
from derivations.numbers.written import WrittenFunction
from derivations.study.live_function import LiveRoot, Roots, refuse_least, root_code
from derivations.study.regimes import Regimes
from derivations.study.sweep_contradictions import Contradictory
from derivations.study.sweep_kernel import Assignment, Choice, Output, Program

CONTRADICTION = "contradiction"  # the variable that says what the numbers of a point break
NO_VALUE = "no value here: the formula divides by zero, or leaves its domain"
_WORD = re.compile(r"[A-Za-z_]\w*")
_MOST_NAMES = 24  # in one expression of numexpr, which takes 31
_CLOSE = Fraction(1, 10**12)  # relative: what is divided by has that many digits at least
_QUICK = frozenset({"abs", "maximum", "minimum", "where"})  # functions that cost no more than a product does
_NO_NUMBER = 1  # a code where nothing is told


@dataclass(frozen=True)
class WholeAsked:
    """The variables of the whole numbers beside a step, and of what is minimized at them; of a bound there is no other.

    Without a `basis`, as a derivation under other premises may have none, they have no numbers.
    """

    name: str
    at: str
    basis: Basis | None

    @property
    def names(self) -> tuple[str, ...]:
        """Both names, as far as there are two."""
        return tuple(filter(None, (self.name, self.at)))


@dataclass(frozen=True)
class Asked:
    """A variable of a sweep, the one with the reasons why it has no number, and the step that it is the number of.

    Without a `step` it has none, for the reason `why_not`. `whole` are the variables of the whole numbers beside it.
    """

    name: str
    reason: str
    step: Step | None
    factor: Fraction
    limits: tuple[tuple[str, int], ...]
    outside: str = "outside the condition"  # the words for a condition that fails
    why_not: str = ""
    whole: WholeAsked | None = None


class Codes:
    """The words of a variable of codes, in the order in which they were met."""

    def __init__(self, *words: str) -> None:
        self.words = list(words)

    def __getitem__(self, word: str) -> int:
        if word not in self.words:
            self.words.append(word)
        return self.words.index(word)


def program(
    evaluation: Evaluation, dims: Mapping[str, tuple[str, ...]], asked: Sequence[Asked],
    split: Sequence[tuple[str, Regimes | None]], reasons: Mapping[str, Codes], branches: Mapping[str, Codes],
    broken: Sequence[Contradictory] = (), roots: Roots | None = None,
) -> Program:
    """The program of an evaluation over quantities that go along dimensions; `roots` are what equations alone give.

    The words of reasons and branches, by their variables, are added to, so that several programs share their codes.
    """
    writer = _Writer(evaluation, dims, roots)
    outputs = [writer.output(item, reasons[item.reason]) for item in asked]
    for item, found in zip(asked, tuple(outputs), strict=True):
        outputs += writer.whole(item, found)
    choices = [writer.choice(name, item, branches[name]) for name, item in split]
    choices.append(writer.contradiction(broken, branches[CONTRADICTION]))
    return writer.program(outputs, choices)


class _Writer:
    """Formulas made assignments; each definition once, each formula as few operations on all points as it needs."""

    def __init__(self, evaluation: Evaluation, dims: Mapping[str, tuple[str, ...]], roots: Roots | None) -> None:
        self._evaluation = evaluation
        self._roots = roots
        self._between: dict[str, LiveRoot] = {}  # of the quantities that only equations give, in the order of need
        self._behind: dict[str, tuple[str, ...]] = {}  # those that each of them rests on
        self._swept = dims
        self._dims = {name: frozenset(along) for name, along in dims.items()}
        self._all = frozenset[str]().union(*self._dims.values())
        self._known: dict[str, float] = {}
        self._trees: dict[str, Node] = {}  # of the definitions
        self._once: list[Assignment] = []
        self._each: list[Assignment] = []
        self._kept: dict[Node, str] = {}

    def program(self, outputs: Iterable[Output], choices: Iterable[Choice]) -> Program:
        """All that was written so far."""
        notation = self._evaluation.derivation.notation
        inputs = tuple((name, python_name(name), float(notation[name].parsed_unit.factor)) for name in self._swept)
        outputs, choices = tuple(outputs), tuple(choices)
        kept = {output.value for output in outputs} | {test for output in outputs for test, _ in output.fails}
        kept |= {test for choice in choices for test in choice.tests}
        is_grid = self._all not in map(frozenset, self._swept.values())
        each = tuple(_light_by_numpy(item, is_grid=is_grid) for item in _merged(self._each, kept))
        constants = tuple(self._known.items())
        return Program(inputs, constants, tuple(self._once), each, outputs, choices)

    def output(self, asked: Asked, reasons: Codes) -> Output:
        """The number of a step, with the reasons for which it may have none."""
        step = asked.step
        if step is None:
            return Output(asked.name, asked.reason, "", (), (), reasons[asked.why_not])
        try:
            if not step.verdict.holds:
                raise UndecidedError(f"step {step.name} cannot be used: {step.verdict}")
            function = self._function(step)
            self._define(function.chain.definitions, function.chain.given, function.chain.free)
            fails = tuple((self._fails(item), reasons[f"{asked.outside}: {written} does not hold"])
                          for item, written in zip(function.conditions, step.conditions, strict=True))
            fails += self._without_root(function.chain.given, asked.outside, reasons)
            fails += tuple((self._all_hold(relations), reasons[f"{NO_NUMBER}: {told}"])
                           for told, relations in self._poles(function))
            value = self._named(_in_units(function.formula, asked.factor))
        except (UndecidedError, InputError) as error:
            return Output(asked.name, asked.reason, "", (), (), reasons[f"no value: {error}"])
        limits = tuple((operator, float(bound / asked.factor)) for operator, bound in asked.limits)
        return Output(asked.name, asked.reason, value, limits, fails, reasons[NO_VALUE])

    def _poles(self, function: WrittenFunction) -> Iterator[tuple[str, tuple[WrittenRelation, ...]]]:
        """What is divided by and may cancel, and relations that hold where floats do not tell it from zero.

        Its positive terms are then the negative ones, as far as their digits go. Where a condition speaks of the same
        letters, as ``L < L_x`` of ``1 - L/L_x``, nothing is asked beside it: each such test costs time at every point.
        """
        notation, seen = self._evaluation.derivation.notation, dict[Sum, None]()
        definitions = dict(function.chain.definitions)
        for tree in (function.formula, *definitions.values()):
            for part in parts(tree):
                pending = [part.denominator] if isinstance(part, Quotient) else []
                while pending:
                    match pending.pop():
                        case Product(factors):
                            pending += factors
                        case Name(name) if name in definitions:
                            pending.append(definitions[name])
                        case Sum() as found:
                            seen[found] = None
        for found in seen:
            less = tuple(term.operand for term in found.terms if isinstance(term, Negative))
            more = tuple(term for term in found.terms if not isinstance(term, Negative))
            if any(names(found) <= names(item.left) | names(item.right) for item in function.conditions):
                continue
            if not (less and more) or min(least(term, notation) for term in (*less, *more)) < 0:
                continue
            told = f"floats do not tell {to_text(found)} from 0"
            yield told, (WrittenRelation(Sum(more), "<=", Product((Number(1 + _CLOSE), Sum(less)))),
                         WrittenRelation(Sum(more), ">=", Product((Number(1 - _CLOSE), Sum(less)))))

    def whole(self, asked: Asked, found: Output) -> list[Output]:
        """The whole numbers beside a step, and what is minimized at them, where the step has a number."""
        if asked.whole is None:
            return []
        whole, step = asked.whole, asked.step
        try:
            if step is None or whole.basis is None or not found.value:
                raise UndecidedError(f"{asked.name} has no number")
            made = self._neighbors(whole.basis, step) if whole.basis.is_minimum else self._first(whole.basis)
        except (UndecidedError, InputError):
            return [Output(name, "", "", (), (), _NO_NUMBER) for name in whole.names]
        fails = tuple((test, _NO_NUMBER) for test, _ in found.fails)
        return [Output(name, "", value, (), fails, _NO_NUMBER) for name, value in zip(whole.names, made, strict=True)]

    def _first(self, basis: Basis) -> list[str]:
        """The name of the first whole number that satisfies a bound, which need not be the number that is given."""
        relation, quantity = basis.source.relation, basis.quantity
        assert relation is not None
        function = basis.free(self._evaluation).function(basis.source.name)
        self._define(function.chain.definitions, function.chain.given, function.chain.free)
        number = self._named(function.formula)
        text = f"first_whole({number}, {relation.operator!r}, {_floats(quantity.range.limits)!r})"
        return [self._in_units(self._dims[number], text, quantity)]

    def _neighbors(self, basis: Basis, step: Step) -> list[str]:
        """The names of the better whole number beside a minimum, and of what is minimized there."""
        number = self._named(self._function(step).formula)
        quantity, (formula, conditions) = basis.quantity, self._at_given(basis)
        of = self._evaluation.derivation.notation[basis.source.subject_name]
        body = to_arrays(formula)
        for item in conditions:
            left, right = map(to_arrays, (item.left, item.right))
            body = f"np.where(({left}) {OPPOSITE.get(item.operator, '!=')} ({right}), np.nan, {body})"
        inside = names(formula).union(*(names(item.left) | names(item.right) for item in conditions)) - {quantity.name}
        along = frozenset[str]().union(self._dims[number], *map(self._along, sorted(inside)))
        value = f"lambda {python_name(quantity.name)}: {body}"
        relation = basis.source.relation
        values = _floats(of.range.limits) if relation is not None and relation.is_equation else []
        limits = _floats(quantity.range.limits)
        best = self._assign(self._new(), along, None,
                            f"least_whole({value}, {number}, {limits!r}, {values!r}, {float(MOST_WHOLE)!r})")
        return [self._in_units(along, best, quantity), self._in_units(along, f"({value})({best})", of)]

    def _at_given(self, basis: Basis) -> tuple[Node, tuple[WrittenRelation, ...]]:
        """What is minimized, as a formula in what comes whole: definitions that rest on that are written out in it."""
        name = basis.quantity.name
        there = basis.at(self._evaluation, Fraction(1))
        try:
            function = there.function(basis.source.name)
        except UndecidedError:
            function = there.in_closed_forms().function(basis.source.name)
        if any(name in self._behind_root(root) for root in function.chain.given & self._root_names - {name}):
            raise UndecidedError(f"what only an equation gives rests on {name}")
        inside: dict[str, Node] = {}
        for key, tree in function.chain.definitions:
            if names(tree) & {name, *inside}:
                inside[key] = replace_names(tree, inside)
        rest = [(key, tree) for key, tree in function.chain.definitions if key not in inside]
        self._define(rest, function.chain.given - {name}, function.chain.free)
        conditions = tuple(WrittenRelation(replace_names(item.left, inside), item.operator,
                                           replace_names(item.right, inside)) for item in function.conditions)
        return replace_names(function.formula, inside), conditions

    @property
    def _root_names(self) -> frozenset[str]:
        return frozenset() if self._roots is None else frozenset(self._roots.steps)

    def _behind_root(self, name: str) -> frozenset[str]:
        """Every quantity that what only an equation gives rests on."""
        assert self._roots is not None
        found, pending = set[str](), [name]
        while pending:
            chain = self._roots.chain(pending.pop())
            pending += chain.given & self._root_names - found
            found |= chain.given | {key for key, _ in chain.definitions}
        return frozenset(found)

    def _in_units(self, along: frozenset[str], text: str, quantity: Quantity) -> str:
        """The name of a number in base units, in the unit of a quantity."""
        factor = quantity.parsed_unit.factor
        return self._assign(self._new(), along, None, text if factor == 1 else f"({text})/{float(factor)!r}")

    def _function(self, step: Step) -> WrittenFunction:
        """A step as a function of what has values; of an equation that only numbers solve, its unknown."""
        return self._evaluation.function(step.name) if self._roots is None else self._roots.function(step)

    def choice(self, name: str, split: Regimes | None, branches: Codes) -> Choice:
        """The branch that a point is in; none where there is no split, or a condition hangs on what has no value."""
        tests, none = [], Choice(name, (), (0,))
        if split is None:
            return none
        try:
            for step in split.branches[:-1]:
                sides = [side.tree for item in step.conditions for side in (item.left, item.right)]
                chain = self._evaluation.chain(sides)
                self._define(chain.definitions, chain.given, chain.free)
                tests.append(self._all_hold([item.written for item in step.conditions]))
        except (UndecidedError, InputError):
            return none
        return Choice(name, tuple(tests), tuple(branches[word] for word in split.names))

    def contradiction(self, broken: Sequence[Contradictory], words: Codes) -> Choice:
        """Contradiction of the numbers of a point, of several things the first."""
        tests, codes = [], []
        for item in broken:
            try:
                chain = self._evaluation.chain([side for each in item.relations for side in (each.left, each.right)])
                self._define(chain.definitions, chain.given, chain.free)
                tests.append(self._all_hold(item.relations))
            except (UndecidedError, InputError):
                continue
            codes.append(words[item.words])
        return Choice(CONTRADICTION, tuple(tests), (*codes, 0))

    def _define(self, definitions: Iterable[tuple[str, Node]], given: Iterable[str], free: Iterable[str]) -> None:
        """The letters of a chain, as far as they are new."""
        values = self._evaluation.scenario.values
        for name in sorted(given):
            if self._roots is not None and name in self._roots.steps:
                self._look_for(name)
            elif name not in self._dims:
                self._known[python_name(name)] = float(values[name].number)
                self._dims[name] = frozenset()
        for name in sorted(free):
            if name not in self._dims:  # whatever it is, the formulas are the same
                self._known[python_name(name)] = 1.0
                self._dims[name] = frozenset()
        for name, tree in definitions:
            if name not in self._dims:
                self._trees.setdefault(name, tree)

    def _look_for(self, name: str) -> None:
        """Write the search for a quantity that only an equation gives, after what its equation rests on."""
        if name in self._dims:
            return
        assert self._roots is not None
        if name in self._behind:
            raise UndecidedError(f"the equation of {name} rests on {name} by another one")
        refuse_least(self._roots.steps[name])
        chain = self._roots.chain(name)
        self._behind[name] = tuple(sorted(chain.given & self._roots.steps.keys()))
        self._define(chain.definitions, chain.given, chain.free)
        item = self._roots.root(name)
        left, right = item.sides
        along = frozenset[str]().union(*map(self._along, sorted((names(left) | names(right)) - {name})))
        self._assign(python_name(name), along, None, root_code(name, item))
        self._dims[name] = along
        self._between[name] = item

    def _without_root(self, given: Iterable[str], outside: str, reasons: Codes) -> tuple[tuple[str, int], ...]:
        """Tests with their codes that a formula rests on an equation without a root, or with several of them.

        Where there is none as a condition of the equation fails, that is the reason, as the exact engine has it.
        """
        assert self._roots is not None or not self._between
        wanted, pending = set[str](), [name for name in given if name in self._between]
        while pending:
            name = pending.pop()
            wanted.add(name)
            pending += [other for other in self._behind[name] if other not in wanted]
        found: list[tuple[str, int]] = []
        for name in (each for each in self._between if each in wanted):
            letter, item = python_name(name), self._between[name]
            assert self._roots is not None
            for condition in self._roots.steps[name].conditions:
                written = condition.written
                chain = self._evaluation.chain((written.left, written.right))
                self._define(chain.definitions, chain.given, chain.free)
                text = f"{self._fails(written)} & ({letter} != {letter})"
                both = self._assign(self._new(), self._dims[name] | self._all_of(written), None, text, text)
                found.append((both, reasons[f"{outside}: {condition} does not hold"]))
            between = " to ".join(item.between)
            for test, told in ((f"{letter} != {letter}", f"{name} has no root"),
                               (f"{letter} > 1e300", f"{name} has several roots")):
                named = self._assign(self._new(), self._dims[name], None, test, test)
                found.append((named, reasons[f"{NO_NUMBER}: {told} from {between}"]))
        return tuple(found)

    def _all_of(self, written: WrittenRelation) -> frozenset[str]:
        """The dimensions that a relation goes along."""
        return frozenset[str]().union(*map(self._along, sorted(names(written.left) | names(written.right))))

    def _along(self, name: str) -> frozenset[str]:
        """The dimensions that a letter goes along; one that is defined is written first."""
        if name not in self._dims:
            lifted, along = self._lifted(self._trees[name])
            self._assign(python_name(name), along, lifted)
            self._dims[name] = along
        return self._dims[name]

    def _named(self, tree: Node) -> str:
        """The name of a formula's number."""
        lifted, along = self._lifted(tree)
        return python_name(lifted.name) if isinstance(lifted, Name) else self._part(lifted, along)

    def _fails(self, condition: WrittenRelation) -> str:
        """The name of a truth value: that a condition fails."""
        return self._test(lambda left, right: f"({left}) {OPPOSITE.get(condition.operator, '!=')} ({right})", condition)

    def _all_hold(self, conditions: Sequence[WrittenRelation]) -> str:
        """The name of a truth value: that conditions hold, all of them."""
        tests = [self._test(_comparison(item.operator), item) for item in conditions]
        if len(tests) == 1:
            return tests[0]
        along = frozenset[str]().union(*(self._dims[test] for test in tests))
        text = " & ".join(tests)
        return self._assign(self._new(), along, None, text, text)

    def _test(self, printed: Callable[[str, str], str], item: WrittenRelation) -> str:
        (left, first), (right, second) = self._lifted(item.left), self._lifted(item.right)
        along = first | second
        left, right = self._apart(left, first, along), self._apart(right, second, along)
        return self._assign(self._new(), along, None, printed(to_arrays(left), to_arrays(right)),
                            printed(to_numexpr(left), to_numexpr(right)))

    def _lifted(self, node: Node) -> tuple[Node, frozenset[str]]:
        """A formula in which what goes along fewer dimensions has a name, and the dimensions that it goes along."""
        if (isinstance(node, Call) and node.function in BINDERS) or not children(node) or isinstance(node, Apply):
            return node, frozenset[str]().union(*map(self._along, sorted(names(node))))
        if isinstance(node, Product | Quotient):
            return self._grouped(*self._cancelled(*self._factors(node)))
        if isinstance(node, Sum):
            return self._added(node.terms)
        lifted = [self._lifted(child) for child in children(node)]
        along = frozenset[str]().union(*(each for _, each in lifted))
        return with_children(node, [self._apart(part, own, along) for part, own in lifted]), along

    def _factors(self, node: Node) -> tuple[list[Node], list[Node]]:
        """What a product of quotients multiplies and divides by, with the products that its letters are defined as."""
        match node:
            case Name(name) if name not in self._dims and isinstance(self._trees.get(name), Product | Quotient):
                return self._factors(self._trees[name])
            case Product(factors):
                both = [self._factors(factor) for factor in factors]
                return [each for over, _ in both for each in over], [each for _, under in both for each in under]
            case Quotient(numerator, denominator):
                (over, under), (less, more) = self._factors(numerator), self._factors(denominator)
                return [*over, *more], [*less, *under]
        return [node], []

    def _cancelled(self, over: list[Node], under: list[Node]) -> tuple[list[Node], list[Node]]:
        """Both without the letters that stand in both and are never zero, such as the number of GPUs."""
        for node in list(under):
            if isinstance(node, Name) and node in over and self._never_zero(node.name):
                over.remove(node)
                under.remove(node)
        return over, under

    def _never_zero(self, name: str) -> bool:
        notation = self._evaluation.derivation.notation
        return name in notation and not notation[name].range.contains(0)

    def _grouped(self, over: Sequence[Node], under: Sequence[Node]) -> tuple[Node, frozenset[str]]:
        """A product of quotients, those of the same dimensions together."""
        groups: dict[frozenset[str], tuple[list[Node], list[Node]]] = {}
        for place, factors in enumerate((over, under)):
            for factor in factors:
                lifted, own = self._lifted(factor)
                groups.setdefault(own, ([], []))[place].append(lifted)
        along = frozenset[str]().union(*groups)
        if not groups:
            return Number(Fraction(1)), along
        whole_over, whole_under = groups.pop(along, ([], []))
        parts: list[Node] = []
        order = sorted(groups, key=lambda each: (len(each), sorted(each)))
        for place, own in enumerate(order):
            part = self._apart(_quotient(*groups[own]), own, along)
            # the fewer dimensions, the sooner: what is one number goes into what is a row, and not into a table
            into = next((other for other in order[place + 1 :] if own < other), None)
            (parts if into is None else groups[into][0]).append(part)
        return _quotient([*parts, *whole_over], whole_under), along

    def _added(self, terms: Sequence[Node]) -> tuple[Node, frozenset[str]]:
        """A sum, its terms of the same dimensions together."""
        groups: dict[frozenset[str], list[Node]] = {}
        for term in terms:
            lifted, own = self._lifted(term)
            groups.setdefault(own, []).append(lifted)
        along = frozenset[str]().union(*groups)
        if len(groups) == 1:
            return Sum(tuple(groups[along])), along
        parts = [self._apart(_sum(group), own, along) for own, group in groups.items() if own != along]
        return Sum((*parts, *groups.get(along, ()))), along

    def _apart(self, node: Node, own: frozenset[str], along: frozenset[str]) -> Node:
        """A part of a formula, by a name of its own where it goes along fewer dimensions."""
        if own == along or isinstance(node, Name | Number):
            return node
        return Name(self._part(node, own))

    def _part(self, node: Node, along: frozenset[str]) -> str:
        """The name of a part, the same for the same part."""
        if node not in self._kept:
            self._kept[node] = self._assign(self._new(), along, node)
        return self._kept[node]

    def _assign(self, name: str, along: frozenset[str], node: Node | None, numpy: str = "", numexpr: str = "") -> str:
        if node is not None:
            numpy, numexpr = to_arrays(node), to_numexpr(node)
        (self._each if along == self._all and along else self._once).append(Assignment(name, numpy, numexpr))
        self._dims[name] = along
        return name

    def _new(self) -> str:
        """A name that no quantity has: theirs have no two underscores at their end."""
        notation, count = self._evaluation.derivation.notation, len(self._once) + len(self._each)
        return next(name for place in range(count, 10**6) if (name := f"part_{place}") not in notation
                    and name not in self._dims)


def _floats(limits: Sequence[tuple[str, int]]) -> list[tuple[str, float]]:
    return [(operator, float(bound)) for operator, bound in limits]


def _in_units(formula: Node, factor: Fraction) -> Node:
    return formula if factor == 1 else Quotient(formula, Number(factor))


def _merged(assignments: Sequence[Assignment], kept: Collection[str]) -> tuple[Assignment, ...]:
    """The assignments without those that one other alone needs, once: it has the expression in their place.

    So fewer arrays are written and read again.
    """
    found = {item.name: item for item in assignments}
    for name in list(found):
        mine, word = found[name], re.compile(rf"\b{name}\b")
        users = [other for other in found.values() if other is not mine and word.search(other.numpy)]
        if name in kept or len(users) != 1 or not mine.numexpr or not users[0].numexpr:
            continue
        (user,) = users
        numpy, numexpr = (word.sub(f"({own})", theirs) for own, theirs in (
            (mine.numpy, user.numpy), (mine.numexpr, user.numexpr)))
        if len(word.findall(user.numpy)) > 1 or len(set(_WORD.findall(numexpr))) > _MOST_NAMES:
            continue
        found[user.name] = Assignment(user.name, numpy, numexpr)
        del found[name]
    return tuple(found.values())


def _light_by_numpy(item: Assignment, *, is_grid: bool) -> Assignment:
    """An assignment without words for numexpr where NumPy is sooner.

    That is at comparisons with at most one operation on numbers, and on a grid at all but powers and functions.
    NumPy takes rows and columns as they lie, while numexpr copies them to the size of a block first.
    """
    if not item.numexpr:
        return item
    parts = list(ast.walk(ast.parse(item.numexpr, mode="eval")))
    operations = [part for part in parts if isinstance(part, ast.Call | ast.UnaryOp | ast.BinOp)
                  and not isinstance(getattr(part, "op", None), ast.BitAnd)]
    is_light = len(operations) <= 1 and any(isinstance(part, ast.Compare) for part in parts)
    is_light |= is_grid and not any(isinstance(getattr(part, "op", None), ast.Pow) or (
        isinstance(part, ast.Call) and ast.unparse(part.func) not in _QUICK) for part in operations)
    return replace(item, numexpr="") if is_light else item


def _comparison(operator: str) -> Callable[[str, str], str]:
    return lambda left, right: f"({left}) {'==' if operator == '=' else operator} ({right})"


def _quotient(over: Sequence[Node], under: Sequence[Node]) -> Node:
    top = _product(over)
    return Quotient(top, _product(under)) if under else top


def _product(factors: Sequence[Node]) -> Node:
    if not factors:
        return Number(Fraction(1))
    return factors[0] if len(factors) == 1 else Product(tuple(factors))


def _sum(terms: Sequence[Node]) -> Node:
    return terms[0] if len(terms) == 1 else Sum(tuple(terms))
