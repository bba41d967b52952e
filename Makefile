# make            set up, derive and check every claim, build the site in build/site; only what changed
# make test       set up, run the tests, the linter and the type checker
# make test-full  what is too long for make test: every size, page, claim, mutant and change, and the oldest SymPy
# make system     install pdflatex and a browser for the tests that look at PDF files and pages (Debian)
PYTHON ?= python3
BIN := .venv/bin
READY := .venv/.ready
CHECKED := build/.checked
OLDEST := .venv-oldest
# what is installed is compiled when it is first imported: most of it never is
INSTALL := -m pip install --quiet --disable-pip-version-check --no-compile --editable ".[notebook,prove,test]"
PYTEST := -m pytest -n logical --dist loadgroup --no-loadscope-reorder
# folders too, so that a file that is gone counts as a change
ENGINE := $(shell find derivations -not -path '*__pycache__*' \( -type d -o -name '*.py' -o -name '*.toml' \))

AXE := build/axe/axe.min.js
AXE_VERSION := 4.14.1
AXE_HASH := 29348999450cdf2849a8e70b7912fc2da85a849da39c0d0d5394f51d4a9ed95c

.PHONY: all axe check site notebooks readme test test-full lint types bench system clean

all: check site

$(READY): pyproject.toml
	@echo "setting up .venv"
	@test -x $(BIN)/python || $(PYTHON) -m venv .venv
	@$(BIN)/python $(INSTALL)
	@touch $(READY)

check: $(CHECKED)

$(CHECKED): $(READY) $(ENGINE)
	$(BIN)/derive check
	@mkdir -p build
	@touch $(CHECKED)

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
	$(BIN)/python $(PYTEST)

# with more random examples, and with the engine on the oldest SymPy that is supported
test-full: $(READY) $(OLDEST)/.ready
	HYPOTHESIS_PROFILE=full $(BIN)/python $(PYTEST) -m "full or hypothesis"
	$(OLDEST)/bin/python $(PYTEST) tests/language tests/search tests/numbers tests/claim tests/lecture tests/show/latex derivations

$(OLDEST)/.ready: pyproject.toml
	@test -x $(OLDEST)/bin/python || $(PYTHON) -m venv $(OLDEST)
	@$(OLDEST)/bin/python $(INSTALL) "sympy==1.13.*"
	@touch $(OLDEST)/.ready

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

system:
	bash scripts/system_packages.sh

bench: $(READY)
	$(BIN)/python benchmarks/derive.py
	$(BIN)/python benchmarks/rederive.py

clean:
	rm -rf build .venv .venv-oldest
