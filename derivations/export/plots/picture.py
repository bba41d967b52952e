"""Pictures in a notebook: as SVG for its page, and as PDF for LaTeX, which knows no SVG."""

from __future__ import annotations

from base64 import b64encode
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from derivations.export.plots.drawing import svg_text
from derivations.export.plots.paper import figure_bytes

if TYPE_CHECKING:
    from matplotlib.figure import Figure


@dataclass(frozen=True, repr=False)
class Picture:
    """A figure that a notebook shows in each form that it may be converted to, and says in words."""

    title: str
    svg: str
    pdf: bytes

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> dict[str, Any]:
        return {"image/svg+xml": self.svg, "application/pdf": b64encode(self.pdf).decode(), "text/plain": repr(self)}

    def __repr__(self) -> str:
        return f"<picture: {self.title}>"


def svg(figure: Figure) -> Picture:
    """The figure for a notebook to show: SVG, and PDF for whoever converts the notebook to LaTeX."""
    title = str(figure.get_label()).partition("\n")[0]
    return Picture(title, svg_text(figure), figure_bytes(figure, "pdf"))
