"""Markdown as HTML: formulas as MathML, those that the page has the data of with letters that tell what they are."""

import re

import pytest

from derivations.errors import InputError
from derivations.writers.html import markdown
from derivations.writers.html.markdown import Headings, display_mathml, markdown_html, mathml

LETTERS = {
    name: {"latex": latex, "unit": "", "meaning": ""}
    for name, latex in {"B": "B", "r": "r", "s": "s", "n": "n", "L_x": r"L_{\times}"}.items()
}
FORMULAS = {r"B = \frac{r\,s}{n}": "B = r*s/n"}


def test_links_between_notebooks_are_links_between_pages() -> None:
    """A link to a notebook goes to its page; one that leaves the site stays as it is."""
    assert markdown_html("[x](a-b.ipynb#c) [y](https://example.org/a.ipynb)").count(".ipynb") == 1


def test_formula_breaks_before_its_signs() -> None:
    """A long chain of equations is several formulas in a row; one equation is one."""
    assert display_mathml(r"B = \frac{r s}{n}").count("<math") == 1
    assert display_mathml(r"B = \frac{r s}{n} = 5{,}354 \quad\text{given}").count("<math") == 3
    assert display_mathml(r"B = \frac{a = b}{c}").count("<math") == 1


@pytest.mark.parametrize(
    ("latex", "markup"),
    [
        (r"5{,}354", "<mn>5,354</mn>"),
        (r"1{,}250{,}000", "<mn>1,250,000</mn>"),
        (r"\mathrm{token/sequence}", "<mtext>token/sequence</mtext>"),
        (r"\max(a, b)", "<mi>max</mi>"),
    ],
)
def test_formula_details(latex: str, markup: str) -> None:
    """Grouped digits are one number, units are words, and max is a name."""
    assert markup in mathml(latex)


def test_formula_that_cannot_be_converted_stays_as_source(monkeypatch: pytest.MonkeyPatch) -> None:
    """A formula is never lost."""
    import latex2mathml.converter

    def broken(*_: object, **__: object) -> str:
        raise IndexError

    monkeypatch.setattr(latex2mathml.converter, "convert", broken)
    assert mathml("a < b") == '<code class="latex">a &lt; b</code>'
    assert display_mathml("a < b") == '<span><code class="latex">a &lt; b</code></span>'


def test_markdown_with_tables_and_code() -> None:
    """Tables can be scrolled, and dollars in code are no mathematics."""
    assert markdown_html("| a |\n| --- |\n| $x$ |").startswith('<div class="table" role="group"')
    assert "<math" not in markdown_html("`$x$`")


def test_printed_formulas_are_mathematics() -> None:
    """What a table prints as plain text is set with its letters; prose that an author wrote stays as it is."""
    signs = {"L_x": r"L_{\times}", "B": "B"}
    letters = {name: {"latex": latex, "unit": "", "meaning": ""} for name, latex in signs.items()}
    source = "| B | context |\n| --- | --- |\n| <b>1</b> | L_x < 3, *L_x* and `L_x` |"
    shown = markdown_html(source, letters, plain=True)
    assert shown.count('data-q="L_x"') == 2
    assert "<code>L_x</code>" in shown
    assert '</math><span class="unseen">B</span></th>' in shown
    assert "<math" not in markdown_html(source, letters)


def test_formulas_of_which_the_page_has_the_data_tell_their_letters() -> None:
    """A letter by its LaTeX, a relation by its text in the grammar; any other formula converts without them."""
    assert 'data-q="L_x"' in mathml(r"L_{\times}", LETTERS)
    assert mathml(r"B = \frac{r\,s}{n}", LETTERS, FORMULAS).count("data-q") == 4
    assert display_mathml(r"B = \frac{r\,s}{n}", LETTERS, FORMULAS).count("<math") == 2
    assert "data-q" not in mathml(r"B = \frac{r\,s}{n}", LETTERS)
    assert "<math" in mathml(r"\sum B", LETTERS, FORMULAS)


def test_a_letter_of_two_quantities_is_not_guessed() -> None:
    """Where two quantities share a letter the formula does not say which is meant."""
    assert "data-q" not in mathml("B", {**LETTERS, "other": {"latex": "B", "unit": "", "meaning": ""}})


@pytest.mark.parametrize(
    ("source", "formulas"),
    [("$x$ and $y_1$", 2), ("from $5 to $6.25", 0), ("at \\$5 and $ 6 $", 0), ("$$\nB\n= r\n- s\n$$", 1),
     ("$$x$$ in a line", 1)],
)
def test_dollars_of_formulas_are_told_from_others(source: str, formulas: int) -> None:
    """A price is no formula, and lines of a formula are no lists or headings."""
    html = markdown_html(source)
    assert html.count("<math") == formulas
    assert not re.search("<li|<h[12]", html)


def test_headings_link_to_themselves() -> None:
    """Words that come again have a place of their own; the line below the title comes once."""
    headings = Headings(below="<p>below</p>")
    html = markdown_html("# A `b` c\n\n## A\n\n## A", headings=headings) + markdown_html("# A", headings=headings)
    assert re.findall(r'<h\d id="([^"]*)">', html) == ["A-b-c", "A", "A-2", "A-3"]
    assert html.count("<p>below</p>") == 1
    assert "</h1>\n<p>below</p>" in html


def test_code_has_the_colors_of_its_language() -> None:
    """Code in a language that nobody knows stays as it is; the keyboard reaches both."""
    html = markdown_html("```python\nx = 1\n```\n\n```none-such\nx < 1\n```")
    assert 'class="highlight"' in html
    assert "<code>x &lt; 1" in html
    assert html.count('<pre tabindex="0"') == 2


def test_missing_packages_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without the extra the error says what to install."""
    import sys

    monkeypatch.setitem(sys.modules, "latex2mathml.converter", None)
    with pytest.raises(InputError, match=r"pip install 'derivations\[html\]'"):
        mathml("x")
    markdown._parser.cache_clear()
    monkeypatch.setitem(sys.modules, "markdown_it", None)
    with pytest.raises(InputError, match=r"pages need markdown-it-py: pip install 'derivations\[html\]'"):
        markdown_html("x")
    markdown._parser.cache_clear()


def test_lines_of_an_aligned_formula_are_one_formula_where_they_go_on() -> None:
    """A page breaks them itself, at signs; rows that begin anew stand below each other."""
    told = display_mathml("\\begin{aligned}\na &= b \\\\\n&\\quad {} + c \\\\ &= d \\\\ x &= y\n\\end{aligned}")
    assert told.count("<br>") == 1
    assert told.partition("<br>")[0] == display_mathml("a = b + c = d")
    assert "&amp;" not in told


def test_what_the_converter_does_not_know_is_shown_as_its_source() -> None:
    """And not a page that cannot be made."""
    assert display_mathml(r"a & b").startswith('<span><code class="latex">')
