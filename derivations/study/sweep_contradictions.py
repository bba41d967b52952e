"""Contradictions of numbers that move, as relations for arrays and pages: memory of the deployment, and premises."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import product

from derivations.claim.evaluated_claim import EvaluatedClaim
from derivations.claim.feasibility import BESIDE, NO_ROOM, misfits, room
from derivations.derivation.rules.base import Input
from derivations.derivation.rules.solve import Solve
from derivations.derivation.step import Step
from derivations.errors import DerivationsError, UndecidedError
from derivations.language.quantity import Notation
from derivations.language.relation import FLIPPED, OPPOSITE, Relation
from derivations.language.tree import (
    Call,
    Name,
    Negative,
    Node,
    Number,
    Product,
    Quotient,
    Sum,
    WrittenRelation,
    names,
    replace_in_relation,
    replace_names,
)
from derivations.numbers.contradiction import before, behind, broken_by, says_a_name
from derivations.numbers.definitions import DEFINING
from derivations.numbers.evaluation import Evaluation
from derivations.numbers.letter_range import ends, least, not_whole
from derivations.numbers.value import Value

_CLOSE = Fraction(1, 10**9)  # relative: what floats make of sides that are equal


@dataclass(frozen=True)
class Contradictory:
    """Relations that all hold where the numbers contradict what is taken, and the words for that.

    `sides` are those of the premise that is broken, for their numbers; a premise that is `taken` leaves no result.
    """

    words: str
    relations: tuple[WrittenRelation, ...]
    step: str = ""
    sides: tuple[Node, ...] = ()

    @property
    def taken(self) -> bool:
        """True for a premise, whose numbers are those of no state."""
        return bool(self.sides)


def contradictory(each: EvaluatedClaim, evaluation: Evaluation, swept: Collection[str]) -> tuple[Contradictory, ...]:
    """Contradictions of a claim's numbers at some points of a sweep, and at all of them.

    The same as the exact engine says of one point (`EvaluatedClaim.contradictions`), but that what is swept is the
    batch and not the one that the claim solves for, and that equations hold as far as floats tell.
    """
    result = _result(each, evaluation)
    formulas = _formulas(each, evaluation, result)
    return tuple(dict.fromkeys((
        *_memory(each, evaluation, swept), *_beyond_bounds(evaluation, swept),
        *_premises(each, evaluation, swept, formulas), *_without_room(evaluation, swept, formulas),
        *_in_place_of_the_given(each, evaluation, swept),
        *_supposed(each, evaluation, swept), *_in_limit(each, evaluation, swept),
        *_left_out(each, evaluation, swept, result))))


@dataclass(frozen=True)
class _Formulas:
    """Formulas of the result and of what is chosen or solved for it, for letters without a number; their conditions.

    What a letter is solved from it does not break, and floats would not tell that.
    """

    traced: Evaluation  # in which all of these letters have some number
    result: Mapping[str, Node]
    under: tuple[WrittenRelation, ...]
    chosen: Mapping[str, Node]
    so_chosen: tuple[WrittenRelation, ...]
    solved_from: Mapping[str, frozenset[str]]  # the steps that a letter is solved from

    def put_in(
        self, trees: Sequence[Node], *, result: bool = True, step: str = ""
    ) -> tuple[tuple[Node, ...], tuple[WrittenRelation, ...], bool]:
        """Formulas with these for letters, but for those solved from a step; their conditions, and whether any was."""
        chosen = {name: tree for name, tree in self.chosen.items() if step not in self.solved_from.get(name, ())}
        placed, used = _with_formulas(self.traced, trees, {**(self.result if result else {}), **chosen})
        conditions = (*(self.under if used & self.result.keys() else ()),
                      *(self.so_chosen if used & self.chosen.keys() else ()))
        return placed, conditions, bool(used)


@dataclass(frozen=True)
class _Result:
    """The letter of the result, its formula and its conditions; no formula where it has a value of its own, or none."""

    letter: str = ""
    formula: Node | None = None
    under: tuple[WrittenRelation, ...] = ()


def _result(each: EvaluatedClaim, evaluation: Evaluation) -> _Result:
    headline = each.headline
    letter = headline.subject_name
    if letter and headline.context.limit is None and evaluation.value_of(letter) is None:
        with suppress(DerivationsError):
            function = evaluation.function(headline.name)
            return _Result(letter, function.formula, function.conditions)
    return _Result()


def _formulas(each: EvaluatedClaim, evaluation: Evaluation, found: _Result) -> _Formulas:
    relation = each.headline.relation
    is_number = relation is not None and relation.is_equation and each.headline.rule not in DEFINING
    # a bound is the number of no letter
    result = {found.letter: found.formula} if found.formula is not None and is_number else {}
    under = (*found.under, *_in_domain(result, evaluation.derivation.notation))
    chosen, so_chosen = _chosen(each, evaluation, result)
    so_chosen = (*so_chosen, *_in_domain(chosen, evaluation.derivation.notation))
    on_the_way = evaluation.consistency.solved_behind(each.headline)
    solved = {line.subject_name: before(evaluation, line.inputs) for line in on_the_way}
    return _Formulas(_as_given(evaluation, {*result, *chosen}), result, under, chosen, so_chosen, solved)


def _in_place_of_the_given(
    each: EvaluatedClaim, evaluation: Evaluation, swept: Collection[str]
) -> Iterator[Contradictory]:
    """What the result breaks where it says another number for its letter than is given, and is not swept."""
    around = None if each.headline.subject_name in swept else evaluation.consistency.but_for(each.headline)
    if around is not None:
        yield from _premises(each, around, swept, _formulas(each, around, _result(each, around)))


def _in_domain(formulas: Mapping[str, Node], notation: Notation) -> Iterator[WrittenRelation]:
    """What holds of formulas that give letters a number: it lies in the domain of each, beyond what the form shows."""
    for name, tree in formulas.items():
        shown = least(tree, notation)
        for operator, bound in notation[name].range.limits:
            if bound != 0 or shown < (1 if operator == ">" else 0):
                yield WrittenRelation(tree, operator, Number(Fraction(bound)))


def _beyond_bounds(evaluation: Evaluation, swept: Collection[str]) -> Iterator[Contradictory]:
    """Given letters that exceed the given letter they are bounded by, where one of the two moves."""
    notation, given = evaluation.derivation.notation, {*evaluation.scenario.values, *swept}
    for name in sorted(given & set(notation.names)):
        bound = notation[name].at_most
        if bound in given and not {name, bound}.isdisjoint(swept):
            told = f"{name} exceeds {bound}"
            yield Contradictory(told, (WrittenRelation(Name(name), ">", Name(bound)),), name, (Name(name), Name(bound)))


def _supposed(each: EvaluatedClaim, evaluation: Evaluation, swept: Collection[str]) -> Iterator[Contradictory]:
    """What the result supposes, as the exact engine looks at it: an equation with the numbers behind the result alone.
    """
    headline = each.headline
    if headline.context.limit is not None or not headline.verdict.holds:
        return
    own: dict[str, Node] = {}
    conditions: tuple[WrittenRelation, ...] = ()
    with suppress(UndecidedError):
        if headline.subject_name and headline.relation is not None and headline.relation.is_equation:
            function = evaluation.function(headline.name)
            formula = _in_given(evaluation, function.formula, headline.subject_name)
            own, conditions = {headline.subject_name: formula}, function.conditions
    for step in (evaluation.derivation[name] for name in headline.within if name != headline.name
                 and name in evaluation.derivation):
        if step.relation is None:
            continue
        values = evaluation.leaves(headline.name) if step.relation.is_equation else evaluation.scenario.values
        around = evaluation.supposing(replace(evaluation.scenario, values=values))
        with suppress(UndecidedError):
            left, right = (replace_names(_in_given(around, side), own)
                           for side in (step.relation.written.left, step.relation.written.right))
            also = conditions if own and not names(step.relation.written.left).union(
                names(step.relation.written.right)).isdisjoint(own) else ()
            if _varies(evaluation, (left, right), swept):
                words = f"{step.name} says {step.relation}, which {headline.name} supposes"
                for broken in _apart(WrittenRelation(left, step.relation.written.operator, right)):
                    yield Contradictory(words, (*also, broken), step.name, (left, right))


def _in_given(evaluation: Evaluation, tree: Node, target: str = "") -> Node:
    """A formula in letters that have values alone, written out; raises `UndecidedError` where there is none."""
    chain = evaluation.chain((tree,), target)
    if chain.free:
        raise UndecidedError("a letter has no value")
    known: dict[str, Node] = {}
    for name, definition in chain.definitions:
        known[name] = replace_names(definition, known)
    return replace_names(tree, known)


def _left_out(
    each: EvaluatedClaim, evaluation: Evaluation, swept: Collection[str], result: _Result
) -> Iterator[Contradictory]:
    """What premises leave out and matters at some points: its share is above that, and it does harm there."""
    known = frozenset(evaluation.derivation.notation.names)
    scenario, arrow = each.scenario, each.headline.context.limit
    endless = () if arrow is None else (arrow.variable,)
    for premise in each.leaving_out:
        for item in premise.leaves_out:
            term, beside = item.sides
            relations = [WrittenRelation(term, ">", Product((Number(item.share), beside)))]
            relations += [] if item.no_harm is None or endless else [_broken(item.no_harm)]
            used = {name for relation in relations for side in (relation.left, relation.right) for name in names(side)}
            own: dict[str, Node] = {name: Number(value.number) for name in used - known - set(swept)
                                    if (value := scenario.values.get(name)) is not None}
            own |= {name: Number(Fraction(1)) for name in endless}  # which cancels, or nothing is known
            if result.letter in used and result.formula is not None:
                own[result.letter] = result.formula
            # a letter that is traced to no value of its domain has nothing left out of it
            relations += [WrittenRelation(Name(name), operator, Number(Fraction(bound)))
                          for name in sorted((used & known) - scenario.values.keys() - set(swept))
                          for operator, bound in evaluation.derivation.notation[name].range.limits]
            told = [replace_in_relation(relation, own) for relation in relations]
            unnamed = dict.fromkeys(used - known, Number(Fraction(1)))  # letters of cards, which follow nothing
            sides = [replace_names(side, unnamed) for one in told for side in (one.left, one.right)]
            with suppress(UndecidedError):
                chain = evaluation.chain(sides)
                if not chain.free <= set(swept) or set(swept).isdisjoint(chain.given | chain.free | unnamed.keys()):
                    continue
                conditions = result.under if result.letter in used else ()
                yield Contradictory(f"{premise.name} leaves out {item.what}", (*conditions, *told))


def _memory(each: EvaluatedClaim, evaluation: Evaluation, swept: Collection[str]) -> Iterator[Contradictory]:
    deployment, headline = each.claim.deployment, each.headline
    named = ("b_w", "N_total", "M_gpu", "M", "kappa", "kappa_stored", *BESIDE, *deployment.gpus, *deployment.batch,
             *filter(None, (each.claim.staged,)), deployment.context)
    varied: dict[str, Node] = {}
    beside: tuple[WrittenRelation, ...] = ()
    for name in named:
        if name in swept or (name in evaluation.derivation.notation and _varies(evaluation, (Name(name),), swept)):
            varied[name] = Name(name)
        elif name == headline.subject_name:
            with suppress(UndecidedError):
                function = evaluation.function(headline.name)
                varied[name], beside = function.formula, function.conditions
    if varied or misfits(each.claim, each.scenario, evaluation):
        weights, *caches = room(each.claim, each.scenario, evaluation, varied, swept) or (None,)
        yield from (Contradictory(NO_ROOM, (*beside, _broken(whole))) for whole in caches)
        if weights is not None and (beside or not caches):  # they are there also where there is no batch
            yield Contradictory(NO_ROOM, (_broken(weights),))


def _premises(
    each: EvaluatedClaim, evaluation: Evaluation, swept: Collection[str], formulas: _Formulas
) -> Iterator[Contradictory]:
    """What was taken, with the formulas of the result and of what is chosen for it for their letters.

    What the result follows from is broken nowhere else.
    """
    gives, follows_from = evaluation.giving_names, behind(each.evaluation, each.headline)  # by roots, too
    for step in evaluation.derivation:
        relation = step.relation
        if relation is None or not says_a_name(step):
            continue
        if gives.get(step.subject_name) == step.name:
            if step.rule == "take" or step.name in follows_from:
                yield from _outside(evaluation, step, swept, formulas, leaves_none=step.name in follows_from)
            continue
        # what the result follows from, as a number that is rounded up from a bound, it does not break
        (left, right), under, used = formulas.put_in(
            (relation.written.left, relation.written.right), result=step.name not in follows_from,
            step=step.name if relation.is_equation else "")
        written = WrittenRelation(left, relation.operator, right)
        conditions = (*(item.written for item in step.conditions), *under)
        moves = _varies(evaluation, (left, right), swept, closed=relation.is_equation)
        found = [(*conditions, broken) for broken in _apart(written)]
        if not moves and used:
            found = [each for each in found if _all_stand(evaluation, each, relation.notation)]
        if found and (moves or used or _is_broken(evaluation, step)):
            for items in found:
                yield Contradictory(f"{step.name} says {relation}", items, step.name, (left, right))


def _chosen(
    each: EvaluatedClaim, evaluation: Evaluation, result: Mapping[str, Node]
) -> tuple[dict[str, Node], tuple[WrittenRelation, ...]]:
    """Letters without a number that are chosen or solved for the result, with their formulas; and the conditions."""
    traced = _as_given(evaluation, result)
    found, conditions = dict[str, Node](), list[WrittenRelation]()
    seen = evaluation.consistency
    for line in (*seen.choices_behind(each.headline), *seen.solved_behind(each.headline)):
        letter = line.subject_name
        if letter not in {*result, *found} and evaluation.value_of(letter) is None:
            with suppress(UndecidedError):
                function = traced.function(line.name)
                (found[letter],), _ = _with_formulas(traced, (function.formula,), result)
                for item in function.conditions:
                    (left, right), _ = _with_formulas(traced, (item.left, item.right), result)
                    conditions.append(WrittenRelation(left, item.operator, right))
    return found, tuple(conditions)


def _with_formulas(
    traced: Evaluation, trees: Sequence[Node], formulas: Mapping[str, Node]
) -> tuple[tuple[Node, ...], frozenset[str]]:
    """Formulas with others for letters, also within the definitions that they use; and which of these stand there.

    The letters have some number in `traced`, as `_as_given` gives them.
    """
    if not formulas:
        return tuple(trees), frozenset()
    known, used = dict(formulas), {name: frozenset([name]) for name in formulas}
    with suppress(UndecidedError):
        for name, tree in traced.chain(trees).definitions:
            if name not in known and (within := names(tree) & known.keys()):
                known[name] = replace_names(tree, known)
                used[name] = frozenset().union(*(used[each] for each in within))
    inside = frozenset(name for tree in trees for each in names(tree) & known.keys() for name in used[each])
    return tuple(replace_names(tree, known) for tree in trees), inside


def _as_given(evaluation: Evaluation, letters: Iterable[str]) -> Evaluation:
    """The evaluation with some number for letters, so that what is defined by them is traced back to them."""
    notation = evaluation.derivation.notation
    given = {name: Value(Fraction(1), notation[name].unit, notation[name].dimension) for name in letters}
    return evaluation.supposing(evaluation.scenario.with_values(given)) if given else evaluation


def _outside(
    evaluation: Evaluation, step: Step, swept: Collection[str], formulas: _Formulas, *, leaves_none: bool
) -> Iterator[Contradictory]:
    """What gives a letter a number that it cannot have; it leaves no result if that rests on it."""
    relation = step.relation
    assert relation is not None
    letter = relation.notation[step.subject_name]
    (own,), under, _ = formulas.put_in((Name(letter.name),))
    broken = {_broken(end): f"at most {letter.at_most}" if end.right == Name(letter.at_most) else letter.range.words
              for end in ends(letter, relation.written.right, evaluation.derivation.notation)}
    broken |= {not_whole(letter): letter.range.words} if letter.range.whole else {}
    conditions = (*(item.written for item in step.conditions), *under)
    for item, words in broken.items():
        found = (*conditions, *_apart_from_zero(evaluation, replace_in_relation(item, {letter.name: own})))
        trees = [tree for each in found for tree in (each.left, each.right)]
        if _varies(evaluation, trees, swept) or _all_stand(evaluation, found, relation.notation):
            told = f"{step.name} says {relation}, where {letter.name} must be {words}"
            yield Contradictory(told, found, *((step.name, (own,)) if leaves_none else ()))


@dataclass(frozen=True)
class _End:
    """What a letter without a number has to be at least, at most or exactly, and the premise that says so, if any."""

    operator: str
    tree: Node
    conditions: tuple[WrittenRelation, ...] = ()
    step: str = ""
    relation: str = ""


def _without_room(
    evaluation: Evaluation, swept: Collection[str], formulas: _Formulas
) -> Iterator[Contradictory]:
    """Premises and the domain of a letter that has no number, where they leave it none.

    As the numbers are, and with formulas for the letters that the result and what is chosen for it are numbers of.
    """
    for around in dict.fromkeys((evaluation, formulas.traced)):
        speaking = dict[str, list[Step]]()
        for step in filter(says_a_name, evaluation.derivation):
            if name := _lacking(around, step, swept):
                speaking.setdefault(name, []).append(step)
        for name, steps in speaking.items():
            others = {other for step in steps if step.relation is not None for other in step.relation.names - {name}}
            placed, _, _ = formulas.put_in(tuple(map(Name, sorted(others))))
            if any(_varies(evaluation, (tree,), swept) for tree in placed):
                yield from _no_numbers(evaluation, name, steps, swept, formulas)


def _no_numbers(
    evaluation: Evaluation, name: str, steps: Iterable[Step], swept: Collection[str], formulas: _Formulas
) -> Iterator[Contradictory]:
    """What leaves a letter no number, of the steps that speak of it and its domain."""
    letter, said = evaluation.derivation.notation[name], list[_End]()
    for end in (found for step in steps if (found := _end_by(step, name)) is not None):
        (tree,), under, _ = formulas.put_in((end.tree,))
        said.append(replace(end, tree=tree, conditions=(*end.conditions, *under)))
    for end in said if letter.range.whole else ():
        if end.operator == "=" and _varies(evaluation, (end.tree,), swept):
            broken = replace_in_relation(not_whole(letter), {name: end.tree})
            yield Contradictory(_no_number(name, end, end), (*end.conditions, broken))
    domain = [_End(operator, Number(Fraction(bound))) for operator, bound in letter.range.limits]
    domain += [_End("<=", Name(letter.at_most))] if letter.at_most else []
    for low, high in product((*said, *domain), repeat=2):
        if low is high or low.operator[0] == "<" or high.operator[0] == ">" or not (low.step or high.step):
            continue
        if _is_shown(low, high, evaluation.derivation.notation) or not _varies(
                evaluation, (low.tree, high.tree), swept):
            continue
        for broken in _crossed(low, high, whole=letter.range.whole):
            yield Contradictory(_no_number(name, low, high), (*low.conditions, *high.conditions, broken))


def _lacking(evaluation: Evaluation, step: Step, swept: Collection[str]) -> str:
    """The one letter without a number in what a step says; none where there are more."""
    relation = step.relation
    assert relation is not None
    lacking = [name for name in relation.names if name not in swept and not _has_formula(evaluation, name)]
    return lacking[0] if len(lacking) == 1 else ""


def _has_formula(evaluation: Evaluation, name: str) -> bool:
    """True for a letter that has a number, or comes from an equation."""
    try:
        return bool(evaluation.chain((Name(name),)))
    except UndecidedError:
        return any(step.unknown == name for step in evaluation.derivation)


def _end_by(step: Step, name: str) -> _End | None:
    """What a letter has to be by a step; None where no form tells, or there are several branches."""
    relation = step.relation
    assert relation is not None
    written, own = relation.written, Name(name)
    conditions = tuple(item.written for item in step.conditions)
    for letter, other, operator in ((written.left, written.right, relation.operator),
                                    (written.right, written.left, FLIPPED[relation.operator])):
        if letter == own and name not in names(other):
            return _End(operator, other, conditions, step.name, str(relation))
    with suppress(DerivationsError):
        symbol = relation.notation[name].symbol
        outcomes = Solve(symbol).compute((Input(step.name, relation),), relation.notation)
        found = outcomes[0].relation
        if len(outcomes) == 1 and found is not None and outcomes[0].unknown is None and found.lhs == symbol:
            # those of an equation say when its root is in the domain, which is what is asked here
            also = (item.written for item in outcomes[0].conditions if not found.is_equation and name not in item.names)
            return _End(found.operator, found.written.right, (*conditions, *also), step.name, str(relation))
    return None


def _is_shown(low: _End, high: _End, notation: Notation) -> bool:
    """True if the form of two ends shows that there is room between them: what is positive is no less than zero."""
    if low.tree != Number(Fraction(0)):
        return False
    shown = least(high.tree, notation)
    return shown == 1 or (shown == 0 and low.operator != ">" and high.operator != "<")


def _crossed(low: _End, high: _End, *, whole: bool) -> Iterator[WrittenRelation]:
    """What holds where no number is between two ends, or no whole one, as far as floats tell."""
    strict = low.operator == ">" or high.operator == "<"
    yield WrittenRelation(low.tree, ">=", high.tree) if strict else _apart(WrittenRelation(low.tree, "=", high.tree))[0]
    if whole:
        first: Node = Call("ceil", (Product((Number(1 - _CLOSE), low.tree)),))
        if low.operator == ">":
            below = Negative(Product((Number(1 + _CLOSE), low.tree)))
            first = Sum((Number(Fraction(1)), Negative(Call("ceil", (below,)))))
        more, less = _around(high.tree)
        yield WrittenRelation(first, ">=", less) if high.operator == "<" else WrittenRelation(first, ">", more)


def _no_number(name: str, low: _End, high: _End) -> str:
    """What two ends leave a letter, in words."""
    if low.step and high.step and low.step != high.step:
        return f"{low.step} and {high.step} leave {name} no number"
    said = low if low.step else high
    return f"{said.step} says {said.relation}, for no {name}"


def _in_limit(each: EvaluatedClaim, evaluation: Evaluation, swept: Collection[str]) -> Iterator[Contradictory]:
    """What all states break that are close to the limit in which the result is said."""
    for step, item in evaluation.consistency.breaking_in_limit(each.headline, swept):
        broken, arrow = item.written, each.headline.context.limit
        if arrow is not None and (item.names & set(swept) or evaluation.stands(item)):
            words = f"{step.name} says {step.relation}, {arrow.words}"
            yield Contradictory(words, (broken,), step.name, (broken.left, broken.right))


def _around(tree: Node) -> tuple[Node, Node]:
    """A formula with a bit more and a bit less of it, as floats tell numbers apart: below zero they change places."""
    return Product((Number(1 + _CLOSE), tree)), Product((Number(1 - _CLOSE), tree))


def _apart(written: WrittenRelation) -> tuple[WrittenRelation, ...]:
    """Relations of which one holds where a relation is broken; sides that floats do not tell apart are a tie."""
    most, least_ = (Call(extreme, _around(written.right)) for extreme in ("max", "min"))
    above, below = (WrittenRelation(written.left, ">", most), WrittenRelation(written.left, "<", least_))
    return {
        "=": (above, below), "<=": (above,), ">=": (below,),
        "<": (WrittenRelation(written.left, ">=", least_),), ">": (WrittenRelation(written.left, "<=", most),),
    }[written.operator]


def _apart_from_zero(evaluation: Evaluation, written: WrittenRelation) -> tuple[WrittenRelation, ...]:
    """A formula below zero, as its positive terms against the negative ones: floats leave a rest where these cancel."""
    zero = Number(Fraction(0))
    if written.operator != "<" or written.right != zero:
        return (written,)
    tree, notation, known, beside = written.left, evaluation.derivation.notation, dict[str, Node](), list[Node]()
    with suppress(UndecidedError):
        known = dict(evaluation.chain((tree,)).definitions)
    while True:
        match tree:
            case Name(name) if name in known:
                tree = known[name]
            case Product(factors) if len(open_ := [each for each in factors if least(each, notation) < 0]) == 1:
                (tree,) = open_
                beside += [each for each in factors if least(each, notation) == 0]
            case Quotient(numerator, denominator) if least(denominator, notation) == 1:
                tree = numerator
            case Sum(terms) if 0 < sum(isinstance(term, Negative) for term in terms) < len(terms):
                less = tuple(term.operand for term in terms if isinstance(term, Negative))
                more = tuple(term for term in terms if not isinstance(term, Negative))
                apart = WrittenRelation(Sum(more), "<", Product((Number(1 - _CLOSE), Sum(less))))
                return apart, *(WrittenRelation(each, ">", zero) for each in beside)
            case _:
                return (written,)


def _broken(relation: WrittenRelation) -> WrittenRelation:
    return WrittenRelation(relation.left, OPPOSITE[relation.operator], relation.right)


def _varies(
    evaluation: Evaluation, trees: Sequence[Node], swept: Collection[str], *, closed: bool = False
) -> bool:
    """True if formulas have numbers that follow what is swept; if `closed`, none that only an equation gives.

    Such a number makes its equation hold, as far as its digits go.
    """
    try:
        chain = evaluation.chain(trees)
    except UndecidedError:
        return False
    if closed and not chain.given.isdisjoint(step.unknown for step in evaluation.derivation):
        return False
    return not chain.free and not set(swept).isdisjoint(chain.given)


def _all_stand(evaluation: Evaluation, relations: Iterable[WrittenRelation], notation: Notation) -> bool:
    """True if relations hold at the numbers that they all stand behind."""
    return all(evaluation.stands(Relation.as_written(item, notation)) for item in relations)


def _is_broken(evaluation: Evaluation, step: Step) -> bool:
    """True if the numbers break a relation that they all stand behind."""
    found = broken_by(evaluation, step)
    return found is not None and not found.whatever
