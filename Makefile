# `make` prints the targets; `make run` and `make test` need nothing but CPython 3.11-3.13, make and pip.
SHELL := /bin/sh
.DEFAULT_GOAL := help
.PHONY: help install page run demo test slow test-fleet test-page test-local test-compat guide check lint types hammer hammer-fleet mutants bench bench-fleet bench-local bench-peers gpu-check cog corpus crafts dist lock lock-local clean

PORT ?= 8000
DATA ?= .data
PYTHON ?= $(shell for p in python3 python3.13 python3.12 python3.11 python; do \
	$$p -c 'import sys; sys.exit(not (3, 11) <= sys.version_info < (3, 14))' >/dev/null 2>&1 && { echo $$p; break; }; done)
BIN := .venv/bin
# One more than there are cores: some tests wait for clocks and processes.
WORKERS ?= $(shell echo $$(( $$(nproc 2>/dev/null || echo 2) + 1 )))
# Whatever the environment says: modules are compiled once, not in every process of every test.
export PYTHONDONTWRITEBYTECODE :=
KILLS ?= 500
FULL ?=
PARTS ?=

help: ## print this
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/  make \1\t\2/p' $(MAKEFILE_LIST) | expand -t 18

install: .venv/installed ## set up .venv from requirements.lock, and the page
	@sh scripts/page.sh build "$(PYTHON)"
	@sh scripts/guide.sh build "$(PYTHON)"

PROJECTS := $(wildcard packages/*/pyproject.toml)

.venv/installed: requirements.lock pyproject.toml $(PROJECTS) scripts/install.sh
	@test -n "$(PYTHON)" || { echo "mediamill needs CPython 3.11, 3.12 or 3.13: install one, or say make PYTHON=/path/to/python"; exit 1; }
	@sh scripts/page.sh build "$(PYTHON)" & sh scripts/install.sh "$(PYTHON)" && touch .venv/installed; installed=$$?; wait; exit $$installed

page: ## build the page anew (needs a registry of npm packages)
	@sh scripts/page.sh rebuild "$(PYTHON)"

guide: ## build the documentation, which the service shows at /guide; installs Zensical in .guide
	@sh scripts/guide.sh rebuild "$(PYTHON)"

run: install ## start the service on PORT (8000), with a demo account
	@$(BIN)/mediamill serve --port $(PORT) --data-dir $(DATA) --demo

demo: install ## make one thing with every tool and model, shown in out/index.html
	@$(BIN)/python -m scripts.demo

test: install ## the tests (a few minutes)
	@$(BIN)/python -m compileall -q packages
	@$(BIN)/python -m pytest -q -n $(WORKERS) --dist loadgroup -m "not slow"

slow: install ## the slow suites (half an hour)
	@$(BIN)/python -m pytest -q -n $(WORKERS) --dist loadgroup -m slow

test-fleet: install ## the tests of a fleet on PostgreSQL, and what touches the database again on it (ten minutes; FULL=1: an hour)
	@WORKERS=$(WORKERS) FULL=$(FULL) bash scripts/ci/fleet.sh

test-page: install ## the tests of the page: types, units, and journeys in a real browser (seven minutes)
	@bash scripts/ci/page.sh

test-local: install ## the tests of local engines with tiny random weights, in .venv-local with torch (five minutes)
	@bash scripts/ci/local.sh

test-compat: install ## stories with other services' own clients through our doors (a minute; needs an index)
	@bash scripts/compat.sh

check: lint types test ## format, lint, types, tests: what has to pass

lint: install
	@$(BIN)/ruff format --check .
	@$(BIN)/ruff check .
	@[ ! -x node_modules/.bin/biome ] || sh scripts/page.sh run biome check --error-on-warnings .

types: install
	@$(BIN)/mypy
	@$(BIN)/mypy --python-version 3.10 --config-file pyproject.toml packages/mediamill-client/src

hammer: install ## kill everything 500 times under load, then prove the books (20 minutes)
	@$(BIN)/python -m tests.reliability.hammer --kills $(KILLS)

hammer-fleet: install ## the same for two API processes, two workers and PostgreSQL (half an hour)
	@$(BIN)/python -m tests.fleet.hammer --kills $(KILLS)

mutants: install ## put a thousand small faults into money, states, deliveries, keys and guard: the tests have to notice
	@$(BIN)/python -m scripts.mutants $(PARTS)

bench: install ## measure the service on this machine
	@$(BIN)/python -m scripts.bench

bench-fleet: install ## measure PostgreSQL beside SQLite, and one process beside several
	@$(BIN)/python -m scripts.bench_fleet

bench-local: install ## measure what the service adds to a local engine (installs .venv-local)
	@bash scripts/local.sh install
	@bash scripts/local.sh python -m scripts.bench_local

bench-peers: install ## measure it beside BentoML, Celery, Ray Serve and Cog (installs them in ~/.cache/mediamill)
	@$(BIN)/python -m scripts.peers

gpu-check: install ## full-size models of random numbers on this machine's GPUs: time, memory, faults (skipped where there is none)
	@if ls /dev/nvidia[0-9]* >/dev/null 2>&1; then \
		bash scripts/local.sh install && bash scripts/local.sh python -m scripts.gpu_check; \
	else echo "gpu-check: skipped: no GPU is here (/dev/nvidia0)"; fi

cog: install ## install Cog in ~/.cache/mediamill, for the tests of the engine of that name
	@$(BIN)/python -m scripts.peers --install Cog

corpus: install ## 200 odd prompts through everything that takes text (a quarter of an hour)
	@$(BIN)/python -m scripts.corpus

crafts: install ## measure speed and memory of every craft
	@$(BIN)/python -m scripts.measure_crafts

dist: install ## build every package, try each installation in an empty environment (needs an index)
	@bash scripts/ci/dist.sh

lock: ## resolve requirements.lock anew (needs uv); mediamill-local needs mediamill alone, its extras are never in it
	@uv pip compile $(filter-out packages/mediamill-local/%,$(PROJECTS)) --all-extras --group dev --universal --python-version 3.11 --generate-hashes \
		--no-emit-index-url --no-emit-find-links --no-annotate --custom-compile-command "make lock" \
		$(foreach package,$(notdir $(patsubst %/,%,$(dir $(PROJECTS)))),--no-emit-package $(package)) -o requirements.lock

lock-local: ## resolve the packages of .venv-local anew (needs uv)
	@bash scripts/local.sh lock

clean: ## remove the environment and caches (not the data folder)
	@rm -rf .venv .venv-local .venv-compat .guide .node node_modules packages/mediamill/src/mediamill/http/static/guide \
		packages/mediamill/src/mediamill/http/static/page dist .mypy_cache .ruff_cache .pytest_cache .hypothesis out
