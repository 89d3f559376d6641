PORT ?= 8000
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
MO := locale/en/LC_MESSAGES/django.mo

# Where it is set, each process compiles every module again, which doubles the start of each.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: up model bench-extra test test-long check lock messages clean
.DEFAULT_GOAL := up

up: $(VENV)/.runtime $(MO)
	@exec $(BIN)/python -m companion.embedded.supervisor --port $(PORT)

# Each worker brings up a database, a broker and an embedder of its own. One more than there are processors: a worker that waits for a
# browser leaves one idle.
WORKERS := -n $(shell $(PYTHON) -c 'import os; print(min(4, (os.cpu_count() or 1) + 1))')

# A language model of one's own, 1.1 GB: opt-in, and in no other target's path.
model: $(VENV)/.runtime
	@$(BIN)/python -m companion.embedded.fetching

# What `manage.py bench` measures the product beside; in an environment of its own, so that its pins stay apart from ours.
bench-extra: var/bench/.done

var/bench/.done: requirements-bench.lock | $(BIN)/uv
	@mkdir -p var && $(BIN)/uv venv --quiet --clear --python $(BIN)/python var/bench
	@VIRTUAL_ENV=$(CURDIR)/var/bench $(BIN)/uv pip install --quiet --require-hashes -r requirements-bench.lock
	@touch $@

test: $(VENV)/.dev $(MO) browser
	@$(BIN)/python -m pytest $(WORKERS) -m "not long"

test-long: $(VENV)/.dev $(MO) browser
	@$(BIN)/python -m pytest $(WORKERS) -m long

check: $(VENV)/.dev $(MO)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy .
	$(BIN)/lint-imports
	$(BIN)/python manage.py makemigrations --check --dry-run
	COMPANION_PARTS=check $(BIN)/python tests/production_check.py

$(BIN)/python:
	@$(PYTHON) -m venv $(VENV) 2>/dev/null || { \
	  rm -rf $(VENV); \
	  if command -v apt-get >/dev/null && [ "$$(id -u)" = 0 ]; then \
	    apt-get update -qq && apt-get install -y -qq python3-venv >/dev/null && $(PYTHON) -m venv $(VENV); \
	  else \
	    echo "Python needs its venv module: install python3-venv, then run make again."; exit 1; \
	  fi; }

$(BIN)/uv: | $(BIN)/python
	@$(BIN)/pip install --quiet --disable-pip-version-check uv

$(VENV)/.runtime: requirements.lock | $(BIN)/uv
	@echo "  · installing (once, a few minutes at the most)"
	@[ -f $(VENV)/.dev ] || VIRTUAL_ENV=$(CURDIR)/$(VENV) $(BIN)/uv pip install --quiet --compile-bytecode --require-hashes -r requirements.lock
	@touch $@

$(VENV)/.dev: requirements-dev.lock | $(BIN)/uv
	@echo "  · installing, with the tools for tests"
	@VIRTUAL_ENV=$(CURDIR)/$(VENV) $(BIN)/uv pip install --quiet --compile-bytecode --require-hashes -r requirements-dev.lock
	@touch $@

$(MO): $(wildcard locale/*/LC_MESSAGES/*.po) | $(VENV)/.runtime
	@$(BIN)/pybabel --quiet compile --domain django --directory locale

.PHONY: browser
browser:
	@sh tests/install_browser.sh

lock: $(BIN)/uv
	$(BIN)/uv pip compile --quiet --python-version 3.11 --generate-hashes --no-emit-index-url pyproject.toml -o requirements.lock
	$(BIN)/uv pip compile --quiet --python-version 3.11 --generate-hashes --no-emit-index-url pyproject.toml --extra dev -c requirements.lock -o requirements-dev.lock
	$(BIN)/python -c "import tomllib; print(*tomllib.load(open('pyproject.toml', 'rb'))['project']['optional-dependencies']['bench'], sep='\n')" \
	  | $(BIN)/uv pip compile --quiet --python-version 3.11 --generate-hashes --no-emit-index-url - -o requirements-bench.lock
	for part in server build; do \
	  $(BIN)/uv pip compile --quiet --python-version 3.11 --generate-hashes --no-emit-index-url companion/embedded/model-$$part.in -o companion/embedded/model-$$part.lock; \
	done

messages: $(VENV)/.dev
	$(BIN)/python manage.py messages

clean:
	rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache
