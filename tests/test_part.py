"""The part of the long tests that a commit runs: the same whenever it is drawn, and in the end all of them."""

import runpy
import subprocess
import sys
from pathlib import Path

import pytest

from derivations.claims.index import CLAIMS

from . import part
from .part import ONE_IN, Changed, drawn, in_commit, is_drawn, part_of

FILES = [f"tests/{number}.py" for number in range(30)]


def test_a_word_draws_the_same_whatever_the_order() -> None:
    """One in 48, of claims and of files apart; which are selected beside them does not matter to claims."""
    found = part_of((*FILES, *CLAIMS), "c0ffee")
    assert found == part_of((*reversed(FILES), *FILES), "c0ffee")
    assert [len(found & set(kind)) for kind in (CLAIMS, FILES)] == [-(-len(kind) // ONE_IN) for kind in (CLAIMS, FILES)]
    assert found & set(CLAIMS) == set(drawn(CLAIMS, "c0ffee")) == part_of((), "c0ffee")


def test_another_word_draws_others_and_many_words_all() -> None:
    """No test is left out forever."""
    words = [str(number) for number in range(300)]
    assert part_of(FILES, words[0]) != part_of(FILES, words[1])
    assert frozenset[str]().union(*(part_of(FILES, word) for word in words)) == {*FILES, *CLAIMS}


def test_a_claim_that_is_drawn_has_some_of_its_files_and_in_the_end_all() -> None:
    """Some for each word, not the same for each claim."""
    words = [str(number) for number in range(60)]
    for claim in ("kv-bytes", "revnet"):
        found = [{file for file in FILES if is_drawn(file, claim, word)} for word in words]
        assert set().union(*found) == set(FILES)
        assert all(0 < len(files) < len(FILES) for files in found)
    assert any(is_drawn(file, "kv-bytes", "0") != is_drawn(file, "revnet", "0") for file in FILES)


def test_the_claims_of_a_part_are_printed(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """For the scripts that take names of claims."""
    monkeypatch.setattr(sys, "argv", ["part", "c0ffee"])
    runpy.run_path(str(Path(part.__file__)), run_name="__main__")
    assert capsys.readouterr().out.split() == list(drawn(CLAIMS, "c0ffee"))


def test_a_commit_changes_claims_and_files_with_tests(tmp_path: Path) -> None:
    """Claims by their modules and own tests, the rest by the tests that mirror it; a word that is no commit nothing."""
    def git(*words: str) -> str:
        own = ["git", "-C", str(tmp_path), "-c", "user.name=a", "-c", "user.email=a@b", *words]
        return subprocess.run(own, check=True, capture_output=True, text=True).stdout.strip()

    git("init", "--quiet")
    commits = []
    for changed in (("README.md",), ("derivations/claims/lecture/kv_bytes.py", "derivations/report.py"),
                    ("tests/claims/beyond/test_energy.py", "tests/claims/lecture/test_train_interval_changed.py"),
                    ("derivations/study/judge/trials.py", "tests/study/test_plan.py", "docs/why.md")):
        for name in changed:
            (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
            (tmp_path / name).write_text(name, encoding="utf-8")
        git("add", ".")
        git("commit", "--quiet", "-m", "one")
        commits.append(git("rev-parse", "HEAD"))
    assert [in_commit(each, tmp_path) for each in commits] == [
        Changed(), Changed(("kv-bytes",), frozenset(["tests/test_report.py"])), Changed(("train-interval", "energy")),
        Changed((), frozenset(["tests/study/judge/test_trials.py", "tests/study/test_plan.py"]))]
    assert in_commit("c0ffee", tmp_path) == Changed()
