"""Text for LaTeX: safe whatever it holds, complete, and with whole formulas as mathematics."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from derivations import Notation
from derivations.document.columns import NOTHING
from derivations.document.table import Table
from derivations.language.display import listed
from derivations.writers.latex.booktabs import fitted
from derivations.writers.latex.text import escaped, prose

NOTATION = Notation.of("L [token] context\nL_x [token] edge\nkappa [byte/token] cache\nB [sequence] batch\nT [s] time\n"
                       "t_c [s] compute time\nN_total [parameter] parameters\nW [byte/s] bandwidth")
SAFE = re.compile(
    r"\\[ij]\}|\\[&%$#_{}]|\\(text[a-z]+|dots|[A-Za-z]{1,2}|pounds|copyright|texttt|allowbreak)\{|\\[`'^~=.\"uHvcdbr]\{|\$[^$]*\$|[{}]"
)


@given(st.text())
def test_escaped_text_is_ascii_and_safe(text: str) -> None:
    """No special character is left bare, and nothing is beyond ASCII, whatever a reader names a thing."""
    latex = escaped(text)
    assert latex.isascii()
    assert not re.search(r"[\\_^&#%$<>~|]", SAFE.sub("", latex))
    assert latex.count("{") - latex.count(r"\{") == latex.count("}") - latex.count(r"\}")


@given(st.text(alphabet=st.characters(categories=["Lo", "So", "Sk"]), min_size=1))
def test_no_character_is_dropped(text: str) -> None:
    """What has no name in LaTeX stands as its number."""
    assert len(escaped(text)) >= len(text.split())
    assert escaped(text) or not text.split()


@pytest.mark.parametrize(
    ("text", "latex"),
    [
        ("café, Erdős, naïve", r"caf\'{e}, Erd\H{o}s, na\"{\i}ve"), ("κ → ∞", r"$\kappa$ $\to$ $\infty$"),
        ("日本", "U+65E5U+672C"), ("token^2", "token$^{2}$"), ("m²", "m$^{2}$"), ("ﬁne", "fine"),
        ("say `a=b`", r"say \texttt{a=\allowbreak{}b}"), ("a\nb", "a b"), ("5 µs", r"5 $\mu$s"),
    ],
)
def test_characters_are_written_out(text: str, latex: str) -> None:
    """Accents, Greek, signs, and others by their number."""
    assert escaped(text) == latex


@pytest.mark.parametrize(
    ("text", "latex"),
    [
        ("holds only if L < L_x", "holds only if $L < L_{x}$"),
        ("T >= t_c (step 3)", r"$T \ge t_{c}$ (step 3)"),
        ("in N_total + B*L*kappa: N_total is", r"in $N_{\mathrm{total}} + B\,L\,\kappa$: $N_{\mathrm{total}}$ is"),
        ("as L → 0, and B → ∞", r"as $L \to 0$, and $B \to \infty$"),
        ("L = 128,000 token is not below", r"$L = 128{,}000$ token is not below"),
        ("L = 1 token/sequence, 0:15:52", "$L = 1$ token/sequence, 0:15:52"),
        ("T = 2*t_c.", r"$T = 2\,t_{c}$."),
        ("37 B of 700 B; a W-shaped thing; KV cache", "37 B of 700 B; a W-shaped thing; KV cache"),
        ("kappa-like and x/kappa", "kappa-like and x/kappa"),
        ("T = (N_total + L)/W", r"$T = (N_{\mathrm{total}} + L)/W$"),
        ("from 1e-12 to 3.5e30, one part in 10^25", r"from $10^{-12}$ to $3.5 \times 10^{30}$, one part in $10^{25}$"),
        ("max(L, 3)/W or", r"$\max(L, 3)/W$ or"),
        ("L_x, kappa and B", r"$L_{x}$, $\kappa$ and $B$"),
    ],
)
def test_formulas_in_prose_are_whole(text: str, latex: str) -> None:
    """From the first sign to the last, and no word is one."""
    assert prose(text, NOTATION) == latex


def test_single_letters_are_mathematics() -> None:
    """In notes and verdicts, but no article."""
    assert prose("no closed form for B: it stands inside a power", NOTATION) == (
        "no closed form for $B$: it stands inside a power"
    )


@given(st.text(alphabet="LBT_x<>=*+-/^()., 0123456789→∞ak"))
def test_prose_is_safe_whatever_looks_like_a_formula(text: str) -> None:
    """Dollars come in pairs, and nothing special stands outside."""
    latex = prose(text, NOTATION)
    assert latex.replace(r"\$", "").count("$") % 2 == 0
    assert not re.search(r"[\\_^&#%$<>~]", SAFE.sub("", latex))


def test_items_are_listed_with_a_word_before_the_last() -> None:
    """One, two, three."""
    assert [listed(items) for items in (["a"], ["a", "b"], ["a", "b", "c"])] == ["a", "a and b", "a, b and c"]


def test_columns_that_do_not_fit_stand_in_further_tables() -> None:
    """Each with the keys, and no row that has nothing to say there."""
    head = ("key", *(f"a-long-heading-of-column-{place}" for place in range(8)))
    rows = (("first", *["a text that takes room"] * 8), ("second", *[NOTHING] * 7, "x"))
    page = "\n".join(fitted(Table("", head, rows), None, 229.0))
    assert page.count(r"\begin{tabular}") == page.count("first") > 1
    assert page.count("second") == 1
    for place in range(8):
        assert page.count(f"column-{place}") == 1


def test_a_tall_table_stands_on_several_pages() -> None:
    """A tabular does not break by itself; the head is repeated."""
    page = "\n".join(fitted(Table("", ("x",), tuple((str(place),) for place in range(70))), None, 229.0))
    assert page.count(r"\begin{tabular}") == page.count("x \\\\\n\\hline") == 3


def test_a_cell_that_begins_with_a_bracket_is_no_option() -> None:
    """After the end of a row it would be read as a distance."""
    assert "{}[5pt]" in "\n".join(fitted(Table("", ("x",), (("[5pt]",),)), None, 229.0))
