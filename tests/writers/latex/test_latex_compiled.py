"""Real runs of pdflatex: as pasted into an article, with only amsmath."""

import re
import subprocess
from pathlib import Path

import pytest

from derivations import Report, derive
from derivations.claims.index import CLAIMS
from derivations.export.latex.article import article
from derivations.export.latex.fragment import fragment
from derivations.export.latex.macros import macros

from ...programs import latex_package, pdflatex
from ...reports import FEW, QUARTERS, few, several
from ...reports import changed as changed_report
from ...reports import plain as plain_report

LONG = (
    "t_c = phi*n*B*N_active/(C*(1 - exp(-B*n/1000[token]))) + phi*n*B*N_active*L/(C*1000[token/sequence])"
    " + phi*n*B*N_total/(C*max(1, L/4096[token/sequence], B/100[sequence]))"
    " + 1[s]*sqrt(L*n/1[token^2/sequence^2])"
)
CHANGED = {
    "touched-experts": {"premises": {"weight-fetch": "touched-experts"}},
    "square-root": {"premises": {"kv-fetch": "square-root"}},
    "with-attention": {"premises": {"arithmetic-time": "weights-alone"}, "model": "llama-3.1-70b"},
    "several": {"values": {"L": "1k, 8k, 128k token/sequence"}},
    "long": {"premises": {"arithmetic-time": LONG}},
}
OTHERS = {  # claims under a premise of their own choice
    "train-interval": {"premises": {"arithmetic-time": "weights-alone"}},
    "pipeline-kv": {"premises": {"one-per-stage": "several-per-stage"}},
    "chinchilla": {"premises": {"equal-inference": "cheapest-at-fixed-loss"}},
    "kv-bytes": {"premises": {"kv-fetch": "windows-and-selection"}},
}
LONG_RUN = pytest.mark.long
SIZES = [pytest.param(("10pt",), id="10pt"), pytest.param(("11pt", "12pt"), marks=LONG_RUN, id="11pt-12pt")]
BAD = re.compile(r"^!.*|.*undefined.*|.*multiply defined.*", re.MULTILINE)
OVERFULL = re.compile(r"Overfull \\[hv]box \(([0-9.]+)pt too (?:wide|high)\).*")


def compiled(
    folder: Path, name: str, parts: list[str], size: str = "10pt", before: str = "", runs: int = 2
) -> str:
    """The log of parts in an article."""
    head = rf"\documentclass[{size}]{{article}}" + "\n\\usepackage{amsmath}\n\\begin{document}\n" + before
    return log_of(folder, name, "\n\n".join([head, *parts, r"\end{document}"]) + "\n", runs)


def log_of(folder: Path, name: str, document: str, runs: int = 2) -> str:
    """The log of the last of some runs on a whole document; references are right in the second."""
    program = pdflatex()
    (folder / f"{name}.tex").write_text(document, encoding="ascii")
    for left in reversed(range(runs)):
        draft = ["-draftmode"] * bool(left)  # what the last run looks up is written, and no page
        done = subprocess.run(
            [program, "-interaction=nonstopmode", "-halt-on-error", "-no-shell-escape", *draft, f"{name}.tex"],
            cwd=folder, capture_output=True, check=False,
        )
    log = (folder / f"{name}.log").read_text(encoding="latin-1")
    assert done.returncode == 0, log[-2000:]
    return log


def faults_at(folder: Path, parts: list[str], sizes: tuple[str, ...]) -> dict[str, list[str]]:
    """The faults of parts in an article by its size, where there are any; references are known after the first."""
    found = {size: faults(compiled(folder, "sizes", parts, size, runs=1 if later else 2))
             for later, size in enumerate(sizes)}
    return {size: each for size, each in found.items() if each}


def faults(log: str) -> list[str]:
    """Errors, references that lead nowhere, and boxes that stand out by more than a point."""
    wide = [found[0] for found in OVERFULL.finditer(log) if float(found[1]) > 1]
    return [*(found[0] for found in BAD.finditer(log)), *wide]


# results that are wider than a line: in one equation, or within a sentence, somebody has to break them by hand
WIDE = ("pass-time", "recompute", "all-to-all", "cheapest-training", "sharding-plan")


@pytest.fixture(params=several())
def reports(request: pytest.FixtureRequest) -> list[Report]:
    """Some claims as they are, and in the long run all."""
    return [plain_report(name) for name in request.param]


@pytest.fixture(scope="module", params=few([*CHANGED, "no-overlap", "own-quantity"], ["no-overlap"]))
def changed(request: pytest.FixtureRequest) -> Report:
    """The balance batch under other premises and numbers."""
    shared = {"no-overlap": "no_overlap", "own-quantity": "half_used"}
    if request.param in shared:
        report: Report = request.getfixturevalue(shared[request.param])
        return report
    return derive("optimal-batch", **CHANGED[request.param])


@pytest.mark.long
@pytest.mark.parametrize(
    ("names", "sizes", "style"),
    [pytest.param(FEW, ("10pt",), "align", id="few"),
     *(pytest.param(names, sizes, style, marks=LONG_RUN, id=f"{quarter}-{style}")
       for quarter, names in QUARTERS.items()
       for sizes, style in ((("10pt", "11pt", "12pt"), "align"), (("11pt",), "equation")))],
)
def test_claims_in_one_document(names: tuple[str, ...], tmp_path: Path, sizes: tuple[str, ...], style: str) -> None:
    """Labels of different claims do not meet, and every line fits at each size of an article."""
    parts = [fragment(plain_report(name), style=style) for name in names]
    assert faults_at(tmp_path, parts, sizes) == {}


def test_key_steps_of_all_claims(reports: list[Report], tmp_path: Path) -> None:
    """With references among what is left."""
    assert faults(compiled(tmp_path, "key", [fragment(report, steps="key") for report in reports])) == []


def test_sentences_in_a_paragraph_that_may_be_loose(reports: list[Report], tmp_path: Path) -> None:
    """Formulas break between factors, too."""
    parts = [fragment(report, style="inline") for report in reports if report.claim.name not in WIDE]
    assert faults(compiled(tmp_path, "inline", parts, before="\\sloppy\n")) == []


@pytest.mark.parametrize("sizes", SIZES)
def test_derived_again_under_changed_premises(changed: Report, tmp_path: Path, sizes: tuple[str, ...]) -> None:
    """Steps that wait, that only numbers solve, and long formulas."""
    assert faults_at(tmp_path, [fragment(changed)], sizes) == {}


def test_results_stand_in_an_equation(reports: list[Report], tmp_path: Path) -> None:
    """As a pipe would take them."""
    parts = [rf"\begin{{equation}}{fragment(report, steps='result').strip()}\end{{equation}}"
             for report in reports if report.claim.name not in WIDE]
    assert faults(compiled(tmp_path, "results", parts)) == []


@pytest.mark.long
@pytest.mark.parametrize("names", several(("chinchilla",)))
def test_claims_derived_again(names: tuple[str, ...], tmp_path: Path) -> None:
    """One after the other in a document, each under another premise."""
    reports = [derive(name, **OTHERS[name]) if name in OTHERS else changed_report(name) for name in names]
    assert all(report.derivation.assumptions.premises for report in reports)
    assert faults(compiled(tmp_path, "other", [fragment(report) for report in reports])) == []


@pytest.mark.long
@pytest.mark.parametrize("claim", few(["optimal-batch", *CLAIMS[::3]], ["optimal-batch"]))
def test_a_document_of_its_own(claim: str, tmp_path: Path) -> None:
    """With notation and bibliography."""
    assert faults(log_of(tmp_path, "document", article(plain_report(claim)))) == []


@pytest.mark.long
def test_a_document_under_changed_premises(changed: Report, tmp_path: Path) -> None:
    assert faults(log_of(tmp_path, "document", article(changed))) == []


@pytest.mark.parametrize("names", several(("optimal-batch",)))
def test_macros_in_text_and_in_formulas(names: tuple[str, ...], tmp_path: Path) -> None:
    """Every one of them, as it is pasted; those of a claim end with its group, so that the next defines its own."""
    parts = []
    for name in names:
        if name in WIDE:
            continue
        text = macros(plain_report(name))
        found = re.findall(r"newcommand\{(\\[A-Za-z]+)\}", text)
        assert found
        inside = [each for each in found if "ensuremath" in text.partition(f"{each}}}")[2].partition("\n")[0]]
        uses = [*(f"{each} is used." for each in found), *(f"$x = {each}$ is used." for each in inside)]
        parts.append("\n\n".join(["\\begingroup", text, *uses, "\\endgroup"]))
    assert faults(compiled(tmp_path, "macros", parts, before="\\raggedright\n", runs=1)) == []


@pytest.mark.long
@pytest.mark.parametrize("kind", [r"[twocolumn]{article}", r"[journal]{IEEEtran}"])
@pytest.mark.parametrize("names", several(("optimal-batch",)))
def test_claims_in_two_columns(names: tuple[str, ...], kind: str, tmp_path: Path) -> None:
    """Every line fits into a column, and the class alone ends a title: IEEEtran adds a colon."""
    if "IEEEtran" in kind:
        latex_package("IEEEtran.cls", "texlive-publishers")
    parts = [fragment(plain_report(name)) for name in names]
    text = [rf"\documentclass{kind}", r"\usepackage{amsmath}", r"\begin{document}", *parts, r"\end{document}"]
    assert faults(log_of(tmp_path, "columns", "\n\n".join(text) + "\n")) == []
    assert r"\paragraph*{Verdicts}" in parts[0]


def test_a_fault_is_seen(tmp_path: Path) -> None:
    """The log of a document with a reference to nothing and a line that does not fit says so."""
    found = faults(compiled(tmp_path, "fault", [r"\eqref{eq:nothing}", rf"\[ {'a + ' * 60} b \]"]))
    assert any("undefined" in line for line in found)
    assert any("Overfull" in line for line in found)
