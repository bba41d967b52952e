"""Documents as a fragment of Typst."""

from __future__ import annotations

from derivations.language.quantity import Notation
from derivations.language.relation import Relation
from derivations.show.document import Document
from derivations.show.setting import Setting
from derivations.show.table import Table
from derivations.show.typst.document import equation_typst, table_typst
from derivations.show.typst.text import in_text, prose, string


def write(document: Document, level: int = 0) -> str:
    """The document; its title is a heading of that level, or bold."""
    return TypstSetting(level).write(document)


class TypstSetting(Setting):
    """Typst."""

    def prose(self, text: str, notation: Notation | None) -> str:
        """Escaped, with formulas between dollars."""
        parts = text.split("`")  # every second one is typed
        return "".join(f"#raw({string(part)})" if place % 2 else prose(part, notation)
                       for place, part in enumerate(parts))

    def inline(self, relation: Relation) -> str:
        """Between dollars."""
        return in_text(relation)

    def display(self, relation: Relation) -> str:
        """Between dollars and spaces."""
        return equation_typst(relation)

    def strong(self, text: str) -> str:
        """Bold."""
        return f"#strong[{text}]" if text else ""

    def heading(self, text: str, level: int) -> str:
        """Behind equal signs."""
        return f"{'=' * level} {text}" if level else self.strong(text)

    def warning(self, text: str) -> str:
        """As a quotation."""
        return f"#quote(block: true)[{text}.]"

    def verbatim(self, text: str) -> str:
        """As raw text."""
        lines = text.rstrip("\n").replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
        return f'#raw(block: true, "{lines}")'

    def table(self, table: Table, notation: Notation | None) -> str:
        """With a rule above and below."""
        return table_typst(table, notation)
