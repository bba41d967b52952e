"""``derive check``: whether the claims stand."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

import click

from derivations.claims.index import CLAIMS, all_claims, find_claim
from derivations.cli.options import (
    chosen_claims,
    claim_files,
    claims_argument,
    csv_option,
    json_option,
    named_claims,
    refuse_unknown,
    store_option,
    tell_derived_anew,
)
from derivations.cli.screen import painter, print_document, print_json, print_text, stages
from derivations.proof import cache
from derivations.proof.processes import cores, done_by
from derivations.proof.provers import PROVERS, find_prover, refuse_unknown_prover

if TYPE_CHECKING:
    from derivations.claim.claim import Claim
    from derivations.claim.review import Review
    from derivations.derivation.second_prover import Agreement


@click.command()
@claims_argument
@click.option("--prover", metavar="|".join(PROVERS), help="Also check every step with a second, independent prover.")
@claim_files
@store_option
@json_option
@csv_option
def check(
    claims: Sequence[str], prover: str | None, claim_files: Sequence[Path], as_json: bool, as_csv: bool
) -> None:
    """Check claims, all of them by default: the kernel replays the certificates of all steps that are proven.

    The first time that a claim is checked, what is shipped of it is held to what it comes to, derived and evaluated
    anew. With --prover or --no-store it always is derived. What the cache keeps for commands about it is held to what
    they print.

    Exits with 1 if a step is not shown, or a rejected statement is not refuted; with --prover also if one prover
    proves what the other refutes. It also counts the published conclusions that follow; one that does not is no
    failure.
    """
    if prover is not None:
        refuse_unknown_prover(prover)
        refuse_unknown(claims, claim_files)
        find_prover(prover)  # one that is not installed is told before anything is derived
    chosen = {claim.name: claim for claim in chosen_claims(claims, claim_files)} if claim_files else {}
    names = [*chosen] or named_claims(claims)
    own = {name: claim for name, claim in chosen.items() if name not in all_claims()}
    with stages(len(names), "checking", quiet=as_json or as_csv) as tell:
        checked = _all_checked(names, own, prover, tell)
    reviews, agreements = [found for found, _ in checked], [agreed for _, agreed in checked]
    if prover is None:
        reviews = _with_false_results(reviews, others=not claims and not claim_files)
    if as_json:
        pairs = zip(reviews, agreements, strict=True)
        print_json({"claims": [item.as_data() | _as_data(agreed) for item, agreed in pairs]})
    elif as_csv:
        from derivations.document.table import Table

        rows = [{**item.as_data(), "problems": "; ".join(item.problems)} for item in reviews]
        print_text(Table("Claims", tuple(rows[0]), tuple(tuple(map(str, row.values())) for row in rows)).to_csv())
    else:
        paint = painter()
        _tell_of_rocq()
        for item, agreed in zip(reviews, agreements, strict=True):
            if agreed is None:
                click.echo(paint(f"{item.summary}{_rocq(item)}", "bad" if item.problems else "good"))
            else:
                from derivations.document.agreement import agreement_document
                from derivations.document.forms import TEXT

                print_document(TEXT, agreement_document(item.claim, agreed))
            for problem in item.problems:
                click.echo(f"  {problem}")
    if any(item.problems for item in reviews) or any(agreed and agreed.disagreements for agreed in agreements):
        raise SystemExit(1)


_Checked: TypeAlias = "tuple[Review, Agreement | None]"


def _all_checked(
    names: Sequence[str], own: Mapping[str, Claim], prover: str | None, tell: Callable[[int], None]
) -> list[_Checked]:
    """What is found of claims, of which some are a reader's `own`; several processes share what takes long."""
    found = dict[str, _Checked]()
    for name in names:
        known = _known(name) if prover is None and name in CLAIMS else None
        if known is not None:
            found[name] = known, None
        elif name in own:
            found[name] = _checked(own[name], prover)
        tell(int(name in found))
    long = [name for name in names if name not in found]
    given = [(name, prover, cache.answering()) for name in long]
    for place, checked in done_by(min(cores(), len(long)), _checked_by_name, given):
        found[long[place]] = checked
        tell(1)
    return [found[name] for name in names]


def _known(name: str) -> Review | None:
    """The review of a claim of which what is kept was held to what it comes to before; says why where none is kept."""
    from derivations.claim.kept_review import kept
    from derivations.document.shipped_claim import agrees

    found = kept(find_claim(name))
    if found is None:
        tell_derived_anew(find_claim(name))
    return found.review if found is not None and agrees(found) else None


def _checked_by_name(name: str, prover: str | None, answering: bool) -> _Checked:
    """The same as `_checked`, in whatever process, with stores or without."""
    with nullcontext() if answering else cache.without_stores():
        return _checked(find_claim(name), prover)


def _checked(chosen: Claim, prover: str | None) -> _Checked:
    """The review of a claim, which is derived anew, and what a second prover says of it."""
    if prover is None and chosen.name in CLAIMS and chosen is find_claim(chosen.name):
        from derivations.document.shipped_claim import checked_claim

        return checked_claim(chosen).review, None
    from derivations.claim.review import review
    from derivations.claim.study import Study
    from derivations.derivation.second_prover import agreement
    from derivations.sources.catalog import load_catalog
    from derivations.study.application import apply

    evaluated = apply(chosen, Study(), load_catalog())
    made = review(chosen.name, evaluated.derivation, evaluated.published)
    return made, None if prover is None else agreement(evaluated.derivation, prover)


def _with_false_results(reviews: Sequence[Review], *, others: bool) -> list[Review]:
    """Reviews with what is kept in the cache for commands about their claims and is not what these print now."""
    from derivations.cli.results import false_results

    found: dict[str, list[str]] = {}
    for claim, command in false_results([item.claim for item in reviews], others=others):
        found.setdefault(claim or reviews[0].claim, []).append(f"what is kept for `{command}` is not what it prints")
    return [replace(item, problems=(*item.problems, *found.get(item.claim, ()))) for item in reviews]


def _tell_of_rocq() -> None:
    """Say that nothing is told of what Rocq accepts, where that cannot be read."""
    from derivations.rocq.accepted import unreadable

    if file := unreadable():
        click.echo(f"derive: {file} cannot be read: what Rocq accepts is not told", err=True)


def _rocq(item: Review) -> str:
    """What the prover Rocq accepts of a claim, where it judged these very statements."""
    from derivations.rocq.accepted import accepted_of_statements

    found = accepted_of_statements(item.claim, item.statements)
    return "" if found is None else f", accepted by Rocq: {found.brief}"


def _as_data(agreed: Agreement | None) -> dict[str, Any]:
    """What a second prover says, as plain data; nothing where there is none."""
    if agreed is None:
        return {}
    from derivations.document.agreement import agreement_json

    return {"prover": agreement_json(agreed)}
