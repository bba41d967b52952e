# make            set up, derive and check every claim, build the site in build/site; only what changed
# make test       set up, run the tests, the linter and the type checker
# make fresh      make again what is committed and is made, where something behind it changed: certificates, reviews, what
#                 Rocq accepts, notebooks, documents; `make fresh NAME` all of one claim
# make rocq       have the prover Rocq judge each claim as one theorem, from premises to its result; only what changed
# make test-long  what is too long for make test: every size and page, more claims, mutants and changes, the oldest SymPy;
#                 with PART=WORD the 48th of it that a word draws, and where the word is a commit the long tests of
#                 what it changes, as .ci/run does
# make release    build wheel and source archive in dist/ and check them as somebody gets them
# make test-wheel run the tests on that wheel, with each interpreter in INTERPRETERS (python3.11 python3.14); a part of
#                 them with TESTS=tests/cli
# make lab        build the engine that derives in a browser, for `derive lab` and the site; needs node and a network
# make jupyter    open the notebooks in JupyterLab
# make system     install pdflatex, a browser and the prover Rocq for the tests that need them (Debian)
PYTHON ?= python3
BIN := .venv/bin
READY := .venv/.ready
# what is installed only for those who ask for it: tests and notebooks that are run, fits, releases, JupyterLab
READY_TEST := .venv/.ready-test
READY_FIT := .venv/.ready-fit
READY_RELEASE := .venv/.ready-release
READY_NOTEBOOK := .venv/.ready-notebook
CHECKED := build/.checked
JUDGED := build/rocq/.judged
OLDEST := build/oldest
# What rests on SymPy: language, proofs, derivations, numbers, and every claim derived once, with each step, its statements,
# its verdict and what is published held to what the package ships of it; two claims under other premises. Left out is what
# stays the same whichever it is: text that is read and written, files, processes, cards, other provers; and the tests of
# single claims, which say in numbers of their own what the statements of their steps say.
ON_OLDEST := $(addprefix tests/,language proof derivation numbers claim) \
	$(patsubst %,tests/claims/test_%.py,every_claim) \
	$(patsubst %,tests/claims/lecture/test_%.py,pipeline_kv_changed train_interval_changed) \
	$(addprefix derivations/,language proof derivation numbers)
SAME_ON_EVERY := language/latex_reading language/printing \
	$(patsubst %,language/test_%.py,dimension display grammar hostile numerals prose tree unit) \
	$(patsubst %,numbers/test_%.py,format value value_lists written rounding random_values source numbers_line) \
	$(patsubst %,proof/test_%.py,cache interruption proof_store) \
	$(patsubst %,derivation/test_%.py,claimed mutation record stored stored_functions) \
	$(patsubst %,derivation/test_%.py,stored_lies stored_refused second_prover) \
	$(patsubst %,proof/test_%.py,worker z3_prover z3_prover_functions) \
	$(patsubst %,derivation/test_%.py,board_memory codec mutation_functions transcript) \
	$(patsubst %,claim/test_%.py,answer claim_file composition counts feasibility kept_review outline premises study_file)
# what is installed is compiled when it is first imported: most of it never is
INSTALL := -m pip install --quiet --disable-pip-version-check --no-compile --config-settings editable_mode=compat --editable
PYTEST := -m pytest --processes auto
# folders too, so that a file that is gone counts as a change
ENGINE := $(shell find derivations -not -path '*__pycache__*' \( -type d -o -name '*.py' -o -name '*.toml' -o -name '*.json' \))

AXE := build/axe/axe.min.js
AXE_VERSION := 4.14.1
AXE_HASH := 29348999450cdf2849a8e70b7912fc2da85a849da39c0d0d5394f51d4a9ed95c

# the words behind `fresh` are names of claims, and no targets
ifeq (fresh,$(firstword $(MAKECMDGOALS)))
NAMED := $(wordlist 2,$(words $(MAKECMDGOALS)),$(MAKECMDGOALS))
$(foreach name,$(NAMED),$(eval $(name):;@:))
endif

# what a process compiles the next one need not, also where that is switched off
unexport PYTHONDONTWRITEBYTECODE

.PHONY: all axe check lab site fresh screenshots fits rocq test test-long long-on-newest long-on-oldest long-rocq
.PHONY: test-wheel lint types bench bench-large
.PHONY: release system jupyter clean

# the site first: what it derives and evaluates anew for its pages need not be derived again to be checked
all: $(READY)
	@$(MAKE) --no-print-directory -j 1 site check

$(READY): pyproject.toml
	@echo "setting up .venv"
	@test -x $(BIN)/python || $(PYTHON) -m venv .venv
	@$(BIN)/python $(INSTALL) ".[html]"
	@touch $(READY)

$(READY)-%: $(READY)
	@echo "adding to .venv what the extra $* names"
	@$(BIN)/python $(INSTALL) ".[$*]"
	@touch $@

check: $(CHECKED)

$(CHECKED): $(READY) $(ENGINE)
	$(BIN)/derive check
	@mkdir -p build
	@touch $(CHECKED)

# every notebook, the ledger and what there is to look up, as pages that open offline; only what changed
site: $(READY)
	$(BIN)/derive site --anew -o build/site

# the engine for a browser: Pyodide and SymPy as they are published, compiled once; only what changed
lab: $(READY)
	$(BIN)/python scripts/lab/build.py build/lab

# certificates, reviews, what Rocq accepts, notebooks, documents: what no longer answers what its claim asks, and what
# would now be shown otherwise; `make fresh NAME` makes all of the claim of that name
fresh: $(READY_TEST)
	@$(BIN)/python scripts/fresh.py $(NAMED)

# the pictures of pages in README.md, from the site; needs Chromium
screenshots: site
	$(BIN)/python scripts/screenshots.py

# fit the efficiencies of GPUs to the measured serving rows again, and judge them by the rows of other models
fits: $(READY_FIT)
	$(BIN)/python scripts/fits.py

# have the prover Rocq judge each claim as one theorem, a file in build/rocq
rocq: $(JUDGED)

$(JUDGED): $(READY) $(ENGINE) scripts/rocq.py
	$(BIN)/python scripts/rocq.py
	@touch $(JUDGED)

# the types beside the tests: one process does not keep a second core busy
test: $(READY_TEST) lint
	@$(BIN)/mypy & types=$$!; $(BIN)/python $(PYTEST); tests=$$?; wait $$types && exit $$tests

# with more random examples, and with the engine on the oldest SymPy that is supported; all of it, or the part of a word
DRAWN = $(if $(PART),--part $(PART))
test-long: $(READY_TEST) $(READY_FIT) $(OLDEST)/.ready site
	@$(MAKE) --no-print-directory $(if $(PART),-j 2 --output-sync=target) long-on-newest long-on-oldest long-rocq

# a part at once: each of these keeps one process busy for as long as it collects
long-on-newest:
	HYPOTHESIS_PROFILE=long $(BIN)/python $(PYTEST) -m "long or hypothesis" $(DRAWN) tests

long-on-oldest:
	PYTHONPATH=$(CURDIR)/$(OLDEST) $(BIN)/python $(PYTEST) $(DRAWN) $(ON_OLDEST) $(SAME_ON_EVERY:%=--ignore=tests/%)

long-rocq: $(if $(PART),,rocq)
	$(if $(PART),$(BIN)/python scripts/rocq.py $$($(BIN)/python -m tests.part $(PART)))

# in front of the one that is installed: everything else is the same
$(OLDEST)/.ready: $(READY)
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --upgrade --target $(OLDEST) "sympy==1.13.*"
	@PYTHONPATH=$(OLDEST) $(BIN)/python -c "import sympy; assert sympy.__version__.startswith('1.13.')"
	@touch $(OLDEST)/.ready

# the script with which the tests of pages in Chromium look for what a reader with a screen reader would miss
axe: $(AXE)

$(AXE):
	@mkdir -p build/axe
	@cd build/axe && npm pack --silent axe-core@$(AXE_VERSION) > /dev/null && tar -xzf axe-core-$(AXE_VERSION).tgz
	@echo "$(AXE_HASH)  build/axe/package/axe.min.js" | sha256sum --check --quiet
	@mv build/axe/package/axe.min.js $(AXE)
	@rm -rf build/axe/package build/axe/axe-core-$(AXE_VERSION).tgz

# wheel and source archive, built, checked, and tried in a fresh environment
release: $(READY_RELEASE)
	$(BIN)/python scripts/release.py

test-wheel: $(READY_RELEASE)
	$(BIN)/python scripts/release.py tests $(INTERPRETERS) $(if $(TESTS),-- $(TESTS))

lint: $(READY_TEST)
	$(BIN)/ruff check .

types: $(READY_TEST)
	$(BIN)/mypy

# what a notebook shows is stored in it, and `make fresh` stores it
jupyter: $(READY_NOTEBOOK)
	$(BIN)/jupyter lab notebooks

system:
	bash scripts/system_packages.sh

# ratios measured side by side, each beside its aim
bench: $(READY_TEST)
	$(BIN)/python benchmarks/commands.py
	$(BIN)/python benchmarks/growth.py
	$(BIN)/python benchmarks/rederive.py
	$(BIN)/python benchmarks/sweep.py

# the memory of a sweep of 1e9 points beside one of 1e8, written to files of some gigabytes
bench-large: $(READY_TEST)
	$(BIN)/python benchmarks/sweep.py --large

clean:
	rm -rf build dist .venv
