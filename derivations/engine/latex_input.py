r"""Relations from LaTeX: formulas as they stand in papers and blog posts, in the letters of a notation."""

from __future__ import annotations

from collections.abc import Mapping

from derivations.engine.quantity import Notation
from derivations.engine.relation import Relation, from_written
from derivations.engine.written.latex_letters import letter_keys
from derivations.engine.written.latex_reader import parse_latex_relation
from derivations.engine.written.nodes import WrittenRelation
from derivations.errors import InputError


def letters_of(notation: Notation) -> dict[str, str]:
    r"""The names of the quantities by their LaTeX letters, as `parse_latex_relation` takes them.

    A quantity whose LaTeX is more than a letter, such as ``T(B)``, goes by its name alone.

    >>> letters_of(Notation.of("N_total [parameter] size\nphi [] arithmetic"))
    {'N_{\\mathrm{total}}': 'N_total', '\\phi': 'phi'}
    """
    letters: dict[str, str] = {}
    for quantity in notation:
        letter = quantity.latex if _is_readable(quantity.latex) else quantity.name
        while letter in letters:  # braces change nothing: the letter is given twice, and reading it is an error
            letter = f"{{{letter}}}"
        letters[letter] = quantity.name
    return letters


def latex_relation(text: str, notation: Notation, extra_letters: Mapping[str, str] | None = None) -> Relation:
    r"""The relation that a formula in LaTeX states.

    `extra_letters` are letters of the text that stand for quantities of the notation under another letter; they come
    before the notation's own. Raises `GrammarError`, `UnknownNameError`, `DimensionError` or another `InputError`.

    >>> notation = Notation.of("T [s] time\nS [byte] size\nW [byte/s] bandwidth")
    >>> latex_relation(r"T \geq \frac{S}{\text{BW}}.", notation, {"BW": "W"})
    T >= S/W
    """
    return from_written(latex_written(text, notation, extra_letters), notation)


def latex_written(
    text: str, notation: Notation, extra_letters: Mapping[str, str] | None = None
) -> WrittenRelation:
    """The same as it is written, before anything is said of its dimensions."""
    extra = dict(extra_letters or {})
    for name in extra.values():
        notation[name]
    keys = {letter_keys(letter) for letter in extra}
    own = {letter: name for letter, name in letters_of(notation).items() if letter_keys(letter) not in keys}
    return parse_latex_relation(text, {**own, **extra})


def _is_readable(letter: str) -> bool:
    try:
        letter_keys(letter)
    except InputError:
        return False
    return True
