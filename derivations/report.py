"""Reports: evaluated claims that show and export themselves, as `derive` returns them."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import Token
from dataclasses import dataclass, field, fields, replace
from fractions import Fraction
from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, Self, TypeAlias

from derivations.claim.answer import answer, told
from derivations.claim.claim import Cards, Claim
from derivations.claim.evaluated_claim import EvaluatedClaim
from derivations.claim.numbered_step import NumberedStep
from derivations.claim.study import Given, Study, read_study, study_of
from derivations.claim.verdicts import Verdicts
from derivations.claims.index import find_claim
from derivations.document.assumed import ASSUMED
from derivations.document.blocks import Document, TextLine
from derivations.document.difference import DIFFERENCE
from derivations.document.fields import REPORT, STEPS, report_document, report_json
from derivations.document.forms import TEXT, written
from derivations.document.inversion import BY_NUMBERS
from derivations.document.judgement import JUDGEMENT
from derivations.document.plan import PLAN
from derivations.document.report_tables import table
from derivations.document.selection import headline_relation
from derivations.document.sensitivity import sensitivity_producer
from derivations.document.shown import Shown
from derivations.document.sweep import values_table
from derivations.document.table import Table
from derivations.document.unanswered import UNANSWERED, Told, Unanswered, number_alone, number_in_words, show
from derivations.document.verdicts import verdicts_of
from derivations.errors import InputError, UndecidedError
from derivations.export.explorer import Explorer, explored
from derivations.export.latex.article import article, pdf, refuse_without_pdflatex
from derivations.export.latex.fragment import cited_by, fragment
from derivations.export.latex.letters import WriterLetters, read_letters
from derivations.export.latex.macros import macros as latex_macros
from derivations.export.notebook import notebook_of
from derivations.export.page import report_html
from derivations.export.plots.kinds import drawn, drawn_onto
from derivations.export.plots.paper import for_paper
from derivations.export.python_function import python_function
from derivations.export.slide import slide_html
from derivations.export.word import docx, refuse_without_pandoc
from derivations.language.quantity import Quantity
from derivations.language.relation import RelationLike
from derivations.proof.budget import budget_of
from derivations.rocq.claim_file import claim_file
from derivations.sources.catalog import load_catalog
from derivations.study.aim import aimed
from derivations.study.assumed import Assumed, applied, assume, assumed, forget
from derivations.study.difference import Difference
from derivations.study.inversion import solved
from derivations.study.inversion_by_numbers import InversionByNumbers
from derivations.study.judge.formula import typed
from derivations.study.judge.judge import judge
from derivations.study.judge.judgement import Judgement
from derivations.study.judge.lines import formulas, is_latex
from derivations.study.judge.own_letters import understood
from derivations.study.plan import Plan
from derivations.study.plan import plan as plan_of
from derivations.study.plan_asked import asked, beside
from derivations.study.provenance.documents import basis, documents_of
from derivations.study.provenance.origin import Origin
from derivations.study.provenance.trace import origin_of
from derivations.study.sensitivity import Ends, Sensitivity, sensitivity
from derivations.study.substitution import substitutions
from derivations.study.sweep import sweep, wanted
from derivations.writers.latex.bibliography import bibtex

if TYPE_CHECKING:
    import xarray
    from matplotlib.figure import Figure
    from sympy import Rational, Symbol
    from sympy.core.relational import Relational

STUDY_VARIABLE = "DERIVATIONS_STUDY"  # of the environment: the file of a study that `use` takes
Symbols: TypeAlias = "str | Path | Mapping[str, str] | None"  # letters of one's own, in a file or by name


@dataclass(frozen=True)
class Report(EvaluatedClaim):
    """A derivation with its numbers, and what was published beside what follows."""

    @classmethod
    def of(cls, evaluated: EvaluatedClaim) -> Self:
        """The same claim as a report; what was evaluated is not evaluated again."""
        report = cls(**{item.name: getattr(evaluated, item.name) for item in fields(EvaluatedClaim)})
        vars(report)["evaluation"] = evaluated.evaluation
        return report

    def __getitem__(self, step: str) -> NumberedStep:
        """A premise, step or reject by name, with its number: ``report["drain"].value``, ``.unit``, ``float(...)``.

        Raises `UnknownNameError` with the nearest names.
        """
        return NumberedStep.of(super().__getitem__(step), self)

    __hash__ = EvaluatedClaim.__hash__

    def _sympy_(self) -> Relational:
        """The result as SymPy has it; `UndecidedError` where it does not stand."""
        return headline_relation(self).as_eq()

    @property
    def symbols(self) -> SimpleNamespace:
        """Every letter as SymPy has it, with the domain of its quantity, by name: ``report.symbols.B``."""
        return SimpleNamespace(**{quantity.name: quantity.symbol for quantity in self.derivation.notation})

    def equations(self, *, conditions: bool = False) -> dict[str, Relational]:
        """Every premise and step in SymPy, by name, as `Step.as_eq` gives it."""
        return {step.name: step.as_eq(conditions=conditions) for step in self.derivation.trace if step.relation}

    def to_json(self, *, all_cards: bool = False) -> dict[str, Any]:
        """The report as plain data, as `derive show --json` prints it, with `all_cards` every table in full."""
        return report_json(self, all_cards=all_cards)

    def to_markdown(
        self, *, all_cards: bool = False, steps: str = "all", symbols: Symbols = None, step: str = "", table: str = ""
    ) -> str:
        """The report as GitHub Markdown with LaTeX mathematics, with `all_cards` every table in full.

        The other words are those of `to_latex`.
        """
        return self.to("markdown", steps=steps, symbols=symbols, step=step, table=table, all_cards=all_cards)

    def to_text(self, *, steps: str = "all", all_cards: bool = False) -> str:
        """The report as plain text; with `steps` "result" just the formula, in the grammar that all inputs take."""
        return self.to(TEXT, steps=steps, all_cards=all_cards)

    def to_notebook(self, *, catalog: Sequence[str | Path] = (), claim_files: Sequence[str | Path] = ()) -> str:
        """A notebook, as the text of its file, that derives this again with its changes.

        `catalog` and `claim_files` name the files of your own that it was made with. Raises `InputError` for a claim
        of your own without its file.
        """
        return notebook_of(self, catalog=catalog, claim_files=claim_files)

    def to_python(self, *, step: str = "") -> str:
        """A Python module with the result, or another step, as a function for NumPy.

        Raises `UndecidedError` for a step without a closed form.
        """
        return python_function(self, step)

    def to_rocq(self) -> str:
        """A file for the prover Rocq (Coq 8.16 and later, with Coquelicot): premises to result as one theorem."""
        return claim_file(self.derivation, self.reference.numbers, f"The claim {self.claim.name}").text

    def to_latex(
        self,
        *,
        steps: str = "all",
        style: str = "align",
        symbols: Symbols = None,
        standalone: bool = False,
        macros: bool = False,
        cited: bool = False,
        bare: bool = False,
        siunitx: bool = False,
        prefix: str = "",
        step: str = "",
        table: str = "",
    ) -> str:
        """The derivation as LaTeX: a fragment that needs only amsmath, a `standalone` document, or `macros`.

        `steps` is all, key (the main steps with what is behind them) or result (just the formula); `style` is align,
        equation or inline. `symbols` are letters of your own, a TOML file or a mapping (``{"N_total": "N"}``). With
        `cited` the fragment cites its documents by the keys that `to_bibtex` gives them; a `bare` one is premises and
        steps alone, without question, verdicts and numbers. With `siunitx` numbers are that package's; `prefix` begins
        the short names of `macros`. `step` is for one formula alone, `table` for one table alone (see `table`). Raises
        `InputError` or one of its kind for a word or a letter that cannot be used.
        """
        shown = self.with_letters(symbols)
        if table:
            return shown.table(table).to_latex(siunitx=siunitx, notation=shown.derivation.notation)
        if step:
            return f"{headline_relation(shown, step).latex}\n"
        if macros:
            return latex_macros(shown, steps=steps, prefix=prefix, siunitx=siunitx)
        if standalone:
            return article(shown, steps=steps, style=style, siunitx=siunitx)
        cite = cited_by(documents_of(self), self.derivation.notation) if cited else None
        return fragment(shown, steps=steps, style=style, cite=cite, bare=bare, siunitx=siunitx)

    def to_typst(
        self, *, steps: str = "all", symbols: Symbols = None, bare: bool = False, step: str = "", table: str = ""
    ) -> str:
        """The derivation as Typst, a document by itself that another can include; the words are those of `to_latex`."""
        return self.to("typst", steps=steps, symbols=symbols, bare=bare, step=step, table=table)

    def to(
        self, form: str, *, steps: str = "all", symbols: Symbols = None, bare: bool = False, step: str = "",
        table: str = "", all_cards: bool = False,
    ) -> str:
        """The report in one of the forms of `document/forms.py`; the words are those of `to_latex`."""
        shown = self.with_letters(symbols)
        if table:
            alone: TextLine | Table = shown.table(table)
        elif step or steps == "result":
            alone = TextLine(relation=headline_relation(shown, step), display=True, whole=True)
        else:
            extent = STEPS if bare else REPORT
            return written(report_document(shown, extent, steps=steps, all_cards=all_cards), form, level=1)
        return written(Document.of(alone, notation=shown.derivation.notation), form)

    def to_docx(self, *, steps: str = "all", symbols: Symbols = None) -> bytes:
        """The report for Word, in which equations can be edited; raises `InputError` without pandoc."""
        refuse_without_pandoc()
        return docx(self.to_markdown(steps=steps, symbols=symbols))

    def to_pdf(
        self, *, steps: str = "all", style: str = "align", symbols: Symbols = None, siunitx: bool = False
    ) -> bytes:
        """The standalone LaTeX document as PDF; raises `InputError` without pdflatex."""
        refuse_without_pdflatex()
        return pdf(self.to_latex(steps=steps, style=style, symbols=symbols, standalone=True, siunitx=siunitx))

    def to_html(self, *, steps: str = "all", symbols: Symbols = None) -> str:
        """The report as one page that opens without a network; with `steps` "result" just the formula, as MathML.

        `steps` and `symbols` are those of `to_latex`.
        """
        return report_html(self.with_letters(symbols), steps=steps)

    def to_slides(self, *, symbols: Symbols = None) -> str:
        """One slide, as a page that opens without a network: question, answer, formula, number, condition, picture.

        `symbols` are those of `to_latex`.
        """
        return slide_html(self.with_letters(symbols))

    def to_bibtex(self) -> str:
        """Every document behind premises, numbers and published numbers, as a BibTeX database."""
        return bibtex(documents_of(self))

    def with_letters(self, symbols: Symbols) -> Report:
        """The same report with letters of your own, from a TOML file or a mapping; they change no name and no number.

        Raises `InputError` or one of its kind for a letter that is no LaTeX, or is another quantity's.
        """
        if not symbols:
            return self
        notation = self.derivation.notation
        own = WriterLetters.of(symbols, notation) if isinstance(symbols, Mapping) else read_letters(symbols, notation)
        return own.applied(self)

    def table(self, kind: str) -> Table:
        """One of the report's tables.

        ``compared`` is as said and as built, ``published`` what was published, ``grid`` the result over cards (further
        ones ``grid-2``, ...), ``swings`` what moves the result. ``conclusions`` is what was published and what follows,
        in brief, and ``measured`` each test against measurement.

        Raises `UnknownNameError` for another word, or one that the claim has no table for.
        """
        return table(self, kind)

    def figure(
        self, kind: str = "", *, width: str = "3.4in", over: Mapping[str, str] | None = None, ax: Any = None
    ) -> Figure:
        """A picture for a paper, as a Matplotlib figure: curve, roofline, tornado, sweep or evidence.

        Without a kind it is a sweep where several values are given, and else a curve. `width` is that of a column
        (``"7in"``, ``"8.6 cm"``), and `over` the quantity of a curve or a roofline with its range (``{"L": "0..2k"}``).
        On `ax`, axes of yours, it is drawn in their own style, and `width` is theirs; evidence takes one for each test.
        Raises `InputError` or one of its kind for a picture that the claim has not, or without Matplotlib.
        """
        named = list((over or {}).items())
        if len(named) > 1:
            raise InputError("a figure is drawn over one quantity")
        chosen = named[0] if named else None
        return for_paper(drawn(self, kind, chosen), width) if ax is None else drawn_onto(ax, self, kind, chosen)

    @property
    def basis(self) -> str:
        """Name of the numbers behind the result: the scenario, or price lists without hardware."""
        return basis(self)

    @property
    def answer(self) -> str:
        """The answer to the claim's question in a sentence, with the numbers of this report; empty without one."""
        return answer(self)

    @property
    def verdicts(self) -> Verdicts:
        """The verdicts on the derivation, as said, on hardware, against measurement, and as others retell it."""
        return verdicts_of(self)

    def in_words(self, step: str = "") -> str:
        """The number of a step, by default the result, as text with its unit; or that there is none, and why.

        Raises `UnknownNameError` for a step that there is not.

        >>> derive("optimal-batch").in_words()
        '2,422 sequences'
        >>> derive("optimal-batch", premises={"roofline": "no-overlap"}).in_words()
        'none: balance is inconclusive (T >= t_c + t_m has no max or min to split into cases)'
        """
        return number_in_words(self, step or self.headline.name)

    def told(self, text: str = "", **others: EvaluatedClaim | Fraction | str) -> Told | Shown[Unanswered]:
        """A sentence of a notebook: text in Markdown with numbers of this report in its places, or else its answer.

        ``{ridge:3}`` is the number of a step or a quantity to so many figures, by default two; ``{mfu:%}`` is a
        percentage, ``{ridge@rounded}`` has the numbers of a reading, ``{cache:/}`` no unit behind "per", ``{speed:#}``
        none at all. ``{said.ridge}`` is of another report that is given as `said`; a pure number or words are given by
        name, too.

        Where assumptions were changed by `use` and a number is not there, the sentence says so instead; elsewhere that
        is an `UndecidedError`. Raises `InputError` for a place whose report is not given.

        >>> said = derive("optimal-batch", as_said=True)
        >>> derive("optimal-batch").told("{ridge:3}, not {said.ridge}: {part:%} less", said=said, part=Fraction(1, 3))
        206 tokens, not 300 tokens: 33% less
        """
        text = text or self.answer or number_alone(self)
        try:
            return Told(told(text, self, others))
        except UndecidedError as error:
            if not assumed().study:
                raise
            return Shown(Unanswered(self, str(error)), UNANSWERED)

    @contextmanager
    def answered(self) -> Iterator[None]:
        """A part of a notebook that says in a sentence what it has no answer to, where assumptions were changed.

        Where nothing was changed by `use` an `UndecidedError` stays one.

        >>> with use(premises={"roofline": "no-overlap"}):
        ...     report = derive("optimal-batch")
        ...     with report.answered():
        ...         print(report["balance-batch"].value)
        No answer with what is changed: step 'balance-batch' has no relation: waiting for batch. In
        optimal-batch compute-bound, memory-bound and balance are inconclusive (T >= t_c + t_m has no max or
        min to split into cases); smallest-best-batch is refuted (no finite optimum: t_seq falls for every
        B, however large).
        """
        try:
            yield
        except UndecidedError as error:
            if not assumed().study:
                raise
            show(Shown(Unanswered(self, str(error)), UNANSWERED))

    def substitutions(self, step: str = "") -> dict[Symbol, Rational]:
        """The numbers of the letters in a step, by default the result, in base units: what SymPy's `subs` takes.

        The quantity on the left side is left out, and so is what has no number. Raises `UnknownNameError` for a step
        that there is not, and `UndecidedError` for one without a relation.

        >>> report = derive("train-interval")
        >>> report.headline.as_eq().rhs.subs(report.substitutions())
        47/1600
        """
        return substitutions(self, step or self.headline.name)

    def why(self, quantity: str, branch: str = "") -> Origin:
        """Origin of the number of a quantity or a step, as a tree down to its sources.

        Of several admissible branches each has a tree of its own; `branch` chooses one by the name of its step.
        Raises `UnknownNameError` for a name that the derivation does not know.
        """
        return origin_of(self, quantity, branch)

    def sensitivity(self, ranges: Mapping[str, str | Ends] | None = None) -> Shown[Sensitivity]:
        """Elasticity of the result in every number it rests on, exactly, and its swings over ranges.

        `ranges` takes the place of the claim's own (``{"eta": "0.2..0.5"}``). Raises `InputError` or one of its kind
        for a range that cannot be used, or where the result has no number.
        """
        return Shown(sensitivity(self, ranges), sensitivity_producer(self))

    def solve_for(self, quantity: str, given: Mapping[str, Given] | None = None) -> Report | Shown[InversionByNumbers]:
        """The result inverted for another quantity, as a report of its own; `given` values others.

        Where no formula leads to a number, as through a minimum, the values are found by numbers: those found in a
        range, which may be none, with the range and what is reached in it under ``.words``. Others are not excluded.
        Raises `InputError` or one of its kind for a quantity that nothing given rests on, or values that cannot be
        used, and `UndecidedError` where there is no solution of either kind.

        >>> print(derive("optimal-batch").solve_for("L", {"B": "10k"}).headline.relation)
        L = (n*B*L_kv*L_attn - r*s*L_kv*L_attn)/(n*B*L_attn - n*B*L_kv)
        """
        found = solved(aimed(self, quantity, given or ()), quantity, given, by_itself=self)
        return Shown(found, BY_NUMBERS) if isinstance(found, InversionByNumbers) else found

    def explore(self, *quantities: str) -> Explorer:
        """The panel of the claim's page in a notebook: sliders move number, condition and picture, no kernel.

        With quantities it has a slider for each, and the picture is over the first. Raises `UnknownNameError` for one
        that the result does not rest on, and `InputError` where nothing moves, or without the packages for pages.
        """
        return explored(self, quantities)

    def judge(
        self, formula: RelationLike, *, latex: bool = False, letters: Mapping[str, str] | None = None,
        brief: bool = False,
    ) -> Shown[Judgement]:
        r"""Somebody else's formula against this derivation: its dimensions, whether it follows, what it would need.

        In text a condition may stand behind the formula (``"B = r*s/n if L < L_x"``); it is judged, too. With `latex`
        the text is LaTeX; `letters` says what its letters stand for (``{"N_{act}": "N_active", "h": "y - x"}``). If
        `brief`, what the formula would need is not looked for, which is most of the work.
        Raises `InputError` or one of its kind for a formula that cannot be read.
        """
        if latex and not isinstance(formula, str):
            raise InputError("LaTeX is given as text")
        notation = self.derivation.notation
        if not isinstance(formula, str):
            read = typed(str(formula), notation, letters) if letters else formula
            return Shown(judge(self, read, brief=brief), JUDGEMENT)
        latex = latex or is_latex(formula)
        several = formulas(formula, latex=latex)
        if len(several) > 1:
            raise InputError(f"the text states {len(several)} formulas: judge each apart, the first as {several[0]!r}")
        read = understood(several[0], self.derivation, letters, latex=latex)
        return Shown(judge(self, read, brief=brief), JUDGEMENT)

    def at(
        self, values: Mapping[str, Given | Sequence[Given]] | None = None, steps: Sequence[str] = (),
        **quantities: Given | Sequence[Given],
    ) -> Table:
        """The result at several values of a quantity (``{"L": "8k,32k"}`` or ``L="8k,32k"``), a row for each.

        With several quantities there is a row for every combination; `steps` names further columns, steps or
        quantities. Raises `InputError` or one of its kind for a value or a name that cannot be used.
        """
        return values_table(sweep(self, study_of(values={**(values or {}), **quantities}).values, steps), steps)

    def sweep(
        self,
        over: Mapping[str, Any] | None = None,
        *,
        accelerator: str | Sequence[str] | None = None,
        model: str | Sequence[str] | None = None,
        premises: Any = None,
        steps: Sequence[str] = (),
        chunks: int | str | None = None,
        **quantities: Any,
    ) -> xarray.Dataset:
        """The result over any number of points, as a dataset of xarray: ``report.sweep(L="0..2k", B="1..4096")``.

        A quantity goes through a text as behind ``--set``, numbers, or an array of NumPy, dask, pandas or xarray, in
        its own unit; `over` takes them by names that Python has otherwise. `accelerator`, `model` and `premises` take
        lists: cards, and sets of changes (``[{}, {"roofline": "no-overlap"}]``). `steps` names further variables.
        Beside the result stand the regime (which branch of a max or min), and the reason where there is no number; of a
        quantity that the claim solves for, the steps behind it, with the result beside them. Of a result that comes
        whole, as GPUs do, ``G_whole`` is the whole number to take, and ``t_new_token_at_G_whole`` what is minimized
        there. Arrays of dask's stay lazy, and so does all with `chunks`, a number of points or what dask takes.

        Raises `InputError` or one of its kind for what cannot be used, for more points than there is memory for, or
        without xarray.
        """
        wanted("numpy")
        from derivations.study.sweep_dataset import sweep_dataset
        from derivations.study.sweep_plan import sweep_plan

        twice = [name for name in quantities if name in (over or {})]
        if twice:
            raise InputError(f"{twice[0]} is given twice: leave one of them out")
        plan = sweep_plan(self, {**(over or {}), **quantities}, accelerator=accelerator, model=model,
                          premises=premises, steps=steps)
        return sweep_dataset(plan, chunks=chunks)

    def compare(self, old: EvaluatedClaim) -> Shown[Difference]:
        """Difference of this report from an older one of the same claim: premises, steps, numbers, verdict.

        Raises `InputError` for a report of another claim.
        """
        return Shown(Difference.between(self, old), DIFFERENCE)

    def _repr_markdown_(self) -> str:
        return self.to_markdown()

    def __str__(self) -> str:
        return self.to_text()

    def __repr__(self) -> str:
        return str(self)


def derive(
    claim: str | Claim,
    *,
    accelerator: str = "",
    model: str = "",
    compute: str = "",
    weights: str = "",
    cache: str = "",
    as_said: bool = False,
    without: str | Iterable[str] = (),
    values: Mapping[str, Given | Sequence[Given]] | None = None,
    premises: Mapping[str, RelationLike] | None = None,
    symbols: str | Quantity | Iterable[str | Quantity] = (),
    draws: int = 0,
    seed: int = 0,
    study: str | Path | Study | None = None,
    catalog: str | Path | Iterable[str | Path] = (),
    budget: float | None = None,
) -> Report:
    """Derive a claim, check every step, and evaluate it.

    By default the numbers are those "as built", on eight H200s with DeepSeek-V3; `accelerator` and `model` name other
    cards, `compute`, `weights` and `cache` number formats; `as_said` takes the lecturer's own numbers instead;
    `without` leaves out values of these.
    `values` sets quantities (``{"L": "128k token/sequence"}``; a bare number, ``{"L": 2000}``, is in the quantity's own
    unit; several values, or a range such as ``"0..2k"``, are tried in turn; ``"4k to 8k"`` lies anywhere between its
    ends, ``"4k to 8k (90%)"`` and ``"6k +- 1k"`` are drawn, so many `draws` from a `seed`),
    `premises` replaces premises by name (``{"roofline": "no-overlap"}``, or a relation with the same left
    side, as text or in SymPy), `symbols` declares quantities that a new premise needs (``"x [byte/token] bytes of
    index"``), `study` is a set of such changes, or a TOML file with one, beside what is given here, `catalog` adds card
    files. A rule whose search is more work than `budget`, a count that is the same on every machine, ends inconclusive;
    0 is no limit.

    Raises `InputError` or one of its kind for anything that cannot be used.

    >>> report = derive("optimal-batch")
    >>> report.result.result
    '2,422 sequences'
    """
    chosen = find_claim(claim) if isinstance(claim, str) else claim
    cards = Cards(accelerator, model, compute, weights, cache)
    own = study_of(cards=cards, as_said=as_said, without=without, values=values, premises=premises, symbols=symbols,
                   draws=draws, seed=seed)
    if study is not None:
        own = (study if isinstance(study, Study) else read_study(study)).joined(own)
    files = _files(catalog) or assumed().cards
    return Report.of(applied(chosen, own, load_catalog(*files), budget_of(budget)))


@dataclass(frozen=True, repr=False)
class Use(Shown[Assumed]):
    """What `use` has changed; as a context it holds within, and no longer afterwards."""

    token: Token[Assumed] | None = field(default=None, compare=False)

    def __enter__(self) -> Self:
        if assumed() is not self.found:
            raise InputError("this no longer holds, as something else was changed, or its block has ended: "
                             "write use(...) behind with")
        return self

    def __exit__(self, *_: object) -> None:
        if self.token is not None:
            forget(self.token)


def use(
    study: str | Path | Study | None = None,
    *,
    accelerator: str | None = None,
    model: str | None = None,
    compute: str | None = None,
    weights: str | None = None,
    cache: str | None = None,
    values: Mapping[str, Given] | None = None,
    premises: Mapping[str, RelationLike] | None = None,
    symbols: str | Quantity | Iterable[str | Quantity] = (),
    catalog: str | Path | Iterable[str | Path] = (),
) -> Use:
    """Let every later `derive` start from these changes; its own arguments win, and what concerns a claim counts there.

    The words are those of `derive`; each call replaces the one before. Without any change it takes the study in the
    file that the environment variable ``DERIVATIONS_STUDY`` names, if there is one. As a context, ``with use(...):``,
    it holds for the lines within. Beside ``as_said=True`` premises alone count.

    Raises `InputError` or one of its kind for what cannot be used, and for a name that no claim knows.

    >>> with use(accelerator="h100"):
    ...     derive("train-interval").result.result
    '23.88 ms'
    >>> derive("train-interval").result.result
    '29.38 ms'
    """
    cards = Cards(*(given or "" for given in (accelerator, model, compute, weights, cache)))
    own = study_of(cards=cards, values=values, premises=premises, symbols=symbols)
    file = "" if own or study else os.environ.get(STUDY_VARIABLE, "")
    if study or file:
        own = (study if isinstance(study, Study) else read_study(study or file)).joined(own)
    new, token = assume(own, _files(catalog), file or (str(study) if isinstance(study, str | Path) and study else ""))
    return Use(new, ASSUMED, token)


def _files(catalog: str | Path | Iterable[str | Path]) -> tuple[Path, ...]:
    return tuple(map(Path, (catalog,) if isinstance(catalog, str | Path) else catalog))


def plan(
    model: str = "",
    accelerator: str = "",
    gpus: int | None = None,
    *,
    context: Given = "8k",
    output: Given = "1k",
    speed: Given = 20,
    users: int | None = None,
    first_token: Given = "",
    cached: Given = "",
    price: Given = "",
    compute: str = "",
    weights: str = "",
    cache: str = "",
    values: Mapping[str, Given] | None = None,
    premises: Mapping[str, str] | None = None,
    catalog: str | Path | Iterable[str | Path] = (),
) -> Shown[Plan]:
    """What a number of GPUs can serve of a model, from the claims about memory, balance, time and energy of a pass.

    `context` [token/sequence] is the longest of a sequence, of which `output` is generated; `speed`
    [token/s/sequence] is the least of a sequence. `gpus` are 8 unless `users` are counted, who read at that speed at
    the same time: then they are the most there are, or as many as it takes. `first_token` [s] is the longest time to
    compute a prompt, `cached` the fraction of it that is found in a cache, `price` the rent of a GPU as people write it
    ("$2.5/h"). `values` sets quantities of these claims (an efficiency), `premises` replaces those of `pass-time` and
    `energy`.

    Raises `InputError` or one of its kind for anything that cannot be used.

    >>> found = plan("deepseek-v3", "h200", 64, context="8k", speed="20 token/s")
    >>> found.best.gpus, found.best.binds
    (8, 'speed')
    """
    own, used = Cards(accelerator, model, compute, weights, cache), assumed().study
    chosen = Cards(*(getattr(own, item.name) or getattr(used.cards, item.name) for item in fields(Cards)))
    chosen = replace(chosen, accelerator=chosen.accelerator or "h200", model=chosen.model or "deepseek-v3")
    changed, valued = beside(used, premises or {}, values or {})
    wanted = asked(chosen, gpus, context=context, output=output, speed=speed, premises=changed, values=valued,
                   users=users, first_token=first_token, cached=cached, price=price)
    return Shown(plan_of(wanted, load_catalog(*(_files(catalog) or assumed().cards))), PLAN)
