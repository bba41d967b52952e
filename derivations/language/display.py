"""Marks of verdicts, and prose as Markdown with mathematics in it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from unicodedata import category

from derivations.language.printing.latex import LatexPrinter
from derivations.language.printing.text import GrammarPrinter
from derivations.language.prose import pieces, set_prose
from derivations.language.quantity import Notation

MARKS = {
    "taken": "", "proven": "✓", "argued": "✓", "checked": "✓", "numeric": "≈", "refuted": "✗", "inconclusive": "?",
    "waiting": "…", "claimed": "○",
}
HOLDS, IN_PART, OTHERWISE, NOTHING = "✓~≠·"  # of what is compared: it agrees, in part, or not, or is not asked
_CAPITALS = {
    "kv": "KV", "rl": "RL", "mfu": "MFU", "gpu": "GPU", "gpus": "GPUs", "hbm": "HBM", "chinchilla": "Chinchilla",
    "pretraining": "pre-training", "overtraining": "over-training",
}
_WORD = re.compile(r"\w+")
_LATEX_MARKS = str.maketrans("", "", "{}\\")  # of LaTeX, within a name
_UNSHOWN = ("Cc", "Cs", "Zl", "Zp")  # controls, halves of letters, ends of lines
UNMET = "!"  # what holds, and is not what its author meant: a form given up, a statement that was to be rejected


def mark_of(agrees: bool | None) -> str:
    """The mark of what agrees or does not; that of nothing where neither is asked."""
    return NOTHING if agrees is None else HOLDS if agrees else OTHERWISE


def markdown_prose(text: str, notation: Notation | None, plain: Callable[[str], str] = str) -> str:
    r"""Prose in which formulas, and names of quantities that are no words (b_w, kappa), stand as mathematics.

    `plain` treats what lies between (escapes it, say).

    >>> from derivations.language.quantity import Notation
    >>> notation = Notation.of("T [s] time\nt_w [s] weights\nn [] count")
    >>> print(markdown_prose("T >= n*t_w no longer follows, as t_w grows", notation))
    $T \ge n\,t_{w}$ no longer follows, as $t_{w}$ grows
    """
    letters = notation.latex_names if notation else {}
    printer, functions = LatexPrinter(letters), notation.functions if notation else {}
    return set_prose(text, letters, functions, lambda found: f"${printer.statement(found)}$", plain)


def formulas_in(text: str, notation: Notation) -> Iterator[tuple[str, str]]:
    r"""The formulas that `markdown_prose` finds, each as text in the grammar and as LaTeX.

    >>> from derivations.language.quantity import Notation
    >>> list(formulas_in("so B = 3,000*s", Notation.of("B [sequence] batch\ns [] sparsity")))
    [('B = 3000*s', 'B = 3{,}000\\,s')]
    """
    grammar, latex = GrammarPrinter(), LatexPrinter(notation.latex_names)
    for piece in pieces(text, notation.latex_names, notation.functions):
        if not isinstance(piece, str):
            yield grammar.statement(piece.tree), latex.statement(piece.tree)


def is_shown(text: str) -> bool:
    r"""True if every character of a text can be shown: no control, half of a letter or end of a line, which could turn
    a page or color a terminal.

    >>> is_shown("B = 300·s"), is_shown("two\nlines")
    (True, False)
    """
    return not any(category(letter) in _UNSHOWN for letter in text)


def sentence(text: str) -> str:
    """With a capital letter first."""
    return text[:1].upper() + text[1:]


def in_markdown(text: str, notation: Notation | None = None) -> str:
    r"""Plain text for Markdown, where stars and underscores would set it in italics, and &#10003; a tick.

    With a notation its formulas and letters are set as mathematics.

    >>> print(in_markdown("L_x is B*L"))
    L\_x is B\*L
    >>> from derivations.language.quantity import Notation
    >>> print(in_markdown("B = r*s holds", Notation.of("B [] batch\nr [] ridge\ns [] sparsity")))
    $B = r\,s$ holds
    """
    if notation is not None:
        return markdown_prose(text, notation, in_markdown)
    return "".join(f"\\{c}" if c in "\\`*_<|$&" else c for c in text)


def listed(words: Iterable[str], last: str = "and") -> str:
    """Words with commas, and `last` before the last of them.

    >>> listed(["a", "b", "c"]), listed(["a", "b"], "or")
    ('a, b and c', 'a or b')
    """
    items = list(words)
    return f" {last} ".join(part for part in (", ".join(items[:-1]), *items[-1:]) if part)


def name_in_words(name: str) -> str:
    """The name of a step or a premise as words, abbreviations and names in capitals.

    >>> name_in_words("kv-bytes"), name_in_words("mfu-from-rate"), name_in_words("chinchilla-rule")
    ('KV bytes', 'MFU from rate', 'Chinchilla rule')
    """
    return " ".join(_CAPITALS.get(word, word) for word in name.split("-"))


def plural(count: int | str, noun: str) -> str:
    """A number of things; the number may be written already.

    >>> plural(1, "step"), plural(2, "step"), plural("3.5", "quantity"), plural("1", "batch"), plural(2, "batch")
    ('1 step', '2 steps', '3.5 quantities', '1 batch', '2 batches')
    """
    many = f"{noun[:-1]}ies" if noun.endswith("ty") else f"{noun}es" if noun.endswith("ch") else f"{noun}s"
    return f"{count} {noun if str(count) == '1' else many}"


def names_in(*texts: str) -> frozenset[str]:
    r"""The words in texts that may name quantities, in LaTeX without what that puts around the parts of a name.

    >>> sorted(names_in(r"B_{max} = 300*s"))
    ['300', 'B_max', 's']
    """
    return frozenset(_WORD.findall(" ".join(texts).translate(_LATEX_MARKS)))
