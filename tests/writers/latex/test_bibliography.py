"""Sources as BibTeX, and as the bibliography of a document."""

import re
import subprocess
from itertools import accumulate
from pathlib import Path

import pytest

from derivations import Report, derive
from derivations.numbers.source import Source
from derivations.sources.catalog import load_catalog
from derivations.study.provenance.documents import documents_of
from derivations.writers.latex.bibliography import bibliography, bibtex, cite_key, readable_author

from ...programs import lacking, pdflatex


def entries(text: str) -> dict[str, dict[str, str]]:
    """The entries of a BibTeX database by key, read without regard to how it was written."""
    found = {}
    for kind, key, body in re.findall(r"@(\w+)\{([^,]+),\n(.*?)\n\}\n", text, flags=re.DOTALL):
        assert kind == "misc"
        fields = dict(re.findall(r"^  (\w+) = \{(.*)\},?$", body, flags=re.MULTILINE))
        assert len(fields) == len(body.splitlines())
        found[key] = fields
    return found


def test_every_source_of_the_catalog_is_an_entry() -> None:
    sources = load_catalog().sources
    found = entries(bibtex(sources.values()))
    assert list(found) == [cite_key(source) for source in sources.values()]
    for key, source in sources.items():
        fields = found[cite_key(source)]
        assert fields.get("url", "") == source.url, key
        assert fields["title"].startswith("{")
        assert fields.get("date", "") == source.date
        assert ("primary source" in fields["note"]) == (source.standing != "unverified")


def test_braces_are_balanced_whatever_a_title_holds() -> None:
    odd = Source("a{b}", "50% of {x} & \\y_z #1 ~^$", url="https://a.b/{c}\\d e", date="2026", standing="unverified")
    text = bibtex([odd])
    assert list(entries(text)) == ["a-b-"]
    plain = text.replace("\\{", "").replace("\\}", "")
    assert plain.count("{") == plain.count("}")
    assert "https://a.b/%7Bc%7D%5Cd%20e" in text
    assert "50\\% of" in text


def test_bibtex_counts_a_brace_behind_a_backslash_too() -> None:
    """One brace too many, in any field, would end the entry, or swallow those after it."""
    for odd in ("a } b", "a { b", "}}{"):
        text = bibtex([Source("k", odd, url=f"https://a.b/{odd}", date=odd, author=odd, standing="verified")])
        depths = list(accumulate({"{": 1, "}": -1}.get(sign, 0) for sign in text.strip().removeprefix("@misc")))
        assert min(depths[:-1]) == 1
        assert depths[-1] == 0


def test_authors_for_people() -> None:
    assert readable_author("") == ""
    assert readable_author("DeepSeek-AI") == "DeepSeek-AI"


def test_a_document_has_an_item_for_each_source(as_built: Report) -> None:
    sources = documents_of(as_built)
    lines = bibliography(sources)
    assert [re.search(r"\\bibitem\{(.*?)\}", line)[1] for line in lines if "bibitem" in line] == [  # type: ignore[index]
        cite_key(source) for source in sources
    ]
    assert bibliography([]) == []


def test_documents_are_those_behind_premises_numbers_and_what_was_published(as_built: Report) -> None:
    keys = [source.key for source in documents_of(as_built)]
    assert keys[0] == "lecture"  # the first premise names it
    assert "deepseek-v3-readme" in keys
    assert len(set(keys)) == len(keys)
    other = [source.key for source in documents_of(derive("optimal-batch", accelerator="mi300x"))]
    assert set(other) - set(keys)


@pytest.mark.parametrize("claim", ["chinchilla"])
def test_papers_that_premises_name_are_cited(claim: str) -> None:
    assert {"hoffmann-2022", "sardana-2023"} <= {source.key for source in documents_of(derive(claim))}


@pytest.mark.long
def test_it_compiles_in_the_style_of_ieee(as_built: Report, tmp_path: Path) -> None:
    """Every source of the catalog is cited; BibTeX has no warning, and each address is set."""
    program = pdflatex()
    if not found("IEEEtran.bst"):
        lacking("IEEEtran is not installed: apt-get install texlive-publishers")
    sources = load_catalog().sources.values()
    (tmp_path / "sources.bib").write_text(bibtex(sources), encoding="utf-8")
    body = "\n".join([r"\documentclass{article}\usepackage{url}\begin{document}\nocite{*}See.",
                      r"\bibliographystyle{IEEEtran}\bibliography{sources}\end{document}"])
    (tmp_path / "paper.tex").write_text(body, encoding="utf-8")

    def run(*words: str) -> str:
        done = subprocess.run(words, cwd=tmp_path, capture_output=True, text=True, errors="replace", check=False)
        assert done.returncode == 0, done.stdout[-2000:]
        return done.stdout

    set_once = (program, "-interaction=nonstopmode", "-halt-on-error", "paper.tex")
    run(*set_once)
    assert "Warning" not in run("bibtex", "paper")
    assert "undefined" not in run(*set_once) + run(*set_once)
    set_entries = (tmp_path / "paper.bbl").read_text(encoding="utf-8")
    joined = re.sub(r"%\n\s*", "", set_entries)
    assert all(source.url in joined for source in sources if source.url)


def found(name: str) -> bool:
    """True for a file that TeX finds."""
    return subprocess.run(["kpsewhich", name], capture_output=True, check=False).returncode == 0
