# `make verify` and `make test` are each the only command a fresh machine needs.
PYTHON ?= python3
VENV ?= .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed

# Where it is set, every process compiles anew what it imports, torch and sympy for seconds.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: verify test whole claims lint docs bench soak browser publish clean

# Not compiled: half of the time would go into modules that nobody imports.
$(STAMP): pyproject.toml constraints.txt
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --no-compile --constraint constraints.txt \
	--editable '.[dev]'
	touch $(STAMP)

verify: $(STAMP)
	$(BIN)/thmcheck run --profile quick; status=$$?; \
	$(BIN)/thmcheck report --out report || status=$$?; exit $$status

# The page is tested in a real browser; where none can be installed these tests are left out, but
# never in CI.
browser:
	@command -v chromium >/dev/null || command -v chromium-browser >/dev/null \
	|| { apt-get update -qq && apt-get install -y -qq --no-install-recommends chromium; } \
	|| echo "no chromium here: the tests of the page in a browser are left out"

# Three on two cores: many tests wait for processes that they have started.
test: $(STAMP) browser
	$(BIN)/python -m pytest --numprocesses 3

# All mutants of arguments and all hypotheses that can be wider; `make test` tries a share of them.
whole: $(STAMP)
	THMCHECK_WHOLE=1 $(BIN)/python -m pytest tests/theory/test_printed_claims.py \
	tests/verify/judging/test_arguments.py tests/verify/judging/test_trials.py

# Every claim as a pytest item; for some of them add -k, as in property_tests/test_claims.py.
claims: $(STAMP)
	$(BIN)/python -m pytest property_tests/test_claims.py

lint: $(STAMP)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy theory numerics property_tests verify reports thmcheck.py

docs: $(STAMP)
	$(BIN)/python -m verify.methods.pages
	$(BIN)/python -m reports.schema
	$(BIN)/python -m reports.verdicts

bench: $(STAMP)
	$(BIN)/python -m benchmarks.run
	$(BIN)/python -m benchmarks.speed
	$(BIN)/python -m benchmarks.costs

# 20,000 generated statements, about half an hour on two cores; goes on where it was stopped.
SEED ?= 1
soak: $(STAMP)
	$(BIN)/python -m tests.fuzz.soak --seed $(SEED) --count 20000 --jobs 2

# The pages that the README links to, from the record alone: in half a minute, without a run.
publish: $(STAMP)
	$(BIN)/thmcheck report --recorded --out docs/findings

clean:
	rm -rf $(VENV) build *.egg-info report
