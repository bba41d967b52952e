"""The result of a derivation as a plain Python function, to be pasted into a program.

Arguments and result are in base units (byte, FLOP, token, second ...), as nothing then has to be converted inside, and
a prefix that is forgotten shows at once: 3.35 TB/s is 3.35e12.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from importlib import resources
from keyword import iskeyword
from textwrap import wrap
from unicodedata import category

from derivations.claim.evaluated_claim import EvaluatedClaim
from derivations.derivation.step import Step
from derivations.errors import UndecidedError
from derivations.language.dimension import Dimension
from derivations.language.dimensional_analysis import check_relation
from derivations.language.printing.python_code import comparison_python, python_name, python_text, to_python
from derivations.language.printing.text import to_text
from derivations.language.quantity import Quantity
from derivations.language.relation import Relation
from derivations.language.tree import (
    BINDERS,
    Call,
    Negative,
    Node,
    Number,
    Product,
    Quotient,
    Sum,
    names,
    parts,
)
from derivations.numbers.numbers_line import NumbersLine
from derivations.proof.verdict import Finding

_WIDTH = 100
_UNSHOWN = ("Cc", "Cf", "Cs", "Zl", "Zp")
_BOUNDS = {">=": "_lower_bound", ">": "_lower_bound", "<=": "_upper_bound", "<": "_upper_bound"}
_SIDES = {">=": "A lower bound on ", ">": "A lower bound on ", "<=": "An upper bound on ", "<": "An upper bound on "}


def python_function(report: EvaluatedClaim, step: str = "") -> str:
    """The source of a module with one function: the right side of a step, of the result if none is named.

    Its arguments are the quantities of the formula and of its conditions. Of an inequality it is the bound. It needs
    NumPy, and takes floats or arrays.

    Raises `UnknownNameError` for a step that is none, and `UndecidedError` for one that does not stand or has no closed
    form.
    """
    chosen = report.derivation[step] if step else report.headline
    relation, conditions = _formula(chosen)
    inside = frozenset[str]().union(
        names(relation.written.right), *(names(c.written.left) | names(c.written.right) for c in conditions)
    )
    arguments = [quantity for quantity in relation.notation if quantity.name in inside]
    name = function_name(report.claim.name, "" if chosen.name == report.headline.name else chosen.name)
    name += _BOUNDS.get(relation.operator, "")
    listed = ", ".join(python_name(quantity.name) for quantity in arguments)
    formula = to_python(relation.written.right)
    helper = _lambert() if "lambert(" in formula else []
    lines = [
        "import numpy as np",
        "",
        "",
        *helper,
        f"def {name}({f'*, {listed}' if listed else ''}):",
        *_docstring(report, chosen, relation, conditions, arguments, name),
        *_checks(arguments, conditions),
    ]
    lines += _result(relation, formula, arguments) if listed else [f"    return {formula}"]
    return "\n".join(lines) + "\n"


def function_name(claim: str, step: str = "") -> str:
    """A Python name made of a claim's and a step's.

    >>> function_name("optimal-batch", "short-context")
    'optimal_batch_short_context'
    """
    made = re.sub(r"[^A-Za-z0-9]+", "_", f"{claim}_{step}".strip("_")).strip("_")
    return f"f_{made}" if not made or made[0].isdigit() or iskeyword(made) or made == "np" else made


def _lambert() -> list[str]:
    """Lambert's W, which NumPy does not have, as the engine's own sweeps call it."""
    source = resources.files("derivations.study").joinpath("lambert_arrays.py").read_text(encoding="utf-8")
    plain = source[source.index("def lambert("):].replace("(branch: int, z: Any) -> Any:", "(branch, z):")
    return [*plain.rstrip().splitlines(), "", ""]


def _formula(step: Step) -> tuple[Relation, tuple[Relation, ...]]:
    """The relation and its conditions."""
    if step.relation is None or not step.verdict.holds or step.verdict.finding is Finding.NUMERIC:
        why = "has no closed form" if step.unknown else f"cannot be used: {step.verdict}"
        raise UndecidedError(f"step {step.name!r} {why}, so that there is no formula to write as a function")
    return step.relation, step.conditions


def _docstring(
    report: EvaluatedClaim, step: Step, relation: Relation, conditions: tuple[Relation, ...], arguments: list[Quantity],
    name: str,
) -> Iterator[str]:
    """Docstring of the function: result, units, arguments, conditions and origin, with an example that runs."""
    left = to_text(relation.written.left)
    quantity = relation.notation[left] if relation.lhs.is_Symbol else None
    meaning = f" ({quantity.meaning})" if quantity is not None and quantity.meaning else ""
    dimension = check_relation(relation.written, relation.notation)
    bound = _SIDES.get(relation.operator, "")
    yield from _wrapped(f'"""{bound}{left}{meaning}, {_measure(dimension)}.', "    ", "    ")
    yield ""
    yield from _wrapped(f"    {relation}", "    ", "            ")
    yield ""
    taken = "a float or a NumPy array; arrays are taken element by element"
    if any(map(_loops, (relation, *conditions))):
        taken = "a float: what is counted over is counted in a loop"
    yield from _wrapped(f"All numbers are in base units, without prefixes: 1 TB/s is 1e12. Each argument is {taken}.",
                        "    ", "    ")
    if arguments:
        yield ""
        yield "    Arguments:"
    for item in arguments:
        bound = f", at most {item.at_most}" if item.at_most in [other.name for other in arguments] else ""
        domain = f"{item.range.words}{bound}"
        text = f"{python_name(item.name)}: {item.meaning or item.name}, {_measure(item.dimension)}; {domain}."
        yield from _wrapped(text, "        ", "            ")
    yield ""
    raised = "Raises ValueError for an argument outside its domain, for a result outside of its own"
    holds = " and ".join(map(str, conditions))
    yield from _wrapped(f"{raised}, and unless {holds}." if holds else f"{raised}.", "    ", "    ")
    yield ""
    yield from _wrapped(_origin(report, step), "    ", "    ")
    yield from _example(report, step, relation, arguments, name)
    yield '    """'


def _loops(relation: Relation) -> bool:
    """True for a relation with a sum or product over an index."""
    return any(
        isinstance(part, Call) and part.function in BINDERS
        for side in (relation.written.left, relation.written.right) for part in parts(side)
    )


def _origin(report: EvaluatedClaim, step: Step) -> str:
    """Claim and step of the formula, its suppositions, and the premises changed for it."""
    parts = [f"Derived in claim {report.claim.name}, step {step.name}: {step.verdict}."]
    if step.holds:
        parts.append(f"It holds {step.holds}.")
    if step.note not in step.holds:
        parts.append(f"Note: {step.note}.")
    changed = report.derivation.assumptions.premises
    if changed:
        listed = "; ".join(f"{premise}: {text}" for premise, text in changed.items())
        parts.append(f"Changed premises: {listed}.")
    return " ".join(parts)


def _example(
    report: EvaluatedClaim, step: Step, relation: Relation, arguments: list[Quantity], name: str
) -> Iterator[str]:
    """The function on the numbers of the scenario, where it has all of them."""
    try:
        line: NumbersLine = report.numbers(step.name)
    except UndecidedError:
        return
    if line.value is None or line.given or not arguments:
        return
    target = relation.lhs if relation.lhs.is_Symbol else None
    entering = [report.evaluation.value_of(item.name, target) for item in arguments]
    if any(value is None for value in entering):
        return
    given = [f"{python_name(item.name)}={_number(float(value.number))}"
             for item, value in zip(arguments, entering, strict=True) if value is not None]
    yield ""
    yield from _wrapped(f"With the numbers {report.scenario.title}:", "    ", "    ")
    yield ""
    yield f"    >>> found = {name}("
    for item in given:
        yield f"    ...     {item},"
    yield "    ... )"
    yield '    >>> print(f"{found:.6g}")'
    yield f"    {float(line.value):.6g}"


def _checks(arguments: list[Quantity], conditions: tuple[Relation, ...]) -> Iterator[str]:
    """Arguments as arrays of floats, and what is asked of them: first their domains, then the conditions in order."""
    for item in arguments:
        name = python_name(item.name)
        yield f"    {name} = np.asarray({name}, dtype=float)"
    domains = list(_domains(arguments))
    if domains:
        yield "    for _holds, _needed in ("
        for test, message in domains:
            yield f"        ({test}, {python_text(_plain(message))}),"
        yield "    ):"
        yield "        if not np.all(_holds):"
        yield "            raise ValueError(_needed)"
    for condition in conditions:
        yield f"    if not np.all({comparison_python(condition.written)}):"
        yield f"        raise ValueError({python_text(f'the formula needs {condition}')})"


def _result(relation: Relation, formula: str, arguments: list[Quantity]) -> Iterator[str]:
    """The value, refused where it is none: the formula may have a pole that none of its conditions speaks of.

    So it is where it is nothing that the quantity can be, beyond what floats make of an end.
    """
    left = to_text(relation.written.left)
    quantity = relation.notation[left] if relation.lhs.is_Symbol and relation.is_equation else None
    test, words = ["np.isfinite(_found)"], "finite"
    if quantity is not None and (quantity.range.limits or quantity.range.whole):
        words = f"{quantity.range.words} and finite"
        beyond = {">": "", ">=": " - _rest", "<=": " + _rest"}
        test += [f"(_found {operator} {bound}{beyond[operator]})" for operator, bound in quantity.range.limits]
        test += ["(np.abs(_found - np.rint(_found)) <= _rest)"] if quantity.range.whole else []
    yield '    with np.errstate(all="ignore"):'
    yield f"        _found = {formula}"
    if any("_rest" in each for each in test):  # so much may be left where terms cancel
        yield f"        _rest = 1e-12*np.abs({to_python(_size(relation.written.right))})"
    if not relation.rhs.free_symbols:  # a plain number, for each element all the same
        names = "".join(f"{python_name(item.name)}, " for item in arguments)
        yield f"    _found = np.full(np.broadcast_shapes(*(_each.shape for _each in ({names}))), float(_found))"
    yield f"    if not np.all({' & '.join(test)}):"
    yield f"        raise ValueError({python_text(f'{left} is not {words} for these arguments')})"
    yield "    return _found[()]"


def _size(node: Node) -> Node:
    """What an expression would be if nothing in it cancelled."""
    match node:
        case Number(value, unit):
            return Number(abs(value), unit)
        case Negative(operand):
            return _size(operand)
        case Sum(terms):
            return Sum(tuple(map(_size, terms)))
        case Product(factors):
            return Product(tuple(map(_size, factors)))
        case Quotient(numerator, denominator):
            return Quotient(_size(numerator), denominator)
    return node


def _domains(arguments: Iterable[Quantity]) -> Iterator[tuple[str, str]]:
    """Tests in Python of what each argument can be, with the words for those who break it."""
    known = {item.name for item in arguments}
    for item in arguments:
        name = python_name(item.name)
        tests = [f"{name} {operator} {bound}" for operator, bound in item.range.limits]
        tests += [f"{name} == np.floor({name})"] if item.range.whole else []
        tests = tests or [f"np.isfinite({name})"]  # a comparison would refuse what is no number
        joined = tests[0] if len(tests) == 1 else " & ".join(f"({test})" for test in tests)
        yield joined, f"{name} must be {item.range.words}"
    for item in arguments:  # once each is known to be a number of its own
        if item.at_most in known:
            name, most = python_name(item.name), python_name(item.at_most)
            yield f"{name} <= {most}", f"{name} must not exceed {most}"


def _measure(dimension: Dimension) -> str:
    return "a pure number" if dimension.is_pure else f"in {dimension}"


def _number(number: float) -> str:
    """A float in Python, in the fewest characters."""
    if number.is_integer() and abs(number) < 1e6:
        return str(int(number))
    short = f"{number:.12g}".replace("e+", "e")
    return short if float(short) == number else repr(number)


def _wrapped(text: str, indent: str, further: str) -> list[str]:
    """Lines of a docstring; nothing in them can end it or start an example."""
    lead = indent + " " * (len(text) - len(text.lstrip()))
    opened = text.startswith('"""')
    body = _plain(text[3:] if opened else text).replace("\\", "\\\\").replace('"""', "'''")
    body = ('"""' if opened else "") + body.replace(">>>", "> > >")
    return wrap(body, _WIDTH, initial_indent=lead, subsequent_indent=further, break_long_words=False,
                break_on_hyphens=False)


def _plain(text: str) -> str:
    """One line without controls."""
    return "".join(c for c in " ".join(text.split()) if category(c) not in _UNSHOWN)
