"""Derivations as JSON: they come back equal, are checked again, and a file that lies is not upheld."""

from __future__ import annotations

import json
from collections.abc import Callable
from copy import deepcopy
from functools import cache
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sympy import Eq

from derivations.claims.index import CLAIMS, find_claim
from derivations.engine.board import Board
from derivations.engine.derivation import Derivation
from derivations.engine.premise import Assumptions, Premise
from derivations.engine.quantity import Notation
from derivations.engine.recheck import recheck, upheld
from derivations.engine.relation import relation
from derivations.engine.rules import RULES
from derivations.engine.rules.base import with_writing
from derivations.engine.stored_relation import restored_relation, stored_relation
from derivations.engine.stored_rule import KINDS
from derivations.engine.verdict import Finding
from derivations.engine.written.parser import parse_relation
from derivations.errors import DerivationsError, InputError
from tests.claims.changes import a_change

SEVERAL: dict[str, tuple[dict[str, str], ...]] = {
    "optimal-batch": (
        {},
        {"roofline": "no-overlap"},
        {"compute-time": "with-attention"},
        {"kv-fetch": "t_kv = kappa*B*sqrt(L*1[token/sequence])/W"},
        {"compute-time": "t_c = phi*n*B*N_active/C + sqrt(t_w*t_m)"},
    ),
    "train-interval": ({}, {"full-read": "part-read"}, {"back-to-back": "tau = 2*T"}),
    "pipeline-kv": ({}, {"one-per-stage": "fixed-number"}, {"balanced-micro-batch": "with-context"}),
    "kv-bytes": ({}, {"cache-layout": "latent"}, {"kv-fetch": "windows-and-selection"}),
}
CHANGES = {name: SEVERAL.get(name, ({}, a_change(name))) for name in CLAIMS}
CASES = [(name, place) for name in CLAIMS for place in range(len(CHANGES[name]))]


@cache
def derived(name: str, place: int = 0) -> Derivation:
    """A claim under one of its changes."""
    return find_claim(name).derive(Assumptions(CHANGES[name][place]))


@cache
def written(name: str, place: int = 0) -> str:
    """The same as JSON text."""
    return json.dumps(derived(name, place).to_json(), allow_nan=False)


def data(name: str = "optimal-batch") -> Any:
    """The same as data of one's own, to be tampered with."""
    return json.loads(written(name))


def step_of(stored: Any, name: str) -> Any:
    """A stored step or reject by name."""
    return next(step for step in (*stored["trace"], *stored["rejects"]) if step["name"] == name)


@pytest.mark.parametrize(("name", "place"), CASES)
def test_a_derivation_comes_back_equal(name: str, place: int) -> None:
    """Steps, notation, assumptions, obligations and rules; text and LaTeX as before; and the same text again."""
    before = derived(name, place)
    after = Derivation.from_json(written(name, place))
    assert after == before
    assert (after.trace, after.rejects, after.notation) == (before.trace, before.rejects, before.notation)
    for mine, theirs in zip((*after.trace, *after.rejects), (*before.trace, *before.rejects), strict=True):
        assert (mine.obligations, mine.applied) == (theirs.obligations, theirs.applied)
        assert mine.to_markdown() == theirs.to_markdown()
        for one, other in zip(mine.conditions, theirs.conditions, strict=True):
            assert (str(one), one.latex) == (str(other), other.latex)
    assert (str(after), after.headline) == (str(before), before.headline)
    assert json.dumps(after.to_json(), allow_nan=False) == written(name, place)


@pytest.mark.parametrize(("name", "place"), CASES)
def test_what_comes_back_is_upheld(name: str, place: int) -> None:
    """Every verdict is found again, also those that show nothing."""
    checked = Derivation.from_json(written(name, place)).check()
    assert [str(item) for item in checked if not item.upheld] == []
    assert len(checked) == len(derived(name, place).trace) + len(derived(name, place).rejects)


def test_it_comes_back_from_a_whole_report() -> None:
    """What `derive show --json` prints holds the derivation."""
    from derivations import derive

    report = derive("kv-bytes")
    assert Derivation.from_json(json.dumps(report.to_json())) == report.derivation


def test_every_option_of_every_rule_can_be_stored() -> None:
    """A rule whose option has another type would not come back."""
    for rule in RULES:
        assert {str(item.type) for item in rule.__dataclass_fields__.values() if "ClassVar" not in str(item.type)} <= (
            set(KINDS)
        ), rule


def test_a_statement_in_sympy_comes_back() -> None:
    """Whatever it was rejected as, and whatever its dimensions."""
    notation = Notation.of("t [s] time\nS [byte] size\nW [byte/s] bandwidth")
    t, size, width = (quantity.symbol for quantity in notation)
    board = Board(notation)
    load = board.take(Premise("load", "t = S/W"))
    board.reject("twice", Eq(t, 2 * size / width), [load])
    board.reject("size", Eq(t, size), [load])
    board.reject("own", relation("t = S/(2*W)", notation), [load])
    board.reject("text", "t = S*W", [load])
    made = board.finish()
    again = Derivation.from_json(json.dumps(made.to_json()))
    assert again == made
    assert [step.applied for step in again.rejects] == [step.applied for step in made.rejects]
    assert upheld(again.check())


def test_sides_that_the_text_does_not_lead_to_are_written_out() -> None:
    """SymPy would put ``a*(b + c)`` together otherwise; data whose sides say something else is refused."""
    notation = Notation.of("T [] x\na [] x\nb [] x\nc [] x")
    T, a, b, c = (quantity.symbol for quantity in notation)
    item = with_writing(T, "=", a * b + a * c, notation, parse_relation("T = a*(b + c)"))
    stored = stored_relation(item)
    assert stored == {"text": "T = a*(b + c)", "sides": ["T", "a*b + a*c"]}
    back = restored_relation(stored, notation, "step")
    assert (back, str(back), back.latex) == (item, str(item), item.latex)
    with pytest.raises(InputError, match="its sides do not say"):
        restored_relation({**stored, "sides": ["T", "a*b + c"]}, notation, "step")


def test_what_no_text_leads_back_to_is_told() -> None:
    """A sum of thousands of characters; the step is named."""
    names = [f"a_long_name_of_a_quantity_number_{place}" for place in range(70)]
    notation = Notation.of("\n".join(["T [] x", *(f"{name} [] x" for name in names)]))
    board = Board(notation)
    first = board.take(Premise("first", f"T = {' + '.join(names[:35])}"))
    second = board.take(Premise("second", f"{names[0]} = {' + '.join(names[36:])}"))
    board.substitute("both", first, [second])
    with pytest.raises(InputError, match=r"step 'both' cannot be stored.*2,000 characters"):
        board.finish().to_json()


# --- a file that lies


def _factor(stored: Any) -> None:
    step_of(stored, "batch")["relation"] = step_of(stored, "batch")["relation"].replace("B = ", "B = 2*")


def _condition(stored: Any) -> None:
    step_of(stored, "batch")["conditions"] = []


def _verdict(stored: Any) -> None:
    step_of(stored, "as-printed")["verdict"] |= {"finding": "proven", "counterexample": {}, "reason": ""}


def _point(stored: Any) -> None:
    point = step_of(stored, "as-printed")["verdict"]["counterexample"]
    point |= {name: f"{value} + 1" for name, value in point.items()}


def _method(stored: Any) -> None:
    step_of(stored, "batch")["verdict"]["checked_by"] = ["z3"]


def _obligations(stored: Any) -> None:
    step_of(stored, "batch")["obligations"] = []


def _inputs(stored: Any) -> None:
    step_of(stored, "batch")["inputs"] = [stored["trace"][0]["name"]]


def _supposed(stored: Any) -> None:
    step_of(stored, "batch")["within"] = []


def _definition(stored: Any) -> None:
    step = next(step for step in stored["trace"] if step["rule"] == "define")
    step["relation"] = step["relation"].replace("= ", "= 2*", 1)


def _premise(stored: Any) -> None:
    step = stored["trace"][0]
    step["relation"] = step["options"]["relation"] = step["relation"].replace("= ", "= 2*")


def _found_by_nobody(stored: Any) -> None:
    step_of(stored, "batch")["relation"] = None


def rejects_of() -> list[str]:
    """The rejects of the claim that a point refutes."""
    return [step.name for step in derived("optimal-batch").rejects if step.verdict.counterexample]


TAMPERED = {
    "batch": (_factor, _condition, _method, _obligations, _inputs, _supposed, _found_by_nobody),
    "reject": (_verdict, _point),
    "definition": (_definition,),
    "premise": (_premise,),
}


@pytest.mark.parametrize(
    ("where", "tamper"), [(where, tamper) for where, ways in TAMPERED.items() for tamper in ways]
)
def test_a_file_that_was_tampered_with_is_not_upheld(where: str, tamper: Callable[[Any], None]) -> None:
    """The step that was changed is among those that are not upheld."""
    stored = data()
    if where == "reject":
        step_of(stored, rejects_of()[0])["name"] = "as-printed"
    tamper(stored)
    changed = {
        "batch": "batch", "reject": "as-printed", "premise": stored["trace"][0]["name"],
        "definition": next(step["name"] for step in stored["trace"] if step["rule"] == "define"),
    }[where]  # fmt: skip
    found = recheck(Derivation.from_json(stored))
    assert not upheld(found)
    assert changed in [item.step.name for item in found if not item.upheld]
    assert all("not upheld" in str(item) for item in found if not item.upheld)


@pytest.mark.parametrize("name", list(CLAIMS))
def test_no_equation_can_be_doubled(name: str) -> None:
    """Each step that says what a quantity is, with twice the right side: none is upheld."""
    for step in derived(name).steps:
        if step.relation is None or not step.verdict.holds or not step.relation.is_equation or step.rhs == 0:
            continue
        stored = data(name)
        own = step_of(stored, step.name)
        left, operator, right = own["relation"].partition(" = ")
        own["relation"] = f"{left}{operator}2*({right})"
        found = {item.step.name: item for item in Derivation.from_json(stored).check()}
        assert not found[step.name].upheld, step.name


def test_a_verdict_that_shows_nothing_is_not_made_into_a_proof() -> None:
    """A step that waits, called proven."""
    stored = json.loads(written("optimal-batch", 1))
    waiting = [step for step in stored["trace"] if step["verdict"]["finding"] == "waiting"]
    assert waiting
    waiting[0]["verdict"]["finding"] = "proven"
    found = {item.step.name: item for item in Derivation.from_json(stored).check()}
    assert not found[waiting[0]["name"]].upheld
    assert found[waiting[0]["name"]].found.finding is Finding.WAITING


def _first(stored: Any, rule: str) -> Any:
    return next(step for step in stored["trace"] if step["rule"] == rule and step["relation"] is not None)


def _limit_untold(stored: Any) -> str:
    step = _first(stored, "limit")
    step["note"] = ""
    return str(step["name"])


def _limit_of_another(stored: Any) -> str:
    step = _first(stored, "limit")
    step["note"] = "for every value of it"
    return str(step["name"])


def _other_statement(stored: Any) -> str:
    step = stored["rejects"][0]
    step["statement"] = "1 = 1"
    return str(step["name"])


def _definition_from_nothing(stored: Any) -> str:
    step = _first(stored, "define")
    step["obligations"] = step_of(stored, "batch")["obligations"]
    return str(step["name"])


def _given_up(stored: Any) -> str:
    step_of(stored, "batch")["fell_back"] = True
    return "batch"


def _replacing(stored: Any) -> str:
    step_of(stored, "batch")["replaces"] = "B = 1[sequence]"
    return "batch"


def _told_another_form(stored: Any) -> str:
    step = _first(stored, "rewrite")
    step["options"]["form"] = step["options"]["form"].replace("= ", "= 2*", 1)
    return str(step["name"])


def _replaced_by_something_else(stored: Any) -> str:
    step = stored["trace"][0]
    stored["assumptions"]["premises"] = {step["name"]: step["relation"].replace("= ", "= 2*", 1)}
    step["replaces"] = step["relation"]
    return str(step["name"])


@pytest.mark.parametrize(
    "tamper",
    [_limit_untold, _limit_of_another, _other_statement, _definition_from_nothing, _given_up, _replacing,
     _told_another_form, _replaced_by_something_else],
)  # fmt: skip
def test_what_stands_beside_a_relation_is_checked_too(tamper: Callable[[Any], str]) -> None:
    """Without its note a limit says that something *is* what it only tends to; and so on."""
    stored = data()
    changed = tamper(stored)
    found = Derivation.from_json(stored).check()
    assert [item.step.name for item in found if not item.upheld] == [changed]


def test_one_of_two_solutions_is_not_the_only_one() -> None:
    """A branch that is told without the choice it belongs to: x = -sqrt(y) does not follow from x^2 = y."""
    board = Board(Notation.of("x [] (real) x\ny [] y"))
    board.solve("root", board.take(Premise("square", "x^2 = y")), for_="x")
    stored = board.finish().to_json()
    assert upheld(Derivation.from_json(stored).check())
    alone = stored["trace"][1] | {"name": "root", "within": []}
    found = Derivation.from_json(stored | {"trace": [stored["trace"][0], alone]}).check()
    assert [item.step.name for item in found if not item.upheld] == ["root"]


def test_an_edge_is_not_named_like_what_is_given() -> None:
    """The edge of a condition, called K: that would be a statement about the K that a premise speaks of."""
    board = Board(Notation.of("t [s] time\nS [s] a\nL [s] b\nL_x [s] edge\nK [s] given"))
    regimes = board.split("regimes", board.take(Premise("slower", "t = max(S, L)")), ("first", "second"))
    board.take(Premise("given", "K = 2*S"))
    board.isolate("edge", regimes[0], of="L", named="L_x")
    stored = board.finish().to_json()
    assert upheld(Derivation.from_json(stored).check())
    lying = json.loads(json.dumps(stored).replace("L_x", "K"))
    lying["notation"] = stored["notation"]
    found = Derivation.from_json(lying).check()
    assert [str(item) for item in found if not item.upheld] == [
        f"edge: not upheld, stored as {found[-1].step.verdict}, found K already stands for something, in given"
    ]


# --- what is no derivation


def _without(key: str) -> Callable[[Any], None]:
    def change(stored: Any) -> None:
        del stored[key]

    return change


def _with(path: tuple[Any, ...], value: Any) -> Callable[[Any], None]:
    def change(stored: Any) -> None:
        for key in path[:-1]:
            stored = stored[key]
        stored[path[-1]] = value

    return change


def _huge() -> Any:
    deep: Any = "x"
    for _ in range(50_000):
        deep = [deep]
    return deep


def _circle(stored: Any) -> None:
    """A definition that takes up what it defines."""
    step = _first(stored, "define")
    name, _, right = step["relation"].partition(" = ")
    own = next(quantity for quantity in stored["notation"] if quantity["name"] == name)
    own["definition"] = f"sqrt({name}*({right}))"
    step["relation"] = f"{name} = {own['definition']}"


def _no_input(stored: Any) -> None:
    step_of(stored, "batch")["inputs"] = []


def _waits_for_nothing(stored: Any) -> None:
    """A verdict that is shown by its reason alone, with a reason like a proof."""
    step_of(stored, "batch")["verdict"] |= {"finding": "waiting", "reason": "proven (normal form)"}


BAD = [
    (_with(("schema",), 2), "has schema 1, not 2"),
    (_with(("schema",), True), "has schema 1, not True"),
    (_with(("schema",), "1"), "has schema 1"),
    (_without("schema"), "has schema 1, not null"),
    (_without("trace"), "the derivation has no 'trace'"),
    (_with(("extra",), 1), "unknown key 'extra'"),
    (_with(("trace",), {}), "trace of the derivation is a list, not an object"),
    (_with(("trace",), []), "has no steps"),
    (_with(("trace", 0), "x"), "step 1 is an object, not a text"),
    (_with(("trace", 0, "name"), 7), "the name of a step is a text, not a number"),
    (_with(("trace", 1, "name"), "compute-time"), "two steps are named 'compute-time'"),
    (_with(("trace", 0, "number"), 5), "another number than its place, 1"),
    (_with(("trace", 0, "number"), True), "is a whole number, not true or false"),
    (_with(("trace", 0, "rule"), "magic"), "unknown rule 'magic'"),
    (_with(("trace", 0, "rule"), "reject"), "rejects stand apart"),
    (_with(("trace", 0, "inputs"), ["batch"]), "unknown step 'batch' that step 'compute-time' uses"),
    (_with(("trace", 0, "within"), ["nowhere"]), "unknown step 'nowhere'"),
    (_with(("trace", 0, "relation"), "t_c = "), "the text ends where"),
    (_with(("trace", 0, "relation"), "t_c = __import__('os')"), "unexpected '_'"),
    (_with(("trace", 0, "relation"), "t_c = 9^9^9"), "an exponent may hold no power"),
    (_with(("trace", 0, "relation"), "t_c = " + "(" * 90 + "t_w" + ")" * 90), "nested more than 40 deep"),
    (_with(("trace", 0, "relation"), "t_c = B"), "step 'compute-time'"),
    (_with(("trace", 0, "relation"), "t_c = nowhere"), "unknown quantity 'nowhere'"),
    (_with(("trace", 0, "relation"), 7), "is an object, not a number"),
    (_with(("trace", 0, "relation"), _huge()), "is an object, not a list"),
    (_with(("trace", 0, "unknown"), "nowhere"), "unknown quantity 'nowhere'"),
    (_with(("trace", 0, "because"), "red \x1b[31m"), "a character that cannot be shown"),
    (_with(("trace", 0, "because"), "x" * 20_000), "is longer than 10,000 characters"),
    (_with(("trace", 0, "fell_back"), 0), "is true or false, not a number"),
    (_with(("trace", 0, "options"), {}), "has no 'premise'"),
    (_with(("trace", 0, "options", "default"), "t_c"), "a relation needs one of"),
    (_with(("trace", 0, "verdict", "finding"), "true"), "unknown finding 'true'"),
    (_with(("trace", 0, "verdict", "counterexample"), {"B": "open('x')"}), "counterexample"),
    (_with(("notation", 0, "unit"), "parsec"), "unknown unit"),
    (_with(("notation", 0, "domain"), "small"), "unknown domain"),
    (_with(("notation", 0, "name"), "sqrt"), "cannot name a quantity"),
    (_with(("notation", 0, "at_most"), "nowhere"), "unknown quantity"),
    (_with(("assumptions", "premises"), []), "is an object of texts, not a list"),
    (_with(("result",), "nowhere"), "unknown step 'nowhere'"),
    (_with(("trace", 0, "inputs"), ["compute-time"]), "that step 'compute-time' uses"),
    (_with(("trace", 1, "inputs"), ["compute-time"]), "take has no inputs, not 1"),
    (_with(("assumptions", "premises"), {"nowhere": "x"}), "unknown premise 'nowhere'"),
    (_with(("notation", 0, "definition"), "B*nowhere"), "the definition of "),
    (_circle, "in a circle"),
    (_no_input, "step 'batch': solve has 1 input, not 0"),
    (_waits_for_nothing, "what waits says what it is waiting for"),
]


@pytest.mark.parametrize(("change", "message"), BAD)
def test_what_is_no_derivation_is_refused_in_one_line(change: Callable[[Any], None], message: str) -> None:
    """The thing is named, and nothing of it is shown that could be huge."""
    stored = data()
    change(stored)
    with pytest.raises(InputError) as told:
        Derivation.from_json(stored)
    assert message in str(told.value)
    assert "\n" not in str(told.value)
    assert len(str(told.value)) < 400


@pytest.mark.parametrize(
    "text", ["", "null", "[]", "7", "NaN", '"x"', "{", "{}", "[" * 100_000, "1" * 10_000, '{"derivation": null}',
             '{"derivation": []}', '{"schema": 1}', '{"schema": NaN}', '{"schema": 1e400}', '{"schema": [1]}'],
)  # fmt: skip
def test_a_text_that_is_no_derivation_is_refused(text: str) -> None:
    """Whatever JSON makes of it."""
    with pytest.raises(InputError) as told:
        Derivation.from_json(text)
    assert "\n" not in str(told.value)


_ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20)
    | st.sampled_from(["t_c = B", "B", "1/0", "9^9^9", "proven", "solve", "batch", "token"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=6,
)  # fmt: skip


@settings(max_examples=150, suppress_health_check=list(HealthCheck))
@given(st.data())
def test_hostile_data_is_refused_or_checked(draw: st.DataObject) -> None:
    """Anything in any place of a small derivation: one of our errors, or a derivation that can be checked and shown."""
    stored = deepcopy(_SMALL)
    for _ in range(draw.draw(st.integers(1, 2))):
        place: Any = stored
        while True:
            keys = list(place) if isinstance(place, dict) else list(range(len(place)))
            key = draw.draw(st.sampled_from(keys))
            deeper = isinstance(place[key], dict | list) and len(place[key]) > 0
            if not deeper or draw.draw(st.integers(0, 9)) == 0:
                break
            place = place[key]
        place[key] = draw.draw(_ANYTHING)
    told, found = "", None
    try:
        found = Derivation.from_json(stored)
    except DerivationsError as error:
        told = str(error)
    assert "\n" not in told
    if found is not None:
        assert all(str(item) for item in found.check(time_limit=2))
        assert found.to_markdown()


def _small() -> Any:
    board = Board(Notation.of("t [s] time\nS [byte] size\nW [byte/s] bandwidth"))
    load = board.take(Premise("load", "t = S/W", because="every byte crosses the link once"))
    board.solve("bandwidth", load, for_="W")
    board.reject("twice", "t = 2*S/W", [load])
    return board.finish().to_json()


_SMALL = _small()
