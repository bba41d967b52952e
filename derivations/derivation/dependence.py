"""Dependence: which quantity rests on which, by which premise, and whether one can vary while others are held.

A statement about *varying* x (a slope, a limit, a least value, that x does not matter) speaks of a family of states:
all of them satisfy every premise, the letters h of the formula beside x keep their values, and x does not. Along it
``y = e(x, h)`` is a function of x, and what is shown of e is true of y. Pointwise theorems stay true when a premise is
added; families do not. So all premises, definitions and named quantities of a board are looked at, also later ones.

- An equation with one symbol on its left that is not on its right says what determines that symbol; so does one that
  names the symbol it determines, or whose left side is a function applied to letters: it determines the function.
- Any other equation ties all its symbols to each other.
- An inequality determines nothing. An index that is spoken of only as an argument is any index, and ties nothing.

*h must be free of x*: no letter of h rests on x. Where the formula holds under conditions, a slope, and that x does
not matter, are said of the states that meet them; a limit or a least value goes through a range of x, so their letters
count among h as well. A condition that is an equation is one more tie.

*There must be such states*: where x is determined itself, or an equation is left over (for what is determined already,
or a boundary that is supposed), each of these needs a free quantity of its own that moves while h does not: premises
``N = g/k`` and e in N and k leave g to move; ``N = 7 k`` leaves nothing. This is the structure of the equations, not
their solution: as many unknowns as equations, each in one that it occurs in.

*What rests on x may be written out*, or followed, where an equation determines it (`rules/family.py`): then the letters
of the formula are those that are left.

A letter may be *held on purpose*. Then the family is one of states that satisfy the other premises, without what
determines that letter, or ties it; what is shown is true of the formula, ``(dy/dx)_D``, and the step says what is held.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from operator import attrgetter
from typing import TypeAlias

from sympy import Expr, Symbol, expand

from derivations.derivation.rules.base import Rule
from derivations.derivation.rules.calculus import Differentiate, Limit
from derivations.derivation.rules.constrained import MinimiseSubjectTo
from derivations.derivation.rules.independence import Independence
from derivations.derivation.rules.minimise import Minimise
from derivations.derivation.rules.round_up import RoundUp, lower_bound
from derivations.derivation.rules.series import FiniteSum
from derivations.derivation.step import Step
from derivations.derivation.trace import LASTING
from derivations.errors import DerivationsError, InputError, UndecidedError
from derivations.kernel.judgement import Arrow
from derivations.language.functions import Applied, applications, outside_indices
from derivations.language.literal import is_unit
from derivations.language.relation import Relation
from derivations.proof.budget import remembered
from derivations.proof.elimination import fact_of
from derivations.proof.prove import known_sign
from derivations.proof.sign import ONE_SIGN, Sign

_name = attrgetter("name")
_CONDITION = "condition"
_EQUAL, _NEXT_WHOLE = "equal", "the next whole number"
SUPPOSING = ("boundary", "minimise_subject_to", "minimise", "round_up", "suppose")  # what holds in some states only
_RECURRENCES = "recurrences"
_SUPPOSED = (*SUPPOSING, _CONDITION, _RECURRENCES)  # equations of which nothing is known but that they hold
NAMED = ("isolate", "differentiate", "sum")  # what they name is a quantity of its own, which they determine


@dataclass(frozen=True)
class Law:
    """An equation that holds throughout: its letters, and the one that it determines, if it says so."""

    name: str
    kind: str
    letters: frozenset[Symbol]
    determined: Symbol | None
    left: Applied | None = None  # of an applied function
    item: Relation | None = None  # what it says

    @property
    def source(self) -> str:
        """The equation as a reader finds it."""
        return f"{self.kind} {self.name}"


_Edges: TypeAlias = Mapping[Symbol, Mapping[Symbol, Law]]  # what a letter rests on, and by which law


def tied(rule: Rule, inputs: Sequence[Step], steps: Iterable[Step], name: str = "") -> str:
    """The reason for which a rule cannot vary its quantity on a board with these steps; empty if there is none.

    `name` is that of the step itself, which does not count as what determines the quantity that it names.
    """
    if isinstance(rule, MinimiseSubjectTo):
        return _tied_together(rule, inputs, tuple(steps), name)
    if isinstance(rule, RoundUp):
        return _tied_to_its_bound(inputs[0], steps, name)
    varied = _varied(rule)
    if varied is None:
        return ""
    if not inputs and not isinstance(rule, FiniteSum):
        return ""
    known = {step.name: step for step in steps}
    laws = _laws(known.values(), _supposed_by(inputs), without=(name,))
    if isinstance(rule, FiniteSum):
        return varies(varied, letters_in(rule.term) - {varied}, None, laws)
    own = _Formula.of(rule, inputs)
    conditions = own.conditions
    laws += [Law(str(each), _CONDITION, _spoken_of(each), None) for each in conditions if each.is_equation]
    held = own.letters
    if isinstance(rule, Limit | Minimise):  # what a condition compares must not move on the way, but for y itself
        known_by_it = {inputs[0].lhs} if inputs[0].relation is not None and inputs[0].relation.is_equation else set()
        held = held.union(*(_spoken_of(each) for each in conditions)) - known_by_it
    return varies(varied, held - {varied}, frozenset(_holding(rule)), laws)


def _tied_together(rule: MinimiseSubjectTo, inputs: Sequence[Step], steps: Sequence[Step], name: str) -> str:
    """The reason for which two quantities cannot vary each by itself, before an equation ties them; empty if they can.

    That equation is no law then: it is put to them on purpose, and what determines its other letters is held.
    """
    target, law = inputs
    laws = _laws(steps, _supposed_by(inputs), without=(name, law.name))
    conditions = [item for step in inputs for item in step.conditions]
    laws += [Law(str(each), _CONDITION, _spoken_of(each), None) for each in conditions if each.is_equation]
    held = letters_in(target.rhs, law.lhs, law.rhs).union(*map(_spoken_of, conditions))
    if target.relation is not None and target.relation.is_equation:
        held -= {target.lhs}
    whys = (varies(each, held - {each}, frozenset(rule.holding), laws) for each in (rule.over, rule.along))
    return next(filter(None, whys), "")


def _tied_to_its_bound(bounded: Step, steps: Iterable[Step], name: str) -> str:
    """The reason for which a whole number cannot be the least above a bound: that bound moves with it; empty if none.

    Two bounds that leave it the next whole number say just what is asked.
    """
    assert bounded.relation is not None
    try:
        number, bound = lower_bound(bounded.relation, bounded.relation.notation)
    except UndecidedError:  # which the rule tells
        return ""
    laws = [law for law in _laws(steps, _supposed_by([bounded]), without=(name,)) if law.item is not None]
    laws += [Law(str(each), _CONDITION, _spoken_of(each), None) for each in bounded.conditions if each.is_equation]
    return varies(number, letters_in(bound), None, laws)


@dataclass(frozen=True)
class _Formula:
    """What varies: the letters that are held, once others are written out or follow, and the conditions."""

    letters: frozenset[Symbol]
    conditions: tuple[Relation, ...]

    @classmethod
    def of(cls, rule: Rule, inputs: Sequence[Step]) -> _Formula:
        """The formula of the first step, with what the others say written out."""
        written, following = _beside(rule)
        first, using, laws = inputs[0], inputs[1 : 1 + len(written)], inputs[1 + len(written) :]
        values = {step.lhs: step.rhs for step in using}
        sides = [first.rhs, *(side for law in laws for side in (law.lhs, law.rhs))]
        conditions = [item for step in inputs for item in step.conditions]
        spelled = (item.with_sides(_spelled(item.lhs, values), _spelled(item.rhs, values)) for item in conditions)
        left = letters_in(*(_spelled(side, values) for side in sides))
        return cls(left - set(following), tuple(spelled))


def _spelled(expression: Expr, values: Mapping[Expr, Expr]) -> Expr:
    for _ in values:
        expression = expression.xreplace(dict(values))
    return expression


def to_write_out(rule: Rule, first: Step, steps: Iterable[Step]) -> tuple[Rule, tuple[str, ...]] | None:
    """The rule with what it has to write out or to follow so that it can vary its quantity, and the steps that say so.

    None where a letter rests on what varies by an equation that does not determine it, or that cannot be used so.
    """
    varied = _varied(rule)
    if not isinstance(rule, Differentiate | Limit | Minimise | Independence) or first.relation is None:
        return None
    assert varied is not None
    known = {step.name: step for step in steps}
    laws = [law for law in _laws(known.values()) if not _lifted(law, frozenset(_holding(rule)))]
    edges = _edges(laws)
    directed = {law.determined: law for law in reversed(laws) if law.determined is not None}
    pending = letters_in(first.rhs, *(side for item in first.conditions for side in (item.lhs, item.rhs)))
    explicit, implicit = dict[Symbol, str](), dict[Symbol, str]()
    while True:
        tied_ones = sorted((each for each in pending - {varied} if _chain(each, varied, edges)), key=_name)
        tied_ones = [each for each in tied_ones if each not in (*explicit, *implicit, *_holding(rule))]
        if not tied_ones:
            break
        letter = tied_ones[0]
        law = directed.get(letter)
        if law is None:
            return None
        step = known[law.name]
        plain = step.lhs == letter and letter not in step.rhs.free_symbols and not step.unknown
        if plain:
            explicit[letter] = law.name
        elif isinstance(rule, Differentiate | Independence):
            implicit[letter] = law.name
        else:
            return None
        pending |= letters_in(step.lhs, step.rhs)
    found: Rule = replace(rule, written=tuple(explicit))
    if isinstance(rule, Differentiate | Independence):
        found = replace(rule, written=tuple(explicit), following=tuple(implicit))
    return found, (*explicit.values(), *implicit.values())


def varies(x: Symbol, held: frozenset[Symbol], purposely: frozenset[Symbol] | None, laws: Sequence[Law]) -> str:
    """The reason for which x cannot vary under these laws while `held` and `purposely` are held; empty if it can.

    It says what else would have to be held on purpose, if that is all; nothing can be where `purposely` is None.
    """
    return _varies(x, held, purposely, tuple(laws))


@lru_cache(maxsize=1024)  # a rule is asked before it runs, and again with what it writes out
def _varies(
    x: Symbol, held: frozenset[Symbol], purposely: frozenset[Symbol] | None, laws: tuple[Law, ...]
) -> str:
    wanted: list[Symbol] = []
    why, letter = _refusal(x, held, purposely or frozenset(), laws)
    if purposely is None:
        return why
    told = why
    while letter is not None:
        wanted.append(letter)
        told, letter = _refusal(x, held, purposely.union(wanted), laws)
    return why if told or not why else f"{why}, or say holding {listed_letters(wanted)}"


def held_by(rule: Rule, inputs: Sequence[Step]) -> tuple[frozenset[Symbol], frozenset[Symbol], frozenset[Symbol]]:
    """What a rule varies, what it holds, and what of that it holds on purpose."""
    if isinstance(rule, MinimiseSubjectTo):
        target, law = inputs
        return frozenset({rule.over, rule.along}), letters_in(target.rhs, law.lhs, law.rhs), frozenset(rule.holding)
    varied = _varied(rule)
    if varied is None or isinstance(rule, FiniteSum):
        return frozenset(), frozenset(), frozenset()
    own = _Formula.of(rule, inputs)
    held = own.letters.union(*map(_spoken_of, own.conditions)) - {varied}
    return frozenset({varied}), held, frozenset(_holding(rule))


def laws_of_board(steps: Iterable[Step], supposed: Iterable[str]) -> list[tuple[str, Symbol | None, Relation]]:
    """The equations that hold throughout, or are supposed: as a reader finds each, the letter that it determines, if it
    does, and what it says.
    """
    return [(law.source, law.determined, law.item) for law in _laws(steps, supposed) if law.item is not None]


def held_along(
    arrow: Arrow, beside: Iterable[str], supposed: Iterable[str], steps: Iterable[Step]
) -> tuple[str, Symbol | None]:
    """The reason for which a limit cannot be taken with its letters held, and the letter that moves, if one does.

    Of letters `beside` the formula it is not known what they do where something is held on purpose that ties them.
    """
    laws = _laws(steps, supposed)
    letters = {letter.name: letter for law in laws for letter in law.letters}
    if arrow.variable not in letters:
        return "", None
    held, purposely = (
        frozenset(letters[name] for name in names if name in letters) for names in (arrow.held, arrow.purposely)
    )
    for law in laws:
        tied_ones = sorted((s for s in law.letters & held - purposely if s.name in set(beside)), key=_name)
        if tied_ones and _lifted(law, purposely):
            return f"{tied_ones[0]} may move while {_held(purposely)}, by {law.source}", tied_ones[0]
    return _refusal(letters[arrow.variable], held, purposely, laws)


def followers(
    x: Symbol, letters: Iterable[Symbol], given: Iterable[Symbol], steps: Iterable[Step],
    roots: Mapping[Symbol, Step] | None = None,
) -> dict[Symbol, str]:
    """Those of some letters that rest on x, each with the chain of premises by which it does.

    What is `given`, a value of its own, rests on nothing that a chain could go on to. `roots` are letters that only
    numbers find: each is what the equation behind its step determines, if that does not say it itself.
    """
    known = {step.name: step for step in steps}
    found = {(name, root) for root, step in (roots or {}).items() for name in _behind(step, known)}
    laws = _laws(known.values())
    for place, law in enumerate(laws):
        root = next((letter for letter in law.letters if (law.name, letter) in found), None)
        laws[place] = replace(law, determined=law.determined or root)
    edges, ends = _edges(laws), frozenset(given)
    chains = {letter: _chain(letter, x, edges, ends) for letter in sorted(set(letters) - {x}, key=_name)}
    return {letter: _told(chain) for letter, chain in chains.items() if chain}


def _behind(step: Step, known: Mapping[str, Step]) -> set[str]:
    """The names of all that a step rests on."""
    found, pending = set[str](), list(step.inputs)
    while pending:
        name = pending.pop()
        pending += () if name in found else known[name].inputs
        found.add(name)
    return found


def _refusal(
    x: Symbol, held: frozenset[Symbol], purposely: frozenset[Symbol], laws: Sequence[Law]
) -> tuple[str, Symbol | None]:
    """The reason, and the letter that rests on x if that is the reason."""
    held |= purposely
    laws = [law for law in laws if not _lifted(law, purposely)]
    edges = _edges(laws)
    for letter in sorted(held - purposely, key=_name):
        chain = _chain(letter, x, edges)
        if chain:
            return f"{_told(chain)}: write it out", letter
    return _stuck(x, held, purposely, laws), None


def _stuck(x: Symbol, held: frozenset[Symbol], purposely: frozenset[Symbol], laws: Sequence[Law]) -> str:
    """The reason for which x has no room to move while `held`, none of which rests on it, is held; empty if it has."""
    laws = _told_once(laws)
    directed = {law.determined: law for law in reversed(laws) if law.determined is not None}
    loose = [law for law in laws if law.determined is not None and directed[law.determined] is not law]
    loose = [law for law in loose if not _another_argument(law, directed[law.determined])]
    loose += [law for law in laws if law.kind in _SUPPOSED]
    ends = _edges([law for law in laws if law not in loose])
    loose = [law for law in loose if not any(reached(each, ends) & purposely for each in law.letters)]
    numbers = [(letter, law) for law in laws if len(law.letters) == 1 for letter in law.letters]  # each says a number
    of_x = next((law.source for letter, law in numbers if letter == x), "")
    if of_x:
        return f"{x} is a number by {of_x}, and does not vary"
    pins = frozenset(letter for letter, law in numbers if directed.get(letter) in (None, law))

    def free(letters: Iterable[Symbol]) -> frozenset[Symbol]:
        """What letters rest on, and what is free."""
        return frozenset[Symbol]().union(*(_ends(letter, ends) for letter in letters)) - pins

    fixed = free(held)
    wanted = [(law.source, free(_tied_by(law, directed))) for law in loose]
    moving = free([x])
    if moving != {x}:
        wanted.append((directed[x].source if x in directed else "what ties it", moving))
    elif x in fixed:
        return f"{x} does not vary while {_held(held)}"
    touched = [(source, free) for source, free in wanted if free - fixed]
    if moving != {x} and not moving - fixed:
        source = directed[x].source if x in directed else "its premises"
        return f"{x} is determined by what is held, by {source}: write it out"
    unmatched = _unmatched([(source, free - fixed - {x}) for source, free in touched])
    if not unmatched:
        return ""
    return f"{x} cannot vary{f' while {_held(held)}' if held else ''}, by {unmatched}: write it out"


def _tied_by(law: Law, directed: Mapping[Symbol | None, Law]) -> frozenset[Symbol]:
    """The letters that a law ties: of a value that another law gives as well, those of both values."""
    first = directed.get(law.determined)
    if law.left is None or first is None or first is law or law.item is None or first.item is None:
        return law.letters
    return letters_in(law.item.rhs, first.item.rhs)


def _told_once(laws: Iterable[Law]) -> list[Law]:
    """Laws without those that say once more what another says: an equation takes one freedom, also if said twice."""
    found = list[Law]()
    for law in laws:
        if not any(law.item and each.item and _say_the_same(law.item, each.item) for each in found):
            found.append(law)
    return found


@remembered(maxsize=4096)
def _say_the_same(one: Relation, other: Relation) -> bool:
    """True for two equations each of which holds where the other does: their differences are multiples of each other.
    """
    if one.symbols != other.symbols:
        return False
    try:
        return other.difference != 0 and known_sign(one.difference / other.difference) in ONE_SIGN
    except DerivationsError:
        return False


def _varied(rule: Rule) -> Symbol | None:
    if isinstance(rule, Differentiate):
        return rule.by
    if isinstance(rule, Limit):
        return rule.variable
    if isinstance(rule, Minimise):
        return rule.over
    if isinstance(rule, Independence):
        return rule.of
    return rule.index if isinstance(rule, FiniteSum) else None


def _beside(rule: Rule) -> tuple[tuple[Symbol, ...], tuple[Symbol, ...]]:
    """What a rule writes out, and what it lets follow."""
    assert isinstance(rule, Differentiate | Limit | Minimise | Independence)
    return rule.written, rule.following if isinstance(rule, Differentiate | Independence) else ()


def _holding(rule: Rule) -> tuple[Symbol, ...]:
    assert isinstance(rule, Differentiate | Limit | Minimise | Independence)
    return rule.holding


def _supposed_by(inputs: Iterable[Step]) -> dict[str, None]:
    return dict.fromkeys(each for step in inputs for each in step.context.names)


def _laws(steps: Iterable[Step], supposed: Iterable[str] = (), without: Collection[str] = ()) -> list[Law]:
    """The laws that steps lay down for every state of a board, but for some of them, and those that are supposed.

    Two opposite inequalities are one law in both their names, and so are two that leave one whole number to a letter.
    """
    every = {step.name: step for step in steps}
    known = tuple(step for step in every.values() if step.name not in without)
    bounds = [step for step in known if step.rule == "take" and step.relation and not step.relation.is_equation]
    found = [law for step in known for law in _law(step)]
    for place, one in enumerate(bounds):
        for other in bounds[place + 1 :]:
            if one.relation and other.relation and (tie := _tie(one.relation, other.relation)):
                names, letters = f"{one.name} and {other.name}", _spoken_of(one.relation) | _spoken_of(other.relation)
                found.append(Law(names, "premises", letters, None, item=one.relation if tie == _EQUAL else None))
    found += _along_recurrences(found)
    return [*found, *(law for each in supposed if each in every for law in _supposition(every[each]))]


def _along_recurrences(laws: Sequence[Law]) -> Iterator[Law]:
    """What ties the values that are given of a function at some indices, by recurrences between them.

    A recurrence over s steps leaves as many values open as that; each that is given beyond these ties what they are
    made of. ``p(0) = a`` and ``p(2) = x`` leave nothing open where ``p(k + 1) = p(k)``.
    """
    recurrences = [law for law in laws if law.left is not None and law.item is not None and _steps_over(law)]
    for first in recurrences:
        own = first.left.function if first.left is not None else None
        mine = [law for law in recurrences if law.left is not None and law.left.function == own]
        given = [law for law in laws if law.left is not None and law.left.function == own and law.left.subscripts
                 and all(each.is_number for each in law.left.arguments)]
        if first is not mine[0] or any({c.function for c in applications(law.item.rhs)} != {own}
                                       for law in mine if law.item is not None):
            continue  # what other functions bring along is not counted
        named = " and ".join(law.name for law in (*mine, *given))
        sides = [law.item.rhs for law in (*mine, *given) if law.item is not None]
        letters = frozenset(s for s in letters_in(*sides) if not s.is_integer and s != own)
        for _ in range(len(given) - max(map(_steps_over, mine))):
            yield Law(named, _RECURRENCES, letters, None)


def _steps_over(law: Law) -> int:
    """How many steps a recurrence goes back: 2 for u(k + 2) by u(k); 0 for an equation that is none."""
    assert law.left is not None
    if law.item is None or not law.left.subscripts:
        return 0
    calls = [call for call in applications(law.item.rhs) if call.function == law.left.function]
    apart = [law.left.arguments[0] - call.arguments[0] for call in calls]
    if not apart or not all(each.is_Integer for each in apart):
        return 0
    return max(abs(int(each)) for each in apart)


@remembered(maxsize=4096)
def _tie(one: Relation, other: Relation) -> str:
    """How two inequalities tie their letters: as equal, or so that one is the next whole number; empty if they do not.

    ``a >= b`` and ``c <= d`` say together that a is b where their differences have one sign; and n >= x and n < x + 1,
    that n is x rounded up.
    """
    if one.symbols != other.symbols:
        return ""
    first, second = (fact_of(each).expression for each in (one, other))
    for letter in (each for each in letters_in(first) if each.is_integer):
        up, down = first.diff(letter), second.diff(letter)
        if not letters_in(up, down) and up * down != 0:
            apart = expand(first / up - second / down)  # how far the greater bound on the letter is from the lesser
            if up / down < 0 and apart.is_number and 0 < abs(apart) <= 1:
                return _NEXT_WHOLE
    try:
        return _EQUAL if second != 0 and known_sign(first / second) is Sign.NEGATIVE else ""
    except DerivationsError:
        return ""


def _law(step: Step) -> list[Law]:
    """The law that a step lays down for every state of the board, if it does."""
    item = step.relation
    if item is None or not item.is_equation or step.rule not in (*LASTING, *NAMED) or not step.verdict.holds:
        return []
    kind = {"take": "premise", "define": "definition"}.get(step.rule, "step")
    letters = _spoken_of(item)
    if isinstance(item.lhs, Symbol) and item.lhs not in item.rhs.free_symbols:
        return [Law(step.name, kind, letters, item.lhs, item=item)]
    if isinstance(item.lhs, Applied) and _at_letters(item.lhs):
        return [Law(step.name, kind, letters, item.lhs.function, item.lhs, item)]
    named = step.determines
    alone = letters_in(item.lhs) - letters_in(item.rhs)
    if not named and len(letters_in(item.lhs)) == len(alone) == 1:
        named = next(iter(alone)).name
    return [Law(step.name, kind, letters, next((s for s in letters if s.name == named), None), item=item)]


def _at_letters(call: Applied) -> bool:
    """True for a function of indices, letters and numbers: of h(g(z)) = a*z nothing says whether h or g gives way."""
    plain = call.arguments[call.subscripts :]
    return not any(each.has(Applied) for each in call.arguments) and all(e.is_Symbol or e.is_number for e in plain)


def _supposition(step: Step) -> list[Law]:
    item = step.relation
    if step.rule not in SUPPOSING or item is None or not item.is_equation:
        return []
    return [Law(step.name, step.rule, _spoken_of(item), None, item=item)]


def letters_in(*expressions: Expr) -> frozenset[Symbol]:
    """The quantities in expressions, without units."""
    return frozenset(s for each in expressions for s in each.free_symbols if not is_unit(s))


@lru_cache(maxsize=4096)  # the premises of a board are asked for again with each step that varies something
def _spoken_of(item: Relation) -> frozenset[Symbol]:
    """The letters of an equation, without those that are an index and occur as such only."""
    outside = outside_indices(item.lhs) | outside_indices(item.rhs)
    functions = {call.function for call in applications(item.lhs, item.rhs)}
    return frozenset(
        s for s in letters_in(item.lhs, item.rhs) if s in outside or s in functions or not s.is_integer
    )


def _edges(laws: Iterable[Law]) -> _Edges:
    """The letters that each one rests on, with the law; on all others where a law does not say what it determines."""
    found: dict[Symbol, dict[Symbol, Law]] = {}
    for law in laws:
        if law.kind in _SUPPOSED:
            continue
        for letter in law.letters if law.determined is None else (law.determined,):
            for other in sorted(law.letters - {letter}, key=_name):
                found.setdefault(letter, {}).setdefault(other, law)
    return found


def _chain(
    start: Symbol, end: Symbol, edges: _Edges, dead_ends: frozenset[Symbol] = frozenset()
) -> list[tuple[Symbol, Symbol, Law]]:
    """A shortest way from a letter to one that it rests on, through no dead end; empty if it does not."""
    pending, before = [start], dict[Symbol, tuple[Symbol, Law]]()
    while pending:
        letter = pending.pop(0)
        for other, law in edges.get(letter, {}).items():
            if other in before or other == start:
                continue
            before[other] = letter, law
            if other == end:
                found: list[tuple[Symbol, Symbol, Law]] = []
                while other != start:
                    letter, law = before[other]
                    found.insert(0, (letter, other, law))
                    other = letter
                return found
            if other not in dead_ends:
                pending.append(other)
    return []


def _told(chain: Sequence[tuple[Symbol, Symbol, Law]]) -> str:
    return ", ".join(f"{letter} depends on {other} by {law.source}" for letter, other, law in chain)


def _ends(letter: Symbol, edges: _Edges) -> frozenset[Symbol]:
    """The free quantities that a letter rests on: those that rest on nothing but what rests on them again."""
    return frozenset(each for each in reached(letter, edges)
                     if all(each in reached(other, edges) for other in reached(each, edges)))


def reached(letter: Symbol, edges: Mapping[Symbol, Iterable[Symbol]]) -> frozenset[Symbol]:
    """A letter and all that it rests on, where `edges` says of each what it rests on directly."""
    found, pending = {letter}, [letter]
    while pending:
        new = set(edges.get(pending.pop(), {})) - found
        found |= new
        pending += new
    return frozenset(found)


def _lifted(law: Law, purposely: frozenset[Symbol]) -> bool:
    """True for what says what a letter is that is held on purpose."""
    return law.determined in purposely if law.determined is not None else bool(law.letters & purposely)


def _another_argument(law: Law, first: Law) -> bool:
    """True for an equation of a function at other arguments than the first one: it determines other values.

    One for every index that speaks of no function beside says what this one is at each index.
    """
    if law.left is None or first.left is None or law.left == first.left:
        return False
    indices = law.left.subscripts
    every = [each for each in (law, first) if each.left and any(i.free_symbols for i in each.left.arguments[:indices])]
    if not any(each.item is not None and not applications(each.item.rhs) for each in every):
        return True
    pairs = zip(law.left.arguments[:indices], first.left.arguments[:indices], strict=True)
    return not indices or any(_never_meet(one, other) for one, other in pairs)


def _never_meet(one: Expr, other: Expr) -> bool:
    """True for two indices that are never the same number, whichever their letters are: k + 1 and 0, from 0 on."""
    apart = one - other
    return bool(apart.is_zero is False and (apart.is_number or apart.is_positive or apart.is_negative))


def _unmatched(wanted: Sequence[tuple[str, frozenset[Symbol]]]) -> str:
    """The first equation for which no free quantity of its own is left; empty if each has one."""
    taken: dict[Symbol, int] = {}

    def place(turn: int, seen: set[Symbol]) -> bool:
        for letter in sorted(wanted[turn][1] - seen, key=_name):
            seen.add(letter)
            if letter not in taken or place(taken[letter], seen):
                taken[letter] = turn
                return True
        return False

    return next((wanted[turn][0] for turn in range(len(wanted)) if not place(turn, set())), "")


def _held(letters: frozenset[Symbol]) -> str:
    return f"{listed_letters(letters)} {'is' if len(letters) == 1 else 'are'} held"


def listed_letters(letters: Iterable[Symbol]) -> str:
    """Letters in the order of their names, with commas."""
    return ", ".join(sorted(map(str, letters)))


def refuse_circle(name: str, taken: Relation, steps: Iterable[Step]) -> None:
    """Raise `InputError` if what is taken as `name` and the premises and definitions of `steps` define a circle."""
    if not taken.is_equation or not taken.lhs.is_Symbol:
        return
    told = [(step, step.relation) for step in steps if step.relation is not None and step.rule in LASTING]
    if taken.lhs not in taken.rhs.free_symbols and not any(taken.lhs in item.symbols for _, item in told):
        return  # nothing rests on it yet
    defined = {item.lhs: step for step, item in told if item.is_equation}
    paths: list[tuple[Expr, tuple[str, ...]]] = [(taken.rhs, (name,))]
    seen = {name}
    while paths:
        expression, path = paths.pop()
        if taken.lhs in expression.free_symbols:
            raise InputError(f"premises {' and '.join(path)} define {taken.written_left} in a circle")
        for symbol in expression.free_symbols & set(defined):
            step = defined[symbol]
            if step.name not in seen:
                seen.add(step.name)
                paths.append((step.rhs, (*path, step.name)))
