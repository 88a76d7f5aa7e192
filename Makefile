# make demo: install into .venv, score the demo data, leave a report to open.
# make test: install, then every check there is.
PYTHON ?= python3
BIN := .venv/bin
READY := .venv/.ready

.PHONY: demo test format bench pictures clean

$(READY): pyproject.toml constraints.txt
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt \
		--editable '.[eflomal]' hypothesis import-linter mypy pytest pytest-xdist ruff
	touch $@

# A pair of the demo data, as it is scored: the language pair is the folder's name.
demo_score = $(BIN)/proform score -l $(1) \
	-s demo/$(1)/source.en -r demo/$(1)/reference.$(2) \
	-i demo/$(1)/sentence.$(2) demo/$(1)/context.$(2) demo/$(1)/literal.$(2) \
	--align-ref demo/$(1)/reference.align \
	--align-sys demo/$(1)/sentence.align demo/$(1)/context.align demo/$(1)/literal.align \
	--docs demo/$(1)/docs.txt -m apt autoprf --confidence --paired --by pronoun

demo: $(READY)
	mkdir -p demo/out
	$(call demo_score,en-fr,fr)
	$(call demo_score,en-fr,fr) --matrix --by document --detail demo/out/en-fr.tsv -f html -o demo/out/en-fr.html
	$(call demo_score,en-de,de) --matrix --by document --detail demo/out/en-de.tsv -f html -o demo/out/en-de.html
	@echo "Reports to open: demo/out/en-fr.html and demo/out/en-de.html; every pronoun: demo/out/*.tsv"

pictures: $(READY)
	$(call demo_score,en-fr,fr) -f svg -o docs/images/score.svg

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
