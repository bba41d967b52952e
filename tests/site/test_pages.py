"""Notebooks become pages: mathematics as MathML, pictures in the page, code below what it shows."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import nbformat
import pytest

from derivations.errors import InputError
from derivations.show.html.markdown import display_mathml, markdown_html, mathml
from derivations.site.notebook_page import notebook_html
from derivations.site.notebooks import main, notebook_text
from derivations.site.plan import plan_site
from derivations.site.work import Failure, Work, done

SVG = '<svg xmlns="http://www.w3.org/2000/svg"><title>a line</title><text>B</text></svg>'


def notebook(*outputs: dict[str, str], heading: str = "# A page") -> Any:
    """A notebook with a heading and a code cell that shows something."""
    shown = [nbformat.v4.new_output("display_data", data=data) for data in outputs]
    cells = [
        nbformat.v4.new_markdown_cell(heading, id="heading"),
        nbformat.v4.new_code_cell("1 + 1", id="code", outputs=shown, execution_count=1),
    ]
    return nbformat.v4.new_notebook(cells=cells)


@pytest.fixture
def page_of(tmp_path: Path) -> Callable[..., str]:
    """The whole page of a notebook."""

    def made(shown: Any) -> str:
        (tmp_path / "page.ipynb").write_text(notebook_text(shown))
        plan = plan_site(tmp_path)
        result = done(Work(plan.page("page.html"), plan))
        assert isinstance(result, str), result
        return result

    return made


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


def test_outputs_of_each_kind(page_of: Callable[..., str]) -> None:
    """Pictures go in as they are, formulas as MathML, text as text; prompts are left out."""
    page = page_of(notebook({"image/svg+xml": SVG}, {"text/markdown": "$x$"}, {"text/plain": "plain"}))
    assert SVG in page
    assert "<math" in page
    assert "plain" in page
    assert "In&nbsp;[" not in page
    assert "<title>A page · Derivations</title>" in page
    main = page.partition("<main")[2]
    assert main.index("plain") < main.index("<summary>code</summary>") < main.index("highlight")


def test_pictures_and_headings_keep_apart(page_of: Callable[..., str]) -> None:
    """Two pictures with parts of one name, and two headings of the same words, are four places."""
    svg = SVG.replace("<text>", '<g id="part"/><use href="#part" fill="url(#part)"/><text>')
    page = page_of(notebook({"image/svg+xml": svg}, {"image/svg+xml": svg}, heading="# A\n\n## Twice\n\n## Twice"))
    for place in (1, 2):
        found = re.findall(rf'(id="|href="#|url\(#)picture-{place}-part\b', page)
        assert sorted(found) == ['href="#', 'id="', "url(#"]
    assert '"part"' not in page
    assert re.findall(r'<h2 id="([^"]*)">Twice', page) == ["Twice", "Twice-2"]


def test_a_notebook_that_is_none_is_an_input_error(tmp_path: Path) -> None:
    """Told when its page is made, with its name, so that other pages can be made."""
    (tmp_path / "broken.ipynb").write_text("{")
    plan = plan_site(tmp_path)
    failure = done(Work(plan.page("broken.html"), plan))
    assert isinstance(failure, Failure)
    assert failure.by_input
    assert "broken.ipynb cannot be read as a notebook" in failure.message


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["execute", "--notebooks", "nowhere"], "no notebooks in nowhere"),
        (["execute", "--notebooks", "."], "broken.ipynb cannot be read as a notebook"),
        (["render"], "No such command 'render'"),
    ],
)
def test_command_errors_are_one_line(
    arguments: list[str], message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Any
) -> None:
    """A wrong word, a missing folder and a broken file each give one line and exit code 2."""
    (tmp_path / "broken.ipynb").write_text("{")
    monkeypatch.chdir(tmp_path)
    with pytest.raises(SystemExit) as exit_:
        main(arguments)
    assert exit_.value.code == 2
    lines = capsys.readouterr().err.strip().splitlines()
    assert message in lines[-1]
    assert lines[-1].startswith("notebooks: ")


def test_command_executes_in_place(tmp_path: Path, capsys: Any) -> None:
    """`execute` stores outputs, and a second run finds the file as before."""
    path = tmp_path / "sum.ipynb"
    path.write_text(notebook_text(notebook()))
    main(["execute", "--notebooks", str(tmp_path)])
    first = path.read_text()
    assert '"2"' in first
    main(["execute", "--notebooks", str(tmp_path)])
    assert path.read_text() == first
    assert "written" in (told := capsys.readouterr().err)
    assert "as before" in told


def test_missing_package_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without the notebook packages the error names the extra."""
    import sys

    monkeypatch.setitem(sys.modules, "latex2mathml.converter", None)
    with pytest.raises(InputError, match=r"pip install 'derivations\[notebook\]'"):
        mathml("x")
    monkeypatch.setitem(sys.modules, "nbconvert", None)
    with pytest.raises(InputError, match=r"pages need nbconvert: pip install 'derivations\[notebook\]'"):
        notebook_html(notebook())
