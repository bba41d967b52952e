r"""Documents as a fragment of LaTeX, which needs amsmath alone and fits into a column of a paper.

Steps are equations with numbers, in passages of prose; their labels are those of `telling.label`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TypeAlias

from derivations.document.argument import Argument
from derivations.document.blocks import Document, Part
from derivations.document.parts import LETTERS, Bibliography, Calculation, Letters
from derivations.document.table import Table
from derivations.document.words import Cited, Equation, Span
from derivations.language.printing.latex_lines import LINE
from derivations.language.quantity import Notation, Quantity
from derivations.language.relation import Relation
from derivations.numbers.format import latex_value, siunitx_value
from derivations.numbers.source import Source
from derivations.numbers.value import Value
from derivations.writers.latex.bibliography import bibliography
from derivations.writers.latex.booktabs import booktabs, fitted
from derivations.writers.latex.equations import calculation_lines, display, equation_rows, passage_lines, reject_lines
from derivations.writers.latex.text import escaped, in_text, one_line, prose
from derivations.writers.setting import Setting

Cite: TypeAlias = "Callable[[str | Source], str]"  # what cites a source, empty for one that has no entry

COLUMN, PAGE = 226.0, LINE  # points of an equation, at ten points: in a column of a paper, on a page of an article
_TABLE = {COLUMN: 229.0, PAGE: 320.0}  # of a table beside them
_LEVELS = ("section", "subsection", "subsubsection", "paragraph")
_LEFT = r">{\raggedright\arraybackslash}"
_RAGGED = r"\raggedright"


def write(document: Document, level: int = 0) -> str:
    """The document; its title is a section from level 1 on, or bold."""
    return LatexSetting(level).write(document)


def write_table(table: Table, notation: Notation | None = None, *, siunitx: bool = False) -> str:
    """A table alone, for a paper with rules of booktabs."""
    return booktabs(table, notation, siunitx=siunitx)


@dataclass(frozen=True)
class LatexSetting(Setting):
    """LaTeX.

    Equations of the `style` ``align`` stand together where they share their reason, of ``equation`` each by itself.
    With `siunitx` values are that package's. `cite` gives what cites a source; where that is nothing, the source is
    written out. Equations break at the width of a `line`. A `whole` document has headings of sections, and a
    bibliography.
    """

    columns = 78

    style: str = "align"
    siunitx: bool = False
    cite: Cite | None = None
    line_width: float = COLUMN
    whole: bool = False

    @property
    def sectioned(self) -> bool:
        """True for a whole document, too."""
        return self.whole or self.level > 0

    def prose(self, text: str, notation: Notation | None) -> str:
        """Escaped, with formulas between dollars."""
        return prose(text, notation)

    def letter(self, quantity: Quantity) -> str:
        """Between dollars."""
        return f"${quantity.latex}$"

    def assignment(self, quantity: Quantity, value: Value) -> str:
        """Between dollars."""
        return f"${quantity.latex} = {self.value(value)}$"

    def span(self, span: Span, notation: Notation | None) -> str:
        """Equations by their labels, sources as they are cited."""
        if isinstance(span, Equation):
            return rf"\eqref{{{span.place}}}"
        cited = self.cite(span.source) if self.cite is not None and isinstance(span, Cited) else ""
        return cited or super().span(span, notation)

    def value(self, value: Value) -> str:
        """A value by itself, within a formula."""
        shown = siunitx_value if self.siunitx else latex_value
        return shown(value.number, value.dimension, value.unit)

    def part(self, part: Part, notation: Notation | None) -> Iterator[str]:
        """Passages, calculations broken where they are long, and in a whole document letters and a bibliography."""
        match part:
            case Argument():
                yield from self._argument(part)
            case Calculation(line):
                yield "\n".join(calculation_lines(line, self.line_width, siunitx=self.siunitx))
                yield from (self.aside(self.prose(remark, notation)) for remark in part.remarks)
            case Letters(letters) if self.whole:
                rows = (_letter_row(quantity.latex, quantity.unit, quantity.meaning) for quantity in letters)
                yield "\n".join((self.heading(LETTERS, 0), *_longtable(rows)))
            case Bibliography(sources) if self.whole:
                yield "\n".join(bibliography(sources))
            case _:
                yield from super().part(part, notation)

    def _argument(self, part: Argument) -> Iterator[str]:
        if part.steps[0].rule == "reject":  # which follow the steps without a heading
            yield from ("\n".join(reject_lines(step, part, self)) for step in part.steps)
            return
        if part.heading:
            yield self.heading(part.heading, self.level and self.level + 1)
        yield "\n".join(passage_lines(part, self, part.shown.derivation.notation))

    def inline(self, relation: Relation) -> str:
        """Between dollars; a long one may be broken."""
        return in_text(relation)

    def display(self, relation: Relation) -> str:
        """An equation without a number, broken where it is long."""
        return "\n".join(display(equation_rows(relation, line=self.line_width)))

    def strong(self, text: str) -> str:
        """Bold."""
        return rf"\textbf{{{text}}}" if text else ""

    def heading(self, text: str, level: int) -> str:
        """A section; of level 0 a paragraph with its title run in, or in a whole document a section."""
        if self.whole:
            return rf"\section*{{{text}}}"
        if level:
            return rf"\{_LEVELS[min(level, len(_LEVELS)) - 1]}*{{{text}}}"
        return rf"\paragraph*{{{text}}}"  # the class says what ends it, as the colon of IEEEtran

    def warning(self, text: str) -> str:
        """A paragraph in italics."""
        return rf"\noindent\emph{{{text}.}}"

    def paragraph(self, text: str, role: str = "") -> str:
        """Without an indent."""
        return rf"\noindent {text}"

    def items(self, items: list[tuple[int, str]]) -> str:
        """Lists in lists; an item that begins with a bracket would be read with its command."""
        rows, open_ = list[str](), -1
        for depth, item in [*items, (-1, "")]:
            for at in range(open_, depth):
                # in a column a letter with its value, which do not break, would leave gaps in the line before
                rows.append(f"{'  ' * (at + 1)}\\begin{{itemize}}{_RAGGED if at < 0 else ''}")
            for at in range(open_, depth, -1):
                rows.append(f"{'  ' * at}\\end{{itemize}}")
            open_ = depth
            rows += [f"{'  ' * depth}\\item {'{}' if item.startswith('[') else ''}{item}"] if item else []
        return "\n".join(rows)

    def verbatim(self, text: str) -> str:
        """With the lines of a tree in characters that LaTeX has."""
        plain = text.translate(str.maketrans("│├└─✓✗→", "|||-+x>"))
        return f"{{\\footnotesize\n\\begin{{verbatim}}\n{plain}\\end{{verbatim}}\n}}"

    def table(self, table: Table, notation: Notation | None) -> str:
        """One or several, of which each fits into a column."""
        made = fitted(table, notation, _TABLE[self.line_width], siunitx=self.siunitx)
        return "\n".join(f"\\par\\nopagebreak\\vspace{{1ex}}\n{{\\centering\\small\\setlength{{\\tabcolsep}}{{4pt}}%\n"
                         f"{each.rstrip()}\\par}}\n\\vspace{{1ex}}" for each in made)

    def write(self, document: Document) -> str:
        """The document, with its comments above it; an empty line before an equation would begin a paragraph."""
        comments = "".join(f"% {one_line(comment)}\n" for comment in document.comments)
        return comments + super().write(document).replace("\n\n\\begin{align*}", "\n\\begin{align*}")


def _longtable(rows: Iterator[str]) -> list[str]:
    return [
        rf"\begin{{longtable}}{{@{{}}l{_LEFT}p{{0.28\linewidth}}{_LEFT}p{{0.48\linewidth}}@{{}}}}",
        r"letter & unit & meaning \\ \hline \noalign{\smallskip} \endhead",
        *rows,
        r"\end{longtable}",
    ]


def _letter_row(latex: str, unit: str, meaning: str) -> str:
    told = escaped(unit).replace("/", r"/\allowbreak ") if unit else "a pure number"
    return rf"${latex}$ & {told} & {escaped(meaning)} \\"
