"""Somebody else's formula as a statement that can be judged: read, with the units that its numbers lack."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import TypeAlias

from sympy import Max, Min

from derivations.claim.evaluated_claim import EvaluatedClaim
from derivations.claim.outline import outline
from derivations.derivation.derivation import Derivation
from derivations.derivation.step import Step
from derivations.errors import DerivationsError, DimensionError, GrammarError, InputError, UndecidedError
from derivations.language.grammar import FUNCTIONS, parse_relation
from derivations.language.latex_reading.reader import formula_of, latex_written
from derivations.language.printing.text import relation_text
from derivations.language.quantity import Notation
from derivations.language.relation import FLIPPED, Relation, RelationLike, from_written, relation
from derivations.language.tree import Name, WrittenRelation, names, replace_in_relation
from derivations.proof.normal_form import equal
from derivations.study.judge.units import with_units

RelationText: TypeAlias = "RelationLike | WrittenRelation"
_IF = re.compile(r"(?:^|(?<=\s))(if|when|where|for)(?=\s|$)")
_OR = re.compile(r"(?<=\s)or(?=\s)")
_AND = re.compile(r"(?:^|(?<=\s))and(?=\s|$)")
_LATEX_IF = re.compile(r"(?:\\(?:quad|qquad|,|;)\s*)*\\(?:text|textrm|mathrm|mbox)\s*\{\s*if\s*\}")
_LATEX_AND = re.compile(r"\\(?:text|textrm|mathrm|mbox)\s*\{\s*and\s*\}")
# what a formula is defined by, or said to be about, is judged as an equality
_DEFINED = re.compile(r":=|≔|≡|\\(?:coloneqq|triangleq|equiv|doteqdot)(?![A-Za-z])")
_ABOUT = re.compile(r"≈|\\(?:approxeq|approx|simeq|cong|doteq|sim)(?![A-Za-z])")
_ABOUT_TYPED = re.compile(r"≈|~=?")
_SIGN = r"(?=\s*(?:[=<>:≈~≔≡≤≥]|\\(?:coloneqq|triangleq|equiv|approx|simeq|sim|cong|leq?|geq?)(?![A-Za-z])))"
_APPLIED = re.compile(
    r"^(\s*)([A-Za-z\\][\w\\{}]*?)(\s*(?:\\left)?\([\w\\{},\s]+?(?:\\right)?\))" + _SIGN)
_STAR = r"\^(?:\{\s*(?:\\star|\\ast|\*)\s*\}|\\(?:star|ast)(?![A-Za-z])|\*)"
_BELOW = r"_\{[^{}]*(?:\{[^{}]*\}[^{}]*)*\}|_\w"
_BEST = re.compile(rf"((?:\\[A-Za-z]+|[A-Za-z])(?:{_BELOW})?)({_STAR})")


@dataclass(frozen=True)
class Conditional:
    """A formula that is said to hold where `conditions` do; without any it is said to hold everywhere.

    `read` says what was read in place of what is written.
    """

    formula: RelationText
    conditions: tuple[RelationText, ...] = ()
    read: tuple[str, ...] = ()


def _plain(text: str, notation: Notation, letters: Iterable[str], *, latex: bool) -> tuple[str, tuple[str, ...]]:
    """A text with = for signs that say the same of a formula, and letters without what they are said to depend on.

    ``D(N) := 20*N`` says what D is, ``B \\approx 300 s`` about what, and ``B^\\star`` is the best B. Columns stay.
    """
    read = list[str]()

    def apart(match: re.Match[str]) -> str:
        head, whole = match[2], f"{match[2]}{match[3]}".strip()
        if head in notation.functions or head in FUNCTIONS or head.removeprefix("\\") in FUNCTIONS:
            return match[0]
        read.append(f"{head} in place of {' '.join(whole.split())}")
        return f"{match[1]}{head}{' ' * len(match[3])}"

    def best(match: re.Match[str]) -> str:
        read.append(f"{match[1]} in place of {match[0]}")
        return f"{match[1]}{' ' * len(match[2])}"

    if latex and not any("*" in each or "star" in each or "ast" in each for each in letters):
        rest, found = _BEST.sub(" ", text), _BEST.finditer(text)
        without = (rf"(?<![A-Za-z\\]){re.escape(match[1])}(?![A-Za-z_])" for match in found)
        if not any(re.search(each, rest) for each in without):  # else the one without a star is another letter
            text = _BEST.sub(best, text)
    text = _APPLIED.sub(apart, _DEFINED.sub(lambda match: "=".ljust(len(match[0])), text))
    about = (_ABOUT if latex else _ABOUT_TYPED).search(text)
    if about is not None:
        read.append(f"= in place of {about[0]}")
        text = f"{text[:about.start()]}{'='.ljust(len(about[0]))}{text[about.end():]}"
    return text, tuple(dict.fromkeys(read))


FormulaLike: TypeAlias = "RelationText | Conditional"


@dataclass(frozen=True)
class Read:
    """A formula as it was read, with the `conditions` under which it is said to hold.

    `misfit` says which parts measure different things, `read_with` which units were given to its numbers so that they
    do not; without a `statement` no units mend it. `rejected` is what the claim itself refutes, where that is the same.
    """

    text: str
    statement: Relation | None
    misfit: str = ""
    read_with: tuple[str, ...] = ()
    rejected: Step | None = None
    conditions: tuple[Relation, ...] = ()


def lettered(text: str, notation: Notation, letters: Mapping[str, str]) -> Conditional:
    r"""A text in which letters stand for quantities, or for formulas in them, as ``gamma`` for ``n_ver - 1``.

    Raises `GrammarError`, `UnknownNameError` or another `InputError` for what cannot be read.

    >>> from derivations.language.quantity import Notation
    >>> lengths = Notation.of("x [s] length\ny [s] edge")
    >>> print(relation_text(lettered("x = 2*h", lengths, {"h": "y - x"}).formula))
    x = 2*(y - x)
    """
    for letter in letters:
        if not letter.isidentifier() or letter in notation:
            own = "a quantity here already"
            told = own if letter in notation else "no name; of a letter in LaTeX give --latex, too"
            raise InputError(f"--letter {letter}={letters[letter]}: {letter} is {told}")
    stand_for = {letter: formula_of(text, notation) for letter, text in letters.items()}
    read = conditional(text, notation, frozenset(letters))
    formula, *conditions = (replace_in_relation(each, stand_for) for each in (read.formula, *read.conditions)
                            if isinstance(each, WrittenRelation))
    return Conditional(formula, tuple(conditions), read.read)


def conditional(text: str, notation: Notation, letters: frozenset[str] = frozenset()) -> Conditional:
    """A text such as ``B = r*s/n if L < L_x and n >= 1`` taken apart; `when`, `where` and `for` say the same.

    Raises `GrammarError` where a part is missing, and for conditions joined by `or`.

    >>> from derivations.language.quantity import Notation
    >>> lengths = Notation.of("x [s] length\\ny [s] edge\\nz [s] height")
    >>> len(conditional("z = 2*x if x < y", lengths).conditions)
    1
    """
    text, read = _plain(text, notation, letters, latex=False)
    said, known = _IF.search(text), (*notation.names, *letters)
    if said is None or said[1] in notation:
        return Conditional(parse_relation(text, known, notation.functions, notation.meant), read=read)
    formula = parse_relation(text[:said.start()], known, notation.functions, notation.meant)
    either = None if "or" in notation else _OR.search(text, said.end())
    if either is not None:
        raise GrammarError("several conditions are joined by 'and'; of 'or' judge each apart", text, either.start() + 1)
    starts = [said.end(), *(item.end() for item in _AND.finditer(text, said.end()))]
    ends = [*(item.start() for item in _AND.finditer(text, said.end())), len(text)]
    parts = [" " * start + text[start:end] for start, end in zip(starts, ends, strict=True)]  # columns stay
    conditions = (parse_relation(part, known, notation.functions, notation.meant) for part in parts)
    return Conditional(formula, tuple(conditions), read)


def latex_formula(text: str, notation: Notation, letters: Mapping[str, str] | None = None) -> Conditional:
    r"""The same for LaTeX, where ``\text{if}`` and ``\text{and}`` stand between the parts.

    Raises `GrammarError`, `UnknownNameError` or another `InputError` for what cannot be read.
    """
    text, read = _plain(text, notation, letters or (), latex=True)
    formula, *behind = _LATEX_IF.split(text, maxsplit=1)
    parts = [part for said in behind for part in _LATEX_AND.split(said)]
    conditions = tuple(latex_written(part, notation, letters) for part in parts)
    return Conditional(latex_written(formula, notation, letters), conditions, read)


def read_formula(evaluated: EvaluatedClaim, formula: FormulaLike) -> Read:
    """The formula in the quantities of a derivation, and those that alternatives of its premises would bring along.

    Raises `GrammarError`, `UnknownNameError` or another `InputError` for a formula that cannot be read.
    """
    notation, derivation = _notation(evaluated), evaluated.derivation
    said = _as_conditional(formula, notation)
    read = _read(derivation, _written(said.formula, notation), notation)
    found = [_condition(_written(item, notation), notation) for item in said.conditions]
    units = dict.fromkeys([*said.read, *read.read_with, *(unit for _, given in found for unit in given)])
    return replace(read, conditions=tuple(item for item, _ in found), read_with=tuple(units))


def _read(derivation: Derivation, written: WrittenRelation, notation: Notation) -> Read:
    text = relation_text(written)
    try:
        _ = from_written(written, notation)
        statement = from_written(_quantity_first(written), notation)
        return Read(text, statement, rejected=_rejected(derivation, statement))
    except DimensionError as error:
        misfit = str(error)
    known = _rejected_text(derivation, written)
    reading = with_units(_quantity_first(written), notation)
    if reading is None:
        return Read(text, None, misfit, rejected=known)
    statement = from_written(reading.written, notation)
    return Read(text, statement, misfit, reading.read, known or _rejected(derivation, statement))


def same(first: Relation, second: Relation) -> bool:
    """True if two relations say the same of the same thing."""
    if first.operator != second.operator or first.lhs != second.lhs:
        return False
    with suppress(UndecidedError):
        return first.rhs == second.rhs or (not first.rhs.has(Max, Min) and equal(first.rhs, second.rhs))
    return False


def _notation(evaluated: EvaluatedClaim) -> Notation:
    notation = evaluated.derivation.notation
    brought = (quantity for _, item in outline(evaluated.claim).alternatives for quantity in item.quantities)
    return notation.extended({q.name: q for q in brought if q.name not in notation}.values())


def _as_conditional(formula: FormulaLike, notation: Notation) -> Conditional:
    if isinstance(formula, Conditional):
        return formula
    return conditional(formula, notation) if isinstance(formula, str) else Conditional(formula)


def _condition(written: WrittenRelation, notation: Notation) -> tuple[Relation, tuple[str, ...]]:
    """A condition, and the units given to its numbers; raises `DimensionError` where none mend it."""
    try:
        return from_written(written, notation), ()
    except DimensionError:
        reading = with_units(written, notation)
        if reading is None:
            raise
        return from_written(reading.written, notation), reading.read


def _written(formula: RelationText, notation: Notation) -> WrittenRelation:
    if isinstance(formula, str):
        return parse_relation(formula, notation.names, notation.functions, notation.meant)
    written = formula if isinstance(formula, WrittenRelation) else relation(formula, notation).written
    for name in sorted(names(written.left) | names(written.right)):
        _ = notation[name]  # a name that there is not is told before anything else
    return written


def _quantity_first(written: WrittenRelation) -> WrittenRelation:
    """The relation with a single quantity on the left, where one stands on the right."""
    if isinstance(written.right, Name) and not isinstance(written.left, Name):
        return WrittenRelation(written.right, FLIPPED[written.operator], written.left)
    return written


def _rejected(derivation: Derivation, statement: Relation) -> Step | None:
    """The statement of the claim itself that is the same and was refuted."""
    return next((step for step in derivation.rejects if step.sound and step.relation is not None
                 and same(step.relation, statement)), None)


def _rejected_text(derivation: Derivation, written: WrittenRelation) -> Step | None:
    """The same for a statement whose parts do not fit together."""
    known = derivation.notation.names
    for step in derivation.rejects:
        if step.sound and step.relation is None:
            with suppress(DerivationsError):
                if parse_relation(step.statement, known, derivation.notation.functions) == written:
                    return step
    return None
