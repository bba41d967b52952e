r"""Documents as a fragment of LaTeX, which needs amsmath and booktabs."""

from __future__ import annotations

from derivations.language.quantity import Notation
from derivations.language.relation import Relation
from derivations.show.document import Document
from derivations.show.latex.booktabs import booktabs
from derivations.show.latex.text import in_text, prose
from derivations.show.setting import Setting
from derivations.show.table import Table

_LEVELS = ("section", "subsection", "subsubsection", "paragraph")


def write(document: Document, level: int = 0) -> str:
    """The document; its title is a section from level 1 on, or bold."""
    return LatexSetting(level).write(document)


class LatexSetting(Setting):
    """LaTeX."""

    columns = 78

    def prose(self, text: str, notation: Notation | None) -> str:
        """Escaped, with formulas between dollars."""
        return prose(text, notation)

    def inline(self, relation: Relation) -> str:
        """Between dollars; a long one may be broken."""
        return in_text(relation)

    def display(self, relation: Relation) -> str:
        """An equation without a number, broken where it is long."""
        return f"\\begin{{gather*}}\n{relation.latex}\n\\end{{gather*}}"

    def strong(self, text: str) -> str:
        """Bold."""
        return rf"\textbf{{{text}}}" if text else ""

    def heading(self, text: str, level: int) -> str:
        """A section, or a bold paragraph."""
        return rf"\{_LEVELS[min(level, len(_LEVELS)) - 1]}*{{{text}}}" if level else self.paragraph(self.strong(text))

    def warning(self, text: str) -> str:
        """A paragraph in italics."""
        return rf"\emph{{{text}.}}"

    def paragraph(self, text: str) -> str:
        """Without an indent."""
        return rf"\noindent {text}"

    def items(self, items: list[tuple[int, str]]) -> str:
        """Lists in lists."""
        rows, open_ = list[str](), -1
        for depth, item in [*items, (-1, "")]:
            for at in range(open_, depth):
                rows.append(f"{'  ' * (at + 1)}\\begin{{itemize}}")
            for at in range(open_, depth, -1):
                rows.append(f"{'  ' * at}\\end{{itemize}}")
            open_ = depth
            rows += [f"{'  ' * depth}\\item {item}"] if item else []
        return "\n".join(rows)

    def verbatim(self, text: str) -> str:
        """With the lines of a tree in characters that LaTeX has."""
        plain = text.translate(str.maketrans("│├└─✓✗→", "|||-+x>"))
        return f"{{\\footnotesize\n\\begin{{verbatim}}\n{plain}\\end{{verbatim}}\n}}"

    def table(self, table: Table, notation: Notation | None) -> str:
        """With the rules of booktabs."""
        return f"\\begin{{center}}\n{booktabs(table, notation)}\\end{{center}}"
