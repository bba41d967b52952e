"""The text of a study: what is written is read again as the same."""

import tomllib
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from derivations import read_study, study_of
from derivations.claim.claim import Cards
from derivations.claim.study_file import study_text

TEXTS = st.text(st.characters(codec="utf-8", exclude_categories=["Cs"]), min_size=1, max_size=20)


def test_a_study_reads_back_as_what_was_typed(tmp_path: Path) -> None:
    """Cards, flags, values of every kind, premises and symbols."""
    path = tmp_path / "mine.toml"
    path.write_text(study_text(
        {"title": 'a "long" one', "accelerator": "H100:C_gpu=800 TFLOP/s", "as_said": False, "without": ["phi"]},
        {"set": {"L": "1k, 2k", "n": 2, "B": ["64", 128]}, "assume": {"kv-fetch": "t_kv = x_idx*B*L/W"},
         "symbols": {"x_idx": "[byte/token] index"}},
    ), encoding="utf-8")
    assert read_study(path) == study_of(
        title='a "long" one', cards=Cards("H100"), without="phi",
        values={"C_gpu": "800 TFLOP/s", "L": "1k, 2k", "n": 2, "B": [64, 128]},
        premises={"kv-fetch": "t_kv = x_idx*B*L/W"}, symbols="x_idx [byte/token] index",
    )


@pytest.mark.long
@given(st.dictionaries(TEXTS, TEXTS, max_size=4))
def test_any_text_is_written_so_that_it_reads_back(table: dict[str, str]) -> None:
    """Whatever stands in it."""
    assert tomllib.loads(study_text({"title": "any"}, {"set": table})).get("set", {}) == table
