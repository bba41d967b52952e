"""Prose with formulas in it: whole formulas become mathematics, words stay words."""

import re

import pytest

from derivations.writers.html.mathematics import displayed, formula, prose

LETTERS = {
    name: {"latex": latex, "unit": "", "meaning": ""}
    for name, latex in {
        "B": "B", "L": "L", "s": "s", "a": "a", "I": "I", "L_x": r"L_{\times}", "b_w": "b_{w}", "kappa": r"\kappa",
        "word": r"\omega", "N": "N",
    }.items()
}


def shown(html: str) -> str:
    """Mathematics in brackets, everything else as it is."""
    return re.sub(r"<math>(.*?)</math>", lambda match: f"[{re.sub('<[^>]*>', '', match[1])}]", html)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("holds only if L < L_x; else not", "holds only if [L&lt;L×]; else not"),
        ("of b_w and kappa, too", "of [bw] and [κ], too"),
        ("(see B*L).", "(see [B&#x2062;L])."),
        ("in N + kappa*B: N is large", "in [N+κ&#x2062;B]: [N] is large"),
        ("as L → 0", "as [L→0]"),
        ("as L → ∞", "as [L→∞]"),
        ("a batch B of a kind, and I", "a batch [B] of a kind, and I"),
        ("20 s and 37 B", "20\N{NO-BREAK SPACE}s and 37\N{NO-BREAK SPACE}B"),
        ("from 1e-12 to 1e30", "from 1e-12 to 1e30"),
        ("multiply-add, 16-bit, 0:05:09", "multiply-add, 16-bit, 0:05:09"),
        ("x = 2 & <b>", "x = 2 &amp; &lt;b&gt;"),
        ("kappa = 3/2, L = 5", "[κ=32], [L=5]"),
        ("write `b_w < 2`", "write <code>b_w &lt; 2</code>"),
        ("waiting for short-context", "waiting for short-context"),
        ("1/L(", "1/L("),
        ("", ""),
    ],
)
def test_prose(text: str, expected: str) -> None:
    """What parses as a formula in known letters is set as one."""
    assert shown(prose(text, LETTERS)) == expected


def test_formula_that_does_not_parse_is_code() -> None:
    """A formula is never lost."""
    assert formula("B = <", LETTERS) == "<code>B = &lt;</code>"
    assert shown(formula("B = 2*L", LETTERS)) == "[B=2&#x2062;L]"


def test_relation_on_lines_of_its_own() -> None:
    """A page may break before each sign; a text that is no relation stays as it is."""
    assert displayed("B = 2*L + s", LETTERS).count("<wbr>") == 2
    assert displayed("B = <", LETTERS) == "<p><code>B = &lt;</code></p>"
