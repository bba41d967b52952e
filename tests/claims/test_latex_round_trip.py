"""What a claim shows in LaTeX is read back as what it shows; functions and bits are read back from text."""

import pytest
from sympy import Product, Sum

from derivations.errors import GrammarError
from derivations.language.functions import Applied
from derivations.language.relation import Relation, relation

from ..language.letters import latex_relation
from ..reports import few, plain


def _relations(name: str) -> list[Relation]:
    derivation = plain(name).derivation
    steps = (*derivation.trace, *derivation.rejects)
    return [item for step in steps for item in (step.relation, *step.conditions) if item is not None]


@pytest.mark.parametrize("name", few())
def test_every_relation_reads_back(name: str) -> None:
    """Premises, definitions, steps, rejects and conditions: the same relation, written the same.

    Sums and products over an index are refused in so many words.
    """
    relations = _relations(name)
    assert relations
    for shown in relations:
        if shown.lhs.has(Applied) or shown.rhs.has(Applied) or "xor(" in str(shown):  # not read either
            assert relation(str(shown), shown.notation) == shown
            continue
        if shown.rhs.has(Sum, Product):
            with pytest.raises(GrammarError, match="over an index are not read"):
                latex_relation(shown.latex, shown.notation)
            continue
        read = latex_relation(shown.latex, shown.notation)
        assert read == shown, shown.latex
        assert read.written == shown.written, shown.latex
        assert latex_relation(f"$${shown.latex}.$$", shown.notation) == shown
