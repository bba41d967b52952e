"""The packaged catalog, read once for all tests of the package."""

import pytest

from derivations.sources.catalog import Catalog, load_catalog


@pytest.fixture(scope="session")
def catalog() -> Catalog:
    """The packaged cards."""
    return load_catalog()
