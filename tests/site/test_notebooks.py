"""Notebooks are stored as they run: the same meaning from a clean kernel, no errors, no typed numbers."""

import re
import shlex
from collections.abc import Callable
from copy import deepcopy
from pathlib import Path
from typing import Any

import nbformat
import pytest

from derivations.claims.index import CLAIMS, LECTURE, find_claim
from derivations.errors import InputError
from derivations.export.cells import FOLDED
from derivations.export.notebook import METADATA, parameter_cells
from derivations.site.notebooks import executed, main, notebook_text, notebooks_in, read_notebook, run_cells

from ..reports import FEW, few, plain
from .meaning import differences, meaning, svg_words, typed_numbers

FOLDER = Path(__file__).parents[2] / "notebooks"
NOTEBOOKS = notebooks_in(FOLDER)
QUICK = [FOLDER / f"{name}.ipynb" for name in FEW]
KERNELS = [FOLDER / f"{name}.ipynb" for name in ("chinchilla", "kv-bytes")]
TYPED = [FOLDER / f"{name}.ipynb" for name in ("optimal-batch", "chinchilla")]
SHELL = re.compile(r"^```sh\n(.*?)^```", re.DOTALL | re.MULTILINE)
STUDY = re.compile(r'^text = """\n(.*?)^""".*?"([\w-]+\.toml)"', re.DOTALL | re.MULTILINE)  # its text, and its file
# ipykernel warns about a method of its own whenever it shuts down
_STRICT = "import warnings\nwarnings.simplefilter('error')\nwarnings.filterwarnings('ignore', module='ipykernel')\n"


@pytest.fixture(scope="module", autouse=True)
def strict_kernel(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """Kernels start without anybody's settings, and every warning in them is an error."""
    home = tmp_path_factory.mktemp("ipython")
    startup = home / "profile_default" / "startup"
    startup.mkdir(parents=True)
    (startup / "00-warnings.py").write_text(_STRICT)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("IPYTHONDIR", str(home))
        yield


def named(path: Path) -> str:
    """What a notebook is called."""
    return path.stem


@pytest.fixture(scope="module", params=NOTEBOOKS, ids=named)
def stored(request: pytest.FixtureRequest) -> Any:
    """A notebook as it is stored."""
    return read_notebook(request.param)


@pytest.fixture(scope="module")
def fresh(stored: Any) -> Any:
    """The same notebook, run now, in a fork of a process that has derived the claims that it names."""
    source = "".join(cell.source for cell in code_cells(stored))
    for name in CLAIMS:
        if f'"{name}"' in source:
            plain(name)
    return run_cells(stored)


def small(source: str, **extra: Any) -> Any:
    """A notebook of one code cell."""
    cell = nbformat.v4.new_code_cell(source, id="only", **extra)
    return nbformat.v4.new_notebook(cells=[cell])


def code_cells(notebook: Any) -> list[Any]:
    """The code cells of a notebook."""
    return [cell for cell in notebook.cells if cell.cell_type == "code"]


def test_every_claim_has_a_notebook() -> None:
    """A claim comes with its story, and there are notebooks about several of them."""
    assert {path.stem for path in NOTEBOOKS} > set(CLAIMS)


@pytest.mark.parametrize("name", CLAIMS)
def test_a_notebook_asks_the_question_of_its_claim(name: str) -> None:
    """Its page has that title, and the answer below it is to this question."""
    title = read_notebook(FOLDER / f"{name}.ipynb").cells[0].source.splitlines()[0]
    assert title == f"# {find_claim(name).question}"


@pytest.mark.parametrize("name", CLAIMS)
def test_a_notebook_builds_its_claim(name: str) -> None:
    """Its equations in SymPy, the numbers in them, and a premise that is changed."""
    source = "\n".join(cell.source for cell in code_cells(read_notebook(FOLDER / f"{name}.ipynb")))
    for part in ("Eq(", ".substitutions(", "premises="):
        assert part in source, part


def test_the_notebook_of_the_lecture_tells_every_claim() -> None:
    """Each once, in the order of the index, under the chapters of the lecture, with a link to its page."""
    stored = read_notebook(FOLDER / "the-lecture.ipynb")
    shown = [output.get("data", {}).get("text/markdown", "") for cell in code_cells(stored) for output in cell.outputs]
    told = [found[1] for text in shown if (found := re.match(r"### \[.+\]\((.+)\.ipynb\)\n", text))]
    assert told == list(LECTURE)


@pytest.mark.parametrize("stored", few(NOTEBOOKS, TYPED), indirect=True, ids=named)
def test_commands_in_prose_run(
    stored: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: Callable[..., Any], few_claims: object
) -> None:
    """What a block of shell says can be typed; the study that it names is the one in the cell above.

    What goes through the claims goes through a few: the documents go through all.
    """
    monkeypatch.chdir(tmp_path)
    for cell in code_cells(stored):
        for text, name in STUDY.findall(cell.source):
            (tmp_path / name).write_text(text)
    prose = "\n".join(cell.source for cell in stored.cells if cell.cell_type == "markdown")
    for line in "".join(SHELL.findall(prose)).replace("\\\n", "").splitlines():
        program, *words = shlex.split(line)
        assert (program, command(*words).code) == ("derive", 0), line


@pytest.mark.long
@pytest.mark.parametrize("stored", few(NOTEBOOKS, QUICK[:1]), indirect=True, ids=named)
def test_stored_meaning_is_fresh_meaning(stored: Any, fresh: Any) -> None:
    """Running a notebook again changes nothing that a reader would notice."""
    assert differences(stored, fresh) == []


@pytest.mark.long
@pytest.mark.parametrize("stored", KERNELS, indirect=True, ids=named)
def test_a_kernel_of_its_own_says_the_same(stored: Any, fresh: Any) -> None:
    """With a real kernel: for one notebook, and in the long run for two."""
    assert differences(executed(stored), fresh) == []


def test_stored_with_outputs(stored: Any) -> None:
    """A notebook reads on a code host: every cell has run, in order, and shows something, but for the parameters."""
    cells = code_cells(stored)
    assert [cell.execution_count for cell in cells] == list(range(1, len(cells) + 1))
    assert [cell.id for cell in cells if not cell.outputs] == ["parameters"]


def test_imports_only_public_names(stored: Any) -> None:
    """What a notebook takes from this package, its reader may take, too."""
    source = "\n".join(cell.source for cell in code_cells(stored))
    assert re.findall(r"^\s*(?:from derivations\.|import derivations).*", source, re.MULTILINE) == []


def test_stored_without_errors_and_warnings(stored: Any) -> None:
    """No cell shows an error, nor anything on standard error."""
    outputs = [output for cell in code_cells(stored) for output in cell.outputs]
    assert [output for output in outputs if output.output_type == "error" or output.get("name") == "stderr"] == []


def test_stored_without_what_changes_from_run_to_run(stored: Any) -> None:
    """Metadata name no version and no time, so that a new run of the same meaning is the same file."""
    title = stored.cells[0].source.splitlines()[0].removeprefix("# ")
    assert stored.metadata == {**METADATA, "title": title}  # which nbconvert's own PDF has at its head
    assert "version" not in stored.metadata["language_info"]
    tagged = {cell.id: cell.metadata for cell in stored.cells if cell.metadata.keys() - {FOLDED}}
    assert tagged == {cell["id"]: cell["metadata"] for cell in parameter_cells({})}


def test_begins_with_what_a_reader_may_change(stored: Any) -> None:
    """Nothing is changed as it is stored, and every derivation comes after it."""
    first, second = code_cells(stored)[:2]
    assert [first.source, second.source] == ["".join(cell["source"]) for cell in parameter_cells({})]
    assert [output.data["text/plain"].strip() for output in second.outputs] == [""]


def test_prose_has_no_typed_numbers(stored: Any) -> None:
    """Numbers in prose are printed by code."""
    prose = {cell.id: typed_numbers(cell.source) for cell in stored.cells if cell.cell_type == "markdown"}
    assert {name: numbers for name, numbers in prose.items() if numbers} == {}


def test_pictures_have_words(stored: Any) -> None:
    """Every picture carries a title and a description for those who do not see it."""
    pictures = [
        output.data["image/svg+xml"]
        for cell in code_cells(stored)
        for output in cell.outputs
        if "image/svg+xml" in output.get("data", {})
    ]
    for picture in pictures:
        assert "<title>" in picture
        assert "<desc>" in picture
        assert len(svg_words(picture)) > 2


@pytest.mark.parametrize("stored", few(NOTEBOOKS, QUICK), indirect=True, ids=named)
def test_an_altered_output_is_found(stored: Any) -> None:
    """One digit changed in one stored output, whatever its kind, is a difference."""
    found = 0
    for cell in code_cells(stored):
        for number, output in enumerate(cell.outputs):
            for kind, content in output.get("data", {}).items():
                digits = [i for i, character in enumerate(content) if character.isdigit()]
                if kind not in ("text/markdown", "text/latex") or not digits:
                    continue
                altered = deepcopy(cell)
                wrong = "1" if content[digits[-1]] != "1" else "2"
                altered.outputs[number].data[kind] = content[: digits[-1]] + wrong + content[digits[-1] + 1 :]
                one, other = (nbformat.v4.new_notebook(cells=[item]) for item in (cell, altered))
                assert len(differences(one, other)) == 1
                found += 1
    assert found > 0


def test_an_altered_label_in_a_picture_is_found() -> None:
    """Pictures are compared by their words, not by their strokes."""
    svg = '<svg xmlns="http://www.w3.org/2000/svg"><path d="{}"/><text>{}</text></svg>'
    cells = [
        {"outputs": [{"output_type": "display_data", "data": {"image/svg+xml": svg.format(path, words)}}]}
        for path, words in (("M 0 0", "5,354"), ("M 1 1", "5,354"), ("M 0 0", "5,355"))
    ]
    first, moved, relabelled = map(meaning, cells)
    assert first == moved
    assert first != relabelled


def test_a_missing_picture_is_found() -> None:
    """A picture that is gone, or of another kind, is a difference; the pixels are not."""
    kinds = ({"image/png": "abc"}, {"image/png": "xyz"}, {"image/jpeg": "abc"}, {})
    png, other, jpeg, none = (meaning({"outputs": [{"output_type": "display_data", "data": kind}]}) for kind in kinds)
    assert png == other
    assert png != jpeg
    assert png != none


def test_addresses_mean_nothing() -> None:
    """Where an object lies in memory is not part of what a notebook says."""
    first, second = (
        meaning({"outputs": [{"output_type": "stream", "name": "stdout", "text": f"<x at 0x7f{number}abcd>\n"}]})
        for number in (1, 2)
    )
    assert first == second


@pytest.mark.parametrize(
    ("prose", "numbers"),
    [
        ("The batch is 2,400.", ["2,400."]),
        ("About three hundred.", ["hundred"]),
        ("It is $3$ times as large.", ["$3$"]),
        ("As said at 0:19:16, on an H100 or a GB200 with DeepSeek-V3.", []),
        ("On an NVIDIA A100 SXM 80 GB with Llama 3.1 70B.", []),
        ("DeepSeek-V3.2, and DeepSeek-V3.", []),
        ("# The 20 ms train\n\nWhy `n = 1`?", []),
        ("At 20:16 it is 7B.", ["20:16", "7B."]),
    ],
)
def test_typed_numbers_are_told_from_names(prose: str, numbers: list[str]) -> None:
    """Times of the lecture, names, headings and code have digits; other digits, and words for numbers, are typed."""
    assert typed_numbers(prose) == numbers


@pytest.mark.long
def test_a_failing_cell_is_an_input_error() -> None:
    """The error names the notebook and what went wrong, in one line."""
    with pytest.raises(InputError, match=r"^demo: a cell fails: ZeroDivisionError: division by zero$"):
        executed(small("1/0"), "demo")


@pytest.mark.long
def test_a_warning_is_an_error() -> None:
    """Notebooks run without warnings."""
    with pytest.raises(InputError, match="UserWarning: beware"):
        executed(small("import warnings; warnings.warn('beware')"))


@pytest.mark.long
def test_a_fork_says_what_a_kernel_says() -> None:
    """Printed text, what is displayed and the last line, in order; nothing is defined, and the folder is empty."""
    before = set(globals())
    source = "import os\nfrom IPython.display import Markdown, display\nprint(os.listdir())\ndisplay(Markdown('*m*'))\n"
    mixed = small(f"{source}print('n')\nprint('after')\n[1, {{'a': 2}}]", execution_count=7)
    assert run_cells(mixed) == executed(mixed)
    assert set(globals()) == before


@pytest.mark.parametrize(
    ("source", "said"),
    [
        ("1/0", "ZeroDivisionError: division by zero"),
        ("x = (", "SyntaxError: incomplete input"),
        ("import os; os._exit(1)", "EOFError: the process ended before the notebook did"),
    ],
)
def test_a_cell_that_fails_in_a_fork_is_an_input_error(source: str, said: str) -> None:
    with pytest.raises(InputError, match=f"^demo: a cell fails: {said}"):
        run_cells(small(source), "demo")


@pytest.mark.long
def test_execution_starts_clean() -> None:
    """Stored outputs are thrown away, the working folder is empty, and the given notebook is left as it was."""
    old = small("import os; print(os.listdir())", execution_count=7)
    before = notebook_text(old)
    new = executed(old)
    assert meaning(new.cells[0]) == [("stream", "stdout", "[]")]
    assert new.cells[0].execution_count == 1
    assert notebook_text(old) == before


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


@pytest.mark.long
def test_command_executes_in_place(tmp_path: Path, capsys: Any) -> None:
    """`execute` stores outputs, and a second run finds the file as before."""
    path = tmp_path / "sum.ipynb"
    path.write_text(notebook_text(small("1 + 1")))
    main(["execute", "--notebooks", str(tmp_path)])
    first = path.read_text()
    assert '"2"' in first
    main(["execute", "--notebooks", str(tmp_path)])
    assert path.read_text() == first
    assert "written" in (told := capsys.readouterr().err)
    assert "as before" in told
