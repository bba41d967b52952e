"""A generator of whole derivations: random premises of a few kinds, and rules and guesses on what they lead to."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from random import Random
from typing import Any, TypeVar

from derivations import Board, Handle
from derivations.derivation.step import Step
from derivations.errors import DerivationsError
from derivations.language.literal import is_unit
from derivations.language.printing.text import to_text
from derivations.language.quantity import Quantity

from .boards import Call, Script, Tie

_T = TypeVar("_T")

_PARAMETERS, _RESULTS, _VARIABLES, _COUNTS = "abcd", "yuwt", "xz", "nm"
_FRESH = ("s", "g", "r")
_DEFINED = "q"
_DOMAINS: Mapping[str, Mapping[str, int]] = {
    "parameter": {"positive": 70, "nonnegative": 10, "fraction": 8, "real": 12},
    "result": {"positive": 60, "real": 20, "nonnegative": 8, "fraction": 12},
    "variable": {"positive": 85, "nonnegative": 8, "fraction": 3, "real": 4},
    "fresh": {"positive": 50, "real": 35, "fraction": 8, "nonnegative": 7},
    "count": {"integer": 100},
}
_FORMULAS = (
    "({a} + {b}*{x})/(1 + {x})", "({a} + {b}*{x})/({c} + {x})", "{b}*{x}/({a} + {x})", "{a} + {x}", "{a} + {b}*{x}",
    "{a} + {b}/{x}", "{a}*{x}", "{a}/{x}", "{a}*{x}/{b}", "{a}*{x} - {b}*{x}", "{a} - {x}", "{a}*{b}", "2*{a}", "{a}",
    "max({a}, {b}/{x})", "max({a}*{x}, {b})", "max({a}, {b})", "min({a}*{x}, {b})", "max({a}*{x}, {b} + {c}*{x})",
    "sqrt({a}*{x})", "{a}*{x}^2",
)
_COSTS = (
    "{a}/{x} + {b}*{x}", "{a}*{x} + {b}/{x}", "max({a}*{x}, {b}/{x})", "max({a}, {b}/{x})", "({x} - {a})^2 + {b}",
    "{x}*{a}^2 + {b}/{a}", "{a}*{x} + {b}*{c}/{x}", "{x}^2 - {a}*{x}",
)
_BOUNDS = (
    "{x} <= {c}", "{x} >= {c}", "{x} <= 5", "{x} >= 5", "{x} < 3", "{x} > 2", "{c} >= {x}", "{x} <= {c}*{d}",
    "{x} >= {c}*{d}", "{x} + {c} <= {d}", "{y} >= {c}", "{y} <= {c}", "{y} > 1", "{a} <= {b}", "{a} > {b}",
    "{c} >= {a}*{x}", "{c} <= sqrt({a}/{b})/2",
)
# what ties, in one premise or two, and an equation that says no less
_TIES: tuple[tuple[tuple[str, ...], str], ...] = (
    (("{b} >= {d}*{x}", "{b} <= {d}*{x}"), "{b} = {d}*{x}"),
    (("{b} >= {d}/{x}", "{b} <= {d}/{x}"), "{b} = {d}/{x}"),
    (("{d}*{x} >= {b}", "{b} >= {d}*{x}"), "{b} = {d}*{x}"),
    (("{a} >= {x}", "{a} <= {x}"), "{a} = {x}"),
    (("({a} - {x})^2 <= 0",), "{a} = {x}"),
    (("max({a} - {x}, {x} - {a}) <= 0",), "{a} = {x}"),
    (("max({b} - {d}*{x}, {d}*{x} - {b}) <= 0",), "{b} = {d}*{x}"),
)
_ROOM = 6  # rules on a board at most
# what often comes after a rule
_FOLLOWED: Mapping[str, tuple[str, ...]] = {
    "limit": ("other", "other", "equate", "equate", "put in", "state"),
    "minimise": ("other", "other", "equate", "equate", "put in", "state"),
    "round_up": ("other", "equate", "equate", "put in"),
    "differentiate": ("state",),
    "sum": ("state",),
    "isolate": ("state",),
}


@lru_cache(400)
def script(seed: int) -> Script:
    """The whole derivation of a seed, written once in a process: to write one takes as long as to check it."""
    return _Writer(Random(seed)).written()


class _CrashedError(Exception):
    """A call ended in an error that is none of the engine's own."""


class _Writer:
    """Writes one derivation, on a board, so that later calls use what earlier ones led to."""

    def __init__(self, random: Random) -> None:
        self._random = random
        self._letters: dict[str, Quantity] = {}
        self._premises: list[Call] = []
        self._ties: list[Tie] = []
        self._late: list[Call] = []
        self._calls: list[Call] = []
        self._roles = {
            **dict(zip("abcd", random.sample(_PARAMETERS, 4), strict=True)),
            **dict(zip("yuwt", random.sample(_RESULTS, 4), strict=True)),
            **dict(zip("xz", random.sample(_VARIABLES, 2), strict=True)),
            **dict(zip("nm", random.sample(_COUNTS, 2), strict=True)),
        }
        self._named = 0
        self._begins: tuple[str, ...] = ()  # the rules that the argument may well begin with
        self._focus = ""  # the letter that the argument varies
        self._trace: Sequence[Step] = ()  # the board as it stood at the last call that could be made

    def written(self) -> Script:
        """The derivation."""
        kinds: Sequence[tuple[int, Callable[[], None]]] = (
            (20, self._formula), (16, self._two_formulas), (16, self._two_costs), (10, self._counts),
            (16, self._bounded), (14, self._tied), (4, self._tied_by_functions), (8, self._roofline),
            (8, self._chain), (3, self._recurrence), (5, self._counted),
        )
        self._pick(kinds)()
        for name in _FRESH:
            self._declare(name, "fresh")
        if self._random.random() < 0.12:
            self._bind()
        calls = [*self._premises]
        try:
            board = Board(Script(tuple(self._letters.values())).notation)
            for call in calls:
                call.run(board)
        except DerivationsError:
            return Script(tuple(self._letters.values()))
        wanted, tries = self._random.randint(2, _ROOM), 0
        while len(self._calls) < wanted and tries < 2 * _ROOM:
            tries += 1
            try:
                self._try(board)
            except _CrashedError:
                break
        return Script(tuple(self._letters.values()), (*calls, *self._calls, *self._late), tuple(self._ties))

    # --- premises

    def _formula(self) -> None:
        self._take(f"{{y}} = {self._one(_FORMULAS + _COSTS)}")

    def _two_formulas(self) -> None:
        self._begins = ("limit", "differentiate")
        self._formula()
        self._take(f"{{{self._one('yuw')}}} = {self._other(self._one(_FORMULAS))}")

    def _two_costs(self) -> None:
        self._begins = ("minimise",)
        self._take(f"{{y}} = {self._one(_COSTS)}")
        self._take(f"{{u}} = {self._other(self._one(_COSTS * 3 + _FORMULAS))}")

    def _counts(self) -> None:
        self._begins = ("round_up",)
        bounds = ("{a}*{x}", "{a}/{x}", "{b}/{c}", "{x}", "{c}", "{d}*{x}")
        first, second = self._random.sample(bounds, 2)
        self._take(f"{{n}} >= {first}")
        self._take(f"{{{self._one('nnnm')}}} >= {second}")
        if self._random.random() < 0.4:
            self._take(self._one(("{y} = {n}*{a}", "{y} = {n}*{x} + {b}", "{n} <= {d}", "{y} = {a}/{n}")))

    def _bounded(self) -> None:
        self._begins = ("limit", "minimise")
        self._take(f"{{y}} = {self._one(_FORMULAS + _COSTS * 2)}")
        for _ in range(self._random.randint(1, 2)):
            self._take(self._one(_BOUNDS), late=self._random.random() < 0.2)

    def _tied(self) -> None:
        self._begins = ("differentiate", "limit", "minimise", "independence")
        self._take(f"{{y}} = {self._one(('{a}*{x}/{b}', '{a}*{x}', '{b}*{x}', *_FORMULAS[:9], *_COSTS[:3]))}")
        premises, equation = self._one(_TIES)
        late = self._random.random() < 0.3
        names = tuple(self._take(text, late=late) for text in premises)
        self._ties.append(Tie(names, self._filled(equation)))

    def _tied_by_functions(self) -> None:
        self._begins = ("independence", "differentiate")
        self._letters |= {name: Quantity(name, "", name, "real", of=("",)) for name in ("f", "h")}
        first = self._take("h(f({z})) = {z}*{a}")
        self._take(self._one(("{y} = f({z})", "{y} = f({z}) + {b}", "{y} = {b}*f({z})")))
        self._ties.append(Tie((first,), self._filled("f({z}) = {z}*{a}")))
        self._focus = self._roles["a"]

    def _roofline(self) -> None:
        self._take(self._one(("{y} = {a}*{x}", "{y} = {a} + {b}*{x}", "{y} = {a}/{x}")))
        self._take(self._one(("{u} = {c}", "{u} = {c} + {d}*{x}", "{u} = {d}*{x}")))
        self._take(self._one(("{t} >= max({y}, {u})", "{t} = max({y}, {u})", "{w} = max({y}, {u})/{x}")))

    def _chain(self) -> None:
        self._take(self._one(("{y} = {a}*{x}", "{y} = {a} + {x}", "{y} = {a}/{x} + {b}*{x}")))
        self._take(self._one(("{u} = {y}*{c}", "{u} = {y} + {c}", "{u} = {c}/{y}", "{u} = max({y}, {c})")))
        if self._random.random() < 0.5:
            self._take(self._one(("{x}*{b} = {c}", "{x} = {b}*{d}", "{u} <= {d}", "{y}*{b} = {c}*{d}", "{u} = {d}")))
        if self._random.random() < 0.5:
            self._define(self._one(("{y}/{c}", "{y}*{c}", "{x} + {c}", "max({y}, {c})", "{c} - {x}")))

    def _recurrence(self) -> None:
        self._declare("k", "count", "whole")
        self._letters["v"] = Quantity("v", "", "v", "real", of=("index",))
        self._take("v(k + 1) = v(k) + {a}")
        self._take("v(0) = {b}")
        goals = ("v(k) = {b} + k*{a}", "v(k) >= {b}", "v(k) = {b}")
        self._calls.append(Call("induct", "all", ((self._filled(self._one(goals)),), "k",
                                                  tuple(Handle(call.name) for call in self._premises))))

    def _counted(self) -> None:
        self._declare("k", "count")
        self._take(self._one(("{y} = {a}*{x}", "{y} = {n}*{a}", "{y} = {n} + {a}", "{n} >= {a}")))
        term, first, last = self._one((
            ("{a}*k", "1", "{n}"), ("k", "1", "{n}"), ("{a}", "1", "{n} - 1"), ("k - {a}", "1", "{n}"),
            ("k", "1", "{n} - 1"), ("1 - k", "1", "{n}")))
        self._calls.append(Call("sum", "total", (
            self._filled(term), "k", first, self._filled(last), self._filled("{n}"), self._one(_FRESH))))

    def _bind(self) -> None:
        positive = [own for own in self._letters.values() if own.domain in ("positive", "integer") and not own.of]
        if len(positive) > 1:
            one, other = self._random.sample(positive, 2)
            if one.domain == other.domain and one.name not in _FRESH:
                self._letters[one.name] = Quantity(one.name, "", one.name, one.domain, at_most=other.name)

    def _take(self, template: str, *, late: bool = False) -> str:
        name = f"p{len(self._premises) + len(self._late) + 1}"
        (self._late if late else self._premises).append(Call("take", name, (self._filled(template),)))
        self._focus = self._focus or self._roles["x"]
        return name

    def _define(self, formula: str) -> None:
        domain = self._one(("positive", "positive", "real"))
        self._letters[_DEFINED] = Quantity(_DEFINED, "", _DEFINED, domain, definition=self._filled(formula))
        self._premises.append(Call("define", f"p{len(self._premises) + len(self._late) + 1}", (_DEFINED,)))

    def _filled(self, template: str) -> str:
        for role, name in self._roles.items():
            if f"{{{role}}}" in template:
                self._declare(name, "parameter" if role in "abcd" else "result" if role in "yuwt" else
                              "variable" if role in "xz" else "count")
        return template.format_map(self._roles)

    def _other(self, formula: str) -> str:
        """The formula in other parameters, most of the time."""
        if self._random.random() < 0.75:
            return formula.replace("{a}", "{c}").replace("{b}", "{d}")
        return formula

    def _declare(self, name: str, role: str, domain: str = "") -> None:
        if name not in self._letters:
            odds = _DOMAINS[role]
            chosen = domain or self._random.choices(list(odds), list(odds.values()))[0]
            self._letters[name] = Quantity(name, "", name, chosen)

    # --- rules

    def _try(self, board: Board) -> None:
        """One call more, which stays if it leads to a line that holds."""
        trace = self._trace or board.finish().trace
        steps = [step for step in trace if step.verdict.holds and step.relation is not None]
        if not steps:
            return
        kinds: Sequence[tuple[int, Callable[[list[Step]], Call | None]]] = (
            (16, self._limit), (13, self._minimise), (7, self._round_up), (7, self._differentiate),
            (7, self._independence), (10, self._equate), (10, self._substitute), (7, self._solve), (18, self._state),
            (3, self._rewrite), (5, self._boundary), (4, self._split), (3, self._isolate), (2, self._instance),
            (4 if hasattr(board, "suppose") else 0, self._suppose),
        )
        last = self._calls[-1] if self._calls else None
        follows = _FOLLOWED.get(last.method, ()) if last is not None else ()
        call = None
        if last is None and self._begins and self._random.random() < 0.6:
            begins: Mapping[str, Callable[[list[Step]], Call | None]] = {
                "limit": self._limit, "minimise": self._minimise, "round_up": self._round_up,
                "independence": self._independence, "differentiate": self._differentiate,
            }
            call = begins[self._one(self._begins)](steps)
        if last is not None and follows and self._random.random() < 0.55:
            call = self._next_to(last, self._one(follows), steps)
        call = call or self._pick(kinds)(steps)
        if call is None:
            return
        try:
            call.run(board)
        except DerivationsError:
            return
        except Exception:  # the call stays: what runs the board tells of it
            self._calls.append(call)
            raise _CrashedError from None
        self._trace = board.finish().trace
        own = [step for step in self._trace if step.name == call.name or step.name.startswith(f"{call.name}-")]
        if not any(step.verdict.holds for step in own):
            return
        self._calls.append(call)

    def _next_to(self, last: Call, kind: str, steps: list[Step]) -> Call | None:
        """What an author may well do after a call: the same at the other end or of another line, or use both."""
        own = next((step for step in steps if step.name == last.name), None)
        if own is None:
            return None
        if kind == "other":
            return self._again(last, steps)
        if kind == "equate":
            others = [step for step in steps if step is not own and _is_equation(step) and step.lhs == own.lhs
                      and step.rhs != own.rhs]
            if not others or not _is_equation(own):
                return None
            return Call("equate", self._name(), (Handle(own.name), Handle(self._one(others).name)))
        if kind == "put in":
            others = [step for step in steps if step is not own and own.lhs.is_Symbol and own.lhs.name in _names(step)]
            if not others or not _is_equation(own):
                return None
            return Call("substitute", self._name(), (Handle(self._one(others).name), (Handle(own.name),)))
        left, right = _sides(own)
        goal = self._one((f"{right} > 0", f"{right} <= 1", f"{left} = 7*{left}", f"{right} >= 0"))
        return Call("state", self._name(), (goal, (Handle(own.name),)))

    def _again(self, last: Call, steps: list[Step]) -> Call | None:
        """The same rule once more, at the other end of a limit or of another line with the same letter."""
        handle, *rest = last.arguments
        if last.method == "limit":
            letter, end = rest
            return Call("limit", self._name(), (handle, letter, "oo" if end == "0" else "0"))
        others = [step for step in steps if Handle(step.name) != handle and step.rule in ("take", "substitute")]
        if last.method == "round_up":
            own = [step for step in others if _operator(step) != "=" and step.lhs.is_Symbol and step.lhs.is_integer]
            return Call("round_up", self._name(), (Handle(self._one(own).name),)) if own else None
        (letter,) = rest
        own = [step for step in others if _is_equation(step) and letter in {s.name for s in step.rhs.free_symbols}]
        return Call("minimise", self._name(), (Handle(self._one(own).name), letter)) if own else None

    def _name(self) -> str:
        self._named += 1
        return f"s{self._named}"

    def _limit(self, steps: list[Step]) -> Call | None:
        step = self._equation(steps, inequalities=0.15)
        letter = self._letter_of(step)
        if step is None or letter is None:
            return None
        return Call("limit", self._name(), (Handle(step.name), letter, self._one(("0", "oo"))))

    def _minimise(self, steps: list[Step]) -> Call | None:
        step = self._equation(steps, inequalities=0.1)
        letter = self._letter_of(step)
        return None if step is None or letter is None else Call("minimise", self._name(), (Handle(step.name), letter))

    def _round_up(self, steps: list[Step]) -> Call | None:
        found = [step for step in steps if step.relation is not None and step.relation.operator != "="
                 and step.lhs.is_Symbol and step.lhs.is_integer]
        return Call("round_up", self._name(), (Handle(self._one(found).name),)) if found else None

    def _differentiate(self, steps: list[Step]) -> Call | None:
        step, named = self._equation(steps), self._fresh(steps)
        letter = self._letter_of(step)
        if step is None or letter is None or named is None:
            return None
        return Call("differentiate", self._name(), (Handle(step.name), letter, named))

    def _independence(self, steps: list[Step]) -> Call | None:
        step = self._equation(steps)
        if step is None:
            return None
        letters = _names(step) or [self._focus]
        letter = self._focus if self._random.random() < 0.4 else self._one(letters)
        return Call("independence", self._name(), (Handle(step.name), letter))

    def _equate(self, steps: list[Step]) -> Call | None:
        pairs = [(one, other) for place, one in enumerate(steps) for other in steps[place + 1:]
                 if _is_equation(one) and _is_equation(other) and one.lhs == other.lhs and one.rhs != other.rhs]
        if not pairs:
            return None
        one, other = self._one(pairs)
        return Call("equate", self._name(), (Handle(one.name), Handle(other.name)))

    def _substitute(self, steps: list[Step]) -> Call | None:
        pairs = [(one, other) for one in steps for other in steps if one is not other and _is_equation(other)
                 and other.lhs.is_Symbol and other.lhs.name in _names(one)]
        if not pairs:
            return None
        one, other = self._one(pairs)
        return Call("substitute", self._name(), (Handle(one.name), (Handle(other.name),)))

    def _solve(self, steps: list[Step]) -> Call | None:
        step = self._equation(steps, inequalities=0.2)
        if step is None or not _names(step):
            return None
        return Call("solve", self._name(), (Handle(step.name), self._one(_names(step))))

    def _state(self, steps: list[Step]) -> Call | None:
        """A guess: what two lines with the same left side say of their right sides; of one line, what looks odd."""
        pairs = [(one, other) for place, one in enumerate(steps) for other in steps[place + 1:]
                 if one.lhs == other.lhs and one.rhs != other.rhs and "=" in (_operator(one), _operator(other))]
        if not pairs or self._random.random() < 0.15:
            step = self._one(steps)
            left, right = _sides(step)
            goals = [f"{right} > 0", f"{left} = 2*({left})", f"{right} <= 1", f"{left} + 1 > {right}"]
            beside = (Handle(self._one(steps).name),) if self._random.random() < 0.3 else ()
            return Call("state", self._name(), (self._one(goals), (Handle(step.name), *beside)))
        one, other = self._one(pairs)
        if _operator(other) == "=":
            one, other = other, one
        operators = ("=", "=", ">=", "<=", ">", "<") if _operator(other) == "=" else (_operator(other),)
        goal = f"{_sides(one)[1]} {self._one(operators)} {_sides(other)[1]}"
        beside = (Handle(self._one(steps).name),) if self._random.random() < 0.3 else ()
        using = self._one(((one, other), (one, other), (one,), (other,)))
        handles = tuple(dict.fromkeys((*(Handle(step.name) for step in using), *beside)))
        return Call("state", self._name(), (goal, handles))

    def _rewrite(self, steps: list[Step]) -> Call | None:
        step = self._equation(steps)
        if step is None:
            return None
        left, right = _sides(step)
        forms = (f"{left} - ({right}) = 0", f"{right} = {left}", f"2*({left}) = 2*({right})")
        return Call("rewrite", self._name(), (Handle(step.name), self._one(forms)))

    def _boundary(self, steps: list[Step]) -> Call | None:
        found = _with_extrema(steps)
        return Call("boundary", self._name(), (Handle(self._one(found).name),)) if found else None

    def _split(self, steps: list[Step]) -> Call | None:
        found, name = _with_extrema(steps), self._name()
        if not found:
            return None
        return Call("split", name, (Handle(self._one(found).name), (f"{name}-one", f"{name}-two")))

    def _isolate(self, steps: list[Step]) -> Call | None:
        found, named = [step for step in steps if step.conditions], self._fresh(steps)
        if not found or named is None:
            return None
        step = self._one(found)
        letters = sorted({s.name for each in step.conditions for s in each.symbols if not is_unit(s)})
        return Call("isolate", self._name(), (Handle(step.name), self._one(letters), named))

    def _instance(self, steps: list[Step]) -> Call | None:
        found = [step for step in steps if step.rule == "induction"]
        if not found:
            return None
        return Call("instance", self._name(), (Handle(self._one(found).name), "k", self._one("0125")))

    def _suppose(self, steps: list[Step]) -> Call | None:
        letters = sorted({name for step in steps for name in _names(step)})
        if not letters:
            return None
        one, other = self._one(letters), self._one((*letters, "2"))
        return Call("suppose", self._name(), (f"{one} {self._one(('=', '<=', '>', '>='))} {other}",))

    # --- what is drawn

    def _pick(self, kinds: Sequence[tuple[int, Callable[..., Any]]]) -> Callable[..., Any]:
        return self._random.choices([kind for _, kind in kinds], [odds for odds, _ in kinds])[0]

    def _one(self, options: Sequence[_T]) -> _T:
        return self._random.choice(options)

    def _equation(self, steps: list[Step], inequalities: float = 0.0) -> Step | None:
        """A line, a later one rather than an earlier one."""
        found = [step for step in steps if _is_equation(step) or self._random.random() < inequalities]
        return self._random.choices(found, range(2, len(found) + 2))[0] if found else None

    def _letter_of(self, step: Step | None) -> str | None:
        """A letter of the right side, often the one that the argument is about."""
        if step is None:
            return None
        letters = sorted(s.name for s in step.rhs.free_symbols if not is_unit(s))
        if self._focus in letters and self._random.random() < 0.7:
            return self._focus
        return self._one(letters) if letters else None

    def _fresh(self, steps: list[Step]) -> str | None:
        told = {name for step in steps for name in _names(step)}
        found = [name for name in _FRESH if name not in told]
        return self._one(found) if found else None


def _is_equation(step: Step) -> bool:
    return _operator(step) == "=" and not step.unknown


def _operator(step: Step) -> str:
    assert step.relation is not None
    return step.relation.operator


def _names(step: Step) -> list[str]:
    assert step.relation is not None
    return sorted(s.name for s in step.relation.symbols if not is_unit(s))


def _sides(step: Step) -> tuple[str, str]:
    assert step.relation is not None
    written = step.relation.written
    return to_text(written.left), to_text(written.right)


def _with_extrema(steps: list[Step]) -> list[Step]:
    return [step for step in steps if "max(" in str(step.relation) or "min(" in str(step.relation)]
