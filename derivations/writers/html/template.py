"""Pages from templates: Jinja2 with autoescape. Data go in as text; mathematics comes from filters, as trusted HTML.

Jinja2 is loaded where the first page is made, and not before.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache, wraps
from importlib import import_module
from importlib.resources import files
from typing import Any

from derivations.errors import InputError
from derivations.language.display import MARKS, UNMET, name_in_words, plural, sentence
from derivations.language.printing.mathml import math
from derivations.writers.html import equation, mathematics
from derivations.writers.html.assets import Assets, styled
from derivations.writers.html.markdown import highlighted, markdown_html, self_link
from derivations.writers.html.mathematics import Letters, signs_of

_HERE = "derivations.writers.html"
_FOLDER = "templates"
_FINDINGS = {
    "proven": "proven", "argued": "argued beside the kernel", "checked": "computed, without an independent check",
    "numeric": "solved with numbers", "refuted": "refuted", "inconclusive": "not decided", "waiting": "waiting",
    "claimed": "claimed by a file, and not checked",
}
_RULES = {"take": "premise", "suppose": "supposition", "define": "definition", "reject": "rejected"}


def render(template: str, package: str = _HERE, **context: Any) -> str:
    """A template with its context filled in.

    `package` is the one whose templates are looked at first, before those that all pages share. Raises `InputError` if
    Jinja2 is not installed.
    """
    return str(_environment(package).get_template(template).render(context))


def page(title: str, body: str, stamp: str = "", *, nav: str = "", assets: Assets | None = None) -> str:
    """A whole page around a body, which is HTML.

    `nav` is the inner HTML of the navigation; `assets` are style, script and font, by default the style alone.
    """
    return render("page.html.j2", title=title, body=body, stamp=stamp, nav=nav, assets=assets or styled())


def equation_block(
    data: Mapping[str, Any], anchor: str, *, places: Mapping[str, equation.EquationPlace] | None = None,
    letters: Letters | None = None,
) -> str:
    """The block of a step; `anchor` is unique on the page.

    `places` are those of other steps by name: what the step rests on is a link to them, as far as they have one.
    `letters` are those of the page, beside the step's own.
    """
    return piece("equation", data, anchor, places or {}, letters or {})


def told_letters(letters: Letters) -> dict[str, dict[str, str]]:
    """The letters as the page's script tells them: sign, meaning, unit, value."""
    signs = signs_of(letters)
    return {
        name: {
            "sign": math(signs[name]), "meaning": letter["meaning"], "unit": letter["unit"],
            "value": letter.get("value", ""),
        }
        for name, letter in letters.items()
    }


def piece(macro: str, *values: Any) -> str:
    """One of the pieces that all pages share, by the name of its macro in ``pieces.html.j2``."""
    return str(getattr(_environment(_HERE).get_template("pieces.html.j2").module, macro)(*values)).strip()


@cache
def _environment(package: str) -> Any:
    """The templates of a package and the shared ones, with the filters that set mathematics."""
    try:
        jinja2: Any = import_module("jinja2")
    except ImportError:
        raise InputError("pages need Jinja2: pip install 'derivations[html]'") from None
    markup = import_module("markupsafe").Markup

    def trusted(function: Callable[..., str]) -> Callable[..., Any]:
        @wraps(function)
        def wrapped(*values: Any, **options: Any) -> Any:
            return markup(function(*values, **options))

        return wrapped

    def load(name: str) -> str | None:
        for each in dict.fromkeys((package, _HERE)):
            source = files(each) / _FOLDER / name
            if source.is_file():
                return source.read_text(encoding="utf-8")
        return None

    made = jinja2.Environment(
        loader=jinja2.FunctionLoader(load), autoescape=True, trim_blocks=True, lstrip_blocks=True,
        undefined=jinja2.StrictUndefined,
    )
    made.policies["json.dumps_kwargs"] = {"ensure_ascii": False}
    for function in (
        mathematics.prose, mathematics.formula, mathematics.displayed, mathematics.letter,
        equation.statement, self_link,
    ):
        made.filters[function.__name__] = trusted(function)
    made.filters |= {"joined": mathematics.joined, "python_of": equation.python_of, "places_of": equation.places_of}
    made.filters |= {"finding_words": lambda finding: _FINDINGS.get(finding, finding)}
    made.filters["sides"] = lambda *given: tuple(map(markup, equation.sides(*given)))
    made.filters |= {"told_letters": told_letters, "anchor": equation.anchor, "plural": plural}
    made.filters["name_in_words"] = name_in_words
    made.filters |= {"markdown": trusted(markdown_html), "sentence": sentence}
    made.filters["unbroken"] = mathematics.unbroken
    made.filters["code"] = lambda text: markup(highlighted(text, "python"))
    made.globals |= {"MARKS": MARKS, "UNMET": UNMET, "FINDINGS": _FINDINGS, "RULES": _RULES}
    return made
