"""A result to play with in a notebook: the panel of a claim's page in a frame, which needs no kernel and no network."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from html import escape
from typing import Any

from derivations.claim.evaluated_claim import EvaluatedClaim
from derivations.derivation.step import letters_data
from derivations.errors import InputError, UnknownNameError
from derivations.export.live import live_data, still_because
from derivations.export.panel import number_told, panel_data, panel_html
from derivations.writers.html.assets import CLAIM_STYLE, LIVE, SCRIPT, Assets, asset_file, styled
from derivations.writers.html.template import page, piece

_HIGH = 470  # pixels of the frame: formula, number and picture, and the command below them
_A_ROW = 60  # what each two sliders take
# as wide as a notebook's output, number beside picture where that is wide enough for both
_STYLE = """main { max-width: none; padding: 0 0.2rem; }
.live { border: 0; margin: 0; padding: 0; }
.live-picture { max-width: 38rem; }
@media (min-width: 46rem) {
  .live { display: grid; grid-template-columns: minmax(0, 5fr) minmax(0, 7fr); gap: 0 2rem; }
  .live > :is(.controls, .live-foot, .roots) { grid-column: 1 / -1; }
  .live .answer { align-self: center; }
}"""
# scripts and styles of its own, and nothing from anywhere: the page around it has none of its cookies to give
_POLICY = "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data:"


@dataclass(frozen=True)
class Explorer:
    """What a notebook shows of a result that moves: a frame with the panel, or as text the number where it starts."""

    title: str
    number: str
    body: str
    sliders: int

    @property
    def page(self) -> str:
        """The page inside the frame."""
        policy = f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">'
        style = f"<style>{asset_file(CLAIM_STYLE).decode()}\n{_STYLE}</style>"
        script = f"<script>{asset_file(SCRIPT).decode()}</script>"
        return page(self.title, self.body, assets=Assets("\n".join((policy, styled().head, style)), script))

    def _repr_html_(self) -> str:
        """The frame; where a page takes none, as of a notebook that nobody has trusted, the text in it remains."""
        high = _HIGH + _A_ROW * ((self.sliders + 1) // 2)
        allowed = 'sandbox="allow-scripts" allow="clipboard-write"'
        shape = f'style="width: 100%; height: {high}px; border: 0"'
        inside, without = escape(self.page), escape(str(self))
        return f'<iframe {allowed} title="{escape(self.title)}" {shape} srcdoc="{inside}">{without}</iframe>'

    def __str__(self) -> str:
        return f"{self.title} {self.number}. Trust the notebook, or run the cell, to see its sliders."

    __repr__ = __str__


def explored(report: EvaluatedClaim, names: Sequence[str] = ()) -> Explorer:
    """The panel of a report with sliders for these quantities, and its picture over the first of them.

    Without names it has the sliders and cards of the claim's page. The result's own letter may stand among the names.
    Raises `UnknownNameError` for a quantity that the result does not rest on, and `InputError` where nothing moves, or
    without the packages for pages.
    """
    data = live_data(report)
    if not data:
        raise InputError(still_because(report))
    chosen = _chosen(report, data, names)
    letters: dict[str, dict[str, str]] = letters_data(report.derivation.letters)
    for name, letter in letters.items():
        letter["value"] = str(report.scenario.values.get(name, ""))
    told = panel_data(report, chosen)
    body = panel_html(report.claim.name, told, letters, told["live"].get("picture", ""), asset_file(LIVE).decode())
    sliders = sum(letter["moves"] and not letter["by_card"] for letter in chosen["letters"].values())
    return Explorer(report.claim.question or report.claim.title, number_told(report, report.moving.name),
                    "\n".join((body, piece("letters_data", letters))), sliders + len(chosen["choices"]))


def _chosen(report: EvaluatedClaim, data: dict[str, Any], names: Sequence[str]) -> dict[str, Any]:
    """What moves where only some quantities are to: no cards, and those as sliders beside each other, in that order."""
    shown = report.moving.subject_name  # which stands beside the sliders in any case
    known = data["letters"]
    for name in names:
        if name not in known and name != shown:
            raise UnknownNameError("quantity that the result rests on", name, known)
    moved = [name for name in dict.fromkeys(names) if name != shown]
    if not moved:
        return data
    still: Mapping[str, Any] = {name: {**letter, "moves": False} for name, letter in known.items()}
    moving = {name: {**known[name], "moves": True, "by_card": False} for name in moved}
    return {**data, "letters": {**moving, **still, **moving}, "choices": {}, "over": moved[0]}
