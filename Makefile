# Set-up is done once, in .venv, and again when pyproject.toml changes. PYTHON=... names another Python, 3.11 or newer.

PYTHON ?= $(firstword $(foreach python,python3 python3.14 python3.13 python3.12 python3.11,$(shell \
	$(python) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $(python))) python3)
BIN := .venv/bin
PIP := $(BIN)/python -m pip --quiet --disable-pip-version-check install

.DEFAULT_GOAL := help
.PHONY: help bench test measure long mutate check reference screenshot clean

help: ## this list
	@sed -n 's/^\([a-z]*\):.*## /  make \1\t/p' $(MAKEFILE_LIST) | expand -t 20

bench: .venv/installed ## deal a shuffled shoe from a simulated shoe, live on the terminal
	@$(BIN)/coup bench

test: .venv/installed-dev ## run the tests
	@$(BIN)/python -m pytest

measure: .venv/installed-dev ## run the benchmarks, some ten minutes on a quiet machine, and write tests/bench/RESULTS.md
	@$(BIN)/python -m pytest -m measure -s tests/bench

long: .venv/installed-dev ## run the tests that take minutes: hundreds of kills, whole shoes, the cutting card anywhere
	@$(BIN)/python -m pytest -m measure -rP --ignore=tests/bench

mutate: .venv/installed-dev ## change core and shoe in thousands of small ways, and see that a test fails for each
	@$(BIN)/python -m tests.mutation

check: .venv/installed-dev ## style, types, who imports whom, and that the documents are true
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/python -m pytest tests/test_docs.py tests/test_examples.py tests/test_architecture_page.py tests/test_where_to_change.py

reference: .venv/installed ## write config/REFERENCE.md
	$(BIN)/python -m firmware.reference >config/REFERENCE.md

screenshot: .venv/installed-dev ## draw the picture of the display in the README anew; takes chromium and chromium-driver
	$(BIN)/python -m tests.display.screenshot deploy/display.webp

clean: ## remove .venv and everything else that can be made again
	rm -rf .venv build dist *.egg-info .*_cache .hypothesis .coverage
	find . -name __pycache__ -prune -exec rm -rf {} +

.venv/made:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || \
		{ echo "$(PYTHON) is no Python 3.11 or newer: install one, or name it with PYTHON=..." >&2; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || \
		{ echo "$(PYTHON) has no venv: install it (Debian: apt install python3-venv)" >&2; exit 1; }
	@echo "Setting up .venv (once) ..."
	@$(PYTHON) -m venv --clear .venv
	@touch $@

.venv/installed: pyproject.toml | .venv/made
	@$(PIP) --editable .
	@touch $@

.venv/installed-dev: pyproject.toml | .venv/made
	@$(PIP) --editable '.[dev]'
	@touch $@ .venv/installed
