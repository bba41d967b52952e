"""The whole page around a body: head, navigation, main part; light and dark, on a phone, in print, by keyboard."""

from __future__ import annotations

from html import escape

from derivations.show.html.assets import Assets, styled


def outside_link(address: str, text: str) -> str:
    """A link to an address of the web, `text` as HTML; without such an address the text alone."""
    if not address.startswith(("https://", "http://")):
        return text
    return f'<a href="{escape(address)}" rel="noreferrer">{text}</a>'


_SHELL = """<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="derivations-source" content="{stamp}">
<title>{title}</title>
{head}
</head>
<body>
<a class="skip" href="#main">Skip to the main part</a>
{nav}<main id="main" tabindex="-1">
{body}
</main>
{end}</body>
</html>
"""


def page(title: str, body: str, stamp: str = "", *, nav: str = "", assets: Assets | None = None) -> str:
    """A whole page around a body.

    `nav` is the inner HTML of the navigation; `assets` are style, script and font, by default the style alone.
    """
    chosen = styled() if assets is None else assets
    end = f"{chosen.end}\n" if chosen.end else ""
    return _SHELL.format(
        title=escape(title), head=chosen.head, body=body, stamp=escape(stamp), end=end,
        nav=f'<header class="site"><nav aria-label="Site">{nav}</nav></header>\n' if nav else "",
    )
