"""Results that show themselves: as text where printed, as Markdown in a notebook, and in every other form."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Generic, TypeVar

from derivations.derivation.step import FORMULAS_TYPE, formulas_data
from derivations.document.blocks import Document
from derivations.document.forms import written
from derivations.document.table import Table
from derivations.document.words import plain

Found = TypeVar("Found")


@dataclass(frozen=True)
class Producer(Generic[Found]):
    """How a kind of result is told: its document, its plain data, and its rows."""

    document: Callable[..., Document]  # of what was found; some have one that is `brief`
    data: Callable[[Found], Any]
    rows: Callable[[Found], Table]


def answer_alone(producer: Producer[Found]) -> Producer[Found]:
    """The same with a document that is `brief`."""
    return replace(producer, document=partial(producer.document, brief=True))


@dataclass(frozen=True, repr=False)
class Shown(Generic[Found]):
    """A result, `found`, that shows itself. What else is asked of it, as ``judgement.outcome``, the result answers."""

    found: Found
    producer: Producer[Found]

    def brief(self) -> Shown[Found]:
        """The same with the answer alone; raises `TypeError` for a kind of result that has no shorter document."""
        return replace(self, producer=answer_alone(self.producer))

    @property
    def document(self) -> Document:
        """What is shown, as plain data."""
        return self.producer.document(self.found)

    def to_markdown(self, *, level: int = 0) -> str:
        """GitHub Markdown with LaTeX mathematics; with a `level` the title is a heading of that level."""
        return written(self.document, "markdown", level=level)

    def to_html(self) -> str:
        """A fragment of HTML with MathML, to be put into a page."""
        return written(self.document, "html")

    def to_latex(self) -> str:
        """A fragment of LaTeX that needs amsmath and booktabs."""
        return written(self.document, "latex")

    def to_typst(self) -> str:
        """A fragment of Typst."""
        return written(self.document, "typst")

    def to_json(self) -> Any:
        """Plain data, as ``--json`` prints it."""
        return self.producer.data(self.found)

    def table(self) -> Table:
        """The rows, as ``--csv`` prints them."""
        return self.producer.rows(self.found)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__") or name in ("found", "producer"):  # what copies and pickles asks before there is one
            raise AttributeError(name)
        return getattr(self.found, name)

    def _repr_markdown_(self) -> str:
        return self.to_markdown()

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> dict[str, Any]:
        """Text, Markdown, and its formulas as plain data, from which a page sets them without reading LaTeX."""
        document = self.document
        told = {"text/plain": written(document, "text"), "text/markdown": written(document, "markdown")}
        lines = tuple(document.lines)
        relations = dict.fromkeys(each for line in lines for each in (line.relation, *line.conditions) if each)
        data = formulas_data(relations, [(plain(line.words), line.notation) for line in lines if line.notation])
        return {**told, **({FORMULAS_TYPE: data} if data["formulas"] else {})}

    def __str__(self) -> str:
        return written(self.document, "text")

    def __repr__(self) -> str:
        return str(self)
