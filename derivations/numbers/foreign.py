"""Values of other libraries: those of pint, astropy and `sympy.physics.units`, read by what they look like.

None of these is imported, and none has to be there.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from derivations.errors import InputError

if TYPE_CHECKING:
    from derivations.numbers.value import Value

_POWER = re.compile(r"(?<=[A-Za-z)])(-?[0-9]+)")  # astropy writes h2 for a square


def foreign_value(item: Any) -> tuple[Any, str] | None:
    """A number, or several, with the text of its unit; None for what is no value of another library.

    Raises `InputError` for a formula of SymPy's with letters, or a sum of units.

    >>> from sympy.physics.units import byte, millisecond
    >>> foreign_value(3*byte/millisecond)
    (3, 'byte/ms')
    """
    if hasattr(item, "magnitude") and hasattr(item, "units"):  # of pint
        return item.magnitude, format(item.units, "~C").replace("**", "^")
    if hasattr(item, "unit") and hasattr(item.unit, "to_string") and hasattr(item, "value"):  # of astropy
        return item.value, _POWER.sub(r"^\1", item.unit.to_string())
    if hasattr(item, "free_symbols") and hasattr(item, "as_powers_dict"):  # of SymPy
        return _of_sympy(item)
    return None


def _of_sympy(item: Any) -> tuple[Any, str]:
    from sympy import S
    from sympy.physics.units import Quantity
    from sympy.physics.units.prefixes import Prefix

    item = item.xreplace({prefix: prefix.scale_factor for prefix in item.atoms(Prefix)})
    number = S.One
    over: list[str] = []
    under: list[str] = []
    for base, power in item.as_powers_dict().items():
        if isinstance(base, Quantity):
            word = f"{base.abbrev}{'' if abs(power) == 1 else f'^{abs(power)}'}"
            (over if power > 0 else under).append(word)
        else:
            number *= base**power
    if not number.is_number or number.has(Quantity):
        raise InputError(f"{str(item)[:40]!r} is no number with a unit; a formula is given as a premise")
    unit = "/".join(("·".join(over) or "1", *under)) if over or under else ""
    return (number if number.is_Rational else float(number)), unit


def in_registry(value: Value, registry: Any) -> Any:
    """A value in one of pint's registries, as `Value.to_pint` gives it."""
    unit = value.unit.replace("·", "*").replace("$", "dollar")
    try:
        known = registry.parse_units(unit)
    except Exception as error:  # pint's own kinds, which are not imported
        told = f"cannot write {value} in this registry: {' '.join(str(error).split())}"
        raise InputError(f"{told}; registry.define brings a unit along") from None
    return registry.Quantity(float(value), known)
