"""Somebody else's formula as a statement that can be judged: read, with the units that its numbers lack."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
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
from derivations.language.latex_reading import signs
from derivations.language.latex_reading.letters import letter_keys
from derivations.language.latex_reading.reader import (
    formula_of,
    latex_written,
    letters_of,
    parse_latex_expression,
)
from derivations.language.printing.text import relation_text, to_text
from derivations.language.quantity import Notation
from derivations.language.relation import FLIPPED, Relation, RelationLike, from_written, relation
from derivations.language.tree import Name, Node, WrittenRelation, names, replace_in_relation
from derivations.proof.normal_form import equal
from derivations.study.judge.lines import is_latex
from derivations.study.judge.units import with_units

_SHOWN = 60  # characters of a letter in an error
_SET_LETTER = re.compile(r"\\?[A-Za-z]+(?:_\w+|_\{\w+\})?")
_MARKS = str.maketrans("", "", "{}\\")  # of LaTeX, within a name
RelationText: TypeAlias = "RelationLike | WrittenRelation"
_IF = re.compile(r"(?:^|(?<=\s))(if|when|where|for)(?=\s|$)")
_OR = re.compile(r"(?<=\s)or(?=\s)")
_AND = re.compile(r"(?:^|(?<=\s))and(?=\s|$)")
_LATEX_IF = re.compile(
    r"(?:(?:,\s*)?\\(?:quad|qquad|,|;)\s*)*,?\s*\\(?:text|textrm|mathrm|mbox)\s*\{\s*(?:if|when|where|for)\s*\}")
_LATEX_AND = re.compile(r"\\(?:text|textrm|mathrm|mbox)\s*\{\s*and\s*\}|\\(?:land|wedge)(?![A-Za-z])")
# what a formula is defined by, or said to be about, is judged as an equality
_DEFINED = re.compile(signs.pattern(signs.DEFINING))
_ABOUT, _ABOUT_TYPED = (re.compile(signs.pattern(each)) for each in (signs.ABOUT, signs.ABOUT_TYPED))
_SIGN = signs.pattern((*signs.ALL, ":"))
_APPLIED = re.compile(
    r"^(\s*)([A-Za-z\\][\w\\{}]*?)(\s*(?:\\left)?\([\w\\{},\s]+?(?:\\right)?\))" + rf"(?=\s*(?:{_SIGN}))")
_STAR = r"\^(?:\{\s*(?:\\star|\\ast|\*)\s*\}|\\(?:star|ast)(?![A-Za-z])|\*)"
_BELOW = r"_\{[^{}]*(?:\{[^{}]*\}[^{}]*)*\}|_\w"
_STAR_TYPED = re.compile(r"(?<![\w)])([A-Za-z]\w*)(\^\*|\^\{\*\}|\*)" + rf"(?=\s*(?:{_SIGN}|$))")
_LETTER_LINE = re.compile(r"\s*([A-Za-z]\w*)\s*(?::=|=|≡)([^=<>].*)", re.DOTALL)
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

    if not latex and not letters:
        star = _STAR_TYPED.search(text)
        if star is not None and not re.search(rf"\b{star[1]}\b", text[:star.start()] + text[star.end():]):
            text = _STAR_TYPED.sub(best, text, count=1)
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


def typed(
    text: str, notation: Notation, letters: Mapping[str, str] | None = None, *, latex: bool = False
) -> Conditional:
    r"""A formula as it is typed or set, with `letters` of its own; what only LaTeX can be is read as that.

    Where the formula is none, a letter ``\gamma`` or ``N_{act}`` stands in it as ``gamma`` or ``N_act``. Raises as
    `lettered` does.
    """
    letters = letters or {}
    if latex or is_latex(text):
        return latex_formula(text, notation, letters)
    own = {letter.translate(_MARKS) if _SET_LETTER.fullmatch(letter) else letter: formula
           for letter, formula in letters.items()}
    return lettered(text, notation, own)


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
            told = own if letter in notation else "no name of a letter"
            name, formula = (" ".join(each.split())[:_SHOWN] for each in (letter, letters[letter]))
            raise InputError(f"--letter {name}={formula}: {name} is {told}")
    return conditional(text, notation, letters)


def conditional(text: str, notation: Notation, letters: Mapping[str, str] | None = None) -> Conditional:
    """A text such as ``B = r*s/n if L < L_x and n >= 1`` taken apart; `when`, `where` and `for` say the same.

    A letter that is no quantity, and is said to be something behind the formula (``where h = y - x``), stands for that,
    as one of the `letters` does. Raises `GrammarError` where a part is missing, and for conditions joined by `or`.

    >>> from derivations.language.quantity import Notation
    >>> lengths = Notation.of("x [s] length\\ny [s] edge\\nz [s] height")
    >>> len(conditional("z = 2*x if x < y", lengths).conditions)
    1
    """
    text, read = _plain(text, notation, letters or (), latex=False)
    own, said = dict(letters or {}), _IF.search(text)
    if said is None or said[1] in notation:
        start, parts = text, list[str]()
    else:
        start = text[:said.start()]
        either = None if "or" in notation else _OR.search(text, said.end())
        if either is not None:
            message = "several conditions are joined by 'and'; of 'or' judge each apart"
            raise GrammarError(message, text, either.start() + 1)
        starts = [said.end(), *(item.end() for item in _AND.finditer(text, said.end()))]
        ends = [*(item.start() for item in _AND.finditer(text, said.end())), len(text)]
        parts = [" " * at + text[at:end] for at, end in zip(starts, ends, strict=True)]  # columns stay
    for part in tuple(parts):
        line = _LETTER_LINE.fullmatch(part)
        if line is not None and line[1] not in own and line[1] not in notation:
            own[line[1]] = line[2].strip()
            parts.remove(part)
    known = (*notation.names, *own)
    written = [parse_relation(each, known, notation.functions, notation.meant) for each in (start, *parts)]
    stand_for = {letter: formula_of(formula, notation) for letter, formula in own.items()}
    formula, *conditions = (replace_in_relation(each, stand_for) for each in written)
    return Conditional(formula, tuple(conditions), (*read, *_standing(own)))


def _standing(letters: Mapping[str, str]) -> Iterator[str]:
    """What stands for letters that are formulas."""
    return (f"{' '.join(formula.split())} in place of {letter}" for letter, formula in letters.items()
            if not formula.isidentifier())


def latex_formula(text: str, notation: Notation, letters: Mapping[str, str] | None = None) -> Conditional:
    r"""The same for LaTeX, where ``\text{if}`` and ``\text{and}`` stand between the parts.

    Raises `GrammarError`, `UnknownNameError` or another `InputError` for what cannot be read.
    """
    text, read = _plain(text, notation, letters or (), latex=True)
    own, (formula, *behind) = dict(letters or {}), _LATEX_IF.split(text, maxsplit=1)
    parts = [part for said in behind for part in _LATEX_AND.split(said)]
    for part in tuple(parts):
        letter, sign, side = part.partition("=")
        if sign and (stands := _letter_line(letter.strip(), side, notation, own)):
            own[letter.strip()] = stands
            parts.remove(part)
    conditions = tuple(latex_written(part, notation, own) for part in parts)
    return Conditional(latex_written(formula, notation, own), conditions, (*read, *_standing(own)))


def _letter_line(letter: str, side: str, notation: Notation, letters: Mapping[str, str]) -> str:
    """What a letter that is not known is said to be, in our grammar; empty for any other relation."""
    known = {*letters_of(notation), *notation.names, *letters}
    try:
        if letter_keys(letter) in {letter_keys(each) for each in known}:
            return ""
        if len(letter_keys(letter)) > 1:
            return ""
        return to_text(parse_latex_expression(side, letters_of(notation)))
    except InputError:
        return ""


def read_formula(evaluated: EvaluatedClaim, formula: FormulaLike) -> Read:
    """The formula in the quantities of a derivation, and those that alternatives of its premises would bring along.

    Raises `GrammarError`, `UnknownNameError` or another `InputError` for a formula that cannot be read.
    """
    notation, derivation = _notation(evaluated), evaluated.derivation
    said = _without_own_letters(_as_conditional(formula, notation), notation, derivation)
    read = _read(derivation, _written(said.formula, notation), notation)
    found = [_condition(_written(item, notation), notation) for item in said.conditions]
    units = dict.fromkeys([*said.read, *read.read_with, *(unit for _, given in found for unit in given)])
    return replace(read, conditions=tuple(item for item, _ in found), read_with=tuple(units))


def _without_own_letters(said: Conditional, notation: Notation, derivation: Derivation) -> Conditional:
    """The formula without letters that no step speaks of and a condition says the value of: that is put in for them."""
    spoken = {symbol.name for step in derivation if step.relation is not None for symbol in step.relation.symbols}
    stand_for, kept = dict[str, Node](), list[WrittenRelation]()
    for item in (_written(each, notation) for each in said.conditions):
        letter = item.left.name if isinstance(item.left, Name) and item.operator == "=" else ""
        if letter and letter not in spoken and letter not in stand_for and letter not in names(item.right):
            stand_for[letter] = item.right
        else:
            kept.append(item)
    if not stand_for:
        return said
    told = (f"{to_text(node)} in place of {letter}" for letter, node in stand_for.items())
    formula, *conditions = (replace_in_relation(each, stand_for) for each in (_written(said.formula, notation), *kept))
    return Conditional(formula, tuple(conditions), (*said.read, *told))


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
