"""Where the cards and the measurements of this package are."""

from pathlib import Path

CARDS = Path(__file__).parent / "cards.toml"
PASSES = Path(__file__).parent / "passes.csv"
