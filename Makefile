# Every task is one word after `make`.
# Needs python3 (3.11 or newer) and make; everything else is installed into .venv.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
SAMPLE ?= 200
SECONDS ?= 300
SEED ?= 1
CUTS ?= 1000
KILLS ?= 1000
GAMES ?= 1000000
DEALS ?= 100
LIMIT ?= 1
GUILDS ?= 100000
SHARDS ?= 64
PROCESSES ?= 4
NODE_CLIENTS := tests/local_discord/clients
PYTHONS ?= 3.11 3.12 3.13 3.14
PIP := $(BIN)/python -m pip --quiet --disable-pip-version-check
# What other code may import: pdoc leaves out names that __all__ does not list.
API := engine engine.rules engine.solver rendering local_discord local_discord.testing bot '!bot.chat' '!bot.store.migrations'

.PHONY: help setup setup-dev clients run test lint unit test-pythons test-bounds chaos audit image-commands mutants bench bench-solver docs texts game check-game sheet lock clean

help: ## Show this list.
	@sed -n 's/^\([a-z0-9-]*\):.*## /\1\t/p' $(MAKEFILE_LIST) | expand -t 16

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(0 if sys.version_info >= (3, 11) else "Patience needs Python 3.11 or newer; this is " + sys.version.split()[0] + ". Try: make PYTHON=python3.12 setup")'
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || { echo "This python3 cannot make virtual environments; on Debian or Ubuntu: apt install python3-venv" >&2; exit 1; }
	@$(PYTHON) -m venv $(VENV)

$(VENV)/.run-ready: requirements.txt | $(BIN)/python
	@echo "Installing what the bot needs into $(VENV) ..."
	@$(PIP) install --require-hashes --only-binary :all: -r requirements.txt
	@touch $@

$(VENV)/.solver-ready: $(VENV)/.run-ready $(shell find engine/solver -name '*.py')
	@$(BIN)/python -m bot compile
	@touch $@

$(VENV)/.dev-ready: requirements-dev.txt | $(BIN)/python
	@echo "Installing what the tests need into $(VENV) ..."
	@$(PIP) install --require-hashes --only-binary :all: -r requirements-dev.txt
	@touch $@

# python-chess comes as source only; it is measured against, never shipped or tested with.
$(VENV)/.bench-ready: requirements-bench.txt | $(BIN)/python
	@echo "Installing what the benchmarks compare with into $(VENV) ..."
	@$(PIP) install --require-hashes -r requirements-bench.txt
	@touch $@

$(VENV)/.mutants-ready: requirements-mutants.txt | $(BIN)/python
	@echo "Installing the mutation tester into $(VENV) ..."
	@$(PIP) install --require-hashes --only-binary :all: -r requirements-mutants.txt
	@touch $@

$(VENV)/.rates-ready: requirements-rates.txt | $(BIN)/python
	@echo "Installing what measures win rates into $(VENV) ..."
	@$(PIP) install --require-hashes --only-binary :all: -r requirements-rates.txt
	@touch $@

$(VENV)-clients/.ready: requirements-clients.txt | $(BIN)/python
	@echo "Installing other Discord clients into $(VENV)-clients ..."
	@$(BIN)/python -m venv $(VENV)-clients
	@$(VENV)-clients/bin/python -m pip --quiet --disable-pip-version-check \
		install --require-hashes --only-binary :all: -r requirements-clients.txt
	@touch $@

$(VENV)-audit/.ready: requirements-audit.txt | $(BIN)/python
	@echo "Installing the auditor of dependencies into $(VENV)-audit ..."
	@$(BIN)/python -m venv $(VENV)-audit
	@$(VENV)-audit/bin/python -m pip --quiet --disable-pip-version-check \
		install --require-hashes --only-binary :all: -r requirements-audit.txt
	@touch $@

$(NODE_CLIENTS)/node_modules/.ready: $(NODE_CLIENTS)/package-lock.json
	@echo "Installing discord.js into $(NODE_CLIENTS)/node_modules ..."
	@cd $(NODE_CLIENTS) && npm ci --silent --ignore-scripts --no-audit --no-fund && touch node_modules/.ready \
		|| echo "npm could not install discord.js; its test is skipped."

setup: $(VENV)/.run-ready $(VENV)/.solver-ready ## Make .venv with all the bot needs.

setup-dev: setup $(VENV)/.dev-ready $(VENV)/.rates-ready ## The same, and what tests and benchmarks need.

clients: $(VENV)-clients/.ready $(NODE_CLIENTS)/node_modules/.ready ## Install other Discord clients to test local_discord with.

run: setup ## Start the bot (without a token: on a local Discord).
	@$(BIN)/python -m bot run

lint: setup-dev ## Format, lint, types and import rules.
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports

unit: setup-dev ## Run the quick tests, or those in TESTS=tests/folder.
	$(BIN)/python -m pytest -n 2 --ignore tests/e2e $(TESTS)

test: lint clients ## Prove everything.
	$(BIN)/python -m pytest -n 2

# A version of pyenv counts as installed, whether it is active or not.
test-pythons: ## Run the quick tests, or TESTS, on each version in PYTHONS that is installed.
	@for version in $(PYTHONS); do \
		export PYENV_VERSION=$$version; \
		if python$$version -c '' 2>/dev/null; then \
			echo "Python $$version:"; \
			$(MAKE) --no-print-directory PYTHON=python$$version VENV=.venv-$$version unit || exit 1; \
		else \
			echo "Python $$version: not installed, skipped"; \
		fi; \
	done

test-bounds: setup-dev ## Prove that the solver's compiled code stays within its arrays.
	NUMBA_BOUNDSCHECK=1 $(BIN)/python -m pytest tests/engine/solver/test_bounds.py

chaos: setup-dev ## Let eight players play while everything goes wrong, for SECONDS, by SEED.
	@$(BIN)/python -m tests.e2e.chaos --seconds $(SECONDS) --seed $(SEED)

audit: $(VENV)-audit/.ready ## Look up the dependencies among known vulnerabilities, at osv.dev.
	@$(VENV)-audit/bin/pip-audit --vulnerability-service osv --disable-pip --require-hashes \
		--requirement requirements-dev.txt --requirement requirements-rates.txt

image-commands: setup-dev ## Run the Dockerfile's commands in a clean folder, and the bot in it.
	@$(BIN)/python -m tests.deploy.image

.PHONY: kills
kills: setup-dev ## Kill the bot KILLS times while eight press, on each database, by SEED.
	@$(BIN)/python -m tests.e2e.kills --kills $(KILLS) --seed $(SEED)

.PHONY: powercut
powercut: setup-dev ## Cut the power CUTS times while eight players play on SQLite, by SEED.
	@$(BIN)/python -m tests.powercut --cuts $(CUTS) --seed $(SEED)

mutants: setup-dev $(VENV)/.mutants-ready ## Test the tests of ROOMS (engine service store) on SAMPLE mutants of each.
	@$(BIN)/python -m tools.mutants --sample $(SAMPLE) $(ROOMS)

bench: setup-dev $(VENV)/.bench-ready ## Print benchmark figures.
	$(BIN)/python -m benchmarks

bench-solver: setup-dev ## Print what the solver decides, and how fast.
	$(BIN)/python -m benchmarks.solver

.PHONY: truth
truth: setup-dev ## Compare our win rates with the published ones: DEALS of each, LIMIT seconds a deal.
	@$(BIN)/python -m tools.truth --deals $(DEALS) --seconds $(LIMIT)

.PHONY: bench-scale
bench-scale: setup-dev ## Measure GUILDS servers on SHARDS shards and PROCESSES processes; one is killed.
	@$(BIN)/python -m benchmarks.scale --guilds $(GUILDS) --shards $(SHARDS) --processes $(PROCESSES)

.PHONY: bench-growth
bench-growth: setup-dev ## Measure databases of GAMES finished games, kept in build/growth.
	@$(BIN)/python -m benchmarks.growth --games $(GAMES)

docs: setup-dev ## Write the pages of games and of win rates, and the API reference into build/api.
	$(BIN)/python -m tools.game_pages
	$(BIN)/python -m tools.winnability
	$(BIN)/python -m pdoc --docformat google --output-directory build/api $(API)

texts: setup-dev ## Update the catalogues of texts; ADD=pl begins those of a language.
	@$(BIN)/python -m tools.catalogues $(ADD)

game: setup-dev ## Write what follows from the declaration of GAME: page, texts, pictures.
	$(BIN)/python -m tools.game_pages
	$(BIN)/python -m tools.winnability
	@$(BIN)/python -m tools.catalogues
	$(BIN)/python -m tests.rendering.references $(GAME)

check-game: setup-dev ## Run the tests of GAME, and of what is written from it.
	$(BIN)/ruff format --check engine/games tests/engine/games
	$(BIN)/ruff check engine/games tests/engine/games
	$(BIN)/python -m pytest tests/engine tests/rendering tests/i18n tests/docs/test_pages.py \
		tests/test_readme.py tests/tools/test_winnability.py \
		-k "$(GAME) or $(subst -,_,$(GAME)) or i18n or page or readme or catalogue"

sheet: setup-dev ## Draw all games in all themes, many on a page, into build/sheet.
	@$(BIN)/python -m tools.contact_sheet build/sheet

lock: ## Pin the dependencies again (needs uv).
	uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-header pyproject.toml -o requirements.txt
	uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-header --extra dev -c requirements.txt pyproject.toml -o requirements-dev.txt
	printf 'chess>=1.11\n' | uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-header - -o requirements-bench.txt
	printf 'discord.py>=2.7.1\ndisnake>=2.12.2\nhikari>=2.7\nzstandard>=0.25\n' | uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-header - -o requirements-clients.txt
	printf 'pip-audit>=2.10.1\n' | uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-header - -o requirements-audit.txt
	uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-header --extra rates -c requirements-dev.txt pyproject.toml -o requirements-rates.txt
	printf 'mutmut>=3.8.1\n' | uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-header -c requirements-dev.txt - -o requirements-mutants.txt

clean: ## Remove what was installed, built and cached.
	rm -rf $(VENV) $(VENV)-clients $(VENV)-audit $(NODE_CLIENTS)/node_modules $(PYTHONS:%=.venv-%) build .mypy_cache .pytest_cache .ruff_cache .hypothesis
