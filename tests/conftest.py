"""What several folders of tests share: reports derived once, and the command run inside the process."""

import gc
import os
import re
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis.strategies import none

from derivations import Report, derive
from derivations.claims.index import CLAIMS
from derivations.cli.main import main

from .once import derived_once, takes_it
from .pages_in_chromium import Page, chromium
from .part import chance, claim_of, drawn, in_commit, is_drawn, part_of
from .processes import Processes, add_option
from .reports import FEW, OWN_TESTS, QUARTERS

# the same examples in every run, and no clock: a change is what makes a test fail
settings.register_profile("some", derandomize=True, deadline=None, max_examples=10)
settings.register_profile("long", derandomize=True, deadline=None, max_examples=60)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "some"))

_SITE = "tests/site/"
_LAB = f"{_SITE}lab/"
_WITHOUT_A_SITE = (_LAB, *(f"{_SITE}test_{name}.py" for name in ("notebooks", "changed_notebooks", "argument")))
_CLAIM = re.compile(rf"\[(?:.*-)?({'|'.join(map(re.escape, sorted(CLAIMS, key=len, reverse=True)))})(?:-.*)?\]$")
_QUARTER = re.compile(rf"\[(?:.*-)?({'|'.join(QUARTERS)})(?:-.*)?\]$")
_FIRST = (  # groups that take longest, in this order: none is left for the end, when other processes are idle
    _SITE, *QUARTERS, *_WITHOUT_A_SITE[1:], f"{_LAB}test_in_chromium.py", "tests/test_docs.py",
    "tests/derivation/test_whole_derivations.py", "tests/proof/test_z3_prover.py", "tests/study/judge/test_judge.py",
    "tests/numbers/test_random_values.py",
    "tests/kernel/test_attack.py",
    "tests/kernel/test_certificate_mutants.py", "tests/language/test_hostile.py", "tests/kernel/test_normal_form.py",
    "tests/study/test_sweep_plan.py", "tests/study/test_sweep_dataset.py", "tests/study/test_fit.py",
)

# files that share a process, by the first of them: those that read all modules, and those of the same random boards
_TOGETHER = {"tests/test_dependencies.py": "tests/test_house.py", "tests/test_words.py": "tests/test_house.py",
             "tests/numbers/test_numbers_of_states.py": "tests/derivation/test_whole_derivations.py"}


def pytest_addoption(parser: pytest.Parser) -> None:
    """`--part WORD`, `--processes COUNT`."""
    add_option(parser)
    parser.addoption("--part", metavar="WORD", default="",
                     help="of the tests that are selected run the part that a word draws")


class _Shared:
    """A plugin, for the examples of the package as well, to which nothing else of this module applies."""

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[Any]:
        """A claim that was derived for one test serves others."""
        with derived_once() if takes_it(item) else nullcontext():
            return (yield)


def pytest_configure(config: pytest.Config) -> None:
    """Groups to processes: each makes what its tests share once."""
    config.pluginmanager.register(Processes(_group), "processes")
    config.pluginmanager.register(_Shared(), "shared")


@pytest.hookimpl(wrapper=True)
def pytest_collect_file() -> Iterator[list[pytest.Collector]]:
    """Examples are looked for in the package alone: in tests there are none, and looking takes as long as the rest."""
    return [found for found in (yield) if type(found) is pytest.Module]


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> Iterator[None]:
    """What is long beside what says so itself; the part that is drawn; the longest groups first.

    Long are the cases after the first few of `some`, and a claim's own tests, but for those of a few claims and of a
    file that is asked for by name.
    """
    cases: Counter[str] = Counter()
    asked = {Path(word.partition("::")[0]).name for word in config.args}
    for item in items:
        if _own(item.nodeid) not in ("", *OWN_TESTS) and item.path.name not in asked:
            item.add_marker(pytest.mark.long)
        test = item.nodeid.partition("[")[0]
        cases[test] += not item.get_closest_marker("long")
        if (some := item.get_closest_marker("some")) and cases[test] > some.args[0]:
            item.add_marker(pytest.mark.long)
    yield  # what markers leave
    if word := config.getoption("--part"):
        changed = in_commit(word)
        part = part_of((_unit(item.nodeid) for item in items), word) | changed.files
        kept = {item.nodeid for item in items
                if _own(item.nodeid) in changed.claims or (_unit(item.nodeid) in part and _is_drawn(item, word))}
        config.hook.pytest_deselected(items=[item for item in items if item.nodeid not in kept])
        items[:] = [item for item in items if item.nodeid in kept]
    turns = {group: turn for turn, group in enumerate(_FIRST)}
    items.sort(key=lambda item: turns.get(_group(item.nodeid), len(turns)))


def _is_drawn(item: pytest.Item, word: str) -> bool:
    """True but for most cases of a test of which a part has few, and for some files of a claim."""
    few, of_one = item.get_closest_marker("one_in"), _CLAIM.search(item.nodeid)
    if of_one and not is_drawn(item.nodeid.partition("::")[0], of_one[1], word):
        return False
    return few is None or chance(item.nodeid, word) % few.args[0] == 0


def pytest_terminal_summary(terminalreporter: Any, config: pytest.Config) -> None:
    """Which part it was."""
    if word := config.getoption("--part"):
        terminalreporter.write_line(f"the part that {word} draws, with the claims {', '.join(drawn(CLAIMS, word))}")
        if changed := in_commit(word).claims:
            terminalreporter.write_line(f"and the own tests of what it changes: {', '.join(changed)}")


def pytest_collection_finish() -> None:
    """Cycles are looked for seldom, and not among the tests: what is derived once is shared to the end.

    What is frozen has no referrers, which Hypothesis looks for when it first runs: it runs before.
    """
    _nothing()
    gc.collect()
    gc.freeze()
    gc.set_threshold(500_000, 20, 100)  # as in a command, which then has nothing to change


@given(none())
def _nothing(_: None) -> None:
    """An example of nothing."""


def _group(nodeid: str) -> str:
    """Tests that share a process: those of a file, of a quarter of the claims, and of the site, which is built once.

    Each claim is derived in one process for all tests of it, those of its own file, too. The lab, notebooks and
    arguments need no site.
    """
    file = nodeid.partition("::")[0]
    if file in _TOGETHER:
        return _TOGETHER[file]
    if file.startswith(_SITE) and not file.startswith(_WITHOUT_A_SITE):
        return _SITE
    of_one, of_several = _CLAIM.search(nodeid), _QUARTER.search(nodeid)
    if of_its_own := _own(nodeid):
        return _quarter(of_its_own)
    if of_one:
        return _quarter(of_one[1])
    return of_several[1] if of_several else file


def _own(nodeid: str) -> str:
    """The claim whose own tests these are; empty for others."""
    return claim_of(nodeid.partition("::")[0])


def _quarter(claim: str) -> str:
    return next(quarter for quarter, names in QUARTERS.items() if claim in names)


def _unit(nodeid: str) -> str:
    """Tests that a part has together: those of a claim, those of a file for a quarter of the claims, and of a file."""
    if of_one := _CLAIM.search(nodeid):
        return of_one[1]
    of_several = _QUARTER.search(nodeid)
    return " ".join((nodeid.partition("::")[0], *([of_several[1]] if of_several else ())))


@dataclass(frozen=True)
class Outcome:
    """What a run of the command left behind."""

    code: int
    out: str
    err: str

    def refused(self, told: str, code: int = 2) -> None:
        """Assert that the command printed nothing but one line that tells what is wrong."""
        assert (self.code, self.out) == (code, "")
        assert self.err.startswith("derive: ")
        assert self.err.count("\n") == 1
        assert self.err.endswith("\n")
        assert len(self.err) < 400
        assert told in self.err


@pytest.fixture(scope="session")
def as_built() -> Report:
    """The default report: an H200 with DeepSeek-V3 at a context of 8k."""
    return derive("optimal-batch")


@pytest.fixture(scope="session")
def as_said() -> Report:
    """The report with the lecturer's own numbers."""
    return derive("optimal-batch", as_said=True)


@pytest.fixture(scope="session")
def long_context() -> Report:
    """A rack of GB200 at a context of 128k, where nothing balances."""
    return derive("optimal-batch", accelerator="gb200", values={"L": "128k token/sequence"})


@pytest.fixture(scope="session")
def no_overlap() -> Report:
    """The report on a machine that computes and reads one after the other."""
    return derive("optimal-batch", premises={"roofline": "no-overlap"})


@pytest.fixture(scope="session")
def half_used() -> Report:
    """The report with a compute time that counts on 40% of the peak, a quantity of the reader's own."""
    return derive(
        "optimal-batch",
        symbols="mfu [] (fraction) achieved share of the peak",
        premises={"arithmetic-time": "t_c = phi*n*B*N_active/(mfu*C)"},
        values={"mfu": "40%"},
    )


@pytest.fixture(scope="session")
def browser() -> Iterator[Page]:
    """One browser for all tests of pages in files: to start another takes as long as many of them."""
    with chromium() as page:
        yield page


@pytest.fixture
def few_claims(monkeypatch: pytest.MonkeyPatch) -> tuple[str, ...]:
    """The built-in claims to a command that goes through them: a few, as if there were no others."""
    return _only(monkeypatch, *FEW, "train-interval", "kv-bytes")


@pytest.fixture
def quickly_checked(monkeypatch: pytest.MonkeyPatch) -> tuple[str, ...]:
    """The same with claims whose numbers a check evaluates in a moment, on all deployments and for all measurements."""
    return _only(monkeypatch, "train-interval", "revnet", "dollar-per-token")


def _only(monkeypatch: pytest.MonkeyPatch, *names: str) -> tuple[str, ...]:
    kept = tuple(name for name in CLAIMS if name in names)
    monkeypatch.setattr("derivations.cli.options.CLAIMS", kept)
    return kept


@pytest.fixture
def command(capsys: pytest.CaptureFixture[str]) -> Callable[..., Outcome]:
    """The command, run with words; it returns exit code, standard output and standard error."""

    def run(*words: str) -> Outcome:
        capsys.readouterr()
        code = 0
        try:
            main(list(words))
        except SystemExit as left:
            code = left.code if isinstance(left.code, int) else int(left.code is not None)
        said = capsys.readouterr()
        return Outcome(code, said.out, said.err)

    return run


@pytest.fixture(autouse=True, scope="session")
def _a_cache_of_its_own(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Proofs are kept in a folder of the test run, which starts empty; what a command prints is not kept.

    Tests put other things in the place of parts of the package, which no key knows of.
    """
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("DERIVATIONS_CACHE", str(tmp_path_factory.mktemp("proofs")))
        patch.setenv("DERIVATIONS_CONFIG", "")  # no card of whoever runs the tests
        patch.setattr("derivations.cli.results.key_of", lambda _: None)
        yield
