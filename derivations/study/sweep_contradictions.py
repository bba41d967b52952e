"""Contradictions of numbers that move, as relations for arrays and pages: memory of the deployment, and premises."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from itertools import product

from derivations.claim.evaluated_claim import EvaluatedClaim
from derivations.claim.feasibility import BESIDE, NO_ROOM, misfits, room
from derivations.derivation.rules.base import Input
from derivations.derivation.rules.solve import Solve
from derivations.derivation.step import Step
from derivations.errors import DerivationsError, UndecidedError
from derivations.language.quantity import Notation, Quantity
from derivations.language.relation import OPPOSITE, Relation
from derivations.language.tree import Call, Name, Node, Number, Product, WrittenRelation, names, replace_names
from derivations.numbers.contradiction import NAMING, behind, broken_by
from derivations.numbers.evaluation import Evaluation
from derivations.numbers.letter_range import ends, not_whole
from derivations.numbers.value import Value

_CLOSE = Fraction(1, 10**9)  # relative: what floats make of an equation that holds


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
    return (*_memory(each, evaluation, swept), *_premises(each, evaluation, swept),
            *_without_room(evaluation, swept), *_in_limit(each, evaluation, swept), *_left_out(each, evaluation, swept))


def _left_out(each: EvaluatedClaim, evaluation: Evaluation, swept: Collection[str]) -> Iterator[Contradictory]:
    """What premises leave out and matters at some points: its share is above that, and it does harm there."""
    known, (subject, formula, under) = frozenset(evaluation.derivation.notation.names), _result(each, evaluation)
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
            if subject in used and formula is not None:
                own[subject] = formula
            told = [WrittenRelation(replace_names(relation.left, own), relation.operator,
                                    replace_names(relation.right, own)) for relation in relations]
            unnamed = dict.fromkeys(used - known, Number(Fraction(1)))  # letters of cards, which follow nothing
            sides = [replace_names(side, unnamed) for one in told for side in (one.left, one.right)]
            with suppress(UndecidedError):
                chain = evaluation.chain(sides)
                if not chain.free <= set(swept) or set(swept).isdisjoint(chain.given | chain.free | unnamed.keys()):
                    continue
                conditions = under if subject in used else ()
                yield Contradictory(f"{premise.name} leaves out {item.what}", (*conditions, *told))


def _memory(each: EvaluatedClaim, evaluation: Evaluation, swept: Collection[str]) -> Iterator[Contradictory]:
    deployment, headline = each.claim.deployment, each.headline
    named = ("b_w", "N_total", "M_gpu", "M", "kappa", "kappa_stored", *BESIDE, *deployment.gpus, *deployment.batch,
             deployment.context)
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


def _premises(each: EvaluatedClaim, evaluation: Evaluation, swept: Collection[str]) -> Iterator[Contradictory]:
    """What was taken, with the formulas of the result and of what is chosen for it for their letters.

    What the result follows from is broken nowhere else.
    """
    gives, (subject, formula, under) = evaluation.giving_names, _result(each, evaluation)
    result = {} if formula is None else {subject: formula}
    chosen, so_chosen = _chosen(each, evaluation, result)
    traced = _as_given(evaluation, {*result, *chosen})
    follows_from = behind(evaluation, each.headline)
    for step in evaluation.derivation:
        relation = step.relation
        named = step.rule in NAMING and step.verdict.holds and not step.context
        if relation is None or not named:
            continue
        if gives.get(step.subject_name) == step.name:
            if step.rule == "take" or step.name in follows_from:
                yield from _outside(evaluation, step, swept, leaves_none=step.name in follows_from)
            continue
        # what the result follows from, as a number that is rounded up from a bound, it does not break
        own = {**({} if step.name in follows_from else result), **chosen}
        (left, right), used = _with_formulas(traced, (relation.written.left, relation.written.right), own)
        written = WrittenRelation(left, relation.operator, right)
        conditions = (*(item.written for item in step.conditions), *(under if used & result.keys() else ()),
                      *(so_chosen if used & chosen.keys() else ()))
        words = f"{step.name} says {relation}"
        moves = _varies(evaluation, (left, right), swept, closed=relation.is_equation)
        found = [(*conditions, broken) for broken in _apart(written)]
        if not moves and used:
            found = [each for each in found if _all_stand(evaluation, each, relation.notation)]
        if found and (moves or used or _is_broken(evaluation, step)):
            for items in found:
                yield Contradictory(words, items, step.name, (left, right))
        elif step.rule == "take" and (lacking := _lacking(evaluation, step)) is not None:
            letter, value = lacking
            for operator, bound in letter.range.limits if _varies(evaluation, (value,), swept, closed=True) else ():
                broken = WrittenRelation(value, OPPOSITE[operator], Number(Fraction(bound)))
                yield Contradictory(f"{words}, for no {letter.name}", (*conditions, broken))


def _chosen(
    each: EvaluatedClaim, evaluation: Evaluation, result: Mapping[str, Node]
) -> tuple[dict[str, Node], tuple[WrittenRelation, ...]]:
    """The letters without a number that are chosen for the result, by name with their formulas; and the conditions."""
    traced = _as_given(evaluation, result)
    found, conditions = dict[str, Node](), list[WrittenRelation]()
    for choice in evaluation.choices_behind(each.headline):
        if choice.subject_name not in result and evaluation.value_of(choice.subject_name) is None:
            with suppress(UndecidedError):
                function = traced.function(choice.name)
                (found[choice.subject_name],), _ = _with_formulas(traced, (function.formula,), result)
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
    evaluation: Evaluation, step: Step, swept: Collection[str], *, leaves_none: bool
) -> Iterator[Contradictory]:
    """What gives a letter a number that it cannot have; it leaves no result if that rests on it."""
    relation = step.relation
    assert relation is not None
    letter = relation.notation[step.subject_name]
    own, side = Name(letter.name), relation.written.right
    broken = {_broken(end): f"at most {letter.at_most}" if end.right == Name(letter.at_most) else letter.range.words
              for end in ends(letter, side, evaluation.derivation.notation)}
    broken |= {not_whole(letter): letter.range.words} if letter.range.whole else {}
    conditions = tuple(item.written for item in step.conditions)
    for item, words in broken.items():
        found = (*conditions, item)
        trees = [tree for each in found for tree in (each.left, each.right)]
        if _varies(evaluation, trees, swept) or _all_stand(evaluation, found, relation.notation):
            told = f"{step.name} says {relation}, where {letter.name} must be {words}"
            yield Contradictory(told, found, *((step.name, (own,)) if leaves_none else ()))


def _without_room(evaluation: Evaluation, swept: Collection[str]) -> Iterator[Contradictory]:
    """Two premises with one letter alone on a side that has no number, where they leave it none.

    The exact engine asks the same also of what is linear in a letter (`without_room`).
    """
    notation = evaluation.derivation.notation
    lows, highs = list[tuple[str, str, Node, bool]](), list[tuple[str, str, Node, bool]]()
    for step in evaluation.derivation:
        relation = step.relation
        if step.rule != "take" or not step.verdict.holds or relation is None or relation.is_equation:
            continue
        left, operator, right = relation.written.left, relation.written.operator, relation.written.right
        for letter, other, above in ((left, right, operator[0] == ">"), (right, left, operator[0] == "<")):
            if isinstance(letter, Name) and letter.name not in swept and evaluation.value_of(letter.name) is None:
                (lows if above else highs).append((letter.name, step.name, other, len(operator) == 1))
    for (name, least, low, strict), (other_name, most, high, also) in product(lows, highs):
        broken = WrittenRelation(low, ">=" if strict or also else ">", high)
        if name == other_name and (_varies(evaluation, (low, high), swept) or evaluation.stands(
                Relation.as_written(broken, notation))):
            yield Contradictory(f"{least} and {most} leave {name} no number", (broken,))


def _in_limit(each: EvaluatedClaim, evaluation: Evaluation, swept: Collection[str]) -> Iterator[Contradictory]:
    """What all states break that are close to the limit in which the result is said."""
    for step, item in evaluation.breaking_in_limit(each.headline, swept):
        broken, arrow = item.written, each.headline.context.limit
        if arrow is not None and (item.names & set(swept) or evaluation.stands(item)):
            words = f"{step.name} says {step.relation}, {arrow.words}"
            yield Contradictory(words, (broken,), step.name, (broken.left, broken.right))


def _result(
    each: EvaluatedClaim, evaluation: Evaluation
) -> tuple[str, Node | None, tuple[WrittenRelation, ...]]:
    """The letter of the result, its formula and its conditions; no formula where it has a value of its own, or none."""
    headline = each.headline
    subject = headline.subject_name
    if subject and headline.context.limit is None and evaluation.value_of(subject) is None:
        with suppress(DerivationsError):
            function = evaluation.function(headline.name)
            return subject, function.formula, function.conditions
    return "", None, ()


def _apart(written: WrittenRelation) -> tuple[WrittenRelation, ...]:
    """Relations of which one holds where a relation is broken."""
    if written.operator != "=":
        return (_broken(written),)
    more, less = (Product((Number(1 + sign * _CLOSE), written.right)) for sign in (1, -1))
    return (WrittenRelation(written.left, ">", Call("max", (more, less))),
            WrittenRelation(written.left, "<", Call("min", (more, less))))


def _lacking(evaluation: Evaluation, step: Step) -> tuple[Quantity, Node] | None:
    """The one letter of an equation that has no number, and what it would have to be."""
    relation = step.relation
    assert relation is not None
    with suppress(DerivationsError):
        lacking = [name for name in sorted(relation.names) if evaluation.value_of(name) is None]
        if len(lacking) != 1 or not relation.is_equation or lacking[0] == relation.left.name:
            return None
        letter = relation.notation[lacking[0]]
        found = Solve(letter.symbol).compute((Input(step.name, relation),), relation.notation)[0]
        if found.relation is not None and found.unknown is None and found.relation.lhs == letter.symbol:
            return letter, found.relation.written.right
    return None


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
