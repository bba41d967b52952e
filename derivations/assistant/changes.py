"""Changes as an assistant writes them, a study as JSON; and the words of a command that makes the same ones."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields
from typing import Any, Self

from derivations.claim.claim import Cards
from derivations.claim.study import Study, study_in
from derivations.errors import InputError

_WHERE = "changes"


@dataclass(frozen=True)
class Changes:
    """A study, and the options of a command that change the same."""

    study: Study
    words: tuple[str, ...]

    @classmethod
    def read(cls, data: Any) -> Self:
        """The changes in plain data with the keys of a study file; raises `InputError` or one of its kind for others.

        >>> Changes.read({"accelerator": "h100", "set": {"L": ["1k", "2k token/sequence"]}}).words
        ('--accelerator', 'h100', '--set', 'L=1k, 2k token/sequence')
        """
        if not isinstance(data, Mapping):
            raise InputError('changes is an object as a study file has it, as in {"set": {"L": "2k token/sequence"}}')
        given = dict(data)
        if isinstance(given.get("set"), Mapping):
            given["set"] = {name: _as_typed(value) for name, value in given["set"].items()}
        return cls(study_in(given, _WHERE), tuple(_words(given)))


def _as_typed(value: Any) -> Any:
    """Several values as the one text that an option takes, so that both are read alike."""
    if isinstance(value, list) and value and all(isinstance(each, str | int | float) for each in value):
        return ", ".join(str(each) for each in value)
    return value


def _words(data: Mapping[str, Any]) -> Iterator[str]:
    """The options, in the order of the help; a title changes nothing."""
    for name in (item.name for item in fields(Cards)):
        if data.get(name):
            yield from (f"--{name}", data[name])
    if data.get("as_said"):
        yield "--as-said"
    for name in data.get("without", ()):
        yield from ("--without", name)
    for option, table in (("--set", "set"), ("--assume", "assume")):
        for name, text in data.get(table, {}).items():
            yield from (option, f"{name}={text}")
    for name, text in data.get("symbols", {}).items():
        yield from ("--symbol", f"{name} {text}")
