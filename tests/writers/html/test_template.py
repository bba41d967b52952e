"""The page around a body, and the templates: text is escaped, data cannot break out of the page."""

import json
import sys

import pytest

from derivations.errors import InputError
from derivations.writers.html import template
from derivations.writers.html.assets import linked
from derivations.writers.html.equation import letters_table
from derivations.writers.html.template import page, piece


def test_page_has_landmarks_and_a_way_past_them() -> None:
    """Navigation, main part, and a link that skips to it; the title is escaped."""
    text = page("A < B", "<h1>A</h1>", "0a", nav='<a href="x.html">x</a>', assets=linked())
    assert "<title>A &lt; B</title>" in text
    order = ('class="skip" href="#main"', '<nav aria-label="Site">', '<main id="main"', "<h1>", "page.js")
    places = [text.index(part) for part in order]
    assert places == sorted(places)
    assert '<meta name="derivations-source" content="0a">' in text


def test_page_alone_has_no_script() -> None:
    """By default a page is text and style."""
    assert "<script" not in page("A", "")
    assert "<nav" not in page("A", "")


def test_data_cannot_end_their_element() -> None:
    """Whatever a meaning says, the page stays whole, and the script reads the same."""
    letters = {"x": {"latex": "x", "unit": "", "meaning": "</script><b>&amp;"}}
    element = piece("letters_data", letters)
    assert element.count("</script>") == 1
    told = json.loads(element.partition('id="letters">')[2].partition("</script>")[0])
    assert told["x"]["meaning"] == "</script><b>&amp;"


def test_text_is_escaped() -> None:
    """What goes into a template is text, unless it is mathematics that we set."""
    assert "<b>" not in letters_table({"x": {"latex": "x", "unit": "", "meaning": "<b>"}})


def test_without_jinja_the_error_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    """The package itself does without it."""
    template._environment.cache_clear()
    monkeypatch.setitem(sys.modules, "jinja2", None)
    with pytest.raises(InputError, match=r"pages need Jinja2: pip install 'derivations\[html\]'"):
        page("A", "")
    template._environment.cache_clear()


