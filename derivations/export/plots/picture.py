"""Pictures in a notebook: as SVG for its page, and as PDF for LaTeX, which knows no SVG."""

from __future__ import annotations

from base64 import b64encode
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from derivations.export.plots.drawing import svg_text
from derivations.export.plots.paper import figure_bytes

if TYPE_CHECKING:
    from matplotlib.figure import Figure

_DOTS = 100  # per inch: a browser shows each as a pixel


@dataclass(frozen=True, repr=False)
class Picture:
    """A figure that a notebook shows in each form that it may be converted to, and says in words."""

    title: str
    svg: str
    pdf: bytes
    png: bytes = b""

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> dict[str, Any]:
        dots = {"image/png": b64encode(self.png).decode()} if self.png else {}
        return {"image/svg+xml": self.svg, "application/pdf": b64encode(self.pdf).decode(), **dots,
                "text/plain": repr(self)}

    def __repr__(self) -> str:
        return f"<picture: {self.title}>"


def svg(figure: Figure, *, png: bool = False) -> Picture:
    """The figure for a notebook to show: SVG, and PDF for whoever converts the notebook to LaTeX.

    With `png` it is there in dots, too: JupyterLab shows no SVG of a notebook that its reader has not run or trusted.
    """
    title = str(figure.get_label()).partition("\n")[0]
    dots = figure_bytes(figure, "png", dots=_DOTS) if png else b""
    return Picture(title, svg_text(figure), figure_bytes(figure, "pdf"), dots)
