"""Price lists with a step in context length, as the numbers of a reading."""

from __future__ import annotations

from derivations.claims.claim import OnCard

# the lists of the catalog that have a step, with the words for their models
STEPPED = {
    "gemini-3.1-pro-prices": "Gemini 3.1 Pro", "gemini-2.5-pro-prices": "Gemini 2.5 Pro",
    "gemini-1.5-pro-prices": "Gemini 1.5 Pro", "claude-sonnet-4.5-prices": "Claude Sonnet 4 and 4.5",
    "gpt-5.4-prices": "GPT-5.4", "gpt-5.5-prices": "GPT-5.5 and 5.6 Sol", "grok-4-prices": "Grok 4",
}  # fmt: skip
_BELOW = {"p_short": "output", "q_short": "input"}
_ABOVE = {"p_long": "long_output", "q_long": "long_input"}


def listed(card: str) -> dict[str, OnCard]:
    """The prices of output and input on a list; those above the step, and the step, where it has one."""
    if card not in STEPPED:
        return {letter: OnCard(card, key) for letter, key in _BELOW.items()}
    prices = {letter: OnCard(card, key) for letter, key in (_BELOW | _ABOVE).items()}
    return {**prices, "L": OnCard(card, "long_from", per="sequence")}
