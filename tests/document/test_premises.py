"""The premises of claims as text, as Markdown and as data."""

import json
from collections.abc import Sequence

import pytest

from derivations import Alternative, Claim, Notation, Premise, Quantity, Said
from derivations.claim.premises import TakenPremise, premises_of
from derivations.claims.index import CLAIMS, find_claim
from derivations.document.schema import SCHEMA
from derivations.language.display import in_markdown
from derivations.writers.html.markdown import markdown_html
from derivations.writers.terminal import Style

from ..claim.small import claim
from .texts import premises_data, premises_markdown, premises_text

ALL = [find_claim(name) for name in CLAIMS]
BYTES = find_claim("kv-bytes")


@pytest.fixture(scope="module")
def everything() -> tuple[TakenPremise, ...]:
    """Of all claims."""
    return premises_of(ALL)


@pytest.fixture(scope="module")
def of_bytes() -> tuple[TakenPremise, ...]:
    """Of one claim, which shares some with others."""
    return premises_of([BYTES], beside=ALL)


def flat(text: str) -> str:
    """The words of a text."""
    return " ".join(text.split())


def relations(found: Sequence[TakenPremise]) -> list[str]:
    """Every relation, of premises and of alternatives."""
    return [str(one.relation) for item in found for one in (item, *item.choices)]


@pytest.mark.long
def test_everything_that_is_known_of_a_premise_is_told(everything: tuple[TakenPremise, ...]) -> None:
    """Name, claims, relation, reason, source; and the same of each alternative."""
    words = flat(premises_text(ALL, everything))
    for item in everything:
        assert f"{item.premise.name} in {', '.join(item.claims)} {item.relation}" in words
        for choice in item.choices:
            assert f"or {choice.alternative.name} {choice.relation} {choice.alternative.because}" in words
        for told in (item.premise, *item.premise.alternatives):
            assert flat(told.because) in words
            assert not told.source or f"source: {told.source}" in words
    choices = sum(len(item.choices) for item in everything)
    assert words.startswith(f"Premises of {len(ALL)} claims: {len(everything)} premises, {choices} named alternatives ")


def test_a_quantity_that_comes_along_has_unit_and_meaning_and_says_what_gives_it_a_number(
    everything: tuple[TakenPremise, ...],
) -> None:
    """The cards of all models, those of some, or the reader, with the option to give it by."""
    words = flat(premises_text(ALL, everything))
    meanings = {quantity.name: quantity.meaning for item in everything
                for alternative in item.premise.alternatives for quantity in alternative.quantities}
    for name, unit, told in (
        ("f_attn", "FLOP·sequence/token^2", "on the card of every model"),
        ("n_copies", "1", 'give it by `--set n_copies="..."`'),
        ("d_latent", "1/token", "on the cards of `deepseek-v3`, `kimi-k2`, `deepseek-v2`; for"),
    ):
        assert f"brings {name} [{unit}], {flat(meanings[name])}: {told}" in words
    assert 'for another model give it by `--set d_latent="... 1/token"`' in words


def test_of_one_claim_it_is_told_which_others_share_a_premise(of_bytes: tuple[TakenPremise, ...]) -> None:
    """Nothing stands beside a premise that is its own."""
    lines = premises_text([BYTES], of_bytes).splitlines()
    assert lines[0].startswith(f"Premises of kv-bytes: {len(of_bytes)} premises, ")
    (line,) = (each for each in lines if each.startswith("roofline  also in "))
    shared = {name.strip(",") for name in line.removeprefix("roofline  also in ").split()}
    assert {"optimal-batch", "train-interval"} <= set(" ".join(lines[lines.index(line) :]).replace(",", " ").split())
    assert shared <= set(CLAIMS)
    assert "kv-bytes" not in line
    assert "cache-layout" in lines


def test_the_end_says_how_to_use_it(of_bytes: tuple[TakenPremise, ...]) -> None:
    """The option in both forms, and that number formats have options of their own."""
    for text in (premises_text([BYTES], of_bytes), premises_markdown([BYTES], of_bytes)):
        end = flat(text.replace("`", ""))[-400:]
        assert "--assume PREMISE=ALTERNATIVE" in end
        assert '--assume PREMISE="RELATION"' in end
        assert end.endswith("choose them with --compute, --weights and --cache.")


def test_a_claim_with_one_premise_and_a_number_of_its_own() -> None:
    """Words in the singular; and a claim that values what an alternative brings."""
    own = Quantity("x_own", "", "a share")
    notation = Notation.of("t [s] time\nu [s] another").extended([own])
    other = Alternative("shared", "t = x_own*u", "why not", quantities=(own,))
    mine = Claim("mine", notation, lambda board: board.take(Premise("load", "t = u", alternatives=(other,))),
                 defaults={"x_own": Said("2", "somebody", "p. 1")})
    words = flat(premises_text([mine], premises_of([mine])))
    assert words.startswith("Premises of mine: 1 premise, 1 named alternative load t = u or shared t = x_own*u why not")
    assert "brings x_own [1], a share: the claim has a number for it" in words
    assert premises_text([claim()], premises_of([claim()])).startswith(
        "Premises of cold-start: 1 premise, 0 named alternatives\n\nload\n  t = S/W\n"
    )


@pytest.mark.parametrize("width", [60, 80, 120])
def test_the_text_keeps_to_the_width(everything: tuple[TakenPremise, ...], width: int) -> None:
    """And wrapping loses no word; a formula without a space in it is not torn apart."""
    text = premises_text(ALL, everything, Style(width=width))
    assert [line for line in text.splitlines() if len(line) > width and " " in line.strip()] == []
    assert all(line == line.rstrip() for line in text.splitlines())
    assert flat(text) == flat(premises_text(ALL, everything))


def test_colour_adds_nothing_but_colour(of_bytes: tuple[TakenPremise, ...]) -> None:
    """Names are painted."""
    painted = premises_text([BYTES], of_bytes, Style(paint=lambda text, role: f"<{role}>{text}</>"))
    assert "<name>roofline</>" in painted
    assert "<name>no-overlap</>" in painted
    for mark in ("<name>", "<dim>", "<title>", "</>"):
        painted = painted.replace(mark, "")
    assert painted == premises_text([BYTES], of_bytes)


def test_markdown_has_every_relation_as_mathematics(everything: tuple[TakenPremise, ...]) -> None:
    """Of a premise as an equation of its own, of an alternative in its line; names of letters in prose as letters."""
    text = premises_markdown(ALL, everything)
    for item in everything:
        assert f"**{item.premise.name}**" in text
        assert f"$$\n{item.relation.latex}\n$$" in text
        for choice in item.choices:
            assert f"- or {in_markdown(choice.alternative.name)}: ${choice.relation.latex}$" in text
            for one in choice.brings:
                name = one.quantity.name
                assert f"brings ${one.quantity.latex}$ [" in text or f"brings {name} [" in text
    (memory,) = (item for item in everything if item.premise.name == "memory-time")
    assert {"optimal-batch", "train-interval", "kv-bytes"} <= set(memory.claims)
    assert f"in {', '.join(memory.claims)}" in text
    assert "source: lecture 0:07:27" in text
    assert '`--set n_copies="..."`' in text


@pytest.mark.long
def test_the_markdown_makes_a_page(everything: tuple[TakenPremise, ...]) -> None:
    """Every formula becomes one of the page, and no dollar is left over."""
    html = markdown_html(premises_markdown(ALL, everything))
    assert html.count("<math") >= len(relations(everything))
    assert "$" not in html
    assert html.count("<li>") > sum(len(item.choices) for item in everything)


def test_as_plain_data(everything: tuple[TakenPremise, ...]) -> None:
    """All of it, and nothing that JSON cannot hold."""
    data = json.loads(json.dumps(premises_data(ALL, everything)))
    assert (data["schema"], data["claims"]) == (SCHEMA, list(CLAIMS))
    assert [item["name"] for item in data["premises"]] == [item.premise.name for item in everything]
    found = [entry["relation"] for item in data["premises"] for entry in (item, *item["alternatives"])]
    assert found == relations(everything)
    brought = {
        quantity["name"]: quantity
        for item in data["premises"]
        for other in item["alternatives"]
        for quantity in other["quantities"]
    }
    assert brought["n_copies"]["cards"] is None
    assert brought["n_copies"]["to_be_set"] is True
    assert "deepseek-v3" in brought["d_latent"]["cards"]
    assert brought["d_latent"]["to_be_set"] is False
    assert all(quantity["meaning"] and quantity["latex"] for quantity in brought.values())
