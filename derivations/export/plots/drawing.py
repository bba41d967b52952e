"""Colors, style and frame of every plot, and SVG with words in it."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from contextlib import contextmanager
from html import escape
from typing import TYPE_CHECKING, Any

from derivations.errors import InputError
from derivations.numbers.format import unit_in_words

if TYPE_CHECKING:
    from matplotlib.figure import Figure

# Each role on light paper and on dark. The hues stay apart for those who see no red or green.
COLORS = {
    "paper": ("#ffffff", "#0d1117"), "ink": ("#1b1f24", "#e6edf3"), "quiet": ("#57606a", "#9ea7b4"),
    "rule": ("#d8dee4", "#30363e"), "first": ("#0b5fa5", "#6cb6ff"), "second": ("#b34700", "#f69d50"),
    "third": ("#00714f", "#3fc79b"),
}
LIGHT = {role: light for role, (light, _) in COLORS.items()}
BEHIND = {"facecolor": LIGHT["paper"], "edgecolor": "none", "pad": 1.5}
_READABLE = 1e9  # whole numbers up to here are written out
_DENSE = 100
_NARROW = 6  # ends that are fewer times apart have more numbers between them
_RAISED = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")
_STYLE = {"font.size": 10.5, "axes.spines.top": False, "axes.spines.right": False, "font.family": "DejaVu Sans"}


@contextmanager
def drawing(**settings: Any) -> Iterator[None]:
    """Matplotlib in the style of the plots, whatever the reader's own; raises `InputError` if it is missing."""
    try:
        import matplotlib.style
    except ImportError:
        raise InputError("plots need matplotlib: pip install 'derivations[plot]'") from None
    with matplotlib.style.context(["default", {**_STYLE, **settings}]):
        yield


def frame(axes: Any, *, grid: str = "both") -> None:
    """Paper, rules and spines of one panel; `grid` is ``x``, ``y`` or ``both``."""
    axes.set_facecolor(LIGHT["paper"])
    axes.grid(True, axis=grid, color=LIGHT["rule"], linewidth=0.6)
    axes.set_axisbelow(True)
    axes.tick_params(which="both", colors=LIGHT["quiet"])
    for side in ("left", "bottom"):
        axes.spines[side].set_color(LIGHT["quiet"])


def decades(axis: Any, low: float, high: float) -> None:
    """Plain numbers along a logarithmic axis, at 1, 2 and 5 where it spans less than two decades, at more in one."""
    from matplotlib.ticker import LogLocator, NullFormatter

    if high < _DENSE * low:
        axis.set_major_locator(LogLocator(subs=(1, 2, 5) if high >= _NARROW * low else (1, 1.5, 2, 3, 4, 6, 8)))
    axis.set_major_formatter(plain)
    axis.set_minor_formatter(NullFormatter())


def plain(number: float, _: object = None) -> str:
    """A number along an axis: plain digits as far as they are easily read."""
    if number == int(number) and abs(number) < _READABLE:
        return f"{number:,.0f}"
    digits, _, power = f"{number:g}".partition("e")
    raised = f"10{str(int(power)).translate(_RAISED)}" if power else ""
    return digits if not power else raised if digits == "1" else f"{digits}·{raised}"


def in_brackets(unit: str) -> str:
    """A unit, as it is said, behind what it is of, where there is one.

    >>> in_brackets("token/sequence"), in_brackets("ms"), in_brackets("1")
    (' [tokens per sequence]', ' [ms]', '')
    """
    return f" [{unit_in_words(unit)}]" if unit not in ("", "1") else ""


def svg_text(figure: Figure) -> str:
    """The figure as SVG: the same text for the same figure, with title, description and colors for dark pages.

    Words stay words. The first line of the figure's label is the title, the rest the description.
    """
    stream = io.StringIO()
    with drawing(**{"svg.hashsalt": "derivations", "svg.fonttype": "none"}):
        figure.savefig(stream, format="svg", metadata={"Date": None}, facecolor=figure.get_facecolor())
    text = stream.getvalue()
    text = re.sub(r"\s*<metadata>.*?</metadata>", "", text[text.index("<svg") :], flags=re.DOTALL)
    # matplotlib names shapes by all digits of where they are, the last of which is another on another machine
    shapes = {name: f"shape{place}" for place, name in enumerate(dict.fromkeys(_SHAPE.findall(text)), 1)}
    text = _SHAPE.sub(lambda match: shapes[match[0]], text)
    # markers are drawn by reference, and each place says its color; one on the shape itself would stay on dark pages
    text = re.sub(r'(<defs>\s*<path [^>]*style=")stroke: #[0-9a-f]{6}(?:; )?', r"\1", text)
    title, _, description = str(figure.get_label()).partition("\n")
    head = (
        f"<title>{escape(title)}</title>\n <desc>{escape(description)}</desc>\n"
        f" <style>@media (prefers-color-scheme: dark) {{ {_dark_rules()} }}</style>"
    )
    text = text.replace("<svg ", '<svg role="img" class="derivations-plot" style="max-width: 100%; height: auto" ', 1)
    return re.sub(r"<svg [^>]*>", lambda match: f"{match[0]}\n {head}", text, count=1)


_SHAPE = re.compile(r'(?<=[#"])[a-z][0-9a-f]{10}(?=[")])')


def _dark_rules() -> str:
    return " ".join(
        f'.derivations-plot [style*="{way}: {light}"] {{ {way}: {dark} !important }}'
        for light, dark in COLORS.values()
        for way in ("fill", "stroke")
    )
