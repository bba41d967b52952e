"""Building the site: only what changed, in several processes, each page whole or not at all."""

from __future__ import annotations

import gc
from collections.abc import Callable, Collection, Mapping
from concurrent.futures import Future
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path
from typing import Any, TypeAlias

from derivations.claims.index import CLAIMS
from derivations.errors import DerivationsError, InputError
from derivations.proof.processes import Submit, at_once, workers
from derivations.site.folder import Folder, open_folder
from derivations.site.lab.engine import Engine
from derivations.site.plan import Data, Page, Plan, plan_site
from derivations.site.sheet import Sheet, framed

Tell: TypeAlias = Callable[[str, int, int], None]  # what is done, how many are, of how many
WRITTEN, COMPUTED, FAILED = "written", "derived", "failed"


@dataclass
class Built:
    """Result of a run: files by name, and for each that failed the reason, and whether the user can mend it."""

    out: Path
    written: list[str] = field(default_factory=list)
    kept: list[str] = field(default_factory=list)
    removed: list[str] = field(default_factory=list)
    failed: dict[str, tuple[str, bool]] = field(default_factory=dict)


def build(
    notebooks: Path, out: Path, jobs: int = 1, tell: Tell = lambda *_: None, claims: Collection[str] = CLAIMS,
    documents: Path | None = None, engine: Engine | None = None, *, anew: bool = False,
) -> Built:
    """Make every page that is not as it would be made, and remove those that are no longer planned.

    `tell` hears of each piece of work when it is done. A page that fails is told in the outcome, and the others are
    kept. The site is about `claims`, by default all, each derived `anew` or as it is shipped, and has the Markdown of
    the folder `documents`, and the lab with that `engine`. Raises `InputError` if nothing can be made at all: no
    notebooks, or a folder that cannot be used.
    """
    plan = plan_site(notebooks, claims=claims, documents=documents, engine=engine, anew=anew)
    folder = open_folder(out)
    wanted = [page for page in plan.pages if not folder.current(page)]
    outcome = Built(out, kept=[page.file for page in plan.pages if page not in wanted])
    folder.refuse_foreign(wanted)
    named = {page.file for page in plan.pages}
    stale = [file for file in folder.entries if file not in named]
    if not wanted and not stale:
        return outcome
    entries = {file: entry for file, entry in folder.entries.items() if file in outcome.kept}
    begun = {page.file: ("", "") for page in wanted}
    folder.record({**dict.fromkeys(stale, ("", "")), **begun, **entries})
    outcome.removed = folder.remove(stale)
    try:
        if wanted:
            _Run(plan, folder, outcome, entries, tell).all(wanted, jobs)
    finally:
        folder.record({**begun, **entries})
    return outcome


@dataclass
class _Run:
    """The state of one run: what is known, what is under way and what is left."""

    plan: Plan
    folder: Folder
    outcome: Built
    entries: dict[str, tuple[str, str]]
    tell: Tell
    data: dict[str, Any] = field(default_factory=dict)
    failures: dict[str, Any] = field(default_factory=dict)

    def all(self, wanted: list[Page], jobs: int) -> None:
        """Make the data that is wanting, then the pages; each page as soon as all that it is made from is there."""
        needed = {name for page in wanted for name in page.needs}
        left: list[Data | Page] = []
        for wanting in self.plan.data:
            if wanting.name in needed:
                found = self.folder.cached(wanting)
                if found is None:
                    left.append(wanting)
                else:
                    self.data[wanting.name] = found
        left += wanted
        total, finished = len(left), 0
        with workers(min(jobs, total), begin) as (submit, completed):
            running: dict[Future[Any], Data | Page] = {}
            while left or running:
                # no more than there are processes: what waits here can still be given up
                for item in [item for item in left if self._ready(item)][: jobs - len(running)]:
                    left.remove(item)
                    running[self._begun(item, submit)] = item
                for future in completed(running):
                    finished += 1
                    self._take(running.pop(future), future, finished, total)

    def _begun(self, item: Data | Page, submit: Submit) -> Future[Any]:
        prepared = _work(item, self)
        return at_once(lambda: prepared) if isinstance(prepared, Failure) else submit(done, prepared)

    def _ready(self, item: Data | Page) -> bool:
        return isinstance(item, Data) or all(name in self.data or name in self.failures for name in item.needs)

    def _take(self, item: Data | Page, future: Future[Any], finished: int, total: int) -> None:
        """Keep the result of one piece of work."""
        name = item.name if isinstance(item, Data) else item.file
        try:
            result = future.result()
            if not isinstance(result, Failure):
                if isinstance(item, Data):
                    self.folder.keep(item, result)
                    self.data[item.name] = result
                else:
                    self.entries[item.file] = self.folder.write(item, result)
                    self.outcome.written.append(item.file)
        except BrokenProcessPool:
            result = Failure("the process that made it was ended from outside", by_input=False)
        except InputError as error:
            result = Failure(str(error))
        if isinstance(result, Failure):
            self.failures[name] = result
            self.outcome.failed[name] = (result.message, result.by_input)
            self.tell(f"{name}: {FAILED}", finished, total)
        else:
            self.tell(f"{name}: {COMPUTED if isinstance(item, Data) else WRITTEN}", finished, total)


def _work(item: Data | Page, run: _Run) -> Work | Failure:
    if isinstance(item, Data):
        return Work(item, run.plan)
    missing = [name for name in item.needs if name in run.failures]
    if missing:
        return Failure(f"not made, as {', '.join(missing)} failed", run.failures[missing[0]].by_input)
    return Work(item, run.plan, {name: run.data[name] for name in item.needs})


@dataclass(frozen=True)
class Work:
    """Data to compute or a page to make, with what it is made from. Plain values, which can go to another process."""

    item: Data | Page
    plan: Plan
    data: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Failure:
    """Reason for which a piece of work came to nothing, in one line; `by_input` if the user can mend it."""

    message: str
    by_input: bool = True


def done(work: Work) -> Any:
    """The data, the content of the page, or a `Failure`: not every error survives the way between processes."""
    try:
        item = work.item
        module, _, function = item.maker.partition(":")
        make: Callable[..., Any] = getattr(import_module(module), function)
        if isinstance(item, Data):
            return make(*item.claims)
        sheet = Sheet(item, work.plan, work.data)
        return framed(sheet, make(sheet)) if item.is_page else make(sheet)
    except DerivationsError as error:
        return Failure(" ".join(str(error).split()))
    except Exception as error:  # a page that fails must not take the others with it
        return Failure(f"{type(error).__name__}: {' '.join(str(error).split())[:300]}", by_input=False)


def begin() -> None:
    """Start of a process that makes pages."""
    gc.set_threshold(100_000, *gc.get_threshold()[1:])  # nearly all that it makes lives as long as its pages
