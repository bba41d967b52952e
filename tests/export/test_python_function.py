"""The exported function: equal to the engine on admissible numbers, and strict about what it is given."""

from __future__ import annotations

import doctest
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from random import Random
from types import ModuleType
from typing import Any

import pytest
from sympy import Expr, Float, Integer

from derivations import Claim, Notation, Premise, Report, derive
from derivations.derivation.board import Board
from derivations.derivation.script import Handle
from derivations.derivation.step import Step
from derivations.errors import InputError, UndecidedError, UnknownNameError
from derivations.export.python_function import function_name, python_function
from derivations.language.literal import UNITS_TO_ONE
from derivations.language.printing.python_code import python_name
from derivations.language.quantity import Quantity
from derivations.language.tree import Apply, Call, parts
from derivations.proof.counterexample import holds_at
from derivations.proof.verdict import Finding

from ..reports import FEW, OF_EVERY_FORM, of_every_form, plain
from ..reports import changed as changed_report

np = pytest.importorskip("numpy")

# a change of one's own, where the one that will do for other tests leaves no formula to compute
CHANGED = {
    "optimal-batch": {"kv-fetch": "t_kv = kappa*B*sqrt(L*1[token/sequence])/W"},
    "roofline": {"kv-fetch": "t_kv = kappa*B*sqrt(L*1[token/sequence])/W"},
    "latency-floor": {"roofline": "no-overlap"},
    "kv-bytes": {"cache-layout": "latent"},
}
CASES = [pytest.param(name, changed, marks=() if name in FEW else pytest.mark.long)
         for name in dict.fromkeys((*OF_EVERY_FORM, *CHANGED)) for changed in (False, True)]


@cache
def report(name: str, changed: bool = False) -> Report:
    """A claim, plain or with a changed premise."""
    if not changed:
        return plain(name)
    return derive(name, premises=CHANGED[name]) if name in CHANGED else changed_report(name)


def module(source: str) -> ModuleType:
    """The exported module, loaded."""
    made = ModuleType("exported")
    exec(compile(source, "exported.py", "exec"), made.__dict__)
    return made


def function(source: str) -> Callable[..., Any]:
    """The one function of an exported module, but for Lambert's W, which NumPy does not have."""
    brought = ("lambert",)
    found = [item for name, item in vars(module(source)).items()
             if callable(item) and not name.startswith("_") and name not in brought]
    assert len(found) == 1
    made: Callable[..., Any] = found[0]
    return made


def formulas(of: Report) -> list[Step]:
    """The steps that have a formula, without those whose factorials or functions have no Python."""
    found = [step for step in of.derivation if step.relation is not None and step.verdict.holds
             and step.verdict.finding is not Finding.NUMERIC]
    return [step for step in found if not any(
        isinstance(part, Apply) or (isinstance(part, Call) and part.function == "factorial")
        for side in (step.relation.written.left, step.relation.written.right) for part in parts(side)
    )]


def point(step: Step, random: Random, premises: Sequence[Step] = ()) -> dict[Quantity, float] | None:
    """Numbers for the quantities of a step at which its conditions hold, and its result is what it can be.

    None if none are found.
    """
    assert step.relation is not None
    symbols = step.relation.rhs.free_symbols.union(*(c.symbols for c in step.conditions))
    inside = [q for q in step.relation.notation if q.symbol in symbols]
    from derivations.language.tree import names

    written = names(step.relation.written.right)
    inside += [q for q in step.relation.notation if q.name in written and q not in inside]
    for _ in range(400):
        chosen: dict[Quantity, float] = {}
        for quantity in inside:
            if quantity.domain == "integer":
                chosen[quantity] = float(random.randint(1, 9))
            elif quantity.domain in ("bit", "whole"):
                chosen[quantity] = float(random.randint(0, 1))
            elif quantity.domain == "fraction":
                chosen[quantity] = random.uniform(0.05, 1)
            else:
                chosen[quantity] = 10 ** random.uniform(-1, 1)
        by_name = {quantity.name: number for quantity, number in chosen.items()}
        if any(q.at_most in by_name and by_name[q.at_most] < by_name[q.name] for q in chosen):
            continue
        exact = {q.symbol: _exact(number, q) for q, number in chosen.items()}
        if not all(is_real(premise, exact) for premise in premises):
            continue
        if all(holds_at(condition, exact) for condition in step.conditions) and result_fits(step, chosen):
            return chosen
    return None


def is_real(premise: Step, exact: Mapping[Any, Expr]) -> bool:
    """False where the right side of a premise in these quantities alone is no real number."""
    right = premise.rhs.xreplace(UNITS_TO_ONE)
    return not right.free_symbols <= exact.keys() or bool(right.xreplace(dict(exact)).evalf(30).is_real)


def _exact(number: float, quantity: Quantity) -> Expr:
    if quantity.domain in ("bit", "whole"):
        return Integer(int(number))
    return Float(number, 40)  # a fraction in an exponent would be factored for minutes


def engine(step: Step, chosen: Mapping[Quantity, float]) -> float:
    """What the SymPy side comes to, to thirty digits."""
    value = step.rhs.xreplace(UNITS_TO_ONE).xreplace({q.symbol: _exact(number, q) for q, number in chosen.items()})
    return float(value.evalf(30))


def result_fits(step: Step, chosen: Mapping[Quantity, float]) -> bool:
    """False where a quantity would be what it cannot be, or a premise that defines it has no real value."""
    assert step.relation is not None
    if not step.relation.is_equation or not step.lhs.is_Symbol:
        return True
    try:
        return step.relation.notation[str(step.lhs)].range.contains(engine(step, chosen))
    except TypeError:  # a root or a logarithm of what is below zero
        assert step.rule == "take"
        return False


def arguments(chosen: Mapping[Quantity, Any]) -> dict[str, Any]:
    """The numbers by the names that the function has for them."""
    return {python_name(quantity.name): number for quantity, number in chosen.items()}


@pytest.mark.some(1)
@pytest.mark.parametrize(("name", "changed"), CASES)
def test_every_formula_is_computed_as_the_engine_does(name: str, changed: bool) -> None:
    """To one part in a million million, on numbers that its conditions admit, one by one and as arrays."""
    compared = 0
    for step in formulas(report(name, changed)):
        own = function(python_function(report(name, changed), step.name))
        random = Random(step.name)
        tried = [point(step, random, report(name, changed).derivation.premises) for _ in range(3)]
        points = [found for found in tried if found is not None]
        for chosen in points:
            assert own(**arguments(chosen)) == pytest.approx(engine(step, chosen), rel=1e-12), step
        if points and points[0]:
            together = {q: np.array([chosen[q] for chosen in points]) for q in points[0]}
            wanted = [engine(step, chosen) for chosen in points]
            assert own(**arguments(together)) == pytest.approx(wanted, rel=1e-12), step
            assert isinstance(own(**arguments(points[0])), float)
        compared += bool(points)
    assert compared >= 0.95 * len(formulas(report(name, changed)))


def test_beyond_a_pole_there_is_no_result() -> None:
    """The condition of a formula need not speak of it: a quantity that is positive is then refused, not returned."""
    notation = Notation.of("x [] positive\ny [] positive\nz [] positive")
    claim = Claim("pole", notation, lambda board: board.take(Premise("of", "z = x/(x - y)")))
    own = function(python_function(derive(claim), "of"))
    assert own(x=2, y=1) == 2
    for y in (2, 3, np.array([1.0, 3.0])):
        with pytest.raises(ValueError, match="z is not positive and finite for these arguments"):
            own(x=2, y=y)


@pytest.mark.some(1)
@pytest.mark.parametrize(("name", "changed"), CASES)
def test_every_condition_and_domain_is_asked_for(name: str, changed: bool) -> None:
    """Beyond either, alone or as one entry of an array, the function says which."""
    for step in formulas(report(name, changed)):
        own, random = function(python_function(report(name, changed), step.name)), Random(step.name)
        chosen = point(step, random, report(name, changed).derivation.premises)
        if not chosen:
            continue
        for quantity in chosen:
            if quantity.domain == "real":
                continue
            for wrong in (-1.0, float("nan"), np.array([chosen[quantity], -1.0])):
                with pytest.raises(ValueError, match=rf"^{python_name(quantity.name)} must be"):
                    own(**arguments({**chosen, quantity: wrong}))
        for condition in step.conditions:
            drawn = (_anywhere(chosen, random) for _ in range(50))
            outside = next((numbers for numbers in drawn if not _inside(condition, numbers)), None)
            if outside is not None:
                with pytest.raises(ValueError, match=r"the formula needs|must not exceed"):
                    own(**arguments(outside))


def _anywhere(chosen: Mapping[Quantity, float], random: Random) -> dict[Quantity, float]:
    return {q: number if q.domain in ("integer", "fraction") else 10 ** random.uniform(-1, 1)
            for q, number in chosen.items()}


def _inside(condition: Any, chosen: Mapping[Quantity, float]) -> bool:
    return holds_at(condition, {q.symbol: _exact(number, q) for q, number in chosen.items()}) is not False


@pytest.mark.some(1)
@pytest.mark.parametrize("name", of_every_form())
def test_the_example_runs(name: str) -> None:
    """With the numbers of the scenario, of the result and of every step that has them."""
    ran = 0
    for step in formulas(report(name)):
        made = module(python_function(report(name), step.name))
        for example in doctest.DocTestFinder().find(made, "exported", module=False, globs=vars(made)):
            runner = doctest.DocTestRunner(verbose=False)
            runner.run(example)
            assert runner.failures == 0, step
            ran += len(example.examples)
    # what may be any function has no example
    assert ran >= 10 or any(quantity.is_function for quantity in report(name).derivation.notation)


def test_a_bound_is_called_one() -> None:
    """An inequality gives no value, but a bound."""
    source = python_function(report("optimal-batch"), "time-per-sequence")
    assert "def optimal_batch_time_per_sequence_lower_bound(*, " in source
    assert '"""A lower bound on t_seq (' in source
    assert "np.maximum(" in source


def test_the_docstring_says_what_and_when() -> None:
    """Units, domains, conditions, where it comes from, and what was changed."""
    report = derive("optimal-batch", premises={"arithmetic-time": "weights-alone"})
    letters = report.derivation.notation
    flat = " ".join(python_function(report, "batch").split())
    assert f'"""B ({letters["B"].meaning}), in sequence.' in flat
    assert f"N_active: {letters['N_active'].meaning}, in parameter; positive, at most N_total." in flat
    assert "Raises ValueError for an argument outside its domain, for a result outside of its own, and unless" in flat
    assert "Changed premises: arithmetic-time: weights-alone." in flat
    assert "It holds at balance." in flat


@pytest.mark.long
def test_what_has_no_formula_is_told() -> None:
    """A step that does not stand, one that only numbers solve, and a name that is none."""
    waiting = derive("optimal-batch", premises={"roofline": "no-overlap"})
    with pytest.raises(UndecidedError, match="cannot be used"):
        python_function(waiting, "smallest-best-batch")
    numeric = derive("optimal-batch", premises={"kv-fetch": "t_kv = kappa*B*L/W*exp(B/1e3[sequence])"})
    unsolved = [step for step in numeric.derivation if step.unknown]
    assert unsolved
    with pytest.raises(UndecidedError, match="has no closed form"):
        python_function(numeric, unsolved[0].name)
    with pytest.raises(UnknownNameError, match="batch"):
        python_function(waiting, "bach")


def _hostile(board: Board) -> Handle:
    load = board.take(Premise("load", "lambda = np*def_1", because='"""\n>>> 1/0\n\\'))
    return board.solve("class", load, for_="np")


def test_words_of_a_reader_are_words() -> None:
    """Quotes, backslashes and prompts in what a quantity means neither end the docstring nor run."""
    ends = '"""\nraise SystemExit\n"""\n>>> 1/0\n\\N{bell} \\'
    notation = Notation((
        Quantity("lambda", "s", ends), Quantity("np", "byte", "size " + ends), Quantity("def_1", "s/byte", "\x1b[31m"),
    ))
    claim = Claim("1 odd-näme", notation, _hostile, title=ends, question=ends)
    source = python_function(derive(claim, values={"lambda": "3 s", "def_1": "2 s/byte"}, study=None))
    made = module(source)
    own = function(source)
    assert own.__name__ == "f_1_odd_n_me"
    assert own(lambda_=3.0, def_1=2.0) == 1.5
    assert "\x1b" not in source
    for example in doctest.DocTestFinder().find(made, "exported", module=False, globs=vars(made)):
        assert doctest.DocTestRunner(verbose=False).run(example).failed == 0


def test_a_result_outside_its_domain_is_refused_and_what_floats_leave_of_an_end_is_not() -> None:
    """A share that would be negative; 0.3 less three times 0.1 is no less than zero, and less four times 0.1 is."""
    share = function(python_function(report("bubbles")))
    assert share(n_mb=4, n_stages=1) == 0
    with pytest.raises(ValueError, match="x_bubble is not zero or more and finite"):
        share(n_mb=4, n_stages=0.5)
    notation = Notation.of("y [] (nonnegative) rest\na [] all\nb [] each\nk [] count")
    claim = Claim("rest", notation, lambda board: board.take(Premise("rest", "y = a - k*b")))
    rest = function(python_function(derive(claim, values={"a": "1", "b": "1", "k": "1"}, study=None)))
    assert rest(a=0.3, b=0.1, k=3) == pytest.approx(0, abs=1e-15)
    with pytest.raises(ValueError, match="y is not zero or more and finite"):
        rest(a=0.3, b=0.1, k=4)
    whole = Notation.of("y [] (integer) servers\na [] work")
    claim = Claim("servers", whole, lambda board: board.take(Premise("servers", "y = 2*a")))
    servers = function(python_function(derive(claim, values={"a": "1"}, study=None)))
    assert servers(a=1.5) == 3
    with pytest.raises(ValueError, match="y is not a whole number from 1 and finite"):
        servers(a=1.7)


def test_names_are_identifiers() -> None:
    """Whatever a claim and a step are called."""
    assert function_name("optimal-batch") == "optimal_batch"
    assert function_name("class") == "f_class"
    assert function_name("12") == "f_12"
    assert function_name("é") == "f_"


@pytest.mark.long
def test_a_formula_that_is_a_number_is_a_function_as_well() -> None:
    """Its conditions are asked for all the same."""
    own = function(python_function(report("fast-mode"), "compute-buys-nothing"))
    given = {"t_w": 1.0, "B_norm": 9.0, "B_fast": 4.0, "c_seq": 1.0, "k_seq": 0.0}
    assert own(**given) == 1
    with pytest.raises(ValueError, match="the formula needs"):
        own(**{**given, "B_fast": 0.5})


def test_a_quantity_of_any_sign_is_still_a_number() -> None:
    """Nothing bounds a derivative, and what is no number is refused all the same."""
    source = python_function(report("chinchilla"), "cheapest-cost-ratio")
    assert function(source)(rho=-2.0) == -3.0  # rho - 1
    for wrong in (float("nan"), float("inf"), np.array([1.0, float("nan")])):
        with pytest.raises(ValueError, match="rho must be real"):
            function(source)(rho=wrong)


def test_factorials_and_functions_that_may_be_any_are_refused() -> None:
    """Floats hold no factorial beyond that of 170, and an unknown function cannot be run."""
    notation = Notation.of("y [] result\nk [] (whole) count\nx [] place\nf(number) [] any function")
    for text, says in (("y = factorial(k)", "no factorial beyond"), ("y = f(x)", "f may be any function")):
        claim = Claim("refused", notation, lambda board, text=text: board.take(Premise("of", text)))
        with pytest.raises(InputError, match=says):
            python_function(derive(claim), "of")
