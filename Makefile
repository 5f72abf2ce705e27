# LLARS' commands. Everything lives in .venv/ and var/; removing both begins anew.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
RUN_READY := $(VENV)/.ready-run
TEST_READY := $(VENV)/.ready-test
MODEL ?=

.PHONY: run test check bench setup test-setup local-model lock messages help

help:           ## what there is
	@grep -E '^[a-z-]+: .*##' $(MAKEFILE_LIST) | sed -E 's/: .*##/:/' | column -t -s:

run: $(RUN_READY)  ## set everything up and serve it, until Ctrl-C
	@exec $(BIN)/python -m llars.serve

setup: $(RUN_READY)  ## install what running needs

$(BIN)/python:
	@command -v $(PYTHON) >/dev/null || { echo "Python 3.11 or newer is needed (PYTHON=... names it)."; exit 1; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo "Python 3.11 or newer is needed; $(PYTHON) is older. PYTHON=... names another."; exit 1; }
	$(PYTHON) -m venv $(VENV)

# The stamp is written last, so that an interrupted installation is taken up again.
$(RUN_READY): $(BIN)/python requirements.txt
	@./scripts/install requirements.txt
	@touch $@

$(TEST_READY): $(RUN_READY) requirements/test.txt requirements/mysql.txt scripts/install-test
	@./scripts/install requirements/test.txt
	@./scripts/install-test
	@touch $@

test-setup: $(TEST_READY)

test: $(TEST_READY)  ## run the tests
	@./scripts/test $(ARGS)

check: $(TEST_READY)  ## linters, types, architecture, translations, migrations
	@./scripts/check

bench: $(TEST_READY)  ## ratios against a bare loop, measured in one run
	@$(BIN)/python -m tests.benchmarks $(ARGS)

local-model: $(RUN_READY)  ## install llama.cpp for LLARS_LOCAL_MODEL
	@./scripts/install requirements/local.txt

lock:           ## pin the requirements anew
	$(BIN)/uv pip compile -q --no-header --no-emit-index-url requirements/base.in -o requirements.txt
	$(BIN)/uv pip compile -q --no-header --no-emit-index-url requirements/test.in -o requirements/test.txt

messages: $(TEST_READY)  ## gather and compile the texts to translate (needs gettext)
	$(BIN)/python manage.py makemessages -l de -l en --no-location --no-obsolete -i .venv -i tests -i var
	$(BIN)/python manage.py compilemessages -l de -l en -i .venv
