"""Sums and products over an index as the kernel sees them: last terms apart, constants in front, one form for each."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

from derivations.kernel.normal_form import NONNEGATIVE, POSITIVE, Form
from derivations.kernel.term import BINDERS, BOUND, MINUS_ONE, ONE, ZERO, Term, number, parts, put_for_name, with_parts
from derivations.rocq.counted import whole
from derivations.rocq.identities import Identities
from derivations.rocq.written import UnprintedError

_MOST_APART = 64  # terms that the kernel takes apart
_WORD = {"sum": "sum", "prod": "product"}


@dataclass(frozen=True)
class OverIndex:
    """A sum or product taken apart: the last terms, by their index, and pieces of the rest, each with what is in front.

    `last` is what is left of the range, `end` the same as the kernel writes it; `none` if no term is left.
    """

    atom: Term
    apart: tuple[Term, ...]
    last: Term
    end: Term
    none: bool
    mark: str
    pieces: tuple[tuple[Term, Term], ...]  # in what the index is called within a computation

    @property
    def index(self) -> str:
        """The name of the index."""
        return str(self.atom[1])

    @property
    def target(self) -> Term:
        """The term that it is equal to."""
        head, index, first, _, body = self.atom
        rest: list[Term] = []
        if not self.none:
            for front, piece in self.pieces:
                own: Term = (head, index, first, self.end, self.named(piece))
                rest.append(("*", front, own) if head == "sum" else own)
        terms = (*rest, *(put_for_name(body, index, each) for each in self.apart))
        empty = ZERO if head == "sum" else ONE
        return empty if not terms else terms[0] if len(terms) == 1 else ("+" if head == "sum" else "*", *terms)

    @property
    def plain(self) -> bool:
        """True if it is as the kernel writes it already."""
        _, _, _, last, body = self.atom
        return not self.apart and not self.none and last == self.end and len(self.pieces) == 1 and (
            self.pieces[0][0] == ONE and self.named(self.pieces[0][1]) == body
        )

    def named(self, term: Term) -> Term:
        """A term with the index by its own name."""
        return put_for_name(term, self.mark, ("s", self.index))


def taken_apart(steps: Identities, atom: Term) -> OverIndex:
    """A sum or product as the kernel sees it. Raises `UnprintedError` for one within another."""
    algebra = steps.algebra
    head, index, first, last, body = atom
    if _binds(body):
        raise UnprintedError(f"a {_WORD[head]} within another")
    begin, end = algebra.form(first), algebra.form(last)
    if steps.term_of(begin) != first:
        raise UnprintedError(f"a {_WORD[head]} whose first index is a formula")
    apart: list[Term] = []
    none = False
    for _ in range(_MOST_APART):
        span = algebra.add(end, algebra.scaled(begin, -1))
        if not (algebra.is_whole(begin) and algebra.is_whole(end)):
            break
        none = span.constant is not None and span.constant < 0
        if none or not algebra.is_count(span):
            break
        apart.insert(0, last)
        last, end = ("+", last, MINUS_ONE), algebra.add(end, algebra.constant(-1))
    least = (algebra.sign(begin.over) or 0) if not begin.under and not begin.need else 0
    mark = f"{BOUND}1{'+' * max(0, NONNEGATIVE if not begin.over else least)}"
    moved = put_for_name(body, index, ("s", mark))
    steps.learn(("=", moved, ZERO))
    inside = algebra.form(moved)
    pieces: list[tuple[Term, Term]] = []
    if head == "sum" and not any(algebra._mentions(dict(key), mark) for key in inside.under):
        for mono, c in inside.over.items():
            front = tuple(pair for pair in mono if not algebra._mentions({(pair,): 1}, mark))
            kept = tuple(pair for pair in mono if pair not in front)
            before = steps.term_of(Form({front: c}, {}, frozenset()))
            piece = steps.term_of(algebra.cancelled(Form({kept: 1}, inside.under, inside.need)))
            pieces.append((before if before != MINUS_ONE else ("+", MINUS_ONE), piece))
    else:
        pieces.append((ONE, steps.term_of(algebra.cancelled(inside))))
    return OverIndex(atom, tuple(apart), last, _as_differences(steps.term_of(end)), none, mark, tuple(pieces))


def _as_differences(term: Term) -> Term:
    """A term with - 1 for (-1), which Rocq takes for equal when it looks for one of them."""
    if term[0] == "n" and term[1] < 0:
        return ("*", MINUS_ONE, number(Fraction(-term[1], term[2])))
    return with_parts(term, tuple(map(_as_differences, parts(term)))) if term[0] in ("+", "*") else term


def _binds(term: Term) -> bool:
    return term[0] in BINDERS or any(map(_binds, parts(term)))


def over_index(steps: Identities, atom: Term) -> tuple[Term, Callable[[], None]]:
    """The kernel's form of a sum or product, and what writes a proof of it."""
    found = taken_apart(steps, atom)
    return (atom if found.plain else found.target), lambda: _prove(steps, found)


def _prove(steps: Identities, found: OverIndex) -> None:
    head, index, first, _, body = found.atom
    word, text = _WORD[head], steps.text
    function = f"(fun {text(('s', index))} : R => {text(body)})"
    begin = text(first, 6)
    for last in reversed(found.apart):
        signs = f"{whole(steps, first)} {whole(steps, last)} {steps.sign('>=', _minus(last, first))}"
        steps.emit(f"rewrite ({word}_last {function} {begin} {text(last, 6)} {signs}).")
    if found.none:
        signs = f"{whole(steps, first)} {whole(steps, found.last)} {steps.sign('>', _minus(first, found.last))}"
        steps.emit(f"rewrite ({word}_none {function} {begin} {text(found.last, 6)} {signs}).")
        steps.emit("cbv beta. ring.")
        return
    rest = _same_rest(steps, found)
    sign = "+" if head == "sum" else "*"
    later = "".join(f" {sign} {text(put_for_name(body, index, last), 3)}" for last in found.apart)
    steps.emit(f"exact (f_equal (fun z : R => z{later}) {rest}).")


def _minus(one: Term, other: Term) -> Term:
    return ("+", one, ("*", MINUS_ONE, other))


def _same_rest(steps: Identities, found: OverIndex) -> str:
    """Proves that what is left of the range is its pieces, each with what stands in front."""
    head, index, first, _, body = found.atom
    text, word = steps.text, _WORD[head]
    ends = "eq_refl" if found.last == found.end else steps.equal(found.last, found.end)
    front = [("*", before, piece) if head == "sum" else piece for before, piece in found.pieces]
    whole_body: Term = front[0] if len(front) == 1 else ("+", *front)
    moved = put_for_name(body, index, ("s", found.mark))
    each = _term_by_term(steps, found, f"{text(moved, 1)} = {text(whole_body, 1)}",
                         lambda: steps.identity(moved, whole_body))

    def function(term: Term) -> str:
        return f"(fun {text(('s', index))} : R => {text(found.named(term))})"

    begin, last, end = (text(term, 6) for term in (first, found.last, found.end))
    same = (f"({word}_same (fun {text(('s', index))} : R => {text(body)}) {function(whole_body)} {begin} {last} {end} "
            f"{ends} {each})")
    if head != "sum":
        return same

    def scaled(before: Term, piece: Term) -> str:
        return f"(sum_scaled {text(before, 6)} {function(piece)} {begin} {end})"

    proof, so_far = scaled(*found.pieces[0]), front[0]
    for turn, (before, piece) in enumerate(found.pieces[1:], 1):
        split = f"(sum_plus {function(so_far)} {function(front[turn])} {begin} {end})"
        proof = f"(eq_trans {split} (f_equal2 Rplus {proof} {scaled(before, piece)}))"
        so_far = ("+", *front[: turn + 1])
    return f"(eq_trans {same} {proof})"


def _term_by_term(steps: Identities, found: OverIndex, claim: str, prove: Callable[[], None]) -> str:
    """Asserts a claim for every index from the first on; the name of it."""
    first, mark = found.atom[2], steps.text(("s", found.mark))
    begin = steps.text(first, 1)
    above = steps.fresh("A")

    def proof() -> None:
        steps.emit(f"intros {mark} {steps.fresh('A')} {above}.")
        positive = found.mark.count("+")
        if positive == POSITIVE:
            steps.suppose((">", ("s", found.mark), ZERO), f"(Rlt_le_trans _ _ _ {steps.sign('>', first)} {above})")
        elif positive == NONNEGATIVE:
            steps.suppose((">=", ("s", found.mark), ZERO), f"(Rle_trans _ _ _ {steps.sign('>=', first)} {above})")
        prove()

    return steps.shown("E", f"forall {mark} : R, whole ({mark} + - {steps.text(first, 6)}) -> {begin} <= {mark} -> "
                            f"{claim}", proof)


def nonneg(steps: Identities, atom: Term) -> str | None:
    """Proof that a sum is zero or more, as each of its terms is; None where nothing here does."""
    head, index, _, _, body = atom
    if head != "sum":
        return None
    found = taken_apart(steps, atom)
    moved = put_for_name(body, index, ("s", found.mark))
    try:
        each = _term_by_term(steps, found, f"0 <= {steps.text(moved, 1)}",
                             lambda: steps.emit(f"exact {steps.sign('>=', moved)}."))
    except UnprintedError:
        return None
    return f"(sum_nonneg _ _ _ {each})"
