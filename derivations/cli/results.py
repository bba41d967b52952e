"""Results: what a command printed, kept by the content of all that it was made from.

The key holds the words of the command with every default, the whole package, the versions of what it computes by, and
the screen. Only what is the same in every run is kept: no result under a changed premise or with a reader's own claims,
and none of a claim that does not stand, which may be for want of time. A text is printed again only where the reviews
and certificates are those that it was made from, which the kernel had replayed for all that it calls proven.

A seal has no key, so that whoever can write the cache can seal another text. So a text is kept with the words and the
screen that it was made for, answers to no others, and is made again by ``derive check``.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Collection, Iterator
from contextlib import redirect_stderr, redirect_stdout
from functools import wraps
from io import StringIO
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click
from click.core import ParameterSource

from derivations.claims.index import CLAIMS, find_claim
from derivations.cli.screen import PRINTED, Again, encoding, print_text, terminal
from derivations.errors import DerivationsError
from derivations.proof import cache
from derivations.sources.catalog import has_read_packages
from derivations.sources.kept_cards import card_file, kept_folder, kept_names

if TYPE_CHECKING:
    from derivations.claim.evaluated_claim import EvaluatedClaim

_Command = TypeVar("_Command", bound=Callable[..., Any])

EVALUATED = f"{__name__}.evaluated"  # in the meta of a context: the claims that a result tells of
_STORE = cache.Store("results", 200)
_PROVEN = "proven"  # the word of a finding
_LARGEST = 1_000_000  # characters of one
# what may be said on the command line: all else changes a claim, brings claims along, or writes files
_DEFAULT = (ParameterSource.DEFAULT, ParameterSource.DEFAULT_MAP)
_PLAIN = frozenset({
    "accelerator", "all_cards", "all_rows", "as_csv", "as_json", "as_said", "branch", "brief", "cache", "catalog",
    "claim", "compute", "digits", "full", "model", "name", "pretty", "quantity", "symbolic", "to", "verdicts",
    "weights",
})


def kept_result(command: _Command) -> _Command:
    """The function of a command that prints what is kept of it, and else runs and is kept."""

    @wraps(command)
    def run(*arguments: Any, **options: Any) -> None:
        context = click.get_current_context()
        key, again = key_of(context), context.find_object(Again)
        text = None if key is None or again is not None else _kept(key, _made_for(context))
        if text is not None:
            print_text(text)
            return
        printed: list[str] = context.meta.setdefault(PRINTED, [])
        command(*arguments, **options)
        if again is not None:
            again.key, again.text = key, "".join(printed)
        elif key is not None:
            _keep(key, "".join(printed), context.meta.get(EVALUATED, []), _made_for(context))

    return run  # type: ignore[return-value]


def tells_of(evaluated: EvaluatedClaim) -> None:
    """Note that what the present command prints tells of this claim."""
    context = click.get_current_context(silent=True)
    if context is not None:
        context.meta.setdefault(EVALUATED, []).append(evaluated)


def false_results(claims: Collection[str], *, others: bool) -> Iterator[tuple[str, str]]:
    """The claim, if any, and the command of each result that is kept and is not what that command prints now.

    Those that tell of some of these claims; the `others` tell of none. What is kept for other content of the package,
    or for words that are not those that its key is of, answers to nothing and is passed over.
    """
    command = click.get_current_context().find_root().command
    for key, data in _entries():
        about = [claim for claim in data["claims"] if claim in claims]
        if not about and not (others and not data["claims"]):
            continue
        words, screen, own_encoding = data["made_for"]
        again = Again(tuple(screen), own_encoding)
        with redirect_stdout(StringIO()), redirect_stderr(StringIO()):
            try:
                command.main(args=list(words), prog_name="derive", obj=again, standalone_mode=False)
            except (DerivationsError, click.ClickException, SystemExit, OSError):
                continue  # as it would be without what is kept
        if again.key == key and again.text != data["text"]:
            yield (about or [""])[0], " ".join(("derive", *words))


def _entries() -> Iterator[tuple[str, dict[str, Any]]]:
    """What is kept, by its key, as far as it can be read."""
    for key in _STORE.all_keys():
        try:
            data = json.loads(_STORE.read(key) or "null")
            words, screen, own_encoding = data["made_for"]
            texts = (*words, own_encoding, *data["claims"], data["text"])
            if all(isinstance(text, str) for text in texts) and len(screen) == 3:
                yield key, data
        except (LookupError, TypeError, ValueError, RecursionError):
            continue


def _made_for(context: click.Context) -> list[Any]:
    """The words of a command as somebody would type them, the screen, and the encoding: plain data."""
    return [_words(context), list(terminal()), encoding()]


def _words(context: click.Context) -> list[str]:
    """The command and what was given to it."""
    options, arguments = [], []
    for item in context.command.params:
        value = context.params.get(item.name or "")
        if value is None or context.get_parameter_source(item.name or "") in _DEFAULT:
            continue
        texts = [str(each) for each in (value if isinstance(value, tuple) else (value,))]
        if isinstance(item, click.Argument):
            arguments += texts
        elif isinstance(item, click.Option) and item.is_flag:
            options += [(item.opts if value else item.secondary_opts)[0]]
        else:
            options += [word for text in texts for word in (item.opts[0], text)]
    marked = any(text.startswith("-") for text in arguments)  # as options would be
    own = (*options, "--", *arguments) if marked else (*arguments, *options)
    return [str(context.info_name), *own]


def key_of(context: click.Context) -> str | None:
    """The key of what a command is about to print; None if that is not to be kept."""
    said = {name for name in context.params if context.get_parameter_source(name) not in _DEFAULT}
    if not cache.answering() or not said <= _PLAIN:
        return None
    files = context.params.get("catalog", ())
    if files and context.info_name != "cards":  # cards of the reader's own may change what was published
        return None
    from derivations.claim.asked import engine

    try:
        content = {
            "command": context.info_name, "options": context.params, "screen": terminal(), "engine": engine(),
            "whole": cache.package_digest(), "python": sys.version, "encoding": encoding(),
            "kept": _kept_cards(), "ledger": _ledger(context.info_name),
            "files": [cache.digest_of_bytes(Path(file).read_bytes()) for file in files],
        }
    except (LookupError, OSError):  # an unknown version; a file that the command will complain about
        return None
    return cache.digest(content)


def _ledger(command: str | None) -> str:
    """What the list of claims is printed from, beside what the package is made of."""
    if command != "list":
        return ""
    from derivations.document.kept_ledger import what_is_shipped

    return what_is_shipped()


def _kept_cards() -> list[str]:
    """The cards that the reader keeps, by their content."""
    folder = kept_folder()
    files = [] if folder is None else [card_file(folder, name) for name in kept_names(folder)]
    return [f"{file} {cache.digest_of_bytes(file.read_bytes())}" for file in files]


def _kept(key: str, made_for: list[Any]) -> str | None:
    """The text that is kept under a key, if reviews and certificates are those that it was made from."""
    from derivations.claim.kept_review import what_is_replayed

    try:
        data = json.loads(_STORE.read(key) or "null")
        text, claims, replayed = str(data["text"]), [str(claim) for claim in data["claims"]], str(data["replayed"])
        if data["seal"] != _seal(key, text, claims, replayed, made_for) or not set(claims) <= set(CLAIMS):
            return None
        if data["made_for"] != made_for:
            return None
    except (LookupError, TypeError, ValueError, RecursionError):
        return None
    return text if replayed == what_is_replayed(claims) else None


def _keep(key: str, text: str, evaluated: list[EvaluatedClaim], made_for: list[Any]) -> None:
    """Keep a text if every claim that it tells of stands, here and in its review, which is kept as well."""
    if len(text) > _LARGEST or has_read_packages():  # whose cards are in no key
        return
    from derivations.claim.kept_review import keep_review, kept_review, what_is_replayed

    for each in evaluated:
        name, derivation = each.claim.name, each.derivation
        if name not in CLAIMS or derivation.unsound:
            return
        if each.kept is not None:  # its certificates were replayed for this very text
            continue
        found = kept_review(find_claim(name)) or keep_review(each.claim, derivation, each.derived)
        if found.problems or found.proven != sum(step.verdict.finding == _PROVEN for step in derivation.steps):
            return
    claims = [each.claim.name for each in evaluated]
    replayed = what_is_replayed(claims)
    data = {"seal": _seal(key, text, claims, replayed, made_for), "claims": claims, "replayed": replayed,
            "made_for": made_for, "text": text}
    _STORE.write(key, json.dumps(data))


def _seal(key: str, text: str, claims: list[str], replayed: str, made_for: list[Any]) -> str:
    return cache.digest([key, text, claims, replayed, made_for])
