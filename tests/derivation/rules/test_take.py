"""take: what a reader may put in place of a premise."""

import pytest

from derivations.derivation.rules.statements import Take
from derivations.errors import InputError

from .case import NOTATION, Case, of
from .twins import right_uses, wrong_twins
from .verify import verify_right, verify_wrong


@pytest.mark.parametrize("case", right_uses(Take), ids=str)
def test_right_uses_are_computed_and_shown(case: Case) -> None:
    verify_right(case)


@pytest.mark.parametrize("case", wrong_twins(Take), ids=str)
def test_wrong_twins_are_refuted(case: Case) -> None:
    verify_wrong(case)


def test_a_replacement_defines_what_the_premise_defines() -> None:
    """Another left side is an error of the reader's, in so many words."""
    with pytest.raises(InputError, match=r"premise 'time' defines T, not w: keep the left side of T = w/C"):
        Take("time", of("w = T*C"), of("T = w/C")).compute((), NOTATION)


def test_a_premise_is_believed_and_not_proven() -> None:
    rule = Take("time", of("T = w/C"), of("T = w/C"))
    found = rule.check((), rule.compute((), NOTATION)[0], NOTATION)
    assert (str(found.verdict), found.obligations) == ("taken", ())
