# make         set up, derive and check every claim, build the site in build/site
# make test    set up, run the tests, the linter and the type checker
# make system  install pdflatex and a browser for the tests that look at PDF files and pages (Debian)
PYTHON ?= python3
BIN := .venv/bin
READY := .venv/.ready

AXE := build/axe/axe.min.js
AXE_VERSION := 4.14.1
AXE_HASH := 29348999450cdf2849a8e70b7912fc2da85a849da39c0d0d5394f51d4a9ed95c

.PHONY: all axe check site notebooks readme test lint types test-oldest bench system clean

all: check site

$(READY): pyproject.toml
	@echo "setting up .venv"
	@test -x $(BIN)/python || $(PYTHON) -m venv .venv
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable ".[notebook,prove,test]"
	@touch $(READY)

check: $(READY)
	$(BIN)/derive check

# every notebook, the ledger and what there is to look up, as pages that open offline; only what changed
site: $(READY)
	$(BIN)/derive site -o build/site

# run every notebook again and store what it prints
notebooks: $(READY)
	$(BIN)/python -m derivations.site.notebooks execute

# fill the derived parts of README.md again
readme: $(READY)
	$(BIN)/python scripts/readme.py

test: $(READY) lint types
	$(BIN)/python -m pytest -n auto

# the script with which the tests of pages in Chromium look for what a reader with a screen reader would miss
axe: $(AXE)

$(AXE):
	@mkdir -p build/axe
	@cd build/axe && npm pack --silent axe-core@$(AXE_VERSION) > /dev/null && tar -xzf axe-core-$(AXE_VERSION).tgz
	@echo "$(AXE_HASH)  build/axe/package/axe.min.js" | sha256sum --check --quiet
	@mv build/axe/package/axe.min.js $(AXE)
	@rm -rf build/axe/package build/axe/axe-core-$(AXE_VERSION).tgz

lint: $(READY)
	$(BIN)/ruff check .

types: $(READY)
	$(BIN)/mypy

# the engine on the oldest SymPy that is supported
test-oldest: pyproject.toml
	@test -x .venv-oldest/bin/python || $(PYTHON) -m venv .venv-oldest
	@.venv-oldest/bin/python -m pip install --quiet --disable-pip-version-check --editable ".[notebook,prove,test]" "sympy==1.13.*"
	.venv-oldest/bin/python -m pytest -n auto tests/language tests/search tests/numbers tests/claim tests/lecture tests/show/latex/test_latex.py tests/show/latex/test_latex_text.py derivations

system:
	bash scripts/system_packages.sh

bench: $(READY)
	$(BIN)/python benchmarks/derive.py
	$(BIN)/python benchmarks/rederive.py

clean:
	rm -rf build .venv .venv-oldest
