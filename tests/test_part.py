"""The part of the long tests that a commit runs: the same whenever it is drawn, and in the end all of them."""

import runpy
import subprocess
import sys
from pathlib import Path

import pytest

from derivations.claims.index import CLAIMS

from . import part
from .part import ONE_IN, drawn, in_commit, part_of

FILES = [f"tests/{number}.py" for number in range(30)]


def test_a_word_draws_the_same_whatever_the_order() -> None:
    """One in eight, of claims and of files apart; which are selected beside them does not matter to claims."""
    found = part_of((*FILES, *CLAIMS), "c0ffee")
    assert found == part_of((*reversed(FILES), *FILES), "c0ffee")
    assert [len(found & set(kind)) for kind in (CLAIMS, FILES)] == [-(-len(kind) // ONE_IN) for kind in (CLAIMS, FILES)]
    assert found & set(CLAIMS) == set(drawn(CLAIMS, "c0ffee")) == part_of((), "c0ffee")


def test_another_word_draws_others_and_many_words_all() -> None:
    """No test is left out forever."""
    words = [str(number) for number in range(150)]
    assert part_of(FILES, words[0]) != part_of(FILES, words[1])
    assert frozenset[str]().union(*(part_of(FILES, word) for word in words)) == {*FILES, *CLAIMS}


def test_the_claims_of_a_part_are_printed(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """For the scripts that take names of claims."""
    monkeypatch.setattr(sys, "argv", ["part", "c0ffee"])
    runpy.run_path(str(Path(part.__file__)), run_name="__main__")
    assert capsys.readouterr().out.split() == list(drawn(CLAIMS, "c0ffee"))


def test_the_claims_of_a_commit_are_those_whose_modules_and_tests_it_changes(tmp_path: Path) -> None:
    """What several share is none of them; a word that is no commit, and the first of all, have none."""
    def git(*words: str) -> str:
        own = ["git", "-C", str(tmp_path), "-c", "user.name=a", "-c", "user.email=a@b", *words]
        return subprocess.run(own, check=True, capture_output=True, text=True).stdout.strip()

    git("init", "--quiet")
    commits = []
    for changed in (("README.md",), ("derivations/claims/lecture/kv_bytes.py", "derivations/claims/shared/passes.py"),
                    ("tests/claims/beyond/test_energy.py", "tests/claims/lecture/test_train_interval_changed.py")):
        for name in changed:
            (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
            (tmp_path / name).write_text(name, encoding="utf-8")
        git("add", ".")
        git("commit", "--quiet", "-m", "one")
        commits.append(git("rev-parse", "HEAD"))
    assert [in_commit(each, tmp_path) for each in commits] == [(), ("kv-bytes",), ("train-interval", "energy")]
    assert in_commit("c0ffee", tmp_path) == ()
