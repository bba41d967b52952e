"""Notebooks become pages that open offline: no scripts, no addresses to fetch, mathematics as MathML."""

import re
from pathlib import Path
from typing import Any

import nbformat
import pytest

from derivations.claims.index import CLAIMS
from derivations.errors import InputError
from derivations.render.html.from_latex import display_mathml, mathml
from derivations.render.html.markdown import markdown_html
from derivations.site.notebook_page import notebook_page, source_stamp
from derivations.site.notebooks import main, notebook_text, write_pages

FOLDER = Path(__file__).parents[2] / "notebooks"
SVG = '<svg xmlns="http://www.w3.org/2000/svg"><title>a line</title><text>B</text></svg>'


def notebook(*outputs: dict[str, str], heading: str = "# A page") -> Any:
    """A notebook with a heading and a code cell that shows something."""
    shown = [nbformat.v4.new_output("display_data", data=data) for data in outputs]
    cells = [
        nbformat.v4.new_markdown_cell(heading, id="heading"),
        nbformat.v4.new_code_cell("1 + 1", id="code", outputs=shown, execution_count=1),
    ]
    return nbformat.v4.new_notebook(cells=cells)


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """The pages of the project's notebooks."""
    out = tmp_path_factory.mktemp("pages")
    write_pages(FOLDER, out, lambda line: None)
    return {path.name: path.read_text(encoding="utf-8") for path in out.iterdir()}


def test_pages_need_no_network(pages: dict[str, str]) -> None:
    """A page fetches nothing: no script, no style sheet, no picture from elsewhere."""
    for page in pages.values():
        assert "<script" not in page
        assert re.findall(r"""(?:src|href)=["'](?:https?:)?//[^"']*""", page) == []
        assert re.findall(r"@import|url\((?!#)", page) == []


def test_pages_have_all_mathematics_as_mathml(pages: dict[str, str]) -> None:
    """Every formula of the project's notebooks converts."""
    page = pages["optimal-batch.html"]
    assert page.count("<math") > 50
    assert 'class="latex"' not in page
    assert "$$" not in page


def test_pages_keep_pictures_readable(pages: dict[str, str]) -> None:
    """Pictures stand in the page with title and description."""
    page = pages["optimal-batch.html"]
    assert page.count("<svg ") == page.count('role="img"') > 0
    assert "<desc>Context" in page


def test_index_lists_claims_and_verdicts(pages: dict[str, str]) -> None:
    """The index links every page and gives the verdict on its claim."""
    assert '<a href="optimal-batch.html">' in pages["index.html"]
    assert "Verdict: reproduced" in pages["index.html"]


def test_index_lists_other_notebooks_after_the_claims(pages: dict[str, str]) -> None:
    """A notebook that is no claim's is introduced by its own first words."""
    listed = re.findall(r'<h2><a href="([\w-]+)\.html">', pages["index.html"])
    assert [name in CLAIMS for name in listed] == [True] * len(CLAIMS) + [False] * (len(listed) - len(CLAIMS))
    assert listed[-1] == "change-an-assumption"
    assert "<p>A result is worth as much as its assumptions." in pages["index.html"]


def test_links_between_notebooks_are_links_between_pages(pages: dict[str, str]) -> None:
    """Each leads to a page that was written."""
    links = [link for page in pages.values() for link in re.findall(r'<a href="([\w./-]+)"', page)]
    assert "optimal-batch.html" in links
    assert [link for link in links if link not in pages] == []
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


def test_outputs_of_each_kind() -> None:
    """Pictures go in as they are, formulas as MathML, text as text; prompts are left out."""
    page = notebook_page(notebook({"image/svg+xml": SVG}, {"text/markdown": "$x$"}, {"text/plain": "plain"}), "T")
    assert SVG in page
    assert "<math" in page
    assert "plain" in page
    assert "In&nbsp;[" not in page
    assert "<title>T</title>" in page


def test_stamp_changes_with_the_notebook() -> None:
    """The same notebook has the same stamp, another one another."""
    assert source_stamp(notebook()) == source_stamp(notebook())
    assert source_stamp(notebook()) != source_stamp(notebook(heading="# Another"))


def test_unchanged_pages_are_kept(tmp_path: Path) -> None:
    """A second run writes only what changed, and says so; the source is never touched."""
    source, out = tmp_path / "in", tmp_path / "out"
    source.mkdir()
    for name in ("a", "b"):
        (source / f"{name}.ipynb").write_text(notebook_text(notebook(heading=f"# Page {name}")))
    told: list[str] = []
    write_pages(source, out, told.append)
    assert [line.rpartition(": ")[2] for line in told] == ["written", "written", "written"]
    (source / "b.ipynb").write_text(notebook_text(notebook(heading="# Page c")))
    told.clear()
    write_pages(source, out, told.append)
    assert [line.rpartition(": ")[2] for line in told] == ["as before", "written", "written"]
    assert '<a href="b.html">Page c</a></h2>' in (out / "index.html").read_text()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["html"], "Missing argument 'OUT_DIR'"),
        (["html", "out", "--notebooks", "nowhere"], "no notebooks in nowhere"),
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
