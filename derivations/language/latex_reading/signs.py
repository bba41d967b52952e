"""Signs of relations, as people type and set them: one table of what each says."""

from __future__ import annotations

import re
from collections.abc import Iterable

_SPELLED = {
    "=": ("=",),
    "<": ("<", r"\lt"),
    ">": (">", r"\gt"),
    "<=": ("<=", "≤", r"\le", r"\leq", r"\leqslant", r"\leqq"),
    ">=": (">=", "≥", r"\ge", r"\geq", r"\geqslant", r"\geqq"),
}
OPERATORS = {sign: operator for operator, signs in _SPELLED.items() for sign in signs}
DEFINING = (":=", "≔", "≡", r"\coloneqq", r"\triangleq", r"\equiv", r"\doteqdot")  # what stands on the left
ABOUT = ("≈", r"\approx", r"\approxeq", r"\sim", r"\simeq", r"\cong", r"\doteq")  # an equality, roughly
ABOUT_TYPED = ("≈", "~=", "~")
MISSPELLED = ("==", "!=", "=<", "=>")  # signs that no reader takes, and that are told apart from two signs
ALL = (*OPERATORS, *DEFINING, *ABOUT, *ABOUT_TYPED, *MISSPELLED)


def pattern(signs: Iterable[str]) -> str:
    r"""A regular expression for any of some signs, the longest first; a command ends where its letters do.

    >>> re.findall(pattern(ALL), r"a \leqslant b := c \left( d")
    ['\\leqslant', ':=']
    """
    longest_first = sorted(set(signs), key=lambda sign: (-len(sign), sign))
    return "|".join(re.escape(sign) + (r"(?![A-Za-z])" if sign.startswith("\\") else "") for sign in longest_first)
