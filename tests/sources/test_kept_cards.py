"""Cards that a reader keeps are found by their names, and stand in no table."""

from pathlib import Path

import pytest

from derivations.errors import CardError, InputError, UnknownNameError
from derivations.sources import kept_cards
from derivations.sources.catalog import load_catalog
from derivations.sources.kept_cards import kept_file, kept_folder, kept_names, place_to_keep

CARD = """
[sources.lab]
title = "Our laboratory"
standing = "measured"

[accelerators.mine]
title = "My chip"
source = "lab"
compute.fp32 = { number = 1, unit = "TFLOP/s/GPU" }
bandwidth = { number = 50, unit = "GB/s/GPU" }
capacity = { number = 64, unit = "GB/GPU" }
host_link = { number = 25, unit = "GB/s/GPU" }
"""


@pytest.fixture
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The file of a kept card."""
    monkeypatch.setenv("DERIVATIONS_CONFIG", str(tmp_path))
    file = place_to_keep(tmp_path / "cards", "mine")
    file.write_text(CARD, encoding="utf-8")
    return file


def test_the_folder_is_the_reader_s_own_unless_it_is_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("DERIVATIONS_CONFIG", str(tmp_path))
    assert kept_folder() == tmp_path / "cards"
    monkeypatch.setenv("DERIVATIONS_CONFIG", "")
    assert kept_folder() is None
    monkeypatch.delenv("DERIVATIONS_CONFIG")
    folder = kept_folder()
    assert folder is not None
    assert "derivations" in folder.parts


def test_a_kept_card_is_found_by_its_name(kept: Path) -> None:
    catalog = load_catalog()
    assert catalog.kept == kept.parent
    assert catalog.accelerator("mine").title == catalog.card("mine").title == "My chip"
    figure = catalog.card("mine").figure("host_link")
    assert (str(figure), figure.meaning) == ("25 GB/s per GPU", "link to the memory of the host, per direction")


def test_a_kept_card_stands_in_no_table(kept: Path) -> None:
    """What is built from all cards is the same on every machine."""
    catalog = load_catalog()
    assert "mine" not in catalog.accelerators
    assert "mine" not in catalog.names


def test_a_slip_in_its_name_is_told(kept: Path) -> None:
    with pytest.raises(UnknownNameError, match="did you mean mine"):
        load_catalog().accelerator("mien")


def test_a_given_file_comes_before_a_kept_one(kept: Path, tmp_path: Path) -> None:
    given = tmp_path / "given.toml"
    given.write_text(CARD.replace("My chip", "Another"), encoding="utf-8")
    assert load_catalog(given).accelerator("mine").title == "Another"


def test_a_kept_file_without_its_card_is_an_error_that_names_it(kept: Path) -> None:
    kept.write_text(CARD.replace("accelerators.mine", "accelerators.other"), encoding="utf-8")
    with pytest.raises(CardError, match=r"mine\.toml.*no accelerator of that name"):
        load_catalog().accelerator("mine")
    kept.write_text("broken [", encoding="utf-8")
    with pytest.raises(CardError, match=r"mine\.toml: no valid TOML"):
        load_catalog().accelerator("mine")
    assert load_catalog().accelerator("h100").title == "NVIDIA H100 SXM"


def test_no_name_leads_out_of_the_folder(kept: Path) -> None:
    (kept.parent.parent / "out.toml").write_text(CARD, encoding="utf-8")
    for name in ("../out", "/etc/passwd", "", ".", "a/b"):
        assert kept_file(kept.parent, name) is None
    assert kept_names(kept.parent) == ("mine",)


def test_nothing_is_kept_where_there_is_no_folder(tmp_path: Path) -> None:
    assert kept_names(tmp_path / "none") == kept_names(None) == ()
    assert kept_file(None, "mine") is None


def test_a_place_that_cannot_be_made_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    with pytest.raises(InputError, match=r"cannot write .*; DERIVATIONS_CONFIG names another folder"):
        place_to_keep(tmp_path / "file" / "cards", "mine")


def test_an_account_without_a_home_keeps_no_cards(monkeypatch: pytest.MonkeyPatch) -> None:
    def no_home(*_: object, **__: object) -> Path:
        raise RuntimeError("could not determine the home directory")

    monkeypatch.delenv("DERIVATIONS_CONFIG", raising=False)
    monkeypatch.setattr(kept_cards, "user_config_path", no_home)
    assert kept_folder() is None
    assert kept_names(kept_folder()) == ()
