"""The numbers of the lecture on a terminal."""

from derivations.claims.spoken import spoken_numbers, versions_told
from derivations.writers.terminal import Style

from .texts import spoken_text, versions_text


def test_each_row_names_its_claims_or_its_reason() -> None:
    text = " ".join(spoken_text(spoken_numbers(), Style(width=2000)).split())
    for row in spoken_numbers():
        assert row.said in text
        assert (", ".join(row.claims) or row.reason) in text


def test_each_version_stands_with_who_gave_it() -> None:
    """And which one is followed, and why."""
    text = " ".join(versions_text(versions_told(), Style(width=100)).split())
    for topic in versions_told():
        assert f"followed: {topic.follow}; {topic.why}" in text
        assert all(f"{version.says}: {version.by}" in text for version in topic.versions)


def test_no_line_is_wider_than_the_screen() -> None:
    style = Style(width=80)
    text = spoken_text(spoken_numbers(), style) + versions_text(versions_told(), style)
    assert max(map(len, text.splitlines())) <= 80
