"""Whole numbers and bits: proofs that terms are such, exclusive ors in another order, powers with sums of them."""

from __future__ import annotations

from collections.abc import Callable

from derivations.kernel.normal_form import ONE_MONOMIAL, Form
from derivations.kernel.term import MINUS_ONE, ZERO, Term, number
from derivations.rocq.identities import Identities
from derivations.rocq.written import UnprintedError


def whole(steps: Identities, term: Term) -> str:
    """Proof that a term is a whole number. Raises `UnprintedError` where nothing here does."""
    found = _whole(steps, term)
    if found is not None:
        return found
    plain = steps.term_of(steps.algebra.cancelled(steps.algebra.form(term)))
    found = None if plain == term else _whole(steps, plain)
    if found is None:
        raise UnprintedError("nothing shows that a formula in it is a whole number")
    name = steps.shown("E", f"{steps.text(term, 1)} = {steps.text(plain, 1)}", lambda: steps.identity(term, plain))
    return f"(whole_equal _ _ {name} {found})"


def _whole(steps: Identities, term: Term) -> str | None:
    head, rest = term[0], term[1:]
    if head == "n":
        return f"(whole_number ({rest[0]}))" if rest[1] == 1 else None
    if head in ("s", "app"):
        return steps.of_values("whole", term)
    if head in ("ceil", "fact", "xor"):
        return {"ceil": "(ceiling_whole _)", "fact": "(whole_factorial _)", "xor": "(whole_xor _ _)"}[head]
    if head == "*" and len(rest) > 1 and rest[0] == MINUS_ONE:
        inside = _whole(steps, rest[1] if len(rest) == 2 else ("*", *rest[1:]))
        return inside and f"(whole_opp _ {inside})"
    if head == "^":
        inside = _whole(steps, rest[0]) if rest[1] >= 0 else None
        return inside and f"(whole_pow _ {rest[1]} {inside})"
    if head in ("+", "*"):
        found = _whole(steps, rest[0])
        for part in rest[1:]:
            other = _whole(steps, part)
            found = found and other and f"(whole_{'plus' if head == '+' else 'times'} _ _ {found} {other})"
        return found
    if head in ("max", "min"):
        if len(rest) == 1:
            return _whole(steps, rest[0])
        first, other = _whole(steps, rest[0]), _whole(steps, rest[1] if len(rest) == 2 else (head, *rest[1:]))
        return first and other and f"(whole_{head} _ _ {first} {other})"
    return None


def bit(steps: Identities, term: Term) -> str:
    """Proof that a term is 0 or 1. Raises `UnprintedError` where nothing here does."""
    if term in (ZERO, number(1)):
        return "bit_zero" if term == ZERO else "bit_one"
    if term[0] in ("s", "app") and (found := steps.of_values("bit", term)):
        return found
    if term[0] == "xor":
        return f"(bit_xor _ _ {bit(steps, term[1])} {bit(steps, term[2])})"
    raise UnprintedError("nothing shows that a formula in it is a bit")


def power_of_sum(steps: Identities, atom: Term) -> tuple[Term, Callable[[], None]] | None:
    """A power with a sum of whole numbers from 0 for an exponent as a product, and what writes a proof of it.

    None for any other power.
    """
    algebra = steps.algebra
    _, base, exponent = atom
    form = algebra.form(exponent)
    if not algebra.is_count(form):
        return None
    summands: list[Term] = []
    for mono, times in form.over.items():
        if mono == ONE_MONOMIAL:
            summands.append(number(times))
        else:
            summands += [steps.term_of(Form({mono: 1}, {}, frozenset()))] * int(times)
    if len(summands) < 2:
        return None
    target = steps.term_of(algebra.form(atom))
    powers: list[Term] = [("pow", base, each) for each in summands]
    product: Term = ("*", *powers)

    def split(count: int) -> str:
        if count == 1:
            return "eq_refl"
        front, last = summands[0] if count == 2 else ("+", *summands[: count - 1]), summands[count - 1]
        signs = " ".join(f"{whole(steps, each)} {steps.sign('>=', each)}" for each in (front, last))
        apart = f"(power_sum {steps.text(base, 6)} {steps.text(front, 6)} {steps.text(last, 6)} {signs})"
        return f"(eq_trans {apart} (f_equal2 Rmult {split(count - 1)} eq_refl))"

    def prove() -> None:
        total: Term = ("+", *summands)
        same = "eq_refl" if total == exponent else steps.equal(exponent, total)
        name = steps.shown("E", f"{steps.text(product, 1)} = {steps.text(target, 1)}",
                           lambda: steps.identity(product, target))
        begin = f"(f_equal (power {steps.text(base, 6)}) {same})"
        steps.emit(f"exact (eq_trans {begin} (eq_trans {split(len(summands))} {name})).")

    return target, prove


def exclusive_or(steps: Identities, atom: Term) -> tuple[Term, Callable[[], None]] | None:
    """The kernel's form of an exclusive or, and what writes a proof of it; None if it is one of any real numbers."""
    algebra = steps.algebra
    a, b = (algebra.form(part) for part in atom[1:])
    if algebra.is_bit(a) and algebra.is_bit(b):
        return _of_bits(steps, atom)
    if not (algebra.is_count(a) and algebra.is_count(b)):
        return None
    form = algebra.form(atom)
    leaves = {algebra.key(algebra.form(leaf)): leaf for leaf in reversed(_leaves(steps, atom))}
    single = algebra._single(form)
    if not form.over:
        target: Term = ZERO
    elif algebra.key(form) in leaves:
        target = leaves[algebra.key(form)]
    elif single is not None:
        target = steps.atom_term(single)
    else:
        raise UnprintedError("an exclusive or of other values")
    return target, lambda: _of_counts(steps, atom, target)


def _of_bits(steps: Identities, atom: Term) -> tuple[Term, Callable[[], None]]:
    _, a, b = atom
    target = steps.term_of(steps.algebra.form(atom))
    plain: Term = ("+", a, b, ("*", number(-2), ("*", a, b)))

    def prove() -> None:
        name = steps.shown("E", f"{steps.text(plain, 1)} = {steps.text(target, 1)}",
                           lambda: steps.identity(plain, target))
        steps.emit(f"exact (eq_trans (bits_apart _ _ {bit(steps, a)} {bit(steps, b)}) {name}).")

    return target, prove


def _leaves(steps: Identities, term: Term) -> list[Term]:
    """What an exclusive or of exclusive ors is of."""
    if term[0] != "xor":
        return [term]
    return [leaf for part in term[1:] for leaf in _leaves(steps, part)]


def _of_counts(steps: Identities, atom: Term, target: Term) -> None:
    """Prove that an exclusive or of whole numbers is another one, by a law for any whole numbers."""
    algebra = steps.algebra
    kept: dict[object, Term] = {}
    for leaf in [*_leaves(steps, atom), *_leaves(steps, target)]:
        if leaf[0] != "n":
            kept.setdefault(algebra.key(algebra.form(leaf)), leaf)
    letters = {leaf: f"y{turn}" for turn, leaf in enumerate(kept.values())}

    def stands(leaf: Term) -> Term:
        return leaf if leaf[0] == "n" else kept[algebra.key(algebra.form(leaf))]

    def said(term: Term) -> str:
        if term[0] != "xor":
            own = stands(term)
            return letters[own] if own in letters else steps.text(own, 6)
        return f"(bits_xor {said(term[1])} {said(term[2])})"

    def same(term: Term) -> str:
        if term[0] != "xor":
            return "eq_refl" if stands(term) == term else steps.equal(term, stands(term))
        return f"(f_equal2 bits_xor {same(term[1])} {same(term[2])})"

    wholes = "".join(f"whole {letter} -> " for letter in letters.values())
    law = steps.shown("E", f"forall {' '.join(letters.values())} : R, {wholes}{said(atom)} = {said(target)}",
                      lambda: steps.emit("exclusive."))
    values = " ".join([*(steps.text(leaf, 6) for leaf in letters), *(whole(steps, leaf) for leaf in letters)])
    steps.emit(f"exact (eq_trans {same(atom)} (eq_trans ({law} {values}) (eq_sym {same(target)}))).")
