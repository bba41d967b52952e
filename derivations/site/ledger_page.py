"""The ledger as a page: what was said, by whom and where, what follows from which numbers, and the verdict."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from html import escape
from typing import Any

from derivations.lecture.index import CLAIMS
from derivations.lecture.said import LECTURE
from derivations.show.html.shell import outside_link
from derivations.site.frame import Sheet
from derivations.site.letters import letters_of_claims, with_letters
from derivations.site.pieces import anchor, file_link, heading, listed, plural, table
from derivations.site.plan import derivation_file

_HEAD = ("said", "by", "about", "follows", "from", "verdict")
# adds the choice where scripts run; without one every row is shown
_SCRIPT = """
<script>
(function () {
  var rows = document.querySelectorAll("tr[data-kind]"), box = document.getElementById("pick");
  var kinds = ["all"];
  rows.forEach(function (row) { if (kinds.indexOf(row.dataset.kind) < 0) kinds.push(row.dataset.kind); });
  var label = document.createElement("label"), select = document.createElement("select");
  label.textContent = "Show published numbers: ";
  kinds.forEach(function (kind) { select.add(new Option(kind, kind)); });
  select.onchange = function () {
    rows.forEach(function (row) { row.hidden = select.value !== "all" && row.dataset.kind !== select.value; });
    document.querySelectorAll("div.table").forEach(function (part) {
      part.hidden = !part.querySelector("tr[data-kind]:not([hidden])");
    });
  };
  label.append(select);
  box.append(label);
}());
</script>
"""


def body(sheet: Sheet) -> str:
    """Every claim with its conditions, its published numbers, and what was rejected or only asserted."""
    claims = [sheet.data[name] for name in CLAIMS]
    counts = Counter(row["kind"] for claim in claims for row in claim["published"])
    total = plural(sum(counts.values()), "published number")
    told = ", ".join(f"{count} {kind}" for kind, count in counts.items())
    lecture = outside_link(LECTURE.url, "the lecture")
    lead = f"{plural(len(claims), 'claim')} with {total}: {escape(told)}. Times are those of {lecture}."
    parts = ["<h1>What was said, and what follows</h1>", f"<p>{lead}</p>", '<p id="pick"></p>']
    for claim in claims:
        parts += _claim(sheet, claim)
    return with_letters("\n".join([*parts, _SCRIPT]), letters_of_claims(sheet.data, CLAIMS))


def _claim(sheet: Sheet, claim: dict[str, Any]) -> Iterator[str]:
    yield heading(2, sheet.claim_link(claim["name"], escape(claim["title"])), anchor(claim["name"]))
    steps = file_link(derivation_file(claim["name"]), "every step")
    yield f'<p class="quiet">Lecture {escape(claim["chapter"])} · {steps}</p>'
    yield claim["formula"]
    if claim["conditions"]:
        yield f"<p>Holds if {' and '.join(claim['conditions'])}.</p>"
    yield f'<p><strong>{escape(claim["number"])}</strong>, {escape(claim["scenario"])}.</p>'
    yield f'<p>Verdict: {claim["verdict"]}.</p>'
    if claim["published"]:
        kinds = [{"data-kind": row["kind"]} for row in claim["published"]]
        caption = f"Published numbers of {claim['name']}"
        yield table(caption, _HEAD, map(_row, claim["published"]), stacked=True, attributes=kinds)
    if claim["rejects"]:
        items = [f"{item['because']}: {item['statement']}<span class=\"quiet\">{escape(item['verdict'])}</span>"
                 for item in claim["rejects"]]
        yield f"<details><summary>{plural(len(items), 'wrong statement')}, refuted</summary>{listed(items)}</details>"
    if claim["asserted"]:
        items = [escape(line) for line in claim["asserted"]]
        yield f"<details><summary>{plural(len(items), 'assertion')}, not derived</summary>{listed(items)}</details>"


def _row(row: dict[str, Any]) -> tuple[str, ...]:
    """Said, by whom and where, about which step, what follows, from which numbers, the verdict with a note."""
    mark = "✓" if row["kind"] == "reproduced" else "≠"
    note = f'<br><span class="quiet">{escape(row["note"])}</span>' if row["note"] else ""
    where = f'<br><span class="quiet">{escape(row["where"])}</span>' if row["where"] else ""
    return (
        f'{escape(row["said"])}<br><span class="quiet">{escape(row["rounding"])}</span>', f"{escape(row['by'])}{where}",
        f"<code>{escape(row['step'])}</code>", escape(row["derived"]), escape(row["basis"]),
        f"{mark} {escape(row['verdict'])}{note}",
    )
