"""One piece of work for one process: the text of a page, or data that pages are made from."""

from __future__ import annotations

import signal
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from importlib import import_module
from typing import Any

from derivations.errors import DerivationsError
from derivations.site.frame import Sheet, framed
from derivations.site.plan import ASSET, Data, Page, Plan


@dataclass(frozen=True)
class Work:
    """Data to compute or a page to make, with what it is made from. Plain values, which can go to another process."""

    item: Data | Page
    plan: Plan
    data: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Failure:
    """Why a piece of work came to nothing, in one line; `by_input` if the user can mend it."""

    message: str
    by_input: bool = True


def done(work: Work) -> Any:
    """The data, the content of the page, or a `Failure`: not every error survives the way between processes."""
    try:
        item = work.item
        module: Any = import_module(item.module)
        if isinstance(item, Data):
            compute: Callable[[str], Any] = module.data
            return compute(item.name)
        body: Callable[[Sheet], Any] = module.body
        sheet = Sheet(item, work.plan, work.data)
        return body(sheet) if item.group == ASSET else framed(sheet, body(sheet))
    except DerivationsError as error:
        return Failure(" ".join(str(error).split()))
    except Exception as error:  # a page that fails must not take the others with it
        return Failure(f"{type(error).__name__}: {' '.join(str(error).split())[:300]}", by_input=False)


def begin() -> None:
    """Start of a process that works: the one that waits for it hears Ctrl-C, and ends it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
