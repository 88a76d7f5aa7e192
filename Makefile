# make demo: install into .venv, score the demo data, leave a report to open.
# make test: install, then every check there is.
PYTHON ?= python3
BIN := .venv/bin
READY := .venv/.ready

.PHONY: demo test format bench pictures clean

$(READY): pyproject.toml constraints.txt
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt \
		--editable . hypothesis import-linter mypy pytest pytest-xdist ruff
	touch $@

demo: $(READY)
	$(BIN)/python demo/run.py

test: $(READY)
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/pytest --numprocesses auto

format: $(READY)
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

bench: $(READY)
	$(BIN)/python bench/score.py

clean:
	rm -rf .venv demo/out
