# Each command sets up what it needs, once, in .venv; all it takes is Python 3.11 or newer.

PYTHON ?=
# A name for each PYTHON, which may be a path with a space.
MADE := .venv/made$(if $(PYTHON),-by-$(firstword $(shell printf %s "$(PYTHON)" | cksum)))
PY := .venv/bin/python
# The versions that every test has passed with.
CONSTRAINTS := $(if $(CI),tests/constraints.txt)
PIP := $(if $(shell command -v uv 2> /dev/null),uv pip install --quiet --python $(PY),$(PY) -m pip install --quiet --disable-pip-version-check)
INSTALL := $(PIP) $(CONSTRAINTS:%=--constraint %)
# tests/sooner stands in the way of what takes long to import and is not needed, in every process of the tests.
PYTEST = PYTHONPATH="$(CURDIR)/tests/sooner$${PYTHONPATH:+:$$PYTHONPATH}" $(PY) -m pytest -n logical --no-loadscope-reorder -rs

help:  ## list these commands
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-12s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)
	@echo "Options: make lab PORT=9999, make test PYTHON=python3.12 (makes .venv anew)"

lab: .venv/lab  ## open the course in JupyterLab, in your own copy of the notebooks (my-course/)
	@.venv/bin/minitok lab $(if $(PORT),--port=$(PORT))

reset: $(if $(NB),.venv/lab)  ## NB=02: bring that lesson back as it was, and keep your version beside it
	@.venv/bin/minitok reset $(or $(NB),$(error Name a lesson, as in: make reset NB=02))

test: check  ## pass the tests, each lesson's stored outputs included: some minutes
	@$(PYTEST) -m "not slow"

test-all: check  ## pass every test, with more examples, solutions, each view in a browser, lessons in a JupyterLab: what CI runs
	@MINITOK_THOROUGH=1 $(PYTEST)

test-quick: .venv/test  ## pass the tests that need neither a browser nor minutes
	@$(PYTEST) -m "not slow" tests --ignore tests/browser --ignore tests/site --ignore tests/attack

test-browser: .venv/test  ## pass those in a browser, of the views and the site
	@$(PYTEST) tests/browser tests/site

test-lessons: .venv/test  ## pass those of the lessons, their solutions, and beside the production libraries
	@$(PYTEST) tests/minitok/parity tests/repository tests/minitok_course/test_course.py notebooks

test-shipped: .venv/test  ## open what is shipped with transformers 4 as well, in an environment of its own
	@test -x .venv/transformers-4/bin/python || $(PY) -m venv .venv/transformers-4
	@.venv/transformers-4/bin/python -m pip install --quiet --disable-pip-version-check \
	  "transformers==4.57.*" "huggingface_hub<1" jinja2 tiktoken
	@MINITOK_TRANSFORMERS_4=.venv/transformers-4/bin/python $(PYTEST) tests/minitok/parity/test_shipped_folders.py

vocabularies: .venv/test  ## fetch the published vocabularies that the lessons and tests use, into the libraries' caches
	@HF_HUB_OFFLINE=0 $(PY) tests/published_vocabularies.py

check: .venv/test  ## check the style (ruff) and the types (mypy)
	@echo "Checking style and types"
	@$(PY) -m ruff check
	@$(PY) -m ruff check --quiet --select E501 --config lint.pycodestyle.max-line-length=88 minitok
	@$(PY) -m ruff format --check
	@$(PY) -m mypy

notebooks: .venv/test  ## run the lessons, store their outputs and minutes (NB=02: that lesson's)
	@$(PY) tools/notebooks.py execute $(NB)

solutions: .venv/test  ## make the lessons with their exercises filled in, in build/solutions/ (NB=02: that lesson's)
	@$(PY) tools/notebooks.py solutions $(NB)

slides: .venv/test  ## make slides of the lessons in build/slides/, to show without a network (NB=02: that lesson's)
	@$(PY) tools/slides.py $(NB)

site: .venv/test  ## make the course as a site in build/site/, with lessons that run in the browser
	@$(PY) tools/site/make.py $(if $(ADDRESS),--address $(ADDRESS))

sitting: site  ## make the one sitting a single file that runs from a disk: build/gpt4_in_one_sitting.html
	@$(PY) tools/site/one_file.py

constraints:  ## take the newest libraries into tests/constraints.txt, with which CI runs (needs uv)
	@$(or $(UV),uv) pip compile --quiet --upgrade --universal --python-version 3.11 --all-extras --no-header --no-annotate \
	  pyproject.toml tools/site/lite/requirements.txt --output-file tests/constraints.txt

attack: .venv/test  ## MINUTES=60: attack files, ids, saving; prints the seeds
	@$(PY) tests/attack/attacks.py --minutes $(or $(MINUTES),1)

bench: .venv/test  ## measure speed, beside the production libraries
	@$(PY) benchmarks/bench.py

clean:  ## remove .venv, builds and caches; my-course/ stays
	rm -rf .venv build dist .hypothesis .mypy_cache .pytest_cache .ruff_cache
	find . -name __pycache__ -prune -exec rm -rf {} +

.venv/lab: pyproject.toml $(MADE)
	@echo "Installing the course into .venv (about a minute, only this time)"
	@$(INSTALL) --editable '.[course]'
	@touch $@

.venv/test: pyproject.toml $(MADE)
	@echo "Installing the course and its tests into .venv (about a minute, only this time)"
	@$(INSTALL) --editable '.[course,site,test,dev]'
	@touch .venv/lab $@

$(MADE):
	@sh tools/make_venv.sh "$(PYTHON)"
	@touch .venv/made $@

.PHONY: help lab reset test test-all test-quick test-browser test-lessons test-shipped vocabularies check notebooks solutions slides site attack bench clean constraints
