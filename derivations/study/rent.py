"""Rents as people write them: dollars for a GPU and an hour, in whatever order and with whatever sign."""

from __future__ import annotations

import re

from derivations.errors import InputError
from derivations.numbers.value import Value, parse_value

_DOLLARS = r"us\$|\$|usd|dollars?"
_RENT = re.compile(
    rf"(?P<before>{_DOLLARS})?\s*(?P<number>[0-9][0-9,]*(?:\.[0-9]*)?|\.[0-9]+)\s*(?P<after>{_DOLLARS})?(?P<per>.*)"
)
_WORD = re.compile(r"[^\W\d_]+|\S")
_JOINING = frozenset(("per", "a", "an", "each", "for", "and", "/", "-", "*", "·", "(", ")"))
_TIMES = {**dict.fromkeys(("h", "hr", "hrs", "hour", "hours", "hourly"), "h"),
          **dict.fromkeys(("day", "days", "d", "daily"), "day")}
_GPUS = frozenset(("gpu", "gpus"))


def rent(text: str) -> Value:
    """The rent of a GPU from what a person types, which is per GPU and, where no time is said, per hour.

    Raises `InputError` for another currency, another time or anything else that is no such rent.

    >>> {str(rent(each)) for each in ("$2.5/h", "2.5 $/GPU-hour", "USD 2.5 per GPU hour", "2.5")}, str(rent("$60/day"))
    ({'2.5 dollars per GPU-hour'}, '60 dollars per day and GPU')
    """
    found = _RENT.fullmatch(text.strip().casefold())
    if found is None or (found["before"] and found["after"]):
        raise _refusal(text)
    words = [word for word in _WORD.findall(found["per"]) if word not in _JOINING]
    times = [_TIMES[word] for word in words if word in _TIMES]
    gpus = [word for word in words if word in _GPUS]
    if len(times) > 1 or len(gpus) > 1 or len(times) + len(gpus) != len(words):
        raise _refusal(text)
    value = parse_value(f"{found['number']} USD/{(times or ['h'])[0]}/GPU")
    if value.number <= 0:
        raise InputError(f"a rent is above zero, not {text}")
    return value


def _refusal(text: str) -> InputError:
    return InputError(f'{text!r} is no rent in dollars for a GPU and an hour: write it as "$2.5/h" or "2.5 $/GPU-hour"')
