"""The provers beside the engine's own: known by name, and told when they are not there."""

import sys
from collections.abc import Callable

import pytest

from derivations.errors import InputError, UnknownNameError
from derivations.proof.provers import PROVERS, find_prover, refuse_unknown_prover
from derivations.proof.z3_prover import prove_with_z3


def test_a_prover_is_found_by_its_name() -> None:
    """There is one."""
    assert PROVERS == ("z3",)
    assert find_prover("z3") is prove_with_z3


@pytest.mark.parametrize("find", [find_prover, refuse_unknown_prover])
def test_an_unknown_name_is_refused_with_the_known_ones(find: Callable[[str], object]) -> None:
    """Whatever is asked for."""
    with pytest.raises(UnknownNameError, match="unknown prover 'cvc5'; known: z3"):
        find("cvc5")


def test_a_prover_that_is_not_installed_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """In one line, and before it is asked anything."""
    monkeypatch.setitem(sys.modules, "z3", None)
    with pytest.raises(InputError, match=r"pip install 'derivations\[prove\]'"):
        find_prover("z3")
